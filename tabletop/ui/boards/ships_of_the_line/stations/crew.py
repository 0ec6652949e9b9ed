"""The Crew Phase: a panel lists the decisions that exist, ship by ship, with their odds (chapters 4.3 to 7)."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from tabletop.games.ships_of_the_line import asking
from tabletop.games.ships_of_the_line.commands import Done
from tabletop.ui.boards.contract import Offer, Recompose, Reply, Submit
from tabletop.ui.boards.ships_of_the_line import crew_words
from tabletop.ui.boards.ships_of_the_line.badges import badge
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, Noted, Overlay
from tabletop.ui.boards.ships_of_the_line.stations.station import Station
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.text import BODY, SMALL
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Action, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Anchored, Column, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.sign import Sign

WIDTH = 440
LEFT = {True: 328, False: 60}
"""Where the panel begins, design pixels, with the order of battle open or folded."""


class CrewStation(Station):
    """One step after the other; each order is a button with its odds."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._orders: tuple[Any, ...] = ()
        self.refresh()

    def refresh(self) -> None:
        """The orders that can be given now, those of one ship together."""
        found = [order for order in asking.choices(self.viewer.state) if not isinstance(order, Done)]
        ships = list(self.viewer.state.ships)
        self._orders = tuple(sorted(found, key=lambda order: ships.index(self._ship(order))))

    def _ship(self, order: Any) -> str:
        """The ship that an order is about; an answer is about the ship that was asked."""
        question = self.viewer.state.question
        return str(getattr(order, "ship", "") or (question.other or question.ship if question else ""))

    # --- what is shown

    def overlays(self) -> Iterator[Overlay]:
        """A ring round every ship that can do something, and the question at the ship that asks."""
        for key in dict.fromkeys(map(self._ship, self._orders)):
            yield Noted(key)
        question = self.viewer.state.question
        if question is not None:
            pose = self.viewer.state.ships[question.ship].pose
            yield Chip((pose.x, pose.y), self._prompt())

    def panel(self) -> Widget | None:
        """The decisions of this step."""
        if not self._orders:
            return None
        rows: list[Widget] = [Text(self._prompt(), BODY)] if self.viewer.state.question else []
        for key, orders in groupby(enumerate(self._orders), key=lambda pair: self._ship(pair[1])):
            rows += [*self._head(key), *(self._button(number, order) for number, order in orders)]
        title = crew_words.TITLES.get(self.viewer.state.phase, "Crew")
        sheet = Panel(Scroll(Column(rows, gap=8), ident="crew.scroll"), title, ident="crew")
        left = LEFT[self.viewer.list_open]
        return Anchored(Sized(sheet, WIDTH), 0, 0, margins=(left, 72, 376, 160))

    def _prompt(self) -> str:
        decision = asking.decision(self.viewer.state)
        return decision.prompt if decision else ""

    def _head(self, key: str) -> list[Widget]:
        state = self.viewer.state
        card = state.cards[key]
        name = Button(f"crew.ship.{key}", card.name, "secondary")
        state_words = Label(crew_words.condition(state, key), SMALL.tinted(INKS.muted))
        return [Rule(), Row([Sign(badge(card.nation), 18), name, Spacer(grow=1), state_words], gap=8, align="centre")]

    def _button(self, number: int, order: Any) -> Widget:
        state = self.viewer.state
        words = crew_words.promise(state, order)
        return Button(f"crew.{number}", crew_words.label(state, order), "secondary", note=words)

    def offer(self) -> Offer | None:
        """Nothing more in this step."""
        if self.viewer.state.question is not None:
            return None
        return Offer(crew_words.DONE.get(self.viewer.state.phase, "Done"), "crew.done", "Go on without further orders.")

    def finish(self) -> Any:
        """Done, unless there is a question to answer."""
        return None if self.viewer.state.question is not None else super().finish()

    def hints(self) -> Sequence[str]:
        """Tab goes through the orders."""
        return ("primary", "next", "accept")

    # --- what is done

    def act(self, action: Action) -> Reply:
        """An order, a ship to look at, or done."""
        kind, _, rest = action.id.removeprefix("crew.").partition(".")
        if action.id == "crew.done":
            return Submit.one(self.finish())
        if not action.id.startswith("crew."):
            return None
        if kind == "ship":
            self.viewer.selected, self.viewer.group, self.viewer.wanted = rest, (), rest
            return Recompose()
        return Submit.one(self._orders[int(kind)]) if kind.isdigit() else None
