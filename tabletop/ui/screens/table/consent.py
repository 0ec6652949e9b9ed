"""What all who play at the screen must agree to: each gives his word, and with the last one it is done."""

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
class Agreed(Report):
    """Who sits somewhere has given his word, or taken it back."""

    seat: str


class AgreementRequest(NamedTuple):
    """What is to be agreed to: a title, words on it, and what is done then."""

    title: str
    words: str
    done: Callable[[], None]


def _word(seat: str, name: str, given: bool) -> Button:
    return Button(f"agree.{seat}", f"{name}: agree", sign="tick" if given else "", report=Agreed(seat))


def sheet(matter: AgreementRequest, seats: Mapping[str, str], given: Collection[str]) -> Stack:
    """The sheet on which everybody gives his word; `seats` are named by their ids."""
    asked = [_word(seat, name, seat in given) for seat, name in seats.items()]
    words = Text(matter.words, BODY.at(17))
    content = Column([words, Row(asked, gap=12) if len(seats) == 2 else Column(asked, gap=8)], gap=16)
    return dialog(matter.title, content, [closing("Cancel")], ident="agreement")


class Consent:
    """Asks all who play at the screen.

    Attributes:
        on: what is done when somebody gives his word.
    """

    def __init__(self, page: Page, gate: OrderGate, cover: Callable[[], None]) -> None:
        """`cover` hangs the curtain before the hand of whoever looks, where there is one."""
        self._page, self._gate, self._cover = page, gate, cover
        self._given: set[str] = set()
        self._matter = AgreementRequest("", "", lambda: None)
        self.on: Hearing[None] = hearing(On(Agreed, self._agree))

    def ask(self, matter: AgreementRequest) -> None:
        """Ask everybody anew."""
        self._given, self._matter = set(), matter
        self._open()

    def _agree(self, word: Agreed) -> None:
        """One player's word; with that of everybody it is done."""
        self._given ^= {word.seat}
        by_key = self._page.focus is not None
        self._page.close()
        if len(self._given) == len(self._gate.voices):
            self._matter.done()
            return
        self._open()
        if by_key:
            self._page.give_focus(self._page.find(f"agree.{word.seat}"))

    def _open(self) -> None:
        """All come to the screen for this: meanwhile no hand lies open there, nor afterwards (C-6)."""
        self._cover()
        self._page.open(sheet(self._matter, self._gate.voices, self._given))
