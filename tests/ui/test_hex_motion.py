"""What came of an order is played on the hex map: courses, rows that make room, drift, wind, fire, ships that sink."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from tabletop.games.decks_of_glory.commands import CheckWind, Done, OpenFire, Sail
from tabletop.games.decks_of_glory.events import (
    EVENT_HANDLERS,
    BroadsideFired,
    ColoursStruck,
    ShipEntangled,
    ShipSailed,
    WindChecked,
)
from tabletop.games.decks_of_glory.model import Aim, State
from tabletop.ui.boards.battle.animation import LONGEST, LONGEST_MOVE, SINKING, TURN
from tabletop.ui.boards.battle.presentation import Afloat
from tabletop.ui.boards.decks_of_glory.animations import AHEAD, animated
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING, Overlay, Tint
from tabletop.ui.boards.decks_of_glory.projection import HEXES, placed_ships
from tabletop.ui.boards.decks_of_glory.surface import HexMap
from tabletop.ui.boards.decks_of_glory.table import HexTable
from tabletop.ui.boards.replies import Recompose
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme
from tests.decks_of_glory.kit import RED, battle, derelict, gunfire, play, ship
from tests.judging import only

SIZE = (960, 720)


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(MOTION, "pace", "full")
    yield


def screen(state: State) -> HexMap:
    made = HexMap()
    made.surface.place(Theme(100), pygame.Rect((0, 0), SIZE))
    made.show(state)
    return made


def sailing() -> tuple[State, list[Any], State]:
    state = battle(ship("B1", (0, 0), 0), ship("F1", (0, -2), 0), wind=0)
    after, events = play(state, Sail(side="british", ship="B1", plan=("ahead",)))
    return state, events, after


def coming_alongside() -> tuple[State, list[Any], State]:
    state = battle(ship("B1", (0, 0), 0), ship("F1", (0, -1), 0), wind=0)
    order = Sail(side="british", ship="B1", plan=("ahead",), alongside="starboard")
    after, events = play(state, order)
    return state, events, after


def afloat(shown: HexMap) -> dict[str, Afloat]:
    return {one.ship: one for one in shown.surface.presented.afloat}


def test_a_ship_sails_from_hex_to_hex_and_lies_there_when_all_is_played() -> None:
    before, events, after = sailing()
    shown = screen(before)
    shown.play(before, events, after)
    assert shown.moving and shown.surface.state is not after
    shown.surface.tick(AHEAD // 2)
    half = afloat(shown)["B1"]
    start, end = HEXES.point((0, 0)), HEXES.point((0, -1))
    assert start[1] < half.y < end[1] and half.x == pytest.approx(start[0])
    shown.surface.tick(AHEAD)
    assert not shown.moving and shown.surface.state is after and not afloat(shown)


def test_a_turn_and_a_long_course_keep_their_times() -> None:
    before, events, _ = sailing()
    sailed = only(events, ShipSailed)
    assert animated(before, sailed).length == AHEAD
    turned = type(sailed)(ship="B1", path=tuple(type(sailed.path[0])("port", (0, 0), 5) for _ in range(2)), at=(0, 0),
                          facing=4, allowance=2)  # fmt: skip
    assert animated(before, turned).length == 2 * TURN
    far = type(sailed)(ship="B1", path=sailed.path * 9, at=(0, -1), facing=0, allowance=9)
    assert animated(before, far).length == pytest.approx(LONGEST_MOVE)


def test_a_ship_that_comes_alongside_and_the_one_that_makes_room_move_without_a_leap() -> None:
    before, events, after = coming_alongside()
    state = before
    seen: dict[str, tuple[float, float]] = {key: one.at for key, one in placed_ships(before).items()}
    for event in events:
        for voyage in animated(state, event).voyages:
            start = voyage.at(0)
            assert (start.x, start.y) == pytest.approx(seen[voyage.ship], abs=1e-6)
            last = voyage.at(voyage.length)
            seen[voyage.ship] = (last.x, last.y)
        state = EVENT_HANDLERS.evolve(state, event)
    assert only(events, ShipEntangled).ship == "B1"
    assert seen == {key: pytest.approx(one.at) for key, one in placed_ships(after).items()}
    assert seen["B1"][0] > seen["F1"][0]


def test_the_wind_is_seen_to_turn() -> None:
    state = battle(ship("B1", (0, 0)), ship("F1", (5, 0)), wind=1, phase="wind", asked=None, pile=("2C",))
    after, events = play(state, CheckWind(side="british"))
    assert only(events, WindChecked).turned == 1
    shown = screen(state)
    assert shown.wind == 240
    shown.play(state, events, after)
    seen = []
    while shown.moving:
        shown.surface.tick(100)
        seen.append(shown.wind)
    assert seen == sorted(seen) and 240 < seen[0] < 300 and seen[-1] == 300


def test_a_derelict_drifts_one_hex_down_the_wind() -> None:
    state = battle(
        ship("B1", (0, 5)), ship("F2", (5, 0)), derelict("F1", (0, 0)), wind=2, phase="wind", asked=None, pile=(RED,)
    )  # fmt: skip
    _, events = play(state, CheckWind(side="british"))
    ways = [voyage for event in events for voyage in animated(state, event).voyages]
    assert [way.ship for way in ways] == ["F1"]
    assert (ways[0].stops[-1][1].x, ways[0].stops[-1][1].y) == pytest.approx(HEXES.point((1, 0)))


def firing() -> tuple[State, list[Any], State]:
    state = gunfire(
        ship("B1", (0, 0), 0), ship("F1", (1, 0), 0, strength=1), ship("F2", (6, 0)), pile=("2S", "3H", "4H", "5H")
    )
    after, events = play(state, OpenFire(side="british", shots=(Aim("B1", "F1"),)), OpenFire(side="allied"))
    return state, events, after


def test_smoke_comes_from_the_side_that_fires_and_drifts_down_the_wind() -> None:
    before, events, _ = firing()
    shot = only(events, BroadsideFired)
    act, firer = animated(before, shot), placed_ships(before)["B1"]
    muzzles = [flash.at for flash in act.flashes]
    assert shot.battery == "starboard" and all(x > firer.at[0] for x, _ in muzzles)
    rolling = [whiff for whiff in act.smoke if whiff.life > 1000]
    assert rolling and all(whiff.drift[1] > 0 for whiff in rolling)  # the wind blows up the map
    struck = [whiff for whiff in act.smoke if whiff.life < 1000]
    assert struck and all(abs(whiff.at[0] - HEXES.point((1, 0))[0]) < 0.5 for whiff in struck)


def test_a_ship_that_sinks_fades_and_is_gone() -> None:
    before, events, after = firing()
    fate = only(events, ColoursStruck)
    assert (fate.ship, fate.fate) == ("F1", "sunk")
    (going,) = animated(before, fate).voyages
    alphas = [going.at(age).alpha for age in (0, SINKING / 2, SINKING)]
    assert alphas[0] >= 240 > alphas[1] > alphas[2] == 0
    shown = screen(before)
    shown.play(before, events, after)
    for _ in range(80):
        shown.surface.tick(100)
    assert shown.surface.state is after and "F1" not in placed_ships(after) and not shown.surface.presented.puffs


def test_while_anything_is_played_nothing_can_be_steered_and_a_press_skips_to_the_end() -> None:
    before, events, after = sailing()
    shown = screen(before)
    shown.mark(Overlay(tints=(Tint((0, 0), "reach1"),), noted=("B1",)))
    shown.play(before, events, after)
    assert shown.overlay == Overlay(noted=("B1",))
    assert shown.skip()
    assert shown.surface.state is after and shown.overlay != NOTHING and not shown.skip()


def test_a_press_while_anything_is_played_skips_to_the_end_and_is_no_click() -> None:
    before, events, after = sailing()
    table = HexTable(before)
    table.surface.place(Theme(100), pygame.Rect((0, 0), SIZE))
    table.show(before)
    table.play(before, events, after)
    for skipped, chosen in ((True, ""), (False, "B1")):
        at = tuple(map(round, table.map.view.camera.to_screen(*placed_ships(after)["B1"].at)))
        for given in (Input("pressed", at, "left", frozenset({"left"})), Input("released", at, "left")):
            said = table.surface.handle(given, Theme(100))
            assert said is not None
            assert (table.handle_action(said) == Recompose()) is (skipped if given.kind == "pressed" else bool(chosen))
        assert table.map.surface.state is after and table.viewer.selected == chosen


def test_many_facts_are_over_soon_and_nothing_is_played_where_nothing_shall_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ships = [ship(f"B{number}", (2 * number - 8, 0), 0) for number in range(1, 8)]
    state = battle(*ships, ship("F1", (8, -8)), wind=0)
    orders = [Sail(side="british", ship=f"B{number}", plan=("ahead", "ahead")) for number in range(1, 8)]
    after, events = play(state, *orders, Done(side="british"))
    shown = screen(state)
    shown.play(state, events, after)
    waited = 0
    while shown.moving:
        shown.surface.tick(50)
        waited += 50
    assert 0 < waited <= LONGEST + 50
    monkeypatch.setattr(MOTION, "pace", "off")
    shown.show(state)
    shown.play(state, events, after)
    assert not shown.moving and shown.surface.state is after
