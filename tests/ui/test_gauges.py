"""The compass, the scale bar and the small map."""

import pygame
import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.model import Wind, wind_percentage
from tabletop.ui import text
from tabletop.ui.boards.battle.small_map import Chart, frame
from tabletop.ui.boards.ships_of_the_line import compass
from tabletop.ui.boards.ships_of_the_line.compass import SPEEDS, draw_rose, sector_of
from tabletop.ui.boards.ships_of_the_line.panels.instruments import Compass, draw_scale_bar
from tabletop.ui.boards.ships_of_the_line.scene import place_ship
from tabletop.ui.boards.ships_of_the_line.surface import build_small_map_fleets
from tabletop.ui.boards.ships_of_the_line.table_view import SeaTableView
from tabletop.ui.camera import Camera
from tabletop.ui.text import Style
from tabletop.ui.theme import Theme
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.tables import Watch, begun
from tests.ui.trafalgar import Hand

DESIGN = Theme(100)


@pytest.mark.parametrize(("bearing", "share"), [(315, 0), (0, 25), (45, 50), (90, 100), (135, 75), (225, 50)])
def test_sotl_5_2_3_a_the_rose_shades_each_sector_by_its_percentage(bearing: int, share: int) -> None:
    wind = Wind(315)
    assert wind_percentage(bearing, wind) == share
    drawn = draw_rose(wind, None, DESIGN)
    middle, angle = pygame.Vector2(drawn.get_rect().center), bearing + 15
    spot = middle + pygame.Vector2(0, -91).rotate(angle)
    seen = pygame.Vector3(drawn.get_at((round(spot.x), round(spot.y)))[:3])
    assert min(SPEEDS, key=lambda one: seen.distance_to(SPEEDS[one][0])) == share


@pytest.mark.parametrize(("wind", "share"), [(Wind(315, None), 100), (Wind(315, unknown=True), 0)])
def test_amb_173_amb_176_a_wind_that_does_not_count_or_is_not_known_shows_no_quarter(wind: Wind, share: int) -> None:
    drawn = draw_rose(wind, None, DESIGN)
    middle = pygame.Vector2(drawn.get_rect().center)
    spots = [middle + pygame.Vector2(0, -91).rotate(bearing) for bearing in range(15, 360, 45)]
    seen = [pygame.Vector3(drawn.get_at((round(spot.x), round(spot.y)))[:3]) for spot in spots]
    assert {min(SPEEDS, key=lambda one: place.distance_to(SPEEDS[one][0])) for place in seen} == {share}


@pytest.mark.parametrize(
    ("wind", "options", "told"),
    [
        (Wind(315), {}, "Wind NW, breeze"),
        (Wind(315), {"wind_change": True}, "The wind may change on turn 5, "),
        (Wind(315, None), {"no_wind": True}, "No wind, 100 % speed"),
        (Wind(315, unknown=True), {}, "Wind rolled at start, breeze"),
    ],
)
def test_the_compass_says_what_is_known_of_the_wind(wind: Wind, options: dict[str, bool], told: str) -> None:
    state = replace(battle(ship("B1", 0, 0, 0), ship("F1", 9, 9, 0), options=options), wind=wind)
    tip = Compass(SeaTableView(state, "british")).tip
    assert told in f"{tip.title} {tip.body}"


def test_amb_176_the_compass_tells_what_the_next_check_of_the_wind_may_bring() -> None:
    state = replace(battle(ship("B1", 0, 0, 0), ship("F1", 9, 9, 0), options={"wind_change": True}), wind=Wind(315))
    viewer = SeaTableView(state, "british")
    for chosen in (None, "B1"):
        viewer.selected = chosen
        told = Compass(viewer).tip.body
        assert "on turn 5, rule SOTL-18: NW 89 %, " in told
        assert "breeze 89 %, light breeze 6 %, heavy breeze 6 %." in told


def test_amb_176_a_wind_that_changes_is_seen_to_veer_and_its_words_light_up() -> None:
    state = replace(battle(ship("B1", 0, 0, 0), options={"wind_change": True}), wind=Wind(315))
    old, new = (
        Compass(SeaTableView(state, "british")),
        Compass(SeaTableView(replace(state, wind=Wind(0, "heavy")), "british")),
    )
    new.adopt(old)
    seen = []
    while new.tick(200):
        seen.append(new._shown_wind.origin)
    assert seen == sorted(seen) and 315 < seen[0] < seen[-1] < 360
    assert (new._shown_wind, new.tick(200)) == (Wind(0, "heavy"), False)
    again = Compass(SeaTableView(replace(state, wind=Wind(0, "heavy"), turn=2), "british"))
    again.adopt(new)
    assert not again.tick(200)


