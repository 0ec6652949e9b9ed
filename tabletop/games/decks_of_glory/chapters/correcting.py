"""Putting right where a ship lies or what is left of her, as both sides agree (C-9)."""

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import UNSET

from tabletop.core import correction
from tabletop.core.correction import RULE, Asked, Correctable, Number, Turning, Values, disagreed, out_of_bounds
from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory.commands import CorrectShip
from tabletop.games.decks_of_glory.events.correcting import ShipCorrected
from tabletop.games.decks_of_glory.naming import name
from tabletop.games.decks_of_glory.positions import is_active, ships_at
from tabletop.games.decks_of_glory.state import SIDES, Context, State
from tabletop.geometry import hexgrid


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
