"""The data files that come with the program: inside the installed package, or beside it in a checkout."""

from functools import cache
from importlib import resources
from pathlib import Path


@cache
def folder(kind: str) -> Path:
    """Where data files of a kind are, ``scenarios`` or ``sprites``."""
    packaged = Path(str(resources.files("tabletop"))) / "_data" / kind
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[2] / kind


def scenarios(game: str) -> tuple[Path, ...]:
    """The scenario files of a game, by name."""
    return tuple(sorted((folder("scenarios") / game).glob("*.yaml")))


def find_scenario(game: str, name: str) -> Path:
    """The file of a scenario by its name without ending.

    Raises:
        FileNotFoundError: if there is none.
    """
    found = folder("scenarios") / game / f"{name}.yaml"
    if not found.is_file():
        raise FileNotFoundError(name)
    return found


def sprites() -> Path:
    """The folder of the sprites."""
    return folder("sprites")
