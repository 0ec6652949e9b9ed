"""A move on trial: what a plan would come to, step by step, without anything happening (5, AMB-125).

`check`, `decide` and the ghost under the pointer all ask here, so what is seen is what will be done.
"""

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters.allowance import Allowance
from tabletop.games.ships_of_the_line.chapters.headway import in_the_winds_eye
from tabletop.games.ships_of_the_line.chapters.passage import Room
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.wind import Wind
from tabletop.geometry.measure import Gap
from tabletop.geometry.pose import Pose

End = Literal["", "contact", "wind", "edge", "resistance"]


class Leg(msgspec.Struct, frozen=True):
    """One carried-out step of a move: from where to where, and what it cost."""

    kind: Literal["advance", "turn", "pivot", "slow", "stop", "pitch"]
    start: Pose
    end: Pose
    points: int
    cut: bool = False


class Kind(msgspec.Struct, frozen=True):
    """A kind of step for a ship that begins her move.

    Attributes:
        take: the trial with one more step of it.
        checks: why it is not allowed, in the order in which a player wants to know it.
    """

    take: "Callable[[PlanEvaluation, Step], PlanEvaluation]"
    checks: "tuple[Callable[[PlanEvaluation, Step], Refused | None], ...]"


class PlanEvaluation(msgspec.Struct, frozen=True):
    """How far a plan goes.

    Attributes:
        ship: who moves.
        plan: what was asked.
        allowance: her points and how they came about.
        kinds: of steps that there are in this battle, by name.
        room: the water around her.
        wind: for head to wind.
        pose: where the carried-out part ends.
        was_stopped: she had no way on her when the move began.
        legs: the steps carried out.
        spent: points for advancing and turning.
        slowed: points slowed on purpose.
        tied: a free turn waits for the advance that carries it.
        carried: the latest advance has had its free turn.
        end: what ended the move early: contact (AMB-126), the wind's eye (AMB-75), the edge of the map
            (AMB-12), or a resistance that leaves no point to get under way with (5.3-b).
        contact: the ship in the way.
        witness: the narrowest place between the two hulls.
        gone: ships that leave the map, the towed one among them.
        refusal: why the next step of the plan is not allowed; the legs before it stand.
        towed: the ship in tow, and where she comes to lie.
    """

    ship: str
    plan: tuple[Step, ...]
    allowance: Allowance
    kinds: Mapping[str, Kind]
    room: Room
    wind: Wind
    pose: Pose
    was_stopped: bool
    legs: tuple[Leg, ...] = ()
    spent: int = 0
    slowed: int = 0
    tied: bool = False
    carried: bool = False
    end: End = ""
    contact: str = ""
    witness: Gap | None = None
    gone: tuple[str, ...] = ()
    refusal: Refused | None = None
    towed: str = ""
    towed_pose: Pose | None = None

    @property
    def left(self) -> int:
        """Points not used yet; they count as slowed if the move ends here (AMB-71)."""
        return self.allowance.points - self.spent - self.slowed

    @property
    def all_slowed(self) -> int:
        """Points slowed, on purpose or left over (AMB-71); a ship that left the map slows no more.

        A point that she need not use is not slowed but lapses (AMB-171).
        """
        return self.slowed + (0 if self.end == "edge" else max(0, self.left - self.allowance.optional))

    @property
    def forced_left(self) -> int:
        """Points that she must still spend before she may slow; none for a ship that stays stopped (AMB-72)."""
        return 0 if self.remains else max(0, self.allowance.forced - self.spent)

    @property
    def remains(self) -> bool:
        """She was stopped and has not got under way."""
        return self.was_stopped and not self.legs and self.end != "resistance"

    @property
    def hove_to(self) -> bool:
        """Her plan ended with a stop, which counts as slowed (AMB-205)."""
        return bool(self.legs) and self.legs[-1].kind == "stop"

    @property
    def slowed_to_a_stop(self) -> bool:
        """She made no more than the forced spend and slowed the rest (AMB-72, AMB-205)."""
        slowed = self.hove_to or self.all_slowed >= 1
        return self.spent <= self.allowance.forced and slowed and self.end != "resistance"

    @property
    def stopped(self) -> bool:
        """Whether she lies stopped if the move ends here (AMB-72, AMB-73)."""
        return self.remains or self.slowed_to_a_stop or in_the_winds_eye(self.pose.heading, self.wind)

    @property
    def owing(self) -> Refused | None:
        """Why the move may not end here, or None."""
        if self.end:
            return None
        if self.tied:
            return Refused("SOTL-5.1-b", "A free turn goes with an advance just before or just after it.")
        if self.forced_left:
            by = f"{points_of(self.allowance.forced)} to spend first, {self.spent} spent"
            return Refused("SOTL-5.2.3-c", "She has way on her and cannot stop yet.", by, (self.ship,))
        return None

    @property
    def verdict(self) -> Refused | None:
        """Why the plan may not be ordered as it stands, or None."""
        return self.refusal or self.owing


def points_of(number: int) -> str:
    """``1 point``, ``2 points``."""
    return f"{number} point" if number == 1 else f"{number} points"


def refuse(trial: PlanEvaluation, rule: str, reason: str, by: str = "") -> PlanEvaluation:
    """The trial as far as it got, and why it goes no further."""
    return replace(trial, refusal=Refused(rule, reason, by, (trial.ship,)))
