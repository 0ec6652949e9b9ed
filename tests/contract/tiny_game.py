"""The smallest whole game, a boat race with a die and a secret choice: it shows everything that a game needs."""

from typing import Any, Literal

import msgspec
import pydantic  # a larger game imports it only where a file is read: it takes long
from msgspec.structs import replace

from tabletop.core.decision import Decision
from tabletop.core.errors import Problem, Refused, ScenarioError
from tabletop.core.game import Game, Meta, Outcome, Side
from tabletop.core.unfolding import Unfolding

SCENARIO = "title: Round the buoy\nlength: 12\n"
OTHER, SAILS = {"red": "blue", "blue": "red"}, ("plain", "all")


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    do: Literal["plain", "all", "concede", "offer_draw", "accept_draw"]
    side: Literal["red", "blue"]


class Event(msgspec.Struct, frozen=True):
    event: str
    side: str | None
    sail: str = ""
    die: int = 0
    total: int = 0


class State(msgspec.Struct, frozen=True):
    length: int
    sailed: dict[str, int]
    chosen: dict[str, str] = {}
    offered: str | None = None
    outcome: Outcome | None = None


def _chosen(turn: Unfolding[State, Event], command: Command) -> None:
    turn.emit(Event("chosen", command.side, command.do))
    if len(chosen := turn.state.chosen) == 2:
        for side in OTHER:
            die = turn.d6() if chosen[side] == "all" else 0
            turn.emit(Event("sailed", side, "", die, turn.state.sailed[side] + {0: 2, 1: 0}.get(die, die)))
        if turn.state.sailed[leader := max(OTHER, key=turn.state.sailed.__getitem__)] >= turn.state.length:
            turn.emit(Event("ended", leader))


DECISIONS: dict[str, Any] = {
    **dict.fromkeys(SAILS, _chosen),
    "concede": lambda turn, command: turn.emit(Event("ended", OTHER[command.side])),
    "offer_draw": lambda turn, command: turn.emit(Event("draw_offered", command.side)),
    "accept_draw": lambda turn, command: turn.emit(Event("ended", None)),
}
APPLY: dict[str, Any] = {
    "chosen": lambda s, event: replace(s, offered=None, chosen={**s.chosen, event.side: event.sail}),
    "sailed": lambda s, event: replace(s, chosen={}, sailed={**s.sailed, event.side: event.total}),
    "draw_offered": lambda s, event: replace(s, offered=event.side),
    "ended": lambda s, event: replace(s, outcome=Outcome(event.side, "The race is over.", "TINY-2")),
}


class TinyGame(Game[State, Command, Event]):
    meta = Meta("tiny", "Tiny race", "", "2 players", "1 minute", (Side("red", "Red"), Side("blue", "Blue")))
    state_type, command_type, event_type = State, Command, Event

    def model(self):
        return pydantic.create_model("Race", __config__={"extra": "forbid"}, title=(str, ...), length=(int, ...))

    def open(self, prepared, options):
        if options:
            raise ScenarioError(Problem("options", 1, 1, f"unknown option '{name}'") for name in options)
        return State(prepared.length, {"red": 0, "blue": 0})

    def check(self, state, command):
        chosen = command.do in SAILS and command.side in state.chosen
        unasked = command.do == "accept_draw" and state.offered != OTHER[command.side]
        return Refused("TINY-1", "That cannot be done now.") if state.outcome or chosen or unasked else None

    def decide(self, state, command, chance):
        turn = Unfolding(state, self.evolve, chance)
        DECISIONS[command.do](turn, command)
        return turn.events

    def evolve(self, state, event):
        return APPLY[event.event](state, event)

    def view(self, state, side):
        return replace(state, chosen={one: sail for one, sail in state.chosen.items() if one == side})

    def decision(self, state):
        asked = "blue" if "red" in state.chosen else "red"
        return None if state.outcome else Decision(asked, "sail", "Set your sail", SAILS)

    def choices(self, state):
        return (Command(sail, side) for side in OTHER for sail in SAILS if not self.check(state, Command(sail, side)))

    def narrate(self, state, event):
        return "" if event.event == "chosen" else f"{event.side}: {event.event}, {event.total}"

    def reveals(self, state, events):
        return "Both sails are set." if len(events) > 1 and not any(event.die for event in events) else ""
