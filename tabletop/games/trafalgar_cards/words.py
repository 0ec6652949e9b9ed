"""The log: every fact in a sentence. Of a view and a fact as seen it tells what that side may know."""

from tabletop.core.agreement import DrawOffered, GameEnded
from tabletop.core.phrases import count, listed
from tabletop.games.trafalgar_cards.commands import Commit
from tabletop.games.trafalgar_cards.deck import SIDES, Deck, Plays
from tabletop.games.trafalgar_cards.events import (
    BonusGained,
    CardNegated,
    ChoiceMade,
    CommitRevealed,
    HandDrawn,
    HandWon,
    NoteIdle,
    TotalsReckoned,
    TurnBegan,
)
from tabletop.games.trafalgar_cards.naming import SHORT_NAMES, USE_NAMES, with_article
from tabletop.games.trafalgar_cards.state import State


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


def hand_drawn(state: State, event: HandDrawn) -> str:  # noqa: ARG001
    """How many hands in a row nobody has won."""
    return f"The hand is drawn; {event.in_a_row} in a row."


def turn_began(state: State, event: TurnBegan) -> str:  # noqa: ARG001
    """Which turn begins."""
    return f"Turn {event.turn}."


def draw_offered(state: State, event: DrawOffered) -> str:  # noqa: ARG001
    """Who offers a draw."""
    return f"{with_article(event.side)}: a draw is offered."


def short(state: State, side: str) -> str:  # noqa: ARG001
    """A side beside a number."""
    return SHORT_NAMES[side]
