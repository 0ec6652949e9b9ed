"""A lesson as it was read: its battle, and steps that say something and wait until it was done."""

from collections.abc import Mapping

import msgspec

from tabletop.core.case_file import COMMAND, EVENT, WrittenEntry, build_command, split_entry
from tabletop.core.commands import Command
from tabletop.core.events import Event
from tabletop.core.game import AnyGame
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import ComputerPlayer, Seating

OPPONENT_PLAYER = "casual"
"""Who plays on for the other side where the battle is gone on with after the lesson."""


class LessonStep(msgspec.Struct, frozen=True):
    """One step.

    Attributes:
        title: in a few words.
        say: what it teaches.
        do: what the player is to do; empty where reading is all.
        key: that does the same as the mouse; empty for none.
        selection: the piece that lies chosen when it begins; empty for whatever the player has chosen.
        ring: what is ringed, e.g. ``ship F1`` or ``part compass``.
        rule: id of the rule that it is about; `link` are the words that lead there.
        look: what must have been looked at, e.g. ``choose B1``; of several, any.
        order: the command that must have been given, with the fields that count.
        event: what must have come about, likewise.
        allow: the commands that may be given; None for any.
        required_state: parts of the state to which an order of the player must lead.
        answer: what is said to anything else.
        answers: what is said besides when a rule refuses, by the ids of rules.
        solution: the commands that do what the step waits for.
        follow_ups: the commands that are given when it is done, by whomever is asked.
        expected_events: events that come of all these, in order.
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
        """Whether it waits for anything but being read."""
        return bool(self.look or self.order or self.event)


class LearnedPoint(msgspec.Struct, frozen=True):
    """What somebody knows after a lesson, in a sentence or two, and the rule that says more of it."""

    say: str
    rule: str


class Lesson(msgspec.Struct, frozen=True):
    """A lesson.

    Attributes:
        game: the rules.
        heading: what is learned.
        title: of the battle.
        about: in a sentence.
        minutes: that it takes.
        side: which the player has.
        seed: of all chance.
        scenario: the text of the scenario, of which `source` is the file.
        opening_commands: the commands that are given before the first step.
        steps: in order.
        learned_points: what it has taught, told at its end.
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
        """What the match begins with: the other side is the computer's, which plays it once the lesson is over."""
        others = tuple(side.id for side in self.game.meta.sides if side.id != self.side)
        players = dict.fromkeys(others, ComputerPlayer(OPPONENT_PLAYER, self.seed))
        seating = Seating(others, players=players, advice=False)
        return MatchSetup(self.game, self.scenario, self.source, self.seed, seating=seating)


def resolve_command(game: AnyGame, state: object, said: WrittenEntry) -> Command:
    """A command as written, of the side that is asked where it names none."""
    decision = game.decision(state)
    return build_command(game, said, decision.side if decision else game.meta.sides[0].id)


def give_command(match: Match, command: Command) -> None:
    """Give a command; one that was just taken back comes about as it did, for its dice have fallen already.

    Raises:
        Refused: if the rules do not allow it.
        RecordError: if it cannot be written down.
    """
    if match.undone_moves and match.undone_moves[-1].command == command:
        match.redo()
    else:
        match.submit(command)


def is_same_entry(what: Command | Event, said: WrittenEntry, key: str) -> bool:
    """Whether a command (`key` is COMMAND) or an event (EVENT) is of this name and has these fields."""
    data = msgspec.to_builtins(what)
    name, fields = split_entry(said)
    return data[key] == name and is_data_like(fields, data)


def is_command_like(command: Command, said: WrittenEntry) -> bool:
    """Whether it is this command."""
    return is_same_entry(command, said, COMMAND)


def is_event_like(event: Event, said: WrittenEntry) -> bool:
    """Whether it is this event."""
    return is_same_entry(event, said, EVENT)


def is_data_like(expected: object, got: object) -> bool:
    """Whether plain data has these parts; ``{from: 1, to: 2}`` is any number between, a list may be in any order."""
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
    """Whether there is one for each."""
    for one in expected:
        place = next((place for place, other in enumerate(left) if is_data_like(one, other)), None)
        if place is None:
            return False
        del left[place]
    return True
