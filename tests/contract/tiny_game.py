"""The smallest complete game, a boat race with a die and a secret choice: it shows everything that a game needs."""

import msgspec
import pydantic  # a larger game imports it only where a file is read: it takes long
from msgspec.structs import replace

from tabletop.core import agreement
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import Command, CommandHandler, CommandTable
from tabletop.core.decision import Decision, check_not_chosen, fill_choices, find_side_to_choose, redact_choices
from tabletop.core.errors import Problem, ScenarioError
from tabletop.core.events import Event, EventHandler, EventTable, describe_nothing
from tabletop.core.game import Game, Meta, Outcome, Side
from tabletop.core.offers import offer_commands

SCENARIO = "title: Round the buoy\nlength: 12\n"
SIDES = ("red", "blue")
AGREEMENT = agreement.Agreement(SIDES, lambda state, side: side.capitalize())


class Plain(Command, frozen=True):
    """Set plain sail, which takes a boat two lengths (TINY-1)."""


class All(Command, frozen=True):
    """Set all sail, which takes a boat as many lengths as a die says (TINY-1)."""


class Chosen(Event, frozen=True, kw_only=True):
    side: str
    sail: str
    rule: str = "TINY-1"


class Sailed(Event, frozen=True, kw_only=True):
    side: str
    die: int
    total: int
    rule: str = "TINY-1"


class State(msgspec.Struct, frozen=True):
    length: int
    sailed: dict[str, int]
    chosen: dict[str, str | None] = {}
    draw_offered: str | None = None
    outcome: Outcome | None = None


def _choose(turn: CommandContext[State], command: Plain | All) -> None:
    turn.emit(Chosen(side=command.side, sail=command.__struct_config__.tag))
    if find_side_to_choose(SIDES, chosen := turn.state.chosen):
        return
    for side in SIDES:
        die = turn.d6() if chosen[side] == "all" else 0
        turn.emit(Sailed(side=side, die=die, total=turn.state.sailed[side] + (die or 2)))
    if turn.state.sailed[leader := max(SIDES, key=turn.state.sailed.__getitem__)] >= turn.state.length:
        agreement.end_game(turn, leader, "The race is over", "TINY-2")


def _unsailed(state: State, command: Plain | All):
    return check_not_chosen(command.side, state.chosen, "TINY-1")


def _sailed(state: State, event: Sailed) -> State:
    return replace(state, chosen={}, sailed={**state.sailed, event.side: event.total})


COMMAND_HANDLERS = CommandTable[State](
    (CommandHandler(Plain, _unsailed, _choose), CommandHandler(All, _unsailed, _choose)), AGREEMENT.command_handlers
)
EVENT_HANDLERS = EventTable[State](
    (
        EventHandler(
            Chosen, lambda s, event: replace(s, chosen={**s.chosen, event.side: event.sail}), describe_nothing
        ),
        EventHandler(
            Sailed,
            apply=_sailed,
            describe=lambda s, event: f"{event.side}: {event.total} lengths",
        ),
    ),
    agreement.build_event_handlers(describe_nothing, describe_nothing),
)


class TinyGame(Game[State]):
    meta = Meta("tiny", "Tiny race", "", "2 players", "1 minute", (Side("red", "Red"), Side("blue", "Blue")))
    state_type, command_type, event_type = State, COMMAND_HANDLERS.union, EVENT_HANDLERS.union
    evolve = staticmethod(EVENT_HANDLERS.evolve)
    describe = staticmethod(EVENT_HANDLERS.describe)
    redact = staticmethod(EVENT_HANDLERS.redact)

    def model(self):
        return pydantic.create_model("Race", __config__={"extra": "forbid"}, title=(str, ...), length=(int, ...))

    def open(self, prepared, options):
        if options:
            raise ScenarioError(Problem("options", 1, 1, f"unknown option '{name}'") for name in options)
        return State(prepared.length, dict.fromkeys(SIDES, 0))

    def check(self, state, command):
        return AGREEMENT.check_open(state, command) or COMMAND_HANDLERS.check(state, command)

    def decide(self, state, command, chance):
        turn = CommandContext(state, EVENT_HANDLERS, chance)
        AGREEMENT.lapse_offer(turn, command)
        COMMAND_HANDLERS.execute(turn, command)
        return turn

    def reveals(self, state, events):
        dice = [event.die for event in events if type(event) is Sailed]
        return "Both sails are set." if dice and not any(dice) else ""

    def view(self, state, side):
        return replace(state, chosen=redact_choices(state.chosen, side))

    def guess(self, known, side, chance):
        sails = ("plain", "all")
        return replace(known, chosen=fill_choices(self.view(known, side).chosen, lambda _: sails[chance.draw_below(2)]))

    def decision(self, state):
        asked = None if state.outcome else find_side_to_choose(SIDES, state.chosen)
        return Decision(asked, "sail", "Set your sail", ("plain", "all")) if asked else None

    def choices(self, state):
        side = None if state.outcome else find_side_to_choose(SIDES, state.chosen)
        return offer_commands(Plain(side), All(side)) if side else offer_commands()
