"""The sea table: what is drawn of a state, when, and what is under the pointer."""

import zlib
from collections.abc import Sequence
from typing import Any

import pygame
import pytest
import shapely
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.model import Grapple, State, Tow
from tabletop.games.ships_of_the_line.ship import BROADSIDES, FallenMast
from tabletop.games.ships_of_the_line.survey.gunnery import find_band_areas
from tabletop.games.ships_of_the_line.survey.reach import compute_reach
from tabletop.ui.assets import anchors
from tabletop.ui.boards.battle.label_layout import written
from tabletop.ui.boards.battle.label_places import Crowd, beside, placed_label
from tabletop.ui.boards.battle.labels import RuledWords
from tabletop.ui.boards.battle.plates import Asked
from tabletop.ui.boards.battle.presentation import Afloat, Presentation, Puff
from tabletop.ui.boards.battle.ship_sprites import brace
from tabletop.ui.boards.battle.sprite_batch import charted
from tabletop.ui.boards.battle.strokes import dashes
from tabletop.ui.boards.ships_of_the_line import annotations, ship_names, survey_overlays, view_overlays
from tabletop.ui.boards.ships_of_the_line.effects import place_ensigns
from tabletop.ui.boards.ships_of_the_line.overlays import (
    BlockedTarget,
    Chip,
    Leg,
    LegalTarget,
    OddsChip,
    Overlay,
    PlannedMove,
    RingedShip,
    RulerLine,
    SelectedShip,
)
from tabletop.ui.boards.ships_of_the_line.renderer import SeaRenderer
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene, has_wake, model_of, place_ship, sprite_layers, zoom_of
from tabletop.ui.boards.ships_of_the_line.surface import find_ship_at
from tabletop.ui.boards.ships_of_the_line.table_view import SeaTableView
from tabletop.ui.camera import Camera, StretchedPicture, stepped
from tabletop.ui.frame_budget import run_to_end
from tabletop.ui.theme import Theme
from tests.ships_of_the_line.kit import battle, ship

SIZE = (480, 320)
NEAR = Camera((0.0, 0.0), stepped(4), SIZE)
FAR_OFF = Camera((0.0, 0.0), stepped(-1), SIZE)


@pytest.fixture
def target() -> pygame.Surface:
    return pygame.Surface(SIZE)


@pytest.fixture
def state() -> State:
    return battle(ship("B1", -1, 0, 90), ship("F1", 1, 0.5, 0), ship("S1", 0.5, -1, 300, "four"))


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def furthest(one: pygame.Surface, other: pygame.Surface) -> int:
    """The largest difference of any colour of any pixel."""
    first, second = (pygame.surfarray.array3d(surface).astype(int) for surface in (one, other))
    return int(abs(first - second).max())


def fresh(state: State, camera: Camera, *given: object, **more: object) -> bytes:
    surface = pygame.Surface(camera.size)
    SeaRenderer().draw(surface, state, camera, *given, **more)  # type: ignore[arg-type]
    return pixels(surface)


# --- damage


def test_nothing_is_drawn_where_nothing_has_changed(target: pygame.Surface, state: State) -> None:
    board = SeaRenderer()
    assert board.draw(target, state, NEAR) == [target.get_rect()]
    assert board.draw(target, state, NEAR) == []


def test_a_new_state_and_a_new_overlay_are_drawn(target: pygame.Surface, state: State) -> None:
    board = SeaRenderer()
    board.draw(target, state, NEAR)
    assert board.draw(target, replace(state, turn=2), NEAR)
    assert board.draw(target, state, NEAR, [SelectedShip("B1")])
    assert board.draw(target, state, NEAR, [SelectedShip("B1")]) == []


def test_a_hover_touches_the_rings_alone_and_leaves_no_trace(target: pygame.Surface, state: State) -> None:
    board = SeaRenderer()
    board.draw(target, state, NEAR)
    plain = pixels(target)
    first = board.draw(target, state, NEAR, hovered="B1")
    assert len(first) == 1 and first[0].width < SIZE[0] / 2
    assert pixels(target) != plain
    assert len(board.draw(target, state, NEAR, hovered="F1")) == 2
    board.draw(target, state, NEAR)
    assert pixels(target) == plain


