"""The `tabletop` command: alone it opens the table, which should not wait for what the other commands import."""

import sys

from tabletop.core.errors import RecordError, ScenarioError


def main() -> None:
    """What the installed command calls: an error that a player can meet is one line, never a traceback."""
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


def _end(error: RecordError | ScenarioError | OSError) -> None:
    from tabletop.cli import terminal

    terminal.show_what_it_can()
    match error:
        case ScenarioError():
            terminal.end_with(error.problems)
        case RecordError():
            terminal.end_with([error])
        case OSError():
            terminal.end_unwritten(error)
