"""The order of a turn (TRA-3): the phases, the side to move and the commands that it may give."""

from collections.abc import Callable

from tabletop.cards.game import Phase
from tabletop.cards.hands import list_subsets, select_cards
from tabletop.cards.zones import Cards
from tabletop.core.commands import Command
from tabletop.core.decision import find_side_to_choose
from tabletop.core.offers import Offers, combination_at, count_combinations, offer_commands
from tabletop.games.trafalgar_cards.commands import Commit, Deal, Discard
from tabletop.games.trafalgar_cards.deck import SIDES, Side
from tabletop.games.trafalgar_cards.limits import MOST_DISCARDED, build_commit_options, is_within_limits
from tabletop.games.trafalgar_cards.model import PhaseId, State

PHASES: dict[str, Phase] = {
    phase.id: phase
    for phase in (
        Phase("strategy", "Deal the hands", "TRA-3", (Deal,), either=True),
        Phase("tactics", "Discard up to four cards", "TRA-3", (Discard,)),
        Phase("fight", "Commit your cards", "TRA-3", (Commit,)),
    )
}

RIBBON: tuple[str, ...] = (*(phase.ribbon for phase in PHASES.values()), "Morale")
"""The phases of a turn on the ribbon. In Morale no side must choose."""


def side_to_move(state: State) -> Side:
    """Return the first side that has not chosen yet."""
    return find_side_to_choose(SIDES, state.chosen) or SIDES[0]


def list_choices(state: State, side: str) -> Offers[Command]:
    """Return all commands that `side` may give in the current phase. Reads only what the side may know."""
    return _LISTERS[state.phase](state, side, state.cards.hands[side])


def _list_deals(state: State, side: str, hand: Cards) -> Offers[Command]:  # noqa: ARG001
    return offer_commands(Deal(side))


def _list_discards(state: State, side: str, hand: Cards) -> Offers[Command]:  # noqa: ARG001
    found = list_subsets(len(hand), MOST_DISCARDED)
    return Offers(len(found), lambda place: (Discard(side, select_cards(hand, found[place])),))


def _list_commits(state: State, side: str, hand: Cards) -> Offers[Command]:
    """Return every commit within the limits: each card in one of its uses, or not committed."""
    able, limit = build_commit_options(state.deck)(side, state.limits, state.turn)
    columns = [*filter(None, map(able.get, hand))]

    def commits(place: int) -> tuple[Commit, ...]:
        plays = combination_at(columns, place)
        return (Commit(side, plays),) if is_within_limits(plays, limit) else ()

    return Offers(count_combinations(columns), commits)


_LISTERS: dict[PhaseId, Callable[[State, str, Cards], Offers[Command]]] = {
    "strategy": _list_deals,
    "tactics": _list_discards,
    "fight": _list_commits,
}
