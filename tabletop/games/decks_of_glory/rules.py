"""The sequence of a turn and the table of all commands, with the functions that check and execute them.

A phase begins, asks its sides one after the other, closes with a rule that runs by itself, and leads to the next
phase. A side that has nothing to choose is not asked.
"""

from collections.abc import Callable, Container, Iterator

from tabletop.core.agreement import Agreement, is_allowed_any_time
from tabletop.core.chance import Chance
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import Command, CommandHandler, CommandTable, allow_always
from tabletop.core.errors import Refused, refuse_out_of_turn
from tabletop.games.decks_of_glory import boarding, commands, corrections, draws, gunnery, movement, placing, victory
from tabletop.games.decks_of_glory.events import EVENT_HANDLERS, PhaseBegan, SideAsked, TurnBegan
from tabletop.games.decks_of_glory.model import SIDES, Context, PhaseId, Side, State, enemy_of, is_fire_secret
from tabletop.games.decks_of_glory.phases import PHASES


def _finish_turn(turn: Context) -> None:
    victory.strike_beaten_ships(turn)
    victory.end_if_decided(turn)


PHASE_CLOSERS: dict[PhaseId, Callable[[Context], None]] = {
    "deployment": placing.reveal_fleets,
    "wind": movement.drift_derelicts,
    "gunnery": gunnery.resolve_broadsides,
    "boarding": boarding.fight_all,
    "striking": _finish_turn,
}
"""The rule that runs by itself at the end of a phase."""

CHOICE_TESTS: dict[PhaseId, Callable[[State, Side], bool]] = {
    "deployment": lambda state, side: bool(placing.list_placeable(state, side)),
    "movement": lambda state, side: True,  # noqa: ARG005
    "gunnery": lambda state, side: any(gunnery.list_gunners(state, side)),
    "boarding": lambda state, side: any(boarding.list_choosers(state, side)),
}
"""For each phase that asks both sides in turn, a function that returns True if a side has anything to choose."""


def side_order(state: State) -> tuple[Side, Side]:
    """Return the sides in their order this turn (DOG-11)."""
    first = state.initiative or state.sides[0]
    return first, enemy_of(first)


def advance_side(turn: Context) -> None:
    """Ask the next side after a side has chosen, or end the phase."""
    waiting = next(_list_choosing_sides(turn.state, turn.state.phase, turn.state.orders), None)
    if waiting is None:
        advance_phase(turn)
    elif waiting != turn.state.asked:
        turn.emit(SideAsked(side=waiting, rule=PHASES[turn.state.phase].rule))


def advance_phase(turn: Context) -> None:
    """Close the phase and begin the next, until a side is asked or the battle is over."""
    while True:
        if rule := PHASE_CLOSERS.get(turn.state.phase):
            rule(turn)
        following = PHASES[turn.state.phase].next
        if following == "first_wind" and turn.state.wind is not None:
            following = "wind"  # none is chosen where the scenario sets it
        if following == "colours" and turn.state.colours:
            following = "shuffle"
        if turn.state.outcome is not None or _begin_phase(turn, following):
            return


def _begin_phase(turn: Context, phase: PhaseId) -> bool:
    """Begin a phase. Return True if a side may answer."""
    row = PHASES[phase]
    if phase == "wind":
        turn.emit(TurnBegan(turn=turn.state.turn + 1))
    asked: Side | None = None
    if row.asks == "winner":
        asked = draws.draw_for_wind(turn)
    elif row.asks == "first":
        asked = turn.state.sides[0]
    elif row.asks == "in_turn":
        asked = next(_list_choosing_sides(turn.state, phase, ()), None)
    turn.emit(PhaseBegan(phase=phase, asked=asked, rule=row.rule))
    return asked is not None or row.asks == "either"


def _list_choosing_sides(state: State, phase: PhaseId, chosen: Container[Side]) -> Iterator[Side]:
    """Return the sides that have something to choose in a phase and are not in `chosen`, in their order."""
    return (one for one in side_order(state) if one not in chosen and CHOICE_TESTS[phase](state, one))


_AGREEMENT = Agreement(SIDES, lambda state, side: state.names[side], victory.end_battle)


COMMAND_HANDLERS: CommandTable[State] = CommandTable(
    (
        CommandHandler(commands.PlaceShip, placing.check_place_ship, placing.place_ship),
        CommandHandler(commands.FinishPlacing, allow_always, placing.finish_placing, advance_side),
        CommandHandler(commands.ChooseColour, allow_always, draws.choose_colour, advance_phase),
        CommandHandler(commands.Shuffle, allow_always, draws.shuffle, advance_phase),
        CommandHandler(commands.ChooseWind, draws.check_choose_wind, draws.choose_wind, advance_phase),
        CommandHandler(commands.CheckWind, allow_always, draws.check_wind, advance_phase),
        CommandHandler(commands.DrawInitiative, allow_always, draws.draw_initiative, advance_phase),
        CommandHandler(commands.Sail, movement.check_sail, movement.sail),
        CommandHandler(commands.BreakIrons, movement.check_break_irons, movement.break_irons),
        CommandHandler(commands.CutLoose, movement.check_cut_loose, movement.cut_loose),
        CommandHandler(commands.Done, allow_always, movement.finish_moves, advance_side),
        CommandHandler(commands.OpenFire, gunnery.check_open_fire, gunnery.open_fire, advance_side),
        CommandHandler(commands.LeadBoarders, boarding.check_lead_boarders, boarding.lead_boarders, advance_side),
        CommandHandler(corrections.CorrectShip, corrections.check_correct_ship, corrections.correct_ship),
    ),
    _AGREEMENT.command_handlers,
)
"""Every command with its check in its own phase and its execution."""


def check(state: State, command: Command) -> Refused | None:
    """Return the refusal of a command, or None if its side may give it now.

    Reads only what that side may know.
    """
    return _AGREEMENT.check_side(command) or _out_of_turn(state, command) or COMMAND_HANDLERS.check(state, command)


def decide(state: State, command: Command, chance: Chance) -> CommandContext[State]:
    """Return the context with the events of an allowed command and of all rules that follow from it."""
    turn = CommandContext(state, EVENT_HANDLERS, chance)
    _AGREEMENT.lapse_offer(turn, command)
    COMMAND_HANDLERS.execute(turn, command)
    return turn


def _out_of_turn(state: State, command: Command) -> Refused | None:
    """Return the refusal of a command outside its phase or turn, or None."""
    if state.outcome is not None:
        return Refused("DOG-23", "The battle is over.")
    phase = PHASES[state.phase]
    if type(command) not in phase.orders:
        return None if is_allowed_any_time(command) else refuse_out_of_turn(phase.rule, phase.prompt)
    if phase.asks == "either" or command.side == state.asked:
        return None
    if is_fire_secret(state) and command.side not in state.orders:
        return None
    return Refused(phase.rule, "The other side is to choose.")
