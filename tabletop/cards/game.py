"""A card game from data: phases, command handlers and event handlers in tables."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar, get_args, get_origin

import msgspec

from tabletop.cards import zones
from tabletop.cards.odds import dealt_out
from tabletop.cards.state import Dealt, changed
from tabletop.core import scenario as files
from tabletop.core.agreement import Agreement, accepting, any_time
from tabletop.core.chance import Chance, fancy
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import Command, CommandHandler, CommandTable
from tabletop.core.correction import Correctable
from tabletop.core.decision import Decision, sealed, unsealed
from tabletop.core.errors import Refused, out_of_turn
from tabletop.core.events import Event, EventHandler, EventTable
from tabletop.core.game import Game, Meta, Switch
from tabletop.core.offers import Offers, offered
from tabletop.core.scenario import Prepared, stated, unknown

if TYPE_CHECKING:
    from pydantic import BaseModel

S = TypeVar("S", bound=Dealt)

Files: TypeAlias = tuple["type[BaseModel]", Callable[[str, str], Prepared[S]]]


class Phase(msgspec.Struct, frozen=True):
    """What is asked in one part of a turn.

    Attributes:
        id: of the phase.
        prompt: what is asked, in a player's words.
        rule: that asks it.
        orders: the kinds of commands that may answer.
        title: on the ribbon of the turn; left out, the id.
        either: any side may answer.
    """

    id: str
    prompt: str
    rule: str
    orders: tuple[type[Command], ...]
    title: str = ""
    either: bool = False

    @property
    def ribbon(self) -> str:
        """As the ribbon of the turn shows it."""
        return self.title or self.id.capitalize()


class Scenarios(Generic[S]):
    """How scenario files of a game are read and opened.

    Args:
        files: the pydantic model, and what reads a file: the validated scenario, or ScenarioError with every problem.
            pydantic takes long to import, so it is imported in there.
        open: the opening state with options of the players' own; raises ScenarioError.
        switches: what can be set otherwise before a match begins.
    """

    def __init__(
        self,
        files: Callable[[], Files[S]],
        open: Callable[[Prepared[S], Mapping[str, object]], S] | None = None,  # noqa: A002 - as a game's own
        switches: Callable[[S], tuple[Switch, ...]] | None = None,
    ) -> None:
        self.files = files
        self.open = open or without_options
        self.switches = switches or no_switches


def without_options(prepared: Prepared[S], options: Mapping[str, object]) -> S:
    """The opening state of a game that has no options; raises ScenarioError for any."""
    stated(options, lambda name, value: unknown(name, ()))  # noqa: ARG005
    return prepared.opening


def no_switches(state: object) -> tuple[Switch, ...]:  # noqa: ARG001
    """What can be set otherwise in a game that has no options."""
    return ()


def of_one_deck(meta: Meta, deck: Sequence[str], state: Callable[..., S], first: Phase) -> Scenarios[S]:
    """Scenarios that say no more than a title and a briefing; all games are played with one deck.

    Args:
        meta: of the game.
        deck: the ids of its cards.
        state: makes the opening state; a class derived from `CardState`.
        first: the phase in which it opens.
    """

    def model() -> "type[BaseModel]":
        from pydantic import create_model

        from tabletop.core.section import Line, Prose, Section

        said: dict[str, Any] = {"game": (Literal[meta.id], ...), "title": (Line, ...)}
        return create_model("ScenarioData", __base__=Section, **said, date=(Line, ""), briefing=(Prose, ""))

    def read(text: str, source: str) -> Prepared[S]:
        said: Any = files.read(text, source, model())[0]
        sides = [side.id for side in meta.sides]
        lying = zones.opened(deck, sides)
        opening = state(title=said.title, deck=tuple(deck), cards=lying, phase=first.id, asked=sides[0])
        return Prepared(said.title, said.date, said.briefing, opening)

    return Scenarios(lambda: (model(), read))


class CardGame(Game[S]):
    """A card game for two; holds no state of any match."""

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
        timed: Callable[[S, Command], str] | None = None,
        whose: Callable[[S, Command], Refused | None] | None = None,
        choices: Callable[[S, str], Offers[Command]] | None = None,
        sealed_as: Callable[[Command], object] = lambda order: order,
        called: Callable[[S, str], str] | None = None,
        headline: Callable[[S], str] | None = None,
        agreement: Agreement[S, str] | None = None,
        correctables: Callable[[S, str], Iterable[Correctable]] | None = None,
    ) -> None:
        """What a game says of itself; what is left out is as in most games, or as in `Game`.

        Args:
            meta: what the title screen tells of it.
            state: the type of its states, with the fields of `Dealt`.
            scenarios: how its files are read.
            phases: in the order of a turn.
            deeds: every command but those by which a game is ended between two sides.
            events: every event, the draw that is offered and the end among them.
            asked: the side that is asked now.
            phase: the id of the phase that a state is in.
            timed: id of the rule that says when a command may be given; left out, that of the phase that is on.
            whose: why a command is not for this side now; left out, only the side that is asked may answer.
            choices: the commands that a side could give in the phase that is on. Left out, the base finds them all,
                if every field of them is `card`, of a `Literal` type or a `bool`.
            sealed_as: how a secret choice is kept in `chosen` of the state; left out, as the order itself.
            called: what a side is called; left out, as `meta` says.
            headline: the moment in a few words.

        Raises:
            TypeError: if `choices` is left out and the base cannot find all values of a command.
        """
        self.meta, self.state_type, self.scenarios = meta, state, scenarios
        self.phases = {one.id: one for one in phases}
        self.asked, self._phase = asked, phase
        self._timed = timed or (lambda state, command: self.phase(state).rule)  # noqa: ARG005
        self._whose, self._choices, self._headline = whose or self._asked_alone, choices or self._all, headline
        self._sealed_as, self._called = sealed_as, called or super().name_of
        self._correctables = correctables or super().correctables
        self._agreement = agreement or Agreement([side.id for side in meta.sides], self._called)
        known, self._facts = (
            CommandTable(command_handlers, self._agreement.command_handlers),
            EventTable(event_handlers),
        )
        self._deeds = known.kinds
        if choices is None:
            for kind in {kind for phase in self.phases.values() for kind in phase.orders}:
                _choose_fields(kind)
        self.command_type, self.event_type = known.union, self._facts.union

    def phase(self, state: S) -> Phase:
        """The phase that a state is in."""
        return self.phases[self._phase(state)]

    def model(self) -> "type[BaseModel]":
        """The pydantic model of scenario files."""
        return self.scenarios.files()[0]

    def read(self, text: str, source: str) -> Prepared[S]:
        """The validated scenario; raises ScenarioError with every problem."""
        return self.scenarios.files()[1](text, source)

    def open(self, scenario: Any, options: Mapping[str, object]) -> S:
        """The opening state; `options` override those of the scenario."""
        return self.scenarios.open(scenario, options)

    def switches(self, scenario: Any) -> tuple[Switch, ...]:
        """What can be set otherwise before a match begins."""
        return self.scenarios.switches(scenario.opening)

    # --- what a side may do

    def check(self, state: S, command: Command) -> Refused | None:
        """Why the command is not allowed now, or None; it reads nothing that its side may not know (C-6)."""
        if refusal := self._agreement.check_open(state, command):
            return refusal
        phase = self.phases[self._phase(state)]
        if type(command) in phase.orders:
            refusal = None if phase.either else self._whose(state, command)
        elif not any_time(command):
            refusal = out_of_turn(self._timed(state, command), phase.prompt)
        return refusal or self._deeds[type(command)].check(state, command)

    def _asked_alone(self, state: S, command: Command) -> Refused | None:
        side = self.asked(state)
        if command.side == side:
            return None
        return Refused(self._timed(state, command), f"{self._called(state, side)} is asked now.")

    def decision(self, state: S) -> Decision | None:
        """What the game waits for; None once it is over. It says nothing of what a side holds (C-6)."""
        if state.outcome is not None:
            return None
        phase, side = self.phase(state), self.asked(state)
        tags = [str(kind.__struct_config__.tag) for kind in phase.orders]
        answers = (*tags, *accepting(state, side))
        return Decision(side, phase.id, phase.prompt, answers, either=phase.either, rule=phase.rule)

    def choices(self, state: S) -> Offers[Command]:
        """What the side that is asked could order; nothing once the game is over."""
        return self._choices(state, self.asked(state)) if state.outcome is None else offered()

    def _all(self, state: S, side: str) -> Offers[Command]:
        hand, known = state.cards.hands[side], self.phase(state).orders
        orders = [one for kind in known for one in _of_kind(kind, side, hand)]
        return Offers(len(orders), lambda place: () if self.check(state, orders[place]) else (orders[place],))

    def correctables(self, state: S, side: str) -> Iterable[Correctable]:
        """As `Game.correctables`."""
        return self._correctables(state, side)

    # --- what comes of it

    def decide(self, state: S, command: Command, chance: Chance) -> CommandContext[S]:
        """The events that follow from an allowed command."""
        turn = CommandContext(state, self._facts, chance)
        if state.draw_offered is not None:
            self._agreement.lapse(turn, command)
        self._deeds[type(command)].execute(turn, command)
        return turn

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event."""
        return self._facts.evolve(state, event)

    def view(self, state: S, side: str) -> S:
        """What a side may know: its own hand and choice, and all that lies face up (C-6)."""
        chosen: Mapping[str, object] | None = getattr(state, "chosen", None)
        choices = {} if chosen is None else {"chosen": sealed(chosen, side)}
        return changed(state, cards=zones.seen_by(state.cards, side), **choices)

    def guess(self, known: S, side: str, chance: Chance) -> S:
        """What a side knows, with hidden cards where they may be and legal choices in the place of sealed ones."""
        seen = self.view(known, side)
        state = changed(seen, cards=dealt_out(seen, side, chance))
        chosen: Mapping[str, object] | None = getattr(seen, "chosen", None)
        if chosen is None:
            return state
        whim = fancy(chance)

        def any_of(other: str) -> object:
            order = self._choices(state, other).pick(whim)
            assert order is not None, "who has chosen had a choice"
            return self._sealed_as(order)

        return changed(state, chosen=unsealed(chosen, any_of))

    def seen(self, event: Event, side: str) -> Event:
        """An event as far as a side may know it (C-6)."""
        return self._facts.redact(event, side)

    # --- words

    def narrate(self, state: S, event: Event) -> str:
        """As `Game.narrate`."""
        return self._facts.narrate(state, event)

    def reveals(self, state: S, events: tuple[Event, ...]) -> str:
        """As `Game.reveals`."""
        return self._facts.reveals(state, events)

    def name_of(self, state: S, side: str) -> str:
        """What a side is called."""
        return self._called(state, side)

    def headline(self, state: S) -> str:
        """As `Game.headline`: ``Turn 3, play``."""
        if self._headline:
            return self._headline(state)
        now = "over" if state.outcome else self.phase(state).ribbon.lower()
        return f"Turn {state.turn}, {now}" if state.turn else "Before the first turn"


def _of_kind(kind: type[Command], side: str, hand: zones.Cards) -> Iterable[Command]:
    """Return every command of `kind` with a card of `hand` and any of the values that its fields allow."""
    fields = {name: values or hand for name, values in _choose_fields(kind).items()}
    made: Callable[..., Command] = kind
    return [made(side, **dict(zip(fields, chosen, strict=True))) for chosen in product(*fields.values())]


def _choose_fields(kind: type[Command]) -> dict[str, Sequence[object]]:
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
    if field.name == "card":
        return ()
    if field.type is bool:
        return False, True
    if get_origin(field.type) is Literal:
        return get_args(field.type)
    raise TypeError(f"{kind.__name__}.{field.name} may be anything: tell CardGame the `choices` of this game.")
