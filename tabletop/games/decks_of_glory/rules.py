"""The one door to the rules: may a command be given, and what comes of it. A table, not a ladder."""

from tabletop.core.agreement import Agreement, any_time
from tabletop.core.chance import Chance
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import Command, CommandHandler, CommandTable, allowed
from tabletop.core.errors import Refused, out_of_turn
from tabletop.games.decks_of_glory import commands
from tabletop.games.decks_of_glory.chapters import (
    boarding,
    correcting,
    ending,
    gunnery,
    movement,
    placing,
    preparing,
    sequence,
)
from tabletop.games.decks_of_glory.events import EVENT_HANDLERS
from tabletop.games.decks_of_glory.phases import PHASES
from tabletop.games.decks_of_glory.state import SIDES, State, secret

_AGREEMENT = Agreement(SIDES, lambda state, side: state.names[side], ending.end)


COMMAND_HANDLERS: CommandTable[State] = CommandTable(
    (
        CommandHandler(commands.PlaceShip, placing.check, placing.place),
        CommandHandler(commands.FinishPlacing, allowed, placing.finish, sequence.side_done),
        CommandHandler(commands.ChooseColour, allowed, preparing.choose_colour, sequence.go_on),
        CommandHandler(commands.Shuffle, allowed, preparing.shuffle, sequence.go_on),
        CommandHandler(commands.ChooseWind, preparing.check_choose_wind, preparing.choose_wind, sequence.go_on),
        CommandHandler(commands.CheckWind, allowed, preparing.check_wind, sequence.go_on),
        CommandHandler(commands.DrawInitiative, allowed, preparing.draw_initiative, sequence.go_on),
        CommandHandler(commands.Sail, movement.check_sail, movement.sail),
        CommandHandler(commands.BreakIrons, movement.check_break_irons, movement.break_irons),
        CommandHandler(commands.CutLoose, movement.check_cut_loose, movement.cut_loose),
        CommandHandler(commands.Done, allowed, movement.done, sequence.side_done),
        CommandHandler(commands.OpenFire, gunnery.check, gunnery.open_fire, sequence.side_done),
        CommandHandler(commands.LeadBoarders, boarding.check, boarding.lead_boarders, sequence.side_done),
        CommandHandler(commands.CorrectShip, correcting.check, correcting.correct),
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
