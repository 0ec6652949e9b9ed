"""What a game is, as the match, the table and the tests see it; and the registry of games."""

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
    """One of the two sides of a game; `id` is what commands carry."""

    id: str
    name: str


class Meta(msgspec.Struct, frozen=True):
    """What the title screen tells of a game."""

    id: str
    title: str
    subtitle: str
    players: str
    length: str
    sides: tuple[Side, ...]
    secrets: bool = False
    """Whether a side holds anything that the other may not see."""
    may_hide: str = ""
    """What a side may come to keep from the other where nothing is hidden at first, in words; empty for nothing."""
    shared: bool = False
    """Whether a side may have several players, so that commands say who of them gives one."""
    shelf: int = 100
    """Where the game stands on the title screen, the lowest first; of equals the one first in the alphabet."""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """One of the pieces with which a side began, e.g. a ship; those of `Game.muster`.

    Attributes:
        side: whose it was as the match began.
        id: in the state.
        fate: how it was put out of the fight, in a word: ``sunk``; empty while it fights for its side.
        away: it has left the fight, and was neither taken nor destroyed.
    """

    side: str
    id: str
    fate: str = ""
    away: bool = False


class Score(msgspec.Struct, frozen=True, gc=False):
    """One line of the reckoning.

    Attributes:
        side: whose points they are.
        points: of this line.
        reason: in words.
        rule: id of the rule that gives them.
        turn: number of the turn in which they were won; 0 if that does not matter.
        about: id of the piece that they are for.
    """

    side: str
    points: int
    reason: str
    rule: str
    turn: int = 0
    about: str = ""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a game ended.

    Attributes:
        winner: the side that has won, nothing for a draw.
        reason: a sentence without its full stop.
        rule: id of the rule that ends it.
        totals: points by side; empty where none are counted.
        reckoning: the points, line by line; empty where none are counted.
    """

    winner: str | None
    reason: str
    rule: str
    totals: dict[str, int] = {}
    reckoning: tuple[Score, ...] = ()


class PointSource(msgspec.Struct, frozen=True):
    """One thing that gave points, or would.

    Attributes:
        words: what it is.
        worth: what it gives, e.g. ``+15``.
        rule: id of the rule that says so; empty for that of `VictorySummary`.
        side: to whom; empty where either side may win it.
    """

    words: str
    worth: str
    rule: str = ""
    side: str = ""


class VictorySummary(msgspec.Struct, frozen=True):
    """All of it, as far as the state that was asked may know.

    Attributes:
        won: how the match is won, in a sentence or two; empty in a game that does not say.
        rule: id of the rule that says so.
        gave: what has counted so far, in order.
        would: what else counts.
    """

    won: str = ""
    rule: str = ""
    gave: tuple[PointSource, ...] = ()
    would: tuple[PointSource, ...] = ()


class Seat(msgspec.Struct, frozen=True):
    """The place of one player at the table.

    Attributes:
        id: of the player where his side has several, else of the side.
        name: what he, or the side, is called.
        side: his side.
        told: what he commands, in words; empty where that is the whole side.
    """

    id: str
    name: str
    side: str
    told: str = ""


class Assignable(msgspec.Struct, frozen=True):
    """A piece that any player of its side may be given before a match begins.

    Attributes:
        piece: its id.
        words: its name.
        seat: whom it obeys.
        side: its side.
        group: heading under which it stands with others.
    """

    piece: str
    words: str
    seat: str
    side: str
    group: str = ""


class Switch(msgspec.Struct, frozen=True):
    """A rule that the players may set otherwise than the scenario does.

    Attributes:
        id: name of the option, as `open` takes it.
        words: what it is about.
        rule: the rule that it switches.
        values: each value that it can have, with its words; two for on and off.
        value: how the scenario sets it.
        reason: why it cannot be changed, empty if it can.
        note: what should be known before it is changed.
        notes: the same of single values, in lines, told while they are chosen.
        group: heading under which it stands with others; none for the first of them.
        side: the side among whose players it stands, if it is about them.
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
        id: of the set.
        words: what they come to.
        note: the same as a sentence.
        options: the value of each, by the ids of switches.
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


class Settled(msgspec.Struct, frozen=True):
    """A rule that was settled after games had been recorded.

    Attributes:
        rule: its id.
        what: what holds since, in words.
        shows: where an older record may tell otherwise than the rules do now, ``opening.FIELD`` or ``EVENT.FIELD``.
    """

    rule: str
    what: str
    shows: tuple[str, ...] = ()


