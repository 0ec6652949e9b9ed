"""Chapter 4.4: sinking, striking the colours, prizes and recapture."""

from itertools import product

import pytest
from msgspec.structs import replace

from tabletop.core.game import Score
from tabletop.games.ships_of_the_line import rules, tables
from tabletop.games.ships_of_the_line.chapters.boarding import boarding_strength
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.commands import (
    Board,
    ClearRigging,
    FightFire,
    FireBroadside,
    GrappleShip,
    RepairRudder,
)
from tabletop.games.ships_of_the_line.events.boarding import (
    BoardingFought,
    MeleeEnded,
    ShipCaptured,
    ShipRestored,
    ShipsParted,
)
from tabletop.games.ships_of_the_line.events.combat import ColoursStruck, ShipSunk
from tabletop.games.ships_of_the_line.events.crew import BroadsideReloaded, SinkingRolled, WreckRemoved
from tabletop.games.ships_of_the_line.events.turn import PointsScored
from tabletop.games.ships_of_the_line.model import Grapple, Melee, load_standard_profile
from tabletop.games.ships_of_the_line.ship import FallenMast
from tests.judging import only
from tests.ships_of_the_line.kit import play, refused, ship
from tests.ships_of_the_line.watch import ALLIED, BRITISH, crew, of, to_the_end

AWARD = Score(side="british", points=15, reason="F1 surrendered", rule="SOTL-8-b", turn=1, about="F1")


def battered(**marks):
    """F1 with hull 3 of 16, attacked this turn."""
    return ship("F1", 0, 0, 0, **({"hull": 3, "attacked": True} | marks))


def test_sotl_4_4_1_a_only_ships_attacked_in_their_sinking_zone_roll():
    ships = (
        ship("B1", 10, 0, 0, hull=6, attacked=True),
        ship("B2", 12, 0, 0, hull=7, attacked=True),
        ship("F1", 0, 0, 0, hull=6),
        ship("F2", 2, 0, 0, hull=1, attacked=True),
    )
    _, events = to_the_end(crew(*ships), [3, 4])
    assert [event.ship for event in of(events, SinkingRolled)] == ["B1", "F2"]


def test_amb_127_the_initiative_side_rolls_first():
    ships = (ship("B1", 10, 0, 0, hull=6, attacked=True), battered())
    _, events = to_the_end(crew(*ships, initiative="allied", asked="allied"), [3, 4])
    assert [event.ship for event in of(events, SinkingRolled)] == ["F1", "B1"]


@pytest.mark.parametrize("die", [1, 2])
def test_sotl_4_4_1_b_one_or_two_strikes_her_colours(die):
    state, events = to_the_end(crew(battered()), [die])
    assert only(events, ColoursStruck) == ColoursStruck(ship="F1", cause="sinking_zone")
    assert state.ships["F1"].status == "struck"
    assert only(events, PointsScored).score.points == 15
    assert only(events, PointsScored).score.side == "british"


@pytest.mark.parametrize("die", [3, 4])
def test_sotl_4_4_1_c_three_or_four_does_nothing(die):
    state, events = to_the_end(crew(battered()), [die])
    assert only(events, SinkingRolled).result == "nothing"
    assert state.ships["F1"].status == "in_service"


@pytest.mark.parametrize(("die", "second"), list(product([5, 6], range(1, 7))))
def test_sotl_4_4_1_d_five_or_six_rolls_again_and_sinks_on_six(die, second):
    state, events = to_the_end(crew(battered()), [die, second])
    assert only(events, SinkingRolled).second == second
    assert state.ships["F1"].status == ("sunk" if second == 6 else "in_service")


def test_tv_33_chances_of_the_sinking_zone():
    fates = {"struck": 0, "sunk": 0, "nothing": 0}
    for die, second in product(range(1, 7), repeat=2):
        first = tables.SINKING[die]
        again = "sunk" if second >= tables.SINKS_AT_OR_ABOVE else "nothing"
        fates[again if first == "again" else first] += 1
    assert fates == {"struck": 12, "sunk": 2, "nothing": 22}  # 1/3, 1/18 and 11/18 of 36


