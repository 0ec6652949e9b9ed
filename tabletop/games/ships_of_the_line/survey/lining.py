"""Lines of battle as they are judged: who is linked to whom, what a plan crosses, who may flee and who does (12)."""

from fractions import Fraction
from typing import Literal

import msgspec

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import movement
from tabletop.games.ships_of_the_line.chapters.optional import line_breaking
from tabletop.games.ships_of_the_line.chapters.optional.leaders import FLEE_CHECK
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking import EDGE_NAMES, MoraleRolled, lines_of
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import SIDES, Side
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.odds import passes
from tabletop.games.ships_of_the_line.tables import Check, Modifier
from tabletop.geometry.pose import Point, Pose

Condition = Literal["held", "crossed", "broken"]
Morale = MoraleRolled
"""The roll of one ship of a broken division."""


class Link(msgspec.Struct, frozen=True):
    """Two ships in line, from middle to middle, which whoever would break the line has to sail through.

    Attributes:
        ahead: the middle of the first.
        astern: the middle of the second.
        condition: `broken` when either's division was broken this turn, `crossed` when it has been or would be.
    """

    ahead: Point
    astern: Point
    condition: Condition


@per_state
def counts(state: State) -> bool:
    """Whether there is a line of battle that could be broken."""
    in_use = line_breaking.MODULE in rules_of(state).modules
    return in_use and any(any(line_breaking.pairs_in_line(state, side)) for side in SIDES)


def reach(state: State) -> tuple[float, int]:
    """How far apart, UM, and how much off each other's heading, degrees, two ships in line may lie (AMB-163)."""
    return line_breaking.line_interval(state), line_breaking.MAX_HEADING_DIFFERENCE


def linked(state: State, side: Side, tried: PlanEvaluation | None = None, by: str = "") -> tuple[Link, ...]:
    """The links of a side's lines; none where lines do not count.

    Args:
        state: the battle.
        side: whose lines.
        tried: a plan of an enemy of theirs; what that would cross is `crossed`.
        by: an enemy; what is of a division whose line she has sailed through is `crossed`.
    """
    if line_breaking.MODULE not in rules_of(state).modules:
        return ()
    cut = _crossed(state, tried) if tried else ()
    noted, broken = lines_of(state).crossings.get(by, ()), lines_of(state).broken
    return tuple(_link(state, pair, pair in cut, noted, broken) for pair in line_breaking.pairs_in_line(state, side))


def _link(
    state: State, pair: line_breaking.LinePair, cut: bool, noted: tuple[str, ...], broken: tuple[str, ...]
) -> Link:
    of = set(line_breaking.divisions_of(state, (pair,)))
    condition: Condition = "broken" if of & set(broken) else "crossed" if cut or of & set(noted) else "held"
    return Link(positions.hull_center(state, pair[0]), positions.hull_center(state, pair[1]), condition)


def crossed(state: State, tried: PlanEvaluation) -> tuple[str, ...]:
    """The divisions through whose lines a plan leads."""
    return line_breaking.divisions_of(state, _crossed(state, tried))


def _crossed(state: State, tried: PlanEvaluation) -> tuple[line_breaking.LinePair, ...]:
    return (
        line_breaking.find_crossed_pairs(movement.build_motion(state, tried))
        if line_breaking.MODULE in rules_of(state).modules
        else ()
    )


class Wavering(msgspec.Struct, frozen=True):
    """A ship that would be tested if the line of her division were broken, as all ships lie now.

    Attributes:
        ship: she.
        strength: the die, with what a leader makes of it, must stay below it.
        leader: what he makes of it, if anything.
        flees: how likely she would.
    """

    ship: str
    strength: int
    leader: tuple[Modifier, ...]
    flees: Fraction


def wavering(state: State, division: str) -> tuple[Wavering, ...]:
    """The ships of a division that would be tested."""
    keys = (key for key in state.ships if state.cards[key].division == division)
    return tuple(_wavering(state, key) for key in keys if line_breaking.is_tested(state, key))


def _wavering(state: State, key: str) -> Wavering:
    roll, strength = Check(state, key, FLEE_CHECK, 1), state.cards[key].boarding
    return Wavering(key, strength, rules_of(state).sums.check.working(roll)[1:], 1 - passes(roll, strength - 1))


class Flight(msgspec.Struct, frozen=True):
    """The way of a ship that flees, from her bow to her edge.

    Attributes:
        start: her bow.
        end: on the edge, straight ahead if she lay towards it.
        towards: the edge, in a word.
        away: from her middle to it, UM.
    """

    start: Point
    end: Point
    towards: str
    away: float


def flights(state: State) -> tuple[Flight, ...]:
    """Of every ship that flees (12-d)."""
    return tuple(_flight(state, key) for key in state.ships if line_breaking.is_fleeing(state, key))


def flees(state: State, key: str) -> bool:
    """Whether a ship is on her way off the map."""
    return line_breaking.is_fleeing(state, key)


def _flight(state: State, key: str) -> Flight:
    edge, pose = state.ships[key].fleeing or "N", state.ships[key].pose
    far, middle = line_breaking.distance_to_edge(state, key, edge, pose), positions.hull_center(state, key)
    bearing = Pose(middle.x, middle.y, line_breaking.EDGE_HEADINGS[edge])
    return Flight(
        bearing.advance(min(far, positions.hull_size(state, key)[0] / 2)).point,
        bearing.advance(far).point,
        EDGE_NAMES[edge],
        far,
    )


def tested(state: State, event: object) -> tuple[str, Morale] | None:
    """An event that is the roll of a ship of a broken division, with that division; None of another."""
    return (state.cards[event.ship].division, event) if isinstance(event, MoraleRolled) else None
