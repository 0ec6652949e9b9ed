"""Chapter 4 of the rules' data: where the sixty ships of Trafalgar stand, and what is printed on their cards."""

from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from tabletop.core.errors import ScenarioError
from tabletop.games.ships_of_the_line import battle_setup, positions
from tabletop.games.ships_of_the_line.chapters.aiming import compute_sighting
from tabletop.games.ships_of_the_line.model import State, wind_percentage
from tabletop.games.ships_of_the_line.ship import BROADSIDES
from tabletop.games.ships_of_the_line.tables import CLASSES, HALVED

FOLDER = Path(__file__).parents[2] / "scenarios" / "ships_of_the_line"
NATIONS = ("spain", "france", "britain")

WINDWARD_LINE = [
    "S1", "F2", "F3", "F5", "F6", "F8", "S10", "S11", "F12", "F15", "S18",
    "F19", "S20", "F21", "S22", "F23", "F25", "F27", "F28", "F30", "S31",
]  # fmt: skip
LEEWARD_FILE = {
    "S4": "F5", "S7": "F8", "F9": "S10", "F13": "F12", "S14": "F15",
    "S16": "S18", "F17": "F19", "S24": "F23", "S26": "F25", "S29": "F28",
}  # fmt: skip
WEATHER_COLUMN = ["B1", "B2", "B4", "B5", "B7", "B10", "B8"]
LEE_COLUMN = ["B13", "B15", "B16", "B17", "B18", "B19", "B20", "B21", "B22"]
TOUCHING = ["F12-S11", "F32-S31", "S33-S31", "B26-B27", "B26-B24", "B27-B24", "B23-B24", "B25-B24", "B13-B14"]


@cache
def trafalgar() -> State:
    path = FOLDER / "trafalgar.yaml"
    return battle_setup.read_scenario(path.read_text(encoding="utf-8"), path.name).opening


def gap(a: str, b: str) -> float:
    return positions.gap_between(trafalgar(), a, b).distance


def of_side(side: str) -> list[str]:
    return [key for key, card in trafalgar().cards.items() if card.side == side]


def enemies() -> list[tuple[str, str]]:
    return [(a, b) for a in of_side("british") for b in of_side("allied")]


def test_set_01_sixty_ships_without_overlap_inside_the_map():
    state = trafalgar()
    assert len(state.ships) == 60
    assert min(gap(a, b) for a, b in combinations(state.ships, 2)) > 0.02
    for key in state.ships:
        place = positions.hull_center(state, key)
        assert state.sea.west < place.x < state.sea.east
        assert state.sea.south < place.y < state.sea.north
    assert (state.sea.west, state.sea.south, state.sea.east, state.sea.north) == (-45, -45, 25, 35)


@pytest.mark.parametrize(
    ("pair", "distance", "tolerance"),
    [
        pytest.param(("B1", "F12"), 6, 0.25, id="set_02"),
        pytest.param(("B13", "S18"), 5, 0.25, id="set_03"),
        pytest.param(("B12", "S1"), 2, 0.25, id="set_04 Neptuno"),
        pytest.param(("B12", "B3"), 6, 0.25, id="set_04 Conqueror"),
        pytest.param(("S7", "F8"), 2, 0.25, id="set_05"),
    ],
)
def test_set_02_set_03_set_04_set_05_printed_distances(pair, distance, tolerance):
    assert gap(*pair) == pytest.approx(distance, abs=tolerance)


@pytest.mark.parametrize("key", ["B9", "B11"])
def test_set_06_minotaur_and_spartiate_astern_of_the_column(key):
    assert min(gap(key, "B8"), gap(key, "B10")) == pytest.approx(2, abs=0.25)


@pytest.mark.parametrize("key", ["B23", "B24", "B25"])
@pytest.mark.parametrize("enemy", ["S33", "F32"])
def test_set_07_the_last_of_the_lee_column_are_far_off(key, enemy):
    assert gap(key, enemy) == pytest.approx(16, abs=1)


@pytest.mark.parametrize("pair", TOUCHING)
def test_set_08_touching_pairs(pair):
    assert gap(*pair.split("-")) <= 0.15


