"""The data files that come with the program: inside the installed package, or beside it in a checkout."""

from functools import cache
from importlib import resources
from pathlib import Path

from tabletop.core import guarded_file


@cache
def folder(kind: str) -> Path:
    """Where data files of a kind are: ``scenarios``, ``sprites`` or ``tests/cases``."""
    packaged = _packaged() / kind
    return packaged if packaged.is_dir() else _checkout() / kind


def project_file() -> Path:
    """Return where `pyproject.toml` lies beside a checkout; an installed package has none."""
    return _checkout() / "pyproject.toml"


def _checkout() -> Path:
    return Path(__file__).resolve().parents[2]


def _packaged() -> Path:
    """Where they lie in an installed package; a checkout has no such folder."""
    return Path(str(resources.files("tabletop"))) / "_data"


def without_extra(what: str, extra: str) -> str:
    """That something needs an extra, and how that is installed here, in a sentence."""
    package = f"'admirals-table[{extra}]'" if _packaged().is_dir() else f"-e '.[{extra}]'"
    return f"{what} needs an extra: pip install {package}."


def scenarios(game: str) -> tuple[Path, ...]:
    """The scenario files of a game, by name."""
    return guarded_file.listed(folder("scenarios") / game, ".yaml")


def lessons(game: str) -> tuple[Path, ...]:
    """The lesson files of a game, by name."""
    return guarded_file.listed(folder("scenarios") / game / "lessons", ".yaml")


def find_scenario(game: str, name: str) -> Path:
    """The file of a scenario by its name without ending; a path is no name.

    Raises:
        FileNotFoundError: if there is none.
    """
    found = next((path for path in scenarios(game) if path.stem == name), None)
    if found is None:
        raise FileNotFoundError(name)
    return found


def sprites() -> Path:
    """The folder of the sprites."""
    return folder("sprites")


def case_file(name: str) -> Path:
    """The case file of a name without ending; the rulebook's examples are cases of the tests.

    Raises:
        FileNotFoundError: if there is none.
    """
    path = folder("tests/cases") / f"{name}.yaml"
    if not path.is_file():
        raise FileNotFoundError(name)
    return path
