"""A card game made from data: tables of phases, command handlers and event handlers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar, get_args, get_origin

import msgspec
from typing_extensions import override

from tabletop.cards import zones
from tabletop.cards.odds import guess_zones
from tabletop.cards.state import HasCards, replace_fields
from tabletop.core import scenario as files
from tabletop.core.agreement import Agreement, acceptance_tags, is_allowed_any_time
from tabletop.core.chance import Chance, seed_random
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import Command, CommandHandler, CommandTable
from tabletop.core.correction import Correctable
from tabletop.core.decision import Decision, fill_choices, redact_choices
from tabletop.core.errors import Refused, refuse_out_of_turn
from tabletop.core.events import Event, EventHandler, EventTable
from tabletop.core.game import Game, Meta, Switch
from tabletop.core.offers import Offers, offer_commands
from tabletop.core.scenario import PreparedScenario, check_options, describe_unknown_option

if TYPE_CHECKING:
    from pydantic import BaseModel

S = TypeVar("S", bound=HasCards)

ScenarioReader: TypeAlias = tuple["type[BaseModel]", Callable[[str, str], PreparedScenario[S]]]


class Phase(msgspec.Struct, frozen=True):
    """One phase of a turn, with the commands that a side may give in it.

    Attributes:
        id: of the phase.
        prompt: the instruction that a player reads.
        rule: id of the rule that the phase follows.
        orders: the types of commands that are allowed.
        title: name on the ribbon of the turn; if empty, the id is used.
        either: True if any side may give the command.
    """

    id: str
    prompt: str
    rule: str
    orders: tuple[type[Command], ...]
    title: str = ""
    either: bool = False

    @property
    def ribbon(self) -> str:
        """The name that the ribbon of the turn shows."""
        return self.title or self.id.capitalize()


class Scenarios(Generic[S]):
    """Hooks that read and open the scenario files of a game.

    Args:
        files: returns the pydantic model and the function that reads a file. That function returns the validated
            scenario or raises ScenarioError with every problem. Pydantic takes long to import, so `files` imports it.
        open: returns the opening state with the options of the players; raises ScenarioError.
        switches: returns the options that players can set before a match.
    """

    def __init__(
        self,
        files: Callable[[], ScenarioReader[S]],
        open: Callable[[PreparedScenario[S], Mapping[str, object]], S] | None = None,  # noqa: A002 - the name of the hook of Game
        switches: Callable[[S], tuple[Switch, ...]] | None = None,
    ) -> None:
        self.files = files
        self.open = open or open_without_options
        self.switches = switches or list_no_switches


def open_without_options(prepared: PreparedScenario[S], options: Mapping[str, object]) -> S:
    """Return the opening state of a game that has no options.

    Raises ScenarioError if `options` is not empty.
    """
    check_options(options, lambda name, value: describe_unknown_option(name, ()))  # noqa: ARG005
    return prepared.opening


def list_no_switches(state: object) -> tuple[Switch, ...]:  # noqa: ARG001
    """Return no switches, for a game that has no options."""
    return ()


def build_one_deck_scenarios(meta: Meta, deck: Sequence[str], state: Callable[..., S], first: Phase) -> Scenarios[S]:
    """Return the scenario hooks of a game with one fixed deck: title, date and briefing only.

    Args:
        meta: of the game.
        deck: ids of the cards.
        state: builds the opening state; a class derived from `CardState`.
        first: the phase in which the game opens.
    """

    def model() -> "type[BaseModel]":
        from pydantic import create_model

        from tabletop.core.section import OneLine, Prose, Section

        said: dict[str, Any] = {"game": (Literal[meta.id], ...), "title": (OneLine, ...)}
        return create_model("ScenarioData", __base__=Section, **said, date=(OneLine, ""), briefing=(Prose, ""))

    def read(text: str, source: str) -> PreparedScenario[S]:
        said: Any = files.read(text, source, model())[0]
        sides = [side.id for side in meta.sides]
        lying = zones.build_zones(deck, sides)
        opening = state(title=said.title, deck=tuple(deck), cards=lying, phase=first.id, asked=sides[0])
        return PreparedScenario(said.title, said.date, said.briefing, opening)

    return Scenarios(lambda: (model(), read))


class CardGame(Game[S]):
    """A card game for two sides. An instance holds no state of any match."""

    def __init__(
        self,
        meta: Meta,
        state: type[S],
        scenarios: Scenarios[S],
        phases: Iterable[Phase],
        command_handlers: Iterable[CommandHandler[S]],
        event_handlers: Iterable[EventHandler[S]],
        *,
        asked: Callable[[S], str] = attrgetter("asked"),
        phase: Callable[[S], str] = attrgetter("phase"),
        rule_of_command: Callable[[S, Command], str] | None = None,
        check_turn: Callable[[S, Command], Refused | None] | None = None,
        choices: Callable[[S, str], Offers[Command]] | None = None,
        seal_choice: Callable[[Command], object] = lambda command: command,
        side_name: Callable[[S, str], str] | None = None,
        headline: Callable[[S], str] | None = None,
        agreement: Agreement[S, str] | None = None,
        correctables: Callable[[S, str], Iterable[Correctable]] | None = None,
    ) -> None:
        """Take over the tables of a game; hooks that are left out behave as in most games, or as in `Game`.

        Args:
            meta: id, title, sides and other facts for the title screen.
            state: the type of the states, with the fields of `HasCards`.
            scenarios: hooks that read and open scenario files.
            phases: the phases in the order of a turn.
            command_handlers: handlers of every command but those by which two sides agree to end a game.
            event_handlers: handlers of every event, the draw offer and the end of the game included.
            asked: returns the side that must choose now.
            phase: returns the id of the current phase.
            rule_of_command: returns the id of the rule that says when a command may be given; by default the phase's.
            check_turn: returns the refusal of a command that its side may not give now, or None; by default only
                the side that `asked` returns may choose.
            choices: returns the commands that a side may give in the current phase. By default the base finds them
                all, if every field of the commands is `card`, of a `Literal` type or a `bool`.
            seal_choice: returns what `chosen` of the state holds of a secret choice; by default the command itself.
            side_name: returns the name of a side; by default the one in `meta`.
            headline: returns the turn and phase in a few words.
            agreement: rules of draw offers and resignation; by default those of two sides.
            correctables: returns what a side may correct; by default nothing.

        Raises:
            TypeError: if `choices` is left out and the base cannot list all values of a command.
        """
        self.meta = meta
        self.state_type = state
        self.scenarios = scenarios
        self.phases = {one.id: one for one in phases}
        self.asked = asked
        self._phase_id = phase
        self._rule_of_command = rule_of_command or (lambda state, command: self.phase(state).rule)  # noqa: ARG005
        self._check_turn = check_turn or self._check_asked_side
        self._list_choices = choices or self._list_all_choices
        self._format_headline = headline
        self._seal_choice = seal_choice
        self._side_name = side_name or super().name_of
        self._list_correctables = correctables or super().correctables
        self._agreement = agreement or Agreement([side.id for side in meta.sides], self._side_name)
        self._command_table = CommandTable(command_handlers, self._agreement.command_handlers)
        self._event_table = EventTable(event_handlers)
        if choices is None:
            for kind in {kind for phase in self.phases.values() for kind in phase.orders}:
                _list_field_values(kind)
        self.command_type = self._command_table.union
        self.event_type = self._event_table.union

    def phase(self, state: S) -> Phase:
        """Return the phase that `state` is in."""
        return self.phases[self._phase_id(state)]

    @override
    def model(self) -> "type[BaseModel]":
        return self.scenarios.files()[0]

    @override
    def read(self, text: str, source: str) -> PreparedScenario[S]:
        return self.scenarios.files()[1](text, source)

    @override
    def open(self, scenario: Any, options: Mapping[str, object]) -> S:
        return self.scenarios.open(scenario, options)

    @override
    def switches(self, scenario: Any) -> tuple[Switch, ...]:
        return self.scenarios.switches(scenario.opening)

    # --- commands

    @override
    def check(self, state: S, command: Command) -> Refused | None:
        """Return the refusal of a command, or None if its side may give it now.

        Reads only what that side may know (C-6).
        """
        if refusal := self._agreement.check_open(state, command):
            return refusal
        phase = self.phases[self._phase_id(state)]
        if type(command) in phase.orders:
            refusal = None if phase.either else self._check_turn(state, command)
        elif not is_allowed_any_time(command):
            refusal = refuse_out_of_turn(self._rule_of_command(state, command), phase.prompt)
        return refusal or self._command_table.kinds[type(command)].check(state, command)

    def _check_asked_side(self, state: S, command: Command) -> Refused | None:
        side = self.asked(state)
        if command.side == side:
            return None
        return Refused(self._rule_of_command(state, command), f"{self._side_name(state, side)} is to play.")

    @override
    def decision(self, state: S) -> Decision | None:
        """Return the pending decision, or None once the game is over. Reveals nothing of any hand (C-6)."""
        if state.outcome is not None:
            return None
        phase, side = self.phase(state), self.asked(state)
        tags = [str(kind.__struct_config__.tag) for kind in phase.orders]
        answers = (*tags, *acceptance_tags(state, side))
        return Decision(side, phase.id, phase.prompt, answers, either=phase.either, rule=phase.rule)

    @override
    def choices(self, state: S) -> Offers[Command]:
        """Return the commands that the asked side may give; none once the game is over."""
        return self._list_choices(state, self.asked(state)) if state.outcome is None else offer_commands()

    def _list_all_choices(self, state: S, side: str) -> Offers[Command]:
        hand, kinds = state.cards.hands[side], self.phase(state).orders
        commands = [one for kind in kinds for one in _build_commands(kind, side, hand)]
        return Offers(len(commands), lambda place: () if self.check(state, commands[place]) else (commands[place],))

    @override
    def correctables(self, state: S, side: str) -> Iterable[Correctable]:
        return self._list_correctables(state, side)

    # --- events and views

    @override
    def decide(self, state: S, command: Command, chance: Chance) -> CommandContext[S]:
        turn = CommandContext(state, self._event_table, chance)
        if state.draw_offered is not None:
            self._agreement.lapse_offer(turn, command)
        self._command_table.kinds[type(command)].execute(turn, command)
        return turn

    @override
    def evolve(self, state: S, event: Event) -> S:
        return self._event_table.evolve(state, event)

    @override
    def view(self, state: S, side: str) -> S:
        """Return the state as `side` may know it: its own hand and choice, and all face-up cards (C-6)."""
        chosen: Mapping[str, object] | None = getattr(state, "chosen", None)
        choices = {} if chosen is None else {"chosen": redact_choices(chosen, side)}
        return replace_fields(state, cards=zones.redact_zones(state.cards, side), **choices)

    @override
    def guess(self, known: S, side: str, chance: Chance) -> S:
        """Return a possible full state for the view `known`: random hidden cards and sealed choices."""
        seen = self.view(known, side)
        state = replace_fields(seen, cards=guess_zones(seen, side, chance))
        chosen: Mapping[str, object] | None = getattr(seen, "chosen", None)
        if chosen is None:
            return state
        whim = seed_random(chance)

        def pick_choice(other: str) -> object:
            command = self._list_choices(state, other).pick(whim)
            assert command is not None, "a side that has chosen had a choice"
            return self._seal_choice(command)

        return replace_fields(state, chosen=fill_choices(chosen, pick_choice))

    @override
    def redact(self, event: Event, side: str) -> Event:
        return self._event_table.redact(event, side)

    # --- words

    @override
    def describe(self, state: S, event: Event) -> str:
        return self._event_table.describe(state, event)

    @override
    def reveals(self, state: S, events: tuple[Event, ...]) -> str:
        return self._event_table.reveals(state, events)

    @override
    def name_of(self, state: S, side: str) -> str:
        return self._side_name(state, side)

    @override
    def headline(self, state: S) -> str:
        """Return the turn and phase in a few words: ``Turn 3, play``."""
        if self._format_headline:
            return self._format_headline(state)
        now = "over" if state.outcome else self.phase(state).ribbon.lower()
        return f"Turn {state.turn}, {now}" if state.turn else "Before the first turn"


def _build_commands(kind: type[Command], side: str, hand: zones.Cards) -> Iterable[Command]:
    """Return every command of `kind` with a card of `hand` and any of the values that its fields allow."""
    fields = {name: values or hand for name, values in _list_field_values(kind).items()}
    made: Callable[..., Command] = kind
    return [made(side, **dict(zip(fields, chosen, strict=True))) for chosen in product(*fields.values())]


def _list_field_values(kind: type[Command]) -> dict[str, Sequence[object]]:
    """Return the values that a player may choose for each field of a command; () for a card of the hand.

    Raises:
        TypeError: if the type of a field does not list its values.
    """
    return {
        field.name: _list_values(kind, field)
        for field in msgspec.structs.fields(kind)
        if field.name not in Command.__struct_fields__
    }


def _list_values(kind: type[Command], field: msgspec.structs.FieldInfo) -> Sequence[object]:
    """Return the values of a field; () for `card`, which is chosen from the hand.

    Raises:
        TypeError: if the type of the field does not list its values.
    """
    if field.name == "card":
        return ()
    if field.type is bool:
        return False, True
    if get_origin(field.type) is Literal:
        return get_args(field.type)
    raise TypeError(f"{kind.__name__}.{field.name} may be anything: tell CardGame the `choices` of this game.")