def test_amb_60_striking_and_sinking_take_effect_together_after_all_rolls():
    ships = (ship("B1", 10, 0, 0, hull=6, attacked=True), battered())
    _, events = to_the_end(crew(*ships), [1, 6, 6])
    kinds = [type(event) for event in events if isinstance(event, SinkingRolled | ColoursStruck | ShipSunk)]
    assert kinds == [SinkingRolled, SinkingRolled, ColoursStruck, ShipSunk]


def test_amb_29_a_ship_that_struck_without_her_officer_this_turn_owes_no_roll():
    to_the_end(crew(battered(status="struck", struck_turn=2)), [])
    _, events = to_the_end(crew(battered(status="struck", struck_turn=1)), [4])
    assert only(events, SinkingRolled).result == "nothing"


@pytest.mark.parametrize("marks", [{"status": "struck"}, {"status": "captured", "captor": "british"}])
def test_amb_129_a_beaten_ship_can_sink_but_not_strike_again(marks):
    state, events = to_the_end(crew(battered(**marks)), [1])
    assert not of(events, ColoursStruck)
    assert state.ships["F1"].status == marks["status"]
    state, _ = to_the_end(crew(battered(**marks)), [5, 6])
    assert state.ships["F1"].status == "sunk"


def test_sotl_4_4_1_d_a_sunk_ship_scores_ten_and_lets_go_of_all():
    grapples = (Grapple("B1", "F1", 1),)
    melees = (Melee(("B1",), ("F1",), "F1", 1, False, boarders=("B1",), targets=("F1",)),)
    state = crew(ship("B1", 0.35, 0, 0, stopped=True), battered(), grapples=grapples, melees=melees)
    state, events = to_the_end(state, [6, 6])
    assert only(events, PointsScored).score.points == 10
    assert only(events, ShipsParted).other == "B1"
    assert not state.grapples
    assert not state.melees
    assert state.ships["B1"].stopped  # AMB-138


def test_amb_138_a_melee_of_several_goes_on_without_a_lost_ship():
    grapples = (Grapple("B1", "F1", 1), Grapple("B2", "F1", 1))
    fight = Melee(("B1", "B2"), ("F1",), "F1", 1, False, boarders=("B1", "B2"), targets=("F1",))
    ships = (ship("B1", 0.35, 0, 0), ship("B2", -0.35, 0, 0, hull=1, attacked=True), ship("F1", 0, 0, 0))
    state = crew(*ships, grapples=grapples, melees=(fight,), turn=2)
    state, events = to_the_end(state, [6, 6, 6, 5, 6, 5])  # B2 sinks; then B1 and F1 both fail
    assert only(events, MeleeEnded).target == "F1"
    assert state.ships["B1"].fatigue == 1  # she alone fought the next round


def test_amb_138_who_fought_across_the_deck_of_a_lost_ship_is_out_of_the_fight():
    grapples = (Grapple("B1", "F1", 1), Grapple("B1", "B2", 1, friendly=True), Grapple("B3", "F1", 1))
    fight = Melee(("B1", "B2", "B3"), ("F1",), "F1", 1, False, boarders=("B1", "B2", "B3"), targets=("F1",))
    lost = ship("B1", 0.35, 0, 0, hull=1, attacked=True)
    ships = (lost, ship("B2", 0.7, 0, 0), ship("B3", -0.35, 0, 0), ship("F1", 0, 0, 0))
    _, events = to_the_end(crew(*ships, grapples=grapples, melees=(fight,), turn=2), [6, 6, 6, 5, 6, 5])
    assert only(events, BoardingFought).attacker.ships == ("B3",)
    alone = replace(fight, attackers=("B1", "B2"), boarders=("B1", "B2"))
    state, events = to_the_end(crew(*ships, grapples=grapples[:2], melees=(alone,), turn=2), [6, 6])
    assert only(events, MeleeEnded).rule == "AMB-138"
    assert not state.melees


