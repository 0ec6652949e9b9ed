"""What the log says where one event has several things to tell."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tabletop.core.game import Score
from tabletop.games.ships_of_the_line.chapters.optional.ammo import HotShotTried
from tabletop.games.ships_of_the_line.chapters.optional.crews import complement
from tabletop.games.ships_of_the_line.events.boarding import ShipsParted
from tabletop.games.ships_of_the_line.events.crew import SinkingRolled
from tabletop.games.ships_of_the_line.events.movement import ShipSailed
from tabletop.games.ships_of_the_line.events.turn import PointsScored
from tabletop.games.ships_of_the_line.model import ShipEvent
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.rule_modules import describe
from tabletop.games.ships_of_the_line.tables import Modifier
from tests.judging import only
from tests.ships_of_the_line.helm import sail
from tests.ships_of_the_line.kit import battle, play, ship

PAIR = (ship("B1", 0, 0, 90), ship("F1", 0, 1, 90))


@pytest.mark.parametrize(("heading", "degrees", "said"), [(350, 20, "20° to starboard"), (5, -30, "30° to port")])
def test_a_turn_across_north_is_told_as_it_was_made(heading: int, degrees: int, said: str) -> None:
    state = battle(ship("B1", 0, 0, heading), wind=180, phase="movement")
    _, events = play(state, sail("B1", f"a t{degrees} a a"))
    assert said in describe(state, only(events, ShipSailed))


def test_sotl_6_i_who_parts_is_free_and_amb_138_who_is_lost_is_cut_away() -> None:
    state = battle(*PAIR)
    assert describe(state, ShipsParted(ship="B1", other="F1")) == "B1 and F1 are free of each other."
    lost = ShipsParted(ship="B1", other="F1", rule="AMB-138")
    assert describe(state, lost) == "F1 cuts the lines that held her to B1."
    assert describe(state, ShipsParted(ship="B1", other="F1", rule="AMB-135")) == "B1 and F1 are free of each other."


@pytest.mark.parametrize(
    ("status", "result", "said"),
    [
        ("in_service", "struck", "she goes down"),
        ("struck", "struck", "but she has already struck"),
        ("in_service", "nothing", "the pumps keep her afloat"),
        ("struck", "nothing", "the pumps keep her afloat"),
        ("struck", "sunk", "the pumps are choked"),
    ],
)
def test_sotl_4_4_1_a_what_the_sinking_zone_does_to_her_is_told(status: str, result: str, said: str) -> None:
    state = battle(ship("B1", 0, 0, 90, status=status))
    told = describe(state, SinkingRolled(ship="B1", die=3, second=None, result=result))  # type: ignore[arg-type]
    assert told == f"B1 settles lower in the water (rolled 3): {said}."


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
    assert said in describe(battle(*PAIR), PointsScored(score=score, rule="SOTL-8-a"))


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (complement.CrewsSent(ship="B1", task="gang", crews=1), "1 crew of B1 is sent to work."),
        (complement.CrewsSent(ship="B1", task="fight", crews=2), "2 crews of B1 gather to fight."),
        (complement.CrewsSent(ship="B1", task="pump", crews=1), "1 crew of B1 mans the pumps."),
        (complement.CrewsReturned(ship="B1"), "The crews of B1 are back at their guns."),
        (complement.CrewsReturned(ship="B1", fighting=1), "The crews of B1 are back at their guns, 1 crew fights on."),
        (complement.CrewsReturned(ship="B1", fighting=2), "The crews of B1 are back at their guns, 2 crews fight on."),
        (complement.PrizeManned(ship="F1", by="B1", crews=1), "1 crew of B1 takes over F1."),
        (complement.PrisonersFreed(ship="B1", crews=3), "3 crews of B1 are free again."),
        (complement.CrewsTransferred(ship="B1", to="F1", crews=2), "2 crews of B1 go over to F1."),
    ],
)
def test_sotl_20_one_crew_does_and_several_do(event: ShipEvent, said: str) -> None:
    assert describe(battle(*PAIR, options={"crews": True}), event) == said


def test_amb_178_a_roll_for_hot_shot_is_told_with_what_it_came_to() -> None:
    die = (Modifier("die", "", 2), Modifier("Nelson", "−3", -1))
    tried = HotShotTried(ship="B1", broadside="port", die=2, modifiers=die, success=True, needed=2)
    told = describe(battle(*PAIR, options={"ammo": True}), tried)
    assert told == "B1 loads hot shot into her port guns: [2] −3 (Nelson) = −1, needed 2 or less; it is loaded safely."


def test_c_2_a_turn_that_a_ship_in_the_way_cut_short_at_once_is_no_turn() -> None:
    state = battle(ship("B1", 0, 0, 90, "I"), ship("F1", 0.75, -0.3, 90), wind=180, phase="movement")
    _, events = play(state, sail("B1", "t20 a a a"))
    sailed = only(events, ShipSailed)
    assert sailed.contact == "F1"
    assert describe(state, sailed).startswith("B1 gives up 1 point (")


@pytest.mark.parametrize(
    ("length", "unlike", "told"),
    [
        (2.0, 0.0, "2 UM"), (0.8, 0.0, "0.8 UM"), (2.799, 0.0, "2.8 UM"), (1.254, 0.0, "1.25 UM"),
        (0.004, 0.0, "0.004 UM"), (0.0004, 0.0, "0.0004 UM"), (0.0, 0.0, "0 UM"), (5.001, 5.0, "5.001 UM"),
        (5.0, 5.001, "5 UM"), (5.006, 5.0, "5.01 UM"),
    ],
)  # fmt: skip
def test_a_length_has_two_decimals_or_more_if_it_read_like_another(length: float, unlike: float, told: str) -> None:
    assert format_um(length, unlike) == told


@given(st.integers(0, 20000), st.integers(0, 20000))
def test_two_lengths_that_differ_never_read_the_same(one: int, other: int) -> None:
    assume(one != other)
    assert format_um(one / 1000, other / 1000) != format_um(other / 1000, one / 1000)
