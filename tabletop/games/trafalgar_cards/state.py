"""The whole of a game at one moment, and what a side may know of it."""

from typing import Annotated, Literal

import msgspec

from tabletop.cards.zones import Zones
from tabletop.core.game import Outcome, Score
from tabletop.games.trafalgar_cards.commands import Choice
from tabletop.games.trafalgar_cards.deck import SIDES, Deck, Plays, Side
from tabletop.games.trafalgar_cards.limits import STANDARD, Limits
from tabletop.games.trafalgar_cards.tally import Note

MOST_WINS = 99
"""Hands that may be needed at most to win the game (TRA-1)."""

PhaseId = Literal["strategy", "tactics", "fight"]


class Battle(msgspec.Struct, frozen=True, gc=False):
    """The cards on the table and what came of them; it is kept until the next ones are revealed.

    Attributes:
        turn: the turn in which it was fought.
        plays: the committed cards of each side.
        notes: what came of each note, in the order in which it was told.
        totals: of each side; empty until they are reckoned.
        winner: of the hand; nothing for a draw.
    """

    turn: int
    plays: dict[Side, Plays]
    notes: tuple[Note, ...] = ()
    totals: dict[Side, int] = {}
    winner: Side | None = None


class State(msgspec.Struct, frozen=True, gc=False):
    """A game of Trafalgar at one moment.

    Attributes:
        title: of the scenario.
        deck: what is printed on each card, by id, in the order of the list.
        limits: how many cards of a suit count, from turn to turn (TRA-4).
        wins_needed: hands that win the game (TRA-1).
        cards: where every card is.
        mixed: what was shuffled last, by places in the deck; known to all, for it lay face up.
        turn: its number.
        phase: what is going on.
        chosen: secret choices that wait for the other side's; nothing for those who may not know one.
        won: hands that each side has won.
        drawn_in_a_row: hands drawn one after another (TRA-13).
        battle: the last cards that were revealed, and what came of them.
        scores: the hands won so far, for the reckoning.
        draw_offered: the side whose offer of a draw stands.
        outcome: how the game ended.
    """

    title: str
    deck: Deck
    cards: Zones
    mixed: tuple[int, ...] = ()
    limits: tuple[Limits, ...] = STANDARD
    wins_needed: int = 3
    turn: Annotated[int, msgspec.Meta(ge=1)] = 1
    phase: PhaseId = "strategy"
    chosen: dict[str, Choice | None] = {}
    won: dict[Side, int] = msgspec.field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    drawn_in_a_row: int = 0
    battle: Battle | None = None
    scores: tuple[Score, ...] = ()
    draw_offered: Side | None = None
    outcome: Outcome | None = None


def card_name(state: State, card: str) -> str:
    """What is printed on top of a card."""
    return state.deck[card].name