@pytest.mark.parametrize(("now", "left"), [(2, True), (3, False)])
def test_sotl_4_4_1_e_a_wreck_stays_until_the_end_of_the_next_turn(now, left):
    state, events = to_the_end(crew(ship("F1", 0, 0, 0, status="sunk", sunk_turn=2, wreck=True), turn=now))
    assert state.ships["F1"].wreck == left
    assert len(of(events, WreckRemoved)) == (0 if left else 1)


def dismasted(*others, kind="III", **fields):
    """F1 of four dice without a mast at the origin, and others."""
    return crew(ship("F1", 0, 0, 0, kind, masts=()), *others, **fields)


def strikes(state):
    events = to_the_end(state)[1]
    return [event.ship for event in of(events, ColoursStruck) if event.cause == "dismasted"]


def test_sotl_4_4_1_f_a_dismasted_ship_without_support_strikes():
    assert strikes(dismasted(ship("B1", 8, 0, 0))) == ["F1"]


def test_sotl_4_4_1_f_not_with_a_mast_left_nor_with_heavier_guns_than_the_enemy():
    near = ship("B1", 8, 0, 0)
    assert strikes(crew(near, ship("F1", 0, 0, 0, masts=("fore",)))) == []
    assert strikes(dismasted(near, kind="I")) == []
    assert strikes(dismasted(ship("B1", 8, 0, 0, "I"), kind="I")) == ["F1"]


@pytest.mark.parametrize(("x", "kind", "lost"), [(5.3, "III", False), (5.301, "III", True), (4, "IV", True)])
def test_sotl_4_4_1_f_a_friend_of_the_enemys_calibre_within_long_range_saves_her(x, kind, lost):
    state = dismasted(ship("B1", -8, 0, 0), ship("F2", x, 0, 0, kind))
    assert strikes(state) == (["F1"] if lost else [])


@pytest.mark.parametrize("marks", [{"status": "struck"}, {"status": "captured", "captor": "british"}])
def test_amb_61_beaten_ships_neither_threaten_nor_save(marks):
    friend = ship("F2", 3, 0, 0, **marks)
    assert strikes(dismasted(ship("B1", -8, 0, 0), friend)) == ["F1"]
    beaten = marks if marks["status"] == "struck" else {"status": "captured", "captor": "allied"}
    light = dismasted(ship("B1", -2, 0, 0, "III", **beaten), ship("B2", -8, 0, 0, "IV"))
    assert strikes(light) == []  # the nearest that counts has three dice against her four


def test_amb_36_calibre_is_the_printed_dice_not_guns_class_or_what_damage_leaves():
    assert strikes(dismasted(ship("B1", -8, 0, 0, "III", card_dice=3))) == []
    assert strikes(dismasted(ship("B1", -8, 0, 0, "IV", card_dice=4))) == ["F1"]
    assert strikes(dismasted(ship("B1", -8, 0, 0, hull=1))) == ["F1"]  # in her sinking zone she rolls fewer
    near = ship("B1", -8, 0, 0)
    assert strikes(dismasted(near, ship("F2", 3, 0, 0, "IV", card_dice=4))) == []
    assert strikes(dismasted(near, ship("F2", 3, 0, 0, "III", card_dice=3))) == ["F1"]


def test_amb_208_a_prize_of_her_own_side_does_not_cover_a_dismasted_ship():
    prize = ship("B8", 3, 0, 0, "I", status="captured", captor="allied")
    assert strikes(dismasted(ship("B1", -8, 0, 0), prize)) == ["F1"]


def test_amb_208_a_prize_of_the_enemy_is_no_enemy_in_service():
    prize = ship("F2", 3, 0, 0, status="captured", captor="british")
    assert strikes(dismasted(prize, ship("B1", -8, 0, 0, "IV"))) == []  # three dice against her four


