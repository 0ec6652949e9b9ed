"""Commands that nobody at the screen gives: those of the computer, and those that a table gives by itself."""

from collections.abc import Sequence
from math import ceil, inf

from tabletop.core.commands import Command
from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.ui import keys
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.contract import AutomaticCommand, GameTable, PrimaryAction, Squadron
from tabletop.ui.motion import MOTION, STANDS
from tabletop.ui.screens.table.computers import Computers
from tabletop.ui.screens.table.seats import Seats

PAUSE = 600
"""Least milliseconds before a command of the computer in a game with secrets, whatever it holds (VOL-11)."""
WATCHED = ("each", "slow", "usual")
"""Settings of the computer's turn with a button that continues."""
SHORT = 150
"""Most milliseconds of the pause after a command that showed nothing."""
NEXT_ACTION = PrimaryAction("Next", "", "Continue with the computer's turn.")
GATHERED = 800
"""Milliseconds of thinking after which a command is shown without waiting for the next one."""
POLL = 40
"""Milliseconds between two looks at the computer's decision."""


class AutomaticOrders:
    """The clock of automatic commands: it waits and then returns the command that is due.

    Attributes:
       is_hurried: True while the rest of the computer's turn is skipped.
    """

    def __init__(self, match: Match, table: GameTable, seats: Seats, computers: Computers) -> None:
        self._match, self._table, self._seats, self._computers = match, table, seats, computers
        self._next: AutomaticCommand | None = None
        self._waited = 0
        self._judged: Move | None = None
        self._seen = self._dice = self._shown = self._loss = self.is_hurried = False

    @property
    def is_waiting(self) -> bool:
        """Return True while the table waits before it passes for a side, or gives no command."""
        return self._next is not None

    @property
    def pulse(self) -> int:
        """Return the milliseconds until something may be due, or 0 if nothing is awaited."""
        if self._next:
            return max(1, self._next.after - self._waited)
        if not self._seats.computer_to_move:
            return 0
        left = self._pause_length - self._waited
        return 0 if left == inf else POLL if left <= 0 else ceil(left)

    @property
    def wait_action(self) -> PrimaryAction | None:
        """Return the action that stops the computer's thinking or continues after its command, or None."""
        watched = MOTION.turns in WATCHED or self._halts_for_loss
        return self._computers.wait_action or (NEXT_ACTION if self._seats.computer_to_move and watched else None)

    @property
    def _halts_for_loss(self) -> bool:
        """Return True if the player wants a halt after a loss, and the last move showed one."""
        self._judge_last_move()
        return MOTION.halts and self._loss and not (self._seen or self.is_hurried)

    @property
    def stands_still(self) -> bool:
        """Return True while the computer's last command stands until the player continues."""
        return self.wait_action is NEXT_ACTION

    def filter_hints(self, usual: Sequence[str]) -> Sequence[str]:
        """Return the keys that work while another side is to move."""
        own = ("next_deed", "my_turn", "again") if self.stands_still else ()
        taken = set(map(keys.key, own))
        return [*own, *(name for name in usual if name in keys.LOOKS and keys.key(name) not in taken)]

    @property
    def is_gathering(self) -> bool:
        """Return True if the computer's last command is shown together with its next one.

        That holds for commands of one kind to ships of one squadron without dice, as when a whole squadron sails.
        """
        last = self._match.moves[-1] if self._match.moves else None
        if last is None or last.drawn or self._waited >= GATHERED or not self._seats.computer_to_move:
            return False
        kind, decided = self._order_kind(last.command), self._computers.decision
        of_computer = self._match.game.seat_of_command(last.before, last.command) in self._seats.computers
        return of_computer and kind is not None and (decided is None or self._order_kind(decided.command) == kind)

    def _order_kind(self, order: Command) -> tuple[type[Command], Squadron] | None:
        """Return the type of a command and the squadron of its first piece, or None without a squadron."""
        squadron = next(map(self._table.squadron_of, self._table.pieces_of(order)[:1]), None)
        return (type(order), squadron) if squadron else None

    def skip_pause(self) -> None:
        """Continue after the computer's command, or let it play the best command so far."""
        if self._computers.wait_action:
            self._computers.stop_thinking()
        self._seen = True

    def hurry_turn(self) -> None:
        """Skip all pauses until a person is asked."""
        self.is_hurried = bool(self._seats.computer_to_move)

    @property
    def _pause_length(self) -> float:
        """Return the milliseconds before the next command of the computer; inf for a halt."""
        self._judge_last_move()
        least = PAUSE if self._match.game.meta.secrets else 0
        if self.is_gathering:
            return 0
        if self._seen or self.is_hurried:
            return least
        if self._halts_for_loss:
            return inf
        with_dice, without = STANDS[MOTION.turns]
        return max(least, with_dice if self._dice else without if self._shown else min(without, SHORT))

    def _judge_last_move(self) -> None:
        """Judge what the last move showed, once for each move."""
        last = self._match.moves[-1] if self._match.moves else None
        if last is not self._judged:
            self._judged, self._seen = last, False
            self._dice, self._shown, self._loss = self._judge_move(last) if last else (False, False, False)

    def _judge_move(self, move: Move) -> tuple[bool, bool, bool]:
        """Return whether the viewer saw dice, any piece, and a loss. Hidden events do not count."""
        told = list(self._match.view_events(move, self._seats.looking))
        dice = move.drawn > 0 and any(self._table.dice_of_event(view, event) for view, event in told)
        notice = game_plugins.load_pictures(self._match.game.meta.id).chronicler.notice
        lost = MOTION.halts and any(notice(view, event).lost for view, event in told)
        return dice, any(self._table.pieces_of(event) for _, event in told), lost

    def take_immediate(self) -> AutomaticCommand | None:
        """Return the command that the table gives by itself now, or None. A delayed one comes from `advance`."""
        decision = self._match.game.decision(self._match.state)
        if decision is None or self._seats.computer_to_move:
            return None
        passing = self._table.automatic_command(self._match.view(decision.side))
        if passing and passing.after:
            self._next, self._waited = passing, 0
            return None
        return passing

    def cancel_waiting(self) -> None:
        """Cancel the awaited command."""
        self._next, self._waited = None, 0

    def advance(self, elapsed: int) -> AutomaticCommand | None:
        """Let `elapsed` milliseconds pass and return the command that is due, or None.

        A result without a command only ends the pause.
        """
        self.is_hurried = self.is_hurried and bool(self._seats.computer_to_move)
        if accept := self._computers.draw_answer:
            return AutomaticCommand(accept, why="Its position is worse.")
        if not self.pulse:
            self._waited = 0
            return None
        self._waited += elapsed
        due = self._next if self._next and self._waited >= self._next.after else self._take_decided()
        if due:
            self.cancel_waiting()
        return due

    def _take_decided(self) -> AutomaticCommand | None:
        if self._next or self._waited < self._pause_length:
            return None
        decided = self._computers.decision
        return AutomaticCommand(decided.command, why=decided.why) if decided else None
