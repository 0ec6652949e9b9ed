"""The contract between the table screen and a game's table; answers to a player are in `replies`.

The screen owns the match, the bars, the log, the dice tray and the dialogs. The game's table owns the playing
surface and its panels. The table turns actions of the player into commands, and shows the events of executed commands.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import pygame

from tabletop.core.commands import Command
from tabletop.core.events import Event
from tabletop.core.game import AnyState
from tabletop.ui.boards.lesson_hooks import LessonHooks
from tabletop.ui.boards.replies import Reply
from tabletop.ui.input import Input
from tabletop.ui.sound.cues import HasSounds
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Report

Past = Iterable[Sequence[tuple[AnyState, Event]]]
"""The moves that led to a position, the latest first: each event of a move with the view before the event."""

Badge = Callable[[int], pygame.Surface]
"""A function that draws a badge with a given side length, screen pixels."""


@dataclass(frozen=True)
class Tally:
    """The points of a side in the top bar, with a sentence on their sources."""

    side: str
    sign: Badge = field(compare=False)
    points: int
    reckoning: str


@dataclass(frozen=True)
class Caption:
    """The content of the top bar: the stage of the game, and the player who is asked."""

    title: str
    subtitle: str
    phases: tuple[str, ...]
    phase: str
    asked: str
    """The player who is asked and the expected action, e.g. ``British to fire``."""
    sign: Badge | None = None
    ensign: Badge | None = None
    """The flag of the side that is asked, for the curtain; None for a side without a flag."""
    turn: str = ""
    clock: str = ""
    lasts: str = ""
    """The length of a turn and the end of the last turn, as the tooltip of turn and clock."""
    progress: tuple[int, int] = (0, 0)
    """The number of the current turn, from 1, and the number of all turns."""
    tallies: tuple[Tally, ...] = ()


@dataclass(frozen=True)
class PrimaryAction:
    """The action of the brass button, reported under `action_id`.

    If `reason` is not empty, the button is disabled, and `reason` and its `rule` tell the player why.
    """

    label: str
    action_id: str
    tip: str = ""
    reason: str = ""
    rule: str = ""
    ends_phase: bool = False
    """True if the action ends the phase; the separate button that ends the phase is then hidden."""


@dataclass(frozen=True)
class UnfinishedPhase:
    """A warning about actions that the player would lose by ending the phase now.

    If `grave` is True, the question cannot be confirmed with Enter.
    """

    title: str
    body: str
    pieces: tuple[str, ...] = ()
    grave: bool = False


@dataclass(frozen=True)
class AutomaticCommand:
    """A command that the table submits by itself because the player has no real choice; the words are shown.

    If `after` is not 0, the table first waits for that many ms, so that the pause does not tell
    whether a command follows. `command` may then be None. `why` is the reason that a computer player gave.
    """

    command: Command | None
    title: str = ""
    body: str = ""
    after: int = 0
    why: str = ""


@dataclass(frozen=True)
class DiceThrow:
    """Dice for the tray: the title, the result, and each face with its word ("" for a miss).

    Attributes:
        followed_by: later throws of the same action, in order, e.g. the damage of a broadside.
    """

    title: str
    result: str
    dice: tuple[tuple[int, str], ...]
    note: str = ""
    followed_by: tuple["DiceThrow", ...] = ()


@dataclass(frozen=True)
class EventDetails:
    """The details of an event: labelled lines, dice, and the rule."""

    lines: tuple[tuple[str, str], ...] = ()
    dice: tuple[DiceThrow, ...] = ()
    rule: str = ""
    line_rules: Mapping[str, str] = field(default_factory=dict)
    """The rules of lines that have a rule of their own: label of the line to rule id."""


@dataclass(frozen=True)
class RecapEntry:
    """An event in the recap for a side that was away, as far as the side may know the event."""

    event: Event
    weight: int = 2
    """3 for a reveal, 2 for any other notable event, 1 for an event that is shown only if no heavier event followed."""


@dataclass(frozen=True)
class PhaseProgress:
    """The progress of a phase, e.g. ships moved; shown while the dice tray is empty."""

    title: str
    words: str
    share: float


@dataclass(frozen=True)
class ManualStep:
    """One step by mouse or keys on the way to a command; empty fields do not matter.

    Attributes:
        card: the card of the hand that is selected, or dropped at `place`.
        place: id of the place where `card` is dropped.
        button: id of the pressed widget; ``primary`` is the primary action.
    """

    card: str = ""
    place: str = ""
    button: str = ""


@dataclass(frozen=True)
class PieceLabel:
    """The name and badge of a piece in lists and dialogs."""

    name: str
    sign: Badge | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Squadron:
    """A group of pieces: name, leader, and number of pieces on the table."""

    name: str
    chief: str = ""
    pieces: int = 0


class GameTable(HasSounds, Protocol):
    """The table of one game on the table screen."""

    has_dice: ClassVar[bool] = True
    """True if the game has dice; the lower bar then has a dice tray."""
    has_phase_ends: ClassVar[bool] = True
    """True if players end phases of this game themselves, with a button."""
    keyed: ClassVar[str] = "cards"
    """The context of the keys at this table, see `ui.rebinding`."""

    surface: Widget
    """The playing surface, which fills the window behind the panels."""
    aside: Widget | None = None
    """The widget shown in place of a missing ship card; None for a table without such a place."""

    def set_local_seats(self, persons: Sequence[str]) -> None:
        """Set the seats of the persons at this screen; commands from any other seat are impossible here."""

    def set_viewer(self, side: str) -> None:
        """Set the side that looks at the table; "" shows public information only.

        The caller then passes states and events of that side's view, by `show` or `play`.
        """

    def arrange_picture(self, piece: str, overlay: str, zoom: int | None) -> None:
        """Prepare a screenshot: select `piece`, show `overlay`, and zoom. Raises KeyError for unknown names."""

    def show(self, state: AnyState, past: Past = ()) -> None:
        """Show a state without playing events, e.g. after loading or an undo.

        The table uses as much of `past` as is still visible on it, e.g. the cards that were drawn last.
        """

    def play(self, before: AnyState, events: Sequence[Event], after: AnyState) -> None:
        """Animate the events that turned the state `before` into the state `after`."""

    def skip_playback(self) -> bool:
        """Finish every running animation at once. Return True if any was running."""

    def has_stale_panels(self) -> bool:
        """Return True if the running animation has reached a point at which the panels must be built again."""
        return False

    def build_panels(self) -> Sequence[Widget]:
        """Build the panels over the surface; each panel chooses its own place."""

    def build_caption(self) -> Caption:
        """Build the content of the top bar."""

    def player_name(self) -> str:
        """Return the name of the player who commands now, if a side has several players; else ""."""
        return ""

    def primary_action(self) -> PrimaryAction | None:
        """Return the present action of the brass button, or None if it has none."""

    def build_extra_buttons(self) -> Sequence[Button]:
        """Build the dark buttons beside the brass button, which command many pieces at once."""
        return ()

    def command_of_button(self, ident: str) -> Command | None:
        """Return the command of the button `ident`, or None if the command depends on further choices."""
        return None

    def phase_end_command(self) -> Command | None:
        """Return the command that ends the phase, or None if the phase ends in another way."""
        return None

    def find_unfinished(self) -> UnfinishedPhase | None:
        """Return a warning about actions that ending the phase would forfeit, or None."""
        return None

    def automatic_command(self, state: AnyState) -> AutomaticCommand | None:
        """Return the command that the table submits by itself in `state`, or None.

        `state` is the view of the side that is asked.
        """
        return None

    def phase_progress(self) -> PhaseProgress | None:
        """Return the progress of the phase, or None if the game shows none."""
        return None

    def key_hints(self) -> Sequence[str]:
        """Return the names of the keys for the hint line, see `ui.keys`."""

    def handle_focus(self, ident: str) -> None:
        """React to the keyboard focus moving to the widget `ident`; "" means no widget."""

    def handle_action(self, report: Report) -> Reply:
        """Handle an action on the surface, on a panel, or on the brass button."""

    def handle_key(self, given: Input) -> Reply:
        """Handle a key that no widget has used."""

    def go_back(self) -> bool:
        """Cancel the draft or clear the selection (Esc). Return True if anything was cancelled."""

    def dice_of_event(self, before: AnyState, event: Event) -> DiceThrow | None:
        """Return the dice of an event for the tray, or None if the event has none."""
        return None

    def explain_event(self, before: AnyState, event: Event) -> EventDetails:
        """Return the details of an event."""

    def recap_event(self, event: Event, side: str) -> RecapEntry | None:
        """Return the recap entry of an event for `side`, or None to leave out the event.

        `event` is redacted for `side` already.
        """
        return RecapEntry(event)

    def summarize_events(self, events: Sequence[Event]) -> str:
        """Return a sentence that sums up commands given as one, e.g. several broadsides; "" for a single command."""
        return ""

    def format_moment(self, state: AnyState) -> str:
        """Format the game time of `state` for the log, in a few letters."""

    def pieces_of(self, said: Event | Command) -> tuple[str, ...]:
        """Return the keys of the pieces that an event or a command concerns."""

    def label_of(self, piece: str) -> PieceLabel:
        """Return the label of a piece."""

    def squadron_of(self, piece: str) -> Squadron | None:
        """Return the squadron of a piece, or None if the piece or the game has none."""
        return None

    def highlight_pieces(self, pieces: Sequence[str], advised: Command | None = None) -> None:
        """Ring `pieces`, and preview the effect of the command `advised`."""

    def centre_on(self, pieces: Sequence[str], left: int, said: Event | Command | None = None) -> None:
        """Bring `pieces`, and the target of `said`, into view, right of a panel that covers `left` screen pixels."""

    def follow_pieces(self, pieces: Sequence[str]) -> None:
        """Move the view to `pieces` of the other side, no farther than necessary."""
        return

    def play_again(self, before: AnyState, events: Sequence[Event]) -> None:
        """Play `events` once more from the state `before`, then restore the present state."""
        return

    def selected_piece(self) -> str:
        """Return the key of the selected piece; "" if none is selected."""
        return ""

    def resume_turn(self) -> None:
        """Bring the pieces of this side into view and select one of them, as its turn begins again."""
        return

    def lesson_hooks(self) -> LessonHooks:
        """Return the part of this table that lessons use."""
        return LessonHooks()
