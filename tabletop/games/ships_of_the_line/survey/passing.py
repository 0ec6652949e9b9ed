"""When nobody need be asked: steps in which nothing can be ordered, or nothing that anybody would want asked."""

from tabletop.core.commands import Command
from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.chapters import grappling, orders
from tabletop.games.ships_of_the_line.commands import Done, GrappleShip, MakeFastTow
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.state import State, count_shots
from tabletop.games.ships_of_the_line.survey import choosing, signalling


def idle(state: State) -> Done | None:
    """Done, where nothing can be ordered any more; None where the side that is asked has a choice.

    A side that fires last is done if no broadside of it bore when the other ended its own fire.
    """
    if state.question is not None or state.outcome is not None:
        return None
    if state.phase == "combat":
        return _silent(state)
    left = (
        phase_of(state).always
        or signalling.inbox(state)
        or any(not isinstance(order, Done) for order in rules.list_offers(state))
    )
    return None if left or any(choosing.loads(state)) else Done(side=rules.side_to_choose(state))


def _silent(state: State) -> Done | None:
    side = rules.side_to_choose(state)
    waits = side != rules.order_of_sides(state)[-1] or count_shots(state, side)
    return None if waits or next(iter(orders.list_choices(state, side)), None) else Done(side=side)


def friends_only(state: State) -> Done | None:
    """Done, in a step in which nothing could be ordered but lines to friends alongside who need none.

    Friends that touch could make fast in every turn; hardly anybody wants to be asked that every turn.
    """
    if state.phase != "grapple" or state.question is not None or state.outcome is not None:
        return None
    orders = [order for order in rules.list_offers(state) if not isinstance(order, Done)]
    friendly = orders and all(to_a_friend(state, order) for order in orders)
    return Done(side=rules.side_to_choose(state)) if friendly else None


def to_a_friend(state: State, order: Command) -> bool:
    """A line to a friend who has not struck, or a tow for one who sails and steers by herself (5.6, 6-b)."""
    if isinstance(order, MakeFastTow):
        towed = state.ships[order.towed]
        return towed.status == "in_service" and bool(towed.masts) and not towed.rudder_lost
    if not isinstance(order, GrappleShip):
        return False
    return grappling.is_automatic(state, order.ship, order.target) and state.ships[order.target].status != "struck"
