"""The command `tabletop doctor`: checks this machine, and says how to fix problems.

Each check yields findings. A check that fails itself is a finding too, so the command never ends in a traceback.
Modules of the program are imported inside the checks, since a missing or broken package is what the checks look for.
"""

import os
import platform
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from io import TextIOWrapper
from pathlib import Path
from typing import NamedTuple, NoReturn

import tabletop.ui  # noqa: F401 - keeps pygame from greeting
from tabletop import __version__
from tabletop.core import guarded_file, paths, resources
from tabletop.core.paths import PathError
from tabletop.core.phrases import escape_controls

LEAST_DISK = 100_000_000
"""Bytes that must be free where matches are saved; a long battle takes six million."""
LEAST_DESKTOP = (1280, 720)
"""The smallest usable desktop, in pixels."""
DISTRIBUTION = "admirals-table"
MODULES = {"PyYAML": "yaml", "pygame-ce": "pygame", "markdown-it-py": "markdown_it"}
"""Names of the modules of packages whose module has another name."""
RIVAL = "pygame"
"""A package that overwrites the files of pygame-ce."""
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)\s*(?:\[[^]]*])?\s*\(?([^;)]*)\)?\s*(;.*)?")
_BOUND = re.compile(r"(>=|<=|==|~=|!=|<|>)\s*([0-9]+(?:\.[0-9]+)*)")
_ALLOWS: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": lambda there, bound: there >= bound,
    "<=": lambda there, bound: there <= bound,
    ">": lambda there, bound: there > bound,
    "<": lambda there, bound: there < bound,
    "!=": lambda there, bound: there != bound,
    "==": lambda there, bound: there == bound,
    "~=": lambda there, bound: bound <= there and there[: len(bound) - 1] == bound[:-1],
}


class Finding(NamedTuple):
    """The result of one check.

    Attributes:
        about: the subject, e.g. ``Python``.
        said: its state, e.g. ``3.11.7``.
        mend: the sentence that says how to fix it; "" if there is no problem.
    """

    about: str
    said: str
    mend: str = ""


Findings = Iterator[Finding]


def run_doctor() -> NoReturn:
    """Check versions, display, sound, fonts, folders, disk and files, and say how to fix problems."""
    exit_with(examine())


def exit_with(findings: list[Finding]) -> NoReturn:
    """Print the findings in any terminal encoding; exit with 0 if there is no problem, else with 1."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    for line in format_findings(findings):
        sys.stdout.write(f"{line}\n")
    sys.exit(1 if any(one.mend for one in findings) else 0)


def examine() -> list[Finding]:
    """Return the findings of all checks, in their order. Changes nothing on the disk."""
    return [finding for about, check in CHECKS.items() for finding in _run_check(about, check)]


def format_findings(findings: list[Finding]) -> Iterator[str]:
    """Yield a line for each finding, below it the sentence that fixes it, and at the end the count."""
    yield f"The Admiral's Table {__version__}"
    for one in findings:
        yield escape_controls(f"{'wrong' if one.mend else 'ok':7}{one.about}: {one.said}")
        if one.mend:
            yield escape_controls(f"{'':7}{one.mend}")
    wrong = sum(bool(one.mend) for one in findings)
    yield f"{wrong} of {len(findings)} checks failed." if wrong else f"All {len(findings)} checks passed."


def _run_check(about: str, check: Callable[[], Findings]) -> list[Finding]:
    """Return the findings of a check. If the check fails itself, that is the last finding."""
    found: list[Finding] = []
    try:
        found.extend(check())
    except Exception as error:  # noqa: BLE001 - whatever it is, the other checks must still be made
        said = f"this check failed: {type(error).__name__}: {error}"
        found.append(Finding(about, said, "If the findings above do not explain it, report it with this line."))
    return found


# --- versions


def check_versions() -> Findings:
    """Compare Python and the packages with the requirements of the program."""
    python, required = _read_requirements()
    there = platform.python_version()
    mend = "" if is_allowed(python, there) else f"Install Python {python} and the program with it."
    yield Finding("Python", f"{there}, {platform.platform()}", mend)
    for requirement in required:
        match = _REQUIREMENT.match(requirement)
        if match and not match[3]:
            yield _check_package(match[1], match[2].strip())
    if _installed_version(RIVAL):
        mend = "Both write the same files: pip uninstall pygame pygame-ce, then pip install pygame-ce."
        yield Finding("pygame", "is installed beside pygame-ce", mend)


def _read_requirements() -> tuple[str, list[str]]:
    """Return the required version of Python, and the required packages in the notation of pip."""
    project = resources.project_file()
    if paths.is_file(project):
        told = tomllib.loads(guarded_file.load_text(project, guarded_file.MEGABYTE))["project"]
        return told["requires-python"], told["dependencies"]
    told = metadata.metadata(DISTRIBUTION)
    return told["Requires-Python"] or "", metadata.requires(DISTRIBUTION) or []


def _check_package(name: str, wanted: str) -> Finding:
    there = _installed_version(name)
    if not there:
        return Finding(name, "is missing", f"Install it: pip install '{name}{wanted}'.")
    if not is_allowed(wanted, there):
        return Finding(name, f"{there}, but {wanted} is needed", f"Upgrade it: pip install '{name}{wanted}'.")
    try:
        import_module(MODULES.get(name, name.replace("-", "_")))
    except Exception as error:  # noqa: BLE001 - a package that is built for another machine fails in any way
        mend = f"Reinstall it: pip install --force-reinstall '{name}{wanted}'."
        return Finding(name, f"{there} cannot be loaded: {error}", mend)
    return Finding(name, there)


def _installed_version(name: str) -> str:
    """Return the version of an installed package; "" if it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def is_allowed(bounds: str, version: str) -> bool:
    """Return True if `version` is within all `bounds`, e.g. ``>=3.11,<4``."""
    there = _parse_numbers(version)
    return all(_is_within(how, there, _parse_numbers(bound)) for how, bound in _BOUND.findall(bounds))