def test_amb_61_two_that_could_save_each_other_do_not_strike():
    state = crew(ship("B1", -8, 0, 0), ship("F1", 0, 0, 0, masts=()), ship("F2", 2, 0, 0, masts=()))
    assert strikes(state) == []


def test_amb_61_profile_switch_limits_how_far_an_enemy_threatens():
    values = {name: getattr(load_standard_profile(), name) for name in load_standard_profile().__struct_fields__}
    near = type(load_standard_profile())(**(values | {"dismasted_enemy_max_range": 5.0}))
    assert strikes(dismasted(ship("B1", 8, 0, 0), profile=near)) == []
    assert strikes(dismasted(ship("B1", 5.301, 0, 0), profile=near)) == []
    assert strikes(dismasted(ship("B1", 5.3, 0, 0), profile=near)) == ["F1"]  # their hulls are 5 UM apart


def test_sotl_4_4_1_g_a_ship_carried_by_boarding_is_captured():
    state = crew(
        ship("B1", 0, 0, 0, "I"), ship("F1", 0.35, 0, 0), phase="board", asked="british",
        grapples=(Grapple("B1", "F1", 2),),
    )  # fmt: skip
    order = Board(side="british", ship="B1", target="F1")
    state, events = play(state, order, BRITISH, ALLIED, dice=[2, 3, 6, 5])
    captured = only(events, ShipCaptured)
    assert (captured.ship, captured.captor, captured.by, captured.cause) == ("F1", "british", "B1", "boarding")
    assert state.ships["F1"].status == "captured"
    assert only(events, PointsScored).score.points == 15


@pytest.mark.parametrize(
    ("marks", "rule"),
    [({"status": "struck"}, "SOTL-4.4.3-a"), ({"status": "captured", "captor": "british"}, "SOTL-4.4.2-a")],
)
def test_sotl_4_4_2_a_beaten_ships_never_fight(marks, rule):
    ships = (ship("B1", 0, 0, 0), ship("F1", 0.35, 0, 0, **marks), ship("F2", 0.7, 0, 0))
    held = (Grapple("F2", "F1", 1),)
    side = "british" if marks["status"] == "captured" else "allied"
    target = "F2" if side == "british" else "B1"
    board = Board(side=side, ship="F1", target=target)
    refused(crew(*ships, phase="board", asked=side, grapples=held), board, rule)
    throw = GrappleShip(side=side, ship="F1", target=target)
    refused(crew(*ships, phase="grapple", asked=side), throw, rule)
    shot = FireBroadside(side=side, ship="F1", broadside="port", target=target)
    assert rules.check(crew(*ships, phase="combat", asked=side), shot) is not None


def test_sotl_4_4_2_b_a_prize_may_be_boarded_by_her_former_side():
    prize = ship("B1", 0, 0, 0, status="captured", captor="allied")
    state = crew(prize, ship("B2", 0.35, 0, 0), phase="board", asked="british", grapples=(Grapple("B2", "B1", 2),))
    state, events = play(state, Board(side="british", ship="B2", target="B1"), BRITISH, dice=[4, 4, 6, 5])
    assert only(events, ShipRestored).ship == "B1"
    assert state.ships["B1"].status == "in_service"


@pytest.mark.parametrize("status", ["struck", "captured"])
def test_sotl_4_4_2_b_only_her_former_side_may_fire_at_her(status):
    beaten = ship("F1", 0, 0, 0, status=status, captor="british" if status == "captured" else None)
    state = crew(ship("B1", 0.8, 0, 0), beaten, ship("F2", -0.8, 0, 0), phase="combat")
    shot = FireBroadside(side="british", ship="B1", broadside="port", target="F1")
    assert rules.check(state, shot) is not None
    shot = FireBroadside(side="allied", ship="F2", broadside="starboard", target="F1")
    assert rules.check(crew(beaten, ship("F2", -0.8, 0, 0), phase="combat", asked="allied"), shot) is None


