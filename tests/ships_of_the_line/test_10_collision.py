"""Chapter 10: collisions and fouled ships (AMB-90 to 92, AMB-145, AMB-156 to 159, AMB-210)."""

from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.core.errors import ScenarioError
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters import movement
from tabletop.games.ships_of_the_line.chapters.optional import collision
from tabletop.games.ships_of_the_line.chapters.optional.collision import (
    CollisionRolled,
    ShipsFouled,
    ShipsUnfouled,
    Unfoul,
)
from tabletop.games.ships_of_the_line.chapters.sailing import check_held
from tabletop.games.ships_of_the_line.commands import (
    Board,
    BreakGrapple,
    CastOff,
    Done,
    DropAnchor,
    FireBroadside,
    GrappleShip,
    MakeFastTow,
    TurnByBoats,
)
from tabletop.games.ships_of_the_line.events.combat import HullLost, ShipSunk
from tabletop.games.ships_of_the_line.events.crew import FatigueRose, TaskRolled
from tabletop.games.ships_of_the_line.events.movement import ShipDrifted, ShipSailed
from tabletop.games.ships_of_the_line.events.turn import PhaseBegan, PointsScored
from tabletop.games.ships_of_the_line.model import Fouling, Grapple, State, Tow, load_standard_profile
from tabletop.games.ships_of_the_line.survey import plans
from tabletop.games.ships_of_the_line.survey.summaries import describe_module_order, list_marks
from tabletop.geometry.pose import cosine, sine
from tests.judging import every, only
from tests.ships_of_the_line.helm import QUARTER, at_sea, sail, tried
from tests.ships_of_the_line.kit import battle, play, refused, ship

ON: dict[str, Any] = {"options": {"collision": True}}


def meeting(*more: Any, mover: str = "III", other: str = "III", other_heading: int = 0, **fields: Any) -> State:
    """B1 sails east and has F1's side 0.60 UM before her bow."""
    length = load_standard_profile().hulls[mover][0]
    beam = load_standard_profile().hulls[other][1 if other_heading in (0, 180) else 0]
    ahead = length / 2 + 0.6 + beam / 2
    return at_sea(ship("B1", 0, 0, QUARTER, mover), ship("F1", ahead, 0, other_heading, other), *more, **(ON | fields))


def crash(state: State, die: int = 3, key: str = "B1", plan: str = "a s s s") -> tuple[State, list[Any]]:
    return play(state, sail(key, plan), dice=[die])


def lost(events: list[Any]) -> dict[str, int]:
    return {event.ship: event.points for event in every(events, HullLost)}


def fouled(phase: str = "unfoul", **fields: Any) -> State:
    """B1 and F1 side by side, foul of each other."""
    given = {"phase": phase, "asked": "british", "initiative": "british", "foulings": (Fouling("B1", "F1"),)}
    return battle(ship("B1", 0, 0, 0), ship("F1", 0.38, 0, 0), **(ON | given | fields))


# --- when there is a check


def test_sotl_10_a_amb_156_a_ship_that_is_cut_by_an_enemy_is_checked() -> None:
    state, events = crash(meeting())
    rolled = only(events, CollisionRolled)
    assert (rolled.ship, rolled.other, rolled.die, rolled.collided) == ("B1", "F1", 3, True)
    assert only(events, ShipSailed).contact == "F1"
    assert state.foulings == (Fouling("B1", "F1"),)


@pytest.mark.parametrize(("end", "dice"), [(0.1, [1]), (0.101, [])])
def test_sotl_10_b_amb_156_hulls_within_touching_are_checked_though_nothing_cut_the_move(
    end: float, dice: list[int]
) -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 1 + 0.5 + 0.15 + end, 0, 0), **ON)
    _, events = play(state, sail("B1", "a s s s"), dice=dice)
    assert len(every(events, CollisionRolled)) == len(dice)


def test_tv_53_from_0_09_and_among_friends_nothing_is_rolled() -> None:
    near = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 0.5 + 0.09 + 0.15, 0, 0), **ON)
    assert every(play(near, sail("B1", "a s s s"))[1], CollisionRolled) == []
    friend = at_sea(ship("B1", 0, 0, QUARTER), ship("B2", 0.5 + 0.6 + 0.15, 0, 0), **ON)
    assert every(play(friend, sail("B1", "a s s s"))[1], CollisionRolled) == []


