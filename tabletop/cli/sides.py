"""Sides of a game as the command line names them."""

from tabletop.cli.terminal import misused
from tabletop.core.game import AnyGame

NOBODY = "nobody"


def side_of(game: AnyGame, word: str | None) -> str | None:
    """The id of a side, empty for nobody; None where nothing was said.

    Raises:
        typer.BadParameter: if the game has no such side.
    """
    if word is None:
        return None
    sides = [side.id for side in game.meta.sides]
    if word not in (*sides, NOBODY):
        raise misused(f"There is no side '{word}'; there are {', '.join(sides)} and {NOBODY}.")
    return "" if word == NOBODY else word
