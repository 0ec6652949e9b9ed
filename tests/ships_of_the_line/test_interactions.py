"""Rows of the advanced rules in which switches meet: what each pair comes to when both are on (section 3)."""

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters import aiming, movement
from tabletop.games.ships_of_the_line.chapters.boarding import boarding_strength
from tabletop.games.ships_of_the_line.chapters.fire import find_aim
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import Refloat
from tabletop.games.ships_of_the_line.chapters.optional.collision import Unfoul
from tabletop.games.ships_of_the_line.chapters.optional.crews.complement import CrewsSent, DefendersNamed
from tabletop.games.ships_of_the_line.chapters.optional.leaders import LeaderJoined, LeaderTransferred
from tabletop.games.ships_of_the_line.chapters.sailing import check_held, compute_allowance
from tabletop.games.ships_of_the_line.commands import Board, Defend, Transfer
from tabletop.games.ships_of_the_line.events.boarding import BoardingFought, MeleeBegan, MeleeEnded
from tabletop.games.ships_of_the_line.events.combat import ColoursStruck, ShipSunk
from tabletop.games.ships_of_the_line.events.crew import SurrenderRolled
from tabletop.games.ships_of_the_line.events.movement import ShipSailed
from tabletop.games.ships_of_the_line.events.turn import PointsScored
from tabletop.games.ships_of_the_line.fleets import leaders
from tabletop.games.ships_of_the_line.model import Fouling, Grapple, Melee, State, Tow
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Duties, Leader, Nailing
from tabletop.games.ships_of_the_line.tables import Hits
from tests.judging import every, only
from tests.ships_of_the_line.helm import QUARTER, TACK, at_sea, sail
from tests.ships_of_the_line.kit import battle, play, refused, ship
from tests.ships_of_the_line.watch import ALLIED, BRITISH, crew

NELSON, VILLENEUVE, CISNEROS = Leader("Nelson", -3), Leader("Villeneuve", 0), Leader("Cisneros", -2)


def switched(*names: str) -> dict[str, Any]:
    return {"options": dict.fromkeys(names, True)}


# --- crews, with whatever else is on


def crewless(**marks: Any) -> State:
    return battle(
        ship("B1", 0, 0, 0, crews=0, **marks), ship("F1", 9, 9, 0), ship("B2", 20, 20, 0), asked="allied",
        **switched("crews"),
    )  # fmt: skip


def test_amb_190_amb_29_a_crewless_ship_strikes_before_crews_whose_officer_is_dead_are_rolled_for() -> None:
    _, events = play(crewless(officer="dead", hit=True), ALLIED)
    assert only(events, ColoursStruck).cause == "no_crew"
    assert not every(events, SurrenderRolled)


def unmanned(**fields: Any) -> State:
    """F1 is a prize of the British with nobody aboard."""
    prize = ship("F1", 0.35, 0, 90, status="captured", captor="british", crews=0)
    return battle(ship("B1", 0, 0, 0), prize, ship("F2", 0.35, 0.6, 0), ship("F3", 30, 30, 0), **fields)


def test_amb_190_a_prize_that_loses_her_last_crew_under_way_is_not_sailed_on() -> None:
    state = unmanned(phase="movement", initiative="allied", **switched("crews"))
    hold = check_held(state, "F1")
    assert hold is not None
    assert hold.rule == "AMB-190"
    assert movement.is_drifting(state, "F1")
    _, events = play(state, BRITISH)
    assert {one.ship for one in every(events, ShipSailed)} == {"B1"}


@pytest.mark.parametrize("order", [Unfoul("british", "F1", "F2"), Refloat("british", "F1")])
def test_amb_184_who_comes_clear_or_off_the_ground_has_somebody_aboard(order: Any) -> None:
    fields = {"phase": "unfoul", "foulings": (Fouling("F1", "F2"),), **switched("crews", "collision", "coastal")}
    state = unmanned(**fields)
    aground = replace(state, ships={**state.ships, "F1": replace(state.ships["F1"], aground=True)})
    refused(aground, order, "AMB-190")


def test_amb_186_amb_190_a_prize_with_nobody_aboard_is_taken_without_a_throw() -> None:
    state = unmanned(phase="board", asked="allied", initiative="allied", **switched("crews"),
                     grapples=(Grapple("F2", "F1", 1),))  # fmt: skip
    assert boarding_strength(state, "F1") == 0
    _, events = play(state, Board("allied", "F2", target="F1"), ALLIED)
    assert (only(events, BoardingFought).result, only(events, BoardingFought).attacker.dice) == ("captured", ())


