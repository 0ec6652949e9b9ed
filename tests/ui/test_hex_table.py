"""Decks of Glory at its table: the squadron action by mouse from the title, orders by keys, what is said and shown."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice, product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pygame
import pytest

from tabletop.cards.zones import Zones
from tabletop.core import resources
from tabletop.core.match import Match
from tabletop.core.phrases import format_percent
from tabletop.games.decks_of_glory.commands import CutLoose, Done, LeadBoarders, OpenFire, Sail
from tabletop.games.decks_of_glory.events import (
    BoardingFought,
    BroadsideFired,
    CardDrawn,
    ShipDrifted,
    ShipEntangled,
    ShipSailed,
)
from tabletop.games.decks_of_glory.model import Aim, Rectangle, State
from tabletop.games.decks_of_glory.survey import odds
from tabletop.players import casual
from tabletop.ui.boards.decks_of_glory import captions
from tabletop.ui.boards.decks_of_glory.card_reveal import Reveal, Told
from tabletop.ui.boards.decks_of_glory.panels.deck import Pip
from tabletop.ui.boards.decks_of_glory.projection import HEXES, heading_of
from tabletop.ui.boards.replies import Submit
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import Push
from tabletop.ui.screens import new_game
from tabletop.ui.screens.result import ResultPage
from tabletop.ui.screens.title import TitlePage
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Row
from tabletop.ui.widgets.scroll import Scroll
from tests.decks_of_glory.kit import battle, ship
from tests.short_games import short
from tests.ui.event_player import Player, at_the_title
from tests.ui.fitting import layout_problems, problems, problems_now, windows
from tests.ui.hexes import GAME, SIZE, AtTheWindow, ByKeys, HexPlayer, begun, from_scenario, orders_at_the_table

SEED = "154"
"""Within five turns of the squadron action everything of the game happens."""


@pytest.fixture(autouse=True)
def _pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "full")


def facts(match: Match) -> list[Any]:
    """Everything that has happened."""
    return [event for move in match.moves for event in move.events]


# --- the squadron action, by mouse


def test_the_squadron_action_is_opened_played_left_continued_and_reckoned_by_mouse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_game, "draw_seed", lambda: SEED)
    with at_the_title(tmp_path, monkeypatch) as hand:
        hand.click(f"play.{GAME}")
        rows = hand.screen.find("scenarios")
        number = next(n for n, one in enumerate(hand.screen.scenarios) if one.id == "squadron_action")
        hand.point(rows.row_rect(number).center)
        hand.click("begin")
        player = AtTheWindow(hand)
        _play_as_a_twin(player)
        _see_that_all_of_it_happened(facts(player.match))
        _leave_and_continue(hand, player.state)
        _to_the_end(AtTheWindow(hand))


def _play_as_a_twin(player: HexPlayer) -> None:
    """Five turns of both sides, every order by mouse; each must lead to what the same order leads to elsewhere."""
    twin = from_scenario("squadron_action", SEED)
    for command in islice(orders_at_the_table(twin, Random(int(SEED))), 75):
        player.order(command)
        assert player.state == twin.state


def _see_that_all_of_it_happened(happened: list[Any]) -> None:
    assert any(type(event) is ShipSailed and event.in_irons for event in happened)
    assert any(type(event) is ShipEntangled and event.hand and event.rule == "DOG-15" for event in happened)
    assert any(type(event) is BroadsideFired and event.rake for event in happened)
    assert any(type(event) is BoardingFought for event in happened)
    assert any(type(event) is ShipDrifted for event in happened)


def _leave_and_continue(hand: Player, state: State) -> None:
    hand.click("menu")
    hand.click("menu.title")
    assert isinstance(hand.screen, TitlePage)
    hand.click("continue")
    assert hand.screen.match.state == state


def _to_the_end(player: AtTheWindow) -> None:
    """The rest of the battle by the random player, shown as it goes, to the reckoning."""
    fancy = short(player.match)
    while player.state.outcome is None:
        player.screen.submit(Submit.single(casual.choose(player.match.game, player.state, fancy)))
        player.settle()
    player.click("primary")
    assert isinstance(player.hand.screen, ResultPage)
    assert layout_problems(player.hand.screen) == []


# --- at the helm


def at_sea(*ships: Any, **details: Any) -> HexPlayer:
    """A battle in its movement, the wind blowing towards direction 0, the British to move."""
    return HexPlayer(begun(battle(*ships, **{"sea": Rectangle(14, 12), **details})))


def words(player: HexPlayer) -> str:
    """Everything that is written in the panels."""
    found = [one for one in player.screen.layers[-1].walk() if isinstance(one, Text)]
    labels = [getattr(one, "text", "") for one in player.screen.layers[-1].walk()]
    return " | ".join([*("".join(run.text for run in one.runs) for one in found), *filter(None, labels)])


def pairs(player: HexPlayer) -> str:
    """The lines of the ship card, each with its value."""
    rows = [one for one in player.screen.find("card").walk() if isinstance(one, Row) and len(one.children) == 2]
    told = [["".join(run.text for run in part.runs) if isinstance(part, Text) else getattr(part, "text", "")
             for part in row.children] for row in rows]  # fmt: skip
    return "; ".join(" | ".join(one) for one in told)


def overlay(player: HexPlayer) -> Any:
    """What lies on the map."""
    return player.table.map.laid


def test_keys_compose_a_move_and_enter_orders_it() -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("F1", (9, 0), 3))
    player.press("N", "W", "D")
    assert overlay(player).ghost.hex == (4, 3)
    assert overlay(player).ghost.facing == 1
    player.press("Backspace", "A", "Enter")
    assert player.match.moves[-1].command == Sail("british", "B1", ("ahead", "port"))


def test_what_the_keys_do_to_a_plan_small_buttons_do_too() -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("F1", (9, 0), 3))
    player.press("N", "W", "D")
    player.click("take_back")
    assert overlay(player).ghost.facing == 0
    player.click("drop")
    assert overlay(player).ghost is None
    before = player.table.viewer.labels
    player.click("show.labels")
    assert player.table.viewer.labels != before


def test_dog_12_every_hex_and_facing_in_reach_is_lit_with_its_cost_and_a_click_goes_there() -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("F1", (9, 0), 3))
    player.press("N")
    player.settle()
    assert {(one.hex, one.label) for one in overlay(player).tints} >= {((4, 3), "1"), ((4, 2), "2")}
    assert {(one.hex, one.facing, one.words[0]) for one in overlay(player).facings} >= {
        ((4, 4), 1, "1"),
        ((4, 3), 5, "2"),
    }
    player.click_at(player.hex((4, 2)))
    player.click("primary")
    assert player.state.ships["B1"].at == (4, 2)


def test_the_plan_tells_what_bears_on_her_there_and_fields_follow_the_ghost() -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("F1", (6, 1), 3))
    player.press("N", "W")
    assert "She could fire at | 1 ship" in pairs(player)
    player.press("B")
    assert {one.hex for one in overlay(player).tints} >= {(5, 2), (3, 3)}
    assert overlay(player).ghost.hex == (4, 3)


def test_the_right_button_drops_what_is_being_composed() -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("F1", (9, 0), 3))
    player.press("N", "W")
    player.settle()
    player.click_at(player.hex((6, 3)), "right")
    assert overlay(player).ghost is None
    assert player.table.viewer.selected == "B1"


def test_a_ship_is_dragged_to_where_she_shall_lie() -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("F1", (9, 0), 3))
    player.drag(player.hex((4, 4)), player.hex((4, 3)))
    assert overlay(player).ghost.hex == (4, 3)
    player.press("Enter")
    assert player.state.ships["B1"].at == (4, 3)


def test_a_ship_that_is_dragged_out_of_reach_is_told_why_not_and_by_how_much_before_she_is_let_go() -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("F1", (9, 0), 3))
    over, held = player.hex((2, 4)), frozenset({"left"})
    player.screen.handle(Input("moved", player.hex((4, 4))))
    player.screen.handle(Input("pressed", player.hex((4, 4)), "left", held))  # type: ignore[arg-type]
    player.screen.handle(Input("moved", over, buttons=held))  # type: ignore[arg-type]
    (line,) = overlay(player).lines
    assert (line.start, line.end, line.kind) == ((4, 4), (2, 4), "blocked")
    assert "t least 3 actions, she has 2" in line.words and "DOG-12" in line.words
    player.screen.handle(Input("released", over, "left"))
    assert "t least 3 actions, she has 2" in player.toast
    assert not overlay(player).lines
    assert overlay(player).facings


def test_a_ship_that_is_dropped_beyond_the_map_is_told_so() -> None:
    player = at_sea(ship("B1", (0, 4), 0), ship("F1", (9, 0), 3))
    x, y = player.hex((0, 4))
    player.drag((x, y), (x - 3 * round(player.table.map.view.camera.scale), y))
    assert "DOG-1" in player.toast
    assert not player.match.moves


def test_dog_1_a_ship_that_is_dragged_beyond_the_map_is_told_so_before_she_is_let_go() -> None:
    player = at_sea(ship("B1", (0, 4), 0), ship("F1", (9, 0), 3))
    x, y = player.hex((0, 4))
    off = x - 3 * round(player.table.map.view.camera.scale), y
    player.screen.handle(Input("moved", (x, y)))
    player.screen.handle(Input("pressed", (x, y), "left", frozenset({"left"})))
    for at in ((x + off[0]) // 2, y), off:
        player.screen.handle(Input("moved", at, buttons=frozenset({"left"})))
    told = [chip for chip in overlay(player).chips if "DOG-1" in chip.words]
    assert [(chip.hex, chip.kind) for chip in told] == [((0, 4), "refusal")]
    player.screen.handle(Input("moved", (x, y), buttons=frozenset({"left"})))
    assert not any("DOG-1" in chip.words for chip in overlay(player).chips)
    player.screen.handle(Input("released", (x, y), "left"))
    assert not player.match.moves


def test_dog_13_it_is_said_that_she_would_be_in_irons_before_she_turns_into_the_wind() -> None:
    player = at_sea(ship("B1", (4, 4), 2), ship("F1", (9, 0), 3))
    player.press("N")
    lit = next(one for one in overlay(player).facings if one.facing == 3)
    assert lit.irons and "in irons" in lit.words
    player.press("D")
    assert not player.state.ships["B1"].moved
    assert "In irons" in overlay(player).chips[0].words
    assert player.screen.find("primary").text == "Turn into the wind"
    player.click("primary")
    assert player.state.ships["B1"].facing == 3
    assert facts(player.match)[0].in_irons


@pytest.mark.parametrize("hand", ["port", "starboard"])
@pytest.mark.parametrize("by", ["mouse", "keys", "panel"])
def test_dog_15_one_click_or_key_chooses_the_side_on_which_she_lies(hand: str, by: str) -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("B2", (4, 3), 0), ship("F1", (9, 0), 3))
    player.choose("B1")
    if by == "mouse":
        player.order(Sail("british", "B1", ("ahead",), hand))  # type: ignore[arg-type]
    else:
        player.press("W")
        assert not player.screen.find("primary").enabled
        player.press("1" if hand == "port" else "2") if by == "keys" else player.click(f"alongside.{hand}")
    assert player.match.moves[-1].command == Sail("british", "B1", ("ahead",), hand)  # type: ignore[arg-type]


def test_dog_16_cutting_loose_is_one_click_with_the_exact_chance_of_the_cards_left() -> None:
    entangled = [ship("B1", (4, 4), 0), ship("B2", (4, 4), 0, place=1, since=1), ship("F1", (9, 0), 3)]
    player = at_sea(*entangled)
    player.choose("B1")
    chance = odds.chance_of_red(player.match.view(""))
    assert format_percent(chance) in words(player)
    player.click("primary")
    assert type(player.match.moves[-1].command) is CutLoose


def test_dog_13_dog_16_an_entangled_ship_in_irons_is_told_the_chance_of_both_her_cards() -> None:
    entangled = [ship("B1", (4, 4), 3), ship("B2", (4, 4), 3, place=1, since=1), ship("F1", (9, 0), 3)]
    player = at_sea(*entangled)
    player.choose("B1")
    both = format_percent(odds.chance_to_move(player.match.view(""), "B1"))
    assert f"Chance of two red cards (she is in irons too) | {both}" in pairs(player)
    assert both in player.screen.find("primary").tip.body
    assert format_percent(odds.chance_of_red(player.match.view(""))) not in words(player)


def test_dog_13_a_ship_in_irons_draws_by_one_click() -> None:
    player = at_sea(ship("B1", (4, 4), 3), ship("F1", (9, 0), 3))
    player.choose("B1")
    player.press("C")
    assert any(type(event) is CardDrawn and event.purpose == "irons" for event in facts(player.match))


@pytest.mark.parametrize("wind", range(6))
def test_where_there_is_no_room_for_the_rose_an_arrow_beside_the_words_flies_with_the_wind(wind: int) -> None:
    player = at_sea(ship("B1", (4, 4), 0), wind=wind)
    player.screen.resize(SIZE, Theme(150))
    player.wait(400)
    left = player.screen.find("wind").rect.copy()
    left.w = left.h
    blue = pygame.mask.from_threshold(player.surface.subsurface(left), INKS.wind, (40, 40, 40, 255))
    spots = [pygame.Vector2(spot) for spot in product(*map(range, left.size)) if blue.get_at(spot)]
    flies = pygame.Vector2(0, -1).rotate(heading_of(wind))
    along = sorted(flies.dot(spot) for spot in spots)
    middle = (along[0] + along[-1]) / 2
    assert sum(one > middle for one in along) > sum(one < middle for one in along) > 0


def test_dog_26_in_a_row_it_is_told_as_whom_port_and_starboard_are_reckoned() -> None:
    row = ship("F1", (4, 3), 3, since=2), ship("F2", (4, 3), 0, place=1, since=1)
    player = at_sea(ship("B1", (4, 4), 0), *row)
    player.choose("B1")
    player.press("W")
    assert "Port and starboard of them as F2 heads." in words(player)
    assert player.screen.find("alongside.port").tip.title == "To port of them as F2 heads"
    player.press("1")
    player.choose("B1")
    assert "From port to starboard as F2 heads" in words(player)


def test_the_line_of_keys_names_what_can_be_done_with_the_ships_as_they_are() -> None:
    steered, freed = {"ahead", "port", "starboard"}, ship("B2", (8, 4), 3)
    player = at_sea(ship("B1", (4, 4), 0), freed, ship("F1", (4, 2), 0))
    told = player.table.key_hints
    assert {"next_ship", "drag_ship"} <= set(told()) and not steered & set(told())
    player.choose("B1")
    assert {*steered, "stay", "next_ship"} <= set(told()) and "commit" not in told()
    player.press("W")
    assert {*steered, "commit", "take_back"} <= set(told()) and "stay" not in told()
    player.press("W")
    assert {"alongside_port", "alongside_starboard"} <= set(told()) and not steered & set(told())
    assert len(set(told())) == len(told())
    player.press("1")
    player.choose("B2")
    assert "draw_card" in told() and not steered & set(told())


def test_dog_12_what_is_asked_says_when_all_ships_have_moved() -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("F1", (9, 0), 3))
    assert player.match.game.decision(player.state).prompt == "Move your ships"
    player.press("N", "W", "Enter")
    assert player.match.game.decision(player.state).prompt == "All ships have moved"
    player.press("E")
    assert player.match.game.decision(player.state).prompt == "Move your ships"


@pytest.mark.parametrize(("chords", "rule"), [("W W W", "DOG-12"), ("A A A", "DOG-12"), ("D D D", "DOG-12")])
def test_a_refused_action_says_why_with_its_rule(chords: str, rule: str) -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("F1", (9, 0), 3))
    player.press("N", *chords.split())
    assert rule in player.toast
    player.press("Backspace")
    assert player.toast == ""


def test_dog_14_the_edge_of_the_map_is_named_as_the_reason() -> None:
    player = at_sea(ship("B1", (4, -2), 0), ship("F1", (9, 0), 3))
    player.press("N", "W")
    assert "DOG-14" in player.toast


def test_a_hex_out_of_reach_says_how_far_it_is() -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("F1", (9, 0), 3))
    player.press("N")
    player.settle()
    player.click_at(player.hex((3, 3)))
    assert "DOG-12" in player.toast


def test_dog_12_leaving_all_others_asks_once_while_ships_could_still_move() -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("B2", (6, 4), 0), ship("F1", (9, 0), 3))
    player.press("E")
    assert len(player.screen.layers) == 2
    player.press("Esc")
    assert not player.match.moves
    player.press("E", "E")
    assert player.match.moves[-1].command == Done("british")


@pytest.mark.parametrize("chords", [("E", "E"), ("E", "Enter"), ("N", "Space", "Enter"), ("N", "Space", "E")], ids=str)
def test_dog_12_leaving_a_single_ship_asks_the_same_whichever_button_asks(chords: tuple[str, ...]) -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("F1", (9, 0), 3))
    player.press(*chords[:-1])
    assert "She has not moved and will stay where she is this turn." in words(player)
    player.press(chords[-1])
    assert player.match.moves[-1].command == Done("british")


def test_of_the_next_ship_and_the_end_of_the_movement_each_has_one_button() -> None:
    player = at_sea(ship("B1", (4, 4), 0), ship("B2", (6, 4), 0), ship("F1", (9, 0), 3))
    ends = lambda: [one for one in ("primary", "end", "leave") if player.screen.has(one)]  # noqa: E731
    assert (player.screen.find("primary").text, ends()) == ("Next ship to move", ["primary", "end"])
    player.press("N", "S", "N", "S")
    assert (player.screen.find("primary").text, ends()) == ("End movement", ["primary"])
    player.click("primary")
    assert player.match.moves[-1].command == Done("british")


def test_ships_of_one_hex_are_listed_and_picked_one_by_one() -> None:
    row = [ship("B1", (4, 4), 0), ship("B2", (4, 4), 0, place=1, since=1), ship("F1", (4, 4), 0, place=-1, since=2)]
    player = at_sea(*row)
    player.choose("B1")
    entries = [one.id for one in player.screen.find("row.pick").entries]
    assert entries == ["F1", "B1", "B2"]
    for key in entries:
        player.click_at(player.row("row.pick", key))
        assert player.table.viewer.selected == key
    for key in entries:
        player.click_at(player.ship(key))
        assert player.table.viewer.selected == key


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scenario", [chart.stem for chart in resources.list_scenarios(GAME)])
def test_no_ship_lies_under_the_rose_or_the_buttons_when_the_whole_battle_is_seen(
    scenario: str, size: tuple[int, int]
) -> None:
    player = HexPlayer(from_scenario(scenario, "3"), size)
    small = [pygame.Rect(one) for one in player.table.map.view.gauges]
    assert small
    for _ in range(2):
        assert [
            key for key in player.state.ships if pygame.Rect(player.ship(key), (1, 1)).collidelist(small) >= 0
        ] == []
        player.press("Home")
        player.settle()


@pytest.mark.parametrize("scale", [150, 175, 200])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_hex_of_the_chosen_ship_lies_in_what_panels_and_bars_leave_free(size: tuple[int, int], scale: int) -> None:
    player = HexPlayer(begun(moments()["gunnery"]), size)
    for begin in (100, scale):
        player.screen.resize(size, Theme(begin))
        player.wait(300)
        player.press("N")
        player.settle()
        assert player.table.viewer.selected
        player.screen.resize(size, Theme(scale))
        player.wait(1200)
        assert _under(player, player.table.viewer.selected) == []


def _under(player: HexPlayer, key: str) -> list[tuple[float, float]]:
    """The corners of a ship's hex that lie under a panel or a bar."""
    sea = player.table.map
    left, top, right, bottom = sea.view.insets
    free = pygame.Rect(left, top, sea.view.rect.w - left - right, sea.view.rect.h - top - bottom).inflate(2, 2)
    corners = (sea.view.camera.to_screen(*corner) for corner in HEXES.outline(player.state.ships[key].at))
    return [corner for corner in corners if not free.collidepoint(corner)]


