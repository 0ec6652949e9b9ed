"""The Tactics Phase: both sides discard in secret and are dealt as many cards (TRA-3, TRA-11)."""

from collections.abc import Sequence

from tabletop.cards import dealing, holding
from tabletop.cards.events import CardsDiscarded
from tabletop.core.errors import Refused
from tabletop.core.unfolding import Unfolding
from tabletop.games.trafalgar_cards.commands import Discard
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.trafalgar_cards.events import ChoiceMade, FightBegan
from tabletop.games.trafalgar_cards.limits import MOST_DISCARDED
from tabletop.games.trafalgar_cards.state import State, card_name


def check(state: State, command: Discard) -> Refused | None:
    """At most four cards of one's own hand, each once, chosen once."""
    if len(command.cards) > MOST_DISCARDED:
        return Refused(
            "TRA-3", f"At most {MOST_DISCARDED} cards may be discarded.", f"{len(command.cards)} were chosen"
        )
    return not_held(state, command.side, command.cards)


def not_held(state: State, side: str, cards: Sequence[str]) -> Refused | None:
    """Cards must be in the hand of the side, each named once."""
    return holding.check(state, side, cards, "TRA-11", card_name)


def discard(turn: Unfolding[State], command: Discard) -> None:
    """Keep the choice; once both are in, lay down the cards, and deal to the British, then to the Allies."""
    turn.emit(ChoiceMade(side=command.side, choice=command))
    chosen = turn.state.chosen
    if len(chosen) < len(SIDES):
        return
    laid = {side: choice.cards for side in SIDES if isinstance(choice := chosen[side], Discard)}
    for side, cards in laid.items():
        turn.emit(CardsDiscarded(side=side, cards=cards, rule="TRA-3"))
    for side, cards in laid.items():
        dealing.deal(turn, {side: len(cards)}, "TRA-3")
    turn.emit(FightBegan())
