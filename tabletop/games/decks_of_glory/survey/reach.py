"""Where a ship can go, at what cost, or why she cannot; and how she would lie there (DOG-12 to DOG-16)."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.phrases import count
from tabletop.games.decks_of_glory import placing
from tabletop.games.decks_of_glory.commands import PlaceShip
from tabletop.games.decks_of_glory.movement import End, MoveInProgress, begun, berth, take, trial
from tabletop.games.decks_of_glory.positions import row
from tabletop.games.decks_of_glory.state import HANDS, Action, Hand, State
from tabletop.geometry.hexgrid import Hex, angle_between, distance, find_nearer_directions, hex_ahead

_EACH: tuple[Action, ...] = ("ahead", "port", "starboard")


class Reached(msgspec.Struct, frozen=True):
    """A place and facing to which a move brings her.

    Attributes:
        ship: who moves.
        at: the hex; off the map for a ship that withdraws.
        facing: before she is made parallel to others.
        plan: the actions.
        track: the hexes that she comes through, from where she lies.
        end: what ends the move there: in irons, entangled, withdrawn; None if it could go on or she is out of actions.
        others: the ships that she would be entangled with.
        allowance: actions that she had.
        left: actions left.
        turns_only: she may turn one hex side and not go ahead (DOG-13).
        refusal: why an action that was wanted besides is not allowed.
    """

    ship: str
    at: Hex
    facing: int
    plan: tuple[Action, ...]
    track: tuple[Hex, ...]
    end: End | None
    others: tuple[str, ...]
    allowance: int
    left: int
    turns_only: bool = False
    refusal: Refused | None = None

    @property
    def cost(self) -> int:
        """Actions that it takes."""
        return len(self.plan)

    @property
    def last(self) -> Hex:
        """The last hex of the map that she is in."""
        return self.track[-2] if self.end == "withdrawn" else self.at


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
            found.setdefault(_place(move), _reached(state, move))
        tried = (take(state, move, action) for move in front for action in _EACH)
        front = [move for move in tried if not move.refusal and _place(move) not in found]
    return tuple(found.values())


def tried(state: State, key: str, plan: tuple[Action, ...]) -> Reached:
    """What a plan comes to, up to the first action that is not allowed."""
    return _reached(state, trial(state, key, plan))


def towards(state: State, key: str, place: Hex, facing: int | None = None) -> Reached | Refused:
    """The shortest move to a hex, there facing so if it is said, of two turns not the one into irons; or why not."""
    found = [one for one in reach(state, key) if one.plan and one.at == place and facing in (None, one.facing)]
    if found:
        return min(found, key=lambda one: (one.cost, one.end == "in_irons"))
    return _why_not(state, key, place)


def _why_not(state: State, key: str, place: Hex) -> Refused:
    """The rule that stands in the way of the last step, or simply the distance."""
    start = begun(state, key)
    if start.allowance == 0:
        return take(state, start, "ahead").refusal or Refused("DOG-12", "She has no actions.", pieces=(key,))
    for one in reach(state, key):
        if hex_ahead(one.at, one.facing) == place:
            refusal = tried(state, key, (*one.plan, "ahead")).refusal
            if refusal and refusal.rule != "DOG-12":
                return refusal
    least = least_actions(state.ships[key].at, state.ships[key].facing, place)
    if least <= start.allowance:
        return Refused("DOG-12", "Her move would end before she comes there.", pieces=(key,))
    reason = "She cannot come there with the actions that she has."
    return Refused("DOG-12", reason, f"at least {count(least, 'action')}, she has {start.allowance}", (key,))


def least_actions(at: Hex, facing: int, place: Hex) -> int:
    """Actions that it takes at least, were the sea empty and without wind: hexes ahead, and turns between them."""
    directions = find_nearer_directions(at, place)
    turns = min((angle_between(facing, direction) for direction in directions), default=0)
    return distance(at, place) + turns + len(directions) - 1


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


def _place(move: MoveInProgress) -> tuple[Hex, int]:
    """Where it leads; off the map for a ship that withdraws."""
    return move.legs[-1].at if move.legs else move.at, move.facing


def _reached(state: State, move: MoveInProgress) -> Reached:
    return Reached(
        move.ship,
        *_place(move),
        tuple(leg.action for leg in move.legs),
        (state.ships[move.ship].at, *(leg.at for leg in move.legs)),
        move.end,
        move.others,
        move.allowance,
        move.left,
        move.turns_only,
        move.refusal,
    )


def hexes(state: State, keys: Iterable[str]) -> Iterator[Hex]:
    """The hexes of the map in which some ships may be placed, each once."""
    found = dict.fromkeys(place for key in keys for place in placing.hexes(state, key))
    return (place for place in found if state.sea.holds(place))


def as_lies(state: State, key: str) -> PlaceShip:
    """The order that leaves a ship where she is."""
    lies = placing.berth(state, key)
    return PlaceShip(state.fleet[key].side, key, lies.at, lies.facing)
