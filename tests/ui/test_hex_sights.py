"""What a player can find out on the hex map at any time: how far, what bears where, and why not."""

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory.survey import reach
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.boards.decks_of_glory.overlays import Overlay
from tabletop.ui.boards.decks_of_glory.panels import desk
from tabletop.ui.input import Input
from tabletop.ui.widgets.layout import Column, Sized, Spacer
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.scroll import Scroll
from tests.decks_of_glory.kit import battle, gunfire, ship
from tests.ui.fitting import cut
from tests.ui.hexes import HexPlayer, begun


@pytest.mark.parametrize("facing", range(6))
def test_dog_12_no_move_takes_fewer_actions_than_a_refusal_says_it_takes_at_least(facing: int) -> None:
    state = battle(ship("B1", (0, 0), facing), wind=facing)
    for one in reach.find_reach(state, "B1"):
        assert reach.count_least_actions((0, 0), facing, one.at) <= one.cost


@pytest.mark.parametrize(("place", "least"), [((0, -3), 3), ((0, 1), 4), ((2, -1), 4), ((-1, -1), 3)])
def test_dog_12_a_hex_out_of_reach_is_refused_with_the_actions_that_it_takes(place: Hex, least: int) -> None:
    found = reach.find_move_to(battle(ship("B1", (0, 0), 0)), "B1", place)
    assert isinstance(found, Refused)
    assert found.by == f"at least {least} actions, she has 2"


# --- whose guns bear

NEAR = (ship("B1", (0, 0), 1), ship("B2", (0, 3), 1), ship("F1", (2, 0), 1), ship("F2", (-3, 1), 2))


def shown(player: HexPlayer) -> Overlay:
    overlay: Overlay = player.table.map.laid
    return overlay


def point(player: HexPlayer, key: str) -> None:
    player.screen.handle(Input("moved", player.ship(key)))


@pytest.mark.parametrize(("chosen", "first"), [("B1", "B1"), ("", "F1")])
def test_dog_3_one_key_goes_from_a_ship_to_her_side_and_to_nothing(chosen: str, first: str) -> None:
    player = HexPlayer(begun(battle(*NEAR)))
    if chosen:
        player.choose(chosen)
    point(player, "F1")
    told = []
    for _ in range(3):
        player.press("B")
        told.append(shown(player).about)
    assert told == [f"Fields of fire of {first}", "Under the guns of the British", ""]


def test_the_fields_of_a_side_are_tinted_without_words_and_esc_takes_them_away() -> None:
    player = HexPlayer(begun(battle(*NEAR)))
    player.choose("B1")
    player.press("B", "B")
    assert shown(player).tints
    assert not any(tint.label or tint.sub for tint in shown(player).tints)
    player.press("Esc")
    assert shown(player).about == ""
    assert player.table.viewer.selected == "B1"


@pytest.mark.parametrize("made", [battle, gunfire])
def test_dog_17_an_entangled_ship_has_no_field_and_it_is_said_why(made: Any) -> None:
    together = ship("B1", (0, 0)), ship("F1", (0, 0), place=1, since=1), ship("F2", (1, 0)), ship("B2", (1, 4))
    player = HexPlayer(begun(made(*together)))
    player.choose("B1")
    if made is battle:
        player.press("B")
    assert shown(player).tints == ()
    assert "B1: entangled ships do not fire" in [chip.words for chip in shown(player).chips]


def test_dog_3_with_no_ship_chosen_or_pointed_at_the_key_shows_the_side_at_once() -> None:
    player = HexPlayer(begun(battle(*NEAR)))
    player.press("B")
    assert shown(player).about == "Under the guns of the British"
    assert shown(player).tints
    player.press("B")
    assert not shown(player).tints


def test_dog_17_while_broadsides_are_declared_the_key_shows_what_is_not_shown_anyway() -> None:
    player = HexPlayer(begun(gunfire(*NEAR)))
    player.choose("B1")
    before = shown(player)
    player.press("B")
    assert shown(player).tints != before.tints


def test_where_no_broadside_bears_it_is_said_so() -> None:
    together = ship("B1", (0, 0)), ship("F1", (0, 0), place=1, since=1)
    player = HexPlayer(begun(battle(*together)))
    player.press("B")
    assert "DOG-3" in player.toast and "British" in player.toast
    player.press("T")
    assert "DOG-17" in player.toast and "Combined Fleet" in player.toast


def test_threats_are_drawn_from_each_enemy_that_bears_on_the_ship_that_is_looked_at() -> None:
    player = HexPlayer(begun(battle(*NEAR)))
    player.choose("B1")
    player.press("T")
    assert shown(player).about == "Under the guns of the Combined Fleet"
    assert [(line.ship, line.kind, line.end) for line in shown(player).lines] == [("F1", "threat", (0, 0))]
    assert [chip.words for chip in shown(player).chips] == ["F1: range 2, −1 hit"]
    player.press("Esc")
    assert not shown(player).lines
    assert player.table.viewer.selected == "B1"


def test_while_a_ship_is_planned_elsewhere_the_threats_are_those_that_she_would_meet() -> None:
    player = HexPlayer(begun(battle(*NEAR)))
    player.choose("B1")
    player.press("T", "W", "W")
    assert [(line.ship, line.end) for line in shown(player).lines if line.kind == "threat"] == [("F1", (2, -2))]


# --- the ruler


def press_key(player: HexPlayer, kind: str, *, shift: bool = False) -> None:
    player.screen.handle(Input(kind, player.screen._pointer, key="R", shift=shift))  # type: ignore[arg-type]


