"""Corrections by agreement (C-9): set the place, facing or strength of a ship."""

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core import correction
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler
from tabletop.core.phrases import join_words
from tabletop.games.decks_of_glory.model import POINTS_OF_COMPASS, SIDES, Context, Place, State, ship_name
from tabletop.games.decks_of_glory.positions import is_active, ships_at
from tabletop.geometry import hexgrid


class CorrectShip(correction.Correction, frozen=True):
    """Set the place or strength of a ship, as both sides agree (C-9).

    A key that is left out changes nothing.
    """

    ship: str
    at: Place | UnsetType = UNSET
    """Axial coordinates of the hex."""
    facing: int | UnsetType = UNSET
    """The hex side that the ship faces, 0 to 5."""
    strength: int | UnsetType = UNSET
    """Points left."""


class ShipCorrected(Event, frozen=True, kw_only=True):
    """The place, facing or strength of a ship has been set by agreement."""

    ship: str
    at: Place
    facing: int
    strength: int
    rule: str = correction.RULE


def _apply_ship_corrected(state: State, event: ShipCorrected) -> State:
    ship = replace(state.ships[event.ship], at=event.at, facing=event.facing, strength=event.strength)
    return replace(state, ships={**state.ships, event.ship: ship})


def _describe_ship_corrected(state: State, event: ShipCorrected) -> str:
    ship = state.ships[event.ship]
    told = [
        "her hex" if ship.at != event.at else "",
        correction.describe_change("facing", POINTS_OF_COMPASS[ship.facing], POINTS_OF_COMPASS[event.facing]),
        correction.describe_change("strength", ship.strength, event.strength),
    ]
    changes = join_words(filter(None, told)) or "no change"
    return f"Both sides agree: {ship_name(state, event.ship)} is corrected: {changes}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(ShipCorrected, _apply_ship_corrected, _describe_ship_corrected, reveals=correction.AGREED_REASON),
)


def check_correct_ship(state: State, command: CorrectShip) -> Refused | None:
    """Return a refusal unless both sides agree, the ship is active and placed, and its new hex is free."""
    if refusal := correction.check_agreement(command, SIDES):
        return refusal
    ship = state.ships.get(command.ship)
    if ship is None or not is_active(ship):
        return Refused(correction.RULE, "Only ships in service can be corrected.")
    if state.phase == "deployment" or state.orders:
        return Refused(correction.RULE, "Corrections must wait until both sides have chosen.", pieces=(ship.key,))
    return _check_marks(state, command) or _check_place(state, command)


def _check_marks(state: State, command: CorrectShip) -> Refused | None:
    """Return a refusal of a facing or strength that does not exist, or None."""
    if command.facing is not UNSET and not 0 <= command.facing < hexgrid.SIDES:
        return Refused("DOG-1", "Ships face one of the directions 0 to 5.", pieces=(command.ship,))
    if command.strength is UNSET:
        return None
    return correction.check_bounds("Strength", command.strength, 1, state.fleet[command.ship].points)


def _check_place(state: State, command: CorrectShip) -> Refused | None:
    """Return a refusal unless the ship stays or its new hex is free.

    Only a ship alone in its hex may be set elsewhere, and not during a move.
    """
    key, at = command.ship, command.at
    lies = state.ships[key].at
    if at is UNSET or at == lies:
        return None
    if len(ships_at(state, lies)) > 1 or state.way:
        return Refused(correction.RULE, f"{ship_name(state, key)} cannot be moved to another hex now.", pieces=(key,))
    if not state.sea.holds(at):
        return Refused(correction.RULE, f"{ship_name(state, key)} would be off the map.", pieces=(key,))
    if there := ships_at(state, at):
        return Refused(correction.RULE, f"{ship_name(state, there[0])} lies there.", pieces=(key, there[0]))
    return None


def correct_ship(turn: Context, command: CorrectShip) -> None:
    """Emit the corrected place, facing and strength of a ship."""
    ship = turn.state.ships[command.ship]
    at = ship.at if command.at is UNSET else command.at
    facing = ship.facing if command.facing is UNSET else command.facing
    strength = ship.strength if command.strength is UNSET else command.strength
    turn.emit(ShipCorrected(ship=ship.key, at=at, facing=facing, strength=strength))


def list_correctables(state: State, side: str) -> Iterator[correction.Correctable]:
    """Yield each active ship with the values that `side` may correct."""
    columns, rows = zip(*state.sea.hexes(), strict=True)
    for key, ship in state.ships.items():
        if is_active(ship):
            asked: dict[str, correction.CorrectableField] = {
                "q": correction.CorrectableNumber("Column", ship.at[0], min(columns), max(columns)),
                "r": correction.CorrectableNumber("Row", ship.at[1], min(rows), max(rows)),
                "facing": correction.CorrectableAngle("Facing", ship.facing, 0, hexgrid.SIDES - 1),
                "strength": correction.CorrectableNumber(
                    "Strength", ship.strength, 1, state.fleet[key].points, better=1
                ),
            }
            made = partial(_build_correction, side, key, asked)
            yield correction.Correctable(key, ship_name(state, key), asked, made, state.fleet[key].side)


def _build_correction(
    side: str,
    key: str,
    asked: Mapping[str, correction.CorrectableField],
    values: correction.Values,
    agreed: tuple[str, ...],
) -> CorrectShip:
    """Return the command with the changed values only. `values` has the keys of `asked`."""
    fresh = correction.select_changes(asked, {one: int(value) for one, value in values.items()})
    column, row = fresh.pop("q"), fresh.pop("r")
    if column is not UNSET or row is not UNSET:
        fresh["at"] = (int(values["q"]), int(values["r"]))
    return CorrectShip(side=side, agreed=agreed, ship=key, **fresh)
