"""What a lesson asks of a card table; where cards lie it sees by their widgets."""

from collections.abc import Collection, Iterator, Sequence

import pygame

from tabletop.ui.boards.cards.animation import FlightLayer
from tabletop.ui.boards.cards.drop_target import DropTarget, Slot
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.boards.cards.zones import Hand
from tabletop.ui.boards.lesson_hooks import LessonHooks
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.panel import Panel


class CardLessonHooks(LessonHooks):
    """Cards in a hand and on the cloth; what is said of them lies beside the hand, where there is room."""

    sheet_corner = "bottomright"

    def __init__(self, tableau: Tableau) -> None:
        self._tableau = tableau

    def list_looks(self) -> Collection[str]:
        """The cards that are chosen, and the one that is read."""
        tableau = self._tableau
        read = filter(None, (tableau.read_card, tableau.cursor, tableau.focused))
        return frozenset((*(f"choose {card}" for card in tableau.selected), *(f"hover {card}" for card in read)))

    def control_rects(self, panels: Sequence[Widget]) -> Sequence[pygame.Rect]:
        """One's hand, cards, piles, buttons, sheets, where a card may be laid now; not the cloth between them."""
        return [
            one.occupied_rect() if isinstance(one, Hand) else one.rect for one in _list_parts(panels) if _is_usable(one)
        ]

    def occupied_rects(self, panels: Sequence[Widget] = ()) -> Sequence[pygame.Rect]:
        """Words on the cloth."""
        return [one.rect for one in _list_parts(panels) if not (_is_usable(one) or isinstance(one, Slot | FlightLayer))]


def _list_parts(panels: Sequence[Widget]) -> Iterator[Widget]:
    """What is seen on the cloth: hand and sheets whole, of the rest whatever holds nothing else."""
    for panel in panels:
        if isinstance(panel, Panel | Hand):
            yield panel
        elif inner := list(panel.shown()):
            yield from _list_parts(inner)
        elif panel.rect.w and panel.rect.h and _is_visible(panel):
            yield panel


def _is_visible(part: Widget) -> bool:
    """Whether there is anything to be seen; of a place without slots only what is written there."""
    return bool(part.text) if isinstance(part, DropTarget) else type(part).paint is not Widget.paint


def _is_usable(part: Widget) -> bool:
    """Whether it can be used now, or is read."""
    if isinstance(part, DropTarget):
        return bool(part.invitation)
    return part.interactive or isinstance(part, Panel | Hand) or (isinstance(part, Slot) and part.is_lit)
