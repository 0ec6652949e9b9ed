"""The sheet of the Crew Phase: what can be ordered now, ship by ship, each order with its odds and its key."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from tabletop.games.ships_of_the_line import asking
from tabletop.games.ships_of_the_line.sides import SHORT_NAMES
from tabletop.games.ships_of_the_line.state import State, flown
from tabletop.ui.boards.nations import badge, side_badge
from tabletop.ui.boards.ships_of_the_line import crew_words
from tabletop.ui.text import BODY, SMALL, STRONG
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.choice import Checkbox
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Grid, Row, Sized, Spacer
from tabletop.ui.widgets.marks import Chip
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.sign import Sign

WIDTH = 392
NUMBERED = 9
"""Orders that have a key of their own."""
PASS = "crew.pass"
_PASS_TIP = Tip("Lines to friends", "Steps in which nothing else could be done go by without a question.")


def sheet(state: State, orders: Sequence[tuple[str, Any]], passes: bool | None) -> tuple[Widget, list[Button]]:
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
    who = Row([Sign(side_badge(side), 22), Label(f"{SHORT_NAMES[side]} to answer", STRONG)], gap=8, align="centre")
    return [who, Text(decision.prompt if decision else "", BODY)]


def _head(state: State, key: str) -> list[Widget]:
    card = state.cards[key]
    tip = Tip(card.name, "Show her card and bring her into view.")
    name = Button(f"crew.ship.{key}", card.name, "secondary", tip=tip)
    told = Label(crew_words.condition(state, key), SMALL.tinted(INKS.muted))
    return [Rule(), Row([Sign(badge(*flown(state, key)), 18), name, Spacer(grow=1), told], gap=8, align="centre")]


def _button(state: State, number: int, order: Any) -> Button:
    key = str(number + 1) if number < NUMBERED else ""
    label, promise = crew_words.label(state, order), crew_words.promise(state, order)
    return Button(f"crew.{number}", label, "secondary", note=promise, key=key, tip=Tip(label, promise), left=True)


def _chances(state: State, order: Any) -> list[Widget]:
    """What may come of an order that can end in several ways."""
    found = crew_words.chances(state, order)
    chips: list[Widget] = [Chip(words, "refusal" if bad else "fact") for words, bad in found]
    return [Grid(chips, least=150, gap=6)] if chips else []
