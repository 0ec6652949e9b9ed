"""What a side may order. All commands round-trip through JSON."""

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core import correction
from tabletop.core.correction import (
    RULE,
    SHOWN,
    Asked,
    Correctable,
    Correction,
    Number,
    Turning,
    Values,
    disagreed,
    out_of_bounds,
    said,
)
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler
from tabletop.core.phrases import listed
from tabletop.games.decks_of_glory.positions import is_active, ships_at
from tabletop.games.decks_of_glory.state import POINTS_OF_COMPASS, SIDES, Context, Place, State, name
from tabletop.geometry import hexgrid


class CorrectShip(Correction, frozen=True):
    """Put right where a ship lies or what is left of her, as both sides agree (C-9); what is left out stays."""

    ship: str
    at: Place | UnsetType = UNSET
    """Axial coordinates of the hex."""
    facing: int | UnsetType = UNSET
    """The hex side that she faces, 0 to 5."""
    strength: int | UnsetType = UNSET
    """Points left."""


class ShipCorrected(Event, frozen=True, kw_only=True):
    """A ship lies otherwise, or more or less is left of her."""

    ship: str
    at: Place
    facing: int
    strength: int
    rule: str = RULE


def _put_right(state: State, event: ShipCorrected) -> State:
    ship = replace(state.ships[event.ship], at=event.at, facing=event.facing, strength=event.strength)
    return replace(state, ships={**state.ships, event.ship: ship})


def _in_words(state: State, event: ShipCorrected) -> str:
    ship = state.ships[event.ship]
    told = [
        "her hex" if ship.at != event.at else "",
        said("facing", POINTS_OF_COMPASS[ship.facing], POINTS_OF_COMPASS[event.facing]),
        said("strength", ship.strength, event.strength),
    ]
    return f"Both sides agree: {name(state, event.ship)} is put right, {listed(filter(None, told)) or 'as she was'}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (EventHandler(ShipCorrected, _put_right, _in_words, reveals=SHOWN),)


def check(state: State, command: CorrectShip) -> Refused | None:
    """An active ship, by both sides, once all are placed; she comes into a hex where nobody lies."""
    if refusal := disagreed(command, SIDES):
        return refusal
    ship = state.ships.get(command.ship)
    if ship is None or not is_active(ship):
        return Refused(RULE, "Only ships that sail can be put right.")
    if state.phase == "deployment" or state.orders:
        return Refused(RULE, "Nothing is put right amid a choice of both sides.", pieces=(ship.key,))
    return _check_marks(state, command) or _check_place(state, command)


def _check_marks(state: State, command: CorrectShip) -> Refused | None:
    if command.facing is not UNSET and not 0 <= command.facing < hexgrid.SIDES:
        return Refused("DOG-1", "Ships face one of the directions 0 to 5.", pieces=(command.ship,))
    if command.strength is UNSET:
        return None
    return out_of_bounds("Strength", command.strength, 1, state.fleet[command.ship].points)


def _check_place(state: State, command: CorrectShip) -> Refused | None:
    key, at = command.ship, command.at
    lies = state.ships[key].at
    if at is UNSET or at == lies:
        return None
    if len(ships_at(state, lies)) > 1 or state.way:
        return Refused(RULE, f"{name(state, key)} cannot be set elsewhere now.", pieces=(key,))
    if not state.sea.holds(at):
        return Refused(RULE, f"{name(state, key)} would lie beyond the map.", pieces=(key,))
    if there := ships_at(state, at):
        return Refused(RULE, f"{name(state, there[0])} lies there.", pieces=(key, there[0]))
    return None


def correct(turn: Context, command: CorrectShip) -> None:
    """So she lies, and so much is left of her."""
    ship = turn.state.ships[command.ship]
    at = ship.at if command.at is UNSET else command.at
    facing = ship.facing if command.facing is UNSET else command.facing
    strength = ship.strength if command.strength is UNSET else command.strength
    turn.emit(ShipCorrected(ship=ship.key, at=at, facing=facing, strength=strength))


def correctables(state: State, side: str) -> Iterator[Correctable]:
    """Each ship that sails, as a side might put her right."""
    columns, rows = zip(*state.sea.hexes(), strict=True)
    for key, ship in state.ships.items():
        if is_active(ship):
            asked: dict[str, Asked] = {
                "q": Number("Column", ship.at[0], min(columns), max(columns)),
                "r": Number("Row", ship.at[1], min(rows), max(rows)),
                "facing": Turning("Facing", ship.facing, 0, hexgrid.SIDES - 1),
                "strength": Number("Strength", ship.strength, 1, state.fleet[key].points, better=1),
            }
            made = partial(_made, side, key, asked)
            yield Correctable(key, name(state, key), asked, made, state.fleet[key].side)


def _made(side: str, key: str, asked: Mapping[str, Asked], values: Values, agreed: tuple[str, ...]) -> CorrectShip:
    fresh = correction.changed(asked, {one: int(value) for one, value in values.items()})
    column, row = fresh.pop("q"), fresh.pop("r")
    if column is not UNSET or row is not UNSET:
        fresh["at"] = (int(values["q"]), int(values["r"]))
    return CorrectShip(side=side, agreed=agreed, ship=key, **fresh)
