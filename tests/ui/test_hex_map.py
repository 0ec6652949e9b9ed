"""The hex map: what is drawn of a battle and when, and what is under the pointer."""

import math
from itertools import pairwise

import pygame
import pytest
from msgspec.structs import replace

from tabletop.games.decks_of_glory.model import Hexagon, Rectangle, Sea, State
from tabletop.games.decks_of_glory.positions import row
from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.assets import Sprites
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.presentation import Afloat, Presentation, Puff
from tabletop.ui.boards.battle.ship_sprites import HitTest
from tabletop.ui.boards.battle.sprite_batch import box, charted, origin
from tabletop.ui.boards.decks_of_glory import annotations, fleet, grid, marks
from tabletop.ui.boards.decks_of_glory.overlays import Chip, Ghost, Handle, Line, Overlay, Slot, Tint
from tabletop.ui.boards.decks_of_glory.projection import HEXES, alongside, placed_ships
from tabletop.ui.boards.decks_of_glory.renderer import HexRenderer
from tabletop.ui.boards.decks_of_glory.scene import Marks, Pointed, Scene
from tabletop.ui.boards.decks_of_glory.scene import lying as lying_in
from tabletop.ui.boards.decks_of_glory.surface import ABEAM, HexMap
from tabletop.ui.camera import Camera, Xy, stepped
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tests.decks_of_glory.kit import battle, derelict, ship
from tests.geometry.turning import neighbours

SIZE = (960, 720)
NEAR = Camera(HEXES.point((0, 0)), stepped(1), SIZE)
PLAIN, BARE = Presentation(), Marks()
ROW = [ship(key, (0, 0), 1, place=number, since=number) for number, key in enumerate(("B1", "F1", "B2", "F2", "B3"))]
BESIDE = ship("B9", (1, 0), 0)
"""Beside the hex of a long row."""


@pytest.fixture
def state() -> State:
    return battle(
        ship("B1", (0, 0), 2), ship("F1", (2, -1), 4, 1), ship("S1", (-2, 1), 0, place=1),
        ship("B2", (-2, 1), 0, place=2, since=1), derelict("F2", (1, 2), 5),
    )  # fmt: skip


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def drawn(state: State, marks: Marks = BARE, shown: Presentation = PLAIN, camera: Camera = NEAR) -> pygame.Surface:
    """The map as it is drawn when nothing is kept."""
    surface = pygame.Surface(camera.size)
    HexRenderer().draw(surface, state, camera, [marks], shown)
    return surface


def differs(one: pygame.Surface, other: pygame.Surface, at: Xy, reach: int = 4) -> bool:
    """Whether two pictures differ anywhere about a pixel."""
    about = pygame.Rect(round(at[0]) - reach, round(at[1]) - reach, 2 * reach, 2 * reach)
    return pixels(one.subsurface(about)) != pixels(other.subsurface(about))


# --- the grid


@pytest.mark.parametrize("sea", [Rectangle(7, 5), Rectangle(1, 1), Hexagon(4), Hexagon(0)])
def test_the_border_goes_once_round_the_map_side_by_side(sea: Sea) -> None:
    line = grid.border(sea)
    assert len(set(line)) == len(line)
    assert all(math.dist(start, end) == pytest.approx(1) for start, end in pairwise([*line, line[0]]))
    outer = sum(not sea.holds(beside) for place in sea.hexes() for beside in neighbours(place))
    assert len(line) == outer


@pytest.mark.parametrize("place", [(0, 0), (3, -2), (-5, 4)])
def test_the_hex_at_its_middle_and_near_each_corner(place: Hex) -> None:
    x, y = HEXES.point(place)
    near = [(x + 0.95 * (a - x), y + 0.95 * (b - y)) for a, b in HEXES.outline(place)]
    assert {HEXES.snap(at) for at in [(x, y), *near]} == {place}


