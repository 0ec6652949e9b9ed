"""Every error of a scenario file at its line and column, all at once: each file in bad/ has its expected report."""

from pathlib import Path

import pytest

from tabletop.core.errors import ScenarioError
from tabletop.games.ships_of_the_line import scenario

BAD = sorted((Path(__file__).parent / "bad").glob("*.yaml"))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_scenario_is_refused_with_every_error_at_its_line(path):
    with pytest.raises(ScenarioError) as caught:
        scenario.read(path.read_text(encoding="utf-8"), path.name)
    assert f"{caught.value}\n" == path.with_suffix(".txt").read_text(encoding="utf-8")
