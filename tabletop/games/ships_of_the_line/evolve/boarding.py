"""Chapters 4.3, 4.4.3 and 6: what ties ships to each other, and whose they are."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.events import (
    BoardingDeclared,
    BoardingFought,
    MeleeBegan,
    MeleeEnded,
    QuestionAnswered,
    QuestionAsked,
    ShipCaptured,
    ShipRestored,
    ShipsGrappled,
    ShipsParted,
)
from tabletop.games.ships_of_the_line.evolve.change import with_ship
from tabletop.games.ships_of_the_line.evolve.crew import without_notes
from tabletop.games.ships_of_the_line.state import Boarding, Grapple, State, side_of

FOUGHT = "boarding"
"""The task of having taken part in a boarding combat this turn, as in `Ship.tried`."""


def question_asked(state: State, event: QuestionAsked) -> State:
    """The game waits."""
    return replace(state, question=event.question)


def question_answered(state: State, event: QuestionAnswered) -> State:  # noqa: ARG001
    """The game goes on."""
    return replace(state, question=None)


def ships_grappled(state: State, event: ShipsGrappled) -> State:
    """Both lie dead in the water, fast to each other (5.2.5-d); it was the grappler's one attempt (AMB-135)."""
    grapple = Grapple(event.ship, event.target, state.turn, agreed=event.agreed, friendly=event.friendly)
    for key in (event.ship, event.target):
        state = _stopped(state, key)
    state = with_ship(state, event.ship, grapple_used=True)
    return replace(state, grapples=(*state.grapples, grapple))


def _stopped(state: State, key: str) -> State:
    return with_ship(state, key, stopped=True)


def ships_parted(state: State, event: ShipsParted) -> State:
    """The grapple is cut; the stopped markers stay until each gets under way (AMB-138)."""
    kept = tuple(one for one in state.grapples if not (one.joins(event.ship) and one.joins(event.other)))
    return replace(state, grapples=kept)


def boarding_declared(state: State, event: BoardingDeclared) -> State:
    """The assault waits for the fights."""
    return replace(state, boardings=(*state.boardings, Boarding(event.ship, event.target)))


def boarding_fought(state: State, event: BoardingFought) -> State:
    """Her crew cannot fight again or rest this turn (AMB-45, AMB-35); the declarations are used up."""
    fighters = (*event.attacker.ships, *event.defender.ships)
    for key in fighters:
        state = with_ship(state, key, tried=(*state.ships[key].tried, FOUGHT), exerted=True)
    return replace(state, boardings=tuple(one for one in state.boardings if one.ship not in fighters))


def melee_began(state: State, event: MeleeBegan) -> State:
    """The fight goes on, or goes on once more."""
    state = _without_melee(state, event.melee.target)
    return replace(state, melees=(*state.melees, event.melee))


def melee_ended(state: State, event: MeleeEnded) -> State:
    """Nobody fights there any more."""
    return _without_melee(state, event.target)


def _without_melee(state: State, target: str) -> State:
    return replace(state, melees=tuple(melee for melee in state.melees if melee.target != target))


def ship_captured(state: State, event: ShipCaptured) -> State:
    """The captor's flag flies over hers (AMB-207)."""
    state = without_notes(state, "captured", event.ship)
    taken = {"captor": event.captor, "colours": event.colours, "captured_turn": state.turn}
    return _regarded_anew(with_ship(state, event.ship, status="captured", **taken), event.ship)


def ship_restored(state: State, event: ShipRestored) -> State:
    """Back in service as she is; a retaken prize gets a new officer (AMB-63)."""
    state = without_notes(state, "captured", event.ship)
    officer = "well" if state.ships[event.ship].status == "captured" else state.ships[event.ship].officer
    state = with_ship(state, event.ship, status="in_service", captor=None, colours=UNSET, officer=officer)
    return _regarded_anew(state, event.ship)


def _regarded_anew(state: State, key: str) -> State:
    """Who lies alongside of a ship that changed hands is a friend now, or no longer."""
    side = side_of(state, key)
    grapples = tuple(
        replace(one, agreed=False, friendly=side == side_of(state, one.other(key))) if one.joins(key) else one
        for one in state.grapples
    )
    return replace(state, grapples=grapples)


APPLY: dict[type, Callable[[State, Any], State]] = {
    QuestionAsked: question_asked,
    QuestionAnswered: question_answered,
    ShipsGrappled: ships_grappled,
    ShipsParted: ships_parted,
    BoardingDeclared: boarding_declared,
    BoardingFought: boarding_fought,
    MeleeBegan: melee_began,
    MeleeEnded: melee_ended,
    ShipCaptured: ship_captured,
    ShipRestored: ship_restored,
}
