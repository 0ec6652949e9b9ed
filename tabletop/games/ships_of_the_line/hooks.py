"""The data types and function types that the hooks of a rule module use.

Phases of a turn, guns, steps and plans of a move, questions, fights on deck, keys of scenario files.
`rule_modules` has the hooks themselves.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, Literal, TypeVar, cast, get_args

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.commands import Command
from tabletop.core.dispatch import Handler
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.core.offers import Offers
from tabletop.core.scenario import PreparedScenario
from tabletop.games.ships_of_the_line import commands, model
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.positions import Room
from tabletop.games.ships_of_the_line.ship import (
    Broadside,
    Bystander,
    Critical,
    Shot,
    ShotKind,
    Side,
    Special,
    Unaided,
)
from tabletop.games.ships_of_the_line.tables import (
    Hits,
    Modifier,
    Result,
)
from tabletop.geometry.field import Sight
from tabletop.geometry.measure import Gap
from tabletop.geometry.pose import Pose

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

    from tabletop.games.ships_of_the_line.schema import ScenarioData


Ribbon = Literal["Initiative", "Combat", "Movement", "Crew"]
Asks = Literal["either", "initiative_first", "initiative_last", "ties_last", "nobody"]


class Phase(msgspec.Struct, frozen=True):
    """One phase or step of a turn.

    Attributes:
        id: name in states, records and scenario files.
        ribbon: the phase of the turn to which a step belongs.
        asks: the side that goes first; `either` asks both at once, and `nobody` runs rules only.
        commands: tags of the commands that belong to it, without `done` and those allowed at any time.
        prompt: the question to the side that is asked.
        rule: id of its rule.
        always: True if a side is asked even when nothing but `done` can be chosen.
        idle: the prompt if nothing but `done` can be chosen.
        sealed: True if the commands of this step are kept from the other side.
        after: for a step of a rule module, the step that it follows; of several, the last that there is.
    """

    id: str
    ribbon: Ribbon
    asks: Asks
    commands: tuple[str, ...]
    prompt: str
    rule: str
    always: bool = False
    idle: str = ""
    sealed: bool = False
    after: str | tuple[str, ...] = ""


BASIC: tuple[Phase, ...] = (
    Phase("initiative", "Initiative", "either", ("roll_initiative",), "Roll for initiative", "SOTL-3-b", always=True),
    Phase(
        "combat",
        "Combat",
        "initiative_first",
        ("fire_broadside",),
        "Fire your broadsides",
        "SOTL-3-c",
        always=True,
        idle="No broadside bears: cease fire",
    ),
    Phase(
        "movement",
        "Movement",
        "initiative_last",
        ("sail", "turn_by_boats", "drop_anchor", "weigh_anchor", "cast_off", "standing_order", "recall_orders"),
        "Move your ships",
        "SOTL-3-e",
        always=True,
        idle="All ships have moved",
    ),
    Phase("reload", "Crew", "initiative_first", ("reload",), "Reload the second broadside?", "SOTL-4.1.3-d"),
    Phase("sinking", "Crew", "nobody", (), "Ships that may sink", "SOTL-4.4.1-a"),
    Phase("dismasted", "Crew", "nobody", (), "Dismasted ships without support", "SOTL-4.4.1-f"),
    Phase(
        "grapple",
        "Crew",
        "initiative_first",
        ("grapple_ship", "make_fast_tow", "cast_off", "answer"),
        "Grapple, tow or cast off",
        "SOTL-6-a",
    ),
    Phase("break_free", "Crew", "initiative_first", ("break_grapple", "answer"), "Cut loose?", "SOTL-6-i"),
    Phase("prizes", "Crew", "nobody", (), "Struck ships are taken as prizes", "SOTL-4.4.3-b"),
    Phase("board", "Crew", "initiative_first", ("board",), "Board the enemy?", "SOTL-4.3-a"),
    Phase("boarding", "Crew", "nobody", ("choose_prize",), "Fights on deck", "SOTL-4.3.1-a"),
    Phase("unrig", "Crew", "initiative_first", ("clear_rigging",), "Clear the wreckage?", "SOTL-4.2.1-g"),
    Phase("rudder", "Crew", "initiative_first", ("repair_rudder",), "Repair the rudder?", "SOTL-4.2.1-i"),
    Phase("extinguish", "Crew", "initiative_first", ("fight_fire",), "Fight the fires?", "SOTL-4.2.1-k"),
    Phase("captures", "Crew", "nobody", (), "Prizes change hands", "SOTL-3-g"),
    Phase("fires", "Crew", "nobody", (), "Fires burn on", "SOTL-4.2.1-j"),
    Phase("recovery", "Crew", "nobody", (), "Rested crews recover", "SOTL-7-e"),
    Phase("wrecks", "Crew", "nobody", (), "Old wrecks go under", "SOTL-4.4.1-e"),
)
"""The steps of the basic game."""

UNFOUL = Phase("unfoul", "Crew", "initiative_first", (), "Free ships that are held fast?", "SOTL-10-j", after="reload")
"""The step in which ships come free of each other and of the ground, where there are rules for that."""

FIRST = BASIC[0].id
"""The step with which a turn begins."""

PREPARE = Phase("prepare", "Initiative", "ties_last", (), "Prepare for battle", "AMB-147")
"""The step before the first turn, in battles in which rule modules have orders for it."""

RIBBON: tuple[Ribbon, ...] = ("Initiative", "Combat", "Movement", "Crew")


def order_phases(
    tables: Iterable[tuple[Phase, ...]], orders: Iterable[Mapping[str, tuple[str, ...]]] = ()
) -> dict[str, Phase]:
    """Return the steps of a turn by id, in order; those of rule modules come right after what they follow.

    A step that follows none stands at the end. Before the first stands `PREPARE`, if `orders` has commands for it.

    Args:
        tables: the steps of each module, those of the basic game first.
        orders: for each module, by phase, the tags of commands to be added to it.
    """
    orders = tuple(orders)
    steps = [PREPARE] if any(PREPARE.id in table for table in orders) else []
    for phase in (phase for table in tables for phase in table):
        ids = [step.id for step in steps]
        if phase.id in ids:
            continue  # two modules share it
        before = phase.after if isinstance(phase.after, tuple) else (phase.after,)
        steps.insert(max((ids.index(one) + 1 for one in before if one in ids), default=len(steps)), phase)
    found = {step.id: step for step in steps}
    for id_, tags in (one for table in orders for one in table.items()):
        found[id_] = replace(found[id_], commands=(*found[id_].commands, *tags))
    return found


class Seen(msgspec.Struct, frozen=True):
    """A ship or battery in the field and in the template of a broadside, with the line of fire to it."""

    ship: str
    sight: Sight
    band: model.Band
    enemy: bool
    """True if it may be fired at when nothing bars the fire; else it only blocks."""


Silence = Callable[[model.State, str, Broadside], Refused | None]
Inking = Callable[[model.Context, Shot], None]
Shadow = Callable[[model.State, "Pose", tuple[float, float], Broadside, "Polygon"], "BaseGeometry"]


class Mask(msgspec.Struct, frozen=True, kw_only=True):
    """Something, such as land, that may lie on a line of fire and hide two ships from each other.

    Attributes:
        hides: Returns True if it lies on a line of fire.
        shadow: Returns the part of a broadside's field that it hides, for drawing and for threats; the arguments are
            the battle, pose and size of the firing hull, its broadside, and the field.
        rule: Id of the rule by which fire is refused.
        reason: Sentence of the refusal; ``{ships}`` stands for both ships, ``{ship}`` and ``{target}`` for one.
    """

    hides: Callable[[model.State, "Sight"], bool]
    shadow: Shadow
    rule: str
    reason: str


class DimWater(msgspec.Struct, frozen=True):
    """Water from which, and into which, no ship sees or shoots farther than `reach` UM.

    A ship or battery lies in it if its center does.
    """

    area: "Polygon"
    reach: float


class Visibility(msgspec.Struct, frozen=True, kw_only=True):
    """A limit on how far ships see and shoot in a battle: fog, smoke or night.

    Attributes:
        waters: Returns the dim water; where pieces overlap, the least reach counts. () is clear sight everywhere.
        rule: Id of the rule by which fire is refused.
        reason: Sentence of the refusal; ``{ships}`` stands for both ships, ``{ship}`` and ``{target}`` for one.
    """

    waters: Callable[[model.State], tuple[DimWater, ...]]
    rule: str
    reason: str


class Ammunition(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of shot that a broadside may be loaded with (19).

    Attributes:
        id: as in `Ship.shot`.
        words: name of the shot for players.
        rule: id of its rule.
        band: the last band that the shot reaches.
        critical: rolls a critical hit on a ship; None if sixes are no criticals.
        six: effect of a damage die of 6, in words for the odds; "" for none.
        ashore: points that such a die costs a battery (22-c).
        special: returns the effects of hits other than hull points and criticals.
        check: kind of the roll before the dice to hit, which succeeds up to `needed`; "" for no roll.
        tried: makes that roll; returns True if the guns go off.
        fired: applies the effect of firing on the guns themselves.
    """

    id: ShotKind
    words: str
    rule: str
    band: model.Band = "long"
    critical: Callable[[model.Context, str], Critical] | None = None
    six: str = ""
    ashore: int = 2
    special: Callable[[Hits], Special | msgspec.UnsetType] = lambda shot: msgspec.UNSET  # noqa: ARG005
    check: str = ""
    needed: Callable[[model.State], int] = lambda state: 0  # noqa: ARG005
    tried: Callable[[model.Context, str, Broadside], bool] = lambda turn, key, broadside: True  # noqa: ARG005
    fired: Callable[[model.Context, str, Broadside], None] = lambda turn, key, broadside: None  # noqa: ARG005


