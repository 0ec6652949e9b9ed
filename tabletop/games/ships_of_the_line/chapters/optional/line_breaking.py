"""Chapter 12: broken lines of battle, and ships that flee (AMB-96, AMB-97, AMB-163 to AMB-166, AMB-220)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations

from msgspec import UNSET
from msgspec.structs import replace
from shapely import LineString

from tabletop.core.command_context import FollowUp
from tabletop.core.errors import Refused
from tabletop.core.events import EventHandler, describe_nothing
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import commands, fleets, model, positions
from tabletop.games.ships_of_the_line.chapters import grappling, movement, sailing
from tabletop.games.ships_of_the_line.chapters.optional.leaders import FLEE_CHECK, formation_of
from tabletop.games.ships_of_the_line.chapters.sailing import evaluate_plan
from tabletop.games.ships_of_the_line.events.boarding import ShipCaptured
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired, ColoursStruck
from tabletop.games.ships_of_the_line.hooks import CommandExtension, Mark, Motion, Phase
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, is_steadfast, rules_of
from tabletop.games.ships_of_the_line.ship import SIDES, Edge, Side
from tabletop.games.ships_of_the_line.tables import Check, Modifier
from tabletop.games.ships_of_the_line.words import describe_by, format_throw, name_of
from tabletop.geometry import hull, measure
from tabletop.geometry.pose import Point, Pose

EDGE_NAMES: dict[Edge, str] = {"N": "north", "E": "east", "S": "south", "W": "west"}


class LineCrossed(model.ShipEvent, frozen=True, kw_only=True):
    """A ship sailed through between two enemies in line (AMB-164)."""

    divisions: tuple[str, ...]
    """Divisions of the two enemies."""
    rule: str = "SOTL-12-a"


class LineBroken(model.ShipEvent, frozen=True, kw_only=True):
    """A ship that had crossed the line of a division raked a ship of that division and so broke the line (12-a)."""

    division: str
    rule: str = "SOTL-12-a"


class MoraleRolled(model.ShipEvent, frozen=True, kw_only=True):
    """A ship of a division whose line was broken rolled for her morale (12-b).

    `modifiers` run from the die to the modified result. The ship stands if the result is less than `strength`, her
    printed boarding strength.
    """

    die: int
    modifiers: tuple[Modifier, ...]
    strength: int
    stands: bool
    rule: str = "SOTL-12-b"


class LinesTested(model.ShipEvent, frozen=True, kw_only=True):
    """All ships of a broken division have rolled; `ship` is the first of the division in key order."""

    division: str
    rule: str = "SOTL-12-b"


class FlightBegan(model.ShipEvent, frozen=True, kw_only=True):
    """A ship must leave the map by the edge `edge`, also after the wind has shut another edge (12-d)."""

    edge: Edge
    rule: str = "SOTL-12-d"


class FlightEnded(model.ShipEvent, frozen=True, kw_only=True):
    """A ship has struck or was captured and flees no more (AMB-166)."""

    rule: str = "AMB-166"


def lines_of(state: model.State) -> model.Lines:
    """Return the lines crossed and broken so far; an empty `Lines` if the state has none."""
    return model.Lines() if state.lines is UNSET else state.lines


def _apply_line_crossed(state: model.State, event: LineCrossed) -> model.State:
    """Add the divisions to those that the ship has crossed; a division counts once."""
    lines = lines_of(state)
    noted = tuple(dict.fromkeys((*lines.crossings.get(event.ship, ()), *event.divisions)))
    return replace(state, lines=replace(lines, crossings={**lines.crossings, event.ship: noted}))


def _apply_line_broken(state: model.State, event: LineBroken) -> model.State:
    """Add the division to `lines.broken`, and take it from the crossings of the ship."""
    lines = lines_of(state)
    left = tuple(one for one in lines.crossings.get(event.ship, ()) if one != event.division)
    broken = tuple(dict.fromkeys((*lines.broken, event.division)))
    return replace(state, lines=model.Lines({**lines.crossings, event.ship: left}, broken))


def _apply_lines_tested(state: model.State, event: LinesTested) -> model.State:
    """Take the division out of `lines.broken`, as all its ships have rolled."""
    lines = lines_of(state)
    return replace(state, lines=replace(lines, broken=tuple(one for one in lines.broken if one != event.division)))


def _describe_line_crossed(state: model.State, event: LineCrossed) -> str:
    """Return the log sentence with the titles of the divisions; a division without a title shows its key."""
    crossed = " and of ".join(state.divisions.get(one, one) for one in event.divisions)
    return f"{name_of(state, event.ship)} sails through the line of {crossed}."


def _describe_line_broken(state: model.State, event: LineBroken) -> str:
    """Return the log sentence with the title of the division, or its key if it has no title."""
    return f"{name_of(state, event.ship)} breaks the line of {state.divisions.get(event.division, event.division)}."


def _describe_morale_rolled(state: model.State, event: MoraleRolled) -> str:
    """Return the log sentence with the throw, the boarding strength and the outcome."""
    end = "she stands" if event.stands else "she flees"
    return (
        f"{name_of(state, event.ship)}'s crew wavers: {format_throw(event.modifiers)} against {event.strength}; {end}."
    )


FLIGHT_EVENTS: tuple[EventHandler[model.State], ...] = (
    EventHandler(
        FlightBegan,
        lambda state, event: model.with_ship(state, event.ship, fleeing=event.edge),
        lambda state, event: f"{name_of(state, event.ship)} flees to the {EDGE_NAMES[event.edge]}.",
    ),
    EventHandler(FlightEnded, model.set_marks(fleeing=UNSET), describe_by("{ship} stops fleeing.")),
)
"""Handlers of the events of fleeing ships, shared with the module `dumanoir`."""

EVENT_HANDLERS: tuple[EventHandler[model.State], ...] = (
    EventHandler(LineCrossed, _apply_line_crossed, _describe_line_crossed),
    EventHandler(LineBroken, _apply_line_broken, _describe_line_broken),
    EventHandler(MoraleRolled, lambda state, event: state, _describe_morale_rolled),  # noqa: ARG005 - a flight is an event of its own
    EventHandler(LinesTested, _apply_lines_tested, describe_nothing),
    *FLIGHT_EVENTS,
)

LINE_INTERVAL = 0.5
"""AMB-163: greatest distance from bow to stern in a line, UM, if the profile does not say."""
MAX_HEADING_DIFFERENCE = 45
"""AMB-163: degrees by which the headings of two ships in line may differ."""

LinePair = tuple[str, str]
"""Keys of two neighbours in a line, the ship ahead first."""


@cache_per_state
def pairs_in_line(state: model.State, side: Side) -> tuple[LinePair, ...]:
    """Return the neighbours in lines of `side` in which some ship carries a leader, nearest pairs first.

    The home ship of a leader counts as well as the ship that carries the leader now, also for a lost leader
    (AMB-163).
    """
    pairs = _match_pairs(
        state, [key for key in state.ships if model.is_in_service(state, key) and model.side_of(state, key) == side]
    )
    led = {ship for one in fleets.leaders(state) for ship in (one.home, one.ship)}
    return tuple(pair for pair in pairs if led & grappling.find_connected_ships(pairs, pair[0]))


def _match_pairs(state: model.State, keys: Iterable[str]) -> list[LinePair]:
    """Match ships to pairs, nearest first; each ship has at most one ahead and one astern (AMB-163)."""
    ahead, astern = set[str](), set[str]()
    found = []
    for _, leader, follower in sorted(_find_near_pairs(state, keys)):
        if leader not in astern and follower not in ahead:
            astern.add(leader)
            ahead.add(follower)
            found.append((leader, follower))
    return found


def _find_near_pairs(state: model.State, keys: Iterable[str]) -> Iterator[tuple[float, str, str]]:
    """Yield (gap in UM, ship ahead, ship astern) for all near pairs of one formation, in no order.

    Near means: from the stern of the ship ahead to the bow of the other at most `line_interval`, and headings
    that differ by at most `MAX_HEADING_DIFFERENCE`.
    """
    far = line_interval(state)
    poses = {key: state.ships[key].pose for key in keys}
    bows = {key: hull.bow(pose, positions.hull_size(state, key)[0]) for key, pose in poses.items()}
    fleet = {key: formation_of(state, state.cards[key].division) for key in poses}
    for leader, follower in permutations(poses, 2):
        stern, bow = poses[leader], bows[follower]
        if abs(stern.x - bow.x) > far or abs(stern.y - bow.y) > far or fleet[leader] != fleet[follower]:
            continue
        gap = measure.distance(bow, stern.point)
        aligned = measure.heading_difference(stern.heading, poses[follower].heading) <= MAX_HEADING_DIFFERENCE
        if gap <= far and aligned:
            yield gap, leader, follower


def line_interval(state: model.State) -> float:
    """Return the greatest gap between ships in line, UM: from the profile, else `LINE_INTERVAL` (12-g)."""
    return LINE_INTERVAL if state.profile.line_interval is UNSET else state.profile.line_interval


def find_crossed_pairs(motion: Motion) -> tuple[LinePair, ...]:
    """Return the enemy pairs in line between which the ship that sailed has passed with her stern.

    A pair is passed if the track of the stern crosses the segment between both hull middles. All positions are
    those before the motion. Returns () for a drift and for a ship out of service.
    """
    state, key = motion.before, motion.ships[0]
    if not motion.legs or not model.is_in_service(state, key):
        return ()
    places = [motion.legs[0].start.point, *(leg.end.point for leg in motion.legs)]
    near = _find_enemies_near(state, key, places)
    if len(near) < 2:
        return ()
    pairs = [(leader, follower) for _, leader, follower in _find_near_pairs(state, near)]
    track = LineString([(one.x, one.y) for one in places]) if pairs else None
    cut = {pair for pair in pairs if _is_cut(state, track, pair)}
    lines = (
        (link for side in SIDES if side != model.side_of(state, key) for link in pairs_in_line(state, side))
        if cut
        else ()
    )
    return tuple(link for link in lines if link in cut)


def divisions_of(state: model.State, pairs: Iterable[LinePair]) -> tuple[str, ...]:
    """Return the divisions of the ships in `pairs`, each once, in order of first appearance."""
    return tuple(dict.fromkeys(state.cards[one].division for pair in pairs for one in pair))


def _find_enemies_near(state: model.State, key: str, track: Sequence[Point]) -> list[str]:
    """Return the enemies in service in the bounding box of `track`, widened by the interval and a hull.

    This is a cheap filter: no other enemy can be in a pair that the track passes.
    """
    far, own = line_interval(state) + positions.longest_hull(state.profile), model.side_of(state, key)
    xs, ys = [one.x for one in track], [one.y for one in track]
    west, east, south, north = min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far
    lying = positions.plot(state).poses.items()
    near = [other for other, pose in lying if west <= pose.x <= east and south <= pose.y <= north]
    return [other for other in near if model.is_in_service(state, other) and model.side_of(state, other) != own]


def _is_cut(state: model.State, track: LineString | None, link: LinePair) -> bool:
    """Return True if the track crosses the segment between both hull middles; False if it is None."""
    middles = [positions.hull_center(state, key) for key in link]
    return track is not None and bool(track.intersects(LineString([(one.x, one.y) for one in middles])))


def note_crossing(turn: model.Context, motion: Motion) -> None:
    """Emit `LineCrossed` with the divisions whose lines the ship crosses for the first time (AMB-164).

    Emits nothing if the motion crosses none, or only divisions noted already.
    """
    known = lines_of(turn.state).crossings.get(motion.ships[0], ())
    if fresh := tuple(one for one in divisions_of(motion.before, find_crossed_pairs(motion)) if one not in known):
        turn.emit(LineCrossed(ship=motion.ships[0], divisions=fresh))


def break_raked_line(turn: model.Context, event: BroadsideFired) -> None:
    """Emit `LineBroken` if the broadside rakes a ship of a division that the firing ship has crossed.

    Hits are not needed: a rake that misses breaks the line too (12-a).
    """
    division = turn.state.cards[event.target].division if event.rake else ""  # a battery is of none
    if division in lines_of(turn.state).crossings.get(event.ship, ()):
        turn.emit(LineBroken(ship=event.ship, division=division))


EDGE_HEADINGS: dict[Edge, int] = {"N": 0, "E": 90, "S": 180, "W": 270}

EDGE_PREFERENCE: dict[Side, tuple[Edge, ...]] = {"allied": ("N", "E", "S", "W"), "british": ("S", "W", "N", "E")}
"""AMB-166: order of the edges for each side if several are equally near."""


def is_fleeing(state: model.State, key: str) -> bool:
    """Return True if the ship is in service and has an edge to flee to."""
    return state.ships[key].fleeing is not UNSET and model.is_in_service(state, key)


def begin_flight(turn: model.Context, key: str, rule: str = "SOTL-12-d") -> None:
    """Emit `FlightBegan` with the nearest open edge, also for a ship that flees already."""
    turn.emit(FlightBegan(ship=key, edge=nearest_open_edge(turn.state, key), rule=rule))


def nearest_open_edge(state: model.State, key: str) -> Edge:
    """Return the nearest edge that is not in the wind's eye, measured from the middle of the ship.

    Edges behind land or shoals are taken only if all open edges are. Ties go by `EDGE_PREFERENCE` of the
    printed side.
    """
    pose = state.ships[key].pose
    open_ = [
        edge
        for edge in EDGE_PREFERENCE[state.cards[key].side]
        if not model.is_head_to_wind(EDGE_HEADINGS[edge], state.wind)
    ]
    free = [edge for edge in open_ if not _is_barred(state, key, edge)]
    return min(free or open_, key=lambda edge: distance_to_edge(state, key, edge, pose))


def _is_barred(state: model.State, key: str, edge: Edge) -> bool:
    """Return True if land or shoals lie on the shortest way from the middle of the ship to `edge`."""
    middle, far = positions.hull_center(state, key), distance_to_edge(state, key, edge, state.ships[key].pose)
    off = Pose(middle.x, middle.y, EDGE_HEADINGS[edge]).advance(far)
    way = LineString([(middle.x, middle.y), (off.x, off.y)])
    return any(piece.intersects(way) for piece in sailing.find_barriers(state).values())


def distance_to_edge(state: model.State, key: str, edge: Edge, pose: Pose) -> float:
    """Return the distance in UM from the middle of a ship in `pose` to an edge; negative beyond the edge."""
    middle, sea = hull.centre(pose, positions.hull_size(state, key)[0]), state.sea
    off = {"N": sea.north - middle.y, "E": sea.east - middle.x, "S": middle.y - sea.south, "W": middle.x - sea.west}
    return round(off[edge], 3)


def change_shut_edges(turn: model.Context) -> None:
    """Emit a new `FlightBegan` for each fleeing ship whose edge lies in the wind's eye now (12-d).

    Runs as the Movement Phase opens.
    """
    for key, ship in turn.state.ships.items():
        shut = ship.fleeing is not UNSET and model.is_head_to_wind(EDGE_HEADINGS[ship.fleeing], turn.state.wind)
        if shut and model.is_in_service(turn.state, key):
            begin_flight(turn, key)


@cache
def _course_to_edge(edge: Edge) -> movement.Bearing:
    """Return a function from pose to heading, in degrees, that always gives the heading to `edge`.

    Cached: the same edge gives the same function, so that plans can be compared.
    """
    return lambda pose: EDGE_HEADINGS[edge]  # noqa: ARG005


def list_flight_moves(state: model.State, key: str) -> Iterator[commands.SideCommand]:
    """Yield commands that bring a fleeing ship straight to her edge; none for any other ship.

    Commands are not checked: weigh anchor, then turn by boats if head to wind, else sail.
    """
    edge = state.ships[key].fleeing
    if edge is not UNSET and model.is_in_service(state, key):
        yield from movement.list_commands_towards(state, key, _course_to_edge(edge))


def check_flight_course(state: model.State, command: commands.Sail) -> Refused | None:
    """Refuse a fleeing ship a plan that slows needlessly or ends farther from her edge (AMB-166, AMB-219).

    Slowing is allowed if the plan, or the straight course to the edge, ends in contact; so is ending farther
    away if the straight course comes no nearer. Returns None for other ships.
    """
    key = command.ship
    edge = state.ships[key].fleeing
    if edge is UNSET or not model.is_in_service(state, key):
        return None
    tried, course = evaluate_plan(state, key, command.plan), _course_to_edge(edge)
    slows = tried.total_slowed or tried.is_hove_to
    if slows and not tried.contact and not movement.plan_bee_line(state, key, course).contact:
        by = f"{tried.total_slowed} of {tried.allowance.points} points not used"
        return Refused("AMB-166", f"She is fleeing to the {EDGE_NAMES[edge]} and does not slow.", by, (key,))
    mark = f"the edge in the {EDGE_NAMES[edge]}"
    return movement.check_course(state, tried, course, lambda pose: distance_to_edge(state, key, edge, pose), mark)


def end_flight(turn: model.Context, event: ColoursStruck | ShipCaptured) -> None:
    """Emit `FlightEnded` if the ship that struck or was captured was fleeing.

    The flight does not resume if the ship is restored.
    """
    if turn.state.ships[event.ship].fleeing is not UNSET:
        turn.emit(FlightEnded(ship=event.ship))


def refuse_anchor(state: model.State, key: str) -> Refused | None:
    """Return the refusal to anchor if the ship flees, else None (AMB-166)."""
    if not is_fleeing(state, key):
        return None
    reason = f"{state.cards[key].name} is fleeing and cannot anchor."
    return Refused("AMB-166", reason, pieces=(key,))


FLIGHT_EXTENSIONS = (
    CommandExtension(commands.Sail, check=check_flight_course),
    CommandExtension(commands.DropAnchor, ship=refuse_anchor),
)

FLIGHT_FOLLOW_UPS: tuple[FollowUp[model.State], ...] = (
    FollowUp(ColoursStruck, end_flight),
    FollowUp(ShipCaptured, end_flight),
)

# its opening and its closing: broken lines are tested before those who hesitate choose (section 1)
MORALE_PHASE = Phase("morale", "Crew", "nobody", (), "Ships that may flee", "SOTL-12-b", after="fires")


def roll_morale_of_broken_lines(turn: model.Context) -> None:
    """Roll for each tested ship of each broken division, in key order, then emit `LinesTested` (AMB-165).

    `LinesTested` follows once a division, after all rolls. Nothing happens if no line is broken.
    """
    broken = lines_of(turn.state).broken
    for key in turn.state.ships if broken else ():
        if turn.state.cards[key].division in broken and is_tested(turn.state, key):
            _roll_morale(turn, key)
    for division in broken:
        first = next(key for key, card in turn.state.cards.items() if card.division == division)
        turn.emit(LinesTested(ship=first, division=division))


def is_tested(state: model.State, key: str) -> bool:
    """Return True if the ship is in service, not fleeing and not steadfast against a broken line.

    The caller has checked that the line of the division is broken (AMB-165).
    """
    return model.is_in_service(state, key) and not is_fleeing(state, key) and not is_steadfast(state, key, "line")


def _roll_morale(turn: model.Context, key: str) -> None:
    """Roll a die for the ship and emit `MoraleRolled`; if she does not stand, begin her flight.

    The ship stands if the modified die is below her printed boarding strength (12-b).
    """
    roll = Check(turn.state, key, FLEE_CHECK, turn.d6())
    modifiers = rules_of(turn.state).modifiers.check.working(roll)
    strength = turn.state.cards[key].boarding
    stands = modifiers[-1].value < strength
    turn.emit(MoraleRolled(ship=key, die=roll.die, modifiers=modifiers, strength=strength, stands=stands))
    if not stands:
        begin_flight(turn, key)


def _list_marks(state: model.State, key: str) -> Iterator[Mark]:
    """Yield a mark for each division whose line the ship has crossed, then one if she flees."""
    for division in lines_of(state).crossings.get(key, ()):
        meaning = "Her next rake of one of its ships breaks it, even if it misses."
        yield Mark("Sailed through", state.divisions.get(division, division), meaning, "SOTL-12-a")
    edge = state.ships[key].fleeing
    if edge is not UNSET and model.is_in_service(state, key):
        meaning = "She sails off the map by the shortest way. She may still fire, defend herself and board."
        yield Mark("Fleeing", f"to the {EDGE_NAMES[edge]}", meaning, "SOTL-12-d")


def _explain_no_effect(state: model.State) -> str:
    """Return a sentence if no ship has a leader, because only led lines count; else ""."""
    return "" if fleets.leaders(state) else "No ship carries a leader, and without leaders there are no lines."


MODULE = RuleModule(
    id="line_breaking",
    rule="SOTL-12",
    title="Breaking the line",
    note="If an enemy crosses and rakes a division's line, its ships roll for morale and may flee.",
    group="People",
    inert=_explain_no_effect,
    phases=(MORALE_PHASE,),
    phase_start_rules={"movement": change_shut_edges, MORALE_PHASE.id: roll_morale_of_broken_lines},
    post_move_rules={"crossings": note_crossing},
    duties={"movement": list_flight_moves},
    command_extensions=FLIGHT_EXTENSIONS,
    event_handlers=EVENT_HANDLERS,
    follow_ups=(FollowUp(BroadsideFired, break_raked_line), *FLIGHT_FOLLOW_UPS),
    marks=_list_marks,
)
