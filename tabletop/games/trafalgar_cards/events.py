"""What has happened: facts in the past tense, each with its numbers and the rule that made it so."""

from msgspec.structs import replace

from tabletop.cards.zones import Cards
from tabletop.core.facts import Fact
from tabletop.games.trafalgar_cards.commands import Choice
from tabletop.games.trafalgar_cards.deck import Plays, Side, Suit, Use


class ChoiceMade(Fact, frozen=True, kw_only=True):
    """A side has chosen in secret; what it chose is known to itself alone (TRA-11).

    Attributes:
        side: who has chosen.
        choice: its command; nothing for those who may not know it.
    """

    side: str
    choice: Choice | None
    rule: str = "TRA-11"


class TacticsBegan(Fact, frozen=True, kw_only=True):
    """Both sides hold their hands and may discard (TRA-3)."""

    rule: str = "TRA-3"


class FightBegan(Fact, frozen=True, kw_only=True):
    """The hands are made up; both sides commit cards (TRA-3)."""

    rule: str = "TRA-3"


class CommitRevealed(Fact, frozen=True, kw_only=True):
    """A side's committed cards lie on the table for all to see (TRA-3).

    Attributes:
        side: whose they are.
        plays: the cards and as what each is used, in the order of the printed list.
    """

    side: Side
    plays: Plays
    rule: str = "TRA-3"


class CardNegated(Fact, frozen=True, kw_only=True):
    """A note has taken the points of an opposing card (TRA-8).

    Attributes:
        side: whose note it is.
        by: the card with the note.
        card: the card of the other side whose points are lost.
        used_as: as what that card was committed.
        points: its printed points.
    """

    side: Side
    by: str
    card: str
    used_as: Use
    points: int
    rule: str = "TRA-8"


class BonusGained(Fact, frozen=True, kw_only=True):
    """A note adds points to own cards that are not negated (TRA-9).

    Attributes:
        side: whose note and cards they are.
        by: the card with the note.
        suit: the suit that gains.
        each: points for each card.
        cards: the cards that gain.
    """

    side: Side
    by: str
    suit: Suit
    each: int
    cards: Cards
    rule: str = "TRA-9"


class NoteIdle(Fact, frozen=True, kw_only=True):
    """A note has found no card to work on (TRA-8, TRA-9).

    Attributes:
        side: whose note it is.
        by: the card with the note.
        sought: what it looked for: opposing cards to negate, or own cards to strengthen.
    """

    side: Side
    by: str
    sought: Use
    rule: str = "TRA-8"


class TotalsReckoned(Fact, frozen=True, kw_only=True):
    """The battle totals (TRA-10).

    Attributes:
        totals: of each side.
    """

    totals: dict[Side, int]
    rule: str = "TRA-10"


class HandWon(Fact, frozen=True, kw_only=True):
    """A side has the higher total (TRA-10).

    Attributes:
        side: the winner of the hand.
        hands: how many hands it has won now.
    """

    side: Side
    hands: int
    rule: str = "TRA-10"


class HandDrawn(Fact, frozen=True, kw_only=True):
    """Both totals are equal; nobody scores (TRA-10).

    Attributes:
        in_a_row: how many hands have been drawn one after another.
    """

    in_a_row: int
    rule: str = "TRA-10"


class TableCleared(Fact, frozen=True, kw_only=True):
    """The committed cards have gone to the discards (TRA-3)."""

    rule: str = "TRA-3"


class TurnBegan(Fact, frozen=True, kw_only=True):
    """A new turn waits for its deal (TRA-3).

    Attributes:
        turn: its number.
    """

    turn: int
    rule: str = "TRA-3"


Note = CardNegated | BonusGained | NoteIdle
"""What came of one note of a committed card."""


def choice_as_seen(event: ChoiceMade, side: str) -> ChoiceMade:
    """A choice as a side may know it: of the other's only that it is made."""
    return event if event.side == side else replace(event, choice=None)