def harm_nobody(state: model.State, shot: Hits, near: tuple["Seen", ...]) -> tuple[Bystander, ...] | msgspec.UnsetType:  # noqa: ARG001
    """Return UNSET: the broadside harms no ship that it passes."""
    return msgspec.UNSET


class Barring(msgspec.Struct, frozen=True, kw_only=True):
    """The rule on ships that bar the fire at a target or that a broadside passes (4.1.2-c, 11).

    Attributes:
        rule: id of the rule by which fire is refused.
        words: sentence of the refusal, with ``{ships}``.
        bars: returns the ships that bar the fire at a target, of all that are nearer.
        past: returns the harm to ships that the broadside passes, or UNSET.
    """

    rule: str
    words: str
    bars: Callable[[model.State, str, Broadside, "Seen", tuple["Seen", ...]], tuple["Seen", ...]]
    past: Callable[[model.State, Hits, tuple["Seen", ...]], tuple[Bystander, ...] | msgspec.UnsetType] = harm_nobody


class Allowance(msgspec.Struct, frozen=True):
    """The points that a ship may spend on her move.

    Attributes:
        points: whole points.
        forced: points of them that she must spend on moving or pivoting before she may slow (5.2.3-c).
        percentage: the wind's part, in hundredths.
        working: the sum; the last value is `points`.
        resisted: she is stopped and pays the resistance in this sum (5.2.5-a).
        optional: points of them that lapse if she does not use them, instead of counting as slowed (AMB-171).
    """

    points: int
    forced: int
    percentage: int
    working: tuple[Modifier, ...]
    resisted: bool = False
    optional: int = 0