@pytest.mark.parametrize("status", ["struck", "captured"])
def test_sotl_4_4_2_c_their_boarding_strength_is_one(status):
    state = crew(ship("F1", 0, 0, 0, "I", status=status, captor="british"))
    assert boarding_strength(state, "F1") == 1
    assert boarding_strength(crew(ship("F1", 0, 0, 0, "I")), "F1") == 4


def test_sotl_4_4_2_d_struck_ships_obey_nobody_and_prizes_their_captor():
    state = crew(ship("F1", 0, 0, 0, status="struck"), ship("F2", 2, 0, 0, status="captured", captor="british"))
    for side in ("british", "allied"):
        assert check_commanded(state, side, "F1") is not None
    assert check_commanded(state, "british", "F2") is None
    assert check_commanded(state, "allied", "F2") is not None


def test_sotl_4_4_2_e_recapture_takes_the_points_back():
    ships = (ship("F1", 0, 0, 0, status="struck"), ship("F2", 0.35, 0, 0))
    state = crew(*ships, scores=(AWARD,), grapples=(Grapple("F2", "F1", 2),))
    state, events = to_the_end(state)
    assert only(events, ShipRestored).by == "F2"
    assert only(events, PointsScored).score.points == -15
    assert sum(score.points for score in state.scores) == 0


def test_sotl_4_4_2_f_a_struck_ship_becomes_a_prize_only_in_a_grapple():
    beaten = ship("F1", 0, 0, 0, status="struck")
    state, _ = to_the_end(crew(beaten, ship("B1", 0.35, 0, 0)))
    assert state.ships["F1"].status == "struck"
    state, events = to_the_end(crew(beaten, ship("B1", 0.35, 0, 0), grapples=(Grapple("B1", "F1", 1),)))
    assert only(events, ShipCaptured).cause == "prize"
    assert state.ships["F1"].status == "captured"


def test_sotl_4_4_3_a_a_struck_ship_takes_no_command_in_the_crew_phase():
    marks = {"status": "struck", "fires": 1, "rudder_lost": True, "fallen": (FallenMast("main", "port"),)}
    beaten = ship("F1", 0, 0, 0, **marks)
    for side in ("british", "allied"):
        for phase, command in {
            "unrig": ClearRigging(side=side, ship="F1", broadside="port"),
            "rudder": RepairRudder(side=side, ship="F1"),
            "extinguish": FightFire(side=side, ship="F1"),
        }.items():
            refused(crew(beaten, phase=phase, asked=side), command, "SOTL-4.4.3-a")


def test_sotl_4_4_3_b_the_other_sides_grapple_takes_her_without_points_twice():
    ships = (ship("B1", 0.35, 0, 0), ship("F1", 0, 0, 0, status="struck"))
    state = crew(*ships, phase="grapple", asked="british", scores=(AWARD,))
    state, events = play(state, GrappleShip(side="british", ship="B1", target="F1"), BRITISH, dice=[2])
    assert only(events, ShipCaptured).by == "B1"
    assert not of(events, PointsScored)
    assert check_commanded(state, "british", "F1") is None


def test_sotl_4_4_3_c_her_own_sides_grapple_makes_her_fully_operational_at_once():
    marks = {"hull": 4, "fires": 1, "fatigue": 2, "officer": "dead", "rudder_lost": True}
    ships = (ship("F1", 0, 0, 0, status="struck", **marks), ship("F2", 0.35, 0, 0))
    state = crew(*ships, phase="grapple", asked="allied")
    state, _ = play(state, GrappleShip(side="allied", ship="F2", target="F1"), ALLIED)
    back = state.ships["F1"]
    assert (back.status, back.captor) == ("in_service", None)
    assert {name: getattr(back, name) for name in marks} == marks  # AMB-63: only the white flag goes


