"""The contract of a game's rules, as the match, the table and the tests use it; and the registry of games."""

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from tabletop.core.chance import Chance
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import Command
from tabletop.core.correction import Correctable
from tabletop.core.decision import Decision
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.core.offers import Offers

if TYPE_CHECKING:
    from pydantic import BaseModel


S = TypeVar("S")


class Side(msgspec.Struct, frozen=True):
    """One of the two sides of a game; commands carry `id`."""

    id: str
    name: str


class Meta(msgspec.Struct, frozen=True):
    """The data of a game for the title screen."""

    id: str
    title: str
    subtitle: str
    players: str
    length: str
    sides: tuple[Side, ...]
    secrets: bool = False
    """True if a side holds anything that the other side may not see."""
    may_hide: str = ""
    """What a side may hide later in a game that begins without secrets, in words, or ""."""
    shared: bool = False
    """True if a side may have several players; then commands name the player who gives them."""
    shelf: int = 100
    """Position of the game on the title screen, lowest first; equal ones are sorted by the alphabet."""


class StartingPiece(msgspec.Struct, frozen=True, gc=False):
    """A piece with which a side began, e.g. a ship.

    Attributes:
        side: id of the side that owned the piece when the match began.
        id: id of the piece in the state.
        fate: how the piece was put out of the fight, e.g. ``sunk``; "" while it fights for its side.
        away: True if the piece has left the fight, neither taken nor destroyed.
    """

    side: str
    id: str
    fate: str = ""
    away: bool = False


