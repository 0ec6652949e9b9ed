"""The fleets of a battle: their names, the players who command their ships, and the leaders aboard (2-a, 9)."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.game import StartingPiece
from tabletop.core.state_cache import cache_per_object, cache_per_state
from tabletop.games.ships_of_the_line.model import Player, State, side_of
from tabletop.games.ships_of_the_line.ship import (
    AFLOAT,
    FLAGS,
    NATIONALITIES,
    SIDE_NAMES,
    Admiral,
    Card,
    Fate,
    Leader,
    Nation,
    Ship,
    Side,
)


def nations(state: State, side: str) -> tuple[Nation, ...]:
    """Return the nations of a side; the nation of its flag if it has no ship."""
    flag = FLAGS["british" if side == "british" else "allied"]
    found = {card.nation for card in state.cards.values() if card.side == side} or {flag}
    return tuple(nation for nation in NATIONALITIES if nation in found)


def divisions(state: State) -> dict[str, str]:
    """Return division id to title, in list order; a division named as its side gets the fleet's title."""
    named = state.divisions.items()
    return {key: fleet_title(state, key) if name == SIDE_NAMES.get(key) else name for key, name in named}


def fleet_title(state: State, side: str) -> str:
    """Return the name of a fleet as a heading: ``French``, ``Combined Fleet``."""
    return _name_fleet(nations(state, side), "Combined Fleet")


def short_fleet_name(state: State, side: str) -> str:
    """Return the name of a fleet beside a number: ``French``, ``Combined``."""
    return _name_fleet(nations(state, side), "Combined")


def fleet_in_sentence(state: State, side: str) -> str:
    """Return the name of a fleet in a sentence: ``the French fleet``."""
    mine = nations(state, side)
    return "the Combined Fleet" if len(mine) > 1 else f"the {NATIONALITIES[mine[0]]} fleet"


def list_pieces(state: State) -> tuple[StartingPiece, ...]:
    """Return every ship with her first fleet and why she fights for that fleet no more."""
    return tuple(
        StartingPiece(state.cards[key].side, key, _muster_status(ship), ship.status in ("fled", "left"))
        for key, ship in state.ships.items()
    )


def _muster_status(ship: Ship) -> str:
    return "" if ship.status == "in_service" else ship.status


def _name_fleet(mine: tuple[Nation, ...], combined: str) -> str:
    return combined if len(mine) > 1 else NATIONALITIES[mine[0]]


def players_of(state: State, side: str) -> tuple[Player, ...]:
    """Return the players of a side who have not conceded, in file order; () if each side has one."""
    return tuple(one for one in state.players or () if one.side == side and not one.gone)


def commander(state: State, key: str) -> str:
    """Return the player whom a ship or battery obeys; "" if each side has one (AMB-120, AMB-148, AMB-222)."""
    if not state.players:
        return ""
    if state.coast and (battery := state.coast.batteries.get(key)):
        return successor(state.players, battery.side, battery.player)
    ship = state.ships[key]
    first = ship.holder if ship.status == "captured" else state.cards[key].player
    return successor(state.players, side_of(state, key), first)


def mark_player_gone(state: State, player: str) -> tuple[Player, ...]:
    """Return the players after one has conceded."""
    return tuple(replace(one, gone=one.gone or one.id == player) for one in state.players or ())


@cache_per_state
def successor(players: tuple[Player, ...], side: str, player: str | msgspec.UnsetType) -> str:
    """Return the player, or the next of the side in file order who has not conceded, wrapping round.

    Remembered, because every ship asks and the players stay the same.
    """
    seats = [one for one in players if one.side == side]
    begins = next((place for place, one in enumerate(seats) if one.id == player), 0)
    return next((one.id for one in (*seats[begins:], *seats[:begins]) if not one.gone), "")


def leaders(state: State) -> tuple[Admiral, ...]:
    """Return all leaders of the battle, lost ones included, in key order of their home ships."""
    return _leaders_at_home(state.cards) if state.leaders is UNSET else state.leaders


@cache_per_object
def _leaders_at_home(cards: Mapping[str, Card]) -> tuple[Admiral, ...]:
    """Return the leaders where they begin (9-b)."""
    return tuple(Admiral(key, key) for key, card in cards.items() if card.leader)


def opening_leaders(cards: Mapping[str, Card], ships: Mapping[str, Ship]) -> tuple[Admiral, ...] | UnsetType:
    """Return the leaders at the start if some are dead or taken, else UNSET."""
    found = tuple(replace(one, fate=_opening_fate(ships[one.ship])) for one in _leaders_at_home(cards))
    return found if any(one.fate != "well" for one in found) else UNSET


def _opening_fate(ship: Ship) -> Fate:
    if ship.officer == "dead" or ship.status in ("sunk", "exploded"):
        return "dead"
    return "gone" if ship.status == "captured" else "well"


def leader_on_card(state: State, one: Admiral) -> Leader:
    """Return the name and rating of a leader as printed on the card."""
    leader = state.cards[one.home].leader
    assert leader is not None
    return leader


def side_of_leader(state: State, one: Admiral) -> Side:
    """Return the side that a leader fights for."""
    return state.cards[one.home].side


def division_of_leader(state: State, one: Admiral) -> str:
    """Return the division that a leader commands, wherever he is (9-d)."""
    return state.cards[one.home].division


def leader_aboard(state: State, key: str) -> Admiral | None:
    """Return the living leader aboard a ship who is of her present side, or None."""
    there = _leaders_by_ship(leaders(state)).get(key, ())
    return next((one for one in there if side_of_leader(state, one) == side_of(state, key)), None)


def living_leaders(state: State, key: str) -> Iterator[Admiral]:
    """Return the leaders alive and free aboard a ship, of either side."""
    return iter(_leaders_by_ship(leaders(state)).get(key, ()))


@cache_per_object
def _leaders_by_ship(some: tuple[Admiral, ...]) -> Mapping[str, tuple[Admiral, ...]]:
    """Return the leaders alive and free, by the ship that each is aboard of."""
    found: dict[str, tuple[Admiral, ...]] = {}
    for one in some:
        if one.fate == "well":
            found[one.ship] = (*found.get(one.ship, ()), one)
    return found


def can_act(state: State, one: Admiral) -> bool:
    """Return True if a leader can help: alive, free, afloat, not fighting on deck this turn (AMB-151)."""
    serves = state.ships[one.ship].status in AFLOAT and side_of(state, one.ship) == side_of_leader(state, one)
    return serves and one.fate == "well" and one.fights != state.turn


def with_leader(state: State, one: Admiral) -> State:
    """Return the state with a leader replaced."""
    return replace(state, leaders=tuple(one if other.home == one.home else other for other in leaders(state)))


def best_fighting_leader(state: State, ships: Iterable[str]) -> Admiral | None:
    """Return the best leader with a helpful rating who fights on deck for some ships, or None (AMB-154)."""
    chosen = set(ships)
    found = [one for one in leaders(state) if one.ship in chosen and one.fate == "well" and one.fights == state.turn]
    helping = [one for one in found if leader_on_card(state, one).rating < 0]
    return min(helping, key=lambda one: leader_on_card(state, one).rating, default=None)


def compute_lead(state: State, ships: Iterable[str], against: Iterable[str]) -> tuple[Admiral | None, int]:
    """Return the better leader of a side and by how much; None and 0 if it has none (AMB-154)."""
    own, other = best_fighting_leader(state, ships), best_fighting_leader(state, against)
    if own is None:
        return None, 0
    by = (leader_on_card(state, other).rating if other else 0) - leader_on_card(state, own).rating
    return (own, by) if by > 0 else (None, 0)
