"""No impatient press gives an order: whatever skips or hastens the other side's turn only takes the own turn over."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pygame
import pytest

from tabletop.core import resources
from tabletop.core.game import find_game, games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import Seating
from tabletop.players import casual
from tabletop.players.engine import AbsentEngine
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.replies import Submit
from tabletop.ui.input import InputState
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tests.card_games import CARD_GAMES
from tests.games import COMPLETE
from tests.sampling import sample

SIZE = (1280, 720)
SCENARIOS = {"ships_of_the_line": "duel_of_two_74s", "decks_of_glory": "two_against_two"}
HAND_OVERS, ORDERS = 3, 150
"""How many hand-overs of a battle are tried, and within how many orders they come."""
SLOW, QUICK, REPEAT = 700, 120, 40
"""Milliseconds between presses that are no double click, of somebody impatient, and of a key that is held."""
CORNER = (1150, 640)
"""A pixel of the brass button in each of its widths, also while nothing is offered."""


class Hand:
    """Somebody at a table: presses keys and buttons as the window system tells of them, while time passes."""

    def __init__(self, match: Match) -> None:
        self.match, self.now = match, 10_000
        self.input = InputState(lambda: self.now)
        board = game_plugins.create_table(match.game.meta.id, match.view(""))
        self.screen: Any = TableScreen(
            match, board, to_title=lambda _: Quit(), to_reckoning=show_result, hire=AbsentEngine
        )
        self.screen.resize(SIZE, Theme())
        self.screen.update(0)

    def wait(self, milliseconds: int) -> None:
        """Let time pass."""
        self.now += milliseconds
        self.screen.update(milliseconds)

    def rest(self) -> None:
        """Let everything come to its end that is being played."""
        for _ in range(200):
            self.now += 100
            if not self.screen.update(100):
                return

    def _send(self, event: pygame.Event) -> None:
        if given := self.input.translate(event):
            self.screen.handle(given)

    def down(self, key: int) -> None:
        """A key goes down, or goes on because it is held."""
        self._send(pygame.Event(pygame.KEYDOWN, key=key, mod=0))

    def up(self, key: int) -> None:
        """A key is let go."""
        self._send(pygame.Event(pygame.KEYUP, key=key, mod=0))

    def tap(self, key: int) -> None:
        """A key is struck."""
        self.down(key)
        self.up(key)

    def click(self) -> None:
        """The left button is pressed and let go where the brass button is."""
        at = CORNER
        self._send(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        self._send(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
        self._send(pygame.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))


Press = Callable[[Hand], None]


def hold(key: int) -> Iterator[Press]:
    """A key that is held for two seconds."""
    for _ in range(50):
        yield lambda hand: (hand.down(key), hand.wait(REPEAT))[0]
    yield lambda hand: hand.up(key)


def taps(*keys: int) -> Iterator[Press]:
    """Quick strokes, eight of each key."""
    for key in keys:
        for _ in range(8):
            yield lambda hand, key=key: (hand.tap(key), hand.wait(QUICK))[0]  # type: ignore[misc]


def double_clicks() -> Iterator[Press]:
    """Four double clicks on the brass button, one after the other."""
    for _ in range(8):
        yield lambda hand: (hand.click(), hand.wait(QUICK))[0]


def one_of(press: Press) -> Iterator[Press]:
    """A single press after a pause, which comes too late."""
    yield lambda hand: (hand.wait(SLOW), press(hand))[0]


HASTE: dict[str, Callable[[], Iterator[Press]]] = {
    "Space held": lambda: hold(pygame.K_SPACE),
    "Enter held": lambda: hold(pygame.K_RETURN),
    "1 held": lambda: hold(pygame.K_1),
    "quick Space": lambda: taps(pygame.K_SPACE),
    "quick Enter": lambda: taps(pygame.K_RETURN),
    "quick digits": lambda: taps(pygame.K_1),
    "quick E": lambda: taps(pygame.K_e),
    "double clicks": double_clicks,
    "a late Space": lambda: one_of(lambda hand: hand.tap(pygame.K_SPACE)),
    "a late Enter": lambda: one_of(lambda hand: hand.tap(pygame.K_RETURN)),
    "a late E": lambda: one_of(lambda hand: hand.tap(pygame.K_e)),
    "a late click": lambda: one_of(Hand.click),
}
"""What somebody does who does not wait for the end of the other side's turn."""