class Score(msgspec.Struct, frozen=True, gc=False):
    """One line of the final score.

    Attributes:
        side: id of the side that gets the points.
        points: number of points.
        reason: reason in words.
        rule: id of the rule that gives the points.
        turn: number of the turn in which the points were won; 0 if the turn does not matter.
        about: id of the piece that the points are for.
    """

    side: str
    points: int
    reason: str
    rule: str
    turn: int = 0
    about: str = ""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The end of a game.

    Attributes:
        winner: id of the winning side, None for a draw.
        reason: a sentence without its full stop.
        rule: id of the rule that ends the game.
        totals: points by side; {} if the game counts none.
        reckoning: the score line by line; () if the game counts no points.
    """

    winner: str | None
    reason: str
    rule: str
    totals: dict[str, int] = {}
    reckoning: tuple[Score, ...] = ()


class PointSource(msgspec.Struct, frozen=True):
    """Something that has given points, or would give points.

    Attributes:
        words: description.
        worth: points, e.g. ``+15``.
        rule: id of the rule; "" for the rule of the `VictorySummary`.
        side: id of the side that gets the points; "" if either side can win them.
    """

    words: str
    worth: str
    rule: str = ""
    side: str = ""


class VictorySummary(msgspec.Struct, frozen=True):
    """How a match is won, what has given points and what would, as far as the viewer of the state may know.

    Attributes:
        won: how the match is won, in one or two sentences; "" if the game does not say.
        rule: id of the rule for that.
        gave: sources that have given points so far, in order.
        would: sources that can still give points.
    """

    won: str = ""
    rule: str = ""
    gave: tuple[PointSource, ...] = ()
    would: tuple[PointSource, ...] = ()


class Seat(msgspec.Struct, frozen=True):
    """The place of one player at the table.

    Attributes:
        id: id of the player if a side has several players, else id of the side.
        name: name of the player or side.
        side: id of the side.
        description: what the player commands, in words; "" for the whole side.
    """

    id: str
    name: str
    side: str
    description: str = ""


class Assignable(msgspec.Struct, frozen=True):
    """A piece that can be assigned to any player of its side before a match begins.

    Attributes:
        piece: id of the piece.
        words: name of the piece.
        seat: id of the seat that commands the piece.
        side: id of the side.
        group: heading under which the piece is listed.
    """

    piece: str
    words: str
    seat: str
    side: str
    group: str = ""


class Switch(msgspec.Struct, frozen=True):
    """A rule that players may set differently from the scenario.

    Attributes:
        id: name of the option, as `Game.open` takes it.
        words: short description.
        rule: id of the rule.
        values: (value, its name) pairs; two pairs for off and on.
        value: value that the scenario sets.
        reason: why the switch cannot be changed, or "" if it can.
        note: what players should know before they change the switch.
        notes: notes on single values, shown while the player chooses.
        group: heading under which the switch is listed; "" for the first group.
        side: id of the side whose players the switch concerns, or "".
    """

    id: str
    words: str
    rule: str
    values: tuple[tuple[str | bool, str], ...] = ((False, "Off"), (True, "On"))
    value: str | bool = False
    reason: str = ""
    note: str = ""
    notes: dict[str | bool, str] = {}
    group: str = ""
    side: str = ""


class Preset(msgspec.Struct, frozen=True):
    """Switches that are set together by one click.

    Attributes:
        id: id of the preset.
        words: name of the preset.
        note: description as a sentence.
        options: value of each switch by its id.
    """

    id: str
    words: str
    note: str
    options: dict[str, str | bool]


class Unheeded(msgspec.Struct, frozen=True):
    """What a scenario says without effect while rules are switched off.

    Attributes:
        switch: id of the option that switches the rules on.
        rules: what the rules are about, as the switch is called.
        rule: id of the rule or chapter.
        things: what is said, each in words: ``land``, ``veteran of 2 ships``.
        paths: where each of them stands in the file, or the first of each.
        on_map: True if they lie on the map.
    """

    switch: str
    rules: str
    rule: str
    things: tuple[str, ...]
    paths: tuple[tuple[str | int, ...], ...]
    on_map: bool = False


class SettledRule(msgspec.Struct, frozen=True):
    """A rule that was settled after games had been recorded.

    Attributes:
        rule: id of the rule.
        what: the present reading of the rule, in words.
        shows: fields in which older records may differ from the present rules: ``opening.FIELD`` or ``EVENT.FIELD``.
    """

    rule: str
    what: str
    shows: tuple[str, ...] = ()


class Game(Protocol[S]):
    """The rules of one game. A game object has no state of its own, so one object serves every match.

    A game derives from this class, which has defaults that fit most games. A rules function is assigned directly:
    ``check = staticmethod(rules.check)``.
    """

    meta: Meta
    state_type: Any
    command_type: Any
    event_type: Any
    revisions: Mapping[int, tuple[SettledRule, ...]] = {}
    """The rules that each revision has settled; the first revision, 1, has no entry."""

    @property
    def revision(self) -> int:
        """Return the present revision of the rules."""
        return max(self.revisions, default=1)

    def model(self) -> "type[BaseModel]":
        """Return the pydantic model of the game's scenario files. Imports pydantic here, because that is slow."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of scenario files, for editors."""
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **self.model().model_json_schema()}

    def read(self, text: str, source: str) -> Any:
        """Return the validated scenario, which has a `title`; raises ScenarioError with every problem."""
        from tabletop.core import scenario

        return scenario.read(text, source, self.model())[0]

    def open(self, scenario: Any, options: Mapping[str, object]) -> S:
        """Return the opening state. `options` override those of the scenario. No chance is used."""

    def switches(self, scenario: Any) -> tuple[Switch, ...]:  # noqa: ARG002 - most games have none
        """Return the rules that players may set before a match begins."""
        return ()

    def presets(self, scenario: Any) -> tuple[Preset, ...]:  # noqa: ARG002 - as above
        """Return the sets of switches, the scenario's own set first."""
        return ()

    def find_unheeded(self, scenario: Any) -> tuple[Unheeded, ...]:  # noqa: ARG002 - as above
        """Return what the scenario says without effect, because a switch that it needs is off."""
        return ()

    def assignable_pieces(self, opening: S) -> tuple[Assignable, ...]:  # noqa: ARG002 - where each side has one player
        """Return the pieces that the players of a side may share out before a match begins, sorted by group."""
        return ()

    def assign_pieces(self, opening: S, pieces: Collection[str], seat: str) -> Mapping[str, str] | Refused:  # noqa: ARG002
        """Return the options that put `pieces` under `seat`, or a refusal if that is not allowed; {} by default."""
        return {}

    def opening_events(self, state: S) -> tuple[Event, ...]:  # noqa: ARG002 - most games begin with nothing to tell
        """Return events from before the match, for the log. `state` holds their effects already."""
        return ()

    def check(self, state: S, command: Command) -> Refused | None:
        """Return a refusal if the command is not allowed now, else None."""

    def decide(self, state: S, command: Command, chance: Chance) -> CommandContext[S]:
        """Execute an allowed command; return the context with the emitted events and the state after them."""

    def evolve(self, state: S, event: Event) -> S:
        """Return the state after `event`. Computes no geometry and uses no chance."""

    def has_secrets(self, state: S) -> bool:  # noqa: ARG002 - as a rule all matches of a game do, or none
        """Return True if anything in this match may be hidden from a side."""
        return self.meta.secrets

    def view(self, state: S, side: str) -> S:  # noqa: ARG002 - most games have no secrets
        """Return the state without anything that `side` may not know (C-6); for side "" only public information."""
        return state

    def guess(self, known: S, side: str, chance: Chance) -> S:  # noqa: ARG002 - most games have no secrets
        """Return a complete state that `side` cannot tell from the true one, given its view `known` (C-6).

        Hidden cards are dealt at random among all possible places; a sealed choice becomes any legal one. Only the
        view is read: the same view and chance give the same guess.
        """
        return self.view(known, side)

    def redact(self, event: Event, side: str) -> Event:  # noqa: ARG002 - most games have no secrets
        """Return the event without anything that `side` may not know (C-6); for side "" only public information."""
        return event

    def decision(self, state: S) -> Decision | None:
        """Return the decision that the game waits for, or None once the game is over."""

    assignment_options: tuple[str, ...] = ()
    """The options that `assign_pieces` sets."""

    omitted_choices: str = ""
    """What `choices` leaves out, as a sentence; "" if `choices` is complete."""

    def choices(self, state: S) -> Offers[Command]:
        """Return the legal commands of the side in `decision`, none twice, and none if nobody must act (C-5).

        The list is complete except for `omitted_choices`. One command stands for all with the same effect: cards are
        named in the order of the hand, the first of equal cards, and unused fields keep their defaults. Conceding,
        and offering or accepting a draw, is always possible and never listed.
        """

    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome, or None while the game goes on."""
        return getattr(state, "outcome", None)

    def turn_of(self, state: S) -> int:
        """Return the number of the turn; 0 before the first turn and in games without turns."""
        return getattr(state, "turn", 0)

    def starting_pieces(self, state: S) -> tuple[StartingPiece, ...]:  # noqa: ARG002 - cards are no pieces
        """Return all pieces with which the sides began and their present status; () in a pure card game."""
        return ()

    def correctables(self, state: S, side: str) -> Iterable[Correctable]:  # noqa: ARG002 - not every game says so
        """Return the things that both sides may correct (C-9), as `side` knows them; `side` gives the commands."""
        return ()

    def describe(self, state: S, event: Event) -> str:
        """Return the event as a sentence, given the state before it; "" for bookkeeping.

        Given a view and a redacted event, the sentence holds only what the viewer may know.
        """

    def headline(self, state: S) -> str:
        """Return the present moment in a few words, for lists of saved games, e.g. ``Turn 3, movement``.

        By default that is the question that the game asks, or ``Over``.
        """
        waiting = self.decision(state)
        return waiting.prompt if waiting else "Over"

    def name_of(self, state: S, side: str) -> str:  # noqa: ARG002 - where scenarios do not name the sides
        """Return the name of a side."""
        return next(one.name for one in self.meta.sides if one.id == side)

    def seats(self, state: S) -> tuple[Seat, ...]:
        """Return the seats at the table, sorted by side; they stay the same for the whole match."""
        return tuple(Seat(side.id, self.name_of(state, side.id), side.id) for side in self.meta.sides)

    def seat_of_command(self, state: S, command: Command) -> str:  # noqa: ARG002 - where each side has one player
        """Return the id of the seat that gives a command."""
        return command.side

    def reveals(self, state: S, events: tuple[Event, ...]) -> str:  # noqa: ARG002
        """Return a sentence on what the events after `state` have shown that cannot be unseen, or "".

        Dice need no sentence here: the match reports them itself.
        """
        return ""


AnyGame = Game[Any]
"""A game with any type of state."""

AnyState = Any
"""A state of any game; only the game itself reads its fields."""

_games: dict[str, AnyGame] = {}


def register_game(game: AnyGame) -> None:
    """Add a game to the registry under its id; a game of the same id is replaced."""
    _games[game.meta.id] = game


def games_by_id() -> dict[str, AnyGame]:
    """Return all registered games by id, in order of registration."""
    return dict(_games)


def find_game(game_id: str) -> AnyGame:
    """Return the game with an id; raises KeyError if there is none."""
    return _games[game_id]
