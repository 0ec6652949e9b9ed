"""The state of a game as frozen data (VOL-1, VOL-2): troops, the place of every card, and the current attack."""

from typing import Literal

import msgspec

from tabletop.cards.zones import Cards, Zones
from tabletop.core.game import Outcome
from tabletop.core.phrases import to_slug

Side = Literal["red", "blue"]
Troop = Literal["infantry", "cavalry", "artillery"]
Suit = Literal[
    "infantry_unit",
    "cavalry_unit",
    "artillery_unit",
    "infantry_weapon",
    "cavalry_weapon",
    "artillery_weapon",
    "leader",
    "strategy",
    "morale",
    "defence",
]
Negated = Literal["infantry_weapon", "cavalry_weapon", "artillery_weapon", "leader", "strategy", "morale", "defence"]
Stage = Literal["setup", "manoeuvre", "attack", "defence", "counter"]
Defences = Literal["1", "any"]

SIDES: tuple[Side, Side] = ("red", "blue")

HAND_SIZE = 7
"""Number of cards that a side draws up to (VOL-3, VOL-4)."""
MAX_QUIET_TURNS = 20
"""Number of turns in a row without a casualty that end the game (VOL-12)."""

UNITS: dict[Suit, Troop] = {
    "infantry_unit": "infantry",
    "cavalry_unit": "cavalry",
    "artillery_unit": "artillery",
}
WEAPONS: dict[Suit, Troop] = {
    "infantry_weapon": "infantry",
    "cavalry_weapon": "cavalry",
    "artillery_weapon": "artillery",
}


class Card(msgspec.Struct, frozen=True):
    """A card of the deck as it is printed (VOL-2).

    Attributes:
        suit: one of the ten suits.
        force: casualties that the card adds to a meld; 0 for a defence card.
        negates: the suit that a defence card negates, `defence` for a counter, None for any other card.
    """

    id: str
    name: str
    suit: Suit
    force: int
    negates: Negated | None = None


def build_card_id(name: str, copy: int = 0) -> str:
    """Return the id of a card: ``old_guard``, and ``old_guard_2`` for the first copy (`copy` 1)."""
    return f"{to_slug(name)}_{copy + 1}" if copy else to_slug(name)


class Answer(msgspec.Struct, frozen=True):
    """A defence card on the table (VOL-6).

    Attributes:
        card: the defence card.
        target: the card of the meld that it was played on.
        counters: the counters on it, each negating the card before it (VOL-7).
    """

    card: str
    target: str
    counters: Cards = ()

    @property
    def is_effective(self) -> bool:
        """Return True if the target is negated: the number of counters is even (VOL-7)."""
        return len(self.counters) % 2 == 0


class Assault(msgspec.Struct, frozen=True):
    """The attack on the table (VOL-5): the attacker, its meld from unit to morale, and the answers."""

    side: Side
    meld: Cards
    answers: tuple[Answer, ...] = ()


class Share(msgspec.Struct, frozen=True):
    """The casualties that one card of the meld causes (VOL-8).

    Attributes:
        force: the printed force.
        counted: the printed force, or 0 if the card is negated.
        negated_by: the defence card that negates it, or "".
        countered_by: the last counter on a defence card that was played on it in vain, or "".
    """

    card: str
    force: int
    counted: int
    negated_by: str = ""
    countered_by: str = ""


class AttackResult(msgspec.Struct, frozen=True):
    """The result of an attack: the side that lost troops, and the casualties by card (VOL-9)."""

    side: Side
    shares: tuple[Share, ...]
    total: int


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole game at one moment.

    Attributes:
        names: the sides, red first, with their names.
        strengths: troops at the start.
        deck: every card by its id; `cards` says where each one is.
        mixed: the cards that were last shuffled, as indices into the deck. Both sides know them: they lay face up.
        first: the side that won the toss.
        turn: number of turns begun, those of both sides counted.
        active: the side whose turn it is.
        asked: the side that must choose now, or None where either may.
        last: the last attack resolved, which the table can show again; None once its cards are shuffled.
        quiet: turns in a row that ended without a casualty (VOL-12).
        defences: number of defence cards that may answer one attack (VOL-6).
        auto_pass: True if the table passes for a side without an answer (VOL-11).
    """

    title: str
    names: dict[Side, str]
    strengths: dict[Side, int]
    deck: dict[str, Card]
    cards: Zones
    troops: dict[Side, int]
    defences: Defences = "1"
    auto_pass: bool = False
    mixed: tuple[int, ...] = ()
    first: Side | None = None
    turn: int = 0
    stage: Stage = "setup"
    active: Side | None = None
    asked: Side | None = None
    assault: Assault | None = None
    last: AttackResult | None = None
    quiet: int = 0
    draw_offered: Side | None = None
    outcome: Outcome | None = None


def get_card_name(state: State, card: str) -> str:
    """Return the printed name of a card."""
    return state.deck[card].name


def opponent_of(side: Side) -> Side:
    """Return the other side."""
    return "blue" if side == "red" else "red"


def get_side_name(state: State, side: str) -> str:
    """Return the name that the scenario gives `side`."""
    return next(name for one, name in state.names.items() if one == side)


def format_casualties(number: int) -> str:
    """Return a number of casualties in words: ``1 casualty``, ``no casualties``."""
    return "1 casualty" if number == 1 else f"{number or 'no'} casualties"
