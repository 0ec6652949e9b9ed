"""`tabletop doctor` says what is wrong with this machine and how to mend it, whatever that is."""

import subprocess
import sys
from importlib import metadata
from types import SimpleNamespace

import pygame
import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop import cli
from tabletop.authoring import draft_files
from tabletop.cli import doctor
from tabletop.core import guarded_file, library, resources, user_folders
from tabletop.ui import app, fonts, settings
from tabletop.ui.sound import speaker
from tests.forbidden import forbid
from tests.records.test_archive import RECORDS


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, str(tmp_path / "home"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    return tmp_path / "home"


@pytest.fixture
def told(monkeypatch, capsys):
    """Run the command; return its exit code and its lines."""

    def run():
        monkeypatch.setattr(sys, "argv", ["tabletop", "doctor"])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = capsys.readouterr()
        assert said.err == ""
        return ended.value.code, said.out.splitlines()

    return run


def wrong(check):
    """Return what a check says of what is wrong, and how it is mended."""
    return [(one.about, one.said, one.mend) for one in check() if one.mend]


def fails(error):
    def failing(*args, **kwargs):
        raise error

    return failing


def test_on_a_sound_machine_all_is_well_and_nothing_on_the_disk_changes(told, home):
    code, lines = told()
    assert (code, lines[-1]) == (0, f"All {len(lines) - 2} checks passed.")
    assert all(line.startswith("ok") for line in lines[1:-1])
    assert not home.exists()


def test_each_thing_that_is_wrong_has_a_sentence_that_mends_it(told, home, monkeypatch):
    home.write_text("a file where the folder should be")
    monkeypatch.setattr(pygame.display, "init", fails(pygame.error("no available video device")))
    code, lines = told()
    assert code == 1
    for number, line in enumerate(lines):
        assert line[:5] != "wrong" or lines[number + 1].endswith(".")
    assert "checks failed" in lines[-1]


def test_a_check_that_fails_itself_is_told_and_the_others_go_on(told, monkeypatch):
    monkeypatch.setitem(doctor.CHECKS, "Sound", fails(RuntimeError("never met\x1b before")))
    code, lines = told()
    assert code == 1
    assert "wrong  Sound: this check failed: RuntimeError: never met\\u001b before" in lines
    assert any(line.startswith("ok     Scenarios of your own") for line in lines)


@pytest.mark.parametrize("missing", ["msgspec", "typer", "numpy", "pygame", "yaml", "platformdirs"])
def test_it_needs_no_package(missing, home):
    program = f"import sys; sys.modules[{missing!r}] = None; from tabletop.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", program, "doctor"], capture_output=True, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "cannot be loaded" in done.stdout


# --- versions


@pytest.mark.parametrize(
    ("bounds", "version", "within"),
    [
        (">=3.11", "3.11.7", True),
        (">=3.11", "3.9.1", False),
        (">=2.0", "2", True),
        (">=2,<3", "3.0", False),
        ("<3", "2.9.9", True),
        ("!=1.4", "1.4.0", False),
        ("~=1.4.2", "1.4.9", True),
        ("~=1.4.2", "1.5", False),
        ("==1.2", "1.2.0", True),
        ("", "1", True),
        (">=2.5.6", "2.5.7.dev1", True),
    ],
)
def test_versions_are_compared_by_their_numbers(bounds, version, within):
    assert doctor.is_allowed(bounds, version) is within


def test_packages_that_are_missing_old_or_broken_are_told(monkeypatch):
    real = metadata.version

    def version(name):
        if name == "shapely":
            raise metadata.PackageNotFoundError(name)
        return {"numpy": "1.26.4", "pygame": "2.6.0"}.get(name) or real(name)

    monkeypatch.setattr(metadata, "version", version)
    monkeypatch.setattr(
        doctor, "import_module", lambda name: fails(ImportError("no such symbol"))() if name == "yaml" else None
    )
    monkeypatch.setattr(doctor.platform, "python_version", lambda: "3.10.2")
    found = {about: (said, mend) for about, said, mend in wrong(doctor.check_versions)}
    assert set(found) == {"Python", "shapely", "numpy", "pygame", "PyYAML"}
    assert found["shapely"][1].startswith("Install it: pip install 'shapely>=")
    assert found["numpy"][0] == "1.26.4, but >=2.0 is needed"
    assert "no such symbol" in found["PyYAML"][0]


def test_an_installed_package_knows_what_it_requires(monkeypatch):
    monkeypatch.setattr(doctor.paths, "is_file", lambda path: False)
    monkeypatch.setattr(metadata, "metadata", lambda name: {"Requires-Python": ">=3.99"})
    monkeypatch.setattr(metadata, "requires", lambda name: ["typer (>=99)", "nobody[x]>=1; extra == 'dev'"])
    assert [about for about, _, _ in wrong(doctor.check_versions)] == ["Python", "typer"]


