"""What committed cards come to: the work of their notes, as events, and the totals (TRA-7 to TRA-10)."""

from collections.abc import Iterable, Mapping, Set

from tabletop.cards.zones import Cards
from tabletop.core.events import Event
from tabletop.games.trafalgar_cards.deck import OTHER, SIDES, Deck, Play, Plays, Side, Suit, Use


class CardNegated(Event, frozen=True, kw_only=True):
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


class BonusGained(Event, frozen=True, kw_only=True):
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


class NoteIdle(Event, frozen=True, kw_only=True):
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


Note = CardNegated | BonusGained | NoteIdle
"""What came of one note of a committed card."""


def worked(deck: Deck, plays: Mapping[Side, Plays]) -> tuple[Note, ...]:
    """What comes of every note of the committed cards, all at once: first what is negated, then what is added.

    A note works although its own card is negated (TRA-7).
    """
    notes: list[Note] = []
    lost: set[str] = set()
    for side in SIDES:
        _negate(deck, side, plays, lost, notes)
    for side in SIDES:
        notes += _bonuses(deck, side, plays[side], lost)
    return tuple(notes)


def counted(deck: Deck, plays: Plays, notes: Iterable[Note]) -> dict[str, int]:
    """What each committed card of a side counts, after what came of the notes (TRA-10)."""
    values = {play.card: deck[play.card].points for play in plays}
    for note in notes:
        if isinstance(note, CardNegated) and note.card in values:
            values[note.card] = 0
        elif isinstance(note, BonusGained):
            for card in values.keys() & note.cards:
                values[card] += note.each
    return values


def totals(deck: Deck, plays: Mapping[Side, Plays], notes: Iterable[Note]) -> dict[Side, int]:
    """The battle totals after what came of the notes: a card that is negated gains nothing any more (TRA-10)."""
    found = {side: sum([deck[play.card].points for play in plays[side]]) for side in SIDES}
    for note in notes:
        if isinstance(note, CardNegated):
            found[OTHER[note.side]] -= note.points
        elif isinstance(note, BonusGained):
            found[note.side] += note.each * len(note.cards)
    return found


def alone(deck: Deck, side: Side, plays: Plays) -> dict[str, int]:
    """What each committed card counts with one's own bonuses, nothing negated: all that its side knows (TRA-12)."""
    return counted(deck, plays, _bonuses(deck, side, plays, frozenset()))


def _negate(deck: Deck, side: Side, plays: Mapping[Side, Plays], lost: set[str], notes: list[Note]) -> None:
    """Note what comes of a side's notes that strike at opposing cards; those that are struck are lost from then on."""
    for play in plays[side]:
        for sought in deck[play.card].negates:
            hit = _strongest(deck, plays[OTHER[side]], sought, lost)
            if hit is None:
                notes.append(NoteIdle(side=side, by=play.card, sought=sought))
                continue
            lost.add(hit.card)
            points = deck[hit.card].points
            notes.append(CardNegated(side=side, by=play.card, card=hit.card, used_as=hit.use, points=points))


def _strongest(deck: Deck, plays: Plays, use: Use, lost: Set[str]) -> Play | None:
    """Of equal cards the one that stands earlier in the list, for plays are in its order (TRA-8)."""
    found, most = None, -1
    for play in plays:
        if play.use == use and play.card not in lost and (points := deck[play.card].points) > most:
            found, most = play, points
    return found


def _bonuses(deck: Deck, side: Side, plays: Plays, lost: Set[str]) -> list[Note]:
    notes: list[Note] = []
    for play in plays:
        for suit, each in deck[play.card].bonus.items():
            cards = tuple([one.card for one in plays if one.use == suit and one.card not in lost])
            if cards:
                notes.append(BonusGained(side=side, by=play.card, suit=suit, each=each, cards=cards))
            else:
                notes.append(NoteIdle(side=side, by=play.card, sought=suit, rule="TRA-9"))
    return notes
