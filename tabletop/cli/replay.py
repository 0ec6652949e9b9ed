"""The command `tabletop replay`: a record in words, and whether the rules still lead to it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core.course import BROKEN, Move
from tabletop.core.errors import RecordError
from tabletop.core.match import Match
from tabletop.core.record import DoneAgain, Made, TakenBack
from tabletop.core.verify import verify


def run(
    record: Annotated[Path, typer.Argument(help="A record file.")],
    check: Annotated[bool, typer.Option("--verify", help="Play it again by the rules and compare.")] = False,
) -> None:
    """Print the game in RECORD in words."""
    if check and (difference := verify(record)):
        typer.echo(f"{record}: {difference}", err=True)
        raise typer.Exit(1)
    match = Match.load(record)
    for text in _lines(match):
        typer.echo(text)
    if match.torn:
        typer.echo("The last line of the record was not finished and is left out.", err=True)
    if check:
        typer.echo(f"Verified: {len(match.trace)} lines come out the same.")


def _lines(match: Match) -> Iterator[str]:
    yield f"{match.header.title}. {match.game.meta.title}, begun {match.header.began}, seed {match.header.seed}"
    for number, (entry, move) in enumerate(match.trace, 2):
        try:
            yield from _TOLD[type(entry)](match, move)
        except BROKEN as error:
            raise RecordError(f"The record tells in line {number} of something that cannot be told.") from error
    if outcome := match.game.outcome(match.state):
        names = {side.id: side.name for side in match.game.meta.sides}
        winner = outcome.winner and names.get(outcome.winner, outcome.winner)
        yield f"{outcome.reason} {f'{winner} win.' if winner else 'Nobody wins.'}"


def _made(match: Match, move: Move) -> Iterator[str]:
    state: Any = move.before
    for event in move.events:
        if said := match.game.narrate(state, event):
            yield said
        state = match.game.evolve(state, event)


def _taken_back(match: Match, move: Move) -> Iterator[str]:
    yield f"Taken back: {_first(match, move)}"


def _done_again(match: Match, move: Move) -> Iterator[str]:
    yield f"Done again: {_first(match, move)}"


def _first(match: Match, move: Move) -> str:
    return next(_made(match, move), "the last command.")


_TOLD: dict[type, Callable[[Match, Move], Iterator[str]]] = {
    Made: _made,
    TakenBack: _taken_back,
    DoneAgain: _done_again,
}
