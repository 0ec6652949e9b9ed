"""Chapters 1 and 2: ships and their cards, markers, dice, and the unit of length."""

from pathlib import Path

import msgspec
import pytest

from tabletop.core.chance import ScriptedChance, SeededChance
from tabletop.core.errors import ChanceExhausted
from tabletop.games.ships_of_the_line import GAME, positions
from tabletop.games.ships_of_the_line.chapters.aiming import band_at, dice_for
from tabletop.games.ships_of_the_line.commands import Done, FireBroadside
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.model import (
    Grapple,
    Melee,
    is_in_sinking_zone,
    is_on_map,
    load_standard_profile,
    sinking_zone_limit,
)
from tabletop.games.ships_of_the_line.ship import FallenMast, Ship
from tabletop.games.ships_of_the_line.tables import CLASSES, HALVED
from tabletop.geometry.pose import Pose
from tests.judging import only
from tests.ships_of_the_line.kit import battle, play, ship

TRAFALGAR = Path(__file__).parents[2] / "scenarios" / "ships_of_the_line" / "trafalgar.yaml"


@pytest.fixture(scope="module")
def trafalgar():
    return GAME.open(GAME.read(TRAFALGAR.read_text(encoding="utf-8"), TRAFALGAR.name), {})


def test_sotl_1_a_the_title_says_1805():
    assert (GAME.meta.title, GAME.meta.subtitle) == ("Ships of the Line", "Trafalgar 1805")


def test_sotl_2_a_every_ship_has_one_side_and_one_owner(trafalgar):
    assert {side.id for side in GAME.meta.sides} == {"british", "allied"}
    assert {card.side for card in trafalgar.cards.values()} == {"british", "allied"}
    assert all(card.player for card in trafalgar.cards.values())
    assert all((card.side == "british") == (card.nation == "britain") for card in trafalgar.cards.values())


def test_sotl_2_2_a_nation_and_number_name_a_ship(trafalgar):
    assert len({(card.nation, card.number) for card in trafalgar.cards.values()}) == 60


def test_sotl_2_2_b_and_c_nation_class_and_decks_are_on_the_card(trafalgar):
    """SOTL-2.2-b, SOTL-2.2-c."""
    victory = trafalgar.cards["B1"]
    assert (victory.nation, victory.ship_class, victory.decks) == ("britain", "I", 3)
    assert trafalgar.cards["S16"].decks <= 4


def test_sotl_2_2_d_guns_and_dice_and_the_dice_are_what_is_halved(trafalgar):
    for key, card in trafalgar.cards.items():
        assert dice_for(trafalgar, key, "point_blank", None)[-1].value == card.dice
        assert card.half_dice == HALVED[card.dice]
    crippled = battle(ship("B1", 0, 0, 0, "I", hull=7))
    assert [step.value for step in dice_for(crippled, "B1", "point_blank", None)] == [6, 3]


def test_sotl_2_2_f_boarding_strength_is_on_the_card(trafalgar):
    assert trafalgar.cards["B1"].boarding == 4
    assert {row.boarding for row in CLASSES} == {5, 4, 3, 2, 1}
    assert all(card.boarding in range(2, 6) for card in trafalgar.cards.values())


@pytest.mark.parametrize(("hull", "status"), [(2, "in_service"), (1, "sunk"), (0, "sunk")])
def test_sotl_2_2_h_without_hull_points_she_sinks(hull, status):
    state = battle(ship("B1", 0, 0, 0, card_dice=1), ship("F1", 1, 0, 0, hull=hull))
    shot = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")
    state, _ = play(state, shot, Done(side="british"), Done(side="allied"), dice=[4, 1])
    assert state.ships["F1"].status == status
    assert is_on_map(state, "F1") == (status == "in_service")


def test_sotl_2_2_j_to_n_markers_of_a_single_ship():
    """SOTL-2.2-j rudder, SOTL-2.2-k officer, SOTL-2.2-l colours, SOTL-2.2-m fires, SOTL-2.2-n fatigue."""
    fresh = ship("B1", 0, 0, 0)[1]
    assert (fresh.rudder_lost, fresh.officer, fresh.status, fresh.captor) == (False, "well", "in_service", None)
    assert (fresh.fires, fresh.fatigue) == (0, 0)
    marks = {"rudder_lost": True, "officer": "wounded", "status": "captured", "captor": "allied", "fires": 3}
    marked = msgspec.structs.replace(fresh, fatigue=load_standard_profile().max_fatigue, **marks)
    assert msgspec.json.decode(msgspec.json.encode(marked), type=Ship) == marked
    assert load_standard_profile().max_fatigue == 3


@pytest.mark.parametrize(("field", "wrong"), [("officer", "tired"), ("status", "lost"), ("captor", "spain")])
def test_sotl_2_2_l_markers_take_only_their_own_values(field, wrong):
    data = msgspec.to_builtins(ship("B1", 0, 0, 0)[1]) | {field: wrong}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, Ship)


