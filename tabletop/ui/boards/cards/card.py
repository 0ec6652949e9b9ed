"""A card as a widget, and the light of the pointer on it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import pygame

from tabletop.ui.boards.cards import compact_face, faces, sprite_cache
from tabletop.ui.boards.cards.drawing import SHADOW, draw_negation, draw_ring
from tabletop.ui.boards.cards.look import PLAIN, CardLook, CardStatus, describe_look
from tabletop.ui.boards.cards.tableau import DraggedCard, Tableau
from tabletop.ui.input import Input
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import RING, draw_focus, rounded
from tabletop.ui.widgets.report import CONSUMED, Report

LIT, RULE = 51, 3
"""Opacity of the light on a header, out of 255, and width of the brass beside it, design pixels."""


class Highlight(NamedTuple):
    """The light for all cards of one size.

    Attributes:
       picture: shared, so never draw on it.
       inset: distance from the card's corner, screen pixels.
    """

    picture: pygame.Surface
    inset: int

    def place_on(self, card: pygame.Rect) -> pygame.Rect:
        """Return the rectangle of the light on a card."""
        return self.picture.get_rect(topleft=(card.x + self.inset, card.y + self.inset))


@lru_cache(maxsize=64)
def highlight(size: Size, scale: int) -> Highlight:
    """Return the light for cards of a size: on the header of a whole card, else on the suit bar."""
    theme = Theme(scale)
    if faces.is_whole(size, theme):
        return Highlight(_draw_head_light(size, theme), theme.px(faces.FRAME))
    return Highlight(_draw_bar_light(size, theme), 0)


def _draw_head_light(size: Size, theme: Theme) -> pygame.Surface:
    wide, high, rule = size[0] - 2 * theme.px(faces.FRAME), theme.px(faces.HEADER), theme.px(RULE)
    made = pygame.Surface((wide, high), pygame.SRCALPHA)
    radius = theme.px(faces.RADIUS - 3)
    made.blit(rounded((wide, high + radius), radius, INKS.paper, LIT), (0, 0))
    made.fill(INKS.brass_light, (0, high - rule, wide, rule))
    return made


def _draw_bar_light(size: Size, theme: Theme) -> pygame.Surface:
    wide, high, rule, radius = theme.px(compact_face.BAR), size[1], theme.px(RULE), theme.px(compact_face.RADIUS)
    made = pygame.Surface((wide + rule, high), pygame.SRCALPHA)
    made.blit(rounded((wide + radius, high), radius, INKS.paper, LIT), (0, 0))
    made.fill(INKS.brass, (wide, theme.px(1), rule, high - 2 * theme.px(1)))
    return made


RINGED = 5
"""Distance of the focus ring from a card that has another ring, design pixels."""
SLACK = 5
"""Pixels that a pressed pointer may move before the press becomes a drag."""


@dataclass(frozen=True)
class CardPicked(Report):
    """The report of a click on a card, or of its key."""

    card: str


@dataclass(frozen=True)
class CardDragged(Report):
    """The report of a card that is being dragged."""

    held: DraggedCard


@dataclass(frozen=True)
class CardDropped(Report):
    """The report of a dragged card that was let go."""

    held: DraggedCard


class Card(Widget):
    """A card face up that can be picked, or dragged and dropped.

     Space on the card reports ``primary``, so that Space confirms while Enter chooses.
    The card tells the tableau when the pointer is over it. With `still` the card can only be read.
    """

    interactive = glows = True

    def __init__(
        self,
        look: CardLook,
        tableau: Tableau,
        status: CardStatus = PLAIN,
        *,
        key: str = "",
        still: bool = False,
        size: tuple[float, float] = faces.FULL,
        ident: str = "",
    ) -> None:
        super().__init__(ident or f"card.{look.id}", key=key)
        self.look, self.tableau, self.status = look, tableau, status
        self.still, self.wanted_size, self.focusable = still, size, not still
        self.tip = Tip(look.title, _format_tip(look, status), key)
        self._grip: tuple[int, int] | None = None
        self._dragging = False

    @property
    def text(self) -> str:
        """Return everything that can be read on the card."""
        parts = (self.look.title, self.status.value or self.look.value, self.look.suit, self.look.words)
        more = (self.status.note, f"Negated by {self.status.negated_by}" if self.status.negated_by else "")
        return " · ".join(part for part in (*parts, *more) if part)

    # --- layout

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the wanted size, narrower in a narrow column."""
        return min(width, theme.px(self.wanted_size[0])), theme.px(self.wanted_size[1])

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the card, and tell the tableau its rectangle."""
        super().place(theme, rect)
        self.tableau.rects[self.id] = pygame.Rect(rect)

    # --- painting

    def reach(self, theme: Theme) -> pygame.Rect:
        """Return the rectangle of the card with its shadow and rings."""
        edge = 2 * max(theme.px(SHADOW) + theme.px(sprite_cache.LOW), theme.px(RINGED) + theme.px(RING))
        return self.rect.inflate(edge, edge)

    @property
    def _is_dragged(self) -> bool:
        return self.tableau.dragged is not None and self.tableau.dragged.card == self.look.id

    @property
    def _ring_colour(self) -> Colour | None:
        if self.status.selected or self.status.fresh:
            return INKS.brass_light
        return INKS.mist if self.status.noted else None

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw shadow, face, negation and rings. A flying card is not drawn, a dragged one leaves a shade."""
        animation = self.tableau.animation
        if animation.is_awaited(self.id):
            return
        corner = faces.corner_radius(self.rect.size, theme)
        if self._is_dragged:
            surface.blit(rounded(self.rect.size, theme.px(corner), INKS.plate, 120), self.rect)
            return
        if self.focused or self.tableau.cursor == self.look.id:
            ringed = self.status.selected or self.status.fresh
            draw_focus(surface, theme, self.rect.inflate(*(2 * [2 * theme.px(RINGED)])) if ringed else self.rect)
        self._draw_face(surface, theme, animation.stroke_share(self.id) if self.status.negated_by else 1.0)
        if self.hovered and not self.still:
            light = highlight(self.rect.size, theme.scale)
            surface.blit(light.picture, light.place_on(self.rect))
        if self._ring_colour is not None:
            draw_ring(surface, theme, self.rect, corner, self._ring_colour)

    def _draw_face(self, surface: pygame.Surface, theme: Theme, struck: float) -> None:
        """Draw the card on the table; `struck` is the drawn share of the stroke through a negated card."""
        if struck == 1:
            sprite_cache.draw_card_on_table(surface, theme, self.look, self.status, self.rect)
            return
        sprite_cache.draw_card_on_table(surface, theme, self.look, replace(self.status, negated_by=""), self.rect)
        draw_negation(surface, theme, self.rect, self.status, struck)

    # --- input

    def activate(self) -> Report | None:
        """Report that the card was picked."""
        return CardPicked(self.look.id)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Handle hovering, clicks and drags. A still card handles nothing."""
        answer = None if self.still else _HANDLERS.get(given.kind)
        return answer(self, given) if answer else None

    def _handle_press(self, given: Input) -> Report | None:
        if given.button != "left":
            return None
        self._grip, self._dragging = (given.pos[0] - self.rect.x, given.pos[1] - self.rect.y), False
        return CONSUMED

    def _handle_move(self, given: Input) -> Report | None:
        if self._grip is not None and "left" in given.buttons:
            return self._drag(given, self._grip)
        self.tableau.hover(self.look.id)
        return CONSUMED

    def _drag(self, given: Input, grip: tuple[int, int]) -> Report:
        far = abs(given.pos[0] - self.rect.x - grip[0]) + abs(given.pos[1] - self.rect.y - grip[1])
        self._dragging = self._dragging or far > SLACK
        return CardDragged(self._dragged_card(given, grip)) if self._dragging else CONSUMED

    def _dragged_card(self, given: Input, grip: tuple[int, int]) -> DraggedCard:
        return DraggedCard(self.look.id, given.pos, grip, self.rect.size)

    def _handle_release(self, given: Input) -> Report | None:
        grip, dragging = self._grip, self._dragging
        if given.button != "left" or grip is None:
            return None
        self._grip, self._dragging = None, False
        if dragging:
            return CardDropped(self._dragged_card(given, grip))
        return self.activate() if self.rect.collidepoint(given.pos) else CONSUMED

    def _handle_leave(self, _given: Input) -> None:
        self.tableau.hover("")

    def _handle_key(self, given: Input) -> Report | None:
        if given.key == "Space":
            return self.tableau.confirm()
        return self.activate() if given.key == "Enter" else None


_HANDLERS: dict[str, Callable[[Card, Input], Report | None]] = {
    "pressed": Card._handle_press,
    "moved": Card._handle_move,
    "released": Card._handle_release,
    "left": Card._handle_leave,
    "key": Card._handle_key,
}


def _format_tip(look: CardLook, status: CardStatus) -> str:
    parts = [describe_look(look)]
    if status.negated_by:
        parts.append(f"Negated by {status.negated_by}: it counts 0.")
    if status.disabled:
        parts.append(status.disabled)
    return "\n".join(part for part in parts if part)
