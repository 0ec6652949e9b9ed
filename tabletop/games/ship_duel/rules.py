"""The one door to the rules: may a command be given, and what comes of it. A table, not a ladder."""

from collections.abc import Callable
from typing import cast

from tabletop.cards import holding
from tabletop.core.agreement import ANY_TIME, Agreement
from tabletop.core.chance import Chance
from tabletop.core.decision import check_sealed, to_choose
from tabletop.core.deeds import Deed, Deeds, Order, allowed
from tabletop.core.errors import Refused, out_of_turn
from tabletop.core.facts import Fact
from tabletop.games.ship_duel.chapters import discarding, firing, sailing, turn
from tabletop.games.ship_duel.chapters.turn import Unfolding
from tabletop.games.ship_duel.commands import Choice, Deal, Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.events import ChoiceMade
from tabletop.games.ship_duel.evolve import evolve
from tabletop.games.ship_duel.phases import PHASES
from tabletop.games.ship_duel.state import SIDES, Side, State, card_name, ship

_AGREEMENT: Agreement[State, Side] = Agreement(SIDES, lambda state, side: ship(state, side).name)


def _choose(turn: Unfolding, command: Choice) -> None:
    """Seal a choice; when it was the last one, all of them come to pass (SLC-3)."""
    side = cast(Side, command.side)  # the check has seen that it is one
    turn.emit(ChoiceMade(side=side, cards=command.cards))
    if to_choose(turn.state.asked, turn.state.chosen) is None:
        RESOLUTIONS[turn.state.phase](turn)


RESOLUTIONS: dict[str, Callable[[Unfolding], None]] = {
    "reload": discarding.reload,
    "sail": sailing.sail,
    "fire": firing.fire,
    "retire": discarding.retire,
}
"""What comes to pass when all choices of a phase are in."""

DEEDS: Deeds[State] = Deeds(
    (
        Deed(Deal, allowed, turn.first_deal),
        Deed(Reload, discarding.check_reload, _choose),
        Deed(Sail, sailing.check, _choose),
        Deed(Fire, firing.check, _choose),
        Deed(Retire, discarding.check_retire, _choose),
    ),
    _AGREEMENT.deeds,
)
"""Every command: why it is refused in its own phase, and what comes of it."""


def check(state: State, command: Order) -> Refused | None:
    """Why the command is not allowed now, or None; it reads nothing that its side may not know."""
    return (
        _AGREEMENT.check_open(state, command)
        or _out_of_turn(state, command)
        or _not_held(state, command)
        or DEEDS.check(state, command)
    )


def decide(state: State, command: Order, chance: Chance) -> tuple[Fact, ...]:
    """The facts that follow from an allowed command."""
    unfolding: Unfolding = Unfolding(state, evolve, chance)
    _AGREEMENT.lapse(unfolding, command)
    DEEDS.do(unfolding, command)
    return unfolding.events


def _out_of_turn(state: State, command: Order) -> Refused | None:
    phase, tag = PHASES[state.phase], command.__struct_config__.tag
    if tag in ANY_TIME:
        return None
    if tag != phase.command:
        return out_of_turn(phase.rule, phase.prompt)
    if type(command) is Deal:
        return None
    if command.side not in state.asked:
        return Refused("SLC-8", "The disadvantaged ship may not attack.")
    return check_sealed(command.side, state.chosen, "SLC-3")


def _not_held(state: State, command: Order) -> Refused | None:
    cards = command.cards if isinstance(command, Choice) else ()
    return holding.check(state, command.side, cards, PHASES[state.phase].rule, card_name)
