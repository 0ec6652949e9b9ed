"""Chapter 19: kinds of shot (AMB-103, AMB-146, AMB-147, AMB-177 to AMB-182, AMB-215)."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.core.errors import ScenarioError
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters import boarding
from tabletop.games.ships_of_the_line.chapters.fire import find_aim
from tabletop.games.ships_of_the_line.chapters.optional.ammo import (
    CrewsLost,
    GunsCooled,
    GunsHeated,
    HotShotTried,
    Load,
    MishapOver,
    ShotChosen,
    ShotCooled,
)
from tabletop.games.ships_of_the_line.commands import Board, Done, FireBroadside, Reload, RollInitiative
from tabletop.games.ships_of_the_line.events.boarding import BoardingFought
from tabletop.games.ships_of_the_line.events.combat import (
    BroadsideFired,
    CriticalWithoutEffect,
    FireStarted,
    HullLost,
    MastFell,
    ShipExploded,
)
from tabletop.games.ships_of_the_line.events.crew import BroadsideReloaded, FatigueRose
from tabletop.games.ships_of_the_line.events.turn import PhaseBegan, TurnBegan
from tabletop.games.ships_of_the_line.model import Grapple, State
from tabletop.games.ships_of_the_line.ship import Gunnery, Leader, Special, empty_broadsides, shot_in
from tabletop.games.ships_of_the_line.survey import gunnery, odds, summaries
from tabletop.games.ships_of_the_line.tables import Modifier
from tests.judging import every, only
from tests.ships_of_the_line.kit import battle, play, refused, ship

AMMO = {"options": {"ammo": True}}
END = (Done(side="british"), Done(side="allied"))


def shot(key: str = "B1", target: str = "F1", side: str = "starboard") -> FireBroadside:
    return FireBroadside(side="british" if key[0] == "B" else "allied", ship=key, broadside=side, target=target)


def abeam(kind: str = "round", apart: float = 0.8, marks: dict[str, Any] | None = None, **fields: Any) -> State:
    """B1 with a kind of shot to starboard, F1 to starboard of her, both heading north."""
    firer = ship("B1", 0, 0, 0, **{"shot": {"starboard": kind, "port": "round"}} | (marks or {}))
    return battle(firer, ship("F1", apart, 0, 0), **AMMO | fields)


def astern(kind: str, rate: str = "III", target: str = "III", **fields: Any) -> State:
    """B1 rakes the stern of F1 with a kind of shot."""
    firer = ship("B1", 0, 0, 0, rate, shot={"starboard": kind})
    return battle(firer, ship("F1", 1.0, 0, 90, target), **AMMO | fields)


# --- before the battle and between broadsides


def opening(text: str = "", **options: bool) -> State:
    scenario = f"""