def test_a_dragged_table_keeps_its_picture(target: pygame.Surface, state: State) -> None:
    board = SeaRenderer()
    fields = [survey_overlays.build_fire_field(state, "B1", broadside, named=False) for broadside in BROADSIDES]
    overlays = [*fields, SelectedShip("B1")]
    board.draw(target, state, NEAR, overlays)
    before = target.copy()
    board.draw(target, state, NEAR.panned(40, -25), overlays)
    kept = pygame.Rect(0, 25, SIZE[0] - 40, SIZE[1] - 25)
    assert furthest(target.subsurface(kept.move(40, -25)), before.subsurface(kept)) <= 3  # smooth lines round anew


def test_one_ship_that_changed_is_drawn_as_if_all_were_new(target: pygame.Surface, state: State) -> None:
    board = SeaRenderer()
    board.draw(target, state, NEAR)
    hurt = replace(state, ships=state.ships | {"B1": replace(state.ships["B1"], hull=2, masts=("fore",))})
    board.draw(target, hurt, NEAR)
    assert pixels(target) == fresh(hurt, NEAR)


@pytest.mark.parametrize("overlays", [(), (SelectedShip("B1"),), (RingedShip("B1"), SelectedShip("F1"))])
@pytest.mark.parametrize(("heading", "turn"), [(0, 3), (90, 3), (205, 3), (90, 0), (205, 0)])
def test_a_ship_under_way_is_drawn_where_she_was_and_is_as_if_all_were_new(
    target: pygame.Surface, state: State, overlays: tuple[Overlay, ...], heading: int, turn: int
) -> None:
    board, pose, touched = SeaRenderer(), state.ships["B1"].pose, []
    for step in range(4):
        shown = Presentation(afloat=(Afloat("B1", pose.x + step / 5, pose.y - step / 7, heading + turn * step),))
        touched = board.draw(target, state, NEAR, overlays, shown, hovered="F1" if step == 2 else None)
    assert touched != [target.get_rect()]
    assert pixels(target) == fresh(state, NEAR, overlays, shown)


def test_after_a_glide_all_is_drawn_again(target: pygame.Surface, state: State) -> None:
    board = SeaRenderer()
    board.draw(target, state, NEAR)
    before = pixels(target)
    StretchedPicture(target.copy(), NEAR).show(target, NEAR.zoomed(1, (240, 160)))
    board.leave()
    assert pixels(target) != before
    board.draw(target, state, NEAR)
    assert pixels(target) == before


def test_the_same_state_gives_the_same_picture(state: State) -> None:
    assert fresh(state, NEAR) == fresh(state, NEAR)


# --- every mark leaves its mark


MARKS: tuple[Overlay, ...] = (
    SelectedShip("B1"),
    RingedShip("F1"),
    LegalTarget("F1", (-1, 0.1), (0.8, 0.4)),
    BlockedTarget("F1", (-1, 0.1), (0.2, 0.3)),
    PlannedMove("B1", (Leg((-0.5, 0), (0.5, 0), heading=90, spent="1"), Leg((0.5, 0), (0.5, 0), 20, 90)),
                battle(ship("B1", 0, 0, 110)).ships["B1"].pose),
    RulerLine(((-1, -1), (1, 1)), 45, 0.5),
    Chip((0, 0), "2 UM", ("bearing 90°",)),
    OddsChip((0, 0), "Rake Bucentaure", "1 UM", (4, 4, 3), (RuledWords("3 dice"),), (RuledWords("1.5 hits expected"),)),
)  # fmt: skip


@pytest.mark.parametrize("overlay", MARKS, ids=lambda overlay: type(overlay).__name__)
def test_each_overlay_is_seen(state: State, overlay: Overlay) -> None:
    assert fresh(state, NEAR, [overlay]) != fresh(state, NEAR)


CONDITIONS = {
    "struck": {"status": "struck"},
    "captured": {"status": "captured", "captor": "allied"},
    "burning": {"fires": 2},
    "dismasted": {"masts": ()},
    "fouled": {"masts": ("fore", "mizzen"), "fallen": (FallenMast("main", "port"),)},
    "anchored": {"anchored": True},
    "fired": {"fired": ("port",)},
    "torn": {"hull": 3},
    "wreck": {"status": "sunk", "wreck": True},
    "gone": {"status": "sunk"},
}


