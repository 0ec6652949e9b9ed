"""The fields that the state of every card game has."""

from collections.abc import Collection
from typing import Protocol, TypeVar, cast

import msgspec
from msgspec.structs import replace

from tabletop.cards.zones import Cards, Zones
from tabletop.core.game import Outcome


class HasCards(Protocol):
    """A state with cards, as the shared rules of all card games read it."""

    @property
    def title(self) -> str:
        """The title of the scenario."""

    @property
    def deck(self) -> Collection[str]:
        """The ids of all cards."""

    @property
    def cards(self) -> Zones:
        """The place of every card."""

    @property
    def mixed(self) -> tuple[int, ...]:
        """The cards of the last shuffle as indices into the deck; known to all sides."""

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; 0 before the first."""

    @property
    def draw_offered(self) -> str | None:
        """The side that has offered a draw, or None."""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None while it goes on."""


S = TypeVar("S", bound=HasCards)


class _Changed(Protocol):
    def __call__(self, state: S, /, **fields: object) -> S: ...


replace_fields = cast("_Changed", replace)
"""Returns a copy of a state with some fields replaced. Cast, because a protocol cannot be declared a struct."""


class CardState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a card game in which one card is played at a time.

    Attributes:
        title: of the scenario.
        deck: ids of all cards.
        cards: the place of every card.
        phase: id of the phase.
        asked: the side that must choose; the first side if either may.
        turn: from 1; 0 before the first deal.
        draw_offered: the side that has offered a draw, or None.
        outcome: outcome of the game; None while it goes on.
        mixed: the cards of the last shuffle as indices into the deck; known to all sides.
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
