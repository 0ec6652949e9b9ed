"""The bar above the playing surface, composed from what the game tells.

It is tried from its fullest form to its barest: the first that fits is taken, so nothing is ever clipped.
"""

from collections.abc import Iterable, Iterator, Sequence

import pygame

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
"""Width of a name that has lost its letters, design pixels."""
SPARED = ("title", "ticks", "points", "chevrons", "length", "gaps", "letters")
"""What the top bar does without when room is short, the first first; chevrons shrink to their words.

Without its length a name stands in two lines, without its letters it is cut, and its tooltip has the whole.
"""
SPARED_LAST = ("subtitle", "tallies", "clock", "turn")
"""And what it does without when of the ribbon only the phase that is on is left."""


def _fullest(forms: Iterable[Widget], theme: Theme, room: int) -> Widget:
    """The first form that fits, else the last."""
    for form in forms:
        if form.measure(theme, room)[0] <= room:
            break
    return form


# --- above


def top_bar(caption: Caption, theme: Theme, width: int) -> Bar:
    """Title, phases, who is asked, turn, menu."""
    forms = (_top(caption, spared) for spared in _sparing())
    row = _fullest(forms, theme, width - 2 * theme.px(SIDE))
    return Bar(row, "bottom", height=TOP, side=SIDE, ident="top")


def _sparing() -> Iterator[Sequence[str]]:
    """What to do without: names and ticks, then most of the ribbon for which the names come back, then the rest."""
    for ribbon in ((), ("ribbon",)):
        yield from ((*ribbon, *SPARED[:count]) for count in range(len(SPARED) + 1))
    yield from (("ribbon", *SPARED, *SPARED_LAST[:count]) for count in range(1, len(SPARED_LAST) + 1))


def _top(caption: Caption, spared: Sequence[str]) -> Row:
    """The bar without what is spared."""
    phases = (caption.phase,) if "ribbon" in spared else caption.phases
    asked: list[Widget] = [Sign(caption.sign)] if caption.sign else []
    asked.append(Label(caption.asked, _ASKED, ident="asked"))
    ribbon = PhaseRibbon(phases, caption.phase, least=0 if "chevrons" in spared else CHEVRON[0])
    parts: list[Widget] = [
        *_names(caption, spared), Spacer(grow=1),
        ribbon, Row(asked, gap=10, align="centre"), Spacer(grow=1),
        *_turn(caption, spared), *_points(caption, spared),
        Button("menu", "", "dark", sign="menu", key=keys.key("menu"), show_key=False, tip=Tip("Menu")),
    ]  # fmt: skip
    return Row(parts, gap=TIGHT if "gaps" in spared else GAP, align="centre")


def _points(caption: Caption, spared: Sequence[str]) -> list[Widget]:
    """The scales; where there are points of the sides, which lead there as well, others go before them."""
    if "points" in spared and (caption.tallies or "gaps" in spared):
        return []
    tip = Tip("Victory and points", "How to win, the points so far, and how to score.")
    return [Button("points", "", "dark", sign="points", key=keys.key("points"), show_key=False, tip=tip)]


def _names(caption: Caption, spared: Sequence[str]) -> list[Widget]:
    subtitle = caption.subtitle if caption.subtitle != caption.title else ""
    named = [("title", caption.title, _TITLE), ("subtitle", subtitle, _SUBTITLE)]
    shown: list[Widget] = [Label(words, style) for part, words, style in named if words and part not in spared]
    if "letters" in spared and shown:
        whole = subtitle or caption.title
        return [Sized(Fitted(whole, _SUBTITLE.at(16), tip=Tip(whole)), BRIEF)]
    if "length" in spared and shown:
        return [Column([Label(line, _SUBTITLE.at(16)) for line in _halves(subtitle or caption.title)], gap=0)]
    return [shown[0], Label("•", _SUBTITLE), shown[1]] if len(shown) > 1 else shown


def _halves(words: str) -> list[str]:
    """One or two lines, as even as the words allow."""
    parts = words.split()
    cuts = [(" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts))]
    return list(min(cuts, key=lambda cut: max(map(len, cut)), default=(words,)))


def _turn(caption: Caption, spared: Sequence[str]) -> list[Widget]:
    parts: list[Widget] = []
    if caption.tallies and "tallies" not in spared:
        parts += [*map(_tally, caption.tallies), Sized(Rule(INKS.bar_edge), 1, 30)]
    if caption.progress[1] and "ticks" not in spared:
        parts.append(Ticks(*caption.progress))
    if "turn" not in spared:
        parts.append(Label(caption.turn, _ASKED, ident="turn", tip=_lasts(caption, caption.turn)))
    if caption.clock and "clock" not in spared:
        parts.append(Label(caption.clock, _CLOCK, ident="clock", tip=_lasts(caption, "Time of day")))
    return parts


def _lasts(caption: Caption, title: str) -> Tip | None:
    return Tip(title, caption.lasts) if caption.lasts else None


def _tally(tally: Tally) -> Widget:
    tip = Tip(f"{tally.side}: {format_number(tally.points)}", tally.reckoning, keys.key("points"))
    return Tallied(
        [Sign(tally.sign), Label(format_number(tally.points), _ASKED)],
        gap=8,
        align="centre",
        tip=tip,
        ident=f"tally.{tally.side}",
    )


class Tallied(Row):
    """The points of a side; a click tells of all that counts."""

    interactive = True

    def activate(self) -> Report | None:
        """As the button of the scales."""
        return Pressed("points")

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """A click on it."""
        return self.clicked(given)


TICK_STEP, HEIGHT = 4.6, 4
TICKS_WIDE = 120
"""Width of the row, design pixels, however many turns there are."""


class Ticks(Widget):
    """One tick for each turn, brass up to the one that is played."""

    def __init__(self, now: int, total: int) -> None:
        super().__init__("ticks", tip=Tip(f"Turn {now} of {total}", f"{total - now} left."))
        self.now, self.total = now, total

    def measure(self, theme: Theme, width: int) -> Size:
        """A short row."""
        return min(theme.px(TICK_STEP * self.total), theme.px(TICKS_WIDE)), theme.px(HEIGHT)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """From left to right."""
        for number in range(self.total):
            left, right = (self.rect.x + self.rect.w * n // self.total for n in (number, number + 1))
            shade = INKS.brass_light if number < self.now else INKS.bar_edge
            surface.fill(shade, (left, self.rect.y, max(1, right - left - theme.px(1.5)), self.rect.h))