def test_the_wind_rose_has_room_below_a_long_list_in_a_small_window() -> None:
    player = HexPlayer(from_scenario("trafalgar_in_miniature", "3"))
    player.press("O")
    listed, rose = player.screen.find("order"), player.screen.find("rose")
    assert listed.visible and rose.visible
    assert rose.rect.top >= listed.rect.bottom
    assert player.screen.find("order.rows").rect.h >= 4 * 28


def test_cards_that_were_drawn_lie_beside_a_long_ship_card_in_a_small_window() -> None:
    player = HexPlayer(from_scenario("squadron_action", SEED))
    for _ in casual.play(player.match, Random(int(SEED)), 200):
        if player.state.phase == "gunnery" and player.state.turn > 2:
            break
    player.screen.rebuild()
    player.settle()
    player.press("N", "1")
    player.wait(400)
    assert player.screen.find("card.scroll." + player.table.viewer.selected).rect.h > 100
    assert player.screen.find("drawn.scroll").visible
    assert not player.screen.find("drawn.scroll").overflowing


# --- at the guns


def firing(*ships: Any, **details: Any) -> HexPlayer:
    """A battle in its gunnery, the British to declare."""
    return at_sea(*ships, **{"phase": "gunnery", **details})


RAKED = (ship("B1", (4, 4), 0), ship("B2", (10, 4), 0), ship("F1", (5, 4), 2), ship("F2", (6, 3), 0))


