"""A dialog in which the players of a side deal its pieces among themselves, one by one or a group at once."""

from collections.abc import Callable, Collection, Sequence
from itertools import groupby

from tabletop.core.errors import Refused
from tabletop.core.game import Assignable, Seat
from tabletop.ui.text import BODY, LABEL, SMALL
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import closing
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Rule
from tabletop.ui.widgets.report import Chosen, Hearing, On, hearing

Found = Callable[[], tuple[Sequence[Assignable], Sequence[Seat]]]
Deal = Callable[[Collection[str], str], Refused | None]
PIECE, GROUP = "deal.piece.", "deal.group."
WIDTH = 520


class Dealing:
    """Lays the dialog, and puts what is chosen in it to `deal`, which gives pieces to a seat or says why not.

    Each row has the numbers of the players side by side; that of who commands the piece, or the whole group, is marked.
    """

    def __init__(self, page: Page, found: Found, deal: Deal) -> None:
        """`found` tells what can be dealt now, and to whom."""
        self._page, self._found, self._deal = page, found, deal
        self._shown: tuple[Segments, ...] = ()

    def lay(self, side: str) -> Hearing[None]:
        """Lay it for a side; what it hears."""
        dealt, seats = self._of(side)
        legend = [Text(f"{number}   {seat.name}", LABEL) for number, seat in enumerate(seats, 1)]
        rows: list[Widget] = [*legend, Text("Click a number to give that player a ship or a whole division.", SMALL)]
        hears: Hearing[None] = {}
        self._shown = ()
        for number, (group, found) in enumerate(groupby(dealt, key=lambda one: one.group)):
            pieces = list(found)
            rows.append(Rule())
            if len(pieces) > 1:
                rows.append(self._row(f"{GROUP}{number}", group or "All", seats, pieces, hears, side))
            rows += [self._row(f"{PIECE}{one.piece}", one.words, seats, [one], hears, side) for one in pieces]
        self._page.open(dialog("Divide the ships", Column(rows, gap=6), [closing("Done", "primary")], width=WIDTH))
        return hears

    def _of(self, side: str) -> tuple[list[Assignable], list[Seat]]:
        dealt, seats = self._found()
        return [one for one in dealt if one.side == side], [one for one in seats if one.side == side]

    def _row(
        self,
        ident: str,
        words: str,
        seats: Sequence[Seat],
        pieces: Sequence[Assignable],
        hears: Hearing[None],
        side: str,
    ) -> Widget:
        keys = [one.piece for one in pieces]
        numbers = [(seat.id, str(number)) for number, seat in enumerate(seats, 1)]
        picker = Segments(ident, numbers, _holder(pieces), tip=Tip(words, "Choose who commands."))
        self._shown += (picker,)
        hears |= hearing(On(Chosen, lambda one: self._give(keys, one.value, side), ident))
        name = Text(words, LABEL if ident.startswith(GROUP) else BODY, grow=1)
        return Row([name, picker], gap=10, align="centre")

    def _give(self, keys: Collection[str], seat: str, side: str) -> None:
        refusal = self._deal(keys, seat)
        dealt, _ = self._of(side)
        groups = [list(found) for _, found in groupby(dealt, key=lambda one: one.group)]
        holders = {f"{PIECE}{one.piece}": one.seat for one in dealt}
        holders |= {f"{GROUP}{number}": _holder(found) for number, found in enumerate(groups)}
        for picker in self._shown:
            picker.chosen = holders[picker.id]
            picker.touch()
        if refusal:
            self._page.refuse(refusal)


def _holder(pieces: Sequence[Assignable]) -> str:
    """The seat that has all of some pieces, or nobody's."""
    holders = {one.seat for one in pieces}
    return holders.pop() if len(holders) == 1 else ""
