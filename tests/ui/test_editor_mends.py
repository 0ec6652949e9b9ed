"""The editor mends what it tells of: distances of the book, and what has no effect while its rules are off."""

import random
from pathlib import Path

import pytest

from tabletop.authoring.changes import SetField, Together
from tabletop.authoring.moves import MoveTo
from tests.ui.test_scenario_editor import Hand


def wrong(hand: Hand) -> int:
    return sum(not one.fits for one in hand.draft.gauges) + len(hand.draft.problems)


@pytest.fixture
def trafalgar(tmp_path: Path) -> Hand:
    return Hand("trafalgar", tmp_path)


def put(hand: Hand, places: dict[str, tuple[float, float]], edges: dict[str, int] | None = None) -> None:
    """Put ships at places, and set edges of the map, as one step."""
    moves = (MoveTo((key,), at) for key, at in places.items())
    fields = (SetField(("map", edge), value) for edge, value in (edges or {}).items())
    hand.screen.bench.do(Together((*fields, *moves), "Disorder"))
    hand.screen.rebuild()
    hand.settle()


def test_sotl_t_set_one_press_of_the_button_fits_scattered_fleets_and_the_button_goes(trafalgar: Hand) -> None:
    chance = random.Random(21)
    put(trafalgar, {one.id: (chance.randint(-40, 20), chance.randint(-40, 30)) for one in trafalgar.draft.pieces})
    assert wrong(trafalgar) > 15
    trafalgar.click(trafalgar.screen.find("fit").rect.center)
    assert wrong(trafalgar) == 0
    assert not trafalgar.screen.has("fit")
    text = trafalgar.draft.text
    trafalgar.screen.press("B")
    assert trafalgar.draft.text == text


def test_sotl_t_set_a_distance_that_cannot_be_met_is_named(trafalgar: Hand) -> None:
    places = {
        one.id: (number % 8 * 1.25 - 4.4, number // 8 * 1.25 - 4.4) for number, one in enumerate(trafalgar.draft.pieces)
    }
    put(trafalgar, places, {"west": -5, "south": -5, "east": 5, "north": 5})
    before = wrong(trafalgar)
    trafalgar.screen.press("B")
    after = wrong(trafalgar)
    assert 0 < after < before
    toast = trafalgar.screen.toast
    assert toast
    assert toast.title.endswith("cannot be met")
    assert toast.title.startswith("Defence to ")
    assert "the book wants 16" in toast.body
    trafalgar.screen.press("B")
    assert wrong(trafalgar) == after
