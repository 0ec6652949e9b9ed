"""The log: what happened, in sentences with their numbers."""

import pytest

from tabletop.games.decks_of_glory import GAME, phases
from tabletop.games.decks_of_glory.commands import (
    BreakIrons,
    CheckWind,
    CutLoose,
    Done,
    DrawInitiative,
    LeadBoarders,
    OpenFire,
    Sail,
)
from tabletop.games.decks_of_glory.model import Aim
from tests.decks_of_glory.kit import battle, derelict, gunfire, play, ship

FAR = ship("B9", (-8, 8)), ship("F9", (8, -8))


def told(state, *commands):
    said = []
    for command in commands:
        after, events = play(state, command)
        for event in events:
            said.append(GAME.describe(state, event))
            state = GAME.evolve(state, event)
        assert state == after
    return [one for one in said if one]


def test_the_weather():
    state = battle(derelict("F1", (0, 0)), *FAR, pile=["QS", "4H"], phase="wind", asked=None)
    assert told(state, CheckWind("british"), DrawInitiative("allied")) == [
        "Queen of spades: the wind backs one point and blows towards NW.",
        "F1 drifts one hex downwind.",
        "4 of hearts: British to move first.",
    ]


def test_moves():
    ships = ship("B1", (0, 1)), ship("F1", (0, 0)), ship("B2", (3, 0), 3)
    state = battle(*ships, *FAR, pile=["2D", "3S"])
    commands = (
        Sail("british", "B1", ("ahead",), "port"), BreakIrons("british", "B2"), Sail("british", "B2", ("port",)),
        Sail("british", "B9"), Done("british"), CutLoose("allied", "F1"),
    )  # fmt: skip
    assert told(state, *commands) == [
        "B1: ahead; 1 of 2 actions.",
        "B1 is entangled with F1, to port of her.",
        "2 of diamonds: B2 may turn one hex side.",
        "B2: turn to port; 1 of 1 action.",
        "B9 stays where she is.",
        "British: all moves made.",
        "3 of spades: F1 stays entangled with B1.",
    ]


def test_dog_26_of_several_ships_it_is_told_as_whom_port_and_starboard_are_reckoned():
    row = ship("F1", (0, 0), 3, since=2), ship("F2", (0, 0), 0, place=1, since=1)
    said = told(battle(ship("B1", (0, 1)), *row, *FAR), Sail("british", "B1", ("ahead",), "port"))
    assert said[1] == "B1 is entangled with F1 and F2, to port of them as F2 heads."


def test_gunnery_and_striking():
    lying = ship("F1", (1, 0), 2, strength=2), ship("F2", (1, 0), 2, place=1, since=1)
    state = gunfire(ship("B1", (0, 0)), *lying, *FAR, pile=["AH", "2D", "KC"])
    assert told(state, OpenFire("british", (Aim("B1", "F1"),)))[:4] == [
        "British: B1 at F1.",
        "B1 fires her starboard broadside at F1 at range 1, raking her from astern: ace of hearts and 2 of diamonds, "
        "3+2 = 5 hits: F1 2, F2 3.",
        "F1 loses 2, 0 left; F2 loses 3, 5 left.",
        "King of clubs: F1 strikes her colours and becomes a derelict.",
    ]


def test_a_shot_at_a_distance():
    state = gunfire(ship("B1", (0, 0)), ship("F1", (2, 0)), pile=["9C"])
    said = told(state, OpenFire("british", (Aim("B1", "F1"),)), OpenFire("allied"))
    assert said[1:3] == ["Combined Fleet: no ship fires.",
                        "B1 fires her starboard broadside at F1 at range 2: 9 of clubs, 1−1 = no hits."]  # fmt: skip


def test_a_shot_that_nothing_is_added_to_or_taken_from():
    state = gunfire(ship("B1", (0, 0)), ship("F1", (1, 0)), pile=["9S"])
    said = told(state, OpenFire("british", (Aim("B1", "F1"),)), OpenFire("allied"))
    assert said[2] == "B1 fires her starboard broadside at F1 at range 1: 9 of spades, 4 hits."


def test_boarding_and_the_last_stand():
    ships = ship("B1", (0, 0), strength=1), ship("F1", (0, 0), strength=1, place=1, since=1)
    state = battle(*ships, *FAR, pile=["9S", "9H", "KD", "4C", "2H"], orders={"british": ()}, asked="allied")
    assert told(state, Done("allied"))[1:] == [
        "B1 boards F1: 9 of spades, 3 hits: F1 1, 2 lost.",
        "F1 boards B1: 9 of hearts, 2 hits: B1 1, 1 lost.",
        "B1 loses 1, 0 left; F1 loses 1, 0 left.",
        "Last stand: B1 king of diamonds, F1 4 of clubs. B1 survives with 1 point.",
        "2 of hearts: F1 sinks.",
        "Turn 2 of 12.",
    ]


@pytest.mark.parametrize(
    ("first", "said"),
    [((Aim("B1", "F2"),), "British: B1 boards F2 first."), ((), "British: each ship boards the weakest enemy first.")],
)
def test_whom_boarders_go_for(first, said):
    enemies = ship("F1", (0, 0), place=1, since=1), ship("F2", (0, 0), place=2, since=2)
    state = battle(ship("B1", (0, 0)), *enemies, *FAR, phase="boarding")
    assert told(state, LeadBoarders("british", first))[0] == said


def test_the_end():
    ships = ship("B1", (0, 0)), derelict("F1", (3, 0))
    state = battle(*ships, orders={"british": ()}, asked="allied")
    assert told(state, Done("allied"))[-1] == (
        "Combined Fleet: no ship left that can fight. British victory. Victory points: British 8, Combined Fleet 0."
    )


@pytest.mark.parametrize(
    ("fields", "said"),
    [({"turn": 3}, "Turn 3 of 12, movement"), ({"turn": 0, "phase": "shuffle"}, "Setup")],
)
def test_the_headline(fields, said):
    assert phases.format_headline(battle(*FAR, **fields)) == said
