"""The table screen: one match, the game's own table in the middle, and around it what every game shares.

What the game's table replies is put to the match, see `orders`; what came of it the game's table plays.
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
from tabletop.ui.screens.table.automatic import Automatic
from tabletop.ui.screens.table.bottom_bar import BarText, Choices, bottom_bar
from tabletop.ui.screens.table.computers import Computers
from tabletop.ui.screens.table.consent import Consent
from tabletop.ui.screens.table.correcting import Correcting
from tabletop.ui.screens.table.dice_tray import Tray
from tabletop.ui.screens.table.hand_over import HandOver
from tabletop.ui.screens.table.log_sheet import LogSheet
from tabletop.ui.screens.table.log_ticker import Ticker
from tabletop.ui.screens.table.match_log import ViewedLog
from tabletop.ui.screens.table.menu import Menu, Sheets
from tabletop.ui.screens.table.newcomer_notes import NewcomerNotes
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.screens.table.orders import Orders
from tabletop.ui.screens.table.recap import Recaps
from tabletop.ui.screens.table.seats import Seats, curtain
from tabletop.ui.screens.table.taking_back import TakingBack
from tabletop.ui.screens.table.top_bar import top_bar
from tabletop.ui.screens.table.view_feed import ViewFeed
from tabletop.ui.screens.table.what_happened import WhatHappened
from tabletop.ui.settings import VETERAN, Newcomer
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.layout import Column, Spacer
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import On, Pressed, Report, RuleAsked, hearing
from tabletop.ui.widgets.stack import Stack

Leaving = Callable[[Match], Transition]
ANSWERING = ("primary", "confirm", "end_phase")
"""Names of the keys that answer what is asked."""
TAKEN_OVER = Toast("It is your turn again.", "That press gave no order. Press again to give one.")
"""Said after a key that would have given an order at once when the computer had done."""


class TableScreen(Page):
    """A match on the table.

    Attributes:
        match: what is being played.
        table, book: the game's side of the screen, and the log.
    """

    arrows_start_focus = False

    def __init__(
        self, match: Match, table: GameTable, *, to_title: Leaving, to_reckoning: Leaving,
        hire: EngineFactory = LocalEngine, newcomer: Newcomer = VETERAN,
    ) -> None:  # fmt: skip
        """`hire` brings somebody who plays for the computer; a `newcomer` is told what comes up for the first time."""
        super().__init__()
        self.match, self.table, self.keyed = match, table, table.keyed
        self._to_reckoning, self._ticker = to_reckoning, Ticker((), "")
        self.seats = Seats(match)
        self._computers = Computers(self, match, self.seats, hire, self._taken)
        self._automatic, self._gate, self._log = self._attendant(), self._guard(), ViewedLog(match, self.seats)
        self._hand_over = self._watch_turns()
        self._bar_text = BarText(match, table, self.seats, self._gate, self._log)
        self._rules = RulebookSheet(self, match.game.meta.id)
        self._acts = False
        self._notes = NewcomerNotes(self, match.game.meta.id, table, newcomer, self._rules.open)
        self._feed = ViewFeed(match, table, self.seats, Tray(), self._notes.hear, lambda: self._captured is None)
        self._feed.tray.still(not MOTION.rate)
        self._recaps = Recaps(match, table)
        self._orders = Orders(self, match, table, self._gate, self._automatic, self._skip)
        self._aide = Adviser(self, match, table, self.seats, self._gate, hire, self._orders.submit)
        self.book = log = LogSheet(self, self._log, table)
        told = WhatHappened(self, match, table, self.seats, self._log, lambda thrown: self._feed.tray.throw(thrown))
        shown: Sheets = {"log": log.open, "advice": self._aide.ask, "happened": told.open, "rulebook": self._rules.open}
        self._menu = Menu(self, match, self.seats, self._orders.answer, self._paced, shown, self._notes.noted)
        retrace, consent = self._orders.retrace, Consent(self, self._gate, self._cover)
        retracing = TakingBack(self, self._gate, retrace, consent)
        correcting = Correcting(self, match, table, self.seats, self._gate, retrace, consent)
        table.set_local_seats(self.seats.persons)
        self.seats.settle()
        self._seated()
        self.presses = {
            "primary": self._primary, "ready": self._ready, "menu.title": lambda: to_title(match),
            **self._orders.presses, "end": self._end_phase,
            **self._menu.presses, **self._computers.presses, **retracing.presses,
            **self._rules.presses, **self._notes.presses, **self._aide.presses, **told.presses, **correcting.presses,
        }  # fmt: skip
        asked = hearing(On(RuleAsked, lambda rule: self._rules.open(rule.target, self.toast)))
        self.on = {**self._menu.on, **log.on, **told.on, **consent.on, **correcting.on, **self._rules.on, **asked}
        self._watched = {keys.key("again"): told.repeat}
        self._answering = {keys.key(name) for name in ANSWERING if table.has_phase_ends or name != "end_phase"}
        self._keyed: dict[str, Callable[[], Transition | None]] = {
            **self._menu.keyed, keys.key("my_turn"): self._automatic.hasten,
            **{keys.key(name): opens for name, opens in shown.items()},
        }  # fmt: skip

    def _guard(self) -> OrderGate:
        """What lets orders in."""
        return OrderGate(self.match, self.seats)

    def _attendant(self) -> Automatic:
        """What gives the orders that nobody at the screen gives."""
        return Automatic(self.match, self.table, self.seats, self._computers)

    def _watch_turns(self) -> HandOver:
        """Return the guard that keeps impatient presses from giving orders."""
        return HandOver(self.match, self.seats)

    # --- what is shown

    def rebuild(self) -> None:
        """As every page; first the table hears of what has happened, and of who looks at it."""
        looking = self.seats.looking
        if not self._automatic.held and self.seats.settle():
            self._recaps.away(looking)
            self._seated()
        self._hand_over.notice()
        self._feed.play()
        super().rebuild()
        self._notes.whisper()

    def _seated(self) -> None:
        """Another looks at the table: nothing that was open, pointed at or said before stays."""
        self.close_all()
        self.hush()
        self._orders.forget()
        self._notes.forget()
        self._feed.seat()

    def compose(self) -> Widget:
        """The surface, the bars, the panels; nothing of them while the curtain hangs."""
        if self.seats.waiting:
            caption, told = self.table.build_caption(), self._bar_text
            return curtain(told.awaited(), told.asked(), caption.ensign or caption.sign, told.risen())
        panels = self.table.build_panels()
        top = top_bar(self.table.build_caption(), self.theme, self.size[0])
        frame = Column([top, Spacer(grow=1), *self._bottom_bar()], gap=0)
        return Stack([self.table.surface, frame, *panels, *self._notes.sheets(panels)])

    def _bottom_bar(self) -> list[Widget]:
        tray, told = Tray(), self._bar_text
        tray.adopt(self._feed.tray)
        tray.progress, self._feed.tray = self.table.phase_progress(), tray
        self._ticker = ticker = Ticker(told.latest(self._feed.volley), told.asked(), told.turn_of())
        choices, hints = self._choices(), self.table.key_hints()
        self._hand_over.show(choices.offer)
        if self._gate.idle:
            hints = self._automatic.hints(hints)
        dice = tray if self.table.has_dice else None
        return bottom_bar(ticker, dice, choices, [*hints, "rulebook"], WindowLayout(self.theme, self.size))

    def _choices(self) -> Choices:
        """Return what can be done; after the computer the brass button first takes the turn over."""
        choices = self._bar_text.choices(self._automatic.offer)
        if not self._hand_over.awaits or choices.offer is None:
            return choices
        tip = f"Your next press: {choices.offer.label}."
        return replace(choices, offer=PrimaryAction("Your turn", choices.offer.action_id, tip))

    def close(self) -> None:
        """As every page; what a dialog spoke of is no longer ringed."""
        super().close()
        self.table.highlight_pieces(())

    def give_focus(self, widget: Widget | None) -> None:
        """As every page; the game's table hears of it."""
        super().give_focus(widget)
        self.table.handle_focus(widget.id if widget else "")

    # --- who looks

    def look_as(self, side: str | None) -> None:
        """Without a curtain, show the view of a side, of nobody for ``""``, or for None of whoever is asked."""
        self.seats.look_as(side)
        self._feed.seat()

    def _ready(self) -> None:
        """The next player takes the screen, and hears what has come meanwhile."""
        self.seats.ready()
        self._hand_over.take()
        self._seated()
        self.rebuild()
        if recap := self._recaps.told(self.seats.looking, lambda: self._ticker.rect):
            self.say(recap)

    def _taken(self) -> None:
        """A person has taken the seat of the computer."""
        self.table.set_local_seats(self.seats.persons)
        self._seated()
        self.rebuild()

    def leave(self) -> None:
        """As every screen; nobody plays on for the computer, and no wind is heard."""
        for one in (self._computers, self._aide, self._feed):
            one.close()

    def _cover(self) -> None:
        """Hang the curtain for a while."""
        self.seats.cover()
        self._seated()
        self.rebuild()

    def submit(self, orders: Submit) -> None:
        """Give orders of whoever sits here one by one; the first that is refused stops the rest."""
        self._orders.submit(orders)

    def update(self, elapsed: int) -> bool:
        """As every page; what others have put to the match is played, and what nobody gives is given."""
        hurried = self._computers.attend(elapsed)
        for one in (self._aide, self._notes):
            one.attend(elapsed)
        self._feed.attend()
        if self._automatic.hurried:
            self._skip()
        due = self._automatic.due(elapsed) if len(self.layers) == 1 and not self.playing else None
        news = self._feed.news and not self._automatic.gathering
        if due is not None and due.command is not None:
            self._orders.let(due.command, due.why)
        elif due is not None or hurried or news or (not self.seats.waiting and self.table.has_stale_panels()):
            self.rebuild()
        return super().update(elapsed)

    @property
    def pulse(self) -> int:
        """That of the playing surface and of the log's last lines, or of what comes by itself."""
        seen = () if self.seats.waiting else (self.table.surface, self._ticker)
        return min(filter(None, (one.pulse for one in (*seen, self._automatic, self._aide, self._notes))), default=0)

    def act(self, report: Report) -> None:
        """Reports of the game's own widgets."""
        self._handle_reply(self.table.handle_action(report))

    def _handle_reply(self, reply: Reply) -> None:
        """See to a reply of the game's table, unless it is an order by a press that may give none."""
        if isinstance(reply, (Submit, Ask)) and self._gate.idle is None and self._hand_over.holds():
            self.rebuild()
            self.say(TAKEN_OVER)
            return
        if reply is not None and self._hand_over.awaits and self._acts:
            self._hand_over.take()
        self._orders.answer(reply)

    def handle(self, given: Input) -> Transition | None:
        """As every page; the game's table also hears of keys that are let go.

        No hasty second stroke takes the curtain away: it was meant for what lay on the screen before.
        """
        self._acts = given.kind in ("key", "pressed", "released")
        if given.kind in ("key", "pressed"):
            self._hand_over.strike(given)
        if given.kind == "key" and given.key == keys.key("rulebook"):
            self._rules.open(self._in_question(), self.toast)
            return None
        if (given.quick or given.clicks > 1) and self.seats.waiting and len(self.layers) == 1:
            return None
        if given.kind == "key_up" and len(self.layers) == 1 and not self.seats.waiting:
            self._orders.answer(self.table.handle_key(given))
            return None
        return super().handle(given)

    def _in_question(self) -> str:
        """The rule of what is told or pointed at, else of what is asked."""
        decision = self.match.game.decision(self.match.state)
        named = [find_identifier(words, self.match.game.meta.id) for words in self.pointed]
        said, refused, asked = (one.rule if one else "" for one in (self.toast, self._refusal, decision))
        return next(filter(None, (said, *named, refused)), asked)

    def key_pressed(self, given: Input) -> Transition | None:
        """The keys that need no button on the screen, or a key of the game's table."""
        watched = self._watched if self._automatic.stands else {}
        if opens := watched.get(given.key) or self._keyed.get(given.key):
            return opens()
        if given.key == keys.key("cover") and self.seats.secret:
            self._cover()
        elif not self.seats.waiting and given.key in self._answering and (idle := self._gate.idle):
            if not self._skip_by_press():
                self.refuse(idle)
        elif not self.seats.waiting and given.key == keys.key("end_phase") and self.table.has_phase_ends:
            self._end_phase()
        elif not self.seats.waiting:
            reply = self.table.handle_key(given)
            self._handle_reply(reply)
            if reply is None:
                self.unheard(given)
        return None

    def unheard(self, given: Input) -> None:
        """Nothing comes of a key."""

    def back(self) -> Transition | None:
        """Esc drops what is being composed; with nothing to drop it opens the menu."""
        if not self.seats.waiting and self.table.go_back():
            self.rebuild()
        else:
            self._menu.open()
        return None

    def _primary(self) -> Transition | None:
        if self._skip_by_press():
            return None
        if self._automatic.offer:
            self._automatic.go_on()
            return None
        if self._held_back():
            return None
        if self.match.game.outcome(self.match.state) is not None:
            return self._to_reckoning(self.match)
        if offer := self.table.primary_action():
            self._orders.answer(self.table.handle_action(Pressed(offer.action_id)))
        return None

    def _end_phase(self) -> None:
        if not self._held_back():
            self._orders.end()

    def _held_back(self) -> bool:
        """Return True if a press of a button that answers what is asked may give no order now."""
        held = self._gate.idle is None and self._hand_over.holds(brass=True)
        if held:
            self.rebuild()
        return held

    def _paced(self) -> None:
        self._feed.tray.still(not MOTION.rate)
        self._skip()

    def _skip_by_press(self) -> bool:
        """Bring what is played to its end; return True if anything was played."""
        skipped = self._skip()
        if skipped:
            self._hand_over.notice_skip()
            self.rebuild()
        return skipped

    def _skip(self) -> bool:
        rolling = self._feed.tray.rolling
        self._feed.tray.settle()
        return self.table.skip_playback() or rolling