def begun(game: str, seed: str, computer: tuple[str, ...] = (), *, curtain: bool = True) -> Hand:
    path = resources.find_scenario(game, SCENARIOS.get(game, "standard"))
    seating = Seating(computer, curtain=curtain)
    text = path.read_text(encoding="utf-8")
    return Hand(Match.new(MatchSetup(find_game(game), text, path.name, seed, seating=seating)))


def asked(match: Match) -> str:
    """The seat that is asked; "*" for any of several, "" at the end."""
    decision = match.game.decision(match.state)
    return "" if decision is None else "*" if decision.either else decision.seat


def orders_of(hand: Hand, fancy: Random) -> Iterator[tuple[str, str]]:
    """Both sides play on by orders of chance; yields who was asked before each order and who is after it."""
    for _ in range(ORDERS):
        before = asked(hand.match)
        if not before:
            return
        hand.match.submit(casual.choose(hand.match.game, hand.match.state, fancy))
        hand.wait(0)
        yield before, asked(hand.match)


@pytest.fixture(autouse=True)
def _pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "full")


def skips(hand: Hand) -> bool:
    """Strike Space if something is being played; return True if it was skipped."""
    playing = hand.screen.update(0) and not hand.screen.seats.waiting
    told: list[bool] = []
    skip = hand.screen.table.skip_playback
    hand.screen.table.skip_playback = lambda: told.append(skip()) or told[-1]
    if playing:
        hand.tap(pygame.K_SPACE)
    del hand.screen.table.skip_playback
    return any(told)


def is_handed_over(before: str, after: str, computer: str) -> bool:
    return before == computer and after not in ("", computer)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("haste", list(HASTE))
@pytest.mark.parametrize("game", list(games_by_id()))
def test_no_impatient_press_gives_an_order_after_the_computer(game: str, haste: str) -> None:
    tried = 0
    for side in [one.id for one in games_by_id()[game].meta.sides]:
        seed = next(iter(sample(range(100), 1, f"hand-overs of {game}")))
        hand = begun(game, str(seed), (side,))
        for before, after in orders_of(hand, Random(seed)):
            if not is_handed_over(before, after, side):
                hand.rest()
                continue
            made = len(hand.match.moves)
            for press in HASTE[haste]():
                press(hand)
                assert len(hand.match.moves) == made
            tried += 1
            hand.screen.close_all()
            if tried % HAND_OVERS == 0:
                break
    assert tried


@pytest.mark.parametrize("rested", [False, True], ids=["while it is played", "when all is at rest"])
@pytest.mark.parametrize("game", list(games_by_id()))
def test_presses_that_skip_the_computers_turn_give_no_order_when_one_comes_too_late(game: str, rested: bool) -> None:
    """As somebody who strikes Space again and again, with pauses: each of them but the last was for the computer."""
    (side,) = [one.id for one in games_by_id()[game].meta.sides][1:]
    seed = next(iter(sample(range(100), 1, f"late presses of {game}")))
    hand, tried = begun(game, str(seed), (side,)), 0
    for before, after in orders_of(hand, Random(seed)):
        if rested:
            hand.rest()
        made = len(hand.match.moves)
        if before == side or after == side:
            hand.wait(SLOW)
            hand.tap(pygame.K_SPACE)
            tried += is_handed_over(before, after, side)
            assert len(hand.match.moves) == made
        if tried >= HAND_OVERS:
            break
    assert tried