def test_amb_90_friends_collide_where_the_profile_says_so() -> None:
    profile = replace(load_standard_profile(), collide_with_friends=True)
    friend = at_sea(ship("B1", 0, 0, QUARTER), ship("B2", 0.5 + 0.6 + 0.15, 0, 0), profile=profile, **ON)
    _, events = crash(friend)
    assert lost(events) == {"B1": 4, "B2": 2}
    assert b"collide_with_friends" not in msgspec.json.encode(load_standard_profile())


def test_amb_156_a_struck_ship_is_a_friend_to_her_former_side_and_an_enemy_to_the_other() -> None:
    struck = meeting()
    struck = replace(struck, ships={**struck.ships, "F1": replace(struck.ships["F1"], status="struck")})
    assert every(crash(struck)[1], CollisionRolled)
    own = at_sea(ship("F2", 0, 0, QUARTER), ship("F1", 1.25, 0, 0, status="struck"), **({"asked": "allied"} | ON))
    assert every(play(own, sail("F2", "a s s s"))[1], CollisionRolled) == []


def test_amb_156_prizes_are_ships_of_their_captor() -> None:
    prize = at_sea(
        ship("F2", 0, 0, QUARTER, status="captured", captor="british"),
        ship("F1", 1.25, 0, 0),
        ship("B1", 9, 9, 0),
        **ON,
    )
    order = replace(sail("B1", "a s s s"), ship="F2")
    _, events = play(prize, order, dice=[3])
    assert lost(events) == {"F2": 4, "F1": 2}


def test_amb_156_boats_roll_for_nothing() -> None:
    state = at_sea(ship("B1", 0, 0, 315, stopped=True), ship("F1", -1.2, 0, 0), **ON)
    _, events = play(state, TurnByBoats(side="british", ship="B1", towards="starboard"))
    assert every(events, CollisionRolled) == []


def test_amb_156_a_tow_is_not_checked_against_itself() -> None:
    profile = replace(load_standard_profile(), collide_with_friends=True)
    state = at_sea(
        ship("B1", 0, 0, QUARTER), ship("B2", -1.1, 0, QUARTER), tows=(Tow("B1", "B2"),), profile=profile, **ON
    )
    _, events = play(state, sail("B1", "a a"))
    assert every(events, CollisionRolled) == []


def test_amb_92_no_new_check_until_they_were_more_than_touching_apart() -> None:
    state = at_sea(ship("B1", 0, 0, 0), ship("F1", 0.38, 0, 0), **ON)
    _, events = play(state, sail("B1", "a"), Done(side="british"))
    assert every(events, CollisionRolled) == []


def test_amb_145_several_hulls_are_rolled_for_the_nearest_first() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 1.6, 0.38, QUARTER), ship("F2", 1.6, -0.36, QUARTER), **ON)
    _, events = play(state, sail("B1", "a s s s"), dice=[1, 2])
    assert [(event.ship, event.other) for event in every(events, CollisionRolled)] == [("B1", "F2"), ("B1", "F1")]


def test_amb_157_she_is_rolled_for_no_more_once_she_has_sunk() -> None:
    state = at_sea(
        ship("B1", 0, 0, QUARTER, hull=4), ship("F1", 1.6, 0.38, QUARTER), ship("F2", 1.6, -0.36, QUARTER), **ON
    )
    _, events = play(state, sail("B1", "a s s s"), dice=[6])
    assert len(every(events, CollisionRolled)) == 1


# --- the die and the damage


@pytest.mark.parametrize("die", [1, 2])
def test_sotl_10_d_on_1_and_2_they_scrape_past(die: int) -> None:
    state, events = crash(meeting(), die)
    assert (lost(events), state.foulings) == ({}, msgspec.UNSET)
    before = meeting()
    rolled = only(events, CollisionRolled)
    assert GAME.describe(before, rolled) == f"B1 meets F1, 0.05 UM: [{die}], they scrape past."


