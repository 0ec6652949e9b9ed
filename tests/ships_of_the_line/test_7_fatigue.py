"""Chapter 7: fatigue."""

import pytest

from tabletop.core.chance import ScriptedChance
from tabletop.games.ships_of_the_line import GAME, rules
from tabletop.games.ships_of_the_line.chapters import crew_tasks
from tabletop.games.ships_of_the_line.commands import (
    Answer,
    Board,
    BreakGrapple,
    ClearRigging,
    Done,
    DropAnchor,
    FightFire,
    FireBroadside,
    GrappleShip,
    MakeFastTow,
    Reload,
    RepairRudder,
    TurnByBoats,
    WeighAnchor,
)
from tabletop.games.ships_of_the_line.events.boarding import BoardingFought
from tabletop.games.ships_of_the_line.events.crew import BroadsideReloaded, FatigueFell, FatigueRose
from tabletop.games.ships_of_the_line.model import Context, Grapple, Melee
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import FallenMast
from tests.judging import only
from tests.ships_of_the_line.helm import AHEAD, QUARTER, sail
from tests.ships_of_the_line.kit import battle, play, refused, ship

BRITISH, ALLIED = Done(side="british"), Done(side="allied")
WRECKAGE = (FallenMast("main", "port"),)
HELD = (Grapple("F1", "B1", 1),)

WORK = {
    "unrigging": (
        "unrig",
        {"fallen": WRECKAGE, "masts": ("fore", "mizzen")},
        [ClearRigging(side="british", ship="B1", broadside="port")],
        [6],
    ),
    "repairing the rudder": ("rudder", {"rudder_lost": True}, [RepairRudder(side="british", ship="B1")], [6]),
    "fighting the fire": ("extinguish", {"fires": 1}, [FightFire(side="british", ship="B1")], [6]),
    "reloading both broadsides": (
        "reload",
        {"loaded": ()},
        [Reload(side="british", ship="B1", broadsides=("port", "starboard"))],
        [],
    ),
    "grappling": (
        "grapple",
        {},
        [GrappleShip(side="british", ship="B1", target="F1"), Answer(side="allied", accept=False)],
        [6],
    ),
    "breaking a grapple": (
        "break_free",
        {},
        [BreakGrapple(side="british", ship="B1", other="F1"), Answer(side="allied", accept=False)],
        [6],
    ),
    "boarding": ("board", {}, [Board(side="british", ship="B1", target="F1"), BRITISH, ALLIED], [6, 5, 6, 5]),
}
"""The work of 7-b in the Crew Phase: step, marks of B1, commands, dice that fail."""


def at_work(step, marks, **more):
    """B1 and F1 side by side, 0.05 UM apart, in the step of some work; grappled where that is needed."""
    held = HELD if step in ("break_free", "board") else ()
    ships = (
        ship("B1", 0, 0, 0, **(marks | more)),
        ship("B9", -20, -20, 0),
        ship("F1", 0.35, 0, 0),
        ship("F9", 20, 20, 0),
    )
    return battle(*ships, phase=step, grapples=held, turn=2)


def at_rest(**marks):
    """B1 alone, a step before the crews recover."""
    return battle(ship("B1", 0, 0, 0, **marks), ship("F1", 9, 0, 0), phase="extinguish", asked="allied")


def test_sotl_7_a_starts_at_zero():
    assert at_rest().ships["B1"].fatigue == 0


def test_sotl_7_a_rises_by_one_up_to_the_maximum_of_three():
    turn = Context(at_rest(), rules_of(at_rest()).event_handlers, ScriptedChance([]))
    levels = []
    for _ in range(5):
        crew_tasks.tire_crew(turn, "B1", "hauling")
        levels.append(turn.state.ships["B1"].fatigue)
    assert levels == [1, 2, 3, 3, 3]
    assert all(event.cause == "hauling" for event in turn.events)