End = Literal["", "contact", "wind", "edge", "resistance"]


class Leg(msgspec.Struct, frozen=True):
    """A step of a move as carried out: kind, start and end pose, and cost in points.

    `cut` is True if something in the way or the edge of the map cut the step short.
    """

    kind: Literal["advance", "turn", "pivot", "slow", "stop", "pitch"]
    start: Pose
    end: Pose
    points: int
    cut: bool = False


class StepKind(msgspec.Struct, frozen=True):
    """A kind of step of a sailing plan, for a ship that begins her move.

    Attributes:
        take: returns the evaluation with one more step of this kind.
        checks: each returns the refusal of the step or None, in the order in which a player wants to know.
    """

    take: "Callable[[PlanEvaluation, Step], PlanEvaluation]"
    checks: "tuple[Callable[[PlanEvaluation, Step], Refused | None], ...]"


class PlanEvaluation(msgspec.Struct, frozen=True):
    """The evaluation of a sailing plan, as far as the plan gets.

    Attributes:
        ship: the ship that moves.
        plan: the steps that were asked for.
        allowance: the points of the ship, with the sum that leads to them.
        step_kinds: the kinds of step that exist in this battle, by name.
        room: the water around the ship.
        wind: the wind, for ships head to wind.
        pose: the pose at the end of the part that was carried out.
        was_stopped: True if the ship had no way on when the move began.
        legs: the steps carried out.
        points_spent: points for advancing and turning.
        points_slowed: points slowed on purpose.
        has_pending_turn: True if a free turn waits for the advance that carries it.
        has_used_turn: True if the latest advance has had its free turn.
        end: the cause that ended the move early: contact (AMB-126), the wind's eye (AMB-75), the edge of the map
            (AMB-12), or a resistance that leaves no point to get under way (5.3-b); "" for none.
        contact: the ship or thing in the way, or "".
        witness: the narrowest gap between the two hulls.
        departing_ships: ships that leave the map, the towed ship included.
        refusal: the refusal of the next step; the legs before it stand.
        tow: the ship in tow, or "".
        tow_pose: the pose of the towed ship, once she follows.
    """

    ship: str
    plan: tuple[Step, ...]
    allowance: Allowance
    step_kinds: Mapping[str, StepKind]
    room: Room
    wind: model.Wind
    pose: Pose
    was_stopped: bool
    legs: tuple[Leg, ...] = ()
    points_spent: int = 0
    points_slowed: int = 0
    has_pending_turn: bool = False
    has_used_turn: bool = False
    end: End = ""
    contact: str = ""
    witness: Gap | None = None
    departing_ships: tuple[str, ...] = ()
    refusal: Refused | None = None
    tow: str = ""
    tow_pose: Pose | None = None

    @property
    def points_left(self) -> int:
        """Points not used yet, below 0 if too many were; they count as slowed if the move ends here (AMB-71)."""
        return self.allowance.points - self.points_spent - self.points_slowed

    @property
    def total_slowed(self) -> int:
        """Points slowed on purpose or left over (AMB-71).

        Points left count nothing for a ship that left the map. Left-over points that are optional lapse instead
        (AMB-171).
        """
        return self.points_slowed + (0 if self.end == "edge" else max(0, self.points_left - self.allowance.optional))

    @property
    def forced_points_left(self) -> int:
        """Points that the ship must still spend before she may slow; 0 for a ship that stays stopped (AMB-72)."""
        return 0 if self.is_still_stopped else max(0, self.allowance.forced - self.points_spent)

    @property
    def is_still_stopped(self) -> bool:
        """True if the ship was stopped and has not tried to get under way."""
        return self.was_stopped and not self.legs and self.end != "resistance"

    @property
    def is_hove_to(self) -> bool:
        """True if the last step was a stop, which counts as slowed (AMB-205)."""
        return bool(self.legs) and self.legs[-1].kind == "stop"

    @property
    def is_slowed_to_stop(self) -> bool:
        """True if the ship spent no more than the forced points, and slowed or hove to (AMB-72, AMB-205).

        False for a move that resistance ended.
        """
        slowed = self.is_hove_to or self.total_slowed >= 1
        return self.points_spent <= self.allowance.forced and slowed and self.end != "resistance"

    @property
    def is_stopped(self) -> bool:
        """True if the ship lies stopped when the move ends: still stopped, slowed to a stop, or head to wind."""
        return self.is_still_stopped or self.is_slowed_to_stop or model.is_head_to_wind(self.pose.heading, self.wind)

    @property
    def end_refusal(self) -> Refused | None:
        """The refusal to end the move here, or None: a turn waits for its advance, or forced points are left.

        None too if something has ended the move.
        """
        if self.end:
            return None
        if self.has_pending_turn:
            return Refused("SOTL-5.1-b", "A free turn needs an advance directly before or after it.")
        if self.forced_points_left:
            by = f"{format_points(self.allowance.forced)} to use first, {self.points_spent} used"
            return Refused("SOTL-5.2.3-c", "She has too much way on to stop yet.", by, (self.ship,))
        return None

    @property
    def verdict(self) -> Refused | None:
        """The refusal of the plan as it stands, by a step or by its end, or None if it may be ordered."""
        return self.refusal or self.end_refusal


