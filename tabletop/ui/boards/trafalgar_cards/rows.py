"""Rows by suit: the cards of both sides around a sheet with the totals, and the verdict over them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from tabletop.core.phrases import format_signed
from tabletop.games.trafalgar_cards.deck import USE_NAMES, Card, Deck, Play, Plays, Use
from tabletop.games.trafalgar_cards.limits import LimitTable, find_first_turn
from tabletop.ui.boards.cards import emblems
from tabletop.ui.boards.cards.drop_target import DropTarget
from tabletop.ui.boards.cards.emblems import medallion, pip
from tabletop.ui.boards.cards.look import CardStatus, Shape
from tabletop.ui.boards.trafalgar_cards.pictures import SUITS
from tabletop.ui.text import Style, rendered, size_of
from tabletop.ui.theme import INKS, Colour, Theme, colour
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import boxed
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Spacer

MIDDLE, NARROW = 300, 190
"""Width of the sheet in the middle, with much and with little room; design pixels."""
BROAD = 1200
"""Width of a row below which the cards get more of it, design pixels."""
NAMED, LOW = 50, 58
"""Height of a row from which its suit is named, and below which the name stands between the totals; design pixels."""
BAND, EDGE = (colour(code) for code in ("#150F0A", "#3D301F"))
"""Colours of a row, as dark as the wood of the table."""
_GLYPH: dict[Shape, float] = {"shield": 0.44, "triangle": 0.62}
"""How far down the emblem stands in a pip, as a share, where that is not half way."""
_SUIT, _WORD = Style("title", 25, INKS.ink), Style("semibold", 15, INKS.muted)


@dataclass(frozen=True)
class SuitLabel:
    """The label of a suit: its name, colour, pip and the emblem in the pip."""

    name: str
    colour: Colour
    pip: Shape = "disc"
    emblem: str = ""


@dataclass(frozen=True)
class Totals:
    """The totals of both sides in a suit as text, with a word under each."""

    left: str
    right: str
    left_word: str = ""
    right_word: str = ""


class SuitRow(Widget):
    """A place at the left, the sheet of the suit, and a place at the right."""

    def __init__(
        self,
        suit: SuitLabel,
        totals: Totals,
        left: DropTarget,
        right: DropTarget,
        *,
        ident: str = "",
        tip: Tip | None = None,
        grow: float = 1,
    ) -> None:
        super().__init__(ident, grow=grow)
        self.left, self.right = left, right
        self.sheet = SuitSheet(suit, totals, ident=f"{ident}.sheet" if ident else "", tip=tip)
        self.children = [left, self.sheet, right]

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the whole width, and the least height of the places."""
        return width, max(child.measure(theme, width)[1] for child in self.children)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the sheet in the middle, narrower where there is little room."""
        self.rect, self.dirty = pygame.Rect(rect), True
        share = 22 if rect.w >= theme.px(BROAD) else 16
        wide = max(self.sheet.min_width(theme), min(theme.px(MIDDLE), rect.w * share // 100))
        beside = (rect.w - wide) // 2
        self.left.place(theme, pygame.Rect(rect.x, rect.y, beside, rect.h))
        self.sheet.place(theme, pygame.Rect(rect.x + beside, rect.y, wide, rect.h))
        self.right.place(theme, pygame.Rect(rect.x + beside + wide, rect.y, rect.w - beside - wide, rect.h))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw a darker band on the table."""
        surface.blit(boxed(self.rect.size, theme.px(4), BAND, EDGE, theme.px(1), 130), self.rect)


