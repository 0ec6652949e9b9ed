"""What a rule module brings, and the rules of a battle: the basic game and the modules in use, combined (AMB-123).

A rule module is a switch of the game. The basic game is one too, `chapters/basic.py`; the others are found in
`chapters/optional/`, a file or a folder each. `rules_of(state)` is the only way to the rules of a battle.
"""

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, reduce
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Literal, TypeVar, get_args

import msgspec

from tabletop.core.command_context import FollowUp
from tabletop.core.commands import Command, CommandHandler, CommandTable
from tabletop.core.dispatch import Handler, Handlers
from tabletop.core.document import DataPath
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler, EventTable
from tabletop.core.state_cache import cache_per_object, cache_per_state
from tabletop.games.ships_of_the_line import commands, hooks
from tabletop.games.ships_of_the_line.hooks import (
    FIRST,
    Actors,
    Aftermath,
    Ammunition,
    Barring,
    Choices,
    CommandExtension,
    Entry,
    FightRules,
    Group,
    Hold,
    Inked,
    Inking,
    Mark,
    Mask,
    MotionRule,
    Occasion,
    Phase,
    QuestionKind,
    Rule,
    SideRule,
    Silence,
    Visibility,
    order_phases,
)
from tabletop.games.ships_of_the_line.model import Question, State
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.tables import Aboard, ModifierTables

if TYPE_CHECKING:
    from shapely import Polygon

    from tabletop.games.ships_of_the_line.hooks import PlanMaker, Scenario, Seen, StepKind
    from tabletop.games.ships_of_the_line.schema import ScenarioData


