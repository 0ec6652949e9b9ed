"""What a state of every card game has."""

from collections.abc import Collection
from typing import Protocol, TypeVar, cast

import msgspec
from msgspec.structs import replace

from tabletop.cards.zones import Cards, Zones
from tabletop.core.game import Outcome


class Dealt(Protocol):
    """A state of cards, as the rules that all card games share read it."""

    @property
    def title(self) -> str:
        """Of the scenario."""

    @property
    def deck(self) -> Collection[str]:
        """The ids of all cards."""

    @property
    def cards(self) -> Zones:
        """Where every card is."""

    @property
    def mixed(self) -> tuple[int, ...]:
        """What was shuffled last, by places in the deck; known to all."""

    @property
    def turn(self) -> int:
        """From 1; 0 before the first."""

    @property
    def draw_offered(self) -> str | None:
        """The side whose offer of a draw stands."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""


S = TypeVar("S", bound=Dealt)


class _Changed(Protocol):
    def __call__(self, state: S, /, **fields: object) -> S: ...


changed = cast("_Changed", replace)
"""A state with some fields otherwise; that every one is a struct cannot be said of a protocol."""


class CardState(msgspec.Struct, frozen=True, kw_only=True):
    """A card game at one moment.

    Attributes:
        title: of the scenario.
        deck: the ids of all cards.
        cards: where every card is.
        phase: id of the phase.
        asked: the side that is asked; of either it is the first.
        turn: from 1; 0 before the first deal.
        draw_offered: the side whose offer of a draw stands.
        outcome: how the game ended.
        mixed: what was shuffled last, by places in the deck; known to all.
    """

    title: str
    deck: Cards
    cards: Zones
    phase: str
    asked: str
    turn: int = 0
    draw_offered: str | None = None
    outcome: Outcome | None = None
    mixed: tuple[int, ...] = ()
