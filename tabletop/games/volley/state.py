"""The position as frozen data (VOL-1, VOL-2): the troops, where every card lies, and the attack on the table."""

from typing import Literal

import msgspec

from tabletop.cards.zones import Cards, Zones
from tabletop.core.game import Outcome
from tabletop.core.naming import slug

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

HAND = 7
"""Cards that a hand is dealt up to (VOL-3, VOL-4)."""
QUIET = 20
"""Turns in a row without a casualty that end the game (VOL-12)."""

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
    """What is printed on a card (VOL-2).

    Attributes:
        suit: one of the ten.
        force: casualties that it adds to a meld; 0 on a defence card.
        negates: the suit that a defence card negates, `defence` on the card that counters another.
    """

    id: str
    name: str
    suit: Suit
    force: int
    negates: Negated | None = None


def card_id(name: str, copy: int = 0) -> str:
    """The id of a card, or of one of its copies."""
    return f"{slug(name)}_{copy + 1}" if copy else slug(name)


class Answer(msgspec.Struct, frozen=True):
    """A defence card on the table (VOL-6).

    Attributes:
        card: the defence card.
        target: the card of the meld that it was played on.
        counters: cards that negate it, each the one played just before it (VOL-7).
    """

    card: str
    target: str
    counters: Cards = ()

    @property
    def works(self) -> bool:
        """Whether the target is negated: an even number of counters lies on the answer (VOL-7)."""
        return len(self.counters) % 2 == 0


class Assault(msgspec.Struct, frozen=True):
    """The attack on the table (VOL-5): whose, its meld from unit to morale, and the answers to it."""

    side: Side
    meld: Cards
    answers: tuple[Answer, ...] = ()


class Share(msgspec.Struct, frozen=True):
    """What one card of the meld came to (VOL-8).

    Attributes:
        force: as printed.
        counted: its force, or 0 if it was negated.
        negated_by: the defence card that did it; empty if none.
        countered_by: the last counter on a defence card that did not hold; empty if none.
    """

    card: str
    force: int
    counted: int
    negated_by: str = ""
    countered_by: str = ""


class Toll(msgspec.Struct, frozen=True):
    """What an attack has cost: the side that lost the troops, and how that came about (VOL-9)."""

    side: Side
    shares: tuple[Share, ...]
    total: int


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole game at one moment.

    Attributes:
        names: the sides, red first, and how they are called.
        strengths: troops at the start.
        deck: every card by its id; who holds which is in `cards`.
        mixed: what was in the pile when it was last shuffled, by places in the deck; known to all, for it lay face up.
        first: who won the toss.
        turn: turns begun so far, both sides' counted.
        active: whose turn it is.
        asked: who has to choose now; nobody where either may.
        last: the attack that was reckoned last, for those who looked away; forgotten when its cards are shuffled.
        quiet: turns in a row that ended without a casualty (VOL-12).
        defences: how many defence cards may answer one attack (VOL-6).
        auto_pass: the table passes for a side that holds no answer (VOL-11).
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
    last: Toll | None = None
    quiet: int = 0
    draw_offered: Side | None = None
    outcome: Outcome | None = None


def card_name(state: State, card: str) -> str:
    """What is printed on top of a card."""
    return state.deck[card].name


def other(side: Side) -> Side:
    """The opponent."""
    return "blue" if side == "red" else "red"


def called(state: State, side: str) -> str:
    """As the scenario names its sides."""
    return next(name for one, name in state.names.items() if one == side)


def losses(number: int) -> str:
    """Casualties with their number."""
    return "1 casualty" if number == 1 else f"{number or 'no'} casualties"
