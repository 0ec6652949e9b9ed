"""What may be ordered, and what comes of it: a table, not a ladder."""

from collections.abc import Callable
from typing import cast

from tabletop.cards import holding
from tabletop.cards.zones import Cards
from tabletop.core.decision import check_sealed, to_choose
from tabletop.core.deeds import Deed, Order, allowed
from tabletop.core.errors import Refused
from tabletop.games.ship_duel.chapters import discarding, firing, sailing, turn
from tabletop.games.ship_duel.chapters.turn import Unfolding
from tabletop.games.ship_duel.commands import Choice, Deal, Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.events import ChoiceMade
from tabletop.games.ship_duel.phases import PHASES
from tabletop.games.ship_duel.state import Side, State, card_name


def whose(state: State, command: Order) -> Refused | None:
    """A choice is made once, by a side that has one to make, and with cards of its own hand."""
    if command.side not in state.asked:
        return Refused("SLC-8", "The disadvantaged ship may not attack.")
    cards = command.cards if isinstance(command, Choice) else ()
    return check_sealed(command.side, state.chosen, "SLC-3") or holding.check(
        state, command.side, cards, PHASES[state.phase].rule, card_name
    )


def _choose(turn: Unfolding, command: Choice) -> None:
    """Seal a choice; when it was the last one, all of them come to pass (SLC-3)."""
    side = cast(Side, command.side)  # the check has seen that it is one
    turn.emit(ChoiceMade(side=side, cards=command.cards))
    if to_choose(turn.state.asked, turn.state.chosen) is None:
        RESOLUTIONS[turn.state.phase](turn)


def sealed_as(order: Order) -> Cards:
    """What is kept of a choice until all are in."""
    assert isinstance(order, Choice)
    return order.cards


RESOLUTIONS: dict[str, Callable[[Unfolding], None]] = {
    "reload": discarding.reload,
    "sail": sailing.sail,
    "fire": firing.fire,
    "retire": discarding.retire,
}
"""What comes to pass when all choices of a phase are in."""

DEEDS: tuple[Deed[State], ...] = (
    Deed(Deal, allowed, turn.first_deal),
    Deed(Reload, discarding.check_reload, _choose),
    Deed(Sail, sailing.check, _choose),
    Deed(Fire, firing.check, _choose),
    Deed(Retire, discarding.check_retire, _choose),
)
"""Every command: why it is refused in its own phase, and what comes of it."""