def test_a_hex_further_on_in_direction_0_lies_up_the_map() -> None:
    assert NEAR.to_screen(*HEXES.point((0, -1)))[1] < NEAR.to_screen(*HEXES.point((0, 0)))[1]


def test_beyond_the_edge_it_is_darker(state: State) -> None:
    small = replace(state, sea=Hexagon(2))
    inside, outside = (NEAR.to_screen(*HEXES.point(at)) for at in ((0, 1), (0, 3)))
    picture, open_sea = drawn(small), drawn(state)
    assert sum(picture.get_at((round(outside[0]), round(outside[1])))[:3]) < 0.8 * sum(
        open_sea.get_at((round(outside[0]), round(outside[1])))[:3]
    )
    assert not differs(picture, open_sea, inside)


def test_what_is_darkened_does_not_depend_on_the_part_that_is_drawn(state: State) -> None:
    small = replace(state, sea=Rectangle(4, 3))
    whole = pygame.Surface(SIZE)
    grid.paint(whole, NEAR, small.sea)
    for clip in (pygame.Rect(100, 60, 300, 200), pygame.Rect(420, 340, 520, 240)):
        part = pygame.Surface(SIZE)
        part.set_clip(clip)
        grid.paint(part, NEAR, small.sea)
        assert pixels(part.subsurface(clip)) == pixels(whole.subsurface(clip))


# --- ships in rows


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("step", [-4, 0, 3])
def test_each_ship_of_a_row_is_picked_at_her_own_place(count: int, facing: int, step: int) -> None:
    state = battle(*((vessel, replace(one, facing=facing)) for vessel, one in ROW[:count]))
    camera = Camera((0.0, 0.0), stepped(step), SIZE)
    lying = placed_ships(state)
    hits = HitTest(lying.values(), ABEAM)
    picked = {key: hits.at(camera, camera.to_screen(*one.at)) for key, one in lying.items()}
    assert picked == {key: key for key in state.ships}


def test_a_row_lies_from_port_to_starboard_of_her_who_has_lain_there_longest() -> None:
    state = battle(ship("B1", (0, 0), 0, place=2, since=0), ship("F1", (0, 0), 3, place=1, since=1))
    lying = placed_ships(state)
    assert row(state, (0, 0)) == ("F1", "B1")
    assert lying["F1"].at[0] < lying["B1"].at[0]  # west, which is to port of a ship that faces up the map
    assert lying["F1"].at[1] == pytest.approx(lying["B1"].at[1])


def test_ships_of_a_long_row_are_drawn_smaller_and_stay_near_their_hex() -> None:
    lengths = []
    for count in (1, 3, 5):
        state = battle(*ROW[:count])
        lying = placed_ships(state)
        lengths.append(lying["B1"].length)
        assert all(math.dist(one.at, HEXES.point((0, 0))) < 1 for one in lying.values())
    assert lengths == sorted(lengths, reverse=True) and lengths[2] < lengths[0]


@pytest.mark.parametrize("facing", range(3))
def test_a_long_row_that_is_fanned_out_is_larger_wider_and_over_all_others(facing: int) -> None:
    state = battle(*((vessel, replace(one, facing=facing)) for vessel, one in ROW), BESIDE)
    closed, fanned = placed_ships(state), placed_ships(state, (0, 0))
    assert all(fanned[key].length > 1.2 * closed[key].length for key in row(state, (0, 0)))
    ends = row(state, (0, 0))[0], row(state, (0, 0))[-1]
    first, last = (math.dist(*(lying[key].at for key in ends)) for lying in (closed, fanned))
    assert last > 1.4 * first
    assert fanned["B9"] == closed["B9"]
    assert next(iter(fanned)) == "B9" and set(fanned) == set(closed)
    assert math.dist(fanned[ends[0]].at, fanned["B9"].at) > fanned["B9"].beam


