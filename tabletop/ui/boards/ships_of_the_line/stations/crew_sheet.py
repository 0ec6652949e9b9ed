"""The sheet of the Crew Phase: what can be ordered now, ship by ship, each order with its odds and its key."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

import pygame

from tabletop.core.deeds import Order
from tabletop.core.phrases import percent
from tabletop.games.ships_of_the_line import asking, fleets
from tabletop.games.ships_of_the_line.state import State, flown
from tabletop.ui.boards.nations import badge
from tabletop.ui.boards.ships_of_the_line import crew_words
from tabletop.ui.text import BODY, SMALL, STRONG, size_of, write
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.choice import Checkbox
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.sign import Sign

WIDTH = 392
NUMBERED = 9
"""Orders that have a key of their own."""
PASS = "crew.pass"
_INSET, _WORDS, _NUMBER = 20, 140, 74
"""Of a chance: where its words begin and end, and the room for its number at the right, design pixels."""
_PASS_TIP = Tip("Lines to friends", "Steps in which nothing else could be done go by without a question.")


def sheet(state: State, orders: Sequence[tuple[str, Order]], passes: bool | None) -> tuple[Widget, list[Button]]:
    """The sheet, and the buttons of the orders in their order.

    Args:
        state: the battle.
        orders: each with the ship that it is about; those of one ship together.
        passes: whether steps with lines to friends alone are passed over; None where that is not in question.
    """
    buttons = [_button(state, number, order) for number, (_, order) in enumerate(orders)]
    rows: list[Widget] = _asked(state) if state.question else []
    for key, group in groupby(enumerate(orders), key=lambda pair: pair[1][0]):
        rows += _head(state, key)
        for number, (_, order) in group:
            rows += [buttons[number], *_chances(state, order)]
    if passes is not None:
        rows += [Rule(), Checkbox(PASS, "Pass over steps with lines to friends only", passes, tip=_PASS_TIP)]
    title = "A question" if state.question else crew_words.TITLES.get(state.phase, "Crew")
    panel = Panel(Scroll(Column(rows, gap=8), ident="crew.scroll"), title, ident="crew")
    return Sized(panel, WIDTH), buttons


def _asked(state: State) -> list[Widget]:
    """Who is asked, and what."""
    side, decision = asking.asked(state), asking.decision(state)
    who = Row(
        [Sign(badge(*fleets.nations(state, side)), 22), Label(f"{fleets.short(state, side)} to answer", STRONG)],
        gap=8,
        align="centre",
    )
    return [who, Text(decision.prompt if decision else "", BODY)]


def _head(state: State, key: str) -> list[Widget]:
    card = state.cards[key]
    tip = Tip(card.name, "Show her card and bring her into view.")
    name = Button(f"crew.ship.{key}", card.name, "secondary", tip=tip)
    told = Label(crew_words.condition(state, key), SMALL.tinted(INKS.muted))
    return [Rule(), Row([Sign(badge(*flown(state, key)), 18), name, Spacer(grow=1), told], gap=8, align="centre")]


def _button(state: State, number: int, order: Order) -> Button:
    key = str(number + 1) if number < NUMBERED else ""
    label, tip = crew_words.label(state, order), Tip(crew_words.TITLES.get(state.phase, "Crew"), crew_words.how(order))
    return Button(
        f"crew.{number}", label, "secondary", note=crew_words.promise(state, order), key=key, tip=tip, left=True
    )


def _chances(state: State, order: Order) -> list[Widget]:
    """What may come of an order that can end in several ways."""
    rows: list[Widget] = [Chance(*found) for found in crew_words.chances(state, order)]
    return [Column(rows, gap=0)] if rows else []


class Chance(Widget):
    """What may come of an order: in words, as a bar of its share, in per cent. Nothing that could be pressed."""

    text_bearing = True

    def __init__(self, chance: Fraction, words: str, bad: bool) -> None:
        super().__init__()
        self.chance, self.words = chance, words
        self.ink = INKS.danger if bad else INKS.ink

    def measure(self, theme: Theme, width: int) -> Size:
        """One line."""
        return width, theme.px(21)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Words at the left, the number at the right, the bar between."""
        style, told = SMALL.tinted(self.ink), percent(self.chance)
        wide, high = size_of(told, style, theme.scale)
        top = self.rect.centery - high // 2
        write(surface, theme, self.words, style, (self.rect.x + theme.px(_INSET), top))
        write(surface, theme, told, style, (self.rect.right - theme.px(_INSET) - wide, top))
        left, right = self.rect.x + theme.px(_WORDS), self.rect.right - theme.px(_NUMBER)
        bar = pygame.Rect(left, self.rect.centery - theme.px(3), max(0, right - left), theme.px(6))
        surface.fill(INKS.paper_3, bar)
        surface.fill(self.ink, (bar.topleft, (round(bar.w * self.chance), bar.h)))
