"""One card as a widget: it is hovered, clicked, dragged, and reached by keys."""

from dataclasses import replace

import pygame

from tabletop.ui.boards.cards import faces, lying
from tabletop.ui.boards.cards.felt import Felt, Held
from tabletop.ui.boards.cards.look import PLAIN, CardLook, Standing, told
from tabletop.ui.boards.cards.negation import negated
from tabletop.ui.boards.cards.paper import SHADOW, ring
from tabletop.ui.copying import lined
from tabletop.ui.input import Input
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import CONSUMED, Action, Size, Tip, Widget
from tabletop.ui.widgets.draw import RING, draw_focus, rounded

RINGED = 5
"""How much further out the ring of the focus runs round a card that has another ring, design pixels."""
SLACK = 5
"""Pixels that a pressed pointer may wander before the press becomes a drag."""

_Looks = tuple[bool, bool, bool, bool, float, bool]
"""Whether a card has the focus, is under the cursor, held, on its way; how far it is struck; whether it is lit."""


class Card(Widget):
    """A card face up. Reports, with its id or what is held as value:

    ``card`` clicked or its key pressed, ``card.under`` hovered (empty when left), ``card.drag`` and ``card.drop``
    with a `Held`; the Space bar on it reports ``primary``, so that it confirms while Enter chooses.
    """

    focusable = True
    interactive = True
    text_bearing = True

    def __init__(
        self, look: CardLook, felt: Felt, standing: Standing = PLAIN, *, key: str = "", still: bool = False,
        size: tuple[float, float] = faces.FULL, ident: str = "",
    ) -> None:  # fmt: skip
        super().__init__(ident or f"card.{look.id}", key=key)
        self.look, self.felt, self.standing = look, felt, standing
        self.still, self.wanted = still, size
        self.tip = Tip(look.title, _tip(look, standing), key)
        self._grip: tuple[int, int] | None = None
        self._dragging = self._told = False
        self.woven = False
        """Whether it lies in the picture of the cloth; its light is laid upon that, unless a ring lies over it."""
        self._painted: _Looks | None = None
        """How it looked when it was painted."""

    @property
    def text(self) -> str:
        """All that can be read on it."""
        parts = (self.look.title, self.standing.value or self.look.value, self.look.suit, self.look.words)
        more = (self.standing.note, f"Negated by {self.standing.negated}" if self.standing.negated else "")
        return " · ".join(part for part in (*parts, *more) if part)

    # --- layout

    def measure(self, theme: Theme, width: int) -> Size:
        """As large as asked."""
        return theme.px(self.wanted[0]), theme.px(self.wanted[1])

    def needs(self, theme: Theme) -> Size:
        """A seal; words that find no room on a small card are in its tooltip and in the reader."""
        return theme.px(faces.LEAST[0]), theme.px(faces.LEAST[1])

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """The table knows where it lies."""
        super().place(theme, rect)
        self.felt.rects[self.id] = pygame.Rect(rect)

    # --- painting

    def damage(self, theme: Theme, clip: pygame.Rect) -> list[pygame.Rect]:
        """The pointer changes nothing around it."""
        if not self.dirty:
            return []
        return [(lined(self.rect) if self.holds else self.reach(theme)).clip(clip)]

    def reach(self, theme: Theme) -> pygame.Rect:
        """Its shadow and its rings."""
        edge = 2 * max(theme.px(SHADOW) + theme.px(lying.LOW), theme.px(RINGED) + theme.px(RING))
        return self.rect.inflate(edge, edge)

    def weave(self) -> None:
        """It lies in the picture of the cloth, as it looks now."""
        self.woven = True
        self._painted = self._looks()

    @property
    def holds(self) -> bool:
        """Whether it looks as it was painted, but for a light that is laid upon it."""
        return self._painted == self._looks()

    def _looks(self) -> _Looks:
        felt = self.felt
        held = felt.held is not None and felt.held.card == self.look.id
        struck = felt.air.struck(self.id) if self.standing.negated else 1.0
        lit = self.hovered and not self.still and not (self.woven and self._ring is None)
        return self.focused, felt.cursor == self.look.id, held, felt.air.awaits(self.id), struck, lit

    @property
    def _ring(self) -> Colour | None:
        if self.standing.selected or self.standing.fresh:
            return INKS.brass_light
        return INKS.mist if self.standing.noted else None

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Shadow, face, negation, rings; nothing while it is on its way, a shade while it is dragged."""
        self._painted = focused, cursor, held, awaited, struck, lit = self._looks()
        if awaited:
            return
        corner = faces.radius(self.rect.size, theme)
        if held:
            surface.blit(rounded(self.rect.size, theme.px(corner), INKS.plate, 120), self.rect)
            return
        if focused or cursor:
            ringed = self.standing.selected or self.standing.fresh
            draw_focus(surface, theme, self.rect.inflate(*(2 * [2 * theme.px(RINGED)])) if ringed else self.rect)
        self._lay(surface, theme, struck)
        if lit:
            self._light(surface, theme, struck, self.rect)
        if self._ring is not None:
            ring(surface, theme, self.rect, corner, self._ring)

    def glow(self, surface: pygame.Surface, theme: Theme, at: pygame.Rect) -> None:
        """The light of the pointer upon a picture in which it lies there."""
        _, _, held, awaited, struck, painted = self._looks()
        if self.hovered and not (self.still or held or awaited or painted):
            self._light(surface, theme, struck, at)

    def _lay(self, surface: pygame.Surface, theme: Theme, struck: float) -> None:
        """What is struck through at this moment looks otherwise in every frame."""
        if struck == 1:
            lying.lay(surface, theme, self.look, self.standing, self.rect)
            return
        lying.lay(surface, theme, self.look, replace(self.standing, negated=""), self.rect)
        negated(surface, theme, self.rect, self.standing, struck)

    def _light(self, surface: pygame.Surface, theme: Theme, struck: float, at: pygame.Rect) -> None:
        if struck == 1:
            lying.light(surface, theme, self.look, self.standing, at)
        else:
            surface.blit(lying.shine(at.size, theme), at)

    # --- input

    def activate(self) -> Action | None:
        """Its key was pressed, or Enter with the focus on it."""
        return Action("card", self.look.id)

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """Hover, click, drag."""
        answers = {
            "pressed": self._pressed, "moved": self._moved, "released": self._released, "left": self._left,
            "key": self._key,
        }  # fmt: skip
        answer = answers.get(given.kind)
        return answer(given) if answer else None

    def _pressed(self, given: Input) -> Action | None:
        if given.button != "left":
            return None
        self._grip, self._dragging = (given.pos[0] - self.rect.x, given.pos[1] - self.rect.y), False
        return CONSUMED

    def _moved(self, given: Input) -> Action | None:
        if self._grip is not None and "left" in given.buttons:
            return self._dragged(given, self._grip)
        if self._told:
            return None
        self._told = True
        return Action("card.under", self.look.id)

    def _dragged(self, given: Input, grip: tuple[int, int]) -> Action:
        far = abs(given.pos[0] - self.rect.x - grip[0]) + abs(given.pos[1] - self.rect.y - grip[1])
        self._dragging = self._dragging or (far > SLACK and not self.still)
        return Action("card.drag", self._held(given, grip)) if self._dragging else CONSUMED

    def _held(self, given: Input, grip: tuple[int, int]) -> Held:
        return Held(self.look.id, given.pos, grip, self.rect.size)

    def _released(self, given: Input) -> Action | None:
        grip, dragging = self._grip, self._dragging
        if given.button != "left" or grip is None:
            return None
        self._grip, self._dragging = None, False
        if dragging:
            return Action("card.drop", self._held(given, grip))
        return self.activate() if self.rect.collidepoint(given.pos) else CONSUMED

    def _left(self, _given: Input) -> Action | None:
        self._told = False
        return Action("card.under", "")

    def _key(self, given: Input) -> Action | None:
        if given.key == "Space":
            return self.felt.confirm()
        return self.activate() if given.key == "Enter" else None


def _tip(look: CardLook, standing: Standing) -> str:
    parts = [told(look)]
    if standing.negated:
        parts.append(f"Negated by {standing.negated}: it counts 0.")
    if standing.disabled:
        parts.append(standing.disabled)
    return "\n".join(part for part in parts if part)
