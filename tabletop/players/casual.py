"""A player without a plan: any legal command is as good as another. For tests, soaks and benchmarks."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tabletop.core.game import AnyGame
from tabletop.core.match import Match


def choose(game: AnyGame, state: Any, fancy: Random) -> Any:
    """Any of the offered commands, each as likely as any other; None once the game is over."""
    return game.choices(state).pick(fancy)


def play(match: Match, fancy: Random, commands: int) -> Iterator[Any]:
    """Play on until the game is over or so many commands are made; each command, when it has been carried out."""
    for _ in range(commands):
        command = choose(match.game, match.state, fancy)
        if command is None:
            return
        match.submit(command)
        yield command
