"""The last reveal (a commit, a meld or a broadside), laid out once more for a player who looked away."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tabletop.ui import keys
from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.look import PLAIN, CardLook, CardStatus
from tabletop.ui.boards.cards.reader import Reading, Section, build_content
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.text import STRONG
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Grid
from tabletop.ui.widgets.overlay import Open, dialog
from tabletop.ui.widgets.stack import Stack

WIDTH, GAP, MOST = 980, 10, 5
"""Width of the dialog and gap between its cards, design pixels; cards in a line."""
RECALL = "recall"
"""Name of the key, of the button and of the dialog."""


@dataclass(frozen=True)
class PlacedCard:
    """A card as it lay, with the colours and the value in which it counted."""

    look: CardLook
    standing: CardStatus = PLAIN


class PastPlayCards(NamedTuple):
    """The contents of the dialog: the cards by their owner, and the results."""

    cards: Sequence[tuple[str, Sequence[PlacedCard]]]
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True)
class PastPlay:
    """A past play that both sides have seen.

    Attributes:
       name: label of the button, e.g. ``Last hand``.
       title: its time and its result.
       build_cards: builds the contents when the dialog opens.
    """

    name: str
    title: str
    build_cards: Callable[[], PastPlayCards]


def build_recall_button(deed: PastPlay) -> Button:
    """Build the button that opens the dialog of a past play."""
    tip = Tip(deed.name, f"{deed.title}.\nShows it again, with its results.", keys.key(RECALL))
    return Button(
        RECALL, deed.name, "dark", key=keys.key(RECALL), tip=tip, report=Open(lambda: build_recall_dialog(deed))
    )


def build_recall_dialog(deed: PastPlay) -> Stack:
    """Build the dialog with the cards of each owner and the results."""
    tableau, shown = Tableau(), deed.build_cards()
    parts = [part for whose, cards in shown.cards for part in _build_side_cards(whose, cards, tableau)]
    told = build_content(Reading("", "", shown.sections))
    return dialog(
        deed.title, Column([*parts, told], gap=12), [closing("Back to the table", "primary")], ident=RECALL, width=WIDTH
    )


def _build_side_cards(whose: str, cards: Sequence[PlacedCard], tableau: Tableau) -> list[Widget]:
    shown = [
        Card(one.look, tableau, one.standing, still=True, size=faces.COMPACT, ident=f"{RECALL}.{number}.{one.look.id}")
        for number, one in enumerate(cards)
    ]
    laid: list[Widget] = [Grid(shown, least=faces.COMPACT[0] * 0.8, gap=GAP, most=MOST)] if shown else []
    return [Text(whose, STRONG), *laid]
