"""Places that a ship can reach, or why not; places alongside (DOG-12 to DOG-16) and before play."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.phrases import format_count
from tabletop.games.decks_of_glory import movement, placing
from tabletop.games.decks_of_glory.commands import PlaceShip
from tabletop.games.decks_of_glory.model import HANDS, Action, Hand, State
from tabletop.games.decks_of_glory.positions import row
from tabletop.geometry.hexgrid import Hex, angle_between, distance, find_nearer_directions, hex_ahead

_EACH: tuple[Action, ...] = ("ahead", "port", "starboard")


class Reached(msgspec.Struct, frozen=True):
    """A place and facing that a ship reaches by a move.

    Attributes:
        ship: the ship that moves.
        at: the hex; off the map for a ship that withdraws.
        facing: before the ship is made parallel to others.
        plan: the actions.
        track: the hexes on the way, from the first.
        end: the cause that ends the move there: in irons, entangled, withdrawn; None otherwise.
        others: the ships that the ship would be entangled with.
        allowance: actions at the start.
        left: actions left.
        turns_only: the ship may turn one hex side, but not go ahead (DOG-13).
        refusal: the reason why a further wanted action is not allowed, or None.
    """

    ship: str
    at: Hex
    facing: int
    plan: tuple[Action, ...]
    track: tuple[Hex, ...]
    end: movement.End | None
    others: tuple[str, ...]
    allowance: int
    left: int
    turns_only: bool = False
    refusal: Refused | None = None

    @property
    def cost(self) -> int:
        """The number of actions of the plan."""
        return len(self.plan)

    @property
    def last(self) -> Hex:
        """The last hex on the map."""
        return self.track[-2] if self.end == "withdrawn" else self.at


class Alongside(msgspec.Struct, frozen=True):
    """The facing of a ship beside others, and the row from port to starboard (DOG-15, DOG-26)."""

    facing: int
    row: tuple[str, ...]


def find_reach(state: State, key: str) -> tuple[Reached, ...]:
    """Return every place and facing that a ship can reach, the cheapest first.

    The first is the present place and facing. A ship in irons or entangled has only that one until a card is drawn.
    """
    found: dict[tuple[Hex, int], Reached] = {}
    front = [movement.begin_move(state, key)]
    while front:
        for move in front:
            found.setdefault(_end_of_move(move), _build_reached(state, move))
        tried = (movement.take_action(state, move, action) for move in front for action in _EACH)
        front = [move for move in tried if not move.refusal and _end_of_move(move) not in found]
    return tuple(found.values())


def preview_plan(state: State, key: str, plan: tuple[Action, ...]) -> Reached:
    """Return the result of a plan, up to the first action that is not allowed."""
    return _build_reached(state, movement.try_plan(state, key, plan))


def find_move_to(state: State, key: str, place: Hex, facing: int | None = None) -> Reached | Refused:
    """Return the shortest move to a hex, or the reason why there is none.

    `facing` is required there if it is given.

    Of two equally short moves, the one that does not end in irons is returned.
    """
    found = [one for one in find_reach(state, key) if one.plan and one.at == place and facing in (None, one.facing)]
    if found:
        return min(found, key=lambda one: (one.cost, one.end == "in_irons"))
    return _explain_unreachable(state, key, place)


def _explain_unreachable(state: State, key: str, place: Hex) -> Refused:
    """Return the rule that forbids the last step to a hex, or else a refusal for the distance."""
    start = movement.begin_move(state, key)
    if start.allowance == 0:
        return movement.take_action(state, start, "ahead").refusal or Refused(
            "DOG-12", "She has no actions.", pieces=(key,)
        )
    for one in find_reach(state, key):
        if hex_ahead(one.at, one.facing) == place:
            refusal = preview_plan(state, key, (*one.plan, "ahead")).refusal
            if refusal and refusal.rule != "DOG-12":
                return refusal
    least = count_least_actions(state.ships[key].at, state.ships[key].facing, place)
    if least <= start.allowance:
        return Refused("DOG-12", "Her move would end before she gets there.", pieces=(key,))
    reason = "She does not have enough actions to get there."
    return Refused("DOG-12", reason, f"at least {format_count(least, 'action')}, she has {start.allowance}", (key,))


def count_least_actions(at: Hex, facing: int, place: Hex) -> int:
    """Return the fewest actions to a hex on an empty sea without wind, turns included."""
    directions = find_nearer_directions(at, place)
    turns = min((angle_between(facing, direction) for direction in directions), default=0)
    return distance(at, place) + turns + len(directions) - 1


def find_alongside(state: State, key: str, there: Reached) -> dict[Hand, Alongside]:
    """Return the result on either side of the ships that the ship would be entangled with, or {}."""
    return {hand: _lie_alongside(state, key, there, hand) for hand in HANDS} if there.others else {}


def _lie_alongside(state: State, key: str, there: Reached, hand: Hand) -> Alongside:
    """Return the facing and the row of ships if the ship lies on the side `hand` of the others."""
    found = movement.find_row_place(state, list(there.others), there.facing, hand)
    lying = replace(
        state.ships[key], at=there.at, facing=found.facing, place=found.place, since=found.since, status="sailing"
    )
    after = replace(state, ships={**state.ships, key: lying})
    return Alongside(found.facing, row(after, there.at))


def _end_of_move(move: movement.MoveInProgress) -> tuple[Hex, int]:
    """Return the hex and facing at the end; the hex is off the map for a ship that withdraws."""
    return move.legs[-1].at if move.legs else move.at, move.facing


def _build_reached(state: State, move: movement.MoveInProgress) -> Reached:
    """Return the place that a move has reached."""
    return Reached(
        move.ship,
        *_end_of_move(move),
        tuple(leg.action for leg in move.legs),
        (state.ships[move.ship].at, *(leg.at for leg in move.legs)),
        move.end,
        move.others,
        move.allowance,
        move.left,
        move.turns_only,
        move.refusal,
    )


def list_placing_hexes(state: State, keys: Iterable[str]) -> Iterator[Hex]:
    """Return the hexes of the map in which some ships may be placed, each once."""
    found = dict.fromkeys(place for key in keys for place in placing.hexes_of_zone(state, key))
    return (place for place in found if state.sea.holds(place))


def build_unchanged_placing(state: State, key: str) -> PlaceShip:
    """Return the command that leaves a ship where it is."""
    lies = placing.find_berth(state, key)
    return PlaceShip(state.fleet[key].side, key, lies.at, lies.facing)
