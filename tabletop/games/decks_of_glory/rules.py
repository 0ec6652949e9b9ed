"""The one door to the rules: may a command be given, and what comes of it. A table, not a ladder."""

from tabletop.core.agreement import Agreement, any_time
from tabletop.core.chance import Chance
from tabletop.core.deeds import Deed, Deeds, Order, allowed
from tabletop.core.errors import Refused, out_of_turn
from tabletop.core.unfolding import Unfolding
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
from tabletop.games.decks_of_glory.events import FACTS
from tabletop.games.decks_of_glory.phases import PHASES
from tabletop.games.decks_of_glory.state import SIDES, State, secret

_AGREEMENT = Agreement(SIDES, lambda state, side: state.names[side], ending.end)


DEEDS: Deeds[State] = Deeds(
    (
        Deed(commands.PlaceShip, placing.check, placing.place),
        Deed(commands.FinishPlacing, allowed, placing.finish, sequence.side_done),
        Deed(commands.ChooseColour, allowed, preparing.choose_colour, sequence.go_on),
        Deed(commands.Shuffle, allowed, preparing.shuffle, sequence.go_on),
        Deed(commands.ChooseWind, preparing.check_choose_wind, preparing.choose_wind, sequence.go_on),
        Deed(commands.CheckWind, allowed, preparing.check_wind, sequence.go_on),
        Deed(commands.DrawInitiative, allowed, preparing.draw_initiative, sequence.go_on),
        Deed(commands.Sail, movement.check_sail, movement.sail),
        Deed(commands.BreakIrons, movement.check_break_irons, movement.break_irons),
        Deed(commands.CutLoose, movement.check_cut_loose, movement.cut_loose),
        Deed(commands.Done, allowed, movement.done, sequence.side_done),
        Deed(commands.OpenFire, gunnery.check, gunnery.open_fire, sequence.side_done),
        Deed(commands.LeadBoarders, boarding.check, boarding.lead_boarders, sequence.side_done),
        Deed(commands.CorrectShip, correcting.check, correcting.correct),
    ),
    _AGREEMENT.deeds,
)
"""Every command: why it is refused in its own phase, and what comes of it."""


def check(state: State, command: Order) -> Refused | None:
    """Why the command is not allowed now, or None; it asks nothing that its side may not know."""
    return _AGREEMENT.check_side(command) or _out_of_turn(state, command) or DEEDS.check(state, command)


def decide(state: State, command: Order, chance: Chance) -> Unfolding[State]:
    """The facts that follow from an allowed command, and from the rules it sets going."""
    turn = Unfolding(state, FACTS, chance)
    _AGREEMENT.lapse(turn, command)
    DEEDS.do(turn, command)
    return turn


def _out_of_turn(state: State, command: Order) -> Refused | None:
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
