"""C-9: at the table, something is put right on a sheet: chosen, proposed, agreed to by all who play, told."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import ComputerPlayer, Seating
from tabletop.games.ships_of_the_line import positions
from tabletop.players import casual
from tabletop.ui.boards import game_plugins
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tests.ui.fitting import problems


@pytest.fixture(params=["ships_of_the_line", "decks_of_glory"])
def screen(request: Any) -> Any:
    return at_table(request.param, Seating())


def at_table(game: str, seating: Seating) -> Any:
    source = {"ships_of_the_line": "duel_of_two_74s", "decks_of_glory": "duel"}[game]
    path = resources.find_scenario(game, source)
    match = Match.new(MatchSetup(find_game(game), path.read_text(encoding="utf-8"), path.name, "4", seating=seating))
    return seen(match)


def seen(match: Match) -> Any:
    board = game_plugins.create_table(match.game.meta.id, match.view(""))
    screen = TableScreen(match, board, to_title=lambda _: Quit(), to_reckoning=show_result)
    screen.resize((1280, 720), Theme())
    return screen


def turned(screen: Any) -> None:
    """The sheet is open, and the heading of the first ship is one step farther."""
    screen.press("Esc")
    screen.click("menu.correct")
    name = "heading" if screen.has("correct.heading") else "facing"
    screen.click(f"correct.{name}.1")


def lies(screen: Any) -> list[Any]:
    return list(screen.match.state.ships.values())


def test_c_9_what_all_agree_to_is_put_right_and_told(screen: Any) -> None:
    before = lies(screen)
    turned(screen)
    assert screen.find("correct.propose").enabled and not problems(screen)
    screen.click("correct.propose")
    screen.click("agree.british")
    assert lies(screen) == before
    screen.click("agree.allied")
    assert [one != other for one, other in zip(lies(screen), before, strict=True)].count(True) == 1
    assert screen.match.moves[-1].command.agreed == ("british", "allied")
    screen.press("Ctrl+Z")
    assert screen.has("agreement")


def test_c_9_as_long_as_one_has_not_agreed_nothing_changes(screen: Any) -> None:
    turned(screen)
    screen.click("correct.propose")
    screen.click("agree.british")
    for key in ("Enter", "Space", "Ctrl+Z", "Esc", "Space"):
        if screen.has("agreement"):
            screen.press(key)
    assert not any(getattr(move.command, "agreed", ()) for move in screen.match.moves)


def test_where_nothing_differs_or_the_rules_refuse_it_cannot_be_proposed_and_it_is_said_why(screen: Any) -> None:
    screen.press("Esc")
    screen.click("menu.correct")
    assert not screen.find("correct.propose").enabled
    for name, step, times in across(screen):
        for _ in range(times):
            screen.click(f"correct.{name}.{step}")
    assert not screen.find("correct.propose").enabled
    assert "lie" in screen.find("correct.refused").runs[0].text
    screen.press("Esc")
    assert not screen.match.moves


def across(screen: Any) -> Iterator[tuple[str, str, int]]:
    """The steps that bring the first ship over the second."""
    state, keys = screen.match.state, list(screen.match.state.ships)
    if screen.has("correct.north"):
        names, places = ("east", "north"), [positions.hull_center(state, key) for key in keys]
        away = (places[1].x - places[0].x, places[1].y - places[0].y)
    else:
        (q, r), (p, s) = (state.ships[key].at for key in keys)
        names, away = ("q", "r"), (p - q, s - r)
    for name, far in zip(names, away, strict=True):
        step = 1 if far > 0 else -1
        yield name, f"{step}", abs(int(far))
        if far != int(far):
            yield name, f"{step / 10:g}", round(10 * abs(far - int(far)))


def test_pieces_are_stepped_through_and_each_begins_as_it_is(screen: Any) -> None:
    screen.press("Esc")
    screen.click("menu.correct")
    first = screen.find("correct.piece").text
    screen.click("correct.strength.-1" if screen.has("correct.strength.-1") else "correct.hull.-1")
    screen.click("correct.piece.1")
    assert screen.find("correct.piece").text != first and not screen.find("correct.propose").enabled


def proposed(screen: Any, *steps: str, piece: int = 0) -> str:
    """What the message says to such steps, of the first piece or one behind it."""
    screen.press("Esc")
    screen.click("menu.correct")
    for _ in range(piece):
        screen.click("correct.piece.1")
    for step in steps:
        screen.click(f"correct.{step}")
    screen.click("correct.propose")
    assert not screen.has("agreement")
    told, screen.toast = screen.toast, None
    return f"{told.title} {told.body}" if told else ""


@pytest.fixture
def alone() -> Iterator[Any]:
    """The British against the computer."""
    screen = at_table("ships_of_the_line", Seating(("allied",), players={"allied": ComputerPlayer("casual", "1")}))
    yield screen
    screen.leave()


def test_c_9_the_computer_agrees_to_what_costs_it_nothing_and_says_why_in_the_log(alone: Any) -> None:
    alone.press("Esc")
    alone.click("menu.correct")
    assert "The computer agrees if it loses nothing" in " ".join(
        run.text for one in alone.layers[-1].walk() for run in getattr(one, "runs", ())
    )
    alone.press("Esc")
    assert proposed(alone, "heading.1", "hull.-1") == ""
    assert alone.match.moves[-1].command.agreed == ("british", "allied")
    assert alone.match.moves[-1].why == "The computer loses nothing by it."
    assert alone.table.viewer.harms == ()


def test_c_9_what_the_computer_declines_is_told_and_nothing_is_put_right(alone: Any) -> None:
    assert "does not agree" in (said := proposed(alone, "east.1")) and "East" in said
    assert not alone.match.moves


@pytest.mark.parametrize("game", ["ships_of_the_line", "decks_of_glory"])
def test_c_9_a_hull_that_is_put_right_is_no_loss_of_the_phase_then_nor_shown_anew(game: str) -> None:
    screen = at_table(game, Seating())
    screen.press("Esc")
    screen.click("menu.correct")
    screen.click("correct.hull.-1" if screen.has("correct.hull.-1") else "correct.strength.-1")
    for word in ("correct.propose", "agree.british", "agree.allied"):
        screen.click(word)
    screen.update(50)
    assert screen.table.viewer.harms == ()
    screen._feed.show()
    assert len(screen.match.moves) == 1 and screen.table.viewer.harms == ()


def test_a_hex_can_be_put_right_to_what_is_on_the_map_alone() -> None:
    state = at_table("decks_of_glory", Seating()).match.state
    hexes = set(state.sea.hexes())
    for one in find_game("decks_of_glory").correctables(state, "british"):
        for number, name in enumerate("qr"):
            assert {one.fields[name].least, one.fields[name].most} <= {place[number] for place in hexes}


def at_volley(side: str, seating: Seating) -> Any:
    """A match with discards in which the side is asked; the sheet lies before it."""
    path = resources.find_scenario("volley", "standard")
    match = Match.new(
        MatchSetup(find_game("volley"), path.read_text(encoding="utf-8"), path.name, "4", seating=seating)
    )
    for _ in casual.play(match, Random(3), 100):
        if match.state.cards.discards and match.state.asked == side:
            break
    screen = seen(match)
    for _ in range(9):
        screen.table.skip_playback()
        if not screen.has("hand"):
            screen.press("Space")
    while not screen.has("menu.correct"):
        screen.press("Esc")
    screen.click("menu.correct")
    return screen


def names(screen: Any, cards: Any) -> list[str]:
    return [screen.match.state.deck[card].name for card in cards]


def through(screen: Any, name: str) -> Iterator[str]:
    """What is shown of it before each step, until it comes round again."""
    first = screen.find(f"correct.{name}").text
    while True:
        yield screen.find(f"correct.{name}").text
        screen.click(f"correct.{name}.1")
        if screen.find(f"correct.{name}").text == first:
            return


@pytest.mark.parametrize("curtain", [True, False])
def test_c_6_only_cards_of_the_hand_that_is_looked_at_are_to_choose_from(curtain: bool) -> None:
    screen = at_volley("blue", Seating(curtain=curtain))
    assert screen.seats.looking == "blue"
    assert list(through(screen, "held")) == ["none yet", *names(screen, screen.match.state.cards.hands["blue"])]


def test_c_6_a_card_is_chosen_from_the_own_hand_which_is_covered_before_the_other_is_asked() -> None:
    screen = at_volley("red", Seating())
    match, side, before = screen.match, screen.seats.looking, screen.match.state
    hand = match.state.cards.hands[side]
    screen.click("correct.held.1")
    assert not screen.find("correct.propose").enabled
    screen.click("correct.held.1")
    screen.click("correct.lying.1")
    screen.click("correct.propose")
    assert screen.has("agreement") and not screen.has("hand")
    told = " ".join(run.text for one in screen.layers[-1].walk() for run in getattr(one, "runs", ()))
    (laid,) = names(screen, hand[1:2])
    assert laid in told and not any(one in told for one in names(screen, hand) if one != laid)
    for word in ("agree.red", "agree.blue"):
        screen.click(word)
    assert hand[1] in match.state.cards.discards and before.cards.discards[-1] in match.state.cards.hands[side]
