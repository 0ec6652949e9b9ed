"""A lesson: its battle, and its steps, each with a text and a task."""

from collections.abc import Mapping

import msgspec

from tabletop.core.case_file import COMMAND, EVENT, WrittenEntry, build_command, split_entry
from tabletop.core.commands import Command
from tabletop.core.events import Event
from tabletop.core.game import AnyGame
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import ComputerPlayer, Seating

OPPONENT_PLAYER = "casual"
"""The computer player of the other sides if the battle goes on after the lesson."""


class LessonStep(msgspec.Struct, frozen=True):
    """A step of a lesson.

    Attributes:
        title: a few words.
        say: the text that teaches.
        do: the task in words; "" if the player only reads.
        key: the key that does the same as the mouse; "" for none.
        selection: the piece that is selected when the step begins; "" keeps the player's selection.
        ring: parts to ring, as ``ship F1`` or ``part compass``.
        rule: id of the rule that the step is about; "" for none.
        link_text: the words that link to the rule.
        look: looks of which any fulfils the task, as ``choose B1``.
        order: the command that fulfils the task, with the fields that count; None for none.
        event: the event that fulfils the task; None for none.
        allow: the commands that the step allows; None allows all.
        required_state: parts of the state to which a command must lead.
        answer: the refusal of any other command.
        answers: texts added to refusals of the rules, by rule id.
        solution: the commands that fulfil the task.
        follow_ups: the commands that follow, by the sides to move.
        expected_events: events that all these commands must cause, in order.
    """

    title: str
    say: str
    do: str = ""
    key: str = ""
    selection: str = ""
    ring: tuple[str, ...] = ()
    rule: str = ""
    link_text: str = ""
    look: tuple[str, ...] = ()
    order: WrittenEntry | None = None
    event: WrittenEntry | None = None
    allow: tuple[WrittenEntry, ...] | None = ()
    required_state: Mapping[str, object] = {}
    answer: str = ""
    answers: Mapping[str, str] = {}
    solution: tuple[WrittenEntry, ...] = ()
    follow_ups: tuple[WrittenEntry, ...] = ()
    expected_events: tuple[WrittenEntry, ...] = ()

    @property
    def has_task(self) -> bool:
        """True if the step waits for a look, a command or an event, and not only to be read."""
        return bool(self.look or self.order or self.event)


class LearnedPoint(msgspec.Struct, frozen=True):
    """A sentence or two that a lesson has taught, with the id of the rule."""

    say: str
    rule: str


class Lesson(msgspec.Struct, frozen=True):
    """A lesson.

    Attributes:
        game: the rules.
        heading: what the lesson teaches, in a few words.
        title: title of the battle.
        about: the lesson in a sentence.
        minutes: expected duration.
        side: the player's side.
        seed: seed of all chance.
        scenario: text of the scenario.
        source: name of the scenario's file.
        opening_commands: commands submitted before the first step.
        steps: the steps in order.
        learned_points: what the lesson has taught, shown at its end.
    """

    game: AnyGame
    heading: str
    title: str
    about: str
    minutes: int
    side: str
    seed: str
    scenario: str
    source: str
    opening_commands: tuple[WrittenEntry, ...]
    steps: tuple[LessonStep, ...]
    learned_points: tuple[LearnedPoint, ...] = ()

    @property
    def setup(self) -> MatchSetup:
        """The setup of the match. The computer has the other sides, and plays them once the lesson is over."""
        others = tuple(side.id for side in self.game.meta.sides if side.id != self.side)
        players = dict.fromkeys(others, ComputerPlayer(OPPONENT_PLAYER, self.seed))
        seating = Seating(others, players=players, advice=False)
        return MatchSetup(self.game, self.scenario, self.source, self.seed, seating=seating)


def resolve_command(game: AnyGame, state: object, said: WrittenEntry) -> Command:
    """Return a written command as a command; of the side to move if the entry names no side."""
    decision = game.decision(state)
    return build_command(game, said, decision.side if decision else game.meta.sides[0].id)


def give_command(match: Match, command: Command) -> None:
    """Submit a command. A command that was just undone is redone instead, with the dice that fell before.

    Raises:
        Refused: if the rules refuse the command.
        RecordError: if it cannot be written to the record.
    """
    if match.undone_moves and match.undone_moves[-1].command == command:
        match.redo()
    else:
        match.submit(command)


def is_same_entry(what: Command | Event, said: WrittenEntry, key: str) -> bool:
    """Return True if a command (`key` COMMAND) or event (EVENT) has the name and the fields of `said`."""
    data = msgspec.to_builtins(what)
    name, fields = split_entry(said)
    return data[key] == name and is_data_like(fields, data)


def is_command_like(command: Command, said: WrittenEntry) -> bool:
    """Return True if a command has the name and the fields of a written entry."""
    return is_same_entry(command, said, COMMAND)


def is_event_like(event: Event, said: WrittenEntry) -> bool:
    """Return True if an event has the name and the fields of a written entry."""
    return is_same_entry(event, said, EVENT)


def is_data_like(expected: object, got: object) -> bool:
    """Return True if plain data has the expected parts.

    A group may have more keys than expected. A list may be in another order, but not longer.
    ``{from: 1, to: 2}`` stands for any number between.
    """
    if isinstance(expected, Mapping) and set(expected) == {"from", "to"}:
        return isinstance(got, int | float) and expected["from"] <= got <= expected["to"]
    if isinstance(expected, Mapping):
        return isinstance(got, Mapping) and all(
            key in got and is_data_like(expected[key], got[key]) for key in expected
        )
    if isinstance(expected, list):
        return isinstance(got, list | tuple) and len(expected) == len(got) and _is_list_like(expected, list(got))
    return expected == got


def _is_list_like(expected: list[object], left: list[object]) -> bool:
    """Return True if each expected entry has an entry of its own in `left`. Removes those from `left`."""
    for one in expected:
        place = next((place for place, other in enumerate(left) if is_data_like(one, other)), None)
        if place is None:
            return False
        del left[place]
    return True
