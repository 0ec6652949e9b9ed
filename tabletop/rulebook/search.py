"""Finds the sections of the rulebook that answer a question as a person types it.

Words without meaning for the search are left out, the others are reduced to their stems. Words of the same meaning
count as well, but less. Sections are ranked by BM25: the fewer sections contain a word, the more it counts.
"""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import log
from typing import NamedTuple

import msgspec

from tabletop.rulebook.blocks import Block, DecisionBlock, TableBlock, list_texts, to_plain_text
from tabletop.rulebook.book import COMMON, RuleSection, load_books, load_identifiers

_CHUNK = re.compile(r"[^\W_]+(?:[.-][^\W_]+)*")
"""Letters and digits, also joined by points and hyphens: "point-blank", "SOTL-4.2.3-a"."""
_PART = re.compile(r"[^\W_]+")
_APOSTROPHE = re.compile(r"[’']\w*")

_STOP_WORDS = """
    a about after am an and any are as at be been before but by can cannot could did do does doing during each for from
    get gets getting got had has have having he her hers him his how i if in into is it its just know like many may me
    mean means might much must my need needs not of on or other our please possible she should so some tell than that
    the their them then there these they thing this those to too us use want was we were what when where which while
    who whom whose why will with work works would you your explain happen happens happened allowed rule rules let
    make makes don doesn isn won still ever even game play player players
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words without meaning for the search. They count only if a question has no others."""

_SAME_MEANING = """
    win winner winning victory victorious score beat
    lose loses lost loser defeat beaten
    shoot shooting fire gun guns broadside
    port larboard left
    starboard right
    stuck irons fouled grappled entangled held aground
    free loose clear break unfoul escape
    twice two both again second
    far range reach distance
    move moving sail sailing allowance speed go goes
    turn turning pivot rotate wheel
    captain officer
    admiral leader commander
    sink sunk sank sinking founder
    surrender strike strikes struck striking colours
    capture captured prize take taken took
    collide collides collision crash ram ramming bump hit
    hex hexes space cell
    discard discards throw thrown exchange swap replace
    deck pile stock
    men man soldiers troops sailors hands crew
    tired tires tire fatigue exhausted weary
    draw tie tied equal equals
    die dies dead death killed kill
    die dice d6 roll rolls
    mast masts rigging spar
    damage hurt hits hit loss losses hull
    first initiative
    begin begins start starts
    enemy opponent foe opposing hostile
    friend friends friendly ally allies own
    leave leaves edge map flee fled withdraw withdrawn retreat
    heal repair fix mend restore
    negate negates negated cancel cancelled counter block
    beat beats negates answer
    burn burns burning fire fires flame
    blow blows blew explode explodes explosion magazine
    board boarding boarders assault
    ammunition ammo shot ball
    anchor anchored anchorage moor
    quit resign concede give giving
    undo back
    secret hidden
    shore coast coastal land fort battery
    veteran elite experienced
    stop stopped slow brake
    wind breeze weather
    maneuver manoeuvre
"""
"""Words of the same meaning, one group a line; a word of the same stem need not be repeated."""


class WordPlace(NamedTuple):
    """A word of a text in lower case, its stem, and its first and last character (`end` excluded)."""

    word: str
    stem: str
    start: int
    end: int


def find_words(text: str) -> Iterator[WordPlace]:
    """Yield the words of a text in order.

    The part of a word after an apostrophe is ignored. Rule ids are kept whole.
    """
    bare = _APOSTROPHE.sub(lambda found: " " * len(found[0]), text)
    for chunk in _CHUNK.finditer(bare):
        name = chunk[0].lower()
        if "-" in name and name in _list_rule_prefixes():
            yield WordPlace(name, name, chunk.start(), chunk.end())
        else:
            for part in _PART.finditer(bare, chunk.start(), chunk.end()):
                yield WordPlace(part[0].lower(), find_stem(part[0].lower()), part.start(), part.end())


@cache
def _list_rule_prefixes() -> frozenset[str]:
    """Return every beginning of every rule id in lower case: "sotl-4" of "SOTL-4.2.3-a"."""
    return frozenset(rule[:length].lower() for rule in load_identifiers() for length in range(1, len(rule) + 1))


@cache
def find_stem(word: str) -> str:
    """Return the stem of a word in lower case: "winning" and "wins" give "win", "wind" gives "wind".

    The stemmer is that of SQLite, the only one that comes with Python.
    """
    stemmer = _open_stemmer()
    stemmer.execute("DELETE FROM entry")
    stemmer.execute("INSERT INTO entry VALUES (?)", (word,))
    row = stemmer.execute("SELECT term FROM stem").fetchone()
    return str(row[0]) if row else word


