"""What a side may order. All commands round-trip through JSON."""

from typing import cast

from tabletop.cards.standard import Colour
from tabletop.core.commands import Command
from tabletop.games.decks_of_glory.state import Action, Aims, Hand, Place, Side


class PlaceShip(Command, frozen=True):
    """Place a ship in a hex of her zone before play, or turn her there."""

    ship: str
    at: Place
    """Axial coordinates of the hex."""
    facing: int
    """The hex side that she faces, 0 to 5."""


class FinishPlacing(Command, frozen=True):
    """No more ships are placed."""


class ChooseColour(Command, frozen=True):
    """Take red or black; the other side has the other (DOG-7)."""

    colour: Colour


class Shuffle(Command, frozen=True):
    """Shuffle the deck and begin (DOG-7). Either side may call for it."""


class ChooseWind(Command, frozen=True):
    """Set the direction that the wind blows towards at first (DOG-8)."""

    wind: int


class CheckWind(Command, frozen=True):
    """Begin a turn: draw for the wind, then derelicts drift (DOG-9, DOG-10). Either side may call for it."""


class DrawInitiative(Command, frozen=True):
    """Draw for who moves first (DOG-11). Either side may call for it."""


class Sail(Command, frozen=True):
    """A ship's whole move, action by action (DOG-12); without any action she is left where she is."""

    ship: str
    plan: tuple[Action, ...] = ()
    alongside: Hand | None = None
    """The side of the ships already there on which she lies, if the plan ends in their hex (DOG-15)."""


class BreakIrons(Command, frozen=True):
    """Draw for a ship that faces the wind; on red she may turn one hex side (DOG-13)."""

    ship: str


class CutLoose(Command, frozen=True):
    """Draw for an entangled ship; on red she is free and may move (DOG-16)."""

    ship: str


class Done(Command, frozen=True):
    """No more ships are moved (DOG-12)."""


class OpenFire(Command, frozen=True):
    """All broadsides that a side fires this turn, and their targets; none to hold fire (DOG-17)."""

    shots: Aims = ()


class LeadBoarders(Command, frozen=True):
    """The enemies at whom ships send their boarders first; the others go for the weakest (DOG-20)."""

    first: Aims = ()


def giver(command: Command) -> Side:
    """The side that gives a command that has been checked."""
    return cast(Side, command.side)