def test_dog_3_dog_18_both_fields_are_shown_with_the_modifier_of_each_hex_and_rakes_are_marked() -> None:
    player = firing(*RAKED)
    player.choose("B1")
    tints = {one.hex: one for one in overlay(player).tints}
    assert len(tints) == 18
    assert tints[(5, 3)].label == "0"
    assert tints[(6, 2)].label == "−1"
    assert tints[(5, 4)].kind == "rake"


def test_dog_17_targets_are_aimed_at_by_mouse_or_number_and_declared_together() -> None:
    player = firing(*RAKED)
    player.choose("B1")
    player.click_at(player.ship("F2"))
    assert overlay(player).lines[0].end == (6, 3)
    player.press("1")
    assert overlay(player).lines[0].end == (5, 4)
    assert player.screen.find("primary").text == "Declare 1 broadside"
    player.press("Space")
    assert player.match.moves[-1].command == OpenFire("british", (Aim("B1", "F1"),))


def test_in_a_small_window_the_card_of_a_ship_on_which_three_targets_bear_is_read_without_scrolling() -> None:
    player = firing(*RAKED, ship("F3", (6, 2), 0))
    player.choose("B1")
    for chord in ("", "1"):
        player.press(*filter(None, [chord]))
        card = next(one for one in player.screen.find("desk").shown() if one.id == "card")
        targets = [one for one in card.walk() if one.id.startswith("aim.")]
        assert len(targets) == 3
        assert not any(one.overflowing for one in card.walk() if isinstance(one, Scroll))
    assert [one.sign for one in targets] == ["tick", "", ""]


