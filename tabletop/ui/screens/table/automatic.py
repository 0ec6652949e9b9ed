"""Orders that nobody at the screen gives: the computer's, and those that a game's table gives by itself."""

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
"""Milliseconds at least before an order of the computer in a game with secrets, whatever it holds (VOL-11)."""
WATCHED = ("each", "slow", "usual")
"""With these it has a button to go on."""
SHORT = 150
"""The same at most after what shows nothing."""
NEXT = PrimaryAction("Next", "", "Continue with the computer's turn.")
GATHERED = 800
"""Milliseconds of thinking for which what is to be shown together with the next order is not shown yet."""
POLL = 40
"""Milliseconds after which it is looked again whether the computer has decided."""


class Automatic:
    """Waits, and then says what is to be done.

    Attributes:
        held: whether time passes in which nothing tells if an order will come; nobody is asked so long.
        hurried: whether nothing stands until a person is asked.
    """

    def __init__(self, match: Match, table: GameTable, seats: Seats, computers: Computers) -> None:
        self._match, self._table, self._seats, self._computers = match, table, seats, computers
        self._next: AutomaticCommand | None = None
        self._waited = 0
        self._judged: Move | None = None
        self._seen = self._dice = self._shown = self._loss = self.hurried = False

    @property
    def held(self) -> bool:
        """Whether the table waits before it passes over somebody, or does not."""
        return self._next is not None

    @property
    def pulse(self) -> int:
        """Milliseconds until something may be due; 0 if nothing is awaited."""
        if self._next:
            return max(1, self._next.after - self._waited)
        if not self._seats.computer:
            return 0
        left = self._pause - self._waited
        return 0 if left == inf else POLL if left <= 0 else ceil(left)

    @property
    def offer(self) -> PrimaryAction | None:
        """To cut the computer short, or to go on where what it does stands for a while."""
        watched = MOTION.turns in WATCHED or self._halted
        return self._computers.offer or (NEXT if self._seats.computer and watched else None)

    @property
    def _halted(self) -> bool:
        """Whether it stands for a loss, as the player wishes."""
        self._judge()
        return MOTION.halts and self._loss and not (self._seen or self.hurried)

    @property
    def stands(self) -> bool:
        """Whether what the computer did stands until it was seen, and can be played again meanwhile."""
        return self.offer is NEXT

    def hints(self, usual: Sequence[str]) -> Sequence[str]:
        """Names of the keys that matter while another is to move; of the usual ones those that order nothing."""
        own = ("next_deed", "my_turn", "again") if self.stands else ()
        taken = set(map(keys.key, own))
        return [*own, *(name for name in usual if name in keys.LOOKS and keys.key(name) not in taken)]

    @property
    def gathering(self) -> bool:
        """Whether what the computer ordered last is shown together with what it orders next.

        So are orders of one kind to ships of one squadron for which nothing is rolled, as when all of it sail.
        """
        last = self._match.moves[-1] if self._match.moves else None
        if last is None or last.drawn or self._waited >= GATHERED or not self._seats.computer:
            return False
        kind, decided = self._kind(last.command), self._computers.decided
        of_computer = self._match.game.seat_of_command(last.before, last.command) in self._seats.computers
        return of_computer and kind is not None and (decided is None or self._kind(decided.command) == kind)

    def _kind(self, order: Command) -> tuple[type[Command], Squadron] | None:
        """What it is, and of which squadron the first piece is that it is about; None where there is none."""
        squadron = next(map(self._table.squadron_of, self._table.pieces_of(order)[:1]), None)
        return (type(order), squadron) if squadron else None

    def go_on(self) -> None:
        """What stands was seen, or who thinks for long takes the best order so far."""
        if self._computers.offer:
            self._computers.hurry()
        self._seen = True

    def hasten(self) -> None:
        """All that stands was seen until a person is asked."""
        self.hurried = bool(self._seats.computer)

    @property
    def _pause(self) -> float:
        """Milliseconds before the next order of the computer: so long its last one stands."""
        self._judge()
        least = PAUSE if self._match.game.meta.secrets else 0
        if self.gathering:
            return 0
        if self._seen or self.hurried:
            return least
        if self._halted:
            return inf
        with_dice, without = STANDS[MOTION.turns]
        return max(least, with_dice if self._dice else without if self._shown else min(without, SHORT))

    def _judge(self) -> None:
        """What was shown of the last move, once for each."""
        last = self._match.moves[-1] if self._match.moves else None
        if last is not self._judged:
            self._judged, self._seen = last, False
            self._dice, self._shown, self._loss = self._showed(last) if last else (False, False, False)

    def _showed(self, move: Move) -> tuple[bool, bool, bool]:
        """Whether whoever looks was shown dice, anything at all, a loss; what was hidden decides nothing."""
        told = list(self._match.view_events(move, self._seats.looking))
        dice = move.drawn > 0 and any(self._table.dice_of_event(view, event) for view, event in told)
        notice = game_plugins.load_pictures(self._match.game.meta.id).chronicler.notice
        lost = MOTION.halts and any(notice(view, event).lost for view, event in told)
        return dice, any(self._table.pieces_of(event) for _, event in told), lost

    def at_once(self) -> AutomaticCommand | None:
        """What the table does by itself now; with a pause before it, it comes out of `due`."""
        decision = self._match.game.decision(self._match.state)
        if decision is None or self._seats.computer:
            return None
        passing = self._table.automatic_command(self._match.view(decision.side))
        if passing and passing.after:
            self._next, self._waited = passing, 0
            return None
        return passing

    def stop(self) -> None:
        """Nothing is awaited any more: something else was done."""
        self._next, self._waited = None, 0

    def due(self, elapsed: int) -> AutomaticCommand | None:
        """Let time pass; what is to be done now. A passing without a command only ends the pause."""
        self.hurried = self.hurried and bool(self._seats.computer)
        if accept := self._computers.agreement:
            return AutomaticCommand(accept, why="Its position is worse.")
        if not self.pulse:
            self._waited = 0
            return None
        self._waited += elapsed
        due = self._next if self._next and self._waited >= self._next.after else self._of_computer()
        if due:
            self.stop()
        return due

    def _of_computer(self) -> AutomaticCommand | None:
        if self._next or self._waited < self._pause:
            return None
        decided = self._computers.decided
        return AutomaticCommand(decided.command, why=decided.why) if decided else None
