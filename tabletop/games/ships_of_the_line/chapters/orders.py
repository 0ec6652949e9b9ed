"""Whose orders a ship's crew takes, which crew acts first, and what could be ordered (4.4.2, AMB-127, AMB-129)."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce
from itertools import chain

from tabletop.core import commands
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.core.memory import per_state
from tabletop.core.offers import Offers, joined
from tabletop.games.ships_of_the_line.commanders import commander
from tabletop.games.ships_of_the_line.commands import ShipCommand, SideCommand
from tabletop.games.ships_of_the_line.compiled import evolve, rules_of
from tabletop.games.ships_of_the_line.ship import AFLOAT, Status
from tabletop.games.ships_of_the_line.sides import SIDES, Side, enemy_of
from tabletop.games.ships_of_the_line.state import State, on_map, side_of

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


def supposed(state: State, command: commands.Command) -> State:
    """The state on which a command is checked: after the events that go before all that comes of it."""
    return reduce(evolve, preludes(state, command), state) if type(command) in rules_of(state).preludes else state


def preludes(state: State, command: commands.Command) -> Iterator[Event]:
    """The events that modules put before a command."""
    told = rules_of(state).preludes.get(type(command), ())
    return chain.from_iterable(events(state, command) for events in told)


def objection(state: State, command: commands.Command) -> Refused | None:
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
