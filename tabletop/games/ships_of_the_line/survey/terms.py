"""By which rule a line of a sum is counted: the identifier of its term, found by the line's source."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import UNSET, UnsetType

from tabletop.games.ships_of_the_line.chapters.sailing import build_sailing
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.events.crew import Task, TaskRolled
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Unaided
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.tables import Aboard, Check, Gunfire, Modifier, ModifierRule, Throw, X

TermRules = Mapping[str, str]
"""Source of a line: the rule of its term."""


class ByRules(msgspec.Struct, frozen=True):
    """By which rules the odds of a shot are reckoned: in each sum that of the term which has the last word.

    `told` are those of the lines of `BroadsideOdds.told`.
    """

    dice: str = ""
    needed: str = ""
    hull: str = ""
    told: tuple[str, ...] = ()


def _rules(lines: Iterable[tuple[ModifierRule[X], Modifier]]) -> TermRules:
    return {line.source: term.rule for term, line in lines}


def points(state: State, key: str) -> TermRules:
    """Of the points of a ship's move."""
    return _rules(rules_of(state).sums.allowance.lines(build_sailing(state, key)))


def broadside(state: State, fired: BroadsideFired) -> TermRules:
    """Of the dice of a broadside, before which the battle stood so."""
    return _rules(rules_of(state).sums.dice.lines(Gunfire(state, fired.ship, fired.band, fired.rake)))


def task(state: State, rolled: TaskRolled) -> TermRules:
    """Return the rules of the die of an attempt; `state` is the battle before the roll."""
    check = Check(state, rolled.ship, rolled.task, rolled.die, rolled.about, crews=rolled.crews or 0)
    return _rules(rules_of(state).sums.check.lines(check))


def tried(state: State, key: str, kind: Task, about: str = "", leader: Unaided | UnsetType = UNSET) -> str:
    """That which decides what such an attempt's die comes to; the table of grapples where nothing is counted to it."""
    return rules_of(state).sums.check.decides(Check(state, key, kind, 1, about, leader))


def strength(state: State, key: str) -> str:
    """That which decides how strong a ship's boarders are."""
    return rules_of(state).sums.boarding.decides(Aboard(state, key))


def throw(state: State, ships: tuple[str, ...], against: tuple[str, ...]) -> str:
    """That which decides what two dice of a side come to in a fight on deck."""
    return rules_of(state).sums.throw.decides(Throw(state, ships, against, 7))
