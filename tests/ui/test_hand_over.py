"""What a person who takes the screen is told of the time away (C-6, interface: the card table)."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import Seating
from tabletop.players import casual
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.nations import draw_ensign
from tabletop.ui.boards.replies import Submit
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.recap import TOLD
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.screens.table.seats import BADGE
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.backdrop import painted
from tabletop.ui.widgets.marks import Sign
from tabletop.ui.widgets.ribbon import Hints
from tests.card_games import CARD_GAMES

GAME = "ship_duel"


def at_table(match: Match) -> Any:
    board = game_plugins.create_table(match.game.meta.id, match.view(""))
    screen = TableScreen(match, board, to_title=lambda _: Quit(), to_reckoning=show_result)
    screen.resize((1280, 720), Theme())
    return screen


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "record.jsonl"


def begun(game: str, path: Path) -> Any:
    source = resources.find_scenario(game, "standard")
    return at_table(Match.new(MatchSetup(find_game(game), source.read_text(encoding="utf-8"), source.name, "4"), path))


@pytest.fixture
def screen(path: Path) -> Any:
    found = begun(GAME, path)
    for key in ("Space", "Space", "Space", "Space"):  # dealt, ready, port keeps all, starboard is ready
        found.press(key)
        found.table.skip_playback()
    assert found.seats.looking == "starboard"
    return found


def revealed(path: Path) -> Any:
    """The card table of Trafalgar after both sides have fought, with the curtain before the third turn."""
    screen = begun("trafalgar_cards", path)
    while screen.match.state.turn < 3 or not screen.seats.waiting:
        if screen.seats.waiting:
            screen.click("ready")
        for key in ("B", "B", "Space"):
            screen.press(key)
        screen.table.skip_playback()
    return screen


def told(screen: Any) -> str:
    return screen.toast.body if screen.toast else ""


def test_who_comes_back_is_told_what_was_revealed_meanwhile(screen: Any) -> None:
    screen.press("Space")
    assert (screen.seats.waiting, screen.toast) == ("port", None)
    screen.press("Space")
    assert told(screen).splitlines() == ["Hercule discards nothing."]


def test_c_6_no_hand_lies_open_while_both_sides_agree_to_take_something_back(path: Path) -> None:
    screen = begun("volley", path)
    for key in ("Space", "Space", "1", "Space"):  # dealt, ready, a card for another
        screen.press(key)
        screen.table.skip_playback()
    side, moves = screen.seats.looking, len(screen.match.moves)
    assert side and screen.has("hand")
    screen.press("Ctrl+Z")
    assert screen.has("agreement") and not screen.has("hand")
    screen.click("agree.red")
    assert screen.has("agreement") and not screen.has("hand")
    screen.press("Esc")
    assert (screen.seats.waiting, screen.has("hand"), len(screen.match.moves)) == (side, False, moves)
    screen.click("ready")
    screen.press("Ctrl+Z")
    screen.click("agree.blue")
    screen.click("agree.red")
    assert len(screen.match.moves) == moves - 1
    assert (screen.seats.waiting, screen.has("hand")) == (side, False)


def test_the_names_of_ships_are_followed_by_what_they_may_do(path: Path) -> None:
    """So that it is right of one and of many: Mars, the British."""
    screen = begun(GAME, path)
    screen.press("Space")
    screen.press("Space")
    screen.press("Ctrl+Z")
    assert (screen.find("agree.port").text, screen.find("agree.starboard").text) == ("Mars: agree", "Hercule: agree")
    screen.press("Esc")
    screen.click("ready")
    screen.press("F10")
    assert screen.find("menu.draw.port").text == "Mars: offer a draw"
    assert screen.find("menu.concede.port").text == "Mars: give up"


def test_the_first_who_is_handed_the_screen_is_told_what_was_from_the_beginning(path: Path) -> None:
    screen = begun("volley", path)
    screen.press("Space")
    first = screen.seats.waiting
    screen.click("ready")
    assert told(screen).splitlines()[0].startswith(f"{first.capitalize()}: dealt 7 cards: ")
    while not screen.seats.waiting:
        orders = list(screen.match.game.choices(screen.match.state))
        screen.submit(Submit.single(orders[screen.match.state.stage == "manoeuvre"]))  # discard one card, not none
    other = screen.seats.waiting
    screen.click("ready")
    lines = told(screen).splitlines()
    assert [line for line in lines if line.startswith(f"{other.capitalize()}: dealt 7 cards: ")]
    assert [line for line in lines if line.startswith(f"{first.capitalize()}: discarded")]
    assert [line for line in lines if line.startswith(f"{first.capitalize()} attacks with")]


@pytest.mark.parametrize("game", ["volley", "trafalgar_cards", "ship_duel"])
def test_c_7_who_looked_away_is_told_that_the_discards_were_shuffled_and_not_that_the_deck_was(
    game: str, path: Path
) -> None:
    screen, heard, fancy = begun(game, path), [], Random(7)
    while screen.match.state.outcome is None and not any("discards are shuffled" in one for one in heard):
        if screen.seats.waiting:
            screen.click("ready")
            heard.append(told(screen))
        screen.submit(Submit.single(casual.choose(screen.match.game, screen.match.state, fancy)))
    assert any("discards are shuffled" in one for one in heard)
    assert not any("The deck is shuffled" in one for one in heard)


def test_a_side_is_told_of_its_own_cards_and_of_others_deeds_in_the_words_of_its_own_view(path: Path) -> None:
    screen = begun("trafalgar_cards", path)
    screen.press("Space")  # dealt
    screen.click("ready")
    screen.press("1")
    (aside,) = screen.table.mode.list_placed()
    screen.press("Space")
    screen.click("ready")
    assert told(screen).splitlines()[-1] == "The British have chosen."
    screen.press("Space")
    screen.click("ready")
    drawn = screen.match.moves[-1].events[-2].to[0][1]
    deck = screen.table.view.deck
    assert told(screen).splitlines() == [
        "Combined: nothing discarded.", f"British: dealt 1 card: {deck[drawn].name}.",
    ]  # fmt: skip
    for key in ("B", "B", "Space"):
        screen.press(key)
    screen.click("ready")
    assert told(screen).splitlines() == [f"British: discarded {deck[aside].name}.", "The British have chosen."]


def test_what_was_revealed_is_told_first_and_what_is_left_out_is_counted(path: Path) -> None:
    screen = revealed(path)
    screen.click("ready")
    said = told(screen)
    assert "The Combined Fleet: " in said
    assert "Battle totals: " in said
    assert "Turn 3." not in said
    assert "has chosen" not in said
    assert len(said.splitlines()) <= TOLD + 1


def test_what_was_told_ends_with_the_first_order_and_lies_clear_of_the_table(screen: Any) -> None:
    screen.press("Space")
    screen.press("Space")
    for size in ((1280, 720), (1920, 1080)):
        screen.resize(size, Theme())
        screen.hush()
        screen.press("H")
        screen._recaps.look_away("port")
        screen.press("Space")
        assert screen.toast is not None
        assert not screen.toast.rect.colliderect(screen.find("middle").rect)
    screen.press("Space")
    assert screen.toast is None


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 100), ((1280, 720), 150), ((1920, 1080), 100), ((800, 600), 100)]
)
def test_what_was_told_hides_the_last_lines_of_the_log_and_nothing_of_the_hand(
    path: Path, size: tuple[int, int], scale: int
) -> None:
    screen = revealed(path)
    screen.resize(size, Theme(scale))
    screen.click("ready")
    recap, log = screen.toast, screen.find("log").rect
    assert recap.rect.contains(log)
    for ident in ("hand", "middle", "primary", "undo"):
        assert not recap.rect.colliderect(screen.find(ident).rect), ident
    block = recap.build_text(screen.theme)
    assert block.height <= recap.rect.h
    assert block.width <= recap.rect.w
    words = " ".join(piece.text for piece in block.pieces)
    assert words.startswith("While you were away")
    assert words.endswith(("more in the log …", recap.body.split()[-1]))


def test_c_9_before_a_covered_hand_nobody_gives_up_for_the_other_side(screen: Any) -> None:
    screen.press("F10")
    idents = {widget.id for widget in screen.layers[-1].walk()}
    assert "menu.concede.starboard" in idents
    assert not idents & {"menu.concede.port", "menu.draw.port"}


def handed_over(path: Path) -> Any:
    """Port has chosen and got up; starboard has not taken the screen yet."""
    screen = begun(GAME, path)
    for key in ("Space", "Space", "Space"):
        screen.press(key)
        screen.table.skip_playback()
    assert screen.seats.waiting == "starboard"
    return screen


def test_c_3_whoever_takes_the_screen_cannot_take_back_what_the_other_chose_in_secret(screen: Any) -> None:
    moves = len(screen.match.moves)
    screen.press("Ctrl+Z")
    assert screen.has("agreement")
    screen.press("Esc")
    assert (len(screen.match.moves), screen.seats.waiting) == (moves, "starboard")
    screen.press("Ctrl+Z")  # nor from behind the curtain, once it was taken
    screen.press("Ctrl+Y")
    assert (len(screen.match.moves), screen.has("undo")) == (moves, False)


def test_c_3_who_has_chosen_takes_it_back_alone_until_the_next_is_ready(path: Path) -> None:
    screen = handed_over(path)
    moves = len(screen.match.moves)
    screen.click("undo")
    assert (len(screen.match.moves), screen.seats.waiting, screen.has("undo")) == (moves - 1, "port", False)
    screen.press("Ctrl+Y")
    assert len(screen.match.moves) == moves - 1  # the hand is covered, and nobody holds the seat


def test_what_the_other_side_took_back_is_told_and_what_is_gone_is_not(path: Path) -> None:
    screen = handed_over(path)
    screen.press("Ctrl+Z")
    assert screen.seats.waiting == "port"
    screen.press("Space")
    assert "Undone" not in told(screen)  # its own order
    assert "Mars has chosen" not in told(screen)
    screen.press("Space")
    screen.press("Space")
    assert told(screen).splitlines()[1:] == ["Undone: Mars has chosen.", "Mars has chosen."]


def test_the_same_is_told_after_the_match_was_closed_and_continued_between(screen: Any, path: Path) -> None:
    again = at_table(Match.load(path))
    assert again.seats.waiting == "starboard"
    again.press("Space")
    assert told(again).splitlines()[1:] == ["Mars has chosen."]
    for key in ("Space", "Space"):
        again.press(key)
    assert told(again).splitlines() == ["Hercule discards nothing."]


@pytest.mark.parametrize(("key", "opened"), [("F10", "menu"), ("Esc", "menu"), ("G", "log-book")])
def test_menu_and_log_open_over_the_curtain_which_goes_on_hanging(screen: Any, key: str, opened: str) -> None:
    screen.press("H")
    screen.press(key)
    assert screen.has(opened)
    assert not screen.has("desk")
    screen.press("Esc")
    assert (len(screen.layers), screen.seats.waiting) == (1, "starboard")


@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_line_of_keys_names_undo_once_there_is_something_to_take_back(game: str, path: Path) -> None:
    screen = begun(game, path)
    assert "undo" not in keys_named(screen)
    screen.press("Space")
    screen.click("ready")
    assert "undo" in keys_named(screen)


def keys_named(screen: Any) -> tuple[str, ...]:
    (line,) = (one for one in screen.find("hint-line").walk() if isinstance(one, Hints))
    return line.names


CALLED = {
    "british": "British",
    "allied": "Combined",
    "red": "Red",
    "blue": "Blue",
    "port": "Mars",
    "starboard": "Hercule",
}


@pytest.mark.parametrize("game", ["trafalgar_cards", "volley", "ship_duel"])
def test_c_6_the_log_names_the_cards_that_were_dealt_to_who_looks_and_to_nobody_else(game: str, path: Path) -> None:
    screen, seen = begun(game, path), set()
    screen.press("Space")
    screen.table.skip_playback()
    while len(seen) < 2:
        side = screen.seats.waiting
        assert named(screen) == []
        screen.press("G")  # over the curtain everybody may read it
        assert "cards:" not in "".join(entry.text for entry in screen.find("log.row").entries)
        screen.press("Esc")
        screen.click("ready")
        assert named(screen) == [CALLED[side]]
        seen.add(side)
        while not screen.seats.waiting:
            screen.submit(Submit.single(next(iter(screen.match.game.choices(screen.match.state)))))


def named(screen: Any) -> list[str]:
    """Whose cards the log names in its tale of the first deal."""
    dealt = next(line.text for line in screen._log.current.lines if "dealt" in line.text)
    return re.findall(r"(\w+)(?::| is) dealt \d cards:", dealt)


def test_while_the_computer_chooses_nobody_is_told_to(path: Path) -> None:
    source = resources.find_scenario(GAME, "standard")
    text = source.read_text(encoding="utf-8")
    match = Match.new(MatchSetup(find_game(GAME), text, source.name, "4", seating=Seating(("starboard",))), path)
    screen = at_table(match)
    screen.press("Space")
    screen.table.skip_playback()
    assert screen.find("log").now == "Discard and redraw up to four cards."
    screen.press("Space")
    assert screen.seats.computer_to_move == "starboard"
    assert screen.find("log").now == "Hercule: the computer is thinking."


def test_the_curtain_shows_the_ensign_of_who_is_asked(screen: Any) -> None:
    screen.press("H")
    (sign,) = [one for one in screen.layers[0].walk() if isinstance(one, Sign) and one.side == BADGE]
    frame = pygame.Surface(screen.size)
    screen.draw(frame)
    flag = draw_ensign("france", sign.rect.w)
    wanted = painted("curtain", screen.size).subsurface(sign.rect).copy()
    wanted.blit(flag, flag.get_rect(center=wanted.get_rect().center))
    seen = frame.subsurface(sign.rect)
    assert pygame.image.tobytes(seen, "RGB") == pygame.image.tobytes(wanted, "RGB")


@pytest.mark.parametrize("game", ["ship_duel", "volley", "decks_of_glory"])
def test_the_log_knows_no_turn_before_the_first(game: str, path: Path) -> None:
    duel = resources.find_scenario("decks_of_glory", "duel").read_text(encoding="utf-8")
    hexes = MatchSetup(find_game("decks_of_glory"), duel, "duel.yaml", "4")
    screen = at_table(Match.new(hexes)) if game == "decks_of_glory" else begun(game, path)
    assert screen.table.format_moment(screen.match.state) == "Start"
