"""Standing orders to squadrons: who may give them, when they end by themselves, and who may know of them (C-6).

They are memory for their side and bind nobody: a ship moves only by orders of her own, given in her turn.
"""

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import commands, positions
from tabletop.games.ships_of_the_line.chapters import players
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, commanded
from tabletop.games.ships_of_the_line.chapters.visibility import reach_between
from tabletop.games.ships_of_the_line.commanders import commander
from tabletop.games.ships_of_the_line.events.standing import (
    MANNERS,
    Ended,
    StandingOrderGiven,
    StandingOrdersEnded,
    term,
)
from tabletop.games.ships_of_the_line.rule_modules import Mark
from tabletop.games.ships_of_the_line.sides import SIDES, Side
from tabletop.games.ships_of_the_line.squadron_orders import STATIONED, Manner, SquadronOrder, Station
from tabletop.games.ships_of_the_line.state import Context, State, in_service
from tabletop.games.ships_of_the_line.words import name, player
from tabletop.geometry.pose import Point, cosine, quantise, sine

INTERVAL = 1.0
"""UM between the middles of ships abreast, besides the length of the longest."""
_ALONE = ("hold", "engage")
"""What a single ship can be ordered."""


def in_use(state: State) -> bool:
    """Whether either side has given a standing order yet; that much both know."""
    return isinstance(state.standing, tuple)


def sealed(state: State) -> bool:
    """Whether a side's standing orders lie open before it now: as it moves its ships."""
    return in_use(state) and state.phase == "movement" and state.asked is not None


def view(state: State, side: str) -> State:
    """The battle with that side's own alone."""
    orders = state.standing or ()
    mine = tuple(one for one in orders if one.side == side)
    return state if len(mine) == len(orders) else replace(state, standing=mine)


def check_standing_order(state: State, command: commands.StandingOrder) -> Refused | None:
    """Ships that obey who gives it, each once, for turns that are to come."""
    if refusal := _check_ships(state, command, command.ships):
        return refusal
    if len(command.ships) < 2 and command.manner not in _ALONE:
        return Refused("C-3", "That is an order for several ships.", pieces=command.ships)
    if command.last_turn is not UNSET and not state.turn <= command.last_turn <= state.turns:
        by = f"turn {command.last_turn}, of {state.turn} to {state.turns}"
        return Refused("C-3", "A standing order ends in a turn that is to come.", by)
    return None


def check_recall(state: State, command: commands.RecallOrders) -> Refused | None:
    """Ships that have one."""
    if refusal := _check_ships(state, command, command.ships):
        return refusal
    have = {key for one in state.standing or () if one.side == command.side for key in one.ships}
    if have.isdisjoint(command.ships):
        return Refused("C-3", "There is no standing order to recall.", pieces=command.ships)
    return None


def _check_ships(state: State, command: commands.SideCommand, ships: tuple[str, ...]) -> Refused | None:
    if not ships or len(set(ships)) < len(ships):
        return Refused("C-3", "Such an order names each of its ships once.")
    return next(filter(None, (_check_ship(state, command, key) for key in ships)), None)


def _check_ship(state: State, command: commands.SideCommand, key: str) -> Refused | None:
    if refusal := check_commanded(state, command.side, key):
        return refusal
    owner = commander(state, key)
    if owner != players.giver(state, command):
        return Refused("AMB-148", f"{name(state, key)} obeys {player(state, owner)}.", pieces=(key,))
    return None


def give(turn: Context, command: commands.StandingOrder) -> None:
    """It stands, with the stations that the ships are to keep."""
    turn.emit(
        StandingOrderGiven(
            side=command.side, ships=command.ships, manner=command.manner,
            stations=stations(turn.state, command.ships, command.manner),
            last_turn=command.last_turn, to_gunshot=command.to_gunshot,
        )
    )  # fmt: skip


def recall(turn: Context, command: commands.RecallOrders) -> None:
    """These ships wait for orders again."""
    turn.emit(StandingOrdersEnded(side=command.side, ships=command.ships, why="recalled"))


def lapse(turn: Context) -> None:
    """As a Movement Phase begins: what has come to its end is told."""
    for side in SIDES if in_use(turn.state) else ():
        for one in turn.state.standing or ():
            if one.side == side and (why := _over(turn.state, one)):
                turn.emit(StandingOrdersEnded(side=side, ships=one.ships, why=why))


def _over(state: State, order: SquadronOrder) -> Ended | None:
    mine = [key for key in order.ships if key in commanded(state, order.side)]
    if not mine:
        return "lost"
    if order.last_turn and state.turn > order.last_turn:
        return "turn"
    return "gunshot" if order.to_gunshot and in_gunshot(state, order.side, mine) else None


def in_gunshot(state: State, side: Side, ships: list[str]) -> bool:
    """Return True if one of some ships sees an enemy in service within the longest range, hull to hull."""
    foes = [key for key in state.ships if in_service(state, key) and key not in commanded(state, side)]
    far = state.profile.long
    return any(
        positions.reaches(state, key, foe, min(far, reach_between(state, key, foe))) for key in ships for foe in foes
    )


def marks(state: State, key: str) -> Iterator[Mark]:
    """What her card tells those who know of her order."""
    for one in state.standing or ():
        if key in one.ships and key in commanded(state, one.side):
            yield Mark("Ordered", MANNERS[one.manner], f"A standing order, {term(one)}.", "C-6")


# --- stations


def stations(state: State, ships: tuple[str, ...], manner: Manner) -> dict[str, Station]:
    """Where ships belong off the first of them: abreast of her at intervals, or where each lies now; else nowhere."""
    if manner not in STATIONED:
        return {}
    lies = {key: off(state, ships[0], positions.centre(state, key)) for key in ships}
    return lies if manner == "formation" else dict(_abreast(state, lies))


def _abreast(state: State, lies: dict[str, Station]) -> Iterator[tuple[str, Station]]:
    """At intervals, each on the hand of the leader where she lies, the nearest to her course next to her."""
    leader, *others = lies
    apart = INTERVAL + max(positions.size(state, key)[0] for key in lies)
    yield leader, Station(0.0, 0.0)
    for hand in (-1, 1):
        mine = sorted(
            (key for key in others if (lies[key].abeam > 0) == (hand > 0)), key=lambda key: abs(lies[key].abeam)
        )
        yield from ((key, Station(0.0, quantise(hand * apart * place))) for place, key in enumerate(mine, 1))


def off(state: State, leader: str, place: Point) -> Station:
    """Where a place is off a ship, on her heading."""
    middle, heading = positions.centre(state, leader), state.ships[leader].pose.heading
    east, north = place.x - middle.x, place.y - middle.y
    s, c = sine(heading), cosine(heading)
    return Station(quantise(east * s + north * c), quantise(east * c - north * s))


def at(state: State, leader: str, station: Station) -> Point:
    """The place of a station off a ship."""
    middle, heading = positions.centre(state, leader), state.ships[leader].pose.heading
    s, c = sine(heading), cosine(heading)
    return Point(middle.x + station.ahead * s + station.abeam * c, middle.y + station.ahead * c - station.abeam * s)
