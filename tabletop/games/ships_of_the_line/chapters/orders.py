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
from tabletop.core.offers import Offers, join_offers
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import commands, model, positions
from tabletop.games.ships_of_the_line.chapters.aiming import reach_between
from tabletop.games.ships_of_the_line.commands import BatteryCommand, ShipCommand, SideCommand
from tabletop.games.ships_of_the_line.events import movement
from tabletop.games.ships_of_the_line.events.turn import with_done
from tabletop.games.ships_of_the_line.fleets import commander, players_of
from tabletop.games.ships_of_the_line.hooks import Mark
from tabletop.games.ships_of_the_line.rule_modules import evolve, phase_of, rules_of
from tabletop.games.ships_of_the_line.ship import AFLOAT, SIDES, Side, Status, enemy_of
from tabletop.games.ships_of_the_line.words import name_of, player_name
from tabletop.geometry.pose import Point, cosine, quantise, sine

_OBEDIENT: frozenset[Status] = AFLOAT - {"struck"}


def order_by_initiative(state: model.State, keys: Iterable[str]) -> list[str]:
    """Return the ships `keys` in acting order: the initiative side in key order, then the other (AMB-127).

    Before the initiative is rolled the British count as having it. A ship counts with the side that holds her now.
    """
    chosen = set(keys)
    first = state.initiative or SIDES[0]
    return [key for side in (first, enemy_of(first)) for key in ships_of_side(state, side) if key in chosen]


def ships_of_side(state: model.State, side: Side) -> list[str]:
    """Return the ships that are with a side now, prizes and lost ships included, in key order."""
    return [key for key in state.ships if model.side_of(state, key) == side]


@cache_per_state
def list_commanded_ships(state: model.State, side: Side) -> tuple[str, ...]:
    """Return the ships that take commands of a side, in key order: afloat, not struck, prizes included."""
    # as `_obeys`, without its calls: the fleet is looked through after every order
    marks = [(key, ship.status, ship.captor) for key, ship in state.ships.items() if ship.status in _OBEDIENT]
    cards = state.cards
    return tuple([key for key, now, by in marks if ((now == "captured" and by) or cards[key].side) == side])


@cache_per_state
def ships_awaiting_orders(state: model.State, side: Side) -> tuple[str, ...]:
    """Return the ships that a side commands, without those of its players who are done with this step."""
    return (
        tuple([key for key in list_commanded_ships(state, side) if is_awaiting_orders(state, key)])
        if state.done
        else list_commanded_ships(state, side)
    )


def is_awaiting_orders(state: model.State, key: str) -> bool:
    """Return True unless the player of a ship or battery is done with this step (AMB-148)."""
    return not state.done or commander(state, key) not in state.done


def _obeys(state: model.State, side: Side, key: str) -> bool:
    """Return True if a ship is afloat, has not struck, and is with the side now."""
    return state.ships[key].status in _OBEDIENT and model.side_of(state, key) == side


def check_on_map(state: model.State, key: str) -> Refused | None:
    """Return the refusal if `key` is no ship, or a ship that is sunk or gone; else None."""
    if key not in state.ships:
        return Refused("SOTL-2.2-a", f"There is no ship {key}.")
    if not model.is_on_map(state, key):
        return Refused("SOTL-2.2-h", f"{state.cards[key].name} is no longer on the map.", pieces=(key,))
    return None


def check_commanded(state: model.State, side: Side, key: str) -> Refused | None:
    """Return the refusal if a ship is gone, has struck, or is with the other side; else None.

    A prize obeys her captor (4.4.2-d).
    """
    if refusal := check_on_map(state, key):
        return refusal
    if _obeys(state, side, key):
        return None
    name = state.cards[key].name
    if state.ships[key].status == "struck":
        return Refused("SOTL-4.4.3-a", f"{name} has struck her colours and takes no orders.", pieces=(key,))
    return Refused("SOTL-2-a", f"{name} belongs to the other side.", pieces=(key,))


