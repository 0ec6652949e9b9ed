"""Plates beside ships, and the badges of those seen from too far off for their names: each is plainly hers."""

import math
from itertools import combinations

import pytest
from pygame import Rect

from tabletop.games.decks_of_glory.model import State
from tabletop.ui.assets import Sprites
from tabletop.ui.boards.battle.label_places import Labelled, crosses, gap
from tabletop.ui.boards.battle.plates import Plates
from tabletop.ui.boards.battle.presentation import Labels, Presentation
from tabletop.ui.boards.battle.ship_sprites import rooms
from tabletop.ui.boards.battle.sprite_batch import box, charted
from tabletop.ui.boards.decks_of_glory import fleet
from tabletop.ui.boards.decks_of_glory.projection import placed_ships
from tabletop.ui.boards.decks_of_glory.scene import NEAR, Marks, Scene, lying
from tabletop.ui.camera import Camera, stepped
from tests.decks_of_glory.kit import battle, ship
from tests.ui.hexes import from_scenario

SIZE = (1280, 720)
SCENARIOS = ("squadron_action", "trafalgar_in_miniature", "chase")
FAR, FARTHER, CLOSE = stepped(-2), stepped(-5), stepped(2)


def scene(state: State, scale: float, labels: Labels = "auto", selected: str = "") -> Scene:
    camera = charted(Camera((0.0, 0.0), scale, SIZE))
    marks, shown = Marks(selected=selected), Presentation(labels=labels)
    return Scene(state, camera, shown, Sprites(), marks, placed_ships(state), lying(state))


def laid(seen: Scene) -> Plates[Scene]:
    """What stands beside the ships, all of them in sight."""
    kept = Plates[Scene](lambda chart, _asked, _before: fleet.laid(chart, {}))
    kept.lay(seen, Camera((0.0, 0.0), seen.camera.scale, (40000, 40000)), fleet.asked(seen))
    return kept


def boxes(kept: Plates[Scene]) -> dict[str, Rect]:
    """Where each stands."""
    return {key: box(placing) for key, placing in kept._standing.items()}


@pytest.mark.parametrize("scale", [FAR, FARTHER])
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_ship_far_off_has_a_badge_nearer_to_her_than_to_any_other(name: str, scale: float) -> None:
    seen = scene(from_scenario(name, "1").state, scale)
    found = laid(seen)._standing
    assert set(found) == set(seen.ships)
    for key, placing in found.items():
        assert placing[0] is fleet.badge(seen, key)
        at = box(placing).center
        assert min(seen.ships, key=lambda one: math.dist(at, seen.camera.to_screen(*seen.ships[one].at))) == key


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_badge_lies_on_another(name: str) -> None:
    found = boxes(laid(scene(from_scenario(name, "1").state, FARTHER)))
    assert not [pair for pair in combinations(found.values(), 2) if pair[0].colliderect(pair[1])]


def test_ships_of_a_row_have_their_badges_one_beside_the_other() -> None:
    row = [ship(key, (0, 0), 1, place=number, since=number) for number, key in enumerate(("B1", "F1", "B2"))]
    seen = scene(battle(*row), FAR)
    found = boxes(laid(seen))
    assert set(found) == {"B1", "F1", "B2"}
    assert not [pair for pair in combinations(found.values(), 2) if pair[0].colliderect(pair[1])]


def test_whoever_is_named_needs_no_badge() -> None:
    state = from_scenario("squadron_action", "1").state
    far = laid(scene(state, FAR, selected="B1"))._standing
    close = laid(scene(state, CLOSE))._standing
    assert scene(state, CLOSE).side >= NEAR
    assert far["B1"][0] is not fleet.badge(scene(state, FAR), "B1")
    assert all(placing[0] is not fleet.badge(scene(state, CLOSE), key) for key, placing in close.items())


def test_badges_stay_where_names_are_switched_off() -> None:
    state = from_scenario("squadron_action", "1").state
    assert set(boxes(laid(scene(state, FAR, "none")))) == set(state.ships)
    assert not boxes(laid(scene(state, CLOSE, "none")))


@pytest.mark.parametrize("facing", range(3))
@pytest.mark.parametrize("count", [2, 3, 5])
def test_each_plate_beside_a_row_is_plainly_that_of_one_ship_or_hangs_on_a_line_to_her(count: int, facing: int) -> None:
    keys = ("B1", "F1", "B2", "F2", "B3")[:count]
    row = [ship(key, (0, 0), facing, place=number, since=number) for number, key in enumerate(keys)]
    seen = scene(battle(*row, ship("B4", (3, 0), 0), ship("F3", (0, -1), 0)), CLOSE)
    kept = laid(seen)
    found = boxes(kept)
    assert set(found) == set(seen.ships)
    hulls = {key: rooms(seen.camera, one) for key, one in seen.ships.items()}
    for key, place in found.items():
        others = [hull for other, boxes in hulls.items() if other != key for hull in boxes]
        line = kept._labels[key].tie(place)
        if line is None:
            assert Labelled(hulls[key][0], tuple(hulls[key]), tuple(others)).owns(place), key
        else:
            start, end = line
            away = {other: min(gap(Rect(start, (1, 1)), hull) for hull in boxes) for other, boxes in hulls.items()}
            assert min(away, key=away.__getitem__) == key
            assert place.inflate(2, 2).collidepoint(end)
            assert not crosses(line, others)


def test_of_two_ships_side_by_side_each_has_her_plate_on_her_own_side() -> None:
    pair = [ship("B1", (0, 0), 0, place=0, since=1), ship("F1", (0, 0), 0, place=1, since=0)]
    found = boxes(laid(scene(battle(*pair), CLOSE)))
    assert found["B1"].centerx < found["F1"].centerx
