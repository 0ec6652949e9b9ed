"""Text that a person typed or a file named becomes a path that can be used or a sentence, and in one place alone."""

import ast
from pathlib import Path

import pytest

import tabletop
from tabletop.core import guarded_file, paths
from tabletop.core.paths import Kind, PathError
from tests.forbidden import forbid
from tests.systems import make_pipe

SOURCES = Path(tabletop.__file__).parent
MAKING = {"Path", "PurePath", "PosixPath", "WindowsPath", "PurePosixPath", "PureWindowsPath", "expanduser"}
ALLOWED = {
    "cli/install_desktop.py": {"Path(sys.executable)"},
    "core/record.py": {"Path(os.path.realpath(self.path))"},
    "core/library.py": {"Path(self._held.lock_file)"},
    "core/paths.py": {"Path(text)", "Path(text).expanduser()"},
    "core/user_folders.py": {"Path(PROGRAM)"},
    "core/resources.py": {"Path(__file__)", "Path(str(resources.files('tabletop')))"},
    "ui/sound/speaker.py": {
        "Path(os.environ.get('XDG_RUNTIME_DIR', '/nowhere'))",
        "Path(str(resources.files('tabletop.ui')))",
    },
}
"""What the program itself knows: where it is installed, and the names that the system gives. All else is parsed."""


def why_not(text: str) -> str:
    with pytest.raises(PathError) as caught:
        paths.parse_path(text)
    return str(caught.value)


@pytest.fixture
def forbidden(tmp_path, monkeypatch):
    locked = tmp_path / "locked"
    locked.mkdir()
    forbid(locked, monkeypatch)
    return locked


# --- from text to path


def test_a_typed_path_is_expanded_and_begins_in_the_folder_that_is_shown(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert paths.parse_path("~/a b") == tmp_path / "a b"
    assert paths.parse_path("x.jsonl", tmp_path) == tmp_path / "x.jsonl"
    assert paths.parse_path("../x", tmp_path) == tmp_path / ".." / "x"
    assert paths.parse_path(str(tmp_path), Path("/elsewhere")) == tmp_path
    assert paths.parse_path("/") == Path("/")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Type the name of a file"),
        (" \t", "Type the name of a file"),
        ("a\0b", "'a\\u0000b' is not a file name"),
        ("x" * 256, "is too long: 256 bytes, at most 255"),
        (f"/tmp/{'é' * 128}/x", "is too long: 256 bytes"),
        ("~nobody-of-that-name/x", "There is no home folder for '~nobody-of-that-name/x'"),
        ("a\ud800", "contains half a character"),
    ],
)
def test_what_no_file_can_be_called_is_a_sentence(text, said):
    assert said in why_not(text)
    assert why_not(text).isprintable()
    assert len(why_not(text)) < 200


def test_a_name_of_the_greatest_length_is_a_path(tmp_path):
    path = paths.parse_path("x" * 255, tmp_path)
    guarded_file.write_whole(path, b"one")
    assert guarded_file.load_bytes(path, 100) == b"one"


@pytest.mark.parametrize("name", ["", " ", ".", "..", "a/b", "/", "a\0", "x" * 256])
def test_what_is_no_name_of_one_file_is_refused(name):
    with pytest.raises(PathError):
        paths.parse_name(name)


def test_elsewhere_a_name_may_hold_what_windows_forbids():
    assert paths.parse_name("What now?\\") == "What now?\\"
    assert paths.parse_name("con.jsonl") == "con.jsonl"


@pytest.mark.parametrize(
    "name",
    ["con", "NUL.jsonl", "Com1", "lpt9.x.yaml", "aux .txt", "a?", 'say "so"', "a:b", "a\x01", "a.", "a\\b", "a/b"],
)
def test_names_that_windows_keeps_or_cannot_hold_are_refused_there(name, monkeypatch):
    monkeypatch.setattr(paths, "ON_WINDOWS", True)
    with pytest.raises(PathError):
        paths.parse_name(name)


