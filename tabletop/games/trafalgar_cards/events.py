"""Events of the card game with their numbers and rules (C-4), and the table of their handlers.

No rule is decided here. Each handler says how the event changes the state, how it is described, what a side may know of
it, and what it reveals. Descriptions of a view and a redacted event contain only what that side may know.
"""

from msgspec.structs import replace

from tabletop.cards import corrections, zones
from tabletop.cards import events as cards
from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.core import agreement
from tabletop.core.agreement import GameEnded
from tabletop.core.events import Event, EventHandler, describe_nothing
from tabletop.core.game import Score
from tabletop.core.phrases import format_count, join_words
from tabletop.games.trafalgar_cards.commands import Choice, Commit
from tabletop.games.trafalgar_cards.deck import (
    SHORT_NAMES,
    SIDE_NAMES,
    SIDES,
    USE_NAMES,
    Deck,
    Plays,
    Side,
    add_article,
)
from tabletop.games.trafalgar_cards.model import Battle, State, card_name
from tabletop.games.trafalgar_cards.tally import BonusGained, CardNegated, Note, NoteIdle


class ChoiceMade(Event, frozen=True, kw_only=True):
    """A side has chosen in secret. Only that side knows the choice (TRA-11).

    Attributes:
        side: the side that has chosen.
        choice: its command; None for a viewer who may not know it.
    """

    side: str
    choice: Choice | None
    rule: str = "TRA-11"


class TacticsBegan(Event, frozen=True, kw_only=True):
    """Both sides have been dealt their hands and may discard (TRA-3)."""

    rule: str = "TRA-3"


class FightBegan(Event, frozen=True, kw_only=True):
    """The hands are complete, and both sides commit cards (TRA-3)."""

    rule: str = "TRA-3"


class CommitRevealed(Event, frozen=True, kw_only=True):
    """The committed cards of a side lie face up on the table (TRA-3).

    Attributes:
        side: the side of the cards.
        plays: the cards with their uses, in the order of the printed list.
    """

    side: Side
    plays: Plays
    rule: str = "TRA-3"


class TotalsReckoned(Event, frozen=True, kw_only=True):
    """The battle totals have been counted (TRA-10).

    Attributes:
        totals: of each side.
    """

    totals: dict[Side, int]
    rule: str = "TRA-10"


class HandWon(Event, frozen=True, kw_only=True):
    """A side has the higher total and wins the hand (TRA-10).

    Attributes:
        side: the winner of the hand.
        hands: number of hands that the side has won so far.
    """

    side: Side
    hands: int
    rule: str = "TRA-10"


class HandDrawn(Event, frozen=True, kw_only=True):
    """Both totals are equal, and no side scores (TRA-10).

    Attributes:
        in_a_row: number of hands drawn in a row.
    """

    in_a_row: int
    rule: str = "TRA-10"


class TableCleared(Event, frozen=True, kw_only=True):
    """The committed cards have gone to the discards (TRA-3)."""

    rule: str = "TRA-3"


class TurnBegan(Event, frozen=True, kw_only=True):
    """A new turn waits for its deal (TRA-3).

    Attributes:
        turn: its number.
    """

    turn: int
    rule: str = "TRA-3"


def redact_choice(event: ChoiceMade, side: str) -> ChoiceMade:
    """Return the choice as `side` may know it: without the command if the other side chose."""
    return event if event.side == side else replace(event, choice=None)


def apply_commit_revealed(state: State, event: CommitRevealed) -> State:
    """Return the state with the cards on the table and no secret choices."""
    cards = zones.lay_out_cards(state.cards, event.side, tuple([play.card for play in event.plays]))
    lying = state.battle.plays if state.battle and state.battle.turn == state.turn else {}
    return replace(state, cards=cards, battle=Battle(state.turn, {**lying, event.side: event.plays}), chosen={})


def apply_note(state: State, event: Note) -> State:
    """Return the state with the effect of a note added to the battle."""
    assert state.battle
    return replace(state, battle=replace(state.battle, notes=(*state.battle.notes, event)))


def apply_totals(state: State, event: TotalsReckoned) -> State:
    """Return the state with the totals added to the battle."""
    assert state.battle
    return replace(state, battle=replace(state.battle, totals=event.totals))


def apply_hand_won(state: State, event: HandWon) -> State:
    """Return the state with the hand counted for its winner."""
    assert state.battle
    totals = state.battle.totals
    reason = f"{max(totals.values())} points to {min(totals.values())}"
    score = Score(event.side, 1, reason, event.rule, state.turn)
    return replace(
        state,
        won={**state.won, event.side: event.hands},
        drawn_in_a_row=0,
        battle=replace(state.battle, winner=event.side),
        scores=(*state.scores, score),
    )


def format_plays(deck: Deck, plays: Plays) -> str:
    """Return the names of cards, with each use not printed: ``Courage and Rally (as Tactics)``."""
    return join_words(
        deck[play.card].name + ("" if play.use == deck[play.card].suit else f" (as {USE_NAMES[play.use]})")
        for play in plays
    )


