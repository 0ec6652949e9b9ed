"""What can happen, with every number and the rule that it follows from (C-4); and all that is done with each event.

Nothing is worked out here: the table at the end says the state after an event, its words, who may know it, and what it
shows. Of a view and an event as seen the words tell what that side may know.
"""

from msgspec.structs import replace

from tabletop.cards import corrections, zones
from tabletop.cards import events as cards
from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.core import agreement
from tabletop.core.agreement import GameEnded
from tabletop.core.events import Event, EventHandler, silent
from tabletop.core.game import Score
from tabletop.core.phrases import count, listed
from tabletop.games.trafalgar_cards.commands import Choice, Commit
from tabletop.games.trafalgar_cards.deck import SHORT_NAMES, SIDES, USE_NAMES, Deck, Plays, Side, with_article
from tabletop.games.trafalgar_cards.state import Battle, State, card_name
from tabletop.games.trafalgar_cards.tally import BonusGained, CardNegated, Note, NoteIdle


class ChoiceMade(Event, frozen=True, kw_only=True):
    """A side has chosen in secret; what it chose is known to itself alone (TRA-11).

    Attributes:
        side: who has chosen.
        choice: its command; nothing for those who may not know it.
    """

    side: str
    choice: Choice | None
    rule: str = "TRA-11"


class TacticsBegan(Event, frozen=True, kw_only=True):
    """Both sides hold their hands and may discard (TRA-3)."""

    rule: str = "TRA-3"


class FightBegan(Event, frozen=True, kw_only=True):
    """The hands are made up; both sides commit cards (TRA-3)."""

    rule: str = "TRA-3"


class CommitRevealed(Event, frozen=True, kw_only=True):
    """A side's committed cards lie on the table for all to see (TRA-3).

    Attributes:
        side: whose they are.
        plays: the cards and as what each is used, in the order of the printed list.
    """

    side: Side
    plays: Plays
    rule: str = "TRA-3"


class TotalsReckoned(Event, frozen=True, kw_only=True):
    """The battle totals (TRA-10).

    Attributes:
        totals: of each side.
    """

    totals: dict[Side, int]
    rule: str = "TRA-10"


class HandWon(Event, frozen=True, kw_only=True):
    """A side has the higher total (TRA-10).

    Attributes:
        side: the winner of the hand.
        hands: how many hands it has won now.
    """

    side: Side
    hands: int
    rule: str = "TRA-10"


class HandDrawn(Event, frozen=True, kw_only=True):
    """Both totals are equal; nobody scores (TRA-10).

    Attributes:
        in_a_row: how many hands have been drawn one after another.
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


def choice_as_seen(event: ChoiceMade, side: str) -> ChoiceMade:
    """A choice as a side may know it: of the other's only that it is made."""
    return event if event.side == side else replace(event, choice=None)


def commit_revealed(state: State, event: CommitRevealed) -> State:
    """The cards lie on the table; nothing is sealed any more."""
    cards = zones.lay_out_cards(state.cards, event.side, tuple([play.card for play in event.plays]))
    lying = state.battle.plays if state.battle and state.battle.turn == state.turn else {}
    return replace(state, cards=cards, battle=Battle(state.turn, {**lying, event.side: event.plays}), chosen={})


def noted(state: State, event: Note) -> State:
    """The note is kept with the battle."""
    assert state.battle
    return replace(state, battle=replace(state.battle, notes=(*state.battle.notes, event)))


def totals_reckoned(state: State, event: TotalsReckoned) -> State:
    """The totals are kept with the battle."""
    assert state.battle
    return replace(state, battle=replace(state.battle, totals=event.totals))


def hand_won(state: State, event: HandWon) -> State:
    """The hand is counted for its winner."""
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


def plays_in_words(deck: Deck, plays: Plays) -> str:
    """Cards and, where it is not what is printed on them, as what each is used."""
    return listed(
        deck[play.card].name + ("" if play.use == deck[play.card].suit else f" (as {USE_NAMES[play.use]})")
        for play in plays
    )


def tell_choice_made(state: State, event: ChoiceMade) -> str:
    """That a side has chosen; to itself also what."""
    who, choice = with_article(event.side), event.choice
    if choice is None:
        return f"{who} have chosen." if event.side == "british" else f"{who} has chosen."
    if isinstance(choice, Commit):
        return f"{who}: to commit {plays_in_words(state.deck, choice.plays) or 'nothing'}."
    return f"{who}: to discard {listed(state.deck[card].name for card in choice.cards) or 'nothing'}."


