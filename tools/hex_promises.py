"""Promises of Decks of Glory: what must be true after any command."""

from collections import Counter

from tabletop.cards.standard import DECK
from tabletop.cards.zones import list_all_cards
from tabletop.games.decks_of_glory import positions, victory
from tabletop.games.decks_of_glory.model import ON_MAP, State
from tabletop.geometry.hexgrid import angle_between

_CARDS = sorted(DECK)
_GONE = ("sunk", "adrift", "withdrawn")


def check_promises(before: State, after: State) -> None:
    """Check everything that must be true after a command.

    Raises:
        AssertionError: with the promise that is broken.
    """
    for part in (_check_cards, _check_ships, _check_rows, _check_moves, _check_end):
        part(before, after)


def _require(holds: bool, promise: str) -> None:
    if not holds:
        raise AssertionError(promise)


def _check_cards(_before: State, after: State) -> None:
    _require(sorted(list_all_cards(after.cards)) == _CARDS, "a card is missing, or in two places")
    _require(not after.cards.hands and not after.cards.table, "a card is neither in the pile nor in the discards")


def _check_ships(before: State, after: State) -> None:
    """Check that no ship gains strength or comes back, and that ships on the map lie on sea hexes."""
    _require(after.fleet == before.fleet and list(after.ships) == list(before.ships), "the fleets have changed")
    for key, ship in after.ships.items():
        earlier = before.ships[key]
        _require(0 <= ship.strength <= earlier.strength, f"{key} had {earlier.strength} points and has {ship.strength}")
        _require(earlier.status not in _GONE or ship.status == earlier.status, f"{key} has come back")
        _require(earlier.status == "sailing" or ship.status != "sailing", f"{key} has hoisted her colours again")
        _require(ship.status != "derelict" or ship.strength == 0, f"{key} is a derelict with points")
        _require(ship.status not in ON_MAP or after.sea.holds(ship.at), f"{key} is off the map")
        _require(0 <= ship.facing < 6, f"{key} faces {ship.facing}")


def _check_rows(_before: State, after: State) -> None:
    """Check that ships share a hex only if entangled: parallel, each at its own place."""
    freed = after.way.ship if after.way and after.way.loose_from else ""
    for place, keys in positions.find_occupied_hexes(after).items():
        lying = [after.ships[key] for key in keys if key != freed]
        _require(len({ship.place for ship in lying}) == len(lying), f"two ships have one place in {place}")
        _require(len({ship.since for ship in lying}) == len(lying), f"two ships came to {place} at once")
        angles = {angle_between(lying[0].facing, ship.facing) for ship in lying[1:]}
        _require(angles <= {0, 3}, f"the ships in {place} are not parallel")


def _check_moves(before: State, after: State) -> None:
    """Check that an open move is of a ship that has not moved, and that no ship moves twice a turn."""
    if after.way:
        _require(after.phase == "movement" and not after.ships[after.way.ship].moved, "a move is open that cannot be")
    if before.turn == after.turn and before.phase == after.phase == "movement":
        for key, ship in before.ships.items():
            now = after.ships[key]
            still = (now.at, now.facing) == (ship.at, ship.facing)
            _require(not ship.moved or (now.moved and still), f"{key} has moved twice")


def _check_end(_before: State, after: State) -> None:
    """Check that the totals match the ships, and that the battle ends with its last turn."""
    _require(after.turn <= after.turns, "the battle goes on after its last turn")
    statuses = Counter(ship.status for ship in after.ships.values())
    _require(sum(statuses.values()) == len(after.fleet), "a ship has been lost from the list")
    if after.outcome:
        _require(after.outcome.totals == victory.compute_totals(after), "the points are not those of the ships")
        _require(after.outcome.rule in ("DOG-23", "C-9"), f"the battle has ended by {after.outcome.rule}")
