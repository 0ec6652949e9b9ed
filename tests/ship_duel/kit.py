"""A small language for tests: a duel with the hands that a test wants, choices, and what came of them."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.cards.zones import Zones
from tabletop.core import resources
from tabletop.core.chance import ScriptedChance
from tabletop.core.errors import Refused
from tabletop.games.ship_duel import GAME
from tabletop.games.ship_duel.commands import Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.model import State

SHORT = {
    "N": "north_wind", "S": "south_wind", "E": "east_wind", "W": "west_wind",
    "b": "cannon_balls", "c": "chain_shot", "g": "grape_shot",
}  # fmt: skip
"""Cards by letter: winds by their quarter, balls, chain and grape."""

CHOICE = {"reload": Reload, "sail": Sail, "fire": Fire, "retire": Retire}


def standard() -> State:
    path = resources.find_scenario("ship_duel", "standard")
    return GAME.open(GAME.read(path.read_text(encoding="utf-8"), path.name), {})


def taken(state: State, letters: str, gone: Iterable[str] = ()) -> tuple[str, ...]:
    """For each letter a card of its kind that is not gone yet."""
    out = list(gone)
    cards = []
    for letter in letters:
        card = next(card for card, kind in state.deck.items() if kind == SHORT[letter] and card not in out)
        out.append(card)
        cards.append(card)
    return tuple(cards)


def duel(port: str = "", starboard: str = "", phase: str = "sail", pile: int | None = None, **changes: Any) -> State:
    """A duel in some phase of its first turn; the cards of a pile cut to a number lie on the discards."""
    state = standard()
    ours = taken(state, port)
    theirs = taken(state, starboard, ours)
    rest = zones.remove_cards(tuple(state.deck), (*ours, *theirs))
    cut = len(rest) if pile is None else pile
    cards = Zones(rest[:cut], {"port": ours, "starboard": theirs}, rest[cut:])
    usual = {"asked": ("port", "starboard"), "mixed": tuple(range(len(state.deck)))}
    return replace(state, cards=cards, turn=1, phase=phase, **{**usual, **changes})


def picked(state: State, side: str, letters: str) -> tuple[str, ...]:
    """For each letter a card of its kind in the hand of a side."""
    out: list[str] = []
    for letter in letters:
        hand = state.cards.hands[side]
        out.append(next(card for card in hand if state.deck[card] == SHORT[letter] and card not in out))
    return tuple(out)


def choice(state: State, side: str, letters: str = "") -> Any:
    return CHOICE[state.phase](side, picked(state, side, letters))


def refused(state: State, command: Any) -> Refused:
    found = GAME.check(state, command)
    assert found is not None
    return found


class Played:
    """A duel going on: its state, and all that has happened."""

    def __init__(self, state: State, decks: Iterable[Iterable[str]] = ()) -> None:
        self.state = state
        self.events: list[Any] = []
        self.chance = ScriptedChance(decks=[tuple(deck) for deck in decks])

    def give(self, command: Any) -> tuple[Any, ...]:
        assert GAME.check(self.state, command) is None
        came = GAME.decide(self.state, command, self.chance)
        self.state = came.state
        self.events += came.events
        return came.events

    def both(self, port: str = "", starboard: str = "") -> tuple[Any, ...]:
        """Both choose in the phase that is on, port first."""
        return (*self.give(choice(self.state, "port", port)), *self.give(choice(self.state, "starboard", starboard)))

    def kinds(self, kind: type) -> list[Any]:
        return [event for event in self.events if type(event) is kind]


def points(state: State, side: str) -> tuple[int, int, int]:
    left = state.ships[side].left
    return left["hull"], left["rigging"], left["crew"]
