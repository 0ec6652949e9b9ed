"""What is wrong with the draft, each a click from its place, and the distances that the book wants."""

from collections.abc import Iterator, Sequence

import pygame

from tabletop.authoring.draft import Draft, Fault
from tabletop.authoring.kit import Gauge
from tabletop.rulebook.blocks import Run as BookRun
from tabletop.ui import keys
from tabletop.ui.screens.editor.distances import gauge_words
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.text import BODY, LABEL, PANEL_TITLE, SMALL, Run, Style, flowed, write_block
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import boxed, draw_focus, icon, rounded
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Row, Spacer
from tabletop.ui.widgets.marks import Chip
from tabletop.ui.widgets.panel import DoubleRule
from tabletop.ui.widgets.report import Pressed, Report

MOST = 12
"""Problems that are listed before the rest is counted."""
SIGN, PAD = 18, 8
_NUMBER = Style("body", 15, INKS.ink_2)


def problems(faults: Sequence[Fault], at: int) -> Iterator[Widget]:
    """A heading with their number, and a row for each."""
    words = f"{len(faults)} wrong" if faults else "All sound"
    chip = Chip(
        words,
        "loss" if faults else "fact",
        tip=Tip("Problems", "As tabletop validate tells them.", keys.key("next_problem")),
    )
    yield Row([Text("Problems", PANEL_TITLE), Spacer(grow=1), chip], align="centre")
    yield DoubleRule()
    for number, fault in enumerate(faults[:MOST]):
        yield ProblemRow(number, fault, chosen=number == at)
    if len(faults) > MOST:
        yield Text(f"and {len(faults) - MOST} more", SMALL)


class ProblemRow(Widget):
    """One problem; a click goes to its place."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, number: int, fault: Fault, *, chosen: bool) -> None:
        super().__init__(
            f"problem.{number}", tip=Tip("Show the place", f"Line {fault.line}.", keys.key("next_problem"))
        )
        self.text = fault.message
        self._runs = (
            Run(fault.message[:1].upper() + fault.message[1:], BODY.at(15)),
            Run(f"\nLine {fault.line}", SMALL),
        )
        self._chosen = chosen

    def measure(self, theme: Theme, width: int) -> Size:
        """The words beside the sign."""
        block = flowed(self._runs, max(1, width - theme.px(SIGN + 3 * PAD)), theme.scale)
        return width, block.height + theme.px(2 * PAD)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A cross on red, the words; the one gone to last has an edge."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        if self._chosen or self.hovered:
            edge = INKS.danger if self._chosen else INKS.paper_2
            surface.blit(boxed(self.rect.size, theme.px(3), INKS.paper_2, edge, theme.px(1)), self.rect)
        side = theme.px(SIGN)
        disc = pygame.Rect(self.rect.x + theme.px(PAD), self.rect.y + theme.px(PAD + 2), side, side)
        surface.blit(rounded(disc.size, side // 2, INKS.danger), disc)
        cross = icon("cross", theme.px(10), INKS.cream)
        surface.blit(cross, cross.get_rect(center=disc.center))
        block = flowed(self._runs, max(1, self.rect.w - theme.px(SIGN + 3 * PAD)), theme.scale)
        write_block(surface, theme, block, (disc.right + theme.px(PAD), self.rect.y + theme.px(PAD)))

    def activate(self) -> Report | None:
        """Go there."""
        return Pressed(self.id)


def gauges(draft: Draft, found: Sequence[Gauge]) -> Iterator[Widget]:
    """The book's distances, each with what it is and what it should be; of ships that touch only those that do not."""
    if not found:
        return
    fits = sum(one.fits for one in found)
    told = Style("semibold", 15, INKS.ink_2 if fits == len(found) else INKS.danger)
    yield Row([Text("Distances of the book", LABEL), Spacer(grow=1), Label(f"{fits} of {len(found)} sound", told)])
    for number, one in enumerate(found):
        if one.wanted or not one.fits:
            yield GaugeRow(number, " to ".join(draft.piece(end).name for end in (one.first, one.second)), one)
    yield LinkedText((BookRun(found[0].rule, link=found[0].rule),), LABEL)


class GaugeRow(Widget):
    """Between whom, how far, and whether that is right; a click goes there."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, number: int, title: str, gauge: Gauge) -> None:
        super().__init__(f"gauge.{number}", tip=Tip(title, gauge_words(gauge)))
        self.text, self._fits, self.rule = title, gauge.fits, gauge.rule
        self._aside = f"{gauge.value:.2f} of {gauge.wanted:g}"

    def _runs(self) -> tuple[Run, ...]:
        ink = INKS.ink if self._fits else INKS.danger
        return (Run(self.text, Style("name", 15.5, ink)), Run(f"  {self._aside}", _NUMBER.tinted(ink)))

    def measure(self, theme: Theme, width: int) -> Size:
        """The names and the numbers, in a second line where there is no room."""
        block = flowed(self._runs(), max(1, width - theme.px(24)), theme.scale)
        return block.width + theme.px(24), max(theme.px(28), block.height + theme.px(4))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A tick or a cross before it."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        if self.hovered:
            surface.fill(INKS.paper_2, self.rect)
        sign = icon("tick" if self._fits else "cross", theme.px(14), INKS.brass_dark if self._fits else INKS.danger)
        surface.blit(sign, sign.get_rect(midleft=(self.rect.x + theme.px(2), self.rect.centery)))
        block = flowed(self._runs(), max(1, self.rect.w - theme.px(24)), theme.scale)
        write_block(surface, theme, block, (self.rect.x + theme.px(24), self.rect.centery - block.height // 2))

    def activate(self) -> Report | None:
        """Go there."""
        return Pressed(self.id)
