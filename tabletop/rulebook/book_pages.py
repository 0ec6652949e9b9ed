"""A book as one page of HTML for print, whole in itself: no other file, no script."""

from collections.abc import Callable
from functools import cache
from html import escape
from textwrap import wrap

import msgspec

from tabletop.core import case_file, case_runner, resources
from tabletop.core.case_file import CaseFile
from tabletop.core.game import games_by_id
from tabletop.core.scenario import load_text
from tabletop.rulebook.blocks import Block, Decision, Example, Figure, Listing, Paragraph, Table, Words, plain
from tabletop.rulebook.book import COMMON, Book, Section, books, leads_to


class Played(msgspec.Struct, frozen=True):
    """An example: the position before it, and sentences of the log."""

    game: str
    opening: object
    told: tuple[str, ...]


@cache
def played(example: Example) -> Played:
    """An example with what comes of it.

    Raises:
        LookupError: if there is no such file, or it has no case of that title.
        ScenarioError: with every problem of the file.
    """
    file = _file(example.file)
    number = next((n for n, case in enumerate(file.data.cases) if case.title == example.case), None)
    if number is None:
        raise LookupError(f"{example.file} has no case '{example.case}'")
    return Played(file.game.meta.id, file.openings[number], case_runner.describe_case(file, number))


@cache
def _file(name: str) -> CaseFile:
    try:
        path = resources.find_case_file(name)
    except FileNotFoundError:
        raise LookupError(f"there is no case file '{name}'") from None
    return case_file.read(load_text(path), path.name, resources.find_scenario)


Drawn = Callable[[str, Figure | Example], str]
"""The address of a picture of a game's book, e.g. a data: URL, or nothing where there is none to show."""

_STYLE = """
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Georgia, serif; color: #1d1a14; }
h1, h2, h3 { line-height: 1.2; margin: 2em 0 .4em; break-after: avoid; }
h1 { border-bottom: 2px solid; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #b9ab8b; padding: .2em .6em; text-align: left; vertical-align: top; }
.rules { font: .75rem/1.4 sans-serif; color: #6b5d43; }
blockquote, figure { margin: 1em 0; padding: .4em 1em; border-left: 4px solid #b8923a; break-inside: avoid; }
img { max-width: 100%; }
@media print { body { max-width: none; } }
"""


def page(game: str, drawn: Drawn) -> str:
    """The book of a game, with what all games share behind it."""
    title = games_by_id()[game].meta.title
    shared = [books()[COMMON]] if COMMON in books() else []
    bodies = [_contents(books()[game])]
    bodies += [_section(section, drawn) for book in (books()[game], *shared) for section in book.sections]
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}: rules</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n" + "\n".join(bodies) + "\n</body></html>\n"
    )


def _contents(book: Book) -> str:
    entries = [f'<li><a href="#{_id(s)}">{escape(s.heading)}</a></li>' for s in book.chapters]
    return f"<ul>{''.join(entries)}</ul>"


def _id(section: Section) -> str:
    return f"{section.game}.{section.name}"


def _section(section: Section, drawn: Drawn) -> str:
    level = min(section.level, 6)
    parts = [f'<h{level} id="{_id(section)}">{escape(section.heading)}</h{level}>']
    if section.rules:
        parts.append(f'<p class="rules">{_rules(section.rules)}</p>')
    return "\n".join(parts + [_block(block, section, drawn) for block in section.blocks])


def _rules(rules: tuple[str, ...]) -> str:
    return " · ".join(f'<span id="{escape(rule)}">{escape(rule)}</span>' for rule in rules)


def _block(block: Block, section: Section, drawn: Drawn) -> str:
    match block:
        case Paragraph(words):
            return f"<p>{_words(words, section)}</p>"
        case Listing(items, numbered):
            tag = "ol" if numbered else "ul"
            return f"<{tag}>" + "".join(f"<li>{_words(item, section)}</li>" for item in items) + f"</{tag}>"
        case Table(head, rows):
            return f"<table>{_row(head, 'th', section)}{''.join(_row(row, 'td', section) for row in rows)}</table>"
        case Decision(rules, paragraphs):
            told = "".join(_block(part, section, drawn) for part in paragraphs)
            return f'<blockquote><p class="rules">{_rules(rules)}</p>{told}</blockquote>'
        case Figure(_, caption):
            return f"<figure>{_picture(section.game, block, drawn)}<figcaption>{escape(caption)}</figcaption></figure>"
        case Example(_, _, caption):
            told = "".join(f"<br>{escape(sentence)}" for sentence in played(block).told)
            picture = _picture(section.game, block, drawn)
            return f"<figure>{picture}<p><b>Example.</b> {escape(caption)}{told}</p></figure>"


def _row(cells: tuple[Words, ...], tag: str, section: Section) -> str:
    return "<tr>" + "".join(f"<{tag}>{_words(cell, section)}</{tag}>" for cell in cells) + "</tr>"


def _words(words: Words, section: Section) -> str:
    told = []
    for run in words:
        text = escape(run.text)
        text = f"<b>{text}</b>" if run.bold else text
        text = f"<i>{text}</i>" if run.italic else text
        target = leads_to(run.link, section.game) if run.link else None
        told.append(f'<a href="#{_id(target)}">{text}</a>' if target else text)
    return "".join(told)


def _picture(game: str, block: Figure | Example, drawn: Drawn) -> str:
    address = drawn(game, block)
    return f'<img src="{address}" alt="">' if address else ""


WIDTH = 100
"""Letters in a line."""


def lines(book: Book) -> list[str]:
    """The book line by line; chapters are underlined, identifiers stand behind the titles."""
    told: list[str] = []
    for section in book.sections:
        title = section.heading
        told += ["", title, *(("=" if section.level == 1 else "-") * len(title) for _ in range(section.level < 3))]
        told += wrap(" ".join(section.rules), WIDTH)
        told += [line for block in section.blocks for line in ("", *_lines(block))]
    return told


def _lines(block: Block) -> list[str]:
    match block:
        case Paragraph(words):
            return wrap(plain(words), WIDTH)
        case Listing(items, numbered):
            marks = [f"{number}. " if numbered else "- " for number in range(1, len(items) + 1)]
            return [
                line
                for mark, item in zip(marks, items, strict=True)
                for line in wrap(plain(item), WIDTH, initial_indent=mark, subsequent_indent=" " * len(mark))
            ]
        case Table(head, rows):
            cells = [[plain(cell) for cell in row] for row in (head, *rows)]
            widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
            return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]
        case Decision(rules, paragraphs):
            return [" ".join(rules), *(line for part in paragraphs for line in _lines(part))]
        case Figure(_, caption):
            return [f"[{caption}]"]
        case Example(_, _, caption):
            return [*wrap(f"Example: {caption}", WIDTH), *(f"  {sentence}" for sentence in played(block).told)]