def test_the_place_alongside_lies_beyond_that_end_of_the_row() -> None:
    state = battle(*ROW[:2])
    ends = [placed_ships(state)[key].at for key in row(state, (0, 0))]
    for hand, end, other in (("port", ends[0], ends[1]), ("starboard", ends[1], ends[0])):
        at = alongside(state, (0, 0), hand)[0]  # type: ignore[arg-type]
        assert math.dist(at, end) < math.dist(at, other)


# --- what lies on the map


TINTS = Overlay(tints=(Tint((0, -2), "near", "0"), Tint((1, -2), "rake"), Tint((-1, 2), "far", "−1", "far off")))
STEERING = Overlay(
    tints=(Tint((1, 0), "reach1", "1"),),
    facings=tuple(Handle((1, 0), facing, "So", facing == 5) for facing in range(6)),
    ghost=Ghost("B1", (1, 0), 3, ((0, 0), (1, 0)), "ahead"),
    choices=(Slot((-2, 1), "port", "1"), Slot((-2, 1), "starboard")),
)
FIRING = Overlay(
    lines=(Line((0, 0), (2, -1), "aim", "two hits", "B1", "F1"), Line((0, 0), (-2, 1), "blocked", cross=(-1, 1))),
    chips=(Chip((1, 2), "Derelict\nshe drifts", "fact"),), noted=("F2",),
)  # fmt: skip


@pytest.mark.parametrize("tint", TINTS.tints)
def test_a_tint_is_drawn_in_its_hex_and_nowhere_else(state: State, tint: Tint) -> None:
    plain, tinted = drawn(state), drawn(state, Marks(Overlay(tints=(tint,))))
    inside = [NEAR.to_screen(*(m + 0.6 * (c - m) for c, m in zip(corner, HEXES.point(tint.hex), strict=True)))
              for corner in HEXES.outline(tint.hex)]  # fmt: skip
    assert all(differs(plain, tinted, at) for at in inside)
    around = [NEAR.to_screen(*HEXES.point(place)) for place in neighbours(tint.hex)]
    assert not any(differs(plain, tinted, at) for at in around)


def test_kinds_of_tints_differ_in_more_than_colour() -> None:
    looks = {kind: (look.edge, look.words) for kind, look in marks.LOOKS.items()}
    assert len(set(looks.values())) == len(looks)
    for kinds in (("near", "middle", "far", "rake"), ("reach1", "reach2", "irons")):
        edges = [marks.LOOKS[kind].edge for kind in kinds]  # type: ignore[index]
        assert len(set(edges)) == len(edges)


def test_dog_18_the_key_tells_what_range_and_rake_do_to_the_hits() -> None:
    told = {kind: marks.LOOKS[kind].words for kind in ("near", "middle", "far", "rake")}
    assert list(told.values()) == ["range 1", "range 2: −1 hit", "range 3: −1 hit", "rake: 2 cards"]


def scene_of(state: State, overlay: Overlay, shown: Presentation = PLAIN) -> Scene:
    """What the board draws of a state."""
    return Scene(state, charted(NEAR), shown, Sprites(), Marks(overlay), placed_ships(state), lying_in(state))


@pytest.mark.parametrize("other", neighbours((1, 0)))
@pytest.mark.parametrize("facing", range(6))
def test_a_rake_is_told_beside_a_ship_where_no_other_word_lies_on_it(other: Hex, facing: int) -> None:
    raked = (1, 0)
    state = battle(ship("F1", raked, facing), ship("F2", other, 0))
    overlay = Overlay(tints=(Tint(raked, "rake", "0", "stern rake"), Tint(other, "middle", "−1")))
    one, two = (name.places[0] for name in annotations.hex_words(scene_of(state, overlay)).values())
    assert not one.colliderect(two)


