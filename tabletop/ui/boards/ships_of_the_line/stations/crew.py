"""The Crew Phase: a sheet lists the decisions that exist, ship by ship, with their odds (chapters 4.3 to 7)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

import pygame

from tabletop.core.deeds import Order
from tabletop.core.phrases import percent
from tabletop.games.ships_of_the_line import fleets, positions, rules
from tabletop.games.ships_of_the_line.commands import Done
from tabletop.games.ships_of_the_line.state import State, flown, on_map
from tabletop.games.ships_of_the_line.survey import card
from tabletop.games.ships_of_the_line.survey.passing import to_a_friend
from tabletop.ui.boards.contract import Offer
from tabletop.ui.boards.nations import badge
from tabletop.ui.boards.replies import Recompose, Reply, Submit
from tabletop.ui.boards.ships_of_the_line import captions, order_words
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, LegalTarget, Noted, Overlay
from tabletop.ui.boards.ships_of_the_line.stations.station import Station
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.input import Input
from tabletop.ui.text import BODY, SMALL, STRONG, size_of, write
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Checkbox
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.marks import Sign
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Hearing, On, Report, Ticked, hearing, pressed
from tabletop.ui.widgets.scroll import Scroll


def _partner(order: Order) -> str:
    """The other ship that an order is about, if there is one."""
    return next((str(name) for field in ("target", "other", "towed") if (name := getattr(order, field, ""))), "")


@dataclass(frozen=True)
class _Looked(Report):
    """A ship of the sheet shall be looked at."""

    ship: str


@dataclass(frozen=True)
class Ordered(Report):
    """An order of the sheet, by its number."""

    number: int


class CrewStation(Station):
    """One step after the other; each order is a button with its odds. The selected ship's come first."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._orders: tuple[tuple[str, Order], ...] = ()
        self._buttons: list[Button] = []
        self._looked_at: int | None = None
        self._on: Hearing[Reply] = hearing(
            On(Ordered, lambda order: self._give(order.number)),
            On(_Looked, self._show),
            On(Ticked, self._pass, PASS),
        )
        self.refresh()
        viewer.clicked = self._spoken_of()

    def refresh(self) -> None:
        """The orders that can be given now, those of one ship together."""
        things, chosen = card.things(self.viewer.state), self.viewer.selected
        found = [(self._ship(one), one) for one in rules.choices(self.viewer.state) if not isinstance(one, Done)]
        self._orders = tuple(sorted(found, key=lambda pair: (pair[0] != chosen, things.index(pair[0]))))
        self._looked_at = None

    def _spoken_of(self) -> str | None:
        """Whom the sheet must not hide: the ship that was asked, or the one whose orders stand first in it."""
        question = self.viewer.state.question
        if question is not None:
            return question.other or question.ship
        return next((key for key, _ in self._orders if key in self.viewer.state.ships), None)

    def _ship(self, order: Order) -> str:
        """The ship or battery that an order is about; an answer is about the ship that was asked."""
        question = self.viewer.state.question
        ordered = getattr(order, "ship", "") or getattr(order, "battery", "")
        return str(ordered or (question.other or question.ship if question else ""))

    # --- what is shown

    def glanced(self) -> bool:
        """Whether another button is under the pointer, or has the focus, than at the last call."""
        under = next((n for n, one in enumerate(self._buttons) if one.hovered), None)
        if under is None:
            under = next((n for n, one in enumerate(self._buttons) if one.focused), None)
        changed, self._looked_at = under != self._looked_at, under
        return changed

    def laid(self) -> Iterator[Overlay]:
        """What is pointed at; else a ring round every ship that can do something, and the question."""
        if self._looked_at is not None and self._looked_at < len(self._orders):
            yield from self._preview(*self._orders[self._looked_at])
            return
        question = self.viewer.state.question
        if question is not None:
            yield from self._between(question.ship, question.other)
            pose = self.viewer.state.ships[question.ship].pose
            yield Chip((pose.x, pose.y), _prompt(self.viewer.state))
            return
        for key in dict.fromkeys(key for key, _ in self._orders if key in self.viewer.state.ships):
            yield Noted(key)

    def _preview(self, key: str, order: Order) -> Iterator[Overlay]:
        """An order on the sea: its ships and the way between them; its odds stand in the sheet."""
        state, question = self.viewer.state, self.viewer.state.question
        other = _partner(order)
        if question is not None and not other:
            key, other = question.ship, question.other
        if key in state.ships:
            yield Noted(key)
            yield from self._between(key, other)
        at = card.where(state, other or key)
        label = order_words.words(state, order).label
        named = question is not None or key not in state.ships
        title = label if named else f"{state.cards[key].name}: {label[:1].lower()}{label[1:]}"
        yield Chip((at.x, at.y), title, kind="plan")

    def _between(self, key: str, other: str) -> Iterator[Overlay]:
        """The shortest way from ship to ship."""
        state = self.viewer.state
        if other and on_map(state, key) and on_map(state, other):
            gap = positions.gap(state, key, other)
            yield LegalTarget(other, (gap.start.x, gap.start.y), (gap.end.x, gap.end.y))

    def beside(self, ship: str) -> Sequence[str]:
        """Those that her orders, or the question, are about."""
        question = self.viewer.state.question
        asked = (question.ship, question.other) if question else ()
        partners = (_partner(order) for key, order in self._orders if key == ship)
        return [key for key in (*asked, *partners) if key]

    def sheet(self) -> Sequence[Widget]:
        """The decisions of this step."""
        if not self._orders:
            return ()
        state = self.viewer.state
        friendly = any(to_a_friend(state, order) for _, order in self._orders)
        made, self._buttons = sheet(state, self._orders, self.viewer.pass_friends if friendly else None)
        return (made,)

    def offer(self) -> Offer | None:
        """Nothing more in this step."""
        if self.viewer.state.question is not None:
            return None
        return Offer(order_words.step(self.viewer.state)[1], "crew.done", "Go on without further orders.", ends=True)

    def finish(self) -> Order | None:
        """Done, unless there is a question to answer."""
        return None if self.viewer.state.question is not None else Done(side=self.viewer.side)

    def hints(self) -> Sequence[str]:
        """The first orders have the number keys; Space is told of where there is a brass button."""
        return ("orders", "primary", "next") if self.offer() else ("orders", "next")

    # --- what is done

    def act(self, report: Report) -> Reply:
        """An order, a ship to look at, a wish about lines to friends, or done."""
        if report.key in self._on:
            return self._on[report.key](report)
        return pressed(report, {"crew.done": lambda: Submit.one(self.finish())})

    def _pass(self, box: Ticked) -> Reply:
        self.viewer.pass_friends = box.ticked
        return Recompose()

    def _show(self, one: _Looked) -> Reply:
        self.viewer.selected, self.viewer.group, self.viewer.clicked = one.ship, (), one.ship
        self.refresh()
        return Recompose()

    def key(self, given: Input) -> Reply:
        """The number of an order."""
        return self._give(int(given.key) - 1) if given.key.isdigit() and given.key != "0" else None

    def _give(self, number: int) -> Reply:
        return Submit.one(self._orders[number][1]) if number < len(self._orders) else None


