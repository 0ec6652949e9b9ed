"""Hostile files by their numbers: a number gives the same file on every machine."""

import json
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import yaml

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import plain_toml, resources
from tabletop.core.game import games_by_id
from tabletop.ui import settings
from tools.fuzz.mangling import Mangler

TESTS = Path(__file__).resolve().parents[2] / "tests"
SETTINGS: dict[str, plain_toml.Plain] = {"scale": 125, "full_screen": False, "pace": "fast"}


class HostileFile(msgspec.Struct, frozen=True):
    """A file made to harm the program.

    Attributes:
        number: its number.
        kind: the kind of file it imitates, a key of `KINDS`.
        game: the game whose folder it is put into.
        origin: the valid file it was made from.
        name: its file name.
        content: its bytes.
    """

    number: int
    kind: str
    game: str
    origin: str
    name: str
    content: bytes


@cache
def list_scenario_files() -> tuple[tuple[str, Path], ...]:
    """Return all scenario files, valid and invalid, and all lessons, with their games."""
    found = [(game, path) for game in games_by_id() for path in resources.list_scenarios(game)] * 3
    found += [(game, path) for game in games_by_id() for path in resources.list_lessons(game)]
    for game in games_by_id():
        folder = TESTS / "scenarios" / "bad" / ("" if game == "ships_of_the_line" else game)
        found += [(game, path) for path in sorted(folder.glob("*.yaml"))]
    return tuple(found)


@cache
def list_case_files() -> tuple[tuple[str, Path], ...]:
    """Return all case files; they name their games themselves."""
    return tuple(("", path) for path in sorted((TESTS / "cases").glob("*.yaml")))


@cache
def list_record_files() -> tuple[tuple[str, Path], ...]:
    """Return all records of the archive."""
    return tuple(("", path) for path in sorted((TESTS / "records").glob("*.jsonl")) if "tiny" not in path.name)


def build_hostile(number: int) -> HostileFile:
    """Return the file with that number."""
    fancy = Random(number)
    kind = fancy.choices(tuple(KINDS), (40, 12, 32, 4, 12))[0]
    return KINDS[kind](number, fancy)


def list_sound_files() -> Iterator[HostileFile]:
    """Yield the first scenario of each game, and settings, all valid."""
    for game in games_by_id():
        path = resources.list_scenarios(game)[0]
        yield HostileFile(-1, "scenario", game, path.name, "sound.yaml", path.read_bytes())
    yield HostileFile(-1, "settings", "", settings.FILE, settings.FILE, plain_toml.format_toml(SETTINGS, {}).encode())


@cache
def _load_yaml(path: Path) -> Any:
    try:
        return yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        return None


@cache
def _load_lines(path: Path) -> list[Any]:
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    return [{key: part for key, part in line.items() if key != "check"} for line in lines]


def _build_yaml(kind: str, game: str, path: Path, number: int, fancy: Random) -> HostileFile:
    mangler, plain = Mangler(fancy), _load_yaml(path)
    by_parts = plain is not None and fancy.random() < 0.65
    content = mangler.mangle_yaml(plain) if by_parts else mangler.mangle_bytes(path.read_bytes())
    return HostileFile(number, kind, game, path.name, f"hostile-{number}.yaml", content)


def _build_scenario(number: int, fancy: Random) -> HostileFile:
    game, path = fancy.choice(list_scenario_files())
    return _build_yaml("scenario", game, path, number, fancy)


def _build_case(number: int, fancy: Random) -> HostileFile:
    game, path = fancy.choice(list_case_files())
    return _build_yaml("case", game, path, number, fancy)


def _build_record(number: int, fancy: Random) -> HostileFile:
    _, path = fancy.choice(list_record_files())
    mangler, lines = Mangler(fancy), _load_lines(path)
    content = mangler.mangle_record(lines) if fancy.random() < 0.75 else mangler.mangle_bytes(path.read_bytes())
    return HostileFile(number, "record", lines[0]["game"], path.name, f"hostile-{number}.jsonl", content)


def _build_settings(number: int, fancy: Random) -> HostileFile:
    """Return mangled settings in the present or in the former format."""
    mangler = Mangler(fancy)
    name = fancy.choice((settings.FILE, settings.FORMER))
    if name == settings.FILE:
        content = mangler.mangle_bytes(plain_toml.format_toml(SETTINGS, {}).encode())
    else:
        content = mangler.mangle_settings(SETTINGS)
    return HostileFile(number, "settings", "", name, name, content)


def _build_odd(number: int, fancy: Random) -> HostileFile:
    """Return a file that is valid in itself but lies oddly in its folder, or something that is no file at all."""
    game, path = fancy.choice(fancy.choice((list_scenario_files(), list_record_files())))
    return HostileFile(number, "odd", game, fancy.choice(tuple(ODD)), f"odd-{number}{path.suffix}", path.read_bytes())


KINDS: dict[str, Callable[[int, Random], HostileFile]] = {
    "scenario": _build_scenario,
    "case": _build_case,
    "record": _build_record,
    "settings": _build_settings,
    "odd": _build_odd,
}
"""The builders of hostile files, by the kind of file they imitate."""


def write_hostile(one: HostileFile, folder: Path) -> Path:
    """Put a hostile file into a folder, which is made if it is missing; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / one.name
    if one.kind == "odd":
        ODD[one.origin](place, one.content)
    else:
        place.write_bytes(one.content)
    return place


def _write_with_date(seconds: int) -> Callable[[Path, bytes], object]:
    def write(place: Path, content: bytes) -> None:
        place.write_bytes(content)
        os.utime(place, (seconds, seconds))

    return write


def _write_with_name(name: str) -> Callable[[Path, bytes], object]:
    return lambda place, content: place.with_name(name + place.suffix).write_bytes(content)


_ODD_EVERYWHERE: dict[str, Callable[[Path, bytes], object]] = {
    "a link to itself": lambda place, _: place.symlink_to(place),
    "a link to nothing": lambda place, _: place.symlink_to("nowhere"),
    "a link to its folder": lambda place, _: place.symlink_to(place.parent),
    "an endless file": lambda place, _: place.symlink_to("/dev/zero"),
    "a pipe that nobody fills": lambda place, _: os.mkfifo(place),
    "a folder": lambda place, _: place.mkdir(),
    "a file of the year 33658": _write_with_date(10**12),
    "a file of the year -1199": _write_with_date(-(10**11)),
    "a name that is no text": _write_with_name(os.fsdecode(b"\xff\xfe")),
    "a name of two lines": _write_with_name("one\ntwo\x1b[2J"),
    "a name of 240 characters": _write_with_name("n" * 240),
    "a name without a stem": _write_with_name(""),
}
_NOT_ON_WINDOWS = {
    "an endless file",
    "a pipe that nobody fills",
    "a file of the year 33658",
    "a file of the year -1199",
    "a name that is no text",
    "a name of two lines",
}
ODD = {name: make for name, make in _ODD_EVERYWHERE.items() if os.name != "nt" or name not in _NOT_ON_WINDOWS}
"""The ways to put something else in the place of a file, by name."""
