"""The rules of a turn in its order, the deal first; what may be ordered is a table at the end."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from tabletop.cards import dealing, holding
from tabletop.cards.events import CardsDiscarded
from tabletop.core import unfolding
from tabletop.core.agreement import Agreement, GameEnded
from tabletop.core.deeds import Deed, allowed
from tabletop.core.errors import Refused
from tabletop.core.game import Outcome
from tabletop.core.phrases import listed
from tabletop.games.volley import melds
from tabletop.games.volley.commands import Attack, Counter, Deal, Defend, Discard, Pass
from tabletop.games.volley.events import (
    CasualtiesSuffered,
    CoinTossed,
    CounterPlayed,
    DefencePlayed,
    MeldPlayed,
    Passed,
    PhaseBegan,
    TableCleared,
    TurnBegan,
    TurnEnded,
)
from tabletop.games.volley.phases import NEXT
from tabletop.games.volley.state import (
    HAND,
    QUIET,
    SIDES,
    Answer,
    Assault,
    Side,
    Stage,
    State,
    called,
    card_name,
    losses,
    other,
)

Unfolding: TypeAlias = unfolding.Unfolding[State]


def _begin_next(turn: Unfolding, side: Side, rule: str) -> None:
    """Ask a side for what the next phase asks."""
    turn.emit(PhaseBegan(stage=NEXT[turn.state.stage], side=side, rule=rule))


def _deal(turn: Unfolding, command: Deal) -> None:  # noqa: ARG001 - either side may, and it makes no difference
    """Shuffle, deal seven each in turn (C-8), and toss: heads is for red."""
    first, second = turn.state.names
    dealing.shuffle(turn)
    dealing.deal(turn, (first, second) * HAND, "VOL-3")
    heads = turn.coin()
    begins = first if heads else second
    turn.emit(CoinTossed(heads=heads, first=begins))
    turn.emit(TurnBegan(turn=1, side=begins))


def _check_discard(state: State, command: Discard) -> Refused | None:
    """All cards of the hand may go."""
    return holding.check(state, command.side, command.cards, "VOL-4", card_name)


def _discard(turn: Unfolding, command: Discard) -> None:
    """Discard, be dealt up to seven, and go on to the attack."""
    side = turn.state.active
    assert side is not None
    if command.cards:
        turn.emit(CardsDiscarded(side=side, cards=command.cards, rule="VOL-4"))
    dealing.deal(turn, (side,) * (HAND - len(turn.state.cards.hands[side])), "VOL-4")
    _begin_next(turn, side, "VOL-4")


def _check_attack(state: State, command: Attack) -> Refused | None:
    """The cards must be held and be a meld; the refusal tells everything that is missing or too many."""
    if refusal := holding.check(state, command.side, command.cards, "VOL-5", card_name):
        return refusal
    if found := melds.faults(state.deck, command.cards):
        pieces = dict.fromkeys(card for fault in found for card in fault.cards)
        return Refused(found[0].rule, " ".join(fault.words for fault in found), pieces=pieces)
    return None


def _attack(turn: Unfolding, command: Attack) -> None:
    """Lay the meld on the table and ask the opponent, whatever it holds (VOL-11)."""
    deck, side = turn.state.deck, turn.state.active
    assert side is not None
    cards = melds.laid_out(deck, command.cards)
    forces = tuple([deck[card].force for card in cards])
    troop = melds.TROOP[deck[cards[0]].suit]
    turn.emit(MeldPlayed(side=side, troop=troop, cards=cards, forces=forces, total=sum(forces)))
    _begin_next(turn, other(side), "VOL-11")


def _check_defence(state: State, command: Defend) -> Refused | None:
    """The card must be held, and match a card of the meld that still counts."""
    assert state.assault is not None
    if refusal := holding.check(state, command.side, (command.card,), "VOL-6", card_name):
        return refusal
    card = state.deck[command.card]
    if card.negates is None:
        return Refused("VOL-6", f"{card.name} is not a defence card.", pieces=(card.id,))
    return _check_match(state, state.assault, command.card) or _check_target(state, state.assault, command)


def _check_match(state: State, assault: Assault, played: str) -> Refused | None:
    card = state.deck[played]
    assert card.negates is not None
    if any(state.deck[one].suit == card.negates for one in assault.meld):
        return None
    wanted = melds.a(melds.SUIT_WORDS[card.negates])
    return Refused("VOL-6", f"{card.name} negates {wanted}; the meld has none.", pieces=(played,))


def _check_target(state: State, assault: Assault, command: Defend) -> Refused | None:
    card, target = state.deck[command.card], command.target
    if target not in assault.meld:
        return Refused("VOL-6", "Name a card of the meld that lies on the table.")
    if state.deck[target].suit != card.negates:
        return Refused("VOL-6", f"{card.name} does not negate {state.deck[target].name}.", pieces=(target,))
    if target in melds.negated(assault):
        return Refused("VOL-6", f"{state.deck[target].name} is negated already.", pieces=(target,))
    return None


def _defend(turn: Unfolding, command: Defend) -> None:
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
    _begin_next(turn, assault.side, "VOL-11")


def _check_counter(state: State, command: Counter) -> Refused | None:
    """Only a card that negates a defence card counters one."""
    if refusal := holding.check(state, command.side, (command.card,), "VOL-7", card_name):
        return refusal
    card = state.deck[command.card]
    if card.negates != "defence":
        return Refused("VOL-7", f"{card.name} does not negate a defence card.", pieces=(card.id,))
    return None


def _counter(turn: Unfolding, command: Counter) -> None:
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
    if _more_counters(turn.state):
        turn.emit(PhaseBegan(stage="counter", side=other(side), rule="VOL-11"))
    else:
        _answered(turn)


def _more_counters(state: State) -> bool:
    """Whether the deck has a counter that does not lie on the table: what everybody can see (VOL-7, VOL-11)."""
    table = set(state.cards.table)
    return any(card.negates == "defence" and card.id not in table for card in state.deck.values())


def _answered(turn: Unfolding) -> None:
    """An answer and its counters lie: more answers may come, or the attack is reckoned (VOL-6)."""
    assault = turn.state.assault
    assert assault is not None
    if turn.state.defences == "any":
        turn.emit(PhaseBegan(stage="defence", side=other(assault.side), rule="VOL-6"))
    else:
        _reckon(turn)


def _reckon(turn: Unfolding) -> None:
    """Take the force of the meld from the opponent's troops and clear the table (VOL-9)."""
    state, assault = turn.state, turn.state.assault
    assert assault is not None
    loser = other(assault.side)
    shares = melds.shares(state.deck, assault)
    total = sum([share.counted for share in shares])
    before = state.troops[loser]
    left = max(0, before - total)
    turn.emit(CasualtiesSuffered(side=loser, shares=shares, total=total, before=before, left=left))
    turn.emit(TableCleared(cards=state.cards.table))
    if left == 0:
        _end(turn, assault.side, _broken(turn.state, assault, total), "VOL-1")
    else:
        _end_turn(turn, total)