WIDTH, ORDER, NAME = 392, 344, 190
"""Of the sheet, of an order in it and of the name of a ship, design pixels."""
FOLDED = 52
"""Height in which a long name finds room in two lines."""
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
            ends: list[Widget] = [Chance(*found) for found in order_words.chances(state, order)]
            rows += [buttons[number], *([Column(ends, gap=0)] if ends else [])]
    if passes is not None:
        rows += [Rule(), Checkbox(PASS, "Pass over steps with lines to friends only", passes, tip=_PASS_TIP)]
    title = "A question" if state.question else order_words.step(state)[0]
    panel = Panel(Scroll(Column(rows, gap=8), ident="crew.scroll"), title, ident="crew")
    panel.keeps_clear = True
    return Sized(panel, WIDTH), buttons


def _asked(state: State) -> list[Widget]:
    """Who is asked, and what."""
    sign = Sign(badge(*fleets.nations(state, rules.asked(state))), 22)
    who = Row([sign, Label(f"{captions.who(state)} to answer", STRONG)], gap=8, align="centre")
    return [who, Text(_prompt(state), BODY)]


def _prompt(state: State) -> str:
    decision = rules.decision(state)
    return decision.prompt if decision else ""


def _head(state: State, key: str) -> list[Widget]:
    title = card.called(state, key)
    if key not in state.ships:
        return [Rule(), Label(title, STRONG)]
    tip = Tip(title, "Show her card and bring her into view.")
    name = Button(f"crew.ship.{key}", title, "secondary", tip=tip, report=_Looked(key))
    if size_of(title, name.style, 100)[0] > NAME - 32:
        name.fitted, name.tall = NAME, FOLDED
    told = Label(order_words.condition(state, key), SMALL.tinted(INKS.muted))
    return [Rule(), Row([Sign(badge(*flown(state, key)), 18), name, Spacer(grow=1), told], gap=8, align="centre")]


def _button(state: State, number: int, order: Order) -> Button:
    key = str(number + 1) if number < NUMBERED else ""
    label, promise, how = order_words.words(state, order)
    return Button(
        f"crew.{number}", label, "secondary", note=promise, key=key, tip=Tip(order_words.step(state)[0], how),
        left=True, report=Ordered(number), fitted=ORDER, tall=FOLDED,
    )  # fmt: skip


class Chance(Widget):
    """What may come of an order: in words, as a bar of its share, in per cent. Nothing that could be pressed."""

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
