"""Commands that a side may give. All round-trip through JSON."""

from typing import cast

from tabletop.cards.standard import Colour
from tabletop.core.commands import Command
from tabletop.games.decks_of_glory.model import Action, Aims, Hand, Place, Side


class PlaceShip(Command, frozen=True):
    """Place a ship in a hex of its zone before play, or turn it there."""

    ship: str
    at: Place
    """Axial coordinates of the hex."""
    facing: int
    """The hex side that the ship faces, 0 to 5."""


class FinishPlacing(Command, frozen=True):
    """Place no more ships."""


class ChooseColour(Command, frozen=True):
    """Take red or black; the other side gets the other colour (DOG-7)."""

    colour: Colour


class Shuffle(Command, frozen=True):
    """Shuffle the deck and begin (DOG-7). Either side may give this command."""


class ChooseWind(Command, frozen=True):
    """Set the direction that the wind blows towards at first (DOG-8)."""

    wind: int


class CheckWind(Command, frozen=True):
    """Begin a turn: draw for the wind, then let derelicts drift (DOG-9, DOG-10).

    Either side may give this command.
    """


class DrawInitiative(Command, frozen=True):
    """Draw for the side that moves first (DOG-11). Either side may give this command."""


class Sail(Command, frozen=True):
    """Make the whole move of a ship, action by action (DOG-12).

    Without an action the ship stays where it is.
    """

    ship: str
    plan: tuple[Action, ...] = ()
    alongside: Hand | None = None
    """The side of the ships already there on which the ship lies, if the plan ends in their hex (DOG-15)."""


class BreakIrons(Command, frozen=True):
    """Draw for a ship that faces the wind. On red the ship may turn one hex side (DOG-13)."""

    ship: str


class CutLoose(Command, frozen=True):
    """Draw for an entangled ship. On red the ship is free and may move (DOG-16)."""

    ship: str


class Done(Command, frozen=True):
    """Move no more ships (DOG-12)."""


class OpenFire(Command, frozen=True):
    """Declare all broadsides of the side this turn with their targets; none to hold fire (DOG-17)."""

    shots: Aims = ()


class LeadBoarders(Command, frozen=True):
    """Choose the enemies that boarders attack first.

    Ships without a choice attack the weakest enemy (DOG-20).
    """

    first: Aims = ()


def side_of_command(command: Command) -> Side:
    """Return the side of a command that has been checked, with its exact type."""
    return cast(Side, command.side)