@cache
def find_synonyms(stemmed: str) -> frozenset[str]:
    """Return the stems of the same meaning as `stemmed`, without `stemmed` itself."""
    groups = [frozenset(map(find_stem, line.split())) for line in _SAME_MEANING.strip().splitlines()]
    return frozenset().union(*(group for group in groups if stemmed in group)) - {stemmed}


@cache
def _open_stemmer() -> sqlite3.Connection:
    """Return a database in memory with a table for one word, and a table that shows its stem."""
    stemmer = sqlite3.connect(":memory:", check_same_thread=False)
    stemmer.execute("CREATE VIRTUAL TABLE entry USING fts5(word, tokenize = 'porter unicode61')")
    stemmer.execute("CREATE VIRTUAL TABLE stem USING fts5vocab(entry, 'row')")
    return stemmer


OTHER_BOOK_WEIGHT = 0.4
"""Weight of a section of another book than the open one; the common book belongs to every book."""
TITLE_WEIGHT, CHAPTER_WEIGHT, RULE_WEIGHT = 6.0, 2.0, 8.0
"""Weights of a word in a section's title, in the titles around it, and of a rule id."""
OPENING_WEIGHT = 0.6
"""Weight of a chapter's own text, as the rules stand in its sections."""
SYNONYM_WEIGHT, PREFIX_WEIGHT = 0.5, 0.7
"""Weights of a word of the same meaning, and of a word that begins with the typed one."""
SATURATION, LENGTH_WEIGHT = 1.2, 0.75
"""The parameters k1 and b of BM25."""
MIN_SHARE = 0.25
"""Share of the best score below which a section is left out."""
EXCERPT_LENGTH = 105
"""Characters of an excerpt."""
_SENTENCE = re.compile(r"(?<=[.!?]) +")

Term = Mapping[str, float]
"""The stems that match a word of a question, with their weights."""


class SearchResult(msgspec.Struct, frozen=True):
    """A section with an excerpt: parts of the text, each with True if it is a word of the question."""

    section: RuleSection
    excerpt: tuple[tuple[str, bool], ...]


class _SearchIndex:
    """The sections of all books with the weights of their stems."""

    def __init__(self) -> None:
        self.sections = [section for book in load_books().values() for section in book.sections if section.blocks]
        self.counts = [_count_stems(section) for section in self.sections]
        self.lengths = [sum(counts.values()) for counts in self.counts]
        self.average = sum(self.lengths) / len(self.lengths)
        self.words: dict[str, str] = {}
        for section in self.sections:
            self.words |= {place.word: place.stem for text in _list_texts(section) for place in find_words(text)}

    def read_term(self, typed: WordPlace) -> Term:
        """Return the stems that a word of a question matches; {} if no book has the word or its beginning."""
        known = set(self.words.values())
        same = {other: SYNONYM_WEIGHT for other in find_synonyms(typed.stem) if other in known}
        if typed.stem in known:
            return same | {typed.stem: 1.0}
        return same or {stem: PREFIX_WEIGHT for word, stem in self.words.items() if word.startswith(typed.word)}

    def score(self, terms: Sequence[Term], game: str) -> list[float]:
        """Return the score of each section while the book of `game` is open; 0 without any of the terms."""
        scores = [0.0] * len(self.sections)
        for term in terms:
            held = [sum(weight * counts.get(stem, 0.0) for stem, weight in term.items()) for counts in self.counts]
            rarity = self.rarity(term)
            for number, count in enumerate(held):
                room = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * self.lengths[number] / self.average)
                scores[number] += rarity * count * (SATURATION + 1) / (count + room)
        return [score * _weigh(section, game) for score, section in zip(scores, self.sections, strict=True)]

    def rarity(self, term: Term) -> float:
        """Return the weight of a term (BM25): the fewer sections contain it, the higher."""
        holding = sum(not term.keys().isdisjoint(counts) for counts in self.counts)
        return log(1 + (len(self.sections) - holding + 0.5) / (holding + 0.5))


