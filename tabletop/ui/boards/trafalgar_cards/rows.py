"""The rows by suit: what both sides have in each, and what it comes to."""

from collections.abc import Mapping, Sequence

import pygame

from tabletop.core.phrases import signed
from tabletop.games.trafalgar_cards.deck import Card, Deck, Play, Plays, Use
from tabletop.games.trafalgar_cards.limits import Limits, opens
from tabletop.games.trafalgar_cards.naming import USE_NAMES
from tabletop.ui.boards.cards.drop_target import DropTarget
from tabletop.ui.boards.cards.look import Standing
from tabletop.ui.boards.cards.suit_rows import Suit, SuitRow, Totals
from tabletop.ui.boards.trafalgar_cards.pictures import SUITS
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Spacer

EMBLEMS: Mapping[Use, str] = {
    "strategy": "dividers", "tactics": "colours", "morale": "drum", "fighting": "swords", "admiral": "",
}  # fmt: skip
"""What stands in the pip of each suit."""
HEADLINE, WHOSE = Style("title", 21, INKS.cream), Style("semibold", 16, INKS.mist)
TOTAL = Style("number", 38, INKS.cream)
GAP = 6


def suit(use: Use) -> Suit:
    """The sheet of a suit."""
    return Suit(USE_NAMES[use], *SUITS[use], EMBLEMS[use])


def rows(head: Widget, lines: Sequence[Widget]) -> Column:
    """All rows under a line that says what they come to."""
    return Column([head, *lines], gap=GAP)


def headline(words: str) -> Row:
    """A line in the middle."""
    return Row([Spacer(grow=1), Text(words, HEADLINE, ident="headline"), Spacer(grow=1)])


Whose = tuple[str, int | None]
"""A side and its total; None while the cards are not counted."""


def verdict(left: Whose, words: str, right: Whose) -> Widget:
    """Both battle totals, each at its side, and what they mean; in narrow rows without names, then in words alone."""
    counted = sorted((total for _, total in (left, right) if total is not None), reverse=True)
    plain = ", ".join(filter(None, (words, " to ".join(map(str, counted)))))
    return Fitting([_verdict(left, words, right), _verdict(("", left[1]), words, ("", right[1])), headline(plain)])


def _verdict(left: Whose, words: str, right: Whose) -> Row:
    totals = ["–" if total is None else str(total) for _, total in (left, right)]
    first = [Label(left[0], WHOSE), Label(totals[0], TOTAL)]
    last = [Label(totals[1], TOTAL), Label(right[0], WHOSE)]
    said = Label(words, HEADLINE, ident="headline")
    parts = [Row(first, gap=12, align="centre"), said, Row(last, gap=12, align="centre")]
    return Row([Spacer(grow=1), *parts, Spacer(grow=1)], gap=24, align="centre")


class Fitting(Widget):
    """The first of several forms that finds room in the width there is, else the last."""

    def __init__(self, forms: Sequence[Widget]) -> None:
        super().__init__()
        self._forms = tuple(forms)
        self.children = [forms[0]]

    def measure(self, theme: Theme, width: int) -> Size:
        """As the form that fits."""
        fits = (form for form in self._forms if form.measure(theme, width)[0] <= width)
        self.children = [next(fits, self._forms[-1])]
        return self.children[0].measure(theme, width)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """The form that fits, over all of it."""
        self.measure(theme, rect.w)
        super().place(theme, rect)


def row(use: Use, totals: Totals, left: DropTarget, right: DropTarget) -> SuitRow:
    """One suit."""
    told = f"left {totals.left}, right {totals.right}\n" if totals.left and totals.right else ""
    tip = Tip(USE_NAMES[use], f"{told}The totals of all suits together decide the hand (TRA-10).")
    return SuitRow(suit(use), totals, left, right, ident=f"row.{use}", tip=tip)


def of_use(plays: Plays, use: Use, deck: Deck) -> list[Play]:
    """The cards that are used in a suit, the strongest first."""
    return sorted((play for play in plays if play.use == use), key=lambda play: -deck[play.card].points)


def closed(limits: Sequence[Limits], turn: int, use: Use) -> str:
    """Why a row is closed in a turn."""
    first = opens(limits, turn, use) if use != "admiral" else None
    return f"{USE_NAMES[use]} cards count from turn {first}" if first else f"{USE_NAMES[use]} cards do not count"


Negation = tuple[int, str]
"""The number of the note that negated a card, and the name of the card with the note."""
UNTOUCHED: Negation = (0, "")
"""Of a card that nothing has negated."""
Negated = Mapping[str, Negation]
"""What negated a card, by its id."""


def standing(printed: Card, use: Use, value: int, negation: Negation) -> Standing:
    """How a committed card stands in its row: what it counts, and what negated it, if anything."""
    number, by = negation
    gained = value > printed.points
    note = signed(value - printed.points) if gained else f"as {USE_NAMES[use]}" * (use != printed.suit)
    return Standing(note=note, negated=by, number=number, value=str(value) if gained else "")