def test_where_the_side_alongside_is_chosen_no_cost_lies_on_the_places(state: State) -> None:
    asked = Overlay(tints=(Tint((-2, 1), "reach1", "1", "alongside"), Tint((1, 0), "reach1", "1")),
                    choices=(Slot((-2, 1), "port", "1"), Slot((-2, 1), "starboard")))  # fmt: skip
    scene = scene_of(state, asked)
    words = [name.places[0] for name in annotations.hex_words(scene).values()]
    assert words
    assert all(box(slot).collidelist(words) < 0 for slot in marks.slots(scene))


def test_a_plate_keeps_clear_of_what_lies_small_upon_the_map(state: State) -> None:
    board, surface, marks = HexRenderer(), pygame.Surface(SIZE), Marks(selected="B1")
    board.draw(surface, state, NEAR, [marks], PLAIN)
    shift = origin(NEAR)
    plates = [one.move(shift) for one in board._kept["plates"][1].boxes]
    for under in plates:
        board.draw(surface, state, NEAR, [marks], Presentation(gauges=((*under.topleft, *under.size),)))
        moved = [one.move(shift) for one in board._kept["plates"][1].boxes]
        assert len(moved) == len(plates) > 1
        assert under.collidelist(moved) < 0


def boxes(board: HexRenderer, layer: str) -> list[pygame.Rect]:
    """Where the pictures of a layer lie in the window."""
    return [one.move(origin(NEAR)) for one in board._kept[layer][1].boxes]


def test_no_plate_and_no_chip_is_cut_at_the_edge_of_a_panel(state: State) -> None:
    surface, marks = pygame.Surface(SIZE), Marks(FIRING, "B1")
    board = HexRenderer()
    board.draw(surface, state, NEAR, [marks], PLAIN)
    whole = boxes(board, "plates") + boxes(board, "chips")
    for edge in sorted({end for one in whole for end in (one.centerx, one.left + 5, one.right - 5)}):
        board.draw(surface, state, NEAR, [marks], Presentation(sheets=((0, 0, edge, SIZE[1]),)))
        panel = pygame.Rect(0, 0, edge, SIZE[1])
        for one in boxes(board, "plates") + boxes(board, "chips"):
            assert not one.colliderect(panel) or panel.contains(one), (edge, one)


def test_every_arrow_is_found_where_it_is_drawn(state: State) -> None:
    plain = drawn(state, Marks(replace_facings(STEERING, ())))
    picture = drawn(state, Marks(STEERING))
    for handle in STEERING.facings:
        at = NEAR.to_screen(*towards(handle.hex, handle.facing, marks.OUT))
        assert differs(plain, picture, at)
        assert marks.handle_at(STEERING.facings, NEAR, at) == handle
    assert marks.handle_at(STEERING.facings, NEAR, NEAR.to_screen(*HEXES.point((1, 0)))) is None


def replace_facings(overlay: Overlay, facings: tuple[Handle, ...]) -> Overlay:
    return Overlay(overlay.tints, facings, overlay.ghost, overlay.lines, overlay.choices)


def towards(place: Hex, facing: int, far: float) -> Xy:
    """A place in a hex so far from its middle, table units."""
    (x, y), (dx, dy) = HEXES.point(place), HEXES.point(hexgrid.hex_ahead((0, 0), facing))
    share = far / math.hypot(dx, dy)
    return x + dx * share, y + dy * share


def test_each_place_alongside_is_found_where_it_is_drawn(state: State) -> None:
    for slot in STEERING.choices:
        at = NEAR.to_screen(*alongside(state, slot.hex, slot.hand)[0])
        assert differs(drawn(state), drawn(state, Marks(Overlay(choices=(slot,)))), at)
        assert marks.slot_at(state, STEERING.choices, NEAR, at) == slot


def test_a_line_leads_from_ship_to_ship(state: State) -> None:
    plain, picture = drawn(state), drawn(state, Marks(Overlay(lines=FIRING.lines[:1])))
    (x0, y0), (x1, y1) = (placed_ships(state)[key].at for key in ("B1", "F1"))
    assert all(differs(plain, picture, NEAR.to_screen(x0 + (x1 - x0) * s, y0 + (y1 - y0) * s)) for s in (0.3, 0.5, 0.6))