def test_dog_17_the_aim_is_taken_away_by_its_button_and_by_its_key() -> None:
    player = firing(*RAKED)
    player.choose("B1")
    for taken in (lambda: player.click("aim.F1"), lambda: player.press("Backspace")):
        player.press("1")
        assert overlay(player).lines[0].target == "F1"
        assert any(one.rule == "DOG-18" for one in player.screen.layers[0].walk())  # what F1 opens over the odds
        taken()
        assert overlay(player).lines == ()


def test_dog_17_aiming_all_that_bear_is_offered_once_and_has_its_key_in_any_case() -> None:
    for chosen in ("", "B1"):
        player = firing(*RAKED, ship("B3", (6, 4), 0))
        if chosen:
            player.choose(chosen)
        named = [one for one in player.screen.layers[0].walk() if getattr(one, "text", "") == "Aim every ship"]
        assert len(named) == 1
        player.press("Shift+F")
        assert {line.ship for line in overlay(player).lines} == {"B1", "B3"}


def test_dog_17_holding_fire_asks_once_while_ships_could_fire() -> None:
    player = firing(*RAKED)
    player.press("X")
    assert len(player.screen.layers) == 2
    player.press("Enter")
    assert player.match.moves[-1].command == OpenFire("british")


def test_dog_17_declaring_asks_once_for_ships_that_have_a_target_left() -> None:
    player = firing(*RAKED, ship("B3", (6, 4), 0))
    player.choose("B1")
    player.press("1", "Enter")
    assert len(player.screen.layers) == 2
    player.press("Enter")
    assert len(player.match.moves[-1].command.shots) == 1


