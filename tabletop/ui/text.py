"""Text as surfaces: measured, wrapped and cached. Sizes are design pixels, results screen pixels."""

import re
from bisect import bisect, bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import pygame

from tabletop.core.phrases import escape_controls
from tabletop.ui.fonts import Face, font, space
from tabletop.ui.picture_cache import PictureCache, picture_bytes
from tabletop.ui.theme import INKS, Colour, Theme, worn

BUDGET = 4 * 1024 * 1024
"""Bytes of lines that are kept; a screen full of text takes about a quarter."""
LEAST = 14
"""The smallest size in which words are set where room is short; a line, on an enlarged screen, in so many pixels."""
OUTLINE = 2
"""Width of the dark outline of text on the sea, design pixels."""
LONGEST_WORD = 24
"""Letters; what is longer is a path or a mistake, and a line may be broken anywhere in it."""
_NO_TRACE = (0, 0, 0, 0, 0)
"""Measures of a letter that a face does not have, where it draws nothing in its place."""
FIRST_MARK, OF_ITS_OWN = "\u0300", "\u2009–—‘’“”…−"
"""The first letter that may be part of another, and those beyond it that never are."""
_GAP = re.compile(r" (?!%|UM\b)")
"""Where a line may be broken: a number is not parted from its unit."""


@dataclass(frozen=True)
class Style:
    """How a run of text looks; `outline` is for text straight on the sea."""

    face: Face = "body"
    size: float = 16
    colour: Colour = INKS.ink
    outline: Colour | None = None

    def tinted(self, colour: Colour) -> "Style":
        """The same in another colour."""
        return Style(self.face, self.size, colour, self.outline)

    def at(self, size: float) -> "Style":
        """The same at another size."""
        return Style(self.face, size, self.colour, self.outline)


BODY = Style()
LABEL = Style("semibold", 15)
SMALL = Style("body", 14, INKS.ink_2)
STRONG = Style("bold", 16)
NAME = Style("name", 15.5)
CARD_NAME = Style("name", 31)
SUBTITLE = Style("name", 18)
PANEL_TITLE = Style("title", 22)
SCREEN_TITLE = Style("title", 76, INKS.cream, INKS.outline)
BUTTON = Style("semibold", 16)
PRIMARY = Style("bold", 16)
KEY_CAP = Style("semibold", 13)
TIP_TITLE = Style("bold", 17, INKS.cream)
TIP_BODY = Style("body", 16, INKS.mist)


@dataclass(frozen=True)
class Run:
    """A stretch of text in one style."""

    text: str
    style: Style = BODY


@dataclass(frozen=True)
class Piece:
    """A run laid out: its place from the upper left corner of the block, screen pixels."""

    text: str
    style: Style
    x: int
    y: int


@dataclass(frozen=True)
class Block:
    """Runs laid out in lines; `width` is that of the widest line."""

    pieces: tuple[Piece, ...]
    width: int
    height: int


@lru_cache(maxsize=8192)
def size_of(text: str, style: Style, scale: int) -> tuple[int, int]:
    """Width and height of one line."""
    theme = Theme(scale)
    border = 2 * theme.px(OUTLINE) if style.outline else 0
    pen = _pen(text, style, theme)
    return pen.size(_set(text, style, theme))[0] + border, pen.get_linesize() + border


def _pen(text: str, style: Style, theme: Theme) -> pygame.font.Font:
    """The face that writes a text: that of the body where its own would leave out a letter without a trace."""
    pen = font(style.face, theme.px(style.size))
    if text.isascii() or _NO_TRACE not in pen.metrics(text):
        return pen
    return font("body", theme.px(style.size))


def _set(text: str, style: Style, theme: Theme) -> str:
    """A text as it is given to the face."""
    return escape_controls(text).replace(" ", space(style.face, theme.px(style.size)))


@lru_cache(maxsize=2048)
def elided(text: str, style: Style, width: int, scale: int) -> str:
    """The text, shortened with an ellipsis if it is wider than `width` screen pixels."""
    if size_of(text, style, scale)[0] <= width:
        return text
    return _beginning(_letters(text), style, width, scale, "…").rstrip(" ,") + "…"


def _letters(text: str) -> Sequence[str]:
    """What a reader takes for one letter each, however many code points it is made of."""
    if all(letter < FIRST_MARK or letter in OF_ITS_OWN for letter in text):
        return text
    import regex  # nearly every text does without, and it takes as long to import as a whole game

    return regex.findall(r"\X", text)


def _beginning(letters: Sequence[str], style: Style, width: int, scale: int, after: str = "") -> str:
    """As many letters as find room in a width of screen pixels with something after them."""

    def takes(count: int) -> int:
        return size_of("".join(letters[:count]) + after, style, scale)[0]

    return "".join(letters[: max(0, bisect(range(len(letters)), width, key=takes) - 1)])


def fitted(text: str, style: Style, width: int, scale: int) -> tuple[str, Style]:
    """A line in the largest size that fits a width of screen pixels, cut where none that can be read does."""
    if size_of(text, style, scale)[0] <= width:
        return text, style
    theme = Theme(scale)
    sizes = [style.at(one) for one in range(int(style.size), 0, -1) if max(one, theme.px(one)) >= LEAST] or [style]

    def fits(number: int) -> bool:
        return size_of(text, sizes[number], scale)[0] <= width

    shown = sizes[bisect_left(range(len(sizes) - 1), True, key=fits)]  # each size that is tried opens a face
    return elided(text, shown, width, scale), shown


