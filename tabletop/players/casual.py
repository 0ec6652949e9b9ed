"""A player without a plan: any legal command is as good as another. For tests, soaks and benchmarks."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from tabletop.core.game import AnyGame
from tabletop.core.match import Match

_LOOKED_AT = 16
"""How many of the offered commands are looked at before one is taken."""


def choose(game: AnyGame, state: Any, fancy: Random) -> Any:
    """A legal command, or None once the game is over; `fancy` decides among those offered."""
    offered = list(islice(game.choices(state), _LOOKED_AT))
    return fancy.choice(offered) if offered else None


def play(match: Match, fancy: Random, commands: int) -> Iterator[Any]:
    """Play on until the game is over or so many commands are made; each command, when it has been carried out."""
    for _ in range(commands):
        command = choose(match.game, match.state, fancy)
        if command is None:
            return
        match.submit(command)
        yield command