def _end_turn(turn: Unfolding, suffered: int) -> None:
    """The turn passes, unless nothing has happened for too long (VOL-12)."""
    state, side = turn.state, turn.state.active
    assert side is not None
    quiet = 0 if suffered else state.quiet + 1
    turn.emit(TurnEnded(side=side, quiet=quiet))
    if quiet >= QUIET:
        _end(turn, None, f"{QUIET} turns in a row without a casualty", "VOL-12")
    else:
        turn.emit(TurnBegan(turn=state.turn + 1, side=other(side)))


def _end(turn: Unfolding, winner: str | None, reason: str, rule: str) -> None:
    """The game is over; the troops that are left are the reckoning."""
    troops = {str(side): number for side, number in turn.state.troops.items()}
    turn.emit(GameEnded(outcome=Outcome(winner, reason, rule, troops), rule=rule))


def _broken(state: State, assault: Assault, total: int) -> str:
    """By which cards of the meld the last troops were lost (VOL-1); what was negated had no part in it (VOL-8)."""
    broken = melds.negated(assault)
    meld = listed(state.deck[card].name for card in assault.meld if card not in broken)
    return f"{state.names[other(assault.side)]} has no troops left: {losses(total)} by {meld}"


_RULES: dict[Stage, str] = {"attack": "VOL-10", "defence": "VOL-6", "counter": "VOL-7"}

_THEN: dict[Stage, Callable[[Unfolding], None]] = {
    "attack": lambda turn: _end_turn(turn, 0),
    "defence": _reckon,
    "counter": _answered,
}
"""What follows when a side passes in a phase."""


def _pass_by(turn: Unfolding, command: Pass) -> None:  # noqa: ARG001
    """Nothing is played."""
    stage, side = turn.state.stage, turn.state.asked
    assert side is not None
    turn.emit(Passed(side=side, stage=stage, rule=_RULES[stage]))
    _THEN[stage](turn)


AGREEMENT: Agreement[State, str] = Agreement(SIDES, called, _end)

DEEDS: tuple[Deed[State], ...] = (
    Deed(Deal, allowed, _deal),
    Deed(Discard, _check_discard, _discard),
    Deed(Attack, _check_attack, _attack),
    Deed(Defend, _check_defence, _defend),
    Deed(Counter, _check_counter, _counter),
    Deed(Pass, allowed, _pass_by),
)
"""Every command: why it is refused in its own phase, and what comes of it."""