class RuleModule(msgspec.Struct, frozen=True, kw_only=True):
    """A switch of the game, or the basic game itself.

    `Rules` combines the hooks of all modules in use; a module leaves out every hook that it does not need.

    Attributes:
        id: name of the switch in scenarios and records.
        rule: id of the rule or chapter that the module switches.
        title: title on the page "New game".
        note: effect of the module, in one sentence.
        group: heading under which the module is offered.
        is_in_book: True for a rule of the printed book. Any other is not part of the preset "Everything", and a
            record does not name it unless the scenario or a player switches it.
        build_opening: returns the opening state with the module, from the state without it and the scenario.
        inert: returns a sentence if the module has no effect in a battle, else "" (AMB-144).
        phases: steps of the turn, each with the step that it follows.
        phase_start_rules: by phase, rules that run when the phase begins.
        side_end_rules: by phase, rules that run when one side is done with it.
        phase_end_rules: by phase, rules that run when the phase ends; all rules of a step without commands. A rule
            that puts a question runs again after the answer.
        holds: reasons that keep a ship from making way, in the order in which a player reads them.
        post_move_rules: by stage, rules that run when a ship has sailed or drifted.
        is_steadfast: returns True if a ship does not give up now, although others would.
        default_move: returns the move of a ship under way without orders, or None for the forced move straight ahead.
        duties: by phase, commands that the table gives a ship when her side is done; the first legal one (AMB-149).
        barriers: each returns things other than ships that no hull may enter, in convex pieces; several of a thing
            as ``thing:1``.
        sights: each yields targets other than ships in the field of a broadside.
        masks: things that may lie on a line of fire and hide ships from each other, such as land.
        visibility: limit on how far ships see and shoot, or None for as far as guns reach.
        command_handlers: the commands of the module.
        extra_commands: by phase of another module, the tags of commands that belong to it.
        labels: by command of the module, the label of its button and a sentence that explains it.
        command_extensions: additions to commands of other modules.
        steps: by kind, steps of sailing plans; each returns the step kind for a ship that begins her move.
        plans: further plans that are offered of all possible ones (C-5).
        choices: by phase, legal commands except `done` for the ships of a side that await orders.
        actors: by phase, the ships of a side that can still act; left out: those of its choices.
        other_actors: by phase, keys of anything except ships of a side that can still act.
        questions: kinds of question that the module asks a side.
        event_handlers: the events of the module; their `apply` neither measures nor rolls.
        follow_ups: follow-ups that run at once after events, of this module or others.
        silences: each returns the refusal to fire a broadside at anything in this phase, or None.
        ammunition: kinds of shot.
        fire_blockers: the ships that bar the fire at a target, instead of the rule of the basic game.
        post_inking_rules: by stage, rules at the end of the inking, after lost ships are gone (AMB-145).
        inking_rules: rules that apply a noted shot, between hull points and criticals (AMB-146).
        scenario: keys that a scenario file may have for the whole battle; the state keeps them under `matter`.
        ship: keys that a scenario file may have for a ship, each the name of a mark on her.
        card_fields: fields of a ship's card that the module reads, each with the other modules that read it too.
        is_on_map: True if what a scenario says for the module lies on the map, as land does.
        find_problems: yields the problems of a scenario file that uses the module: path and sentence.
        view: returns the battle as far as a side may know it (C-6); for side "", as everybody may.
        has_secrets: returns True if the module may hide anything in a battle from a side.
        is_sealed: returns True if commands are now kept from the other side, although the step is not sealed.
        marks: yields lines of a ship's card.
        fights: the rules by which rounds of boarding combats end, instead of those of the basic game.
        mast_side: returns the side over which a mast falls, from the side named so far (AMB-19).
        modifiers: modifier rules that the module adds.
    """

    id: str
    rule: str = ""
    title: str = ""
    note: str = ""
    group: Group | Literal[""] = ""
    is_in_book: bool = True
    build_opening: Callable[[State, "Scenario"], State] = lambda state, scenario: state  # noqa: ARG005
    inert: Callable[[State], str] = lambda state: ""  # noqa: ARG005 - it has its matter in every battle
    phases: tuple[Phase, ...] = ()
    phase_start_rules: Mapping[str, Rule] = {}
    side_end_rules: Mapping[str, SideRule] = {}
    phase_end_rules: Mapping[str, Rule] = {}
    holds: tuple[Hold, ...] = ()
    post_move_rules: Mapping[Aftermath, MotionRule] = {}
    is_steadfast: Callable[[State, str, Occasion], bool] | None = None
    default_move: Callable[[State, str], tuple[commands.Step, ...] | None] | None = None
    duties: Mapping[str, Callable[[State, str], Iterator[commands.SideCommand]]] = {}
    barriers: tuple[Callable[[State], Mapping[str, "Polygon"]], ...] = ()
    sights: tuple[Callable[[State, str, Broadside], Iterator["Seen"]], ...] = ()
    masks: tuple[Mask, ...] = ()
    visibility: Visibility | None = None
    command_handlers: tuple[CommandHandler[State], ...] = ()
    extra_commands: Mapping[str, tuple[str, ...]] = {}
    labels: Handlers[State, tuple[str, str]] = {}
    command_extensions: tuple[CommandExtension, ...] = ()
    steps: "Mapping[str, Callable[[State, str], StepKind]]" = {}
    plans: "tuple[PlanMaker, ...]" = ()
    choices: Mapping[str, Choices] = {}
    actors: Mapping[str, Actors] = {}
    other_actors: Mapping[str, Actors] = {}
    questions: tuple[QuestionKind, ...] = ()
    event_handlers: tuple[EventHandler[State], ...] = ()
    follow_ups: tuple[FollowUp[State], ...] = ()
    silences: tuple[Silence, ...] = ()
    ammunition: tuple[Ammunition, ...] = ()
    inking_rules: tuple[Inking, ...] = ()
    fire_blockers: Barring | None = None
    post_inking_rules: Mapping[Inked, Rule] = {}
    scenario: tuple[Entry[object], ...] = ()
    ship: tuple[Entry[object], ...] = ()
    card_fields: Mapping[str, tuple[str, ...]] = {}
    is_on_map: bool = False
    find_problems: Callable[["ScenarioData"], Iterator[tuple[DataPath, str]]] = lambda data: iter(())  # noqa: ARG005
    has_secrets: Callable[[State], bool] = lambda state: False  # noqa: ARG005
    is_sealed: Callable[[State], bool] = lambda state: False  # noqa: ARG005
    view: Callable[[State, str], State] = lambda state, side: state  # noqa: ARG005
    marks: Callable[[State, str], Iterator[Mark]] = lambda state, key: iter(())  # noqa: ARG005
    mast_side: Callable[[State, str, Broadside], Broadside] = lambda state, key, named: named  # noqa: ARG005
    fights: FightRules | None = None
    modifiers: ModifierTables = ModifierTables()


_CHAPTERS = f"{__package__}.chapters"
_KEPT = 64
"""Sets of modules whose rules are kept."""

