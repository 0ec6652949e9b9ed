"""Finding words in all books as one types them: every word that is typed begins a word of the section."""

import re
import sqlite3
from functools import cache

import msgspec

from tabletop.rulebook.blocks import plain, texts
from tabletop.rulebook.book import Section, books

_WORD = re.compile(r"\w+(?:[.’'-]\w+)*")
_ASKED = """
    SELECT place, snippet(words, 2, char(2), char(3), '…', 14), bm25(words, 8, 6, 1)
    FROM words WHERE words MATCH ? ORDER BY 3, place LIMIT ?
"""


class Found(msgspec.Struct, frozen=True):
    """A section with some of its words: pairs of text and whether it is one of those that were looked for."""

    section: Section
    around: tuple[tuple[str, bool], ...]


def search(typed: str, most: int = 100) -> tuple[Found, ...]:
    """The sections that hold every word typed, or one that begins so, the best first; identifiers are words too."""
    asked = " ".join('"' + word + '"*' for word in _WORD.findall(typed))
    if not asked:
        return ()
    index, sections = _index()
    return tuple(Found(sections[place], _marked(around)) for place, around, _ in index.execute(_ASKED, (asked, most)))


@cache
def _index() -> tuple[sqlite3.Connection, tuple[Section, ...]]:
    """In memory: SQLite's own full-text search knows stems, prefixes and ranks, and comes with Python."""
    sections = tuple(section for book in books().values() for section in book.sections)
    index = sqlite3.connect(":memory:", check_same_thread=False)
    index.execute(
        "CREATE VIRTUAL TABLE words USING fts5(title, rules, body, place UNINDEXED, tokenize='porter unicode61')"
    )
    rows = [(s.title, " ".join(s.anchors), words_of(s), place) for place, s in enumerate(sections)]
    index.executemany("INSERT INTO words VALUES (?, ?, ?, ?)", rows)
    return index, sections


def words_of(section: Section) -> str:
    """All that is to be read below a heading."""
    return " ".join(plain(words) for block in section.blocks for words in texts(block))


def _marked(around: str) -> tuple[tuple[str, bool], ...]:
    parts = [part.partition("\3") for part in around.split("\2")]
    first, rest = parts[0][0], [(word, True) for word, *_ in parts[1:]]
    after = [(text, False) for *_, text in parts[1:]]
    pairs = [pair for both in zip(rest, after, strict=True) for pair in both]
    return tuple(pair for pair in ((first, False), *pairs) if pair[0])
