"""The feed of a game's table: views and events of the match as the viewer may know them."""

from collections.abc import Callable, Iterator, Sequence

from tabletop.core import state_cache
from tabletop.core.events import Event
from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.core.record import UndoEntry
from tabletop.ui.boards.contract import DiceThrow, GameTable
from tabletop.ui.motion import MOTION
from tabletop.ui.screens.table.dice_tray import DiceTray
from tabletop.ui.screens.table.seats import NOBODY, Seats
from tabletop.ui.sound.cues import find_cues
from tabletop.ui.sound.speaker import SPEAKER


class ViewFeed:
    """The follower of a match that feeds table and tray. Nothing that the viewer may not know gets there.

    Attributes:
       tray: the dice tray.
       batch_summary: the first of several moves given as one, and their summary; None without.
    """

    def __init__(
        self,
        match: Match,
        table: GameTable,
        seats: Seats,
        tray: DiceTray,
        heard: Callable[[Sequence[Event]], None],
        free: Callable[[], bool],
    ) -> None:
        """Create the feed.

        `heard` gets the events that are shown; `free` tells whether the table may move the view now.
        """
        self._free = free
        self._heard = heard
        self._match, self._table, self._seats = match, table, seats
        self._timeline = match.timeline(len(match.trace))
        self.tray = tray
        self.batch_summary: tuple[Move, str] | None = None

    @property
    def has_news(self) -> bool:
        """Return True if events wait to be shown."""
        return self._timeline.has_more

    def set_viewer(self) -> None:
        """Change the viewer of the table. Behind the curtain events are not shown."""
        self._table.skip_playback()
        self._table.set_viewer(self._seats.looking)
        if self._seats.waiting:
            self._timeline.go_to_end()
        self.show()

    def jump_to_end(self) -> None:
        """Show the match as it stands, without the events that led there."""
        self._timeline = self._match.timeline(len(self._match.trace))
        self._show_position()

    def show(self) -> None:
        """Show the position to the viewer. Events that wait are shown later."""
        looking = self._seats.looking
        past = (tuple(self._match.view_events(move, looking)) for move in self._timeline.moves[::-1])
        self._table.show(self._match.game.view(self._timeline.state, looking), past)

    def attend(self) -> None:
        """Set weather sound and dice motion as the player wishes."""
        SPEAKER.set_weather(self._table.weather())
        self.tray.set_still(not MOTION.rate)

    def close(self) -> None:
        """End the weather sound and clear the caches of states."""
        SPEAKER.set_weather("")
        state_cache.clear_caches()

    def play(self) -> None:
        """Show the events since the last call as one. Undone events are not shown."""
        moves: list[Move] = []
        for entry, move in self._timeline.advance():
            if isinstance(entry, UndoEntry):
                moves.clear()
                self._show_position()
            else:
                moves.append(move)
        if moves:
            self._play_moves(moves)

    def _show_position(self) -> None:
        self.batch_summary = None
        self.tray.clear()
        self.show()

    def _play_moves(self, moves: list[Move]) -> None:
        phase, looking, view = self._table.build_caption().phase, self._seats.looking, self._match.game.view
        seen = [event for move in moves for _, event in self._match.view_events(move, looking)]
        self._heard(seen)
        self._table.play(view(moves[0].before, looking), seen, view(moves[-1].after, looking))
        self._follow_computer(moves, seen)
        self.batch_summary = self._summarize(moves)
        self._throw_dice(
            [dice for move in moves for dice in self._list_throws(move)],
            same=self._table.build_caption().phase == phase,
        )

    def _follow_computer(self, moves: Sequence[Move], seen: Sequence[Event]) -> None:
        """Bring the computer's moves into view, and after its turn the side that is asked."""
        givers = {self._match.game.seat_of_command(move.before, move.command) for move in moves}
        if not self._free() or givers.isdisjoint(self._seats.computers):
            return
        if MOTION.follows:
            self._table.follow_pieces(
                tuple(dict.fromkeys(piece for event in seen for piece in self._table.pieces_of(event)))
            )
        if not self._seats.computer_to_move:
            self._table.resume_turn()

    def _summarize(self, moves: list[Move]) -> tuple[Move, str] | None:
        """Return the first move with the public summary of all, or None."""
        told = self._table.summarize_events(
            [event for move in moves for _, event in self._match.view_events(move, NOBODY)]
        )
        return (moves[0], told) if told else None

    def _throw_dice(self, thrown: list[DiceThrow], *, same: bool) -> None:
        if not thrown and not same:
            self.tray.clear()
        for dice in thrown:
            self.tray.throw(dice)
        for call in find_cues(self._table.sounds, None, thrown[-1]) if thrown else ():
            SPEAKER.play(call.kind)

    def _list_throws(self, move: Move) -> Iterator[DiceThrow]:
        """Yield the dice of a move in order."""
        thrown = (self._table.dice_of_event(view, event) for view, event in self._match.view_events(move, NOBODY))
        return filter(None, thrown)
