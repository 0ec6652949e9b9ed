"""The `tabletop` command: alone it opens the table, which should not wait for what the other commands import."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletop.core.errors import RecordError, ScenarioError


def main() -> None:
    """Run the installed command: an error that a player can meet is one line, never a traceback.

    `tabletop doctor` needs no package at all, for it tells which of them are missing or broken.
    """
    if sys.argv[1:] == ["doctor"]:
        from tabletop.cli import doctor

        doctor.run()
    from tabletop.core.errors import RecordError, ScenarioError

    try:
        if sys.argv[1:]:
            _command()
        else:
            open_table()
    except (RecordError, ScenarioError, OSError) as error:
        _end(error)


def open_table() -> None:
    """Open the window with the title."""
    from tabletop.ui.app import run

    run()


def _command() -> None:
    from tabletop.cli.commands import app
    from tabletop.cli.terminal import show_what_it_can

    show_what_it_can()
    app()


def _end(error: "RecordError | ScenarioError | OSError") -> None:
    from tabletop.cli import terminal
    from tabletop.core.errors import RecordError, ScenarioError

    terminal.show_what_it_can()
    match error:
        case ScenarioError():
            terminal.end_with(error.problems)
        case RecordError():
            terminal.end_with([error])
        case OSError():
            terminal.end_unwritten(error)
