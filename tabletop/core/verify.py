"""Verification of records: a record is played again by today's rules to find the first line that differs.

A difference caused by a rule that was settled after the record began is reported as such. All others mean a rule
that was broken by mistake, or a record that was changed by hand.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from tabletop.core import reading
from tabletop.core.chance import SeededChance
from tabletop.core.commands import Command
from tabletop.core.errors import RecordError, ScenarioError
from tabletop.core.events import Event
from tabletop.core.game import AnyGame, SettledRule
from tabletop.core.match_history import BROKEN, MatchHistory, decode_opening
from tabletop.core.record import CommandEntry, Entry, Header, Record, state_hash


class RecordDifference(msgspec.Struct, frozen=True):
    """A difference between a record and today's rules.

    Attributes:
        line: line of the record, from 1.
        what: the difference in words.
        places: the fields that differ, as in `SettledRule.shows`; empty if the difference is not in single fields.
        settled: rules settled since the record began that explain the whole difference.
        revisions: revision of the rules when the record began, and now.
    """

    line: int
    what: str
    places: frozenset[str] = frozenset()
    settled: tuple[SettledRule, ...] = ()
    revisions: tuple[int, int] = (1, 1)

    def __str__(self) -> str:
        """Return the difference as one line."""
        if not self.settled:
            return f"line {self.line}: {self.what}"
        then, now = self.revisions
        rules = "; ".join(f"{one.rule}, {one.what}" for one in self.settled)
        return f"line {self.line}: {self.what} ({rules}: record of revision {then}, rules of revision {now})"


def verify(path: Path) -> RecordDifference | None:
    """Return the first difference between a record and today's rules, or None.

    The first difference that no settled rule explains comes before all that settled rules explain.

        RecordError: if a line is no mapping, or a step between two formats is missing.
        RecordError: if the file is not a sound record, or is the record of one side.
    """
    first: RecordDifference | None = None
    for difference in find_differences(path):
        if not difference.settled:
            return difference
        first = first or difference
    return first


def explain_error(path: Path, error: Exception) -> RecordError | None:
    """Return the error to show for `error` if the record has a difference that no settled rule explains.

    Return None if there is no such difference: then `error` has another cause.
    """
    difference = verify(path)
    if difference is None or difference.settled:
        return None
    return RecordError(f"{path.name} cannot be shown ({reading.shorten_error(error)}); {difference}")


def find_differences(path: Path) -> Iterator[RecordDifference]:
    """Yield every difference up to and including the first that no settled rule explains.

    Raises:
        RecordError: if the file is not a sound record, or is the record of one side.
    """
    record = reading.read_record(path)
    if record.header.known_to:
        raise RecordError(f"{path.name} holds only what one side may know: it cannot be replayed.")
    course = MatchHistory(reading.game_of(record.header, path.name), decode_opening(record, path.name))
    for found in _replay_record(course, record):
        difference = _attribute_to_rules(found, course.game, record.header.rules)
        yield difference
        if not difference.settled:
            return


def _attribute_to_rules(difference: RecordDifference, game: AnyGame, then: int) -> RecordDifference:
    """Return the difference with the settled rules that explain it completely; else the difference itself."""
    since = (one for number, rules in game.revisions.items() if number > then for one in rules)
    makers = tuple(one for one in since if difference.places & set(one.shows))
    unexplained = difference.places.difference(*(one.shows for one in makers))
    if unexplained or not makers:
        return difference
    return msgspec.structs.replace(difference, settled=makers, revisions=(then, game.revision))


def _replay_record(course: MatchHistory, record: Record) -> Iterator[RecordDifference]:
    """Yield the differences entry by entry, each from the recorded state before it."""
    yield from _compare_opening(course, record.header)
    for number, entry in enumerate(record.entries, 2):
        try:
            yield from _replay_entry(course, entry, number, record.header.seed)
        except BROKEN as error:
            yield RecordDifference(number, f"by the rules this cannot have happened ({reading.shorten_error(error)})")


def _compare_opening(course: MatchHistory, header: Header) -> Iterator[RecordDifference]:
    """Yield the differences of the opening. A match that was taken over from another one may begin with any state."""
    try:
        prepared = course.game.read(header.scenario, header.source)
        opening = course.game.open(prepared, header.options)
    except ScenarioError as error:
        yield RecordDifference(1, f"the scenario is no longer accepted: {error.problems[0]}")
    else:
        if header.since:
            return
        yield from _compare_parts(1, "the opening position", "opening", opening, course.opening)


def _replay_entry(course: MatchHistory, entry: Entry, line: int, seed: str) -> Iterator[RecordDifference]:
    """Yield the differences of an entry, and add the recorded entry to `course`.

    They are those of its decision, an undo or redo of nothing, and a hash that does not fit the state. An empty
    hash is not compared.
    """
    if isinstance(entry, CommandEntry):
        yield from _compare_decision(course, entry, line, seed)
    try:
        course.add_entry(entry, course.find_move(entry))
    except LookupError:
        yield RecordDifference(line, "there is nothing to undo or redo here")
    if entry.hash and entry.hash != state_hash(course.state):
        yield RecordDifference(line, "the events lead to a different position from the recorded one")


def _compare_decision(
    course: MatchHistory, made: CommandEntry[Command, Event], line: int, seed: str
) -> Iterator[RecordDifference]:
    """Yield where the rules differ on a command: a refusal, its events, their number, or the count of draws."""
    if refusal := course.game.check(course.state, made.command):
        yield RecordDifference(line, f"{_encode_part(made.command)} is refused: {refusal}")
    chance = SeededChance(seed, course.draw_count)
    events = course.game.decide(course.state, made.command, chance).events
    for came, told in zip(events, made.events, strict=False):
        kind = str(told.__struct_config__.tag)
        yield from _compare_parts(line, f"the event '{kind}'", kind, came, told)
    if len(events) != len(made.events):
        yield RecordDifference(
            line, f"{_encode_part(made.command)} has {len(events)} events, the record has {len(made.events)}"
        )
    if chance.draw_count != made.drawn:
        yield RecordDifference(
            line, f"the source of chance stands at {chance.draw_count}, the record says {made.drawn}"
        )


def _compare_parts(line: int, what: str, kind: str, came: object, told: object) -> Iterator[RecordDifference]:
    """Yield one difference that names all fields in which `came` and `told` differ; else nothing.

    `came` is what today's rules give, `told` is what the record holds.
    """
    ours, theirs = msgspec.to_builtins(came), msgspec.to_builtins(told)
    keys = [key for key in {**theirs, **ours} if ours.get(key) != theirs.get(key)]
    if keys:
        said = ", ".join(f"{key} ({_shorten_field(theirs, key)}, now {_shorten_field(ours, key)})" for key in keys)
        yield RecordDifference(line, f"{what} differs in {said}", frozenset(f"{kind}.{key}" for key in keys))


def _shorten_field(part: dict[str, object], key: str) -> str:
    """Return field `key` as JSON of at most 60 characters, or ``missing`` if `part` has no such field."""
    text = _encode_part(part[key]) if key in part else "missing"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _encode_part(part: object) -> str:
    """Return a value as JSON text."""
    return msgspec.json.encode(part).decode()
