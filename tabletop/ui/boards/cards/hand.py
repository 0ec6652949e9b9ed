"""Hands: one's own face up, every card within reach of pointer and keys; the other's face down with its count."""

from collections.abc import Sequence

import pygame

from tabletop.core.phrases import count
from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.drawing import shadow
from tabletop.ui.boards.cards.look import BLUE, Back
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Size, Tip, Widget

RAISED, GAP = 38, 16
KEYS = "1234567890"
"""The keys of the first ten cards of a hand."""
HAND = "hand"
"""Id of one's own hand as a place to drop cards on."""


class Hand(Widget):
    """One's own cards side by side, the selected ones raised; narrower cards where there are many."""

    def __init__(self, cards: Sequence[Card], tableau: Tableau, *, covered: int = 0, back: Back = BLUE) -> None:
        super().__init__(HAND)
        self.hidden, self.back = covered, back
        self.children = list(cards)
        self.tableau = tableau

    @property
    def cards(self) -> int:
        """How many there are."""
        return len(self.children) + self.hidden

    def measure(self, theme: Theme, width: int) -> Size:
        """Whole cards with room above to raise them."""
        return width, theme.px(faces.FULL[1] + RAISED)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """From left to right about the middle; a card keeps its shape as far as the height allows it."""
        self.rect, self.dirty = pygame.Rect(rect), True
        self.tableau.drop_targets[HAND] = pygame.Rect(rect)
        cards = [child for child in self.shown() if isinstance(child, Card)]
        for card, at in zip(cards, self._slots(theme, len(cards)), strict=False):
            up = self._raised(theme) if card.standing.selected else 0
            card.place(theme, at.move(0, -up))

    def reach(self, theme: Theme) -> pygame.Rect:
        """Nothing while its cards are seen, for they paint themselves."""
        return super().reach(theme) if self.hidden else pygame.Rect(self.rect.topleft, (0, 0))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Backs, while these cards are hidden as well."""
        for at in self._slots(theme, self.hidden):
            shadow(surface, theme, at, faces.radius(at.size, theme))
            surface.blit(faces.back(self.back, at.size, theme.scale), at)

    def _slots(self, theme: Theme, number: int) -> list[pygame.Rect]:
        """Where so many cards lie while none is raised."""
        if not number:
            return []
        wide, high, gap = self._card(theme, self.rect, number)
        step = wide + gap
        left = self.rect.centerx - (step * number - gap) // 2
        return [pygame.Rect(left + n * step, self.rect.bottom - high, wide, high) for n in range(number)]

    def _raised(self, theme: Theme) -> int:
        """How far a selected card stands above the others."""
        return min(theme.px(RAISED), max(theme.px(6), self.rect.h // 7))

    def _card(self, theme: Theme, rect: pygame.Rect, number: int) -> tuple[int, int, int]:
        """Width and height of a card, and the gap between two."""
        high = min(theme.px(faces.FULL[1]), rect.h - self._raised(theme))
        gap = min(theme.px(GAP), max(theme.px(4), rect.w // (number * 12)))
        wide = min(theme.px(faces.FULL[0]), (rect.w - gap * (number - 1)) // number)
        return max(1, wide), max(1, high), gap


class HiddenHand(Widget):
    """Cards face down: nobody learns more of them than how many they are."""

    interactive = True

    def __init__(self, cards: int, back: Back, tableau: Tableau, *, ident: str = "hand.other", whose: str = "") -> None:
        super().__init__(ident, tip=Tip(f"{whose}: {count(cards, 'card')}".lstrip(": "), "Face down."))
        self.cards, self.back, self.tableau = cards, back, tableau
        self.text = f"{count(cards, 'card')}, face down" if cards else "no cards in hand"

    def measure(self, theme: Theme, width: int) -> Size:
        """Backs that lie half over each other."""
        return theme.px(104 + 64 * max(0, self.cards - 1)), theme.px(88)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Cards that are dealt fly to its middle."""
        super().place(theme, rect)
        middle = pygame.Rect(0, 0, *self._size(theme))
        middle.midbottom = rect.midbottom
        self.tableau.rects[self.id] = middle

    def reach(self, theme: Theme) -> pygame.Rect:
        """Nothing above the edge from which they hang."""
        around = super().reach(theme)
        return around.clip((around.x, self.rect.y, around.w, around.bottom - self.rect.y))

    def _size(self, theme: Theme) -> Size:
        high = max(self.rect.h + theme.px(44), theme.px(60))
        return round(high * faces.FULL[0] / faces.FULL[1]), high

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The lower ends of the cards, hanging from the upper edge, a little fanned."""
        if not self.cards:
            return
        before = surface.get_clip()
        surface.set_clip(before.clip(self.reach(theme)).clip((0, self.rect.y, 10**5, 10**5)))
        wide, high = self._size(theme)
        step = min(theme.px(66), max(1, (self.rect.w - wide) // max(1, self.cards - 1)))
        left = self.rect.centerx - (step * (self.cards - 1) + wide) // 2
        for number in range(self.cards):
            tilt = (number - (self.cards - 1) / 2) * (4.2 / max(1.0, self.cards / 2))
            at = pygame.Rect(left + number * step, self.rect.bottom - high - round(abs(tilt) * theme.px(1)), wide, high)
            self._paint_one(surface, theme, at, tilt)
        surface.set_clip(before)

    def _paint_one(self, surface: pygame.Surface, theme: Theme, at: pygame.Rect, tilt: float) -> None:
        shadow(surface, theme, at, faces.radius(at.size, theme), 2)
        picture = faces.tilted(self.back, at.size, theme.scale, round(tilt, 1))
        surface.blit(picture, picture.get_rect(center=at.center))
