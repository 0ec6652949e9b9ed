"""What a rule module brings: everything about a switch of the game in one object (AMB-123).

The basic game is one too, `chapters/basic.py`; the others are in `chapters/optional/`, a file or a folder each, and
are found there by themselves. `compiled.py` makes one set of rules of those that are in use.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, Literal, TypeVar, cast, get_args

import msgspec
from msgspec import UNSET, UnsetType

from tabletop.core.command_context import FollowUp
from tabletop.core.commands import Command, CommandHandler
from tabletop.core.dispatch import Handler, Handlers
from tabletop.core.document import Path
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler
from tabletop.core.offers import Offers
from tabletop.games.ships_of_the_line import commands
from tabletop.games.ships_of_the_line.firing import Ammunition, Barring, Inking, Mask, Silence, Visibility
from tabletop.games.ships_of_the_line.modifiers import ModifierTables
from tabletop.games.ships_of_the_line.phases import Phase
from tabletop.games.ships_of_the_line.ship import Broadside, Unaided
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, Question, State
from tabletop.games.ships_of_the_line.tables import Result

if TYPE_CHECKING:
    from shapely import Polygon

    from tabletop.games.ships_of_the_line.chapters.aiming import Seen
    from tabletop.games.ships_of_the_line.chapters.melee import Fight
    from tabletop.games.ships_of_the_line.chapters.moves import Planned
    from tabletop.games.ships_of_the_line.chapters.trial import Kind, Leg
    from tabletop.games.ships_of_the_line.scenario import Scenario
    from tabletop.games.ships_of_the_line.schema import ScenarioData

C = TypeVar("C", bound=Command)
T = TypeVar("T", covariant=True)

Group = Literal["People", "Ships", "Wind and sea", "Guns", "Trafalgar", "Pace"]
GROUPS: tuple[str, ...] = get_args(Group)
"""Headings under which switches are offered, in their order."""
Rule = Callable[[Context], None]
SideRule = Callable[[Context, Side], None]
Reply = Callable[[Context, Question], None]
Choices = Callable[[State, Side], Offers[commands.SideCommand]]
Actors = Callable[[State, Side], Iterable[str]]


class Entry(msgspec.Struct, Generic[T], frozen=True):
    """A key that a rule module adds to scenario files: its type, what holds if it is left out, and what it is."""

    key: str
    kind: object
    default: T
    about: str

    def of(self, state: State) -> T:
        """What a battle has under a key of the whole file, as plain data."""
        return cast(T, (state.matter or {}).get(self.key, self.default))

    def said(self, data: "ScenarioData") -> T:
        """What a scenario file says under a key of the whole file."""
        return cast(T, getattr(data, self.key))

    def put(self, state: State, value: object) -> State:
        """The battle with something else under this key."""
        return msgspec.structs.replace(state, matter={**(state.matter or {}), self.key: value})


class CommandExtension:
    """What a rule module adds to a command that is not its own.

    Attributes:
        kind: the command.
        parameters: fields of it that belong to this module alone; `UNSET` where they are not given.
        events: what goes before all that comes of it, rolling nothing: the command is checked on the state after them.
        check: why it is refused though its own rules allow it, or None.
        ship: the same where it is all one what is ordered: why a ship takes no such orders.
    """

    __slots__ = ("check", "events", "kind", "parameters", "ship")

    def __init__(
        self,
        kind: type[C],
        parameters: tuple[str, ...] = (),
        events: Callable[[State, C], Iterator[Event]] | None = None,
        check: Callable[[State, C], Refused | None] | None = None,
        ship: Callable[[State, str], Refused | None] | None = None,
    ) -> None:
        self.kind: type[Command] = kind
        self.parameters = parameters
        self.events: Handler[State, Iterator[Event]] | None = events
        self.check: Handler[State, Refused | None] | None = check
        self.ship = ship


def yes_or_no(question: Question) -> Iterator[commands.SideCommand]:
    """The answers to what can be agreed to or refused."""
    return (commands.Answer(side=question.side, accept=accept) for accept in (True, False))


class QuestionKind(msgspec.Struct, frozen=True, kw_only=True):
    """A question that a side is put, while all else waits (AMB-133).

    In its words ``{ship}`` and ``{other}`` stand for the ships that it is about.

    Attributes:
        id: as in `Question.kind`.
        prompt: how it is put.
        asked: that it was put, as a sentence of the log.
        agreed: that it was agreed to, or what was chosen, ``{choice}``.
        refused: that it was refused.
        yes: what the button says that agrees.
        no: what the button says that refuses.
        answers: the commands that may answer.
        command: the tag of these commands.
        accepted: what comes of an agreement; nothing for a question that is not answered by yes or no.
        declined: what comes of a refusal.
    """

    id: str
    prompt: str
    asked: str
    agreed: str
    refused: str = ""
    yes: str = "Agree"
    no: str = "Refuse"
    answers: Callable[[Question], Iterator[commands.SideCommand]] = yes_or_no
    command: str = "answer"
    accepted: Reply | None = None
    declined: Reply | None = None


class FightRules(msgspec.Struct, frozen=True):
    """How a round of a boarding combat ends.

    Attributes:
        outcome: what it brings, by whether the attackers' and the defenders' throws were enough.
        tired: the ships whose crews it tires.
        columns: how many columns better a side throws than by the numbers, against another (20.2-f); left out, leaders
            count off the dice.
    """

    outcome: Callable[[State, "Fight", bool, bool], Result]
    tired: Callable[["Fight"], tuple[str, ...]]
    columns: Callable[[State, Iterable[str], Iterable[str]], int] | None = None


class Mark(msgspec.Struct, frozen=True):
    """A line of a ship's card: what, how it is, and what that means, as sentences; `emblem` is a letter by her name."""

    title: str
    value: str
    meaning: str
    rule: str
    emblem: str = ""


