"""The counter to an answer, and the counter to that (VOL-7)."""

from msgspec.structs import replace

from tabletop.cards import holding
from tabletop.core.errors import Refused
from tabletop.games.volley import melds
from tabletop.games.volley.chapters import casualties
from tabletop.games.volley.chapters.unfolding import Unfolding
from tabletop.games.volley.commands import Counter
from tabletop.games.volley.events import CounterPlayed, PhaseBegan
from tabletop.games.volley.state import State, card_name, other

RULE = "VOL-7"


def check(state: State, command: Counter) -> Refused | None:
    """Only a card that negates a defence card counters one."""
    if refusal := holding.check(state, command.side, (command.card,), RULE, card_name):
        return refusal
    card = state.deck[command.card]
    if card.negates != "defence":
        return Refused(RULE, f"{card.name} does not negate a defence card.", pieces=(card.id,))
    return None


def counter(turn: Unfolding, command: Counter) -> None:
    """Negate the card played last; then the other side is asked, if another counter could be in a hand."""
    state, assault, side = turn.state, turn.state.assault, turn.state.asked
    assert assault is not None
    assert side is not None
    answer = assault.answers[-1]
    against = (answer.card, *answer.counters)[-1]
    now = replace(answer, counters=(*answer.counters, command.card))
    total = melds.total(state.deck, replace(assault, answers=(*assault.answers[:-1], now)))
    turn.emit(
        CounterPlayed(
            side=side,
            card=command.card,
            against=against,
            answer=answer.card,
            works=now.works,
            target=answer.target,
            total=total,
        )
    )
    if more_counters(turn.state):
        turn.emit(PhaseBegan(stage="counter", side=other(side), rule="VOL-11"))
    else:
        casualties.answered(turn)


def more_counters(state: State) -> bool:
    """Whether the deck has a counter that does not lie on the table: what everybody can see (VOL-7, VOL-11)."""
    table = set(state.cards.table)
    return any(card.negates == "defence" and card.id not in table for card in state.deck.values())