class Game(Protocol[S]):
    """One game's rules; stateless, so one object serves every match.

    A game derives from this class; what most games would say the same is said here.
    A function of its rules is handed on as it is: ``check = staticmethod(rules.check)``.
    """

    meta: Meta
    state_type: Any
    command_type: Any
    event_type: Any
    revisions: Mapping[int, tuple[Settled, ...]] = {}
    """What each revision of the rules after the first, 1, has settled."""

    @property
    def revision(self) -> int:
        """The revision of the rules as they are now."""
        return max(self.revisions, default=1)

    def model(self) -> "type[BaseModel]":
        """The pydantic model of the game's scenario files; a game imports pydantic here, not before."""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the scenario files, for editors."""
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **self.model().model_json_schema()}

    def read(self, text: str, source: str) -> Any:
        """The validated scenario, which has a `title`; raises ScenarioError with every problem."""
        from tabletop.core import scenario

        return scenario.read(text, source, self.model())[0]

    def open(self, scenario: Any, options: Mapping[str, object]) -> S:
        """The opening state; `options` override those of the scenario. No chance is used."""

    def switches(self, scenario: Any) -> tuple[Switch, ...]:  # noqa: ARG002 - most games have none
        """What can be set otherwise before a match begins."""
        return ()

    def presets(self, scenario: Any) -> tuple[Preset, ...]:  # noqa: ARG002 - as above
        """Sets of switches, the scenario's own first."""
        return ()

    def find_unheeded(self, scenario: Any) -> tuple[Unheeded, ...]:  # noqa: ARG002 - as above
        """Return what the scenario says without effect, because a switch that it needs is off."""
        return ()

    def dealt(self, opening: S) -> tuple[Assignable, ...]:  # noqa: ARG002 - where each side has one player
        """What the players of a side may deal among themselves before a match begins, those of a group together."""
        return ()

    def deal(self, opening: S, pieces: Collection[str], seat: str) -> Mapping[str, str] | Refused:  # noqa: ARG002
        """The options by which pieces obey another seat of their side, or why they cannot; see `dealt`."""
        return {}

    def opening_facts(self, state: S) -> tuple[Event, ...]:  # noqa: ARG002 - most games begin with nothing to tell
        """What had come about before the match began, for the log; `state` holds it already."""
        return ()

    def check(self, state: S, command: Command) -> Refused | None:
        """Why the command is not allowed now, or None."""

    def decide(self, state: S, command: Command, chance: Chance) -> CommandContext[S]:
        """What comes of an allowed command: its events, and the state that `evolve` has made of them."""

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event; computes no geometry and rolls nothing."""

    def hides(self, state: S) -> bool:  # noqa: ARG002 - as a rule all matches of a game do, or none
        """Whether anything in this match may be hidden from a side."""
        return self.meta.secrets

    def view(self, state: S, side: str) -> S:  # noqa: ARG002 - most games have no secrets
        """What a side may know (C-6); of no side, ``""``, what everybody may."""
        return state

    def guess(self, known: S, side: str, chance: Chance) -> S:  # noqa: ARG002 - most games have no secrets
        """A whole state that one of the sides, knowing this, cannot tell from the true one (C-6).

        Hidden cards lie where they may be, each way as likely as any other; a sealed choice is any that is legal.
        Of the whole state it takes no more than of the view; the same view and chance give the same guess.
        """
        return self.view(known, side)

    def seen(self, event: Event, side: str) -> Event:  # noqa: ARG002 - most games have no secrets
        """An event as far as a side may know it, as with `view`."""
        return event

    def decision(self, state: S) -> Decision | None:
        """What the game waits for; None once it is over."""

    deals: tuple[str, ...] = ()
    """The options that `deal` sets."""

    left_out: str = ""
    """What `choices` leaves out, as a sentence; empty where every order is among them."""

    def choices(self, state: S) -> Offers[Command]:
        """What the side that `decision` asks could order now: all legal, none twice, none while nobody is asked (C-5).

        They are complete but for what `left_out` says. Of orders with the same effect one stands for all: cards are
        named in the order of the hand, of equal cards the first, and what changes nothing is left as it is by default.
        Conceding, and offering or accepting a draw, is always possible and never among them.
        """

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return getattr(state, "outcome", None)

    def turn_of(self, state: S) -> int:
        """The number of its turn; 0 before the first, and where none are counted."""
        return getattr(state, "turn", 0)

    def muster(self, state: S) -> tuple[Piece, ...]:  # noqa: ARG002 - cards are no pieces
        """All pieces with which the sides began, and what has become of them; none in a game of cards alone."""
        return ()

    def correctables(self, state: S, side: str) -> Iterable[Correctable]:  # noqa: ARG002 - not every game says so
        """What both sides may put right (C-9), as a side knows it; the orders come from that side."""
        return ()

    def narrate(self, state: S, event: Event) -> str:
        """The event in words, `state` being the one before it; empty for bookkeeping.

        Of a view and an event as seen it tells what that side may know.
        """

    def headline(self, state: S) -> str:
        """The moment in a few words, for lists of saved games: ``Turn 3, movement``."""
        waiting = self.decision(state)
        return waiting.prompt if waiting else "Over"

    def name_of(self, state: S, side: str) -> str:  # noqa: ARG002 - where scenarios do not name the sides
        """What a side is called."""
        return next(one.name for one in self.meta.sides if one.id == side)

    def seats(self, state: S) -> tuple[Seat, ...]:
        """Who sits at the table, side by side; they stay the same as long as the match lasts."""
        return tuple(Seat(side.id, self.name_of(state, side.id), side.id) for side in self.meta.sides)

    def giver(self, state: S, command: Command) -> str:  # noqa: ARG002 - where each side has one player
        """The seat from which a command comes."""
        return command.side

    def reveals(self, state: S, events: tuple[Event, ...]) -> str:  # noqa: ARG002
        """What these events have shown that cannot be unseen, in one sentence; empty if nothing.

        `state` is the one before them. Chance without words is told as dice.
        """
        return ""


AnyGame = Game[Any]
"""A game of whatever states."""

AnyState = Any
"""A state of whatever game: only that game looks into it."""

_games: dict[str, AnyGame] = {}


def register(game: AnyGame) -> None:
    """Make a game known under its id."""
    _games[game.meta.id] = game


def registered() -> dict[str, AnyGame]:
    """All known games by id, in order of registration."""
    return dict(_games)


def find(game_id: str) -> AnyGame:
    """The game of that id; KeyError if there is none."""
    return _games[game_id]
