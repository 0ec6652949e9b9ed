"""The command `tabletop replay`: a record in words, and whether the rules still lead to it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core.course import Move
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
    for entry, move in match.trace:
        yield from _TOLD[type(entry)](match, move)
    if outcome := match.game.outcome(match.state):
        names = {side.id: side.name for side in match.game.meta.sides}
        yield f"{outcome.reason} {f'{names[outcome.winner]} win.' if outcome.winner else 'Nobody wins.'}"


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
