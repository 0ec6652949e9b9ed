"""One card as a widget, and the light of the pointer on it: it is hovered, clicked, dragged, and reached by keys."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import pygame

from tabletop.ui.boards.cards import compact_face, faces, sprite_cache
from tabletop.ui.boards.cards.drawing import SHADOW, negated, ring
from tabletop.ui.boards.cards.look import PLAIN, CardLook, CardStatus, told
from tabletop.ui.boards.cards.tableau import Held, Tableau
from tabletop.ui.input import Input
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import RING, draw_focus, rounded
from tabletop.ui.widgets.report import CONSUMED, Report

LIT, RULE = 51, 3
"""Opacity of the light on a head, out of 255; width of the brass beside it, design pixels."""


class Highlight(NamedTuple):
    """What is laid on every card of a size.

    Attributes:
        picture: shared, so never draw on it.
        inset: from the card's corner, pixels.
    """

    picture: pygame.Surface
    inset: int

    def place(self, card: pygame.Rect) -> pygame.Rect:
        """Where it lies on a card."""
        return self.picture.get_rect(topleft=(card.x + self.inset, card.y + self.inset))


@lru_cache(maxsize=64)
def highlight(size: Size, scale: int) -> Highlight:
    """The light on a card of a size: on the head of a whole one, else on the bar."""
    theme = Theme(scale)
    if faces.is_whole(size, theme):
        return Highlight(_head_light(size, theme), theme.px(faces.FRAME))
    return Highlight(_bar_light(size, theme), 0)


def _head_light(size: Size, theme: Theme) -> pygame.Surface:
    wide, high, rule = size[0] - 2 * theme.px(faces.FRAME), theme.px(faces.HEADER), theme.px(RULE)
    made = pygame.Surface((wide, high), pygame.SRCALPHA)
    radius = theme.px(faces.RADIUS - 3)
    made.blit(rounded((wide, high + radius), radius, INKS.paper, LIT), (0, 0))
    made.fill(INKS.brass_light, (0, high - rule, wide, rule))
    return made


def _bar_light(size: Size, theme: Theme) -> pygame.Surface:
    wide, high, rule, radius = theme.px(compact_face.BAR), size[1], theme.px(RULE), theme.px(compact_face.RADIUS)
    made = pygame.Surface((wide + rule, high), pygame.SRCALPHA)
    made.blit(rounded((wide + radius, high), radius, INKS.paper, LIT), (0, 0))
    made.fill(INKS.brass, (wide, theme.px(1), rule, high - 2 * theme.px(1)))
    return made


RINGED = 5
"""How much further out the ring of the focus runs round a card that has another ring, design pixels."""
SLACK = 5
"""Pixels that a pressed pointer may wander before the press becomes a drag."""


@dataclass(frozen=True)
class CardPicked(Report):
    """It was clicked, or its key pressed."""

    card: str


@dataclass(frozen=True)
class CardDragged(Report):
    """It is dragged."""

    held: Held


@dataclass(frozen=True)
class CardDropped(Report):
    """It was let go where it was dragged to."""

    held: Held


class Card(Widget):
    """A card face up, which is picked, or dragged and dropped.

    The Space bar on it reports ``primary``, so that it confirms while Enter chooses. The tableau knows which card is
    under the pointer.
    """

    interactive = glows = True

    def __init__(
        self, look: CardLook, tableau: Tableau, standing: CardStatus = PLAIN, *, key: str = "", still: bool = False,
        size: tuple[float, float] = faces.FULL, ident: str = "",
    ) -> None:  # fmt: skip
        super().__init__(ident or f"card.{look.id}", key=key)
        self.look, self.tableau, self.standing = look, tableau, standing
        self.still, self.wanted, self.focusable = still, size, not still
        self.tip = Tip(look.title, _tip(look, standing), key)
        self._grip: tuple[int, int] | None = None
        self._dragging = False

    @property
    def text(self) -> str:
        """All that can be read on it."""
        parts = (self.look.title, self.standing.value or self.look.value, self.look.suit, self.look.words)
        more = (self.standing.note, f"Negated by {self.standing.negated}" if self.standing.negated else "")
        return " · ".join(part for part in (*parts, *more) if part)

    # --- layout

    def measure(self, theme: Theme, width: int) -> Size:
        """As large as asked, narrower where its column is."""
        return min(width, theme.px(self.wanted[0])), theme.px(self.wanted[1])

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """The table knows where it lies."""
        super().place(theme, rect)
        self.tableau.rects[self.id] = pygame.Rect(rect)

    # --- painting

    def reach(self, theme: Theme) -> pygame.Rect:
        """Its shadow and its rings."""
        edge = 2 * max(theme.px(SHADOW) + theme.px(sprite_cache.LOW), theme.px(RINGED) + theme.px(RING))
        return self.rect.inflate(edge, edge)

    @property
    def _held(self) -> bool:
        return self.tableau.held is not None and self.tableau.held.card == self.look.id

    @property
    def _ring(self) -> Colour | None:
        if self.standing.selected or self.standing.fresh:
            return INKS.brass_light
        return INKS.mist if self.standing.noted else None

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Shadow, face, negation, rings; nothing while it is on its way, a shade while it is dragged."""
        animation = self.tableau.animation
        if animation.awaits(self.id):
            return
        corner = faces.radius(self.rect.size, theme)
        if self._held:
            surface.blit(rounded(self.rect.size, theme.px(corner), INKS.plate, 120), self.rect)
            return
        if self.focused or self.tableau.cursor == self.look.id:
            ringed = self.standing.selected or self.standing.fresh
            draw_focus(surface, theme, self.rect.inflate(*(2 * [2 * theme.px(RINGED)])) if ringed else self.rect)
        self._lay(surface, theme, animation.struck(self.id) if self.standing.negated else 1.0)
        if self.hovered and not self.still:
            light = highlight(self.rect.size, theme.scale)
            surface.blit(light.picture, light.place(self.rect))
        if self._ring is not None:
            ring(surface, theme, self.rect, corner, self._ring)

    def _lay(self, surface: pygame.Surface, theme: Theme, struck: float) -> None:
        """What is struck through at this moment looks otherwise in every frame."""
        if struck == 1:
            sprite_cache.draw_lying(surface, theme, self.look, self.standing, self.rect)
            return
        sprite_cache.draw_lying(surface, theme, self.look, replace(self.standing, negated=""), self.rect)
        negated(surface, theme, self.rect, self.standing, struck)

    # --- input

    def activate(self) -> Report | None:
        """Its key was pressed, or Enter with the focus on it."""
        return CardPicked(self.look.id)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Hover, click, drag; of one that is only looked at nothing."""
        answer = None if self.still else _ANSWERS.get(given.kind)
        return answer(self, given) if answer else None

    def _pressed(self, given: Input) -> Report | None:
        if given.button != "left":
            return None
        self._grip, self._dragging = (given.pos[0] - self.rect.x, given.pos[1] - self.rect.y), False
        return CONSUMED

    def _moved(self, given: Input) -> Report | None:
        if self._grip is not None and "left" in given.buttons:
            return self._dragged(given, self._grip)
        self.tableau.point(self.look.id)
        return CONSUMED

    def _dragged(self, given: Input, grip: tuple[int, int]) -> Report:
        far = abs(given.pos[0] - self.rect.x - grip[0]) + abs(given.pos[1] - self.rect.y - grip[1])
        self._dragging = self._dragging or far > SLACK
        return CardDragged(self._holding(given, grip)) if self._dragging else CONSUMED

    def _holding(self, given: Input, grip: tuple[int, int]) -> Held:
        return Held(self.look.id, given.pos, grip, self.rect.size)

    def _released(self, given: Input) -> Report | None:
        grip, dragging = self._grip, self._dragging
        if given.button != "left" or grip is None:
            return None
        self._grip, self._dragging = None, False
        if dragging:
            return CardDropped(self._holding(given, grip))
        return self.activate() if self.rect.collidepoint(given.pos) else CONSUMED

    def _left(self, _given: Input) -> None:
        self.tableau.point("")

    def _key(self, given: Input) -> Report | None:
        if given.key == "Space":
            return self.tableau.confirm()
        return self.activate() if given.key == "Enter" else None


_ANSWERS: dict[str, Callable[[Card, Input], Report | None]] = {
    "pressed": Card._pressed, "moved": Card._moved, "released": Card._released, "left": Card._left, "key": Card._key,
}  # fmt: skip


def _tip(look: CardLook, standing: CardStatus) -> str:
    parts = [told(look)]
    if standing.negated:
        parts.append(f"Negated by {standing.negated}: it counts 0.")
    if standing.disabled:
        parts.append(standing.disabled)
    return "\n".join(part for part in parts if part)