@pytest.mark.sampled(6)
@pytest.mark.parametrize("haste", [one for one in HASTE if "late" not in one])
@pytest.mark.parametrize("game", CARD_GAMES)
def test_no_impatient_press_gives_an_order_behind_the_curtain_or_when_it_has_gone_up(game: str, haste: str) -> None:
    seed = next(iter(sample(range(100), 1, f"curtains of {game}")))
    hand, tried = begun(game, str(seed)), 0
    for _ in orders_of(hand, Random(seed)):
        if not hand.screen.seats.waiting:
            continue
        made = len(hand.match.moves)
        for press in HASTE[haste]():
            press(hand)
            assert len(hand.match.moves) == made
        hand.screen.close_all()
        if hand.screen.seats.waiting:
            hand.screen.click("ready")
        tried += 1
        if tried == HAND_OVERS:
            break
    assert tried


@pytest.mark.sampled(8)
@pytest.mark.parametrize("haste", [one for one in HASTE if "late" not in one])
@pytest.mark.parametrize("game", list(games_by_id()))
def test_no_impatient_press_gives_an_order_after_an_animation_that_it_has_skipped(game: str, haste: str) -> None:
    """Of the other of two persons without a curtain; by Space, which has skipped it, also of one's own deed."""
    seed = next(iter(sample(range(100), 1, f"animations of {game}")))
    hand, fancy, tried = begun(game, str(seed), curtain=False), Random(seed), 0
    for _ in range(ORDERS):
        before = asked(hand.match)
        if not before:
            break
        hand.screen.submit(Submit.single(casual.choose(hand.match.game, hand.match.state, fancy)))
        made = len(hand.match.moves)
        own = asked(hand.match) == before and "Space" not in haste  # what another key orders then is meant
        if own or not asked(hand.match) or not skips(hand):
            hand.rest()
            continue
        assert len(hand.match.moves) == made
        hand.wait(QUICK)
        for press in HASTE[haste]():
            press(hand)
            assert len(hand.match.moves) == made
        hand.screen.close_all()
        tried += 1
        if tried == HAND_OVERS:
            break
    # A new game may have no animation to skip.
    assert tried or game not in COMPLETE or (game, "Space" in haste) == ("ships_of_the_line", False)


def test_the_brass_button_says_whose_turn_it_is_and_then_gives_the_order() -> None:
    hand = begun("ships_of_the_line", "4", ("allied",))
    for before, after in orders_of(hand, Random(3)):
        hand.rest()
        if is_handed_over(before, after, "allied") and hand.screen.table.primary_action():
            break
    meant, moves = hand.screen.table.primary_action().label, len(hand.match.moves)
    button = hand.screen.find("primary")
    assert (button.text, button.tip.body) == ("Your turn", f"Your next press: {meant}.")
    hand.wait(SLOW)
    hand.click()
    assert (hand.screen.find("primary").text, len(hand.match.moves)) == (meant, moves)
    hand.wait(SLOW)
    hand.click()
    assert len(hand.match.moves) > moves


def test_who_has_chosen_a_ship_has_taken_the_turn_over() -> None:
    hand = begun("ships_of_the_line", "4", ("allied",))
    for before, after in orders_of(hand, Random(3)):
        hand.rest()
        if is_handed_over(before, after, "allied"):
            break
    assert hand.screen.find("primary").text == "Your turn"
    hand.tap(pygame.K_n)
    assert hand.screen.find("primary").text != "Your turn"


def test_a_key_that_would_give_an_order_at_once_says_why_it_gave_none() -> None:
    hand = begun("ships_of_the_line", "4", ("allied",))
    for before, after in orders_of(hand, Random(3)):
        hand.rest()
        if is_handed_over(before, after, "allied") and hand.match.state.phase == "movement":
            break
    moves = len(hand.match.moves)
    hand.tap(pygame.K_h)
    assert (hand.screen.toast.title, len(hand.match.moves)) == ("It is your turn again.", moves)
    hand.wait(SLOW)
    hand.tap(pygame.K_h)
    assert len(hand.match.moves) > moves or hand.screen.has("ask.yes")
