"""Chapter 4.1: who may fire at whom."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters.aiming import band_at, compute_sighting, dice_for, firing_reach
from tabletop.games.ships_of_the_line.chapters.fire import legal_targets, ships_with_targets
from tabletop.games.ships_of_the_line.chapters.orders import list_choices
from tabletop.games.ships_of_the_line.commands import Done, FireBroadside, RollInitiative
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.model import Grapple, Tow, is_in_sinking_zone, load_standard_profile
from tabletop.games.ships_of_the_line.ship import FallenMast
from tabletop.games.ships_of_the_line.tables import CLASSES, HALVED, RANGE
from tests.judging import only
from tests.ships_of_the_line.kit import battle, play, refused, ship

STARBOARD = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")
PORT = FireBroadside(side="british", ship="B1", broadside="port", target="F1")


def abeam(gap, kind="III", **marks):
    """B1 heading north; F1 to starboard on the same heading, `gap` UM from side to side."""
    return battle(ship("B1", 0, 0, 0, kind), ship("F1", 0.3 + gap, 0, 0), **marks)


def test_sotl_4_1_a_fires_at_a_target_in_field_and_range():
    _, events = play(abeam(2.0), STARBOARD, dice=[1, 1, 1])
    assert only(events, BroadsideFired).distance == 2.0


def test_sotl_4_1_a_refuses_what_lies_outside_the_field_and_says_by_how_much():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1.15, 3.5, 0))
    refusal = refused(state, STARBOARD, "SOTL-4.1-a")
    assert refusal.by.endswith("forward of the field")
    assert int(refusal.by.split("°")[0]) == 43  # her quarter bears 65.3° forward of the beam, of which 22.5° are free
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1.15, -3.5, 0))
    assert refused(state, STARBOARD, "SOTL-4.1-a").by.endswith("aft of the field")


def test_sotl_4_1_a_a_ship_outside_by_less_than_a_degree_is_refused_with_one():
    # with a traverse of whole degrees her nearest corner bears, rounded, right on the edge of the field
    narrow = replace(load_standard_profile(), gun_traverse=20)
    outside = battle(ship("B1", 0, 0, 0), ship("F1", 2, 1.73, 0), profile=narrow)
    assert refused(outside, STARBOARD, "SOTL-4.1-a").by == "1° forward of the field"
    inside = battle(ship("B1", 0, 0, 0), ship("F1", 2, 1.72, 0), profile=narrow)
    assert GAME.check(inside, STARBOARD) is None


def test_sotl_4_1_a_refuses_what_is_out_of_range_and_says_by_how_much():
    refusal = refused(abeam(5.4), STARBOARD, "SOTL-4.1-a")
    assert refusal.by == "5.4 UM, the reach is 5 UM"


def test_sotl_4_1_a_refuses_ships_that_are_not_there_or_not_ours():
    state = abeam(1.0)
    strange = FireBroadside(side="british", ship="B9", broadside="port", target="F1")
    refused(state, strange, "SOTL-2.2-a")
    nobody = FireBroadside(side="british", ship="B1", broadside="port", target="F9")
    refused(state, nobody, "SOTL-2.2-a")
    other = FireBroadside(side="british", ship="F1", broadside="port", target="B1")
    refused(state, other, "SOTL-2-a")
    gone = battle(ship("B1", 0, 0, 0), ship("F1", 1.3, 0, 0, status="sunk"))
    refused(gone, STARBOARD, "SOTL-2.2-h")


def test_sotl_4_1_b_a_ship_that_is_doomed_on_paper_still_fires():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1.0, 0, 180, hull=1))
    answer = FireBroadside(side="allied", ship="F1", broadside="starboard", target="B1")
    state, _ = play(state, STARBOARD, dice=[4, 4, 4, 4, 1, 1, 1, 1])
    state, events = play(state, Done(side="british"), answer, dice=[4, 1, 1])
    assert only(events, BroadsideFired).hits == 1  # half strength for the hull of 1 with which she began
    state, _ = play(state, Done(side="allied"), dice=[])
    assert state.ships["F1"].status == "sunk"


@pytest.mark.parametrize("y", [2.0, -2.0])
def test_sotl_4_1_c_nothing_fires_ahead_or_astern(y):
    state = battle(ship("B1", 0, 0, 0), ship("F1", 0, y, 0))
    refused(state, STARBOARD, "SOTL-4.1-a")
    refused(state, PORT, "SOTL-4.1-a")


def test_sotl_4_1_1_a_each_side_has_its_own_field():
    state = abeam(1.0)
    assert legal_targets(state, "B1", "starboard") == ("F1",)
    assert legal_targets(state, "B1", "port") == ()
    refused(state, PORT, "SOTL-4.1-a")


def test_sotl_4_1_1_b_a_blocked_field_leaves_the_other_side_free():
    state = battle(ship("B1", 0, 0, 0), ship("B2", -1, 0, 0), ship("F1", -2, 0, 0), ship("F2", 1.3, 0, 0))
    refusal = refused(state, PORT, "SOTL-4.1.2-c")
    assert refusal.pieces == ("B2",)
    play(state, FireBroadside(side="british", ship="B1", broadside="starboard", target="F2"), dice=[1, 1, 1, 1])


def test_sotl_4_1_2_a_a_broadside_has_exactly_one_target():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1.3, 0, 0), ship("F2", 2.6, 0, 0))
    state, _ = play(state, STARBOARD, dice=[1, 1, 1, 1])
    again = FireBroadside(side="british", ship="B1", broadside="starboard", target="F2")
    refused(state, again, "SOTL-4.1.3-a")


@pytest.mark.parametrize(
    ("distance", "band"),
    [(0, "point_blank"), (1.0, "point_blank"), (1.001, "medium"), (3.0, "medium"), (3.001, "long"), (5.0, "long")],
)
def test_sotl_4_1_2_b_the_template_alone_decides_the_range(distance, band):
    assert band_at(load_standard_profile(), distance) == band
    assert band_at(load_standard_profile(), 5.001) is None


@pytest.mark.parametrize(
    "blocker",
    [
        ship("B2", 1.0, 0, 0),
        ship("F2", 1.0, 0, 0, status="struck"),
        ship("F2", 1.0, 0, 0, status="captured", captor="british"),
    ],
)
def test_sotl_4_1_2_c_a_nearer_friend_prize_or_struck_ship_blocks(blocker):
    state = battle(ship("B1", 0, 0, 0), blocker, ship("F1", 2.3, 0, 0))
    refusal = refused(state, STARBOARD, "SOTL-4.1.2-c")
    assert refusal.pieces == (blocker[0].key,)
    assert refusal.by == "0.7 UM against 2 UM"


def test_sotl_4_1_2_c_nobody_fires_at_a_friend():
    state = battle(ship("B1", 0, 0, 0), ship("B2", 1.0, 0, 0))
    friend = FireBroadside(side="british", ship="B1", broadside="starboard", target="B2")
    refused(state, friend, "SOTL-4.1.2-c")


def test_sotl_4_1_2_d_both_sides_may_fire_in_one_turn():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1.3, 0, 0), ship("F2", -1.3, 0, 0))
    port = FireBroadside(side="british", ship="B1", broadside="port", target="F2")
    state, _ = play(state, STARBOARD, port, dice=[1] * 8)
    assert state.ships["B1"].loaded == ()
    assert state.ships["B1"].fired == ("port", "starboard")


def test_sotl_4_1_3_a_firing_empties_a_side_and_an_empty_side_is_refused():
    state = abeam(1.0)
    state, _ = play(state, STARBOARD, dice=[1, 1, 1, 1])
    assert state.ships["B1"].loaded == ("port",)
    refused(state, STARBOARD, "SOTL-4.1.3-a")
    empty = battle(ship("B1", 0, 0, 0, loaded=("port",)), ship("F1", 1.3, 0, 0))
    refused(empty, STARBOARD, "SOTL-4.1.3-a")


@pytest.mark.parametrize(
    ("row", "dice", "boarding"),
    [
        (0, (7, 6, 5), 5),
        (1, (6, 5, 4), 4),
        (2, (5, 4, 3), 3),
        (3, (4, 3, 2), 3),
        (4, (3, 2, 1), 2),
        (5, (2, 1, 0), 1),
        (6, (1, 0, 0), 1),
    ],
)
def test_sotl_4_1_4_a_the_class_table(row, dice, boarding):
    assert tuple(CLASSES[row].dice.values()) == dice
    assert list(CLASSES[row].dice) == ["point_blank", "medium", "long"]
    assert CLASSES[row].boarding == boarding


PRINTED = [
    # class, decks, guns, dice at point-blank, medium and long range, boarding strength
    ("I", 4, (121, 140), (7, 6, 5), 5),
    ("I", 3, (91, 120), (6, 5, 4), 4),
    ("II", 3, (75, 90), (5, 4, 3), 3),
    ("III", 2, (65, 74), (4, 3, 2), 3),
    ("IV", 2, (50, 64), (3, 2, 1), 2),
    ("V", 1, (36, 44), (2, 1, 0), 1),
    ("VI", 1, (16, 28), (1, 0, 0), 1),
]


def test_sotl_4_1_4_a_classes_decks_and_guns():
    rows = [(row.ship_class, row.decks, row.guns, tuple(row.dice.values()), row.boarding) for row in CLASSES]
    assert rows == PRINTED
    assert all(
        row.dice[band] == max(0, row.dice["point_blank"] + loss) for row in CLASSES for band, loss in RANGE.items()
    )


@pytest.mark.parametrize("printed", PRINTED, ids=lambda row: f"{row[0]} of {row[1]} decks")
@pytest.mark.parametrize("end", [0, 1])
def test_sotl_4_1_4_a_a_ship_with_the_fewest_and_the_most_guns_of_a_row_sails_with_its_values(printed, end):
    ship_class, decks, guns, (dice, *_), boarding = printed
    text = f"""
