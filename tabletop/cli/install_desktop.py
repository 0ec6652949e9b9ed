"""The command `tabletop install-desktop`: the table among the programs of the desktop, with its icon, on Linux."""

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
"""Letters that an argument of a command must escape between quotation marks."""


def change_desktop_entry(
    remove: Annotated[bool, typer.Option("--remove", help="Take the entry and the icon away again.")] = False,
) -> None:
    """List the table among the programs of the desktop, with its icon (Linux)."""
    if not sys.platform.startswith("linux"):
        print_error("Desktop entries are a thing of Linux: here, start the table with the command tabletop.")
        raise typer.Exit(1)
    (_remove if remove else _install)()


def find_entry_paths() -> tuple[Path, Path]:
    """Where the entry and the icon lie for this account alone.

    Raises:
        typer.Exit: if there is neither a home nor another folder for what belongs to the account; that is told.
    """
    try:
        data = platformdirs.user_data_path().resolve()
    except (RuntimeError, KeyError):  # neither HOME nor an account
        print_error("This account has no home folder: name one for the entry with XDG_DATA_HOME.")
        raise typer.Exit(1) from None
    icons = data / "icons" / "hicolor" / "scalable" / "apps"
    return data / "applications" / f"{PROGRAM}.desktop", icons / f"{PROGRAM}.svg"


def find_command() -> str:
    """What starts the table, as the entry has to say it: the installed command, else this interpreter."""
    beside = Path(sys.executable).with_name("tabletop")
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which("tabletop")
    return _quote_argument(found) if found else f"{_quote_argument(sys.executable)} -m tabletop"


def _quote_argument(path: str) -> str:
    """Return `path` as one argument between quotation marks; the value of an entry escapes a backslash once more."""
    quoted = "".join(f"\\{letter}" if letter in RESERVED else letter for letter in path)
    value = f'"{quoted}"'.replace("\\", "\\\\").replace("%", "%%")
    return value.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


def _format_entry() -> bytes:
    """Return the content of the entry; a path that is no text in UTF-8 keeps its bytes."""
    return ENTRY.format(name=NAME, command=find_command(), icon=PROGRAM).encode(errors="surrogateescape")


def _install() -> None:
    entry, icon = find_entry_paths()
    guarded_file.write_whole(
        icon, guarded_file.load_bytes(resources.sprite_folder() / "emblem.svg", guarded_file.MEGABYTE)
    )
    guarded_file.write_whole(entry, _format_entry())
    print_line(f"{NAME} is among your programs now: {entry}")
    print_line("tabletop install-desktop --remove takes it away again.")


def _remove() -> None:
    there = [path for path in find_entry_paths() if path.exists()]
    for path in there:
        path.unlink()
    print_line(f"{NAME} is no longer among your programs." if there else "There was no entry to take away.")