@pytest.mark.parametrize("name", ["console", "nullify.jsonl", "com10", "x" * 255, "é" * 255, ".hidden", "a.b"])
def test_other_names_are_as_good_there(name, monkeypatch):
    monkeypatch.setattr(paths, "ON_WINDOWS", True)
    assert paths.parse_name(name) == name


# --- what lies there


def test_what_lies_at_a_path_is_told_and_links_are_followed(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(tmp_path)
    (tmp_path / "dangling").symlink_to(tmp_path / "none")
    make_pipe(tmp_path / "pipe")
    assert paths.find_kind(tmp_path / "link") is Kind.FOLDER
    assert paths.find_kind(tmp_path / "file") is Kind.FILE
    assert paths.find_kind(tmp_path / "dangling") is Kind.NOTHING
    assert paths.find_kind(tmp_path / "file" / "below") is Kind.NOTHING
    assert paths.find_kind(tmp_path / "pipe") is Kind.OTHER


def test_what_cannot_be_looked_at_is_a_sentence(tmp_path, forbidden):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for odd in (tmp_path / "loop", tmp_path / ("x" * 300), tmp_path / "a\0b", forbidden / "x"):
        with pytest.raises(PathError, match="cannot be opened"):
            paths.find_kind(odd)
        assert not paths.is_folder(odd)
        assert not paths.is_file(odd)


def test_a_path_lies_in_a_folder_once_links_are_followed(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "in")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert paths.is_inside(tmp_path / "link" / "x", tmp_path / "in")
    assert not paths.is_inside(tmp_path / "in" / ".." / "x", tmp_path / "in")
    assert not paths.is_inside(tmp_path / "a\0b", tmp_path / "in")
    assert not paths.is_inside(tmp_path / "loop", tmp_path / "in")


def test_a_link_that_cannot_be_followed_hides_no_other_folder(tmp_path, forbidden):
    (tmp_path / "a_link").symlink_to(forbidden / "x")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "open").mkdir()
    assert [one.name for one in guarded_file.list_folders(tmp_path)] == ["locked", "open"]


def test_nobody_can_look_into_a_forbidden_folder(forbidden, tmp_path):
    guarded_file.check_folder(tmp_path)
    with pytest.raises(PathError, match="Cannot open the folder 'locked': permission denied"):
        guarded_file.check_folder(forbidden)
    assert paths.is_folder(forbidden)


@pytest.mark.parametrize(
    ("told", "name"), [("C:\\games\\x.yaml", "x.yaml"), ("/a/b/", "b"), ("x.yaml", "x.yaml"), ("", ""), ("/", "")]
)
def test_the_name_at_the_end_of_a_path_of_any_system(told, name):
    assert paths.last_name(told) == name


# --- one place


def find_made_paths(source: Path) -> set[str]:
    """Return the calls in a module that make a path of a text, also under another name of the class."""
    text = source.read_text(encoding="utf-8")
    if not any(word in text for word in ("pathlib", "expanduser")):
        return set()
    tree = ast.parse(text)
    aliases = {
        name.asname
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "pathlib"
        for name in node.names
        if name.asname
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and not is_constant(node)]
    return {ast.unparse(call) for call in calls if ast.unparse(call.func).rpartition(".")[2] in MAKING | aliases}


def is_constant(call: ast.Call) -> bool:
    """Return True if the call names nothing but what stands in the source."""
    return bool(call.args) and all(isinstance(arg, ast.Constant) for arg in call.args)


def test_no_other_module_makes_paths_of_texts():
    found = {
        source.relative_to(SOURCES).as_posix(): find_made_paths(source) for source in sorted(SOURCES.rglob("*.py"))
    }
    assert {module: calls for module, calls in found.items() if calls} == ALLOWED


def test_a_path_made_under_another_name_is_found_too(tmp_path):
    (tmp_path / "x.py").write_text("from pathlib import Path as File\nimport pathlib\nFile(a), pathlib.Path(b)\n")
    assert find_made_paths(tmp_path / "x.py") == {"File(a)", "pathlib.Path(b)"}
