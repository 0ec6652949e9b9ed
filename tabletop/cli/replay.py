"""The command `tabletop replay`: prints a record in words, and checks that the rules still lead to it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.cli import pictures
from tabletop.cli.terminal import parse_side, path_argument, path_option, print_error, print_line
from tabletop.core.errors import RecordError
from tabletop.core.match import Match
from tabletop.core.match_history import BROKEN, Move
from tabletop.core.record import CommandEntry, RedoEntry, UndoEntry
from tabletop.core.verify import verify


def print_replay(
    record: Annotated[Path, path_argument("A record file.", "RECORD")],
    viewer: Annotated[
        str | None, typer.Option("--as", help="Show what this side may know. Default: what everybody may know.")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the events and the view after each command as JSON.")
    ] = False,
    check: Annotated[bool, typer.Option("--verify", help="Play the record again by the rules and compare.")] = False,
    video: Annotated[Path | None, path_option("Write a film to this file (.mp4 or .gif).")] = None,
    shots: Annotated[Path | None, path_option("Save a picture of each turn and loss in this folder.")] = None,
    size: Annotated[str, typer.Option(help="Width and height of the film and the pictures in pixels.")] = "1280x720",
    speed: Annotated[str, typer.Option(help="Speed of the film: 1, 2, 4 or 8.")] = "8",
) -> None:
    """Print the game in RECORD in words, or make a film or pictures of it."""
    if video or shots:
        pictures.write_film(record, viewer, (video, shots), size, speed)
        return
    difference = verify(record) if check else None
    if difference and not difference.settled:
        print_error(f"{record}: {difference}")
        raise typer.Exit(1)
    match = Match.load(record)
    side = parse_side(match.game, viewer) or ""
    for text in encode_entries(match, side) if json else describe_match(match, side):
        print_line(text)
    if match.torn:
        print_error("The last line of the record was not finished and is left out.")
    if check:
        but = f" but for what was settled since; first {difference}" if difference else "."
        print_line(f"Verified: {len(match.trace)} lines come out the same{but}")


def describe_match(match: Match, side: str) -> Iterator[str]:
    """Yield the match in words, as far as `side` may know it."""
    outcome = match.game.outcome(match.state)
    # a seed would tell hands that were never shown, and what comes if the end is taken back (C-6)
    seed = "" if match.game.meta.secrets else f", seed {match.header.seed}"
    yield f"{match.header.title}. {match.game.meta.title}, begun {match.header.began}{seed}"
    yield from (match.game.describe(view, seen) for view, seen in match.view_opening_events(side))
    for number, (entry, move) in enumerate(match.timeline().advance(), 2):
        try:
            yield from _DESCRIBERS[type(entry)](match, move, side)
        except BROKEN as error:
            raise RecordError(f"Line {number} of the record cannot be described.") from error
    if outcome:
        winner = outcome.winner and match.game.name_of(match.state, outcome.winner)
        yield f"{outcome.reason.removesuffix('.')}. {f'Victory: {winner}.' if winner else 'A draw.'}"


def encode_entries(match: Match, side: str) -> Iterator[str]:
    """Yield a line of JSON for each entry: its kind, its events and the view after it.

    Events and views hold only what `side` may know.
    """
    timeline = match.timeline()
    for entry, move in timeline.advance():
        told = [seen for _, seen in match.view_events(move, side)] if isinstance(entry, CommandEntry) else []
        after = match.game.view(timeline.state, side)
        kind = entry.__struct_config__.tag
        yield msgspec.json.encode({"entry": kind, "events": told, "view": after}).decode()


def _describe_move(match: Match, move: Move, side: str) -> Iterator[str]:
    said = (match.game.describe(view, seen) for view, seen in match.view_events(move, side))
    yield from filter(None, said)


def _describe_undo(match: Match, move: Move, side: str) -> Iterator[str]:
    yield f"Taken back: {_describe_briefly(match, move, side)}"


def _describe_redo(match: Match, move: Move, side: str) -> Iterator[str]:
    yield f"Done again: {_describe_briefly(match, move, side)}"


def _describe_briefly(match: Match, move: Move, side: str) -> str:
    return next(_describe_move(match, move, side), "the last command.")


_DESCRIBERS: dict[type, Callable[[Match, Move, str], Iterator[str]]] = {
    CommandEntry: _describe_move,
    UndoEntry: _describe_undo,
    RedoEntry: _describe_redo,
}
