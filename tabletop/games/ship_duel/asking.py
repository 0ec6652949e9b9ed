"""Who is asked what now, and what could be answered."""

from collections.abc import Callable, Iterator

from tabletop.cards.zones import Cards
from tabletop.core.agreement import accepting
from tabletop.core.decision import Decision, to_choose
from tabletop.games.ship_duel.commands import Command, Deal, Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.phases import PHASES
from tabletop.games.ship_duel.state import SIDES, Side, State, of_kind
from tabletop.games.ship_duel.tables import KINDS, RELOADED, RETIRED, SHOT, WINDS


def decision(state: State) -> Decision | None:
    """What the duel waits for; None once it is over."""
    if state.outcome is not None:
        return None
    phase, side = PHASES[state.phase], asked(state)
    commands = (phase.command, *accepting(state, side))
    return Decision(side, phase.id, phase.prompt, commands, either=phase.command == "deal")


def asked(state: State) -> Side:
    """The first side that has not chosen yet; before the first deal, which either may call for, the first one."""
    side = to_choose(state.asked, state.chosen)
    return "starboard" if side == "starboard" else SIDES[0]


def choices(state: State) -> Iterator[Command]:
    """A few legal commands of the side that is asked; none once the duel is over."""
    if state.outcome is None:
        side = asked(state)
        yield from _CHOICES[state.phase](state, side, state.cards.hands[side])


def _deal(state: State, side: Side, hand: Cards) -> Iterator[Command]:  # noqa: ARG001
    yield Deal(side)


def _reload(state: State, side: Side, hand: Cards) -> Iterator[Command]:  # noqa: ARG001
    yield from (Reload(side, hand[:number]) for number in range(min(RELOADED, len(hand)) + 1))
    yield Reload(side, hand[-2:])


def _sail(state: State, side: Side, hand: Cards) -> Iterator[Command]:
    yield Sail(side)
    held = [cards for kind in WINDS if (cards := of_kind(state, hand, kind))]
    yield from (Sail(side, cards) for cards in held)
    yield Sail(side, best_winds(state, hand))


def _fire(state: State, side: Side, hand: Cards) -> Iterator[Command]:
    yield Fire(side)
    held = [cards for kind in SHOT.values() if (cards := of_kind(state, hand, kind))]
    yield from (Fire(side, cards) for cards in held)
    yield from (Fire(side, cards[:1]) for cards in held if len(cards) > 1)


def _retire(state: State, side: Side, hand: Cards) -> Iterator[Command]:  # noqa: ARG001
    yield from (Retire(side, hand[:number]) for number in range(min(RETIRED, len(hand)) + 1))


_CHOICES: dict[str, Callable[[State, Side, Cards], Iterator[Command]]] = {
    "setup": _deal,
    "reload": _reload,
    "sail": _sail,
    "fire": _fire,
    "retire": _retire,
}


def best_winds(state: State, hand: Cards) -> Cards:
    """The most winds of a hand that can blow together, of two opposites the ones of which there are more (SLC-6)."""
    chosen: list[str] = []
    for kind in WINDS[::2]:
        opposite = KINDS[kind].opposite
        assert opposite
        these, those = of_kind(state, hand, kind), of_kind(state, hand, opposite)
        chosen += these if len(these) >= len(those) else those
    return tuple(chosen)
