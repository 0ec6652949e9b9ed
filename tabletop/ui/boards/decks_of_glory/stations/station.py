"""What every station can be asked, and the parts of a turn with a single question: colours, shuffle, wind, the end."""

from collections.abc import Callable, Sequence
from functools import partial

from tabletop.cards.standard import COLOURS
from tabletop.games.decks_of_glory import asking
from tabletop.games.decks_of_glory.commands import CheckWind, ChooseColour, ChooseWind, DrawInitiative, Shuffle
from tabletop.games.decks_of_glory.state import State
from tabletop.games.decks_of_glory.words import POINTS_OF_COMPASS
from tabletop.geometry.hexgrid import SIDES, Hex
from tabletop.ui.boards.battle.station import Station as Base
from tabletop.ui.boards.contract import Offer
from tabletop.ui.boards.decks_of_glory import chances
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING, Handle, Overlay, Slot
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.boards.replies import Reply, Submit
from tabletop.ui.input import Input
from tabletop.ui.text import BODY, STRONG
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Grid
from tabletop.ui.widgets.report import Report, pressed


class Station(Base[Viewer]):
    """A part of the turn in which nothing special can be done."""

    title = ""
    """Heading of its sheet."""

    def actors(self) -> Sequence[str]:
        """Ships of the side that is asked that can still do something, in the order of the list."""
        return asking.actors(self.viewer.state, self.viewer.side)

    def beside(self, key: str) -> Sequence[Hex]:
        """Hexes that should be seen together with a ship."""
        return ()

    def acted(self, key: str) -> bool:
        """Whether a ship has done her part."""
        return False

    def overlay(self) -> Overlay:
        """What lies on the map in this part of the turn."""
        return NOTHING

    def supposed(self) -> State | None:
        """The state as it would be by what is being planned; None if nothing is."""
        return None

    def sheet(self) -> Sequence[Widget]:
        """What it adds below the ship that is looked at."""
        return ()

    def hints(self) -> Sequence[str]:
        """Names of the keys that matter here besides those of the table."""
        return ("primary",)

    # --- what is done on the map

    def on_hex(self, place: Hex) -> Reply:
        """A hex was clicked in which there is no ship, or nobody wanted the ship."""
        return None

    def on_ship(self, key: str) -> Reply:
        """A ship was clicked; None to have her selected."""
        return None

    def on_handle(self, handle: Handle) -> Reply:
        """A facing was clicked."""
        return None

    def on_slot(self, slot: Slot) -> Reply:
        """An end of a row was clicked."""
        return None

    def draggable(self) -> Sequence[str]:
        """Own ships that can be dragged."""
        return ()

    def on_drag(self, key: str, place: Hex | None) -> Reply:
        """An own ship is dragged over a hex, or off the map."""
        return None

    def on_drop(self, key: str, place: Hex | None) -> Reply:
        """An own ship was dragged and let go over a hex, or off the map."""
        return None


class _Choice(Station):
    """A few answers, each a button with a number as its key."""

    def answers(self) -> Sequence[tuple[str, Callable[[], Reply]]]:
        """What can be answered, in words, and what it does."""
        return ()

    def question(self) -> str:
        """What is asked."""
        return ""

    def sheet(self) -> Sequence[Widget]:
        """The question and its answers."""
        buttons = [
            Button(f"answer.{number}", words, "secondary", key=str(number + 1), tip=Tip(words))
            for number, (words, _) in enumerate(self.answers())
        ]
        return [Text(self.question(), BODY), Grid(buttons, least=130, gap=8)]

    def act(self, report: Report) -> Reply:
        """An answer."""
        return pressed(report, {f"answer.{number}": done for number, (_, done) in enumerate(self.answers())})

    def hints(self) -> Sequence[str]:
        """Numbers."""
        return ("orders",)


