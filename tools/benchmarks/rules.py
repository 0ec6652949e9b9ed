"""The rules: the fire picture of a fleet, checks of plans, whole battles, and loading of records."""

import tempfile
import time
from collections.abc import Iterator
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import shapely

from tabletop.core import resources
from tabletop.core.chance import SeededChance
from tabletop.core.game import AnyGame, find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import sailing
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.model import State, is_on_map
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside
from tabletop.games.ships_of_the_line.survey import gunnery as pictures
from tabletop.geometry import hull
from tabletop.geometry.field import build_field
from tabletop.geometry.pose import Pose, quantise
from tabletop.players import casual
from tools.benchmarks.figures import Figure, measure_ratio

GAME = "ships_of_the_line"
SEED = "1805"
NOISE = 0.002
"""The largest error of quantised poses and of arcs drawn as chords, UM."""


def game() -> AnyGame:
    """Return the game that is measured."""
    return find_game(GAME)


def open_trafalgar() -> State:
    """Return the opening of Trafalgar."""
    path = resources.find_scenario(GAME, "trafalgar")
    state: State = game().open(game().read(path.read_text(encoding="utf-8"), path.name), {})
    return state


def play_to_combat(turns: int) -> State:
    """Return Trafalgar after random play up to the Combat Phase of a turn."""
    state, chance, fancy = open_trafalgar(), SeededChance(SEED), Random(SEED)
    while not (state.turn == turns and state.phase == "combat"):
        command = game().choices(state).pick(fancy)
        assert command is not None
        state = game().decide(state, command, chance).state
    return state


def measure_rules() -> Iterator[Figure]:
    """Yield all rows about the rules."""
    yield from _measure_fire_picture(play_to_combat(5))
    yield _measure_plan_checks(play_to_combat(6))
    yield from _measure_battle()


# --- the fire picture


def _measure_fire_picture(state: State) -> Iterator[Figure]:
    fresh = (_shift_ships(state, step / 1000) for step in count(1))  # nothing is remembered of such a position

    def whole() -> None:
        pictures.find_outlooks(next(fresh))

    what = "fire picture of the fleet, 60 ships in turn 5 ÷ 360 sectors and one tree query"
    yield measure_ratio(what, whole, lambda: _query_sectors(state), 4, runs=15)
    differing = sum(_differs(state, key, broadside) for key in state.ships for broadside in BROADSIDES)
    yield Figure("broadsides of which picture and naive oracle differ", differing, 0, "")


def _shift_ships(state: State, east: float) -> State:
    ships = {
        key: msgspec.structs.replace(ship, pose=Pose(quantise(ship.pose.x + east), ship.pose.y, ship.pose.heading))
        for key, ship in state.ships.items()
    }
    return msgspec.structs.replace(state, ships=ships)


def _query_sectors(state: State) -> Any:
    """Do the reference work: build three bands for each broadside, and find the hulls that touch them."""
    profile = state.profile
    reaches = (profile.point_blank, profile.medium, profile.long)
    fields = [
        _build_field(state, key, broadside, reach)
        for key in state.ships
        for broadside in BROADSIDES
        for reach in reaches
    ]
    hulls = [hull.outline(ship.pose, *positions.hull_size(state, key)) for key, ship in state.ships.items()]
    return shapely.STRtree(hulls).query(fields, predicate="intersects")


def _build_field(state: State, key: str, broadside: Broadside, reach: float) -> shapely.Polygon:
    return build_field(
        state.ships[key].pose, *positions.hull_size(state, key), broadside, reach, state.profile.gun_traverse
    )


def _differs(state: State, key: str, broadside: Broadside) -> bool:
    """Return True if the fire picture of a broadside differs from that of cut polygons."""
    outlook = pictures.find_outlooks(state).get((key, broadside))
    told = {one.ship: one.sight.distance for one in outlook.sighting.seen} if outlook else {}
    cut = dict(_find_targets_naively(state, key, broadside))
    doubtful = {other for other, away in cut.items() if abs(away - state.profile.long) < NOISE}
    if set(told) - doubtful != {other for other, away in cut.items() if away <= state.profile.long} - doubtful:
        return True
    return any(abs(told[other] - cut[other]) > NOISE for other in set(told) & set(cut))


def _find_targets_naively(state: State, key: str, broadside: Broadside) -> Iterator[tuple[str, float]]:
    """Yield every other ship with a part of its hull in the field, and the distance of that part, UM."""
    ground = _build_field(state, key, broadside, 2 * state.profile.long)
    after, ahead = hull.side_edge(state.ships[key].pose, *positions.hull_size(state, key), broadside)
    side = shapely.LineString([(after.x, after.y), (ahead.x, ahead.y)])
    for other in state.ships:
        part = positions.hull_outline(state, other).intersection(ground)
        if other != key and is_on_map(state, other) and not part.is_empty:
            yield other, float(part.distance(side))


# --- a move while it is dragged


def _measure_plan_checks(state: State) -> Figure:
    """Measure checks of a plan of four advances whose turn follows the hand."""
    keys = [key for key, ship in state.ships.items() if not ship.stopped and ship.status == "in_service"][:20]
    tried = cycle([(key, degrees) for key in keys for degrees in range(-44, 45) if degrees])
    made, began = 0, time.perf_counter()
    while time.perf_counter() - began < 2:
        key, degrees = next(tried)
        sailing.evaluate_plan(state, key, (Step("turn", degrees), *(sailing.ADVANCE,) * 3))
        made += 1
    return Figure("moves checked with witness while dragging", made / 2, 500, "a second", at_least=True)


# --- whole battles and their records


def _measure_battle() -> Iterator[Figure]:
    state, chance, fancy = open_trafalgar(), SeededChance(SEED), Random(SEED)
    made, began = 0, time.process_time()
    while (command := game().choices(state).pick(fancy)) is not None:
        state = game().decide(state, command, chance).state
        made += 1
    took = time.process_time() - began
    note = f"{made} commands, {made / took:.0f} a second"
    yield Figure("random play of Trafalgar, 24 turns, journal off", took, 6, "s", note)
    with tempfile.TemporaryDirectory() as folder:
        yield _measure_loading(_record_battle(Path(folder) / "trafalgar.jsonl"))


def _record_battle(path: Path) -> Path:
    scenario = resources.find_scenario(GAME, "trafalgar")
    match = Match.new(MatchSetup(game(), scenario.read_text(encoding="utf-8"), scenario.name, SEED), path)
    for _ in casual.play(match, Random(SEED), 10_000):
        pass
    return path


def _measure_loading(path: Path) -> Figure:
    def decode() -> None:
        for line in path.read_bytes().splitlines():
            msgspec.json.decode(line)

    what = f"open a finished record of Trafalgar, {path.stat().st_size / 1e6:.1f} MB ÷ decoding its JSON"
    return measure_ratio(what, lambda: Match.load(path), decode, 10, runs=5)