K = TypeVar("K")
V = TypeVar("V")


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a battle: the tables of `RuleModule`, where several modules may add to one entry."""

    modules: tuple[RuleModule, ...]
    """The modules in use, the basic game first."""
    phases: dict[str, Phase]
    """The steps by name, in the order of the turn."""
    phase_start_rules: dict[str, tuple[hooks.Rule, ...]]
    side_end_rules: dict[str, tuple[hooks.SideRule, ...]]
    phase_end_rules: dict[str, tuple[hooks.Rule, ...]]
    holds: tuple[hooks.Hold, ...]
    post_move_rules: tuple[hooks.MotionRule, ...]
    """The rules of all modules, in the order of the stages in `hooks.Aftermath`."""
    steadfast_checks: tuple[Callable[[State, str, hooks.Occasion], bool], ...]
    default_moves: tuple[Callable[[State, str], tuple[commands.Step, ...] | None], ...]
    duties: dict[str, tuple[Callable[[State, str], Iterator[commands.SideCommand]], ...]]
    barriers: tuple[Callable[[State], Mapping[str, "Polygon"]], ...]
    sights: tuple[Callable[[State, str, Broadside], Iterator["Seen"]], ...]
    masks: tuple[hooks.Mask, ...]
    visibility: tuple[hooks.Visibility, ...]
    command_handlers: CommandTable[State]
    labels: Handlers[State, tuple[str, str]]
    preludes: dict[type[Command], tuple[Handler[State, Iterator[Event]], ...]]
    """By command, the events that command extensions put before it."""
    objections: dict[type[Command], tuple[Handler[State, Refused | None], ...]]
    """By command, the checks of command extensions."""
    ship_objections: dict[type[Command], tuple[Callable[[State, str], Refused | None], ...]]
    """By command, the checks that need only the state and the ship."""
    steps: "dict[str, Callable[[State, str], StepKind]]"
    plans: "tuple[PlanMaker, ...]"
    choices: dict[str, tuple[hooks.Choices, ...]]
    actors: dict[str, hooks.Actors]
    other_actors: dict[str, tuple[hooks.Actors, ...]]
    questions: dict[str, hooks.QuestionKind]
    event_handlers: EventTable[State]
    follow_ups: dict[type[Event], tuple[FollowUp[State], ...]]
    silences: tuple[hooks.Silence, ...]
    ammunition: dict[str, hooks.Ammunition]
    inking_rules: tuple[hooks.Inking, ...]
    post_inking_rules: tuple[hooks.Rule, ...]
    """The rules of all modules, in the order of the stages in `hooks.Inked`."""
    fire_blockers: hooks.Barring
    idle_parameters: dict[type[Command], tuple[tuple[RuleModule, tuple[str, ...]], ...]]
    """By command, the parameters that belong to modules that are not in use."""
    fights: hooks.FightRules
    modifiers: ModifierTables

    def next_phase(self, phase: str) -> str:
        """Return the step after `phase`; after the last, the first step of the next turn."""
        steps = [*self.phases, FIRST]
        return steps[steps.index(phase) + 1]


@cache_per_state
def rules_of(state: State) -> Rules:
    """Return the rules of a battle: basic game and modules that its options switch on. Cached."""
    return _rules_of_options(state.options)


@cache_per_object
def _rules_of_options(options: Mapping[str, object]) -> Rules:
    """Return the rules for a set of options. Cached: all states of a battle share their options."""
    return compile_rules(frozenset(name for name, value in options.items() if value is True))


def phase_of(state: State) -> Phase:
    """Return the step of the turn that a battle is in."""
    return rules_of(state).phases[state.phase]


def question_kind(state: State, question: Question) -> hooks.QuestionKind:
    """Return the kind of a question: its words and its replies."""
    return rules_of(state).questions[question.kind]


def evolve(state: State, event: Event) -> State:
    """Return the state after an event; `state` does not change."""
    return rules_of(state).event_handlers.evolve(state, event)


def view(state: State, side: str) -> State:
    """Return a battle without what `side` may not know; for side "", with public information only (C-6)."""
    return reduce(lambda seen, module: module.view(seen, side), rules_of(state).modules, state)


def has_secrets(state: State) -> bool:
    """Return True if anything in a battle may be hidden from a side."""
    return any(module.has_secrets(state) for module in rules_of(state).modules)


def is_sealed(state: State) -> bool:
    """Return True if the other side may not look at the commands given now."""
    return phase_of(state).sealed or any(module.is_sealed(state) for module in rules_of(state).modules)


def reveals(state: State, events: tuple[Event, ...]) -> str:
    """Return a sentence on what the events show to the players that cannot be unseen; "" for nothing.

    Dice are not named.
    """
    return compile_all_rules().event_handlers.reveals(state, events)


def redact(event: Event, side: str) -> Event:
    """Return an event without anything that `side` may not know.

    For side "", public information only (C-6).
    """
    return compile_all_rules().event_handlers.redact(event, side)


def describe(state: State, event: Event) -> str:
    """Return an event as a sentence of the log, `state` being before the event; "" for bookkeeping."""
    return rules_of(state).event_handlers.describe(state, event)


def fatigue_limit(state: State, key: str) -> int:
    """Return the fatigue at which the crew of a ship can do no more (7-a)."""
    return rules_of(state).modifiers.fatigue.total(Aboard(state, key))


def is_steadfast(state: State, key: str, occasion: hooks.Occasion) -> bool:
    """Return True if any rule module keeps a ship from giving up on this occasion.

    False in the basic game.
    """
    return any(steadfast(state, key, occasion) for steadfast in rules_of(state).steadfast_checks)


@cache
def load_basic_game() -> RuleModule:
    """Return the rule module of the basic game, imported at the first call."""
    return _load_module(f"{_CHAPTERS}.basic")


@cache
def load_rule_modules() -> Mapping[str, RuleModule]:
    """Return every module in `chapters/optional` by its id, in order of file names; imports all of them."""
    folder = import_module(f"{_CHAPTERS}.optional")
    found = [_load_module(f"{folder.__name__}.{one.name}") for one in pkgutil.iter_modules(folder.__path__)]
    return {module.id: module for module in found}


def _load_module(path: str) -> RuleModule:
    # imported late: the chapters import this module
    """Return the object `MODULE` of a Python module, by its dotted path."""
    found: RuleModule = import_module(path).MODULE
    return found


@lru_cache(maxsize=_KEPT)
def compile_rules(used: frozenset[str]) -> Rules:
    """Return the basic game and the modules `used` combined; unknown names are ignored.

    Raises:
        ValueError: if two modules have an entry that only one may have, or a modifier rule finds no place.
    """
    modules = (load_basic_game(), *(module for name, module in load_rule_modules().items() if name in used))
    aftermath = _collect_all(module.post_move_rules for module in modules)
    inked = _collect_all(module.post_inking_rules for module in modules)
    extensions = [one for module in modules for one in module.command_extensions]
    idle = [module for name, module in load_rule_modules().items() if name not in used]
    return Rules(
        modules=modules,
        phases=order_phases((module.phases for module in modules), (module.extra_commands for module in modules)),
        phase_start_rules=_collect_all(module.phase_start_rules for module in modules),
        side_end_rules=_collect_all(module.side_end_rules for module in modules),
        phase_end_rules=_collect_all(module.phase_end_rules for module in modules),
        holds=tuple(hold for module in modules for hold in module.holds),
        post_move_rules=tuple(chain.from_iterable(aftermath.get(stage, ()) for stage in get_args(hooks.Aftermath))),
        steadfast_checks=tuple(module.is_steadfast for module in modules if module.is_steadfast),
        default_moves=tuple(module.default_move for module in modules if module.default_move),
        duties=_collect_all(module.duties for module in modules),
        barriers=tuple(one for module in modules for one in module.barriers),
        sights=tuple(one for module in modules for one in module.sights),
        masks=tuple(one for module in modules for one in module.masks),
        visibility=tuple(module.visibility for module in modules if module.visibility),
        command_handlers=CommandTable(*(module.command_handlers for module in modules)),
        labels=_collect_single(module.labels for module in modules),
        preludes=_collect_all({one.kind: one.events} for one in extensions if one.events),
        objections=_collect_all({one.kind: one.check} for one in extensions if one.check),
        ship_objections=_collect_all({one.kind: one.ship} for one in extensions if one.ship),
        steps=_collect_single(module.steps for module in modules),
        plans=tuple(plan for module in modules for plan in module.plans),
        choices=_collect_all(module.choices for module in modules),
        actors=_collect_single(module.actors for module in modules),
        other_actors=_collect_all(module.other_actors for module in modules),
        questions=_collect_single({one.id: one for one in module.questions} for module in modules),
        event_handlers=EventTable(*(module.event_handlers for module in modules)),
        follow_ups=_collect_all({one.kind: one} for module in modules for one in module.follow_ups),
        silences=tuple(chain.from_iterable(module.silences for module in modules)),
        ammunition=_collect_single({one.id: one for one in module.ammunition} for module in modules),
        inking_rules=tuple(chain.from_iterable(module.inking_rules for module in modules)),
        post_inking_rules=tuple(chain.from_iterable(inked.get(stage, ()) for stage in get_args(hooks.Inked))),
        fire_blockers=[module.fire_blockers for module in modules if module.fire_blockers][-1],
        idle_parameters=_collect_all(
            {one.kind: (module, one.parameters) for one in module.command_extensions} for module in idle
        ),
        fights=[module.fights for module in modules if module.fights][-1],
        modifiers=load_basic_game().modifiers.with_terms(module.modifiers for module in modules[1:]),
    )


def _collect_all(tables: Iterable[Mapping[K, V]]) -> dict[K, tuple[V, ...]]:
    """Return for each key the values of all tables that have it, in their order."""
    found: dict[K, tuple[V, ...]] = {}
    for key, value in chain.from_iterable(table.items() for table in tables):
        found[key] = (*found.get(key, ()), value)
    return found


def _collect_single(tables: Iterable[Mapping[K, V]]) -> dict[K, V]:
    """Return the tables as one. Raises ValueError if two of them have the same key."""
    found = _collect_all(tables)
    if twice := [key for key, values in found.items() if len(values) > 1]:
        raise ValueError(f"more than one rule for {twice}")
    return {key: value for key, (value,) in found.items()}


@cache
def compile_all_rules() -> Rules:
    """Return the rules with every module on, which know all commands and events."""
    return compile_rules(frozenset(load_rule_modules()))