def describe_choice(state: State, event: ChoiceMade) -> str:
    """Return a sentence that a side has chosen, with the cards if the reader may know them."""
    who, choice = add_article(event.side), event.choice
    if choice is None:
        return f"{who} have chosen." if event.side == "british" else f"{who} has chosen."
    if isinstance(choice, Commit):
        return f"{who}: commit {format_plays(state.deck, choice.plays) or 'no cards'}."
    return f"{who}: discard {join_words(state.deck[card].name for card in choice.cards) or 'no cards'}."


def describe_commit(state: State, event: CommitRevealed) -> str:
    """Return a sentence with the cards that a side has revealed."""
    return f"{add_article(event.side)}: {format_plays(state.deck, event.plays) or 'no cards committed'}."


def describe_negation(state: State, event: CardNegated) -> str:
    """Return a sentence with the negated card, the card that negates it, and the points lost."""
    deck, card = state.deck, state.deck[event.card]
    still = ", but its own effect still applies" if card.negates or card.bonus else ""
    return f"{deck[event.by].name} negates {card.name}: {format_count(event.points, 'point')} lost{still}."


def describe_bonus(state: State, event: BonusGained) -> str:
    """Return a sentence with the points that a card adds to other cards."""
    what = f"{len(event.cards)} × {event.each}"
    names = join_words(state.deck[card].name for card in event.cards)
    return f"{state.deck[event.by].name} adds {what} points in {USE_NAMES[event.suit]}: {names}."


def describe_idle_note(state: State, event: NoteIdle) -> str:
    """Return a sentence on a note that has no effect."""
    what = f"{USE_NAMES[event.sought]}{'' if event.sought == 'admiral' else ' card'}"
    if event.rule == "TRA-9":
        return f"{state.deck[event.by].name}: no {what} of its own side left to strengthen."
    return f"{state.deck[event.by].name}: no opposing {what} left to negate."


def describe_totals(state: State, event: TotalsReckoned) -> str:  # noqa: ARG001
    """Return a sentence with both totals."""
    return f"Battle totals: {', '.join(f'{SHORT_NAMES[side]} {event.totals[side]}' for side in SIDES)}."


def describe_hand_won(state: State, event: HandWon) -> str:
    """Return a sentence with the winner of the hand, its hands so far and the hands that it needs."""
    wins = "win" if event.side == "british" else "wins"
    return f"{add_article(event.side)} {wins} the hand: {event.hands} of {state.wins_needed}."


def describe_game_end(state: State, event: GameEnded) -> str:
    """Return the reason for the end, the winner and the hands of each side."""
    outcome = event.outcome
    result = f"{SIDE_NAMES[outcome.winner]} victory" if outcome.winner else "The game is a draw"
    hands = ", ".join(f"{SHORT_NAMES[side]} {state.won[side]}" for side in SIDES)
    return f"{outcome.reason}. {result}. Hands: {hands}."


def get_short_name(state: State, side: str) -> str:  # noqa: ARG001
    """Return the name of a side for use next to a number: ``Combined``."""
    return SHORT_NAMES[side]


_DEALT = "Cards were dealt."

EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(CommitRevealed, apply_commit_revealed, describe_commit, reveals="Cards were revealed."),
    EventHandler(PileShuffled, cards.apply_shuffle, cards.describe_shuffle, cards.redact_shuffle, _DEALT),
    EventHandler(
        CardsDealt, cards.apply_deal, cards.build_deal_description(get_short_name, card_name), cards.redact_deal, _DEALT
    ),
    EventHandler(
        CardsDiscarded, cards.apply_discard, cards.build_discard_description(get_short_name, card_name), reveals=_DEALT
    ),
    EventHandler(TacticsBegan, lambda state, event: replace(state, phase="tactics"), describe_nothing),  # noqa: ARG005
    EventHandler(FightBegan, lambda state, event: replace(state, phase="fight", chosen={}), describe_nothing),  # noqa: ARG005
    EventHandler(
        ChoiceMade,
        apply=lambda state, event: replace(state, chosen={**state.chosen, event.side: event.choice}),
        describe=describe_choice,
        redact=redact_choice,
    ),
    EventHandler(CardNegated, apply_note, describe_negation),
    EventHandler(BonusGained, apply_note, describe_bonus),
    EventHandler(NoteIdle, apply_note, describe_idle_note),
    EventHandler(TotalsReckoned, apply_totals, describe_totals),
    EventHandler(HandWon, apply_hand_won, describe_hand_won),
    EventHandler(
        HandDrawn,
        apply=lambda state, event: replace(state, drawn_in_a_row=event.in_a_row),
        describe=lambda state, event: f"The hand is a tie: {event.in_a_row} in a row.",  # noqa: ARG005
    ),
    EventHandler(TableCleared, cards.apply_table_cleared, describe_nothing),
    EventHandler(
        TurnBegan,
        apply=lambda state, event: replace(state, turn=event.turn, phase="strategy"),
        describe=lambda state, event: f"Turn {event.turn}.",  # noqa: ARG005
    ),
    *agreement.build_event_handlers(
        lambda state, event: f"{add_article(event.side)}: draw offered.",  # noqa: ARG005
        describe_game_end,
    ),
    corrections.build_exchange_event(lambda state, side: add_article(side), card_name),  # noqa: ARG005
)
"""Of several events that reveal something, the player reads the reveal of the first one in this table."""
