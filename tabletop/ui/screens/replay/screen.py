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
from tabletop.ui.screens.replay.bottom_bar import SPEEDS, Lanes, ReplayStatus, Scrubbed, build_bottom_bar
from tabletop.ui.screens.table.automatic import AutomaticOrders
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.screens.table.top_bar import build_top_bar
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


class ReadOnlyGate(OrderGate):
    """A gate that refuses every order."""

    @property
    def idle_refusal(self) -> Refused | None:
        """Return the refusal: a replay takes no orders."""
        return _NO_ORDERS

    def check_orders(self, orders: Submit) -> Refused | None:
        """Return the refusal for any orders."""
        return _NO_ORDERS

    def submit(self, command: Command) -> None:
        """Raise Refused."""
        raise _NO_ORDERS


class NoAutomaticCommands(AutomaticOrders):
    """An attendant that gives no commands by itself."""

    pulse = 0

    def advance(self, elapsed: int) -> AutomaticCommand | None:
        """Return None."""
        return None


StartMatch = Callable[[str, MatchSetup], Screen]
"""A function that returns a new match at the table under a title."""
_WORDS = "Starts a new match from this position, with new dice. The old match is kept unchanged."
_UNSEEN = " Hidden cards and choices are dealt again."


class TakeOver:
    """The dialog that starts a new match from a place of the replay.

    Attributes:
        presses: what its buttons do.
        on: what its choices do.
    """

    def __init__(self, page: Page, replay: Replay, begin: StartMatch) -> None:
        self._page = page
        self._replay = replay
        self._begin = begin
        game = replay.game
        opening = replay.opening
        self._seats = game.seats(opening)
        self._seating = replay.whole.header.seating
        self.presses: Presses[Transition | None] = {"replay.take_over": self.ask, "take.yes": self._start}
        chosen = [
            On(Chosen, self._set_player, f"{part}.{seat.id}") for seat in self._seats for part in ("seat", "level")
        ]
        chosen += [On(Chosen, self._set_temper, f"temper.{seat.id}") for seat in self._seats]
        boxes = [On(Ticked, self._set_curtain, "curtain"), On(Ticked, self._set_advice, "advice")]
        self.on: Hearing[Transition | None] = hearing(*chosen, *boxes)

    def ask(self) -> None:
        """Open the dialog, or refuse with the reason."""
        if why := self._replay.explain_no_takeover():
            self._page.refuse(Refused("", why))
            return
        self._show_dialog()

    def _show_dialog(self) -> None:
        """Open the dialog with the current seating."""
        whole = self._replay.whole
        hides = whole.game.has_secrets(self._replay.state)
        hidden = seating.HiddenInformation(hides, whole.game.meta.may_hide)
        rows = seating.build_seat_rows(whole.game.meta.id, self._seats, self._seating, {}, hidden)
        parts: list[Widget] = [Text(_WORDS + (_UNSEEN if hides else "")), Rule(), *rows]
        buttons = [closing("Cancel"), Button("take.yes", "Take over", "primary", key="Enter")]
        self._page.open(dialog("Take over from here?", Column(parts, gap=10), buttons, ident="take", width=560))

    def _set_player(self, chosen: Chosen) -> None:
        """Set the player of a seat."""
        game = self._replay.whole.game.meta.id
        self._change_seating(seating.with_player(game, self._seating, chosen.id.split(".", 1)[1], chosen.value))

    def _set_temper(self, chosen: Chosen) -> None:
        """Set the temper of a computer player."""
        self._change_seating(seating.with_temper(self._seating, chosen.id.split(".", 1)[1], chosen.value))

    def _set_curtain(self, box: Ticked) -> None:
        """Set the curtain between turns."""
        self._change_seating(structs.replace(self._seating, curtain=box.ticked))

    def _set_advice(self, box: Ticked) -> None:
        """Allow or forbid advice."""
        self._change_seating(structs.replace(self._seating, advice=box.ticked))

    def _change_seating(self, seating: Seating) -> None:
        """Take another seating and show the dialog again."""
        self._seating = seating
        self._page.close()
        self._show_dialog()

    def _start(self) -> Transition | None:
        """Return the way to the new match; say why if it cannot begin."""
        self._page.close()
        setup = self._replay.build_takeover(seating.draw_seed(), seating.with_new_seeds(self._seating))
        try:
            return Reset(self._begin(self._replay.header.title, setup))
        except (ScenarioError, RecordError) as error:
            self._page.say(Toast("The battle cannot begin.", str(error)))
            return None


