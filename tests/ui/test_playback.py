"""What came of an order is played on the sea, event after event, and never for long."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.core.match import Match
from tabletop.games.ships_of_the_line.commands import FireBroadside, Sail, Step
from tabletop.games.ships_of_the_line.events.combat import MastFell, ShipExploded, ShipSunk
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.rule_modules import evolve
from tabletop.players import casual
from tabletop.ui.boards.battle.animation import LONGEST, LONGEST_MOVE, TURN
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.boards.ships_of_the_line import playback as played
from tabletop.ui.boards.ships_of_the_line.playback import BROADSIDE_TELLS, FLICKER, PER_UM, SeaPlayback
from tabletop.ui.motion import MOTION, Motion
from tests.ships_of_the_line.kit import battle, play, ship
from tests.ui.tables import Watch, begun, from_scenario

NOBODY = (0, 0, 0, 0)


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(MOTION, "pace", "full")
    yield


def seen(playback: SeaPlayback) -> Presentation:
    return playback.moment(Presentation(insets=NOBODY, frame=playback.frame))


def sailing(*steps: Step, count: int = 1) -> tuple[State, list[Any], State]:
    ships = [ship(f"B{n}", 0, 3.0 * n, 90) for n in range(1, count + 1)]
    state = battle(*ships, ship("F1", 20, 20, 0), phase="movement", wind=270)
    orders = [Sail(side="british", ship=f"B{n}", plan=steps) for n in range(1, count + 1)]
    after, events = play(state, *orders)
    return state, events, after


def firing() -> tuple[State, list[Any], State]:
    state = battle(ship("B1", 0, 0, 90), ship("F1", 0, 2.5, 90))
    after, events = play(state, FireBroadside(side="british", ship="B1", broadside="port", target="F1"), dice=(1, 1, 1))
    return state, events, after


AHEAD = Step("advance")


def test_a_ship_sails_along_her_course_at_a_steady_speed() -> None:
    before, events, after = sailing(AHEAD, AHEAD)
    playback = SeaPlayback(Motion())
    playback.add(before, events, after)
    (start,) = seen(playback).afloat
    assert (start.x, start.y) == (before.ships["B1"].pose.x, before.ships["B1"].pose.y)
    playback.tick(PER_UM, after)
    (half,) = seen(playback).afloat
    assert half.x == pytest.approx(start.x + 1, abs=0.01)
    assert playback.tick(PER_UM, after) is False
    assert playback.state is None
    assert seen(playback).afloat == ()


def test_a_turn_takes_its_own_time_and_no_move_takes_longer_than_allowed() -> None:
    before, events, _ = sailing(AHEAD, Step("turn", 30), AHEAD)
    (act,) = [played.animate_event(before, event) for event in events]
    assert act.length == pytest.approx(2 * PER_UM + TURN, abs=TURN)
    leg = events[0].legs[0]
    long = replace(events[0], legs=(leg,) * 40)
    assert played.animate_event(before, long).length == pytest.approx(LONGEST_MOVE)


def test_many_moves_overlap_and_are_over_soon() -> None:
    before, events, after = sailing(AHEAD, AHEAD, count=8)
    playback = SeaPlayback(Motion())
    playback.add(before, events, after)
    playback.tick(150, after)
    assert len(seen(playback).afloat) > 1
    waited = 150
    while playback.state is not None:
        playback.tick(50, after)
        waited += 50
    assert waited <= LONGEST


def test_a_hundred_broadsides_are_over_in_time() -> None:
    before, events, after = firing()
    playback = SeaPlayback(Motion())
    playback.add(before, [*events, *[event for event in events for _ in range(99)]], after)
    waited = 0
    while playback.state is not None:
        playback.tick(50, after)
        waited += 50
    assert waited <= LONGEST + 50


def test_what_a_broadside_did_is_seen_when_the_smoke_rolls() -> None:
    before, events, after = firing()
    playback = SeaPlayback(Motion())
    playback.add(before, events, after)
    playback.tick(100, after)
    assert playback.state is not None
    assert "port" in playback.state.ships["B1"].loaded
    assert seen(playback).puffs
    assert seen(playback).glows
    playback.tick(BROADSIDE_TELLS, after)
    assert playback.state is not None
    assert "port" not in playback.state.ships["B1"].loaded


def test_smoke_drifts_down_wind_and_outlives_what_is_waited_for() -> None:
    before, events, after = firing()
    playback = SeaPlayback(Motion())
    playback.add(before, events, after)
    playback.tick(100, after)
    first = seen(playback).puffs[0]
    assert playback.skip() is True
    assert playback.state is None
    assert playback.tick(50, after) is True
    later = seen(playback).puffs[0]
    assert later.at[0] > first.at[0]  # the wind is north-west
    assert playback.skip() is False
    for _ in range(60):
        moves = playback.tick(50, after)
    assert moves is False
    assert seen(playback).puffs == ()


def test_the_sea_never_goes_back_while_old_smoke_hangs() -> None:
    before, events, after = firing()
    later = replace(after, turn=after.turn + 1)
    playback = SeaPlayback(Motion())
    playback.add(before, events, after)
    playback.skip()
    playback.add(after, [], later)
    playback.tick(50, later)
    assert playback.state is None


def test_a_ship_that_goes_down_fades_and_then_leaves_a_wreck() -> None:
    before = battle(ship("B1", 0, 0, 90), ship("F1", 0, 2.5, 90))
    event = ShipSunk(ship="F1", cause="hull")
    after = evolve(before, event)
    playback = SeaPlayback(Motion())
    playback.add(before, [event], after)
    playback.tick(900, after)
    (going,) = seen(playback).afloat
    assert 0 < going.alpha < 255
    assert playback.state is not None
    assert playback.state.ships["F1"].status == "in_service"
    playback.tick(400, after)
    assert playback.state is None


def test_a_mast_falls_before_it_lies() -> None:
    before = battle(ship("B1", 0, 0, 90), ship("F1", 0, 2.5, 90))
    event = MastFell(ship="F1", mast="main", over="port", facing="bow")
    playback = SeaPlayback(Motion())
    playback.add(before, [event], evolve(before, event))
    playback.tick(250, before)
    (fall,) = seen(playback).falls
    assert 0 < fall.share < 1
    assert playback.state is not None
    assert "main" in playback.state.ships["F1"].masts
    playback.tick(300, before)
    assert playback.state is None


def test_an_explosion_lights_up_and_smokes() -> None:
    before = battle(ship("B1", 0, 0, 90), ship("F1", 0, 2.5, 90))
    playback = SeaPlayback(Motion())
    event = ShipExploded(ship="F1")
    playback.add(before, [event], evolve(before, event))
    playback.tick(100, before)
    assert len(seen(playback).glows) > 1
    assert seen(playback).puffs


def test_without_motion_everything_is_shown_at_once() -> None:
    before, events, after = firing()
    playback = SeaPlayback(Motion("off"))
    playback.add(before, events, after)
    assert playback.state is None
    assert playback.tick(50, battle(ship("B1", 0, 0, 90, fires=2))) is False
    assert playback.pulse == 0
    assert seen(playback).puffs == ()


def test_three_times_as_fast_takes_a_third_of_the_time() -> None:
    before, events, after = sailing(AHEAD, AHEAD)
    playback = SeaPlayback(Motion("fast"))
    playback.add(before, events, after)
    playback.tick(2 * PER_UM // 3 + 1, after)
    assert playback.state is None


def test_fires_flicker_six_times_a_second_and_wake_the_table_no_oftener() -> None:
    playback = SeaPlayback(Motion())
    burning = battle(ship("B1", 0, 0, 90, fires=1), ship("F1", 0, 2.5, 90))
    frames = set()
    for _ in range(20):
        assert playback.tick(50, burning) is False
        assert playback.pulse == FLICKER
        frames.add(seen(playback).frame)
    assert len(frames) in (6, 7)
    playback.tick(50, battle(ship("B1", 0, 0, 90)))
    assert playback.pulse == 0


def test_the_screen_of_a_table_on_fire_asks_for_six_pictures_a_second() -> None:
    watch = Watch(begun(battle(ship("B1", 0, 0, 90, fires=1), ship("F1", 0, 2.5, 90))))
    assert watch.wait(2000) is False
    assert watch.screen.pulse == FLICKER
    for _ in range(3):
        watch.screen.update(FLICKER + 1)
        assert watch.screen.draw(watch.surface)
    MOTION.pace = "off"
    watch.wait(100)
    assert watch.screen.pulse == 0


def test_time_alone_changes_nothing_where_nothing_burns() -> None:
    playback, calm = SeaPlayback(Motion()), battle(ship("B1", 0, 0, 90))
    before = seen(playback)
    playback.tick(1000, calm)
    assert seen(playback) == before


def test_a_wreck_does_not_flicker() -> None:
    playback = SeaPlayback(Motion())
    playback.tick(50, battle(ship("B1", 0, 0, 90, fires=1, status="sunk")))
    assert playback.pulse == 0


def test_the_panels_tell_the_end_while_the_sea_still_plays() -> None:
    state = battle(ship("B1", 0, 0, 90, card_captain="A"), ship("F1", 0, 2.5, 90, card_captain="B"))
    watch = Watch(begun(state))
    watch.click_ship("B1")
    watch.press("Space")
    watch.wait(50)
    assert watch.table.viewer.state is watch.state
    assert watch.table.surface.state is not watch.state  # type: ignore[attr-defined]
    assert watch.wait(50) is True
    assert watch.wait(4000) is False
    assert watch.table.surface.state is watch.state  # type: ignore[attr-defined]


def test_an_order_during_the_play_ends_the_play() -> None:
    state = battle(
        ship("B1", 0, 0, 90, card_captain="A"), ship("F1", 0, 2.5, 90, card_captain="B"),
        ship("F2", 0, -2.5, 90, card_captain="C"),
    )  # fmt: skip
    watch = Watch(begun(state))
    watch.click_ship("B1")
    watch.wait(400)
    watch.click_ship("F1")
    watch.click_ship("F1")
    watch.wait(50)
    watch.click_ship("F2")
    watch.click_ship("F2")
    assert len(watch.match.moves) == 2


def test_a_table_shows_a_match_at_a_move_and_goes_on_from_there():
    match = from_scenario("duel_of_two_74s", "5")
    for _ in casual.play(match, Random(5), 12):
        pass
    place = match.timeline(6)
    watch = Watch(Match(place, match.header))
    assert watch.table.viewer.state == match.moves[6].before
    told = [line.text for line in watch.screen._log.current.lines]
    while place.has_more:
        next(place.advance())
        watch.wait(6000)
        assert watch.table.viewer.state == place.state
    lines = [line.text for line in watch.screen._log.current.lines]
    assert lines[: len(told)] == told
    assert lines == [line.text for line in Watch(match).screen._log.current.lines]
