"""The table screen: one match, the game's table in the middle, and around it what all games share.

A reply of the game's table goes to the match, see `orders`; the game's table shows the result.
"""

from collections.abc import Callable
from dataclasses import replace

from tabletop.core.match import Match
from tabletop.players.engine import EngineFactory, LocalEngine
from tabletop.rulebook.book import find_identifier
from tabletop.ui import keys
from tabletop.ui.boards.contract import GameTable, PrimaryAction
from tabletop.ui.boards.replies import Ask, Reply, Submit
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import Transition
from tabletop.ui.screens.rulebook.sheet import RulebookSheet
from tabletop.ui.screens.table.advice import Adviser
from tabletop.ui.screens.table.automatic import AutomaticOrders
from tabletop.ui.screens.table.bottom_bar import BarChoices, BarText, build_bottom_bar
from tabletop.ui.screens.table.computers import Computers
from tabletop.ui.screens.table.consent import Consent
from tabletop.ui.screens.table.corrections import CorrectionSheet
from tabletop.ui.screens.table.dice_tray import DiceTray
from tabletop.ui.screens.table.last_turn import LastTurnSheet
from tabletop.ui.screens.table.log_sheet import LogSheet
from tabletop.ui.screens.table.log_ticker import LogTicker
from tabletop.ui.screens.table.match_log import ViewedLog
from tabletop.ui.screens.table.menu import Sheets, TableMenu
from tabletop.ui.screens.table.newcomer_notes import NewcomerNotes
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.screens.table.orders import ReplyHandler
from tabletop.ui.screens.table.recap import Recaps
from tabletop.ui.screens.table.seats import Seats, build_curtain
from tabletop.ui.screens.table.top_bar import build_top_bar
from tabletop.ui.screens.table.turn_guard import TurnGuard
from tabletop.ui.screens.table.undo_actions import UndoActions
from tabletop.ui.screens.table.view_feed import ViewFeed
from tabletop.ui.settings import VETERAN, Newcomer
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.layout import Column, Spacer
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import On, Pressed, Report, RuleAsked, hearing
from tabletop.ui.widgets.stack import Stack

Leaving = Callable[[Match], Transition]
ANSWERING = ("primary", "confirm", "end_phase")
"""Names of the keys that answer the prompt."""
TAKEN_OVER = Toast("It is your turn again.", "That press gave no order. Press again to give one.")
"""The message after a key that would have given a command too early."""