def test_amb_186_a_prize_counts_one_however_many_are_aboard() -> None:
    state = unmanned(**switched("crews"))
    manned = replace(state, ships={**state.ships, "F1": replace(state.ships["F1"], crews=3)})
    assert boarding_strength(manned, "F1") == 1


def test_sotl_4_3_a_a_ship_that_is_not_there_boards_nobody() -> None:
    refused(unmanned(phase="board", **switched("crews")), Board("british", "B77", target="F2"), "SOTL-2.2-a")


# --- crews and leaders


def boarded(own: Leader | None = NELSON, foe: Leader | None = None, **marks: Any) -> State:
    """Victory and a ship that she is grappled to, in the step of boarding."""
    victory = ship("B1", 0, 0, 0, "I", card_leader=own, **marks)
    return crew(
        victory, ship("F1", 0.35, 0, 0, card_leader=foe), phase="board", grapples=(Grapple("B1", "F1", 1),),
        **switched("crews", "leaders"),
    )  # fmt: skip


def taken(state: State, **with_them: Any) -> tuple[State, list[Any]]:
    """Nobody resists Victory, and the flags change."""
    return play(state, Board("british", "B1", "F1", crews=2, **with_them), BRITISH, ALLIED, Defend("allied", 0))


def test_sotl_20_2_g_amb_154_amb_153_the_leader_who_takes_a_ship_commands_her() -> None:
    state, events = taken(boarded(officer="wounded"), leader=True)
    gone = only(events, LeaderTransferred)
    assert (gone.leader, gone.ship, gone.to) == ("B1", "B1", "F1")
    assert [state.ships[key].officer for key in ("B1", "F1")] == ["well", "wounded"]
    assert [(one.ship, one.fate) for one in leaders(state)] == [("F1", "well")]


def test_amb_213_a_leader_who_stayed_out_of_the_fight_stays_aboard() -> None:
    state, events = taken(boarded())
    assert state.ships["F1"].status == "captured"
    assert not every(events, LeaderTransferred)


@pytest.mark.parametrize(("leader", "joins"), [(None, True), (True, True), (False, False)])
def test_amb_154_amb_186_who_is_boarded_is_asked_for_her_leader_too(leader: Any, joins: bool) -> None:
    state, _ = play(boarded(None, CISNEROS), Board("british", "B1", "F1"), BRITISH, ALLIED)
    order = Defend("allied", 3) if leader is None else Defend("allied", 3, leader=leader)
    _, events = play(state, order, dice=[1, 1, 1, 1])
    assert len(every(events, LeaderJoined)) == joins


def test_amb_154_a_leader_who_does_not_help_resists_only_if_he_is_named() -> None:
    state, _ = play(boarded(None, VILLENEUVE), Board("british", "B1", "F1"), BRITISH, ALLIED)
    assert not every(play(state, Defend("allied", 3), dice=[1, 1, 1, 1])[1], LeaderJoined)
    assert only(play(state, Defend("allied", 3, leader=True), dice=[1, 1, 1, 1])[1], LeaderJoined).leader == "F1"


def test_amb_154_no_leader_resists_where_none_is_aboard_or_leaders_are_off() -> None:
    state, _ = play(boarded(), Board("british", "B1", "F1"), BRITISH, ALLIED)
    refused(state, Defend("allied", 3, leader=True), "AMB-154")
    refused(replace(state, **switched("crews")), Defend("allied", 3, leader=True), "AMB-123")


# --- friends who come into a fight


def relieved(relief: str = "B2", **marks: Any) -> State:
    """B1 leads by a round on the deck of F1; a third ship is grappled to her or to F1."""
    ships = ship("B1", 0, 0, 0), ship("F1", 0.35, 0, 0), ship(relief, 0.7, 0, 0, **marks)
    fight = Melee(("B1",), ("F1",), "F1", 1, False, boarders=("B1",), targets=("F1",), advantage=1)
    grapples = Grapple("B1", "F1", 1), Grapple(relief, "F1" if relief[0] == "B" else "B1", 1)
    return crew(*ships, phase="board", grapples=grapples, melees=(fight,), **switched("crews"))


