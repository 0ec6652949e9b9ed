"""The fleets of a battle: their names, the players who command their ships, and the leaders aboard (2-a, 9)."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.game import Piece
from tabletop.core.memory import per_object, per_state
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
from tabletop.games.ships_of_the_line.state import Player, State, side_of


def nations(state: State, side: str) -> tuple[Nation, ...]:
    """The nations of a side; that of its flag if it has no ship."""
    flag = FLAGS["british" if side == "british" else "allied"]
    found = {card.nation for card in state.cards.values() if card.side == side} or {flag}
    return tuple(nation for nation in NATIONALITIES if nation in found)


def divisions(state: State) -> dict[str, str]:
    """Division id to its title, in list order; ships of a side that are in no division are called as their side."""
    named = state.divisions.items()
    return {key: title(state, key) if name == SIDE_NAMES.get(key) else name for key, name in named}


def title(state: State, side: str) -> str:
    """As a heading: ``French``, ``Combined Fleet``."""
    return _name_fleet(nations(state, side), "Combined Fleet")


def short(state: State, side: str) -> str:
    """Beside a number: ``French``, ``Combined``."""
    return _name_fleet(nations(state, side), "Combined")


def fleet(state: State, side: str) -> str:
    """Within a sentence: ``the French fleet``, ``the Combined Fleet``."""
    mine = nations(state, side)
    return "the Combined Fleet" if len(mine) > 1 else f"the {NATIONALITIES[mine[0]]} fleet"


def muster(state: State) -> tuple[Piece, ...]:
    """Every ship with the fleet that she sailed in, and why she fights for it no more."""
    return tuple(
        Piece(state.cards[key].side, key, _muster_status(ship), ship.status in ("fled", "left"))
        for key, ship in state.ships.items()
    )


def _muster_status(ship: Ship) -> str:
    return "" if ship.status == "in_service" else ship.status


def _name_fleet(mine: tuple[Nation, ...], combined: str) -> str:
    return combined if len(mine) > 1 else NATIONALITIES[mine[0]]


def players_of(state: State, side: str) -> tuple[Player, ...]:
    """Those of several players of a side who have not conceded, in file order."""
    return tuple(one for one in state.players or () if one.side == side and not one.gone)


def commander(state: State, key: str) -> str:
    """The player whom a ship or a battery obeys; nobody where each side has one (AMB-120, AMB-148, AMB-222)."""
    if not state.players:
        return ""
    if state.coast and (battery := state.coast.batteries.get(key)):
        return successor(state.players, battery.side, battery.player)
    ship = state.ships[key]
    first = ship.holder if ship.status == "captured" else state.cards[key].player
    return successor(state.players, side_of(state, key), first)


def without(state: State, player: str) -> tuple[Player, ...]:
    """The players once one has conceded."""
    return tuple(replace(one, gone=one.gone or one.id == player) for one in state.players or ())


@per_state
def successor(players: tuple[Player, ...], side: str, player: str | msgspec.UnsetType) -> str:
    """The player himself, or the next of his side in file order who has not conceded, after the last the first.

    Remembered, because every ship asks and the players stay the same.
    """
    seats = [one for one in players if one.side == side]
    begins = next((place for place, one in enumerate(seats) if one.id == player), 0)
    return next((one.id for one in (*seats[begins:], *seats[:begins]) if not one.gone), "")


def leaders(state: State) -> tuple[Admiral, ...]:
    """All leaders of the battle, lost ones too, in key order of the ships on whose cards they stand."""
    return _at_home(state.cards) if state.leaders is UNSET else state.leaders


@per_object
def _at_home(cards: Mapping[str, Card]) -> tuple[Admiral, ...]:
    """Where they begin (9-b)."""
    return tuple(Admiral(key, key) for key, card in cards.items() if card.leader)


def lost_before(cards: Mapping[str, Card], ships: Mapping[str, Ship]) -> tuple[Admiral, ...] | UnsetType:
    """The leaders at the start, where a scenario has ships whose leaders are dead or taken."""
    found = tuple(replace(one, fate=_opening_fate(ships[one.ship])) for one in _at_home(cards))
    return found if any(one.fate != "well" for one in found) else UNSET


def _opening_fate(ship: Ship) -> Fate:
    if ship.officer == "dead" or ship.status in ("sunk", "exploded"):
        return "dead"
    return "gone" if ship.status == "captured" else "well"


def printed(state: State, one: Admiral) -> Leader:
    """His name and rating, as on the card."""
    leader = state.cards[one.home].leader
    assert leader is not None
    return leader


def side(state: State, one: Admiral) -> Side:
    """The side that he fights for."""
    return state.cards[one.home].side


def division(state: State, one: Admiral) -> str:
    """The division that he commands, wherever he is (9-d)."""
    return state.cards[one.home].division


def aboard(state: State, key: str) -> Admiral | None:
    """The living leader aboard a ship, of those with whom she is now; he stands or falls by her officer's track."""
    there = _well(leaders(state)).get(key, ())
    return next((one for one in there if side(state, one) == side_of(state, key)), None)


def living(state: State, key: str) -> Iterator[Admiral]:
    """The leaders alive and free aboard a ship, of whatever side."""
    return iter(_well(leaders(state)).get(key, ()))


@per_object
def _well(some: tuple[Admiral, ...]) -> Mapping[str, tuple[Admiral, ...]]:
    """Those alive and free, by the ships aboard which they are."""
    found: dict[str, tuple[Admiral, ...]] = {}
    for one in some:
        if one.fate == "well":
            found[one.ship] = (*found.get(one.ship, ()), one)
    return found


def acts(state: State, one: Admiral) -> bool:
    """Whether he can help ships: alive, free, afloat, and not fighting on deck in this phase (AMB-151)."""
    serves = state.ships[one.ship].status in AFLOAT and side_of(state, one.ship) == side(state, one)
    return serves and one.fate == "well" and one.fights != state.turn


def with_leader(state: State, one: Admiral) -> State:
    """The state with a leader as he is now."""
    return replace(state, leaders=tuple(one if other.home == one.home else other for other in leaders(state)))


def best(state: State, ships: Iterable[str]) -> Admiral | None:
    """The best of those who fight on deck in this turn for some ships, if his rating helps (AMB-154, AMB-214)."""
    chosen = set(ships)
    found = [one for one in leaders(state) if one.ship in chosen and one.fate == "well" and one.fights == state.turn]
    helping = [one for one in found if printed(state, one).rating < 0]
    return min(helping, key=lambda one: printed(state, one).rating, default=None)


def lead(state: State, ships: Iterable[str], against: Iterable[str]) -> tuple[Admiral | None, int]:
    """Who gives one side of a fight the better leader, and by how much; nobody and 0 where neither is (AMB-154)."""
    own, other = best(state, ships), best(state, against)
    if own is None:
        return None, 0
    by = (printed(state, other).rating if other else 0) - printed(state, own).rating
    return (own, by) if by > 0 else (None, 0)