# --- window and sound


def test_a_display_that_shows_nothing_is_well_only_if_it_was_asked_for(monkeypatch):
    assert wrong(doctor.check_display) == []
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    assert [about for about, _, _ in wrong(doctor.check_display)] == ["Display"]


def test_a_small_desktop_is_told_and_one_of_several_is_enough(monkeypatch):
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1024, 768)])
    assert [about for about, _, _ in wrong(doctor.check_display)] == ["Desktop"]
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1024, 768), (1920, 1080)])
    assert wrong(doctor.check_display) == []


def test_without_a_sound_device_that_is_told(monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(pygame.mixer, "init", fails(pygame.error("device is busy")))
        broken.setattr(pygame.mixer, "get_init", lambda: None)
        assert [said for _, said, _ in wrong(doctor.check_sound)] == ["the device cannot be opened: device is busy"]
    monkeypatch.setattr(speaker, "may_have_device", lambda: False)
    assert [said for _, said, _ in wrong(doctor.check_sound)] == ["there is no device"]


def test_a_font_that_is_gone_is_named(monkeypatch):
    monkeypatch.setitem(fonts.FILES, "body", "gone.woff2")
    fonts.forget()
    ((_, said, mend),) = wrong(doctor.check_fonts)
    assert said.startswith("gone.woff2")
    assert mend.startswith("Reinstall the program")


# --- folders


def test_files_of_the_program_that_are_missing_are_told(monkeypatch, tmp_path):
    monkeypatch.setattr(resources, "data_folder", lambda kind: tmp_path / kind)
    assert [about for about, _, _ in wrong(doctor.check_program_files)] == ["Folder of scenarios", "Folder of sprites"]


def test_folders_without_rights_are_told(home, monkeypatch):
    assert wrong(doctor.check_folders) == []
    home.mkdir()
    assert wrong(doctor.check_folders) == []
    forbid(home, monkeypatch)
    found = wrong(doctor.check_folders)
    assert [about for about, _, _ in found] == ["Folder of matches and scenarios", "Folder of settings"]
    assert all("permission denied" in said and "the right to read and write" in mend for _, said, mend in found)


@pytest.mark.parametrize("named", ["x" * 300, "~nobody-of-that-name"])
def test_a_home_that_is_no_folder_is_told(named, told, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, named)
    code, lines = told()
    assert code == 1
    assert "       Set TABLETOP_HOME to a folder, or unset it." in lines


def test_a_full_disk_is_told(monkeypatch):
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path: SimpleNamespace(free=99_000_000))
    assert [said for _, said, _ in wrong(doctor.check_disk)] == ["99 MB"]


# --- files of the player


def test_everything_damaged_is_told_and_stays_as_it_is(home, told):
    files = {
        settings.path(): b"pace = 3\nscale = 150\n",
        library.records_folder() / "sound.jsonl": RECORDS[0].read_bytes(),
        library.records_folder() / "torn.jsonl": RECORDS[0].read_bytes()[:40],
        draft_files.drafts_folder() / "odd.draft": b"{",
        draft_files.drafts_folder() / "list.draft": b'{"game":"volley","source":"x","saved":"","text":"- a"}',
        home / "scenarios" / "volley" / "mine.yaml": b"title: 3\ncards: [",
    }
    for path, content in files.items():
        guarded_file.write_whole(path, content)
    (library.records_folder() / "loop.jsonl").symlink_to(library.records_folder() / "loop.jsonl")
    code, lines = told()
    assert code == 1
    told_of = [line.removeprefix("wrong  ").partition(":")[0] for line in lines if line.startswith("wrong")]
    assert told_of == ["Settings", "Record", "Record", "Draft", "Draft", "Scenario"]
    assert any("line 1 (pace)" in line for line in lines)
    assert {path: path.read_bytes() for path in files} == files
    there = {path for path in home.rglob("*") if path.is_file() and not path.is_symlink()}
    assert there == set(files)


@pytest.mark.parametrize(
    ("content", "said"), [(b"\xff", "is not UTF-8 text"), (b"scale = 150", ""), (b"x" * 70_000, "is too large")]
)
def test_faults_of_the_settings_are_told_without_setting_them_aside(content, said):
    guarded_file.write_whole(settings.path(), content)
    assert settings.find_faults().startswith(said)
    assert bool(settings.find_faults()) == bool(said)
    assert settings.path().read_bytes() == content


# --- where there is no display


def test_without_a_display_the_table_ends_in_a_sentence(monkeypatch):
    app._open_display()
    monkeypatch.delenv("SDL_VIDEODRIVER")
    with pytest.raises(SystemExit, match="No display found"):
        app._open_display()
    monkeypatch.setattr(pygame.display, "init", fails(pygame.error("nosuch not available")))
    with pytest.raises(SystemExit, match="The display cannot be opened: nosuch not available"):
        app._open_display()
