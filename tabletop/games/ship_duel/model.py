"""The state of a duel as frozen data: ships, the place of every card, and secret choices."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from tabletop.cards.zones import Cards, Zones
from tabletop.core.game import Outcome
from tabletop.core.phrases import join_words
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
        nation: the nation whose colours the ship flies; has no effect on the rules.
        model: the type of ship that is drawn; has no effect on the rules.
        whole: points of each stat at the start.
        left: points of each stat now, never below 0.
    """

    name: str
    nation: Nation
    model: Model
    whole: dict[Stat, int]
    left: dict[Stat, int]


class Attack(msgspec.Struct, frozen=True):
    """The last attack of a side (SLC-8).

    Attributes:
        kind: of the shot.
        shots: number of cards of that kind.
        stat: the stat that loses points.
        damage: points lost.
        before: points before the attack.
        after: points after the attack.
    """

    kind: Kind
    shots: int
    stat: Stat
    damage: int
    before: int
    after: int


class State(msgspec.Struct, frozen=True, gc=False):
    """A duel at one moment.

    Attributes:
        title: of the scenario.
        ships: by side.
        deck: the kind of every card, by id.
        cards: the place of every card.
        turn: from 1; 0 before the first deal.
        phase: id of the phase.
        asked: the sides that choose in this phase.
        chosen: the secret choices of this phase so far; None for a choice that the viewer may not know.
        winds: the winds of the last reveal, by side. Their cards may be in the pile again.
        attacks: the attacks of the last fire phase, by side.
        mixed: the cards of the last shuffle as indices into the deck; known to both sides.
        quiet: turns in a row without damage (SLC-10).
        draw_offered: the side that has offered a draw, or None.
        outcome: outcome of the game; None while it goes on.
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


def ship_of(state: State, side: str) -> Ship:
    """Return the ship of a side. `side` may be any string that names a side."""
    return state.ships[OTHER[OTHER[side]]]


def card_name(state: State, card: str) -> str:
    """Return the name that is printed on a card."""
    return KINDS[state.deck[card]].name


def select_kind(state: State, cards: Iterable[str], kind: Kind) -> Cards:
    """Return the cards of one kind. Hidden cards have no kind."""
    return tuple([card for card in cards if state.deck.get(card) == kind])


def find_advantaged_side(state: State) -> Side | None:
    """Return the side that showed more winds at the last reveal; None if both showed as many (SLC-7)."""
    port, starboard = (len(state.winds.get(side, ())) for side in SIDES)
    if port == starboard:
        return None
    return "port" if port > starboard else "starboard"


def count_kinds(state: State, cards: Cards) -> Mapping[Kind, int]:
    """Return the number of cards of each kind, without kinds that are absent, in the order of the rules."""
    found = Counter(state.deck[card] for card in cards if card in state.deck)
    return {kind: found[kind] for kind in KINDS if found[kind]}


def format_amounts(state: State, cards: Cards) -> str:
    """Return cards by number and kind: ``2 north winds and 1 chain shot``."""
    found = count_kinds(state, cards)
    return join_words(
        f"{number} {KINDS[kind].one if number == 1 else KINDS[kind].many}" for kind, number in found.items()
    )
