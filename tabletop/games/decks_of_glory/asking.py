"""Who is asked what now, and what could be answered."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from tabletop.core.agreement import accepting
from tabletop.core.decision import Decision
from tabletop.games.decks_of_glory.chapters import boarding, movement
from tabletop.games.decks_of_glory.chapters.course import trial
from tabletop.games.decks_of_glory.chapters.sighting import clear, gunners, may_fire
from tabletop.games.decks_of_glory.commands import (
    BreakIrons,
    CheckWind,
    ChooseColour,
    ChooseWind,
    Command,
    CutLoose,
    Done,
    DrawInitiative,
    LeadBoarders,
    OpenFire,
    Sail,
    Shuffle,
)
from tabletop.games.decks_of_glory.phases import PHASES
from tabletop.games.decks_of_glory.positions import active, in_irons, is_entangled
from tabletop.games.decks_of_glory.state import HANDS, Action, Aim, Hand, PhaseId, Side, State, enemy_of, secret
from tabletop.geometry.hexgrid import SIDES, along

ACTORS: dict[PhaseId, Callable[[State, Side], Iterable[str]]] = {
    "movement": movement.actors,
    "gunnery": gunners,
    "boarding": lambda state, side: (key for key, _ in boarding.choosers(state, side)),
}
"""Ships of the side that is asked that can still do something, in the order of the list."""

_PLANS: tuple[tuple[Action, ...], ...] = (
    ("ahead", "ahead"),
    ("ahead",),
    ("starboard", "ahead"),
    ("port",),
    ("port", "ahead"),
    ("ahead", "starboard"),
    ("starboard",),
    ("ahead", "port"),
)

_TOWARDS: tuple[tuple[Action, ...], ...] = (
    ("ahead", "ahead"),
    ("starboard", "ahead"),
    ("starboard", "starboard"),
    ("starboard", "starboard"),
    ("port", "port"),
    ("port", "ahead"),
)
"""How a ship makes for another by the hex sides, clockwise, from her bow to where that one lies."""

_SHIPS = 3
"""For how many ships moves are offered at a time."""


def decision(state: State) -> Decision | None:
    """What the battle waits for; None once it is over."""
    if state.outcome is not None:
        return None
    phase, side = PHASES[state.phase], asked(state)
    able = actors(state, side)
    either = phase.asks == "either"
    commands = (*phase.commands, *accepting(state, side))
    prompt = phase.prompt if able or not phase.idle else phase.idle
    return Decision(side, phase.id, prompt, commands, able, either, open=not secret(state))


def actors(state: State, side: Side) -> tuple[str, ...]:
    """Ships of a side that can still do something in this phase, in key order."""
    return tuple(ACTORS[state.phase](state, side)) if state.phase in ACTORS else ()


def asked(state: State) -> Side:
    """The side that has to choose now; the first side where either may."""
    return state.asked or state.sides[0]


def choices(state: State) -> Iterator[Command]:
    """Some legal commands of the side that is asked; none once the battle is over."""
    return iter(()) if state.outcome is not None else _CHOICES[state.phase](state, asked(state))


def _moves(state: State, side: Side) -> Iterator[Command]:
    """Something for a few ships; which ones and what changes from ship to ship and from turn to turn."""
    ready = [state.way.ship] if state.way else list(movement.actors(state, side))
    spin = len(ready) + state.turn
    for number in range(min(_SHIPS, len(ready))):
        yield from _of_ship(state, side, ready[(spin + number) % len(ready)], 3 * spin + number)
    yield Done(side)


def _of_ship(state: State, side: Side, key: str, spin: int) -> Iterator[Command]:
    opened = state.way is not None and state.way.ship == key
    if not opened and is_entangled(state, key):
        yield CutLoose(side, key)
    elif not opened and in_irons(state, state.ships[key].facing):
        yield BreakIrons(side, key)
    else:
        for plan in (_towards_enemy(state, side, key, spin), _PLANS[spin % len(_PLANS)]):
            yield _as_far_as_allowed(state, side, key, plan, HANDS[spin % 2])


def _towards_enemy(state: State, side: Side, key: str, spin: int) -> tuple[Action, ...]:
    foes = active(state, enemy_of(side))
    if not foes:
        return ()
    ship, (q, r) = state.ships[key], state.ships[foes[spin % len(foes)]].at
    way = (q - ship.at[0], r - ship.at[1])
    there = max(range(SIDES), key=lambda direction: along(way, direction))
    return _TOWARDS[(there - ship.facing) % SIDES]


def _as_far_as_allowed(state: State, side: Side, key: str, plan: tuple[Action, ...], hand: Hand) -> Sail:
    move = trial(state, key, plan)
    return Sail(side, key, plan[: len(move.legs)], hand if move.end == "entangled" else None)


def _broadsides(state: State, side: Side) -> Iterator[Command]:
    """Everybody at the first target or at the last; every second ship; nobody."""
    able = (key for key, vessel in state.fleet.items() if vessel.side == side and may_fire(state, key))
    seen = {key: found for key in able if (found := [one.target for one in clear(state, key)])}
    for which in (0, -1):
        yield OpenFire(side, tuple(Aim(key, found[which]) for key, found in seen.items()))
    yield OpenFire(side, tuple(Aim(key, found[0]) for key, found in islice(seen.items(), 0, None, 2)))
    yield OpenFire(side)


def _boarders(state: State, side: Side) -> Iterator[Command]:
    yield LeadBoarders(side)
    for which in (0, -1):
        yield LeadBoarders(side, tuple(Aim(key, found[which]) for key, found in boarding.choosers(state, side)))


_CHOICES: dict[PhaseId, Callable[[State, Side], Iterator[Command]]] = {
    "colours": lambda state, side: (ChooseColour(side, colour) for colour in ("red", "black")),  # noqa: ARG005
    "shuffle": lambda state, side: iter((Shuffle(side),)),  # noqa: ARG005
    "first_wind": lambda state, side: (ChooseWind(side, wind) for wind in range(SIDES)),  # noqa: ARG005
    "wind": lambda state, side: iter((CheckWind(side),)),  # noqa: ARG005
    "initiative": lambda state, side: iter((DrawInitiative(side),)),  # noqa: ARG005
    "movement": _moves,
    "gunnery": _broadsides,
    "boarding": _boarders,
}
"""What is offered in each phase that asks somebody."""