def check_fighting(state: model.State, side: Side, key: str) -> Refused | None:
    """Return the refusal if a ship may not attack for a side, or None: prizes never do (4.4.2-a)."""
    if refusal := check_commanded(state, side, key):
        return refusal
    if state.ships[key].status == "captured":
        return Refused("SOTL-4.4.2-a", f"{state.cards[key].name} is a prize, and prizes do not fight.", pieces=(key,))
    return None


def offer_for_each_ship(
    candidates: Callable[[model.State, Side, str], Iterable[SideCommand]],
) -> Callable[[model.State, Side], Offers[SideCommand]]:
    """Return a function that offers a side the legal ones of `candidates`, for its ships awaiting orders.

    `candidates` returns commands to one ship, unchecked. Each ship's are checked only when they are asked for.
    """

    def found(state: model.State, side: Side) -> Offers[SideCommand]:
        keys, check = ships_awaiting_orders(state, side), rules_of(state).command_handlers.check
        return Offers(
            len(keys), lambda at: [one for one in candidates(state, side, keys[at]) if check(state, one) is None]
        )

    return found


def list_choices(state: model.State, side: Side) -> Offers[SideCommand]:
    """Return the legal commands of a side in the current phase, `Done` excepted.

    They are computed when asked for.
    """
    rules = rules_of(state)
    found = join_offers(*(found(state, side) for found in rules.choices.get(state.phase, ())))
    return found.transform(partial(_keep_unopposed, state)) if rules.objections or rules.ship_objections else found


def _keep_unopposed(state: model.State, order: SideCommand) -> SideCommand | None:
    """Return the command, or None if a rule module objects to it."""
    return None if find_objection(state_after_preludes(state, order), order) else order


def state_after_preludes(state: model.State, command: Command) -> model.State:
    """Return the state after the prelude events of a command; `state` itself if it has none."""
    return reduce(evolve, prelude_events(state, command), state) if type(command) in rules_of(state).preludes else state


def prelude_events(state: model.State, command: Command) -> Iterator[Event]:
    """Yield the events that rule modules put before a command, e.g. a change of sail before a move.

    None for most commands. They are not applied.
    """
    told = rules_of(state).preludes.get(type(command), ())
    return chain.from_iterable(events(state, command) for events in told)


def find_objection(state: model.State, command: Command) -> Refused | None:
    """Return the first refusal by which a rule module forbids the command of another module, or None.

    The command's own rules are not checked.
    """
    if isinstance(command, ShipCommand) and (why := find_unwillingness(state, command.ship, type(command))):
        return why
    for check in rules_of(state).objections.get(type(command), ()):
        if why := check(state, command):
            return why
    return None


def find_unwillingness(state: model.State, key: str, kind: type[ShipCommand]) -> Refused | None:
    """Return the first refusal by a rule module of any command of type `kind` to this ship, or None."""
    for test in rules_of(state).ship_objections.get(kind, ()):
        if why := test(state, key):
            return why
    return None


def find_actors(state: model.State, side: Side) -> Iterable[str]:
    """Return the ships of a side that can still act in this phase, in key order.

    The phase has a quick test for it, or the ships are read from the legal commands.
    """
    if found := rules_of(state).actors.get(state.phase):
        return found(state, side)
    able = {command.ship for command in list_choices(state, side) if isinstance(command, ShipCommand)}
    return (key for key in state.ships if key in able)


def find_other_actors(state: model.State, side: Side) -> Iterator[str]:
    """Yield the keys of what is no ship of a side but can still act in this phase, such as batteries."""
    return (key for found in rules_of(state).other_actors.get(state.phase, ()) for key in found(state, side))


def giver_of(state: model.State, command: Command) -> str:
    """Return the id of the player who gives a command, or "" in a battle in which each side is one player.

    That is the player whom the command names; else the owner of its ship or battery; else, for the acceptance of a
    draw, the first who has not agreed; else the asked player, or the first of the side.
    """
    if command.by is not UNSET or not state.players:
        return command.by or ""
    key = target_of_command(state, command)
    if state.question is None and key:
        return commander(state, key)
    if type(command) is AcceptDraw:
        return next((one.id for one in players_of(state, command.side) if one.id not in (state.agreed or ())), "")
    if command.side in (state.asked, state.question and state.question.side):
        return find_player_to_move(state)
    return next((one.id for one in players_of(state, command.side)), "")