class ColourStation(_Choice):
    """Red or black (DOG-7)."""

    title = "Red or black"

    def answers(self) -> Sequence[tuple[str, Callable[[], Reply]]]:
        """Two."""
        return [(f"{colour.capitalize()}", partial(self._take, colour)) for colour in COLOURS]

    def _take(self, colour: str) -> Reply:
        return Submit.one(ChooseColour(self.viewer.side, next(one for one in COLOURS if one == colour)))

    def question(self) -> str:
        """Who chooses, and what for."""
        name = self.viewer.state.names[self.viewer.side]
        return f"{name}: a card of your colour gives you the first move of a turn. The other side has the other colour."


class FirstWindStation(_Choice):
    """Where the wind blows to at first (DOG-8)."""

    title = "The first wind"

    def answers(self) -> Sequence[tuple[str, Callable[[], Reply]]]:
        """Six."""
        return [(f"To {POINTS_OF_COMPASS[wind]}", partial(self._set, wind)) for wind in range(SIDES)]

    def _set(self, wind: int) -> Reply:
        return Submit.one(ChooseWind(self.viewer.side, wind))

    def question(self) -> str:
        """Who chooses."""
        return f"{self.viewer.state.names[self.viewer.side]} drew the higher card: where shall the wind blow to?"


class ShuffleStation(Station):
    """One button (DOG-7)."""

    title = "Before the battle"

    def sheet(self) -> Sequence[Widget]:
        """What the deck is for."""
        return [Text("One deck of 52 cards decides everything: wind, initiative, hits and fates.", BODY)]

    def offer(self) -> Offer:
        """Shuffle."""
        return Offer("Shuffle the deck", "shuffle", "The whole deck, before the first card is drawn.")

    def act(self, report: Report) -> Reply:
        """Do it."""
        return pressed(report, {"shuffle": lambda: Submit.one(Shuffle(self.viewer.side))})


class WindStation(Station):
    """A card for the wind, then derelicts drift (DOG-9, DOG-10)."""

    title = "The wind"

    def sheet(self) -> Sequence[Widget]:
        """The chance of each change."""
        return chances.lines(chances.wind(self.viewer.state))

    def offer(self) -> Offer:
        """Draw."""
        return Offer("Draw for the wind", "wind", "A spade turns it a point counter-clockwise, a club clockwise.")

    def act(self, report: Report) -> Reply:
        """Do it."""
        return pressed(report, {"wind": lambda: Submit.one(CheckWind(self.viewer.side))})


class InitiativeStation(Station):
    """A card for who moves first (DOG-11)."""

    title = "The initiative"

    def sheet(self) -> Sequence[Widget]:
        """The chance of each side."""
        return chances.lines(chances.initiative(self.viewer.state))

    def offer(self) -> Offer:
        """Draw."""
        return Offer("Draw for initiative", "initiative", "The side whose colour comes up moves and declares first.")

    def act(self, report: Report) -> Reply:
        """Do it."""
        return pressed(report, {"initiative": lambda: Submit.one(DrawInitiative(self.viewer.side))})


class WaitingStation(Station):
    """No person is asked now."""

    def actors(self) -> Sequence[str]:
        """Nobody."""
        return ()

    def hints(self) -> Sequence[str]:
        """None but those of the table."""
        return ()


class OverStation(Station):
    """Nobody is asked any more."""

    title = "The battle is over"

    def actors(self) -> Sequence[str]:
        """Nobody."""
        return ()

    def sheet(self) -> Sequence[Widget]:
        """How it ended."""
        outcome = self.viewer.state.outcome
        if outcome is None:
            return []
        won = next((name for side, name in self.viewer.state.names.items() if side == outcome.winner), "")
        told = f"Victory: {won}" if won else "The battle is drawn"
        return [Text(told, STRONG), Text(f"{outcome.reason.removesuffix('.')}.", BODY)]

    def offer(self) -> Offer:
        """The reckoning."""
        return Offer("See the reckoning", "reckoning", "Every victory point, and why.")

    def key(self, given: Input) -> Reply:
        """Nothing more."""
        return None