def _is_within(how: str, there: tuple[int, ...], bound: tuple[int, ...]) -> bool:
    longest = max(len(there), len(bound))
    if how == "~=":
        return _ALLOWS[how](there, bound)
    return _ALLOWS[how](there + (0,) * (longest - len(there)), bound + (0,) * (longest - len(bound)))


def _parse_numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"[0-9]+(?:\.[0-9]+)*", version)
    return tuple(map(int, found[0].split("."))) if found else ()


# --- window and sound


def check_display() -> Findings:
    """Open the display, without a window."""
    import pygame

    from tabletop.ui.app import UNSEEN

    asked = os.environ.get("SDL_VIDEODRIVER", "")
    mend = f"Unset SDL_VIDEODRIVER, which asks for '{asked}'." if asked else "Start the program on a desktop."
    try:
        pygame.display.init()
        driver, sizes = pygame.display.get_driver(), pygame.display.get_desktop_sizes()
    except pygame.error as error:
        yield Finding("Display", f"none: {error}", mend)
        return
    if driver in UNSEEN:
        meant = driver in asked
        yield Finding("Display", f"video driver {driver}, which shows nothing", "" if meant else mend)
        return
    shown = ", ".join(f"{wide}×{high}" for wide, high in sizes)
    yield Finding("Display", f"video driver {driver}, {shown}")
    if all(wide < LEAST_DESKTOP[0] or high < LEAST_DESKTOP[1] for wide, high in sizes):
        yield Finding("Desktop", f"{shown} is small", "The table needs 1280×720: choose a finer resolution.")


def check_sound() -> Findings:
    """Open the sound device, as the window does."""
    import pygame

    from tabletop.ui.sound import speaker

    mend = "Connect a device, or start the sound server; without one the table is silent but can be played."
    if not speaker.may_have_device():
        yield Finding("Sound", "there is no device", mend)
        return
    try:
        if not pygame.mixer.get_init():
            pygame.mixer.init(speaker.RATE, -16, 2, speaker.BUFFER)
        rate, _, channels = pygame.mixer.get_init() or (0, 0, 0)
    except pygame.error as error:
        yield Finding("Sound", f"the device cannot be opened: {error}", mend)
        return
    finally:
        pygame.mixer.quit()
    yield Finding("Sound", f"{rate} Hz, {'stereo' if channels == 2 else f'{channels} channels'}")


def check_fonts() -> Findings:
    """Load every font of the program."""
    import pygame

    from tabletop.ui import fonts

    pygame.font.init()
    broken = []
    for face, file in fonts.FILES.items():
        try:
            fonts.font(face, 20).size("Trafalgar")
        except (pygame.error, OSError) as error:
            broken.append(f"{file} ({error})")
    said = f"{', '.join(broken)} cannot be loaded" if broken else f"{len(fonts.FILES)} can be loaded"
    yield Finding("Fonts", said, "Reinstall the program: its files are damaged." if broken else "")


# --- folders


