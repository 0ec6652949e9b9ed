"""The rules of a turn: how each command is checked and executed, in the order of the phases."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from tabletop.cards import dealing
from tabletop.cards.events import CardsDiscarded
from tabletop.cards.hands import check_hand
from tabletop.core import command_context
from tabletop.core.agreement import Agreement, GameEnded
from tabletop.core.commands import CommandHandler, allow_always
from tabletop.core.errors import Refused
from tabletop.core.game import Outcome
from tabletop.core.phrases import join_words
from tabletop.games.volley import events, melds, model
from tabletop.games.volley.commands import Attack, Counter, Deal, Defend, Discard, Pass
from tabletop.games.volley.phases import NEXT_STAGE

Context: TypeAlias = command_context.CommandContext[model.State]


def _begin_next_phase(turn: Context, side: model.Side, rule: str) -> None:
    """Emit the start of the phase after the current one, in which `side` must choose."""
    turn.emit(events.PhaseBegan(stage=NEXT_STAGE[turn.state.stage], side=side, rule=rule))


def _execute_deal(turn: Context, command: Deal) -> None:  # noqa: ARG001 - either side may, and it makes no difference
    """Shuffle, deal seven cards to each side in turn (C-8), and toss the coin: on heads red begins."""
    first, second = turn.state.names
    dealing.shuffle(turn)
    dealing.deal(turn, (first, second) * model.HAND_SIZE, "VOL-3")
    heads = turn.toss_coin()
    begins = first if heads else second
    turn.emit(events.CoinTossed(heads=heads, first=begins))
    turn.emit(events.TurnBegan(turn=1, side=begins))


def _check_discard(state: model.State, command: Discard) -> Refused | None:
    """Return a refusal if the cards are not in the hand, else None. The whole hand may be discarded."""
    return check_hand(state, command.side, command.cards, "VOL-4", model.get_card_name)


def _execute_discard(turn: Context, command: Discard) -> None:
    """Discard, draw up to seven cards, and go on to the attack."""
    side = turn.state.active
    assert side is not None
    if command.cards:
        turn.emit(CardsDiscarded(side=side, cards=command.cards, rule="VOL-4"))
    dealing.deal(turn, (side,) * (model.HAND_SIZE - len(turn.state.cards.hands[side])), "VOL-4")
    _begin_next_phase(turn, side, "VOL-4")


def _check_attack(state: model.State, command: Attack) -> Refused | None:
    """Return a refusal with everything that is missing or too many, or None for a meld in the hand."""
    if refusal := check_hand(state, command.side, command.cards, "VOL-5", model.get_card_name):
        return refusal
    if found := melds.find_faults(state.deck, command.cards):
        pieces = dict.fromkeys(card for fault in found for card in fault.cards)
        return Refused(found[0].rule, " ".join(fault.words for fault in found), pieces=pieces)
    return None


def _execute_attack(turn: Context, command: Attack) -> None:
    """Play the meld and ask the opponent, even one without a defence card (VOL-11)."""
    deck, side = turn.state.deck, turn.state.active
    assert side is not None
    cards = melds.sort_meld(deck, command.cards)
    forces = tuple([deck[card].force for card in cards])
    troop = melds.TROOP_OF_SUIT[deck[cards[0]].suit]
    turn.emit(events.MeldPlayed(side=side, troop=troop, cards=cards, forces=forces, total=sum(forces)))
    _begin_next_phase(turn, model.opponent_of(side), "VOL-11")


def _check_defence(state: model.State, command: Defend) -> Refused | None:
    """Return a refusal unless a defence card from the hand is played on a matching card that still counts."""
    assert state.assault is not None
    if refusal := check_hand(state, command.side, (command.card,), "VOL-6", model.get_card_name):
        return refusal
    card = state.deck[command.card]
    if card.negates is None:
        return Refused("VOL-6", f"{card.name} is not a defence card.", pieces=(card.id,))
    return _check_match(state, state.assault, command.card) or _check_target(state, state.assault, command)


def _check_match(state: model.State, assault: model.Assault, played: str) -> Refused | None:
    """Return a refusal if no card of the meld has the suit that `played` negates (VOL-6)."""
    card = state.deck[played]
    assert card.negates is not None
    if any(state.deck[one].suit == card.negates for one in assault.meld):
        return None
    wanted = melds.add_article(melds.SUIT_WORDS[card.negates])
    return Refused("VOL-6", f"{card.name} negates {wanted}; the meld has none.", pieces=(played,))


def _check_target(state: model.State, assault: model.Assault, command: Defend) -> Refused | None:
    """Return a refusal unless the target is a card of the meld that the card can negate (VOL-6)."""
    card, target = state.deck[command.card], command.target
    if target not in assault.meld:
        return Refused("VOL-6", "Choose a card of the meld on the table.")
    if state.deck[target].suit != card.negates:
        return Refused("VOL-6", f"{card.name} does not negate {state.deck[target].name}.", pieces=(target,))
    if target in melds.find_negated(assault):
        return Refused("VOL-6", f"{state.deck[target].name} is already negated.", pieces=(target,))
    return None


def _execute_defend(turn: Context, command: Defend) -> None:
    """Play the answer on its target and ask the attacker, even one without a counter (VOL-11)."""
    state, assault = turn.state, turn.state.assault
    assert assault is not None
    answered = model.Assault(assault.side, assault.meld, (*assault.answers, model.Answer(command.card, command.target)))
    turn.emit(
        events.DefencePlayed(
            side=model.opponent_of(assault.side),
            card=command.card,
            target=command.target,
            force=state.deck[command.target].force,
            total=melds.compute_force(state.deck, answered),
        )
    )
    _begin_next_phase(turn, assault.side, "VOL-11")


def _check_counter(state: model.State, command: Counter) -> Refused | None:
    """Return a refusal unless the card is in the hand and negates a defence card."""
    if refusal := check_hand(state, command.side, (command.card,), "VOL-7", model.get_card_name):
        return refusal
    card = state.deck[command.card]
    if card.negates != "defence":
        return Refused("VOL-7", f"{card.name} does not negate a defence card.", pieces=(card.id,))
    return None


def _execute_counter(turn: Context, command: Counter) -> None:
    """Negate the card played last; then ask the other side, if a hand could hold another counter."""
    state, assault, side = turn.state, turn.state.assault, turn.state.asked
    assert assault is not None
    assert side is not None
    answer = assault.answers[-1]
    against = (answer.card, *answer.counters)[-1]
    now = replace(answer, counters=(*answer.counters, command.card))
    total = melds.compute_force(state.deck, replace(assault, answers=(*assault.answers[:-1], now)))
    turn.emit(
        events.CounterPlayed(
            side=side,
            card=command.card,
            against=against,
            answer=answer.card,
            works=now.is_effective,
            target=answer.target,
            total=total,
        )
    )
    if _can_be_countered(turn.state):
        turn.emit(events.PhaseBegan(stage="counter", side=model.opponent_of(side), rule="VOL-11"))
    else:
        _continue_after_answer(turn)


def _can_be_countered(state: model.State) -> bool:
    """Return True if a counter of the deck is not on the table (VOL-7, VOL-11).

    Reads public information only.
    """
    table = set(state.cards.table)
    return any(card.negates == "defence" and card.id not in table for card in state.deck.values())


def _continue_after_answer(turn: Context) -> None:
    """Ask for another answer if the scenario allows any number, else resolve the attack (VOL-6)."""
    assault = turn.state.assault
    assert assault is not None
    if turn.state.defences == "any":
        turn.emit(events.PhaseBegan(stage="defence", side=model.opponent_of(assault.side), rule="VOL-6"))
    else:
        _resolve_attack(turn)


def _resolve_attack(turn: Context) -> None:
    """Subtract the force of the meld from the troops of the defender and clear the table (VOL-9).

    Ends the game if no troops are left, else the turn.
    """
    state, assault = turn.state, turn.state.assault
    assert assault is not None
    loser = model.opponent_of(assault.side)
    shares = melds.compute_shares(state.deck, assault)
    total = sum([share.counted for share in shares])
    before = state.troops[loser]
    left = max(0, before - total)
    turn.emit(events.CasualtiesSuffered(side=loser, shares=shares, total=total, before=before, left=left))
    turn.emit(events.TableCleared(cards=state.cards.table))
    if left == 0:
        _end_game(turn, assault.side, _describe_defeat(turn.state, assault, total), "VOL-1")
    else:
        _end_turn(turn, total)


def _end_turn(turn: Context, suffered: int) -> None:
    """Begin the turn of the opponent, or end the game after too many turns without a casualty (VOL-12)."""
    state, side = turn.state, turn.state.active
    assert side is not None
    quiet = 0 if suffered else state.quiet + 1
    turn.emit(events.TurnEnded(side=side, quiet=quiet))
    if quiet >= model.MAX_QUIET_TURNS:
        _end_game(turn, None, f"{model.MAX_QUIET_TURNS} turns in a row without a casualty", "VOL-12")
    else:
        turn.emit(events.TurnBegan(turn=state.turn + 1, side=model.opponent_of(side)))


def _end_game(turn: Context, winner: str | None, reason: str, rule: str) -> None:
    """End the game; its result holds the troops that each side has left. `winner` is None for a draw."""
    troops = {str(side): number for side, number in turn.state.troops.items()}
    turn.emit(GameEnded(outcome=Outcome(winner, reason, rule, troops), rule=rule))


def _describe_defeat(state: model.State, assault: model.Assault, total: int) -> str:
    """Return the sentence with the cards that took the last troops, negated ones left out (VOL-1, VOL-8)."""
    broken = melds.find_negated(assault)
    meld = join_words(state.deck[card].name for card in assault.meld if card not in broken)
    return (
        f"{state.names[model.opponent_of(assault.side)]} has no troops left: {model.format_casualties(total)} by {meld}"
    )


_PASS_RULES: dict[model.Stage, str] = {"attack": "VOL-10", "defence": "VOL-6", "counter": "VOL-7"}

_AFTER_PASS: dict[model.Stage, Callable[[Context], None]] = {
    "attack": lambda turn: _end_turn(turn, 0),
    "defence": _resolve_attack,
    "counter": _continue_after_answer,
}
"""What follows a pass in each phase."""


def _execute_pass(turn: Context, command: Pass) -> None:  # noqa: ARG001
    """Emit the pass and go on as the phase says."""
    stage, side = turn.state.stage, turn.state.asked
    assert side is not None
    turn.emit(events.Passed(side=side, stage=stage, rule=_PASS_RULES[stage]))
    _AFTER_PASS[stage](turn)


AGREEMENT: Agreement[model.State, str] = Agreement(model.SIDES, model.get_side_name, _end_game)

COMMAND_HANDLERS: tuple[CommandHandler[model.State], ...] = (
    CommandHandler(Deal, allow_always, _execute_deal),
    CommandHandler(Discard, _check_discard, _execute_discard),
    CommandHandler(Attack, _check_attack, _execute_attack),
    CommandHandler(Defend, _check_defence, _execute_defend),
    CommandHandler(Counter, _check_counter, _execute_counter),
    CommandHandler(Pass, allow_always, _execute_pass),
)
"""One handler for each command: its check within its phase, and its execution."""
