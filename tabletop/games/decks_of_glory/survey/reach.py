"""Where a ship can go this turn, what each way costs, and how she would lie there (DOG-12 to DOG-16)."""

import msgspec
from msgspec.structs import replace

from tabletop.games.decks_of_glory.chapters.course import End, Trial, begun, take
from tabletop.games.decks_of_glory.chapters.entangling import berth
from tabletop.games.decks_of_glory.positions import row
from tabletop.games.decks_of_glory.state import HANDS, Action, Hand, State
from tabletop.geometry.hexgrid import Hex

_EACH: tuple[Action, ...] = ("ahead", "port", "starboard")


class Reached(msgspec.Struct, frozen=True):
    """A place and facing that she can come to by a move that may be ordered.

    Attributes:
        at: the hex; off the map for a ship that withdraws.
        facing: before she is made parallel to others.
        plan: the actions, as few as it takes.
        end: what ends the move there: in irons, entangled, withdrawn; None if it could go on or she is out of actions.
        others: the ships that she would be entangled with.
        left: actions left.
    """

    at: Hex
    facing: int
    plan: tuple[Action, ...]
    end: End | None
    others: tuple[str, ...]
    left: int

    @property
    def cost(self) -> int:
        """Actions that it takes."""
        return len(self.plan)


class Alongside(msgspec.Struct, frozen=True):
    """How she would lie beside others: her facing then, and the row from port to starboard (DOG-15, DOG-26)."""

    facing: int
    row: tuple[str, ...]


def reach(state: State, key: str) -> tuple[Reached, ...]:
    """Everything that she can come to, the cheapest first; to begin with, where she is.

    A ship in irons or entangled has nothing but that until a card is drawn.
    """
    found: dict[tuple[Hex, int], Reached] = {}
    front = [begun(state, key)]
    while front:
        for move in front:
            found.setdefault(_place(move), _reached(move))
        tried = (take(state, move, action) for move in front for action in _EACH)
        front = [move for move in tried if not move.refusal and _place(move) not in found]
    return tuple(found.values())


def alongside(state: State, key: str, there: Reached) -> dict[Hand, Alongside]:
    """How she would lie on either side of the ships that she would be entangled with; empty if there are none."""
    return {hand: _lying(state, key, there, hand) for hand in HANDS} if there.others else {}


def _lying(state: State, key: str, there: Reached, hand: Hand) -> Alongside:
    found = berth(state, list(there.others), there.facing, hand)
    lying = replace(
        state.ships[key], at=there.at, facing=found.facing, place=found.place, since=found.since, status="sailing"
    )
    after = replace(state, ships={**state.ships, key: lying})
    return Alongside(found.facing, row(after, there.at))


def _place(move: Trial) -> tuple[Hex, int]:
    """Where it leads; off the map for a ship that withdraws."""
    return move.legs[-1].at if move.legs else move.at, move.facing


def _reached(move: Trial) -> Reached:
    plan = tuple(leg.action for leg in move.legs)
    return Reached(*_place(move), plan, move.end, move.others, move.left)
