"""A battle as its scenario file would say it: the way back from a position to what `schema` reads."""

from collections.abc import Mapping

import msgspec

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.coast import BATTERY_HULL
from tabletop.games.ships_of_the_line.compiled import optional, phase_of
from tabletop.games.ships_of_the_line.phases import FIRST, PREPARE
from tabletop.games.ships_of_the_line.ship import BROADSIDES, MASTS
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.wind import point
from tabletop.geometry.pose import quantise

Said = Mapping[str, object]
"""Keys with what is said of them; None where nothing need be."""

_PLAIN: dict[str, object] = {
    "status": "in_service", "captor": None, "fatigue": 0, "fires": 0, "old_fires": 0, "rudder_lost": False,
    "officer": "well", "stopped": False, "anchored": False, "attacked": False,
}  # fmt: skip
"""Marks that a file names as a ship does, with what holds where it says nothing."""


def ship(state: State, key: str) -> Said:
    """Where a ship lies, and the marks on her."""
    now, middle = state.ships[key], positions.centre(state, key)
    marks = _PLAIN | {entry.key: entry.default for module in optional().values() for entry in module.ship}
    fallen = [msgspec.to_builtins(one) for one in now.fallen]
    standing = [mast for mast in MASTS if mast not in {one.mast for one in now.fallen}]
    return {
        "at": [quantise(middle.x), quantise(middle.y)],
        "heading": now.pose.heading,
        "hull_left": None if now.hull == state.cards[key].hull else now.hull,
        "colours": now.colours or None,
        "masts": None if list(now.masts) == standing else list(now.masts),
        "fallen": fallen or None,
        "loaded": None if set(now.loaded) == set(BROADSIDES) else list(now.loaded),
        **{mark: _unless(usual, getattr(now, mark)) for mark, usual in marks.items()},
    }


def battery(state: State, key: str) -> Said:
    """What is left of a battery, and where it stands once its owner can choose no more."""
    now = state.coast.batteries[key] if state.coast else None
    if now is None:
        return {}
    fixed = now.movable and state.phase != PREPARE.id
    at = {"at": [quantise(now.place.x), quantise(now.place.y)]} if fixed else {}
    return {**at, "hull_left": None if now.hull == BATTERY_HULL else now.hull}


def _unless(usual: object, value: object) -> object:
    return None if value is msgspec.UNSET or value == usual else msgspec.to_builtins(value)


def start(state: State) -> Said:
    """Where in the turn play begins; what is left of a step that asks nobody begins with the next turn."""
    waits = state.question is None and phase_of(state).asks != "nobody" and state.phase != PREPARE.id
    fresh = not waits or state.phase == FIRST
    grapples = [
        {"first": one.first, "second": one.second}
        | {mark: True for mark in ("agreed", "friendly") if getattr(one, mark)}
        for one in state.grapples
    ]  # fmt: skip
    found: dict[str, object] = {
        "turn": state.turn if state.turn > 1 else None,
        "phase": None if fresh else state.phase,
        "asked": None if fresh else state.asked,
        "initiative": None if fresh else state.initiative,
        "grapples": grapples or None,
        "tows": [msgspec.to_builtins(one) for one in state.tows] or None,
    }
    return {key: value for key, value in found.items() if value is not None}


def battle(state: State) -> Mapping[tuple[str, ...], object]:
    """What is said of the whole battle, by paths: wind, options, players and batteries as they are now."""
    found: dict[tuple[str, ...], object] = {("options", name): value for name, value in state.options.items()}
    found["start",] = start(state) or None
    if state.phase != PREPARE.id:
        found["deploy",] = None
    if not state.wind.unknown:
        found["wind", "from"] = point(state.wind.origin)
    if state.wind.strength:
        found["wind", "strength"] = state.wind.strength
    if state.players:
        found["players",] = {
            one.id: {"side": one.side, "name": one.name,
                     "ships": [key for key, card in state.cards.items() if card.player == one.id]}
            for one in state.players
        }  # fmt: skip
    return found
