"""The screen of a replay: a table at which nobody orders, the course of the match, and taking over from there."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from msgspec import structs

from tabletop.core.chronicle import Chronicle, Chronicler
from tabletop.core.commands import Command
from tabletop.core.errors import RecordError, Refused, ScenarioError
from tabletop.core.match import MatchSetup
from tabletop.core.record import Seating
from tabletop.core.replay import ALL, Replay, list_information, list_viewers
from tabletop.players.engine import AbsentEngine
from tabletop.ui import keys
from tabletop.ui.boards.contract import AutomaticCommand, GameTable
from tabletop.ui.boards.replies import Submit
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.input import Input
from tabletop.ui.screen import Pop, Reset, Screen, Transition
from tabletop.ui.screens import seating
from tabletop.ui.screens.replay import phase_sheet
from tabletop.ui.screens.replay.bottom_bar import SPEEDS, Lanes, Running, Scrubbed, foot
from tabletop.ui.screens.table.automatic import Automatic
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.screens.table.top_bar import top_bar
from tabletop.ui.theme import Colour
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Spacer
from tabletop.ui.widgets.overlay import Toast, dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Rule
from tabletop.ui.widgets.report import Chosen, Hearing, On, Presses, Ticked, hearing
from tabletop.ui.widgets.stack import Stack

_NO_ORDERS = Refused("", "This is a replay.", "To give orders from here on, use Take over.")


class WatchingGate(OrderGate):
    """Lets in nothing."""

    @property
    def idle(self) -> Refused | None:
        """Always: it is only watched."""
        return _NO_ORDERS

    def bars(self, orders: Submit) -> Refused | None:
        """All of them."""
        return _NO_ORDERS

    def order(self, command: Command) -> None:
        """Raises Refused."""
        raise _NO_ORDERS


class Nobody(Automatic):
    """Gives nothing by itself."""

    pulse = 0

    def due(self, elapsed: int) -> AutomaticCommand | None:
        """Nothing."""
        return None


Begin = Callable[[str, MatchSetup], Screen]
"""A new match at the table, kept under a title."""
_WORDS = "Starts a new match from this position, with new dice. The old match is kept unchanged."
_UNSEEN = " Hidden cards and choices are dealt again."


class TakeOver:
    """Asks, and begins.

    Attributes:
        presses: what its buttons do.
        on: what is done at its choices.
    """

    def __init__(self, page: Page, replay: Replay, begin: Begin) -> None:
        self._page = page
        self._replay = replay
        self._begin = begin
        game = replay.game
        opening = replay.opening
        self._seats = game.seats(opening)
        self._seating = replay.whole.header.seating
        self.presses: Presses[Transition | None] = {"replay.take_over": self.ask, "take.yes": self._yes}
        chosen = [On(Chosen, self._seat, f"{part}.{seat.id}") for seat in self._seats for part in ("seat", "level")]
        chosen += [On(Chosen, self._temper, f"temper.{seat.id}") for seat in self._seats]
        boxes = [On(Ticked, self._curtain, "curtain"), On(Ticked, self._advice, "advice")]
        self.on: Hearing[Transition | None] = hearing(*chosen, *boxes)

    def ask(self) -> None:
        """Who plays on."""
        if why := self._replay.explain_no_takeover():
            self._page.refuse(Refused("", why))
            return
        self._show()

    def _show(self) -> None:
        whole = self._replay.whole
        hides = whole.game.has_secrets(self._replay.state)
        hidden = seating.Hidden(hides, whole.game.meta.may_hide)
        rows = seating.seats(whole.game.meta.id, self._seats, self._seating, {}, hidden)
        parts: list[Widget] = [Text(_WORDS + (_UNSEEN if hides else "")), Rule(), *rows]
        buttons = [closing("Cancel"), Button("take.yes", "Take over", "primary", key="Enter")]
        self._page.open(dialog("Take over from here?", Column(parts, gap=10), buttons, ident="take", width=560))

    def _seat(self, chosen: Chosen) -> None:
        game = self._replay.whole.game.meta.id
        self._sit(seating.seated(game, self._seating, chosen.id.split(".", 1)[1], chosen.value))

    def _temper(self, chosen: Chosen) -> None:
        self._sit(seating.tempered(self._seating, chosen.id.split(".", 1)[1], chosen.value))

    def _curtain(self, box: Ticked) -> None:
        self._sit(structs.replace(self._seating, curtain=box.ticked))

    def _advice(self, box: Ticked) -> None:
        self._sit(structs.replace(self._seating, advice=box.ticked))

    def _sit(self, anew: Seating) -> None:
        self._seating = anew
        self._page.close()
        self._show()

    def _yes(self) -> Transition | None:
        self._page.close()
        told = self._replay.build_takeover(seating.fresh_seed(), seating.reseeded(self._seating))
        try:
            return Reset(self._begin(self._replay.header.title, told))
        except (ScenarioError, RecordError) as error:
            self._page.say(Toast("The battle cannot begin.", str(error)))
            return None


WIDE = 1600
"""Width from which what comes about in the phase stands at the right, design pixels."""
STANDS, QUIET = 1500, 120
"""Milliseconds for which a move stands at the usual speed, and one that shows nothing."""
_UNCHOSEN = Refused("", "No ship is selected.", "Click a ship to keep her in view.")
_NO_LOSS = Refused(
    "",
    "No more losses after this point.",
    "Only ships that strike, sink or leave count; in card games, hands or troops lost.",
)


class ReplayScreen(TableScreen):
    """A match watched again.

    Attributes:
        replay: where it stands.
        runs: whether it goes on by itself.
        speed: place among `SPEEDS`.
        followed: the piece that stays in view; empty for none.
    """

    def __init__(
        self,
        replay: Replay,
        table: GameTable,
        told: tuple[Chronicler, Mapping[str, Colour]],
        begin: Begin,
        looking: str = "",
    ) -> None:
        """`told` is how its course is told, with the colours of the sides; `begin` lays a new match on the table."""
        self.replay = replay
        self.runs = False
        self.speed = 1
        self.followed = ""
        self._chronicler, self._colours = told
        self._looking = looking
        self._waited = 0
        self._seat: str | None = None
        self._sought: int | None = None
        self._lanes = self._laned()
        super().__init__(replay, table, to_title=lambda _: Pop(), to_reckoning=lambda _: Pop(), hire=AbsentEngine)
        self.keyed = "replay"
        self._sit()
        taking = TakeOver(self, replay, begin)
        moves: Mapping[str, Callable[[], Transition | None]] = {
            "step_back": partial(self._step, -1),
            "step": partial(self._step, 1),
            "turn_back": partial(self._turn, -1),
            "turn_on": partial(self._turn, 1),
            "next_loss": self._next_loss,
            "follow": self._follow,
            "seen_as": self._turn_viewer,
            "compare": self._compare,
            "who_knows": self._tell_known,
        }
        self.presses = {
            **{name: press for name, press in self._menu.presses.items() if not name.startswith("menu.concede")},
            **{f"replay.{name}": deed for name, deed in moves.items()},
            "replay.play": self._play,
            "replay.seen": self._turn_viewer,
            "menu.title": Pop,
            "replay.back": Pop,
            **taking.presses,
            **self._rules.presses,
            "log.watch": self._to_entry,
        }
        self.on |= taking.on | hearing(
            On(Scrubbed, self._seek),
            On(Chosen, lambda chosen: self._halted(int(chosen.value)), "replay.row"),
            On(Chosen, lambda chosen: self._set_speed(chosen.value), "replay.speed"),
            On(Chosen, lambda chosen: self.look_like(chosen.value), "replay.viewer"),
        )
        self._moves = {keys.key(name): deed for name, deed in moves.items()}
        self._moves |= {keys.key("take_over"): taking.ask, keys.key("play"): self._play}
        self._moves |= {str(number): partial(self._speed_at, number - 1) for number in range(1, len(SPEEDS) + 1)}
        self._keyed = {keys.key(name): self._keyed[keys.key(name)] for name in ("menu", "log", "rulebook", "motion")}

    def _laned(self) -> Lanes:
        whole = self.replay.full_match()
        return Lanes(Chronicle(whole, self.replay.side, self._chronicler), self.replay.place, "", self._colours)

    def _guard(self) -> OrderGate:
        return WatchingGate(self.match, self.seats)

    def _attendant(self) -> Automatic:
        return Nobody(self.match, self.table, self.seats, self._computers)

    @property
    def chronicle(self) -> Chronicle:
        """The course of the match as whoever looks may know it."""
        return self._lanes.chronicle

    # --- what is shown

    def compose(self) -> Widget:
        """The surface, the bars, the panels; the lanes stay the same, for they may be held."""
        replay = self.replay
        wide = self.size[0] >= self.theme.px(WIDE)
        self.table.aside = phase_sheet.beside(replay, self.chronicle, self.table) if wide else None
        panels = self.table.build_panels()
        said = "Undone moves" if replay.is_comparing else f"Replay: move {replay.place} of {replay.places}"
        caption = replace(self.table.build_caption(), asked=said, sign=None)
        frame = Column([top_bar(caption, self.theme, self.size[0]), Spacer(grow=1), *self._bottom_bar()], gap=0)
        return Stack([self.table.surface, frame, *panels])

    def _tell_known(self) -> None:
        """Who knows what, also where it does not stand beside the table."""
        self.open(phase_sheet.known_dialog(list_information(self.replay, self._chronicler.moment)))

    def _bottom_bar(self) -> list[Widget]:
        self._lanes.at, self._lanes.said = self.replay.place, self._said()
        self._lanes.tip = None
        tray = self._feed.tray if self.table.has_dice else None
        return foot(self._lanes, tray, self._running(), WindowLayout(self.theme, self.size))

    def _said(self) -> str:
        """What came of the last move in the first place; the whole log is not told for that."""
        told = self.match.view_events(self.match.moves[-1], self.replay.side) if self.match.moves else ()
        return next(filter(None, (self.match.game.describe(view, event) for view, event in told)), "")

    def _running(self) -> Running:
        replay = self.replay
        among = list_viewers(replay.whole, self._looking)
        called = {ALL: "Everything", "": "Public view"}
        named = [(one, called.get(one) or replay.game.name_of(replay.opening, one)) for one in among]
        taken_back = len(replay.undone_branches.get(replay.place, ()))
        speed = SPEEDS[self.speed][0]
        return Running(
            self.runs, speed, named, replay.viewer, taken_back, replay.is_comparing, replay.explain_no_takeover()
        )

    # --- time

    def update(self, elapsed: int) -> bool:
        """As every table; a replay that runs goes on when what it shows has stood long enough."""
        if self._sought is not None:
            self.go_to(self._sought)
        moves = super().update(elapsed)
        if self.runs and len(self.layers) == 1:
            self._waited += elapsed
            if self._waited >= self._stands:
                self._go_on()
        return moves

    @property
    def pulse(self) -> int:
        """That of the table, or what is left until it goes on."""
        left = max(1, round(self._stands - self._waited)) if self.runs else int(self._sought is not None)
        return min(filter(None, (self.table.surface.pulse, left)), default=0)

    @property
    def _stands(self) -> float:
        """Milliseconds for which the last move is seen."""
        last = self.match.moves[-1] if self.match.moves else None
        told = self.match.view_events(last, self.replay.side) if last else ()
        shows = any(self.table.pieces_of(event) for _, event in told)
        return (STANDS if shows else QUIET) / SPEEDS[self.speed][1]

    def _go_on(self) -> None:
        """One move more, which the table plays; at the end it stands still."""
        self._skip()
        self._sit()
        self._waited = 0
        self.runs = self.replay.step_forward() and self.runs
        self._arrived()

    def _arrived(self) -> None:
        self.rebuild()
        if self.followed:
            self.table.centre_on((self.followed,), 0)

    def go_to(self, place: int) -> None:
        """Stand at a place; a move further on is played."""
        self._sought = None
        if place == self.replay.place + 1 and not self.replay.is_comparing:
            self._go_on()
            return
        self.table.skip_playback()
        self.replay.go_to(place)
        self._stand()

    def _seek(self, scrubbed: Scrubbed) -> None:
        """The playhead goes there at once, the table before the next frame: of several to the last."""
        self._sought = self._lanes.at = scrubbed.place
        self._lanes.touch()

    def _stand(self) -> None:
        self._waited = 0
        self._log.forget()
        self._feed.stand()
        self._sit()
        self._arrived()

    def _sit(self) -> None:
        """Look from the place of the viewer, or of whoever orders next."""
        if self._seat != self.replay.seat:
            self._seat = self.replay.seat
            self.seats.look_as(self._seat)
            self._seated()

    # --- what is done

    def _play(self) -> None:
        """Run, from the beginning where it has come to the end, or stand still."""
        if not self.runs and self.replay.place >= self.replay.places:
            self.go_to(0)
        self.runs, self._waited = not self.runs, 0
        self.rebuild()

    def _halted(self, place: int) -> None:
        self.runs = False
        self.go_to(place)

    def _step(self, step: int) -> None:
        self._halted(self.replay.place + step)

    def _turn(self, step: int) -> None:
        self._halted(self.chronicle.find_turn_start(self.replay.place, step))

    def _next_loss(self) -> None:
        place = self.chronicle.find_next_loss(self.replay.place)
        if place is None:
            self.refuse(_NO_LOSS)
            return
        self._halted(place - 1)
        self._go_on()

    def _follow(self) -> None:
        """The chosen piece stays in view, or does no longer."""
        self.followed = "" if self.followed else self.table.selected_piece()
        if self.followed:
            self.table.centre_on((self.followed,), 0)
        elif not self.table.selected_piece():
            self.refuse(_UNCHOSEN)

    def _compare(self) -> None:
        self.runs = False
        self.replay.toggle_comparison()
        self._stand()

    def _to_entry(self) -> None:
        """To the entry of the log that is open."""
        place = self.book.place
        self.close()
        self._halted(place)

    def _set_speed(self, name: str) -> None:
        self._speed_at([one for one, _ in SPEEDS].index(name))

    def _speed_at(self, number: int) -> None:
        self.speed = number
        self.rebuild()

    def _turn_viewer(self) -> None:
        among = list_viewers(self.replay.whole, self._looking)
        self.look_like(among[(among.index(self.replay.viewer) + 1) % len(among)])

    def look_like(self, viewer: str) -> None:
        """Show what another could know; what was chosen or open before is gone."""
        if viewer not in list_viewers(self.replay.whole, self._looking):
            return
        self.replay.set_viewer(viewer)
        self._lanes = self._laned()
        self._seat = None
        self._stand()

    # --- input

    def key_pressed(self, given: Input) -> Transition | None:
        """The keys of a replay before those of the table, of which none orders anything."""
        if given.key in self._moves:
            return self._moves[given.key]()
        if given.key in self._answering or given.key == keys.key("end_phase"):
            return None
        return super().key_pressed(given)

    def back(self) -> Transition | None:
        """Esc drops what is laid out; with nothing to drop it leaves, and so it does at the end, where nothing is seen
        of a ship that is still chosen.
        """
        if self.match.game.outcome(self.match.state) is None and self.table.go_back():
            self.rebuild()
            return None
        return Pop()