@pytest.mark.parametrize(
    ("fatigue", "told"),
    [
        (1, "Boarding tires the crew of B1: fatigue 2 of 3."),
        (2, "Boarding tires the crew of B1: fatigue 3 of 3, exhausted."),
        (3, "Boarding gives the crew of B1 no rest: fatigue stays 3 of 3, exhausted."),
        (4, "Boarding gives the crew of B1 no rest: fatigue stays 4 of 3, exhausted."),
    ],
)
def test_sotl_7_a_the_log_says_that_fatigue_rises_only_where_it_does(fatigue, told):
    state = at_work("board", {}, fatigue=fatigue)
    turn = Context(state, rules_of(state).event_handlers, ScriptedChance(()))
    crew_tasks.tire_crew(turn, "B1", "boarding")
    (rose,) = turn.events
    assert (GAME.describe(state, rose), turn.state.ships["B1"].exerted) == (told, True)


@pytest.mark.parametrize("cause", WORK)
def test_sotl_7_b_the_listed_work_tires_the_crew_by_one(cause):
    step, marks, commands, dice = WORK[cause]
    _, events = play(at_work(step, marks, fatigue=1), *commands, dice=dice)
    rose = [event for event in events if isinstance(event, FatigueRose) and event.ship == "B1"]
    assert [(event.cause, event.level) for event in rose] == [(cause, 2)]


def test_sotl_7_c_reloading_a_single_broadside_is_free():
    state = at_work("reload", {"loaded": ()})
    state, events = play(state, Reload(side="british", ship="B1", broadsides=("port",)))
    assert only(events, BroadsideReloaded).broadsides == ("port",)
    assert state.ships["B1"].fatigue == 0


def test_sotl_7_d_a_ship_that_fired_does_not_recover():
    state, events = play(at_rest(fatigue=2, fired=("port",)), ALLIED)
    assert not [event for event in events if isinstance(event, FatigueFell)]
    assert state.ships["B1"].fatigue == 2


def test_amb_35_a_rested_ship_recovers_one_even_if_she_moved():
    state, events = play(at_rest(fatigue=2, moved=True), ALLIED)
    assert only(events, FatigueFell) == FatigueFell(ship="B1", level=1)
    assert state.ships["B1"].fatigue == 1


def test_amb_35_a_ship_that_did_tiring_work_or_fought_boarders_does_not_recover():
    state, _ = play(at_rest(fatigue=2, exerted=True), ALLIED)
    assert state.ships["B1"].fatigue == 2
    _, _, commands, dice = WORK["boarding"]
    state, _ = play(at_work("board", {}), *commands, dice=dice)
    assert state.ships["B1"].fatigue == 1
    assert state.ships["F1"].fatigue == 0  # she was unwilling: nothing to pay


def test_amb_35_an_unwilling_defender_does_not_rest():
    state = at_work("board", {})
    ships = {**state.ships, "F1": ship("F1", 0.35, 0, 0, fatigue=1)[1]}
    cards = state.cards
    state = battle(*((cards[key], ships[key]) for key in cards), phase="board", grapples=HELD, turn=2)
    _, _, commands, dice = WORK["boarding"]
    state, _ = play(state, *commands, dice=dice)
    assert state.ships["F1"].fatigue == 1


def test_amb_129_nobody_recovers_on_a_struck_ship_but_a_prize_does():
    state, _ = play(at_rest(fatigue=2, status="struck"), ALLIED)
    assert state.ships["B1"].fatigue == 2
    ships = (ship("B1", 0, 0, 0, fatigue=2, status="captured", captor="allied"), ship("B2", 5, 0, 0))
    state, _ = play(battle(*ships, ship("F1", 9, 0, 0), phase="extinguish", asked="allied"), ALLIED)
    assert state.ships["B1"].fatigue == 1


@pytest.mark.parametrize("cause", WORK)
def test_sotl_7_e_an_exhausted_crew_refuses_the_listed_work(cause):
    step, marks, commands, _ = WORK[cause]
    refusal = refused(at_work(step, marks, fatigue=3), commands[0], "SOTL-7-e")
    assert refusal.by == "fatigue 3, the limit is 3"