@pytest.mark.parametrize("file", [WINDWARD_LINE, WEATHER_COLUMN, LEE_COLUMN], ids=["allied", "weather", "lee"])
def test_set_09_successive_ships_of_a_line_lie_close(file):
    for ahead, astern in pairwise(file):
        assert gap(ahead, astern) <= (1 if (ahead, astern) == ("F15", "S18") else 0.5), (ahead, astern)
    assert gap("F15", "S18") == pytest.approx(0.9, abs=0.1)


@pytest.mark.parametrize(
    ("a", "b"), [pair for pair in LEEWARD_FILE.items() if pair[0] != "S7"] + [("B3", "B2"), ("B6", "B5")]
)
def test_set_10_ships_in_parallel_lie_one_um_apart(a, b):
    assert gap(a, b) == pytest.approx(1, abs=0.25)


def test_set_11_no_enemies_at_close_range():
    assert min(gap(a, b) for a, b in enemies()) >= 1.5


def test_set_12_the_wind_favours_the_british():
    state = trafalgar()
    assert {wind_percentage(state.ships[key].pose.heading, state.wind) for key in of_side("british")} <= {75, 100}
    assert {wind_percentage(state.ships[key].pose.heading, state.wind) for key in of_side("allied")} == {25}


def bearing_on(key: str) -> set[str]:
    state = trafalgar()
    return {
        firer
        for firer in state.ships
        for broadside in BROADSIDES
        if key in compute_sighting(state, firer, broadside).targets
    }  # fmt: skip


def test_set_13_royal_sovereign_comes_under_fire_first_and_victory_not_yet():
    state = trafalgar()
    seen = {
        one.ship
        for key in of_side("allied")
        for broadside in BROADSIDES
        for one in compute_sighting(state, key, broadside).seen
    }
    assert "B1" not in seen
    assert bearing_on("B13") == {"S18", "F19", "S20", "F21"}
    assert bearing_on("B12") == {"S1", "F2", "F3"}
    assert bearing_on("S1") == {"B12"}


def test_amb_2_the_fire_of_the_first_turn_is_that_of_history():
    everyone = {key: bearing_on(key) for key in trafalgar().ships}
    assert {key for key, firers in everyone.items() if firers} == {"B13", "B12", "S1"}


def _along(file: list[str]) -> list[float]:
    """How far each ship lies astern of the first, along the first's heading."""
    state = trafalgar()
    lead = state.ships[file[0]].pose
    back = lead.advance(-1)
    return [
        (positions.hull_center(state, key).x - lead.x) * (back.x - lead.x)
        + (positions.hull_center(state, key).y - lead.y) * (back.y - lead.y)
        for key in file
    ]


@pytest.mark.parametrize("file", [WINDWARD_LINE, WEATHER_COLUMN, LEE_COLUMN], ids=["allied", "weather", "lee"])
def test_set_14_the_order_along_each_line(file):
    assert all(ahead < astern for ahead, astern in pairwise(_along(file)))


def test_set_14_the_allied_line_is_convex_to_leeward():
    places = [positions.hull_center(trafalgar(), key) for key in WINDWARD_LINE]
    for a, b, c in zip(places, places[1:], places[2:], strict=False):
        cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
        assert cross <= 0.02


def test_set_14_each_ship_of_the_leeward_file_lies_east_of_her_partner():
    state = trafalgar()
    for key, partner in LEEWARD_FILE.items():
        assert positions.hull_center(state, key).x > positions.hull_center(state, partner).x


def test_set_15_each_division_contains_its_leader_and_keeps_together():
    state = trafalgar()
    leaders = {"rear": "F5", "centre": "F12", "vanguard": "S18", "observation_2": "F25", "observation_1": "S31",
               "weather": "B1", "lee": "B13"}  # fmt: skip
    for division, key in leaders.items():
        assert state.cards[key].division == division
        assert state.cards[key].leader is not None
    for side in ("british", "allied"):
        for key in of_side(side):
            if key not in ("B12", "B9", "B11"):
                assert min(gap(key, other) for other in of_side(side) if other != key) <= 1.1, key


def test_sotl_t_set_the_verified_setup_stands_as_it_was_measured():
    state = trafalgar()
    assert gap("B1", "F12") == pytest.approx(6.00, abs=0.01)
    assert gap("B13", "S18") == pytest.approx(4.99, abs=0.01)
    assert min(gap(a, b) for a, b in combinations(state.ships, 2)) == pytest.approx(0.09, abs=0.01)
    assert min(enemies(), key=lambda pair: gap(*pair)) == ("B12", "F2")
    assert gap("B12", "F2") == pytest.approx(1.78, abs=0.01)