def test_dog_4_a_blocked_target_is_marked_and_says_by_whom() -> None:
    player = firing(
        ship("B1", (4, 4), 0), ship("B2", (5, 3), 0), ship("F1", (6, 2), 0), ship("F2", (3, 5), 2),
        options={"blocking": True, "leave_map": False, "secret_fire": False},
    )  # fmt: skip
    player.choose("B1")
    assert next(one for one in overlay(player).tints if one.hex == (6, 2)).kind == "blocked"
    player.click_at(player.ship("F1"))
    assert "DOG-4" in player.toast


def test_dog_18_all_draws_are_turned_up_one_by_one_and_the_marks_come_last() -> None:
    player = firing(*RAKED, orders={"allied": ()})
    player.choose("B1")
    player.press("1", "Space")
    drawn = player.table.viewer.drawn
    counts = [len(drawn.shown)]
    before, now = _points(player), player.state.ships["F1"].strength
    assert before == "8"
    while drawn.busy:
        player.wait(50)
        counts.append(len(drawn.shown))
    assert sorted(set(counts)) == list(range(len(drawn.told) + 1))
    titles = [one.title for one in drawn.told]
    assert titles[:2] == ["B1 at F1", "All hits take effect at the same time"]
    assert len(drawn.told[0].cards) == 2
    assert _points(player) == str(now or player.state.ships["F1"].status)


def test_dog_18_score_turn_and_phase_stand_as_told_until_the_last_card_is_turned_up() -> None:
    player = firing(*RAKED, orders={"allied": ()}, turn=3)
    before = player.table.build_caption()
    player.choose("B1")
    player.press("1", "Space")
    drawn = player.table.viewer.drawn
    assert drawn.busy
    while drawn.busy:
        now = player.table.build_caption()
        assert (now.turn, now.phase) == (before.turn, before.phase)
        assert [one.points for one in now.tallies] == [one.points for one in before.tallies]
        player.wait(50)
    player.wait(50)
    assert not player.table.has_stale_panels()
    assert player.table.build_caption() == captions.caption(player.state)
    assert player.table.build_caption().phase != before.phase


def test_ten_drawn_cards_are_read_without_scrolling_in_a_narrow_panel() -> None:
    player = firing(*RAKED, orders={"allied": ()})
    entries = [Told(f"Bucentaure at Victory, {n}", ("10S",), ("4",), "4 hits", good=True) for n in range(10)]
    player.table.viewer.drawn.lay(entries[:2])
    player.screen.rebuild()
    player.wait(100)
    assert not player.screen.find("drawn.scroll").overflowing
    assert not any(isinstance(one, Pip) for one in player.screen.find("drawn").walk())
    player.table.viewer.drawn.lay(entries)
    player.screen.rebuild()
    player.wait(100)
    scroll = player.screen.find("drawn.scroll")
    assert scroll.visible
    assert not scroll.overflowing
    assert sum(isinstance(one, Pip) for one in scroll.walk()) == 10


