"""What is in the air over the table: cards that fly or are turned over, and the one that is dragged."""

from collections.abc import Callable

import pygame

from tabletop.ui.boards.cards import faces, sprite_cache
from tabletop.ui.boards.cards.animation import Flight
from tabletop.ui.boards.cards.drawing import SHADOW, ring, shadow
from tabletop.ui.boards.cards.look import PLAIN as STANDING
from tabletop.ui.boards.cards.look import CardLook
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.boards.room import Room
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import CHANGES, NOWHERE, Widget

AROUND = SHADOW + 10
"""How far shadow and ring of a card that is dragged go beyond it, design pixels."""


class FlightLayer(Widget):
    """Lies over everything and never answers to the pointer."""

    restless = True
    beyond = 0

    def __init__(self, tableau: Tableau, look: Callable[[str], CardLook]) -> None:
        super().__init__("flight_layer")
        self.tableau, self._look = tableau, look
        self._flying: list[tuple[Flight, pygame.Rect]] = []
        """The cards that are under way, in the order in which they set out, and where they were drawn last."""
        self._shown: list[pygame.Rect] = []
        """What everything that is shown touches."""
        self._stale = False
        self._sky = NOWHERE
        """Where cards may fly: not over the bar at the top."""

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Over everything."""
        super().place(theme, rect)
        top = Room(theme, rect.size).top
        self._sky = pygame.Rect(rect.x, top, rect.w, rect.h - top)

    def tick(self, elapsed: int) -> bool:
        """Let everything fly on."""
        moved = self.tableau.animation.tick(elapsed)
        self._stale = self._stale or moved
        CHANGES.count += moved
        return moved

    def damage(self, theme: Theme, clip: pygame.Rect) -> list[pygame.Rect]:
        """Where things were and where they are now."""
        before = self._shown
        if not (before or self._stale or self._dirty or self.tableau.lively):
            return []
        self._flying = self._under_way()
        self._shown = self._touched(theme)
        upright = [(flight.look or flight.back, rect) for flight, rect in self._flying if not flight.turns]
        self.tableau.hides = [sprite_cache.hidden_by(theme, *one).clip(self._sky) for one in upright]
        moved = self._stale or self._dirty or self._shown != before
        self._stale = self._dirty = False
        return [rect.clip(clip) for rect in (*before, *self._shown)] if moved else []

    def _touched(self, theme: Theme) -> list[pygame.Rect]:
        """What is touched by all that is in the air now."""
        found = [sprite_cache.flying_bounds(theme, rect) for _, rect in self._flying]
        if self.tableau.held is not None:
            edge = 2 * theme.px(AROUND)
            found.append(self.tableau.held.rect.inflate(edge, edge))
        return found

    def _under_way(self) -> list[tuple[Flight, pygame.Rect]]:
        flights = self.tableau.animation.flights
        return [(flight, rect) for flight, start in flights if (rect := self._where(flight, start)) is not None]

    def _where(self, flight: Flight, start: pygame.Rect) -> pygame.Rect | None:
        """Where a card is now; None before it sets out, after it has landed, and if its end is gone."""
        share = (self.tableau.animation.age - flight.after) / flight.lasts
        end = self.tableau.rects.get(flight.end)
        if end is None or not 0 <= share < 1:
            return None
        eased = 1 - (1 - share) ** 2
        made = pygame.Rect((0, 0), end.size)
        made.center = (
            round(start.centerx + (end.centerx - start.centerx) * eased),
            round(start.centery + (end.centery - start.centery) * eased),
        )
        return made

    # --- painting

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Cards in flight in the order in which they set out, then the one that is dragged."""
        if not self._shown:
            return
        before = surface.get_clip()
        surface.set_clip(before.clip(self._sky))
        for flight, rect in self._flying:
            self._paint_one(surface, theme, flight, rect)
        surface.set_clip(before)
        held = self.tableau.held
        if held is not None:
            shadow(surface, theme, held.rect, faces.radius(held.size, theme), 8)
            surface.blit(faces.face(self._look(held.card), STANDING, held.size, theme.scale), held.rect)
            shade = INKS.danger if self.tableau.barred else INKS.brass_light
            ring(surface, theme, held.rect, faces.radius(held.size, theme), shade)

    def _paint_one(self, surface: pygame.Surface, theme: Theme, flight: Flight, rect: pygame.Rect) -> None:
        if not flight.turns:
            sprite_cache.draw_flying(surface, theme, flight.look or flight.back, rect)
            return
        share = (self.tableau.animation.age - flight.after) / flight.lasts
        shown = flight.back if flight.look is None or share < 0.5 else flight.look
        wide = max(1, round(rect.w * abs(1 - 2 * share)))
        turned = pygame.transform.smoothscale(sprite_cache.picture(shown, rect.size, theme.scale), (wide, rect.h))
        surface.blit(turned, turned.get_rect(center=rect.center))
