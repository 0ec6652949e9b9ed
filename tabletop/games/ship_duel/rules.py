"""The rules of a turn in its order, phase by phase. The table of all commands is at the end."""

from collections.abc import Callable, Iterator

from tabletop.cards.dealing import deal, list_takers, shuffle
from tabletop.cards.events import CardsDiscarded
from tabletop.cards.hands import check_hand
from tabletop.cards.zones import Cards
from tabletop.core import command_context
from tabletop.core.agreement import GameEnded
from tabletop.core.commands import Command, CommandHandler, allow_always
from tabletop.core.decision import check_not_chosen, find_side_to_choose
from tabletop.core.errors import Refused
from tabletop.core.game import Outcome
from tabletop.games.ship_duel import events, tables
from tabletop.games.ship_duel.commands import Choice, Deal, Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.model import OTHER, SIDES, Side, State, card_name, find_advantaged_side, select_kind
from tabletop.games.ship_duel.phases import NEXT_PHASE, PHASES

Context = command_context.CommandContext[State]


def check_turn(state: State, command: Command) -> Refused | None:
    """Return a refusal unless the side must choose now and has the cards of the command in its hand."""
    if command.side not in state.asked:
        return Refused("SLC-8", "The disadvantaged ship may not attack.")
    cards = command.cards if isinstance(command, Choice) else ()
    return check_not_chosen(command.side, state.chosen, "SLC-3") or check_hand(
        state, command.side, cards, PHASES[state.phase].rule, card_name
    )


def _execute_choice(turn: Context, command: Choice) -> None:
    """Emit the secret choice. After the last choice of a phase, resolve the phase (SLC-3)."""
    side = next(one for one in SIDES if one == command.side)
    turn.emit(events.ChoiceMade(side=side, cards=command.cards))
    if find_side_to_choose(turn.state.asked, turn.state.chosen) is None:
        _RESOLVERS[turn.state.phase](turn)


def seal_choice(order: Command) -> Cards:
    """Return what the state keeps of a choice until all sides have chosen: its cards."""
    assert isinstance(order, Choice)
    return order.cards


def _begin_next_phase(turn: Context, asked: tuple[Side, ...] = SIDES) -> None:
    """Begin the next phase, in which the sides `asked` must choose."""
    turn.emit(events.PhaseBegan(phase=NEXT_PHASE[turn.state.phase], asked=asked))


def _load_hands(turn: Context) -> None:
    """Begin a turn, fill both hands (SLC-4) and begin the reload phase."""
    turn.emit(events.TurnBegan(turn=turn.state.turn + 1))
    hands = turn.state.cards.hands
    deal(turn, list_takers({side: tables.HAND - len(hands[side]) for side in SIDES}), "SLC-4")
    _begin_next_phase(turn)


def _execute_deal(turn: Context, command: Deal) -> None:  # noqa: ARG001
    """Shuffle the deck and begin the first turn (SLC-4)."""
    shuffle(turn)
    _load_hands(turn)


def _get_choices(state: State) -> dict[Side, tuple[str, ...]]:
    """Return the cards that each asked side has chosen; to be called once all have chosen."""
    return {side: state.chosen[side] or () for side in state.asked}


def _check_reload(state: State, command: Reload) -> Refused | None:  # noqa: ARG001
    """Return a refusal if more than four cards are exchanged (SLC-5)."""
    return _check_number(command.cards, tables.RELOADED, "SLC-5")


def _check_number(cards: tuple[str, ...], most: int, rule: str) -> Refused | None:
    """Return a refusal if there are more than `most` cards."""
    if len(cards) <= most:
        return None
    return Refused(rule, f"At most {most} cards may be discarded.", f"{len(cards)} chosen", cards[most:])


def _resolve_reload(turn: Context) -> None:
    """Discard the chosen cards, then deal replacements to port and then to starboard (SLC-5)."""
    chosen = _get_choices(turn.state)
    for side, cards in chosen.items():
        turn.emit(CardsDiscarded(side=side, cards=cards, rule="SLC-5"))
    for side, cards in chosen.items():
        deal(turn, (side,) * len(cards), "SLC-5")
    _begin_next_phase(turn)


def _check_sail(state: State, command: Sail) -> Refused | None:
    """Return a refusal if a card is not a wind, or if two winds are opposites (SLC-6)."""
    kinds = {state.deck[card] for card in command.cards}
    for kind in tables.SHOT.values():
        if kind in kinds:
            return Refused(
                "SLC-6", f"{tables.KINDS[kind].name} is not a wind.", pieces=select_kind(state, command.cards, kind)
            )
    for kind, opposite in tables.OPPOSITES:
        if kind in kinds and opposite in kinds:
            pair = f"{tables.KINDS[kind].name} and {tables.KINDS[opposite].name}"
            against = (*select_kind(state, command.cards, kind), *select_kind(state, command.cards, opposite))
            return Refused("SLC-6", f"{pair} are opposites: you cannot show both.", pieces=against)
    return None


