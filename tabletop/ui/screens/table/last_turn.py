"""The last turn of the other side, ship by ship. Each line shows its place and plays its event again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.ui import keys, rebinding
from tabletop.ui.boards.contract import DiceThrow, GameTable, Squadron
from tabletop.ui.screens.frame import SideSheet
from tabletop.ui.screens.table.log_sheet import ROW, ROWS, LogRows
from tabletop.ui.screens.table.match_log import LogLine, ViewedLog
from tabletop.ui.screens.table.seats import Seats
from tabletop.ui.text import SMALL
from tabletop.ui.widgets.base import Tip
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Sized
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.overlay import Beside
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Chosen, Folded, Hearing, On, Presses, RowOpened, RowPointed, hearing
from tabletop.ui.widgets.stack import Stack

WIDTH, LEAST = 430, 340
"""Width of the sheet and its least width, design pixels."""
MOST = 200
"""Most moves that are listed."""
ELSE = "The battle"
"""Heading over events about no piece."""
SHIP, SQUADRON = "of.", "squadron."
"""Prefixes of the ids of headings."""
_AGAIN = Tip("Show again", "Moves the view to the ship and shows the event again.")
_REPEAT = Tip("Show this again", "The selected line, or the last one.", keys.key("again"))
_NOTHING = "Your opponent has not moved yet."
_HOW = "Click a line to see it again where it happened; double-click or {accept} to repeat."

LinesByPiece = Mapping[str, Sequence[LogLine]]
"""Lines of the log by the first piece that they name, in order of its first event; "" for no piece comes last."""


class LogChapter(NamedTuple):
    """A heading with its rows."""

    head: ListEntry
    rows: Sequence[ListEntry]


def build_sheet(chapters: Sequence[LogChapter], chosen: str = "") -> Stack:
    """Build the sheet with rows named ``happened.row``; ``happened.again`` plays the chosen one.

    Folded headings have no rows.
    """
    rows = [entry for chapter in chapters for entry in (chapter.head, *chapter.rows)]
    listed = Sized(LogRows("happened.row", rows, chosen), height=ROWS * ROW, grow=1)
    again = Button("happened.again", _REPEAT.title, "secondary", key=keys.key("again"), tip=_REPEAT)
    parts = [Text(rebinding.told(_HOW), SMALL), listed, again] if rows else [Text(_NOTHING)]
    panel = Panel(Column(parts, gap=10), "What happened", ident="happened", corner=closing("Close"))
    return Stack([Beside(), SideSheet(panel, "left", widest=WIDTH, least=LEAST)])


class LastTurnSheet:
    """The sheet of the other side's last turn.

    Attributes:
       presses: the function of the button under its rows.
       on: the handlers of its reports.
    """

    def __init__(
        self,
        page: Page,
        match: Match,
        table: GameTable,
        seats: Seats,
        log: ViewedLog,
        throw: Callable[[DiceThrow], None],
    ) -> None:
        """Create the sheet; `throw` shows dice in the tray."""
        self._page, self._match, self._table = page, match, table
        self._seats, self._log, self._throw = seats, log, throw
        self._folded: set[str] = set()
        self.presses: Presses[None] = {"happened.again": self.repeat}
        self.on: Hearing[None] = hearing(
            On(Folded, self._fold, "happened.row"),
            On(RowPointed, lambda row: self._highlight_line(row.row), "happened.row"),
            On(Chosen, lambda chosen: self._play_again(chosen.value), "happened.row"),
            On(RowOpened, lambda row: self._play_again(row.row), "happened.row"),
        )

    def open(self) -> None:
        """Open the sheet at its first event."""
        self._folded.clear()
        self._show("")

    def _show(self, chosen: str) -> None:
        self._page.open(build_sheet(list(self._list_chapters()), chosen))
        if self._page.has("happened.row"):
            self._page.give_focus(self._page.find("happened.row"))

    def _fold(self, folded: Folded) -> None:
        """Fold or unfold a heading; the list keeps its scroll position."""
        (self._folded.add if folded.folded else self._folded.discard)(folded.heading)
        rows = self._page.find("happened.row")
        self._page.close()
        self._show(rows.chosen if isinstance(rows, LogRows) else "")
        self._page.find("happened.row").adopt(rows)

    def _list_chapters(self) -> Iterator[LogChapter]:
        """Yield the headings and rows by squadron, pieces without a squadron last."""
        told = self._group_lines()
        squadrons: dict[Squadron | None, list[str]] = {}
        for piece in told:
            squadrons.setdefault(self._table.squadron_of(piece) if piece else None, []).append(piece)
        for squadron, pieces in sorted(squadrons.items(), key=lambda one: one[0] is None):
            head = [self._build_squadron_heading(squadron, len(pieces))] if squadron and squadron.pieces > 1 else []
            yield from (LogChapter(entry, ()) for entry in head)
            if not head or not head[0].folded:
                yield from (self._build_chapter(piece, told[piece]) for piece in pieces)

    def _build_squadron_heading(self, squadron: Squadron, acted: int) -> ListEntry:
        """Build the heading of a squadron."""
        ident, many = SQUADRON + squadron.name, f"{acted} of {squadron.pieces}"
        tip = Tip(squadron.name, f"{many} ships took part.")
        aside = f"{squadron.chief}, {many}" if squadron.chief else many
        folded = ident in self._folded
        return ListEntry(ident, squadron.name, aside, heading=True, folded=folded, tip=tip, brief=many)

    def _group_lines(self) -> LinesByPiece:
        told: dict[str, list[LogLine]] = {}
        for move in self._list_moves():
            for line in self._log.current.lines_of(move):
                told.setdefault(self._find_piece(line), []).append(line)
        return dict(sorted(told.items(), key=lambda one: not one[0]))

    def _find_piece(self, line: LogLine) -> str:
        """Return the piece with a badge that a line is listed under, or ""."""
        first = next(iter(self._pieces_of(line)), "")
        return first if first and self._table.label_of(first).sign else ""

    def _build_chapter(self, piece: str, lines: Sequence[LogLine]) -> LogChapter:
        plate = self._table.label_of(piece) if piece else None
        folded, sign = SHIP + piece in self._folded, plate.sign if plate else None
        head = ListEntry(SHIP + piece, plate.name if plate else ELSE, sign=sign, heading=True, folded=folded)
        return LogChapter(head, [] if folded else list(self._build_rows(lines)))

    def _build_rows(self, lines: Sequence[LogLine]) -> Iterator[ListEntry]:
        """Yield the rows of lines; the first row of another turn names the turn."""
        turn = ""
        for line in lines:
            now = self._table.format_moment(line.before) if line.event is not None else turn
            text = f"{now}: {line.text}" if turn and now != turn else line.text
            yield ListEntry(str(line.number), text, tip=_AGAIN)
            turn = now

    def _list_moves(self) -> Sequence[Move]:
        """Return the other side's moves of its last turn, oldest first."""
        own, found, turn = self._own_seats(), list[Move](), ""
        for move in reversed(self._match.moves[-MOST:]):
            others = self._match.game.seat_of_command(move.before, move.command) not in own
            seen = any(self._table.pieces_of(event) for _, event in self._match.view_events(move, self._seats.looking))
            earlier = turn and self._table.format_moment(move.before) != turn
            if earlier and (not own or (seen and not others)):
                break
            if others:
                found.append(move)
                turn = turn or (self._table.format_moment(move.before) if seen else "")
        return found[::-1]

    def _own_seats(self) -> Sequence[str]:
        """Return the seats whose own moves are left out."""
        if self._seats.computers:
            return self._seats.persons
        decision = self._match.game.decision(self._match.state)
        return self._seats.seats_of((decision.side,)) if decision else ()

    def _line_at(self, number: str) -> LogLine | None:
        lines = self._log.current.lines
        return lines[int(number)] if number.isdigit() and int(number) < len(lines) else None

    def _pieces_of(self, line: LogLine | None) -> Sequence[str]:
        return self._table.pieces_of(line.event) if line and line.event is not None else ()

    def _highlight_line(self, number: str) -> None:
        self._table.highlight_pieces(self._pieces_of(self._line_at(number)))

    def _play_again(self, number: str) -> None:
        """Bring the place of a line into view beside the sheet, and play the event with its dice."""
        line = self._line_at(number)
        if line is None or line.event is None:
            return
        beside = self._page.find("happened").rect.right if self._page.has("happened") else 0
        self._table.highlight_pieces(self._pieces_of(line))
        self._table.play_again(line.before, (line.event,))
        self._table.centre_on(self._pieces_of(line), beside, line.event)
        if thrown := self._table.dice_of_event(line.before, line.event):
            self._throw(thrown)

    def repeat(self) -> None:
        """Play the chosen line again, or the last line with a piece."""
        rows = self._page.find("happened.row") if self._page.has("happened.row") else None
        chosen = rows.chosen if isinstance(rows, LogRows) else ""
        lines = () if chosen or not (moves := self._list_moves()) else self._log.current.lines_of(moves[-1])
        self._play_again(chosen or next((str(line.number) for line in reversed(lines) if self._pieces_of(line)), ""))
