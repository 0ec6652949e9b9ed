"""The order of a turn as a table (SLC-3): what is asked, by which command it is answered.

The Load Phase asks nobody: hands are filled up when a turn begins.
"""

from collections.abc import Callable, Iterable, Mapping

from tabletop.cards.game import Phase
from tabletop.cards.hands import list_handfuls, select_cards
from tabletop.cards.zones import Cards
from tabletop.core.commands import Command
from tabletop.core.decision import to_choose
from tabletop.core.offers import Offers, combination, combinations, offered
from tabletop.games.ship_duel.commands import Deal, Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.state import SIDES, PhaseId, Side, State
from tabletop.games.ship_duel.tables import OPPOSITES, RELOADED, RETIRED, SHOT, Kind

_TABLE = (
    Phase("setup", "Shuffle and deal", "SLC-4", (Deal,), "Load", either=True),
    Phase("reload", "Exchange up to four cards", "SLC-5", (Reload,)),
    Phase("sail", "Choose winds", "SLC-6", (Sail,)),
    Phase("fire", "Choose shot of one kind", "SLC-8", (Fire,)),
    Phase("retire", "Discard up to three cards", "SLC-9", (Retire,)),
)

PHASES: dict[str, Phase] = {phase.id: phase for phase in _TABLE}
"""All phases by id, in the order of a turn."""

NEXT: dict[PhaseId, PhaseId] = {
    "setup": "reload", "reload": "sail", "sail": "fire", "fire": "retire", "retire": "reload",
}  # fmt: skip
"""The phase after each."""

RIBBON: tuple[str, ...] = tuple(phase.ribbon for phase in _TABLE)
"""The phases as the ribbon shows them."""


def asked(state: State) -> Side:
    """The first side that has not chosen yet; before the first deal, which either may call for, the first one."""
    return to_choose(state.asked, state.chosen) or SIDES[0]


def choices(state: State, side: str) -> Offers[Command]:
    """All orders of a side in the phase that is on; of equal cards the first in the hand go."""
    return _CHOICES[state.phase](state, side, state.cards.hands[side])


def _deal(state: State, side: str, hand: Cards) -> Offers[Command]:  # noqa: ARG001
    return offered(Deal(side))


def _reload(state: State, side: str, hand: Cards) -> Offers[Command]:
    return _laid_down(state, side, hand, Reload, RELOADED)


def _retire(state: State, side: str, hand: Cards) -> Offers[Command]:
    return _laid_down(state, side, hand, Retire, RETIRED)


def _laid_down(state: State, side: str, hand: Cards, order: type[Reload | Retire], most: int) -> Offers[Command]:
    ways = list_handfuls(map(state.deck.__getitem__, hand), most)
    return Offers(len(ways), lambda place: (order(side, select_cards(hand, ways[place])),))


def _sail(state: State, side: str, hand: Cards) -> Offers[Command]:
    """None or some of one of two opposites, with none or some of one of the other two (SLC-6)."""
    runs = _runs(state, hand)
    ways = [_alike(runs, pair) for pair in OPPOSITES]
    return Offers(combinations(ways), lambda place: (Sail(side, sum(combination(ways, place), ())),))


def _fire(state: State, side: str, hand: Cards) -> Offers[Command]:
    ways = _alike(_runs(state, hand), SHOT.values())
    return Offers(len(ways), lambda place: (Fire(side, ways[place]),))


def _runs(state: State, hand: Cards) -> dict[Kind, list[Cards]]:
    """Of each kind in a hand one card, two cards and so on up to all of them."""
    runs: dict[Kind, list[Cards]] = {}
    for card in hand:
        run = runs.setdefault(state.deck[card], [])
        run.append((*run[-1], card) if run else (card,))
    return runs


def _alike(runs: Mapping[Kind, list[Cards]], kinds: Iterable[Kind]) -> list[Cards]:
    """No card, or one or more of one of the kinds."""
    ways: list[Cards] = [()]
    for kind in kinds:
        ways += runs.get(kind, ())
    return ways


_CHOICES: dict[str, Callable[[State, str, Cards], Offers[Command]]] = {
    "setup": _deal,
    "reload": _reload,
    "sail": _sail,
    "fire": _fire,
    "retire": _retire,
}


def best_winds(state: State, hand: Cards) -> Cards:
    """The most winds of a hand that can blow together, of two opposites the ones of which there are more (SLC-6)."""
    runs = _runs(state, hand)
    return sum((max((runs.get(kind, [()])[-1] for kind in pair), key=len) for pair in OPPOSITES), ())


def headline(state: State) -> str:
    """The moment in a few words."""
    if state.outcome is not None:
        return "Over"
    return f"Turn {state.turn}, {PHASES[state.phase].ribbon.lower()}" if state.turn else "Before the first turn"
