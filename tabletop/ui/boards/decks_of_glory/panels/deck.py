"""Playing cards, the deck on the table, the cards drawn last, and a dialog with the whole deck."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import pygame

from tabletop.cards.standard import COLOUR_OF, DECK, SUIT_OF, SUITS, Suit, card_name
from tabletop.core.phrases import format_count
from tabletop.games.decks_of_glory.model import State
from tabletop.games.decks_of_glory.survey.odds import list_unseen
from tabletop.ui import keys
from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.drawing import draw_blank_card
from tabletop.ui.boards.cards.look import BLUE
from tabletop.ui.boards.decks_of_glory.card_reveal import Told
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.picture_cache import PictureCache, picture_bytes
from tabletop.ui.text import BODY, LABEL, SMALL, STRONG, Run, Style, rendered, size_of, write_at
from tabletop.ui.theme import INKS, Colour, Theme, worn
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import closing
from tabletop.ui.widgets.draw import draw_focus, rounded
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Grid, Row, Sized
from tabletop.ui.widgets.marks import Drawn
from tabletop.ui.widgets.overlay import Open, dialog
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Report
from tabletop.ui.widgets.scroll import Scroll

LISTED, LARGE = (46, 64), (64, 90)
"""Sizes of a card in a list and of one on a pile, design pixels."""
INK: dict[str, Colour] = {"red": INKS.danger, "black": INKS.ink}
FINE = 4
_kept: PictureCache[pygame.Surface] = PictureCache(6 * 1024 * 1024, picture_bytes)

Points = Sequence[tuple[float, float]]
_HEART: tuple[tuple[float, float, float], ...] = ((-0.25, -0.2, 0.27), (0.25, -0.2, 0.27))
_CLUB: tuple[tuple[float, float, float], ...] = ((0, -0.24, 0.24), (-0.26, 0.1, 0.24), (0.26, 0.1, 0.24))
_DISCS: dict[Suit, tuple[tuple[float, float, float], ...]] = {
    "spade": ((-0.24, 0.1, 0.25), (0.24, 0.1, 0.25)),
    "heart": _HEART,
    "diamond": (),
    "club": _CLUB,
}
"""Middle and radius of the round parts; 1 is the height of the sign, 0 its middle."""
_STEM: Points = ((0, 0.05), (0.16, 0.5), (-0.16, 0.5))
_SHARP: dict[Suit, tuple[Points, ...]] = {
    "spade": (((0, -0.5), (0.46, 0.02), (0.3, 0.22), (0, 0.1), (-0.3, 0.22), (-0.46, 0.02)), _STEM),
    "heart": (((-0.5, -0.1), (-0.25, -0.2), (0, -0.14), (0.25, -0.2), (0.5, -0.1), (0, 0.5)),),
    "diamond": (((0, -0.5), (0.38, 0), (0, 0.5), (-0.38, 0)),),
    "club": (_STEM,),
}


def suit_sign(suit: Suit, pixels: int, shade: Colour) -> pygame.Surface:
    """The sign of a suit, so many pixels high; shared, so never draw on it."""
    return _kept.made(("suit", suit, pixels, shade), lambda: _suit(suit, pixels, shade))


def _suit(suit: Suit, pixels: int, shade: Colour) -> pygame.Surface:
    side, shade = max(1, pixels) * FINE, worn(shade)
    made = pygame.Surface((side, side), pygame.SRCALPHA)
    made.fill((*shade, 0))
    for points in _SHARP[suit]:
        pygame.draw.polygon(made, shade, [((x + 0.5) * side, (y + 0.5) * side) for x, y in points])
    for x, y, radius in _DISCS[suit]:
        pygame.draw.circle(made, shade, ((x + 0.5) * side, (y + 0.5) * side), radius * side)
    return pygame.transform.smoothscale(made, (max(1, pixels), max(1, pixels)))


def face(card: str, size: Size, scale: int) -> pygame.Surface:
    """A card face up; shared, so never draw on it."""
    return _kept.made(("face", card, size, scale), lambda: _face(card, size, Theme(scale)))


def _face(card: str, size: Size, theme: Theme) -> pygame.Surface:
    made = draw_blank_card(size, theme, 5)
    ink, high = INK[COLOUR_OF[card]], size[1]
    rank = rendered(card[:-1], Style("number", round(high * 0.3 * 100 / theme.scale), ink), theme.scale)
    left = max(2, size[0] // 12)
    made.blit(rank, (left, high // 40))
    small = suit_sign(SUIT_OF[card], max(6, high // 5), ink)
    made.blit(
        small, small.get_rect(midtop=(left + rank.get_width() // 2, high // 40 + round(rank.get_height() * 0.86)))
    )
    large = suit_sign(SUIT_OF[card], round(high * 0.42), ink)
    made.blit(large, large.get_rect(bottomright=(size[0] - left, high - high // 14)))
    return made


class Pip(Widget):
    """A card in a line of words: its rank and its suit."""

    SIGN = 11
    """Height of the suit, design pixels."""

    def __init__(self, card: str) -> None:
        super().__init__(tip=Tip(card_name(card).capitalize()))
        self.card = card
        self._style = Style("semibold", 13, INK[COLOUR_OF[card]])

    @property
    def text(self) -> str:
        """Its name."""
        return card_name(self.card)

    def measure(self, theme: Theme, width: int) -> Size:
        """Rank and suit beside each other."""
        wide, high = size_of(self.card[:-1], self._style, theme.scale)
        return wide + theme.px(self.SIGN + 1), high

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Rank, suit."""
        rank = rendered(self.card[:-1], self._style, theme.scale)
        sign = suit_sign(SUIT_OF[self.card], theme.px(self.SIGN), INK[COLOUR_OF[self.card]])
        surface.blit(rank, self.rect.topleft)
        at = sign.get_rect(midleft=(self.rect.x + rank.get_width() + 1, self.rect.y + rank.get_height() // 2))
        surface.blit(sign, at)


class PlayingCard(Widget):
    """A card with a mark under it, e.g. its hits; dim for one that counted nothing."""

    def __init__(self, card: str, mark: str = "", size: tuple[int, int] = LISTED, *, dim: bool = False) -> None:
        super().__init__(tip=Tip(card_name(card).capitalize()))
        self.card, self.mark, self.size, self.dim = card, mark, size, dim

    _MARK = Style("semibold", 14, INKS.ink)

    def measure(self, theme: Theme, width: int) -> Size:
        """The card, and the mark below it."""
        words = size_of(self.mark, self._MARK, theme.scale) if self.mark else (0, 0)
        return max(theme.px(self.size[0]), words[0]), theme.px(self.size[1]) + words[1]

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Face and mark."""
        size = (theme.px(self.size[0]), theme.px(self.size[1]))
        drawn = face(self.card, size, theme.scale)
        if self.dim:
            drawn = drawn.copy()
            drawn.set_alpha(120)
        surface.blit(drawn, (self.rect.centerx - size[0] // 2, self.rect.y))
        if self.mark:
            ink = INK[COLOUR_OF[self.card]]
            words = rendered(self.mark, self._MARK.tinted(ink), theme.scale)
            surface.blit(words, words.get_rect(midtop=(self.rect.centerx, self.rect.y + size[1])))


WIDTH = 860
CELL = (48, 67)


class DeckTray(Widget):
    """Pile and discards side by side; pressing it, or its key, opens both."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, state: State, *, cards: bool = True) -> None:
        tip = Tip("Look at the deck", f"{_counts(state)}. All drawn cards are open, so you can count them.",
                  keys.key("deck"))  # fmt: skip
        super().__init__("deck", key=keys.key("deck"), tip=tip)
        self.state, self.cards = state, cards

    @property
    def words(self) -> tuple[str, str]:
        """Under pile and discards."""
        zones = self.state.cards
        return f"Pile {len(zones.pile)}", f"Discards {len(zones.discards)}"

    def measure(self, theme: Theme, width: int) -> Size:
        """Cards over words, or words alone."""
        sizes = [size_of(words, LABEL, theme.scale) for words in self.words]
        wide = sum(w for w, _ in sizes) + theme.px(24)
        if not self.cards:
            return wide, theme.px(26)
        return max(wide, 2 * theme.px(LARGE[0]) + theme.px(40)), theme.px(LARGE[1] + 8) + sizes[0][1]

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Two halves."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        half = self.rect.w // 2
        size = (theme.px(LARGE[0]), theme.px(LARGE[1]))
        for number, words in enumerate(self.words):
            room = pygame.Rect(self.rect.x + number * half, self.rect.y, half, self.rect.h)
            if self.cards:
                self._paint_card(surface, theme, pygame.Rect((room.centerx - size[0] // 2, room.y), size), number)
            write_at(surface, theme, words, LABEL, midbottom=(room.centerx, room.bottom))

    def _paint_card(self, surface: pygame.Surface, theme: Theme, card: pygame.Rect, number: int) -> None:
        zones = self.state.cards
        if not (zones.pile, zones.discards)[number]:
            surface.blit(rounded(card.size, theme.px(5), INKS.paper_3), card)
            return
        drawn = (
            face(zones.discards[-1], card.size, theme.scale)
            if number
            else faces.card_back(BLUE, card.size, theme.scale)
        )
        surface.blit(drawn, card)
        if self.hovered:
            surface.blit(rounded(card.size, theme.px(5), (255, 255, 255), 40), card)

    def activate(self) -> Report | None:
        """Open the deck."""
        return Open(lambda: browser(self.state))


def _cell(card: str, *, drawn: bool) -> Drawn:
    """A card of the deck: bright where it has been drawn, a shade where it can still come."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        rect = pygame.Rect(rect.topleft, (theme.px(CELL[0]), theme.px(CELL[1])))
        if drawn:
            surface.blit(face(card, rect.size, theme.scale), rect)
            return
        surface.blit(rounded(rect.size, theme.px(5), INKS.paper_3), rect)
        write_at(surface, theme, card[:-1], STRONG.tinted(INKS.muted), center=rect.center)

    return Drawn(
        *CELL, pen, Tip(card_name(card).capitalize(), f"It {'has been drawn' if drawn else 'can still come'}.")
    )


def _suit_sign(suit: Suit, left: int) -> Drawn:
    """A suit over how many of its cards can still come."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        sign = suit_sign(suit, theme.px(24), INK[COLOUR_OF[f"A{suit[0].upper()}"]])
        surface.blit(sign, sign.get_rect(midtop=(rect.centerx, rect.y + theme.px(8))))
        write_at(surface, theme, f"{left} left", SMALL, midtop=(rect.centerx, rect.y + theme.px(8 + 24 + 4)))

    return Drawn(60, CELL[1], pen)


def _counts(state: State) -> str:
    zones = state.cards
    return f"{format_count(len(zones.pile), 'card')} in the pile, {len(zones.discards)} drawn"


def browser(state: State) -> Widget:
    """All cards by suit, those drawn and those to come, then the discards with the last one first."""
    parts: list[Widget] = [
        Text(f"{_counts(state)}. When the pile runs out, the discards are shuffled to make a new one.", BODY)
    ]
    parts += [_suit_row(state, suit) for suit in SUITS]
    drawn: list[Widget] = [Sized(PlayingCard(card, size=LISTED), *LISTED) for card in reversed(state.cards.discards)]
    laid = Grid(drawn, least=LISTED[0] + 4, gap=8, most=13) if drawn else Text("No cards yet.", BODY)
    parts += [Rule(), Label("Drawn cards, latest first", STRONG), laid]
    done = closing("Back to the table", "primary")
    return dialog("The deck", Column(parts, gap=12), [done], ident="deck-browser", width=WIDTH)


def _suit_row(state: State, suit: Suit) -> Widget:
    drawn = frozenset(state.cards.discards)
    cards = [card for card in reversed(DECK) if SUIT_OF[card] == suit]
    left = sum(SUIT_OF[card] == suit for card in list_unseen(state)) if state.cards.pile else 0
    cells: list[Widget] = [_cell(card, drawn=card in drawn) for card in cards]
    grid = Column([Grid(cells, least=CELL[0], gap=6, most=13)], grow=1)
    return Row([_suit_sign(suit, left), grid], gap=6, align="start")


PADDING = 14
ENTRIES = 40
"""Entries that the sheet holds."""


class DrawnCards:
    """Turns up what is still face down as time passes, keeping the latest entry in sight; below lies the deck.

    Attributes:
        sheet: on which they lie.
        tray: the deck.
    """

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._theme = Theme()
        self._entry: Callable[[Told], Widget] = _entry
        self.tray = DeckTray(viewer.state)
        self._list = self._filled()
        self.sheet = Panel(self._column(), ident="drawn", padding=PADDING)

    def _filled(self) -> Scroll:
        shown = self._viewer.drawn.shown
        self._count = len(shown)
        gap = 8 if self._entry is _entry else 2
        return Scroll(Column(list(_entries(shown, self._entry)), gap=gap), ident="drawn.scroll")

    def _column(self) -> Column:
        return Column([self._list, Rule(), self.tray], gap=8)

    def heights(self, theme: Theme, width: int) -> tuple[int, int]:
        """What the deck alone needs, margins with it, and what the entries need besides."""
        side = theme.px(PADDING)
        deck = self.tray.measure(theme, width - 2 * side)[1] + 2 * side
        return deck, self._list.measure(theme, width - 2 * side)[1] + 2 * theme.px(8) + theme.px(1)

    def fit(self, theme: Theme, width: int, most: int) -> int:
        """Lay out the entries as fully as so much height has room for, else each in a line; what height they need."""
        for self._entry in (_entry, lambda told: _run_on(told, told.lines), _run_on):
            visible, self._list = self._list.visible, self._filled()
            self._list.visible = visible
            needed = self.heights(theme, width)[1]
            if needed <= most:
                break
        self.sheet.children = [self._column()]
        return needed

    def show(self, *, entries: bool, cards: bool) -> None:
        """With or without the entries, and the cards of the deck."""
        self._list.visible = self.sheet.children[0].children[1].visible = entries
        self.tray.cards = cards

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """At the latest entry."""
        self._theme = theme
        self.sheet.place(theme, rect)
        self._list.move(10**6)

    def tick(self, elapsed: int) -> bool:
        """Turn up what is due; whether more is to come."""
        self._viewer.drawn.tick(elapsed)
        if len(self._viewer.drawn.shown) != self._count and self.sheet.rect.w:
            visible, self._list = self._list.visible, self._filled()
            self.sheet.children = [self._column()]
            self.show(entries=visible, cards=self.tray.cards)
            self.place(self._theme, self.sheet.rect)
            self.sheet.touch()
        return self._viewer.drawn.busy


def _entries(shown: tuple[Told, ...], entry: Callable[[Told], Widget]) -> Iterator[Widget]:
    """The entries of the latest turn, the oldest on top."""
    latest = shown[-1].turn if shown else 0
    kept = [one for one in shown if one.turn == latest][-ENTRIES:]
    for number, told in enumerate(kept):
        if number and entry is _entry:
            yield Rule()
        yield entry(told)
    if not kept:
        yield Text("Drawn cards appear here.", SMALL.tinted(INKS.muted))


def _run_on(told: Told, lines: Iterable[str] = ()) -> Widget:
    """In a line: the cards by rank and suit, for what, and what came of it; and what else is told of it."""
    more = "; ".join(lines)
    runs = [Run(f"{told.title}  ", BODY.at(13)), Run(told.result, LABEL.at(13).tinted(_ink(told)))]
    words = Text([*runs, Run(f"  {more}", BODY.at(13).tinted(INKS.ink_2))] if more else runs, grow=1)
    return Row([*(Pip(card) for card in told.cards), words], gap=6, align="start")


def _ink(told: Told) -> Colour:
    return INKS.danger if told.grave else INKS.brass_dark if told.good else INKS.ink


def _entry(told: Told) -> Widget:
    words: list[Widget] = [Text(told.title, STRONG.at(15))]
    if told.result:
        words.append(Text(told.result, LABEL.tinted(_ink(told))))
    words += [Text(line, BODY.at(14).tinted(INKS.danger if told.grave and not told.cards else INKS.ink_2))
              for line in told.lines]  # fmt: skip
    if not told.cards:
        return Column(words, gap=2)
    marks = told.marks or ("",) * len(told.cards)
    if max(map(len, marks)) > 7:
        return Column([*words, *_named(told)], gap=4)
    cards: list[Widget] = [
        PlayingCard(card, mark, dim=mark == "0") for card, mark in zip(told.cards, marks, strict=True)
    ]
    return Row([*cards, Column(words, gap=1, grow=1)], gap=8, align="start")


def _named(told: Told) -> Iterator[Widget]:
    """Cards of several ships or sides, each with whose it is."""
    for card, mark in zip(told.cards, told.marks, strict=True):
        yield Row([PlayingCard(card), Text(mark, LABEL, grow=1)], gap=8, align="centre")
