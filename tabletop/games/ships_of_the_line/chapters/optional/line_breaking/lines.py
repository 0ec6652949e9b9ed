"""Chapter 12: lines of battle, who sails through them, and when that breaks them (AMB-96, AMB-163, AMB-164)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from msgspec import UNSET
from shapely import LineString

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import positions, roster
from tabletop.games.ships_of_the_line.chapters import ties
from tabletop.games.ships_of_the_line.chapters.optional.leaders.influence import formation
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking.events import LineBroken, LineCrossed, lines_of
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.rule_modules import Motion
from tabletop.games.ships_of_the_line.sides import SIDES, Side
from tabletop.games.ships_of_the_line.state import Context, State, in_service, side_of
from tabletop.geometry import hull, measure
from tabletop.geometry.pose import Point

INTERVAL = 0.5
"""AMB-163: UM from bow to stern, if the profile says nothing else."""
ALIGNED = 45
"""AMB-163: degrees by which the headings of ships in line may differ."""

Link = tuple[str, str]
"""Two ships in line, the one ahead first."""


@per_state
def links(state: State, side: Side) -> tuple[Link, ...]:
    """The pairs of a side in line, of lines that have a leader; the nearest pairs first."""
    pairs = _pairs(state, [key for key in state.ships if in_service(state, key) and side_of(state, key) == side])
    led = {ship for one in roster.leaders(state) for ship in (one.home, one.ship)}
    return tuple(pair for pair in pairs if led & ties.reached(pairs, pair[0]))


def _pairs(state: State, keys: Iterable[str]) -> list[Link]:
    """One ahead and one astern for each ship (AMB-163)."""
    ahead, astern = set[str](), set[str]()
    found = []
    for _, leader, follower in sorted(_near(state, keys)):
        if leader not in astern and follower not in ahead:
            astern.add(leader)
            ahead.add(follower)
            found.append((leader, follower))
    return found


def _near(state: State, keys: Iterable[str]) -> Iterator[tuple[float, str, str]]:
    """The pairs near enough and on much the same heading, with the gap between them."""
    far = interval(state)
    poses = {key: state.ships[key].pose for key in keys}
    bows = {key: hull.bow(pose, positions.size(state, key)[0]) for key, pose in poses.items()}
    fleet = {key: formation(state, state.cards[key].division) for key in poses}
    for leader, follower in permutations(poses, 2):
        stern, bow = poses[leader], bows[follower]
        if abs(stern.x - bow.x) > far or abs(stern.y - bow.y) > far or fleet[leader] != fleet[follower]:
            continue
        gap = measure.distance(bow, stern.point)
        aligned = measure.heading_difference(stern.heading, poses[follower].heading) <= ALIGNED
        if gap <= far and aligned:
            yield gap, leader, follower


def interval(state: State) -> float:
    """How far apart two ships in line may lie, UM (12-g)."""
    return INTERVAL if state.profile.line_interval is UNSET else state.profile.line_interval


def crossed(motion: Motion) -> tuple[Link, ...]:
    """The pairs of enemies in line between whom, as they lay, the stern of a ship that sailed has passed."""
    state, key = motion.before, motion.ships[0]
    if not motion.legs or not in_service(state, key):
        return ()
    places = [motion.legs[0].start.point, *(leg.end.point for leg in motion.legs)]
    near = _enemies_near(state, key, places)
    if len(near) < 2:
        return ()
    pairs = [(leader, follower) for _, leader, follower in _near(state, near)]
    track = LineString([(one.x, one.y) for one in places]) if pairs else None
    cut = {pair for pair in pairs if _cuts(state, track, pair)}
    lines = (link for side in SIDES if side != side_of(state, key) for link in links(state, side)) if cut else ()
    return tuple(link for link in lines if link in cut)


def divisions(state: State, pairs: Iterable[Link]) -> tuple[str, ...]:
    """The divisions of ships in line."""
    return tuple(dict.fromkeys(state.cards[one].division for pair in pairs for one in pair))


def _enemies_near(state: State, key: str, track: Sequence[Point]) -> list[str]:
    """The ships that could be of a pair in line with a track between them: few, and mostly none."""
    far, own = interval(state) + positions.longest(state.profile), side_of(state, key)
    xs, ys = [one.x for one in track], [one.y for one in track]
    west, east, south, north = min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far
    lying = positions.plot(state).poses.items()
    near = [other for other, pose in lying if west <= pose.x <= east and south <= pose.y <= north]
    return [other for other in near if in_service(state, other) and side_of(state, other) != own]


def _cuts(state: State, track: LineString | None, link: Link) -> bool:
    middles = [positions.centre(state, key) for key in link]
    return track is not None and bool(track.intersects(LineString([(one.x, one.y) for one in middles])))


def note(turn: Context, motion: Motion) -> None:
    """Whoever sails through a line is remembered against its divisions (AMB-164)."""
    known = lines_of(turn.state).crossings.get(motion.ships[0], ())
    if fresh := tuple(one for one in divisions(motion.before, crossed(motion)) if one not in known):
        turn.emit(LineCrossed(ship=motion.ships[0], divisions=fresh))


def rake(turn: Context, event: BroadsideFired) -> None:
    """The first rake at a ship of a division whose line she crossed breaks it, even if it misses."""
    division = turn.state.cards[event.target].division if event.rake else ""  # a battery is of none
    if division in lines_of(turn.state).crossings.get(event.ship, ()):
        turn.emit(LineBroken(ship=event.ship, division=division))