def go(player: HexPlayer, place: Hex) -> None:
    player.screen.handle(Input("moved", player.hex(place)))


def said(player: HexPlayer) -> list[list[str]]:
    return [chip.words.split("\n") for chip in shown(player).chips]


@pytest.fixture
def calm() -> HexPlayer:
    player = HexPlayer(begun(battle(*NEAR)))
    player.table.map.view.zoom(-3)
    player.settle()
    return player


def test_the_ruler_tells_hexes_and_bearing_and_what_fire_would_be_at_that_range(calm: HexPlayer) -> None:
    go(calm, (0, -2))
    press_key(calm, "key")
    go(calm, (2, -4))
    assert shown(calm).rulers == (((0, -2), (2, -4)),)
    assert said(calm) == [["2 hexes, bearing NE", "Fire at that range: −1 hit"]]
    go(calm, (2, -3))
    assert said(calm) == [["2 hexes, between NE and SE", "Fire at that range: −1 hit"]]
    go(calm, (0, 2))
    assert said(calm) == [["4 hexes, bearing S", "Beyond gunshot (DOG-3)"]]
    press_key(calm, "key_up")
    assert not shown(calm).rulers and not shown(calm).chips


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        ((0, 0), (2, 0), "B1: starboard broadside, 1 card, −1 hit"),
        ((0, 0), (2, -2), "B1: neither of her broadsides bears (DOG-3)"),
        ((0, 0), (4, 0), "B1: beyond gunshot, 4 hexes away, the guns reach 3 (DOG-3)"),
    ],
)
def test_dog_3_dog_18_from_a_ship_it_tells_what_she_could_fire(
    calm: HexPlayer, start: Hex, end: Hex, words: str
) -> None:
    go(calm, start)
    press_key(calm, "key")
    go(calm, end)
    assert said(calm)[0][-1] == words


def test_dog_5_dog_17_it_tells_of_rakes_and_of_ships_that_do_not_fire() -> None:
    ships = ship("B1", (0, 0), 0), ship("F1", (1, 0), 2), ship("B2", (4, 0)), ship("F2", (4, 0), place=1, since=1)
    player = HexPlayer(begun(battle(*ships)))
    go(player, (0, 0))
    press_key(player, "key")
    go(player, (1, 0))
    assert said(player)[0][-1] == "B1: starboard broadside, stern rake, 2 cards, no change to the hits"
    press_key(player, "key_up")
    go(player, (4, 0))
    press_key(player, "key")
    go(player, (3, 0))
    assert said(player)[0][-1] == "B2: entangled ships do not fire (DOG-17)"


def test_a_drag_with_the_right_button_measures_and_the_ruler_stays_with_shift(calm: HexPlayer) -> None:
    held = frozenset({"right"})
    start, end = calm.hex((0, -2)), calm.hex((3, -5))
    calm.screen.handle(Input("moved", start))
    calm.screen.handle(Input("pressed", start, "right", held))  # type: ignore[arg-type]
    calm.screen.handle(Input("moved", calm.hex((2, -4)), buttons=held))  # type: ignore[arg-type]
    calm.screen.handle(Input("moved", end, buttons=held))  # type: ignore[arg-type]
    assert said(calm)[0][0] == "3 hexes, bearing NE"
    calm.screen.handle(Input("released", end, "right", shift=True))
    go(calm, (0, 4))
    assert shown(calm).rulers == (((0, -2), (3, -5)),)
    calm.press("Esc")
    assert not shown(calm).rulers


def test_a_click_adds_a_corner_and_all_of_the_chain_is_told(calm: HexPlayer) -> None:
    go(calm, (0, -2))
    press_key(calm, "key")
    calm.click_at(calm.hex((0, -4)))
    go(calm, (2, -4))
    assert shown(calm).rulers == (((0, -2), (0, -4), (2, -4)),)
    assert said(calm)[0][:2] == ["2 hexes, bearing SE", "4 hexes in all"]
    assert calm.table.key_hints()[0] == "corner"


def test_a_ruler_ends_and_begins_on_ships_as_well_as_between_them(calm: HexPlayer) -> None:
    point(calm, "B1")
    press_key(calm, "key")
    point(calm, "F1")
    assert shown(calm).rulers == (((0, 0), (2, 0)),)
    assert calm.table.viewer.hovered == "F1"


def test_off_the_map_it_is_said_where_measuring_begins(calm: HexPlayer) -> None:
    calm.screen.handle(Input("moved", calm.screen.find("bottom").rect.center))
    press_key(calm, "key")
    assert "DOG-1" in calm.toast


def test_who_comes_to_the_screen_finds_no_ruler_of_another(calm: HexPlayer) -> None:
    calm.table.viewer.rulers = (((0, 0), (2, 0)),)
    calm.table.set_viewer("allied")
    calm.table.refresh()
    assert not shown(calm).rulers


@pytest.mark.parametrize("scale", [75, 100, 200])
def test_row_25_a_long_name_is_written_smaller_on_her_card_before_it_is_cut(scale: int) -> None:
    named = replace(battle(ship("B1", (0, 0))).fleet["B1"], name="Nuestra Señora de la Santísima Trinidad")
    state = battle(ship("B1", (0, 0)))
    card = Column([*desk.parts(replace(state, fleet={**state.fleet, "B1": named}), "B1"), Sized(Spacer(), 9, 400)])
    assert cut(Panel(Scroll(card)), scale) == []
