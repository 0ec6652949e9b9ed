"""The computer players at a table: their commands, the events that they observe, and what happens if one fails."""

from collections.abc import Callable, Iterator

from tabletop.core.agreement import DrawOffered
from tabletop.core.commands import Command
from tabletop.core.events import Event
from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.core.phrases import capitalize
from tabletop.core.record import CommandEntry, ComputerPlayer, Entry
from tabletop.players import create_player
from tabletop.players.engine import Engine, EngineFactory
from tabletop.players.player import Proposal
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.screens.table.menu import build_command
from tabletop.ui.screens.table.seats import Seats
from tabletop.ui.widgets.overlay import Toast, question
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Presses

PATIENCE = 1500
"""Milliseconds of thinking after which the player may stop it."""
LONGEST = 120_000
"""Milliseconds of thinking after which it is stopped."""
ATTEMPTS = 2
"""How often a seat is asked for a command before a person is asked what to do."""
RESTARTS = 2
"""How often a crashed computer player is started again before a person is asked what to do."""
DECIDE_NOW = PrimaryAction("Decide now", "", "The computer plays the best order found so far.")
_GOES_ON = "It has been restarted, and the battle continues."
_ASKED_AGAIN = "The computer will try again."
_NOTHING = "it found no order"
_NO_WORSE = "The computer accepts a draw only if its position is worse."
_STANDS = "The battle is saved. Let the computer try again, or play {} yourself."


