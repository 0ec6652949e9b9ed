"""The order of a turn (SLC-3): the phases, the side to move and the commands that it may give.

The Load Phase asks no side: hands are filled when a turn begins.
"""

from collections.abc import Callable, Iterable, Mapping

from tabletop.cards.game import Phase
from tabletop.cards.hands import list_handfuls, select_cards
from tabletop.cards.zones import Cards
from tabletop.core.commands import Command
from tabletop.core.decision import find_side_to_choose
from tabletop.core.offers import Offers, combination_at, count_combinations, offer_commands
from tabletop.games.ship_duel.commands import Deal, Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.model import SIDES, PhaseId, Side, State
from tabletop.games.ship_duel.tables import OPPOSITES, RELOADED, RETIRED, SHOT, Kind

_TURN_ORDER = (
    Phase("setup", "Shuffle and deal", "SLC-4", (Deal,), "Load", either=True),
    Phase("reload", "Discard and redraw up to four cards", "SLC-5", (Reload,)),
    Phase("sail", "Choose winds", "SLC-6", (Sail,)),
    Phase("fire", "Choose shot of one kind", "SLC-8", (Fire,)),
    Phase("retire", "Discard up to three cards", "SLC-9", (Retire,)),
)

PHASES: dict[str, Phase] = {phase.id: phase for phase in _TURN_ORDER}
"""All phases by id, in the order of a turn."""

NEXT_PHASE: dict[PhaseId, PhaseId] = {
    "setup": "reload",
    "reload": "sail",
    "sail": "fire",
    "fire": "retire",
    "retire": "reload",
}
"""The phase that follows each phase."""

RIBBON: tuple[str, ...] = tuple(phase.ribbon for phase in _TURN_ORDER)
"""The names of the phases on the ribbon of the turn."""


def side_to_move(state: State) -> Side:
    """Return the first side that must still choose.

    Before the first deal it is the first side, since either side may deal.
    """
    return find_side_to_choose(state.asked, state.chosen) or SIDES[0]


def list_choices(state: State, side: str) -> Offers[Command]:
    """Return all commands that `side` may give in the current phase, with only the first of equal cards."""
    return _LISTERS[state.phase](state, side, state.cards.hands[side])


def _list_deals(state: State, side: str, hand: Cards) -> Offers[Command]:  # noqa: ARG001
    return offer_commands(Deal(side))


def _list_reloads(state: State, side: str, hand: Cards) -> Offers[Command]:
    return _list_discards(state, side, hand, Reload, RELOADED)


def _list_retirements(state: State, side: str, hand: Cards) -> Offers[Command]:
    return _list_discards(state, side, hand, Retire, RETIRED)


def _list_discards(state: State, side: str, hand: Cards, order: type[Reload | Retire], most: int) -> Offers[Command]:
    ways = list_handfuls(map(state.deck.__getitem__, hand), most)
    return Offers(len(ways), lambda place: (order(side, select_cards(hand, ways[place])),))


def _list_sails(state: State, side: str, hand: Cards) -> Offers[Command]:
    """Return the commands to show winds, one kind of each pair of opposite winds at most (SLC-6)."""
    runs = _group_runs(state, hand)
    ways = [_list_of_one_kind(runs, pair) for pair in OPPOSITES]
    return Offers(count_combinations(ways), lambda place: (Sail(side, sum(combination_at(ways, place), ())),))


def _list_fires(state: State, side: str, hand: Cards) -> Offers[Command]:
    ways = _list_of_one_kind(_group_runs(state, hand), SHOT.values())
    return Offers(len(ways), lambda place: (Fire(side, ways[place]),))


def _group_runs(state: State, hand: Cards) -> dict[Kind, list[Cards]]:
    """Return, for each kind in a hand, its first card, its first two cards, and so on up to all of them."""
    runs: dict[Kind, list[Cards]] = {}
    for card in hand:
        run = runs.setdefault(state.deck[card], [])
        run.append((*run[-1], card) if run else (card,))
    return runs


def _list_of_one_kind(runs: Mapping[Kind, list[Cards]], kinds: Iterable[Kind]) -> list[Cards]:
    """Return the empty selection, and every selection of `runs` for one of the kinds."""
    ways: list[Cards] = [()]
    for kind in kinds:
        ways += runs.get(kind, ())
    return ways


_LISTERS: dict[str, Callable[[State, str, Cards], Offers[Command]]] = {
    "setup": _list_deals,
    "reload": _list_reloads,
    "sail": _list_sails,
    "fire": _list_fires,
    "retire": _list_retirements,
}


def find_best_winds(state: State, hand: Cards) -> Cards:
    """Return the most winds of a hand that can be shown together (SLC-6).

    Of two opposite kinds it takes the more numerous.
    """
    runs = _group_runs(state, hand)
    return sum((max((runs.get(kind, [()])[-1] for kind in pair), key=len) for pair in OPPOSITES), ())


def format_headline(state: State) -> str:
    """Return the turn and phase in a few words: ``Turn 3, sail``."""
    if state.outcome is not None:
        return "Over"
    return f"Turn {state.turn}, {PHASES[state.phase].ribbon.lower()}" if state.turn else "Before the first turn"