def test_sotl_3_a_the_fleets_are_deployed_as_in_history():
    state = trafalgar()
    headings = {key: ship.pose.heading for key, ship in state.ships.items()}
    assert {headings[key] for key in WEATHER_COLUMN} == {100}
    assert {headings[key] for key in LEE_COLUMN} == {70}
    assert (headings["S1"], headings["F12"], headings["S31"], headings["B12"]) == (343, 0, 15, 112)


def test_amb_119_the_allied_line_is_curved_and_partly_doubled():
    headings = [trafalgar().ships[key].pose.heading for key in WINDWARD_LINE]
    turned = [(heading + 180) % 360 for heading in headings]
    assert turned == sorted(turned)
    assert len(LEEWARD_FILE) == 10


def test_amb_110_the_wind_is_northwest_and_favours_the_british():
    state = trafalgar()
    assert state.wind.origin == 315
    assert wind_percentage(90, state.wind) == 100
    assert wind_percentage(0, state.wind) == 25


def test_amb_4_places_to_a_thousandth_and_headings_in_whole_degrees():
    for ship in trafalgar().ships.values():
        assert ship.pose.x == round(ship.pose.x, 3)
        assert ship.pose.y == round(ship.pose.y, 3)
        assert isinstance(ship.pose.heading, int)
    text = (FOLDER / "trafalgar.yaml").read_text(encoding="utf-8").replace("heading: 343", "heading: 343.5")
    with pytest.raises(ScenarioError, match="whole number"):
        battle_setup.read_scenario(text, "trafalgar.yaml")


def test_sotl_t_set2_small_deviations_of_the_setup_change_nothing():
    text = (FOLDER / "trafalgar.yaml").read_text(encoding="utf-8").replace("at: [-6.46, 2.1]", "at: [-6.4, 2.15]")
    moved = battle_setup.read_scenario(text, "trafalgar.yaml").opening
    assert positions.gap_between(moved, "B1", "F12").distance == pytest.approx(6, abs=0.25)


# --- the order of battle


def total(field: str, *nations: str) -> int:
    return sum(getattr(card, field) for card in trafalgar().cards.values() if card.nation in nations)


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("guns", (1280, 1324, 2244)),
        ("dice", (67, 69, 119)),
        ("boarding", (48, 51, 85)),
        ("crews", (50, 54, 88)),
        ("hull", (269, 283, 471)),
        ("veteran", (3, 16, 24)),
    ],
)
def test_sotl_t_oob_totals(field, values):
    assert tuple(total(field, nation) for nation in NATIONS) == values


def test_sotl_t_oob_ships_and_divisions():
    cards = trafalgar().cards.values()
    assert Counter(card.nation for card in cards) == {"spain": 15, "france": 18, "britain": 27}
    assert Counter(card.division for card in cards) == {
        "rear": 8, "centre": 7, "vanguard": 6, "observation_2": 6, "observation_1": 6, "weather": 12, "lee": 15,
    }  # fmt: skip
    assert [card.number for card in cards] == [*range(1, 34), *range(1, 28)]
    for division, numbers in {"rear": (1, 8), "centre": (9, 15), "vanguard": (16, 21), "observation_2": (22, 27),
                              "observation_1": (28, 33)}.items():  # fmt: skip
        found = [card.number for card in cards if card.division == division]
        assert (min(found), max(found)) == numbers


def test_amb_102_veterans_as_printed():
    cards = trafalgar().cards.values()
    spanish = {card.name for card in cards if card.nation == "spain" and card.veteran}
    assert spanish == {"Argonauta", "Príncipe de Asturias", "San Juan Nepomuceno"}
    assert {c.name for c in cards if c.nation == "france" and not c.veteran} == {"Duguay-Trouin", "Héros"}
    assert {c.name for c in cards if c.nation == "britain" and not c.veteran} == {"Ajax", "Britannia", "Thunderer"}


