"""Trafalgar, rule 2: British firepower (AMB-112, AMB-201)."""

from fractions import Fraction
from typing import Any

import pytest

from tabletop.core import resources
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters.fire import find_aim
from tabletop.games.ships_of_the_line.commands import Done, FireBroadside
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired, ExplosionStruck, HullLost
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import Critical, Shot
from tabletop.games.ships_of_the_line.survey import odds
from tests.judging import every, only
from tests.ships_of_the_line.kit import battle, play, ship

FIREPOWER = {"options": {"british_firepower": True}}


def shot(key: str = "B1", target: str = "F1") -> FireBroadside:
    side = "british" if key[0] == "B" else "allied"
    return FireBroadside(side=side, ship=key, broadside="starboard", target=target)


def abeam(**fields: Any) -> State:
    return battle(ship("B1", 0, 0, 0), ship("F1", 0.8, 0, 0), **FIREPOWER | fields)


@pytest.mark.parametrize(
    ("dice", "hull"),
    [([1, 1, 1, 1], 0), ([4, 1, 1, 1, 3], 2), ([4, 4, 1, 1, 3, 3], 3), ([4, 1, 1, 1, 6, 3], 1)],
)
def test_sotl_t_r2_amb_112_a_hull_point_more_unless_it_misses_also_if_all_hits_are_critical(
    dice: list[int], hull: int
) -> None:
    _, events = play(abeam(), shot(), dice=dice)
    assert only(events, BroadsideFired).hull == hull


def test_amb_25_the_point_comes_after_the_doubling_of_a_stern_rake() -> None:
    across = battle(ship("B1", 0, 0, 0), ship("F1", 1.0, 0, 90), **FIREPOWER)
    state, events = play(across, shot(), dice=[4, 4, 1, 1, 1, 1, 1, 1, 3, 3])
    fired = only(events, BroadsideFired)
    assert (fired.rake, fired.hull) == ("stern", 5)
    words = GAME.describe(across, fired)
    assert "5 hull points (2, stern rake ×2, British firepower +1)" in words
    assert state.shots[0].hull == 5


def test_amb_201_only_the_british_have_it() -> None:
    state = battle(ship("F1", 0, 0, 0), ship("B1", 0.8, 0, 0), asked="allied", initiative="allied", **FIREPOWER)
    _, events = play(state, shot("F1", "B1"), dice=[4, 1, 1, 1, 3])
    assert only(events, BroadsideFired).hull == 1


def test_amb_201_not_by_explosions() -> None:
    blast = Shot("B1", "port", "F1", "broadside", 1, 0, (Critical(6, 6),))
    state = abeam(shots=(blast,), asked="allied")
    _, events = play(state, Done(side="allied"), dice=[4] + [1] * 11 + [3])
    assert only(events, ExplosionStruck).hull == 1
    assert [one.points for one in every(events, HullLost)] == [1]


def test_sotl_t_r2_the_odds_count_it() -> None:
    state = abeam()
    aim = find_aim(state, "B1", "starboard", "F1")
    assert aim is not None
    found = odds.compute_broadside_odds(state, aim)
    assert found.hull[0] == Fraction(1, 16)  # no hit of four dice
    assert found.hull[5] == Fraction(5, 12) ** 4
    assert sum(found.hull) == 1
    assert [line.change for line in found.modifiers] == ["+1"]


def test_sotl_t_r2_off_by_default() -> None:
    _, events = play(abeam(options={}), shot(), dice=[4, 1, 1, 1, 3])
    assert only(events, BroadsideFired).hull == 1


def test_sotl_t_v0_sotl_t_vb_variant_b_is_the_battle_without_the_switch() -> None:
    for name in ("trafalgar", "trafalgar_before_wearing"):
        file = resources.find_scenario("ships_of_the_line", name)
        prepared = GAME.read(file.read_text(encoding="utf-8"), file.name)
        offered = {one.id for one in GAME.switches(prepared)}
        assert "british_firepower" in offered
        for value in (True, False):
            assert GAME.open(prepared, {"british_firepower": value}).options["british_firepower"] is value
    _, events = play(abeam(options={"british_firepower": False}), shot(), dice=[4, 1, 1, 1, 3])
    assert only(events, BroadsideFired).hull == 1
