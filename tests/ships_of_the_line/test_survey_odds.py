"""The odds shown to a player are those of the dice, every throw counted."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tabletop.core.chance import ScriptedChance
from tabletop.games.ships_of_the_line.chapters import boarding, crew_tasks, fire, grappling
from tabletop.games.ships_of_the_line.commands import Board
from tabletop.games.ships_of_the_line.events.boarding import BoardingFought
from tabletop.games.ships_of_the_line.events.crew import Task, TaskRolled
from tabletop.games.ships_of_the_line.hooks import Fight
from tabletop.games.ships_of_the_line.model import Boarding, Context, Grapple, State
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Attempts, Shot
from tabletop.games.ships_of_the_line.survey import odds
from tests.ships_of_the_line.kit import battle, ship


def mean(spread: odds.Distribution) -> Fraction:
    """What comes on average."""
    return sum((n * chance for n, chance in enumerate(spread)), Fraction(0))


def counted(dice: int, needed: int, factor: int) -> tuple[Counter[int], Counter[int], Fraction]:
    """Hits, hull points and the chance of a critical, by going through every throw of all dice."""
    hits: Counter[int] = Counter()
    hull: Counter[int] = Counter()
    critical = 0
    for throw in product(product(range(1, 7), repeat=2), repeat=dice):
        struck = [damage for die, damage in throw if die >= needed]
        hits[len(struck)] += 1
        hull[factor * sum(die < 6 for die in struck)] += 1
        critical += 6 in struck
    return hits, hull, Fraction(critical, 36**dice)


@pytest.mark.parametrize(("dice", "needed", "factor"), [(1, 4, 1), (2, 5, 2), (3, 4, 2), (3, 5, 1)])
def test_odds_agree_with_every_throw(dice: int, needed: int, factor: int) -> None:
    hits, hull, critical = counted(dice, needed, factor)
    assert odds.compute_success_distribution(dice, odds.chance_to_hit(needed)) == tuple(
        Fraction(hits[n], 36**dice) for n in range(dice + 1)
    )
    thrown = odds.compute_throw_chances(dice, needed)
    spread = [
        sum(chance for (_, cost), chance in thrown.items() if factor * cost == n) for n in range(dice * factor + 1)
    ]
    assert spread == [Fraction(hull[n], 36**dice) for n in range(dice * factor + 1)]
    assert sum(spread) == 1
    assert odds.chance_of_critical(dice, needed) == critical


def test_tv_37_a_74_at_point_blank() -> None:
    assert mean(odds.compute_success_distribution(4, odds.chance_to_hit(4))) == 2
    assert sum(hull * chance for (_, hull), chance in odds.compute_throw_chances(4, 4).items()) == Fraction(5, 3)
    assert mean(
        odds.compute_success_distribution(4, odds.chance_to_hit(4) * odds.chance_of_hit_result("critical"))
    ) == Fraction(1, 3)
    assert mean(odds.compute_success_distribution(2, odds.chance_to_hit(5))) == Fraction(2, 3)


def test_tv_33_the_roll_in_the_sinking_zone() -> None:
    assert Fraction(1, 3) == odds.CHANCE_TO_STRIKE
    assert Fraction(1, 18) == odds.CHANCE_TO_FOUNDER


def abeam(**marks: object) -> State:
    return battle(ship("F1", 1.2, 0, 0, **marks), ship("B1", 0, 0, 0))


def broadside(state: State) -> odds.BroadsideOdds:
    aim = fire.find_aim(state, "B1", "starboard", "F1")
    assert aim is not None
    return odds.compute_broadside_odds(state, aim)


def test_sotl_4_4_1_a_a_ship_in_her_zone_may_strike_or_sink() -> None:
    shot = broadside(abeam(hull=1))
    assert (shot.dice, shot.needed) == (4, 4)
    assert shot.sinking_zone == 1
    assert shot.shattered == 1 - shot.hull[0]
    assert shot.strikes == shot.hull[0] / 3
    assert shot.sinks == shot.shattered + shot.hull[0] / 18


def test_a_sound_ship_cannot_reach_her_zone_at_once() -> None:
    shot = broadside(abeam())
    assert (shot.sinking_zone, shot.shattered, shot.strikes, shot.sinks) == (0, 0, 0, 0)


def test_sotl_3_c_noted_damage_counts_in_the_odds() -> None:
    state = abeam(hull=9)
    noted = battle(
        ship("F1", 1.2, 0, 0, hull=9),
        ship("B1", 0, 0, 0),
        shots=(Shot(attacker="B1", broadside="port", target="F1", facing="broadside", hits=3, hull=3),),
    )
    assert broadside(state).sinking_zone == odds.chance_of_at_least(broadside(state).hull, 3)
    assert broadside(noted).sinking_zone == 1


def test_amb_60_a_struck_ship_does_not_strike_again() -> None:
    assert broadside(abeam(hull=1, status="struck")).strikes == 0


def rolled(state: State, task: Task, about: str) -> Fraction:
    """The chance of a task by letting the rules roll every face."""
    good = 0
    for die in range(1, 7):
        turn = Context(state, rules_of(state).event_handlers, ScriptedChance([die]))
        crew_tasks.roll_task(turn, "B1", task, about)
        good += next(event for event in turn.events if isinstance(event, TaskRolled)).success
    return Fraction(good, 6)


@pytest.mark.parametrize("failures", [0, 1, 2, 3])
def test_tv_32_the_odds_of_tasks_follow_the_rolls(failures: int) -> None:
    done = {name: Attempts(failures, 1) for name in ("grapple:F1", "break:F1", "unrig:port", "extinguish")}
    state = battle(ship("F1", 0.4, 1.2, 90), ship("B1", 0, 0, 0, failures=done), turn=2)
    assert grappling.grapple_modifier(state, "B1", "F1") == 1
    assert odds.chance_to_grapple(state, "B1", "F1") == rolled(state, "grapple", "F1")
    assert odds.chance_of_task(state, "B1", "break", "F1") == rolled(state, "break", "F1")
    assert odds.chance_of_task(state, "B1", "unrig", "port") == rolled(state, "unrig", "port")
    assert odds.chance_of_task(state, "B1", "extinguish") == rolled(state, "extinguish", "")
    assert odds.chance_of_task(state, "B1", "break", "F1") == Fraction(2 + min(failures, 2), 6)


def test_sotl_6_b_friends_need_no_roll() -> None:
    assert odds.chance_to_grapple(battle(ship("B1", 0, 0, 0), ship("B2", 0.35, 0, 0)), "B1", "B2") == 1


def test_sotl_4_2_1_i_one_face_in_six_repairs_a_rudder() -> None:
    assert odds.chance_of_task(battle(ship("B1", 0, 0, 0)), "B1", "rudder") == Fraction(1, 6)


def fought(state: State, fight: Fight) -> dict[str, Fraction]:
    """The chances of a fight by letting the rules fight it with every throw."""
    results: Counter[str] = Counter()
    for dice in product(range(1, 7), repeat=4):
        turn = Context(state, rules_of(state).event_handlers, ScriptedChance(dice))
        boarding.fight_all(turn)
        results[next(event for event in turn.events if isinstance(event, BoardingFought)).result] += 1
    return {result: Fraction(count, 6**4) for result, count in results.items()}


def held(strength: int, boardings: tuple[tuple[str, str], ...] = ()) -> State:
    return battle(
        ship("F1", 0.35, 0, 0),
        ship("B1", 0, 0, 0, card_boarding=strength),
        grapples=(Grapple("B1", "F1", 1),),
        boardings=tuple(Boarding(*pair) for pair in boardings),
        phase="boarding",
    )


@pytest.mark.parametrize("willing", [True, False])
def test_tv_09_boarding_odds_agree_with_every_throw(willing: bool) -> None:
    declared = (("B1", "F1"), ("F1", "B1")) if willing else (("B1", "F1"),)
    state = held(4, declared)
    fight = Fight(("B1",), ("F1",), ("F1", "B1") if willing else ("B1",), ("F1",))
    expected = fought(state, fight)
    assert odds.compute_boarding_odds(held(4), Board("british", "B1", "F1"), willing) == expected
    assert expected["captured"] == Fraction(10, 36) * Fraction(30, 36)
    assert ("counter_captured" in expected) == willing


def test_amb_42_a_hopeless_defender_is_taken_without_a_roll() -> None:
    assert odds.compute_boarding_odds(held(16), Board("british", "B1", "F1"), False) == {"captured": 1}
    assert odds.chance_to_carry(held(16), ("F1",), ("B1",)) == 0
