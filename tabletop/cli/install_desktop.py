"""The command `tabletop install-desktop`: puts the game and its icon into the program menu, on Linux."""

import os
import shutil
import sys
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from tabletop.cli.terminal import print_error, print_line
from tabletop.core import guarded_file, resources
from tabletop.core.user_folders import PROGRAM

NAME = "The Admiral's Table"
ENTRY = """[Desktop Entry]
Type=Application
Name={name}
Comment=Age-of-sail games for two people at one screen
Exec={command}
Icon={icon}
Terminal=false
Categories=Game;StrategyGame;
Keywords=ships;sail;Trafalgar;cards;
StartupNotify=true
"""
RESERVED = '"`$\\'
"""Characters that must be escaped in a quoted argument of a command."""


def change_desktop_entry(
    remove: Annotated[bool, typer.Option("--remove", help="Remove the entry and the icon.")] = False,
) -> None:
    """Add the game with its icon to the program menu of the desktop (Linux)."""
    if not sys.platform.startswith("linux"):
        print_error("Desktop entries exist on Linux only. Start the game with the command tabletop.")
        raise typer.Exit(1)
    (_remove if remove else _install)()


def find_entry_paths() -> tuple[Path, Path]:
    """Return the paths of the entry and of the icon, for this account alone.

    Raises:
        typer.Exit: after an error message, if the account has no folder for them.
    """
    try:
        data = platformdirs.user_data_path().resolve()
    except (RuntimeError, KeyError):  # neither HOME nor an account
        print_error("This account has no home folder: name one for the entry with XDG_DATA_HOME.")
        raise typer.Exit(1) from None
    icons = data / "icons" / "hicolor" / "scalable" / "apps"
    return data / "applications" / f"{PROGRAM}.desktop", icons / f"{PROGRAM}.svg"


def find_command() -> str:
    """Return the command of the entry: the installed program, else this interpreter with ``-m tabletop``."""
    beside = Path(sys.executable).with_name("tabletop")
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which("tabletop")
    return _quote_argument(found) if found else f"{_quote_argument(sys.executable)} -m tabletop"


def _quote_argument(path: str) -> str:
    """Return `path` as a quoted argument. The value of an entry escapes each backslash once more."""
    quoted = "".join(f"\\{letter}" if letter in RESERVED else letter for letter in path)
    value = f'"{quoted}"'.replace("\\", "\\\\").replace("%", "%%")
    return value.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


def _format_entry() -> bytes:
    """Return the content of the entry. A path that is not UTF-8 keeps its bytes."""
    return ENTRY.format(name=NAME, command=find_command(), icon=PROGRAM).encode(errors="surrogateescape")


def _install() -> None:
    entry, icon = find_entry_paths()
    guarded_file.write_whole(
        icon, guarded_file.load_bytes(resources.sprite_folder() / "emblem.svg", guarded_file.MEGABYTE)
    )
    guarded_file.write_whole(entry, _format_entry())
    print_line(f"{NAME} is now in your program menu: {entry}")
    print_line("tabletop install-desktop --remove removes it.")


def _remove() -> None:
    there = [path for path in find_entry_paths() if path.exists()]
    for path in there:
        path.unlink()
    print_line(f"{NAME} is no longer in your program menu." if there else "There was no entry to remove.")