# --- damage


@pytest.mark.parametrize("overlay", [TINTS, STEERING, FIRING])
def test_what_is_laid_on_and_taken_off_touches_little_and_looks_as_if_all_were_new(
    state: State, overlay: Overlay
) -> None:
    board, target = HexRenderer(), pygame.Surface(SIZE)
    board.draw(target, state, NEAR, [Marks()], PLAIN)
    plain = pixels(target)
    board.plates.forget()  # else names stay where they have given way
    board.draw(target, state, NEAR, [Marks(overlay, "B1")], PLAIN)
    assert pixels(target) == pixels(drawn(state, Marks(overlay, "B1")))
    board.plates.forget()
    board.draw(target, state, NEAR, [Marks()], PLAIN)
    assert pixels(target) == plain
    assert board.draw(target, state, NEAR, [Marks()], PLAIN) == []


def test_a_row_that_is_fanned_out_and_closed_again_looks_as_if_all_were_new() -> None:
    state = battle(*ROW, BESIDE)
    board, target = HexRenderer(), pygame.Surface(SIZE)
    board.draw(target, state, NEAR, [Marks(TINTS)], PLAIN)
    plain = pixels(target)
    board.plates.forget()  # else names stay where they have given way
    board.draw(target, state, NEAR, [Marks(TINTS, fanned=(0, 0))], PLAIN)
    assert pixels(target) == pixels(drawn(state, Marks(TINTS, fanned=(0, 0)))) != plain
    board.plates.forget()
    board.draw(target, state, NEAR, [Marks(TINTS)], PLAIN)
    assert pixels(target) == plain


@pytest.mark.parametrize("turn", [11, 0])
def test_a_ship_under_way_is_drawn_where_she_was_and_is_as_if_all_were_new(state: State, turn: int) -> None:
    board, target, touched = HexRenderer(), pygame.Surface(SIZE), []
    for step in range(6):
        shown = Presentation(afloat=(Afloat("B1", step / 7, -step / 9, 120 - turn * step, 255 if step < 5 else 160),))
        touched = board.draw(target, state, NEAR, [Marks(selected="B1")], shown)
        assert pixels(target) == pixels(drawn(state, Marks(selected="B1"), shown))
    assert touched and sum(rect.w * rect.h for rect in touched) < 0.2 * SIZE[0] * SIZE[1]


def test_a_ship_takes_her_wake_out_of_the_water_when_she_begins_to_move_and_gives_it_back(state: State) -> None:
    board, target = HexRenderer(), pygame.Surface(SIZE)
    key, place = next(iter(lying_in(state).making_way)), NEAR.centre
    away = Presentation(afloat=(Afloat(key, place[0] + 1, place[1], 30),))
    for shown in (PLAIN, away, PLAIN, away):
        touched = board.draw(target, state, NEAR, [Marks()], shown)
        assert pixels(target) == pixels(drawn(state, Marks(), shown))
    assert touched and all(rect.size != SIZE for rect in touched)


def test_dog_2_only_ships_that_face_the_wind_bear_its_mark_on_their_plates() -> None:
    lying = [ship("B1", (0, 0), 3), ship("B2", (0, 0), 1, place=1), ship("B3", (2, 0), 2), derelict("F1", (3, 0), 3)]
    for wind, marked in ((0, {"B1"}), (5, {"B3"}), (None, set[str]())):
        state = battle(*lying, wind=wind)
        scene = Scene(state, NEAR, PLAIN, Sprites(), BARE, placed_ships(state), lying_in(state))
        assert {key for key in state.ships if ("irons", 0) in fleet.plate_of(scene, key).marks} == marked
    assert ("grapple", 0) in fleet.plate_of(scene, "B1").marks


