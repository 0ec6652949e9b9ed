"""Playing a record again by the rules of today, to find the first line that comes out differently.

A difference that a rule makes which was settled since the record was begun is told as that; all others, a rule that
was broken by mistake or a record that was changed by hand, are no such difference.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from tabletop.core import reading
from tabletop.core.chance import SeededChance
from tabletop.core.commands import Command
from tabletop.core.errors import RecordError, ScenarioError
from tabletop.core.events import Event
from tabletop.core.game import AnyGame, Settled
from tabletop.core.match_history import BROKEN, MatchHistory, opening_of
from tabletop.core.record import Entry, Header, Made, Record, state_hash


class Difference(msgspec.Struct, frozen=True):
    """A place where the record and the rules part.

    Attributes:
        line: counts from 1.
        what: in words.
        places: the fields that differ, as in `Settled.shows`; empty if not single fields do.
        settled: the rules that make all of the difference and were settled since.
        revisions: of the rules, under which the record began, and as they are now.
    """

    line: int
    what: str
    places: frozenset[str] = frozenset()
    settled: tuple[Settled, ...] = ()
    revisions: tuple[int, int] = (1, 1)

    def __str__(self) -> str:
        """One line for a reader."""
        if not self.settled:
            return f"line {self.line}: {self.what}"
        then, now = self.revisions
        rules = "; ".join(f"{one.rule}, {one.what}" for one in self.settled)
        return f"line {self.line}: {self.what} ({rules}: record of revision {then}, rules of revision {now})"


def verify(path: Path) -> Difference | None:
    """The first difference between a record and what scenario, seed and commands lead to now, or None.

    One that no settled rule makes comes before any that one does.

    Raises:
        RecordError: if the file is not a sound record at all.
    """
    first: Difference | None = None
    for difference in differences(path):
        if not difference.settled:
            return difference
        first = first or difference
    return first


def blamed(path: Path, error: Exception) -> RecordError | None:
    """What to tell if an error came of a record that the rules do not lead to; None if the record is not at fault."""
    difference = verify(path)
    if difference is None or difference.settled:
        return None
    return RecordError(f"{path.name} cannot be shown ({reading.in_short(error)}); {difference}")


def differences(path: Path) -> Iterator[Difference]:
    """Every difference up to and with the first that no settled rule makes; after that nothing can be relied on.

    Raises:
        RecordError: if the file is not a sound record at all.
    """
    record = reading.read(path)
    if record.header.known_to:
        raise RecordError(f"{path.name} holds only what one side may know: it cannot be played again.")
    course = MatchHistory(reading.game_of(record.header, path.name), opening_of(record, path.name))
    for found in _found(course, record):
        difference = _explained(found, course.game, record.header.rules)
        yield difference
        if not difference.settled:
            return


def _explained(difference: Difference, game: AnyGame, then: int) -> Difference:
    """With the rules that make it, if those that were settled since make all of it."""
    since = (one for number, rules in game.revisions.items() if number > then for one in rules)
    makers = tuple(one for one in since if difference.places & set(one.shows))
    unexplained = difference.places.difference(*(one.shows for one in makers))
    if unexplained or not makers:
        return difference
    return msgspec.structs.replace(difference, settled=makers, revisions=(then, game.revision))


def _found(course: MatchHistory, record: Record) -> Iterator[Difference]:
    """Each in turn, found from the positions that the record tells of."""
    yield from _opening(course, record.header)
    for number, entry in enumerate(record.entries, 2):
        try:
            yield from _step(course, entry, number, record.header.seed)
        except BROKEN as error:
            yield Difference(number, f"by the rules this cannot have happened ({reading.in_short(error)})")


def _opening(course: MatchHistory, header: Header) -> Iterator[Difference]:
    """A match that was taken over begins with whatever position lay there."""
    try:
        prepared = course.game.read(header.scenario, header.source)
        opening = course.game.open(prepared, header.options)
    except ScenarioError as error:
        yield Difference(1, f"the scenario is not accepted any more: {error.problems[0]}")
    else:
        if header.since:
            return
        yield from _compared(1, "the opening position", "opening", opening, course.opening)


def _step(course: MatchHistory, entry: Entry, line: int, seed: str) -> Iterator[Difference]:
    if isinstance(entry, Made):
        yield from _decided(course, entry, line, seed)
    try:
        course.settle(entry, course.find(entry))
    except LookupError:
        yield Difference(line, "there is nothing that could be taken back or done again here")
    if entry.hash and entry.hash != state_hash(course.state):
        yield Difference(line, "the events lead to another position than the one recorded")


def _decided(course: MatchHistory, made: Made[Command, Event], line: int, seed: str) -> Iterator[Difference]:
    if refusal := course.game.check(course.state, made.command):
        yield Difference(line, f"{_shown(made.command)} is refused: {refusal}")
    chance = SeededChance(seed, course.drawn)
    events = course.game.decide(course.state, made.command, chance).events
    for came, told in zip(events, made.events, strict=False):
        kind = str(told.__struct_config__.tag)
        yield from _compared(line, f"the event '{kind}'", kind, came, told)
    if len(events) != len(made.events):
        yield Difference(
            line, f"{_shown(made.command)} has {len(events)} events, the record tells of {len(made.events)}"
        )
    if chance.drawn != made.drawn:
        yield Difference(line, f"the source of chance stands at {chance.drawn}, the record says {made.drawn}")


def _compared(line: int, what: str, kind: str, came: object, told: object) -> Iterator[Difference]:
    ours, theirs = msgspec.to_builtins(came), msgspec.to_builtins(told)
    keys = [key for key in {**theirs, **ours} if ours.get(key) != theirs.get(key)]
    if keys:
        said = ", ".join(f"{key} ({_short(theirs, key)}, now {_short(ours, key)})" for key in keys)
        yield Difference(line, f"{what} differs in {said}", frozenset(f"{kind}.{key}" for key in keys))


def _short(part: dict[str, object], key: str) -> str:
    text = _shown(part[key]) if key in part else "missing"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _shown(part: object) -> str:
    return msgspec.json.encode(part).decode()