class Hold(msgspec.Struct, frozen=True):
    """What may hold a ship wholly: whether it does, its rule, and the reason as a sentence (AMB-8, AMB-72)."""

    test: Callable[[State, str], bool]
    rule: str
    reason: str


class Motion(msgspec.Struct, frozen=True):
    """What a ship, or ships that hang together, have just done in the Movement Phase.

    Attributes:
        before: the battle as they lay when it began.
        ships: all that moved.
        cut: the ship that met the blocker if that is a ship, else ""; not always one that moved (AMB-159).
        blocker: what stopped the motion, or "" (AMB-126).
        legs: the steps of a ship that sailed; none of ships that drifted.
        leader: `none` if she forgoes his help.
    """

    before: State
    ships: tuple[str, ...]
    cut: str = ""
    blocker: str = ""
    legs: tuple["Leg", ...] = ()
    leader: Unaided | UnsetType = UNSET


Occasion = Literal["sinking_zone", "dismasted", "officer", "boarding", "line"]
"""At what a ship may give up: the rolls of 4.4.1 and of AMB-29, odds worse than 1-5, the breaking of her line."""

Aftermath = Literal["crossings", "collisions", "grounding"]
"""What follows when a ship has sailed or drifted, in this order (AMB-145)."""
MotionRule = Callable[[Context, Motion], None]
Inked = Literal["deserted", "wavering", "rallying"]
"""What becomes of crews when damage has taken effect and the lost are gone, in this order (section 1, AMB-190)."""


