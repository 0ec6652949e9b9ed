"""The page of a new game: who sits at which seat, which ships obey him, and the rules with their place in the book."""

from typing import Any

import pytest

from tabletop.core.game import games_by_id
from tabletop.core.record import ComputerPlayer, Seating
from tabletop.rulebook.book import find_section, load_books
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.new_game import NewGamePage
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.screens.rulebook.page import RulebookPage
from tabletop.ui.screens.seating import with_remembered
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Text
from tests.ui.fitting import problems

SCENARIO = "collingwood_at_the_rear"
"""Five British ships, which belong to no division, and six of the Combined Fleet."""


def opened(scenario: str = SCENARIO, game: str = "ships_of_the_line") -> Any:
    page = NewGamePage(local_backend.build_backend(), game)
    page.resize((1280, 720), Theme())
    page.selected = next(number for number, one in enumerate(page.scenarios) if one.id == scenario)
    page._restore_options()
    page.rebuild()
    return page


def choose(page: Any, ident: str, value: str) -> None:
    """Click on a part of a picker."""
    picker = page.find(ident)
    assert isinstance(picker, Segments)
    page._reveal(picker)
    at = picker._part([one for one, _ in picker.options].index(value)).center
    page.hear(picker.handle(_pressed(at), page.theme))


def _pressed(at: tuple[int, int]) -> Any:
    from tabletop.ui.input import Input

    return Input("pressed", at, "left")


def words(page: Any) -> list[str]:
    return ["".join(run.text for run in one.runs) for one in page.layers[0].walk() if isinstance(one, Text)]


def two_british() -> Any:
    """Two British players, of whom the computer is one, before anything is dealt."""
    page = opened()
    choose(page, "option.british_players", "2")
    choose(page, "seat.british_2", "captain")
    return page


@pytest.fixture(scope="module")
def shared() -> Any:
    """The same for tests that change nothing in it."""
    return two_british()


def test_amb_148_at_each_seat_of_a_side_sits_a_person_or_the_computer(shared: Any) -> None:
    assert "Royal Sovereign, Mars and Belleisle" in words(shared)
    assert shared.seating.computer == ("british_2",)
    assert "The computer plays Charles Tyler. It plays well and considers your reply." in " ".join(words(shared))
    table = shared.click("begin").screen
    assert table.seats.persons == ("british_1", "allied")
    assert table.seats.computers == ("british_2",)
    assert [one.id for one in table.match.game.seats(table.match.state)] == ["british_1", "british_2", "allied"]
    assert ("Charles Tyler", "the computer, Captain") in local_backend.list_saved()[0].seats
    table.leave()


def test_amb_148_ships_are_dealt_one_by_one_in_a_dialog_and_nobody_is_left_without() -> None:
    page = two_british()
    page.click("deal.british")
    for key in ("B14", "B15"):
        choose(page, f"deal.piece.{key}", "british_2")
    assert page.find("deal.piece.B15").chosen == "british_2"
    choose(page, "deal.piece.B13", "british_2")
    assert page.toast.title == "Cuthbert Collingwood would have no ship left."
    assert page.find("deal.piece.B13").chosen == "british_1"
    page.press("Esc")  # the message
    page.press("Esc")
    assert "Mars, Belleisle, Tonnant and Bellerophon" in words(page)
    table = page.click("begin").screen
    assert [table.match.state.cards[key].player for key in ("B13", "B14")] == ["british_1", "british_2"]
    table.leave()


def test_seats_and_what_was_dealt_are_remembered_for_their_scenario_alone() -> None:
    page = two_british()
    page.click("deal.british")
    for key in ("B14", "B15"):
        choose(page, f"deal.piece.{key}", "british_2")
    page.press("Esc")
    page.click("begin").screen.leave()
    again = opened()
    assert again.options == {"british_players": "2", "british_ships": "B13/B14 B15 B16 B17"}
    assert again.seating.computer == ("british_2",)
    assert opened("duel_of_two_74s").seating.computer == ()
    choose(again, "option.british_players", "3")
    assert again.options == {"british_players": "3"}
    choose(again, "option.british_players", "1")
    assert again.seating.computer == ()