class TableScreen(Page):
    """The screen of a match at the table.

    Attributes:
       match: the match.
       table: the game's table.
       book: the log.
    """

    arrows_start_focus = False

    def __init__(
        self,
        match: Match,
        table: GameTable,
        *,
        to_title: Leaving,
        to_reckoning: Leaving,
        hire: EngineFactory = LocalEngine,
        newcomer: Newcomer = VETERAN,
    ) -> None:
        """Create the screen; `hire` starts computer players, `newcomer` holds the notes that were read."""
        super().__init__()
        self.match, self.table, self.keyed = match, table, table.keyed
        self._to_reckoning, self._ticker = to_reckoning, LogTicker((), "")
        self.seats = Seats(match)
        self._computers = Computers(self, match, self.seats, hire, self._seat_person)
        self._automatic, self._gate, self._log = (
            self._create_automatic(),
            self._create_gate(),
            ViewedLog(match, self.seats),
        )
        self._turn_guard = self._create_turn_guard()
        self._bar_text = BarText(match, table, self.seats, self._gate, self._log)
        self._rules = RulebookSheet(self, match.game.meta.id)
        self._acts = False
        self._notes = NewcomerNotes(self, match.game.meta.id, table, newcomer, self._rules.open)
        self._feed = ViewFeed(
            match, table, self.seats, DiceTray(), self._notes.notice_events, lambda: self._captured is None
        )
        self._feed.tray.set_still(not MOTION.rate)
        self._recaps = Recaps(match, table)
        self._orders = ReplyHandler(self, match, table, self._gate, self._automatic, self._skip)
        self._aide = Adviser(self, match, table, self.seats, self._gate, hire, self._orders.submit)
        self.book = log = LogSheet(self, self._log, table)
        told = LastTurnSheet(self, match, table, self.seats, self._log, lambda thrown: self._feed.tray.throw(thrown))
        shown: Sheets = {"log": log.open, "advice": self._aide.ask, "happened": told.open, "rulebook": self._rules.open}
        self._menu = TableMenu(
            self, match, self.seats, self._orders.handle_reply, self._apply_pace, shown, self._notes.has_notes
        )
        retrace, consent = self._orders.retrace, Consent(self, self._gate, self._cover)
        retracing = UndoActions(self, self._gate, retrace, consent)
        correcting = CorrectionSheet(self, match, table, self.seats, self._gate, retrace, consent)
        table.set_local_seats(self.seats.persons)
        self.seats.settle()
        self._reset_view()
        self.presses = {
            "primary": self._press_primary,
            "ready": self._take_screen,
            "menu.title": lambda: to_title(match),
            **self._orders.presses,
            "end": self._end_phase,
            **self._menu.presses,
            **self._computers.presses,
            **retracing.presses,
            **self._rules.presses,
            **self._notes.presses,
            **self._aide.presses,
            **told.presses,
            **correcting.presses,
        }
        asked = hearing(On(RuleAsked, lambda rule: self._rules.open(rule.target, self.toast)))
        self.on = {**self._menu.on, **log.on, **told.on, **consent.on, **correcting.on, **self._rules.on, **asked}
        self._watched = {keys.key("again"): told.repeat}
        self._answering = {keys.key(name) for name in ANSWERING if table.has_phase_ends or name != "end_phase"}
        self._keyed: dict[str, Callable[[], Transition | None]] = {
            **self._menu.key_actions,
            keys.key("my_turn"): self._automatic.hurry_turn,
            **{keys.key(name): opens for name, opens in shown.items()},
        }

    def _create_gate(self) -> OrderGate:
        """Create the gate of commands."""
        return OrderGate(self.match, self.seats)

    def _create_automatic(self) -> AutomaticOrders:
        """Create the clock of automatic commands."""
        return AutomaticOrders(self.match, self.table, self.seats, self._computers)

    def _create_turn_guard(self) -> TurnGuard:
        """Return the guard that keeps impatient presses from giving orders."""
        return TurnGuard(self.match, self.seats)

    # --- what is shown

    def rebuild(self) -> None:
        """Let the table show what has happened and who looks, then rebuild the page."""
        looking = self.seats.looking
        if not self._automatic.is_waiting and self.seats.settle():
            self._recaps.look_away(looking)
            self._reset_view()
        self._turn_guard.notice_moves()
        self._feed.play()
        super().rebuild()
        self._notes.show_message()

    def _reset_view(self) -> None:
        """Close dialogs, messages and questions, because the viewer has changed."""
        self.close_all()
        self.hush()
        self._orders.forget_question()
        self._notes.forget()
        self._feed.set_viewer()

    def compose(self) -> Widget:
        """Build surface, bars and panels, or the curtain alone."""
        if self.seats.waiting:
            caption, told = self.table.build_caption(), self._bar_text
            return build_curtain(
                told.name_awaited(), told.format_prompt(), caption.ensign or caption.sign, told.name_risen()
            )
        panels = self.table.build_panels()
        top = build_top_bar(self.table.build_caption(), self.theme, self.size[0])
        frame = Column([top, Spacer(grow=1), *self._bottom_bar()], gap=0)
        return Stack([self.table.surface, frame, *panels, *self._notes.build_sheets(panels)])

    def _bottom_bar(self) -> list[Widget]:
        tray, told = DiceTray(), self._bar_text
        tray.adopt(self._feed.tray)
        tray.progress, self._feed.tray = self.table.phase_progress(), tray
        self._ticker = ticker = LogTicker(
            told.latest_lines(self._feed.batch_summary), told.format_prompt(), told.side_to_move()
        )
        choices, hints = self._choices(), self.table.key_hints()
        self._turn_guard.note_primary_action(choices.primary)
        if self._gate.idle_refusal:
            hints = self._automatic.filter_hints(hints)
        dice = tray if self.table.has_dice else None
        return build_bottom_bar(ticker, dice, choices, [*hints, "rulebook"], WindowLayout(self.theme, self.size))

    def _choices(self) -> BarChoices:
        """Return what can be done; after the computer the brass button first takes the turn over."""
        choices = self._bar_text.build_choices(self._automatic.wait_action)
        if not self._turn_guard.awaits_takeover or choices.primary is None:
            return choices
        tip = f"Your next press: {choices.primary.label}."
        return replace(choices, primary=PrimaryAction("Your turn", choices.primary.action_id, tip))

    def close(self) -> None:
        """Close the dialog on top, and remove the rings around its pieces."""
        super().close()
        self.table.highlight_pieces(())

    def give_focus(self, widget: Widget | None) -> None:
        """Give the focus to a widget, and tell the game's table."""
        super().give_focus(widget)
        self.table.handle_focus(widget.id if widget else "")

    # --- who looks

    def look_as(self, side: str | None) -> None:
        """Show the view of a side without a curtain; "" for nobody, None for the side that is asked."""
        self.seats.look_as(side)
        self._feed.set_viewer()

    def _take_screen(self) -> None:
        """Let the next player take the screen, and show the recap."""
        self.seats.uncover()
        self._turn_guard.take_turn()
        self._reset_view()
        self.rebuild()
        if recap := self._recaps.build_recap(self.seats.looking, lambda: self._ticker.rect):
            self.say(recap)

    def _seat_person(self) -> None:
        """Rebuild the table after a person has taken a seat of the computer."""
        self.table.set_local_seats(self.seats.persons)
        self._reset_view()
        self.rebuild()

    def leave(self) -> None:
        """Stop computer players, adviser and sounds."""
        for one in (self._computers, self._aide, self._feed):
            one.close()

    def _cover(self) -> None:
        """Hang the curtain."""
        self.seats.cover()
        self._reset_view()
        self.rebuild()

    def submit(self, orders: Submit) -> None:
        """Give commands of the local player one by one; the first refusal stops the rest."""
        self._orders.submit(orders)

    def update(self, elapsed: int) -> bool:
        """Let `elapsed` milliseconds pass: show the moves of others, and give automatic commands."""
        hurried = self._computers.attend(elapsed)
        for one in (self._aide, self._notes):
            one.attend(elapsed)
        self._feed.attend()
        if self._automatic.is_hurried:
            self._skip()
        due = self._automatic.advance(elapsed) if len(self.layers) == 1 and not self.playing else None
        news = self._feed.has_news and not self._automatic.is_gathering
        if due is not None and due.command is not None:
            self._orders.submit_automatic(due.command, due.why)
        elif due is not None or hurried or news or (not self.seats.waiting and self.table.has_stale_panels()):
            self.rebuild()
        return super().update(elapsed)

    @property
    def pulse(self) -> int:
        """Return the least milliseconds until a part of the screen may change, or 0."""
        seen = () if self.seats.waiting else (self.table.surface, self._ticker)
        return min(filter(None, (one.pulse for one in (*seen, self._automatic, self._aide, self._notes))), default=0)

    def act(self, report: Report) -> None:
        """Reports of the game's own widgets."""
        self._handle_reply(self.table.handle_action(report))

    def _handle_reply(self, reply: Reply) -> None:
        """Handle a reply of the table, unless it is a command by a press that may give none."""
        if isinstance(reply, (Submit, Ask)) and self._gate.idle_refusal is None and self._turn_guard.blocks_order():
            self.rebuild()
            self.say(TAKEN_OVER)
            return
        if reply is not None and self._turn_guard.awaits_takeover and self._acts:
            self._turn_guard.take_turn()
        self._orders.handle_reply(reply)

    def handle(self, given: Input) -> Transition | None:
        """Handle input; the game's table also gets released keys.

        A hasty second press does not take the curtain away: it was meant for what was shown before.
        """
        self._acts = given.kind in ("key", "pressed", "released")
        if given.kind in ("key", "pressed"):
            self._turn_guard.note_stroke(given)
        if given.kind == "key" and given.key == keys.key("rulebook"):
            self._rules.open(self._find_rule(), self.toast)
            return None
        if (given.quick or given.clicks > 1) and self.seats.waiting and len(self.layers) == 1:
            return None
        if given.kind == "key_up" and len(self.layers) == 1 and not self.seats.waiting:
            self._orders.handle_reply(self.table.handle_key(given))
            return None
        return super().handle(given)

    def _find_rule(self) -> str:
        """Return the rule of the message, the pointed widget or the refusal, else of the prompt."""
        decision = self.match.game.decision(self.match.state)
        named = [find_identifier(words, self.match.game.meta.id) for words in self.pointed]
        said, refused, asked = (one.rule if one else "" for one in (self.toast, self._refusal, decision))
        return next(filter(None, (said, *named, refused)), asked)

    def key_pressed(self, given: Input) -> Transition | None:
        """Handle a key without a button on the screen, or a key of the game's table."""
        watched = self._watched if self._automatic.stands_still else {}
        if opens := watched.get(given.key) or self._keyed.get(given.key):
            return opens()
        if given.key == keys.key("cover") and self.seats.can_cover:
            self._cover()
        elif not self.seats.waiting and given.key in self._answering and (idle := self._gate.idle_refusal):
            if not self._skip_by_press():
                self.refuse(idle)
        elif not self.seats.waiting and given.key == keys.key("end_phase") and self.table.has_phase_ends:
            self._end_phase()
        elif not self.seats.waiting:
            reply = self.table.handle_key(given)
            self._handle_reply(reply)
            if reply is None:
                self.handle_unused_key(given)
        return None

    def handle_unused_key(self, given: Input) -> None:
        """Handle a key that nothing used; does nothing here."""

    def back(self) -> Transition | None:
        """Esc drops what is being composed; with nothing to drop it opens the menu."""
        if not self.seats.waiting and self.table.go_back():
            self.rebuild()
        else:
            self._menu.open()
        return None

    def _press_primary(self) -> Transition | None:
        if self._skip_by_press():
            return None
        if self._automatic.wait_action:
            self._automatic.skip_pause()
            return None
        if self._is_blocked():
            return None
        if self.match.game.outcome(self.match.state) is not None:
            return self._to_reckoning(self.match)
        if offer := self.table.primary_action():
            self._orders.handle_reply(self.table.handle_action(Pressed(offer.action_id)))
        return None

    def _end_phase(self) -> None:
        if not self._is_blocked():
            self._orders.end_phase()

    def _is_blocked(self) -> bool:
        """Return True, and rebuild, if a press of a button may give no command now."""
        held = self._gate.idle_refusal is None and self._turn_guard.blocks_order(brass=True)
        if held:
            self.rebuild()
        return held

    def _apply_pace(self) -> None:
        self._feed.tray.set_still(not MOTION.rate)
        self._skip()

    def _skip_by_press(self) -> bool:
        """Bring what is played to its end; return True if anything was played."""
        skipped = self._skip()
        if skipped:
            self._turn_guard.notice_skip()
            self.rebuild()
        return skipped

    def _skip(self) -> bool:
        rolling = self._feed.tray.is_rolling
        self._feed.tray.settle()
        return self.table.skip_playback() or rolling