@pytest.mark.parametrize("condition", CONDITIONS.values(), ids=list(CONDITIONS))
def test_each_condition_of_a_ship_is_seen(state: State, condition: dict[str, object]) -> None:
    marked = replace(state, ships=state.ships | {"B1": replace(state.ships["B1"], **condition)})
    shown = Presentation(labels="none")
    assert fresh(marked, NEAR, (), shown) != fresh(state, NEAR, (), shown)


def test_grapples_and_tows_are_seen(state: State) -> None:
    shown = Presentation(labels="none")
    plain = fresh(state, NEAR, (), shown)
    assert fresh(replace(state, tows=(Tow("B1", "F1"),)), NEAR, (), shown) != plain
    assert fresh(replace(state, grapples=(Grapple("B1", "F1", 1),)), NEAR, (), shown) != plain


def test_ships_on_their_way_and_smoke_are_drawn_where_they_are(state: State) -> None:
    plain = fresh(state, NEAR)
    assert fresh(state, NEAR, (), Presentation(afloat=(Afloat("B1", -1.2, 0.1, 85.5),))) != plain
    assert fresh(state, NEAR, (), Presentation(puffs=(Puff((0, 0), 1.0, 160),))) != plain


def test_a_ship_that_fades_loses_her_shadow_and_her_colours(state: State) -> None:
    shown = Presentation(labels="none", afloat=(Afloat("B1", -1.5, 0, 90, alpha=120),))
    whole = Presentation(labels="none", afloat=(Afloat("B1", -1.5, 0, 90),))
    assert fresh(state, NEAR, (), shown) != fresh(state, NEAR, (), whole)


# --- what is drawn is what is judged


def test_amb_13_the_drawn_field_is_the_judged_field(state: State) -> None:
    for broadside in BROADSIDES:
        drawn = survey_overlays.build_fire_field(state, "B1", broadside)
        judged = find_band_areas(state, "B1", broadside)
        for band, area in zip(drawn.bands, judged, strict=True):
            assert list(band.outline) == list(area.full_area.exterior.coords[:-1])
            assert set(band.edge) <= set(band.outline)
            assert len(band.edge) == len(band.outline) - 2


def test_bands_are_named_with_their_ranges(state: State) -> None:
    names = [(band.label, band.reach) for band in survey_overlays.build_fire_field(state, "B1", "port").bands]
    assert names == [("Point-blank", "0–1 UM"), ("Medium", "1–3 UM"), ("Long", "3–5 UM")]


def test_a_broadside_that_is_not_loaded_or_masked_is_grey() -> None:
    fouled = battle(ship("B1", 0, 0, 0, loaded=("port",), fallen=(FallenMast("fore", "port"),)))
    assert survey_overlays.build_fire_field(fouled, "B1", "starboard").masked
    assert survey_overlays.build_fire_field(fouled, "B1", "port").masked
    assert not survey_overlays.build_fire_field(battle(ship("B1", 0, 0, 0)), "B1", "port").masked


def test_sotl_6_d_the_fields_of_grappled_ships_are_grey() -> None:
    held = battle(ship("B1", 0, 0, 0), ship("B2", 3, 0, 0), ship("F1", 0.4, 0, 0), grapples=(Grapple("B1", "F1", 1),))
    grey = {key: [field.masked for field in survey_overlays.build_fire_fields(held, key)] for key in held.ships}
    assert grey == {"B1": [True, True], "B2": [False, False], "F1": [True, True]}


def test_the_fields_of_many_ships_are_those_of_each_laid_together(state: State) -> None:
    pieces = run_to_end(survey_overlays.build_covered_water(state, ("F1", "S1"))).pieces
    whole = shapely.union_all(
        [area.full_area for key in ("F1", "S1") for b in BROADSIDES for area in find_band_areas(state, key, b)]
    )
    shapes = [shapely.Polygon(one.rings[0], one.rings[1:]) for one in pieces]
    assert {one.band for one in pieces} == {"point_blank", "medium", "long"}
    assert sum(shape.area for shape in shapes) == pytest.approx(whole.area, rel=1e-3)
    assert all(shape.contains(shapely.Point(one.rooms[0].at)) for shape, one in zip(shapes, pieces, strict=True))


