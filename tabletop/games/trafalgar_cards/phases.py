"""The order of a turn as a table (TRA-3): what is asked, and what the ribbon shows."""

from collections.abc import Callable

from tabletop.cards.game import Phase
from tabletop.cards.hands import list_subsets, select_cards
from tabletop.cards.zones import Cards
from tabletop.core.commands import Command
from tabletop.core.decision import to_choose
from tabletop.core.offers import Offers, combination, combinations, offered
from tabletop.games.trafalgar_cards.commands import Commit, Deal, Discard
from tabletop.games.trafalgar_cards.deck import SIDES, Side
from tabletop.games.trafalgar_cards.limits import MOST_DISCARDED, ways, within
from tabletop.games.trafalgar_cards.state import PhaseId, State

PHASES: dict[str, Phase] = {
    phase.id: phase
    for phase in (
        Phase("strategy", "Deal the hands", "TRA-3", (Deal,), either=True),
        Phase("tactics", "Discard up to four cards", "TRA-3", (Discard,)),
        Phase("fight", "Commit your cards", "TRA-3", (Commit,)),
    )
}

RIBBON: tuple[str, ...] = (*(phase.ribbon for phase in PHASES.values()), "Morale")
"""The phases of a turn; in Morale nobody is asked."""


def asked(state: State) -> Side:
    """The first side that has not chosen yet."""
    return to_choose(SIDES, state.chosen) or SIDES[0]


def choices(state: State, side: str) -> Offers[Command]:
    """All orders of a side in the phase that is on; they follow from what it knows."""
    return _CHOICES[state.phase](state, side, state.cards.hands[side])


def _deal(state: State, side: str, hand: Cards) -> Offers[Command]:  # noqa: ARG001
    return offered(Deal(side))


def _discards(state: State, side: str, hand: Cards) -> Offers[Command]:  # noqa: ARG001
    found = list_subsets(len(hand), MOST_DISCARDED)
    return Offers(len(found), lambda place: (Discard(side, select_cards(hand, found[place])),))


def _commits(state: State, side: str, hand: Cards) -> Offers[Command]:
    """Each card as whatever it may be or not at all, without those that exceed a limit."""
    able, limit = ways(state.deck)(side, state.limits, state.turn)
    columns = [*filter(None, map(able.get, hand))]

    def commits(place: int) -> tuple[Commit, ...]:
        plays = combination(columns, place)
        return (Commit(side, plays),) if within(plays, limit) else ()

    return Offers(combinations(columns), commits)


_CHOICES: dict[PhaseId, Callable[[State, str, Cards], Offers[Command]]] = {
    "strategy": _deal,
    "tactics": _discards,
    "fight": _commits,
}
