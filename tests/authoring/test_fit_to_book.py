"""SOTL-T-SET: ships in disorder are moved until the distances of the book hold, and nothing becomes worse."""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tabletop.authoring.draft import CombinedChange, Draft, SetField
from tabletop.authoring.kit import load_kit
from tabletop.authoring.piece_changes import MovePieces, MovePiecesTo, build_book_fit
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey import distances
from tabletop.geometry.hull import stern_pose
from tests.authoring.fleets import bundled_draft
from tests.sampling import sample

KIT = load_kit("ships_of_the_line")
DISORDERS = 200
Place = tuple[float, float, int]


@pytest.fixture(scope="module")
def opened() -> Draft:
    return bundled_draft("ships_of_the_line", "trafalgar")


@pytest.fixture
def trafalgar(opened: Draft) -> Iterator[Draft]:
    yield opened
    while opened.undo():
        pass


def disorder(state: State, seed: int) -> State:
    """Return the battle with ships shuffled a little, a lot, some of them, all over the map, or in one heap."""
    chance, kind, sea = random.Random(seed), seed % 5, state.sea
    ships = dict(state.ships)
    for key, ship in state.ships.items():
        middle, length = positions.hull_center(state, key), positions.hull_size(state, key)[0]
        x, y, heading = _disordered(chance, kind, (middle.x, middle.y, ship.pose.heading), state)
        x, y = min(max(x, sea.west), sea.east), min(max(y, sea.south), sea.north)
        ships[key] = replace(ship, pose=stern_pose(round(x, 2), round(y, 2), heading % 360, length))
    return replace(state, ships=ships)


def _disordered(chance: random.Random, kind: int, place: Place, state: State) -> Place:
    x, y, heading = place
    sea = state.sea
    if kind == 0:
        return x + chance.uniform(-0.3, 0.3), y + chance.uniform(-0.3, 0.3), heading
    if kind == 1:
        return x + chance.gauss(0, 1.5), y + chance.gauss(0, 1.5), heading + chance.randint(-20, 20)
    if kind == 2:
        away = chance.random() < 0.3
        return (x + chance.gauss(0, 8), y + chance.gauss(0, 8), chance.randrange(360)) if away else place
    if kind == 3:
        return chance.uniform(sea.west, sea.east), chance.uniform(sea.south, sea.north), chance.randrange(360)
    return chance.uniform(-6, 6), chance.uniform(-6, 6), chance.randrange(360)


def moved(state: State, ways: dict[str, tuple[float, float]]) -> State:
    ships = dict(state.ships)
    for key, (east, north) in ways.items():
        middle, length = positions.hull_center(state, key), positions.hull_size(state, key)[0]
        pose = stern_pose(middle.x + east, middle.y + north, ships[key].pose.heading, length)
        ships[key] = replace(ships[key], pose=pose)
    return replace(state, ships=ships)


def unfit(state: State) -> list[str]:
    return [f"{one.first}-{one.second}" for one in distances.measure_book_distances(state) if not one.fits]


def overlapping(state: State) -> list[tuple[str, str]]:
    shapes = {key: positions.hull_outline(state, key) for key in state.ships}
    keys = list(shapes)
    return [
        (one, other)
        for place, one in enumerate(keys)
        for other in keys[place + 1 :]
        if shapes[one].intersects(shapes[other]) and shapes[one].intersection(shapes[other]).area > 0
    ]


def outside(state: State) -> list[str]:
    sea, rounding = state.sea, 0.001
    middles = {key: positions.hull_center(state, key) for key in state.ships}
    return [
        key
        for key, at in middles.items()
        if not (sea.west - rounding <= at.x <= sea.east + rounding)
        or not (sea.south - rounding <= at.y <= sea.north + rounding)
    ]


@pytest.mark.parametrize("seed", sample(range(DISORDERS), 25, "disorders of Trafalgar"))
def test_sotl_t_set_from_any_disorder_all_distances_are_met_in_one_step_without_overlaps(opened, seed):
    before = disorder(opened.state, seed)
    after = moved(before, KIT.fit_distances(opened.data, before, ()))
    assert (unfit(after), overlapping(after), outside(after)) == ([], [], [])
    assert KIT.fit_distances(opened.data, after, ()) == {}, "what fits is left alone"


def test_sotl_t_set_a_ship_that_is_out_of_place_alone_leaves_the_fleets_where_they_lie(trafalgar):
    trafalgar.apply(MovePieces(("B12",), (-3, 0)))
    change = build_book_fit(trafalgar, ())
    assert set(change.offsets) <= {"B12", "S1", "B3"}


def test_sotl_t_set_the_draft_is_mended_in_one_step_of_undo_and_is_sound(trafalgar):
    chance, text = random.Random(1805), trafalgar.text
    scattered = (
        MovePiecesTo((piece.id,), (round(chance.uniform(-40, 20), 2), round(chance.uniform(-40, 30), 2)))
        for piece in trafalgar.pieces
    )
    trafalgar.apply(CombinedChange(tuple(scattered), "Scattered"))
    wild = trafalgar.text
    assert sum(not one.is_met for one in trafalgar.gauges) > 15
    step = trafalgar.apply(build_book_fit(trafalgar, ()))
    assert step.title == "Fitted to the rulebook"
    assert step.detail == f"{len(step.piece_ids)} ships moved"
    assert [one for one in trafalgar.gauges if not one.is_met] == []
    assert trafalgar.problems == ()
    assert build_book_fit(trafalgar, ()) is None
    trafalgar.undo()
    assert trafalgar.text == wild
    trafalgar.undo()
    assert trafalgar.text == text


def test_what_is_chosen_moves_as_one_towards_its_distance(trafalgar):
    lee = trafalgar.groups[6].pieces
    assert lee[0] == "B13"
    trafalgar.apply(MovePieces(lee, (-0.8, 0)))  # B13 to S18 only: no ship comes nearer to another column
    change = build_book_fit(trafalgar, lee)
    assert set(change.offsets) == set(lee)
    assert len(set(change.offsets.values())) == 1
    before = sum(not one.is_met for one in trafalgar.gauges)
    trafalgar.apply(change)
    assert sum(not one.is_met for one in trafalgar.gauges) < before


def test_what_cannot_be_met_is_left_and_nothing_becomes_worse(trafalgar):
    """The van of the lee column and the rear of the enemy are 16 UM apart in the book; this sea is smaller."""
    small = {"west": -5, "south": -5, "east": 5, "north": 5}
    edges = (SetField(("map", edge), value) for edge, value in small.items())
    ships = (
        MovePiecesTo((piece.id,), (number % 8 * 1.25 - 4.4, number // 8 * 1.25 - 4.4))
        for number, piece in enumerate(trafalgar.pieces)
    )
    trafalgar.apply(CombinedChange((*edges, *ships), "A small sea"))
    before = sum(not one.is_met for one in trafalgar.gauges), len(trafalgar.problems)
    for _ in range(3):
        if change := build_book_fit(trafalgar, ()):
            trafalgar.apply(change)
        after = sum(not one.is_met for one in trafalgar.gauges), len(trafalgar.problems)
        assert after <= before
        before = after
    left = {(one.first, one.target) for one in trafalgar.gauges if not one.is_met}
    assert left
    assert left <= {("B23", 16), ("B24", 16), ("B25", 16)}
    assert trafalgar.problems == ()