game: ships_of_the_line
title: Two of them
wind: {{from: NW}}
ships:
  - {{key: B1, nation: britain, number: 1, name: Ajax, class: III, guns: 74, at: [0, 0], heading: 0}}
  - {{key: F1, nation: france, number: 1, name: Argonaute, class: III, guns: 74, at: [0.8, 0], heading: 0}}
{text}
"""
    return GAME.open(GAME.read(scenario, "two.yaml"), options)


def test_amb_147_a_step_before_the_first_turn_asks_who_loses_ties_first() -> None:
    state = opening(ammo=True)
    assert (state.phase, state.asked, state.turn) == ("prepare", "allied", 1)
    state, events = play(state, Load("allied", "F1", "port", "red"), Done(side="allied"), Done(side="british"))
    assert (state.phase, state.turn) == ("initiative", 1)
    assert state.ships["F1"].shot == {"port": "red"}
    assert [event.phase for event in every(events, PhaseBegan)] == ["initiative"]
    assert every(events, TurnBegan) == []


def test_amb_147_no_such_step_without_orders_for_it_or_once_the_battle_has_begun() -> None:
    assert opening().phase == "initiative"
    assert opening("turns: 9\nstart: {turn: 2}", ammo=True).phase == "initiative"
    assert opening("start: {phase: combat, initiative: british}", ammo=True).phase == "combat"


def test_amb_147_what_is_not_loaded_otherwise_is_round_shot() -> None:
    state, _ = play(opening(ammo=True), Done(side="allied"), Done(side="british"))
    assert [shot_in(one, side) for one in state.ships.values() for side in one.loaded] == ["round"] * 4


def test_sotl_19_a_the_guns_train_as_ever_whatever_they_hold() -> None:
    wide = battle(ship("B1", 0, 0, 0, shot={"starboard": "chain"}), ship("F1", 2, 2.4, 0), **AMMO)
    assert refused(wide, shot(), "SOTL-4.1-a").by == refused(replace(wide, options={}), shot(), "SOTL-4.1-a").by


def test_amb_177_load_is_for_loaded_guns_of_ships_in_service() -> None:
    state = opening(ammo=True)
    play(state, Load("allied", "F1", "port", "chain"), Load("allied", "F1", "port", "grape"))
    assert refused(state, Load("allied", "B1", "port", "chain"), "SOTL-2-a")
    fired = replace(state, ships={**state.ships, "F1": replace(state.ships["F1"], loaded=("port",))})
    assert refused(fired, Load("allied", "F1", "starboard", "chain"), "AMB-177")


def test_amb_178_hot_shot_needs_a_living_officer() -> None:
    state = opening(ammo=True)
    dead = replace(state, ships={**state.ships, "F1": replace(state.ships["F1"], officer="dead")})
    assert refused(dead, Load("allied", "F1", "port", "red"), "AMB-178").reason == "Hot shot needs a living captain."


def reloading(**marks: Any) -> State:
    """The step in which guns are loaded, with what B1 has."""
    ready = battle(ship("B1", 0, 0, 0, **marks), ship("F1", 9, 0, 0), phase="dismasted", asked=None, **AMMO)
    return replace(ready, phase="reload", asked="british", turn=3)


def load(*sides: str, **kinds: Any) -> Reload:
    return Reload(side="british", ship="B1", broadsides=sides, **kinds)


def test_amb_177_a_single_empty_side_waits_for_its_kind() -> None:
    state, events = play(reloading(loaded=("port",)), load("starboard", starboard="chain"), Done(side="british"))
    assert only(events, ShotChosen).shot == "chain"
    assert state.ships["B1"].shot == {"starboard": "chain"}
    assert state.ships["B1"].loaded == ("port", "starboard")


def test_amb_177_unordered_it_gets_the_kind_that_it_had() -> None:
    state, events = play(reloading(loaded=("port",), shot={"starboard": "grape"}), Done(side="british"))
    assert only(events, BroadsideReloaded).broadsides == ("starboard",)
    assert state.ships["B1"].shot == {"starboard": "grape"}


def test_amb_177_two_empty_sides_each_with_its_kind_and_unordered_starboard_alone() -> None:
    both = reloading(loaded=())
    state, _ = play(both, load("port", "starboard", port="grape", starboard="double"))
    assert (state.ships["B1"].shot, state.ships["B1"].fatigue) == ({"port": "grape", "starboard": "double"}, 1)
    state, _ = play(both, Done(side="british"))
    assert state.ships["B1"].loaded == ("starboard",)


def test_amb_177_what_is_refused_of_loading() -> None:
    state = reloading(loaded=("port",))
    assert refused(state, load("port", port="chain"), "SOTL-4.1.3-c").reason == "The port broadside of B1 is not empty."
    assert refused(state, load("starboard", port="chain"), "AMB-177")
    assert refused(state, load("starboard", starboard="red"), "AMB-178")
    cools = reloading(loaded=("port",), gunnery=Gunnery(wait={"starboard": 2}))
    assert refused(cools, load("starboard"), "AMB-177").reason == "The starboard guns of B1 are cooling until turn 5."
    refused(replace(reloading(loaded=()), options={}), load("port", port="chain"), "AMB-123")


def test_amb_177_a_side_that_cools_is_neither_loaded_nor_empty_and_cools_as_the_step_closes() -> None:
    cools = reloading(loaded=(), gunnery=Gunnery(wait={"port": 2}))
    assert empty_broadsides(cools.ships["B1"]) == ("starboard",)
    state, events = play(cools, Done(side="british"))
    assert only(events, BroadsideReloaded).broadsides == ("starboard",)
    assert [(one.broadside, one.wait) for one in every(events, GunsCooled)] == [("port", 1)]
    assert state.ships["B1"].gunnery == Gunnery(wait={"port": 1})
    again = replace(cools, ships={**cools.ships, "B1": replace(cools.ships["B1"], gunnery=Gunnery(wait={"port": 1}))})
    _, events = play(again, Done(side="british"))
    assert GAME.describe(again, only(events, GunsCooled)) == "B1's port guns have cooled."


@pytest.mark.parametrize(("kind", "loaded", "fires"), [("double", 4, 5), ("red", 5, 6)])
def test_tv_86_fired_in_turn_3(kind: str, loaded: int, fires: int) -> None:
    state = abeam(kind, turn=3)
    state, events = play(state, shot(), dice=[2, *[1] * 4] if kind == "red" else [1] * 4)
    assert f"before turn {loaded}" in GAME.describe(state, only(events, GunsHeated))
    reloaded, ready = [], []
    for _ in range(4):
        state, events = next_turn(state)
        reloaded += [state.turn - 1 for _ in every(events, BroadsideReloaded)]
        ready += [state.turn] if GAME.check(state, shot()) is None else []
    assert (reloaded, ready[0]) == ([loaded], fires)
    assert shot_in(state.ships["B1"], "starboard") == "round"


def next_turn(state: State) -> tuple[State, list[Any]]:
    """The step of loading, in which nothing is ordered, and on to the Combat Phase of the next turn."""
    after, events = play(replace(state, phase="reload", asked="british"), Done(side="british"))
    ships = {key: replace(one, reloaded=False, fired=()) for key, one in after.ships.items()}
    return replace(after, phase="combat", asked="british", turn=state.turn + 1, ships=ships), events


# --- round shot


def test_sotl_19_b_round_shot_is_the_standard_and_tells_nothing_new() -> None:
    _, with_kinds = play(abeam(), shot(), dice=[4, 1, 1, 1, 6, 4])
    _, without = play(abeam(options={}), shot(), dice=[4, 1, 1, 1, 6, 4])
    assert with_kinds == without


def test_amb_123_without_the_switch_any_shot_is_round() -> None:
    _, events = play(abeam("grape", 2.0, options={}), shot(), dice=[1, 1, 1])
    assert not only(events, BroadsideFired).special


# --- hot shot


def test_tv_83_hot_shot_that_finds_the_magazine_needs_no_second_die() -> None:
    state, events = play(abeam("red"), shot(), dice=[2, 4, 4, 1, 1, 2, 6, 6])
    fired = only(events, BroadsideFired)
    assert [(one.die, one.magazine, one.hot) for one in fired.criticals] == [(6, None, True)]
    assert only(events, HotShotTried).success
    _, events = play(state, *END, dice=[1] * 12)
    assert only(events, ShipExploded).ship == "F1"
    assert every(events, CriticalWithoutEffect) == []


def test_tv_85_the_roll_before_it_is_fired() -> None:
    state, events = play(abeam("red"), shot(), dice=[3])
    tried = only(events, HotShotTried)
    assert (tried.success, tried.needed, every(events, BroadsideFired)) == (False, 2, [])
    assert (state.ships["B1"].fires, state.ships["F1"].attacked) == (0, False)
    words = GAME.describe(state, tried)
    assert words == (
        "B1 loads hot shot into her starboard guns: [3], needed 2 or less; "
        "it sets her own guns on fire, and they cannot fire."
    )
    state, events = play(state, *END)
    assert (only(events, FireStarted).ship, state.ships["B1"].fires) == ("B1", 1)
    again = replace(state, phase="combat", asked="british", turn=2)
    loaded = replace(again.ships["B1"], loaded=("port", "starboard"), fired=())
    refusal = refused(replace(again, ships={**again.ships, "B1": loaded}), shot(), "AMB-215")
    assert (refusal.reason, refusal.by) == ("Hot shot has set fire among the starboard guns of B1.", "fires burning: 1")


def test_amb_215_after_a_mishap_the_side_is_empty_and_her_other_hot_side_may_try() -> None:
    two = battle(
        ship("B1", 0, 0, 0, shot={"port": "red", "starboard": "red"}), ship("F1", 0.8, 0, 0), ship("F2", -0.8, 0, 0),
        **AMMO,
    )  # fmt: skip
    state, events = play(two, shot(), shot(target="F2", side="port"), dice=[6, 1, 1, 1, 1, 1])
    assert [one.success for one in every(events, HotShotTried)] == [False, True]
    firer = state.ships["B1"]
    assert (firer.loaded, firer.fired, empty_broadsides(firer)) == ((), ("port", "starboard"), ("starboard",))
    assert firer.gunnery == Gunnery(wait={"port": 2}, mishap=("starboard",))
    assert shot_in(firer, "starboard") == "round"
    state, events = play(state, *END)
    assert only(events, FireStarted).ship == "B1"


def test_amb_215_it_is_served_again_once_no_fire_burns() -> None:
    afire = abeam(marks={"fires": 1, "gunnery": Gunnery(mishap=("starboard",))})
    refused(afire, shot(), "AMB-215")
    out = replace(afire, phase="initiative", asked=None, ships={k: replace(v, fires=0) for k, v in afire.ships.items()})
    state, events = play(out, RollInitiative(side="british"), dice=[3, 3])
    assert only(events, MishapOver).ship == "B1"
    assert GAME.check(state, shot()) is None


@pytest.mark.parametrize(("lost", "fires"), [(1, 1), (2, 1), (3, 2)])
def test_sotl_19_c_amb_103_hot_shot_starts_half_as_many_fires_as_hull_points_rounded_up(lost: int, fires: int) -> None:
    dice = [1, *[4] * lost, *[1] * (4 - lost), *[2] * lost]
    state, events = play(abeam("red"), shot(), dice=dice)
    assert only(events, BroadsideFired).special == Special("red", fires=fires)
    state, events = play(state, *END)
    assert [type(event) for event in events if isinstance(event, HullLost | FireStarted)] == [HullLost, FireStarted]
    assert (state.ships["F1"].fires, state.ships["F1"].old_fires) == (fires, 0)


def test_amb_146_hull_then_fires_then_criticals() -> None:
    state, _ = play(abeam("red"), shot(), dice=[1, 4, 4, 1, 1, 2, 6, 1])
    _, events = play(state, *END)
    kinds = [type(event) for event in events if isinstance(event, HullLost | FireStarted | MastFell)]
    assert kinds == [HullLost, FireStarted, MastFell]


def test_amb_178_fires_are_reckoned_after_rake_and_firepower_and_a_stern_rake_doubles_criticals() -> None:
    raked = astern("red", options={"ammo": True, "british_firepower": True})
    _, events = play(raked, shot(), dice=[1, 4, 4, 1, 1, 1, 1, 1, 1, 6, 2, 4, 4])
    fired = only(events, BroadsideFired)
    assert (fired.hull, fired.special, len(fired.criticals)) == (3, Special("red", fires=2), 2)


def test_amb_178_hot_shot_is_fired_in_the_first_phase_in_which_she_fires_or_counts_as_round() -> None:
    two = battle(ship("B1", 0, 0, 0, shot={"port": "red", "starboard": "chain"}), ship("F1", 0.8, 0, 0), **AMMO)
    quiet, events = play(two, *END)
    assert every(events, ShotCooled) == []
    assert shot_in(quiet.ships["B1"], "port") == "red"
    state, events = play(two, shot(), *END, dice=[1, 1, 1, 1])
    assert only(events, ShotCooled).broadside == "port"
    assert state.ships["B1"].shot == {"starboard": "chain"}


def test_amb_178_hot_shot_goes_cold_with_her_officer() -> None:
    state, events = play(abeam("red", marks={"officer": "dead"}), *END)
    assert only(events, ShotCooled).ship == "B1"
    assert state.ships["B1"].shot != {"starboard": "red"}


def test_amb_178_the_odds_count_the_roll() -> None:
    state = abeam("red")
    aim = find_aim(state, "B1", "starboard", "F1")
    assert aim is not None
    found = odds.compute_broadside_odds(state, aim)
    assert (found.chance_to_fire, found.effect_of_six) == (Fraction(1, 3), "critical")
    assert found.hull[0] == Fraction(2, 3) + Fraction(1, 3) * Fraction(7, 12) ** 4
    assert sum(found.hull) == sum(found.hits) == 1
    assert found.critical == Fraction(1, 3) * (1 - Fraction(11, 12) ** 4)


# --- double shot


@pytest.mark.parametrize(
    ("special", "said"),
    [(Special("double", fatigue=2), "2 hits, 2 fatigue."), (Special("chain"), "2 hits, no harm.")],
)
def test_amb_179_where_no_hull_point_is_lost_none_is_reckoned_up(special: Special, said: str) -> None:
    state = astern("double")
    _, events = play(state, shot(), dice=[4, 4, 4, 4, 4, 1, 1, 1, 1, 2, 3, 6, 6])
    nothing = (Modifier("hits", "0", 0), Modifier("double shot", "×2", 0))
    fired = replace(only(events, BroadsideFired), hits=2, hull=0, criticals=(), loss=nothing, special=special)
    assert GAME.describe(state, fired).endswith(said)


def test_tv_87_a_double_shotted_stern_rake() -> None:
    raked = astern("double")
    state, events = play(raked, shot(), dice=[4, 4, 4, 4, 4, 1, 1, 1, 1, 2, 3, 6, 6])
    fired = only(events, BroadsideFired)
    assert (fired.hull, fired.criticals, fired.special) == (12, (), Special("double", fatigue=2))
    assert "5 hits, 12 hull points (3, double shot ×2, stern rake ×2) and 2 fatigue" in GAME.describe(raked, fired)
    state, events = play(state, *END)
    assert (state.ships["F1"].hull, state.ships["F1"].fatigue) == (4, 2)
    assert only(events, FatigueRose).cause == "double shot"


def test_amb_25_double_then_stern_then_firepower() -> None:
    raked = astern("double", options={"ammo": True, "british_firepower": True})
    _, events = play(raked, shot(), dice=[4, *[1] * 7, 1])
    fired = only(events, BroadsideFired)
    assert [(line.source, line.value) for line in fired.loss] == [
        ("damage dice", 1), ("double shot", 2), ("stern rake", 4), ("British firepower", 5),
    ]  # fmt: skip


def test_sotl_19_d_double_shot_carries_to_point_blank_range() -> None:
    assert refused(abeam("double", 1.6), shot(), "SOTL-19-d").by == "1.3 UM, the reach is 1 UM"


def test_amb_179_fatigue_ends_at_her_limit_and_who_is_there_may_defend_but_not_board() -> None:
    tired = battle(ship("B1", 0, 0, 0, shot={"starboard": "double"}), ship("F1", 0.8, 0, 0, fatigue=2), **AMMO)
    state, _ = play(tired, shot(), *END, dice=[4, 4, 1, 1, 6, 6])
    assert state.ships["F1"].fatigue == 3
    fast = replace(state, phase="board", asked="allied", grapples=(Grapple("B1", "F1", 1),))
    refused(fast, Board(side="allied", ship="F1", target="B1"), "SOTL-7-e")


def test_amb_179_the_odds_know_no_criticals() -> None:
    state = abeam("double")
    aim = find_aim(state, "B1", "starboard", "F1")
    assert aim is not None
    found = odds.compute_broadside_odds(state, aim)
    assert found.hull[8] == Fraction(5, 12) ** 4
    assert found.hull[1] == 0
    assert found.effect_of_six == "fatigue"
    assert [line.source for line in found.modifiers] == ["double shot"]


# --- chain shot


@pytest.mark.parametrize(("apart", "over"), [(0.8, "starboard"), (-0.8, "port")])
def test_sotl_19_e_each_critical_of_chain_shot_fells_a_mast_away_from_the_firer(apart: float, over: str) -> None:
    side = "starboard" if apart > 0 else "port"
    state = battle(ship("B1", 0, 0, 0, shot={side: "chain"}), ship("F1", apart, 0, 0), **AMMO)
    state, events = play(state, shot(side=side), dice=[4, 4, 1, 1, 6, 6])
    assert only(events, BroadsideFired).special == Special("chain", masts=(over, over))
    _, events = play(state, *END)
    assert [(one.mast, one.over) for one in every(events, MastFell)] == [("main", over), ("mizzen", over)]


def test_amb_180_from_dead_astern_masts_fall_to_starboard_and_a_stern_rake_doubles_them() -> None:
    raked = battle(ship("B1", 0, 0, 0, shot={"starboard": "chain"}), ship("F1", 1.0, 0, 90), **AMMO)
    state, events = play(raked, shot(), dice=[4, 4, *[1] * 6, 6, 6])
    assert only(events, BroadsideFired).special == Special("chain", masts=("starboard",) * 4)
    _, events = play(state, *END)
    assert [one.mast for one in every(events, MastFell)] == ["mizzen", "main", "fore"]
    assert only(events, CriticalWithoutEffect).reason == "no mast is left to fall"


def test_amb_180_chain_shot_carries_to_medium_range_as_the_template_has_it() -> None:
    state = abeam("chain", 3.0)
    _, events = play(state, shot(), dice=[4, 5, 1, 2])
    assert only(events, BroadsideFired).needed == 5
    assert refused(abeam("chain", 3.6), shot(), "SOTL-19-e").reason == "F1 is out of range of chain shot."


# --- grapeshot


def test_tv_89_grapeshot_kills_one_crew_a_broadside() -> None:
    state = battle(ship("B1", 0, 0, 0, shot={"starboard": "grape"}), ship("F1", 0.8, 0, 0, "IV"), **AMMO)
    after, events = play(state, shot(), dice=[4, 4, 4, 1, 6, 6, 3])
    fired = only(events, BroadsideFired)
    assert (fired.hull, fired.criticals, fired.special) == (1, (), Special("grape", crews=1))
    assert "3 hits, 1 hull point and 1 crew" in GAME.describe(state, fired)
    after, events = play(after, *END)
    assert (only(events, CrewsLost).left, after.ships["F1"].crews, boarding.boarding_strength(after, "F1")) == (2, 2, 1)
    told = {mark.title: mark.value for mark in summaries.list_marks(after, "F1")}
    assert told["Crews missing"] == "1 of 3"


def test_sotl_19_f_a_stern_rake_kills_no_second_crew() -> None:
    _, events = play(astern("grape"), shot(), dice=[4, 4, *[1] * 6, 6, 6])
    assert only(events, BroadsideFired).special == Special("grape", crews=1)


def test_tv_90_grapeshot_at_the_nearest_enemy_beyond_its_reach() -> None:
    refusal = refused(abeam("grape", 1.7), shot(), "SOTL-19-f")
    assert (refusal.reason, refusal.by) == ("F1 is out of range of grapeshot.", "1.4 UM, the reach is 1 UM")


def test_amb_181_without_anybody_left_she_boards_nobody_and_any_boarder_takes_her() -> None:
    dead = battle(
        ship("B1", 0, 0, 0), ship("F1", 0.35, 0, 0, crews=0), phase="board", grapples=(Grapple("B1", "F1", 0),), **AMMO
    )
    assert boarding.boarding_strength(dead, "F1") == 0
    refused(replace(dead, asked="allied"), Board(side="allied", ship="F1", target="B1"), "AMB-181")
    state, events = play(dead, Board(side="british", ship="B1", target="F1"), Done(side="british"))
    assert only(events, BoardingFought).result == "captured"
    assert state.ships["F1"].captor == "british"


# --- on the table


def test_amb_182_the_card_tells_what_is_loaded_cools_or_burns() -> None:
    marks = {"shot": {"starboard": "chain"}, "gunnery": Gunnery(wait={"port": 1}), "loaded": ("starboard",)}
    state = abeam("chain", marks=marks, turn=3)
    told = {mark.title: (mark.value, mark.meaning) for mark in summaries.list_marks(state, "B1")}
    assert told["Port guns"] == ("cooling until turn 4", "They are cooling and cannot be loaded before turn 4.")
    assert told["Starboard guns"][0] == "chain shot"
    assert list(summaries.list_marks(state, "F1")) == []


def test_sotl_19_the_field_ends_where_the_shot_does() -> None:
    state = abeam("chain", marks={"shot": {"starboard": "chain", "port": "grape"}})
    assert [one.band for one in gunnery.find_areas_in_reach(state, "B1", "port")] == ["point_blank"]
    assert [one.band for one in gunnery.find_areas_in_reach(state, "B1", "starboard")] == ["point_blank", "medium"]
    assert {(one.broadside, one.band) for one in gunnery.find_threats(state, "british")} == {
        ("port", "point_blank"), ("starboard", "point_blank"), ("starboard", "medium"),
    }  # fmt: skip


def test_amb_177_every_kind_is_offered_and_only_what_is_legal() -> None:
    state = opening(ammo=True)
    loads = [one for one in GAME.choices(state) if isinstance(one, Load)]
    assert len(loads) == len(set(loads)) == 8
    both = reloading(loaded=(), shot={"port": "chain"})
    offered = [one for one in GAME.choices(both) if isinstance(one, Reload)]
    assert len(offered) == len(set(offered)) == 4 + 4 + 16
    assert [one for one in (*loads,) if GAME.check(state, one)] == []
    assert [one for one in offered if GAME.check(both, one)] == []


def test_amb_178_a_scenario_may_say_what_is_loaded_but_no_hot_shot_without_an_officer() -> None:
    bad = opening_text("officer: dead, shot: {port: red}")
    with pytest.raises(ScenarioError) as wrong:
        GAME.read(bad, "bad.yaml")
    assert "hot shot needs a living captain" in str(wrong.value)
    state = GAME.open(GAME.read(opening_text("shot: {port: chain}"), "good.yaml"), {})
    assert state.ships["B1"].shot == {"port": "chain"}


def opening_text(marks: str) -> str:
    return f"""