def test_sotl_t_oob_classes():
    found = Counter((c.nation, c.ship_class, c.decks) for c in trafalgar().cards.values())
    assert found == {
        ("spain", "I", 4): 1, ("spain", "I", 3): 3, ("spain", "III", 2): 9, ("spain", "IV", 2): 2,
        ("france", "III", 2): 15, ("france", "IV", 2): 3,
        ("britain", "I", 3): 7, ("britain", "III", 2): 17, ("britain", "IV", 2): 3,
    }  # fmt: skip


def test_sotl_t_oob_half_dice_crews_and_boarding_strength():
    for card in trafalgar().cards.values():
        assert card.half_dice == HALVED[card.dice] == (card.dice + 1) // 2
        assert card.crews == card.decks + 1
        assert card.boarding == (2 if card.ship_class == "IV" else card.crews)


def test_amb_117_nine_ships_are_weaker_than_their_guns():
    odd = set()
    for card in trafalgar().cards.values():
        row = next(row for row in CLASSES if row.guns[0] <= card.guns <= row.guns[1])
        if (row.ship_class, row.dice["point_blank"]) != (card.ship_class, card.dice):
            odd.add((card.name, card.guns, card.ship_class, card.dice))
    assert odd == {
        (name, guns, "III", 4)
        for name, guns in [
            ("Neptuno", 80), ("Formidable", 80), ("Neptune", 84), ("Indomptable", 80), ("Argonauta", 80),
            ("Ajax", 80), ("Spartiate", 80), ("Tonnant", 80), ("Achille", 80),
        ]
    }  # fmt: skip


def test_amb_118_hull_points_go_with_the_guns():
    printed = {64: 13, 74: 16, 80: 17, 84: 18, 100: 21, 110: 22, 118: 24, 120: 24, 136: 28}
    assert {(card.guns, card.hull) for card in trafalgar().cards.values()} == set(printed.items())


def test_sotl_2_2_e_leaders_of_the_order_of_battle():
    found = {key: card.leader.rating for key, card in trafalgar().cards.items() if card.leader}
    assert found == {"F5": 1, "S11": -2, "F12": 0, "S18": -2, "F25": -1, "S31": -2, "B1": -3, "B10": 0, "B13": -2}


def test_sotl_2_2_a_nation_and_number_are_a_unique_key():
    cards = trafalgar().cards
    assert len({(card.nation, card.number) for card in cards.values()}) == 60
    letters = {"spain": "S", "france": "F", "britain": "B"}
    assert all(key == f"{letters[card.nation]}{card.number}" for key, card in cards.items())


def test_amb_127_key_order_is_the_order_of_the_file():
    keys = list(trafalgar().ships)
    assert keys == list(trafalgar().cards)
    assert [int(key[1:]) for key in keys] == [*range(1, 34), *range(1, 28)]
    assert keys[:3] == ["S1", "F2", "F3"]
    assert keys[33:35] == ["B1", "B2"]


def test_sotl_t_a_wind_northwest_breeze_and_no_drift():
    state = trafalgar()
    assert (state.wind.origin, state.wind.strength, state.drift) == (315, "breeze", False)
    assert len(of_side("british")) == 27


def test_sotl_5_2_4_d_no_drift_at_trafalgar():
    assert trafalgar().drift is False


def test_sotl_t_b_the_british_are_favoured_in_the_initiative():
    state = trafalgar()
    assert (state.initiative_bonus, state.initiative_ties) == ({"british": 1}, "british")


def test_sotl_3_1_a_twenty_four_turns_of_a_quarter_of_an_hour_from_a_quarter_to_twelve():
    state = trafalgar()
    assert (state.turns, state.minutes_per_turn, state.clock_start) == (24, 15, "11:45")


def test_amb_143_everyone_begins_fresh_loaded_and_under_way():
    for key, ship in trafalgar().ships.items():
        assert ship.hull == trafalgar().cards[key].hull
        assert (ship.masts, ship.loaded) == (("fore", "main", "mizzen"), ("port", "starboard"))
        assert (ship.fatigue, ship.fires, ship.fallen, ship.officer) == (0, 0, (), "well")
        assert (ship.stopped, ship.anchored, ship.rudder_lost, ship.status) == (False, False, False, "in_service")


def test_sotl_1_a_the_game_is_that_of_1805():
    from tabletop.games.ships_of_the_line import GAME

    assert "1805" in GAME.meta.subtitle