def find_player_to_move(state: model.State) -> str:
    """Return the id of the player who is asked, or "" if nobody is or each side is one player.

    A question asks the owner of the ship in question. Else it is the first player of the side, not done, who can
    act, or the first not done.
    """
    return _find_asked_player(state) if state.players else ""


@cache_per_state
def _find_asked_player(state: model.State) -> str:
    """Return the id of the player who is asked, in a battle with several players; "" if nobody is."""
    if question := state.question:
        keys = [key for key in (question.other, question.ship) if key and model.side_of(state, key) == question.side]
        return commander(state, next(iter(keys), question.ship))
    if not state.asked:
        return ""
    left = players_not_done(state, state.asked)
    others = left if len(left) > 1 else ()
    alone = ((one, tuple(rest for rest in left if rest != one)) for one in others)
    able_ones = (
        one for one, rest in alone if is_side_able(with_done(state, (*(state.done or ()), *rest)), state.asked)
    )
    return next(able_ones, next(iter(left), ""))


def players_not_done(state: model.State, side: Side) -> tuple[str, ...]:
    """Return the ids of a side's players who are not done in this step, in file order.

    () if it is one player.
    """
    return tuple(one.id for one in players_of(state, side) if one.id not in (state.done or ()))


def is_side_able(state: model.State, side: Side) -> bool:
    """Return True if a ship, or a battery of a player not done, of the side can still act in this step."""
    told: Callable[[model.State, Side], Iterable[object]] = rules_of(state).actors.get(state.phase, list_choices)
    if any(True for _ in told(state, side)):
        return True
    left = players_not_done(state, side)
    return any(commander(state, key) in left for key in find_other_actors(state, side))


def check_player(state: model.State, command: Command) -> Refused | None:
    """Return the refusal if this player may not give the command, or None; a ship obeys her player alone.

    Refused: an unknown player or one who has conceded; a player not asked while a question waits, or done with this
    step; a ship or battery of another player. Draws, concessions and steps of either side ask only for the first.
    """
    if refusal := _check_seat(state, command):
        return refusal
    if not state.players or type(command) in (Concede, OfferDraw, AcceptDraw) or phase_of(state).asks == "either":
        return None
    by = giver_of(state, command)
    if state.question is not None:
        asked = find_player_to_move(state)
        return None if by == asked else Refused("AMB-148", f"{player_name(state, asked)} must answer first.")
    if by in (state.done or ()):
        return Refused("AMB-148", f"{player_name(state, by)} has finished this step.")
    key = target_of_command(state, command)
    if key and (owner := commander(state, key)) != by:
        return Refused("AMB-148", f"{name_of(state, key)} is commanded by {player_name(state, owner)}.", pieces=(key,))
    return None


def target_of_command(state: model.State, command: Command) -> str:
    """Return the ship or battery that a command goes to.

    "" if it goes to none or to one of the other side.
    """
    if isinstance(command, BatteryCommand):
        battery = state.coast.batteries.get(command.battery) if state.coast else None
        return battery.key if battery and battery.side == command.side else ""
    key = command.ship if isinstance(command, ShipCommand) else ""
    return key if key in state.ships and model.side_of(state, key) == command.side else ""


def _check_seat(state: model.State, command: Command) -> Refused | None:
    """Return the refusal if the named player is not on that side or has conceded; None if none is named."""
    seat = next((one for one in state.players or () if (one.id, one.side) == (command.by, command.side)), None)
    if command.by is UNSET or (seat and not seat.gone):
        return None
    if seat:
        return Refused("AMB-148", f"{seat.name} has conceded.")
    return Refused("C-3", f"There is no player '{command.by}' on that side.")


