"""Rule modules two by two, where both act, and each alone, where it changes nothing before it has something to do."""

from itertools import combinations
from random import Random

import pytest

from tabletop.core.match import Match
from tabletop.games.ships_of_the_line.commands import Done
from tabletop.games.ships_of_the_line.rule_modules import load_rule_modules
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.players import casual
from tests.sampling import sample
from tests.ships_of_the_line import squadrons
from tests.ships_of_the_line.acting import Difference, Without, changed, told
from tools import promises

NAMES = sorted(load_rule_modules())
PAIRS = list(combinations(NAMES, 2))
WINDLESS = {("no_wind", name) for name in ("pitching", "weather_gauge", "wind_change")}
"""AMB-144: of these the second is inert."""
TRIES = 20
"""Battles in which two modules must have acted once together, whoever gives what orders."""
ENDLESS = 5_000


def _number(*about: object) -> int:
    return Random(str(about)).randrange(10**6)


def _acted(match: Match, number: int, left: set[str]) -> set[str]:
    """Play a battle to its end; those of some modules that have not done anything."""
    without = {name: Without(match, name) for name in left}
    for _ in casual.play(match, Random(number), ENDLESS):
        last = match.moves[-1]
        promises.check_promises(match.game, last.before, last.after)
        left = {name for name in left if not without[name].other(last)}
    assert match.state.outcome is not None
    return left


def test_amb_144_any_two_modules_act_in_one_battle_and_keep_every_promise() -> None:
    for pair in sample([pair for pair in PAIRS if pair not in WINDLESS], 6, "pairs of rule modules"):
        idle: set[str] = set(pair)
        for attempt in range(TRIES):
            number = _number(pair, attempt)
            if not (idle := _acted(squadrons.match(number, *pair), number, set(pair))):
                break
        assert not idle, f"of {pair} nothing came of {idle} in {TRIES} battles; has it its matter in squadrons.py?"


@pytest.mark.parametrize("pair", sorted(WINDLESS))
def test_amb_144_without_wind_what_follows_the_wind_says_that_it_is_inert_and_is(pair: tuple[str, str]) -> None:
    match = squadrons.match(1, *pair)
    assert load_rule_modules()[pair[1]].inert(match.opening) == "This battle is without wind."
    assert pair[1] in _acted(match, 1, {pair[1]})


class _Beside:
    """A battle of the basic game, and the same orders in one that has a module as well, by which nothing is ordered."""

    def __init__(self, usual: Match, other: Match) -> None:
        self.usual, self.other = usual, other
        self._pass_by()

    def apart(self, number: int) -> Difference | None:
        """What goes otherwise first, or nothing to the end."""
        for command in casual.play(self.usual, Random(number), ENDLESS):
            if (refusal := self.other.check(command)) is not None:
                return Difference(refusal=refusal)
            before = len(self.other.moves)
            self.other.submit(command)
            asked = self._pass_by()
            usual = told(self.usual.moves[-1].events)
            came = told(event for move in self.other.moves[before:] for event in move.events)
            if came != usual or self.other.state.question != self.usual.state.question:
                state = self.other.state
                return Difference(usual, came, question=state.question, asked=asked, phase=state.phase)
        return None

    def _pass_by(self) -> bool:
        """Done, wherever a side is asked that is not asked in the basic game; whether one is."""
        before = len(self.other.moves)
        while (asked := self._asked_more()) and self.other.check(Done(asked)) is None:
            self.other.submit(Done(asked))
        return len(self.other.moves) > before

    def _asked_more(self) -> Side | None:
        here, there = self.usual.state, self.other.state
        return None if (there.phase, there.asked) == (here.phase, here.asked) or there.question else there.asked


@pytest.mark.parametrize("name", NAMES)
def test_amb_144_a_module_alone_changes_nothing_until_there_is_something_for_it_to_do(name: str) -> None:
    """What goes otherwise first is told by an event of its own, a line of a sum, its rule, a refusal or what is asked;
    or else the module has made something else of the opening."""
    for number in sample(range(40), 2, f"battles with {name} and without"):
        usual, other = squadrons.match(number, off=[name]), squadrons.match(number, name)
        apart = _Beside(usual, other).apart(number)
        if apart is not None and not changed(usual.opening, other.opening):
            assert load_rule_modules()[name].inert(other.opening) == ""
            assert apart.signed(load_rule_modules()[name]), (number, apart)


@pytest.mark.parametrize("name", NAMES)
def test_amb_144_a_module_that_lacks_its_matter_changes_nothing_at_all(name: str) -> None:
    for number in sample(range(20), 1, f"battles in which {name} may lack its matter"):
        usual, other = (
            squadrons.match(number, made=squadrons.plain),
            squadrons.match(number, name, made=squadrons.plain),
        )
        if load_rule_modules()[name].inert(other.opening):
            assert _Beside(usual, other).apart(number) is None


def test_amb_144_which_modules_lack_their_matter_where_there_is_nothing_but_ships() -> None:
    inert = {
        name
        for name in NAMES
        if load_rule_modules()[name].inert(squadrons.match(1, name, made=squadrons.plain).opening)
    }
    assert inert >= {"communications", "leaders", "nailing", "pitching", "veterans"}
