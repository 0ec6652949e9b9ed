"""Whom a leader helps, and how far he reaches, as it is judged: from hull to hull (9-d, 14-b, AMB-150, AMB-151)."""

from typing import NamedTuple

import msgspec
import shapely

from tabletop.core.commands import Command
from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import fleets, positions
from tabletop.games.ships_of_the_line.chapters import grappling
from tabletop.games.ships_of_the_line.chapters.optional import leaders
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import Refloat
from tabletop.games.ships_of_the_line.chapters.optional.collision import Unfoul
from tabletop.games.ships_of_the_line.chapters.optional.nailing import NailColours
from tabletop.games.ships_of_the_line.commands import BreakGrapple, ClearRigging, GrappleShip, Transfer
from tabletop.games.ships_of_the_line.rule_modules import phase_of, rules_of
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.state import State, is_on_map, side_of


class Circle(msgspec.Struct, frozen=True):
    """The water in which a leader helps.

    Attributes:
        name: of the leader.
        rating: his; the lower the better.
        reach: UM.
        area: every hull that touches it is in his reach.
    """

    name: str
    rating: int
    reach: float
    area: shapely.Polygon


@per_state
def circle(state: State, key: str) -> Circle | None:
    """Of the leader aboard a ship; None where there is none who helps anybody now."""
    one = fleets.leader_aboard(state, key) if leaders.MODULE in rules_of(state).modules else None
    if one is None or not fleets.can_act(state, one) or state.ships[key].status == "struck":
        return None
    printed, reach = fleets.printed_leader(state, one), leaders.leader_reach(state, one)
    return Circle(printed.name, printed.rating, reach, positions.hull_outline(state, key).buffer(reach))


class Help(NamedTuple):
    """Whose rating makes a roll easier, and by how much; `name` is the last part of his."""

    name: str
    rating: int


_ROLLS: dict[type[Command], str] = {
    GrappleShip: "grapple", BreakGrapple: "break", ClearRigging: "unrig", Unfoul: "unfoul", Refloat: "refloat",
    NailColours: "nail",
}  # fmt: skip
"""Orders that a leader helps with unless he is left out, and what is rolled."""


def helps(state: State, order: Command) -> Help | None:
    """Who helps with the roll of an order; None where nobody does, or none is made (AMB-150)."""
    kind, key = _ROLLS.get(type(order)), getattr(order, "ship", "")
    if kind is None or leaders.MODULE not in rules_of(state).modules or key not in state.ships:
        return None
    if isinstance(order, GrappleShip) and grappling.is_automatic(state, key, order.target):
        return None
    one = leaders.find_helper(state, key, kind)
    printed = fleets.printed_leader(state, one) if one else None
    return Help(printed.name.split()[-1], printed.rating) if printed and printed.rating < 0 else None


class Aid(NamedTuple):
    """What a leader is to another ship: the rating by which he helps her, or how far off she is, UM."""

    rating: int
    away: float
    within: bool


@per_state
def aided(state: State, key: str) -> dict[str, Aid]:
    """The ships that the leader aboard a ship may help; none where he helps nobody, or could not."""
    one = fleets.leader_aboard(state, key)
    if one is None or circle(state, key) is None or fleets.printed_leader(state, one).rating >= 0:
        return {}
    rating, reach = fleets.printed_leader(state, one).rating, leaders.leader_reach(state, one)
    others = (other for other in state.ships if other != key and is_on_map(state, other))
    away = {
        other: positions.distance_between(state, key, other) for other in others if leaders.can_help(state, one, other)
    }
    return {other: Aid(rating, far, far <= reach) for other, far in away.items()}


def goes_over(state: State, key: str, to: str) -> Transfer:
    """The order that sends the leader aboard a ship to another (9-f)."""
    return Transfer(side_of(state, key), key, to=to)


def transferable(state: State, side: Side, key: str) -> bool:
    """Whether a leader of a side is aboard a ship in the step in which leaders change ship."""
    asked = state.question is None and "transfer" in phase_of(state).commands and side_of(state, key) == side
    return asked and fleets.leader_aboard(state, key) is not None