def test_threats_cover_the_field_of_the_only_enemy(state: State) -> None:
    alone = battle(ship("B1", 0, 0, 0), ship("F1", 9, 9, 0))
    regions = survey_overlays.build_threats(alone, "allied").regions
    assert {region.dice for region in regions} <= set(range(1, 9))
    assert len(regions) >= 2
    assert all(region.rooms[0].across > 0 for region in regions)


def test_the_reach_holds_the_hull(state: State) -> None:
    moving = replace(state, phase="movement", asked="british")
    shown = survey_overlays.build_reach_area(compute_reach(moving, "B1"))
    assert shown.polygons and all(len(ring) >= 3 for rings in shown.polygons for ring in rings)


def test_amb_1_a_hull_is_drawn_as_long_as_it_is_judged(state: State) -> None:
    for key in state.ships:
        one = place_ship(state, key)
        model = anchors().models[model_of(state.cards[key])]
        assert zoom_of(state.cards[key], 100.0) * model.hull[0] == pytest.approx(100)
        bow, stern = one.along(0.5, 0), one.along(-0.5, 0)
        pose = state.ships[key].pose
        assert stern == pytest.approx((pose.x, pose.y), abs=0.002)
        assert ((bow[0] - stern[0]) ** 2 + (bow[1] - stern[1]) ** 2) ** 0.5 == pytest.approx(one.length)


# --- the look of one ship


@pytest.mark.parametrize(
    ("wind", "heading", "braced"),
    [
        (0, 180, "square"),
        (0, 120, "port_quarter"),
        (0, 240, "stbd_quarter"),
        (0, 45, "port_close"),
        (0, 315, "stbd_close"),
        (90, 0, "stbd_quarter"),
    ],
)
def test_yards_are_braced_to_the_wind(wind: int, heading: int, braced: str) -> None:
    assert brace(wind, heading) == braced


def names(state: State, key: str = "B1") -> list[str]:
    return [layer.name for layer in sprite_layers(state.cards[key], state.ships[key], 0, 180)]


def test_a_ship_carries_the_masts_that_stand_and_drags_those_that_fell() -> None:
    hurt = battle(ship("B1", 0, 0, 0, masts=("fore",), fallen=(FallenMast("main", "starboard"),)))
    shown = names(hurt)
    assert "mast_two_decker_74_fore_battle_square" in shown
    assert "mast_two_decker_74_main_fallen" in shown
    assert not any("mizzen" in name or "spanker" in name for name in shown)
    fallen = next(x for x in sprite_layers(hurt.cards["B1"], hurt.ships["B1"], 0, 0) if "fallen" in x.name)
    assert fallen.mirrored  # the file shows it over the port side


def test_a_dismasted_ship_is_a_bare_hull() -> None:
    assert names(battle(ship("B1", 0, 0, 0, masts=()))) == ["hull_two_decker_74_british"]


def test_amb_23_no_field_is_drawn_where_a_ship_has_no_die_to_roll() -> None:
    state = battle(ship("B1", 0, 0, 0, card_dice=1, card_half_dice=0), ship("B2", 5, 0, 0, card_dice=0))
    bands = [[band.band for band in field.bands] for field in survey_overlays.build_fire_fields(state, "B1")]
    assert bands == [["point_blank"]] * 2
    assert survey_overlays.build_fire_fields(state, "B2") == ()
    assert {piece.band for piece in run_to_end(survey_overlays.build_covered_water(state, ("B1", "B2"))).pieces} == {
        "point_blank"
    }
    viewer = SeaTableView(state, selected="B2")
    assert view_overlays.find_next_arcs(viewer) == "side"