def format_points(number: int) -> str:
    """Return the number with its noun: ``1 point``, ``2 points``."""
    return f"{number} point" if number == 1 else f"{number} points"


def refuse_step(trial: PlanEvaluation, rule: str, reason: str, by: str = "") -> PlanEvaluation:
    """Return the evaluation with a refusal of its next step; the legs stay.

    `by` says by how much the step is refused, "" for nothing.
    """
    return replace(trial, refusal=Refused(rule, reason, by, (trial.ship,)))


Plan = tuple[commands.Step, ...]
PlanMaker = Callable[[PlanEvaluation], Plan | None]
"""Returns one way to make a move from its evaluation before the first step; None if the ship cannot move so."""


class Fight(msgspec.Struct, frozen=True):
    """A boarding combat about to be fought; all ships in key order.

    Attributes:
        attackers: the side that boards; where both do, the one with the initiative.
        defenders: the other side.
        boarders: the ships of both sides that chose to board.
        targets: the defenders that the attackers named.
        rounds: how many rounds were fought before.
        advantage: rounds by which the attackers lead, where it takes two to capture (20.2).
    """

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    boarders: tuple[str, ...]
    targets: tuple[str, ...]
    rounds: int = 0
    advantage: int = 0

    @property
    def willing(self) -> bool:
        """True if a defender chose to board too (4.3.1-h)."""
        return any(key in self.boarders for key in self.defenders)


