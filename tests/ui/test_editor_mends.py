"""The editor mends what it tells of: distances of the book, and what has no effect while its rules are off."""

import random
from pathlib import Path

import pytest

from tabletop.authoring.draft import CombinedChange, SetField
from tabletop.authoring.piece_changes import MovePiecesTo
from tabletop.core.match import Match
from tabletop.ui.screens.editor.marks import InertCoast
from tabletop.ui.screens.editor.session import TOOLS
from tests.ui.test_scenario_editor import Hand


def wrong(hand: Hand) -> int:
    return sum(not one.is_met for one in hand.draft.gauges) + len(hand.draft.problems)


@pytest.fixture
def trafalgar(tmp_path: Path) -> Hand:
    return Hand("trafalgar", tmp_path)


def put(hand: Hand, places: dict[str, tuple[float, float]], edges: dict[str, int] | None = None) -> None:
    """Put ships at places, and set edges of the map, as one step."""
    moves = (MovePiecesTo((key,), at) for key, at in places.items())
    fields = (SetField(("map", edge), value) for edge, value in (edges or {}).items())
    hand.screen.session.apply(CombinedChange((*fields, *moves), "Disorder"))
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
    assert "rulebook: 16" in toast.body
    trafalgar.screen.press("B")
    assert wrong(trafalgar) == after


@pytest.fixture
def frigates(tmp_path: Path) -> Hand:
    return Hand("four_frigates", tmp_path)


def ghosts(hand: Hand) -> list[InertCoast]:
    return [mark for mark in hand.screen.workplace.markings.marks if isinstance(mark, InertCoast)]


def test_sotl_22_land_that_is_drawn_switches_its_rules_on_and_the_battle_that_is_tried_has_it(frigates: Hand) -> None:
    frigates.screen.press("6")
    frigates.settle()
    frigates.click(frigates.screen.find("coast.land").rect.center)
    assert frigates.draft.data["options"] == {"coastal": True}
    assert len(frigates.draft.state.coast.land) == 1
    frigates.screen.press("F5")
    (tried,) = frigates.tried
    assert Match.new(tried, None).state.coast.land
    frigates.screen.press("Ctrl+Z")
    assert frigates.draft.text == frigates.text, "land and switch are one step"


@pytest.mark.parametrize("tool", TOOLS)
def test_sotl_22_land_without_effect_is_seen_under_every_tool_and_one_press_mends_it(frigates: Hand, tool: str) -> None:
    corners = [[-1.5, -0.5], [1.5, -0.5], [0, 2]]
    edits = (SetField(("land",), [corners]), SetField(("options",), {"coastal": False}))
    frigates.screen.session.apply(CombinedChange(edits, "Land"))
    frigates.screen.press(str(TOOLS.index(tool) + 1))
    frigates.settle()
    (ghost,) = ghosts(frigates)
    assert ghost.points == tuple((float(x), float(y)) for x, y in corners)
    assert ghost.words.startswith("No effect")
    assert "No effect: land" in [one.title for one in frigates.screen._list_issues()]
    assert frigates.screen.find("problem.0").text == "No effect: land"
    frigates.click(frigates.screen.find("switch_on.coastal").rect.center)
    assert frigates.draft.data["options"] == {"coastal": True}
    assert frigates.draft.state.coast.land
    assert ghosts(frigates) == []
    assert not frigates.screen.has("switch_on.coastal")


def test_sotl_22_a_coast_stays_in_sight_while_something_is_wrong(tmp_path: Path) -> None:
    hand = Hand("cutting_out_at_puerto_real", tmp_path, size=(1280, 720))
    hand.screen.session.apply(SetField(("ships", 0, "at"), [9, 9]))
    hand.screen.rebuild()
    assert [one.message for one in hand.draft.problems] == ["S1 Flora lies on land"]
    assert hand.draft.state.coast.land
    hand.screen.session.apply(SetField(("land", 0), [[0, 0], [2, 2], [2, 0], [0, 2]]))
    hand.screen.rebuild()
    assert any("crosses itself" in one.message for one in hand.draft.problems)
    assert [mark.kind for mark in ghosts(hand)].count("land") == 1
