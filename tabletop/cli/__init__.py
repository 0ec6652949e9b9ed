"""The `tabletop` command: alone it opens the table, which should not wait for what the other commands import."""

import sys
from io import TextIOWrapper

from tabletop.core.errors import RecordError, ScenarioError


def main() -> None:
    """What the installed command calls: an error that a player can meet is one line, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a window has neither; a narrow terminal shows what it can
            stream.reconfigure(errors="backslashreplace")
    try:
        if sys.argv[1:]:
            _command()
        else:
            open_table()
    except (RecordError, ScenarioError) as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)


def open_table() -> None:
    """Open the window with the title."""
    from tabletop.ui.app import run

    run()


def _command() -> None:
    from tabletop.cli.commands import app

    app()
