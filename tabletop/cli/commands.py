"""The commands by name, and `tabletop rules`."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

import tabletop.games  # noqa: F401 - makes the games known
from tabletop import __version__
from tabletop.cli import doctor, files, install_desktop, pictures, replay, tournament
from tabletop.cli.terminal import path_option, print_line, usage_error
from tabletop.core import guarded_file
from tabletop.core.game import games_by_id
from tabletop.core.phrases import did_you_mean
from tabletop.rulebook.book import COMMON, load_books
from tabletop.rulebook.book_pages import render_html, render_text


def print_rules(
    game: Annotated[str, typer.Argument(help="Id of a game, e.g. ships_of_the_line.")],
    html: Annotated[Path | None, path_option("Write the rules as one HTML page to this file.")] = None,
) -> None:
    """Print the rulebook of a game, or write it as one HTML page."""
    known = [name for name in load_books() if name != COMMON]
    if game in games_by_id() and game not in known:
        raise usage_error(f"{games_by_id()[game].meta.title} has no rulebook; there is: {', '.join(known)}")
    if game not in known:
        raise usage_error(f"unknown game '{game}'{did_you_mean(game, known)}; there is: {', '.join(known)}")
    if html is None:
        for line in render_text(load_books()[game]):
            print_line(line)
        return
    from tabletop.ui import screenshot  # pygame is slow to import, and who reads in a terminal does without
    from tabletop.ui.screens.rulebook.pictures import format_data_url

    screenshot.open_hidden_display((1, 1))
    try:
        guarded_file.write_whole(html, render_html(game, format_data_url).encode())
    except OSError as error:
        raise usage_error(f"The page cannot be written: {guarded_file.reason(error)}.") from None
    print_line(f"{html}: written")


COMMANDS: dict[str, Callable[..., None]] = {
    "replay": replay.print_replay,
    "validate": files.validate,
    "schema": files.print_schema,
    "cases": files.run_cases,
    "rules": print_rules,
    "shot": pictures.draw_picture,
    "tournament": tournament.run_tournament,
    "install-desktop": install_desktop.change_desktop_entry,
    "doctor": doctor.run_doctor,
}
CONTEXTS = {"tournament": tournament.CONTEXT}
"""Settings of the argument parser for commands that need other ones."""

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
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Play age-of-sail games for two. Without a command, the window opens."""
    if context.invoked_subcommand is None:
        from tabletop.ui.app import run  # only now: the other commands need no window

        run()
