"""Output of the commands, without control characters from files.

Arguments and options that several commands share.
"""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

import typer

from tabletop.core.game import AnyGame
from tabletop.core.paths import PathError, parse_path
from tabletop.core.phrases import escape_controls


def print_line(line: str) -> None:
    """Print a line on the standard output, with control characters escaped."""
    typer.echo(escape_controls(line))


def print_error(line: object) -> None:
    """Print a line on the standard error, with control characters escaped."""
    typer.echo(escape_controls(str(line)), err=True)


def usage_error(sentence: str) -> typer.BadParameter:
    """Return the error for an impossible argument; raised, it ends the command with its usage."""
    return typer.BadParameter(escape_controls(sentence))


def number_option(wish: str, least: int, most: int | None = None) -> object:
    """Return an option for a whole number within bounds; any other text is a usage error."""
    bounds = f"of {least} or more" if most is None else f"from {least} to {most}"

    def read(word: str) -> int:
        with suppress(ValueError):
            if least <= (found := int(word)) and (most is None or found <= most):
                return found
        raise usage_error(f"'{word}' is not a whole number {bounds}.")

    return typer.Option(parser=read, metavar="NUMBER", help=wish)


def path_argument(wish: str, metavar: str = "FILE") -> object:
    """Return an argument for a path; an impossible path is a usage error."""
    return typer.Argument(parser=_parse_path, metavar=metavar, help=wish)


def path_option(wish: str) -> object:
    """Return an option for a path, as `path_argument` does."""
    return typer.Option(parser=_parse_path, metavar="PATH", help=wish)


def _parse_path(word: str | Path) -> Path:
    if isinstance(word, Path):  # the value of an option that was not given
        return word
    try:
        return parse_path(word)
    except PathError as error:
        raise usage_error(str(error)) from error


def exit_with_errors(complaints: Iterable[object]) -> NoReturn:
    """Print errors, a line each, and end the program with exit code 1."""
    for one in complaints:
        print_error(one)
    sys.exit(1)


def exit_unwritable(error: OSError) -> NoReturn:
    """End the program after a file or the output could not be written, e.g. on a full disk."""
    if sys.stdout:
        with suppress(OSError):  # else the interpreter tries to write again when it ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    what = f"{error.filename or 'the output'}: {error.strerror.lower()}" if error.strerror else str(error).rstrip(".")
    exit_with_errors([f"The program cannot continue: {what}."])


def escape_unprintable() -> None:
    """Escape letters that the terminal's encoding lacks, instead of failing.

    Does nothing without a terminal.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


NOBODY = "nobody"


def parse_side(game: AnyGame, word: str | None) -> str | None:
    """Return the id of a side, "" for ``nobody``, or None if `word` is None.

    Raises:
        typer.BadParameter: if the game has no such side.
    """
    if word is None:
        return None
    sides = [side.id for side in game.meta.sides]
    if word not in (*sides, NOBODY):
        raise usage_error(f"There is no side '{word}'; there are {', '.join(sides)} and {NOBODY}.")
    return "" if word == NOBODY else word
