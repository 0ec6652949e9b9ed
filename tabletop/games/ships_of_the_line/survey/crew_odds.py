"""The chances of what a crew may try: tasks on the grapple table, the rudder, and boarding (4.3, 6), exactly."""

from fractions import Fraction
from itertools import product

from msgspec.structs import replace

from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters import grappling, melee, tasks
from tabletop.games.ships_of_the_line.chapters.melee import Fight
from tabletop.games.ships_of_the_line.events.boarding import BoardingRoll
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import Boarding, State, side_of
from tabletop.games.ships_of_the_line.survey.chances import FACES, chance_of
from tabletop.games.ships_of_the_line.tables import Result


def grapple(state: State, key: str, target: str) -> Fraction:
    """That a grapple holds, when the other side resists; 1 where none is rolled for (6-b, 6-e, 6-h)."""
    if grappling.automatic(state, key, target):
        return Fraction(1)
    return _task(tasks.practice(state, key, "grapple", target), grappling.hindrance(state, key, target))


def cut_loose(state: State, key: str, other: str) -> Fraction:
    """That a ship breaks free of another that holds on (6-i)."""
    return _task(tasks.practice(state, key, "break", other))


def clear_rigging(state: State, key: str, broadside: Broadside) -> Fraction:
    """That one side is cleared of fallen rigging (4.2.1-g)."""
    return _task(tasks.practice(state, key, "unrig", broadside))


def fight_fire(state: State, key: str) -> Fraction:
    """That one fire is put out (4.2.1-k)."""
    return _task(tasks.practice(state, key, "extinguish"))


def repair_rudder() -> Fraction:
    """That a rudder is repaired; nothing helps (4.2.1-i)."""
    return chance_of(sum(die <= tables.RUDDER_SUCCESS for die in FACES))


def _task(helped: int, hindered: int = 0) -> Fraction:
    return chance_of(sum(die - helped + hindered <= tables.TASK_SUCCESS for die in FACES))


def boarding(state: State, key: str, target: str, willing: bool) -> dict[Result, Fraction]:
    """What the first exchange of a boarding combat may bring.

    Args:
        state: the battle.
        key: the ship that boards.
        target: whom she boards; the friends of both that have declared an assault already fight along.
        willing: the target boards back, and so may capture (4.3.1-h).

    Returns:
        The chance of each result that can come.
    """
    declared = dict.fromkeys((*state.boardings, Boarding(key, target), *([Boarding(target, key)] if willing else [])))
    supposed = replace(state, boardings=tuple(declared), melees=(), initiative=side_of(state, key))
    return fight(supposed, _joined_by(supposed, key))


def _joined_by(state: State, key: str) -> Fight:
    """The combat that a ship takes part in."""
    found = melee.next_fight(state)
    while found and key not in (*found.attackers, *found.defenders):
        members = {*found.attackers, *found.defenders}
        state = replace(state, boardings=tuple(one for one in state.boardings if one.ship not in members))
        found = melee.next_fight(state)
    if found is None:
        raise ValueError(f"{key} has declared no assault")
    return found


def fight(state: State, one: Fight) -> dict[Result, Fraction]:
    """The chances of a boarding combat, or of another round of one that goes on."""
    ours, theirs = melee.total(state, one.attackers), melee.total(state, one.defenders)
    chances: dict[Result, Fraction] = {}
    for (attack, first), (defence, second) in product(_throws(ours, theirs), _throws(theirs, ours)):
        result = melee.outcome(state, one, _roll(one.attackers, ours, attack), _roll(one.defenders, theirs, defence))
        chances[result] = chances.get(result, Fraction(0)) + first * second
    return {result: chance for result, chance in chances.items() if chance}


def _throws(own: int, opponent: int) -> tuple[tuple[bool, Fraction], tuple[bool, Fraction]]:
    """The chances of one side's success and failure (4.3.2)."""
    passes = carries(own, opponent)
    return (True, passes), (False, 1 - passes)


def carries(own: int, opponent: int) -> Fraction:
    """That a throw succeeds; certain where the other side is too weak to fight at all (4.3.2-c, AMB-42)."""
    column = tables.column(own, opponent)
    if column is None:
        return Fraction(0)
    if tables.column(opponent, own) is None:
        return Fraction(1)
    throws = list(product(FACES, repeat=2))
    return Fraction(sum(tables.succeeds(column.needed, dice) for dice in throws), len(throws))


def _roll(ships: tuple[str, ...], strength: int, success: bool) -> BoardingRoll:
    return BoardingRoll(ships, strength, None, None, (), success)
