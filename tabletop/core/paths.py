"""Paths that a person typed or that a file named: the only place where such a text becomes a path.

`parse_path` and `parse_name` refuse what no file system can hold, in a sentence. `find_kind`, `is_folder`,
`is_file` and `is_inside` look at the disk and never raise an `OSError` or a `ValueError`. Reading and writing
is done by `guarded_file`. A test refuses calls of `Path(...)` on such texts elsewhere.
"""

import os
import stat
from enum import Enum
from pathlib import Path

from tabletop.core.phrases import escape_controls

ON_WINDOWS: bool = os.name == "nt"

LONGEST_NAME = 255
"""Length of a name of a file: bytes, on Windows UTF-16 code units."""

_SHOWN = 60
"""Characters of a path that a sentence quotes at most."""
_DIVIDERS = {False: "/\0", True: "/\\\0"}
"""Characters that divide or end names, by whether the system is Windows."""
_WINDOWS_FORBIDS = '<>:"|?*'
_WINDOWS_DEVICES = frozenset(
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
    + [f"{port}{number}" for port in ("COM", "LPT") for number in "123456789¹²³"]
)


class PathError(Exception):
    """Why a text is no path that can be used, as a sentence for a player."""


class Kind(Enum):
    """What a path leads to once all links are followed."""

    NOTHING = "nothing"
    FILE = "a file"
    FOLDER = "a folder"
    OTHER = "neither a file nor a folder"


# --- from text to path


def parse_path(text: str, folder: Path | None = None) -> Path:
    """Return the path that `text` names; its spaces count.

    ``~`` at the beginning is the home of the player or of the account that is named. A relative path
    starts at `folder`, or stays relative if that is None. The disk is not looked at.

    Raises:
        PathError: if the text is blank, names an unknown account, or no file can have such a name.
    """
    if not text.strip():
        raise PathError("Type the name of a file or a folder.")
    if "\0" in text:
        raise PathError(f"{quote(text)} is not a file name: it contains a null character.")
    try:
        path = Path(text).expanduser()
    except (RuntimeError, KeyError):
        raise PathError(f"There is no home folder for {quote(text)}.") from None
    for part in path.parts:
        if part != path.anchor and part != os.pardir:
            _check_part(part)
    return folder / path if folder else path


def parse_name(text: str) -> str:
    """Return `text` if it is the name of one file inside a folder; its spaces count.

    Raises:
        PathError: if it is blank, holds a separator of folders, or no file can have such a name.
    """
    name = text if text.strip() else ""
    if name in ("", os.curdir, os.pardir):
        raise PathError("A file needs a name.")
    if any(letter in name for letter in _DIVIDERS[ON_WINDOWS]):
        raise PathError(f"{quote(name)} is not the name of a single file: it contains a separator or a null character.")
    _check_part(name)
    return name


def portable_stem(stem: str) -> str:
    """Return `stem`, with an underscore behind it if Windows keeps the name for a device, e.g. ``con_``.

    For names that the program makes: what is saved here may be opened there.
    """
    return f"{stem}_" if _is_device(stem) else stem


def _is_device(name: str) -> bool:
    """Return True if Windows reserves the part of `name` before its first dot, in any case, for a device."""
    return name.partition(".")[0].rstrip(" ").upper() in _WINDOWS_DEVICES


def last_name(text: str) -> str:
    r"""Return the part of a path after its last slash or backslash, e.g. ``x.yaml`` of ``C:\games\x.yaml``."""
    return text.replace("\\", "/").rstrip("/").rpartition("/")[2]


def find_name(path: Path) -> str:
    """Return the name at the end of `path`, or the whole path if it has none, fit to be shown."""
    return quote(path.name or str(path))


def quote(text: str) -> str:
    """Return `text` in single quotation marks with control characters escaped.

    If it is longer than `_SHOWN` characters, only its beginning and its end are kept, with ``…`` between.
    """
    shown = escape_controls(text)
    if len(shown) > _SHOWN:
        shown = f"{shown[: _SHOWN // 2]} … {shown[-_SHOWN // 2 :]}"
    return f"'{shown}'"


def _check_part(part: str) -> None:
    """Raise PathError if no file or folder can be called `part` on this system.

    Reasons are half a character, more than `LONGEST_NAME`, and on Windows a reserved name or a wrong character.
    """
    try:
        length = len(part.encode("utf-16-le")) // 2 if ON_WINDOWS else len(os.fsencode(part))
    except UnicodeEncodeError:
        raise PathError(f"{quote(part)} is not a file name: it contains half a character.") from None
    if length > LONGEST_NAME:
        raise PathError(f"The name {quote(part)} is too long: {length} bytes, at most {LONGEST_NAME}.")
    if ON_WINDOWS:
        _check_windows_part(part)


def _check_windows_part(part: str) -> None:
    """Raise PathError if Windows keeps the name `part` for a device or cannot hold it."""
    if _is_device(part):
        raise PathError(f"Windows reserves the name {quote(part)}; choose another one.")
    if odd := next((letter for letter in part if letter in _WINDOWS_FORBIDS or letter < " "), ""):
        raise PathError(f"On Windows a name cannot contain {quote(odd)}: {quote(part)}.")
    if part[-1] in ". ":
        raise PathError(f"On Windows a name cannot end with a dot or a space: {quote(part)}.")


# --- what lies there


def find_kind(path: Path) -> Kind:
    """Return what lies at `path`; a link is what it leads to, and one that leads nowhere is nothing.

    Raises:
        PathError: if that cannot be found out, e.g. without permission, for a loop of links or an impossible name.
    """
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return Kind.NOTHING
    except (OSError, ValueError, RuntimeError) as error:
        raise PathError(f"{find_name(path)} cannot be opened: {reason(error)}.") from error
    if stat.S_ISDIR(mode):
        return Kind.FOLDER
    return Kind.FILE if stat.S_ISREG(mode) else Kind.OTHER


def is_folder(path: Path) -> bool:
    """Return True if `path` leads to a folder; False also if that is unknown."""
    return _is(path, Kind.FOLDER)


def is_file(path: Path) -> bool:
    """Return True if `path` leads to a regular file; False also if that is unknown."""
    return _is(path, Kind.FILE)


def is_inside(path: Path, folder: Path) -> bool:
    """Return True if `path` lies in `folder` or below it once all links are followed; False if that is unknown."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):  # up to Python 3.12 a loop of links is a RuntimeError
        return False


def follow(path: Path) -> Path:
    """Return `path` as an absolute path with all links followed; if that fails, absolute with its links."""
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):
        return path.absolute()


def reason(error: OSError | ValueError | RuntimeError) -> str:
    """Return the system's message of `error` in lower case, or ``not a valid file name`` if it is no OSError."""
    if not isinstance(error, OSError):
        return "not a valid file name"
    return (error.strerror or "unknown reason").lower()


def _is(path: Path, kind: Kind) -> bool:
    """Return True if `path` leads to a `kind`; False also if the system does not tell."""
    try:
        return find_kind(path) is kind
    except PathError:
        return False
