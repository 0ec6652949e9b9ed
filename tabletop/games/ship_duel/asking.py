"""Who is asked what now, and what could be answered."""

from collections.abc import Callable, Iterable, Iterator
from random import Random

from msgspec.structs import replace

from tabletop.cards import unseen
from tabletop.cards.handfuls import at, handfuls, runs
from tabletop.cards.zones import Cards
from tabletop.core.agreement import accepting
from tabletop.core.chance import Chance, fancy
from tabletop.core.decision import Decision, to_choose, unsealed
from tabletop.core.offers import Offers, combination, combinations, offered
from tabletop.games.ship_duel.commands import Choice, Command, Deal, Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.phases import PHASES
from tabletop.games.ship_duel.state import SIDES, Side, State, of_kind, view
from tabletop.games.ship_duel.tables import OPPOSITES, RELOADED, RETIRED, SHOT, Kind


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


def choices(state: State) -> Offers[Command]:
    """All orders of the side that is asked, none once the duel is over; of equal cards the first in the hand go."""
    if state.outcome is not None:
        return offered()
    return _choices_of(state, asked(state))


def guess(known: State, side: str, chance: Chance) -> State:
    """What a side knows, with every hidden card where it may be and any legal choice in the place of a sealed one."""
    state = replace(view(known, side), cards=unseen.dealt_out(known, side, chance))
    whim = fancy(chance)
    return replace(state, chosen={**unsealed(state.chosen, lambda other: _chosen(state, other, whim))})


def _chosen(state: State, side: Side, whim: Random) -> Cards:
    choice = _choices_of(state, side).pick(whim)
    assert isinstance(choice, Choice)
    return choice.cards


def _choices_of(state: State, side: Side) -> Offers[Command]:
    return _CHOICES[state.phase](state, side, state.cards.hands[side])


def _deal(state: State, side: Side, hand: Cards) -> Offers[Command]:  # noqa: ARG001
    return offered(Deal(side))


def _reload(state: State, side: Side, hand: Cards) -> Offers[Command]:
    return _laid_down(state, side, hand, Reload, RELOADED)


def _retire(state: State, side: Side, hand: Cards) -> Offers[Command]:
    return _laid_down(state, side, hand, Retire, RETIRED)


def _laid_down(state: State, side: Side, hand: Cards, order: type[Reload | Retire], most: int) -> Offers[Command]:
    ways = handfuls(map(state.deck.__getitem__, hand), most)
    return Offers(len(ways), lambda place: (order(side, at(hand, ways[place])),))


def _sail(state: State, side: Side, hand: Cards) -> Offers[Command]:
    """None or some of one of two opposites, with none or some of one of the other two (SLC-6)."""
    ways = [[(), *_runs(state, hand, pair)] for pair in OPPOSITES]
    return Offers(combinations(ways), lambda place: (Sail(side, sum(combination(ways, place), ())),))


def _fire(state: State, side: Side, hand: Cards) -> Offers[Command]:
    ways = [(), *_runs(state, hand, tuple(SHOT.values()))]
    return Offers(len(ways), lambda place: (Fire(side, ways[place]),))


def _runs(state: State, hand: Cards, kinds: Iterable[Kind]) -> Iterator[Cards]:
    """One or more cards of one of the kinds."""
    return (cards for kind in kinds for cards in runs(of_kind(state, hand, kind)))


_CHOICES: dict[str, Callable[[State, Side, Cards], Offers[Command]]] = {
    "setup": _deal,
    "reload": _reload,
    "sail": _sail,
    "fire": _fire,
    "retire": _retire,
}


def best_winds(state: State, hand: Cards) -> Cards:
    """The most winds of a hand that can blow together, of two opposites the ones of which there are more (SLC-6)."""
    chosen: list[str] = []
    for kind, opposite in OPPOSITES:
        these, those = of_kind(state, hand, kind), of_kind(state, hand, opposite)
        chosen += these if len(these) >= len(those) else those
    return tuple(chosen)
