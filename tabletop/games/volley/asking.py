"""Who is asked what now, and what could be answered."""

from collections.abc import Callable

from msgspec.structs import replace

from tabletop.cards import unseen
from tabletop.cards.handfuls import at, handfuls
from tabletop.cards.zones import Cards
from tabletop.core.agreement import accepting
from tabletop.core.chance import Chance
from tabletop.core.decision import Decision
from tabletop.core.offers import Offers, joined, offered
from tabletop.games.volley import melds
from tabletop.games.volley.commands import Attack, Command, Counter, Deal, Defend, Discard, Pass
from tabletop.games.volley.phases import PHASES
from tabletop.games.volley.state import Side, Stage, State


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


def choices(state: State) -> Offers[Command]:
    """All orders of the side that is asked, none once the game is over; of equal cards the first in the hand goes."""
    if state.outcome is not None:
        return offered()
    side = asked(state)
    return _CHOICES[state.stage](state, side, state.cards.hands[side])


def guess(known: State, side: str, chance: Chance) -> State:
    """The view with every card that it hides somewhere it may be."""
    return replace(known, cards=unseen.dealt_out(known, side, chance))


def _deal(state: State, side: Side, hand: Cards) -> Offers[Command]:  # noqa: ARG001
    return offered(Deal(side))


def _discards(state: State, side: Side, hand: Cards) -> Offers[Command]:
    ways = handfuls((state.deck[card].name for card in hand), len(hand))
    return Offers(len(ways), lambda place: (Discard(side, at(hand, ways[place])),))


def _attacks(state: State, side: Side, hand: Cards) -> Offers[Command]:
    found = melds.possible(state.deck, hand)
    return joined(Offers(len(found), lambda place: (Attack(side, found[place]),)), offered(Pass(side)))


def _defences(state: State, side: Side, hand: Cards) -> Offers[Command]:
    assert state.assault is not None
    found = melds.answers(state.deck, state.assault, _unlike(state, hand))
    return offered(*(Defend(side, card, target) for card, target in found), Pass(side))


def _counters(state: State, side: Side, hand: Cards) -> Offers[Command]:
    return offered(*(Counter(side, card) for card in melds.counters(state.deck, _unlike(state, hand))), Pass(side))


def _unlike(state: State, hand: Cards) -> Cards:
    """The hand without those of its cards that equal an earlier one."""
    first: dict[str, str] = {}
    return tuple([card for card in hand if first.setdefault(state.deck[card].name, card) == card])


_CHOICES: dict[Stage, Callable[[State, Side, Cards], Offers[Command]]] = {
    "setup": _deal,
    "manoeuvre": _discards,
    "attack": _attacks,
    "defence": _defences,
    "counter": _counters,
}
