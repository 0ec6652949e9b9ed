"""Show a folder of the player in the file manager of the desktop."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tabletop.core.paths import is_folder, last_name, reason

OPENERS = ("xdg-open", "gio", "open")
"""Programs that open a folder on Linux and macOS."""


def open_folder(path: Path) -> str:
    """Open the folder, and create it if it is missing. Return "" or a sentence that says why this failed."""
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
