"""A part of the turn on the hexes, and those with a single question: colours, shuffle, wind, initiative; the end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.games.decks_of_glory import phases
from tabletop.games.decks_of_glory.commands import ChooseColour, ChooseWind
from tabletop.games.decks_of_glory.model import POINTS_OF_COMPASS, PhaseId, State
from tabletop.ui.boards.battle import station
from tabletop.ui.boards.battle.gestures import GestureKind
from tabletop.ui.boards.cards.reader import build_lines
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.boards.decks_of_glory import captions
from tabletop.ui.boards.decks_of_glory.overlays import Overlay
from tabletop.ui.boards.decks_of_glory.scene import Pointed
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.boards.replies import Reply, Submit
from tabletop.ui.text import BODY, STRONG
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Grid
from tabletop.ui.widgets.report import Report, pressed


@dataclass(frozen=True)
class Touch:
    """What the pointer did on the map, and on what; `ship` is the one that it drags."""

    kind: GestureKind
    on: Pointed
    ship: str = ""


Station = station.Station[Viewer, Overlay, Touch]


class ChoiceStation(Station):
    """A few orders, each a button with a number as its key: a colour (DOG-7), the first wind (DOG-8)."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self.title, self._question = _QUESTIONS[viewer.state.phase]

    def sheet(self) -> Sequence[Widget]:
        """The question and its answers."""
        state = self.viewer.state
        answers = [_ANSWERS[type(order)](state, order) for order in phases.list_choices(state)]
        buttons = [
            Button(f"answer.{number}", words, "secondary", key=str(number + 1), tip=Tip(words))
            for number, words in enumerate(answers)
        ]
        question = self._question.format(self.viewer.state.names[self.viewer.side])
        return [Text(question, BODY), Grid(buttons, least=130, gap=8)]

    def act(self, report: Report) -> Reply:
        """An answer."""
        return pressed(report, {ident: partial(Submit.single, order) for ident, order in self._orders.items()})

    def gives(self, ident: str) -> Command | None:
        """What its button answers."""
        return self._orders.get(ident)

    @property
    def _orders(self) -> dict[str, Command]:
        return {f"answer.{number}": order for number, order in enumerate(phases.list_choices(self.viewer.state))}

    def hints(self) -> Sequence[str]:
        """Numbers."""
        return ("orders",)


_QUESTIONS: dict[PhaseId, tuple[str, str]] = {
    "colours": (
        "Red or black",
        (
            "{}: choose your colour. When a card of that colour comes up, you move first that turn. The other side "
            "takes the other colour."
        ),
    ),
    "first_wind": ("The first wind", "{} drew the higher card: choose where the wind blows to."),
}


_ANSWERS: Handlers[State, str] = build_handlers(
    KindHandler(ChooseColour, lambda _state, order: order.colour.capitalize()),
    KindHandler(ChooseWind, lambda _state, order: f"To {POINTS_OF_COMPASS[order.wind]}"),
)


class DrawStation(Station):
    """One button: the shuffle (DOG-7), the card for the wind (DOG-9, DOG-10) or for who moves first (DOG-11)."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self.title, self._offer, self._sheet = _DRAWS[viewer.state.phase]

    def sheet(self) -> Sequence[Widget]:
        """What it is for, or the chance of each change."""
        return self._sheet(self.viewer.state)

    def offer(self) -> PrimaryAction:
        """Shuffle, or draw."""
        return self._offer

    def hints(self) -> Sequence[str]:
        """The brass button."""
        return ("primary",)

    def act(self, report: Report) -> Reply:
        """Do it."""
        return pressed(
            report, {self._offer.action_id: lambda: Submit.single(next(iter(phases.list_choices(self.viewer.state))))}
        )


_DRAWS: dict[PhaseId, tuple[str, PrimaryAction, Callable[[State], Sequence[Widget]]]] = {
    "shuffle": (
        "Before the battle",
        PrimaryAction("Shuffle the deck", "shuffle", "The whole deck is shuffled before the first card is drawn."),
        lambda _: [
            Text("One deck of 52 cards decides everything: wind, initiative, hits and the fate of ships.", BODY)
        ],
    ),
    "wind": (
        "The wind",
        PrimaryAction(
            "Draw for the wind", "wind", "A spade turns it one point counter-clockwise, a club one point clockwise."
        ),
        lambda state: build_lines(captions.wind_odds(state)),
    ),
    "initiative": (
        "The initiative",
        PrimaryAction(
            "Draw for initiative", "initiative", "The side whose colour comes up moves and declares fire first."
        ),
        lambda state: build_lines(captions.initiative_odds(state)),
    ),
}


def ending(state: State) -> Sequence[Widget]:
    """How the battle ended."""
    outcome = state.outcome
    if outcome is None:
        return ()
    won = next((name for side, name in state.names.items() if side == outcome.winner), "")
    told = f"{won} victory" if won else "The battle is a draw"
    return Text(told, STRONG), Text(f"{outcome.reason.removesuffix('.')}.", BODY)
