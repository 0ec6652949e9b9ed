"""The log: every fact in a sentence. Of a view and a fact as seen it tells what that side may know."""

from collections.abc import Callable
from typing import Any

from tabletop.cards import words as common
from tabletop.core.agreement import DrawLapsed, DrawOffered, GameEnded
from tabletop.core.facts import Fact
from tabletop.core.phrases import count, listed
from tabletop.games.trafalgar_cards.commands import Commit
from tabletop.games.trafalgar_cards.deck import SIDES, Deck, Plays
from tabletop.games.trafalgar_cards.events import (
    BonusGained,
    CardNegated,
    ChoiceMade,
    CommitRevealed,
    FightBegan,
    HandDrawn,
    HandWon,
    NoteIdle,
    TableCleared,
    TacticsBegan,
    TotalsReckoned,
    TurnBegan,
)
from tabletop.games.trafalgar_cards.naming import SHORT_NAMES, USE_NAMES, with_article
from tabletop.games.trafalgar_cards.phases import PHASES
from tabletop.games.trafalgar_cards.state import State, card_name


def plays_in_words(deck: Deck, plays: Plays) -> str:
    """Cards and, where it is not what is printed on them, as what each is used."""
    return listed(
        deck[play.card].name + ("" if play.use == deck[play.card].suit else f" (as {USE_NAMES[play.use]})")
        for play in plays
    )


def choice_made(state: State, event: ChoiceMade) -> str:
    """That a side has chosen; to itself also what."""
    who, choice = with_article(event.side), event.choice
    if choice is None:
        return f"{who} have chosen." if event.side == "british" else f"{who} has chosen."
    if isinstance(choice, Commit):
        return f"{who}: to commit {plays_in_words(state.deck, choice.plays) or 'nothing'}."
    return f"{who}: to discard {listed(state.deck[card].name for card in choice.cards) or 'nothing'}."


def commit_revealed(state: State, event: CommitRevealed) -> str:
    """The cards that lie on the table now."""
    return f"{with_article(event.side)}: {plays_in_words(state.deck, event.plays) or 'nothing committed'}."


def card_negated(state: State, event: CardNegated) -> str:
    """What was struck through, and by what."""
    deck, card = state.deck, state.deck[event.card]
    still = ", its own note still works" if card.negates or card.bonus else ""
    return f"{deck[event.by].name} negates {card.name}: {count(event.points, 'point')} lost{still}."


def bonus_gained(state: State, event: BonusGained) -> str:
    """What gains, and from what."""
    what = f"{len(event.cards)} × {event.each}"
    names = listed(state.deck[card].name for card in event.cards)
    return f"{state.deck[event.by].name} adds {what} points in {USE_NAMES[event.suit]}: {names}."


def note_idle(state: State, event: NoteIdle) -> str:
    """A note without effect."""
    what = f"{USE_NAMES[event.sought]}{'' if event.sought == 'admiral' else ' card'}"
    if event.rule == "TRA-9":
        return f"{state.deck[event.by].name}: no {what} of its own left to strengthen."
    return f"{state.deck[event.by].name}: no opposing {what} left to negate."


def totals_reckoned(state: State, event: TotalsReckoned) -> str:  # noqa: ARG001
    """Both totals."""
    return f"Battle totals: {', '.join(f'{SHORT_NAMES[side]} {event.totals[side]}' for side in SIDES)}."


def hand_won(state: State, event: HandWon) -> str:
    """Who won the hand, and how far that leads."""
    wins = "win" if event.side == "british" else "wins"
    return f"{with_article(event.side)} {wins} the hand: {event.hands} of {state.wins_needed}."


def game_ended(state: State, event: GameEnded) -> str:
    """Why it is over, and who won."""
    outcome = event.outcome
    result = f"{with_article(outcome.winner)}: the day is won" if outcome.winner else "The game is drawn"
    hands = ", ".join(f"{SHORT_NAMES[side]} {state.won[side]}" for side in SIDES)
    return f"{outcome.reason}. {result}. Hands: {hands}."


WORDS: dict[type, Callable[[State, Any], str]] = {
    **common.narrators(SHORT_NAMES, card_name),
    TacticsBegan: lambda state, event: "",  # noqa: ARG005
    FightBegan: lambda state, event: "",  # noqa: ARG005
    ChoiceMade: choice_made,
    CommitRevealed: commit_revealed,
    CardNegated: card_negated,
    BonusGained: bonus_gained,
    NoteIdle: note_idle,
    TotalsReckoned: totals_reckoned,
    HandWon: hand_won,
    HandDrawn: lambda state, event: f"The hand is drawn; {event.in_a_row} in a row.",  # noqa: ARG005
    TableCleared: lambda state, event: "",  # noqa: ARG005
    TurnBegan: lambda state, event: f"Turn {event.turn}.",  # noqa: ARG005
    DrawOffered: lambda state, event: f"{with_article(event.side)}: a draw is offered.",  # noqa: ARG005
    DrawLapsed: lambda state, event: "The offer of a draw lapses.",  # noqa: ARG005
    GameEnded: game_ended,
}


def narrate(state: State, event: Fact) -> str:
    """The fact in words, `state` being the one before it; empty for bookkeeping."""
    return WORDS[type(event)](state, event)


def headline(state: State) -> str:
    """The moment in a few words: ``Turn 3, tactics``."""
    return f"Turn {state.turn}, {'over' if state.outcome else PHASES[state.phase].ribbon.lower()}"
