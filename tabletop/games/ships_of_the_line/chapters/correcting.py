"""Corrections: both sides agree on where a ship lies or what is marked on her card (C-9)."""

import math
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise

import shapely
from msgspec import UNSET

from tabletop.core import correction
from tabletop.core.correction import (
    RULE,
    Correctable,
    CorrectableAngle,
    CorrectableChoice,
    CorrectableField,
    CorrectableNumber,
    Values,
    check_agreement,
    check_bounds,
)
from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.commands import CorrectShip
from tabletop.games.ships_of_the_line.events.turn import ShipCorrected
from tabletop.games.ships_of_the_line.model import Context, State, side_of
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit, rules_of
from tabletop.games.ships_of_the_line.ship import AFLOAT, BROADSIDES, SIDES
from tabletop.games.ships_of_the_line.words import name_of
from tabletop.geometry import hull
from tabletop.geometry.measure import round_length
from tabletop.geometry.pose import Pose, quantise

TOUCH = 1e-6
"""Square UM by which hulls may seem to overlap that touch."""


def check_clear(state: State, key: str, outline: shapely.Polygon, lying: Mapping[str, Pose]) -> Refused | None:
    """Return the refusal if `outline` would touch a barrier or overlap a hull at `lying`; else None.

    Hulls that overlap by at most `TOUCH` are allowed. `key` is the ship of the outline.
    """
    name = state.cards[key].name
    if any(one.intersects(outline) for found in rules_of(state).barriers for one in found(state).values()):
        return Refused("SOTL-5-f", f"{name} would be on land.", pieces=(key,))
    for other, pose in lying.items():
        common = outline.intersection(positions.hull_shape(pose, positions.hull_size(state, other)))
        if common.area > TOUCH:
            by = f"{positions.format_um(_overlap_width(common))} too near"
            return Refused("SOTL-5-f", f"{name} would lie across {state.cards[other].name}.", by, (key, other))
    return None


def _overlap_width(common: shapely.Geometry) -> float:
    """Return the shorter side of the area that two hulls share, UM."""
    corners = shapely.get_coordinates(shapely.oriented_envelope(common))
    sides = [math.dist(a, b) for a, b in pairwise(corners[:3])]
    return round_length(min(sides))


MOST_FIRES = 6
"""The most fires that a correction may give a ship."""
STEPS = (0.1, 1.0)
"""Small and large step of a correction of a place, UM."""
NUDGED, TURNED = 0.2, 5
"""UM and degrees by which a model may be knocked with nobody the worse for it."""
_LOADED = {"yes": "loaded", "no": "empty"}


def check_correction(state: State, command: CorrectShip) -> Refused | None:
    """Return the refusal of a correction, or None.

    Both sides must agree, the ship must be afloat, and neither a question nor deployment may be open. The marks
    must be within their limits. A new place must be on the map and clear, and nothing may hold the ship.
    """
    if refusal := check_agreement(command, SIDES):
        return refusal
    ship = state.ships.get(command.ship)
    if ship is None or ship.status not in AFLOAT:
        return Refused(RULE, "Only ships that are afloat can be corrected.")
    if state.question is not None or state.phase == "deployment":
        return Refused(RULE, "Corrections must wait until the question is answered.", pieces=(ship.key,))
    return _check_marks(state, command) or _check_place(state, command)


def _mark_bounds(state: State, key: str) -> dict[str, tuple[str, int, int]]:
    """Return label, least and greatest value of hull, fatigue and fires, by the name of the field.

    Fires that the crew has put out in this step, not yet taken off, are the least number of fires.
    """
    put_out = sum((note.kind, note.ship) == ("extinguished", key) for note in state.notes)
    return {
        "hull": ("Hull points", 1, state.cards[key].hull),
        "fatigue": ("Fatigue", 0, fatigue_limit(state, key)),
        "fires": ("Fires", put_out, MOST_FIRES),
    }


def _check_marks(state: State, command: CorrectShip) -> Refused | None:
    """Return the refusal of the first numeric mark outside its limits, or None."""
    for field, (what, least, most) in _mark_bounds(state, command.ship).items():
        number = getattr(command, field)
        if number is not UNSET and (refusal := check_bounds(what, number, least, most)):
            return refusal
    return None


