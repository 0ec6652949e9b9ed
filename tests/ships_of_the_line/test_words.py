"""What the log says where one fact has several things to tell."""

import pytest

from tabletop.core.game import Score
from tabletop.games.ships_of_the_line.compiled import narrate
from tabletop.games.ships_of_the_line.events.boarding import ShipsParted
from tabletop.games.ships_of_the_line.events.crew import SinkingRolled
from tabletop.games.ships_of_the_line.events.movement import ShipSailed
from tabletop.games.ships_of_the_line.events.turn import PointsScored
from tests.judging import only
from tests.ships_of_the_line.helm import sail
from tests.ships_of_the_line.kit import battle, play, ship

PAIR = (ship("B1", 0, 0, 90), ship("F1", 0, 1, 90))


@pytest.mark.parametrize(("heading", "degrees", "said"), [(350, 20, "20° to starboard"), (5, -30, "30° to port")])
def test_a_turn_across_north_is_told_as_it_was_made(heading: int, degrees: int, said: str) -> None:
    state = battle(ship("B1", 0, 0, heading), wind=180, phase="movement")
    _, events = play(state, sail("B1", f"a t{degrees} a a"))
    assert said in narrate(state, only(events, ShipSailed))


def test_sotl_6_i_who_parts_is_free_and_amb_138_who_is_lost_is_cut_away() -> None:
    state = battle(*PAIR)
    assert narrate(state, ShipsParted(ship="B1", other="F1")) == "B1 and F1 are free of each other."
    lost = ShipsParted(ship="B1", other="F1", rule="AMB-138")
    assert narrate(state, lost) == "F1 cuts away what bound her to B1."
    assert narrate(state, ShipsParted(ship="B1", other="F1", rule="AMB-135")) == "B1 and F1 are free of each other."


@pytest.mark.parametrize(
    ("status", "result", "said"),
    [
        ("in_service", "struck", "she can take no more"),
        ("struck", "struck", "but her flag is down already"),
        ("in_service", "nothing", "the pumps keep her afloat"),
        ("struck", "nothing", "the pumps keep her afloat"),
        ("struck", "sunk", "the pumps are choked"),
    ],
)
def test_sotl_4_4_1_a_what_the_sinking_zone_does_to_her_is_told(status: str, result: str, said: str) -> None:
    state = battle(ship("B1", 0, 0, 90, status=status))
    told = narrate(state, SinkingRolled(ship="B1", die=3, second=None, result=result))  # type: ignore[arg-type]
    assert told == f"B1 settles lower in the water [3]: {said}."


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (3, "gains 3 victory points"),
        (1, "gains 1 victory point"),
        (-1, "loses 1 victory point"),
        (0, "gains no victory points"),
    ],
)
def test_sotl_8_a_points_are_gained_or_lost(points: int, said: str) -> None:
    score = Score(side="british", points=points, reason="for a trial", rule="SOTL-8-a")
    assert said in narrate(battle(*PAIR), PointsScored(score=score, rule="SOTL-8-a"))