def test_dog_20_another_part_of_the_turn_comes_after_a_pause() -> None:
    reveal = Reveal()
    reveal.add([Told("a", part="gunnery"), Told("b", part="gunnery"), Told("c", part="boarding")])
    times: dict[int, int] = {}
    for age in range(20, 4000, 20):
        reveal.tick(20)
        times.setdefault(len(reveal.shown), age)
    assert times[2] - times[1] < 700
    assert times[3] - times[2] > 1400


def _points(player: HexPlayer) -> str:
    """What the order of battle says of F1."""
    if player.table.viewer.listed != "allied":
        segments = player.screen.find("order.side")
        player.click_at(segments._part(1).center)
    return next(one.aside for one in player.screen.find("order.rows").entries if one.id == "F1")


def test_an_entry_that_is_turned_up_is_seen_whole_where_the_column_has_room_for_it() -> None:
    player = firing(*RAKED, asked="british", orders={"allied": ()}, pile=("AS", "KS"))
    player.choose("B1")
    player.press("1", "Space")
    drawn = player.table.viewer.drawn
    while drawn.busy:
        player.wait(50)
        if drawn.busy and drawn.shown:
            assert not player.screen.find("drawn.scroll").overflowing


def test_space_turns_up_what_is_still_face_down() -> None:
    player = firing(*RAKED, asked="british", orders={"allied": ()})
    player.choose("B1")
    player.press("1", "Space")
    drawn = player.table.viewer.drawn
    assert drawn.busy
    player.press("Space")
    assert not drawn.busy


def _laid_out(player: HexPlayer) -> list[Told]:
    """The cards that lie on the table, each with what they were for."""
    drawn = player.table.viewer.drawn
    assert not drawn.busy
    return [told for told in drawn.shown if told.turn == player.state.turn]


def test_the_last_cards_drawn_lie_on_the_table_again_after_undo_redo_and_when_a_battle_is_continued(
    tmp_path: Path,
) -> None:
    player = HexPlayer(from_scenario("duel", "4", tmp_path / "duel.jsonl"))
    for _ in range(3):
        player.press("Space")
        player.settle()
    drawn = _laid_out(player)
    assert [told.title for told in drawn] == ["The wind", "Initiative"]
    player.press("N", "W", "Enter")
    made = len(player.match.moves)
    for chord, moves in (("Ctrl+Z", made - 1), ("Ctrl+Y", made), ("Ctrl+Z", made - 1)):
        player.press(chord)
        assert (len(player.match.moves), _laid_out(player)) == (moves, drawn)
    again = HexPlayer(Match.load(tmp_path / "duel.jsonl"), (1920, 1080))
    assert _laid_out(again) == drawn
    assert {"The wind", "Initiative"} <= set(words(again).split(" | "))


def test_c_6_behind_the_curtain_no_card_is_lost_that_all_may_know() -> None:
    match = from_scenario("squadron_action", SEED, options={"secret_fire": True})
    player, fancy, covered = HexPlayer(match), Random(int(SEED)), 0
    for _ in range(120):
        player.screen.submit(Submit.single(casual.choose(match.game, match.state, fancy)))
        covered += bool(player.screen.seats.waiting)
        player.take_over()
        player.settle()
        happened = [event for move in match.moves if move.before.turn == match.state.turn for event in move.events]
        drawn = sum(type(event) is CardDrawn for event in happened)
        assert not drawn or sum(len(told.cards) for told in _laid_out(player)) == drawn
    assert covered > 3


def test_dog_19_the_entry_of_a_broadside_tells_how_hits_are_dealt_out_in_a_hex_of_several() -> None:
    two = (ship("F1", (5, 4), 2), ship("F2", (5, 4), 2, place=1, since=1))
    player = firing(ship("B1", (4, 4), 0), *two, orders={"allied": ()}, pile=("AS", "KS"))
    player.choose("B1")
    player.press("1", "Space", "Space")
    player.wait(100)
    assert "dealt out: F1 4, F2 4" in words(player)
    assert "F1 −4, 4 left" in words(player)


def test_c_9_a_battle_that_is_over_is_neither_given_up_nor_drawn_in_the_menu() -> None:
    player = HexPlayer(from_scenario("duel", "5"))
    player.click("menu")
    assert player.screen.has("menu.draw.british")
    player.click("menu.concede.british")
    player.click("ask.yes")
    player.settle()
    player.click("menu")
    assert [side for side in player.state.sides if player.screen.has(f"menu.concede.{side}")] == []
    assert not player.screen.has("menu.draw.british")
    assert not player.screen.has("menu.advice")
    assert player.screen.has("menu.title")


# --- before play, and in the other parts of a turn


def test_a_click_on_a_ship_that_is_in_sight_moves_nothing() -> None:
    player = HexPlayer(begun(battle(ship("B1", (0, 0), 2), ship("F1", (6, -2), 4))))
    player.press("Home")
    player.settle()
    before = player.table.map.view.camera
    player.click_at(before.to_screen(*player.table.map.places(["F1"])[0]))
    player.settle()
    assert player.table.viewer.selected == "F1"
    assert player.table.map.view.camera == before


def test_dog_7_dog_8_colour_and_first_wind_are_chosen_by_a_click_or_a_number() -> None:
    ships = (ship("B1", (4, 4), 0), ship("F1", (9, 0), 3))
    player = at_sea(*ships, phase="colours", colours={}, turn=0, initiative=None, wind=None)
    player.press("2")
    assert player.state.colours["british"] == "black"
    player.click("primary")
    assert player.state.phase == "first_wind"
    player.click("answer.4")
    assert player.match.moves[-1].command.wind == 4
    assert player.state.wind == 4


