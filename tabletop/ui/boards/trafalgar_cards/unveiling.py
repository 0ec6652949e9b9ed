"""The reveal step by step: cards are turned over, each note does its work, the hand is decided, all is cleared."""

from collections.abc import Iterable, Iterator, Sequence

from tabletop.core.facts import Fact
from tabletop.games.trafalgar_cards.events import CardNegated, CommitRevealed, Note, NoteIdle
from tabletop.games.trafalgar_cards.state import Battle
from tabletop.ui.boards.cards.felt import Flight, Stroke

NOTE = 450
"""Milliseconds from one note that does something to the next."""
STILL = 700
"""Milliseconds for which the decided hand lies there before it is cleared away."""
NEITHER = ""
"""No card is struck through."""


def landed(flights: Iterable[Flight]) -> int:
    """When the last card has been turned over."""
    return max((one.after + one.lasts for one in flights), default=0)


def steps(events: Sequence[Fact], shown: int) -> list[Stroke]:
    """When the cards are counted, when each note is told, when the hand is decided; none without a reveal.

    Args:
        events: what has happened.
        shown: when the last card has been turned over, milliseconds.
    """
    if not any(isinstance(event, CommitRevealed) for event in events):
        return []
    notes = [event for event in events if isinstance(event, Note)]
    return [Stroke(NEITHER, shown, 1), *_of_notes(notes, shown + NOTE // 2)]


def _of_notes(notes: Sequence[Note], at: int) -> Iterator[Stroke]:
    for note in notes:
        yield Stroke(f"card.{note.card}", at) if isinstance(note, CardNegated) else Stroke(NEITHER, at, 1)
        at += 0 if isinstance(note, NoteIdle) else NOTE
    yield Stroke(NEITHER, at, STILL)


def told(battle: Battle, ahead: int) -> tuple[Note, ...] | None:
    """The notes that have been told while so many steps are ahead; None before the cards are counted."""
    past = len(battle.notes) + 2 - ahead
    return battle.notes[: past - 1] if past > 0 else None