def check_program_files() -> Findings:
    """Look for the data folders of the program."""
    for kind in ("scenarios", "sprites"):
        folder = resources.data_folder(kind)
        mend = "" if paths.is_folder(folder) else "Reinstall the program: its files are missing."
        yield Finding(f"Folder of {kind}", str(folder), mend)


def check_folders() -> Findings:
    """Write a temporary file into the folders of the user, or into their nearest existing parents."""
    from tabletop.core import user_folders

    named = f"{user_folders.HOME}={os.environ[user_folders.HOME]}" if os.environ.get(user_folders.HOME) else ""
    for about, of in (("Matches and scenarios", user_folders.home_folder), ("Settings", user_folders.settings_folder)):
        try:
            folder = of()
        except OSError as error:
            yield Finding(about, str(error), f"Set {user_folders.HOME} to a folder, or unset it.")
            continue
        yield _check_folder(f"Folder of {about.lower()}", folder, named)


def _check_folder(about: str, folder: Path, named: str) -> Finding:
    there = _nearest_existing(folder)
    said = f"{folder}{'' if there == folder else ', which is not there yet'}{f' ({named})' if named else ''}"
    try:
        guarded_file.check_folder(there)
        with tempfile.TemporaryFile(dir=there):
            pass
    except (OSError, PathError) as error:
        why = paths.reason(error) if isinstance(error, OSError) else str(error).rstrip(".")
        mend = f"Give this account the right to read and write {there}, or name another folder with TABLETOP_HOME."
        return Finding(about, f"{said}: {why}", mend)
    return Finding(about, said)


def _nearest_existing(folder: Path) -> Path:
    """Return `folder`, or its nearest parent that exists."""
    return next((one for one in (folder, *folder.parents) if os.path.lexists(one)), folder)


def check_disk() -> Findings:
    """Measure the free space where matches are saved."""
    from tabletop.core import user_folders

    free = shutil.disk_usage(_nearest_existing(user_folders.home_folder())).free
    mend = "Free some space: a match that cannot be saved cannot continue." if free < LEAST_DISK else ""
    yield Finding("Free disk", f"{free // 1_000_000} MB", mend)


# --- files of the player


def check_settings() -> Findings:
    """Read the settings, as the program does at its start."""
    from tabletop.ui import settings

    why, where = settings.find_faults(), settings.path()
    mend = f"Correct or delete {where}; else it is set aside at the next start." if why else ""
    yield Finding("Settings", f"the file {why}" if why else "can be read", mend)


def check_records() -> Findings:
    """Read every record completely."""
    import tabletop.games  # noqa: F401 - makes the games known
    from tabletop.core import library, reading
    from tabletop.core.errors import RecordError

    every = library.list_records()
    for path in every:
        try:
            reading.read_record(path)
        except RecordError as error:
            yield Finding("Record", str(error), f"Restore a good copy, or delete {path}.")
    yield Finding("Records", f"{len(every)} read")


def check_drafts() -> Findings:
    """Open every draft of the scenario editor."""
    import tabletop.games  # noqa: F401 - makes the games known
    from tabletop.authoring import draft_files

    for path in draft_files.find_damaged():
        yield Finding("Draft", f"{path.name} cannot be opened", f"Delete {path}, or rescue its text by hand.")
    yield Finding("Drafts", f"{len(draft_files.list_recoverable())} kept")


def check_scenarios() -> Findings:
    """Read every scenario of the user."""
    import tabletop.games  # noqa: F401 - makes the games known
    from tabletop.core import user_folders
    from tabletop.core.errors import ScenarioError
    from tabletop.core.game import games_by_id
    from tabletop.core.scenario import load_text

    every = [(game, path) for game in games_by_id().values() for path in user_folders.list_user_scenarios(game.meta.id)]
    for game, path in every:
        try:
            game.read(load_text(path), path.name)
        except ScenarioError as error:
            mend = f"Correct it; this command lists all problems: tabletop validate {path}"
            yield Finding("Scenario", str(error.problems[0]), mend)
    yield Finding("Scenarios of your own", f"{len(every)} read")


CHECKS: dict[str, Callable[[], Findings]] = {
    "Versions": check_versions,
    "Display": check_display,
    "Sound": check_sound,
    "Fonts": check_fonts,
    "Files of the program": check_program_files,
    "Folders": check_folders,
    "Free disk": check_disk,
    "Settings": check_settings,
    "Records": check_records,
    "Drafts": check_drafts,
    "Scenarios": check_scenarios,
}
"""The checks, by subject."""
