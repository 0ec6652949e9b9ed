"""The opponent's answer (VOL-6): a defence card on a card of the meld."""

from tabletop.cards import holding
from tabletop.core.errors import Refused
from tabletop.games.volley import melds
from tabletop.games.volley.chapters.unfolding import Unfolding, begin_next
from tabletop.games.volley.commands import Defend
from tabletop.games.volley.events import DefencePlayed
from tabletop.games.volley.state import Answer, Assault, State, card_name, other

RULE = "VOL-6"


def check(state: State, command: Defend) -> Refused | None:
    """The card must be held, and match a card of the meld that still counts."""
    assert state.assault is not None
    if refusal := holding.check(state, command.side, (command.card,), RULE, card_name):
        return refusal
    card = state.deck[command.card]
    if card.negates is None:
        return Refused(RULE, f"{card.name} is not a defence card.", pieces=(card.id,))
    return _check_match(state, state.assault, command.card) or _check_target(state, state.assault, command)


def _check_match(state: State, assault: Assault, played: str) -> Refused | None:
    card = state.deck[played]
    assert card.negates is not None
    if any(state.deck[one].suit == card.negates for one in assault.meld):
        return None
    wanted = melds.a(melds.SUIT_WORDS[card.negates])
    return Refused(RULE, f"{card.name} negates {wanted}; the meld has none.", pieces=(played,))


def _check_target(state: State, assault: Assault, command: Defend) -> Refused | None:
    card, target = state.deck[command.card], command.target
    if target not in assault.meld:
        return Refused(RULE, "Name a card of the meld that lies on the table.")
    if state.deck[target].suit != card.negates:
        return Refused(RULE, f"{card.name} does not negate {state.deck[target].name}.", pieces=(target,))
    if target in melds.negated(assault):
        return Refused(RULE, f"{state.deck[target].name} is negated already.", pieces=(target,))
    return None


def defend(turn: Unfolding, command: Defend) -> None:
    """Lay the answer on its target and ask the attacker, whatever it holds (VOL-11)."""
    state, assault = turn.state, turn.state.assault
    assert assault is not None
    answered = Assault(assault.side, assault.meld, (*assault.answers, Answer(command.card, command.target)))
    turn.emit(
        DefencePlayed(
            side=other(assault.side),
            card=command.card,
            target=command.target,
            force=state.deck[command.target].force,
            total=melds.total(state.deck, answered),
        )
    )
    begin_next(turn, assault.side, "VOL-11")
