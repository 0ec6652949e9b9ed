"""Several players of one side at one screen: a station, questions and an end of the step for each of them (AMB-148)."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.core.record import Seating
from tabletop.games.ships_of_the_line.commands import Done, Sail
from tabletop.games.ships_of_the_line.model import Player, Question, State
from tabletop.ui.boards.ships_of_the_line.panels.fleet_list import SEATS
from tabletop.ui.theme import Theme
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import problems
from tests.ui.tables import Watch, begun

PLAYERS = (
    Player("nelson", "british", "Nelson"),
    Player("villeneuve", "allied", "Villeneuve"),
    Player("gravina", "allied", "Gravina"),
)


def between(**fields: Any) -> State:
    """Two ships of each, of which two of Villeneuve's and one of Gravina's have a broadside on one of Nelson's."""
    return battle(
        ship("B1", 0, 0, 0, card_player="nelson"),
        ship("F1", -0.8, 0, 0, card_player="villeneuve"),
        ship("S1", 0.8, 0, 0, card_player="gravina"),
        ship("F2", -4, 3, 0, card_player="villeneuve"),
        ship("B2", -3.2, 3, 0, card_player="nelson"),
        ship("S2", 6, 4, 0, card_player="gravina"),
        **({"players": PLAYERS, "asked": "allied", "initiative": "allied", "phase": "combat"} | fields),
    )


@pytest.fixture(scope="module")
def rested() -> Watch:
    return Watch(begun(between()))


@pytest.fixture
def watch(rested: Watch) -> Iterator[Watch]:
    """At the table as the battle opens, with all three at one screen."""
    while rested.match.moves:
        rested.match.undo_by_agreement()
    rested.table.viewer.early_player, rested.table.viewer.last_selections = "", {}
    rested.table.show(rested.state)
    rested.table.viewer.choose(None)
    rested.screen.rebuild()
    yield rested


def told(watch: Watch) -> tuple[str, str]:
    """Who is named in the top bar and in the log."""
    return watch.table.build_caption().asked.split()[0], watch.screen.find("log").now.partition(":")[0]


def test_amb_148_next_ship_and_all_that_bear_lead_to_the_ships_of_who_is_asked(watch: Watch) -> None:
    assert told(watch) == ("Villeneuve", "Villeneuve")
    assert watch.table.station.actors() == ("F1", "F2")
    for key in ("F1", "F2", "F1"):
        watch.press("N")
        assert watch.table.viewer.selected == key
    watch.click("all")
    watch.click("ask.yes")
    assert [shot.attacker for shot in watch.state.shots] == ["F1", "F2"]
    assert told(watch) == ("Gravina", "Gravina")


def test_amb_148_the_station_is_made_anew_for_the_next_player_with_his_ships_and_what_he_has_done(
    watch: Watch,
) -> None:
    first = watch.table.station
    watch.click_ship("F1")
    watch.match.submit(Done(side="allied"))
    watch.screen.rebuild()
    assert told(watch) == ("Gravina", "Gravina")
    assert watch.table.station is not first
    assert (watch.table.viewer.selected, watch.table.station.actors()) == (None, ("S1",))
    assert watch.table.station.progress().words == "0 fired, 1 can fire"
    assert watch.table.phase_end_command() == Done(side="allied", by="gravina")


def test_amb_148_who_comes_back_finds_his_own_ship_chosen(watch: Watch) -> None:
    watch.click_ship("F2")
    watch.table.go_first("gravina")
    watch.click_ship("S1")
    watch.table.go_first("villeneuve")
    assert watch.table.viewer.selected == "F2"
    watch.table.go_first("gravina")
    assert watch.table.viewer.selected == "S1"


def test_amb_148_another_player_of_the_side_may_go_first_by_a_click_in_the_list_and_end_his_part(watch: Watch) -> None:
    rows = {one.id: one.aside for one in watch.screen.find(SEATS).entries}
    assert rows == {"villeneuve": "asked", "gravina": "waits"}
    tips = [one.tip.body for one in watch.screen.find("order.rows").entries if one.id in ("F1", "S1")]
    assert [tip.rpartition(", ")[2] for tip in tips] == ["under Villeneuve.", "under Gravina."]
    watch.click_at(watch.screen.find(SEATS).row_rect(1).center)
    assert told(watch) == ("Gravina", "Gravina")
    assert watch.table.station.actors() == ("S1",)
    watch.click_ship("S1")
    watch.press("Space")
    watch.press("E")
    assert [shot.attacker for shot in watch.state.shots] == ["S1"]
    assert watch.state.done == ("gravina",)
    assert told(watch) == ("Villeneuve", "Villeneuve")
    rows = {one.id: (one.aside, one.acted) for one in watch.screen.find(SEATS).entries}
    assert rows == {"villeneuve": ("asked", False), "gravina": ("done", True)}
    watch.click_at(watch.screen.find(SEATS).row_rect(1).center)
    assert "Gravina has finished this step." in watch.toast