def test_amb_221_a_later_friend_of_the_attackers_has_their_part_and_their_lead() -> None:
    state, events = play(relieved(), Board("british", "B2", target="F1", crews=2))
    assert (only(events, CrewsSent).crews, only(events, MeleeBegan).rule) == (2, "AMB-221")
    state, _ = play(state, BRITISH)
    _, events = play(state, Defend("allied", 3), dice=[1, 1, 6, 6])
    fought = only(events, BoardingFought)
    assert (fought.attacker.ships, fought.attacker.strength, fought.result) == (("B1", "B2"), 5, "captured")


def test_amb_221_relief_of_those_who_resist_can_only_throw_the_boarders_back() -> None:
    state, events = play(relieved("F2"), BRITISH, Board("allied", "F2", target="B1", crews=3))
    assert only(events, DefendersNamed).crews == 3
    state, _ = play(state, ALLIED)
    _, events = play(state, Defend("allied", 3), dice=[6, 6, 1, 1])
    fought = only(events, BoardingFought)
    assert (fought.defender.ships, fought.defender.strength, fought.result) == (("F1", "F2"), 6, "repulsed")
    assert only(events, MeleeEnded).target == "F1"


def test_amb_221_who_is_exhausted_fights_elsewhere_or_is_not_fast_comes_into_no_fight() -> None:
    join = Board("british", "B2", target="F1")
    assert join in GAME.choices(relieved())
    refused(relieved(fatigue=3), join, "SOTL-7-e")
    refused(replace(relieved(), grapples=(Grapple("B1", "F1", 1),)), join, "SOTL-4.3-a")
    refused(relieved(), Board("british", "B2", target="F1", crews=4), "AMB-186")


# --- leaders and collisions


def test_amb_210_amb_152_a_leader_whose_ship_is_foul_goes_over_only_where_she_is_fast() -> None:
    ships = ship("B1", 0, 0, 0, card_leader=NELSON), ship("B2", 0.35, 0, 0), ship("F1", -0.35, 0, 0)
    fields = {"phase": "grapple", "foulings": (Fouling("B1", "F1"),), **switched("leaders", "collision")}
    order = Transfer("british", "B1", to="B2")
    refused(crew(*ships, **fields), order, "AMB-210")
    sits = (ships[0], ships[2], (ships[1][0], replace(ships[1][1], aground=True)))
    refused(crew(*sits, phase="grapple", **switched("leaders", "coastal")), order, "AMB-197")
    state, _ = play(crew(*ships, grapples=(Grapple("B1", "B2", 1, friendly=True),), **fields), order)
    assert [one.ship for one in leaders(state)] == ["B2"]


# --- whole chains (section 3)


def source_values(lines: Any) -> list[tuple[str, int]]:
    return [(line.source, line.value) for line in lines]


def test_amb_24_amb_193_the_full_chain_of_dice() -> None:
    firer = ship("B1", 0, 0, QUARTER, "four", hull=9, duties=Duties({"fight": 1}))
    ships = firer, ship("B2", -2, 0, QUARTER), ship("F1", 9, 9, 0)
    state = battle(*ships, strength="heavy", tows=(Tow("B1", "B2"),), **switched("crews", "weather_gauge"))
    assert [value for _, value in source_values(aiming.dice_for(state, "B1", "point_blank", "stern"))[-5:]] == [
        4, 3, 2, 1, 2,
    ]  # fmt: skip
    assert aiming.dice_for(state, "B1", "medium", "stern")[-1].value == 0
    sound = replace(state, ships={**state.ships, "B1": replace(state.ships["B1"], hull=28)})
    assert source_values(aiming.dice_for(sound, "B1", "medium", "stern")) == [
        ("basic strength", 7), ("medium range", 6), ("empty gun decks", 5), ("tow", 4), ("lower battery", 3),
        ("stern rake", 6),
    ]  # fmt: skip


def test_amb_25_the_full_chain_of_hull_points() -> None:
    on = switched("ammo", "british_firepower", "weather_gauge", "fast_game")
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1, 0, TACK), **on)
    loss = rules_of(state).modifiers.hull_loss

    def counted(rake: Any, hits: int, hull: int, kind: Any) -> list[tuple[str, int]]:
        return source_values(loss.working(Hits(state, "B1", "starboard", "F1", rake, hits, hull, kind)))

    assert counted("stern", 4, 3, "double") == [
        ("damage dice", 3), ("double shot", 6), ("stern rake", 12), ("British firepower", 13), ("leeward", 14),
        ("fast game", 28),
    ]  # fmt: skip
    assert counted(None, 2, 0, "round")[-1] == ("fast game", 4)  # all its dice were 6
    assert counted(None, 0, 0, "round") == [("damage dice", 0)]


