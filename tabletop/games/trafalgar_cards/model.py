"""The state of a game as frozen data."""

from typing import Annotated, Literal

import msgspec

from tabletop.cards.zones import Zones
from tabletop.core.game import Outcome, Score
from tabletop.games.trafalgar_cards.commands import Choice
from tabletop.games.trafalgar_cards.deck import SIDES, Deck, Plays, Side
from tabletop.games.trafalgar_cards.limits import STANDARD, Limits
from tabletop.games.trafalgar_cards.tally import Note

MOST_WINS = 99
"""Highest number of hands that a scenario may require to win the game (TRA-1)."""

PhaseId = Literal["strategy", "tactics", "fight"]


class Battle(msgspec.Struct, frozen=True, gc=False):
    """The committed cards and the result of the battle; kept until the next cards are revealed.

    Attributes:
        turn: number of the turn.
        plays: the committed cards of each side.
        notes: the effect of each note, in the order of the events.
        totals: of each side; empty until the totals are counted.
        winner: of the hand; None for a draw.
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
        deck: the print of each card, by id, in the order of the list.
        limits: most cards of a suit, from turn to turn (TRA-4).
        wins_needed: hands that win the game (TRA-1).
        cards: the place of every card.
        mixed: the cards of the last shuffle as indices into the deck; known to both sides.
        turn: number of the turn.
        phase: id of the phase.
        chosen: secret choices until both sides have chosen; None for a choice that the viewer may not know.
        won: number of hands that each side has won.
        drawn_in_a_row: number of hands drawn in a row (TRA-13).
        battle: the last battle, or None.
        scores: the hands won so far.
        draw_offered: the side that has offered a draw, or None.
        outcome: outcome of the game; None while it goes on.
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
    """Return the name that is printed on a card."""
    return state.deck[card].name