def test_amb_148_who_is_asked_is_seen_and_chosen_where_the_order_of_battle_is_folded(watch: Watch) -> None:
    assert [one.id for one in watch.screen.layers[0].walk()].count(SEATS) == 1
    for chord in ("O", "O"):
        watch.press(chord)
        assert [one.id for one in watch.screen.layers[0].walk()].count(SEATS) == 1
    watch.screen.resize((1280, 720), Theme())
    assert not watch.screen.has("order.rows")
    watch.click_at(watch.screen.find(SEATS).row_rect(1).center)
    assert told(watch) == ("Gravina", "Gravina")
    watch.table.go_first("villeneuve")
    watch.screen.rebuild()
    watch.click_ship("F1")
    assert problems(watch.screen, lambda: () if watch.screen.has(SEATS) else ["nobody is asked"]) == []
    watch.screen.resize((1280, 720), Theme(200))
    assert watch.screen.find(SEATS).entries[0].aside == "asked"
    watch.screen.resize((1600, 900), Theme())


def test_amb_148_a_ship_is_marked_as_done_in_the_list_of_her_own_player_alone(watch: Watch) -> None:
    watch.click_ship("F1")
    watch.press("Space")
    assert [row.id for row in watch.screen.find("order.rows").entries if row.acted] == ["F1"]
    watch.table.go_first("gravina")
    watch.screen.rebuild()
    assert not any(row.acted for row in watch.screen.find("order.rows").entries)


def test_amb_148_a_ship_of_an_ally_is_not_steered_and_says_whom_she_obeys() -> None:
    watch = Watch(begun(between(phase="movement")))
    watch.click_ship("S2")
    assert watch.table.viewer.own is None
    watch.press("W")
    assert "commanded by Gravina" in watch.toast
    assert watch.table.station.progress().words == "0 of 2 ships moved"
    watch.click_ship("F2")
    watch.press("W", "Space")
    assert watch.match.moves and isinstance(watch.match.moves[-1].command, Sail)
    watch.press("H")
    assert watch.screen.has("ask.yes")
    watch.click("ask.yes")
    assert not (watch.state.ships["S1"].moved or watch.state.ships["S2"].moved)


def test_amb_148_a_question_about_a_ship_makes_the_station_of_her_player() -> None:
    question = Question(kind="grapple", side="allied", ship="B1", other="S1")
    watch = Watch(begun(between(phase="grapple", asked="british", question=question)))
    assert told(watch)[0] == "Gravina"
    assert watch.table.phase_end_command() is None


def test_amb_148_the_computer_orders_its_own_ships_alone_while_a_person_sits_beside_it() -> None:
    match = begun(between(phase="movement"))
    object.__setattr__(match, "header", replace(match.header, seating=Seating(("gravina",))))
    watch = Watch(match)
    assert (watch.screen.seats.persons, watch.screen.seats.sides) == (
        ("nelson", "villeneuve"), ("british", "allied"),
    )  # fmt: skip
    watch.click_at(watch.screen.find(SEATS).row_rect(1).center)
    assert "The computer plays Gravina." in watch.toast
    watch.click_ship("F1")
    watch.press("Space", "N", "Space")
    watch.match.submit(Done(side="allied", by="villeneuve"))
    watch.screen.rebuild()
    assert (watch.screen.seats.computer_to_move, watch.table.viewer.is_waiting) == ("gravina", True)
    assert watch.screen.find("log").now == "Gravina: the computer is thinking."
    watch.press("Space", "E")
    assert watch.state.asked == "allied"
    before = len(match.moves)
    for _ in range(60):
        if watch.state.asked == "allied" and watch.state.phase == "movement":
            watch.wait(400, 200)
    given = [match.game.seat_of_command(move.before, move.command) for move in match.moves[before:]]
    assert given
    assert set(given) == {"gravina"}
    assert watch.state.asked == "british" or watch.state.phase != "movement"


def test_c_3_amb_148_all_players_agree_before_what_dice_have_told_is_taken_back(watch: Watch) -> None:
    watch.click_ship("F1")
    watch.press("Space", "Ctrl+Z")
    for seat in ("nelson", "gravina"):
        watch.click(f"agree.{seat}")
    assert watch.state.shots
    watch.click("agree.villeneuve")
    assert not watch.match.moves


def words(watch: Watch) -> list[str]:
    runs = (getattr(one, "runs", ()) for one in watch.screen.layers[-1].walk())
    return [run.text for some in runs for run in some]


def test_amb_148_in_the_menu_each_player_may_give_up_and_his_ships_obey_another() -> None:
    watch = Watch(begun(between()))
    watch.press("F10")
    assert {"menu.concede.nelson", "menu.concede.villeneuve", "menu.concede.gravina"} <= set(watch.idents())
    watch.click("menu.concede.villeneuve")
    assert "takes over Villeneuve's ships" in " ".join(words(watch))
    watch.click("ask.yes")
    assert watch.table.build_caption().asked == "Gravina to fire"
    assert set(watch.table.station.actors()) == {"F1", "F2", "S1"}
    assert not watch.screen.has(SEATS)
    watch.press("F10")
    assert "menu.concede.villeneuve" not in watch.idents()
