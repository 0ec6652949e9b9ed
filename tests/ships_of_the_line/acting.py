"""What a rule module does to a battle, seen by playing the same without it."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from tabletop.core.chance import SeededChance
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import Done
from tabletop.games.ships_of_the_line.events.combat import MastFell
from tabletop.games.ships_of_the_line.events.turn import PhaseBegan, PhaseEnded, PlayerDone, SideAsked
from tabletop.games.ships_of_the_line.model import Question, State
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, rules_of
from tabletop.games.ships_of_the_line.tables import Modifier

_FLOW = (PhaseBegan, PhaseEnded, PlayerDone, SideAsked)
"""How the turn goes on; what a module changes of that alone changes nothing."""


def told(events: Iterable[Event]) -> list[Event]:
    """What has happened, without how the turn goes on."""
    return [event for event in events if not isinstance(event, _FLOW)]


class Without:
    """A match beside what it were without one of its rule modules."""

    def __init__(self, match: Match, name: str) -> None:
        self._match, self._name = match, name
        plain = GAME.open(GAME.read(match.header.scenario, match.header.source), {name: False})
        self._otherwise = {
            field: (begun, usual)
            for field in State.__struct_fields__
            if (begun := getattr(match.opening, field)) != (usual := getattr(plain, field))
        }

    def other(self, move: Move) -> bool:
        """Whether something else had come of the last move of the match."""
        without = self._before(move.before)
        if _unknown(without):
            return not isinstance(move.command, Done)
        if GAME.check(without, move.command) is not None:
            return True
        chance = SeededChance(self._match.header.seed, self._match.draw_count - move.drawn)
        return told(GAME.decide(without, move.command, chance).events) != told(move.events)

    def _before(self, state: State) -> State:
        """A position without the module, and without what it made of the opening, as far as that is still there."""
        usual = {
            field: plain for field, (begun, plain) in self._otherwise.items() if getattr(state, field) == begun
        } | {"phase": state.phase, "asked": state.asked}
        return replace(state, **(usual | {"options": {**state.options, self._name: False}}))


def _unknown(state: State) -> bool:
    """Its step, or the question that it waits for, belongs to a module that is not in use."""
    rules = rules_of(state)
    return state.phase not in rules.phases or (
        state.question is not None and state.question.kind not in rules.questions
    )


class Difference(msgspec.Struct, frozen=True):
    """Where two battles part that were given the same orders."""

    usual: list[Event] = []
    came: list[Event] = []
    refusal: Refused | None = None
    question: Question | None = None
    asked: bool = False
    """A side was asked, in the second, that was not asked in the first."""
    phase: str = ""
    """The step that it comes to, in which nothing is done before it is known what is ordered."""

    def signed(self, module: RuleModule) -> bool:
        """Whether it can be the doing of a rule module."""
        own = {row.kind for row in module.event_handlers}
        lines = _lines(msgspec.to_builtins(self.came)) - _lines(msgspec.to_builtins(self.usual))
        if module.mast_side is not RuleModule(id="").mast_side:
            own.add(MastFell)
        asks = self.refusal or self.question or self.asked or self.phase in module.choices
        return bool(asks or lines) or any(type(one) in own or one.rule.startswith(module.rule) for one in self.came)


def _lines(told: object) -> set[tuple[object, ...]]:
    """All lines of sums in plain data."""
    if isinstance(told, dict):
        own = {tuple(told.values())} if set(told) == set(Modifier.__struct_fields__) else set()
        return own.union(*map(_lines, told.values()))
    return set[tuple[object, ...]]().union(*map(_lines, told)) if isinstance(told, list | tuple) else set()


def changed(usual: State, other: State) -> bool:
    """Whether a module made something else of an opening, besides the step before the first turn."""
    step = {"options": usual.options, "phase": usual.phase, "asked": usual.asked}
    return replace(other, **step) != usual
