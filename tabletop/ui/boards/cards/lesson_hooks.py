"""The answers of a card table to lessons. Places of cards are found through their widgets."""

from collections.abc import Collection, Iterator, Sequence

import pygame

from tabletop.ui.boards.cards.drop_target import DropTarget, Slot
from tabletop.ui.boards.cards.flight_layer import FlightLayer
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.boards.cards.zones import Hand
from tabletop.ui.boards.lesson_hooks import LessonHooks
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.panel import Panel


class CardLessonHooks(LessonHooks):
    """The hooks of a card table: cards in a hand and on the cloth. The sheet of a lesson lies beside the hand."""

    sheet_corner = "bottomright"

    def __init__(self, tableau: Tableau) -> None:
        self._tableau = tableau

    def list_looks(self) -> Collection[str]:
        """Return the selected and the read cards, e.g. ``choose nelson``, ``hover nelson``."""
        tableau = self._tableau
        read = filter(None, (tableau.read_card, tableau.cursor, tableau.focused))
        return frozenset((*(f"choose {card}" for card in tableau.selected), *(f"hover {card}" for card in read)))

    def control_rects(self, panels: Sequence[Widget]) -> Sequence[pygame.Rect]:
        """Return hand, cards, piles, buttons, sheets and open places, without the cloth between them."""
        return [
            one.occupied_rect() if isinstance(one, Hand) else one.rect for one in _list_parts(panels) if _is_usable(one)
        ]

    def occupied_rects(self, panels: Sequence[Widget] = ()) -> Sequence[pygame.Rect]:
        """Return the rectangles of words on the cloth."""
        return [one.rect for one in _list_parts(panels) if not (_is_usable(one) or isinstance(one, Slot | FlightLayer))]


def _list_parts(panels: Sequence[Widget]) -> Iterator[Widget]:
    """Yield the visible widgets on the cloth: hand and sheets whole, else the innermost widgets."""
    for panel in panels:
        if isinstance(panel, Panel | Hand):
            yield panel
        elif inner := list(panel.shown()):
            yield from _list_parts(inner)
        elif panel.rect.w and panel.rect.h and _is_visible(panel):
            yield panel


def _is_visible(part: Widget) -> bool:
    """Return True if the widget draws anything. A place without slots counts only with words in it."""
    return bool(part.text) if isinstance(part, DropTarget) else type(part).paint is not Widget.paint


def _is_usable(part: Widget) -> bool:
    """Return True if the widget can be used now, or is read."""
    if isinstance(part, DropTarget):
        return bool(part.invitation)
    return part.interactive or isinstance(part, Panel | Hand) or (isinstance(part, Slot) and part.is_lit)
