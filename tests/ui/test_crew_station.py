"""The Crew Phase on the screen: orders with their keys and odds, questions to the other side, lines to friends."""

from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.commands import Board, Done, GrappleShip
from tabletop.games.ships_of_the_line.model import Grapple, Player, State
from tabletop.games.ships_of_the_line.ship import FallenMast
from tabletop.games.ships_of_the_line.survey import choices
from tabletop.ui.boards.ships_of_the_line import chips, order_words, overlay_layers
from tabletop.ui.boards.ships_of_the_line.modes import crew_panel
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, LegalTarget, RingedShip
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.marks import Chip as Box
from tabletop.ui.widgets.overlay import TIP_DELAY, tip_of
from tabletop.ui.widgets.scroll import Scroll
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import drawn, problems_now
from tests.ui.tables import Watch, begun


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def alongside(**fields: Any) -> State:
    """Victory with an enemy on each side, Neptune farther off."""
    return battle(
        ship("B1", 0, 0, 90, "I", card_name="Victory", card_captain="A"),
        ship("B2", 6, 6, 90, card_name="Mars", card_captain="B"),
        ship("F1", 0.1, 0.5, 85, card_name="Héros", card_captain="C"),
        ship("F2", 0.2, -0.55, 92, card_name="Neptune", card_captain="D"), **fields,
    )  # fmt: skip


def friends(**fields: Any) -> State:
    """Two friends whose hulls touch, and an enemy beyond the horizon."""
    return battle(
        ship("B1", 0, 0, 90, card_captain="A"), ship("B2", 0, 0.2, 90, card_captain="B"),
        ship("F1", 30, 30, 90, card_captain="C"), phase="grapple", **fields,
    )  # fmt: skip


def dismasted(*places: tuple[float, float]) -> State:
    """A ship with rigging to clear at each place, and an enemy beyond the horizon."""
    marks: dict[str, Any] = {"fallen": (FallenMast("fore", "port"),), "masts": ("main", "mizzen")}
    ships = [ship(f"B{n}", x, y, 90, card_captain=f"A{n}", **marks) for n, (x, y) in enumerate(places, 1)]
    return battle(*ships, ship("F1", 30, 30, 90, card_captain="C"), phase="unrig")


def overlays(watch: Watch, kind: type) -> list[Any]:
    return [one for one in watch.table.surface.overlays if isinstance(one, kind)]  # type: ignore[attr-defined]


def commands(watch: Watch) -> list[str]:
    return [type(move.command).__name__ for move in watch.match.moves]


def test_number_keys_give_the_first_orders() -> None:
    watch = Watch(begun(alongside(phase="grapple")))
    watch.press("2")
    assert watch.match.moves[-1].command == GrappleShip(side="british", ship="B1", target="F2")
    watch.press("9")
    assert len(watch.match.moves) == 1


def test_the_orders_of_the_selected_ship_come_first() -> None:
    watch = Watch(begun(dismasted((0, 0), (5, 0))))
    assert [key for key, _ in watch.table.station._commands] == ["B1", "B2"]  # type: ignore[attr-defined]
    watch.click("crew.ship.B2")
    assert watch.table.viewer.selected == "B2"
    assert [key for key, _ in watch.table.station._commands] == ["B2", "B1"]  # type: ignore[attr-defined]
    watch.press("1")
    assert watch.match.moves[-1].command.ship == "B2"


