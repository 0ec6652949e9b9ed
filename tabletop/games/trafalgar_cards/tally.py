"""The count of a battle: the effects of notes, as events, and the totals (TRA-7 to TRA-10)."""

from collections.abc import Iterable, Mapping, Set

from tabletop.cards.zones import Cards
from tabletop.core.events import Event
from tabletop.games.trafalgar_cards.deck import OTHER, SIDES, Deck, Play, Plays, Side, Suit, Use


class CardNegated(Event, frozen=True, kw_only=True):
    """A note has negated an opposing card (TRA-8).

    Attributes:
        side: the side of the note.
        by: the card with the note.
        card: the negated card of the other side.
        used_as: the use of that card.
        points: its printed points, which are lost.
    """

    side: Side
    by: str
    card: str
    used_as: Use
    points: int
    rule: str = "TRA-8"


class BonusGained(Event, frozen=True, kw_only=True):
    """A note adds points to own cards that are not negated (TRA-9).

    Attributes:
        side: the side of the note and the cards.
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


class NoteIdle(Event, frozen=True, kw_only=True):
    """A note has found no card to affect (TRA-8, TRA-9).

    Attributes:
        side: the side of the note.
        by: the card with the note.
        sought: the use of the cards that the note looked for: opposing cards to negate, or own cards to strengthen.
    """

    side: Side
    by: str
    sought: Use
    rule: str = "TRA-8"


Note = CardNegated | BonusGained | NoteIdle
"""The effect of one note of a committed card."""


def resolve_notes(deck: Deck, plays: Mapping[Side, Plays]) -> tuple[Note, ...]:
    """Return the effects of all notes of the committed cards: those that negate, then those that add.

    A note has its effect even if its own card is negated (TRA-7).
    """
    notes: list[Note] = []
    lost: set[str] = set()
    for side in SIDES:
        _negate_cards(deck, side, plays, lost, notes)
    for side in SIDES:
        notes += _list_bonuses(deck, side, plays[side], lost)
    return tuple(notes)


def count_points(deck: Deck, plays: Plays, notes: Iterable[Note]) -> dict[str, int]:
    """Return the points of each committed card of a side after the effects of the notes (TRA-10)."""
    values = {play.card: deck[play.card].points for play in plays}
    for note in notes:
        if isinstance(note, CardNegated) and note.card in values:
            values[note.card] = 0
        elif isinstance(note, BonusGained):
            for card in values.keys() & note.cards:
                values[card] += note.each
    return values


def compute_totals(deck: Deck, plays: Mapping[Side, Plays], notes: Iterable[Note]) -> dict[Side, int]:
    """Return the battle totals after the effects of the notes. A negated card gains no bonus (TRA-10)."""
    found = {side: sum([deck[play.card].points for play in plays[side]]) for side in SIDES}
    for note in notes:
        if isinstance(note, CardNegated):
            found[OTHER[note.side]] -= note.points
        elif isinstance(note, BonusGained):
            found[note.side] += note.each * len(note.cards)
    return found


def count_own_points(deck: Deck, side: Side, plays: Plays) -> dict[str, int]:
    """Return the points of each committed card with the own bonuses, nothing negated (TRA-12)."""
    return count_points(deck, plays, _list_bonuses(deck, side, plays, frozenset()))


def _negate_cards(deck: Deck, side: Side, plays: Mapping[Side, Plays], lost: set[str], notes: list[Note]) -> None:
    """Append the effect of every negating note of a side to `notes`, and add the negated cards to `lost`."""
    for play in plays[side]:
        for sought in deck[play.card].negates:
            hit = _find_strongest(deck, plays[OTHER[side]], sought, lost)
            if hit is None:
                notes.append(NoteIdle(side=side, by=play.card, sought=sought))
                continue
            lost.add(hit.card)
            points = deck[hit.card].points
            notes.append(CardNegated(side=side, by=play.card, card=hit.card, used_as=hit.use, points=points))


def _find_strongest(deck: Deck, plays: Plays, use: Use, lost: Set[str]) -> Play | None:
    """Return the strongest card of a use that is not lost, or None.

    Of equal cards, the first in the printed list is returned (TRA-8).
    """
    found, most = None, -1
    for play in plays:
        if play.use == use and play.card not in lost and (points := deck[play.card].points) > most:
            found, most = play, points
    return found


def _list_bonuses(deck: Deck, side: Side, plays: Plays, lost: Set[str]) -> list[Note]:
    """Return the bonus of each note of a side, or `NoteIdle` for one without a card to strengthen (TRA-9)."""
    notes: list[Note] = []
    for play in plays:
        for suit, each in deck[play.card].bonus.items():
            cards = tuple([one.card for one in plays if one.use == suit and one.card not in lost])
            if cards:
                notes.append(BonusGained(side=side, by=play.card, suit=suit, each=each, cards=cards))
            else:
                notes.append(NoteIdle(side=side, by=play.card, sought=suit, rule="TRA-9"))
    return notes
