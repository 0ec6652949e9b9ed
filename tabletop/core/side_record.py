"""A record that holds no more of a match than one side may know (C-6): it can be watched, not gone on with.

It has the lines of any record, with events as that side saw them. An order of the other side is withheld but for who
gave it. What a side sees after an event need not follow from what it saw before, as when a hidden card is played; there
the line tells it.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tabletop.core import reading
from tabletop.core.commands import Command, RedactedCommand
from tabletop.core.errors import RecordError
from tabletop.core.events import Event
from tabletop.core.game import AnyGame, AnyState
from tabletop.core.match import Match
from tabletop.core.match_history import BROKEN
from tabletop.core.record import Entry, Header, Made, MatchStatus, line, state_hash

P = TypeVar("P", bound=MatchStatus)


def exported(record: Path, side: str) -> bytes:
    """What a side may know of a match, as the content of a record.

    Raises:
        RecordError: if the record is not sound, or has no such side, or holds what another side may know.
    """
    match = Match.load(record)
    known = match.header.known_to
    if known == side:
        return reading.sound(record)
    if side not in [one.id for one in match.game.meta.sides] or known:
        raise RecordError(f"{record.name} does not hold what '{side}' may know.")
    return content(match, side)


def content(match: Match, side: str) -> bytes:
    """The same of a match."""
    lines, chain = [], ""
    for part in (_header(match, side), *_entries(match, side)):
        text, chain = line(part, chain)
        lines.append(text)
    return b"".join(lines)


def _header(match: Match, side: str) -> Header:
    """Without any seed: it would tell the rest."""
    opening = match.game.view(match.opening, side)
    seating = match.header.seating
    players = {seat: replace(one, seed="") for seat, one in seating.players.items()}
    header = replace(match.header, seed="", opening=msgspec.Raw(msgspec.json.encode(opening)), known_to=side)
    return _standing(replace(header, seating=replace(seating, players=players)), match.game, opening)


def _entries(match: Match, side: str) -> Iterable[Entry]:
    timeline, state = match.timeline(), match.game.view(match.opening, side)
    for entry, move in timeline.on():
        after = match.game.view(timeline.state, side)
        if isinstance(entry, Made):
            seen, views = _seen(match, side, move.before, move.events, state)
            given = _given(match, side, move.before, move.command)
            entry = replace(entry, command=given, events=seen, views=views, why=msgspec.UNSET)
        yield _standing(entry, match.game, after)
        state = after


def _standing(part: P, game: AnyGame, view: AnyState) -> P:
    """With where the match stands as the side knows it; how much chance was drawn is not told."""
    over = game.outcome(view) is not None
    return replace(part, drawn=0, hash=state_hash(view), now=game.headline(view), over=over)


def _given(match: Match, side: str, before: AnyState, command: Command) -> Command:
    if command.side == side or isinstance(command, RedactedCommand):
        return command
    return RedactedCommand(side=command.side, by=match.game.giver(before, command))


def _seen(
    match: Match, side: str, before: AnyState, events: Iterable[Event], view: AnyState
) -> tuple[tuple[Event, ...], dict[int, msgspec.Raw] | msgspec.UnsetType]:
    """The events as they were seen, and the views that do not follow from them, by the number of the event."""
    game, seen, views = match.game, list[Event](), dict[int, msgspec.Raw]()
    for number, event in enumerate(events):
        before = game.evolve(before, event)
        seen.append(game.seen(event, side))
        after = game.view(before, side)
        if not _follows(game, view, seen[-1], after):
            views[number] = msgspec.Raw(msgspec.json.encode(after))
        view = after
    return tuple(seen), views or msgspec.UNSET


def _follows(game: AnyGame, view: AnyState, seen: Event, after: AnyState) -> bool:
    """Whether what a side knows after an event comes of what it knew and saw."""
    try:
        return bool(game.evolve(view, seen) == after)
    except BROKEN:
        return False