class Scenario(PreparedScenario[model.State], frozen=True):
    """A validated scenario; the wind is set with its options."""

    drift: bool | None = None
    """True or False if the file says so; None lets the wind decide if ships drift (AMB-74)."""


C = TypeVar("C", bound=Command)
T = TypeVar("T", covariant=True)

Group = Literal["People", "Ships", "Wind and sea", "Guns", "Trafalgar", "Pace"]
GROUPS: tuple[str, ...] = get_args(Group)
"""Headings under which switches are offered, in their order."""
Rule = Callable[[model.Context], None]
SideRule = Callable[[model.Context, Side], None]
Reply = Callable[[model.Context, model.Question], None]
Choices = Callable[[model.State, Side], Offers[commands.SideCommand]]
Actors = Callable[[model.State, Side], Iterable[str]]


class Entry(msgspec.Struct, Generic[T], frozen=True):
    """A key that a rule module adds to scenario files: name, type, default and description."""

    key: str
    kind: object
    default: T
    about: str

    def state_value(self, state: model.State) -> T:
        """Return the value of the key in a battle, as plain data; the default if the scenario did not give it."""
        return cast(T, (state.matter or {}).get(self.key, self.default))

    def file_value(self, data: "ScenarioData") -> T:
        """Return the value of the key in a scenario file."""
        return cast(T, getattr(data, self.key))

    def put(self, state: model.State, value: object) -> model.State:
        """Return a copy of the battle with `value` for the key."""
        return msgspec.structs.replace(state, matter={**(state.matter or {}), self.key: value})


class CommandExtension:
    """An addition of a rule module to a command of another module.

    Attributes:
        kind: the type of the command.
        parameters: fields of the command that belong to this module alone; `UNSET` if a command does not give them.
        events: yields prelude events, without dice; the command is checked on the state after them.
        check: returns a refusal although the command's own rules allow the command, or None.
        ship: returns a refusal by the ship alone, for every command of this type, or None.
    """

    __slots__ = ("check", "events", "kind", "parameters", "ship")

    def __init__(
        self,
        kind: type[C],
        parameters: tuple[str, ...] = (),
        events: Callable[[model.State, C], Iterator[Event]] | None = None,
        check: Callable[[model.State, C], Refused | None] | None = None,
        ship: Callable[[model.State, str], Refused | None] | None = None,
    ) -> None:
        self.kind: type[Command] = kind
        self.parameters = parameters
        self.events: Handler[model.State, Iterator[Event]] | None = events
        self.check: Handler[model.State, Refused | None] | None = check
        self.ship = ship


