"""Draw pile and discards: both show their counts, and the discards can be opened and gone through."""

from collections.abc import Sequence

import pygame

from tabletop.core.phrases import count
from tabletop.ui import keys
from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.browser import browser
from tabletop.ui.boards.cards.felt import Felt
from tabletop.ui.boards.cards.look import Back, CardLook
from tabletop.ui.boards.cards.opener import Opener
from tabletop.ui.boards.cards.paper import shadow
from tabletop.ui.input import Input
from tabletop.ui.text import STRONG, Style, rendered, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import CONSUMED, Open, Report, Size, Tip, Widget
from tabletop.ui.widgets.draw import draw_focus, rounded
from tabletop.ui.widgets.marks import Chip

CARD = (92, 128)
_NAME, _COUNT = STRONG.tinted(INKS.cream), Style("body", 15, INKS.mist)
EDGES = 3
"""Cards that are seen at the edge of a pile."""


class Pile(Widget):
    """The draw pile: its back and its count, and nothing else, for its order is secret."""

    text_bearing = True
    interactive = True

    def __init__(self, cards: int, back: Back, felt: Felt, *, name: str = "Pile", ident: str = "pile") -> None:
        super().__init__(ident, tip=Tip(name, f"{count(cards, 'card')}, face down."))
        self.cards, self.back, self.felt, self.name = cards, back, felt, name

    @property
    def text(self) -> str:
        """What stands under it."""
        return f"{self.name}: {count(self.cards, 'card')}"

    def measure(self, theme: Theme, width: int) -> Size:
        """The cards, and two lines under them."""
        words = [size_of(self.name, _NAME, theme.scale), size_of(self._counted(), _COUNT, theme.scale)]
        wide = max(theme.px(CARD[0]) + theme.px(8), *(w for w, _ in words))
        return wide, theme.px(CARD[1] + 12) + sum(h for _, h in words)

    def _counted(self) -> str:
        return count(self.cards, "card")

    def tool(self) -> Widget:
        """The same in one line, where there is little room."""
        return Chip(f"{self.name} {self.cards}", "refusal", ident=self.id, tip=self.tip)

    def _card(self, theme: Theme) -> pygame.Rect:
        made = pygame.Rect(0, 0, theme.px(CARD[0]), theme.px(CARD[1]))
        made.midtop = (self.rect.centerx, self.rect.y + theme.px(4))
        return made

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Cards fly from and to the upper one."""
        super().place(theme, rect)
        self.felt.rects[self.id] = self._card(theme)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Edges of the cards beneath, the upper one, name and count."""
        card = self._card(theme)
        if self.focused:
            draw_focus(surface, theme, card)
        if self.cards:
            self._paint_edges(surface, theme, card)
            self._paint_card(surface, theme, card)
        else:
            surface.blit(rounded(card.size, theme.px(8), INKS.plate, 90), card)
        self._paint_words(surface, theme, card.bottom + theme.px(6))

    def _paint_edges(self, surface: pygame.Surface, theme: Theme, card: pygame.Rect) -> None:
        for number in range(min(EDGES, self.cards - 1), 0, -1):
            under = card.move(theme.px(2) * number, -theme.px(1.5) * number)
            shadow(surface, theme, under, 8, 2)
            surface.blit(faces.back(self.back, under.size, theme.scale), under)

    def _paint_card(self, surface: pygame.Surface, theme: Theme, card: pygame.Rect) -> None:
        shadow(surface, theme, card, 8)
        surface.blit(faces.back(self.back, card.size, theme.scale), card)

    def _paint_words(self, surface: pygame.Surface, theme: Theme, top: int) -> None:
        for words, style in ((self.name, _NAME), (self._counted(), _COUNT)):
            line = rendered(words, style, theme.scale)
            surface.blit(line, line.get_rect(midtop=(self.rect.centerx, top)))
            top += size_of(words, style, theme.scale)[1]


class Discards(Pile):
    """The discards, face up: the last one on top; pressing them, or their key, opens them all."""

    focusable = True
    glows = True

    def __init__(
        self, cards: Sequence[CardLook], back: Back, felt: Felt, *, name: str = "Discards", ident: str = "discards"
    ) -> None:
        super().__init__(len(cards), back, felt, name=name, ident=ident)
        self.looks = tuple(cards)
        self.key = keys.key("discards")
        self.tip = Tip(f"Look at the {name.lower()}", f"{count(len(cards), 'card')}, face up.", self.key)

    def activate(self) -> Report | None:
        """Open them."""
        return Open(self._browser())

    def _browser(self) -> Widget:
        return browser(self.looks, f"{self.name}: {self._counted()}")

    def tool(self) -> Widget:
        """A button that opens them."""
        return Opener(self.id, f"{self.name} {self.cards}", self._browser, key=self.key, tip=self.tip)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """As a button."""
        if given.kind == "pressed" and given.button == "left":
            return CONSUMED
        if given.kind == "released" and given.button == "left" and self.rect.collidepoint(given.pos):
            return self.activate()
        return None

    def _paint_card(self, surface: pygame.Surface, theme: Theme, card: pygame.Rect) -> None:
        shadow(surface, theme, card, 4)
        surface.blit(faces.small(self.looks[-1], card.size, theme.scale), card)
        if self.hovered:
            surface.blit(rounded(card.size, theme.px(6), (255, 255, 255), 46), card)
