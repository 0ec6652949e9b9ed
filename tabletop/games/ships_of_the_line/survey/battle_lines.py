"""Lines of battle: links between ships, divisions that a plan crosses, and ships that flee or may flee (rule 12)."""

from fractions import Fraction
from typing import Literal

import msgspec

from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import movement
from tabletop.games.ships_of_the_line.chapters.optional import line_breaking
from tabletop.games.ships_of_the_line.chapters.optional.leaders import FLEE_CHECK
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking import EDGE_NAMES, MoraleRolled, lines_of
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import SIDES, Side
from tabletop.games.ships_of_the_line.survey.odds import chance_to_pass
from tabletop.games.ships_of_the_line.tables import Check, Modifier
from tabletop.geometry.pose import Point, Pose

LinkCondition = Literal["held", "crossed", "broken"]
MoraleRoll = MoraleRolled
"""The roll of one ship of a broken division."""


class LineLink(msgspec.Struct, frozen=True):
    """A link between two ships in line, from the centre of one hull to the centre of the other.

    Attributes:
        ahead: centre of the ship ahead.
        astern: centre of the ship astern.
        condition: `broken` if the line of either's division was broken this turn, `crossed` if an enemy has or
            would have crossed it, else `held`.
    """

    ahead: Point
    astern: Point
    condition: LinkCondition


@cache_per_state
def has_battle_lines(state: State) -> bool:
    """Return True if the rule module for line breaking is in use and any two ships are linked."""
    in_use = line_breaking.MODULE in rules_of(state).modules
    return in_use and any(any(line_breaking.pairs_in_line(state, side)) for side in SIDES)


def link_limits(state: State) -> tuple[float, int]:
    """Return (greatest gap in UM, greatest difference of headings in degrees) of linked ships (AMB-163)."""
    return line_breaking.line_interval(state), line_breaking.MAX_HEADING_DIFFERENCE


def find_links(
    state: State, side: Side, evaluation: PlanEvaluation | None = None, breaker: str = ""
) -> tuple[LineLink, ...]:
    """Return the links in the lines of `side`, nearest pairs first; () without the rule module.

    Args:
        state: the battle.
        side: the side whose lines are meant.
        evaluation: plan of an enemy; links that it would cross are `crossed`. None for no plan.
        breaker: key of an enemy; links of divisions whose lines that ship has crossed are `crossed`. "" for
            none.
    """
    if line_breaking.MODULE not in rules_of(state).modules:
        return ()
    cut = _find_crossed_links(state, evaluation) if evaluation else ()
    noted, broken = lines_of(state).crossings.get(breaker, ()), lines_of(state).broken
    return tuple(
        _build_link(state, pair, pair in cut, noted, broken) for pair in line_breaking.pairs_in_line(state, side)
    )


def _build_link(
    state: State, pair: line_breaking.LinePair, cut: bool, noted: tuple[str, ...], broken: tuple[str, ...]
) -> LineLink:
    """Return the link of a pair; `cut`: a plan crosses it, `noted`: divisions crossed before.

    `broken` wins over `crossed`.
    """
    divisions = set(line_breaking.divisions_of(state, (pair,)))
    condition: LinkCondition = (
        "broken" if divisions & set(broken) else "crossed" if cut or divisions & set(noted) else "held"
    )
    return LineLink(positions.hull_center(state, pair[0]), positions.hull_center(state, pair[1]), condition)


def find_crossed_divisions(state: State, evaluation: PlanEvaluation) -> tuple[str, ...]:
    """Return the divisions whose lines the plan of `evaluation` crosses; () without the rule module."""
    return line_breaking.divisions_of(state, _find_crossed_links(state, evaluation))


def _find_crossed_links(state: State, evaluation: PlanEvaluation) -> tuple[line_breaking.LinePair, ...]:
    """Return the pairs that the plan of `evaluation` crosses; () without the rule module."""
    return (
        line_breaking.find_crossed_pairs(movement.build_motion(state, evaluation))
        if line_breaking.MODULE in rules_of(state).modules
        else ()
    )


class WaveringShip(msgspec.Struct, frozen=True):
    """A ship that must roll for morale if the line of her division is broken, as all ships lie now.

    Attributes:
        ship: key of the ship.
        strength: printed boarding strength; the ship stands if the modified die is below it.
        leader_modifiers: all modifiers of the die, made by leaders.
        chance_to_flee: chance that the ship flees.
    """

    ship: str
    strength: int
    leader_modifiers: tuple[Modifier, ...]
    chance_to_flee: Fraction


def find_wavering_ships(state: State, division: str) -> tuple[WaveringShip, ...]:
    """Return the ships of `division` that must roll if its line is broken, in key order.

    These are ships in service that neither flee nor are steadfast.
    """
    keys = (key for key in state.ships if state.cards[key].division == division)
    return tuple(_build_wavering_ship(state, key) for key in keys if line_breaking.is_tested(state, key))


def _build_wavering_ship(state: State, key: str) -> WaveringShip:
    """Return the ship with the modifiers of her morale roll and the chance to flee."""
    roll, strength = Check(state, key, FLEE_CHECK, 1), state.cards[key].boarding
    return WaveringShip(
        key, strength, rules_of(state).modifiers.check.working(roll)[1:], 1 - chance_to_pass(roll, strength - 1)
    )


class FlightPath(msgspec.Struct, frozen=True):
    """The straight path of a fleeing ship, from her bow to the edge of the map.

    Attributes:
        start: bow of the ship if she lay towards the edge.
        end: point of the edge straight ahead of the middle of the hull.
        edge: name of the edge, e.g. ``north``.
        distance: from the middle of the hull to the edge, UM.
    """

    start: Point
    end: Point
    edge: str
    distance: float


def find_flight_paths(state: State) -> tuple[FlightPath, ...]:
    """Return the path of every ship that flees, in key order (12-d)."""
    return tuple(_build_flight_path(state, key) for key in state.ships if line_breaking.is_fleeing(state, key))


def is_fleeing(state: State, key: str) -> bool:
    """Return True if the ship `key` is in service and flees towards an edge of the map."""
    return line_breaking.is_fleeing(state, key)


def _build_flight_path(state: State, key: str) -> FlightPath:
    """Return the path to the ship's edge, measured from the middle of the hull."""
    edge, pose = state.ships[key].fleeing or "N", state.ships[key].pose
    far, middle = line_breaking.distance_to_edge(state, key, edge, pose), positions.hull_center(state, key)
    bearing = Pose(middle.x, middle.y, line_breaking.EDGE_HEADINGS[edge])
    return FlightPath(
        bearing.advance(min(far, positions.hull_size(state, key)[0] / 2)).point,
        bearing.advance(far).point,
        EDGE_NAMES[edge],
        far,
    )


def read_morale_roll(state: State, event: object) -> tuple[str, MoraleRoll] | None:
    """Return the division and the roll if `event` is a morale roll of a broken division, else None."""
    return (state.cards[event.ship].division, event) if isinstance(event, MoraleRolled) else None
