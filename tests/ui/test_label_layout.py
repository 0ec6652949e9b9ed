"""Plates and the names of bands keep clear of each other and of all that lies upon the sea."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pygame
import pytest
import shapely

from tabletop.games.ships_of_the_line.model import State
from tabletop.ui.boards.battle import label_layout
from tabletop.ui.boards.battle.label_layout import BACK, Label, Places, View, cleared, viewed
from tabletop.ui.boards.battle.label_places import TIES, Crowd, Labelled, beside
from tabletop.ui.boards.battle.sprite_batch import charted, origin
from tabletop.ui.boards.ships_of_the_line import annotations, ship_names, survey_overlays
from tabletop.ui.boards.ships_of_the_line.overlays import LegalTarget, SelectedShip
from tabletop.ui.camera import Camera, outside, stepped
from tabletop.ui.theme import Theme
from tests.ships_of_the_line.kit import battle, ship
from tests.ships_of_the_line.modules import fog_bank, registered
from tests.ui.panel_kit import fleet, watched
from tests.ui.tables import Watch, begun
from tests.ui.trafalgar import Hand

ROOM = pygame.Rect(0, 0, 1000, 600)
HULL = pygame.Rect(400, 300, 80, 20)
SIZE = 120, 24


# --- where labels go


def under(place: pygame.Rect, by: int = 10) -> pygame.Rect:
    """A gauge that covers the right end of a place."""
    return pygame.Rect(place.right - by, place.y - 20, 60, place.h + 40)


def label(hull: pygame.Rect = HULL) -> Label:
    return Label(beside(hull, SIZE)[0], (Labelled(hull),))


def view(*gauges: pygame.Rect, sheets: tuple[pygame.Rect, ...] = ()) -> View:
    return View(ROOM, sheets, gauges)


def placed(*gauges: pygame.Rect, needed: tuple[str, ...] = (), before: Places | None = None) -> pygame.Rect | None:
    return cleared({"B1": label()}, needed, [HULL], view(*gauges), before or {})["B1"]


def test_a_label_that_is_clear_stays() -> None:
    assert placed() == label().home
    assert placed(under(label().home, by=0)) == label().home


def test_a_label_under_a_gauge_goes_where_all_of_it_is_seen() -> None:
    gauge = under(label().home)
    found = placed(gauge)
    assert found is not None and found != label().home
    assert not found.colliderect(gauge)
    assert not found.colliderect(HULL)


@pytest.mark.parametrize("needed", [(), ("B1",)])
def test_only_a_label_that_is_needed_is_kept_where_there_is_no_room_beside_its_ship(needed: tuple[str, ...]) -> None:
    ring = HULL.inflate(2 * (SIZE[0] + max(TIES)), 2 * (SIZE[1] + max(TIES)))
    walls = outside(ring, HULL)
    found = placed(*walls, needed=needed)
    if needed:
        assert found is not None
        assert found.collidelist(walls) < 0
    else:
        assert found is None


@pytest.mark.parametrize("needed", [(), ("B1",)])
def test_a_label_keeps_clear_of_lines_of_fire_where_it_can_and_else_stays(needed: tuple[str, ...]) -> None:
    home = label().home
    crossed = pygame.Rect(home.centerx, home.y, 4, 4)
    for lines, stays in (((crossed,), False), ((ROOM,), True)):
        seen = replace(view(), lines=lines)
        found = cleared({"B1": label()}, needed, [HULL], seen, {})["B1"]
        assert found is not None
        assert (found == home) is stays
        assert stays or not found.colliderect(crossed)
        assert cleared({"B1": label()}, needed, [HULL], seen, {"B1": found})["B1"] == found


def test_no_name_stands_on_a_line_of_fire_that_has_room_beside_it() -> None:
    lying = {"B1": (0, 0), "B2": (-1.9, -0.3), "F1": (0.3, 2.6), "F2": (-2, 2.2), "F3": (0.5, -2.4), "F4": (2.2, -2)}
    state = battle(*(ship(key, x, y, 90, card_name=f"Ship {key}", card_captain=key) for key, (x, y) in lying.items()))
    watch = Watch(begun(state), (1600, 900))
    watch.click_ship("B1")
    watch.wait(600)
    sea: Any = watch.table.surface
    targets = [one for one in sea.overlays if isinstance(one, LegalTarget)]
    shift, names = origin(sea.view.camera), sea.renderer.plates.batch.boxes
    assert {one.ship for one in targets} == {"F1", "F3"} and len(names) == len(lying)
    for one in targets:
        start, end = sea.view.camera.to_screen(*one.start), sea.view.camera.to_screen(*one.end)
        assert not any(name.move(shift).clipline(start, end) for name in names)


def test_a_label_that_is_not_seen_at_all_stays_for_when_the_sea_is_moved() -> None:
    beyond = HULL.move(0, 400)
    labels = {"B1": label(beyond), "B2": label()}
    sheet = HULL.inflate(400, 200)
    places = cleared(labels, (), [], view(sheets=(sheet,)), {})
    assert places == {"B1": labels["B1"].home, "B2": labels["B2"].home}


def test_a_label_that_peeps_out_from_under_a_panel_names_no_ship_that_is_hidden() -> None:
    sheet = pygame.Rect(HULL.x - 50, HULL.y - 50, 140, label().home.centery - HULL.y + 50)
    assert cleared({"B1": label()}, (), [], view(sheets=(sheet,)), {})["B1"] is None


def test_others_give_way_to_a_label_that_is_needed() -> None:
    first = label()
    gauge = under(first.home)
    alone = cleared({"B1": first}, ("B1",), [], view(gauge), {})["B1"]
    assert alone is not None
    other = Label(alone.move(3, 3), (Labelled(pygame.Rect(0, 0, 1, 1)),))
    places = cleared({"B2": other, "B1": first}, ("B1",), [], view(gauge), {})
    found = places["B1"]
    assert found is not None
    assert places["B2"] is None or not places["B2"].colliderect(found)


def test_a_label_goes_back_only_when_its_place_is_well_clear() -> None:
    home = label().home
    away = placed(under(home))
    assert away is not None
    assert placed(under(home, by=-1), before={"B1": away}) == away
    assert placed(under(home, by=1 - BACK), before={"B1": away}) == away
    assert placed(under(home, by=-BACK), before={"B1": away}) == home


def test_a_label_does_not_lie_on_another_ship() -> None:
    gauge = under(label().home)
    free = placed(gauge)
    assert free is not None
    again = cleared({"B1": label()}, (), [HULL, free], view(gauge), {})["B1"]
    assert again is None or not again.colliderect(free)


# --- the names of bands

CAMERA = Camera((0.0, 0.0), stepped(4), (1600, 1200))


def asked_of(state: State) -> label_layout.Names:
    return annotations.build_band_names(survey_overlays.build_fire_fields(state, "B1"), charted(CAMERA), Theme())


@pytest.fixture
def names() -> label_layout.Names:
    return asked_of(battle(ship("B1", 0, 0, 0)))


def wide() -> View:
    return View(pygame.Rect(-800, -600, 1600, 1200), (), ())


def test_a_name_stands_at_the_after_edge_unless_that_is_taken(names: label_layout.Names) -> None:
    free = label_layout.chosen(names, wide(), Crowd([], []), {})
    assert set(free.values()) == {0}
    taken = names[0, "medium"].places[0]
    for crowd in (Crowd([taken], []), Crowd([], [taken])):
        moved = label_layout.chosen(names, wide(), crowd, {})
        number = moved[0, "medium"]
        assert number is not None and number > 0
        assert not names[0, "medium"].places[number].colliderect(taken)


def test_a_name_without_a_place_is_left_to_the_other_broadside(names: label_layout.Names) -> None:
    port, starboard = names[0, "medium"], names[1, "medium"]
    found = label_layout.chosen(names, wide(), Crowd(list(port.places), []), {})
    assert found[0, "medium"] is None
    assert found[1, "medium"] is not None
    everywhere = label_layout.chosen(names, wide(), Crowd([], [*port.places, *starboard.places]), {})
    assert sum(everywhere[number, "medium"] is not None for number in (0, 1)) == 1


def test_the_places_of_a_name_are_outside_its_flares_or_inside_its_rim(names: label_layout.Names) -> None:
    bands = survey_overlays.build_fire_fields(battle(ship("B1", 0, 0, 0)), "B1")[1].bands
    places = names[1, "long"].places[:9]
    field = shapely.Polygon([charted(CAMERA).to_screen(*point) for point in bands[-1].outline])
    inside = [field.contains(shapely.Point(place.center)) for place in places]
    assert inside == [False, False, True, False, False, False, False, True, True]


def test_a_name_comes_back_only_when_its_place_is_well_clear(names: label_layout.Names) -> None:
    key = (0, "medium")
    home = names[key].places[0]
    away = label_layout.chosen(names, view_with(under(home)), Crowd([], []), {})
    assert away[key]
    assert label_layout.chosen(names, view_with(under(home, by=-1)), Crowd([], []), away)[key] == away[key]
    assert label_layout.chosen(names, view_with(under(home, by=-BACK)), Crowd([], []), away)[key] == 0


def view_with(gauge: pygame.Rect) -> View:
    return View(wide().room, (), (gauge,))


# --- on the table


def looking_at(key: str, steps: int, scale: int, size: tuple[int, int]) -> Hand:
    hand = Hand("combat")
    hand.screen.resize(size, Theme(scale))
    hand.table.viewer.choose(key)
    hand.table.viewer.arcs = "selected"
    hand.table.refresh()
    hand.screen.rebuild()
    place = hand.middle(key)
    hand.sea.view.camera = Camera(hand.sea.view.camera.centre, stepped(steps), size)
    hand.sea.view.look_at((place.x, place.y))
    settle(hand)
    return hand


def settle(hand: Hand) -> None:
    surface = pygame.Surface(hand.screen.size)
    for _ in range(3):
        hand.screen.draw(surface)
        hand.screen.update(400)
    hand.screen.draw(surface)
    assert hand.sea._canvas.margin == 0


def boxes(hand: Hand) -> tuple[View, list[pygame.Rect], list[pygame.Rect]]:
    """What is seen, and where the plates and the names of bands are; chart pixels."""
    board: Any = hand.sea.renderer
    return viewed(hand.sea.view.camera, hand.sea.presented), board.plates.batch.boxes, board._names.batch.boxes


WINDOWS = [(100, (1920, 1080)), (150, (1280, 720)), (200, (1280, 720)), (200, (1920, 1080))]


@pytest.mark.parametrize(("scale", "size"), WINDOWS)
@pytest.mark.parametrize(("key", "steps"), [("B1", 2), ("B13", 4), ("F12", 3), ("S20", 6)])
def test_no_label_is_half_covered(key: str, steps: int, scale: int, size: tuple[int, int]) -> None:
    seen, plates_, names_ = boxes(looking_at(key, steps, scale, size))
    assert seen.gauges and seen.sheets
    shown = [box for box in (*plates_, *names_) if not seen.unseen(box)]
    assert shown
    assert all(seen.whole(box) for box in shown)


@pytest.mark.parametrize(("scale", "size"), WINDOWS)
@pytest.mark.parametrize("key", ["B13", "F12"])
def test_names_of_bands_hide_no_plate(key: str, scale: int, size: tuple[int, int]) -> None:
    _, plates_, names_ = boxes(looking_at(key, 4, scale, size))
    assert names_
    assert all(name.collidelist(plates_) < 0 for name in names_)
    assert all(name.collidelist(names_[:number]) < 0 for number, name in enumerate(names_))


def laid_at(hand: Hand, dx: int, dy: int, *targets: str) -> tuple[View, Places]:
    """The places of the plates when the sea has been moved by so many pixels."""
    board: Any = hand.sea.renderer
    scene = replace(board._scene, camera=hand.sea.view.camera.panned(dx, dy))
    lines = [LegalTarget(key, (0, 0), (1, 1)) for key in targets]
    board.plates.lay(scene, scene.camera, ship_names.find_label_requests([SelectedShip("B13"), *lines]))
    return viewed(scene.camera, scene.shown), dict(board.plates._places)


def test_the_selected_ship_and_her_target_are_always_named() -> None:
    hand = looking_at("B13", 4, 200, (1280, 720))
    left_out = 0
    for dx in range(-300, 301, 20):
        seen, places = laid_at(hand, dx, dx // 2, "B14")
        left_out += sum(place is None for place in places.values())
        for key in ("B13", "B14"):
            place = places[key]
            assert place is not None
            assert seen.whole(place) or seen.unseen(place)
    assert left_out


def shown_at(hand: Hand, dx: int) -> dict[str, pygame.Rect]:
    """The places of those plates of which anything is seen."""
    seen, places = laid_at(hand, dx, 0)
    return {key: place for key, place in places.items() if place and not seen.unseen(place)}


def test_no_plate_wavers_while_the_sea_is_moved_to_and_fro() -> None:
    hand = looking_at("B13", 4, 150, (1280, 720))
    rest = []
    for dx in range(0, 400, 3):
        shown_at(hand, dx)
        _, *found = [shown_at(hand, dx + step) for step in (8, -8, 8, -8, 8)]
        for key in {key for one in found for key in one}:
            places = {tuple(one[key]) for one in found if key in one}
            assert len(places) == 1, (dx, key)
        rest.append(found[-1])
    assert sum(one != other for one, other in pairwise(rest)) > 3


def test_the_sea_knows_its_gauges_and_sheets() -> None:
    watch = watched(fleet())
    sea: Any = watch.table.surface
    small_map = tuple(watch.screen.find("desk").map.rect)  # type: ignore[attr-defined]
    assert tuple(watch.screen.find("compass").rect) in sea.view.gauges
    assert small_map not in sea.view.gauges
    sea.view.zoom(9)
    watch.wait(600)
    assert small_map in sea.view.gauges
    assert sea.presented.gauges == sea.view.gauges


def test_plates_do_not_give_way_to_a_card_that_comes_and_goes() -> None:
    watch = watched(fleet())
    sea: Any = watch.table.surface
    before = sea.view.sheets
    watch.point(watch.where("F1"))
    watch.wait(600)
    desk: Any = watch.screen.find("desk")
    assert desk.card is not None
    assert sea.view.sheets == before
    watch.press("N")
    watch.wait(100)
    assert len(sea.view.sheets) == len(before) + 1


def test_a_band_that_fog_hides_whole_has_no_name() -> None:
    with registered(fog_bank.MODULE):
        state = battle(
            ship("B1", 0, 0, 0), ship("F1", 3, 3, 0), options={"fog_bank": True},
            matter={"fog": ((1.0, -9.0), (9.0, -9.0), (9.0, 9.0), (1.0, 9.0))},
        )  # fmt: skip
        watch = Watch(begun(state))
        watch.click_ship("B1")
        watch.wait(200)
        asked = asked_of(state)
    assert (0, "long") in asked
    assert (1, "medium") in asked
    assert (1, "long") not in asked