def test_a_ship_that_was_hit_and_smoke_are_drawn_as_if_all_were_new(state: State) -> None:
    board, target = HexRenderer(), pygame.Surface(SIZE)
    board.draw(target, state, NEAR, [Marks()], PLAIN)
    hurt = replace(state, ships=state.ships | {"B1": replace(state.ships["B1"], strength=2)})
    smoky = Presentation(puffs=(Puff((0.5, 0.5), 0.6, 200),))
    touched = board.draw(target, hurt, NEAR, [Marks()], smoky)
    assert pixels(target) == pixels(drawn(hurt, Marks(), smoky)) != pixels(drawn(state))
    assert touched != [target.get_rect()]


def test_nothing_is_drawn_where_nothing_has_changed(state: State) -> None:
    board, target = HexRenderer(), pygame.Surface(SIZE)
    assert board.draw(target, state, NEAR, [Marks(TINTS)], PLAIN) == [target.get_rect()]
    assert board.draw(target, state, NEAR, [Marks(TINTS)], PLAIN) == []
    assert board.ringed(Pointed((0, 0), "B1"))
    assert board.ringed(Pointed((0, 0), "B1")) == []


# --- the pointer


def test_what_points_out_a_ship_does_not_strike_through_her_name(state: State) -> None:
    board = HexRenderer()
    surface = pygame.Surface(NEAR.size)
    board.draw(surface, state, NEAR, [BARE], PLAIN)
    board.ringed(Pointed((0, 0), "B1"))
    ringed = surface.copy()
    board.paint_ring(ringed, (0, 0))
    assert pixels(ringed) != pixels(surface)
    plates = [one.clip(surface.get_rect()) for one in boxes(board, "plates")]
    assert plates
    assert all(pixels(ringed.subsurface(one)) == pixels(surface.subsurface(one)) for one in plates)


class Screen:
    """A map in a window, and a hand with a mouse."""

    def __init__(self, state: State, overlay: Overlay = STEERING) -> None:
        self.map = HexMap(lambda gesture: gesture.ship == "B1")
        self.map.surface.place(Theme(100), pygame.Rect((0, 0), SIZE))
        self.map.show(state)
        self.map.mark(overlay)
        self.map.view.camera = NEAR

    def give(self, kind: str, at: Xy, button: str = "left") -> Gesture | None:
        pos = (round(at[0]), round(at[1]))
        held = frozenset({button} if kind == "pressed" or (kind == "moved" and self.held) else ())
        self.held = kind != "released" and (self.held or kind == "pressed")
        given = Input(kind, pos, button if kind != "moved" else "", held)  # type: ignore[arg-type]
        said = self.map.surface.handle(given, Theme(100))
        return said if isinstance(said, Gesture) else None

    held = False

    def click(self, at: Xy) -> Slot | Handle | str | Hex | None:
        """What is clicked."""
        self.point(at)
        self.give("pressed", at)
        done = self.give("released", at)
        if not done or done.kind != "click":
            return None
        on = self.map.pointed_at(done.pixel)
        return on.slot or on.handle or on.ship or on.hex

    def point(self, at: Xy) -> bool:
        """The pointer comes there; whether that is upon something else."""
        moved = self.give("moved", at)
        return moved is not None and self.map.come_upon(self.map.pointed_at(moved.pixel))


def screen_of(place: Xy) -> Xy:
    return NEAR.to_screen(*place)


def test_a_click_tells_of_the_most_particular_thing_under_it(state: State) -> None:
    screen = Screen(state)
    assert screen.click(screen_of(HEXES.point((0, 0)))) == "B1"
    assert screen.click(screen_of(HEXES.point((-1, -1)))) == (-1, -1)
    assert screen.click(screen_of(towards((1, 0), 4, marks.OUT))) == STEERING.facings[4]
    at = alongside(state, (-2, 1), "port")[0]
    assert screen.click(screen_of(at)) == STEERING.choices[0]


