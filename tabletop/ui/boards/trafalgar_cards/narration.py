"""The events of a game at the table: numbers in the log, the reveal step by step, and the last hand."""

from collections.abc import Iterable, Iterator, Sequence

from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.games.trafalgar_cards import GAME, tally
from tabletop.games.trafalgar_cards.deck import (
    SHORT_NAMES,
    SIDE_NAMES,
    SIDES,
    USE_NAMES,
    USES,
    Deck,
    Side,
    describe_card,
)
from tabletop.games.trafalgar_cards.events import ChoiceMade, CommitRevealed, HandDrawn, HandWon, TotalsReckoned
from tabletop.games.trafalgar_cards.model import Battle, State
from tabletop.games.trafalgar_cards.phases import RIBBON
from tabletop.games.trafalgar_cards.tally import BonusGained, CardNegated, Note, NoteIdle
from tabletop.ui.boards.cards.animation import Flight, Stroke
from tabletop.ui.boards.cards.narration import ACTION, REVEALED, SEALED, Lines, Narration
from tabletop.ui.boards.cards.reader import Section
from tabletop.ui.boards.cards.recall import PastPlay, PastPlayCards, PlacedCard
from tabletop.ui.boards.trafalgar_cards import rows
from tabletop.ui.boards.trafalgar_cards.pictures import card_look, recolour


def summarize_last_hand(view: State) -> PastPlay | None:
    """Return the last hand as a past play, or None before the first and while it lies on the table."""
    battle = view.battle
    if battle is None or view.phase == "strategy" or view.outcome is not None:
        return None
    return PastPlay(
        "Last hand", f"Turn {battle.turn}: {describe_winner(battle)}", lambda: _build_last_hand(view, battle)
    )


def _build_last_hand(view: State, battle: Battle) -> PastPlayCards:
    """Build the cards of both sides with the points that they counted, and the notes in order."""
    told = [GAME.describe(view, note) for note in battle.notes]
    cards = [
        (f"{SHORT_NAMES[side]}: {battle.totals[side]}", _build_placed_cards(view.deck, battle, side)) for side in SIDES
    ]
    lines = tuple((f"{number}. {words}", "") for number, words in enumerate(told, 1))
    return PastPlayCards(cards, (Section("", lines),) if lines else ())


def describe_winner(battle: Battle) -> str:
    """Return the result of a hand as a clause, e.g. "the British win the hand"."""
    if battle.winner is None:
        return "the hand is a tie"
    return f"the {SIDE_NAMES[battle.winner]} {'win' if battle.winner == 'british' else 'wins'} the hand"


def find_negations(deck: Deck, notes: tuple[Note, ...]) -> rows.Negated:
    """Return, by card, the number of the note that negated it and the name of the card with the note."""
    found = [(number, note) for number, note in enumerate(notes, 1) if isinstance(note, CardNegated)]
    return {note.card: (number, deck[note.by].name) for number, note in found}


def _build_placed_cards(deck: Deck, battle: Battle, side: Side) -> tuple[PlacedCard, ...]:
    plays, by = battle.plays[side], find_negations(deck, battle.notes)
    values = tally.count_points(deck, plays, battle.notes)
    ordered = [play for use in USES for play in rows.plays_of_use(plays, use, deck)]
    return tuple(
        PlacedCard(
            recolour(card_look(deck, play.card), play.use),
            rows.placed_status(deck[play.card], play.use, values[play.card], by.get(play.card, rows.UNTOUCHED)),
        )
        for play in ordered
    )


def _reveal_lines(state: State, event: CommitRevealed) -> Lines:
    for play in event.plays:
        yield f"{state.deck[play.card].name}, {USE_NAMES[play.use]}", str(state.deck[play.card].points)


def _negation_lines(state: State, event: CardNegated) -> Lines:
    yield state.deck[event.by].name, describe_card(state.deck[event.by])
    yield state.deck[event.card].name, f"{event.points} to 0"


def _bonus_lines(state: State, event: BonusGained) -> Lines:
    yield state.deck[event.by].name, describe_card(state.deck[event.by])
    for card in event.cards:
        yield state.deck[card].name, f"+{event.each}"


def _total_lines(state: State, event: TotalsReckoned) -> Lines:
    battle = state.battle
    for side in SIDES:
        plays = battle.plays[side] if battle else ()
        for card, value in tally.count_points(state.deck, plays, battle.notes if battle else ()).items():
            yield f"{SHORT_NAMES[side]}: {state.deck[card].name}", str(value)
        yield f"{SHORT_NAMES[side]} in all", str(event.totals[side])


NARRATION = Narration(
    {
        ChoiceMade: SEALED,
        CommitRevealed: ACTION,
        CardNegated: REVEALED,
        BonusGained: REVEALED,
        TotalsReckoned: REVEALED,
        HandWon: REVEALED,
        HandDrawn: REVEALED,
    },
    build_handlers(
        KindHandler(CommitRevealed, _reveal_lines),
        KindHandler(CardNegated, _negation_lines),
        KindHandler(BonusGained, _bonus_lines),
        KindHandler(TotalsReckoned, _total_lines),
    ),
    tasks={"tactics": "to discard", "fight": "to commit"},
    ribbon=RIBBON,
    find_past_play=summarize_last_hand,
)
NOTE_TIME = 450
"""Milliseconds between two notes with an effect."""
STILL_TIME = 700
"""Milliseconds for which the decided hand lies there before it is cleared."""
NO_CARD = ""
"""The stroke strikes no card; only time passes."""


def landing_time(flights: Iterable[Flight]) -> int:
    """Return the milliseconds until the last flight has ended; 0 without flights."""
    return max((one.delay + one.duration for one in flights), default=0)


def build_steps(events: Sequence[Event], shown: int) -> list[Stroke]:
    """Return the strokes that pace a reveal: the count, each note, the result; [] without a reveal.

    Args:
       events: the events to show.
       shown: milliseconds until the last card is turned over.
    """
    if not any(isinstance(event, CommitRevealed) for event in events):
        return []
    notes = [event for event in events if isinstance(event, Note)]
    return [Stroke(NO_CARD, shown, 1), *_build_note_strokes(notes, shown + NOTE_TIME // 2)]


def _build_note_strokes(notes: Sequence[Note], at: int) -> Iterator[Stroke]:
    for note in notes:
        none = Stroke(NO_CARD, at, 1, note)
        yield Stroke(f"card.{note.card}", at, event=note) if isinstance(note, CardNegated) else none
        at += 0 if isinstance(note, NoteIdle) else NOTE_TIME
    yield Stroke(NO_CARD, at, STILL_TIME)


def find_shown_notes(battle: Battle, ahead: int) -> tuple[Note, ...] | None:
    """Return the notes shown so far while `ahead` steps remain, or None before the cards are counted."""
    past = len(battle.notes) + 2 - ahead
    return battle.notes[: past - 1] if past > 0 else None