class RuleModule(msgspec.Struct, frozen=True, kw_only=True):
    """A switch of the game, or the basic game itself.

    What rules look like is told where `compiled.Rules` uses them; all that a module does not bring is left out.

    Attributes:
        id: name of the switch in scenarios and records.
        rule: id of the rule or chapter that it switches.
        words: what it is about, for the page on which it is switched.
        note: what it does, in one sentence.
        group: heading under which it is offered.
        of_the_book: whether it is a rule of the printed book. Any other is not part of the preset "Everything", and a
            record does not name it unless the scenario or a player switches it.
        begins: a battle as it opens by it, from the opening without it and what the file says.
        inert: why it changes nothing in a battle, as a sentence; empty if it does (AMB-144).
        phases: steps of the turn, each with the one that it follows.
        opening: by phase, what happens by itself when it begins.
        side_done: by phase, what happens by itself when one side is done with it.
        closing: by phase, what happens by itself when it ends; the whole of a step that asks nobody. A rule that puts
            a question is run again after the answer.
        holds: what keeps a ship from making way, in the order in which a player is told.
        moved: what happens by itself when a ship has sailed or drifted, by its place in that order.
        steadfast: whether a ship does not give up now, whatever would make others do so.
        unordered: the move of a ship under way without orders, instead of the forced spend straight ahead, or None.
        duties: by phase, what the table orders a ship to do when her side is done; the first that is legal (AMB-149).
        barriers: what else than ships no hull may enter, in convex pieces; several of a thing as ``thing:1``.
        sights: what else than ships a broadside has in its field, as targets like them.
        masks: what may lie on a line of fire between two ships and hide them from each other.
        visibility: how far one sees and shoots, or None for as far as guns reach.
        command_handlers: its commands.
        orders: by phase that is not its own, the tags of its commands that belong to it.
        labels: by command of its own, what the button that gives it says, and what it is, in a sentence.
        amendments: what it adds to commands that are not its own.
        steps: of sailing plans, by kind: what one is for a ship that begins her move.
        plans: ways to make a move that are offered of all there are, besides others' (C-5).
        choices: by phase, legal commands besides `done` for the ships of a side that await orders.
        actors: by phase, the ships of a side that can still act; left out: those of its choices.
        besides: by phase, what else than ships of a side can still act, by its keys.
        questions: what it asks a side.
        event_handlers: what can happen by it; what applies them neither measures nor rolls.
        sequels: what comes at once of events, its own or others', whichever rule tells them.
        silences: why a broadside cannot be fired at anything in this phase, or None.
        ammunition: kinds of shot.
        barring: who bars the fire at whom, instead of what holds in the basic game.
        inked: what happens at the end of the inking, once the lost are gone, by its place in that order (AMB-145).
        inking: what takes effect of a shot that was noted, between its hull points and its criticals (AMB-146).
        scenario: what a scenario may say of the whole battle, which the state keeps under `matter`.
        ship: what a scenario may say of a ship, each under the name of a mark on her.
        printed: fields of a ship's card that it heeds, each with the other modules that heed it too.
        on_map: True if what a scenario says for it lies on the map, as land does.
        problems: what is wrong with a scenario that has it in use, or says what it is for: where in the file, and what.
        view: the battle as far as a side may know it (C-6); of no side, ``""``, as everybody may.
        hides: whether anything in a battle may be hidden from a side by it.
        sealed: whether what is ordered now is kept from the other side, though the step as such is not sealed.
        marks: what the card of a ship tells by it.
        fights: how rounds of boarding combats end, instead of as in the basic game.
        falls: over which side a mast of a ship goes, from the side that was named so far (AMB-19).
        sums: the terms that it adds.
    """

    id: str
    rule: str = ""
    words: str = ""
    note: str = ""
    group: Group | Literal[""] = ""
    of_the_book: bool = True
    begins: Callable[[State, "Scenario"], State] = lambda state, scenario: state  # noqa: ARG005
    inert: Callable[[State], str] = lambda state: ""  # noqa: ARG005 - it has its matter in every battle
    phases: tuple[Phase, ...] = ()
    opening: Mapping[str, Rule] = {}
    side_done: Mapping[str, SideRule] = {}
    closing: Mapping[str, Rule] = {}
    holds: tuple[Hold, ...] = ()
    moved: Mapping[Aftermath, MotionRule] = {}
    steadfast: Callable[[State, str, Occasion], bool] | None = None
    unordered: Callable[[State, str], tuple[commands.Step, ...] | None] | None = None
    duties: Mapping[str, Callable[[State, str], Iterator[commands.SideCommand]]] = {}
    barriers: tuple[Callable[[State], Mapping[str, "Polygon"]], ...] = ()
    sights: tuple[Callable[[State, str, Broadside], Iterator["Seen"]], ...] = ()
    masks: tuple[Mask, ...] = ()
    visibility: Visibility | None = None
    command_handlers: tuple[CommandHandler[State], ...] = ()
    orders: Mapping[str, tuple[str, ...]] = {}
    labels: Handlers[State, tuple[str, str]] = {}
    amendments: tuple[CommandExtension, ...] = ()
    steps: "Mapping[str, Callable[[State, str], Kind]]" = {}
    plans: "tuple[Planned, ...]" = ()
    choices: Mapping[str, Choices] = {}
    actors: Mapping[str, Actors] = {}
    besides: Mapping[str, Actors] = {}
    questions: tuple[QuestionKind, ...] = ()
    event_handlers: tuple[EventHandler[State], ...] = ()
    sequels: tuple[FollowUp[State], ...] = ()
    silences: tuple[Silence, ...] = ()
    ammunition: tuple[Ammunition, ...] = ()
    inking: tuple[Inking, ...] = ()
    barring: Barring | None = None
    inked: Mapping[Inked, Rule] = {}
    scenario: tuple[Entry[object], ...] = ()
    ship: tuple[Entry[object], ...] = ()
    printed: Mapping[str, tuple[str, ...]] = {}
    on_map: bool = False
    problems: Callable[["ScenarioData"], Iterator[tuple[Path, str]]] = lambda data: iter(())  # noqa: ARG005
    hides: Callable[[State], bool] = lambda state: False  # noqa: ARG005
    sealed: Callable[[State], bool] = lambda state: False  # noqa: ARG005
    view: Callable[[State, str], State] = lambda state, side: state  # noqa: ARG005
    marks: Callable[[State, str], Iterator[Mark]] = lambda state, key: iter(())  # noqa: ARG005
    falls: Callable[[State, str, Broadside], Broadside] = lambda state, key, named: named  # noqa: ARG005
    fights: FightRules | None = None
    sums: ModifierTables = ModifierTables()
