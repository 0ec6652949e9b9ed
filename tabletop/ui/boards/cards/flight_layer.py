"""The layer over a card table that draws flying and dragged cards."""

from collections.abc import Callable

import pygame
from typing_extensions import override

from tabletop.ui.boards.cards import faces, sprite_cache
from tabletop.ui.boards.cards.animation import Flight
from tabletop.ui.boards.cards.drawing import draw_ring, draw_shadow
from tabletop.ui.boards.cards.look import PLAIN, CardLook
from tabletop.ui.boards.cards.sprite_cache import Airborne
from tabletop.ui.boards.cards.tableau import DraggedCard, Tableau
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import NOWHERE, Widget


class FlightLayer(Widget):
    """The layer over everything that draws flying and dragged cards. It takes no input."""

    beyond = 0

    def __init__(self, tableau: Tableau, look: Callable[[str], CardLook]) -> None:
        super().__init__("flight_layer")
        self.tableau, self._look = tableau, look
        self._flying: list[Airborne] = []
        """The cards that are under way, in the order in which they set out."""
        self._held: DraggedCard | None = None
        """The card that is dragged."""
        self._sky = NOWHERE
        """Where cards may fly: not over the bar at the top."""

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the layer. Cards are not drawn over the top bar."""
        super().place(theme, rect)
        top = WindowLayout(theme, rect.size).top
        self._sky = pygame.Rect(rect.x, top, rect.w, rect.h - top)

    def tick(self, elapsed: int) -> bool:
        """Let `elapsed` milliseconds pass for the animation. Return True if anything moved."""
        moved = self.tableau.animation.tick(elapsed)
        if moved:
            self.touch()
        return moved

    @override
    def prepare_frame(self, theme: Theme) -> bool:
        before, self._held = self._held, self.tableau.dragged
        self._flying = self._list_flying(theme.scale)
        return bool(self._flying) or self._held != before

    def _list_flying(self, scale: int) -> list[Airborne]:
        flights = self.tableau.animation.flights
        return [one for flight, start in flights if (one := self._build_airborne(flight, start, scale)) is not None]

    def _build_airborne(self, flight: Flight, start: pygame.Rect, scale: int) -> Airborne | None:
        """Return a flying card as it is now, or None before it sets out, after it lands, and if its end is gone."""
        share = (self.tableau.animation.age - flight.delay) / flight.duration
        end = self.tableau.rects.get(flight.end)
        if end is None or not 0 <= share < 1:
            return None
        eased = 1 - (1 - share) ** 2
        made = pygame.Rect((0, 0), end.size)
        made.center = (
            round(start.centerx + (end.centerx - start.centerx) * eased),
            round(start.centery + (end.centery - start.centery) * eased),
        )
        if not flight.turns_over:
            return sprite_cache.fly_card(flight.look or flight.back, made, scale)
        shown = flight.back if flight.look is None or share < 0.5 else flight.look
        return sprite_cache.turn_card(shown, made, scale, abs(1 - 2 * share))

    # --- painting

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the flying cards in the order in which they set out, then the dragged card."""
        before = surface.get_clip()
        surface.set_clip(before.clip(self._sky))
        surface.fblits(self._flying)
        surface.set_clip(before)
        held = self._held
        if held is not None:
            draw_shadow(surface, theme, held.rect, faces.corner_radius(held.size, theme), 8)
            surface.blit(faces.face(self._look(held.card), PLAIN, held.size, theme.scale), held.rect)
            shade = INKS.danger if self.tableau.drop_refusal else INKS.brass_light
            draw_ring(surface, theme, held.rect, faces.corner_radius(held.size, theme), shade)