@lru_cache(maxsize=64)
def search(typed: str, game: str = COMMON, most: int = 40) -> tuple[SearchResult, ...]:
    """Return the sections that answer a question best, best first; at most `most`.

    Sections of the book of `game` and of the common book count more than others. Rule ids are words too.
    Nothing is found if no book has a word of the question.
    """
    index = _load_index()
    words = list(find_words(typed))
    asked = [word for word in words if word.word not in STOP_WORDS] or words
    terms = [term for term in map(index.read_term, asked) if term]
    scores = index.score(terms, game)
    least = max(scores) * MIN_SHARE
    best = sorted((number for number, score in enumerate(scores) if score > least), key=lambda n: (-scores[n], n))
    rarities = [(term, index.rarity(term)) for term in terms]
    return tuple(SearchResult(index.sections[n], _build_excerpt(index.sections[n], rarities)) for n in best[:most])


@cache
def _load_index() -> _SearchIndex:
    return _SearchIndex()


def _weigh(section: RuleSection, game: str) -> float:
    """Return the factor for the score of a section while the book of `game` is open."""
    rule_stands_here = section.level > 1
    return (1.0 if section.game in {game, COMMON} else OTHER_BOOK_WEIGHT) * (
        1.0 if rule_stands_here else OPENING_WEIGHT
    )


def _count_stems(section: RuleSection) -> dict[str, float]:
    """Return the weight of each stem in a section, in its title and in the titles around it."""
    counts: dict[str, float] = defaultdict(float)
    around = load_books()[section.game].path_to(section)[:-1]
    weighted = [(line, 1.0) for line in _list_lines(section)] + [(section.title, TITLE_WEIGHT)]
    weighted += [(chapter.title, CHAPTER_WEIGHT) for chapter in around] + [
        (rule, RULE_WEIGHT) for rule in section.identifiers
    ]
    for text, weight in weighted:
        for place in find_words(text):
            counts[place.stem] += weight
    return dict(counts)


def _list_texts(section: RuleSection) -> list[str]:
    """Return all texts of a section in which words are searched."""
    around = load_books()[section.game].path_to(section)
    return [*_list_lines(section), *(one.title for one in around), *section.identifiers]


def text_of(section: RuleSection) -> str:
    """Return the text of a section, without its heading."""
    return " ".join(to_plain_text(words) for block in section.blocks for words in list_texts(block))


# --- the excerpt


def _build_excerpt(section: RuleSection, rarities: Sequence[tuple[Term, float]]) -> tuple[tuple[str, bool], ...]:
    """Return the sentence with most of the question's words, cut to `EXCERPT_LENGTH`, its words marked."""
    sentences = [sentence for line in _list_lines(section) for sentence in _SENTENCE.split(line)]

    def worth(sentence: str) -> float:
        stems = {place.stem for place in find_words(sentence)}
        return sum(
            rarity * max((w for stem, w in term.items() if stem in stems), default=0) for term, rarity in rarities
        )

    sentence = max(sentences, key=worth)
    wanted = {stem for term, _ in rarities for stem in term}
    return tuple(_mark_words(_cut_sentence(sentence, wanted), wanted))


def _cut_sentence(sentence: str, wanted: set[str]) -> str:
    """Return the part of a sentence around the first wanted stem; … marks what is cut."""
    first = next((place.start for place in find_words(sentence) if place.stem in wanted), 0)
    start = sentence.rfind(" ", 0, first - EXCERPT_LENGTH // 2) + 1 if first > EXCERPT_LENGTH // 2 else 0
    part = sentence[start:]
    end = part.rfind(" ", 0, EXCERPT_LENGTH) if len(part) > EXCERPT_LENGTH else len(part)
    return f"{'… ' if start else ''}{part[:end]}{' …' if end < len(part) else ''}"


def _mark_words(text: str, wanted: set[str]) -> Iterator[tuple[str, bool]]:
    """Yield the text in parts, each with True if it is a word of a wanted stem."""
    before = 0
    for place in find_words(text):
        if place.stem in wanted:
            yield from ((between, False) for between in (text[before : place.start],) if between)
            yield text[place.start : place.end], True
            before = place.end
    if before < len(text):
        yield text[before:], False


def _list_lines(section: RuleSection) -> list[str]:
    """Return the text of a section in lines: one for each paragraph, item, table row and caption."""
    return [line for block in section.blocks for line in _list_block_lines(block)]


def _list_block_lines(block: Block) -> list[str]:
    match block:
        case TableBlock(head, rows):
            return [" · ".join(filter(None, map(to_plain_text, row))) for row in (head, *rows)]
        case DecisionBlock(_, parts):
            return [line for part in parts for line in _list_block_lines(part)]
        case _:
            return [to_plain_text(words) for words in list_texts(block)]
