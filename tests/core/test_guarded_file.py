"""Whatever lies where a file should be is read within bounds or refused in a sentence, and there is no other way in."""

import ast
import errno
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

import tabletop
from tabletop.core import guarded_file, paths
from tabletop.core.guarded_file import UnreadableError
from tests.systems import POSIX_WORDS, make_pipe

SOURCES = Path(tabletop.__file__).parent
READING = {"open", "fdopen", "read_text", "read_bytes", "glob", "rglob", "iterdir", "listdir", "scandir"}
ALLOWED = {
    "cli/terminal.py": {"os.open"},  # the null device
    "core/guarded_file.py": {"os.open", "os.fdopen", "beside.open", "folder.iterdir"},
    "core/record.py": {"self.path.open", "path.open", "os.open"},  # what is written
    "games/ships_of_the_line/model.py": {"read_text"},  # of the package itself
    "rulebook/book.py": {"file.read_text", "folder.iterdir", "iterdir"},  # likewise
    "tournaments/match_worker.py": {"os.open", "os.fdopen"},  # the null device, a clock, standard input and output
    "tournaments/results_file.py": {"self.path.open"},  # what is written
    "ui/assets.py": {"read_text"},  # of the package itself
    "ui/sound/speaker.py": {"iterdir", "ALSA.glob"},  # likewise, and whether the system has a device
}
GAMES = {
    "game.open",
    "played.open",
    "course.game.open",
    "self.open",
    "self.game.open",
    "self.scenarios.open",
    "self._page.open",
    "self._menu.open",
    "self._rules.open",
    "kept.open",
}
"""What opens no file: scenarios, dialogs, menus, drafts."""


def why(path: Path, largest: int = 100) -> str:
    with pytest.raises(UnreadableError) as caught:
        guarded_file.load_bytes(path, largest)
    return str(caught.value)


def test_a_file_is_read_whole_up_to_its_bound(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree")
    assert guarded_file.load_text(path, 100) == "one\ntwo\nthree"
    assert why(path, 10).startswith("is too large: more than")
    assert guarded_file.load_bytes(path, 100, b"other start") == path.read_bytes()[:11]


@POSIX_WORDS
def test_what_is_no_file_is_named_and_not_waited_for(tmp_path):
    make_pipe(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "zero").symlink_to("/dev/zero")
    assert why(tmp_path / "pipe") == "cannot be opened: it is a pipe, not a file"
    assert why(tmp_path / "zero") == "cannot be opened: it is a device, not a file"
    assert why(tmp_path) == "cannot be opened: it is a folder, not a file"
    assert why(tmp_path / "loop").startswith("cannot be opened: too many levels of symbolic links")
    assert why(tmp_path / "none") == "cannot be opened: no such file or directory"
    assert why(tmp_path / "a\0b") == "cannot be opened: not a valid file name"
    assert why(tmp_path / ("x" * 300)) == "cannot be opened: file name too long"


@pytest.mark.parametrize(
    ("content", "place"),
    [(b"\xff", (1, 1)), ("été\nété".encode() + b"\xff", (2, 4)), (b"\xef\xbb\xbfa\r\n\xe9", (2, 1))],
)
def test_a_byte_that_is_no_text_is_told_with_its_place(tmp_path, content, place):
    path = tmp_path / "x.yaml"
    path.write_bytes(content)
    with pytest.raises(UnreadableError) as caught:
        guarded_file.load_text(path, 100)
    assert (caught.value.line, caught.value.column) == place


def test_in_a_folder_that_is_none_lies_nothing(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "file").write_text("")
    for odd in ("loop", "file", "none", "a\0b"):
        assert guarded_file.list_files(tmp_path / odd, ".yaml") == ()


@pytest.mark.parametrize(("seconds", "year"), [(1e18, 9998), (-1e18, 1970), (0.0, 1970), (1e9, 2001)])
def test_any_time_that_a_disk_tells_is_a_date(seconds, year, monkeypatch):
    monkeypatch.setattr(Path, "stat", lambda path: SimpleNamespace(st_mtime=seconds))
    assert guarded_file.modification_time(Path("x")).astimezone(UTC).year == year


def test_a_time_that_windows_knows_no_local_time_for_is_told_in_utc(monkeypatch):
    class Moment(datetime):
        def __add__(self, other):
            return Moment(3500, 1, 1, tzinfo=UTC)

        def astimezone(self, tz=None):
            raise OSError(22, "Invalid argument")

    monkeypatch.setattr(guarded_file, "_EPOCH", Moment(1970, 1, 1, tzinfo=UTC))
    assert guarded_file.modification_time(Path("x")).year == 3500


def test_of_what_is_not_there_the_time_is_the_first(tmp_path):
    assert guarded_file.modification_time(tmp_path / "none") == datetime(1970, 1, 1, tzinfo=UTC)


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path):
    path = tmp_path / "deep" / "settings.json"
    guarded_file.write_whole(path, b"one")
    make_pipe(path.with_name("settings.json.new"))
    guarded_file.write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert [one.name for one in path.parent.iterdir()] == ["settings.json"]


