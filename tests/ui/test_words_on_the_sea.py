"""No two words on the sea lie on each other, and none lies under a gauge or half under a panel."""

from itertools import product
from typing import Any

import pygame
import pytest
import shapely

from tabletop.games.ships_of_the_line.ship import BROADSIDES
from tabletop.ui.boards.battle import label_layout
from tabletop.ui.boards.battle.label_layout import View, viewed
from tabletop.ui.boards.battle.label_places import Crowd
from tabletop.ui.boards.battle.sprite_batch import charted, origin
from tabletop.ui.boards.ships_of_the_line import annotations, survey_overlays
from tabletop.ui.camera import Camera, stepped
from tabletop.ui.frame_budget import run_to_end
from tabletop.ui.theme import Theme
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.trafalgar import Hand

WINDOWS = [(75, (1280, 720)), (100, (1920, 1080)), (150, (1280, 720)), (200, (1920, 1080)), (200, (2560, 1440))]
SHOWN = ["arcs", "side", "threats"]
BOTH = 20
"""Pixels to a UM from which the bands of both sides are named in open water."""
PLACES = [("B13", -3), ("B1", 1), ("F12", 2), ("B13", 4), ("S20", 6)]


@pytest.fixture(params=WINDOWS, ids=str, scope="module")
def hand(request: pytest.FixtureRequest, display: None) -> Hand:
    scale, size = request.param
    return Hand("combat", size=size, scale=scale)


def show(hand: Hand, key: str, step: int, overlay: str) -> None:
    """Look at a ship from so near with something laid on the sea."""
    viewer = hand.table.viewer
    viewer.choose(key)
    viewer.arcs = {"arcs": "selected", "side": "side"}.get(overlay, "none")  # type: ignore[assignment]
    viewer.threatening_side = "allied" if overlay == "threats" else None
    hand.table.refresh()
    hand.screen.rebuild()
    hand.look_from(step, key)
    surface = pygame.Surface(hand.screen.size)
    for _ in range(2):
        hand.screen.draw(surface)
        hand.screen.update(400)
    hand.screen.draw(surface)


def words(hand: Hand) -> tuple[View, list[pygame.Rect]]:
    """What is seen, and where the words are of which something is; chart pixels."""
    board: Any = hand.sea.renderer
    x, y = origin(hand.sea.view.camera)
    chips = [chip.place.move(-x, -y) for chip in board._chips]
    seen = viewed(hand.sea.view.camera, hand.sea.presented)
    found = [*board.plates.batch.boxes, *board._names.batch.boxes, *chips]
    return seen, [box for box in found if not seen.unseen(box)]


@pytest.mark.sampled(24)
@pytest.mark.parametrize(("place", "overlay"), list(product(PLACES, SHOWN)), ids=str)
def test_no_two_words_on_the_sea_overlap(hand: Hand, place: tuple[str, int], overlay: str) -> None:
    show(hand, *place, overlay)
    seen, found = words(hand)
    assert len(found) > 3
    assert all(box.collidelist(found[:number]) < 0 for number, box in enumerate(found))
    assert all(seen.whole(box) for box in found)


@pytest.mark.parametrize("step", range(-7, 9))
@pytest.mark.parametrize("heading", [0, 70, 135, 250])
def test_bands_are_named_at_every_zoom_at_which_they_are_told_apart(step: int, heading: int) -> None:
    chart = charted(Camera((0, 0), stepped(step), (1, 1)))
    fields = survey_overlays.build_fire_fields(battle(ship("B1", 0, 0, heading)), "B1")
    asked = annotations.build_band_names(fields, chart, Theme())
    assert bool(asked) is (chart.scale >= annotations.APART)
    view = View(pygame.Rect(-3000, -3000, 6000, 6000), (), ())
    found = label_layout.chosen(asked, view, Crowd([], []), {})
    places = [asked[key].ways[number].place for key, number in found.items() if number is not None]
    assert {band for (_, band), number in found.items() if number is not None} == {band for _, band in asked}
    assert len(places) == len(asked) or chart.scale < BOTH
    assert all(place.collidelist(places[:number]) < 0 for number, place in enumerate(places))


def test_a_name_away_from_its_band_has_a_line_to_it() -> None:
    chart = charted(Camera((0, 0), stepped(-6), (1, 1)))
    fields = survey_overlays.build_fire_fields(battle(ship("B1", 0, 0, 0)), "B1")
    tied = [
        way for name in annotations.build_band_names(fields, chart, Theme()).values() for way in name.ways if way.line
    ]
    assert len(tied) > len(BROADSIDES)
    for way in tied:
        assert way.line is not None
        assert way.place.inflate(2, 2).collidepoint(way.line[1])
        assert not way.place.collidepoint(way.line[0])


@pytest.mark.parametrize("step", range(-2, 9, 2))
def test_the_names_of_many_bands_stand_wholly_in_their_pieces(step: int) -> None:
    chart = charted(Camera((0, 0), stepped(step), (1, 1)))
    ships = [ship(f"B{n}", 1.2 * n, 0.4 * (n % 3), 70 + 15 * n) for n in range(1, 7)]
    state = battle(*ships, ship("F1", 30, 30, 0))
    whole = run_to_end(survey_overlays.build_covered_water(state, tuple(f"B{n}" for n in range(1, 7))))
    asked = annotations.build_region_names([whole], chart, Theme())
    assert asked
    for (bearer, said), name in asked.items():
        piece = whole.pieces[bearer[1]]  # type: ignore[index]
        outline, *holes = [[chart.to_screen(*point) for point in ring] for ring in piece.rings]
        water = shapely.Polygon(outline, holes)
        assert said == piece.name
        assert all(water.contains(shapely.box(*place.topleft, *place.bottomright)) for place in name.places)
