"""The table with a lesson on it: it says, rings, waits, answers, and gives what the script gives."""

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
from tabletop.ui.screens.frame import Docked
from tabletop.ui.screens.lessons import lesson_card
from tabletop.ui.screens.lessons.gate import LessonGate, Unhurried, answer, greyed, waiting
from tabletop.ui.screens.lessons.layout import COLUMN, Arrangement, ident_of, reveal, spot_of
from tabletop.ui.screens.lessons.spotlight import BEATS, SECOND
from tabletop.ui.screens.table.automatic import Automatic
from tabletop.ui.screens.table.bottom_bar import Choices
from tabletop.ui.screens.table.hand_over import HandOver
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.screens.table.screen import Leaving, TableScreen
from tabletop.ui.screens.table.spot import Spot, kept_clear
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.overlay import Beside
from tabletop.ui.widgets.page import ARROWS
from tabletop.ui.widgets.report import Pressed, Report
from tabletop.ui.widgets.stack import Stack

READ = ("hover ", "point ")
"""How looks begin at what there is to read: it stays, and a button goes on."""


def looked(taught: LessonHooks, path: Iterable[Widget], sheets: Iterable[Widget]) -> frozenset[str]:
    """What is looked at now: at the game's table, under the pointer, and of sheets."""
    under = (f"point {widget.id}" for widget in path if widget.id)
    opened = (f"open {widget.id}" for layer in sheets for widget in layer.walk() if widget.id)
    return frozenset((*taught.list_looks(), *under, *opened))


class Looking:
    """Gathers what is chosen, pointed at and measured; it counts once no button of the mouse is held any more.

    Attributes:
        held: whether one is.
    """

    def __init__(self, *, held: bool = False) -> None:
        self.held = held
        self._start: frozenset[str] | None = None
        self._seen: set[str] = set()

    def add(self, look: str) -> None:
        """Something was done for a moment."""
        self._seen.add(look)

    def seen(self, now: frozenset[str]) -> Collection[str]:
        """What was looked at so far, this being looked at now.

        What is otherwise than when the step began counts by its first word as well: ``zoom 40`` is ``zoom``.
        """
        self._start = now if self._start is None else self._start
        self._seen |= now | {one.partition(" ")[0] for one in now - self._start}
        return () if self.held else self._seen


PAUSE = 700
"""Milliseconds before each order that the lesson gives."""
_KNOWN = {*"123456789", *(one.chord for one in keys.KEYS.values())} - {*ARROWS, keys.key("ruler")}
"""Keys of which the card says so if nothing comes of them."""
_LOST = "The battle no longer matches the lesson. Step back, or restart the lesson."


