"""Fire past friends (11), the weather gauge of a target (21), and ghosts that may ram (10), on the sea."""

from typing import Any

import pytest

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters.optional.collision import CollisionRolled
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import Leader
from tabletop.ui.boards.battle.labels import whole
from tabletop.ui.boards.ships_of_the_line.overlays import (
    BlockedTarget,
    Chip,
    GaugeMark,
    LegalTarget,
    OddsChip,
    PlannedMove,
)
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import layout_problems, problems
from tests.ui.tables import SIZE, Watch, begun

NELSON = Leader("Horatio Nelson", -3, "fleet")


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def shown(watch: Watch, kind: type) -> list[Any]:
    return [one for one in watch.table.surface.overlays if isinstance(one, kind)]  # type: ignore[attr-defined]


def beside(east: float, north: float, **options: bool) -> Watch:
    """Victory before Héros, with Mars in the field."""
    victory, mars = ship("B1", 0, 0, 0, card_name="Victory"), ship("B2", east, north, 0, card_name="Mars")
    watch = Watch(begun(battle(victory, mars, ship("F1", 2.3, 0, 0, card_name="Héros"), options=options)))
    watch.click_ship("B1")
    watch.wait(400)
    return watch


def test_amb_160_a_line_of_fire_past_a_friend_is_the_one_that_is_judged_and_tells_what_she_would_lose() -> None:
    watch = beside(1.5, 0.9, friendly_fire=True)
    (target,) = shown(watch, LegalTarget)
    assert target.past
    start, end = positions.broadside_center(watch.state, "B1", "starboard"), positions.hull_center(watch.state, "F1")
    assert (target.start, target.end) == ((start.x, start.y), (end.x, end.y))
    (chip,) = shown(watch, OddsChip)
    # four dice less one for medium range, all of them hull points; spared one by her own range
    assert "past Mars, who could lose up to 2" in whole(chip.words)


def test_amb_160_a_friend_across_the_line_is_crossed_out_in_red() -> None:
    (barred,) = shown(beside(1.5, 0.0, friendly_fire=True), BlockedTarget)
    assert (barred.friend, barred.cross) == (True, (1.35, 0))
    (masked,) = shown(beside(1.5, 0.0), BlockedTarget)
    assert not masked.friend


def test_sotl_21_b_the_gauge_and_the_lee_side_of_the_target_that_is_pointed_at_or_aimed_at() -> None:
    watch = beside(9, 9, weather_gauge=True)
    assert shown(watch, GaugeMark) == []
    watch.point(watch.where("F1"))
    watch.wait(200)
    (gauged,) = shown(watch, GaugeMark)
    # the wind is in the NW, on her port bow; she heads north
    assert (gauged.ship, gauged.letter) == ("F1", "L")
    assert max(x for x, _ in gauged.lee) > 2.3 == min(x for x, _ in gauged.lee)
    watch.point((5, 500))
    watch.wait(200)
    assert shown(watch, GaugeMark) == []
    watch.press("1")
    assert [one.ship for one in shown(watch, GaugeMark)] == ["F1"]
    off = beside(9, 9)
    off.press("1")
    assert shown(off, GaugeMark) == []


def alongside(**options: bool) -> State:
    flag = ship("B1", 0, 0, 0, card_name="Victory", card_leader=NELSON)
    return battle(flag, ship("F1", 0.2, 1.8, 90, card_name="Héros"), phase="movement", initiative="allied", wind=180,
                  options=options)  # fmt: skip


@pytest.mark.parametrize(("leaders", "told"), [(False, "4/6, you"), (True, "1/6 with Horatio Nelson −3, else 4/6")])
def test_amb_157_the_ghost_that_may_ram_is_orange_and_tells_the_odds_with_the_leader_and_without(
    leaders: bool, told: str
) -> None:
    watch = Watch(begun(alongside(collision=True, leaders=leaders)))
    watch.click_ship("B1")
    watch.press("W", "W")
    (plan,), (chip,) = shown(watch, PlannedMove), shown(watch, Chip)
    assert plan.rams
    assert f"Victory rams Héros: {told}" in " ".join(chip.lines)
    off = Watch(begun(alongside(leaders=leaders)))
    off.click_ship("B1")
    off.press("W", "W")
    assert [one.rams for one in shown(off, PlannedMove)] == [False]


def test_amb_157_a_click_does_without_the_leader_when_she_rams_and_another_asks_him_again() -> None:
    watch = Watch(begun(alongside(collision=True, leaders=True)))
    watch.click_ship("B1")
    assert not watch.screen.has("helm.aid")
    watch.press("W", "W")
    watch.click("helm.aid")
    (chip,) = shown(watch, Chip)
    assert "Victory rams Héros: 4/6 without Horatio Nelson −3, else 1/6" in " ".join(chip.lines)
    watch.click("helm.aid")
    assert "1/6 with Horatio Nelson −3" in " ".join(shown(watch, Chip)[0].lines)
    watch.click("helm.aid")
    assert layout_problems(watch.screen) == problems(watch.screen) == []
    watch.screen.resize(SIZE, Theme())
    watch.press("Space")
    order = watch.match.moves[0].command
    assert isinstance(order, Sail)
    assert order.leader == "none"
    (rolled,) = [one for move in watch.match.moves for one in move.events if isinstance(one, CollisionRolled)]
    assert [line.source for line in rolled.modifiers] == ["die"]


def test_amb_157_who_has_no_leader_is_not_asked_about_one() -> None:
    watch = Watch(begun(alongside(collision=True)))
    watch.click_ship("B1")
    watch.press("W", "W")
    assert not watch.screen.has("helm.aid")
