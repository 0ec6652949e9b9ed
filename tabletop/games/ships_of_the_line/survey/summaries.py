"""Numbers of a ship's card, marks of rule modules, and the victory summary (8, AMB-115)."""

from collections.abc import Iterator

import msgspec

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.game import PointSource, Score, VictorySummary
from tabletop.core.phrases import capitalize, format_signed
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.chapters import aiming, boarding, fire
from tabletop.games.ships_of_the_line.chapters.optional import dumanoir, leaders, line_breaking, nailing
from tabletop.games.ships_of_the_line.commands import Reload
from tabletop.games.ships_of_the_line.hooks import Mark
from tabletop.games.ships_of_the_line.model import BANDS, Band, Question, State, is_in_service, side_of
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit, question_kind, rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, FLEETS, SIDES, Admiral, Broadside, enemy_of, shot_in
from tabletop.games.ships_of_the_line.tables import FLED_POINTS, STRUCK_POINTS, SUNK_POINTS
from tabletop.games.ships_of_the_line.words import SHOT, name_of
from tabletop.geometry.pose import Point


class ShipStrength(msgspec.Struct, frozen=True):
    """A ship in numbers.

    Attributes:
        dice: dice of one broadside by range, before a rake doubles them (4.1.4).
        boarding: boarding strength (4.3.1).
        fatigue_limit: fatigue at which the crew is exhausted (7-a).
        fire_refusals: refusal to fire each broadside at anything now, or None.
    """

    dice: dict[Band, int]
    boarding: int
    fatigue_limit: int
    fire_refusals: dict[Broadside, Refused | None]


@cache_per_state
def compute_strength(state: State, key: str) -> ShipStrength:
    """Return the numbers of a ship as she is now. Cached by state."""
    dice = {band: aiming.dice_for(state, key, band, None)[-1].value for band in BANDS}
    silent = {broadside: fire.check_broadside(state, key, broadside) for broadside in BROADSIDES}
    return ShipStrength(dice, boarding.boarding_strength(state, key), fatigue_limit(state, key), silent)


def list_marks(state: State, key: str) -> Iterator[Mark]:
    """Yield the lines that the rule modules in use put on a ship's card, in the order of the modules."""
    for module in rules_of(state).modules:
        yield from module.marks(state, key)


def list_signs(state: State, key: str) -> Iterator[str]:
    """Yield the ids of the signs on a ship's plate, most important first: fleeing, undecided, nailed."""
    if line_breaking.is_fleeing(state, key):
        yield "fleeing"
    if dumanoir.is_undecided(state, key):
        yield "undecided"
    if nailing.has_nailed_colours(state, key):
        yield "nailed"


def find_boarding_duty(state: State, key: str) -> str:
    """Return the key of the enemy that a ship with nailed colours must board, or "" (13-d)."""
    return nailing.duty_mark(state, key)


def find_name(state: State, key: str) -> str:
    """Return the name of a ship, a battery or an obstacle."""
    return name_of(state, key)


def list_order_subjects(state: State) -> list[str]:
    """Return the keys of all ships, lost ones included, then of all batteries."""
    return [*state.ships, *(state.coast.batteries if state.coast else ())]


def position_of(state: State, key: str) -> Point:
    """Return the position of a ship's stern, or of a battery's centre, UM."""
    batteries = state.coast.batteries if state.coast else {}
    return batteries[key].place if key in batteries else state.ships[key].pose.point


def describe_module_order(state: State, order: Command) -> tuple[str, str]:
    """Return the button text and the explanation of a rule module's command.

    Raises KeyError for a command that no module labels.
    """
    return rules_of(state).labels[type(order)](state, order)


def describe_loads(state: State, order: Reload) -> tuple[str, ...]:
    """Return the shot of each side that a command loads, as ``port: chain shot`` (19).

    () if there is only one kind of shot.
    """
    if len(rules_of(state).ammunition) == 1:
        return ()
    had, given = state.ships[order.ship], {"port": order.port, "starboard": order.starboard}
    return tuple(f"{side}: {SHOT[given[side] or shot_in(had, side)]}" for side in order.broadsides)


def answer_labels(state: State, question: Question) -> tuple[str, str]:
    """Return the button texts of a question: yes and no."""
    kind = question_kind(state, question)
    return kind.yes, kind.no


def summarize_victory(state: State) -> VictorySummary:
    """Return how the battle is won, the points scored so far and the sources of more points."""
    won = (
        f"The battle ends after turn {state.turns}, or when a side has no fighting ships left. Most victory "
        f"points win. "
        "Equal points are a draw."
    )
    return VictorySummary(
        won,
        "SOTL-8-a",
        tuple(map(_build_scored_source, state.scores)),
        (*_list_ship_sources(state), *_list_leader_sources(state)),
    )


def _build_scored_source(score: Score) -> PointSource:
    """Return a scored line with reason, turn, signed points, rule and side; turn 0 is not shown."""
    when = f", turn {score.turn}" if score.turn else ""
    return PointSource(f"{capitalize(score.reason)}{when}", format_signed(score.points), score.rule, score.side)


def _list_ship_sources(state: State) -> Iterator[PointSource]:
    """Yield the points for ships: first by side, with the number of its enemies that still fight."""
    for side in SIDES:
        enemies = sum(is_in_service(state, key) and side_of(state, key) == enemy_of(side) for key in state.ships)
        fleet = FLEETS[enemy_of(side)]
        each = "The last fighting ship" if enemies == 1 else f"Each of the {enemies} fighting ships"
        told = f"{each} of {fleet} that strikes or is captured"
        yield PointSource(told, format_signed(STRUCK_POINTS), "SOTL-8-b", side)
    yield PointSource(
        "In addition, for each enemy ship sunk or blown up, by any cause", format_signed(SUNK_POINTS), "SOTL-8-c"
    )
    fled = f"{format_signed(-FLED_POINTS)}, the enemy {format_signed(FLED_POINTS)}"
    yield PointSource("A ship of yours that leaves the map", fled, "SOTL-8-e")
    yield PointSource("A prize that the enemy retakes", format_signed(-STRUCK_POINTS), "SOTL-8-g")


def _list_leader_sources(state: State) -> Iterator[PointSource]:
    """Yield the points for the death of each free leader, most points first; none without the rule module."""
    alive = fleets.leaders(state) if leaders.MODULE in rules_of(state).modules else ()
    for one in sorted((one for one in alive if one.fate == "well"), key=lambda one: -leaders.death_points(state, one)):
        yield _build_leader_source(state, one)


def _build_leader_source(state: State, one: Admiral) -> PointSource:
    """Return the points that the enemy scores and his side loses by the death of a leader."""
    worth = leaders.death_points(state, one)
    told = f"{format_signed(worth)}, his side {format_signed(-worth)}"
    return PointSource(
        f"{fleets.leader_on_card(state, one).name} dead", told, "SOTL-8-d", enemy_of(fleets.side_of_leader(state, one))
    )