@pytest.mark.parametrize("kind", ["round", "chain", "red"])
def test_sotl_15_b_amb_26_veterans_hit_from_four_with_any_shot_at_any_range(kind: str) -> None:
    firer = ship("B1", 0, 0, 0, card_veteran=True, shot={"starboard": kind})
    state = battle(firer, ship("F1", 2, 0, 0), **switched("ammo", "veterans"))
    aim = find_aim(state, "B1", "starboard", "F1")
    assert aim is not None
    assert (aim.needed, aim.band) == (4, "medium")
    regular = find_aim(replace(state, **switched("ammo")), "B1", "starboard", "F1")
    assert regular is not None
    assert regular.needed == 5


@pytest.mark.parametrize(
    ("strength", "marks", "points", "forced"),
    [
        ("heavy", {"stopped": True}, 9, 3),
        ("heavy", {"stopped": True, "masts": ("fore",)}, 4, 3),
        ("light", {}, 7, 1),
        ("light", {"stopped": True}, 5, 1),
    ],
)
def test_amb_82_amb_172_full_sail_in_a_heavy_and_in_a_light_wind(
    strength: str, marks: dict[str, Any], points: int, forced: int
) -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER, sail="full", **marks), strength=strength, **switched("sail_states"))
    found = compute_allowance(state, "B1")
    assert (found.points, found.forced) == (points, forced)


# --- boarding


def test_amb_181_amb_186_grapeshot_thins_out_those_who_fight() -> None:
    state = boarded(None)
    swept = replace(state, ships={**state.ships, "F1": replace(state.ships["F1"], crews=2)})
    assert [boarding_strength(one, "F1") for one in (state, swept)] == [3, 2]
    assert boarding_strength(replace(swept, **switched("ammo")), "F1") == 2


def test_amb_186_amb_168_with_nobody_in_the_fight_nailed_colours_are_taken_too() -> None:
    state = replace(boarded(None), **switched("crews", "nailing"))
    nailed = replace(state.ships["F1"], nailing=Nailing("nailed"))
    state = replace(state, ships={**state.ships, "F1": nailed})
    _, events = play(state, Board("british", "B1", target="F1"), BRITISH, ALLIED, Defend("allied", 0))
    assert (only(events, BoardingFought).result, only(events, BoardingFought).attacker.dice) == ("captured", ())


def test_amb_191_amb_154_columns_of_leaders_first_then_windward_one_off_the_throw() -> None:
    state = replace(boarded(NELSON, CISNEROS), **switched("crews", "leaders", "weather_gauge"))
    ready, _ = play(state, Board("british", "B1", "F1", crews=4, leader=True), BRITISH, ALLIED)
    for wind, carried in ((180, True), (0, False)):
        blown = replace(ready, wind=replace(ready.wind, origin=wind))
        fight = only(play(blown, Defend("allied", 3), dice=[3, 4, 6, 6])[1], BoardingFought)
        assert (fight.attacker.needed, fight.attacker.success) == (6, carried)


# --- collisions


def test_amb_156_tv_55_a_ship_that_sinks_by_running_into_another_leaves_points_a_wreck_and_no_ties() -> None:
    ships = ship("B1", 0, 0, QUARTER, "V", hull=3), ship("F1", 1.15, 0, 0), ship("F2", 20, 20, 0), ship("B2", 9, 9, 0)
    state = at_sea(*ships, **switched("collision"))
    state, events = play(state, sail("B1", "a s"), dice=[6])
    assert only(events, ShipSunk).cause == "collision"
    assert {(one.score.side, one.score.points) for one in every(events, PointsScored)} == {("allied", 10)}
    assert (state.ships["B1"].wreck, state.foulings or ()) == (True, ())


def test_amb_89_amb_126_ships_move_one_by_one_and_later_ones_meet_hulls_where_they_lie() -> None:
    ships = ship("B1", 0, 0, QUARTER), ship("B2", 1.5, 1.5, 180), ship("F2", 20, 20, 0)
    state = at_sea(*ships, strength="breeze", **switched("collision"))
    first, events = play(state, sail("B1", "a a s s"))
    assert not only(events, ShipSailed).contact
    second, _ = play(state, sail("B2", "a"))
    assert play(second, sail("B1", "a a s s"))[1][0].contact == "B2"
    assert first.ships["B1"].pose != play(second, sail("B1", "a a s s"))[0].ships["B1"].pose