def test_dog_9_dog_11_wind_and_initiative_are_one_click_each_with_the_chance_of_every_outcome() -> None:
    player = HexPlayer(from_scenario("squadron_action", "7"))
    player.click("primary")
    player.settle()
    view = player.match.view("")
    for chance in odds.find_wind_chances(view).values():
        assert format_percent(chance) in words(player)
    player.click("primary")
    player.settle()
    for chance in odds.find_initiative_chances(player.match.view("")).values():
        assert format_percent(chance) in words(player)
    player.click("primary")
    assert player.state.phase == "movement"


def test_dog_20_the_first_enemy_of_boarders_is_chosen_by_a_button_or_by_a_click_on_her() -> None:
    row = [ship("B1", (4, 4), 0), ship("F1", (4, 4), 0, place=1, since=1), ship("F2", (4, 4), 0, place=2, since=2)]
    player = at_sea(*row, ship("F3", (9, 0), 3), phase="boarding")
    player.choose("B1")
    player.click_at(player.ship("F2"))
    assert player.screen.find("board.B1.F2").sign == "tick"
    player.press("1")
    assert player.screen.find("board.B1.F1").sign == "tick"
    player.press("2", "Space")
    assert player.match.moves[-1].command == LeadBoarders("british", (Aim("B1", "F2"),))


def test_dog_27_the_odds_of_boarders_for_whom_the_pile_runs_out_are_those_of_the_whole_deck() -> None:
    row = [ship("B1", (4, 4)), ship("B2", (4, 4), place=1, since=1)]
    row += [ship("F1", (4, 4), place=2, since=2), ship("F2", (4, 4), place=3, since=3)]
    state = battle(*row, phase="boarding")
    *seen, last = sorted(state.cards.pile, key=lambda card: card == "9C")
    drawn = msgspec.structs.replace(state, cards=Zones((last,), {}, tuple(seen)))
    for held, expected in ((state, ["1.5 hits"]), (drawn, ["0.0 hits", "1.5 hits"])):
        player = HexPlayer(begun(held))
        told = words(player)
        assert re.findall(r"[\d.]+ hits", told) == expected
        assert ("The boarders of each of these ships:" in told) == (len(expected) == 1)


def test_the_whole_turn_stays_on_the_smallest_table_whoever_is_asked() -> None:
    player = HexPlayer(from_scenario("squadron_action", "4"))
    seen = set[str]()
    while len(seen) < 3:
        player.press("Space")
        player.settle()
        ribbon = player.screen.find("ribbon")
        assert ribbon.phases == ("Wind", "Initiative", "Movement", "Gunnery", "Boarding")
        seen.add(ribbon.current)


def test_dog_23_when_the_battle_is_over_the_turn_is_done_and_the_winner_is_named() -> None:
    player = HexPlayer(from_scenario("duel", "4"), (1920, 1080))
    fancy = Random(4)
    while player.state.outcome is None:
        player.screen.submit(Submit.single(casual.choose(player.match.game, player.state, fancy)))
    player.settle()
    ribbon = player.screen.find("ribbon")
    assert ribbon.phases == ("Wind", "Initiative", "Movement", "Gunnery", "Boarding", "Reckoning")
    assert ribbon.current == "Reckoning"
    winner = player.state.outcome.winner
    assert (f"{player.state.names[winner]} victory" if winner else "The battle is a draw") in words(player)


def test_the_turn_that_begins_is_told_under_its_own_number() -> None:
    player = HexPlayer(from_scenario("duel", "4"))
    player.click("primary")
    told = {line.text: moment for moment, line in player.screen.find("log").lines}
    assert told["Turn 1 of 12."] == "T1"
    assert told["The deck is shuffled."] == "Start"


def test_dog_14_a_ship_may_be_sent_off_the_map_where_that_is_allowed() -> None:
    player = at_sea(ship("B1", (4, -2), 0), ship("F1", (9, 0), 3), on=("leave_map",))
    player.choose("B1")
    player.click("withdraw")
    assert player.screen.find("primary").text == "Withdraw B1"
    player.click("primary")
    for key in ("Space", "Enter", "Space"):  # by habit
        player.press(key)
        assert player.match.moves == []
    player.click("ask.yes")
    assert player.state.ships["B1"].status == "withdrawn"


def test_the_computer_plays_a_side_to_the_end() -> None:
    player = HexPlayer(from_scenario("duel", "4", computer=("allied",)))
    fancy = Random(4)
    for _ in range(600):
        player.wait(300)
        decision = player.match.game.decision(player.state)
        if decision is None:
            break
        if not player.screen.seats.computer_to_move:
            player.screen.submit(Submit.single(casual.choose(player.match.game, player.state, fancy)))
    assert player.state.outcome is not None


# --- what else is on the table


def test_the_deck_is_on_the_table_and_can_be_gone_through() -> None:
    match = from_scenario("squadron_action", "5")
    for _ in casual.play(match, Random(5), 40):
        pass
    player = HexPlayer(match)
    assert player.screen.find("deck").words == (
        f"Pile {len(match.state.cards.pile)}", f"Discards {len(match.state.cards.discards)}"
    )  # fmt: skip
    player.press("K")
    assert player.screen.find("deck-browser")
    for size, theme in windows():
        player.screen.resize(size, theme)
        assert problems_now(player.screen) == []
    player.press("Esc")
    assert len(player.screen.layers) == 1


def test_dog_17_secret_orders_hang_the_curtain_and_leave_nothing_of_what_is_aimed() -> None:
    secret = {"blocking": False, "leave_map": False, "secret_fire": True}
    player = firing(*RAKED, options=secret)
    assert player.screen.seats.waiting == "british"
    player.click("ready")
    player.choose("B1")
    player.press("1", "Space")
    assert player.screen.seats.waiting == "allied"
    player.click("ready")
    assert not overlay(player).lines
    player.press("X")
    if len(player.screen.layers) > 1:
        player.press("Enter")
    assert player.screen.seats.waiting == ""
    assert player.screen.seats.looking == ""


