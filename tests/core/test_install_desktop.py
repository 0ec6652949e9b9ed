"""The table among the programs of the desktop."""

import os
import re
import shlex
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tabletop.cli import install_desktop
from tabletop.cli.commands import app
from tabletop.core import resources


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


def invoked(*words: str) -> Result:
    return CliRunner().invoke(app, ["install-desktop", *words])


def test_entry_and_icon_come_and_go(data: Path) -> None:
    assert invoked().exit_code == 0
    entry, icon = install_desktop.find_entry_paths()
    assert [path.relative_to(data).as_posix() for path in (entry, icon)] == [
        "applications/admirals-table.desktop", "icons/hicolor/scalable/apps/admirals-table.svg",
    ]  # fmt: skip
    assert icon.read_bytes() == (resources.sprite_folder() / "emblem.svg").read_bytes()
    lines = dict(line.split("=", 1) for line in entry.read_text(encoding="utf-8").splitlines()[1:])
    assert (lines["Name"], lines["Icon"], lines["Type"]) == ("The Admiral's Table", icon.stem, "Application")
    assert Path(shlex.split(lines["Exec"])[0]).exists()
    assert "no longer" in invoked("--remove").output
    assert not entry.exists()
    assert not icon.exists()
    assert (invoked("--remove").exit_code, invoked("--remove").output) == (0, "There was no entry to remove.\n")


def test_a_path_with_odd_letters_is_one_argument_of_the_entry(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = data / 'a "b" 100 % $c'
    odd.mkdir()
    (odd / "tabletop").touch(mode=0o755)
    monkeypatch.setattr(sys, "executable", str(odd / "python"))
    written = install_desktop.find_command()
    value = written.replace("\\\\", "\\").replace("%%", "%")  # as keys and as arguments are read, one after the other
    assert re.sub(r"\\(.)", r"\1", value.strip('"')) == str(odd / "tabletop")


@pytest.mark.parametrize("odd", ["a\nb", "a\rb\tc", "a\udcffb"])
def test_a_line_break_in_a_path_breaks_no_entry(odd: str, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(data / odd / "python"))
    monkeypatch.setattr(install_desktop.os, "access", lambda path, mode: True)
    assert invoked().exit_code == 0
    entry, _ = install_desktop.find_entry_paths()
    lines = os.fsdecode(entry.read_bytes()).split("\n")
    assert len(lines) == len(install_desktop.ENTRY.split("\n"))
    value = next(line.removeprefix("Exec=") for line in lines if line.startswith("Exec="))
    for escape, letter in (("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t")):
        value = value.replace(escape, letter)
    assert value == f'"{data / odd / "tabletop"}"'


def test_elsewhere_than_on_linux_it_says_so_and_writes_nothing(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    outcome = invoked()
    assert (outcome.exit_code, "Linux" in outcome.output) == (1, True)
    assert list(data.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told_in_a_line(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "applications").write_text("a file where the folder should be", encoding="utf-8")
    assert isinstance(invoked().exception, OSError)  # of which the program makes a line, as of any