def ships_of_asked_player(state: model.State, side: Side) -> list[str]:
    """Return the ships that the asked player commands, in key order; all of the side if it is one player."""
    asked = find_player_to_move(state)
    return [key for key in list_commanded_ships(state, side) if commander(state, key) == asked]


def sign_command(state: model.State, command: commands.SideCommand) -> commands.SideCommand:
    """Return the command with its giver's id if the battle has several players, else unchanged."""
    return msgspec.structs.replace(command, by=giver_of(state, command)) if state.players else command


INTERVAL = 1.0
"""UM between the hulls of ships abreast: centers are this much plus the length of the longest apart."""
_ALONE = ("hold", "engage")
"""What a single ship can be ordered."""


def has_standing_orders(state: model.State) -> bool:
    """Return True once a side has given a standing order; both sides may know that."""
    return isinstance(state.standing, tuple)


def is_standing_order_sealed(state: model.State) -> bool:
    """Return True if standing orders exist and a side is moving its ships: then only that side may look."""
    return has_standing_orders(state) and state.phase == "movement" and state.asked is not None


def view_standing_orders(state: model.State, side: str) -> model.State:
    """Return the battle with the standing orders of `side` only; with none of them for ""."""
    orders = state.standing or ()
    mine = tuple(one for one in orders if one.side == side)
    return state if len(mine) == len(orders) else replace(state, standing=mine)


def check_standing_order(state: model.State, command: commands.StandingOrder) -> Refused | None:
    """Return the refusal of a standing order, or None.

    Refused: no ships, a ship named twice, a ship that the giver does not command, a manner that takes several ships
    for one, and a last turn that is over or after the end of the battle.
    """
    if refusal := _check_ships(state, command, command.ships):
        return refusal
    if len(command.ships) < 2 and command.manner not in _ALONE:
        return Refused("C-3", "That order needs several ships.", pieces=command.ships)
    if command.last_turn is not UNSET and not state.turn <= command.last_turn <= state.turns:
        by = f"turn {command.last_turn}, of {state.turn} to {state.turns}"
        return Refused("C-3", "A standing order must end in a later turn.", by)
    return None


def check_recall(state: model.State, command: commands.RecallOrders) -> Refused | None:
    """Return the refusal if the giver does not command all the ships or none has a standing order.

    Else None.
    """
    if refusal := _check_ships(state, command, command.ships):
        return refusal
    have = {key for one in state.standing or () if one.side == command.side for key in one.ships}
    if have.isdisjoint(command.ships):
        return Refused("C-3", "There is no standing order to recall.", pieces=command.ships)
    return None


def _check_ships(state: model.State, command: commands.SideCommand, ships: tuple[str, ...]) -> Refused | None:
    """Return the first refusal of `ships`: none, one named twice, or one that the giver does not command.

    Or None.
    """
    if not ships or len(set(ships)) < len(ships):
        return Refused("C-3", "The order must name each ship once.")
    return next(filter(None, (_check_ship(state, command, key) for key in ships)), None)


def _check_ship(state: model.State, command: commands.SideCommand, key: str) -> Refused | None:
    """Return the refusal if the side or the player does not command the ship, or None."""
    if refusal := check_commanded(state, command.side, key):
        return refusal
    owner = commander(state, key)
    if owner != giver_of(state, command):
        return Refused("AMB-148", f"{name_of(state, key)} is commanded by {player_name(state, owner)}.", pieces=(key,))
    return None


def execute_standing_order(turn: model.Context, command: commands.StandingOrder) -> None:
    """Emit a standing order with the stations of its ships, computed from their places now."""
    turn.emit(
        movement.StandingOrderGiven(
            side=command.side,
            ships=command.ships,
            manner=command.manner,
            stations=compute_stations(turn.state, command.ships, command.manner),
            last_turn=command.last_turn,
            to_gunshot=command.to_gunshot,
        )
    )


def execute_recall(turn: model.Context, command: commands.RecallOrders) -> None:
    """Emit the end of the standing orders of the named ships."""
    turn.emit(movement.StandingOrdersEnded(side=command.side, ships=command.ships, why="recalled"))


