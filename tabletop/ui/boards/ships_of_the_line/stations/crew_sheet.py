"""The sheet of the Crew Phase: under the name of each ship her orders, what is chosen for them, and what they cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

import pygame

from tabletop.core.commands import Command
from tabletop.core.phrases import format_percent
from tabletop.games.ships_of_the_line import fleets, rules
from tabletop.games.ships_of_the_line.commands import Board, Defend
from tabletop.games.ships_of_the_line.model import State, list_flags
from tabletop.games.ships_of_the_line.survey import summaries
from tabletop.games.ships_of_the_line.survey.choices import GOES, CommandGroup
from tabletop.ui.boards.nations import badge
from tabletop.ui.boards.ships_of_the_line import captions, order_words
from tabletop.ui.boards.ships_of_the_line.stations import boarding_panel
from tabletop.ui.boards.ships_of_the_line.stations.pickers import picker
from tabletop.ui.text import BODY, SMALL, STRONG, size_of, write
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Checkbox
from tabletop.ui.widgets.label import Fitted, Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.marks import Sign
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Report
from tabletop.ui.widgets.scroll import Scroll


@dataclass(frozen=True)
class Looked(Report):
    """A ship of the sheet shall be looked at."""

    ship: str


@dataclass(frozen=True)
class Ordered(Report):
    """An order of the sheet, by its number."""

    number: int


WIDTH, ORDER, NAME = 392, 344, 190
"""Of the sheet, of an order in it and of the name of a ship, design pixels."""
FOLDED = 52
"""Height in which a long name finds room in two lines."""
NUMBERED = 9
"""Orders that have a key of their own."""
PASS = "crew.pass"
_INSET, _WORDS, _NUMBER = 20, 140, 74
"""Of a chance: where its words begin and end, and the room for its number at the right, design pixels."""
_PASS_TIP = Tip("Lines to friends", "Steps in which nothing else is possible are skipped.")


def sheet(
    state: State, given: Sequence[CommandGroup], picked: Mapping[str, str], passes: bool | None
) -> tuple[Widget, list[Button]]:
    """The sheet, and the buttons of the orders in their order; what is given by choosing it has none.

    Args:
        state: the battle.
        given: what can be ordered; all that is about one ship together.
        picked: what was chosen so far, by the id of what was asked.
        passes: whether steps with lines to friends alone are passed over; None where that is not in question.
    """
    buttons: list[Button] = []
    rows: list[Widget] = _asked(state) if state.question else []
    for key, group in groupby(given, key=lambda one: one.ship):
        rows += _head(state, key)
        for one in group:
            order = one.build_order(picked)
            if not one.is_immediate:
                buttons.append(_button(state, len(buttons), order))
                rows.append(buttons[-1])
            chosen = one.resolve_choices(picked)
            rows += [picker(state, key, order, asked, chosen[asked.id]) for asked in one.choices]
            rows += _fight(state, one, picked)
            rows += _ends(state, key, order)
    if passes is not None:
        rows += [Rule(), Checkbox(PASS, "Skip steps with only lines to friends", passes, tip=_PASS_TIP)]
    title = "Answer" if state.question else order_words.step(state)[0]
    first = given[0].ship if given else ""
    panel = Panel(Scroll(Column(rows, gap=8), ident=f"crew.scroll.{first}"), title, ident="crew")
    panel.keeps_clear = True
    return Sized(panel, WIDTH), buttons


def _fight(state: State, given: CommandGroup, picked: Mapping[str, str]) -> list[Widget]:
    """What is known of the fight on deck that an order leads to, and what a leader would change."""
    order, chosen = given.build_order(picked), given.resolve_choices(picked)
    if not isinstance(order, Board | Defend):
        return []
    offers: list[Widget] = []
    for asked in (one for one in given.choices if one.kind == "leader"):
        other = next(value for value in asked.values if value != chosen[asked.id])
        otherwise = given.build_order({**picked, asked.id: other})
        if isinstance(otherwise, Board | Defend) and otherwise != order:
            offers.append(boarding_panel.offer(state, otherwise, joins=other == GOES))
    return [*offers, *boarding_panel.rows(state, order)]


def _ends(state: State, key: str, order: Command) -> list[Widget]:
    """What an order comes to, and what it costs."""
    ends: list[Widget] = [
        Row([Spacer(_INSET), Label(words, SMALL), Spacer(grow=1), Label(told, SMALL), Spacer(_INSET)], gap=0)
        for words, told in order_words.costs(state, key, order)
    ]
    ends += [Chance(*found) for found in order_words.chances(state, order)]
    return [Column(ends, gap=0)] if ends else []


def _asked(state: State) -> list[Widget]:
    """Who is asked, and what."""
    sign = Sign(badge(*fleets.nations(state, rules.side_to_choose(state))), 22)
    asked = f"{captions.who(state)} player to answer"
    who = Row([sign, Fitted(asked, STRONG, tip=Tip(asked))], gap=8, align="centre")
    return [who, Text(prompt(state), BODY)]


def prompt(state: State) -> str:
    """What is asked."""
    decision = rules.current_decision(state)
    return decision.prompt if decision else ""


def _head(state: State, key: str) -> list[Widget]:
    title = summaries.find_name(state, key)
    if key not in state.ships:
        return [Rule(), Label(title, STRONG)]
    tip = Tip(title, "Shows her card and moves the view to her.")
    name = Button(f"crew.ship.{key}", title, "secondary", tip=tip, report=Looked(key))
    if size_of(title, name.style, 100)[0] > NAME - 32:
        name.fitted, name.tall = NAME, FOLDED
    told = Label(order_words.condition(state, key), SMALL.tinted(INKS.muted))
    return [
        Rule(),
        Row([Sign(badge(*list_flags(state, key)), 18), name, Spacer(grow=1), told], gap=8, align="centre"),
    ]


def _button(state: State, number: int, order: Command) -> Button:
    key = str(number + 1) if number < NUMBERED else ""
    label, promise, how, rule = order_words.words(state, order)
    return Button(
        f"crew.{number}", label, "secondary", note=promise, key=key, tip=Tip(order_words.step(state)[0], how),
        left=True, report=Ordered(number), fitted=ORDER, tall=FOLDED,
    ).by(rule)  # fmt: skip


class Chance(Widget):
    """What may come of an order: in words, as a bar of its share, in per cent. Nothing that could be pressed."""

    def __init__(self, chance: Fraction, words: str, bad: bool, rule: str) -> None:
        super().__init__()
        self.rule = rule
        self.chance, self.words = chance, words
        self.ink = INKS.danger if bad else INKS.ink

    def measure(self, theme: Theme, width: int) -> Size:
        """One line."""
        return width, theme.px(21)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Words at the left, the number at the right, the bar between."""
        style, told = SMALL.tinted(self.ink), format_percent(self.chance)
        wide, high = size_of(told, style, theme.scale)
        top = self.rect.centery - high // 2
        write(surface, theme, self.words, style, (self.rect.x + theme.px(_INSET), top))
        write(surface, theme, told, style, (self.rect.right - theme.px(_INSET) - wide, top))
        left, right = self.rect.x + theme.px(_WORDS), self.rect.right - theme.px(_NUMBER)
        bar = pygame.Rect(left, self.rect.centery - theme.px(3), max(0, right - left), theme.px(6))
        surface.fill(INKS.paper_3, bar)
        surface.fill(self.ink, (bar.topleft, (round(bar.w * self.chance), bar.h)))
