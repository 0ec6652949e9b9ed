"""Placement of ships before play (DOG-6): the zones, the checks and the commands."""

from collections.abc import Sequence

from tabletop.core.errors import Refused
from tabletop.core.offers import Offers
from tabletop.core.phrases import format_count
from tabletop.core.state_cache import cache_per_state
from tabletop.games.decks_of_glory.commands import FinishPlacing, PlaceShip, side_of_command
from tabletop.games.decks_of_glory.events import FleetsPlaced, PlacingFinished, ShipPlaced
from tabletop.games.decks_of_glory.model import ON_MAP, Berth, Context, Side, State, Zone, is_placing_secret, ship_name
from tabletop.geometry.hexgrid import SIDES

RULE = "DOG-6"


def zone_of_ship(state: State, key: str) -> Zone | None:
    """Return the zone of a ship, or None.

    A zone that names the ship comes before the first one for all ships of its side.
    """
    side = state.fleet[key].side
    mine = [one for one in (state.deploy.zones if state.deploy else ()) if one.side == side]
    if state.ships[key].status != "sailing":
        return None
    named = next((one for one in mine if key in one.ships), None)
    return named or next((one for one in mine if not one.ships), None)


@cache_per_state
def list_placeable(state: State, side: Side) -> tuple[str, ...]:
    """Return the ships of a side that may be placed, already placed or not, in the order of the list."""
    return tuple(key for key in state.ships if state.fleet[key].side == side and zone_of_ship(state, key))


def find_berth(state: State, key: str) -> Berth:
    """Return the berth of a ship, as far as it is known."""
    ship = state.ships[key]
    return (state.deployed or {}).get(key, Berth(ship.at, ship.facing))


def check_place_ship(state: State, command: PlaceShip) -> Refused | None:
    """Return a refusal unless the own ship may be placed, and the hex is free and in its zone."""
    key, at = command.ship, command.at
    if key not in state.ships:
        return Refused(RULE, f"There is no ship {key}.")
    if state.fleet[key].side != side_of_command(command):
        return Refused(RULE, f"{ship_name(state, key)} belongs to the other side.", pieces=(key,))
    waters = zone_of_ship(state, key)
    if waters is None:
        return Refused(RULE, f"{ship_name(state, key)} is already placed.", pieces=(key,))
    if not 0 <= command.facing < SIDES:
        return Refused("DOG-1", "Ships face one of the directions 0 to 5.", pieces=(key,))
    if (off := waters.distance_outside(at)) > 0 or not state.sea.holds(at):
        by = f"{format_count(off, 'hex')} beyond it" if off > 0 else ""
        return Refused(RULE, f"That hex is not in the zone of {ship_name(state, key)}.", by, (key,))
    other = next((one for one in _list_known_others(state, key) if find_berth(state, one).at == at), None)
    return Refused(RULE, f"{ship_name(state, other)} lies there.", pieces=(key, other)) if other else None


def _list_known_others(state: State, key: str) -> Sequence[str]:
    """Return the ships whose berths the side knows: its own others, and enemies that have fixed places."""
    side = state.fleet[key].side
    on_map = (one for one, ship in state.ships.items() if one != key and ship.status in ON_MAP)
    return [one for one in on_map if state.fleet[one].side == side or zone_of_ship(state, one) is None]


def place_ship(turn: Context, command: PlaceShip) -> None:
    """Emit the placement of a ship."""
    there, secret = Berth(command.at, command.facing), is_placing_secret(turn.state)
    turn.emit(ShipPlaced(side=side_of_command(command), ship=command.ship, berth=there, secret=secret))


def finish_placing(turn: Context, command: FinishPlacing) -> None:
    """Emit that the side places no more ships."""
    turn.emit(PlacingFinished(side=side_of_command(command)))


def reveal_fleets(turn: Context) -> None:
    """Reveal all placed ships once both sides have finished."""
    if turn.state.deployed:
        turn.emit(FleetsPlaced(berths=dict(turn.state.deployed), secret=is_placing_secret(turn.state)))


def list_choices(state: State, side: Side) -> Offers[PlaceShip | FinishPlacing]:
    """Return every other hex and facing of each ship, and the end of placing.

    Random play picks the end of placing most.
    """
    ships = list_placeable(state, side)
    wide = max((len(hexes_of_zone(state, key)) for key in ships), default=0) * SIDES

    def choices_at(number: int) -> Sequence[PlaceShip | FinishPlacing]:
        if number == len(ships) * wide:
            return (FinishPlacing(side),)
        key, rest = ships[number // wide], number % wide
        waters = hexes_of_zone(state, key)
        if rest // SIDES >= len(waters):
            return ()
        there = Berth(waters[rest // SIDES], rest % SIDES)
        order = PlaceShip(side, key, there.at, there.facing)
        return (order,) if there != find_berth(state, key) and check_place_ship(state, order) is None else ()

    return Offers(len(ships) * wide + 1, choices_at, lambda _: len(ships) * wide)


def hexes_of_zone(state: State, key: str) -> tuple[tuple[int, int], ...]:
    """Return the hexes of a ship's zone, those off the map included; () without a zone."""
    waters = zone_of_ship(state, key)
    return _list_zone_hexes(waters) if waters else ()


@cache_per_state
def _list_zone_hexes(waters: Zone) -> tuple[tuple[int, int], ...]:
    """Return the hexes of a zone. Cached, because every list of choices asks for them."""
    return waters.list_hexes()
