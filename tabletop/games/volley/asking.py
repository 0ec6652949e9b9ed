"""Who is asked what now, and what could be answered."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from tabletop.core.agreement import accepting
from tabletop.core.decision import Decision
from tabletop.games.volley import melds
from tabletop.games.volley.commands import Attack, Command, Counter, Deal, Defend, Discard, Pass
from tabletop.games.volley.phases import PHASES
from tabletop.games.volley.state import Side, Stage, State

_OFFERED = 7
"""Answers offered at most, besides passing."""


def decision(state: State) -> Decision | None:
    """What the game waits for; None once it is over.

    It says nothing of what the side holds, so that being asked betrays nothing (VOL-11).
    """
    if state.outcome is not None:
        return None
    phase, side = PHASES[state.stage], asked(state)
    commands = (*phase.commands, *accepting(state, side))
    return Decision(side, phase.id, phase.prompt, commands, either=phase.asks == "either")


def asked(state: State) -> Side:
    """The side that has to choose now; where either may, red."""
    if state.asked is not None:
        return state.asked
    return next(iter(state.names))


def choices(state: State) -> Iterator[Command]:
    """Some legal commands of the side that is asked, the most ambitious first; none once the game is over."""
    if state.outcome is None:
        side = asked(state)
        yield from _CHOICES[state.stage](state, side, state.cards.hands[side])


def _deal(state: State, side: Side, hand: Iterable[str]) -> Iterator[Command]:  # noqa: ARG001
    yield Deal(side)


def _discards(state: State, side: Side, hand: tuple[str, ...]) -> Iterator[Command]:
    """All that no meld of the hand needs and that is no defence card; nothing; the oldest card; the whole hand."""
    useful = {card for meld in melds.best(state.deck, hand) for card in meld}
    yield Discard(side, tuple(card for card in hand if card not in useful and state.deck[card].negates is None))
    yield Discard(side)
    yield Discard(side, hand[:1])
    yield Discard(side, hand)


def _attacks(state: State, side: Side, hand: tuple[str, ...]) -> Iterator[Command]:
    """The strongest meld of each troop type, with and without its support."""
    for meld in melds.best(state.deck, hand):
        yield Attack(side, meld)
        if len(meld) > 2:
            yield Attack(side, meld[:2])
    yield Pass(side)


def _defences(state: State, side: Side, hand: tuple[str, ...]) -> Iterator[Command]:
    assert state.assault is not None
    found = melds.answers(state.deck, state.assault, hand)
    yield from (Defend(side, card, target) for card, target in islice(found, _OFFERED))
    yield Pass(side)


def _counters(state: State, side: Side, hand: tuple[str, ...]) -> Iterator[Command]:
    yield from (Counter(side, card) for card in islice(melds.counters(state.deck, hand), _OFFERED))
    yield Pass(side)


_CHOICES: dict[Stage, Callable[[State, Side, tuple[str, ...]], Iterator[Command]]] = {
    "setup": _deal,
    "manoeuvre": _discards,
    "attack": _attacks,
    "defence": _defences,
    "counter": _counters,
}
