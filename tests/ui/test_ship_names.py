"""The names of ships and divisions stand by what they name, or on a line to it."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pygame
import pytest
import shapely

from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.commands import Done, RollInitiative
from tabletop.games.ships_of_the_line.model import Fouling, State
from tabletop.games.ships_of_the_line.ship import Leader
from tabletop.games.ships_of_the_line.survey import fleet_orders
from tabletop.ui.boards.battle import label_places
from tabletop.ui.boards.battle.label_places import Crowd, Labelled, best_place, gap
from tabletop.ui.boards.battle.plates import Laid
from tabletop.ui.boards.battle.presentation import Afloat, Presentation
from tabletop.ui.boards.battle.ship_sprites import rooms
from tabletop.ui.boards.battle.sprite_batch import charted
from tabletop.ui.boards.ships_of_the_line.markers import find_bracket_rects
from tabletop.ui.boards.ships_of_the_line.overlays import LegalTarget, SelectedShip
from tabletop.ui.boards.ships_of_the_line.renderer import SeaRenderer
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene, list_drawn_ships
from tabletop.ui.boards.ships_of_the_line.ship_names import (
    build_plates,
    find_label_requests,
    laying_names,
    list_plate_marks,
)
from tabletop.ui.camera import Camera
from tabletop.ui.frame_budget import run_to_end
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.trafalgar import Hand

HULL, SIZE = pygame.Rect(400, 300, 80, 20), (120, 24)


def moored(*others: pygame.Rect) -> Labelled:
    return Labelled(HULL, (HULL,), others)


def test_a_name_stands_nearer_to_its_ship_than_to_any_other() -> None:
    alone = best_place((moored(),), SIZE, Crowd([], [HULL]))
    assert alone.tie is None
    other = pygame.Rect(alone.place.x, alone.place.bottom + 1, 60, 20)
    beside = best_place((moored(other),), SIZE, Crowd([], [HULL, other]))
    assert beside.place != alone.place
    assert gap(beside.place, HULL) < gap(beside.place, other)


def test_a_name_without_room_beside_its_ship_is_tied_to_her_by_a_line_that_crosses_nothing() -> None:
    row = [HULL.move(0, step) for step in (-26, 26)] + [HULL.move(100, 0), HULL.move(-86, 13)]
    found = best_place((moored(*row),), SIZE, Crowd([], [HULL, *row]))
    assert found.tie is not None
    assert not any(box.clipline(found.tie) for box in row)
    assert found.place.collidelist([HULL, *row]) < 0


def test_a_name_without_any_room_is_left_out() -> None:
    walls = [HULL.inflate(24, 24).move(dx, dy) for dx in (-104, 0, 104) for dy in (-44, 0, 44) if (dx, dy) != (0, 0)]
    assert best_place((moored(*walls),), SIZE, Crowd([], [HULL, *walls])).spare


def names(state: State, scale: float, interface: int) -> tuple[SeaScene, Laid]:
    scene = SeaScene(
        state, charted(Camera((0, 0), scale, (1, 1))), Presentation(scale=interface), SeaRenderer().sprites
    )
    return scene, run_to_end(laying_names(scene, None))


@pytest.fixture(scope="module")
def opening() -> State:
    return Hand("combat").state


@pytest.mark.parametrize("interface", [75, 100, 150, 200])
@pytest.mark.parametrize("scale", [14.0, 20.0, 31.0, 47.0, 70.0])
def test_no_name_of_trafalgar_stands_on_the_enemy_or_on_another_name(
    opening: State, scale: float, interface: int
) -> None:
    scene, every = names(opening, scale, interface)
    hulls = {one.key: rooms(scene.camera, one) for one in list_drawn_ships(scene)}
    shown = {key: one for key, one in every.names.items() if not one.place.spare}
    assert len(shown) > 8
    for key, one in shown.items():
        place = one.place.place
        assert place.collidelist([other.place.place for name, other in shown.items() if name != key]) < 0
        own = [ship for about in one.about for ship in hulls if tuple(hulls[ship]) == about.own]
        near = min(gap(place, box) for ship in own for box in hulls[ship])
        far = min(gap(place, box) for ship in hulls if ship not in own for box in hulls[ship])
        assert far > near or one.place.tie
        if one.place.tie:
            assert not any(box.clipline(one.place.tie) for ship in hulls if ship not in own for box in hulls[ship])


@pytest.mark.parametrize("scale", [14.0, 20.0])
def test_no_two_lines_to_names_meet_nor_end_at_one_place(opening: State, scale: float) -> None:
    _, every = names(opening, scale, 100)
    lines = [one.place.tie for one in every.names.values() if one.place.tie]
    assert len(lines) > 2
    for one, other in combinations(lines, 2):
        assert shapely.LineString(one).distance(shapely.LineString(other)) > 2, (one, other)


LONG = "Nuestra Señora del Pilar"


def company(*others: Any) -> SeaScene:
    state = battle(ship("B1", 0, 0, 90, card_guns=64, card_name=LONG), *others)
    return SeaScene(state, Camera((0, 0), 60, (1600, 1200)), Presentation(), SeaRenderer().sprites)


def test_a_name_stays_where_it_was_though_a_greater_ship_would_take_its_place_anew() -> None:
    far, near = (company(ship("B2", east, 0, 90, card_guns=100, card_name=LONG)) for east in (9, 2.7))
    kept, anew = build_plates(), build_plates()
    for scene in (far, near):
        kept.lay(scene, scene.camera, find_label_requests([]))
    anew.lay(near, near.camera, find_label_requests([]))
    first = build_plates()
    first.lay(far, far.camera, find_label_requests([]))
    assert kept._places["B1"] == first._places["B1"] != anew._places["B1"]
    assert kept._places["B2"] and not kept._places["B2"].colliderect(kept._places["B1"])


def test_a_name_goes_with_its_ship_and_comes_back_from_the_end_of_a_line() -> None:
    scene, moved = company(), company()
    kept = build_plates()
    kept.lay(scene, scene.camera, find_label_requests([]))
    was = kept._places["B1"]
    moved = replace(moved, state=battle(ship("B1", 2, 1, 90, card_name=LONG)))
    kept.lay(moved, moved.camera, find_label_requests([]))
    assert was and kept._places["B1"] == was.move(2 * 60, -60)
    row = [HULL.move(0, step) for step in (-26, 26)] + [HULL.move(100, 0), HULL.move(-86, 13)]
    drawn = pygame.Surface(SIZE)
    tied = label_places.place_name(drawn, (moored(*row),), Crowd([], [HULL, *row]))
    assert tied.place.tie
    back = label_places.keep_name(drawn, (moored(),), Crowd([], [HULL]), tied)
    assert back and not back.place.tie


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_flagships_keep_their_names_where_all_of_trafalgar_is_shown(size: tuple[int, int]) -> None:
    hand = Hand(size=size)
    for turn in (2, 3):
        hold_course_until(hand, turn)
        hand.keys("Home")
        _, found = names(hand.state, hand.sea.view.camera.scale, 100)
        kept = {key for key, one in found.names.items() if not one.place.spare}
        assert {"B1", "B10", "B13", "F5", "F12", "S11", "S18"} <= kept


def hold_course_until(hand: Hand, turn: int) -> None:
    """Nobody fires, and all ships go straight ahead."""
    while (state := hand.state).turn < turn or state.phase != "combat":
        side = rules.side_to_choose(state)
        assert side is not None
        if state.phase == "movement":
            for order in fleet_orders.build_orders(state, fleet_orders.plan_held_courses(state, side)):
                hand.match.submit(order)
        hand.match.submit(RollInitiative(side=side) if state.phase == "initiative" else Done(side=side))


def test_the_name_of_the_better_leader_is_placed_before_the_others() -> None:
    crowd = [ship(f"F{number}", number - 3, 0, 0) for number in range(1, 6)]
    carnegie = ship("B1", 0, 0.4, 90, card_leader=Leader("Carnegie", 0))
    nelson = ship("B2", 0, 0, 90, card_leader=Leader("Nelson", -3))
    state = battle(carnegie, nelson, *crowd)
    _, found = names(state, 8, 100)
    assert next(iter(found.names)) == "B2"


def test_a_plate_that_stands_away_has_a_line_which_goes_with_the_ship() -> None:
    places = [(x, y) for y in (2.2, 1.1, 0.0) for x in (-0.6, 0.0, 0.6)]
    crowded = battle(*(ship(f"B{number}", *at, 0) for number, at in enumerate(places, 1)))
    scene = SeaScene(crowded, Camera((0, 0), 70, (1600, 1200)), Presentation(), SeaRenderer().sprites)
    kept = build_plates()
    kept.lay(scene, scene.camera, find_label_requests([]))
    key = next(key for key, one in run_to_end(laying_names(scene, None)).names.items() if one.place.tie)
    lines, pose = list(kept.ties.boxes), crowded.ships[key].pose
    afloat = (Afloat(key, pose.x + 1, pose.y, pose.heading),)
    kept.lay(replace(scene, shown=Presentation(afloat=afloat)), scene.camera, find_label_requests([]))
    moved = [(now.x - was.x, now.y - was.y) for was, now in zip(lines, kept.ties.boxes, strict=True) if now != was]
    assert moved == [(round(scene.camera.scale), 0)]


@pytest.mark.parametrize("heading", [0, 45, 100, 200])
def test_brackets_lie_clear_of_plates(heading: int) -> None:
    state = battle(ship("B1", 0, 0, 90), ship("F1", 0, 1.5, heading), ship("F2", 1.1, 1.5, heading))
    for scale in (70.0, 105.0):
        scene = SeaScene(state, Camera((0, 0), scale, (1600, 1200)), Presentation(), SeaRenderer().sprites)
        kept = build_plates()
        kept.lay(scene, scene.camera, find_label_requests([SelectedShip("B1"), LegalTarget("F1", (0, 0), (0, 1.4))]))
        boxes = find_bracket_rects(scene, ["F1"])["F1"]
        assert len(kept.batch.boxes) == 3
        assert all(place.collidelist(boxes) < 0 for place in kept.crowd(scene).labels)


def test_amb_158_fouled_ships_bear_a_rope() -> None:
    ships = ship("B1", 0, 0, 90), ship("F1", 0, 0.3, 90), ship("F2", 5, 5, 90)
    state = battle(*ships, options={"collision": True}, foulings=(Fouling("B1", "F1"),))
    assert [("fouled", 0) in list_plate_marks(state, key) for key in state.ships] == [True, True, False]