def yes_or_no(question: model.Question) -> Iterator[commands.SideCommand]:
    """Yield the two answers to a question that is answered by yes or no."""
    return (commands.Answer(side=question.side, accept=accept) for accept in (True, False))


class QuestionKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of question to a side; everything else waits for the answer (AMB-133).

    In all texts ``{ship}`` and ``{other}`` stand for the ships of the question.

    Attributes:
        id: as in `Question.kind`.
        prompt: text of the question.
        asked: sentence of the log when the question is put.
        agreed: sentence of the log for an agreement, or for a choice, ``{choice}``.
        refused: sentence of the log for a refusal.
        yes: label of the button that agrees.
        no: label of the button that refuses.
        answers: yields the commands that may answer.
        command: tag of these commands.
        accepted: runs after an agreement; None for a question that is not answered by yes or no.
        declined: runs after a refusal.
    """

    id: str
    prompt: str
    asked: str
    agreed: str
    refused: str = ""
    yes: str = "Agree"
    no: str = "Refuse"
    answers: Callable[[model.Question], Iterator[commands.SideCommand]] = yes_or_no
    command: str = "answer"
    accepted: Reply | None = None
    declined: Reply | None = None


class FightRules(msgspec.Struct, frozen=True):
    """The rules by which a round of a boarding combat ends.

    Attributes:
        outcome: returns the result from the success of the attackers' and of the defenders' throw.
        tired: returns the ships whose crews the round tires.
        columns: returns the columns by which a side throws better than its numbers (20.2-f); None if leaders modify
            the dice.
    """

    outcome: Callable[[model.State, "Fight", bool, bool], Result]
    tired: Callable[["Fight"], tuple[str, ...]]
    columns: Callable[[model.State, Iterable[str], Iterable[str]], int] | None = None


class Mark(msgspec.Struct, frozen=True):
    """A line of a ship's card: title, value and meaning as sentences.

    `emblem` is a letter beside the ship's name, "" for none.
    """

    title: str
    value: str
    meaning: str
    rule: str
    emblem: str = ""


class Hold(msgspec.Struct, frozen=True):
    """Something that keeps a ship from making way: its test, rule, and a sentence (AMB-8, AMB-72)."""

    test: Callable[[model.State, str], bool]
    rule: str
    reason: str


class Motion(msgspec.Struct, frozen=True):
    """A motion of a ship, or of ships bound together, in the Movement Phase.

    Attributes:
        before: the battle when the motion began.
        ships: all ships that moved.
        cut: the ship that met the blocker if the blocker is a ship, else ""; not always one that moved (AMB-159).
        blocker: the ship or thing that stopped the motion, or "" (AMB-126).
        legs: the steps of a ship that sailed; () for ships that drifted.
        leader: `none` if the ship forgoes the help of her leader.
    """

    before: model.State
    ships: tuple[str, ...]
    cut: str = ""
    blocker: str = ""
    legs: tuple["Leg", ...] = ()
    leader: Unaided | UnsetType = UNSET


Occasion = Literal["sinking_zone", "dismasted", "officer", "boarding", "line"]
"""Occasions on which a ship may give up: rolls of 4.4.1 and AMB-29, odds worse than 1-5, a broken line."""

Aftermath = Literal["crossings", "collisions", "grounding"]
"""Stages after a ship has sailed or drifted, in this order (AMB-145)."""
MotionRule = Callable[[model.Context, Motion], None]
Inked = Literal["deserted", "wavering", "rallying"]
"""Stages for crews after damage has taken effect and lost ships are gone, in this order (section 1, AMB-190)."""