@pytest.mark.parametrize("die", [3, 4, 5, 6])
def test_sotl_10_d_on_3_and_more_they_collide(die: int) -> None:
    _, events = crash(meeting(), die)
    assert GAME.describe(meeting(), only(events, CollisionRolled)).endswith(f"[{die}], they collide.")


def test_tv_17_sotl_10_e_equals_lose_2_and_the_mover_2_more() -> None:
    state, events = crash(meeting(), 6)
    assert lost(events) == {"B1": 4, "F1": 2}
    assert (state.ships["B1"].hull, state.ships["F1"].hull) == (12, 14)
    assert {event.cause for event in every(events, HullLost)} == {"collision"}


@pytest.mark.parametrize(
    ("mover", "other", "expected"),
    [
        ("III", "V", (4, 3)), ("III", "VI", (4, 4)), ("V", "III", (5, 2)), ("VI", "I", (6, 2)),
        ("V", "VI", (4, 3)), ("VI", "V", (5, 2)), ("VI", "VI", (4, 2)), ("I", "IV", (4, 2)),
    ],
)  # fmt: skip
def test_tv_36_sotl_10_f_sotl_10_g_the_smaller_loses_3_or_4_instead(
    mover: str, other: str, expected: tuple[int, int]
) -> None:
    # hulls enough that neither goes down
    state = meeting(mover=mover, other=other)
    ships = {key: replace(one, hull=20) for key, one in state.ships.items()}
    _, events = crash(replace(state, ships=ships))
    assert lost(events) == dict(zip(("B1", "F1"), expected, strict=True))


@pytest.mark.parametrize(
    ("switches", "expected"), [((), (4, 3)), (("weather_gauge",), (4, 4)), (("weather_gauge", "fast_game"), (8, 8))]
)
def test_tv_51_a_74_advances_into_a_frigate(switches: tuple[str, ...], expected: tuple[int, int]) -> None:
    state = meeting(other="V", options=dict.fromkeys(("collision", *switches), True))
    (peril,) = plans.find_collision_risks(state, tried(state, "a s s s"))
    _, events = crash(state, 4)
    assert tuple(lost(events).values()) == expected == (peril.own_loss, peril.other_loss)


def test_sotl_15_c_points_left_at_contact_are_slowed_and_a_veteran_point_lapses() -> None:
    veteran = ship("B1", 0, 0, QUARTER, card_veteran=True)
    state = at_sea(veteran, ship("F1", 1.25, 0, 0), options={"collision": True, "veterans": True})
    state, events = play(state, sail("B1", "a a a a a"), dice=[1])
    assert (only(events, ShipSailed).spent, only(events, ShipSailed).slowed, state.ships["B1"].stopped) == (1, 3, True)


def test_sotl_10_h_one_die_though_both_suffer() -> None:
    _, events = crash(meeting())
    assert len(every(events, CollisionRolled)) == 1
    assert len(lost(events)) == 2


def test_amb_157_not_attacked_not_hit_and_no_fatigue() -> None:
    state, events = crash(meeting())
    assert every(events, FatigueRose) == []
    assert [(one.attacked, one.hit, one.fatigue, one.exerted) for one in state.ships.values()] == [
        (False, False, 0, False)
    ] * 2


def test_tv_55_a_frigate_with_3_points_sinks_in_the_movement_phase() -> None:
    state = meeting(mover="V")
    state = replace(state, ships={**state.ships, "B1": replace(state.ships["B1"], hull=3)})
    after, events = crash(state, 6)
    assert lost(events) == {"B1": 5, "F1": 2}
    sunk = only(events, ShipSunk)
    assert (sunk.ship, after.ships["B1"].wreck, after.foulings) == ("B1", True, msgspec.UNSET)
    assert GAME.describe(state, sunk) == "Her side stove in, B1 goes down."
    assert [(one.score.side, one.score.points) for one in every(events, PointsScored)] == [("allied", 10)]


def test_amb_138_a_ship_that_sinks_holds_nobody() -> None:
    state = fouled("extinguish")
    state = replace(state, ships={**state.ships, "B1": replace(state.ships["B1"], hull=1, fires=1)})
    state, events = play(state, Done(side="british"))
    assert (only(events, ShipsUnfouled).rule, state.foulings) == ("AMB-138", ())


