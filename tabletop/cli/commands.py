"""The commands by name; each is a function in a module of its own."""

from collections.abc import Callable
from typing import Annotated

import typer

from tabletop import __version__
from tabletop.cli import doctor, files, install_desktop, replay, rules, shot, tournament

COMMANDS: dict[str, Callable[..., None]] = {
    "replay": replay.run,
    "validate": files.validate,
    "schema": files.schema,
    "cases": files.run_cases,
    "rules": rules.run,
    "shot": shot.run,
    "tournament": tournament.run,
    "install-desktop": install_desktop.run,
    "doctor": doctor.run,
}
CONTEXTS = {"tournament": tournament.CONTEXT}
"""What a command reads otherwise than the rest."""

app = typer.Typer(
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for _name, _command in COMMANDS.items():
    app.command(_name, context_settings=CONTEXTS.get(_name))(_command)


def print_version(is_asked: bool) -> None:
    """Print the version and end the program, if the option was given."""
    if is_asked:
        typer.echo(f"tabletop {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def table(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - its callback prints it
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Age-of-sail games for two people at one screen. Without a command, the table opens."""
    if context.invoked_subcommand is None:
        from tabletop.ui.app import run  # only now: the other commands need no window

        run()
