"""The one door to the rules: may a command be given, and what comes of it. A table, not a ladder."""

from collections.abc import Callable, Container, Iterator

from tabletop.core.agreement import Agreement, any_time
from tabletop.core.chance import Chance
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import Command, CommandHandler, CommandTable, allowed
from tabletop.core.errors import Refused, out_of_turn
from tabletop.games.decks_of_glory import boarding, commands, corrections, draws, gunnery, movement, placing, victory
from tabletop.games.decks_of_glory.events import EVENT_HANDLERS, PhaseBegan, SideAsked, TurnBegan
from tabletop.games.decks_of_glory.phases import PHASES
from tabletop.games.decks_of_glory.state import SIDES, Context, PhaseId, Side, State, enemy_of, secret


def _finish_turn(turn: Context) -> None:
    victory.strike(turn)
    victory.at_end_of_turn(turn)


CLOSING: dict[PhaseId, Callable[[Context], None]] = {
    "deployment": placing.reveal,
    "wind": movement.drift,
    "gunnery": gunnery.resolve,
    "boarding": boarding.fight_all,
    "striking": _finish_turn,
}
"""What happens by itself when nobody has more to choose in a phase."""

CHOOSES: dict[PhaseId, Callable[[State, Side], bool]] = {
    "deployment": lambda state, side: bool(placing.open_ships(state, side)),
    "movement": lambda state, side: True,  # noqa: ARG005
    "gunnery": lambda state, side: any(gunnery.gunners(state, side)),
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
        asked = draws.draw_for_wind(turn)
    elif row.asks == "first":
        asked = turn.state.sides[0]
    elif row.asks == "in_turn":
        asked = next(_choosing(turn.state, phase, ()), None)
    turn.emit(PhaseBegan(phase=phase, asked=asked, rule=row.rule))
    return asked is not None or row.asks == "either"


def _choosing(state: State, phase: PhaseId, chosen: Container[Side]) -> Iterator[Side]:
    """The sides that have something to choose in a phase and have not done so, in their order."""
    return (one for one in order(state) if one not in chosen and CHOOSES[phase](state, one))


_AGREEMENT = Agreement(SIDES, lambda state, side: state.names[side], victory.end)


COMMAND_HANDLERS: CommandTable[State] = CommandTable(
    (
        CommandHandler(commands.PlaceShip, placing.check, placing.place),
        CommandHandler(commands.FinishPlacing, allowed, placing.finish, side_done),
        CommandHandler(commands.ChooseColour, allowed, draws.choose_colour, go_on),
        CommandHandler(commands.Shuffle, allowed, draws.shuffle, go_on),
        CommandHandler(commands.ChooseWind, draws.check_choose_wind, draws.choose_wind, go_on),
        CommandHandler(commands.CheckWind, allowed, draws.check_wind, go_on),
        CommandHandler(commands.DrawInitiative, allowed, draws.draw_initiative, go_on),
        CommandHandler(commands.Sail, movement.check_sail, movement.sail),
        CommandHandler(commands.BreakIrons, movement.check_break_irons, movement.break_irons),
        CommandHandler(commands.CutLoose, movement.check_cut_loose, movement.cut_loose),
        CommandHandler(commands.Done, allowed, movement.done, side_done),
        CommandHandler(commands.OpenFire, gunnery.check, gunnery.open_fire, side_done),
        CommandHandler(commands.LeadBoarders, boarding.check, boarding.lead_boarders, side_done),
        CommandHandler(corrections.CorrectShip, corrections.check, corrections.correct),
    ),
    _AGREEMENT.command_handlers,
)
"""Every command: why it is refused in its own phase, and what comes of it."""


def check(state: State, command: Command) -> Refused | None:
    """Why the command is not allowed now, or None; it asks nothing that its side may not know."""
    return _AGREEMENT.check_side(command) or _out_of_turn(state, command) or COMMAND_HANDLERS.check(state, command)


def decide(state: State, command: Command, chance: Chance) -> CommandContext[State]:
    """The events that follow from an allowed command, and from the rules it sets going."""
    turn = CommandContext(state, EVENT_HANDLERS, chance)
    _AGREEMENT.lapse(turn, command)
    COMMAND_HANDLERS.execute(turn, command)
    return turn


def _out_of_turn(state: State, command: Command) -> Refused | None:
    if state.outcome is not None:
        return Refused("DOG-23", "The battle is over.")
    phase = PHASES[state.phase]
    if type(command) not in phase.orders:
        return None if any_time(command) else out_of_turn(phase.rule, phase.prompt)
    if phase.asks == "either" or command.side == state.asked:
        return None
    if secret(state) and command.side not in state.orders:
        return None
    return Refused(phase.rule, "It is the other side's turn to choose.")