def test_single_ships_of_a_row_are_clicked_one_by_one(state: State) -> None:
    screen = Screen(state, Overlay())
    for key in row(state, (-2, 1)):
        assert screen.click(screen_of(placed_ships(state)[key].at)) == key


def fan(screen: Screen) -> Hex | None:
    """The hex whose row is drawn fanned out."""
    return screen.map.surface.overlays[0].fanned


def test_a_long_row_fans_out_under_the_pointer_and_each_ship_is_picked_where_she_is_drawn_then() -> None:
    state = battle(*ROW, BESIDE)
    screen = Screen(state, Overlay())
    assert fan(screen) is None
    screen.point(screen_of(HEXES.point((0, 0))))
    assert fan(screen) == (0, 0)
    for key, lying in list(placed_ships(state, (0, 0)).items()):
        screen.point(screen_of(HEXES.point((0, 0))))
        screen.point(screen_of(lying.at))
        assert screen.map.pointed.ship == key
    screen.point(screen_of(HEXES.point((-3, 3))))
    assert fan(screen) is None
    screen.point(screen_of(placed_ships(state, (0, 0))["B1"].at))
    assert fan(screen) is None


def test_the_row_of_the_chosen_ship_stays_fanned_out_until_a_place_alongside_it_is_chosen() -> None:
    state = battle(*ROW, BESIDE)
    screen = Screen(state, Overlay())
    screen.map.mark(screen.map.laid, "F2")
    assert fan(screen) == (0, 0)
    assert screen.click(screen_of(placed_ships(state, (0, 0))["B3"].at)) == "B3"
    screen.map.mark(Overlay(choices=(Slot((0, 0), "port", "1"), Slot((0, 0), "starboard"))), "F2")
    assert fan(screen) is None
    assert isinstance(screen.click(screen_of(alongside(state, (0, 0), "port")[0])), Slot)


def test_a_row_of_three_has_room_enough_in_its_hex() -> None:
    screen = Screen(battle(*ROW[:3]), Overlay())
    screen.map.mark(screen.map.laid, "B1")
    assert fan(screen) is None


def test_coming_upon_a_ship_and_a_hex_is_told_once(state: State) -> None:
    screen = Screen(state)
    at = screen_of(HEXES.point((0, 0)))
    assert screen.point(at)
    assert not screen.point((at[0] + 1, at[1]))
    assert screen.map.pointed == Pointed((0, 0), "B1")
    assert screen.point(screen_of(HEXES.point((-1, -1))))
    assert screen.map.pointed == Pointed((-1, -1))
    assert screen.point(screen_of(HEXES.point((-1, -2))))
    left = screen.give("left", (-1, -1))
    assert left is not None and left.kind == "leave"


def test_a_ship_that_the_table_wants_is_dragged_and_the_sea_is_not(state: State) -> None:
    screen = Screen(state)
    screen.give("pressed", screen_of(HEXES.point((0, 0))))
    dragged = screen.give("moved", screen_of(HEXES.point((1, 0))))
    assert dragged is not None and (dragged.kind, dragged.from_ship) == ("drag", "B1")
    dropped = screen.give("released", screen_of(HEXES.point((1, -1))))
    assert dropped is not None and (dropped.kind, dropped.from_ship) == ("drop", "B1")
    assert screen.map.pointed_at(dropped.pixel).hex == (1, -1)
    assert screen.map.view.camera == NEAR


def test_another_ship_is_not_dragged_and_the_sea_is(state: State) -> None:
    screen = Screen(state)
    screen.give("pressed", screen_of(HEXES.point((2, -1))))
    screen.give("moved", screen_of(HEXES.point((1, -1))))
    assert screen.give("released", screen_of(HEXES.point((1, -1)))) is None
    assert screen.map.view.camera != NEAR