def _check_place(state: State, command: CorrectShip) -> Refused | None:
    """Return the refusal of a new pose, or None; None too if the command leaves the pose as it is.

    Refused: a ship in a grapple, fouling or tow, a ship aground, a center off the map, and a hull on land or across
    another ship afloat.
    """
    key = command.ship
    if all(one is UNSET for one in (command.east, command.north, command.heading)):
        return None
    fast = any(one.joins(key) for one in state.grapples) or any(one.joins(key) for one in state.foulings or ())
    if fast or any(key in (tow.tower, tow.towed) for tow in state.tows):
        return Refused(RULE, f"{name_of(state, key)} is made fast to another ship.", pieces=(key,))
    if state.ships[key].aground:
        return Refused(RULE, f"{name_of(state, key)} is aground.", pieces=(key,))
    pose, sea = compute_corrected_pose(state, command), state.sea
    place = hull.centre(pose, positions.hull_size(state, key)[0])
    if not (sea.west <= place.x <= sea.east and sea.south <= place.y <= sea.north):
        return Refused(RULE, f"{name_of(state, key)} would be off the map.", pieces=(key,))
    others = {one: ship.pose for one, ship in state.ships.items() if one != key and ship.status in AFLOAT}
    return check_clear(state, key, positions.hull_shape(pose, positions.hull_size(state, key)), others)


def compute_corrected_pose(state: State, command: CorrectShip) -> Pose:
    """Return the pose that the command gives a ship; values that it leaves out stay.

    A place that is not finite becomes 1e9 UM, which `check_correction` refuses as off the map.
    """
    middle, lies = positions.hull_center(state, command.ship), state.ships[command.ship].pose
    east, north = (
        old if new is UNSET else new if math.isfinite(new) else 1e9
        for old, new in ((middle.x, command.east), (middle.y, command.north))
    )
    heading = lies.heading if command.heading is UNSET else command.heading % 360
    return hull.stern_pose(east, north, heading, positions.hull_size(state, command.ship)[0])


def execute_correction(turn: Context, command: CorrectShip) -> None:
    """Emit the corrected pose and marks of a ship; what the command leaves out is UNSET and stays."""
    state, key = turn.state, command.ship
    moved = any(one is not UNSET for one in (command.east, command.north, command.heading))
    loaded = command.loaded
    turn.emit(
        ShipCorrected(
            ship=key,
            pose=compute_corrected_pose(state, command) if moved else UNSET,
            carried=not (command.east is UNSET and command.north is UNSET),
            hull=command.hull,
            fatigue=command.fatigue,
            fires=command.fires,
            loaded=UNSET if loaded is UNSET else tuple(one for one in BROADSIDES if one in loaded),
        )
    )


def list_correctables(state: State, side: str) -> Iterator[Correctable]:
    """Yield each ship afloat with the values that may be corrected; `side` will give the command."""
    for key, ship in state.ships.items():
        if ship.status in AFLOAT:
            asked = _build_questions(state, key)
            yield Correctable(
                key, name_of(state, key), asked, partial(_build_command, side, key, asked), side_of(state, key)
            )


def _build_questions(state: State, key: str) -> dict[str, CorrectableField]:
    """Return the fields of a ship's form by name: place, heading, hull, fatigue, fires, loaded broadsides."""
    ship, sea, middle = state.ships[key], state.sea, positions.hull_center(state, key)
    bounds = _mark_bounds(state, key).items()
    return {
        "east": CorrectableNumber("East", quantise(middle.x), sea.west, sea.east, STEPS, " UM", slack=NUDGED),
        "north": CorrectableNumber("North", quantise(middle.y), sea.south, sea.north, STEPS, " UM", slack=NUDGED),
        "heading": CorrectableAngle("Heading", ship.pose.heading, 0, 359, (1, 15), "°", slack=TURNED),
        **{
            field: CorrectableNumber(what, getattr(ship, field), least, most, better=1 if field == "hull" else -1)
            for field, (what, least, most) in bounds
        },
        **{
            one: CorrectableChoice(f"Guns to {one}", "yes" if one in ship.loaded else "no", _LOADED, best="yes")
            for one in BROADSIDES
        },
    }


def _build_command(
    side: str, ship: str, asked: Mapping[str, CorrectableField], values: Values, agreed: tuple[str, ...]
) -> CorrectShip:
    """Return the correction with those of `values` that differ from `asked`; the others stay UNSET."""
    fresh = correction.select_changes(asked, values)
    guns = [fresh.pop(one) for one in BROADSIDES]
    if any(one is not UNSET for one in guns):
        fresh["loaded"] = tuple(one for one in BROADSIDES if values[one] == "yes")
    return CorrectShip(side=side, agreed=agreed, ship=ship, **fresh)