def test_a_full_disk_leaves_the_old_file_and_nothing_beside_it(tmp_path, monkeypatch):
    path = tmp_path / "settings.toml"
    guarded_file.write_whole(path, b"old")

    def full(self, target):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        guarded_file.write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_a_name_that_no_file_can_have_is_an_error_of_the_system(tmp_path):
    with pytest.raises(OSError, match="not a valid file name"):
        guarded_file.write_whole(tmp_path / "a\0b", b"x")


def test_on_windows_a_file_that_another_program_holds_for_a_moment_is_replaced_all_the_same(tmp_path, monkeypatch):
    move, refusals = Path.replace, [PermissionError(13, "Access is denied")] * 3

    def held(self, target):
        if refusals:
            raise refusals.pop()
        return move(self, target)

    monkeypatch.setattr(paths, "ON_WINDOWS", True)
    monkeypatch.setattr(guarded_file, "sleep", lambda _: None)
    monkeypatch.setattr(Path, "replace", held)
    guarded_file.write_whole(tmp_path / "x", b"new")
    assert (tmp_path / "x").read_bytes() == b"new"
    refusals[:] = [PermissionError(13, "Access is denied")] * 100
    with pytest.raises(PermissionError):
        guarded_file.write_whole(tmp_path / "x", b"newer")
    assert [one.name for one in tmp_path.iterdir()] == ["x"]


def test_on_windows_a_folder_is_called_a_folder_though_the_system_speaks_of_rights(tmp_path, monkeypatch):
    def refused(path, flags):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "open", refused)
    assert why(tmp_path) == "cannot be opened: it is a folder, not a file"
    assert why(tmp_path / "x") == "cannot be opened: permission denied"


def test_on_macos_the_memory_of_the_disk_is_emptied_too(monkeypatch):
    asked, plain = [], []
    monkeypatch.setattr(os, "fsync", plain.append)
    monkeypatch.setattr(guarded_file, "_SYNC_WHOLE", asked.append)
    guarded_file.sync(7)
    assert (asked, plain) == ([7], [])

    def unable(descriptor):
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(guarded_file, "_SYNC_WHOLE", unable)
    guarded_file.sync(8)
    assert plain == [8]


@pytest.mark.parametrize(
    ("module", "number"), [(None, None), (SimpleNamespace(), None), (SimpleNamespace(F_FULLFSYNC=51), 51)]
)
def test_each_system_syncs_in_its_own_way(module, number, monkeypatch):
    asked = []
    if module is not None:
        module.fcntl = lambda descriptor, order: asked.append((descriptor, order))
    monkeypatch.setitem(sys.modules, "fcntl", module)
    whole = guarded_file._whole_sync()
    assert (whole is None) is (number is None)
    if whole:
        whole(3)
        assert asked == [(3, 51)]


def test_endings_are_known_in_any_case(tmp_path):
    for name in ("a.yaml", "B.YAML", "c.yml", ".yaml"):
        (tmp_path / name).write_text("")
    assert [one.name for one in guarded_file.list_files(tmp_path, ".yaml")] == ["B.YAML", "a.yaml"]


def calls(source: Path) -> set[str]:
    """The calls in a module that read or open something."""
    text = source.read_text(encoding="utf-8")
    if not any(f"{word}(" in text for word in READING):
        return set()
    called = (ast.unparse(node.func) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    found = {name for name in called if name.rpartition(".")[2] in READING}
    return {name if name.replace(".", "").isidentifier() else name.rpartition(".")[2] for name in found} - GAMES


def test_nothing_else_in_the_program_opens_a_file():
    found = {str(source.relative_to(SOURCES)): calls(source) for source in sorted(SOURCES.rglob("*.py"))}
    assert {module: names for module, names in found.items() if names} == ALLOWED