def test_threatened_water_says_how_many_dice_where_there_is_room_for_it() -> None:
    state = battle(ship("B1", 0, 0, 0), ship("F1", 0, 30, 0))
    shown = [survey_overlays.build_threats(state, "british")]
    near, far = (
        annotations.build_region_names(shown, charted(Camera((0, 0), scale, (900, 600))), Theme()) for scale in (80, 9)
    )
    dice = shown[0].regions[0].dice
    told = written(f"{dice} dice", annotations.DICE, Theme()).get_size()
    assert near["threat", 0].ways[0].drawn.get_size() == told
    assert all(way.drawn.get_size() != told for name in far.values() for way in name.ways)


def test_threatened_water_says_dice_in_small_before_it_shows_a_bare_number() -> None:
    shown = [survey_overlays.build_threats(battle(ship("B1", 0, 0, 0), ship("F1", 0, 30, 0)), "british")]
    wordings = [
        [written(words, style, Theme()).get_size() for words, style in (
            (f"{one.dice} {'die' if one.dice == 1 else 'dice'}", annotations.DICE),
            (f"{one.dice} {'die' if one.dice == 1 else 'dice'}", annotations.DICE_SMALL),
            (str(one.dice), annotations.DICE),
        )] for one in shown[0].regions
    ]  # fmt: skip
    first = set()
    for scale in range(80, 9, -1):
        found = annotations.build_region_names(shown, charted(Camera((0, 0), scale, (900, 600))), Theme())
        ways = [way.drawn.get_size() for way in found["threat", 0].ways] if ("threat", 0) in found else []
        order = [wordings[0].index(size) for size in ways]
        assert order == sorted(order)
        first |= set(order[:1])
    assert first == {0, 1, 2}


def test_a_brig_has_two_masts_and_a_four_decker_her_own_model() -> None:
    assert not any("mizzen" in name for name in names(battle(ship("B1", 0, 0, 0, "VI"))))
    assert names(battle(ship("S1", 0, 0, 0, "four")), "S1")[0] == "hull_first_rate_four_decker_spanish"


def test_sails_are_torn_below_half_the_hull_and_furled_at_anchor() -> None:
    assert any("torn" in name for name in names(battle(ship("B1", 0, 0, 0, hull=8))))
    assert any("bare" in name for name in names(battle(ship("B1", 0, 0, 0, anchored=True))))


def colours_of(status: str) -> int:
    marked = battle(ship("F1", 0, 0, 0, status=status, captor="british" if status == "captured" else None))
    scene = SeaScene(marked, charted(NEAR), Presentation(), SeaRenderer().sprites)
    return len(place_ensigns(scene, place_ship(marked, "F1")))


def test_a_prize_flies_two_ensigns_and_others_one() -> None:
    assert [colours_of(status) for status in ("in_service", "struck", "captured")] == [1, 1, 2]


def test_amb_207_a_prize_of_a_spanish_ship_has_spanish_colours_above_her_own_on_sea_and_plate() -> None:
    def seen(**marks: Any) -> tuple[int, tuple[str, ...]]:
        prize = battle(ship("B1", 0, 0, 0, status="captured", captor="allied", **marks))
        scene = SeaScene(prize, charted(NEAR), Presentation(), SeaRenderer().sprites)
        upper = place_ensigns(scene, place_ship(prize, "B1"))[-1][0]
        return zlib.crc32(pygame.image.tobytes(upper, "RGBA")), ship_names.build_plate(prize, "B1", False).nations

    french, spanish = seen(), seen(colours="spain")
    assert (french[1], spanish[1]) == (("france", "britain"), ("spain", "britain"))
    assert french[0] != spanish[0]


def test_only_ships_under_way_make_a_wake() -> None:
    held = battle(
        ship("B1", 0, 0, 0), ship("B2", 3, 0, 0, stopped=True), ship("B3", 5, 0, 0, masts=()), ship("B4", 7, 0, 0),
        ship("F1", 7.4, 0, 0, status="struck"), grapples=(Grapple("B4", "F1", 1),),
    )  # fmt: skip
    assert [key for key in held.ships if has_wake(held, key)] == ["B1"]


# --- plates


def laid(state: State, camera: Camera, shown: Presentation, selected: str | None = None) -> Sequence[pygame.Rect]:
    scene = SeaScene(state, charted(camera), shown, SeaRenderer().sprites)
    names = run_to_end(ship_names.laying_names(scene, selected)).names
    return [one.place.place for one in names.values() if not one.place.spare]


