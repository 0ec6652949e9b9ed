"""Trafalgar, rule 1: what undecided ships go through; told and applied here, decided elsewhere."""

from typing import Literal

from msgspec.structs import replace

from tabletop.core.events import EventHandler, silent
from tabletop.games.ships_of_the_line.modifiers import Modifier
from tabletop.games.ships_of_the_line.ship import Hesitation
from tabletop.games.ships_of_the_line.state import ShipEvent, State, with_ship
from tabletop.games.ships_of_the_line.words import name, said, thrown

Choice = Literal["withdraws", "waits", "joins"]

_STATES: dict[Choice, Literal["withdrawn", "undecided", "joined"]] = {
    "withdraws": "withdrawn",
    "waits": "undecided",
    "joins": "joined",
}
_ENDS: dict[Choice, str] = {
    "withdraws": "she withdraws",
    "waits": "she cannot make up her mind",
    "joins": "she joins the battle",
}


class FleetAttacked(ShipEvent, frozen=True, kw_only=True):
    """An enemy fired at or boarded one of the fleet for the first time: from now on the undecided choose (T-R1)."""

    target: str
    rule: str = "SOTL-T-R1"


class Provoked(ShipEvent, frozen=True, kw_only=True):
    """An enemy fired at an undecided ship, or grappled her; she may fire back at him (AMB-200)."""

    by: str
    rule: str = "AMB-200"


class ChoiceRolled(ShipEvent, frozen=True, kw_only=True):
    """An undecided ship was rolled for; `modifiers` run from the die to what it counts (T-R1)."""

    die: int
    modifiers: tuple[Modifier, ...]
    result: Choice
    rule: str = "SOTL-T-R1"


class IndecisionEnded(ShipEvent, frozen=True, kw_only=True):
    """Her line was broken and she flees; she has nothing more to choose."""

    rule: str = "SOTL-12-d"


def hesitation(state: State, key: str) -> Hesitation | None:
    """How it stands with a ship that was undecided as the battle began; nothing with any other."""
    return state.ships[key].hesitation or None


def _with(state: State, key: str, /, **marks: object) -> State:
    return with_ship(state, key, hesitation=replace(hesitation(state, key) or Hesitation(), **marks))


def _attacked(state: State, event: FleetAttacked) -> State:  # noqa: ARG001 - it concerns all of them
    for key in state.ships:
        if hesitation(state, key):
            state = _with(state, key, roused=True)
    return state


def _provoked(state: State, event: Provoked) -> State:
    found = hesitation(state, event.ship) or Hesitation()
    return _with(state, event.ship, attackers=(*found.attackers, event.by))


def _told(state: State, event: ChoiceRolled) -> str:
    return f"{name(state, event.ship)} hesitates: {thrown(event.modifiers)}; {_ENDS[event.result]}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(FleetAttacked, _attacked, said("{ship} has attacked {target}: now the undecided must choose.")),
    EventHandler(Provoked, _provoked, silent),
    EventHandler(ChoiceRolled, lambda state, event: _with(state, event.ship, state=_STATES[event.result]), _told),
    EventHandler(IndecisionEnded, lambda state, event: _with(state, event.ship, state="over"), silent),
)
