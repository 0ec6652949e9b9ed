"""Folders without permission, for tests that may run as an account with all permissions."""

import io
import os
from pathlib import Path

import pytest

LOOKING = ("stat", "lstat", "open", "scandir", "listdir", "mkdir", "unlink", "rename", "replace", "access", "utime")
"""Functions of `os` by which Python reads folders and changes what is in them."""


def forbid(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every access below `folder`, as the system does without permission; its own name stays readable."""
    for name in LOOKING:
        monkeypatch.setattr(os, name, _guarded(getattr(os, name), folder, itself=name in ("scandir", "listdir")))
    monkeypatch.setattr(io, "open", _guarded(io.open, folder, itself=False))
    monkeypatch.setattr(os, "access", lambda path, mode, **_: not _lies_in(path, folder, itself=True))


def _guarded(call, folder, *, itself):
    def guarded(*args, **kwargs):
        for path in args[:2]:
            if _lies_in(path, folder, itself=itself):
                raise PermissionError(13, "Permission denied", str(path))
        return call(*args, **kwargs)

    return guarded


def _lies_in(path, folder, *, itself):
    if not isinstance(path, str | os.PathLike):
        return False
    told = os.fspath(path)
    return isinstance(told, str) and (told.startswith(f"{folder}{os.sep}") or (itself and told == str(folder)))
