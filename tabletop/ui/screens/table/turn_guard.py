"""The guard against impatience: a press that was meant for the other side's turn gives no order of the player's own.

While the computer plays, the player presses keys that skip, show or hasten it. The same keys give orders a moment
later. So the first press after the computer only takes the turn over, and a press that follows another one at once
gives no order until the player has paused.
"""

from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.input import Input
from tabletop.ui.screens.table.seats import Seats

NO_STROKE = Input("moved")
"""Stands for the last stroke while there was none."""


class TurnGuard:
    """Decides for each press of the players at one screen whether it may give an order.

    Args:
        match: the match that is played.
        seats: the seats of the match; they say which of them the computer holds.
        confirms: False where a turn needs no press to be taken over, as in a lesson, whose card asks for each order.
    """

    def __init__(self, match: Match, seats: Seats, *, confirms: bool = True) -> None:
        self._match, self._seats, self._confirms = match, seats, confirms
        self._noticed = len(match.moves)
        self._asked = self._asked_seat
        self._awaited = False
        self._hasty = True
        """Whether a quick stroke gives no order: the stroke before it took the turn over, or skipped something."""
        self._stroke = self._stroke_before = NO_STROKE
        self._primary: tuple[str, str] | None = None
        """Words and act of the brass button as it is shown now; None without one."""
        self._primary_at_stroke: tuple[str, str] | None = None
        self._primary_before_last: tuple[str, str] | None = None

    @property
    def awaits_takeover(self) -> bool:
        """Return True while the next press only takes the turn over."""
        if not self._awaited or self._seats.computer_to_move:
            return False
        return self._match.game.outcome(self._match.state) is None

    @property
    def _asked_seat(self) -> str:
        """The one seat that is asked now; "" if nobody is, or several are."""
        decision = self._match.game.decision(self._match.state)
        return "" if decision is None or decision.either else decision.seat

    def notice_moves(self) -> None:
        """Look at the moves since the last call: after a move of the computer the turn must be taken over."""
        moves, asked = self._match.moves, self._asked_seat
        if len(moves) < self._noticed:  # taken back: the player is at work
            self._awaited = False
        elif any(self._is_of_computer(move) for move in moves[self._noticed :]):
            self._require_takeover()
        self._hasty = self._hasty or asked != self._asked
        self._noticed, self._asked = len(moves), asked

    def _is_of_computer(self, move: Move) -> bool:
        return self._match.game.seat_of_command(move.before, move.command) in self._seats.computers

    def _require_takeover(self) -> None:
        self._awaited, self._hasty = self._confirms, True

    def notice_skip(self) -> None:
        """Note that a press has skipped an animation.

        After another seat's command, or a reveal, the turn must be taken over.
        """
        self._hasty = True
        last = self._match.moves[-1] if self._match.moves else None
        if last is None:
            return
        shared = self._match.game.meta.secrets and self._match.revelation_of(last)
        if shared or self._match.game.seat_of_command(last.before, last.command) != self._asked_seat:
            self._require_takeover()

    def take_turn(self) -> None:
        """Note that the player has taken the turn over, e.g. by the curtain or by selecting a ship."""
        self._awaited, self._hasty = False, True

    def note_primary_action(self, offer: PrimaryAction | None) -> None:
        """Remember the primary action that is shown from now on."""
        self._primary = (offer.label, offer.action_id) if offer else None

    def note_stroke(self, given: Input) -> None:
        """Remember a key or mouse button that goes down."""
        self._stroke_before, self._stroke = self._stroke, given
        self._primary_before_last, self._primary_at_stroke = self._primary_at_stroke, self._primary

    def blocks_order(self, *, brass: bool = False) -> bool:
        """Return True if the last stroke may give no order, and let it take the turn over.

        A click on a ship, a card or a panel is aimed at it, so it needs to take over nothing: only the brass button,
        which is so for `brass`, has had another meaning in the same place.
        """
        self.notice_moves()
        if self._stroke.held:
            return True
        waits = self.awaits_takeover and (brass or self._stroke.kind == "key")
        hasty = self._stroke.quick and (self._hasty or self.awaits_takeover)
        if waits or hasty or (brass and self._has_changed):
            self.take_turn()
            return True
        self._awaited = self._hasty = False
        return False

    @property
    def _has_changed(self) -> bool:
        """Return True if the brass button has changed its meaning since it was struck, or during a double click."""
        if self._stroke is NO_STROKE:
            return False
        changed = self._primary != self._primary_at_stroke
        return changed or (self._stroke.quick and self._primary != self._primary_before_last)