def lapse_standing_orders(turn: model.Context) -> None:
    """Emit the end of each standing order that is over, side by side.

    It is over if no ship of it is left, its last turn is past, or an enemy is within gunshot where it says so.
    """
    for side in SIDES if has_standing_orders(turn.state) else ():
        for one in turn.state.standing or ():
            if one.side == side and (why := _reason_to_end(turn.state, one)):
                turn.emit(movement.StandingOrdersEnded(side=side, ships=one.ships, why=why))


def _reason_to_end(state: model.State, order: model.SquadronOrder) -> movement.EndReason | None:
    """Return why a standing order is over, or None if it holds."""
    mine = [key for key in order.ships if key in list_commanded_ships(state, order.side)]
    if not mine:
        return "lost"
    if order.last_turn and state.turn > order.last_turn:
        return "turn"
    return "gunshot" if order.to_gunshot and is_enemy_in_gunshot(state, order.side, mine) else None


def is_enemy_in_gunshot(state: model.State, side: Side, ships: list[str]) -> bool:
    """Return True if an enemy in service is within long range and sight of one of `ships`, hull to hull."""
    foes = [
        key for key in state.ships if model.is_in_service(state, key) and key not in list_commanded_ships(state, side)
    ]
    far = state.profile.long
    return any(
        positions.is_within(state, key, foe, min(far, reach_between(state, key, foe))) for key in ships for foe in foes
    )


def list_order_marks(state: model.State, key: str) -> Iterator[Mark]:
    """Yield the line of a ship's card about her standing order.

    None if she has no order or obeys another side.
    """
    for one in state.standing or ():
        if key in one.ships and key in list_commanded_ships(state, one.side):
            yield Mark(
                "Ordered", movement.MANNER_WORDS[one.manner], f"Standing order, {movement.describe_term(one)}.", "C-6"
            )


# --- stations


def compute_stations(state: model.State, ships: tuple[str, ...], manner: model.Manner) -> dict[str, model.Station]:
    """Return the station of each ship off the first of `ships`: by ship, the first included.

    Abreast, the ships lie at equal intervals; in formation, each keeps her present place. {} for other manners.
    """
    if manner not in model.STATIONED:
        return {}
    lies = {key: station_of(state, ships[0], positions.hull_center(state, key)) for key in ships}
    return lies if manner == "formation" else dict(_stations_abreast(state, lies))


def _stations_abreast(state: model.State, lies: dict[str, model.Station]) -> Iterator[tuple[str, model.Station]]:
    """Yield each ship with a station abreast of the leader at equal intervals, on her present side.

    The leader comes first, then the ships to port, then those to starboard, each the nearest first.
    """
    leader, *others = lies
    apart = INTERVAL + max(positions.hull_size(state, key)[0] for key in lies)
    yield leader, model.Station(0.0, 0.0)
    for hand in (-1, 1):
        mine = sorted(
            (key for key in others if (lies[key].abeam > 0) == (hand > 0)), key=lambda key: abs(lies[key].abeam)
        )
        yield from ((key, model.Station(0.0, quantise(hand * apart * place))) for place, key in enumerate(mine, 1))


def station_of(state: model.State, leader: str, place: Point) -> model.Station:
    """Return a place as a station: UM ahead and to starboard of the leader's center, on her heading."""
    middle, heading = positions.hull_center(state, leader), state.ships[leader].pose.heading
    east, north = place.x - middle.x, place.y - middle.y
    s, c = sine(heading), cosine(heading)
    return model.Station(quantise(east * s + north * c), quantise(east * c - north * s))


def place_of_station(state: model.State, leader: str, station: model.Station) -> Point:
    """Return the place of a station off the leader as she lies now, UM on the map."""
    middle, heading = positions.hull_center(state, leader), state.ships[leader].pose.heading
    s, c = sine(heading), cosine(heading)
    return Point(middle.x + station.ahead * s + station.abeam * c, middle.y + station.ahead * c - station.abeam * s)
