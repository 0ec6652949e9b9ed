"""Cards in a dialog, to be gone through with wheel, pointer and keys."""

from collections.abc import Sequence

import pygame

from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.felt import Felt
from tabletop.ui.boards.cards.look import CardLook
from tabletop.ui.input import Input
from tabletop.ui.text import BODY
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import CONSUMED, Action, Size, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Grid
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stack import Stack

WIDTH = 800
STEPS = {"Left": -1, "Right": 1, "Home": -(10**6), "End": 10**6}


class Browser(Stack):
    """The dialog; it has the focus itself, and its arrows go from card to card."""

    def __init__(self, sheet: Stack, cards: Sequence[Card], grid: Grid, felt: Felt) -> None:
        super().__init__(sheet.children)
        self._cards, self._grid, self._felt = tuple(cards), grid, felt
        self._theme = Theme()

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """As a stack."""
        self._theme = theme
        super().place(theme, rect)

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """Arrows move the ring; Enter closes."""
        if given.kind != "key":
            return None
        if given.key in ("Enter", "Space"):
            return Action("dialog.back")
        columns = self._grid.columns(self._theme, max(1, self._grid.rect.w))
        steps = {**STEPS, "Up": -columns, "Down": columns}
        if given.key not in steps or not self._cards:
            return None
        ids = [card.look.id for card in self._cards]
        here = ids.index(self._felt.cursor) if self._felt.cursor in ids else 0 if steps[given.key] < 0 else -1
        self._ring(self._cards[max(0, min(len(ids) - 1, here + steps[given.key]))])
        return CONSUMED

    def _ring(self, card: Card) -> None:
        """Move the ring to a card, which comes in sight."""
        before, self._felt.cursor = self._felt.cursor, card.look.id
        for one in self._cards:
            if one.look.id in (before, card.look.id):
                one.touch()
        for scroll in self.walk():
            if isinstance(scroll, Scroll):
                scroll.reveal(card.rect)


class _Leaf(Card):
    """A card that is only looked at."""

    focusable = False

    def measure(self, theme: Theme, width: int) -> Size:
        """Its own size, narrower where the column is."""
        wide, high = super().measure(theme, width)
        return min(wide, width), high

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """Its tooltip is all that it answers with."""
        return None


def browser(looks: Sequence[CardLook], title: str) -> Browser:
    """The cards, the last one first; Esc or the button reports ``dialog.back``."""
    felt = Felt()
    cards = [_Leaf(look, felt, still=True, ident=f"leaf.{look.id}") for look in reversed(looks)]
    grid = Grid(cards, least=faces.FULL[0], gap=14, most=4)
    body: Widget = Column([grid], gap=0) if cards else Text("There are none yet.", BODY.at(17))
    done = Button("dialog.back", "Back to the table", "primary", key="Esc")
    return Browser(dialog(title, body, [done], ident="browser", width=WIDTH), cards, grid, felt)
