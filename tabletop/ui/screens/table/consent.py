"""Agreement of all players at the screen: each agrees on a sheet, and with the last one it is carried out."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.text import BODY
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Hearing, On, Report, hearing
from tabletop.ui.widgets.stack import Stack


@dataclass(frozen=True)
class AgreementGiven(Report):
    """The report that the player of a seat has agreed, or withdrawn."""

    seat: str


class AgreementRequest(NamedTuple):
    """A question to all players: title, words, and the function that carries it out."""

    title: str
    words: str
    carry_out: Callable[[], None]


def _build_agree_button(seat: str, name: str, given: bool) -> Button:
    return Button(f"agree.{seat}", f"{name}: agree", sign="tick" if given else "", report=AgreementGiven(seat))


def build_agreement_sheet(matter: AgreementRequest, seats: Mapping[str, str], given: Collection[str]) -> Stack:
    """Build the sheet with a button for each player; `seats` maps ids to names."""
    asked = [_build_agree_button(seat, name, seat in given) for seat, name in seats.items()]
    words = Text(matter.words, BODY.at(17))
    content = Column([words, Row(asked, gap=12) if len(seats) == 2 else Column(asked, gap=8)], gap=16)
    return dialog(matter.title, content, [closing("Cancel")], ident="agreement")


class Consent:
    """The sheet that asks all players at the screen.

    Attributes:
       on: the handlers of its reports.
    """

    def __init__(self, page: Page, gate: OrderGate, cover: Callable[[], None]) -> None:
        """Create the sheet; `cover` hangs the curtain before an open hand."""
        self._page, self._gate, self._cover = page, gate, cover
        self._given: set[str] = set()
        self._matter = AgreementRequest("", "", lambda: None)
        self.on: Hearing[None] = hearing(On(AgreementGiven, self._handle_agreement))

    def ask(self, matter: AgreementRequest) -> None:
        """Ask all players from the beginning."""
        self._given, self._matter = set(), matter
        self._open_sheet()

    def _handle_agreement(self, word: AgreementGiven) -> None:
        """Note or withdraw one player's agreement; with the last one carry it out."""
        self._given ^= {word.seat}
        by_key = self._page.focus is not None
        self._page.close()
        if len(self._given) == len(self._gate.voters):
            self._matter.carry_out()
            return
        self._open_sheet()
        if by_key:
            self._page.give_focus(self._page.find(f"agree.{word.seat}"))

    def _open_sheet(self) -> None:
        """Cover the hands, since all players come to the screen (C-6), and open the sheet."""
        self._cover()
        self._page.open(build_agreement_sheet(self._matter, self._gate.voters, self._given))
