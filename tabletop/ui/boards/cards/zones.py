"""Hands, draw pile and discards: own cards can be picked, other cards are only counted."""

from collections.abc import Sequence

import pygame
from typing_extensions import override

from tabletop.core.phrases import format_count
from tabletop.ui import keys
from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.drawing import draw_shadow
from tabletop.ui.boards.cards.look import BLUE, Back, CardLook
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.input import Input
from tabletop.ui.text import BODY, STRONG, Style, size_of, write_at
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.draw import draw_focus, rounded
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Grid
from tabletop.ui.widgets.marks import Chip
from tabletop.ui.widgets.overlay import Open, dialog
from tabletop.ui.widgets.report import CLOSE, CONSUMED, Report
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stack import Stack

RAISED, GAP = 38, 16
KEYS = "1234567890"
"""Keys of the first ten cards of a hand."""
HAND = "hand"
"""Id of the own hand as a place for cards."""


class Hand(Widget):
    """The own cards side by side, selected ones raised; many cards become narrower."""

    def __init__(self, card_count: Sequence[Card], tableau: Tableau, *, covered: int = 0, back: Back = BLUE) -> None:
        super().__init__(HAND)
        self.hidden, self.back = covered, back
        self.children = list(card_count)
        self.tableau = tableau

    @property
    def card_count(self) -> int:
        """Return the number of cards, hidden ones included."""
        return len(self.children) + self.hidden

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the whole width, and the height of a card that can be raised."""
        return width, theme.px(faces.FULL[1] + RAISED)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the cards from left to right about the middle."""
        self.rect, self.dirty = pygame.Rect(rect), True
        self.tableau.drop_targets[HAND] = pygame.Rect(rect)
        cards = [child for child in self.shown() if isinstance(child, Card)]
        for card, at in zip(cards, self._slot_rects(theme, len(cards)), strict=False):
            up = self._raise_height(theme) if card.status.selected else 0
            card.place(theme, at.move(0, -up))

    def occupied_rect(self) -> pygame.Rect:
        """Return the rectangle of the cards as if raised; empty without cards."""
        lie = [card.rect for card in self.shown()]
        return lie[0].unionall([*lie, pygame.Rect(lie[0].x, self.rect.y, 1, 1)]) if lie else pygame.Rect(0, 0, 0, 0)

    def reach(self, theme: Theme) -> pygame.Rect:
        """Return an empty rectangle while cards lie face up, for those paint themselves."""
        return super().reach(theme) if self.hidden else pygame.Rect(self.rect.topleft, (0, 0))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw backs for hidden cards."""
        for at in self._slot_rects(theme, self.hidden):
            draw_shadow(surface, theme, at, faces.corner_radius(at.size, theme))
            surface.blit(faces.card_back(self.back, at.size, theme.scale), at)

    def _slot_rects(self, theme: Theme, number: int) -> list[pygame.Rect]:
        """Return the rectangles of `number` cards, none raised."""
        if not number:
            return []
        wide, high, gap = self._card_size(theme, self.rect, number)
        step = wide + gap
        left = self.rect.centerx - (step * number - gap) // 2
        return [pygame.Rect(left + n * step, self.rect.bottom - high, wide, high) for n in range(number)]

    def _raise_height(self, theme: Theme) -> int:
        """Return how far a selected card stands above the others, screen pixels."""
        return min(theme.px(RAISED), max(theme.px(6), self.rect.h // 7))

    def _card_size(self, theme: Theme, rect: pygame.Rect, number: int) -> tuple[int, int, int]:
        """Return width and height of a card, and the gap between two."""
        high = min(theme.px(faces.FULL[1]), rect.h - self._raise_height(theme))
        gap = min(theme.px(GAP), max(theme.px(4), rect.w // (number * 12)))
        wide = min(theme.px(faces.FULL[0]), (rect.w - gap * (number - 1)) // number)
        return max(1, wide), max(1, high), gap


class HiddenHand(Widget):
    """Cards face down. Only their number can be learnt."""

    interactive = True

    def __init__(
        self, card_count: int, back: Back, tableau: Tableau, *, ident: str = "hand.other", whose: str = ""
    ) -> None:
        super().__init__(ident, tip=Tip(f"{whose}: {format_count(card_count, 'card')}".lstrip(": "), "Face down."))
        self.card_count, self.back, self.tableau = card_count, back, tableau
        self.text = f"{format_count(card_count, 'card')}, face down" if card_count else "no cards in hand"

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of backs that half overlap."""
        return theme.px(104 + 64 * max(0, self.card_count - 1)), theme.px(88)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the hand. Dealt cards fly to its middle."""
        super().place(theme, rect)
        middle = pygame.Rect(0, 0, *self._card_size(theme))
        middle.midbottom = rect.midbottom
        self.tableau.rects[self.id] = middle

    def reach(self, theme: Theme) -> pygame.Rect:
        """Return the rectangle of the hand with nothing above the edge from which the cards hang."""
        around = super().reach(theme)
        return around.clip((around.x, self.rect.y, around.w, around.bottom - self.rect.y))

    def _card_size(self, theme: Theme) -> Size:
        high = max(self.rect.h + theme.px(44), theme.px(60))
        return round(high * faces.FULL[0] / faces.FULL[1]), high

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the lower ends of the cards, hanging from the upper edge in a slight fan."""
        if not self.card_count:
            return
        before = surface.get_clip()
        surface.set_clip(before.clip(self.reach(theme)).clip((0, self.rect.y, 10**5, 10**5)))
        wide, high = self._card_size(theme)
        step = min(theme.px(66), max(1, (self.rect.w - wide) // max(1, self.card_count - 1)))
        left = self.rect.centerx - (step * (self.card_count - 1) + wide) // 2
        for number in range(self.card_count):
            tilt = (number - (self.card_count - 1) / 2) * (4.2 / max(1.0, self.card_count / 2))
            at = pygame.Rect(left + number * step, self.rect.bottom - high - round(abs(tilt) * theme.px(1)), wide, high)
            self._paint_one(surface, theme, at, tilt)
        surface.set_clip(before)

    def _paint_one(self, surface: pygame.Surface, theme: Theme, at: pygame.Rect, tilt: float) -> None:
        draw_shadow(surface, theme, at, faces.corner_radius(at.size, theme), 2)
        picture = faces.tilted_back(self.back, at.size, theme.scale, round(tilt, 1))
        surface.blit(picture, picture.get_rect(center=at.center))


WIDTH = 800
STEPS = {"Left": -1, "Right": 1, "Home": -(10**6), "End": 10**6}


class Browser(Stack):
    """The dialog of a list of cards. It has the focus itself, and arrows move from card to card."""

    def __init__(self, sheet: Stack, cards: Sequence[Card], grid: Grid, tableau: Tableau) -> None:
        super().__init__(sheet.children)
        self._cards, self._grid, self._tableau = tuple(cards), grid, tableau
        self._theme = Theme()

    @override
    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        self._theme = theme
        super().place(theme, rect)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Move the ring with arrows; Enter and Space close the dialog."""
        if given.kind != "key":
            return None
        if given.key in ("Enter", "Space"):
            return CLOSE
        columns = self._grid.columns(self._theme, max(1, self._grid.rect.w))
        steps = {**STEPS, "Up": -columns, "Down": columns}
        if given.key not in steps or not self._cards:
            return None
        ids = [card.look.id for card in self._cards]
        here = ids.index(self._tableau.cursor) if self._tableau.cursor in ids else 0 if steps[given.key] < 0 else -1
        self._move_ring(self._cards[max(0, min(len(ids) - 1, here + steps[given.key]))])
        return CONSUMED

    def _move_ring(self, card: Card) -> None:
        """Move the ring to a card and scroll it into view."""
        before, self._tableau.cursor = self._tableau.cursor, card.look.id
        for one in self._cards:
            if one.look.id in (before, card.look.id):
                one.touch()
        for scroll in self.walk():
            if isinstance(scroll, Scroll):
                scroll.reveal(card.rect)


def build_browser(looks: Sequence[CardLook], title: str) -> Browser:
    """Build the dialog of cards, the last one first."""
    tableau = Tableau()
    cards = [Card(look, tableau, still=True, ident=f"leaf.{look.id}") for look in reversed(looks)]
    grid = Grid(cards, least=faces.FULL[0], gap=14, most=4)
    body: Widget = Column([grid], gap=0) if cards else Text("No cards yet.", BODY.at(17))
    done = closing("Back to the table", "primary")
    return Browser(dialog(title, body, [done], ident="browser", width=WIDTH), cards, grid, tableau)


CARD = (92, 128)
_NAME, _COUNT = STRONG.tinted(INKS.cream), Style("body", 15, INKS.mist)
EDGES = 3
"""Cards that are visible at the edge of a pile."""


class Pile(Widget):
    """The draw pile: its back and its number of cards. Its order is secret."""

    interactive = True

    def __init__(
        self, card_count: int, back: Back, tableau: Tableau, *, name: str = "Pile", ident: str = "pile"
    ) -> None:
        super().__init__(ident, tip=Tip(name, f"{format_count(card_count, 'card')}, face down."))
        self.card_count, self.back, self.tableau, self.name = card_count, back, tableau, name
        self.count_words = format_count(card_count, "card")
        self.text = f"{name}: {self.count_words}"

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of the pile and two lines under it."""
        words = [size_of(self.name, _NAME, theme.scale), size_of(self.count_words, _COUNT, theme.scale)]
        wide = max(theme.px(CARD[0]) + theme.px(8), *(w for w, _ in words))
        return wide, theme.px(CARD[1] + 12) + sum(h for _, h in words)

    def build_tool(self) -> Widget:
        """Build the pile as one line, for little room."""
        return Chip(f"{self.name} {self.card_count}", "refusal", ident=self.id, tip=self.tip)

    def _card_rect(self, theme: Theme) -> pygame.Rect:
        made = pygame.Rect(0, 0, theme.px(CARD[0]), theme.px(CARD[1]))
        made.midtop = (self.rect.centerx, self.rect.y + theme.px(4))
        return made

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the pile. Cards fly from and to its upper card."""
        super().place(theme, rect)
        self.tableau.rects[self.id] = self._card_rect(theme)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the edges of the lower cards, the upper card, name and number."""
        card = self._card_rect(theme)
        if self.focused:
            draw_focus(surface, theme, card)
        if self.card_count:
            self._paint_edges(surface, theme, card)
            self._paint_card(surface, theme, card)
        else:
            surface.blit(rounded(card.size, theme.px(8), INKS.plate, 90), card)
        self._paint_words(surface, theme, card.bottom + theme.px(6))

    def _paint_edges(self, surface: pygame.Surface, theme: Theme, card: pygame.Rect) -> None:
        for number in range(min(EDGES, self.card_count - 1), 0, -1):
            under = card.move(theme.px(2) * number, -theme.px(1.5) * number)
            draw_shadow(surface, theme, under, 8, 2)
            surface.blit(faces.card_back(self.back, under.size, theme.scale), under)

    def _paint_card(self, surface: pygame.Surface, theme: Theme, card: pygame.Rect) -> None:
        draw_shadow(surface, theme, card, 8)
        surface.blit(faces.card_back(self.back, card.size, theme.scale), card)

    def _paint_words(self, surface: pygame.Surface, theme: Theme, top: int) -> None:
        for words, style in ((self.name, _NAME), (self.count_words, _COUNT)):
            write_at(surface, theme, words, style, midtop=(self.rect.centerx, top))
            top += size_of(words, style, theme.scale)[1]


class Discards(Pile):
    """The discards face up, the last one on top. A press or the key opens them all."""

    focusable = True
    glows = True

    def __init__(self, card_count: Sequence[CardLook], back: Back, tableau: Tableau) -> None:
        super().__init__(len(card_count), back, tableau, name="Discards", ident="discards")
        self.looks, self.key = tuple(card_count), keys.key("discards")
        self.tip = Tip("Look at the discards", f"{self.count_words}, face up.", self.key)

    def activate(self) -> Report | None:
        """Open the discards."""
        return Open(lambda: build_browser(self.looks, self.text))

    def build_tool(self) -> Widget:
        """Build the button that opens the discards, for little room."""
        told = f"{self.name} {self.card_count}"
        return Button(self.id, told, "dark", key=self.key, tip=self.tip, show_key=False, report=self.activate())

    def _paint_card(self, surface: pygame.Surface, theme: Theme, card: pygame.Rect) -> None:
        draw_shadow(surface, theme, card, 4)
        surface.blit(faces.small_face(self.looks[-1], card.size, theme.scale), card)
        if self.hovered:
            surface.blit(rounded(card.size, theme.px(6), (255, 255, 255), 46), card)
