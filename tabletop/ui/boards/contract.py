"""What a game brings to the table screen, and what it tells the screen; what it answers to a player is in `replies`.

The screen owns the match, the bars, the log, the dice tray and the dialogs. The game's table owns the
playing surface and its panels: it turns what the player does into commands, and shows what came of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import pygame

from tabletop.core.commands import Command
from tabletop.core.events import Event
from tabletop.core.game import AnyState
from tabletop.ui.boards.replies import Reply
from tabletop.ui.boards.taught import Taught
from tabletop.ui.input import Input
from tabletop.ui.sound.score import Heard
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Report

Past = Iterable[Sequence[tuple[AnyState, Event]]]
"""What led to a position, the latest move first: each event of a move with the view before it."""

Badge = Callable[[int], pygame.Surface]
"""A badge drawn at so many pixels."""


@dataclass(frozen=True)
class Tally:
    """The points of a side in the top bar, and how they came about."""

    side: str
    sign: Badge = field(compare=False)
    points: int
    reckoning: str


@dataclass(frozen=True)
class Caption:
    """What the top bar tells: where the game stands and who is asked."""

    title: str
    subtitle: str
    phases: tuple[str, ...]
    phase: str
    asked: str
    """Who is asked and for what, e.g. ``British to fire``."""
    sign: Badge | None = None
    ensign: Badge | None = None
    """The flag of the side that is asked, for the curtain; None for a side without one."""
    turn: str = ""
    clock: str = ""
    lasts: str = ""
    """How long a turn is and when the last one ends, for whoever points at turn or clock."""
    progress: tuple[int, int] = (0, 0)
    """Which of how many turns is being played, from 1."""
    tallies: tuple[Tally, ...] = ()


@dataclass(frozen=True)
class Offer:
    """What the brass button does, which reports `act`; `reason` and its `rule` say why it cannot be pressed."""

    label: str
    act: str
    tip: str = ""
    reason: str = ""
    rule: str = ""
    ends: bool = False
    """Whether it ends the phase; the button that does the same then stays away."""


@dataclass(frozen=True)
class Unfinished:
    """What would be left undone if the phase ended now; what is `grave` nobody should do by habit."""

    title: str
    body: str
    pieces: tuple[str, ...] = ()
    grave: bool = False


@dataclass(frozen=True)
class Passing:
    """A command that the table gives by itself where nobody would want to be asked; the words are said aloud.

    With `after`, milliseconds pass first, in which nothing tells whether a command will come; it may be None.
    `why` is the reason of the computer's player who gives it.
    """

    command: Command | None
    title: str = ""
    body: str = ""
    after: int = 0
    why: str = ""


@dataclass(frozen=True)
class Thrown:
    """Dice for the tray: whose, what came of it, and each face with its word (empty for a miss).

    Attributes:
        more: what was thrown after them for the same deed, in order, e.g. the damage of a broadside.
    """

    title: str
    result: str
    dice: tuple[tuple[int, str], ...]
    note: str = ""
    more: tuple["Thrown", ...] = ()


@dataclass(frozen=True)
class Account:
    """An event opened up: its numbers line by line, what and how much, its dice, its rule."""

    lines: tuple[tuple[str, str], ...] = ()
    dice: tuple[Thrown, ...] = ()
    rule: str = ""
    by: Mapping[str, str] = field(default_factory=dict)
    """The rules of lines that have one of their own, by what they are."""


@dataclass(frozen=True)
class Retold:
    """An event for a side that looked away: as much of it as it is told, and how much that matters."""

    event: Event
    weight: int = 2
    """3 for what was revealed, 2 for what else is worth a sentence, 1 if nothing of more weight came after."""


@dataclass(frozen=True)
class PhaseProgress:
    """How far a phase has come, e.g. ships moved; shown while the tray is empty."""

    title: str
    words: str
    share: float


@dataclass(frozen=True)
class ManualStep:
    """One thing that a player does by mouse or keys on the way to a command; the empty fields do not matter.

    Attributes:
        card: the card of the hand that is chosen, or laid at `place`.
        place: id of the place where `card` is laid.
        button: id of the widget that is pressed; ``primary`` is the brass button.
    """

    card: str = ""
    place: str = ""
    button: str = ""


@dataclass(frozen=True)
class Plate:
    """How a piece is named in lists and dialogs."""

    name: str
    sign: Badge | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Squadron:
    """Pieces that belong together: how they are called, who leads them, and how many of them are on the table."""

    name: str
    chief: str = ""
    pieces: int = 0


class GameTable(Heard, Protocol):
    """One game's side of the table screen."""

    dice: ClassVar[bool] = True
    """Whether the game has dice, and so a tray in the lower bar."""
    ends: ClassVar[bool] = True
    """Whether players end phases of this game, and so have a button for it."""
    keyed: ClassVar[str] = "cards"
    """Whose keys are heard at it, see `ui.rebinding`."""

    surface: Widget
    """The playing surface, which fills the window behind the panels."""
    aside: Widget | None = None
    """What stands where a card would while none lies there; a table without such a place leaves it out."""

    def sit(self, persons: Sequence[str]) -> None:
        """The seats that persons hold, of sides or of players: from no other can anything be ordered at this table."""

    def seat(self, side: str) -> None:
        """Who looks from now on; of no side, ``""``, only what everybody may know is shown.

        The states and events that the table is given are those of that side's view; `show` or `play` follows.
        """

    def arrange(self, piece: str, overlay: str, zoom: int | None) -> None:
        """For a picture: choose a piece, lay something on the surface, come so near; KeyError for unknown names."""

    def show(self, state: AnyState, past: Past = ()) -> None:
        """The state has changed without events to play, e.g. after loading or taking back.
        Of the past a table takes as much as still lies on it, e.g. the cards that were drawn last.
        """

    def play(self, before: AnyState, events: Sequence[Event], after: AnyState) -> None:
        """Show how one state became another."""

    def skip(self) -> bool:
        """Come to the end of everything that is being played; whether anything was."""

    def stale(self) -> bool:
        """Whether what is being played has come so far that the panels tell something else by now."""
        return False

    def panels(self) -> Sequence[Widget]:
        """The panels over the surface, each placing itself."""

    def caption(self) -> Caption:
        """What the top bar tells."""

    def player(self) -> str:
        """Who of several players of a side orders now, by name; empty where the side has one, or the rules say who."""
        return ""

    def offer(self) -> Offer | None:
        """What the brass button does now."""

    def extras(self) -> Sequence[Button]:
        """Orders to many pieces at once: dark buttons beside the brass one."""
        return ()

    def gives(self, ident: str) -> Command | None:
        """The order that a button of the bar or of a panel gives as things stand; None where it depends on more."""
        return None

    def finish(self) -> Command | None:
        """The command that ends the phase, or None where it does not end that way."""
        return None

    def unfinished(self) -> Unfinished | None:
        """What ending the phase would leave undone."""
        return None

    def passing(self, state: AnyState) -> Passing | None:
        """What the table does by itself after an order that led to this state, as the side that is asked sees it."""
        return None

    def progress(self) -> PhaseProgress | None:
        """How far the phase has come."""
        return None

    def hints(self) -> Sequence[str]:
        """Names of the keys that matter now, see `ui.keys`."""

    def focus(self, ident: str) -> None:
        """The focus of the keyboard has come to the widget of this id, or to none for ``""``."""

    def act(self, report: Report) -> Reply:
        """A report of the surface, of a panel, or of the brass button."""

    def key(self, given: Input) -> Reply:
        """A key that no widget wanted."""

    def back(self) -> bool:
        """Esc: drop what is being composed or chosen; whether there was anything."""

    def thrown(self, before: AnyState, event: Event) -> Thrown | None:
        """The dice of an event for the tray, if it has any."""
        return None

    def account(self, before: AnyState, event: Event) -> Account:
        """An event opened up."""

    def retold(self, event: Event, side: str) -> Retold | None:
        """What of an event, as a side may know it, that side is told if it looked away; None for nothing."""
        return Retold(event)

    def summed(self, events: Sequence[Event]) -> str:
        """What came of many deeds given as one, e.g. a volley of several broadsides; empty of a single one."""
        return ""

    def moment(self, state: AnyState) -> str:
        """When in the game's own time an event of the log came about, in a few letters."""

    def pieces(self, said: Event | Command) -> tuple[str, ...]:
        """The pieces that an event, or an order, is about."""

    def plate(self, piece: str) -> Plate:
        """How a piece is named."""

    def squadron(self, piece: str) -> Squadron | None:
        """What a piece belongs to with others; None where the game, or the piece, has no such thing."""
        return None

    def note(self, pieces: Sequence[str], advised: Command | None = None) -> None:
        """Ring pieces that are spoken of, and show what an order that is advised would do."""

    def centre_on(self, pieces: Sequence[str], left: int, said: Event | Command | None = None) -> None:
        """Bring pieces, and where what is `said` leads, into view beside what covers so many pixels at the left."""

    def watch(self, pieces: Sequence[str]) -> None:
        """The other side does something with these pieces: the view goes there, no farther than it must."""
        return

    def again(self, before: AnyState, events: Sequence[Event]) -> None:
        """Play once more how something came about, from the state before it; then all is as it was."""
        return

    def chosen(self) -> str:
        """The piece that is chosen; empty for none."""
        return ""

    def resume(self) -> None:
        """The turn has come back to this side: its own pieces are in view, and one of them is chosen."""
        return

    def taught(self) -> Taught:
        """What a lesson asks of this table."""
        return Taught()