def test_the_sector_of_a_heading_is_that_of_the_rule() -> None:
    for heading in range(360):
        wind = Wind(315)
        middle = (wind.origin + 45 * sector_of(heading, wind)) % 360
        assert wind_percentage(heading, wind) == wind_percentage(middle, wind)


def test_a_heading_outlines_its_sector() -> None:
    assert pygame.image.tobytes(draw_rose(Wind(0), 90, DESIGN), "RGBA") != pygame.image.tobytes(
        draw_rose(Wind(0), None, DESIGN), "RGBA"
    )


@pytest.mark.parametrize("part", [100, 95, 65, 55])
@pytest.mark.parametrize("wind", [Wind(0), Wind(45, "heavy"), Wind(200, "light")])
def test_every_sector_is_numbered_in_letters_that_can_be_read(
    wind: Wind, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[str, float]] = []
    rendered = text.rendered

    def noted(words: str, style: Style, scale: int) -> pygame.Surface:
        written.append((words, style.size * scale / 100))
        return rendered(words, style, scale)

    monkeypatch.setattr(text, "rendered", noted)
    draw_rose.cache_clear()
    compass._draw_wind_rose.cache_clear()
    draw_rose(wind, 90, DESIGN, part)
    numbers = [words for words, _ in written if words.isdigit()]
    assert sorted(numbers) == sorted(str(wind_percentage(wind.origin + 45 * step, wind)) for step in range(8))
    assert "0" in numbers
    assert min(size for _, size in written) >= 14


@pytest.mark.parametrize("scale", [7.0, 25.6, 62.5, 122.0, 465.0])
def test_the_scale_bar_is_true_and_never_longer_than_it_may(scale: float) -> None:
    bar = draw_scale_bar(scale, DESIGN)
    assert bar.get_width() <= max(200, scale) + 80


def test_the_small_map_and_the_table_agree() -> None:
    state = battle(ship("B1", 10, -20, 0), ship("F1", 0, 0, 0))
    small = Chart(build_small_map_fleets(state), 180)
    assert small.size == (180, 180)
    assert small.to_table(*small.to_map(10, -20)) == pytest.approx((10, -20))
    surface = small.with_signs(DESIGN)
    x, y = small.to_map(10, -20)
    assert surface.get_at((round(x), round(y)))[:3] != surface.get_at((150, 20))[:3]


def test_the_small_map_is_filled_by_the_fleets() -> None:
    state = Hand("combat").state
    west, south, east, north = build_small_map_fleets(state).extent or (0, 0, 0, 0)
    left, low, right, high = frame(build_small_map_fleets(state))
    assert left < west and low < south and east < right and north < high
    assert max((east - west) / (right - left), (north - south) / (high - low)) > 0.75
    sea = state.sea
    assert sea.west <= left and sea.south <= low and right <= sea.east and high <= sea.north
    assert (right - left) / (high - low) == pytest.approx((sea.east - sea.west) / (sea.north - sea.south))


@pytest.mark.parametrize("at", [(0, 0), (-500, 0), (500, 400), (0, -500)])
def test_the_view_is_seen_on_the_small_map_wherever_it_is(at: tuple[float, float]) -> None:
    small = Chart(build_small_map_fleets(Hand("combat").state), 150)
    seen = small.seen(Camera(at, 60, (1280, 720)))
    assert seen.w >= 6 and seen.h >= 6
    assert pygame.Rect((0, 0), small.size).contains(seen)


def test_ships_are_dots_where_their_badges_would_merge() -> None:
    near = battle(ship("B1", 0, 0, 0), ship("B2", 1, 0, 0), ship("F1", 30, 30, 0))
    far = battle(ship("B1", 0, 0, 0), ship("B2", 15, 0, 0), ship("F1", 30, 30, 0))
    signs = []
    for state in (near, far):
        small = Chart(build_small_map_fleets(state), 150)
        drawn = small.with_signs(DESIGN)
        x, y = small.to_map(*place_ship(state, "F1").at)
        ground = drawn.get_at((2, 2))
        signs.append(sum(drawn.get_at((round(x) + step, round(y))) != ground for step in range(-8, 9)))
    assert 0 < signs[0] <= 6 < signs[1]


def test_amb_79_where_no_wind_counts_there_is_no_compass_and_the_card_has_its_place() -> None:
    tops = []
    state = battle(ship("B1", 0, 0, 0), ship("F1", 2, 0, 0), phase="combat")
    for wind in (Wind(315), Wind(315, None)):
        watch = Watch(begun(replace(state, wind=wind)))
        watch.click_ship("B1")
        assert watch.screen.has("compass") == wind.counts
        tops.append(watch.screen.find("card").rect.y)
    assert tops[1] < tops[0]
