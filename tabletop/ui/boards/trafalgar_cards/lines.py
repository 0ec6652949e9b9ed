"""The rows by suit: what both sides have in each, and what it comes to."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tabletop.games.trafalgar_cards.deck import USES, Deck, Play, Plays, Use
from tabletop.games.trafalgar_cards.limits import opens
from tabletop.games.trafalgar_cards.naming import USE_NAMES
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.look import Standing
from tabletop.ui.boards.cards.places import Place
from tabletop.ui.boards.cards.rows import Suit, SuitRow, Totals
from tabletop.ui.boards.trafalgar_cards.looks import SUITS
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Row, Spacer

if TYPE_CHECKING:
    from tabletop.ui.boards.trafalgar_cards.table import TrafalgarTable

EMBLEMS: Mapping[Use, str] = {
    "strategy": "dividers", "tactics": "colours", "morale": "drum", "fighting": "swords", "admiral": "",
}  # fmt: skip
"""What stands in the seal of each suit."""
HEADLINE = Style("title", 21, INKS.cream)
GAP = 6


def suit(use: Use) -> Suit:
    """The sheet of a suit."""
    colour, seal = SUITS[use]
    return Suit(USE_NAMES[use], colour, seal, EMBLEMS[use])


def rows(headline: str, lines: Sequence[Widget]) -> Column:
    """All rows under a line that says what they come to."""
    head = Row([Spacer(grow=1), Text(headline, HEADLINE, ident="headline"), Spacer(grow=1)])
    return Column([head, *lines], gap=GAP)


def row(use: Use, totals: Totals, left: Place, right: Place) -> SuitRow:
    """One suit."""
    return SuitRow(suit(use), totals, left, right, ident=f"row.{use}")


def of_use(plays: Plays, use: Use, deck: Deck) -> list[Play]:
    """The cards that are used in a suit, the strongest first."""
    return sorted((play for play in plays if play.use == use), key=lambda play: -deck[play.card].points)


def closed(table: "TrafalgarTable", use: Use) -> str:
    """Why a row is closed this turn."""
    view = table.view
    turn = opens(view.limits, view.turn, use) if use != "admiral" else None
    return f"{USE_NAMES[use]} cards count from turn {turn}" if turn else f"{USE_NAMES[use]} cards do not count"


def laid(table: "TrafalgarTable", play: Play, values: Mapping[str, int], negated: Mapping[str, str]) -> Card:
    """A committed card in its row: what it counts, as what it is used, and what negated it."""
    printed = table.view.deck[play.card]
    value = values[play.card]
    by = negated.get(play.card, "")
    notes = [f"as {USE_NAMES[play.use]}"] if play.use != printed.suit else []
    notes += [f"{value - printed.points:+d}"] if value > printed.points else []
    shown = str(value) if value > printed.points else ""
    return table.card(play.card, Standing(note=", ".join(notes), negated=by, value=shown))


def compared(left: int, right: int) -> Totals:
    """Two totals that are known."""
    leads = (right > left) - (right < left)
    words = {-1: ("leads", "behind"), 0: ("tied", "tied"), 1: ("behind", "leads")}[leads]
    return Totals(str(left), str(right), *words, leads)


EVERY: tuple[Use, ...] = USES
"""The rows from top to bottom."""
