"""Playing a record again by the rules of today, to find the first line that comes out differently."""

from pathlib import Path
from typing import Any

import msgspec

from tabletop.core import reading
from tabletop.core.chance import SeededChance
from tabletop.core.course import BROKEN, Course, opening_of
from tabletop.core.errors import ScenarioError
from tabletop.core.record import Entry, Header, Made, Record, state_hash


class Difference(msgspec.Struct, frozen=True):
    """The first place where the record and the rules part; `line` counts from 1."""

    line: int
    what: str

    def __str__(self) -> str:
        """One line for a reader."""
        return f"line {self.line}: {self.what}"


def verify(path: Path) -> Difference | None:
    """The first difference between a record and what scenario, seed and commands lead to now, or None.

    Raises:
        RecordError: if the file is not a sound record at all.
    """
    record = reading.read(path)
    course = Course(reading.game_of(record.header, path.name), opening_of(record, path.name))
    if said := _opening(course, record.header):
        return Difference(1, said)
    for number, entry in enumerate(record.entries, 2):
        try:
            said = _step(course, entry, record)
        except BROKEN as error:
            said = f"by the rules this cannot have happened ({reading.in_short(error)})"
        if said:
            return Difference(number, said)
    return None


def _opening(course: Course, header: Header) -> str:
    try:
        prepared = course.game.read(header.scenario, header.source)
        opening = course.game.open(prepared, header.options)
    except ScenarioError as error:
        return f"the scenario is not accepted any more: {error.problems[0]}"
    return _compared("the opening position", opening, course.opening)


def _step(course: Course, entry: Entry, record: Record) -> str:
    if isinstance(entry, Made) and (said := _decided(course, entry, record.header.seed)):
        return said
    try:
        course.settle(entry, course.find(entry))
    except LookupError:
        return "there is nothing that could be taken back or done again here"
    if entry.hash and entry.hash != state_hash(course.state):
        return "the events lead to another position than the one recorded"
    return ""


def _decided(course: Course, made: Made[Any, Any], seed: str) -> str:
    if refusal := course.game.check(course.state, made.command):
        return f"{_shown(made.command)} is refused: {refusal}"
    chance = SeededChance(seed, course.drawn)
    events = course.game.decide(course.state, made.command, chance)
    for came, told in zip(events, made.events, strict=False):
        if said := _compared("the event", came, told):
            return said
    if len(events) != len(made.events):
        return f"{_shown(made.command)} has {len(events)} events, the record tells of {len(made.events)}"
    if chance.drawn != made.drawn:
        return f"the source of chance stands at {chance.drawn}, the record says {made.drawn}"
    return ""


def _compared(what: str, came: Any, told: Any) -> str:
    ours, theirs = msgspec.to_builtins(came), msgspec.to_builtins(told)
    if ours == theirs:
        return ""
    keys = [key for key in {**theirs, **ours} if ours.get(key) != theirs.get(key)]
    name = f"{what} '{theirs['event']}'" if "event" in theirs else what
    return f"{name} differs in {', '.join(f'{key} ({_short(theirs, key)}, now {_short(ours, key)})' for key in keys)}"


def _short(part: dict[str, Any], key: str) -> str:
    text = _shown(part[key]) if key in part else "missing"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _shown(part: Any) -> str:
    return msgspec.json.encode(part).decode()
