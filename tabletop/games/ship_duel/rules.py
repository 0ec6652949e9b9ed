"""The rules of a turn in its order, phase by phase; what may be ordered is a table at the end."""

from collections.abc import Callable, Iterator

from tabletop.cards.dealing import deal, list_takers, shuffle
from tabletop.cards.events import CardsDiscarded
from tabletop.cards.hands import check_hand
from tabletop.cards.zones import Cards
from tabletop.core import command_context
from tabletop.core.agreement import GameEnded
from tabletop.core.commands import Command, CommandHandler, allowed
from tabletop.core.decision import check_sealed, to_choose
from tabletop.core.errors import Refused
from tabletop.core.game import Outcome
from tabletop.games.ship_duel.commands import Choice, Deal, Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.events import (
    AdvantageGained,
    AttackMade,
    ChoiceMade,
    FireHeld,
    PhaseBegan,
    ShipLost,
    TurnBegan,
    TurnEnded,
    WindsRevealed,
)
from tabletop.games.ship_duel.phases import NEXT, PHASES
from tabletop.games.ship_duel.state import OTHER, SIDES, Side, State, advantaged, card_name, of_kind
from tabletop.games.ship_duel.tables import (
    FATES,
    HAND,
    KINDS,
    OPPOSITES,
    QUIET_TURNS,
    RELOADED,
    RETIRED,
    SHOT,
    STATS,
    WINDS,
    Stat,
)

Context = command_context.CommandContext[State]


def whose(state: State, command: Command) -> Refused | None:
    """A choice is made once, by a side that has one to make, and with cards of its own hand."""
    if command.side not in state.asked:
        return Refused("SLC-8", "The disadvantaged ship may not attack.")
    cards = command.cards if isinstance(command, Choice) else ()
    return check_sealed(command.side, state.chosen, "SLC-3") or check_hand(
        state, command.side, cards, PHASES[state.phase].rule, card_name
    )


def _choose(turn: Context, command: Choice) -> None:
    """Seal a choice; when it was the last one, all of them come to pass (SLC-3)."""
    side = next(one for one in SIDES if one == command.side)
    turn.emit(ChoiceMade(side=side, cards=command.cards))
    if to_choose(turn.state.asked, turn.state.chosen) is None:
        _RESOLUTIONS[turn.state.phase](turn)


def sealed_as(order: Command) -> Cards:
    """What is kept of a choice until all are in."""
    assert isinstance(order, Choice)
    return order.cards


def _begin_next(turn: Context, asked: tuple[Side, ...] = SIDES) -> None:
    """Ask for the choices of the next phase."""
    turn.emit(PhaseBegan(phase=NEXT[turn.state.phase], asked=asked))


def _load(turn: Context) -> None:
    """Begin a turn and fill up both hands (SLC-4)."""
    turn.emit(TurnBegan(turn=turn.state.turn + 1))
    hands = turn.state.cards.hands
    deal(turn, list_takers({side: HAND - len(hands[side]) for side in SIDES}), "SLC-4")
    _begin_next(turn)


def _deal(turn: Context, command: Deal) -> None:  # noqa: ARG001
    """Shuffle the deck and deal the first hands (SLC-4)."""
    shuffle(turn)
    _load(turn)


def _choices(state: State) -> dict[Side, tuple[str, ...]]:
    """What the sides that were asked have chosen, once all have."""
    return {side: state.chosen[side] or () for side in state.asked}


def _check_reload(state: State, command: Reload) -> Refused | None:  # noqa: ARG001
    """At most four cards are exchanged (SLC-5)."""
    return _check_number(command.cards, RELOADED, "SLC-5")


def _check_number(cards: tuple[str, ...], most: int, rule: str) -> Refused | None:
    if len(cards) <= most:
        return None
    return Refused(rule, f"At most {most} cards may be discarded.", f"{len(cards)} chosen", cards[most:])


def _reload(turn: Context) -> None:
    """Both discard; then all of port's replacements are dealt, then starboard's (SLC-5)."""
    chosen = _choices(turn.state)
    for side, cards in chosen.items():
        turn.emit(CardsDiscarded(side=side, cards=cards, rule="SLC-5"))
    for side, cards in chosen.items():
        deal(turn, (side,) * len(cards), "SLC-5")
    _begin_next(turn)


def _check_sail(state: State, command: Sail) -> Refused | None:
    """Only winds, and no two that are opposites (SLC-6)."""
    kinds = {state.deck[card] for card in command.cards}
    for kind in SHOT.values():
        if kind in kinds:
            return Refused("SLC-6", f"{KINDS[kind].name} is not a wind.", pieces=of_kind(state, command.cards, kind))
    for kind, opposite in OPPOSITES:
        if kind in kinds and opposite in kinds:
            pair = f"{KINDS[kind].name} and {KINDS[opposite].name}"
            against = (*of_kind(state, command.cards, kind), *of_kind(state, command.cards, opposite))
            return Refused("SLC-6", f"{pair} are opposites: they cannot blow together.", pieces=against)
    return None