class Computers:
    """The computer players of a match.

    Attributes:
       presses: the function of the button by which a person takes a seat.
    """

    def __init__(self, page: Page, match: Match, seats: Seats, hire: EngineFactory, seated: Callable[[], None]) -> None:
        """Start a computer player for each of its seats; `seated` is called when a person has taken one."""
        self._page, self._match, self._seats, self._seated = page, match, seats, seated
        seating, side = match.header.seating, seats.side_of
        self._engines: dict[str, Engine] = {
            seat: hire(match.game, side(seat), chosen)
            for seat in seats.computers
            if (chosen := seating.player(seat) or seating.player(side(seat)))
        }
        self._asked = self._failed = ""
        self._thought = self._restarts = self._attempts = 0
        self._judged: Proposal | None = None
        """The last order that was judged in this position; `_verdict` says what is wrong with it."""
        self._verdict = ""
        self._offered = True
        """Whether a draw may wait for an answer of the computer."""
        self.presses: Presses[None] = {"computer.person": self._seat_person}
        for seat in self._engines:
            self._start_seat(seat)
        if self._engines:  # else a match would keep every screen on which it was shown
            match.add_listener(self._observe_move)

    # --- what they choose

    @property
    def decision(self) -> Proposal | None:
        """Return the proposal that the computer has decided on, or None while it thinks or is not to move."""
        engine = self._engines.get(self._asked)
        return engine.best if engine and not engine.is_thinking and self._is_allowed(engine.best) else None

    @property
    def wait_action(self) -> PrimaryAction | None:
        """Return the action that stops the thinking, once it has lasted for a while, or None."""
        return DECIDE_NOW if self._thought >= PATIENCE else None

    def stop_thinking(self) -> None:
        """Let the computer play the best command so far."""
        self._engines[self._asked].stop()

    def attend(self, elapsed: int) -> bool:
        """Ask the seat that is to move, and handle failures. Return True if `wait_action` has changed."""
        if not self._engines:
            return False
        before = self.wait_action
        if self._failed and len(self._page.layers) == 1:
            self._resume_failed()
        if not self._failed and self._match.game.outcome(self._match.state) is None:
            self._restart_crashed()
            self._ask_seat()
        engine = self._engines.get(self._asked)
        self._thought = self._thought + elapsed if engine and engine.is_thinking else 0
        if self._thought >= LONGEST:
            self.stop_thinking()
        return before != self.wait_action

    def _ask_seat(self) -> None:
        """Ask the seat that is to move, and handle an illegal answer."""
        asked = self._seats.computer_to_move
        if asked != self._asked:
            self._asked, self._thought, self._judged = asked, 0, None
            if asked:
                self._engines[asked].ask(self._match.view(self._seats.side_of(asked)))
        elif asked and (objection := self._find_objection(self._engines[asked])):
            self._handle_objection(asked, objection)

    def _find_objection(self, engine: Engine) -> str:
        """Return what is wrong with the best order of `engine`, as a clause; "" for nothing, or while it thinks."""
        best = engine.best
        if engine.fault:
            return engine.fault
        if best is None:
            return "" if engine.is_thinking else _NOTHING
        if best is not self._judged:
            self._judged, self._verdict = best, self._judge_order(best.command)
        return self._verdict

    def _judge_order(self, order: Command) -> str:
        """Return why an order cannot be given now for the seat that is asked, as a clause; "" if it can."""
        if self._seat_of(order) != self._asked:
            return "it gave an order for another player"
        refusal, game = self._match.check(order), self._match.game
        if refusal is None:
            return ""
        if game.has_secrets(self._match.state):  # the reason may tell what the computer holds (C-6)
            return "the rules do not allow its order"
        return f"the rules do not allow its order ({refusal.reason.rstrip('.')})"

    def _handle_objection(self, seat: str, objection: str) -> None:
        """Ask a seat once more; after the last attempt ask a person what to do."""
        self._attempts += 1
        if self._attempts < ATTEMPTS:
            self._page.say(Toast(f"No order for {self._seats.name_of(seat)}: {objection}.", _ASKED_AGAIN))
            self._asked = ""
            self._start_seat(seat)
        else:
            self._give_up(seat, "The computer found no order", "" if objection == _NOTHING else objection)

    def _is_allowed(self, best: Proposal | None) -> bool:
        return best is not None and not self._judge_order(best.command)

    def _seat_of(self, order: Command) -> str:
        return self._match.game.seat_of_command(self._match.state, order)

    @property
    def draw_answer(self) -> Command | None:
        """Return the command that accepts an offered draw, if the computer stands worse; else None.

        Reading it answers the offer: a refusal is shown once.
        """
        if not self._offered:
            return None
        self._offered, game, state = False, self._match.game, self._match.state
        for seat in self._engines:
            accept = build_command(game, "accept_draw", self._seats.all[seat])
            if game.check(state, accept) is None:
                if self._evaluate_position(seat) < 0:
                    return accept
                self._page.say(Toast(f"{self._seats.name_of(seat)} does not accept the draw.", _NO_WORSE))
        return None

    def _evaluate_position(self, seat: str) -> float:
        side, seating = self._seats.side_of(seat), self._match.header.seating
        chosen = seating.player(seat) or seating.player(side) or ComputerPlayer()
        return create_player(self._match.game, side, chosen).evaluate_position(self._match.view(side))

    # --- what they see

    def _observe_move(self, entry: Entry, move: Move) -> None:
        """Tell the computer players of a move. After an undo each starts again, since none can forget."""
        made = isinstance(entry, CommandEntry)
        self._offered |= any(isinstance(event, DrawOffered) for event in move.events)
        giver = self._match.game.seat_of_command(move.before, move.command)
        if made and giver in self._engines:
            self._restarts = self._attempts = 0
        for seat, engine in self._engines.items():
            if made:
                engine.observe(self._redact_events(move, self._seats.side_of(seat)))
            else:
                self._start_seat(seat)
        self._asked = ""

    def _start_seat(self, seat: str) -> None:
        self._engines[seat].begin(self._match.events_known_to(self._seats.side_of(seat)))

    def _redact_events(self, move: Move, side: str) -> Iterator[Event]:
        return (self._match.game.redact(event, side) for event in move.events)

    # --- when they fail

    def _restart_crashed(self) -> None:
        for seat in [seat for seat, engine in self._engines.items() if engine.has_crashed]:
            if self._restarts >= RESTARTS:
                self._give_up(seat, "The computer player stopped again")
                return
            self._restarts, self._asked = self._restarts + 1, ""
            self._start_seat(seat)
            self._page.say(
                Toast(f"The computer player for {self._seats.name_of(seat)} stopped unexpectedly.", _GOES_ON)
            )

    def _give_up(self, seat: str, why: str, objection: str = "") -> None:
        """Ask a person what to do; `objection` is a clause with details, or ""."""
        self._failed, name = seat, self._seats.name_of(seat)
        yes = "computer.person", f"Play {name} myself"
        said = f"{capitalize(objection)}. " if objection else ""
        self._page.open(question(f"{why}.", f"{said}{_STANDS.format(name)}", yes, safe="Try again"))

    def _resume_failed(self) -> None:
        """Ask the failed seat again once the question is closed."""
        seat, self._failed, self._asked = self._failed, "", ""
        self._restarts = self._attempts = 0
        self._start_seat(seat)

    def _seat_person(self) -> None:
        seat, self._failed, self._asked = self._failed, "", ""
        self._thought = self._attempts = 0
        self._engines.pop(seat).close()
        self._seats.take_over(seat)
        self._seated()

    def close(self) -> None:
        """Stop all computer players."""
        for engine in self._engines.values():
            engine.close()
