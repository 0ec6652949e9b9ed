"""Pitching at the table (17): by the helm and by the pointer, with what is left on the tack beside the ghost."""

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey.sailing import find_move_options
from tabletop.ui.boards.ships_of_the_line.overlays import Chip
from tabletop.ui.widgets.label import Label
from tests.ships_of_the_line.helm import AHEAD, TACK, steps
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import layout_problems, problems
from tests.ui.tables import Watch, begun

SWITCHES = {"options": {"pitching": True, "sail_states": True}}


def off_cadiz(heading: int) -> State:
    fleets = ship("B1", 0, 0, heading, sail="full"), ship("F1", 9, 9, 90)
    return battle(*fleets, strength="heavy", phase="movement", initiative="allied", **SWITCHES)


def watched(heading: int) -> Watch:
    watch = Watch(begun(off_cadiz(heading)))
    watch.table.viewer.choose("B1")
    watch.table.refresh()
    return watch


KEYS = [(AHEAD, "D W W", "k45 a a"), (AHEAD, "Shift+A W W", "k-45 a a"), (TACK, "Shift+A W W", "k-90 a a")]


@pytest.mark.parametrize(("heading", "keys", "plan"), KEYS)
def test_sotl_17_b_the_keys_of_the_helm_pitch(heading: int, keys: str, plan: str) -> None:
    watch = watched(heading)
    watch.press(*keys.split(), "Space")
    watch.wait(4000)
    (given,) = [move.command for move in watch.match.moves]
    assert given == Sail(side="british", ship="B1", plan=steps(plan))


def test_sotl_17_b_the_chip_says_what_a_pitch_leaves() -> None:
    watch = watched(AHEAD)
    watch.press("D")
    surface: Any = watch.table.surface
    chips = [chip for chip in surface.overlays if isinstance(chip, Chip)]
    lines = [line for chip in chips for line in chip.lines]
    assert "45° to starboard, pitching for 1 point; 3 left on this tack" in " ".join(lines)


TACKS = [(AHEAD, "P W W", "k45 a a"), (AHEAD, "P P W W", "k-45 a a"), (TACK, "P W W", "k-90 a a")]


@pytest.mark.parametrize(("heading", "keys", "plan"), TACKS)
def test_sotl_17_b_one_key_tacks_and_tacks_the_other_way_when_it_is_pressed_again(
    heading: int, keys: str, plan: str
) -> None:
    watch = watched(heading)
    assert "tack" in watch.table.station.hints()
    watch.press(*keys.split(), "Space")
    watch.wait(4000)
    (given,) = [move.command for move in watch.match.moves]
    assert given == Sail(side="british", ship="B1", plan=steps(plan))


def test_amb_174_the_key_says_why_she_cannot_tack_and_does_nothing_where_nobody_does() -> None:
    watch = watched(90)
    watch.press("P")
    watch.wait(300)
    assert "SOTL-17-b" in watch.toast
    off = Watch(begun(replace(off_cadiz(AHEAD), options={})))
    off.table.viewer.choose("B1")
    off.table.refresh()
    assert "tack" not in off.table.station.hints()
    off.press("P")
    off.wait(300)
    assert (off.toast, off.match.moves) == ("", [])


def test_sotl_16_a_the_picker_of_sails_says_how_many_points_are_forced() -> None:
    watch = Watch(begun(off_cadiz(TACK)))
    watch.click_ship("B1")
    watch.wait(300)
    told = [one.text for one in watch.screen.find("canvas").walk() if isinstance(one, Label)]
    has = find_move_options(watch.state, "B1").allowance
    assert told[-1] == f"{has.points} points, must use {has.forced}"
    assert layout_problems(watch.screen) == problems(watch.screen) == []