def test_an_order_that_is_pointed_at_is_shown_on_the_sea() -> None:
    watch = Watch(begun(alongside(phase="grapple")))
    assert overlays(watch, LegalTarget) == []
    watch.point(watch.screen.find("crew.1").rect.center)
    watch.wait(50)
    assert [one.ship for one in overlays(watch, LegalTarget)] == ["F2"]
    assert [one.ship for one in overlays(watch, RingedShip)] == ["B1"]
    (chip,) = overlays(watch, Chip)
    assert chip.title == "Victory: grapple Neptune"
    watch.point((watch.screen.size[0] // 2, watch.screen.size[1] - 200))
    watch.wait(50)
    assert overlays(watch, LegalTarget) == []


def test_an_order_that_has_the_focus_is_shown_on_the_sea() -> None:
    watch = Watch(begun(alongside(phase="grapple")))
    watch.screen.give_focus(watch.screen.find("crew.0"))
    watch.wait(50)
    assert [one.ship for one in overlays(watch, LegalTarget)] == ["F1"]
    watch.press("Enter")
    assert commands(watch) == ["GrappleShip"]


def test_sotl_4_3_c_the_other_side_is_asked_and_may_accept() -> None:
    watch = Watch(begun(alongside(phase="grapple")))
    assert "primary" in watch.table.key_hints()
    watch.press("1")
    assert watch.table.build_caption().asked == "French to answer"
    assert watch.table.primary_action() is None
    assert "primary" not in watch.table.key_hints()
    assert watch.table.phase_end_command() is None
    watch.press("1")
    assert commands(watch)[:2] == ["GrappleShip", "Answer"]
    assert watch.state.grapples[0].agreed


def test_amb_148_of_several_players_of_a_side_the_one_who_is_asked_is_named() -> None:
    seats = (("a", "british", "Nelson"), ("b", "allied", "Villeneuve"), ("c", "allied", "Gravina"))
    state = alongside(phase="grapple", players=tuple(Player(*seat) for seat in seats))
    owners = {"B1": "a", "B2": "a", "F1": "b", "F2": "c"}
    cards = {key: replace(card, player=owners[key]) for key, card in state.cards.items()}
    watch = Watch(begun(replace(state, cards=cards)))
    assert watch.table.build_caption().asked.startswith("Nelson to")
    watch.press("2")
    assert watch.table.build_caption().asked == "Gravina to answer"
    assert watch.screen._bar_text.format_prompt().startswith("Gravina: ")  # type: ignore[attr-defined]


def test_sotl_6_e_the_other_side_may_resist_and_the_odds_are_told() -> None:
    watch = Watch(begun(alongside(phase="grapple")))
    watch.press("1")
    assert "hold with" in watch.screen.find("crew.1").note  # type: ignore[attr-defined]
    watch.press("2")
    assert watch.match.moves[1].command.accept is False
    assert any(type(event).__name__ == "TaskRolled" for event in watch.match.moves[1].events)


def test_a_step_in_which_nothing_is_left_to_order_goes_by() -> None:
    watch = Watch(begun(dismasted((0, 0), (9, 9))))
    watch.press("1")
    assert watch.state.phase == "unrig"
    watch.press("1")
    assert commands(watch) == ["ClearRigging", "ClearRigging", "Done"]
    assert watch.state.phase != "unrig"
    watch.press("Ctrl+Z")
    assert watch.state.phase == "unrig"
    assert "nothing" not in watch.toast


def test_the_chances_of_boarding_add_up_and_name_what_is_bad() -> None:
    state = alongside(phase="board", grapples=(Grapple("B1", "F1", 1),))
    order = Board(side="british", ship="B1", target="F1")
    told = order_words.list_boarding_ends(state, order)
    assert sum(chance for chance, *_ in told) == 1
    assert [bad for _, words, bad, _ in told if words == "thrown back"] == [True]
    watch = Watch(begun(state))
    watch.press("1")
    assert commands(watch)[0] == "Board"


def test_the_tooltip_of_an_order_leaves_its_odds_uncovered() -> None:
    watch = Watch(begun(alongside(phase="board", grapples=(Grapple("B1", "F1", 1),))))
    odds = [one.rect for one in watch.screen.find("crew").walk() if isinstance(one, crew_panel.ChanceBar)]
    watch.point(watch.screen.find("crew.0").rect.center)
    watch.wait(TIP_DELAY + 100)
    assert odds
    assert watch.screen.tooltip is not None
    assert watch.screen.tooltip.rect.collidelist(odds) == -1


def test_the_chip_on_the_sea_repeats_no_odds_of_the_sheet() -> None:
    watch = Watch(begun(alongside(phase="board", grapples=(Grapple("B1", "F1", 1),))))
    watch.point(watch.screen.find("crew.0").rect.center)
    watch.wait(50)
    assert [(chip.title, chip.lines) for chip in overlays(watch, Chip)] == [("Victory: board Héros", ())]


@pytest.mark.parametrize("scale", [100, 200])
def test_row_25_long_names_stand_whole_in_the_sheet(scale: int) -> None:
    long = "Nuestra Señora de la Santísima Trinidad"
    ships = (
        ship("B1", 0, 0, 90, "I", card_name=long, fatigue=2, fires=2),
        ship("F1", 0.1, 0.5, 85, card_name=long.replace("Trinidad", "Soledad")),
    )
    watch = Watch(begun(battle(*ships, phase="grapple")))
    watch.screen.resize((1280 * scale // 100, 720 * scale // 100), Theme(scale))
    assert problems_now(watch.screen) == []
    assert drawn(watch.screen, "…") == []


def test_a_long_list_scrolls() -> None:
    watch = Watch(begun(dismasted(*((3.0 * n, 0) for n in range(14)))))
    scroll: Any = next(one for one in watch.screen.find("crew").walk() if isinstance(one, Scroll))
    assert scroll.overflowing
    watch.click("crew.13")
    assert watch.match.moves[-1].command.ship == "B14"


# --- lines to friends


def test_sotl_6_b_a_step_with_lines_to_friends_alone_goes_by() -> None:
    assert choices.build_done_if_friends_only(friends(asked="british")) is not None
    watch = Watch(begun(_reloading()))
    watch.press("E")
    assert commands(watch) == ["Done", "Done"]
    assert watch.state.phase != "grapple"
    assert "A step was skipped Only lines to friends were possible" in watch.toast


def _reloading() -> State:
    """The step before, with one broadside that could be reloaded."""
    return battle(
        ship("B1", 0, 0, 90, card_captain="A", loaded=(), fired=("port", "starboard")),
        ship("B2", 0, 0.2, 90, card_captain="B"), ship("F1", 30, 30, 90, card_captain="C"), phase="reload",
    )  # fmt: skip


def test_undo_leads_back_to_the_step_where_the_passing_over_can_be_switched_off() -> None:
    watch = Watch(begun(_reloading()))
    watch.press("E", "Ctrl+Z")
    assert watch.state.phase == "grapple"
    watch.click("crew.pass")
    assert watch.table.viewer.skips_friend_lines is False
    watch.press("Ctrl+Z", "E")
    assert watch.state.phase == "grapple"
    assert commands(watch) == ["Done"]
    watch.press("1")
    assert commands(watch)[-1] == "GrappleShip"


def test_the_words_about_passing_over_are_said_once() -> None:
    watch = Watch(begun(_reloading()))
    watch.press("E", "Ctrl+Z", "Ctrl+Z")
    watch.screen.hush()
    watch.press("E")
    assert commands(watch) == ["Done", "Done"]
    assert watch.toast == ""


def test_a_step_with_an_enemy_alongside_does_not_go_by() -> None:
    assert choices.build_done_if_friends_only(alongside(phase="grapple")) is None


def test_amb_137_a_beaten_friend_is_not_passed_over() -> None:
    state = battle(
        ship("B1", 0, 0, 90, card_captain="A"), ship("B2", 0, 0.2, 90, card_captain="B", status="struck"),
        ship("F1", 30, 30, 90, card_captain="C"), phase="grapple",
    )  # fmt: skip
    assert choices.build_done_if_friends_only(state) is None


@pytest.mark.parametrize("marks", [{"masts": ()}, {"rudder_lost": True}])
def test_sotl_5_6_a_friend_who_needs_a_tow_is_not_passed_over(marks: dict[str, Any]) -> None:
    state = battle(
        ship("B1", 0, 0, 90, card_captain="A"), ship("B2", 0, 0.2, 90, card_captain="B", **marks),
        ship("F1", 30, 30, 90, card_captain="C"), phase="grapple",
    )  # fmt: skip
    assert choices.build_done_if_friends_only(state) is None


def test_the_brass_button_goes_on() -> None:
    watch = Watch(begun(alongside(phase="grapple")))
    watch.press("Space")
    assert watch.match.moves[0].command == Done(side="british")


def test_the_sheet_hides_neither_the_ship_nor_the_one_alongside() -> None:
    watch = Watch(begun(alongside(phase="grapple")), (1280, 720))
    watch.click_ship("B1")
    for key in ("1", "Ctrl+Z"):
        _push_under_the_sheet(watch, "F1")
        watch.press(key)
        watch.wait(1500)
        for one in ("B1", "F1"):
            assert _clear(watch, one), (key, one)


def test_the_sheet_does_not_hide_the_ship_whose_orders_it_lists_first() -> None:
    watch = Watch(begun(alongside(phase="grapple")), (1280, 720))
    watch.wait(600)
    _push_under_the_sheet(watch, "B1")
    watch.press("1", "Ctrl+Z")
    watch.wait(1500)
    assert watch.table.viewer.selected is None
    assert _clear(watch, "B1")


def test_what_is_told_of_an_order_under_the_pointer_is_not_what_stands_on_it() -> None:
    for phase, grapples in (("grapple", ()), ("board", (Grapple("B1", "F1", 1),))):
        watch = Watch(begun(alongside(phase=phase, grapples=grapples)))
        order = watch.screen.find("crew.0")
        tip = tip_of(order)
        assert tip is not None
        assert tip.body
        assert tip.body not in (order.text, order.note)
        assert tip.title != order.text


def test_the_odds_of_boarding_are_no_boxes_that_look_as_if_they_could_be_chosen() -> None:
    watch = Watch(begun(alongside(phase="board", grapples=(Grapple("B1", "F1", 1),))))
    parts = list(watch.screen.find("crew").walk())
    assert not any(isinstance(one, Box) for one in parts)
    odds = [one for one in parts if isinstance(one, crew_panel.ChanceBar)]
    assert [one.words for one in odds] == ["captured", "both fight on", "no effect", "thrown back"]
    assert sum(one.chance for one in odds) == 1


def _push_under_the_sheet(watch: Watch, key: str) -> None:
    sea: Any = watch.table.surface
    sea.view.pan(sea.view.insets[0] - watch.where(key)[0] - 40, 0)
    assert not _clear(watch, key)


def _clear(watch: Watch, key: str) -> bool:
    sea: Any = watch.table.surface
    return bool(sea.view.insets[0] < watch.where(key)[0] < sea.rect.w - sea.view.insets[2])


def test_the_question_on_the_sea_is_clear_of_the_gauges(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[chips.PlacedChip] = []
    chip = overlay_layers.WORDED[Chip]
    monkeypatch.setitem(overlay_layers.WORDED, Chip, lambda *given: written.append(chip(*given)) or written[-1])
    watch = Watch(begun(alongside(phase="grapple")), (1280, 720))
    watch.click_ship("B1")
    watch.press("1")
    watch.wait(1500)
    sea: Any = watch.table.surface
    zoom = watch.screen.find("zoom.in").rect
    for aside in range(40, 200, 40):
        sea.view.pan(zoom.x - aside - watch.where("B1")[0], zoom.y - watch.where("B1")[1])
        watch.wait(600)
        place = written[-1].place.move(-sea._canvas.margin, -sea._canvas.margin)
        assert place.collidelist([pygame.Rect(gauge) for gauge in sea.view.gauges]) < 0, aside