# --- fouled


def test_sotl_10_i_amb_158_fouled_ships_lie_stopped_and_do_not_move() -> None:
    state, events = crash(meeting(ship("F2", 9, 9, 0)))
    assert (only(events, ShipsFouled).ship, state.ships["B1"].stopped, state.ships["F1"].stopped) == ("B1", True, True)
    for key in ("B1", "F1"):
        hold = check_held(state, key)
        assert hold is not None
        assert hold.rule == "SOTL-10-i"
    refused(replace(state, asked="allied"), sail("F1", "a"), "SOTL-10-i")


def test_amb_210_fouled_ships_use_no_boats_but_anchor_and_fire() -> None:
    state = fouled("movement", wind=0)
    refused(state, TurnByBoats(side="british", ship="B1", towards="port"), "SOTL-10-i")
    assert play(state, DropAnchor(side="british", ship="B1"))[0].ships["B1"].anchored
    firing = fouled("combat")
    assert GAME.check(firing, FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")) is None


def test_amb_210_no_tow_and_no_automatic_grapple_but_grapples_are_thrown_and_cut() -> None:
    state = battle(
        ship("B1", 0, 0, 0), ship("F1", 0.38, 0, 0), ship("B2", -0.38, 0, 0),
        phase="grapple", foulings=(Fouling("B1", "F1"),), **ON,
    )  # fmt: skip
    refused(state, MakeFastTow(side="british", ship="B2", towed="B1"), "AMB-210")
    refused(state, MakeFastTow(side="british", ship="B1", towed="B2"), "AMB-210")
    refusal = refused(state, GrappleShip(side="british", ship="B2", target="B1"), "AMB-210")
    assert refusal.reason == "B1 is fouled with F1."
    assert GAME.check(state, GrappleShip(side="british", ship="B1", target="F1")) is None
    grappled = replace(state, phase="break_free", grapples=(Grapple("F1", "B1", 0),))
    assert GAME.check(grappled, BreakGrapple(side="british", ship="B1", other="F1")) is None
    refused(state, CastOff(side="british", ship="B1", other="F1"), "SOTL-5.6-d")


def test_sotl_10_k_fouling_alone_is_no_bridge() -> None:
    state = fouled("board")
    assert GAME.check(state, Board(side="british", ship="B1", target="F1")) is not None
    both = replace(state, grapples=(Grapple("B1", "F1", 0),))
    assert GAME.check(both, Board(side="british", ship="B1", target="F1")) is None


def test_amb_158_both_ties_may_hold_a_pair_and_each_is_undone_by_itself() -> None:
    state = fouled("unfoul", grapples=(Grapple("B1", "F1", 0),))
    after, _ = play(state, Unfoul(side="british", ship="B1", other="F1"), dice=[1])
    assert (after.foulings, len(after.grapples)) == ((), 1)
    hold = check_held(after, "B1")
    assert hold is not None
    assert hold.rule == "SOTL-6-d"


# --- coming clear


def test_tv_54_sotl_10_j_amb_92_practice_and_fatigue() -> None:
    first, events = play(fouled(), Unfoul(side="british", ship="B1", other="F1"), dice=[3])
    rolled = only(events, TaskRolled)
    assert (rolled.task, rolled.success, first.ships["B1"].fatigue, len(first.foulings or ())) == (
        "unfoul",
        False,
        1,
        1,
    )
    assert GAME.describe(fouled(), rolled).endswith("needed 2 or less; they hang fast.")
    ships = {key: replace(one, tried=(), exerted=False) for key, one in first.ships.items()}
    again = replace(first, turn=first.turn + 1, ships=ships, phase="unfoul", asked="british")
    after, events = play(again, Unfoul(side="british", ship="B1", other="F1"), dice=[3])
    assert [step.value for step in only(events, TaskRolled).modifiers] == [3, 2]
    assert (after.foulings, after.ships["B1"].fatigue) == ((), 2)
    assert only(events, ShipsUnfouled).rule == "SOTL-10-j"


def test_amb_158_one_attempt_of_each_ship_not_when_exhausted_and_none_of_a_struck_one() -> None:
    three = battle(
        ship("B1", 0, 0, 0), ship("F1", 0.38, 0, 0), ship("F2", -0.38, 0, 0),
        phase="unfoul", foulings=(Fouling("B1", "F1"), Fouling("F2", "B1")), **ON,
    )  # fmt: skip
    state, _ = play(three, Unfoul(side="british", ship="B1", other="F1"), dice=[6])
    refused(state, Unfoul(side="british", ship="B1", other="F2"), "AMB-158")
    refused(three, Unfoul(side="british", ship="B1", other="B1"), "SOTL-10-j")
    ships = {**three.ships, "B1": replace(three.ships["B1"], fatigue=3)}
    refused(replace(three, ships=ships), Unfoul(side="british", ship="B1", other="F1"), "SOTL-7-e")
    ships = {**three.ships, "B1": replace(three.ships["B1"], status="struck")}
    refused(replace(three, ships=ships), Unfoul(side="british", ship="B1", other="F1"), "SOTL-4.4.3-a")
    ships = {**three.ships, "B1": replace(three.ships["B1"], status="captured", captor="allied")}
    prize = replace(three, ships=ships, asked="allied")
    assert GAME.check(prize, Unfoul(side="allied", ship="B1", other="F1")) is None


def test_amb_158_each_roll_counts_at_once_and_either_side_may_try() -> None:
    state, events = play(fouled(), Done(side="british"), Unfoul(side="allied", ship="F1", other="B1"), dice=[2])
    assert (state.foulings, only(events, ShipsUnfouled).ship) == ((), "F1")


def test_amb_158_the_step_is_passed_over_where_nobody_is_foul() -> None:
    state = fouled("movement", foulings=())
    state, events = play(state, Done(side="british"))
    assert [one.phase for one in every(events, PhaseBegan)][:3] == ["reload", "unfoul", "sinking"]


def test_sotl_10_j_what_is_offered_is_legal_and_says_its_odds() -> None:
    state = fouled()
    offered = [one for one in GAME.choices(state) if isinstance(one, Unfoul)]
    assert offered == [Unfoul(side="british", ship="B1", other="F1")]
    label, about = describe_module_order(state, offered[0])
    assert label == "Come clear of F1"
    assert "2 of 6" in about


# --- groups, tows and drift


def test_amb_159_a_fouled_group_drifts_together() -> None:
    state = fouled("movement", drift=True, wind=315, strength="heavy")
    after, events = play(state, Done(side="british"))
    assert set(only(events, ShipDrifted).poses) == {"B1", "F1"}
    assert every(events, CollisionRolled) == []
    assert after.foulings == (Fouling("B1", "F1"),)


def test_amb_159_the_hull_of_a_group_that_touches_is_the_mover() -> None:
    # they drift to the south-east, onto S1
    state = at_sea(
        ship("B1", 0, 0, 45, masts=()), ship("F1", 0.27, -0.27, 45), ship("S1", 1.2, -1.2, 45, anchored=True),
        ship("B2", 20, 20, 90, anchored=True), foulings=(Fouling("B1", "F1"),), drift=True, **ON,
    )  # fmt: skip
    state = replace(state, ships={**state.ships, "F1": replace(state.ships["F1"], status="captured", captor="british")})
    _, events = play(state, Done(side="british"), dice=[3])
    rolled = only(events, CollisionRolled)
    assert (rolled.ship, rolled.other) == ("F1", "S1")
    assert lost(events) == {"F1": 4, "S1": 2}


def towing(*others: Any) -> State:
    """B1 heads east with B2 in tow astern of her."""
    tow = (Tow("B1", "B2"),)
    return at_sea(ship("B1", 0, 0, QUARTER), ship("B2", -1.1, 0, QUARTER), *others, tows=tow, **ON)


def test_amb_159_only_the_tower_collides_if_only_her_hull_touches() -> None:
    state = towing(ship("F1", 1.25, 0, 0))
    (peril,) = plans.find_collision_risks(state, tried(state, "a a"))
    after, events = crash(state, plan="a a")
    rolled = only(events, CollisionRolled)
    assert (rolled.ship, rolled.other) == (peril.mover, peril.other) == ("B1", "F1")
    assert lost(events) == {"B1": 4, "F1": 2}
    assert after.foulings == (Fouling("B1", "F1"),)
    assert plans.find_ship_cut_short(state, tried(state, "a a")) == "B1"


def test_amb_159_a_tow_far_from_the_enemy_that_her_tower_touched_already_collides_with_nobody() -> None:
    state = towing(ship("F1", 0.74, 0, 0))
    assert plans.find_collision_risks(state, tried(state, "a a")) == ()
    _, events = play(state, sail("B1", "a a"))
    assert only(events, ShipSailed).contact == "F1"
    assert every(events, CollisionRolled) == []


@pytest.mark.parametrize(("north", "plan"), [(0.9, "a t44"), (-0.9, "a t-44")])
def test_amb_159_only_the_tow_collides_if_only_her_hull_touches(north: float, plan: str) -> None:
    # B1 turns about her stern, and B2 swings round it into F1
    state = towing(ship("F1", -0.2, north, 0))
    (peril,) = plans.find_collision_risks(state, tried(state, plan))
    after, events = crash(state, plan=plan)
    rolled = only(events, CollisionRolled)
    assert (rolled.ship, rolled.other) == (peril.mover, peril.other) == ("B2", "F1")
    assert lost(events) == {"B2": 4, "F1": 2}
    assert after.foulings == (Fouling("B2", "F1"),)
    assert plans.find_ship_cut_short(state, tried(state, plan)) == "B2"


@pytest.mark.parametrize(("north", "plan"), [(0.9, "t44 a"), (-0.9, "t-44 a")])
def test_amb_159_nobody_collides_if_only_the_wake_of_the_tower_has_no_room(north: float, plan: str) -> None:
    # before her first advance B1 turns alone; B2 stays where she lies, clear of F1
    state = towing(ship("F1", -1.2, north, 0))
    assert plans.find_collision_risks(state, tried(state, plan)) == ()
    _, events = play(state, sail("B1", plan))
    assert only(events, ShipSailed).contact == "F1"
    assert every(events, CollisionRolled) == []


def drifting(origin: int, *others: tuple[str, float, float], **fields: Any) -> State:
    """Ships that lie broadside to the wind and drift, each so far down the wind and to port of it (UM)."""
    x, y = -sine(origin), -cosine(origin)
    ships = [
        ship(
            key,
            down * x - aside * y,
            down * y + aside * x,
            (origin + 90) % 360,
            masts=(),
            stopped=True,
            anchored=key == "S1",
        )
        for key, down, aside in others
    ]
    far = ship("B9", 20 * y, -20 * x, origin, anchored=True)
    return at_sea(*ships, far, wind=origin, strength="heavy", drift=True, **ON, **fields)


WINDS = tuple(range(0, 360, 45))


@pytest.mark.parametrize("origin", WINDS)
def test_amb_159_a_group_collides_with_nobody_if_the_hull_that_touches_is_a_friend(origin: int) -> None:
    state = drifting(origin, ("B1", 0, 0), ("F1", 0.38, 0), ("S1", 1.1, 0), foulings=(Fouling("B1", "F1"),))
    _, events = play(state, Done(side="british"))
    assert only(events, ShipDrifted).contact == "S1"
    assert every(events, CollisionRolled) == []


@pytest.mark.parametrize("origin", WINDS)
def test_amb_159_of_a_group_of_enemies_only_the_hull_that_touches_collides(origin: int) -> None:
    pair = (Grapple("B2", "B1", 0),)
    state = drifting(origin, ("B1", 0, 0), ("B2", 0.38, 0), ("S1", 1.1, 0), grapples=pair)
    after, events = play(state, Done(side="british"), dice=[3])
    assert (only(events, CollisionRolled).ship, lost(events)) == ("B2", {"B2": 4, "S1": 2})
    assert after.foulings == (Fouling("B2", "S1"),)


@pytest.mark.parametrize("origin", WINDS)
def test_amb_156_a_ship_that_drifts_alone_collides_with_the_enemy_that_stops_her(origin: int) -> None:
    state = drifting(origin, ("B1", 0, 0), ("S1", 0.8, 0))
    _, events = play(state, Done(side="british"), dice=[3])
    assert (only(events, CollisionRolled).ship, lost(events)) == ("B1", {"B1": 4, "S1": 2})


@pytest.mark.parametrize("origin", WINDS)
def test_amb_159_a_tow_that_drifts_collides_by_the_hull_that_touches(origin: int) -> None:
    tow = (Tow("B1", "B2"),)
    state = drifting(origin, ("B1", 0, 0), ("B2", 0.38, 0), ("S1", 1.1, 0), tows=tow)
    _, events = play(state, Done(side="british"), dice=[3])
    assert (only(events, CollisionRolled).ship, lost(events)) == ("B2", {"B2": 4, "S1": 2})


def test_amb_159_a_tower_whose_tow_is_foul_stays_or_casts_off() -> None:
    state = at_sea(
        ship("B1", 0, 0, QUARTER), ship("B2", -1.1, 0, QUARTER), ship("F1", -1.1, 0.38, QUARTER),
        tows=(Tow("B1", "B2"),), foulings=(Fouling("F1", "B2"),), **ON,
    )  # fmt: skip
    refused(state, sail("B1", "a"), "AMB-159")
    after, _ = play(state, CastOff(side="british", ship="B1", other="B2"))
    assert check_held(after, "B1") is None


# --- foreseen, told, written down


def test_amb_91_what_the_ghost_tells_is_what_is_rolled() -> None:
    state = meeting(mover="V")
    (peril,) = plans.find_collision_risks(state, tried(state, "a s s s"))
    assert (peril.mover, peril.other, peril.chance) == ("B1", "F1", Fraction(2, 3))
    _, events = crash(state, 5)
    assert lost(events) == {"B1": peril.own_loss, "F1": peril.other_loss}
    assert plans.find_collision_risks(state, tried(state, "p45 s s s")) == ()
    assert plans.find_collision_risks(replace(state, options={}), tried(state, "a s s s")) == ()


def test_amb_123_without_the_switch_contact_costs_nothing() -> None:
    state = replace(meeting(), options={})
    _, events = play(state, sail("B1", "a s s s"))
    assert every(events, CollisionRolled) == []
    assert b"foulings" not in msgspec.json.encode(state)


def test_sotl_10_i_the_card_says_whom_she_is_foul_of() -> None:
    (mark,) = [mark for mark in list_marks(fouled(), "B1") if mark.title == "Fouled"]
    assert mark.value == "with F1"


FILE = """\
game: ships_of_the_line
title: Foul of each other
wind: {from: NW}
options: {collision: true}
ships:
  - {key: B1, nation: britain, number: 1, name: Mars, class: III, guns: 74, at: [0, 0], heading: 0}
  - {key: F1, nation: france, number: 1, name: Hercule, class: III, guns: 74, at: [0.38, 0], heading: 0}
"""


def test_amb_158_a_scenario_may_begin_with_fouled_ships() -> None:
    scenario = GAME.read(FILE + "fouled: [[B1, F1]]\n", "battle.yaml")
    assert GAME.open(scenario, {}).foulings == (Fouling("B1", "F1"),)
    assert GAME.open(scenario, {"collision": False}).foulings is msgspec.UNSET


def test_amb_158_what_a_scenario_says_of_fouled_ships_is_checked() -> None:
    with pytest.raises(ScenarioError) as error:
        GAME.read(FILE + "fouled: [[B1, F2], [F1, F1], [B1, F1], [F1, B1]]\n", "battle.yaml")
    said = str(error.value)
    assert "battle.yaml:8:15: unknown ship 'F2'" in said
    assert "F1 cannot be fouled with herself" in said
    assert "F1 and B1 are already fouled with each other" in said


def test_sotl_10_a_of_several_hulls_none_is_told_that_is_not_near() -> None:
    chance = Random(10)
    for _ in range(40):
        x, y, heading = chance.uniform(0.5, 2), chance.uniform(-1, 1), chance.randrange(360)
        state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", x, y, heading), **ON)
        one = tried(state, "a a s s")
        if one.verdict is None and one.legs:
            made = movement.build_motion(state, one)
            after = GAME.evolve(state, movement.build_ship_sailed(one))
            for contact in collision.find_contacts(made, after):
                assert contact.distance <= 0.1 or contact.other == one.contact
