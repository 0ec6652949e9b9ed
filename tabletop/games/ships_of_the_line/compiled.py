"""The rules of a battle: the basic game and the rule modules in use, made into one (AMB-123).

`rules_of(state)` is the only way to them.
"""

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, reduce
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, TypeVar, get_args

import msgspec

from tabletop.core.command_context import FollowUp
from tabletop.core.commands import Command, CommandTable
from tabletop.core.dispatch import Handler, Handlers
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventTable
from tabletop.core.memory import per_object, per_state
from tabletop.games.ships_of_the_line import commands, firing, rule_modules
from tabletop.games.ships_of_the_line.modifiers import Aboard, ModifierTables
from tabletop.games.ships_of_the_line.phases import FIRST, Phase, in_order
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import Question, State

if TYPE_CHECKING:
    from shapely import Polygon

    from tabletop.games.ships_of_the_line.chapters.aiming import Seen
    from tabletop.games.ships_of_the_line.chapters.moves import Planned
    from tabletop.games.ships_of_the_line.chapters.trial import Kind

_CHAPTERS = f"{__package__}.chapters"
_KEPT = 64
"""Sets of modules whose rules are kept."""

K = TypeVar("K")
V = TypeVar("V")


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """What holds in a battle; the tables are those of `RuleModule`, where several modules may add to one entry."""

    modules: tuple[rule_modules.RuleModule, ...]
    """In use, the basic game first."""
    phases: dict[str, Phase]
    """In the order of the turn."""
    opening: dict[str, tuple[rule_modules.Rule, ...]]
    side_done: dict[str, tuple[rule_modules.SideRule, ...]]
    closing: dict[str, tuple[rule_modules.Rule, ...]]
    holds: tuple[rule_modules.Hold, ...]
    moved: tuple[rule_modules.MotionRule, ...]
    """In the order of `rule_modules.Aftermath`."""
    steadfast: tuple[Callable[[State, str, rule_modules.Occasion], bool], ...]
    unordered: tuple[Callable[[State, str], tuple[commands.Step, ...] | None], ...]
    duties: dict[str, tuple[Callable[[State, str], Iterator[commands.SideCommand]], ...]]
    barriers: tuple[Callable[[State], Mapping[str, "Polygon"]], ...]
    sights: tuple[Callable[[State, str, Broadside], Iterator["Seen"]], ...]
    masks: tuple[firing.Mask, ...]
    visibility: tuple[firing.Visibility, ...]
    command_handlers: CommandTable[State]
    labels: Handlers[State, tuple[str, str]]
    preludes: dict[type[Command], tuple[Handler[State, Iterator[Event]], ...]]
    """By command, the events that amendments put before it."""
    objections: dict[type[Command], tuple[Handler[State, Refused | None], ...]]
    """By command, the checks of amendments."""
    unwilling: dict[type[Command], tuple[Callable[[State, str], Refused | None], ...]]
    """By command, those that look at the ship alone."""
    steps: "dict[str, Callable[[State, str], Kind]]"
    plans: "tuple[Planned, ...]"
    choices: dict[str, tuple[rule_modules.Choices, ...]]
    actors: dict[str, rule_modules.Actors]
    besides: dict[str, tuple[rule_modules.Actors, ...]]
    questions: dict[str, rule_modules.QuestionKind]
    event_handlers: EventTable[State]
    sequels: dict[type[Event], tuple[FollowUp[State], ...]]
    silences: tuple[firing.Silence, ...]
    ammunition: dict[str, firing.Ammunition]
    inking: tuple[firing.Inking, ...]
    inked: tuple[rule_modules.Rule, ...]
    """In the order of `rule_modules.Inked`."""
    barring: firing.Barring
    idle: dict[type[Command], tuple[tuple[rule_modules.RuleModule, tuple[str, ...]], ...]]
    """By command, its parameters that belong to modules that are not in use."""
    fights: rule_modules.FightRules
    sums: ModifierTables

    def next_phase(self, phase: str) -> str:
        """The step after one; after the last, the first of the next turn."""
        steps = [*self.phases, FIRST]
        return steps[steps.index(phase) + 1]


@per_state
def rules_of(state: State) -> Rules:
    """The rules by which a battle is fought; remembered, because every rule asks."""
    return _switched(state.options)


@per_object
def _switched(options: Mapping[str, object]) -> Rules:
    """All states of a battle share its options."""
    return compiled(frozenset(name for name, value in options.items() if value is True))


def phase_of(state: State) -> Phase:
    """The step of the turn that a battle is in."""
    return rules_of(state).phases[state.phase]


def kind_of(state: State, question: Question) -> rule_modules.QuestionKind:
    """The words of a question, and what comes of it."""
    return rules_of(state).questions[question.kind]


def evolve(state: State, event: Event) -> State:
    """The state after an event; nothing else makes a new state."""
    return rules_of(state).event_handlers.evolve(state, event)


def view(state: State, side: str) -> State:
    """A battle as far as a side may know it (C-6)."""
    return reduce(lambda seen, module: module.view(seen, side), rules_of(state).modules, state)


def hides(state: State) -> bool:
    """Whether anything in a battle may be hidden from a side."""
    return any(module.hides(state) for module in rules_of(state).modules)


