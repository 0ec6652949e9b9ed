"""Steps in which nobody need be asked go by; all others wait."""

import pytest
from msgspec.structs import replace

from tabletop.core.game import Outcome
from tabletop.games.ships_of_the_line.commands import Done
from tabletop.games.ships_of_the_line.model import Question
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.survey import choices
from tests.ships_of_the_line.kit import battle, ship

APART = [ship("B1", 0, 0, 90), ship("F1", 20, 20, 90)]


@pytest.mark.parametrize(("first", "last"), [("british", "allied"), ("allied", "british")])
def test_who_fires_first_is_asked_and_who_fires_last_with_nothing_before_the_guns_is_not(
    first: Side, last: Side
) -> None:
    assert choices.build_done_if_idle(battle(*APART, initiative=first, asked=first)) is None
    assert choices.build_done_if_idle(battle(*APART, initiative=first, asked=last)) == Done(side=last)


def test_who_fires_last_with_something_before_the_guns_is_asked() -> None:
    near = [ship("B1", 0, 0, 90), ship("F1", 0, 1.5, 90)]
    assert choices.build_done_if_idle(battle(*near, initiative="allied", asked="british")) is None


@pytest.mark.parametrize(
    ("phase", "apart", "waits"), [("grapple", 0.4, True), ("grapple", 9, False), ("board", 9, False)]
)
def test_amb_132_a_step_of_the_crew_phase_goes_by_where_nothing_can_be_ordered_in_it(
    phase: str, apart: float, waits: bool
) -> None:
    state = battle(ship("B1", 0, 0, 90), ship("F1", 0, apart, 90), phase=phase)
    assert choices.build_done_if_idle(state) == (None if waits else Done(side="british"))


def test_amb_130_dice_and_moves_are_waited_for_though_there_is_nothing_else_to_order() -> None:
    moved = [ship("B1", 0, 0, 90, moved=True), ship("F1", 20, 20, 90, moved=True)]
    assert choices.build_done_if_idle(battle(*moved, phase="movement")) is None


def test_a_question_and_the_end_are_waited_for() -> None:
    last = battle(*APART, initiative="allied", asked="british")
    assert choices.build_done_if_idle(replace(last, question=Question("grapple", "allied", "B1", "F1"))) is None
    assert (
        choices.build_done_if_idle(replace(last, outcome=Outcome("british", "The last turn is over", "SOTL-8-a")))
        is None
    )
    assert choices.build_done_if_idle(last) == Done(side="british")