class LessonTable(TableScreen):
    """A match in which a lesson is taught.

    Attributes:
        progress: how far the player has come.
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
        """`kept` is told when the player has come to another step; `to_end` leads on from the last."""
        self.progress = progress
        self._kept = kept
        self._end = partial(to_end, progress.match)
        self._taught = table.lesson_hooks()
        super().__init__(progress.match, table, to_title=to_title, to_reckoning=to_reckoning, hire=AbsentEngine)
        self._answer = ""
        self._folded = False
        self._unseen = True
        """Whether what the step speaks of need not be in view yet."""
        self._waited = 0
        self._already = False
        self._looking = Looking()
        self._spots: tuple[Spot, ...] = ()
        self._home = partial(to_title, progress.match)
        stepped_back = partial(self._elsewhere, progress.go_back)
        self.presses = {
            **self.presses,
            lesson_card.GO_ON: self._go_on,
            lesson_card.BACK: stepped_back,
            lesson_card.SKIP: self._skip_step,
            lesson_card.FOLD: self._fold,
            lesson_card.AGAIN: self._again,
            lesson_card.LEAVE: self._leave,
            lesson_card.OPEN: self._open_steps,
            lesson_card.LEFT: self._home,
            "undo": stepped_back,
        }
        self._begin_step()

    def _guard(self) -> OrderGate:
        """Nothing comes in that the step does not allow."""
        return LessonGate(self.match, self.seats, self.progress)

    def _watch_turns(self) -> HandOver:
        """Return the guard against quick presses; the lesson's card says when an order is asked for."""
        return HandOver(self.match, self.seats, confirms=False)

    def _attendant(self) -> Automatic:
        """Nothing goes by itself."""
        return Unhurried(self.match, self.table, self.seats, self._computers)

    # --- what is shown

    def resize(self, size: tuple[int, int], theme: Theme) -> None:
        """As every screen; the list of ships makes room for the lesson_card."""
        super().resize(size, theme)
        if self.has("order.close"):
            self.table.handle_action(Pressed("order.close"))
            self.rebuild()
        self._unseen = True

    def compose(self) -> Widget:
        """The table, and over it the lesson."""
        whole, step = super().compose(), self.progress.step
        if step is None or self.seats.waiting:
            return whole
        under, panels = whole.children[:2], greyed(whole.children[2:], self.progress, self.table)
        shown = Arrangement(
            self.progress,
            step,
            self._answer,
            self._already or not step.has_task,
            self._folded,
            self._ringed,
            self._about,
            self._taught,
            WindowLayout(self.theme, self.size),
        )
        return shown.over(under, panels)

    def _choices(self) -> Choices:
        """As every table; greyed is what the step has no use for."""
        return waiting(super()._choices(), self.progress, self.table)

    def _ringed(self) -> Sequence[Spot]:
        """What the step speaks of, where it is seen now; nothing while what was done is played."""
        step = self.progress.step
        if step is None or self.progress.is_step_done or len(self.layers) > 1:
            return ()
        self._spots = tuple(filter(None, map(self._spot, step.ring)))
        return self._spots

    def _about(self) -> Sequence[pygame.Rect]:
        step = self.progress.step
        firm = (spot for spot in self._spots if not spot.gives_way)
        return kept_clear((*firm, self._spot(f"ship {step.selection}") if step else None), self.theme)

    def _spot(self, ring: str) -> Spot | None:
        return spot_of(ring, self._taught, self.layers, self.theme)

    @property
    def pulse(self) -> int:
        """That of the table, of the rings, and of what the lesson gives."""
        beat = SECOND // BEATS if self._spots and MOTION.rate else 0
        return min(filter(None, (super().pulse, beat, PAUSE // 4 if self.progress.is_step_done else 0)), default=0)

    # --- what is done

    def refuse(self, refused: Refused) -> None:
        """The card answers."""
        if self.progress.is_over:
            super().refuse(refused)
            return
        self._answer = answer(self.progress, refused)
        self.rebuild()

    def relent(self) -> None:
        """The answer to what was not allowed is taken away too."""
        super().relent()
        self._answer = ""

    def hear(self, report: Report | None) -> Transition | None:
        """As every page; a button that is pressed is something that was done."""
        if isinstance(report, Pressed):
            self._looking.add(f"press {report.id}")
        return super().hear(report)

    def handle(self, given: Input) -> Transition | None:
        """As every page; then it is looked whether the player has done what the step waits for."""
        self._watch()
        done = super().handle(given)
        self._looking.held = bool(given.buttons)
        self._watch()
        return done

    def _watch(self) -> None:
        look = (
            self.progress.find_awaited_look(self._looking.seen(self._looked()))
            if self.layers and not self._already
            else ""
        )
        if look.startswith(READ):
            self._already = True
            self.rebuild()
        elif look:
            self.progress.complete_step()
            self._next_if_nothing_is_due()

    def _looked(self) -> frozenset[str]:
        return looked(self._taught, self._path, self.layers[1:])

    def unheard(self, given: Input) -> None:
        """The card says to a key of the table that it has no use now, and what has."""
        if given.key in _KNOWN and self.progress.step:
            self._answer = f"{given.key} does nothing here. {self.progress.step.do}".rstrip(". ") + "."
            self.rebuild()

    def _show(self) -> None:
        """Bring into view what the step speaks of, and the piece that lies chosen, with her guns aimed as they were."""
        self._unseen, step = False, self.progress.step
        for ship in self.progress.previous_aims:
            self._taught.aim_at(ship)
            self.table.highlight_pieces(())  # what is aimed is drawn
            self.rebuild()
        if step:
            self._taught.bring_into_view((*step.ring, f"ship {step.selection}"))
            for ident in filter(None, map(ident_of, step.ring)):
                reveal(self.layers[0], ident)

    def update(self, elapsed: int) -> bool:
        """As every table; what the lesson gives is given, one order after the other, once all is played."""
        if self._unseen and self.size != (0, 0) and not self.playing:
            self._show()
        if self.progress.is_step_done and not self.playing and len(self.layers) == 1:
            self._waited += elapsed
            if self._waited >= PAUSE or not MOTION.rate:
                self._follow()
        moves = super().update(elapsed)
        self._watch()
        return moves or self.progress.is_step_done or self._unseen

    def _follow(self) -> None:
        """The next order that is due; with none left the next step."""
        self._waited = 0
        if self.progress.due_commands:
            command = self.progress.next_command()
            if command is not None and self.match.check(command) is None:
                self._orders.let(command)
            self.progress.drop_given_command()
        self._next_if_nothing_is_due()

    def _next_if_nothing_is_due(self) -> None:
        if self.progress.is_step_done and not self.progress.due_commands:
            self.progress.advance()
            self._begin_step()
            self.rebuild()

    def _begin_step(self) -> None:
        """Another step is on."""
        self._answer, self._looking, self._spots = "", Looking(held=self._looking.held), ()
        step = self.progress.step
        if step and step.selection:
            self.table.arrange_picture(step.selection, "", None)
        self._unseen = True
        self._already = step is not None and not set(step.look).isdisjoint(self._looked())
        self._kept(self.progress)

    # --- the buttons

    def _go_on(self) -> Transition | None:
        self.progress.complete_step()
        if self.progress.is_last_step:
            self.progress.advance()
            self._kept(self.progress)
            return self._end()
        self._next_if_nothing_is_due()
        self.rebuild()
        return None

    def _skip_step(self) -> Transition | None:
        if self.progress.is_last_step:
            return self._go_on()
        self._elsewhere(self.progress.skip_step)
        return None

    def _again(self) -> None:
        self.close_all()
        self._elsewhere(self.progress.restart)

    def _elsewhere(self, go: Callable[[], None]) -> None:
        """To another step; if it cannot be gone there, the card says so."""
        self._skip()
        lost = ""
        try:
            go()
        except (Refused, RecordError) as error:
            lost = _LOST if isinstance(error, Refused) else str(error)
        self.table.go_back()
        self._begin_step()
        self._answer = lost
        self.rebuild()

    def _fold(self) -> None:
        self._folded = not self._folded
        self.rebuild()

    def _open_steps(self) -> None:
        self.open(Stack([Beside(), Docked(lesson_card.sheet(self.progress), "left", widest=COLUMN, least=280)]))

    def _leave(self) -> None:
        self.close_all()
        self.open(lesson_card.leaving())

    def back(self) -> Transition | None:
        """Esc drops what is being composed; with nothing to drop it leaves the lesson."""
        if self.table.go_back():
            self.rebuild()
        else:
            self._leave()
        return None
