"""The whole log lies at the left of the table, and what it speaks of is seen beside it."""

from itertools import groupby
from random import Random
from typing import Any

import pygame
import pytest

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.players import casual
from tabletop.ui.input import Input
from tabletop.ui.screens.table.match_log import MatchLog
from tabletop.ui.theme import SCALES, Theme, roomiest_scale
from tabletop.ui.widgets import list_entry
from tabletop.ui.widgets.overlay import Scrim
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import layout_problems
from tests.ui.tables import Watch, begun, from_scenario


def opened() -> Watch:
    """A shot at the left edge of a long line, and the log open at it."""
    far = [ship(f"B{n}", 4 * n, 9, 90, card_captain=f"A{n}") for n in (2, 3, 4, 5)]
    watch = Watch(begun(battle(ship("B1", 0, 0, 90, card_captain="A"), ship("F1", 0, 2.5, 90, card_captain="B"), *far)))
    watch.click_ship("B1")
    watch.press("F")
    watch.wait(3000)
    watch.press("G")
    watch.wait(1000)
    return watch


def test_the_ships_of_an_entry_are_seen_beside_the_log() -> None:
    watch = opened()
    sheet = watch.screen.find("log-book").rect
    for key in ("B1", "F1"):
        at = watch.where(key)
        assert at[0] > sheet.right, key
        assert pygame.Rect((0, 0), watch.screen.size).collidepoint(at)
    assert not any(isinstance(one, Scrim) for one in watch.screen.layers[-1].walk())


def test_hovering_an_entry_rings_its_ships_in_sight() -> None:
    watch = opened()
    rows: Any = watch.screen.find("log.row")
    watch.point(rows.row_rect(0).center)
    assert set(watch.table.viewer.noted) == {"B1", "F1"}


def test_a_press_beside_the_log_closes_it_and_orders_nothing() -> None:
    watch = opened()
    moves = len(watch.match.moves)
    watch.screen.handle(Input("pressed", watch.where("F1"), "left", frozenset({"left"})))
    watch.screen.handle(Input("released", watch.where("F1"), "left"))
    assert not watch.screen.has("log-book")
    assert len(watch.match.moves) == moves


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
def test_the_log_finds_room_in_every_window(size: tuple[int, int]) -> None:
    watch = opened()
    for scale in SCALES:
        watch.screen.resize(size, Theme(scale))
        assert [one for one in layout_problems(watch.screen) if "log" in one.lower()] == [], scale
        rows, sheet = watch.screen.find("log.row").rect, watch.screen.find("log-book").rect
        assert rows.h >= Theme(scale).px(28)
        assert sheet.w <= size[0] * 0.56


def long_log() -> Watch:
    """A log of many sentences, some of them long, of several turns."""
    match = from_scenario("collingwood_at_the_rear", "2")
    for _ in casual.play(match, Random(2), 60):
        pass
    return Watch(match)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (640, 360)])
@pytest.mark.parametrize("scale", [75, 100, 200])
def test_every_sentence_is_told_in_full_and_in_one_size(size: tuple[int, int], scale: int) -> None:
    scale = min(scale, roomiest_scale(size))
    watch = long_log()
    watch.screen.resize(size, Theme(scale))
    watch.press("G")
    rows: Any = watch.screen.find("log.row")
    shown = [list_entry.shortened(Theme(scale), row, rows.style, rows.row_rect(0).w) for row in rows.entries]
    assert {style for _, style in shown} == {rows.style}
    told: dict[str, list[str]] = {}
    for row, (words, _) in zip(rows.entries, shown, strict=True):
        told.setdefault(row.id, []).append(words)
    lines = watch.screen._log.current.lines
    assert [" ".join(told[str(line.number)]) for line in lines] == [line.text for line in lines]
    assert any(len(words) > 1 for words in told.values())


def test_the_arrows_go_through_the_log_sentence_by_sentence() -> None:
    watch = long_log()
    watch.press("G")
    last = len(watch.screen._log.current.lines) - 1
    for number in (last - 1, last - 2, last - 3):
        watch.press("Up")
        assert watch.screen.find("log.row").chosen == str(number)  # type: ignore[attr-defined]
    watch.press("Home", "Down")
    assert watch.screen.find("log.row").chosen == "1"  # type: ignore[attr-defined]


def test_each_moment_is_told_beside_the_first_sentence_that_belongs_to_it() -> None:
    watch = long_log()
    watch.screen.resize((640, 360), Theme(75))  # where the first sentence of some moment takes two rows
    watch.press("G")
    rows: Any = watch.screen.find("log.row")
    moments = [row.aside for row in rows.entries if row.aside]
    lines = watch.screen._log.current.lines
    assert moments == [one for one, _ in groupby(line.moment for line in lines)]


FIRST_PHASES = {
    "ships_of_the_line": "initiative", "decks_of_glory": "wind", "trafalgar_cards": "strategy", "ship_duel": "load",
    "volley": "manoeuvre",
}  # fmt: skip


@pytest.mark.parametrize("game", FIRST_PHASES)
def test_a_turn_begins_with_its_first_phase(game: str) -> None:
    path = resources.list_scenarios(game)[0]
    match = Match.new(MatchSetup(find_game(game), path.read_text(encoding="utf-8"), path.name, "5"))
    for _ in casual.play(match, Random(3), 60):
        pass
    began = [line.moment for line in MatchLog(match).lines if type(line.event).__name__ == "TurnBegan"]
    assert len(began) > 1
    assert {now.rsplit(", ")[-1] for now in began} == {FIRST_PHASES[game]}
