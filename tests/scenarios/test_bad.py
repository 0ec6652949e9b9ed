"""Every error of a scenario file at its line and column, all at once: each file in bad/ has its expected report."""

from pathlib import Path

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core.errors import ScenarioError
from tabletop.core.game import find_game

FOLDER = Path(__file__).parent / "bad"
BAD = sorted(FOLDER.rglob("*.yaml"))


def game_of(path: Path) -> str:
    """The folder that a file lies in; those at the top are of Ships of the Line."""
    return "ships_of_the_line" if path.parent == FOLDER else path.parent.name


@pytest.mark.parametrize("path", BAD, ids=lambda path: f"{game_of(path)}-{path.stem}")
def test_a_bad_scenario_is_refused_with_every_error_at_its_line(path):
    with pytest.raises(ScenarioError) as caught:
        find_game(game_of(path)).read(path.read_text(encoding="utf-8"), path.name)
    assert f"{caught.value}\n" == path.with_suffix(".txt").read_text(encoding="utf-8")