game: ships_of_the_line
title: Two
wind: {{from: SW}}
ships:
  - {{key: B1, nation: britain, number: 1, name: A, class: {ship_class}, guns: {guns[end]}, at: [-5, 0], heading: 0}}
  - {{key: F1, nation: france, number: 1, name: B, class: III, guns: 74, at: [5, 0], heading: 0}}
"""
    card = GAME.read(text, "two.yaml").opening.cards["B1"]
    assert (card.decks, card.dice, card.boarding) == (decks, dice, boarding)


@pytest.mark.parametrize(
    ("kind", "dice"),
    [
        ("four", (7, 6, 5)),
        ("I", (6, 5, 4)),
        ("II", (5, 4, 3)),
        ("III", (4, 3, 2)),
        ("IV", (3, 2, 1)),
        ("V", (2, 1, 0)),
        ("VI", (1, 0, 0)),
    ],
)
def test_sotl_4_1_4_b_dice_by_class_and_band(kind, dice):
    state = abeam(1.0, kind)
    found = [dice_for(state, "B1", band, None)[-1].value for band in ("point_blank", "medium", "long")]
    assert tuple(found) == dice


def test_sotl_4_1_4_c_all_dice_are_rolled():
    _, events = play(abeam(2.0, "I"), STARBOARD, dice=[1, 1, 1, 1, 1])
    assert len(only(events, BroadsideFired).rolls) == 5
    assert "dice" not in FireBroadside.__struct_fields__


@pytest.mark.parametrize(("dice", "half"), [(7, 4), (6, 3), (5, 3), (4, 2), (3, 2), (2, 1), (1, 1)])
def test_sotl_4_1_4_d_halving_rounds_up(dice, half):
    assert HALVED[dice] == half
    assert half == -(-dice // 2)


@pytest.mark.parametrize(("dice", "half"), [(3, 2), (1, 1), (5, 3)])
def test_tv_02_sinking_zone_halving(dice, half):
    state = battle(ship("B1", 0, 0, 0, card_dice=dice, card_half_dice=HALVED[dice], hull=2), ship("F1", 1, 0, 0))
    assert dice_for(state, "B1", "point_blank", None)[-1].value == half


def test_sotl_4_1_5_a_lost_points_stay_lost():
    state = abeam(0.7)
    state, _ = play(state, STARBOARD, Done(side="british"), Done(side="allied"), dice=[4, 5, 1, 1, 2, 3])
    assert state.ships["F1"].hull == 16 - 2


def test_amb_14_out_of_range_ships_and_wrecks_do_not_block():
    wreck = ship("F2", 1.0, 0, 0, status="sunk", wreck=True)
    state = battle(ship("B1", 0, 0, 0), wreck, ship("F1", 2.3, 0, 0))
    assert legal_targets(state, "B1", "starboard") == ("F1",)
    beyond = battle(ship("B1", 0, 0, 0), ship("B2", 5.4, 0, 0))
    assert compute_sighting(beyond, "B1", "starboard").blockers == ()


def test_amb_14_an_enemy_and_a_friend_at_equal_distance_is_not_blocked():
    state = battle(ship("B1", 0, 0, 0), ship("B2", 1.3, 0.55, 0), ship("F1", 1.3, -0.55, 0))
    view = compute_sighting(state, "B1", "starboard")
    assert {seen.sight.distance for seen in view.seen} == {1.0}
    assert view.targets == ("F1",)
    assert view.blockers == ()


def test_amb_15_the_nearest_must_be_engaged():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 2.3, 0, 0), ship("F2", 1.3, 0, 0))
    refusal = refused(state, STARBOARD, "AMB-15")
    assert refusal.pieces == ("F2",)
    assert refusal.by == "1 UM against 2 UM"


def test_amb_15_equals_after_rounding_are_a_free_choice():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1.3, 0.55, 0), ship("F2", 1.3, -0.55, 0))
    assert legal_targets(state, "B1", "starboard") == ("F1", "F2")
    for target in ("F1", "F2"):
        command = FireBroadside(side="british", ship="B1", broadside="starboard", target=target)
        play(state, command, dice=[1, 1, 1, 1])


def test_amb_16_each_side_has_a_target_of_its_own():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1.3, 0, 0), ship("F2", -1.3, 0, 0))
    assert legal_targets(state, "B1", "starboard") == ("F1",)
    assert legal_targets(state, "B1", "port") == ("F2",)


def test_amb_20_strength_and_blocked_sides_are_those_of_the_start_of_the_phase():
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1.0, 0, 0, hull=7))
    answer = FireBroadside(side="allied", ship="F1", broadside="port", target="B1")
    # two hull points take her into the zone and a mast falls over her engaged side: on paper
    shot = [4, 4, 4, 1, 1, 1, 6, 1]
    state, events = play(state, STARBOARD, Done(side="british"), answer, dice=[*shot, 1, 1, 1, 1])
    assert not is_in_sinking_zone(state, "F1")
    assert len(events[-1].rolls) == 4
    state, _ = play(state, Done(side="allied"))
    assert is_in_sinking_zone(state, "F1")
    assert state.ships["F1"].fallen == (FallenMast("main", "port"),)


def test_amb_20_a_ship_lost_on_paper_still_blocks_and_may_be_fired_at():
    state = battle(
        ship("B1", 0, 0, 0), ship("B2", 0, 1.05, 0), ship("F1", 1.3, 0.5, 0, hull=1), ship("F2", 2.6, 0.5, 0)
    )
    state, _ = play(state, STARBOARD, dice=[4, 1, 1, 1, 1])
    assert legal_targets(state, "B2", "starboard") == ("F1",)


@pytest.mark.parametrize(
    ("kind", "values"),
    [("III", (2, 1, 0)), ("four", (4, 3, 2)), ("IV", (2, 1, 0)), ("V", (1, 0, 0)), ("VI", (1, 0, 0))],
)
def test_amb_22_half_comes_before_range(kind, values):
    state = battle(ship("B1", 0, 0, 0, kind, hull=1), ship("F1", 1, 0, 0))
    bands = ("point_blank", "medium", "long")
    assert tuple(dice_for(state, "B1", band, None)[-1].value for band in bands) == values


def test_amb_23_no_die_no_fire():
    state = battle(ship("B1", 0, 0, 0, "V"), ship("F1", 4, 0, 0))
    refusal = refused(state, STARBOARD, "SOTL-2.4bis-c")
    assert refusal.by.endswith("the reach is 3 UM")
    halved = battle(ship("B1", 0, 0, 0, hull=1), ship("F1", 4, 0, 0))
    assert firing_reach(halved, "B1") == 3.0
    refused(halved, STARBOARD, "SOTL-2.4bis-c")


def test_amb_24_strength_range_tow_rake_in_this_order():
    state = battle(
        ship("B1", 0, 0, 0, "four", hull=5), ship("F1", 2, 0, 270), ship("B2", 0, -3, 0), tows=(Tow("B1", "B2"),)
    )
    sum_ = dice_for(state, "B1", "medium", "bow")
    assert [(step.source, step.change, step.value) for step in sum_] == [
        ("basic strength", "7", 7),
        ("sinking zone", "half", 4),
        ("medium range", "−1", 3),
        ("tow", "−1", 2),
        ("bow rake", "×2", 4),
    ]


def test_amb_24_nothing_is_doubled_to_something():
    state = battle(ship("B1", 0, 0, 0, "VI"), ship("F1", 2, 0, 270), ship("B2", 0, -3, 0), tows=(Tow("B1", "B2"),))
    last = dice_for(state, "B1", "point_blank", "bow")[-1]
    assert (last.source, last.value) == ("tow", 0)
    assert legal_targets(state, "B1", "starboard") == ()


def test_amb_53_grappled_ships_do_not_fire_but_a_tow_does_with_one_die_less():
    state = battle(
        ship("B1", 0, 0, 0), ship("F1", 1.3, 0, 0), ship("F2", -0.4, 0, 0), grapples=(Grapple("F2", "B1", 1),)
    )
    refusal = refused(state, STARBOARD, "SOTL-6-d")
    assert refusal.pieces == ("F2",)
    towing = battle(ship("B1", 0, 0, 0), ship("B2", 0, -1.1, 0), ship("F1", 1.3, 0, 0), tows=(Tow("B1", "B2"),))
    _, events = play(towing, STARBOARD, dice=[1, 1, 1])
    assert only(events, BroadsideFired).dice[-1].source == "tow"


def test_amb_66_a_struck_ship_is_a_target_for_her_former_side_only():
    state = battle(ship("B1", 0, 0, 0, status="struck"), ship("B2", 1.3, 0, 0), ship("F1", -1.3, 0, 0))
    ours = FireBroadside(side="british", ship="B2", broadside="port", target="B1")
    play(state, ours, dice=[1, 1, 1, 1])
    theirs = FireBroadside(side="allied", ship="F1", broadside="starboard", target="B1")
    state = battle(*zip_ships(state), asked="allied")
    refused(state, theirs, "AMB-66")
    assert compute_sighting(state, "F1", "starboard").blockers == ("B1",)


def test_amb_66_a_prize_is_a_target_for_her_former_side_and_blocks_for_her_captor():
    prize = ship("B1", 0, 0, 0, status="captured", captor="allied")
    state = battle(prize, ship("B2", 1.3, 0, 0), ship("F1", -1.3, 0, 0))
    assert legal_targets(state, "B2", "port") == ("B1",)
    assert compute_sighting(state, "F1", "starboard").blockers == ("B1",)


def test_sotl_4_4_2_a_struck_and_captured_ships_do_not_fire():
    struck = battle(ship("B1", 0, 0, 0, status="struck"), ship("F1", 1.3, 0, 0))
    refused(struck, STARBOARD, "SOTL-4.4.3-a")
    taken = battle(ship("F2", 0, 0, 0, status="captured", captor="british"), ship("F1", 1.3, 0, 0))
    command = FireBroadside(side="british", ship="F2", broadside="starboard", target="F1")
    refused(taken, command, "SOTL-4.4.2-a")


def test_sotl_4_2_1_f_a_masked_side_does_not_fire():
    state = battle(ship("B1", 0, 0, 0, fallen=(FallenMast("main", "starboard"),)), ship("F1", 1.3, 0, 0))
    refused(state, STARBOARD, "SOTL-4.2.1-f")


def test_amb_3_the_distance_runs_from_the_broadside_to_the_part_of_the_hull_in_the_field():
    # F1 lies across the forward edge of the field: her nearest point is nearer than the part that bears
    state = battle(ship("B1", 0, 0, 0), ship("F1", 1.3, 1.4, 0))
    seen = compute_sighting(state, "B1", "starboard").find("F1")
    assert seen.sight.start.x == pytest.approx(0.15)
    assert seen.sight.start.y == pytest.approx(0.5)
    assert seen.sight.end.y == pytest.approx(0.9)
    assert seen.sight.distance == pytest.approx(1.077, abs=0.001)


def test_sotl_4_1_a_choices_and_actors_are_the_legal_shots():
    state = battle(ship("B1", 0, 0, 0), ship("B2", 0, 9, 0), ship("F1", 1.3, 0, 0))
    assert list(list_choices(state, "british")) == [STARBOARD]
    assert tuple(ships_with_targets(state, "british")) == ("B1",)
    assert tuple(ships_with_targets(state, "allied")) == ("F1",)
    state, _ = play(state, STARBOARD, dice=[1, 1, 1, 1])
    assert tuple(ships_with_targets(state, "british")) == ()


def trafalgar():
    """The battle as it opens, the first dice rolled: the allies won them."""
    path = Path(__file__).parents[2] / "scenarios" / "ships_of_the_line" / "trafalgar.yaml"
    state = GAME.open(GAME.read(path.read_text(encoding="utf-8"), path.name), {})
    return play(state, RollInitiative(side="allied"), dice=[1, 6])[0]


def test_amb_2_the_first_broadsides_of_trafalgar():
    state = trafalgar()
    shots = {(state.cards[one.ship].name, state.cards[one.target].name) for one in list_choices(state, "allied")}
    assert shots == {
        ("Santa Ana", "Royal Sovereign"),
        ("Fougueux", "Royal Sovereign"),
        ("Monarca", "Royal Sovereign"),
        ("Pluton", "Royal Sovereign"),
        ("Neptuno", "Africa"),
        ("Scipion", "Africa"),
        ("Intrépide", "Africa"),
    }
    assert [(state.cards[one.ship].name, state.cards[one.target].name) for one in list_choices(state, "british")] == [
        ("Africa", "Neptuno")
    ]


def test_amb_114_nobody_has_to_wait_for_the_first_shot_of_san_agustin():
    """SOTL-T-c: that she opened fire is history, not a rule."""
    state = trafalgar()
    assert "San Agustín" not in {state.cards[one.ship].name for one in list_choices(state, "allied")}
    play(state, next(iter(list_choices(state, "allied"))), dice=[1, 1, 1])


def zip_ships(state):
    """The ships of a state as `battle` takes them."""
    return [(state.cards[key], state.ships[key]) for key in state.ships]


def test_amb_23_a_corvette_in_tow_has_no_die_left_and_says_so():
    state = battle(ship("B1", 0, 0, 0, "VI"), ship("B2", 0, -3, 0), ship("F1", 1.1, 0, 0), tows=(Tow("B2", "B1"),))
    assert refused(state, STARBOARD, "SOTL-2.4bis-c").by.endswith("the reach is 0 UM")


@pytest.mark.parametrize(("kind", "limit"), [("III", 5.0), ("V", 3.0), ("VI", 1.0)])
def test_amb_131_a_limit_includes_itself(kind, limit):
    # a frigate and a corvette are less beamy than a two-decker: half of each beam lies between the sides
    half = {"III": 0.15, "V": 0.125, "VI": 0.1}[kind]
    near = battle(ship("B1", 0, 0, 0, kind), ship("F1", half + limit + 0.15, 0, 0))
    assert compute_sighting(near, "B1", "starboard").seen[0].sight.distance == limit
    assert legal_targets(near, "B1", "starboard") == ("F1",)
    far = battle(ship("B1", 0, 0, 0, kind), ship("F1", half + limit + 0.151, 0, 0))
    assert legal_targets(far, "B1", "starboard") == ()