def test_sotl_2_2_o_grapples_and_fights_are_between_ships():
    grapple = Grapple("B1", "F1", 3)
    state = battle(
        ship("B1", 0, 0, 0),
        ship("F1", 0.4, 0, 0),
        grapples=(grapple,),
        melees=(Melee(("B1",), ("F1",), "F1", 1, willing=False),),
    )
    seen = GAME.view(state, "allied")
    assert seen.grapples[0].joins("F1")
    assert seen.grapples[0].other_ship("F1") == "B1"
    assert seen.melees[0].target == "F1"


def test_sotl_2_2_p_every_other_marker_is_a_field_and_open_to_both_sides():
    marks = {
        "fallen": (FallenMast("main", "port"),),
        "stopped": True,
        "anchored": True,
        "wreck": True,
        "loaded": (),
        "status": "struck",
    }
    state = battle(ship("B1", 0, 0, 0, **marks))
    for side in ("british", "allied"):
        seen = GAME.view(state, side).ships["B1"]
        assert {name: getattr(seen, name) for name in marks} == marks


def test_sotl_2_3_a_dice_have_six_sides_and_fall_evenly():
    chance = SeededChance("Trafalgar")
    rolls = [chance.draw_below(6) + 1 for _ in range(6000)]
    assert set(rolls) == set(range(1, 7))
    assert all(900 < rolls.count(face) < 1100 for face in range(1, 7))
    with pytest.raises(ChanceExhausted):
        ScriptedChance([7]).draw_below(6)


def test_sotl_2_4_a_one_unit_of_length():
    assert Pose(0, 0, 90).advance(1) == Pose(1, 0, 90)
    state = battle(ship("B1", 0, 0, 0), ship("B2", 1.3, 0, 0))
    assert positions.gap_between(state, "B1", "B2").distance == 1.0


def test_sotl_2_4bis_a_the_template_has_three_bands():
    assert [band_at(load_standard_profile(), distance) for distance in (0.5, 2, 4, 6)] == [
        "point_blank",
        "medium",
        "long",
        None,
    ]


@pytest.mark.parametrize(("band", "dice"), [("point_blank", 6), ("medium", 5), ("long", 4)])
def test_sotl_2_4bis_b_and_c_dice_are_lost_with_the_range(band, dice):
    """SOTL-2.4bis-b, SOTL-2.4bis-c."""
    assert dice_for(battle(ship("B1", 0, 0, 0, "I")), "B1", band, None)[-1].value == dice


def test_sotl_2_4bis_d_point_blank_has_all_dice_and_hits_from_4():
    state = battle(ship("B1", 0, 0, 0, "I"), ship("F1", 1.3, 0, 0))
    shot = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")
    _, events = play(state, shot, dice=[4, 3, 3, 3, 3, 3, 1])
    fired = only(events, BroadsideFired)
    assert (fired.distance, len(fired.rolls), fired.needed, fired.hits) == (1.0, 6, 4, 1)


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ("I", (1.0, 0.3)),
        ("II", (1.0, 0.3)),
        ("III", (1.0, 0.3)),
        ("IV", (1.0, 0.3)),
        ("V", (0.8, 0.25)),
        ("VI", (0.6, 0.2)),
    ],
)
def test_amb_1_hulls(kind, size):
    state = battle(ship("B1", 0, 0, 0, kind))
    assert positions.hull_size(state, "B1") == size
    west, south, east, north = positions.hull_outline(state, "B1").bounds
    assert (round(east - west, 9), round(north - south, 9)) == (size[1], size[0])


@pytest.mark.parametrize(("hull", "zone"), [(28, 10), (24, 8), (22, 8), (21, 7), (18, 6), (17, 6), (16, 6), (13, 5)])
def test_amb_21_the_sinking_zone_is_the_last_third(hull, zone):
    state = battle(ship("B1", 0, 0, 0, card_hull=hull, hull=zone), ship("B2", 9, 0, 0, card_hull=hull, hull=zone + 1))
    assert sinking_zone_limit(state, "B1") == zone
    assert is_in_sinking_zone(state, "B1")
    assert not is_in_sinking_zone(state, "B2")


def test_sotl_4_1_3_b_all_ships_begin_loaded(trafalgar):
    assert {one.loaded for one in trafalgar.ships.values()} == {("port", "starboard")}


def test_a_ship_begins_sound_loaded_and_with_nothing_done():
    marks = msgspec.to_builtins(Ship("B1", Pose(0, 0, 90), 16))
    written = {name: value for name, value in marks.items() if value}
    assert written.pop("pose")
    assert written == {
        "key": "B1", "hull": 16, "status": "in_service", "masts": ("fore", "main", "mizzen"),
        "loaded": ("port", "starboard"), "officer": "well", "sail": "low",
    }  # fmt: skip


def test_amb_65_prizes_never_fire_and_block_for_their_captors():
    prize = ship("F1", 1.3, 0, 0, status="captured", captor="british")
    state = battle(prize, ship("B1", 0, 0, 0), ship("F2", 2.6, 0, 0))
    assert list(GAME.choices(state))[:-1] == []