game: ships_of_the_line
title: Two of them
wind: {{from: NW}}
options: {{ammo: true}}
ships:
  - {{key: B1, nation: britain, number: 1, name: Ajax, class: III, guns: 74, at: [0, 0], heading: 0, {marks}}}
  - {{key: F1, nation: france, number: 1, name: Argonaute, class: III, guns: 74, at: [2, 0], heading: 0}}
start: {{phase: combat, initiative: british}}
"""


def test_tv_85_a_leader_of_minus_two_makes_a_three_good() -> None:
    leader = Leader("Dumanoir", -2)
    state = battle(
        ship("F2", 0, 0, 0, shot={"starboard": "red"}, card_leader=leader), ship("B1", 0.8, 0, 0),
        asked="allied", initiative="allied", options={"ammo": True, "leaders": True},
    )  # fmt: skip
    _, events = play(state, shot("F2", "B1"), dice=[3, 1, 1, 1, 1])
    tried = only(events, HotShotTried)
    assert ([line.source for line in tried.modifiers], tried.success) == (["die", "Dumanoir"], True)
    aim = find_aim(state, "F2", "starboard", "B1")
    assert aim is not None
    assert odds.compute_broadside_odds(state, aim).chance_to_fire == Fraction(4, 6)


def test_amb_146_a_fire_of_hot_shot_waits_for_the_ink_while_the_other_side_still_fires() -> None:
    state, _ = play(abeam("red"), shot(), Done(side="british"), dice=[1, 4, 4, 4, 4, 2, 2, 2, 2])
    assert (state.ships["F1"].fires, state.ships["F1"].hull, state.asked) == (0, 16, "allied")


def test_amb_178_the_fast_game_doubles_the_points_but_not_the_fires() -> None:
    _, events = play(abeam("red", options={"ammo": True, "fast_game": True}), shot(), dice=[1, 4, 4, 1, 1, 2, 3])
    fired = only(events, BroadsideFired)
    assert (fired.hull, fired.special) == (4, Special("red", fires=1))