def tell_commit_revealed(state: State, event: CommitRevealed) -> str:
    """The cards that lie on the table now."""
    return f"{with_article(event.side)}: {plays_in_words(state.deck, event.plays) or 'nothing committed'}."


def tell_card_negated(state: State, event: CardNegated) -> str:
    """What was struck through, and by what."""
    deck, card = state.deck, state.deck[event.card]
    still = ", its own note still works" if card.negates or card.bonus else ""
    return f"{deck[event.by].name} negates {card.name}: {count(event.points, 'point')} lost{still}."


def tell_bonus_gained(state: State, event: BonusGained) -> str:
    """What gains, and from what."""
    what = f"{len(event.cards)} × {event.each}"
    names = listed(state.deck[card].name for card in event.cards)
    return f"{state.deck[event.by].name} adds {what} points in {USE_NAMES[event.suit]}: {names}."


def tell_note_idle(state: State, event: NoteIdle) -> str:
    """A note without effect."""
    what = f"{USE_NAMES[event.sought]}{'' if event.sought == 'admiral' else ' card'}"
    if event.rule == "TRA-9":
        return f"{state.deck[event.by].name}: no {what} of its own left to strengthen."
    return f"{state.deck[event.by].name}: no opposing {what} left to negate."


def tell_totals_reckoned(state: State, event: TotalsReckoned) -> str:  # noqa: ARG001
    """Both totals."""
    return f"Battle totals: {', '.join(f'{SHORT_NAMES[side]} {event.totals[side]}' for side in SIDES)}."


def tell_hand_won(state: State, event: HandWon) -> str:
    """Who won the hand, and how far that leads."""
    wins = "win" if event.side == "british" else "wins"
    return f"{with_article(event.side)} {wins} the hand: {event.hands} of {state.wins_needed}."


def tell_game_ended(state: State, event: GameEnded) -> str:
    """Why it is over, and who won."""
    outcome = event.outcome
    result = f"{with_article(outcome.winner)}: the day is won" if outcome.winner else "The game is drawn"
    hands = ", ".join(f"{SHORT_NAMES[side]} {state.won[side]}" for side in SIDES)
    return f"{outcome.reason}. {result}. Hands: {hands}."


def short(state: State, side: str) -> str:  # noqa: ARG001
    """A side beside a number."""
    return SHORT_NAMES[side]


_DEALT = "Cards were dealt."

EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(CommitRevealed, commit_revealed, tell_commit_revealed, reveals="Cards were revealed."),
    EventHandler(PileShuffled, cards.apply_shuffle, cards.describe_shuffle, cards.redact_shuffle, _DEALT),
    EventHandler(
        CardsDealt, cards.apply_deal, cards.build_deal_description(short, card_name), cards.redact_deal, _DEALT
    ),
    EventHandler(
        CardsDiscarded, cards.apply_discard, cards.build_discard_description(short, card_name), reveals=_DEALT
    ),
    EventHandler(TacticsBegan, lambda state, event: replace(state, phase="tactics"), silent),  # noqa: ARG005
    EventHandler(FightBegan, lambda state, event: replace(state, phase="fight", chosen={}), silent),  # noqa: ARG005
    EventHandler(
        ChoiceMade,
        apply=lambda state, event: replace(state, chosen={**state.chosen, event.side: event.choice}),
        describe=tell_choice_made,
        redact=choice_as_seen,
    ),
    EventHandler(CardNegated, noted, tell_card_negated),
    EventHandler(BonusGained, noted, tell_bonus_gained),
    EventHandler(NoteIdle, noted, tell_note_idle),
    EventHandler(TotalsReckoned, totals_reckoned, tell_totals_reckoned),
    EventHandler(HandWon, hand_won, tell_hand_won),
    EventHandler(
        HandDrawn,
        apply=lambda state, event: replace(state, drawn_in_a_row=event.in_a_row),
        describe=lambda state, event: f"The hand is drawn; {event.in_a_row} in a row.",  # noqa: ARG005
    ),
    EventHandler(TableCleared, cards.apply_table_cleared, silent),
    EventHandler(
        TurnBegan,
        apply=lambda state, event: replace(state, turn=event.turn, phase="strategy"),
        describe=lambda state, event: f"Turn {event.turn}.",  # noqa: ARG005
    ),
    *agreement.event_handlers(
        lambda state, event: f"{with_article(event.side)}: a draw is offered.",  # noqa: ARG005
        tell_game_ended,
    ),
    corrections.build_exchange_event(lambda state, side: with_article(side), card_name),  # noqa: ARG005
)
"""Of several events that show something, the first in this table is told."""