def test_plates_of_a_line_ahead_do_not_overlap() -> None:
    line = battle(*(ship(f"B{n}", 0.1 * n, -1.1 * n, 352) for n in range(1, 12)))
    rects = laid(line, NEAR, Presentation())
    assert len(rects) == 11
    assert all(rect.collidelist(list(rects[:n])) < 0 for n, rect in enumerate(rects))


def test_the_plate_of_a_moving_ship_goes_with_her_and_the_others_stay(state: State) -> None:
    kept = ship_names.build_plates()
    pose = state.ships["B1"].pose
    found = []
    for east in (0.0, 1.0):
        shown = Presentation(afloat=(Afloat("B1", pose.x + east, pose.y, 90),))
        scene = SeaScene(state, NEAR, shown, SeaRenderer().sprites)
        kept.lay(scene, scene.camera, Asked())
        found.append([rect.topleft for rect in kept.crowd(scene).labels])
    moved = [(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in zip(*found, strict=True)]
    assert sorted(moved) == [(0, 0), (0, 0), (round(NEAR.scale), 0)]


def test_from_afar_only_flagships_and_the_selected_ship_are_named(state: State) -> None:
    assert laid(state, FAR_OFF, Presentation()) == []
    assert len(laid(state, FAR_OFF, Presentation(), "B1")) == 1
    assert len(laid(state, FAR_OFF, Presentation(labels="all"))) == 3
    assert laid(state, NEAR, Presentation(labels="none")) == []


@pytest.mark.parametrize(("ships", "named"), [(12, 12), (13, 0)])
def test_few_ships_keep_their_names_from_farther_than_many(ships: int, named: int) -> None:
    file = battle(*(ship(f"B{n}", 0, -2 * n, 90) for n in range(2, ships + 2)))
    assert len(laid(file, Camera((0.0, 0.0), stepped(0), SIZE), Presentation())) == named


def test_from_afar_divisions_are_named(state: State) -> None:
    named = replace(state, divisions={"british": "Weather column (Nelson)", "allied": "Centre"})
    assert len(laid(named, FAR_OFF, Presentation())) == 2


def test_a_plate_bears_at_most_three_marks_the_weightiest_first() -> None:
    hurt = battle(ship("B1", 0, 0, 0, status="struck", fires=2, masts=(), fatigue=3))
    assert ship_names.list_plate_marks(hurt, "B1") == (("struck", 0), ("fire", 2), ("fallen_mast", 0))


def test_a_label_goes_where_it_covers_least() -> None:
    box, size = pygame.Rect(100, 100, 40, 40), (60, 20)
    best = placed_label(beside(box, size), Crowd([], []))
    assert best.top > box.bottom
    moved = placed_label(beside(box, size), Crowd([best], []))
    assert not moved.colliderect(best)


# --- the pointer


def test_the_ship_under_the_pointer_is_found(state: State) -> None:
    for key in state.ships:
        assert find_ship_at(state, NEAR, NEAR.to_screen(*place_ship(state, key).at)) == key
    assert find_ship_at(state, NEAR, (5, 5)) is None


def test_small_ships_are_generous_targets(state: State) -> None:
    far = Camera((0.0, 0.0), stepped(-5), SIZE)
    x, y = far.to_screen(*place_ship(state, "B1").at)
    assert find_ship_at(state, far, (x - 9, y + 9)) == "B1"


def test_a_ship_that_sank_is_not_under_the_pointer(state: State) -> None:
    gone = replace(state, ships=state.ships | {"B1": replace(state.ships["B1"], status="sunk", wreck=True)})
    assert find_ship_at(gone, NEAR, NEAR.to_screen(-1, 0)) is None


# --- lines


def test_dashes_go_round_corners_and_keep_their_length() -> None:
    found = list(dashes([(0, 0), (10, 0), (10, 10)], 4, 2))
    drawn = sum(abs(x1 - x0) + abs(y1 - y0) for (x0, y0), (x1, y1) in found)
    assert drawn == pytest.approx(14)
    assert found[0] == ((0, 0), (4, 0))
