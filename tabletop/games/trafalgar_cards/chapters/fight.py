"""The Fight Phase: both sides commit cards in secret, reveal them, and the totals are compared (TRA-4 to TRA-11)."""

from tabletop.core.errors import Refused
from tabletop.core.phrases import count
from tabletop.core.unfolding import Unfolding
from tabletop.games.trafalgar_cards import tally
from tabletop.games.trafalgar_cards.chapters import morale
from tabletop.games.trafalgar_cards.chapters.tactics import not_held
from tabletop.games.trafalgar_cards.commands import Commit
from tabletop.games.trafalgar_cards.deck import SIDES, USES, Play, Plays, Side, Use, in_order
from tabletop.games.trafalgar_cards.events import (
    ChoiceMade,
    CommitRevealed,
    HandDrawn,
    HandWon,
    TotalsReckoned,
)
from tabletop.games.trafalgar_cards.limits import most, within
from tabletop.games.trafalgar_cards.naming import USE_NAMES
from tabletop.games.trafalgar_cards.state import State


def check(state: State, command: Commit) -> Refused | None:
    """Cards of one's own hand, each once, used as what it may be, no more of a suit than its limit."""
    plays = command.plays
    limit = most(state.limits, state.turn)
    return (
        not_held(state, command.side, [play.card for play in plays])
        or next((why for play in plays if (why := unusable(state, command.side, play, limit))), None)
        or _over_limit(plays, limit)
    )


def unusable(state: State, side: str, play: Play, limit: dict[Use, int]) -> Refused | None:
    """Why a card cannot be committed as that, whatever else is (TRA-4, TRA-5, TRA-6)."""
    card = state.deck[play.card]
    if card.suit == "admiral":
        if card.side != side:
            return Refused("TRA-5", f"{card.name} serves the other side.")
        return None if play.use == "admiral" else Refused("TRA-6", f"{card.name} counts as an Admiral only.")
    if play.use not in (card.suit, card.also_as):
        return Refused("TRA-6", f"{card.name} cannot be used as {_a(play.use)}.")
    if not limit[play.use]:
        rule = "TRA-4" if play.use == card.suit else "TRA-6"
        return Refused(rule, f"{USE_NAMES[play.use]} cards do not count in turn {state.turn}.")
    return None


def _over_limit(plays: Plays, limit: dict[Use, int]) -> Refused | None:
    for use in USES if not within(plays, limit) else ():
        times = sum([play.use == use for play in plays])
        if times > limit[use]:
            kind = USE_NAMES[use]
            what = count(limit[use], kind if use == "admiral" else f"{kind} card")
            return Refused("TRA-4", f"At most {what} may count this turn.", f"{times} were committed")
    return None


def _a(use: Use) -> str:
    return "an Admiral" if use == "admiral" else f"a {USE_NAMES[use]} card"


def commit(turn: Unfolding[State], command: Commit) -> None:
    """Keep the choice; once both are in, reveal them and fight it out."""
    turn.emit(ChoiceMade(side=command.side, choice=command))
    chosen = turn.state.chosen
    if len(chosen) < len(SIDES):
        return
    deck = turn.state.deck
    plays = {side: in_order(deck, choice.plays) for side in SIDES if isinstance(choice := chosen[side], Commit)}
    for side in SIDES:
        turn.emit(CommitRevealed(side=side, plays=plays[side]))
    notes = tally.worked(deck, plays)
    for note in notes:
        turn.emit(note)
    totals = {side: sum(tally.counted(deck, plays[side], notes).values()) for side in SIDES}
    turn.emit(TotalsReckoned(totals=totals))
    _decide(turn, totals)
    morale.follow(turn)


def _decide(turn: Unfolding[State], totals: dict[Side, int]) -> None:
    british, allied = (totals[side] for side in SIDES)
    if british == allied:
        turn.emit(HandDrawn(in_a_row=turn.state.drawn_in_a_row + 1))
        return
    winner = max(SIDES, key=totals.__getitem__)
    turn.emit(HandWon(side=winner, hands=turn.state.won[winner] + 1))
