"""Placing ships before play: which may be placed, in which hexes, and why not."""

from collections.abc import Sequence

from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.core.offers import Offers
from tabletop.core.phrases import count
from tabletop.games.decks_of_glory.commands import FinishPlacing, PlaceShip, giver
from tabletop.games.decks_of_glory.events import FleetsPlaced, PlacingFinished, ShipPlaced
from tabletop.games.decks_of_glory.state import ON_MAP, Berth, Context, Side, State, Zone, name, placing_unseen
from tabletop.geometry.hexgrid import SIDES

RULE = "DOG-6"


def zone(state: State, key: str) -> Zone | None:
    """The zone in which a ship may be placed: the one that names her, else the first of her side for all."""
    side = state.fleet[key].side
    mine = [one for one in (state.deploy.zones if state.deploy else ()) if one.side == side]
    if state.ships[key].status != "sailing":
        return None
    named = next((one for one in mine if key in one.ships), None)
    return named or next((one for one in mine if not one.ships), None)


@per_state
def open_ships(state: State, side: Side) -> tuple[str, ...]:
    """The ships of a side that may be placed, whether they have been or not, in the order of the list."""
    return tuple(key for key in state.ships if state.fleet[key].side == side and zone(state, key))


def berth(state: State, key: str) -> Berth:
    """Where a ship lies now, as far as that is known."""
    ship = state.ships[key]
    return (state.deployed or {}).get(key, Berth(ship.at, ship.facing))


def check(state: State, command: PlaceShip) -> Refused | None:
    """A ship of one's own whose place is open; a hex of her zone on the map in which nobody lies that is known of."""
    key, at = command.ship, command.at
    if key not in state.ships:
        return Refused(RULE, f"There is no ship {key}.")
    if state.fleet[key].side != giver(command):
        return Refused(RULE, f"{name(state, key)} does not sail under your flag.", pieces=(key,))
    waters = zone(state, key)
    if waters is None:
        return Refused(RULE, f"{name(state, key)} has her place.", pieces=(key,))
    if not 0 <= command.facing < SIDES:
        return Refused("DOG-1", "Ships face one of the directions 0 to 5.", pieces=(key,))
    if (off := waters.beyond(at)) > 0 or not state.sea.holds(at):
        by = f"{count(off, 'hex')} beyond it" if off > 0 else ""
        return Refused(RULE, f"That hex is not in the zone of {name(state, key)}.", by, (key,))
    other = next((one for one in _known(state, key) if berth(state, one).at == at), None)
    return Refused(RULE, f"{name(state, other)} lies there.", pieces=(key, other)) if other else None


def _known(state: State, key: str) -> Sequence[str]:
    """The others that may be in a ship's way: those of her side, and enemies that have their places."""
    side = state.fleet[key].side
    on_map = (one for one, ship in state.ships.items() if one != key and ship.status in ON_MAP)
    return [one for one in on_map if state.fleet[one].side == side or zone(state, one) is None]


def place(turn: Context, command: PlaceShip) -> None:
    """She lies there."""
    there, secret = Berth(command.at, command.facing), placing_unseen(turn.state)
    turn.emit(ShipPlaced(side=giver(command), ship=command.ship, berth=there, secret=secret))


def finish(turn: Context, command: FinishPlacing) -> None:
    """The side is done."""
    turn.emit(PlacingFinished(side=giver(command)))


def reveal(turn: Context) -> None:
    """Both are done: what was placed is seen."""
    if turn.state.deployed:
        turn.emit(FleetsPlaced(berths=dict(turn.state.deployed), secret=placing_unseen(turn.state)))


def choices(state: State, side: Side) -> Offers[PlaceShip | FinishPlacing]:
    """Every other hex and facing of each ship; that all is well as it lies comes up most."""
    ships = open_ships(state, side)
    wide = max((len(hexes(state, key)) for key in ships), default=0) * SIDES

    def at(number: int) -> Sequence[PlaceShip | FinishPlacing]:
        if number == len(ships) * wide:
            return (FinishPlacing(side),)
        key, rest = ships[number // wide], number % wide
        waters = hexes(state, key)
        if rest // SIDES >= len(waters):
            return ()
        there = Berth(waters[rest // SIDES], rest % SIDES)
        order = PlaceShip(side, key, there.at, there.facing)
        return (order,) if there != berth(state, key) and check(state, order) is None else ()

    return Offers(len(ships) * wide + 1, at, lambda _: len(ships) * wide)


def hexes(state: State, key: str) -> tuple[tuple[int, int], ...]:
    """The hexes of a ship's zone, those off the map too."""
    waters = zone(state, key)
    return _around(waters) if waters else ()


@per_state
def _around(waters: Zone) -> tuple[tuple[int, int], ...]:
    """Remembered, for every offer asks."""
    return waters.all()