class SuitSheet(Widget):
    """A sheet with the totals at both sides of the suit's pip."""

    interactive = True
    beyond = 0

    def __init__(self, suit: SuitLabel, totals: Totals, *, ident: str = "", tip: Tip | None = None) -> None:
        super().__init__(ident, tip=tip or Tip(suit.name, _format_totals(totals)))
        self.suit, self.totals, self.text = suit, totals, f"{suit.name} · {_format_totals(totals)}"

    def min_width(self, theme: Theme) -> int:
        """Return the width in screen pixels that name and totals need."""
        name = size_of(self.suit.name, _SUIT.at(17), theme.scale)[0]
        return max(name + theme.px(12), theme.px(36) * 2 + theme.px(40))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the paper between two lines of brass, the suit and the totals."""
        surface.fill(INKS.paper, self.rect)
        edge = theme.px(1.5)
        for left in (self.rect.x, self.rect.right - edge):
            surface.fill(INKS.bar_rule, (left, self.rect.y, edge, self.rect.h))
        self._draw_suit(surface, theme)
        shared, totals = self.rect.w * 15 // 100, self.totals
        self._draw_total(surface, theme, self.rect.x + shared, totals.left, totals.left_word)
        self._draw_total(surface, theme, self.rect.right - shared, totals.right, totals.right_word)

    def _shows_words(self, theme: Theme) -> bool:
        """Return True if there is a line for the words under the totals."""
        words = (self.totals.left_word, self.totals.right_word)
        widest = max(size_of(word, _WORD, theme.scale)[0] for word in words)
        beside = size_of(self.suit.name, _SUIT.at(17), theme.scale)[0]
        return self.rect.h >= theme.px(84) and self.rect.w >= 2 * widest + beside + theme.px(40)

    def _draw_total(self, surface: pygame.Surface, theme: Theme, middle: int, total: str, word: str) -> None:
        worded = self._shows_words(theme)
        named = self.rect.h >= theme.px(LOW)
        foot = size_of(word, _WORD, theme.scale)[1] + theme.px(6) if worded else theme.px(24 if named else 2)
        room = self.rect.h - foot - theme.px(2)
        side = max(theme.px(26), min(theme.px(64), room, self.rect.w * 26 // 100))
        top = self.rect.y + max(0, (room - side) // 2) + theme.px(2)
        picture = medallion(total, side, False)
        at = picture.get_rect(midtop=(middle, top if named else self.rect.centery - side // 2))
        surface.blit(picture, at.clamp(self.rect))
        if worded:
            line = rendered(word, _WORD, theme.scale)
            surface.blit(line, line.get_rect(midbottom=(middle, self.rect.bottom - theme.px(4))))

    def _draw_suit(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the pip over the name, or the pip alone in a low row."""
        named = self.shows_name(theme)
        largest = 25 if self.rect.h >= theme.px(84) else 19
        sizes = [size for size in (25, 22, 19, 17) if size <= largest and self._fits_beside_words(theme, size)]
        style = _SUIT.at(sizes[0] if sizes else 17)
        high = size_of(self.suit.name, style, theme.scale)[1] if named else 0
        air = theme.px(8) if self.rect.h >= theme.px(LOW) else -theme.px(1)  # letters are lower than their line
        side = max(theme.px(20), min(theme.px(52), self.rect.h - high - (air if named else theme.px(8))))
        spare = self.rect.h - side - high
        mark = _draw_mark(self.suit, side)
        at = mark.get_rect(midtop=(self.rect.centerx, self.rect.y + max(0, spare * 2 // 5)))
        surface.blit(mark, at)
        if named:
            line = rendered(self.suit.name, style, theme.scale)
            surface.blit(line, line.get_rect(midbottom=(self.rect.centerx, self.rect.bottom - max(0, spare // 4))))

    def shows_name(self, theme: Theme) -> bool:
        """Return True if the name stands under the pip."""
        return self.rect.h >= theme.px(LOW) or (self.rect.h >= theme.px(NAMED) and self._fits_between_totals(theme))

    def _fits_between_totals(self, theme: Theme) -> bool:
        """Return True if the name fits between the totals of a low row."""
        name = size_of(self.suit.name, _SUIT.at(17), theme.scale)[0]
        return name + 2 * (self.rect.w * 15 // 100 + theme.px(18)) <= self.rect.w

    def _fits_beside_words(self, theme: Theme, size: int) -> bool:
        """Return True if the name fits between the words under the totals at this font size."""
        wide = size_of(self.suit.name, _SUIT.at(size), theme.scale)[0]
        words = (self.totals.left_word, self.totals.right_word)
        beside = max(size_of(word, _WORD, theme.scale)[0] for word in words) if self._shows_words(theme) else 0
        return wide + 2 * beside + theme.px(24) <= self.rect.w


@lru_cache(maxsize=64)
def _draw_mark(suit: SuitLabel, pixels: int) -> pygame.Surface:
    """Draw the filled pip with the emblem in cream."""
    made = pip(suit.pip, pixels, suit.colour).copy()
    if suit.emblem:
        picture = emblems.glyph(suit.emblem, pixels, INKS.cream, suit.colour)
        at = picture.get_rect(center=(pixels // 2, round(pixels * _GLYPH.get(suit.pip, 0.5))))
        made.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    return made


def _format_totals(totals: Totals) -> str:
    left, right = (
        f"{total} {word}".strip()
        for total, word in ((totals.left, totals.left_word), (totals.right, totals.right_word))
    )
    return f"left {left}, right {right}"


EMBLEMS: Mapping[Use, str] = {
    "strategy": "dividers",
    "tactics": "colours",
    "morale": "drum",
    "fighting": "swords",
    "admiral": "leader",
}
"""The emblem in the pip of each suit."""
HEADLINE, WHOSE = Style("title", 21, INKS.cream), Style("semibold", 16, INKS.mist)
TOTAL = Style("number", 38, INKS.cream)
GAP = 6


def suit_label(use: Use) -> SuitLabel:
    """Return the label of the suit `use`."""
    return SuitLabel(USE_NAMES[use], *SUITS[use], EMBLEMS[use])


def build_rows(head: Widget, lines: Sequence[Widget]) -> Column:
    """Build the column of all rows under the line `head`."""
    return Column([head, *lines], gap=GAP)


def build_headline(words: str) -> Row:
    """Build a centered line of text."""
    return Row([Spacer(grow=1), Text(words, HEADLINE, ident="headline"), Spacer(grow=1)])


SideTotal = tuple[str, int | None]
"""The name of a side and its total, or None while the cards are not counted."""


def build_verdict(left: SideTotal, words: str, right: SideTotal) -> Widget:
    """Build the line of both totals with `words` between them.

    In narrow rows the names are left out, then everything becomes one sentence.
    """
    counted = sorted((total for _, total in (left, right) if total is not None), reverse=True)
    plain = ", ".join(filter(None, (words, " to ".join(map(str, counted)))))
    return FirstFitting(
        [
            _build_verdict_row(left, words, right),
            _build_verdict_row(("", left[1]), words, ("", right[1])),
            build_headline(plain),
        ]
    )


def _build_verdict_row(left: SideTotal, words: str, right: SideTotal) -> Row:
    totals = ["–" if total is None else str(total) for _, total in (left, right)]
    first = [Label(left[0], WHOSE), Label(totals[0], TOTAL)]
    last = [Label(totals[1], TOTAL), Label(right[0], WHOSE)]
    said = Label(words, HEADLINE, ident="headline")
    parts = [Row(first, gap=12, align="centre"), said, Row(last, gap=12, align="centre")]
    return Row([Spacer(grow=1), *parts, Spacer(grow=1)], gap=24, align="centre")


class FirstFitting(Widget):
    """The first of several widgets that fits the width, else the last."""

    def __init__(self, forms: Sequence[Widget]) -> None:
        super().__init__()
        self._forms = tuple(forms)
        self.children = [forms[0]]

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of the form that fits, and show that form."""
        fits = (form for form in self._forms if form.measure(theme, width)[0] <= width)
        self.children = [next(fits, self._forms[-1])]
        return self.children[0].measure(theme, width)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the form that fits over the whole rectangle."""
        self.measure(theme, rect.w)
        super().place(theme, rect)


def plays_of_use(plays: Plays, use: Use, deck: Deck) -> list[Play]:
    """Return the plays in the suit `use`, strongest card first."""
    return sorted((play for play in plays if play.use == use), key=lambda play: -deck[play.card].points)


def explain_closed_row(limits: LimitTable, turn: int, use: Use) -> str:
    """Return a sentence on why no card of the suit `use` counts in `turn`."""
    first = find_first_turn(limits, turn, use) if use != "admiral" else None
    return f"{USE_NAMES[use]} cards count from turn {first}" if first else f"{USE_NAMES[use]} cards do not count"


Negation = tuple[int, str]
"""The number of the note that negated a card, and the name of the card with the note."""
UNTOUCHED: Negation = (0, "")
"""The negation of a card that nothing negated."""
Negated = Mapping[str, Negation]
"""Negations by the id of the negated card."""


def placed_status(printed: Card, use: Use, value: int, negation: Negation) -> CardStatus:
    """Return how a committed card is drawn in its row: its value, and what negated it."""
    number, by = negation
    gained = value > printed.points
    note = format_signed(value - printed.points) if gained else f"as {USE_NAMES[use]}" * (use != printed.suit)
    return CardStatus(note=note, negated_by=by, note_number=number, value=str(value) if gained else "")
