"""What the game's table is told of the match: views and events as whoever looks may know them."""

from collections.abc import Callable, Iterator, Sequence

from tabletop.core import state_cache
from tabletop.core.events import Event
from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.core.record import UndoEntry
from tabletop.ui.boards.contract import DiceThrow, GameTable
from tabletop.ui.motion import MOTION
from tabletop.ui.screens.table.dice_tray import Tray
from tabletop.ui.screens.table.seats import NOBODY, Seats
from tabletop.ui.sound.cues import find_cues
from tabletop.ui.sound.speaker import SPEAKER


class ViewFeed:
    """Follows the match; nothing that the viewer may not know goes to the game's table or into the tray.

    Attributes:
        tray: where the dice lie.
        news: whether something has happened that the table has not played.
        volley: the first move of many that were given as one, and what they came to in a sentence; else None.
    """

    def __init__(
        self, match: Match, table: GameTable, seats: Seats, tray: Tray, heard: Callable[[Sequence[Event]], None],
        free: Callable[[], bool],
    ) -> None:  # fmt: skip
        """`heard` is told the events that are played, as whoever looks may know them; `free` says whether the player
        leaves the view to the table just now.
        """
        self._free = free
        self._heard = heard
        self._match, self._table, self._seats = match, table, seats
        self._timeline = match.timeline(len(match.trace))
        self.tray = tray
        self.volley: tuple[Move, str] | None = None

    @property
    def news(self) -> bool:
        """Whether something waits to be played."""
        return self._timeline.has_more

    def seat(self) -> None:
        """Another looks at the table, or nobody: what happened is not played to a curtain."""
        self._table.skip_playback()
        self._table.set_viewer(self._seats.looking)
        if self._seats.waiting:
            self._timeline.go_to_end()
        self.show()

    def stand(self) -> None:
        """The match stands elsewhere, and nothing of what led there is played."""
        self._timeline = self._match.timeline(len(self._match.trace))
        self._retrace()

    def show(self) -> None:
        """The position as it is for whoever looks; what is still to be played begins where it began."""
        looking = self._seats.looking
        past = (tuple(self._match.view_events(move, looking)) for move in self._timeline.moves[::-1])
        self._table.show(self._match.game.view(self._timeline.state, looking), past)

    def attend(self) -> None:
        """Let time pass as the player wishes; the wind is that of the table on top, whoever left another meanwhile."""
        SPEAKER.set_weather(self._table.weather())
        self.tray.still(not MOTION.rate)

    def close(self) -> None:
        """The table is left: no wind is heard any more, and what was reckoned of its states is let go."""
        SPEAKER.set_weather("")
        state_cache.clear_caches()

    def play(self) -> None:
        """Let the table play what has happened since the last time, as one; what was taken back is not played."""
        moves: list[Move] = []
        for entry, move in self._timeline.advance():
            if isinstance(entry, UndoEntry):
                moves.clear()
                self._retrace()
            else:
                moves.append(move)
        if moves:
            self._play(moves)

    def _retrace(self) -> None:
        self.volley = None
        self.tray.clear()
        self.show()

    def _play(self, moves: list[Move]) -> None:
        phase, looking, view = self._table.build_caption().phase, self._seats.looking, self._match.game.view
        seen = [event for move in moves for _, event in self._match.view_events(move, looking)]
        self._heard(seen)
        self._table.play(view(moves[0].before, looking), seen, view(moves[-1].after, looking))
        self._watch(moves, seen)
        self.volley = self._summed(moves)
        self._throw(
            [dice for move in moves for dice in self._thrown(move)], same=self._table.build_caption().phase == phase
        )

    def _watch(self, moves: Sequence[Move], seen: Sequence[Event]) -> None:
        """What the computer does comes into view, and after its turn the side that is asked."""
        givers = {self._match.game.seat_of_command(move.before, move.command) for move in moves}
        if not self._free() or givers.isdisjoint(self._seats.computers):
            return
        if MOTION.follows:
            self._table.follow_pieces(
                tuple(dict.fromkeys(piece for event in seen for piece in self._table.pieces_of(event)))
            )
        if not self._seats.computer:
            self._table.resume_turn()

    def _summed(self, moves: list[Move]) -> tuple[Move, str] | None:
        """As everybody may know it, for it is read in the log."""
        told = self._table.summarize_events(
            [event for move in moves for _, event in self._match.view_events(move, NOBODY)]
        )
        return (moves[0], told) if told else None

    def _throw(self, thrown: list[DiceThrow], *, same: bool) -> None:
        if not thrown and not same:
            self.tray.clear()
        for dice in thrown:
            self.tray.throw(dice)
        for call in find_cues(self._table.sounds, None, thrown[-1]) if thrown else ():
            SPEAKER.play(call.kind)

    def _thrown(self, move: Move) -> Iterator[DiceThrow]:
        """The dice of a move, in order."""
        thrown = (self._table.dice_of_event(view, event) for view, event in self._match.view_events(move, NOBODY))
        return filter(None, thrown)
