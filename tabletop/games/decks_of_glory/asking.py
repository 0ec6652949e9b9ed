"""Who is asked what now, and what could be answered."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from tabletop.core.agreement import AcceptDraw
from tabletop.core.decision import Decision
from tabletop.games.decks_of_glory.chapters import boarding, movement
from tabletop.games.decks_of_glory.chapters.course import trial
from tabletop.games.decks_of_glory.chapters.sighting import clear, gunners
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
from tabletop.games.decks_of_glory.positions import in_irons, is_entangled
from tabletop.games.decks_of_glory.state import HANDS, Action, Aim, PhaseId, Side, State, secret
from tabletop.geometry.hexgrid import SIDES

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

_SHIPS, _OFFERS = 3, 2
"""For how many ships moves are offered at a time, and how many for each."""


def decision(state: State) -> Decision | None:
    """What the battle waits for; None once it is over."""
    if state.outcome is not None:
        return None
    phase, side = PHASES[state.phase], asked(state)
    offered = state.draw_offered not in (None, side)
    accept = (str(AcceptDraw.__struct_config__.tag),) if offered else ()
    actors = tuple(ACTORS[phase.id](state, side)) if phase.id in ACTORS else ()
    either = phase.asks == "either"
    return Decision(
        side, phase.id, phase.prompt, (*phase.commands, *accept), actors, either, open=not secret(state)
    )


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
        key = ready[(spin + number) % len(ready)]
        yield from islice(_of_ship(state, side, key, 3 * spin + number), _OFFERS)
    yield Done(side)


def _of_ship(state: State, side: Side, key: str, spin: int) -> Iterator[Command]:
    opened = state.way is not None and state.way.ship == key
    if not opened and is_entangled(state, key):
        yield CutLoose(side, key)
    elif not opened and in_irons(state, state.ships[key].facing):
        yield BreakIrons(side, key)
    else:
        for number in range(len(_PLANS)):
            plan = _PLANS[(spin + number) % len(_PLANS)]
            move = trial(state, key, plan)
            if not move.refusal:
                yield Sail(side, key, plan, HANDS[spin % 2] if move.end == "entangled" else None)


def _broadsides(state: State, side: Side) -> Iterator[Command]:
    """Everybody at the first target or at the last; every second ship; nobody."""
    seen = {key: [one.target for one in clear(state, key)] for key in gunners(state, side)}
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
