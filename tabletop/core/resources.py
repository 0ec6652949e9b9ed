"""The data files of the program: inside the installed package, or beside it in a checkout."""

from functools import cache
from importlib import resources
from pathlib import Path

from tabletop.core import guarded_file


@cache
def data_folder(kind: str) -> Path:
    """Return the folder of a kind of data files, e.g. ``scenarios``, ``sprites`` or ``tests/cases``.

    It lies in the installed package if there is one, else in the checkout. Whether it exists is not checked.
    """
    packaged = _package_folder() / kind
    return packaged if packaged.is_dir() else _checkout_folder() / kind


def project_file() -> Path:
    """Return where `pyproject.toml` lies beside a checkout; an installed package has none."""
    return _checkout_folder() / "pyproject.toml"


def _checkout_folder() -> Path:
    """Return the folder of the checkout; in an installed package the folder that holds the package."""
    return Path(__file__).resolve().parents[2]


def _package_folder() -> Path:
    """Return the data folder of an installed package; a checkout has none."""
    return Path(str(resources.files("tabletop"))) / "_data"


def describe_missing_extra(what: str, extra: str) -> str:
    """Return a sentence that `what` needs an extra, with the pip command that installs `extra`.

    The command names the package if it is installed, and the folder ``.`` in a checkout.
    """
    package = f"'admirals-table[{extra}]'" if _package_folder().is_dir() else f"-e '.[{extra}]'"
    return f"{what} needs an extra: pip install {package}."


def list_scenarios(game: str) -> tuple[Path, ...]:
    """Return the bundled scenario files of a game, by name."""
    return guarded_file.list_files(data_folder("scenarios") / game, ".yaml")


def list_lessons(game: str) -> tuple[Path, ...]:
    """Return the lesson files of a game, by name."""
    return guarded_file.list_files(data_folder("scenarios") / game / "lessons", ".yaml")


def find_scenario(game: str, name: str) -> Path:
    """Return the file of a bundled scenario by its name without suffix; a path is not accepted.

    Raises:
        FileNotFoundError: if there is none.
    """
    found = next((path for path in list_scenarios(game) if path.stem == name), None)
    if found is None:
        raise FileNotFoundError(name)
    return found


def sprite_folder() -> Path:
    """Return the folder of the sprites."""
    return data_folder("sprites")


def find_case_file(name: str) -> Path:
    """Return a case file by its name without suffix. The rulebook's examples are cases of the tests.

    Raises:
        FileNotFoundError: if there is none.
    """
    path = data_folder("tests/cases") / f"{name}.yaml"
    if not path.is_file():
        raise FileNotFoundError(name)
    return path
