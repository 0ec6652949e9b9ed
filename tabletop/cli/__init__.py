"""The command `tabletop`.

Alone it opens the window, which must not wait for the imports of the other commands.
"""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletop.core.errors import RecordError, ScenarioError


def main() -> None:
    """Run the installed command. Errors that a player can meet are one line, never a traceback.

    `tabletop doctor` runs without any package, since it reports which packages are missing or broken.
    """
    if sys.argv[1:] == ["doctor"]:
        from tabletop.cli import doctor

        doctor.run_doctor()
    from tabletop.core.errors import RecordError, ScenarioError

    try:
        if sys.argv[1:]:
            _run_command()
        else:
            open_table()
    except (RecordError, ScenarioError, OSError) as error:
        _exit_with(error)


def open_table() -> None:
    """Open the window with the title screen."""
    from tabletop.ui.app import run

    run()


def _run_command() -> None:
    from tabletop.cli.commands import app
    from tabletop.cli.terminal import escape_unprintable

    escape_unprintable()
    app()


def _exit_with(error: "RecordError | ScenarioError | OSError") -> None:
    from tabletop.cli import terminal
    from tabletop.core.errors import RecordError, ScenarioError

    terminal.escape_unprintable()
    match error:
        case ScenarioError():
            terminal.exit_with_errors(error.problems)
        case RecordError():
            terminal.exit_with_errors([error])
        case OSError():
            terminal.exit_unwritable(error)