def test_a_group_is_dealt_at_once_and_the_computer_keeps_a_side_that_it_played() -> None:
    page = opened("dumanoirs_choice")
    choose(page, "seat.allied", "captain")
    choose(page, "option.allied_players", "2")
    assert page.seating.computer == ("allied_1", "allied_2")
    page.click("deal.allied")
    dealt = [one for one in page._list_assignable()[0] if one.side == "allied"]
    spare = next(one.piece for one in dealt if one.seat == "allied_2")
    choose(page, "deal.group.0", "allied_1")
    assert page.toast.title.endswith("would have no ship left.")
    assert (page.find(f"deal.piece.{spare}").chosen, page.find("deal.group.0").chosen) == ("allied_2", "")


def test_who_sits_at_a_seat_is_chosen_first_and_how_well_the_computer_plays_after_that() -> None:
    page = opened("standard", "ship_duel")
    choose(page, "seat.starboard", "captain")
    assert [name for name, _ in page.find("level.starboard").options] == ["midshipman", "captain", "admiral"]
    choose(page, "level.starboard", "admiral")
    assert page.seating.players["starboard"].player == "admiral"
    assert "hundreds of possible duels" in " ".join(words(page))
    choose(page, "seat.starboard", "person")
    assert not any(one.id.startswith("level.") for one in page.layers[0].walk())


def test_the_temper_is_chosen_where_it_matters_kept_and_told_in_words() -> None:
    page = opened()
    choose(page, "seat.allied", "captain")
    choose(page, "temper.allied", "bold")
    choose(page, "level.allied", "admiral")
    assert page.seating.players["allied"] == ComputerPlayer("admiral", temper="bold")
    page.click("begin").screen.leave()
    local_backend.RECORD_LOCK.release()
    assert ("Combined Fleet", "the computer, Admiral, bold") in local_backend.list_saved()[0].seats
    again = opened()
    assert again.find("temper.allied").chosen == "bold"
    choose(again, "seat.allied", "person")
    assert not again.has("temper.allied")
    duel = opened("standard", "ship_duel")
    choose(duel, "seat.starboard", "captain")
    assert not duel.has("temper.starboard")
    hexes = with_remembered("decks_of_glory", Seating(), {"british": "midshipman:bold", "allied": "captain:rash"})
    assert {one.temper for one in hexes.players.values()} == {"steady"}


def test_a_click_on_the_identifier_of_a_rule_and_f1_open_the_rulebook_there(shared: Any) -> None:
    link = next(one for one in shared.layers[0].walk() if isinstance(one, LinkedText) and one.rule.startswith("SOTL-9"))
    shared._reveal(link)
    (rect, _) = next(link._link_rects(shared.theme))
    page = shared.hear(link.handle(_pressed(rect.center), shared.theme)).screen
    assert isinstance(page, RulebookPage)
    section = find_section(link.rule, "ships_of_the_line")
    assert page.reader.section == section
    shared.give_focus(shared.find("option.leaders"))
    assert shared.press("F1").screen.reader.section == section


@pytest.mark.registry
def test_every_switch_leads_to_its_rule_in_the_book() -> None:
    backend = local_backend.build_backend()
    for game in set(games_by_id()) & set(load_books()):
        for scenario in backend.list_scenarios(game)[:2]:
            lost = [one.rule for one in backend.list_switches(game, scenario) if find_section(one.rule, game) is None]
            assert lost == [], game


def test_seats_and_the_deal_fit_every_window(shared: Any) -> None:
    assert problems(shared) == []
    shared.click("deal.british")
    assert problems(shared) == []
    shared.close()
