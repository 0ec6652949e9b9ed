"""The lines of the scenario file that change, as the lower bar and a dialog show them."""

from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile

import pygame

from tabletop.authoring.edits import ChangedLine
from tabletop.ui.text import BODY, Run, Style, fitted, rendered, size_of
from tabletop.ui.theme import INKS, Colour, Theme, colour
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import closing
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.stack import Stack

ROW_HEIGHT, NUMBER_WIDTH, SIGN_WIDTH = 24, 46, 20
"""Height of a line, and widths of its number and its sign, design pixels."""


GROUNDS: dict[str, Colour] = {"-": colour("#4A2424"), "+": colour("#28442F")}


SIGNS = {"-": "−", "+": "+"}


_LINE, _CHANGED = Style("body", 14, INKS.mist), Style("bold", 14, INKS.brass_light)


NO_CHANGES = "Your changes appear here as lines of the file."


CONTEXT_LETTERS = 34
"""Number of letters that are kept at each end of long unchanged text."""


class ChangedLines(Widget):
    """The first changed lines of the file: removed lines red, added lines green, the others dim."""

    def __init__(self, lines: Sequence[ChangedLine]) -> None:
        super().__init__("lines", grow=1, tip=Tip("Changes in the file", "Click All changes to see every line."))
        self.lines = pair_lines(lines)

    def measure(self, theme: Theme, width: int) -> Size:
        """Return a small size; the widget grows with its row."""
        return theme.px(120), theme.px(ROW_HEIGHT)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw as many lines as fit, or a sentence if no line changed."""
        surface.fill(INKS.bar_2, self.rect)
        rows = self.rect.h // theme.px(ROW_HEIGHT)
        if not self.lines:
            words, style = fitted(
                NO_CHANGES, _LINE.tinted(INKS.dim), self.rect.w - theme.px(2 * SIGN_WIDTH), theme.scale
            )
            drawn = rendered(words, style, theme.scale)
            surface.blit(drawn, drawn.get_rect(center=self.rect.center))
        for number, line in enumerate(self.lines[:rows]):
            row = pygame.Rect(
                self.rect.x, self.rect.y + number * theme.px(ROW_HEIGHT), self.rect.w, theme.px(ROW_HEIGHT)
            )
            paint_line(surface, theme, line, row, find_counterpart(self.lines, number))
        pygame.draw.rect(surface, INKS.bar_edge, self.rect, theme.px(1))


def pair_lines(lines: Sequence[ChangedLine]) -> tuple[ChangedLine, ...]:
    """Return the lines with each removed line directly before the line that replaces it."""
    found: list[ChangedLine] = []
    for sign, group in groupby(lines, key=lambda line: line.sign):
        block = list(group)
        gone = list(takewhile(lambda line: line.sign == "-", reversed(found)))
        if sign == "+" and len(gone) == len(block):
            del found[len(found) - len(gone) :]
            block = [line for pair in zip(reversed(gone), block, strict=True) for line in pair]
        found += block
    return tuple(found)


def find_counterpart(lines: Sequence[ChangedLine], number: int) -> str:
    """Return the text of the line that replaces, or is replaced by, line `number`; "" if there is none."""
    one = lines[number]
    neighbour = {"-": number + 1, "+": number - 1}.get(one.sign, -1)
    if 0 <= neighbour < len(lines) and {one.sign, lines[neighbour].sign} == {"-", "+"}:
        return lines[neighbour].text
    return ""


def paint_line(surface: pygame.Surface, theme: Theme, line: ChangedLine, row: pygame.Rect, other: str) -> None:
    """Draw a line with its number and sign; changed letters are bright."""
    if line.sign in GROUNDS:
        surface.fill(GROUNDS[line.sign], row)
    ink = INKS.dim if line.sign == " " else INKS.mist
    number = rendered(str(line.number), _LINE.tinted(INKS.dim), theme.scale)
    surface.blit(number, number.get_rect(midright=(row.x + theme.px(NUMBER_WIDTH - 8), row.centery)))
    sign = rendered(SIGNS.get(line.sign, ""), _CHANGED, theme.scale)
    surface.blit(sign, sign.get_rect(midleft=(row.x + theme.px(NUMBER_WIDTH), row.centery)))
    left, right = row.x + theme.px(NUMBER_WIDTH + SIGN_WIDTH), row.right - theme.px(8)
    for run in _split_runs(line.text, other, ink):
        words, style = fitted(run.text, run.style, max(1, right - left), theme.scale)
        if left >= right or not words.strip():
            continue
        drawn = rendered(words, style, theme.scale)
        surface.blit(drawn, drawn.get_rect(midleft=(left, row.centery)))
        left += size_of(words, style, theme.scale)[0]


def _split_runs(text: str, other: str, ink: Colour) -> Iterator[Run]:
    """Yield the text as runs: common start, changed letters, common end."""
    if not other:
        yield Run(text, _LINE.tinted(ink))
        return
    start = _count_common_letters(text, other)
    most = min(len(text), len(other)) - start
    same = min(most, _count_common_letters(text[::-1], other[::-1]))
    before = text[:start]
    if len(before) > 2 * CONTEXT_LETTERS:
        before = f"{before[:CONTEXT_LETTERS]} … {before[-CONTEXT_LETTERS:]}"
    yield Run(before, _LINE.tinted(ink))
    yield Run(text[start : len(text) - same], _CHANGED)
    yield Run(text[len(text) - same :], _LINE.tinted(ink))


def _count_common_letters(one: str, other: str) -> int:
    """Return the number of letters that two texts share at their start."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


DIALOG_WIDTH = 1100
"""Width of the dialog with all changed lines, design pixels."""


def build_changes_dialog(lines: Sequence[ChangedLine]) -> Stack:
    """Build the dialog that shows every changed line."""
    body: Widget = AllChangedLines(lines) if lines else Text("No changes since the file was opened.", BODY)
    return dialog("All changes", body, [closing("Close", "primary")], width=DIALOG_WIDTH)


class AllChangedLines(Widget):
    """All changed lines, one below the other."""

    def __init__(self, lines: Sequence[ChangedLine]) -> None:
        super().__init__("all_lines")
        self.lines = pair_lines(lines)

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of all lines."""
        return max(width, theme.px(NUMBER_WIDTH + SIGN_WIDTH + 60)), theme.px(ROW_HEIGHT) * len(self.lines)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the lines that lie inside the clip of `surface`."""
        surface.fill(INKS.bar_2, self.rect)
        for number, line in enumerate(self.lines):
            row = pygame.Rect(
                self.rect.x, self.rect.y + number * theme.px(ROW_HEIGHT), self.rect.w, theme.px(ROW_HEIGHT)
            )
            if row.colliderect(surface.get_clip()):
                paint_line(surface, theme, line, row, find_counterpart(self.lines, number))
