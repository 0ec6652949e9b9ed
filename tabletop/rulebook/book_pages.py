"""Renders a rulebook as HTML or plain text; its examples are played when they are rendered."""

from collections.abc import Callable
from functools import cache
from html import escape
from textwrap import wrap

import msgspec

from tabletop.core import case_file, case_runner, resources
from tabletop.core.case_file import CaseFile
from tabletop.core.game import games_by_id
from tabletop.core.scenario import load_text
from tabletop.rulebook import blocks
from tabletop.rulebook.book import COMMON, Book, RuleSection, find_section, load_books


class PlayedExample(msgspec.Struct, frozen=True):
    """An example that was played: the state before it, and the sentences of its log."""

    game: str
    opening: object
    log_lines: tuple[str, ...]


@cache
def play_example(example: blocks.Example) -> PlayedExample:
    """Play the case of an example, so that no number in the book can be wrong. The games must be loaded.

    Raises:
        LookupError: if there is no such file, or it has no case of that title.
        ScenarioError: with every problem of the file.
    """
    file = _load_case_file(example.file)
    number = next((n for n, case in enumerate(file.data.cases) if case.title == example.case), None)
    if number is None:
        raise LookupError(f"{example.file} has no case '{example.case}'")
    return PlayedExample(file.game.meta.id, file.openings[number], case_runner.describe_case(file, number))


@cache
def _load_case_file(name: str) -> CaseFile:
    """Return a bundled case file by name. Raises LookupError if there is none."""
    try:
        path = resources.find_case_file(name)
    except FileNotFoundError:
        raise LookupError(f"there is no case file '{name}'") from None
    return case_file.read(load_text(path), path.name, resources.find_scenario)


PictureSource = Callable[[str, blocks.Figure | blocks.Example], str]
"""A function that returns the address of a picture of a game, as a data: URL; "" for none."""

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


def render_html(game: str, drawn: PictureSource) -> str:
    """Return the book of a game, with the common book behind it, as a page of HTML without other files."""
    title = games_by_id()[game].meta.title
    shared = [load_books()[COMMON]] if COMMON in load_books() else []
    bodies = [_render_contents(load_books()[game])]
    bodies += [_render_section(section, drawn) for book in (load_books()[game], *shared) for section in book.sections]
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}: rules</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n" + "\n".join(bodies) + "\n</body></html>\n"
    )


def _render_contents(book: Book) -> str:
    entries = [f'<li><a href="#{_section_id(s)}">{escape(s.heading)}</a></li>' for s in book.chapters]
    return f"<ul>{''.join(entries)}</ul>"


def _section_id(section: RuleSection) -> str:
    return f"{section.game}.{section.name}"


def _render_section(section: RuleSection, drawn: PictureSource) -> str:
    level = min(section.level, 6)
    parts = [f'<h{level} id="{_section_id(section)}">{escape(section.heading)}</h{level}>']
    if section.rules:
        parts.append(f'<p class="rules">{_render_rules(section.rules)}</p>')
    return "\n".join(parts + [_render_block(block, section, drawn) for block in section.blocks])


def _render_rules(rules: tuple[str, ...]) -> str:
    return " · ".join(f'<span id="{escape(rule)}">{escape(rule)}</span>' for rule in rules)


def _render_block(block: blocks.Block, section: RuleSection, drawn: PictureSource) -> str:
    match block:
        case blocks.Paragraph(words):
            return f"<p>{_render_words(words, section)}</p>"
        case blocks.Listing(items, numbered):
            tag = "ol" if numbered else "ul"
            return f"<{tag}>" + "".join(f"<li>{_render_words(item, section)}</li>" for item in items) + f"</{tag}>"
        case blocks.TableBlock(head, rows):
            body = "".join(_render_row(row, "td", section) for row in rows)
            return f"<table>{_render_row(head, 'th', section)}{body}</table>"
        case blocks.DecisionBlock(rules, paragraphs):
            told = "".join(_render_block(part, section, drawn) for part in paragraphs)
            return f'<blockquote><p class="rules">{_render_rules(rules)}</p>{told}</blockquote>'
        case blocks.Figure(_, caption):
            picture = _render_picture(section.game, block, drawn)
            return f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>"
        case blocks.Example(_, _, caption):
            told = "".join(f"<br>{escape(sentence)}" for sentence in play_example(block).log_lines)
            picture = _render_picture(section.game, block, drawn)
            return f"<figure>{picture}<p><b>Example.</b> {escape(caption)}{told}</p></figure>"


def _render_row(cells: tuple[blocks.RichText, ...], tag: str, section: RuleSection) -> str:
    return "<tr>" + "".join(f"<{tag}>{_render_words(cell, section)}</{tag}>" for cell in cells) + "</tr>"


def _render_words(words: blocks.RichText, section: RuleSection) -> str:
    told = []
    for run in words:
        text = escape(run.text)
        text = f"<b>{text}</b>" if run.bold else text
        text = f"<i>{text}</i>" if run.italic else text
        target = find_section(run.link, section.game) if run.link else None
        told.append(f'<a href="#{_section_id(target)}">{text}</a>' if target else text)
    return "".join(told)


def _render_picture(game: str, block: blocks.Figure | blocks.Example, drawn: PictureSource) -> str:
    address = drawn(game, block)
    return f'<img src="{address}" alt="">' if address else ""


LINE_WIDTH = 100
"""Characters of a line of plain text."""


def render_text(book: Book) -> list[str]:
    """Return the lines of a book as plain text; chapters are underlined, rule ids follow the titles."""
    told: list[str] = []
    for section in book.sections:
        title = section.heading
        told += ["", title, *(("=" if section.level == 1 else "-") * len(title) for _ in range(section.level < 3))]
        told += wrap(" ".join(section.rules), LINE_WIDTH)
        told += [line for block in section.blocks for line in ("", *_render_lines(block))]
    return told


def _render_lines(block: blocks.Block) -> list[str]:
    match block:
        case blocks.Paragraph(words):
            return wrap(blocks.to_plain_text(words), LINE_WIDTH)
        case blocks.Listing(items, numbered):
            marks = [f"{number}. " if numbered else "- " for number in range(1, len(items) + 1)]
            return [
                line
                for mark, item in zip(marks, items, strict=True)
                for line in wrap(
                    blocks.to_plain_text(item), LINE_WIDTH, initial_indent=mark, subsequent_indent=" " * len(mark)
                )
            ]
        case blocks.TableBlock(head, rows):
            cells = [[blocks.to_plain_text(cell) for cell in row] for row in (head, *rows)]
            widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
            return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]
        case blocks.DecisionBlock(rules, paragraphs):
            return [" ".join(rules), *(line for part in paragraphs for line in _render_lines(part))]
        case blocks.Figure(_, caption):
            return [f"[{caption}]"]
        case blocks.Example(_, _, caption):
            return [
                *wrap(f"Example: {caption}", LINE_WIDTH),
                *(f"  {sentence}" for sentence in play_example(block).log_lines),
            ]