AFLOAT = {
    "boats": ("movement", {"heading": AHEAD, "stopped": True}, TurnByBoats(side="british", ship="B1", towards="port")),
    "lowering the anchor": ("movement", {"stopped": True}, DropAnchor(side="british", ship="B1")),
    "raising the anchor": ("movement", {"anchored": True}, WeighAnchor(side="british", ship="B1")),
    "towing": ("grapple", {}, MakeFastTow(side="british", ship="B1", towed="B2")),
}
"""The work of 7-b that needs no dice: step, marks of B1, command."""

REST = {
    "fire": ("combat", {}, FireBroadside(side="british", ship="B1", broadside="port", target="F1")),
    "move": ("movement", {}, sail("B1", "a a p45")),
    "reload one side": ("reload", {"loaded": ()}, Reload(side="british", ship="B1", broadsides=("port",))),
    "make fast to a friend": ("grapple", {}, GrappleShip(side="british", ship="B1", target="B2")),
}
"""What an exhausted crew can still do."""


def at_limit(step, marks, fatigue):
    """B1 with B2 touching her stern and F1 a UM to port."""
    heading = marks.get("heading", QUARTER)
    marks = {name: value for name, value in marks.items() if name != "heading"}
    near = () if heading == AHEAD else (ship("B2", -1.08, 0, QUARTER),)
    ships = (ship("B1", 0, 0, heading, fatigue=fatigue, **marks), *near, ship("F1", 0, 1, QUARTER))
    return battle(*ships, phase=step, turn=2)


@pytest.mark.parametrize("what", AFLOAT)
def test_sotl_7_e_an_exhausted_crew_mans_neither_boats_nor_capstan(what):
    step, marks, command = AFLOAT[what]
    assert refused(at_limit(step, marks, 3), command, "SOTL-7-e").by == "fatigue 3, the limit is 3"
    _, events = play(at_limit(step, marks, 2), command)
    assert only(events, FatigueRose).level == 3


@pytest.mark.parametrize("what", REST)
def test_sotl_7_e_an_exhausted_crew_still_fires_and_sails(what):
    step, marks, command = REST[what]
    assert rules.check(at_limit(step, marks, 3), command) is None


def test_sotl_7_e_after_a_turn_of_rest_she_can_work_again():
    state, _ = play(at_rest(fatigue=3), ALLIED)
    assert crew_tasks.is_exhausted(at_rest(fatigue=3), "B1")
    assert crew_tasks.check_effort(state, "B1") is None


def test_sotl_7_f_an_exhausted_ship_defends_herself_but_takes_nothing():
    state = at_work("board", {})
    marked = {"B1": {}, "F1": {"fatigue": 3}}
    ships = [ship("B1", 0, 0, 0, **marked["B1"]), ship("F1", 0.35, 0, 0, "four", **marked["F1"])]
    state = battle(*ships, phase="board", grapples=HELD, turn=2)
    state, events = play(state, Board(side="british", ship="B1", target="F1"), BRITISH, dice=[6, 5, 1, 2])
    assert only(events, BoardingFought).result == "repulsed"
    assert {one.status for one in state.ships.values()} == {"in_service"}


def test_tv_26_a_ship_at_maximum_fatigue_wins_a_willing_fight_and_captures_nothing():
    melee = Melee(("B1",), ("F1",), "F1", 1, True, boarders=("B1", "F1"), targets=("F1",))
    ships = (ship("B1", 0, 0, 0), ship("F1", 0.35, 0, 0, "four", fatigue=3))
    state = battle(*ships, phase="board", asked="allied", grapples=HELD, melees=(melee,), turn=2)
    state, events = play(state, ALLIED, dice=[6, 5, 1, 2])
    assert only(events, BoardingFought).result == "repulsed"
    assert {one.status for one in state.ships.values()} == {"in_service"}
    assert not state.melees
    assert state.ships["F1"].fatigue == 3