def _resolve_sail(turn: Context) -> None:
    """Reveal the winds and determine the side or sides that may attack (SLC-7)."""
    winds = _get_choices(turn.state)
    turn.emit(events.WindsRevealed(winds=winds))
    ahead = find_advantaged_side(turn.state)
    turn.emit(events.AdvantageGained(counts={side: len(winds[side]) for side in SIDES}, advantaged=ahead))
    _begin_next_phase(turn, (ahead,) if ahead else SIDES)


def check_fire(state: State, command: Fire) -> Refused | None:
    """Return a refusal if a card is not shot, or if the shot is of more than one kind (SLC-8)."""
    played = {state.deck[card] for card in command.cards}
    kinds = [kind for kind in tables.KINDS if kind in played]
    for kind in kinds:
        if kind in tables.WINDS:
            return Refused(
                "SLC-8", f"{tables.KINDS[kind].name} is not shot.", pieces=select_kind(state, command.cards, kind)
            )
    if len(kinds) > 1:
        pair = " and ".join(tables.KINDS[kind].many for kind in kinds[:2])
        strange = select_kind(state, command.cards, kinds[1])
        return Refused("SLC-8", f"An attack uses one kind of shot: {pair} cannot be mixed.", pieces=strange)
    return None


def _resolve_fire(turn: Context) -> None:
    """Resolve all attacks together, then the loss of ships (SLC-8, SLC-2).

    Ends the game or begins the next phase.
    """
    for side, cards in _get_choices(turn.state).items():
        turn.emit(compute_attack(turn.state, side, cards) if cards else events.FireHeld(side=side))
    lost = tuple(find_losses(turn.state))
    for side, stat in lost:
        turn.emit(events.ShipLost(side=side, ship=turn.state.ships[side].name, stat=stat))
    if lost:
        turn.emit(GameEnded(outcome=_build_outcome(turn.state, lost), rule="SLC-2"))
    else:
        _begin_next_phase(turn)


def compute_attack(state: State, side: Side, cards: Cards) -> events.AttackMade:
    """Return the attack of `side` with these cards of one kind of shot, as an event. Emits nothing."""
    kind = state.deck[cards[0]]
    stat = tables.KINDS[kind].takes
    assert stat, "only shot is fired"
    target = OTHER[side]
    before = state.ships[target].left[stat]
    after = max(before - len(cards), 0)
    return events.AttackMade(
        side=side, target=target, cards=cards, kind=kind, stat=stat, damage=before - after, before=before, after=after
    )


def find_losses(state: State) -> Iterator[tuple[Side, tables.Stat]]:
    """Return every side and stat with no points left (SLC-2)."""
    return ((side, stat) for side in SIDES for stat in tables.STATS if state.ships[side].left[stat] <= 0)


def _build_outcome(state: State, lost: tuple[tuple[Side, tables.Stat], ...]) -> Outcome:
    losers = {side for side, _ in lost}
    winner = None if len(losers) == len(SIDES) else OTHER[losers.pop()]
    reason = ". ".join(tables.LOSS_WORDS[stat].format(ship=state.ships[side].name) for side, stat in lost)
    return Outcome(winner, reason, "SLC-2")


def _check_retire(state: State, command: Retire) -> Refused | None:  # noqa: ARG001
    """Return a refusal if more than three cards are discarded (SLC-9)."""
    return _check_number(command.cards, tables.RETIRED, "SLC-9")


def _resolve_retire(turn: Context) -> None:
    """Discard the chosen cards and end the turn (SLC-9).

    Ends the game after too many turns without damage (SLC-10).
    """
    for side, cards in _get_choices(turn.state).items():
        turn.emit(CardsDiscarded(side=side, cards=cards, rule="SLC-9"))
    state = turn.state
    hit = any(attack.damage for attack in state.attacks.values())
    turn.emit(events.TurnEnded(turn=state.turn, quiet=0 if hit else state.quiet + 1))
    if turn.state.quiet < tables.QUIET_TURNS:
        _load_hands(turn)
    else:
        reason = f"{tables.QUIET_TURNS} turns in a row passed without damage"
        turn.emit(GameEnded(outcome=Outcome(None, reason, "SLC-10"), rule="SLC-10"))


_RESOLVERS: dict[str, Callable[[Context], None]] = {
    "reload": _resolve_reload,
    "sail": _resolve_sail,
    "fire": _resolve_fire,
    "retire": _resolve_retire,
}
"""The function that resolves each phase once all sides have chosen."""

COMMAND_HANDLERS: tuple[CommandHandler[State], ...] = (
    CommandHandler(Deal, allow_always, _execute_deal),
    CommandHandler(Reload, _check_reload, _execute_choice),
    CommandHandler(Sail, _check_sail, _execute_choice),
    CommandHandler(Fire, check_fire, _execute_choice),
    CommandHandler(Retire, _check_retire, _execute_choice),
)
"""Every command with its check in its own phase and its execution."""