WIDE = 1600
"""Width from which the phase sheet stands at the right, design pixels."""
MOVE_DURATION, QUIET_DURATION = 1500, 120
"""Milliseconds for which a move is shown at normal speed, and a move that shows nothing."""
_UNCHOSEN = Refused("", "No ship is selected.", "Click a ship to keep her in view.")
_NO_LOSS = Refused(
    "",
    "No more losses after this point.",
    "Only ships that strike, sink or leave count; in card games, hands or troops lost.",
)


class ReplayScreen(TableScreen):
    """The screen on which a match is watched again.

    Attributes:
        replay: the replay at its current place.
        is_running: True while it plays by itself.
        speed: index into `SPEEDS`.
        followed_piece: the piece that stays in view; "" for none.
    """

    def __init__(
        self,
        replay: Replay,
        table: GameTable,
        told: tuple[Chronicler, Mapping[str, Colour]],
        begin: StartMatch,
        looking: str = "",
    ) -> None:
        """Take the chronicler and the colours of the sides as `told`; `begin` starts a new match."""
        self.replay = replay
        self.is_running = False
        self.speed = 1
        self.followed_piece = ""
        self._chronicler, self._colours = told
        self._looking = looking
        self._waited = 0
        self._seat: str | None = None
        self._requested_place: int | None = None
        self._lanes = self._build_lanes()
        super().__init__(replay, table, to_title=lambda _: Pop(), to_reckoning=lambda _: Pop(), hire=AbsentEngine)
        self.keyed = "replay"
        self._take_viewer_seat()
        taking = TakeOver(self, replay, begin)
        moves: Mapping[str, Callable[[], Transition | None]] = {
            "step_back": partial(self._step, -1),
            "step": partial(self._step, 1),
            "turn_back": partial(self._go_to_turn, -1),
            "turn_on": partial(self._go_to_turn, 1),
            "next_loss": self._go_to_next_loss,
            "follow": self._follow,
            "seen_as": self._choose_next_viewer,
            "compare": self._compare,
            "who_knows": self._show_information,
        }
        self.presses = {
            **{name: press for name, press in self._menu.presses.items() if not name.startswith("menu.concede")},
            **{f"replay.{name}": deed for name, deed in moves.items()},
            "replay.play": self._play,
            "replay.seen": self._choose_next_viewer,
            "menu.title": Pop,
            "replay.back": Pop,
            **taking.presses,
            **self._rules.presses,
            "log.watch": self._go_to_entry,
        }
        self.on |= taking.on | hearing(
            On(Scrubbed, self._scrub),
            On(Chosen, lambda chosen: self._stop_at(int(chosen.value)), "replay.row"),
            On(Chosen, lambda chosen: self._set_speed(chosen.value), "replay.speed"),
            On(Chosen, lambda chosen: self.view_as(chosen.value), "replay.viewer"),
        )
        self._moves = {keys.key(name): deed for name, deed in moves.items()}
        self._moves |= {keys.key("take_over"): taking.ask, keys.key("play"): self._play}
        self._moves |= {str(number): partial(self._choose_speed, number - 1) for number in range(1, len(SPEEDS) + 1)}
        self._keyed = {keys.key(name): self._keyed[keys.key(name)] for name in ("menu", "log", "rulebook", "motion")}

    def _build_lanes(self) -> Lanes:
        """Return the lanes for the current viewer."""
        whole = self.replay.full_match()
        return Lanes(Chronicle(whole, self.replay.side, self._chronicler), self.replay.place, "", self._colours)

    def _create_gate(self) -> OrderGate:
        """Return the gate that refuses every order."""
        return ReadOnlyGate(self.match, self.seats)

    def _create_automatic(self) -> AutomaticOrders:
        """Return the attendant that gives no commands."""
        return NoAutomaticCommands(self.match, self.table, self.seats, self._computers)

    @property
    def chronicle(self) -> Chronicle:
        """Return the course of the match as the viewer may know it."""
        return self._lanes.chronicle

    # --- what is shown

    def compose(self) -> Widget:
        """Build the table, the bars and the panels; the lanes are kept, for they may be dragged."""
        replay = self.replay
        wide = self.size[0] >= self.theme.px(WIDE)
        self.table.aside = phase_sheet.build_phase_sheet(replay, self.chronicle, self.table) if wide else None
        panels = self.table.build_panels()
        status = "Undone moves" if replay.is_comparing else f"Replay: move {replay.place} of {replay.places}"
        caption = replace(self.table.build_caption(), asked=status, sign=None)
        frame = Column([build_top_bar(caption, self.theme, self.size[0]), Spacer(grow=1), *self._bottom_bar()], gap=0)
        return Stack([self.table.surface, frame, *panels])

    def _show_information(self) -> None:
        """Open the dialog that says who knows what."""
        self.open(phase_sheet.build_information_dialog(list_information(self.replay, self._chronicler.moment)))

    def _bottom_bar(self) -> list[Widget]:
        """Return the lower bar with the lanes at the current place."""
        self._lanes.current_place, self._lanes.caption = self.replay.place, self._describe_last_move()
        self._lanes.tip = None
        tray = self._feed.tray if self.table.has_dice else None
        return build_bottom_bar(self._lanes, tray, self._build_status(), WindowLayout(self.theme, self.size))

    def _describe_last_move(self) -> str:
        """Return the first sentence about the last move; "" if nothing is said."""
        events = self.match.view_events(self.match.moves[-1], self.replay.side) if self.match.moves else ()
        return next(filter(None, (self.match.game.describe(view, event) for view, event in events)), "")

    def _build_status(self) -> ReplayStatus:
        """Return the status for the lower bar."""
        replay = self.replay
        among = list_viewers(replay.whole, self._looking)
        called = {ALL: "Everything", "": "Public view"}
        named = [(one, called.get(one) or replay.game.name_of(replay.opening, one)) for one in among]
        taken_back = len(replay.undone_branches.get(replay.place, ()))
        speed = SPEEDS[self.speed][0]
        return ReplayStatus(
            self.is_running, speed, named, replay.viewer, taken_back, replay.is_comparing, replay.explain_no_takeover()
        )

    # --- time

    def update(self, elapsed: int) -> bool:
        """Advance the table; a running replay plays the next move once the last was shown long enough."""
        if self._requested_place is not None:
            self.go_to(self._requested_place)
        moves = super().update(elapsed)
        if self.is_running and len(self.layers) == 1:
            self._waited += elapsed
            if self._waited >= self._move_duration:
                self._play_next_move()
        return moves

    @property
    def pulse(self) -> int:
        """Return the milliseconds until the next update is needed; 0 if none is."""
        left = (
            max(1, round(self._move_duration - self._waited))
            if self.is_running
            else int(self._requested_place is not None)
        )
        return min(filter(None, (self.table.surface.pulse, left)), default=0)

    @property
    def _move_duration(self) -> float:
        """Return the milliseconds for which the last move is shown."""
        last = self.match.moves[-1] if self.match.moves else None
        events = self.match.view_events(last, self.replay.side) if last else ()
        shows = any(self.table.pieces_of(event) for _, event in events)
        return (MOVE_DURATION if shows else QUIET_DURATION) / SPEEDS[self.speed][1]

    def _play_next_move(self) -> None:
        """Play the next move at the table; stop at the end."""
        self._skip()
        self._take_viewer_seat()
        self._waited = 0
        self.is_running = self.replay.step_forward() and self.is_running
        self._show_arrival()

    def _show_arrival(self) -> None:
        """Rebuild the page, and bring the followed piece into view."""
        self.rebuild()
        if self.followed_piece:
            self.table.centre_on((self.followed_piece,), 0)

    def go_to(self, place: int) -> None:
        """Go to a place; the next move is played, any other place is shown at once."""
        self._requested_place = None
        if place == self.replay.place + 1 and not self.replay.is_comparing:
            self._play_next_move()
            return
        self.table.skip_playback()
        self.replay.go_to(place)
        self._show_position()

    def _scrub(self, scrubbed: Scrubbed) -> None:
        """Move the playhead at once; the table follows before the next frame."""
        self._requested_place = self._lanes.current_place = scrubbed.place
        self._lanes.touch()

    def _show_position(self) -> None:
        """Show the current position without playing any event."""
        self._waited = 0
        self._log.forget()
        self._feed.jump_to_end()
        self._take_viewer_seat()
        self._show_arrival()

    def _take_viewer_seat(self) -> None:
        """Show the table from the viewer's seat."""
        if self._seat != self.replay.seat:
            self._seat = self.replay.seat
            self.seats.look_as(self._seat)
            self._reset_view()

    # --- what is done

    def _play(self) -> None:
        """Start or stop playing; at the end, start from the beginning."""
        if not self.is_running and self.replay.place >= self.replay.places:
            self.go_to(0)
        self.is_running, self._waited = not self.is_running, 0
        self.rebuild()

    def _stop_at(self, place: int) -> None:
        """Stop and go to a place."""
        self.is_running = False
        self.go_to(place)

    def _step(self, step: int) -> None:
        """Stop and go `step` moves on."""
        self._stop_at(self.replay.place + step)

    def _go_to_turn(self, step: int) -> None:
        """Stop and go `step` turns on."""
        self._stop_at(self.chronicle.find_turn_start(self.replay.place, step))

    def _go_to_next_loss(self) -> None:
        """Stop before the next loss and play it; say so if none follows."""
        place = self.chronicle.find_next_loss(self.replay.place)
        if place is None:
            self.refuse(_NO_LOSS)
            return
        self._stop_at(place - 1)
        self._play_next_move()

    def _follow(self) -> None:
        """Keep the selected piece in view, or stop doing so."""
        self.followed_piece = "" if self.followed_piece else self.table.selected_piece()
        if self.followed_piece:
            self.table.centre_on((self.followed_piece,), 0)
        elif not self.table.selected_piece():
            self.refuse(_UNCHOSEN)

    def _compare(self) -> None:
        """Show the undone orders, or the match again."""
        self.is_running = False
        self.replay.toggle_comparison()
        self._show_position()

    def _go_to_entry(self) -> None:
        """Close the log and go to its open entry."""
        place = self.book.moves_made
        self.close()
        self._stop_at(place)

    def _set_speed(self, name: str) -> None:
        """Set the speed by its name."""
        self._choose_speed([one for one, _ in SPEEDS].index(name))

    def _choose_speed(self, number: int) -> None:
        """Set the speed by its index."""
        self.speed = number
        self.rebuild()

    def _choose_next_viewer(self) -> None:
        """Turn to the next viewer."""
        among = list_viewers(self.replay.whole, self._looking)
        self.view_as(among[(among.index(self.replay.viewer) + 1) % len(among)])

    def view_as(self, viewer: str) -> None:
        """Show what another viewer may know, and clear selections and sheets."""
        if viewer not in list_viewers(self.replay.whole, self._looking):
            return
        self.replay.set_viewer(viewer)
        self._lanes = self._build_lanes()
        self._seat = None
        self._show_position()

    # --- input

    def key_pressed(self, given: Input) -> Transition | None:
        """Handle the keys of a replay first; keys of the table that give orders do nothing."""
        if given.key in self._moves:
            return self._moves[given.key]()
        if given.key in self._answering or given.key == keys.key("end_phase"):
            return None
        return super().key_pressed(given)

    def back(self) -> Transition | None:
        """Clear what is laid out at the table; without anything, or at the end, leave the replay."""
        if self.match.game.outcome(self.match.state) is None and self.table.go_back():
            self.rebuild()
            return None
        return Pop()