def sealed(state: State) -> bool:
    """Whether the other side may not look at what is ordered now."""
    return phase_of(state).sealed or any(module.sealed(state) for module in rules_of(state).modules)


def reveals(state: State, events: tuple[Event, ...]) -> str:
    """What events have shown that cannot be unseen, besides dice."""
    return everything().event_handlers.reveals(state, events)


def seen(event: Event, side: str) -> Event:
    """An event as far as a side may know it (C-6)."""
    return everything().event_handlers.redact(event, side)


def narrate(state: State, event: Event) -> str:
    """An event in words, `state` being the one before it; empty for bookkeeping."""
    return rules_of(state).event_handlers.narrate(state, event)


def fatigue_limit(state: State, key: str) -> int:
    """The fatigue at which the crew of a ship can do no more (7-a)."""
    return rules_of(state).sums.fatigue.total(Aboard(state, key))


def holds_out(state: State, key: str, occasion: rule_modules.Occasion) -> bool:
    """Whether a ship does not give up where others would."""
    return any(steadfast(state, key, occasion) for steadfast in rules_of(state).steadfast)


@cache
def basic() -> rule_modules.RuleModule:
    """The basic game."""
    return _module(f"{_CHAPTERS}.basic")


@cache
def optional() -> Mapping[str, rule_modules.RuleModule]:
    """Every switch that is built, by its id."""
    folder = import_module(f"{_CHAPTERS}.optional")
    found = [_module(f"{folder.__name__}.{one.name}") for one in pkgutil.iter_modules(folder.__path__)]
    return {module.id: module for module in found}


def _module(path: str) -> rule_modules.RuleModule:
    # a chapter asks for the rules of a battle, and these are made of the chapters
    found: rule_modules.RuleModule = import_module(path).MODULE
    return found


@lru_cache(maxsize=_KEPT)
def compiled(used: frozenset[str]) -> Rules:
    """The rules with some switches on; names of what is not built count for nothing."""
    modules = (basic(), *(module for name, module in optional().items() if name in used))
    aftermath, inked = _each(module.moved for module in modules), _each(module.inked for module in modules)
    amendments = [one for module in modules for one in module.amendments]
    idle = [module for name, module in optional().items() if name not in used]
    return Rules(
        modules=modules,
        phases=in_order((module.phases for module in modules), (module.orders for module in modules)),
        opening=_each(module.opening for module in modules),
        side_done=_each(module.side_done for module in modules),
        closing=_each(module.closing for module in modules),
        holds=tuple(hold for module in modules for hold in module.holds),
        moved=tuple(chain.from_iterable(aftermath.get(stage, ()) for stage in get_args(rule_modules.Aftermath))),
        steadfast=tuple(module.steadfast for module in modules if module.steadfast),
        unordered=tuple(module.unordered for module in modules if module.unordered),
        duties=_each(module.duties for module in modules),
        barriers=tuple(one for module in modules for one in module.barriers),
        sights=tuple(one for module in modules for one in module.sights),
        masks=tuple(one for module in modules for one in module.masks),
        visibility=tuple(module.visibility for module in modules if module.visibility),
        command_handlers=CommandTable(*(module.command_handlers for module in modules)),
        labels=_one(module.labels for module in modules),
        preludes=_each({one.kind: one.events} for one in amendments if one.events),
        objections=_each({one.kind: one.check} for one in amendments if one.check),
        unwilling=_each({one.kind: one.ship} for one in amendments if one.ship),
        steps=_one(module.steps for module in modules),
        plans=tuple(plan for module in modules for plan in module.plans),
        choices=_each(module.choices for module in modules),
        actors=_one(module.actors for module in modules),
        besides=_each(module.besides for module in modules),
        questions=_one({one.id: one for one in module.questions} for module in modules),
        event_handlers=EventTable(*(module.event_handlers for module in modules)),
        sequels=_each({one.kind: one} for module in modules for one in module.sequels),
        silences=tuple(chain.from_iterable(module.silences for module in modules)),
        ammunition=_one({one.id: one for one in module.ammunition} for module in modules),
        inking=tuple(chain.from_iterable(module.inking for module in modules)),
        inked=tuple(chain.from_iterable(inked.get(stage, ()) for stage in get_args(rule_modules.Inked))),
        barring=[module.barring for module in modules if module.barring][-1],
        idle=_each({one.kind: (module, one.parameters) for one in module.amendments} for module in idle),
        fights=[module.fights for module in modules if module.fights][-1],
        sums=basic().sums.with_terms(module.sums for module in modules[1:]),
    )


def _each(tables: Iterable[Mapping[K, V]]) -> dict[K, tuple[V, ...]]:
    """Tables of which several may have an entry, the basic game's first."""
    found: dict[K, tuple[V, ...]] = {}
    for key, value in chain.from_iterable(table.items() for table in tables):
        found[key] = (*found.get(key, ()), value)
    return found


def _one(tables: Iterable[Mapping[K, V]]) -> dict[K, V]:
    """Tables of which one has an entry; ValueError if two have."""
    found = _each(tables)
    if twice := [key for key, values in found.items() if len(values) > 1]:
        raise ValueError(f"more than one rule for {twice}")
    return {key: value for key, (value,) in found.items()}


@cache
def everything() -> Rules:
    """The rules with every switch on: they know each command and each event that there is."""
    return compiled(frozenset(optional()))
