"""What a battle is about: the ledger of victory points, and what would come into it (8, AMB-115)."""

from collections.abc import Iterator

from tabletop.core.game import PointSource, Score, VictorySummary
from tabletop.core.phrases import capital, count, signed
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.chapters.optional import leaders
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import FLEETS, SIDES, Admiral, enemy_of
from tabletop.games.ships_of_the_line.state import State, is_in_service, side_of
from tabletop.games.ships_of_the_line.tables import FLED_POINTS, STRUCK_POINTS, SUNK_POINTS


def stakes(state: State) -> VictorySummary:
    """How it is won, what gave points so far, and what would."""
    won = (
        f"Most victory points win when turn {state.turns} is over, or as soon as a side has no fighting ships left. "
        "Equal points are a draw."
    )
    return VictorySummary(won, "SOTL-8-a", tuple(map(_given, state.scores)), (*_ships(state), *_leaders(state)))


def _given(score: Score) -> PointSource:
    when = f", turn {score.turn}" if score.turn else ""
    return PointSource(f"{capital(score.reason)}{when}", signed(score.points), score.rule, score.side)


def _ships(state: State) -> Iterator[PointSource]:
    """What any ship is worth, and how many still fight."""
    for side in SIDES:
        enemies = sum(is_in_service(state, key) and side_of(state, key) == enemy_of(side) for key in state.ships)
        of = f"{count(enemies, 'ship')} of {FLEETS[enemy_of(side)]} that {'fights' if enemies == 1 else 'fight'}"
        yield PointSource(f"Each of {of}, if she strikes or is taken", signed(STRUCK_POINTS), "SOTL-8-b", side)
    yield PointSource(
        "Besides, for each enemy ship that sinks or explodes, whatever did it", signed(SUNK_POINTS), "SOTL-8-c"
    )
    fled = f"{signed(-FLED_POINTS)}, the enemy {signed(FLED_POINTS)}"
    yield PointSource("A ship of one's own that is taken off the map", fled, "SOTL-8-e")
    yield PointSource("A ship of one's own that is retaken: to the enemy", signed(-STRUCK_POINTS), "SOTL-8-g")


def _leaders(state: State) -> Iterator[PointSource]:
    """What the death of each leader is worth to the enemy, and costs his own side."""
    alive = fleets.leaders(state) if leaders.MODULE in rules_of(state).modules else ()
    for one in sorted((one for one in alive if one.fate == "well"), key=lambda one: -leaders.death_points(state, one)):
        yield _leader(state, one)


def _leader(state: State, one: Admiral) -> PointSource:
    worth = leaders.death_points(state, one)
    told = f"{signed(worth)}, his side {signed(-worth)}"
    return PointSource(
        f"{fleets.printed_leader(state, one).name} dead", told, "SOTL-8-d", enemy_of(fleets.side_of_leader(state, one))
    )
