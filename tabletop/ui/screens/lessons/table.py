"""The table with a lesson on it. It shows the step, waits for the task, answers, and plays the script."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

import pygame

from tabletop.core.errors import RecordError, Refused
from tabletop.lessons.progress import LessonProgress
from tabletop.players.engine import AbsentEngine
from tabletop.ui import keys
from tabletop.ui.boards.contract import GameTable
from tabletop.ui.boards.lesson_hooks import LessonHooks
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import Transition
from tabletop.ui.screens.frame import SideSheet
from tabletop.ui.screens.lessons import lesson_card
from tabletop.ui.screens.lessons.gate import (
    LessonGate,
    NoAutomaticTurns,
    disable_buttons,
    disable_choices,
    format_answer,
)
from tabletop.ui.screens.lessons.layout import COLUMN_WIDTH, LessonLayout, find_spot, reveal_widget, widget_id_of
from tabletop.ui.screens.lessons.spotlight import BEAT_MS, BEATS
from tabletop.ui.screens.table.automatic import AutomaticOrders
from tabletop.ui.screens.table.bottom_bar import BarChoices
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.screens.table.screen import Leaving, TableScreen
from tabletop.ui.screens.table.spot import Spot, list_clear_rects
from tabletop.ui.screens.table.turn_guard import TurnGuard
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.overlay import Beside
from tabletop.ui.widgets.page import ARROWS
from tabletop.ui.widgets.report import Pressed, Report
from tabletop.ui.widgets.stack import Stack

READING_LOOKS = ("hover ", "point ")
"""The prefixes of looks that only read something; then the step stays, and a button leads on."""


def list_looks(taught: LessonHooks, path: Iterable[Widget], sheets: Iterable[Widget]) -> frozenset[str]:
    """Return what is looked at now: at the table, under the pointer, and on open sheets."""
    under = (f"point {widget.id}" for widget in path if widget.id)
    opened = (f"open {widget.id}" for layer in sheets for widget in layer.walk() if widget.id)
    return frozenset((*taught.list_looks(), *under, *opened))


class LookCollector:
    """A collector of looks since a step began. They count once no mouse button is held.

    Attributes:
        is_button_held: True while a mouse button is held.
    """

    def __init__(self, *, is_button_held: bool = False) -> None:
        self.is_button_held = is_button_held
        self._start: frozenset[str] | None = None
        self._collected: set[str] = set()

    def add_look(self, look: str) -> None:
        """Add a look that lasted for a moment."""
        self._collected.add(look)

    def collect(self, now: frozenset[str]) -> Collection[str]:
        """Return all looks so far, with those of now; () while a button is held.

        A look that is new since the step began also counts by its first word: ``zoom 40`` is ``zoom``.
        """
        self._start = now if self._start is None else self._start
        self._collected |= now | {one.partition(" ")[0] for one in now - self._start}
        return () if self.is_button_held else self._collected


PAUSE = 700
"""Milliseconds before each order that the lesson gives."""
_ANSWERED_KEYS = {*"123456789", *(one.chord for one in keys.KEYS.values())} - {*ARROWS, keys.key("ruler")}
"""Keys to which the card answers that they do nothing here."""
_MISMATCH = "The battle no longer matches the lesson. Step back, or restart the lesson."


class LessonTable(TableScreen):
    """The table at which a lesson is taught.

    Attributes:
        progress: the player's progress.
    """

    def __init__(
        self,
        progress: LessonProgress,
        table: GameTable,
        *,
        to_title: Leaving,
        to_reckoning: Leaving,
        to_end: Leaving,
        kept: Callable[[LessonProgress], None],
    ) -> None:
        """Take the progress and the ways on; `kept` receives the progress at each new step."""
        self.progress = progress
        self._kept = kept
        self._end = partial(to_end, progress.match)
        self._taught = table.lesson_hooks()
        super().__init__(progress.match, table, to_title=to_title, to_reckoning=to_reckoning, hire=AbsentEngine)
        self._answer = ""
        self._is_folded = False
        self._must_show_step = True
        """Whether what the step speaks of need not be in view yet."""
        self._waited = 0
        self._is_reading_enough = False
        self._looking = LookCollector()
        self._spots: tuple[Spot, ...] = ()
        self._home = partial(to_title, progress.match)
        stepped_back = partial(self._change_step, progress.go_back)
        self.presses = {
            **self.presses,
            lesson_card.GO_ON: self._continue,
            lesson_card.BACK: stepped_back,
            lesson_card.SKIP: self._skip_step,
            lesson_card.FOLD: self._toggle_fold,
            lesson_card.AGAIN: self._restart,
            lesson_card.LEAVE: self._ask_to_leave,
            lesson_card.OPEN: self._open_steps,
            lesson_card.LEFT: self._home,
            "undo": stepped_back,
        }
        self._begin_step()

    def _create_gate(self) -> OrderGate:
        """Return the gate that lets in only what the step allows."""
        return LessonGate(self.match, self.seats, self.progress)

    def _create_turn_guard(self) -> TurnGuard:
        """Return the guard against quick presses; the lesson's card says when an order is asked for."""
        return TurnGuard(self.match, self.seats, confirms=False)

    def _create_automatic(self) -> AutomaticOrders:
        """Return the attendant that gives no command by itself."""
        return NoAutomaticTurns(self.match, self.table, self.seats, self._computers)

    # --- what is shown

    def resize(self, size: tuple[int, int], theme: Theme) -> None:
        """Resize the screen, and close the list of ships to make room for the steps."""
        super().resize(size, theme)
        if self.has("order.close"):
            self.table.handle_action(Pressed("order.close"))
            self.rebuild()
        self._must_show_step = True

    def compose(self) -> Widget:
        """Build the table with the lesson over it."""
        whole, step = super().compose(), self.progress.step
        if step is None or self.seats.waiting:
            return whole
        under, panels = whole.children[:2], disable_buttons(whole.children[2:], self.progress, self.table)
        shown = LessonLayout(
            self.progress,
            step,
            self._answer,
            self._is_reading_enough or not step.has_task,
            self._is_folded,
            self._find_spots,
            self._list_clear_rects,
            self._taught,
            WindowLayout(self.theme, self.size),
        )
        return shown.build_stack(under, panels)

    def _choices(self) -> BarChoices:
        """Return the choices, with those disabled that the step does not allow."""
        return disable_choices(super()._choices(), self.progress, self.table)

    def _find_spots(self) -> Sequence[Spot]:
        """Return the spots that the step names; () while an outcome is played."""
        step = self.progress.step
        if step is None or self.progress.is_step_done or len(self.layers) > 1:
            return ()
        self._spots = tuple(filter(None, map(self._find_spot, step.ring)))
        return self._spots

    def _list_clear_rects(self) -> Sequence[pygame.Rect]:
        """Return the places that the card keeps clear of."""
        step = self.progress.step
        firm = (spot for spot in self._spots if not spot.gives_way)
        return list_clear_rects((*firm, self._find_spot(f"ship {step.selection}") if step else None), self.theme)

    def _find_spot(self, ring: str) -> Spot | None:
        """Return the spot that a ring names; None if it is not in sight."""
        return find_spot(ring, self._taught, self.layers, self.theme)

    @property
    def pulse(self) -> int:
        """Return the milliseconds until the next update is needed; 0 if none is."""
        beat = BEAT_MS // BEATS if self._spots and MOTION.rate else 0
        return min(filter(None, (super().pulse, beat, PAUSE // 4 if self.progress.is_step_done else 0)), default=0)

    # --- what is done

    def refuse(self, refused: Refused) -> None:
        """Show a refusal on the card."""
        if self.progress.is_over:
            super().refuse(refused)
            return
        self._answer = format_answer(self.progress, refused)
        self.rebuild()

    def relent(self) -> None:
        """Remove the refusal from the table and the card."""
        super().relent()
        self._answer = ""

    def hear(self, report: Report | None) -> Transition | None:
        """Handle a report, and count a press as a look."""
        if isinstance(report, Pressed):
            self._looking.add_look(f"press {report.id}")
        return super().hear(report)

    def handle(self, given: Input) -> Transition | None:
        """Handle input, and check whether the step's task is done."""
        self._check_looks()
        done = super().handle(given)
        self._looking.is_button_held = bool(given.buttons)
        self._check_looks()
        return done

    def _check_looks(self) -> None:
        """Complete the step if its look was collected; a look that only reads shows a button instead."""
        look = (
            self.progress.find_awaited_look(self._looking.collect(self._list_looks()))
            if self.layers and not self._is_reading_enough
            else ""
        )
        if look.startswith(READING_LOOKS):
            self._is_reading_enough = True
            self.rebuild()
        elif look:
            self.progress.complete_step()
            self._advance_if_done()

    def _list_looks(self) -> frozenset[str]:
        """Return what is looked at now."""
        return list_looks(self._taught, self._path, self.layers[1:])

    def handle_unused_key(self, given: Input) -> None:
        """Show on the card that a key does nothing here, and what to do."""
        if given.key in _ANSWERED_KEYS and self.progress.step:
            self._answer = f"{given.key} does nothing here. {self.progress.step.do}".rstrip(". ") + "."
            self.rebuild()

    def _show_step(self) -> None:
        """Bring into view what the step names, select its piece, and aim the guns as before."""
        self._must_show_step, step = False, self.progress.step
        for ship in self.progress.previous_aims:
            self._taught.aim_at(ship)
            self.table.highlight_pieces(())  # what is aimed is drawn
            self.rebuild()
        if step:
            self._taught.bring_into_view((*step.ring, f"ship {step.selection}"))
            for ident in filter(None, map(widget_id_of, step.ring)):
                reveal_widget(self.layers[0], ident)

    def update(self, elapsed: int) -> bool:
        """Advance the table; once all is played, give the next order of the lesson."""
        if self._must_show_step and self.size != (0, 0) and not self.playing:
            self._show_step()
        if self.progress.is_step_done and not self.playing and len(self.layers) == 1:
            self._waited += elapsed
            if self._waited >= PAUSE or not MOTION.rate:
                self._give_next_command()
        moves = super().update(elapsed)
        self._check_looks()
        return moves or self.progress.is_step_done or self._must_show_step

    def _give_next_command(self) -> None:
        """Give the next order that is due, or start the next step if none is."""
        self._waited = 0
        if self.progress.due_commands:
            command = self.progress.next_command()
            if command is not None and self.match.check(command) is None:
                self._orders.submit_automatic(command)
            self.progress.drop_given_command()
        self._advance_if_done()

    def _advance_if_done(self) -> None:
        """Start the next step if this one is done and no order is due."""
        if self.progress.is_step_done and not self.progress.due_commands:
            self.progress.advance()
            self._begin_step()
            self.rebuild()

    def _begin_step(self) -> None:
        """Reset the looks, select the step's piece, and save the progress."""
        self._answer, self._looking, self._spots = "", LookCollector(is_button_held=self._looking.is_button_held), ()
        step = self.progress.step
        if step and step.selection:
            self.table.arrange_picture(step.selection, "", None)
        self._must_show_step = True
        self._is_reading_enough = step is not None and not set(step.look).isdisjoint(self._list_looks())
        self._kept(self.progress)

    # --- the buttons

    def _continue(self) -> Transition | None:
        """Complete a step that was read; after the last step, return the way to the end page."""
        self.progress.complete_step()
        if self.progress.is_last_step:
            self.progress.advance()
            self._kept(self.progress)
            return self._end()
        self._advance_if_done()
        self.rebuild()
        return None

    def _skip_step(self) -> Transition | None:
        """Skip the step, or end the lesson on its last step."""
        if self.progress.is_last_step:
            return self._continue()
        self._change_step(self.progress.skip_step)
        return None

    def _restart(self) -> None:
        """Restart the lesson."""
        self.close_all()
        self._change_step(self.progress.restart)

    def _change_step(self, go: Callable[[], None]) -> None:
        """Go to another step; the card says why if that is impossible."""
        self._skip()
        lost = ""
        try:
            go()
        except (Refused, RecordError) as error:
            lost = _MISMATCH if isinstance(error, Refused) else str(error)
        self.table.go_back()
        self._begin_step()
        self._answer = lost
        self.rebuild()

    def _toggle_fold(self) -> None:
        """Fold or unfold the strip."""
        self._is_folded = not self._is_folded
        self.rebuild()

    def _open_steps(self) -> None:
        """Open the list of all steps."""
        self.open(
            Stack(
                [
                    Beside(),
                    SideSheet(lesson_card.build_step_sheet(self.progress), "left", widest=COLUMN_WIDTH, least=280),
                ]
            )
        )

    def _ask_to_leave(self) -> None:
        """Ask whether to leave the lesson."""
        self.close_all()
        self.open(lesson_card.build_leave_question())

    def back(self) -> Transition | None:
        """Clear what is being composed at the table; without anything, ask to leave."""
        if self.table.go_back():
            self.rebuild()
        else:
            self._ask_to_leave()
        return None
