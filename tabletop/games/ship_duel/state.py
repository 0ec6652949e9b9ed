"""The state of a duel: frozen, cards as ids, what is chosen in secret beside what lies open."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from tabletop.cards.zones import Cards, Zones
from tabletop.core.game import Outcome
from tabletop.core.phrases import listed
from tabletop.games.ship_duel.tables import KINDS, Kind, Stat

Side = Literal["port", "starboard"]
PhaseId = Literal["setup", "reload", "sail", "fire", "retire"]
Nation = Literal["britain", "france", "spain"]
Model = Literal["first_rate_four_decker", "three_decker", "two_decker_74", "two_decker_64", "frigate", "brig"]

SIDES: tuple[Side, Side] = ("port", "starboard")
OTHER: dict[str, Side] = {"port": "starboard", "starboard": "port"}


class Ship(msgspec.Struct, frozen=True, gc=False):
    """One of the two ships (SLC-1).

    Attributes:
        name: of the ship.
        nation: whose colours she flies; changes nothing in the rules.
        model: what she looks like; changes nothing in the rules.
        whole: points of each stat at the start.
        left: points of each stat now, never below 0.
    """

    name: str
    nation: Nation
    model: Model
    whole: dict[Stat, int]
    left: dict[Stat, int]


class Attack(msgspec.Struct, frozen=True):
    """What a side fired last (SLC-8).

    Attributes:
        kind: of the shot.
        shots: how many cards of it were played.
        stat: what it takes points of.
        damage: points taken.
        before: points before.
        after: points after.
    """

    kind: Kind
    shots: int
    stat: Stat
    damage: int
    before: int
    after: int


class State(msgspec.Struct, frozen=True, gc=False):
    """A whole duel.

    Attributes:
        title: of the scenario.
        ships: by side.
        deck: the kind of every card, by its id.
        cards: where every card is.
        turn: from 1; 0 before the first deal.
        phase: id of the phase.
        asked: the sides that choose in this phase.
        chosen: the secret choices of this phase so far; nothing for a choice that the viewer may not know.
        winds: the winds of the last reveal, by side; their cards may be in the pile again.
        attacks: what was fired in the last fire phase, by side.
        mixed: what was shuffled last, by places in the deck; known to all, for it lay face up.
        quiet: turns in a row without damage (SLC-10).
        draw_offered: the side whose offer of a draw stands.
        outcome: how the game ended.
    """

    title: str
    ships: dict[Side, Ship]
    deck: dict[str, Kind]
    cards: Zones
    turn: int = 0
    phase: PhaseId = "setup"
    asked: tuple[Side, ...] = ()
    chosen: dict[Side, Cards | None] = {}
    winds: dict[Side, tuple[Kind, ...]] = {}
    attacks: dict[Side, Attack] = {}
    mixed: tuple[int, ...] = ()
    quiet: int = 0
    draw_offered: Side | None = None
    outcome: Outcome | None = None


def ship(state: State, side: str) -> Ship:
    """The ship of a side, by whatever names the side."""
    return state.ships[OTHER[OTHER[side]]]


def card_name(state: State, card: str) -> str:
    """What is printed on top of a card."""
    return KINDS[state.deck[card]].name


def of_kind(state: State, cards: Iterable[str], kind: Kind) -> Cards:
    """Those of the cards that are of a kind; cards that are not known are of none."""
    return tuple([card for card in cards if state.deck.get(card) == kind])


def advantaged(state: State) -> Side | None:
    """Who showed more winds at the last reveal; None for equals (SLC-7)."""
    port, starboard = (len(state.winds.get(side, ())) for side in SIDES)
    if port == starboard:
        return None
    return "port" if port > starboard else "starboard"


def counted(state: State, cards: Cards) -> Mapping[Kind, int]:
    """How many of each kind are among these cards, kinds of which there are any, in the order of the rules."""
    found = Counter(state.deck[card] for card in cards if card in state.deck)
    return {kind: found[kind] for kind in KINDS if found[kind]}


def amounts(state: State, cards: Cards) -> str:
    """Cards by number and kind: ``2 north winds and 1 chain shot``."""
    found = counted(state, cards)
    return listed(f"{number} {KINDS[kind].one if number == 1 else KINDS[kind].many}" for kind, number in found.items())
