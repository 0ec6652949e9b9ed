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
    """Return the nations of a side by the cards, in the order of `NATIONALITIES`.

    That of its flag without ships.
    """
    flag = FLAGS["british" if side == "british" else "allied"]
    found = {card.nation for card in state.cards.values() if card.side == side} or {flag}
    return tuple(nation for nation in NATIONALITIES if nation in found)


def divisions(state: State) -> dict[str, str]:
    """Return the title of each division by id, in list order.

    A division that is a whole side gets its fleet's title.
    """
    named = state.divisions.items()
    return {key: fleet_title(state, key) if name == SIDE_NAMES.get(key) else name for key, name in named}


def fleet_title(state: State, side: str) -> str:
    """Return the name of a fleet as a heading: ``French``, or ``Combined Fleet`` for several nations."""
    return _name_fleet(nations(state, side), "Combined Fleet")


def short_fleet_name(state: State, side: str) -> str:
    """Return the name of a fleet beside a number: ``French``, or ``Combined`` for several nations."""
    return _name_fleet(nations(state, side), "Combined")


def fleet_in_sentence(state: State, side: str) -> str:
    """Return the name of a fleet in a sentence: ``the French fleet``, or ``the Combined Fleet``."""
    mine = nations(state, side)
    return "the Combined Fleet" if len(mine) > 1 else f"the {NATIONALITIES[mine[0]]} fleet"


def list_pieces(state: State) -> tuple[StartingPiece, ...]:
    """Return every ship with the side on her card, her status if not in service, and if she left the map."""
    return tuple(
        StartingPiece(state.cards[key].side, key, _muster_status(ship), ship.status in ("fled", "left"))
        for key, ship in state.ships.items()
    )


def _muster_status(ship: Ship) -> str:
    """Return the status of a ship; "" if she is in service."""
    return "" if ship.status == "in_service" else ship.status


def _name_fleet(mine: tuple[Nation, ...], combined: str) -> str:
    """Return `combined` for several nations, else the adjective of the only one."""
    return combined if len(mine) > 1 else NATIONALITIES[mine[0]]


def players_of(state: State, side: str) -> tuple[Player, ...]:
    """Return the players of a side who have not conceded, in file order; () if each side is one player."""
    return tuple(one for one in state.players or () if one.side == side and not one.gone)


def commander(state: State, key: str) -> str:
    """Return the id of the player who commands a ship or battery; "" if each side is one player (AMB-148).

    A prize obeys the player who took her (AMB-120). If that player has conceded, the next of the side has her.
    """
    if not state.players:
        return ""
    if state.coast and (battery := state.coast.batteries.get(key)):
        return successor(state.players, battery.side, battery.player)
    ship = state.ships[key]
    first = ship.holder if ship.status == "captured" else state.cards[key].player
    return successor(state.players, side_of(state, key), first)


def mark_player_gone(state: State, player: str) -> tuple[Player, ...]:
    """Return the players with `player` marked as having conceded; () if each side is one player."""
    return tuple(replace(one, gone=one.gone or one.id == player) for one in state.players or ())


@cache_per_state
def successor(players: tuple[Player, ...], side: str, player: str | msgspec.UnsetType) -> str:
    """Return `player`, or the next of the side in file order who has not conceded, wrapping round.

    The search begins with the first of the side if `player` is not on it. "" if all have conceded. Cached: every
    ship asks.
    """
    seats = [one for one in players if one.side == side]
    begins = next((place for place, one in enumerate(seats) if one.id == player), 0)
    return next((one.id for one in (*seats[begins:], *seats[:begins]) if not one.gone), "")


def leaders(state: State) -> tuple[Admiral, ...]:
    """Return all leaders of the battle, lost ones included, in key order of their home ships."""
    return _leaders_at_home(state.cards) if state.leaders is UNSET else state.leaders


@cache_per_object
def _leaders_at_home(cards: Mapping[str, Card]) -> tuple[Admiral, ...]:
    """Return the leaders on the cards, each well and aboard his own ship (9-b)."""
    return tuple(Admiral(key, key) for key, card in cards.items() if card.leader)


def opening_leaders(cards: Mapping[str, Card], ships: Mapping[str, Ship]) -> tuple[Admiral, ...] | UnsetType:
    """Return all leaders with their fates if one is dead or taken as the battle begins, else UNSET."""
    found = tuple(replace(one, fate=_opening_fate(ships[one.ship])) for one in _leaders_at_home(cards))
    return found if any(one.fate != "well" for one in found) else UNSET


def _opening_fate(ship: Ship) -> Fate:
    """Return the fate of a leader aboard: dead with the officer or the ship, gone if captured, else well."""
    if ship.officer == "dead" or ship.status in ("sunk", "exploded"):
        return "dead"
    return "gone" if ship.status == "captured" else "well"


def leader_on_card(state: State, one: Admiral) -> Leader:
    """Return the leader as printed on the card of his home ship: name, rating, rank, scope."""
    leader = state.cards[one.home].leader
    assert leader is not None
    return leader


def side_of_leader(state: State, one: Admiral) -> Side:
    """Return the side on the card of the leader's home ship."""
    return state.cards[one.home].side


def division_of_leader(state: State, one: Admiral) -> str:
    """Return the division of the leader's home ship, which he commands from any ship (9-d)."""
    return state.cards[one.home].division


def leader_aboard(state: State, key: str) -> Admiral | None:
    """Return the first leader, alive and free, aboard a ship and of her present side, or None."""
    there = _leaders_by_ship(leaders(state)).get(key, ())
    return next((one for one in there if side_of_leader(state, one) == side_of(state, key)), None)


def living_leaders(state: State, key: str) -> Iterator[Admiral]:
    """Yield the leaders alive and free aboard a ship, of either side."""
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
    """Return True if a leader can help: alive, free, and not fighting on deck this turn (AMB-151).

    His ship must be afloat and with his side.
    """
    serves = state.ships[one.ship].status in AFLOAT and side_of(state, one.ship) == side_of_leader(state, one)
    return serves and one.fate == "well" and one.fights != state.turn


def with_leader(state: State, one: Admiral) -> State:
    """Return the state with `one` in place of the leader of the same home ship."""
    return replace(state, leaders=tuple(one if other.home == one.home else other for other in leaders(state)))


def best_fighting_leader(state: State, ships: Iterable[str]) -> Admiral | None:
    """Return the leader of lowest rating who fights on deck this turn aboard one of `ships` (AMB-154).

    None if no rating of these helps, that is, is negative.
    """
    chosen = set(ships)
    found = [one for one in leaders(state) if one.ship in chosen and one.fate == "well" and one.fights == state.turn]
    helping = [one for one in found if leader_on_card(state, one).rating < 0]
    return min(helping, key=lambda one: leader_on_card(state, one).rating, default=None)


def compute_lead(state: State, ships: Iterable[str], against: Iterable[str]) -> tuple[Admiral | None, int]:
    """Return the best fighting leader of `ships`, and his rating's lead over that of `against` (AMB-154).

    (None, 0) if he is no better or there is none. An enemy without a helpful leader counts as rating 0.
    """
    own, other = best_fighting_leader(state, ships), best_fighting_leader(state, against)
    if own is None:
        return None, 0
    by = (leader_on_card(state, other).rating if other else 0) - leader_on_card(state, own).rating
    return (own, by) if by > 0 else (None, 0)
