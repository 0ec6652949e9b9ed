"""How far one sees and shoots, shown with a fog bank that is registered for these tests alone."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
import shapely
from msgspec.structs import replace

from tabletop import players
from tabletop.core.scenario import PreparedScenario
from tabletop.games.ships_of_the_line import GAME, positions
from tabletop.games.ships_of_the_line.battle_setup import list_presets, list_switches
from tabletop.games.ships_of_the_line.chapters import aiming, fire, orders
from tabletop.games.ships_of_the_line.chapters.aiming import ships_in_field
from tabletop.games.ships_of_the_line.chapters.optional.coastal.batteries import FireBattery
from tabletop.games.ships_of_the_line.commands import Done, FireBroadside
from tabletop.games.ships_of_the_line.model import Battery, Coast, State
from tabletop.games.ships_of_the_line.ship import BROADSIDES
from tabletop.games.ships_of_the_line.survey import gunnery, shores
from tabletop.geometry.pose import Point
from tabletop.players.ships_of_the_line import assessment, order_values
from tabletop.players.ships_of_the_line.battle_board import BattleBoard
from tabletop.players.ships_of_the_line.bulk_gunnery import measure_distances
from tabletop.players.ships_of_the_line.doctrine import CAPTAIN
from tabletop.players.ships_of_the_line.situation import Situation
from tabletop.ui.boards.ships_of_the_line import survey_overlays
from tests.sampling import sample
from tests.ships_of_the_line.kit import battle, refused, ship
from tests.ships_of_the_line.modules import fog_bank, registered

BANK = ((1.0, -4.0), (8.0, -4.0), (8.0, 4.0), (1.0, 4.0))
"""East of B1."""
SHOT = FireBroadside("british", "B1", "starboard", "F1")


@pytest.fixture(autouse=True)
def _fog_bank() -> Iterator[None]:
    with registered(fog_bank.MODULE):
        yield


def foggy(*ships: Any, bank: tuple[tuple[float, float], ...] = BANK, **fields: Any) -> State:
    """Ships off or in a bank of fog."""
    options = {"fog_bank": True, **fields.pop("options", {})}
    return battle(*ships, **({"options": options, "matter": {"fog": bank}} | fields))


def abeam(apart: float, *others: Any, **fields: Any) -> State:
    """F1 lies in the fog abeam of B1, `apart` UM from hull to hull; B1 lies in clear water."""
    return foggy(ship("B1", 0, 0, 0), ship("F1", apart + 0.3, 0, 0), *others, **fields)


def clear(state: State) -> State:
    """Return the same battle without the fog."""
    return replace(state, options={**state.options, "fog_bank": False})


@pytest.mark.parametrize(("apart", "seen"), [(1.5, True), (1.501, False), (3.0, False)])
def test_who_lies_in_the_fog_is_a_target_as_far_as_one_sees(apart: float, seen: bool) -> None:
    state = abeam(apart)
    assert fire.legal_targets(clear(state), "B1", "starboard") == ("F1",)
    assert fire.legal_targets(state, "B1", "starboard") == (("F1",) if seen else ())
    assert (SHOT in list(GAME.choices(state))) is seen
    assert (GAME.check(state, SHOT) is None) is seen


def test_who_lies_in_the_fog_sees_no_farther_out_of_it() -> None:
    state = replace(abeam(2.0), asked="allied")
    assert fire.legal_targets(clear(state), "F1", "port") == ("B1",)
    assert fire.legal_targets(state, "F1", "port") == ()


def test_a_ship_that_nobody_sees_bars_no_fire_at_another() -> None:
    state = abeam(1.6, ship("F2", 2.6, 1.5, 0), bank=((1.0, -0.6), (2.2, -0.6), (2.2, 0.6), (1.0, 0.6)))
    assert fire.legal_targets(clear(state), "B1", "starboard") == ("F1",)
    assert fire.legal_targets(state, "B1", "starboard") == ("F2",)


def test_the_refusal_is_the_modules_own_and_says_by_how_much() -> None:
    refusal = refused(abeam(1.501), SHOT, "TEST-2-a")
    assert (refusal.reason, refusal.by) == ("Fog hides F1 from B1.", "1.501 UM, sight ends at 1.5 UM")
    assert refusal.pieces == ("F1",)


def test_there_are_no_odds_where_nobody_is_seen() -> None:
    assert [one.target for outlook in gunnery.find_outlooks(abeam(1.5)).values() for one in outlook.aims] == [
        "F1",
        "B1",
    ]
    assert [one.target for outlook in gunnery.find_outlooks(abeam(1.6)).values() for one in outlook.aims] == []
    there = ship("B1", -0.2, 0, 0)[1].pose
    assert [key for key, _ in gunnery.forecast_fire(abeam(1.5), "B1", there).targets] == []
    assert gunnery.forecast_fire(abeam(1.5), "B1", there).threats == ()


def test_fields_of_fire_end_where_sight_does() -> None:
    state = foggy(ship("B1", 0, 0, 0), ship("F1", 4, 0, 0))
    inside, outside = (3.0, 0.0), (1.4, 0.0)
    bands = {
        area.band: gunnery.find_covered_water(state, "B1", "starboard", area)
        for area in gunnery.find_areas_in_reach(state, "B1", "starboard")
    }
    assert list(bands) == ["point_blank", "medium", "long"]
    assert bands["long"].covers(shapely.Point(outside))
    assert not bands["long"].covers(shapely.Point(inside))
    port = gunnery.find_areas_in_reach(state, "B1", "port")[-1]
    assert gunnery.find_covered_water(state, "B1", "port", port).equals(port.full_area), (
        "to the other side all is clear"
    )


def test_the_fields_of_a_ship_in_the_fog_are_drawn_as_far_as_she_sees() -> None:
    state = foggy(ship("B1", 3, 0, 0), ship("F1", 9, 0, 0))
    field, free = (survey_overlays.build_fire_field(one, "B1", "port") for one in (state, clear(state)))
    assert field is not None
    assert free is not None
    assert [(band.band, band.reach) for band in field.bands] == [("point_blank", "0–1 UM"), ("medium", "1–1.5 UM")]
    assert [band.band for band in free.bands] == ["point_blank", "medium", "long"]
    hidden = shapely.union_all([shapely.Polygon(piece) for piece in field.hidden])
    side = 3 - 0.15
    assert hidden.covers(shapely.Point(side - 1.6, 0))
    assert not hidden.intersects(shapely.Point(side - 1.4, 0))
    assert free.hidden == ()


def test_a_band_that_is_hidden_whole_has_no_name_on_the_sea() -> None:
    field = survey_overlays.build_fire_field(foggy(ship("B1", 0, 0, 0), ship("F1", 9, 0, 0)), "B1", "starboard")
    assert field is not None
    assert [(band.band, band.label) for band in field.bands] == [
        ("point_blank", "Point-blank"), ("medium", "Medium"), ("long", ""),
    ]  # fmt: skip


def test_threats_leave_out_water_into_which_nobody_sees() -> None:
    state = foggy(ship("B1", 0, 0, 0), ship("F1", 20, 0, 0))
    whole, left = (
        shapely.union_all([one.area for one in gunnery.find_danger_regions(it, "british")])
        for it in (clear(state), state)
    )
    assert whole.covers(shapely.Point(3, 0))
    assert not left.intersects(shapely.Point(3, 0))
    assert left.covers(shapely.Point(1.6, 0)) == whole.covers(shapely.Point(1.6, 0)) is True
    assert left.covers(shapely.Point(-3, 0)), "there is no fog to port"


def test_no_field_holds_water_in_which_a_ship_is_not_seen_whatever_lies_where() -> None:
    for number in sample(range(200), 20, "places of ships and fog"):
        chance = Random(number)
        x, y, heading = chance.uniform(-5, 5), chance.uniform(-5, 5), chance.randrange(360)
        state = foggy(ship("B1", 0, 0, chance.randrange(360)), ship("F1", x, y, heading))
        middle = positions.center_of(state, "F1")
        for broadside in BROADSIDES:
            hidden = gunnery.find_hidden_water(state, "B1", broadside)
            lines = ships_in_field(state, "B1", broadside, ("F1",))
            seen = aiming.compute_sighting(state, "B1", broadside).find("F1")
            if lines and seen is None:
                assert hidden.buffer(0.55).intersects(shapely.Point(middle.x, middle.y)), (number, broadside)


WORK = Battery("W1", "allied", "Fort", Point(4, 0), hull=17, dice=4)


def test_batteries_and_those_who_fire_at_them_see_no_farther() -> None:
    both = {"options": {"coastal": True}, "coast": Coast(batteries={"W1": WORK})}
    state = foggy(ship("B1", 1.3, 0, 0), ship("F1", 20, 0, 0), asked="allied", **both)
    shell = FireBattery("allied", "W1", "B1")
    assert GAME.check(clear(state), shell) is None
    assert refused(state, shell, "TEST-2-a").by == "2.4 UM, sight ends at 1.5 UM"
    assert shell not in list(GAME.choices(state))
    back = replace(state, asked="british")
    at_it = FireBroadside("british", "B1", "starboard", "W1")
    assert GAME.check(clear(back), at_it) is None
    assert refused(back, at_it, "TEST-2-a").reason == "Fog hides Fort from B1."
    (_, nearest), *_ = shores.find_battery_waters(state, "W1")
    assert nearest.covers(shapely.Point(2.5, 0))
    assert not nearest.intersects(shapely.Point(2.2, 0))


def test_a_standing_order_to_gunshot_ends_where_the_enemy_is_seen() -> None:
    far, near = abeam(2.0), abeam(1.4)
    assert orders.is_enemy_in_gunshot(clear(far), "british", ["B1"])
    assert not orders.is_enemy_in_gunshot(far, "british", ["B1"])
    assert orders.is_enemy_in_gunshot(near, "british", ["B1"])


def test_computer_players_measure_what_the_rules_let_them_see() -> None:
    for number in sample(range(200), 20, "boards with fog"):
        chance = Random(number)
        places = [(f"{side}{n}", chance.uniform(-4, 5), chance.uniform(-4, 5)) for side in "BF" for n in (1, 2, 3)]
        state = foggy(*(ship(key, x, y, chance.randrange(360)) for key, x, y in places))
        board = BattleBoard(state, "british")
        for one in range(len(board.keys)):
            rows = np.array([n for n in range(len(board.keys)) if n != one])
            found = board.measure_in_sight(
                measure_distances, board.hulls.select(np.full(len(rows), one)), board.hulls.select(rows)
            )
            for broadside, column in zip(("port", "starboard"), found.T, strict=True):
                view = aiming.compute_sighting(state, board.keys[one], broadside)  # type: ignore[arg-type]
                assert {board.keys[row] for row in rows[np.isfinite(column)]} == {seen.ship for seen in view.seen}


def test_a_computer_player_holds_its_fire_and_expects_none() -> None:
    state = abeam(2.0)
    for name in ("greedy", "captain"):
        *_, last = players.find_player(name, GAME.meta.id)(GAME, "british", "1", "steady").consider(state)
        assert last.command == Done("british"), name
    state = foggy(ship("B1", 0, 0, 0, moved=True), ship("F1", 2.3, 0, 0, moved=True))
    nearest, value = BattleBoard(state, "british").nearest_targets
    assert (np.isinf(nearest).all(), value.any()) == (True, False)
    assert BattleBoard(clear(state), "british").nearest_targets[1].any()


def test_a_computer_player_fears_no_battery_and_loads_for_no_enemy_that_it_does_not_see() -> None:
    both = {"options": {"coastal": True}, "coast": Coast(batteries={"W1": WORK})}
    state = foggy(ship("B1", 1.3, 0, 0), ship("F1", 4, 2, 0), **both)
    for one, seen in ((clear(state), True), (state, False)):
        now = Situation(one, "british", CAPTAIN)
        row = now.board.row["B1"]
        assert assessment.expected_battery_cost(now, row, now.board.hulls.select(np.array([row]))).any() == seen
        assert (order_values.nearest_enemy_abeam(now, "B1", "starboard") is not None) == seen


def test_a_module_that_is_not_of_the_book_is_a_switch_but_no_part_of_the_whole_rulebook() -> None:
    opening = clear(abeam(2.0))
    opening = replace(opening, options={})
    prepared = PreparedScenario("", "", "", opening)
    assert "fog_bank" in {one.id for one in list_switches(prepared)}
    sets = {one.id: one.options for one in list_presets(prepared)}
    assert (sets["everything"]["fog_bank"], sets["everything"]["leaders"]) == (False, True)
    made_with_it = PreparedScenario("", "", "", replace(opening, options={"fog_bank": True}))
    assert {one.id: one.options["fog_bank"] for one in list_presets(made_with_it)}["everything"] is True
