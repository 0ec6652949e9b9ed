"""Whose orders a ship obeys, which player is asked, what could be ordered, and standing orders to squadrons."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce
from itertools import chain

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.agreement import AcceptDraw, Concede, OfferDraw
from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.core.memory import per_state
from tabletop.core.offers import Offers, joined
from tabletop.games.ships_of_the_line import commands, positions
from tabletop.games.ships_of_the_line.chapters.aiming import reach_between
from tabletop.games.ships_of_the_line.commands import BatteryCommand, ShipCommand, SideCommand
from tabletop.games.ships_of_the_line.events.standing import (
    MANNERS,
    Ended,
    StandingOrderGiven,
    StandingOrdersEnded,
    term,
)
from tabletop.games.ships_of_the_line.events.turn import with_done
from tabletop.games.ships_of_the_line.fleets import commander, players_of
from tabletop.games.ships_of_the_line.hooks import Mark
from tabletop.games.ships_of_the_line.rule_modules import evolve, phase_of, rules_of
from tabletop.games.ships_of_the_line.ship import AFLOAT, SIDES, Side, Status, enemy_of
from tabletop.games.ships_of_the_line.state import (
    STATIONED,
    Context,
    Manner,
    SquadronOrder,
    State,
    Station,
    in_service,
    on_map,
    side_of,
)
from tabletop.games.ships_of_the_line.words import name, player
from tabletop.geometry.pose import Point, cosine, quantise, sine

_OBEDIENT: frozenset[Status] = AFLOAT - {"struck"}


def by_initiative(state: State, keys: Iterable[str]) -> list[str]:
    """Ships in the order in which they act: the initiative side's in key order, then the other's (AMB-127)."""
    chosen = set(keys)
    first = state.initiative or SIDES[0]
    return [key for side in (first, enemy_of(first)) for key in of_side(state, side) if key in chosen]


def of_side(state: State, side: Side) -> list[str]:
    """The ships that are with a side, lost ones too, in key order."""
    return [key for key in state.ships if side_of(state, key) == side]


@per_state
def commanded(state: State, side: Side) -> tuple[str, ...]:
    """The ships that take orders of a side, her prizes included, in key order."""
    # as `_obeys`, without its calls: the fleet is looked through after every order
    marks = [(key, ship.status, ship.captor) for key, ship in state.ships.items() if ship.status in _OBEDIENT]
    cards = state.cards
    return tuple([key for key, now, by in marks if ((now == "captured" and by) or cards[key].side) == side])


@per_state
def awaiting(state: State, side: Side) -> tuple[str, ...]:
    """Those of them that may still be given orders in this step."""
    return (
        tuple([key for key in commanded(state, side) if awaits(state, key)]) if state.done else commanded(state, side)
    )


def awaits(state: State, key: str) -> bool:
    """Whether the player whom a ship or a battery obeys has not said that he is done (AMB-148)."""
    return not state.done or commander(state, key) not in state.done


def _obeys(state: State, side: Side, key: str) -> bool:
    return state.ships[key].status in _OBEDIENT and side_of(state, key) == side


def check_on_map(state: State, key: str) -> Refused | None:
    """Why a ship is not there to be named at all, or None."""
    if key not in state.ships:
        return Refused("SOTL-2.2-a", f"There is no ship {key}.")
    if not on_map(state, key):
        return Refused("SOTL-2.2-h", f"{state.cards[key].name} is not on the map any more.", pieces=(key,))
    return None


def check_commanded(state: State, side: Side, key: str) -> Refused | None:
    """Why a ship takes no orders of this side, or None; a prize obeys her captor (4.4.2-d)."""
    if refusal := check_on_map(state, key):
        return refusal
    if _obeys(state, side, key):
        return None
    name = state.cards[key].name
    if state.ships[key].status == "struck":
        return Refused("SOTL-4.4.3-a", f"{name} has struck her colours and takes no orders.", pieces=(key,))
    return Refused("SOTL-2-a", f"{name} does not sail under your flag.", pieces=(key,))


def check_fighting(state: State, side: Side, key: str) -> Refused | None:
    """Why a ship may not attack for this side, or None; prizes never do (4.4.2-a)."""
    if refusal := check_commanded(state, side, key):
        return refusal
    if state.ships[key].status == "captured":
        return Refused("SOTL-4.4.2-a", f"{state.cards[key].name} is a prize, and prizes do not fight.", pieces=(key,))
    return None


def each_ship(
    candidates: Callable[[State, Side, str], Iterable[SideCommand]],
) -> Callable[[State, Side], Offers[SideCommand]]:
    """Ship by ship, what is allowed of all that one might be ordered, in a phase where nothing is measured out."""

    def found(state: State, side: Side) -> Offers[SideCommand]:
        keys, check = awaiting(state, side), rules_of(state).command_handlers.check
        return Offers(
            len(keys), lambda at: [one for one in candidates(state, side, keys[at]) if check(state, one) is None]
        )

    return found


def choices(state: State, side: Side) -> Offers[SideCommand]:
    """What a side could order in the current phase, besides `Done`."""
    rules = rules_of(state)
    found = joined(*(found(state, side) for found in rules.choices.get(state.phase, ())))
    return found.made(partial(_unopposed, state)) if rules.objections or rules.unwilling else found


def _unopposed(state: State, order: SideCommand) -> SideCommand | None:
    """An order, unless a rule module refuses it."""
    return None if objection(supposed(state, order), order) else order


def supposed(state: State, command: Command) -> State:
    """The state on which a command is checked: after the events that go before all that comes of it."""
    return reduce(evolve, preludes(state, command), state) if type(command) in rules_of(state).preludes else state


def preludes(state: State, command: Command) -> Iterator[Event]:
    """The events that modules put before a command."""
    told = rules_of(state).preludes.get(type(command), ())
    return chain.from_iterable(events(state, command) for events in told)


def objection(state: State, command: Command) -> Refused | None:
    """Why a rule module refuses a command that is not its own, or None."""
    if isinstance(command, ShipCommand) and (why := unwilling(state, command.ship, type(command))):
        return why
    for check in rules_of(state).objections.get(type(command), ()):
        if why := check(state, command):
            return why
    return None


def unwilling(state: State, key: str, kind: type[ShipCommand]) -> Refused | None:
    """Why a ship takes no orders of a kind from anybody, whatever they say, or None."""
    for test in rules_of(state).unwilling.get(kind, ()):
        if why := test(state, key):
            return why
    return None


def actors(state: State, side: Side) -> Iterable[str]:
    """Ships of a side that can still do something in this phase, in key order."""
    if found := rules_of(state).actors.get(state.phase):
        return found(state, side)
    able = {command.ship for command in choices(state, side) if isinstance(command, ShipCommand)}
    return (key for key in state.ships if key in able)


def besides(state: State, side: Side) -> Iterator[str]:
    """What else than ships of a side can still do something in this phase, by its keys."""
    return (key for found in rules_of(state).besides.get(state.phase, ()) for key in found(state, side))


def giver(state: State, command: Command) -> str:
    """The player who gives a command; if it does not say, he whom its ship obeys, or who is asked.

    Nobody where each side has one player.
    """
    if command.by is not UNSET or not state.players:
        return command.by or ""
    key = ordered(state, command)
    if state.question is None and key:
        return commander(state, key)
    if type(command) is AcceptDraw:
        return next((one.id for one in players_of(state, command.side) if one.id not in (state.agreed or ())), "")
    if command.side in (state.asked, state.question and state.question.side):
        return asked_player(state)
    return next((one.id for one in players_of(state, command.side)), "")


def asked_player(state: State) -> str:
    """The player who is asked: the owner of the ship that a question is about, else the first who can do something.

    Nobody where each side has one player.
    """
    return _asked_of_several(state) if state.players else ""


@per_state
def _asked_of_several(state: State) -> str:
    if question := state.question:
        keys = [key for key in (question.other, question.ship) if key and side_of(state, key) == question.side]
        return commander(state, next(iter(keys), question.ship))
    if not state.asked:
        return ""
    left = waiting(state, state.asked)
    others = left if len(left) > 1 else ()
    alone = ((one, tuple(rest for rest in left if rest != one)) for one in others)
    able_ones = (one for one, rest in alone if able(with_done(state, (*(state.done or ()), *rest)), state.asked))
    return next(able_ones, next(iter(left), ""))


def waiting(state: State, side: Side) -> tuple[str, ...]:
    """The players of a side who have not said that they are done, in file order."""
    return tuple(one.id for one in players_of(state, side) if one.id not in (state.done or ()))


def able(state: State, side: Side) -> bool:
    """Whether one of the players of a side who are not done has something to order in this step."""
    told: Callable[[State, Side], Iterable[object]] = rules_of(state).actors.get(state.phase, choices)
    if any(True for _ in told(state, side)):
        return True
    left = waiting(state, side)
    return any(commander(state, key) in left for key in besides(state, side))


def check_player(state: State, command: Command) -> Refused | None:
    """Why this player may not give the command, or None; a ship obeys her own player alone."""
    if refusal := _check_seat(state, command):
        return refusal
    if not state.players or type(command) in (Concede, OfferDraw, AcceptDraw) or phase_of(state).asks == "either":
        return None
    by = giver(state, command)
    if state.question is not None:
        asked = asked_player(state)
        return None if by == asked else Refused("AMB-148", f"The question is put to {player(state, asked)}.")
    if by in (state.done or ()):
        return Refused("AMB-148", f"{player(state, by)} has no more orders in this step.")
    key = ordered(state, command)
    if key and (owner := commander(state, key)) != by:
        return Refused("AMB-148", f"{name(state, key)} obeys {player(state, owner)}.", pieces=(key,))
    return None


def ordered(state: State, command: Command) -> str:
    """The ship or the battery of the side to which a command goes, or an empty key."""
    if isinstance(command, BatteryCommand):
        battery = state.coast.batteries.get(command.battery) if state.coast else None
        return battery.key if battery and battery.side == command.side else ""
    key = command.ship if isinstance(command, ShipCommand) else ""
    return key if key in state.ships and side_of(state, key) == command.side else ""


def _check_seat(state: State, command: Command) -> Refused | None:
    seat = next((one for one in state.players or () if (one.id, one.side) == (command.by, command.side)), None)
    if command.by is UNSET or (seat and not seat.gone):
        return None
    if seat:
        return Refused("AMB-148", f"{seat.name} has conceded.")
    return Refused("C-3", f"There is no player '{command.by}' on that side.")


def own(state: State, side: Side) -> list[str]:
    """The ships that obey the player who is asked, in key order; all of a side that has one player."""
    asked = asked_player(state)
    return [key for key in commanded(state, side) if commander(state, key) == asked]


def signed(state: State, command: commands.SideCommand) -> commands.SideCommand:
    """A command that says who of several players gives it."""
    return msgspec.structs.replace(command, by=giver(state, command)) if state.players else command


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
    if owner != giver(state, command):
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
