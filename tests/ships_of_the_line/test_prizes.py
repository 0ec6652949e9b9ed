"""AMB-129: what a prize may do, and that a ship that has struck may do nothing."""

from typing import Any

import pytest

from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.commands import (
    Board,
    BreakGrapple,
    CastOff,
    ClearRigging,
    DropAnchor,
    FightFire,
    FireBroadside,
    GrappleShip,
    MakeFastTow,
    Reload,
    RepairRudder,
    Sail,
    SideCommand,
    Step,
    TurnByBoats,
    WeighAnchor,
)
from tabletop.games.ships_of_the_line.events.crew import FatigueRose
from tabletop.games.ships_of_the_line.model import Grapple, State
from tabletop.games.ships_of_the_line.ship import FallenMast
from tests.ships_of_the_line.helm import AHEAD, QUARTER
from tests.ships_of_the_line.kit import battle, play, ship

WRECKAGE = (FallenMast("main", "port"),)
TO_FRIEND, TO_FOE = (Grapple("B2", "F1", 1, friendly=True),), (Grapple("F1", "F2", 1),)

Work = tuple[str, dict[str, Any], tuple[Grapple, ...], SideCommand, tuple[int, ...]]

MAY: dict[str, Work] = {
    "sail": ("movement", {}, (), Sail(side="british", ship="F1", plan=(Step("advance"),)), ()),
    "turn by boats": (
        "movement",
        {"pose_heading": AHEAD},
        (),
        TurnByBoats(side="british", ship="F1", towards="port"),
        (),
    ),
    "drop anchor": ("movement", {"stopped": True}, (), DropAnchor(side="british", ship="F1"), ()),
    "weigh anchor": ("movement", {"anchored": True}, (), WeighAnchor(side="british", ship="F1"), ()),
    "cast off": ("movement", {"stopped": True}, TO_FRIEND, CastOff(side="british", ship="F1", other="B2"), ()),
    "tow": ("grapple", {}, (), MakeFastTow(side="british", ship="F1", towed="B2"), ()),
    "break a grapple": ("break_free", {}, TO_FOE, BreakGrapple(side="british", ship="F1", other="F2"), ()),
    "unrig": ("unrig", {"fallen": WRECKAGE}, (), ClearRigging(side="british", ship="F1", broadside="port"), (6,)),
    "repair the rudder": ("rudder", {"rudder_lost": True}, (), RepairRudder(side="british", ship="F1"), (6,)),
    "fight a fire": ("extinguish", {"fires": 1}, (), FightFire(side="british", ship="F1"), (6,)),
}
"""What a prize may do: the step, her marks, the grapples, the command, the dice."""

NEVER: dict[str, Work] = {
    "fire": ("combat", {}, (), FireBroadside(side="british", ship="F1", broadside="port", target="F2"), ()),
    "reload": ("reload", {"loaded": ()}, (), Reload(side="british", ship="F1", broadsides=("port",)), ()),
    "grapple an enemy": ("grapple", {}, (), GrappleShip(side="british", ship="F1", target="F2"), ()),
    "board": ("board", {}, TO_FOE, Board(side="british", ship="F1", target="F2"), ()),
}
"""What neither a prize nor a ship that has struck ever does."""


def beaten(work: Work, status: str) -> State:
    """F1, no longer in service, with B2 touching her stern and F2 close to port of her."""
    step, marks, grapples, _, _ = work
    heading = marks.get("pose_heading", QUARTER)
    marks = {name: value for name, value in marks.items() if name != "pose_heading"}
    captor = "british" if status == "captured" else None
    near = () if heading == AHEAD else (ship("B2", -1.08, 0, QUARTER), ship("F2", 0, 0.5, QUARTER))
    ships = ship("F1", 0, 0, heading, status=status, captor=captor, **marks), *near
    return battle(*ships, ship("B9", 20, 20, 0), ship("F9", -20, 20, 0), phase=step, grapples=grapples, turn=3)


@pytest.mark.parametrize("what", MAY)
def test_amb_129_sotl_4_4_2_d_what_a_prize_may_do(what: str) -> None:
    *_, command, dice = work = MAY[what]
    _, events = play(beaten(work, "captured"), command, dice=dice)
    tired = {event.ship for event in events if isinstance(event, FatigueRose)}
    assert tired <= {"F1"}  # it is her own crew that works


@pytest.mark.parametrize("what", NEVER)
def test_amb_129_sotl_4_4_2_a_what_a_prize_never_does(what: str) -> None:
    *_, command, _ = work = NEVER[what]
    refusal = rules.check(beaten(work, "captured"), command)
    assert refusal is not None
    assert refusal.rule == "SOTL-4.4.2-a"


@pytest.mark.parametrize("what", [*MAY, *NEVER])
def test_amb_129_sotl_4_4_3_a_a_struck_ship_obeys_nobody(what: str) -> None:
    *_, command, _ = work = (MAY | NEVER)[what]
    refusal = rules.check(beaten(work, "struck"), command)
    assert refusal is not None
    assert refusal.rule == "SOTL-4.4.3-a"
