"""Chapter 12-d: ships that flee leave the map by the nearest edge that the wind leaves open (AMB-97, 166, 219)."""

from collections.abc import Iterator
from functools import cache

from msgspec import UNSET
from shapely import LineString

from tabletop.core.command_context import FollowUp
from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import commands, positions
from tabletop.games.ships_of_the_line.chapters import duties, passage
from tabletop.games.ships_of_the_line.chapters.headway import in_the_winds_eye
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking.events import TOWARDS, FlightBegan, FlightEnded
from tabletop.games.ships_of_the_line.chapters.plan import trial
from tabletop.games.ships_of_the_line.events.boarding import ShipCaptured
from tabletop.games.ships_of_the_line.events.losses import ColoursStruck
from tabletop.games.ships_of_the_line.rule_modules import CommandExtension
from tabletop.games.ships_of_the_line.ship import Edge
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State, in_service
from tabletop.geometry import hull
from tabletop.geometry.pose import Pose

OUTWARD: dict[Edge, int] = {"N": 0, "E": 90, "S": 180, "W": 270}

TIES: dict[Side, tuple[Edge, ...]] = {"allied": ("N", "E", "S", "W"), "british": ("S", "W", "N", "E")}
"""AMB-166: which of several edges equally near."""


def flees(state: State, key: str) -> bool:
    """Whether a ship in service is on her way off the map."""
    return state.ships[key].fleeing is not UNSET and in_service(state, key)


def flee(turn: Context, key: str, rule: str = "SOTL-12-d") -> None:
    """She makes for the nearest edge from now on."""
    turn.emit(FlightBegan(ship=key, edge=nearest(turn.state, key), rule=rule))


def nearest(state: State, key: str) -> Edge:
    """The nearest edge whose outward heading does not lie in the wind's eye, and behind no land if one is not."""
    pose = state.ships[key].pose
    open_ = [edge for edge in TIES[state.cards[key].side] if not in_the_winds_eye(OUTWARD[edge], state.wind)]
    free = [edge for edge in open_ if not _barred(state, key, edge)]
    return min(free or open_, key=lambda edge: away(state, key, edge, pose))


def _barred(state: State, key: str, edge: Edge) -> bool:
    """Whether land or shoals lie straight between the middle of a ship and an edge."""
    middle, far = positions.centre(state, key), away(state, key, edge, state.ships[key].pose)
    off = Pose(middle.x, middle.y, OUTWARD[edge]).ahead(far)
    way = LineString([(middle.x, middle.y), (off.x, off.y)])
    return any(piece.intersects(way) for piece in passage.barriers(state).values())


def away(state: State, key: str, edge: Edge, pose: Pose) -> float:
    """From the middle of a ship to an edge of the map, UM."""
    middle, sea = hull.centre(pose, positions.size(state, key)[0]), state.sea
    off = {"N": sea.north - middle.y, "E": sea.east - middle.x, "S": middle.y - sea.south, "W": middle.x - sea.west}
    return round(off[edge], 3)


def choose_anew(turn: Context) -> None:
    """As the Movement Phase opens: where the wind has shut an edge, another."""
    for key, ship in turn.state.ships.items():
        shut = ship.fleeing is not UNSET and in_the_winds_eye(OUTWARD[ship.fleeing], turn.state.wind)
        if shut and in_service(turn.state, key):
            flee(turn, key)


@cache
def _outward(edge: Edge) -> duties.Bearing:
    """The course to an edge, from anywhere the same."""
    return lambda pose: OUTWARD[edge]  # noqa: ARG005


def sail(state: State, key: str) -> Iterator[commands.SideCommand]:
    """By the bee-line."""
    edge = state.ships[key].fleeing
    if edge is not UNSET and in_service(state, key):
        yield from duties.sail(state, key, _outward(edge))


def check_course(state: State, command: commands.Sail) -> Refused | None:
    """Neither away from her edge nor slower than she can, but for what lies in her way (AMB-149, AMB-219)."""
    key = command.ship
    edge = state.ships[key].fleeing
    if edge is UNSET or not in_service(state, key):
        return None
    tried, course = trial(state, key, command.plan), _outward(edge)
    slows = tried.all_slowed or tried.hove_to
    if slows and not tried.contact and not duties.bee_line(state, key, course).contact:
        by = f"{tried.all_slowed} of {tried.allowance.points} points not used"
        return Refused("AMB-166", f"She is fleeing to the {TOWARDS[edge]} and does not slow.", by, (key,))
    mark = f"the edge in the {TOWARDS[edge]}"
    return duties.check_course(state, tried, course, lambda pose: away(state, key, edge, pose), mark)


def end(turn: Context, event: ColoursStruck | ShipCaptured) -> None:
    """Struck or taken she flees no more, not even when she is restored."""
    if turn.state.ships[event.ship].fleeing is not UNSET:
        turn.emit(FlightEnded(ship=event.ship))


def under_way(state: State, key: str) -> Refused | None:
    """She drops no anchor: that would be slowing (AMB-166)."""
    if not flees(state, key):
        return None
    reason = f"{state.cards[key].name} is fleeing and drops no anchor."
    return Refused("AMB-166", reason, pieces=(key,))


AMENDMENTS = (
    CommandExtension(commands.Sail, check=check_course),
    CommandExtension(commands.DropAnchor, ship=under_way),
)

SEQUELS: tuple[FollowUp[State], ...] = (FollowUp(ColoursStruck, end), FollowUp(ShipCaptured, end))
