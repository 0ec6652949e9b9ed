"""A fight on deck before the throw: who is in it, by what column each side throws, how far it has come (4.3, 20.2)."""

from fractions import Fraction
from typing import NamedTuple

from tabletop.games.ships_of_the_line.chapters import boarding
from tabletop.games.ships_of_the_line.chapters.optional.crews import complement
from tabletop.games.ships_of_the_line.chapters.optional.crews.fights import LEAD_TO_CAPTURE
from tabletop.games.ships_of_the_line.commands import Board, Defend
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit, rules_of
from tabletop.games.ships_of_the_line.state import State, side_of
from tabletop.games.ships_of_the_line.survey.manning import counts
from tabletop.games.ships_of_the_line.survey.odds import carries, engaged


class Party(NamedTuple):
    """One side of a fight.

    Attributes:
        ships: of it, in key order.
        boards: it boards; else it resists.
        strength: of all of them.
        crews: in the fight, 0 where they are not counted.
        column: the ratio by which it throws, as ``2-1``; empty where it is too weak to fight.
        needed: the throw must come to so much at most.
        chance: that it does.
        tired: the ships that the next round brings to their limit, so that they may hold, not capture.
    """

    ships: tuple[str, ...]
    boards: bool
    strength: int
    crews: int
    column: str
    needed: int
    chance: Fraction
    tired: tuple[str, ...]


class Prospect(NamedTuple):
    """What is known of a fight before the throw.

    Attributes:
        ours: the side that is asked.
        theirs: the other.
        rounds: fought before.
        advantage: rounds by which the boarders lead; None where one round decides.
        wanted: the lead that takes a ship.
    """

    ours: Party
    theirs: Party
    rounds: int
    advantage: int | None
    wanted: int = LEAD_TO_CAPTURE


def prospect(state: State, order: Board | Defend) -> Prospect:
    """The fight that an order leads to, if the target does not board as well."""
    supposed, fight = engaged(state, order)
    sides = (fight.attackers, fight.defenders), (fight.defenders, fight.attackers)
    found = {
        side_of(state, own[0]): _party(supposed, own, other, fight.boarders, rules_of(state).fights.tired(fight))
        for own, other in sides
    }
    ours = found.pop(order.side)
    (theirs,) = found.values()
    return Prospect(ours, theirs, fight.rounds, fight.advantage if counts(state) else None)


def _party(
    state: State, ships: tuple[str, ...], against: tuple[str, ...], boarders: tuple[str, ...], tires: tuple[str, ...]
) -> Party:
    column = boarding.find_column(state, ships, against)
    crews = sum(complement.fighting_crews(state, key) for key in ships) if counts(state) else 0
    tired = [key for key in ships if key in tires and state.ships[key].fatigue + 1 == fatigue_limit(state, key)]
    return Party(
        ships, any(key in boarders for key in ships), boarding.total_strength(state, ships), crews,
        column.label if column else "", column.needed if column else 0, carries(state, ships, against), tuple(tired),
    )  # fmt: skip