def test_amb_63_a_retaken_prize_has_an_unhurt_officer():
    prize = ship("B1", 0, 0, 0, status="captured", captor="allied", officer="dead", fires=1)
    state = crew(prize, ship("B2", 0.35, 0, 0), phase="board", asked="british", grapples=(Grapple("B2", "B1", 2),))
    state, _ = play(state, Board(side="british", ship="B2", target="B1"), BRITISH, dice=[4, 4, 6, 5])
    state, _ = to_the_end(state)
    assert state.ships["B1"].officer == "well"
    assert state.ships["B1"].fires == 1


def test_amb_137_held_by_both_sides_she_stays_struck():
    ships = (ship("B1", -0.35, 0, 0), ship("F1", 0, 0, 0, status="struck"), ship("F2", 0.35, 0, 0))
    state, _ = to_the_end(crew(*ships, grapples=(Grapple("B1", "F1", 1), Grapple("F2", "F1", 1))))
    assert state.ships["F1"].status == "struck"


def test_amb_137_a_ship_that_strikes_while_grappled_is_taken_at_the_end_of_the_next_step_4():
    melees = (Melee(("B1",), ("F1",), "F1", 1, False, boarders=("B1",), targets=("F1",)),)
    state = crew(ship("B1", 0.35, 0, 0), battered(), grapples=(Grapple("F1", "B1", 1),), melees=melees)
    state, events = to_the_end(state, [1])
    order = [type(event) for event in events if isinstance(event, ColoursStruck | MeleeEnded | ShipCaptured)]
    assert order == [ColoursStruck, MeleeEnded, ShipCaptured]
    assert len(of(events, PointsScored)) == 1


def test_amb_120_the_prize_goes_to_the_strongest_holder():
    ships = (ship("B1", -0.35, 0, 0), ship("B2", 0.35, 0, 0, "I"), ship("F1", 0, 0, 0, status="struck"))
    _, events = to_the_end(crew(*ships, grapples=(Grapple("B1", "F1", 1), Grapple("B2", "F1", 1))))
    assert only(events, ShipCaptured).by == "B2"


def test_amb_137_a_prize_takes_nobody_in_hand():
    prize = ship("F2", 0.35, 0, 0, status="captured", captor="british")
    ships = (ship("F1", 0, 0, 0, status="struck"), prize)
    state, _ = to_the_end(crew(*ships, grapples=(Grapple("F2", "F1", 1),)))
    assert state.ships["F1"].status == "struck"


def test_amb_129_beaten_ships_do_not_reload():
    ships = (ship("F1", 0, 0, 0, status="struck", loaded=()), ship("F2", 3, 0, 0, loaded=("port",)))
    captured = ship("F3", 6, 0, 0, status="captured", captor="british", loaded=("port",))
    state = crew(*ships, captured, phase="movement", asked="british", initiative="british")
    state, events = play(state, BRITISH)
    assert [event.ship for event in of(events, BroadsideReloaded)] == ["F2"]


def test_tv_16_the_ledger_of_a_ship_that_changes_hands():
    def total(state):
        return sum(score.points for score in state.scores if score.side == "british")

    state, _ = to_the_end(crew(battered(), turn=2), [1])
    assert total(state) == 15
    ships = (ship("B1", 0.35, 0, 0), battered(status="struck"))
    held = (Grapple("B1", "F1", 2),)
    state, _ = to_the_end(crew(*ships, scores=state.scores, grapples=held), [3])
    assert (total(state), state.ships["F1"].status) == (15, "captured")
    ships = (ship("F2", 0.35, 0, 0), battered(status="captured", captor="british", attacked=False))
    state = crew(
        *ships, phase="board", asked="allied", initiative="allied", scores=state.scores,
        grapples=(Grapple("F2", "F1", 2),),
    )  # fmt: skip
    state, _ = play(state, Board(side="allied", ship="F2", target="F1"), ALLIED, dice=[4, 4, 6, 5])
    assert (total(state), state.ships["F1"].status) == (0, "in_service")
    state, _ = to_the_end(crew(battered(), scores=state.scores), [2])
    assert total(state) == 15
    state, _ = to_the_end(crew(battered(status="struck"), scores=state.scores), [6, 6])
    assert total(state) == 25
