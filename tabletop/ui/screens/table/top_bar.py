"""The bar above the playing surface.

The bar is built from its fullest form to its barest; the first form that fits is taken, so nothing is clipped.
"""

from collections.abc import Iterable, Iterator, Sequence

import pygame
from typing_extensions import override

from tabletop.core.phrases import format_number
from tabletop.ui import keys
from tabletop.ui.boards.contract import Caption, Tally
from tabletop.ui.boards.window_layout import TOP
from tabletop.ui.input import Input
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Fitted, Label
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.marks import Sign
from tabletop.ui.widgets.panel import Bar, Rule
from tabletop.ui.widgets.report import Pressed, Report
from tabletop.ui.widgets.ribbon import CHEVRON, PhaseRibbon

SIDE = 24
_TITLE = Style("title", 26, INKS.cream)
_SUBTITLE = Style("name", 18, INKS.brass_light)
_ASKED = Style("semibold", 16, INKS.cream)
_CLOCK = Style("number", 26, INKS.brass_light)
GAP, TIGHT = 16, 8
BRIEF = 72
"""Width of a cut name, design pixels."""
SPARED = ("title", "ticks", "points", "chevrons", "length", "gaps", "letters")
"""What the bar leaves out when room is short, in this order; chevrons shrink to their words.

 Without its length a name stands in two lines; without its letters it is cut, and the tooltip has the whole.
"""
SPARED_LAST = ("subtitle", "tallies", "clock", "turn")
"""What the bar leaves out when the ribbon shows only the current phase."""


def _choose_fullest(forms: Iterable[Widget], theme: Theme, room: int) -> Widget:
    """Return the first form that fits, else the last."""
    for form in forms:
        if form.measure(theme, room)[0] <= room:
            break
    return form


# --- above


def build_top_bar(caption: Caption, theme: Theme, width: int) -> Bar:
    """Build title, phases, prompt, turn and menu."""
    forms = (_build_row(caption, spared) for spared in _list_sparings())
    row = _choose_fullest(forms, theme, width - 2 * theme.px(SIDE))
    return Bar(row, "bottom", height=TOP, side=SIDE, ident="top")


def _list_sparings() -> Iterator[Sequence[str]]:
    """Yield what to leave out: names and ticks, then most of the ribbon, then the rest."""
    for ribbon in ((), ("ribbon",)):
        yield from ((*ribbon, *SPARED[:count]) for count in range(len(SPARED) + 1))
    yield from (("ribbon", *SPARED, *SPARED_LAST[:count]) for count in range(1, len(SPARED_LAST) + 1))


def _build_row(caption: Caption, spared: Sequence[str]) -> Row:
    """Build the bar without the parts in `spared`."""
    phases = (caption.phase,) if "ribbon" in spared else caption.phases
    asked: list[Widget] = [Sign(caption.sign)] if caption.sign else []
    asked.append(Label(caption.asked, _ASKED, ident="asked"))
    ribbon = PhaseRibbon(phases, caption.phase, least=0 if "chevrons" in spared else CHEVRON[0])
    parts: list[Widget] = [
        *_build_names(caption, spared),
        Spacer(grow=1),
        ribbon,
        Row(asked, gap=10, align="centre"),
        Spacer(grow=1),
        *_build_turn(caption, spared),
        *_build_points_button(caption, spared),
        Button("menu", "", "dark", sign="menu", key=keys.key("menu"), show_key=False, tip=Tip("Menu")),
    ]
    return Row(parts, gap=TIGHT if "gaps" in spared else GAP, align="centre")


def _build_points_button(caption: Caption, spared: Sequence[str]) -> list[Widget]:
    """Return the button of the points; it is left out before the points of the sides are."""
    if "points" in spared and (caption.tallies or "gaps" in spared):
        return []
    tip = Tip("Victory and points", "How to win, the points so far, and how to score.")
    return [Button("points", "", "dark", sign="points", key=keys.key("points"), show_key=False, tip=tip)]


def _build_names(caption: Caption, spared: Sequence[str]) -> list[Widget]:
    subtitle = caption.subtitle if caption.subtitle != caption.title else ""
    named = [("title", caption.title, _TITLE), ("subtitle", subtitle, _SUBTITLE)]
    shown: list[Widget] = [Label(words, style) for part, words, style in named if words and part not in spared]
    if "letters" in spared and shown:
        whole = subtitle or caption.title
        return [Sized(Fitted(whole, _SUBTITLE.at(16), tip=Tip(whole)), BRIEF)]
    if "length" in spared and shown:
        return [Column([Label(line, _SUBTITLE.at(16)) for line in _split_in_halves(subtitle or caption.title)], gap=0)]
    return [shown[0], Label("•", _SUBTITLE), shown[1]] if len(shown) > 1 else shown


def _split_in_halves(words: str) -> list[str]:
    """Return one or two lines of about equal length."""
    parts = words.split()
    cuts = [(" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts))]
    return list(min(cuts, key=lambda cut: max(map(len, cut)), default=(words,)))


def _build_turn(caption: Caption, spared: Sequence[str]) -> list[Widget]:
    parts: list[Widget] = []
    if caption.tallies and "tallies" not in spared:
        parts += [*map(_build_tally, caption.tallies), Sized(Rule(INKS.bar_edge), 1, 30)]
    if caption.progress[1] and "ticks" not in spared:
        parts.append(TurnTicks(*caption.progress))
    if "turn" not in spared:
        parts.append(Label(caption.turn, _ASKED, ident="turn", tip=_build_length_tip(caption, caption.turn)))
    if caption.clock and "clock" not in spared:
        parts.append(Label(caption.clock, _CLOCK, ident="clock", tip=_build_length_tip(caption, "Time of day")))
    return parts


def _build_length_tip(caption: Caption, title: str) -> Tip | None:
    return Tip(title, caption.lasts) if caption.lasts else None


def _build_tally(tally: Tally) -> Widget:
    tip = Tip(f"{tally.side}: {format_number(tally.points)}", tally.reckoning, keys.key("points"))
    return TallyRow(
        [Sign(tally.sign), Label(format_number(tally.points), _ASKED)],
        gap=8,
        align="centre",
        tip=tip,
        ident=f"tally.{tally.side}",
    )


class TallyRow(Row):
    """The points of a side; a click opens the sheet of points."""

    interactive = True

    @override
    def activate(self) -> Report | None:
        return Pressed("points")

    @override
    def handle(self, given: Input, theme: Theme) -> Report | None:
        return self.clicked(given)


TICK_STEP, HEIGHT = 4.6, 4
TICKS_WIDE = 120
"""Width of the row, design pixels, however many turns there are."""


class TurnTicks(Widget):
    """A tick for each turn, brass up to the present one."""

    def __init__(self, now: int, total: int) -> None:
        super().__init__("ticks", tip=Tip(f"Turn {now} of {total}", f"{total - now} left."))
        self.now, self.total = now, total

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        return min(theme.px(TICK_STEP * self.total), theme.px(TICKS_WIDE)), theme.px(HEIGHT)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the ticks from left to right."""
        for number in range(self.total):
            left, right = (self.rect.x + self.rect.w * n // self.total for n in (number, number + 1))
            shade = INKS.brass_light if number < self.now else INKS.bar_edge
            surface.fill(shade, (left, self.rect.y, max(1, right - left - theme.px(1.5)), self.rect.h))
