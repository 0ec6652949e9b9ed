"""A folder of the player's, shown by whatever the desktop shows folders with."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tabletop.core.paths import is_folder, last_name, reason

OPENERS = ("xdg-open", "gio", "open")
"""Programs of desktops that do it, on Linux and on macOS."""


def folder(path: Path) -> str:
    """Open it; why that cannot be done, in a sentence, or nothing. One that is not there yet is made."""
    with suppress(OSError, ValueError):
        path.mkdir(parents=True, exist_ok=True)
    if not is_folder(path):
        return f"The folder {path} does not exist and cannot be created."
    if sys.platform == "win32":
        try:
            os.startfile(path)
        except OSError as error:
            return f"The folder cannot be opened: {reason(error)}. It is {path}."
        return ""
    opener = next(filter(None, map(shutil.which, OPENERS)), None)
    on_a_desktop = sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if opener is None or not on_a_desktop:
        return f"No file manager was found. The folder is {path}."
    asked = [opener, *(["open"] if last_name(opener) == "gio" else []), str(path)]
    try:
        quiet = subprocess.DEVNULL
        subprocess.Popen(asked, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    except OSError:
        return f"{last_name(opener)} could not be started. The folder is {path}."
    return ""