def _sail(turn: Context) -> None:
    """Show the winds and tell who may attack (SLC-7)."""
    winds = _choices(turn.state)
    turn.emit(WindsRevealed(winds=winds))
    ahead = advantaged(turn.state)
    turn.emit(AdvantageGained(counts={side: len(winds[side]) for side in SIDES}, advantaged=ahead))
    _begin_next(turn, (ahead,) if ahead else SIDES)


def check_fire(state: State, command: Fire) -> Refused | None:
    """Only shot, and all of one kind (SLC-8)."""
    played = {state.deck[card] for card in command.cards}
    kinds = [kind for kind in KINDS if kind in played]
    for kind in kinds:
        if kind in WINDS:
            return Refused("SLC-8", f"{KINDS[kind].name} is not shot.", pieces=of_kind(state, command.cards, kind))
    if len(kinds) > 1:
        pair = " and ".join(KINDS[kind].many for kind in kinds[:2])
        strange = of_kind(state, command.cards, kinds[1])
        return Refused("SLC-8", f"An attack is of one kind of shot: {pair} cannot be mixed.", pieces=strange)
    return None


def _fire(turn: Context) -> None:
    """All attacks hit together; a ship with nothing left of a stat is lost (SLC-8, SLC-2)."""
    for side, cards in _choices(turn.state).items():
        turn.emit(attack(turn.state, side, cards) if cards else FireHeld(side=side))
    lost = tuple(losses(turn.state))
    for side, stat in lost:
        turn.emit(ShipLost(side=side, ship=turn.state.ships[side].name, stat=stat))
    if lost:
        turn.emit(GameEnded(outcome=_outcome(turn.state, lost), rule="SLC-2"))
    else:
        _begin_next(turn)


def attack(state: State, side: Side, cards: Cards) -> AttackMade:
    """What these cards of one kind do to the other ship."""
    kind = state.deck[cards[0]]
    stat = KINDS[kind].takes
    assert stat, "only shot is fired"
    target = OTHER[side]
    before = state.ships[target].left[stat]
    after = max(before - len(cards), 0)
    return AttackMade(
        side=side, target=target, cards=cards, kind=kind, stat=stat, damage=before - after, before=before, after=after
    )


def losses(state: State) -> Iterator[tuple[Side, Stat]]:
    """Sides and stats of which nothing is left (SLC-2)."""
    return ((side, stat) for side in SIDES for stat in STATS if state.ships[side].left[stat] <= 0)


def _outcome(state: State, lost: tuple[tuple[Side, Stat], ...]) -> Outcome:
    losers = {side for side, _ in lost}
    winner = None if len(losers) == len(SIDES) else OTHER[losers.pop()]
    reason = ". ".join(FATES[stat].format(ship=state.ships[side].name) for side, stat in lost)
    return Outcome(winner, reason, "SLC-2")


def _check_retire(state: State, command: Retire) -> Refused | None:  # noqa: ARG001
    """At most three cards are discarded (SLC-9)."""
    return _check_number(command.cards, RETIRED, "SLC-9")


def _retire(turn: Context) -> None:
    """Both discard; the turn ends, and with it the game if nothing was hit for long (SLC-9, SLC-10)."""
    for side, cards in _choices(turn.state).items():
        turn.emit(CardsDiscarded(side=side, cards=cards, rule="SLC-9"))
    state = turn.state
    hit = any(attack.damage for attack in state.attacks.values())
    turn.emit(TurnEnded(turn=state.turn, quiet=0 if hit else state.quiet + 1))
    if turn.state.quiet < QUIET_TURNS:
        _load(turn)
    else:
        reason = f"{QUIET_TURNS} turns in a row passed without damage"
        turn.emit(GameEnded(outcome=Outcome(None, reason, "SLC-10"), rule="SLC-10"))


_RESOLUTIONS: dict[str, Callable[[Context], None]] = {
    "reload": _reload,
    "sail": _sail,
    "fire": _fire,
    "retire": _retire,
}
"""What comes to pass when all choices of a phase are in."""

COMMAND_HANDLERS: tuple[CommandHandler[State], ...] = (
    CommandHandler(Deal, allowed, _deal),
    CommandHandler(Reload, _check_reload, _choose),
    CommandHandler(Sail, _check_sail, _choose),
    CommandHandler(Fire, check_fire, _choose),
    CommandHandler(Retire, _check_retire, _choose),
)
"""Every command: why it is refused in its own phase, and what comes of it."""
