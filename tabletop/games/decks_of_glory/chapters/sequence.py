"""The sequence of a turn, read from the table in `phases.py`.

A phase begins, asks its sides one after the other, closes with the rule that runs by itself, and gives way to the
next; a side that has nothing to choose is not asked.
"""

from collections.abc import Callable, Container, Iterator

from tabletop.games.decks_of_glory.chapters import (
    boarding,
    dealing_out,
    ending,
    entangling,
    gunnery,
    placing,
    preparing,
    sighting,
)
from tabletop.games.decks_of_glory.events.turn import PhaseBegan, SideAsked, TurnBegan
from tabletop.games.decks_of_glory.phases import PHASES
from tabletop.games.decks_of_glory.state import Context, PhaseId, Side, State, enemy_of


def _finish_turn(turn: Context) -> None:
    dealing_out.strike(turn)
    ending.at_end_of_turn(turn)


CLOSING: dict[PhaseId, Callable[[Context], None]] = {
    "deployment": placing.reveal,
    "wind": entangling.drift,
    "gunnery": gunnery.resolve,
    "boarding": boarding.fight_all,
    "striking": _finish_turn,
}
"""What happens by itself when nobody has more to choose in a phase."""

CHOOSES: dict[PhaseId, Callable[[State, Side], bool]] = {
    "deployment": lambda state, side: bool(placing.open_ships(state, side)),
    "movement": lambda state, side: True,  # noqa: ARG005
    "gunnery": lambda state, side: any(sighting.gunners(state, side)),
    "boarding": lambda state, side: any(boarding.choosers(state, side)),
}
"""Whether a side has anything to choose in a phase that asks both in turn."""


def order(state: State) -> tuple[Side, Side]:
    """Who comes first this turn and who second (DOG-11)."""
    first = state.initiative or state.sides[0]
    return first, enemy_of(first)


def side_done(turn: Context) -> None:
    """A side has chosen: the next one is asked, or the phase is over."""
    waiting = next(_choosing(turn.state, turn.state.phase, turn.state.orders), None)
    if waiting is None:
        go_on(turn)
    elif waiting != turn.state.asked:
        turn.emit(SideAsked(side=waiting, rule=PHASES[turn.state.phase].rule))


def go_on(turn: Context) -> None:
    """Close the phase and begin the next, until somebody is asked or the battle is over."""
    while True:
        if rule := CLOSING.get(turn.state.phase):
            rule(turn)
        following = PHASES[turn.state.phase].next
        if following == "first_wind" and turn.state.wind is not None:
            following = "wind"  # none is chosen where the scenario sets it
        if following == "colours" and turn.state.colours:
            following = "shuffle"
        if turn.state.outcome is not None or _begin(turn, following):
            return


def _begin(turn: Context, phase: PhaseId) -> bool:
    """Begin a phase; whether somebody may answer."""
    row = PHASES[phase]
    if phase == "wind":
        turn.emit(TurnBegan(turn=turn.state.turn + 1))
    asked: Side | None = None
    if row.asks == "winner":
        asked = preparing.draw_for_wind(turn)
    elif row.asks == "first":
        asked = turn.state.sides[0]
    elif row.asks == "in_turn":
        asked = next(_choosing(turn.state, phase, ()), None)
    turn.emit(PhaseBegan(phase=phase, asked=asked, rule=row.rule))
    return asked is not None or row.asks == "either"


def _choosing(state: State, phase: PhaseId, chosen: Container[Side]) -> Iterator[Side]:
    """The sides that have something to choose in a phase and have not done so, in their order."""
    return (one for one in order(state) if one not in chosen and CHOOSES[phase](state, one))