def folded(text: str, style: Style, width: int, height: int, scale: int) -> tuple[list[str], Style]:
    """A line as `fitted` has it; where it would be cut or small, as many as a height of screen pixels has room for."""
    shown, least = fitted(text, style, width, scale)
    for size in range(int(style.size), LEAST - 1, -1) if shown != text or least.size < LEAST else ():
        smaller = style.at(size)
        lines = broken(text, smaller, width, scale, max(1, height // size_of(text, smaller, scale)[1]))
        if " ".join(lines) == text:
            return lines, smaller
    return [shown], least


def broken(text: str, style: Style, width: int, scale: int, most: int) -> list[str]:
    """A line broken into at most so many that fit a width of screen pixels; the last is cut if it is still too long."""
    words, lines = [word for word in _GAP.split(text) if word], list[str]()

    def takes(count: int) -> int:
        return size_of(" ".join(words[:count]), style, scale)[0]

    while words and len(lines) < most - 1:
        count = max(1, bisect(range(1, len(words) + 1), width, key=takes))
        lines.append(" ".join(words[:count]))
        words = words[count:]
    lines += [" ".join(words)] if words or not lines else []
    return [elided(line, style, width, scale) for line in lines]


_lines_kept: PictureCache[pygame.Surface] = PictureCache(BUDGET, picture_bytes)


def rendered(text: str, style: Style, scale: int) -> pygame.Surface:
    """One line as a surface with alpha; shared, so never draw on it."""
    return _lines_kept.made((text, style, scale), lambda: _render(text, style, scale))


def forget() -> None:
    """Drop the lines that are kept, as when the display is opened anew."""
    _lines_kept.clear()


def _render(text: str, style: Style, scale: int) -> pygame.Surface:
    theme = Theme(scale)
    pen = _pen(text, style, theme)
    shown = _set(text, style, theme)
    shown = shown if pen.size(shown)[0] else ""  # no picture is made of joiners alone
    if style.outline is None:
        return pen.render(shown, True, worn(style.colour)).convert_alpha()
    border = theme.px(OUTLINE)
    pen.outline = border
    whole = pen.render(shown, True, worn(style.outline)).convert_alpha()
    pen.outline = 0
    whole.blit(pen.render(shown, True, worn(style.colour)), (border, border))
    return whole


def write(surface: pygame.Surface, theme: Theme, text: str, style: Style, at: tuple[int, int]) -> None:
    """Draw one line with its upper left corner at a place."""
    surface.blit(rendered(text, style, theme.scale), at)


def write_at(surface: pygame.Surface, theme: Theme, text: str, style: Style, **place: tuple[int, int]) -> None:
    """Draw one line with a point of its rectangle at a place, e.g. ``midleft=rect.midleft``."""
    drawn = rendered(text, style, theme.scale)
    surface.blit(drawn, drawn.get_rect(**place))


def _words(runs: Iterable[Run]) -> Iterator[tuple[str, Style]]:
    """Words with the space that follows them; a newline is a word of its own, and so is each part of an endless one."""
    for run in runs:
        for number, line in enumerate(run.text.split("\n")):
            if number:
                yield "\n", run.style
            parts = _GAP.split(line)
            for place, part in enumerate(parts):
                word = part + (" " if place < len(parts) - 1 else "")
                letters = word if len(word) <= LONGEST_WORD else _letters(word)
                for start in range(0, len(letters), LONGEST_WORD):
                    yield "".join(letters[start : start + LONGEST_WORD]), run.style


def _width(line: list[tuple[str, Style]], scale: int) -> int:
    """Width of a line as it is drawn: without the space at its end."""
    joined = _joined(line)
    return sum(size_of(text, style, scale)[0] for text, style in joined)


def _lines(runs: Iterable[Run], width: int, scale: int) -> Iterator[list[tuple[str, Style]]]:
    line: list[tuple[str, Style]] = []
    words = list(_words(runs))
    if all(word != "\n" for word, _ in words) and _width(words, scale) <= width:
        yield words  # most texts are one line, which need not be tried word by word
        return
    for word, style in words:
        if word == "\n" or (line and _width([*line, (word, style)], scale) > width):
            yield line
            line = []
        if word != "\n":
            line.append((word, style))
    yield line


def _joined(line: list[tuple[str, Style]]) -> list[tuple[str, Style]]:
    """Neighbouring words of one style as one piece, which also keeps the kerning; no space at the end."""
    pieces = [("".join(word for word, _ in group), style) for style, group in groupby(line, key=lambda entry: entry[1])]
    return [*pieces[:-1], (pieces[-1][0].rstrip(" "), pieces[-1][1])] if pieces else []


@lru_cache(maxsize=2048)
def flowed(runs: tuple[Run, ...], width: int, scale: int, leading: float = 1.0) -> Block:
    """Runs wrapped into lines no wider than `width` screen pixels, where single words allow it."""
    pieces: list[Piece] = []
    widest = top = 0
    for line in _lines(runs, width, scale):
        joined = _joined(line)
        tall = max((size_of(text, style, scale)[1] for text, style in joined), default=0)
        tall = tall or size_of(" ", runs[0].style, scale)[1]
        left = 0
        for text, style in joined:
            wide, high = size_of(text, style, scale)
            pieces.append(Piece(text, style, left, top + (tall - high) * 3 // 4))
            left += wide
        widest = max(widest, left)
        top += round(tall * leading)
    return Block(tuple(pieces), widest, top)


def write_block(surface: pygame.Surface, theme: Theme, block: Block, at: tuple[int, int]) -> None:
    """Draw wrapped text with its upper left corner at a place."""
    surface.fblits(
        [(rendered(p.text, p.style, theme.scale), (at[0] + p.x, at[1] + p.y)) for p in block.pieces if p.text.strip()]
    )
