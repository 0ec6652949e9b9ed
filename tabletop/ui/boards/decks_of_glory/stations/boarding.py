"""Boarding: for every ship with more than one enemy in her hex, the one whom her boarders go for first (DOG-20)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tabletop.core.commands import Command
from tabletop.core.phrases import format_count
from tabletop.games.decks_of_glory.commands import LeadBoarders
from tabletop.games.decks_of_glory.model import Aim, format_names
from tabletop.games.decks_of_glory.survey import odds
from tabletop.games.decks_of_glory.survey.odds import Boarders
from tabletop.ui.boards.cards.reader import lines
from tabletop.ui.boards.contract import Offer
from tabletop.ui.boards.decks_of_glory import captions
from tabletop.ui.boards.decks_of_glory.overlays import Chip, Overlay, Tint
from tabletop.ui.boards.decks_of_glory.panels.histogram import Histogram
from tabletop.ui.boards.decks_of_glory.stations.station import Station, Touch
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.boards.replies import Recompose, Reply, Submit
from tabletop.ui.text import BODY, STRONG
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.report import Report, pressed


@dataclass(frozen=True)
class First(Report):
    """Whom the boarders of a ship go for first."""

    ship: str
    enemy: str


class BoardingStation(Station):
    """A button for every enemy whom a ship could board first."""

    title = "Boarders"

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._first: dict[str, str] = {}

    def refresh(self) -> None:
        """A choice holds as long as it can be made."""
        open_to = {one.ship: one.enemies for one in self._choices()}
        self._first = {key: enemy for key, enemy in self._first.items() if enemy in open_to.get(key, ())}

    def _choices(self) -> tuple[Boarders, ...]:
        return odds.list_boarders(self.viewer.state, self.viewer.side)

    def _chosen(self, one: Boarders) -> str:
        return self._first.get(one.ship, one.weakest)

    def acted(self, key: str) -> bool:
        """Whether a choice was made for her."""
        return key in self._first

    def laid(self) -> Overlay:
        """The hexes in which there is boarding, and who goes for whom."""
        state = self.viewer.state
        tints = {state.ships[one.ship].at: Tint(state.ships[one.ship].at, "target") for one in self._choices()}
        return Overlay(tuple(tints.values()), chips=tuple(self._chips()))

    def _chips(self) -> Iterator[Chip]:
        state = self.viewer.state
        for one in self._choices():
            if one.ship == self.viewer.own:
                first, name = state.fleet[self._chosen(one)].name, state.fleet[one.ship].name
                yield Chip(state.ships[one.ship].at, f"{name} boards {first} first", "plan")

    def sheet(self) -> Iterator[Widget]:
        """Ship by ship, her enemies."""
        state, number = self.viewer.state, 0
        for one in self._choices():
            yield Text(f"{state.fleet[one.ship].name} boards first:", STRONG)
            for enemy in one.enemies:
                number += 1
                yield self._button(one.ship, enemy, number, chosen=self._chosen(one) == enemy)
        yield from self._odds()

    def _odds(self) -> Iterator[Widget]:
        """What the boarders of each ship may bring; it differs where the pile runs out before her card."""
        state = self.viewer.state
        found = {one.ship: told for one in self._choices() if (told := odds.find_boarding_odds(state, one.ship))}
        alike = [list(keys) for _, keys in groupby(found, key=lambda key: found[key].hits)]
        for keys in alike:
            same_for_all = len(alike) == 1 and len(found) > 1
            whose, told = "each of these ships" if same_for_all else format_names(state, keys), found[keys[0]]
            yield Text(f"The boarders of {whose}:", BODY)
            yield from lines([("Expected", f"{captions.averaged(told)} hits")], "DOG-20")
            yield Histogram(told.hits).by("DOG-20")

    def _button(self, key: str, enemy: str, number: int, *, chosen: bool) -> Widget:
        state = self.viewer.state
        name, left = state.fleet[enemy].name, state.ships[enemy].strength
        words = f"{format_count(left, 'point')} left"
        return Button(
            f"board.{key}.{enemy}", f"{name}, {words}", "secondary", key=str(number) if number < 10 else "", left=True,
            tip=Tip(f"Board {name} first", words), sign="tick" if chosen else "", report=First(key, enemy),
        )  # fmt: skip

    def offer(self) -> Offer:
        """Say so."""
        return Offer("Send the boarders", "board", "If you choose no target, they board the weakest.")

    def finish(self) -> Command | None:
        """What is chosen."""
        order = [Aim(key, self._first[key]) for key in self.viewer.state.ships if key in self._first]
        return LeadBoarders(self.viewer.side, tuple(order))

    def hints(self) -> Sequence[str]:
        """Numbers."""
        return ("primary", "orders")

    def gesture(self, gesture: Touch) -> Reply:
        """A click on an enemy of the chosen ship in her hex."""
        own, key = self.viewer.own, gesture.on.ship
        if gesture.kind == "click" and any(one.ship == own and key in one.enemies for one in self._choices()):
            self._first[own] = key
            return Recompose()
        return None

    def act(self, report: Report) -> Reply:
        """The brass button, or a choice."""
        if isinstance(report, First):
            self._first[report.ship] = report.enemy
            self.viewer.choose(report.ship)
            return Recompose()
        return pressed(report, {"board": lambda: Submit.one(self.finish())})

    def back(self) -> bool:
        """Back to the weakest."""
        had, self._first = bool(self._first), {}
        return had
