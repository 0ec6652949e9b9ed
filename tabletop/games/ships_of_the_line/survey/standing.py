"""Standing orders to squadrons as their own side sees them: whose ship has which, and what waits to be carried out."""

from collections.abc import Mapping

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.chapters.orders import commanded_ships
from tabletop.games.ships_of_the_line.commands import RecallOrders, SideCommand, StandingOrder
from tabletop.games.ships_of_the_line.events.standing import MANNERS as MANNERS
from tabletop.games.ships_of_the_line.events.standing import term as term
from tabletop.games.ships_of_the_line.state import Manner, SquadronOrder, State
from tabletop.games.ships_of_the_line.survey import composing, seating


@per_state
def standing_of(state: State) -> Mapping[str, SquadronOrder]:
    """By ship, the orders that are known here, of those that obey them still."""
    return {key: one for one in state.standing or () for key in one.ships if key in commanded_ships(state, one.side)}


@per_state
def awaited(state: State) -> tuple[SquadronOrder, ...]:
    """Standing orders of who is asked that ships of his have not carried out yet in this Movement Phase."""
    if state.phase != "movement" or state.question is not None or not state.standing:
        return ()
    ready = composing.ready(state, rules.side_to_choose(state))
    return tuple(one for one in state.standing if any(key in ready for key in one.ships))


def given(
    state: State, ships: tuple[str, ...], manner: Manner, *, turns: int = 0, to_gunshot: bool = False
) -> SideCommand:
    """The standing order of who is asked to some ships, for so many turns from this one on, or until it is recalled."""
    order = StandingOrder(rules.side_to_choose(state), ships, manner, to_gunshot=to_gunshot)
    if turns:
        order = StandingOrder(
            rules.side_to_choose(state), ships, manner, min(state.turn + turns - 1, state.turns), to_gunshot
        )
    return seating.signed(state, order)


def recalled(state: State, ships: tuple[str, ...]) -> SideCommand:
    """The order by which some ships have none any more."""
    return seating.signed(state, RecallOrders(rules.side_to_choose(state), ships))