def test_where_nothing_is_secret_no_curtain_hangs() -> None:
    match = from_scenario("squadron_action", "2")
    player = HexPlayer(match)
    for _ in range(60):
        player.screen.submit(Submit.single(casual.choose(match.game, match.state, Random(1))))
        assert player.screen.seats.waiting == ""


# --- room


@cache
def moments() -> dict[str, State]:
    """A state of every phase from battles fought at random, the end among them."""
    found: dict[str, State] = {}
    for seed in map(str, range(1, 9)):
        match = from_scenario("trafalgar_in_miniature" if seed == "1" else "squadron_action", seed)
        found.setdefault(match.state.phase, match.state)
        for _ in casual.play(match, Random(int(seed)), 900):
            found.setdefault(match.state.phase, match.state)
        found["over"] = match.state
    return found


PHASES = ("shuffle", "wind", "initiative", "movement", "gunnery", "boarding", "over")


@pytest.mark.parametrize("phase", PHASES)
def test_no_text_of_the_table_is_clipped_or_covered(phase: str) -> None:
    player = HexPlayer(begun(moments()[phase]))
    player.press("N")
    if phase == "movement":
        player.press("W")
    if phase == "gunnery":
        player.press("1")
    assert problems(player.screen, lambda: _over_each_other(player)) == []


def _over_each_other(player: HexPlayer) -> Iterator[str]:
    desk = player.screen.find("desk")
    shown: list[Widget] = [one for one in desk.children if one.visible]
    for one, other in combinations(shown, 2):
        if one.rect.colliderect(other.rect):
            yield f"{one.id} over {other.id}"


@pytest.mark.parametrize("phase", PHASES)
def test_every_control_has_a_tooltip(phase: str) -> None:
    player = HexPlayer(begun(moments()[phase]))
    player.press("N")
    for widget in player.screen.layers[0].walk():
        if widget.focusable and widget.id not in ("order.rows", "row.pick"):
            assert widget.tip is not None, widget.id


def test_c_15_the_pointer_to_the_nearest_enemy_leaves_every_arrow_to_be_clicked() -> None:
    twin = from_scenario("chase", "11", options={"secret_fire": True})
    player = HexPlayer(from_scenario("chase", "11", options={"secret_fire": True}))
    for command in islice(orders_at_the_table(twin, Random(11)), 9):
        player.take_over()
        player.order(command)
    player.choose("F6")
    player.wait(400)
    (pointer,) = player.screen.find("beyond").children
    handles = player.table.map.laid.facings
    assert ((5, 5), 2) in [(handle.hex, handle.facing) for handle in handles]
    for handle in handles:
        assert not pointer.rect.collidepoint(player._handle(handle.hex, handle.facing))


# --- whole battles by clicks and keys


MOSTLY = ("Space",) * 6 + ("N", "Shift+F", "1", "2", "C", "X", "Enter")
MOVING = ("W", "W", "W", "A", "D", "Enter", "1", "2")
SELDOM = ("Tab", "Esc", "Ctrl+Z", "Ctrl+Y", "B", "L", "K", "G", "Home", "Shift+N", "Backspace", "O", "+", "-", "E")
_QUITTING = ("menu.title", "menu.full_screen", "menu.scale", "menu.concede.british", "menu.concede.allied")


def _one_deed(player: HexPlayer, fancy: Random) -> None:
    kind = fancy.random()
    usable = [one.id for one in player.screen.layers[-1].walk() if one.id and one.focusable and one.enabled]
    safe = [one for one in usable if one not in _QUITTING and not one.startswith("menu")]
    if len(player.screen.layers) > 1:
        player.click("ask.yes" if "ask.yes" in safe else "dialog.back") if safe else player.press("Esc")
    elif kind < 0.1:
        player.click_at((fancy.randrange(SIZE[0]), fancy.randrange(SIZE[1])))
    elif kind < 0.15 and safe:
        player.click(fancy.choice(safe))
    elif kind < 0.25:
        player.press(fancy.choice(SELDOM))
    elif player.state.phase == "movement" and kind < 0.8:
        player.press(*fancy.sample(MOVING, 3), "Enter")
    else:
        player.press(fancy.choice(MOSTLY))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", [ByKeys, HexPlayer])
@pytest.mark.parametrize(("scenario", "options"), [("two_against_two", {}), ("chase", {"secret_fire": True})])
def test_a_whole_battle_by_keys_alone_and_by_mouse_alone(kind: Any, scenario: str, options: dict[str, bool]) -> None:
    twin, seed = from_scenario(scenario, "11", options=options), 11
    player = kind(from_scenario(scenario, "11", options=options))
    for command in orders_at_the_table(twin, Random(seed)):
        player.take_over()
        player.order(command)
        assert player.state == twin.state
    assert player.state.outcome is not None


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_duel_is_played_to_the_reckoning_with_clicks_and_keys_alone(seed: int) -> None:
    player, fancy = HexPlayer(from_scenario("duel", str(seed))), Random(seed)
    for step in range(3000):
        _one_deed(player, fancy)
        player.wait(50) if step % 5 else player.wait(600)
        if player.state.outcome is not None:
            break
    assert player.state.outcome is not None
    while len(player.screen.layers) > 1:
        player.press("Esc")
    player.settle()
    player.left = None
    player.press("Space")
    assert isinstance(player.left, Push)
    assert isinstance(player.left.screen, ResultPage)
