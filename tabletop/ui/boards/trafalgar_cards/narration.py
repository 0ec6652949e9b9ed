"""How the events of a game are told and shown: numbers in the log, and the reveal step by step."""

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
from tabletop.ui.boards.cards.narration import DEED, SEALED, SHOWN, Lines, Narration
from tabletop.ui.boards.cards.reader import Section
from tabletop.ui.boards.cards.recall import Laid, PastPlay, Shown
from tabletop.ui.boards.trafalgar_cards import rows
from tabletop.ui.boards.trafalgar_cards.pictures import looks, used_as


def summarize_last_hand(view: State) -> PastPlay | None:
    """None before the first, or while it lies there."""
    battle = view.battle
    if battle is None or view.phase == "strategy" or view.outcome is not None:
        return None
    return PastPlay(
        "Last hand", f"Turn {battle.turn}: {describe_winner(battle)}", lambda: _build_last_hand(view, battle)
    )


def _build_last_hand(view: State, battle: Battle) -> Shown:
    """Both sides' cards with what they counted, and the notes one by one."""
    told = [GAME.describe(view, note) for note in battle.notes]
    cards = [
        (f"{SHORT_NAMES[side]}: {battle.totals[side]}", _build_placed_cards(view.deck, battle, side)) for side in SIDES
    ]
    lines = tuple((f"{number}. {words}", "") for number, words in enumerate(told, 1))
    return Shown(cards, (Section("", lines),) if lines else ())


def describe_winner(battle: Battle) -> str:
    """Who has won it."""
    if battle.winner is None:
        return "the hand is a tie"
    return f"the {SIDE_NAMES[battle.winner]} {'win' if battle.winner == 'british' else 'wins'} the hand"


def find_negations(deck: Deck, notes: tuple[Note, ...]) -> rows.Negated:
    """By card, the number of the note that negated it and whose that is."""
    found = [(number, note) for number, note in enumerate(notes, 1) if isinstance(note, CardNegated)]
    return {note.card: (number, deck[note.by].name) for number, note in found}


def _build_placed_cards(deck: Deck, battle: Battle, side: Side) -> tuple[Laid, ...]:
    plays, by = battle.plays[side], find_negations(deck, battle.notes)
    values = tally.count_points(deck, plays, battle.notes)
    ordered = [play for use in USES for play in rows.of_use(plays, use, deck)]
    return tuple(
        Laid(
            used_as(looks(deck, play.card), play.use),
            rows.standing(deck[play.card], play.use, values[play.card], by.get(play.card, rows.UNTOUCHED)),
        )
        for play in ordered
    )


def _revealed(state: State, event: CommitRevealed) -> Lines:
    for play in event.plays:
        yield f"{state.deck[play.card].name}, {USE_NAMES[play.use]}", str(state.deck[play.card].points)


def _negated(state: State, event: CardNegated) -> Lines:
    yield state.deck[event.by].name, describe_card(state.deck[event.by])
    yield state.deck[event.card].name, f"{event.points} to 0"


def _gained(state: State, event: BonusGained) -> Lines:
    yield state.deck[event.by].name, describe_card(state.deck[event.by])
    for card in event.cards:
        yield state.deck[card].name, f"+{event.each}"


def _reckoned(state: State, event: TotalsReckoned) -> Lines:
    battle = state.battle
    for side in SIDES:
        plays = battle.plays[side] if battle else ()
        for card, value in tally.count_points(state.deck, plays, battle.notes if battle else ()).items():
            yield f"{SHORT_NAMES[side]}: {state.deck[card].name}", str(value)
        yield f"{SHORT_NAMES[side]} in all", str(event.totals[side])


NARRATION = Narration(
    {
        ChoiceMade: SEALED, CommitRevealed: DEED, CardNegated: SHOWN, BonusGained: SHOWN, TotalsReckoned: SHOWN,
        HandWon: SHOWN, HandDrawn: SHOWN,
    },
    build_handlers(
        KindHandler(CommitRevealed, _revealed),
        KindHandler(CardNegated, _negated),
        KindHandler(BonusGained, _gained),
        KindHandler(TotalsReckoned, _reckoned),
    ),
    tasks={"tactics": "to discard", "fight": "to commit"},
    ribbon=RIBBON,
    recalled=summarize_last_hand,
)  # fmt: skip
NOTE = 450
"""Milliseconds from one note that does something to the next."""
STILL = 700
"""Milliseconds for which the decided hand lies there before it is cleared away."""
NEITHER = ""
"""No card is struck through."""


def landed(flights: Iterable[Flight]) -> int:
    """When the last card has been turned over."""
    return max((one.after + one.lasts for one in flights), default=0)


def steps(events: Sequence[Event], shown: int) -> list[Stroke]:
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
        none = Stroke(NEITHER, at, 1, note)
        yield Stroke(f"card.{note.card}", at, of=note) if isinstance(note, CardNegated) else none
        at += 0 if isinstance(note, NoteIdle) else NOTE
    yield Stroke(NEITHER, at, STILL)


def told(battle: Battle, ahead: int) -> tuple[Note, ...] | None:
    """The notes that have been told while so many steps are ahead; None before the cards are counted."""
    past = len(battle.notes) + 2 - ahead
    return battle.notes[: past - 1] if past > 0 else None
