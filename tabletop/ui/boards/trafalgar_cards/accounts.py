"""Facts of the log opened up: numbers line by line, and the rule."""

from collections.abc import Iterator

from tabletop.core.dispatch import Case, Handlers, by_kind
from tabletop.core.facts import Fact
from tabletop.games.trafalgar_cards import tally
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.trafalgar_cards.events import BonusGained, CardNegated, CommitRevealed, TotalsReckoned
from tabletop.games.trafalgar_cards.naming import SHORT_NAMES, USE_NAMES
from tabletop.games.trafalgar_cards.state import State
from tabletop.games.trafalgar_cards.texts import text
from tabletop.ui.boards.contract import Account

Lines = Iterator[tuple[str, str]]


def account(before: State, event: Fact) -> Account:
    """What a fact says, with its rule."""
    tell = _LINES.get(type(event))
    return Account(tuple(tell(before, event)) if tell else (), rule=event.rule)


def _revealed(state: State, event: CommitRevealed) -> Lines:
    for play in event.plays:
        yield f"{state.deck[play.card].name}, {USE_NAMES[play.use]}", str(state.deck[play.card].points)


def _negated(state: State, event: CardNegated) -> Lines:
    yield state.deck[event.by].name, text(state.deck[event.by])
    yield state.deck[event.card].name, f"{event.points} to 0"


def _gained(state: State, event: BonusGained) -> Lines:
    yield state.deck[event.by].name, text(state.deck[event.by])
    for card in event.cards:
        yield state.deck[card].name, f"+{event.each}"


def _reckoned(state: State, event: TotalsReckoned) -> Lines:
    battle = state.battle
    for side in SIDES:
        plays = battle.plays[side] if battle else ()
        for card, value in tally.counted(state.deck, plays, battle.notes if battle else ()).items():
            yield f"{SHORT_NAMES[side]}: {state.deck[card].name}", str(value)
        yield f"{SHORT_NAMES[side]} in all", str(event.totals[side])


_LINES: Handlers[State, Lines] = by_kind(
    Case(CommitRevealed, _revealed),
    Case(CardNegated, _negated),
    Case(BonusGained, _gained),
    Case(TotalsReckoned, _reckoned),
)
