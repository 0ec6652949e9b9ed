"""The committed locks pin every dependency of `pyproject.toml`, within its bounds, and name no place to get it from."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.lock", "requirements-lowest.lock")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt"))


def environments() -> Iterator[dict[str, str]]:
    for python in PYTHONS:
        for system, platform, name in SYSTEMS:
            yield {
                "python_version": python,
                "python_full_version": f"{python}.0",
                "implementation_name": "cpython",
                "platform_python_implementation": "CPython",
                "sys_platform": system,
                "platform_system": platform,
                "os_name": name,
                "extra": "",
            }


def pins(lock: str) -> list[Requirement]:
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line and not line.lstrip().startswith("#")]


def wanted() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"].values()
    groups = (project["build-system"]["requires"], project["project"]["dependencies"], *extras)
    return [Requirement(text) for group in groups for text in group]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_every_direct_dependency_within_its_bounds_on_every_python_and_system(lock):
    for environment in environments():
        applying = [pin for pin in pins(lock) if not pin.marker or pin.marker.evaluate(environment)]
        versions = {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in applying}
        assert len(versions) == len(applying)
        for requirement in wanted():
            version = versions[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version), (requirement, version, environment)


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_exact_versions_alone_and_names_no_place(lock):
    for pin in pins(lock):
        assert re.fullmatch(r"==[0-9][0-9a-z.!+]*", str(pin.specifier)), pin
        assert not pin.url
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert not re.search(r"://|@|(^|\s)-|(^|\s)/", text)


def test_every_direct_dependency_has_a_lower_bound_and_no_upper_one():
    assert {bound.operator for requirement in wanted() for bound in requirement.specifier} == {">="}
    assert all(requirement.specifier for requirement in wanted())
