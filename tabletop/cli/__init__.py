"""The `tabletop` command: open the table, or one of the commands for records, scenarios and case files."""

import sys
from collections.abc import Callable

import typer

from tabletop.cli import cases, replay, scenarios
from tabletop.core.errors import RecordError, ScenarioError

app = typer.Typer(add_completion=False, no_args_is_help=False, rich_markup_mode=None, pretty_exceptions_enable=False)

COMMANDS: dict[str, Callable[..., None]] = {
    "replay": replay.run,
    "validate": scenarios.validate,
    "schema": scenarios.schema,
    "cases": cases.run,
}
for _name, _command in COMMANDS.items():
    app.command(_name)(_command)


@app.callback(invoke_without_command=True)
def table(context: typer.Context) -> None:
    """Age-of-sail games for two at one screen. Without a command, the table opens."""
    if context.invoked_subcommand is None:
        from tabletop.ui.app import run

        run()


def main() -> None:
    """What the installed command calls: an error that a player can meet is one line, never a traceback."""
    try:
        app()
    except (RecordError, ScenarioError) as error:
        typer.echo(str(error), err=True)
        sys.exit(1)
