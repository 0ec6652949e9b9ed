"""The compass between the ships: the winds of both sides, and what comes of them."""

import pygame

from tabletop.games.ship_duel.state import SIDES
from tabletop.ui.boards.ship_duel import compass
from tabletop.ui.boards.ship_duel.scene import Scene
from tabletop.ui.text import Style, rendered, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Widget

_GAINED = Style("title", 22, INKS.cream, INKS.outline)
_SMALL = _GAINED.at(18)
_COUNT = Style("semibold", 15, INKS.cream, INKS.outline)


class Windrose(Widget):
    """Lies on the sea; what it says stands below it, as far as there is sea."""

    def __init__(self, scene: Scene, sea: pygame.Rect) -> None:
        super().__init__("windrose")
        self.winds, self.gained, self.sea = scene.winds, scene.gained, sea
        self.counts = [f"{scene.ships[side].name} {scene.counts[side]}" for side in SIDES]

    def needs(self, theme: Theme) -> Size:
        """Its words are left out where they find no room."""
        return 0, 0

    def reach(self, theme: Theme) -> pygame.Rect:
        """Compass and words."""
        return self.rect.unionall([place for _, place in self._words(theme)]).clip(self.sea)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The compass with the number of winds at both sides and what comes of them below."""
        before = surface.get_clip()
        surface.set_clip(before.clip(self.sea))
        picture = compass.drawn(self.winds, self.rect.w // 2, theme.scale)
        surface.blit(picture, self.rect, special_flags=pygame.BLEND_PREMULTIPLIED)
        surface.fblits(self._words(theme))
        surface.set_clip(before)

    def _words(self, theme: Theme) -> list[tuple[pygame.Surface, pygame.Rect]]:
        """Who has the advantage, and below it whose arrows are full and whose hollow."""
        box = self.rect
        style = _GAINED if size_of(self.gained, _GAINED, theme.scale)[0] <= box.w * 1.5 else _SMALL
        line = rendered(self.gained, style, theme.scale)
        at = line.get_rect(midtop=(box.centerx, box.bottom + theme.px(2)))
        return [(line, at), *self._key(theme, at.bottom + theme.px(2))]

    def _key(self, theme: Theme, top: int) -> list[tuple[pygame.Surface, pygame.Rect]]:
        """Whose arrows are which, and how many they are, in one line."""
        lines = [rendered(words, _COUNT, theme.scale) for words in self.counts]
        sign, gap = theme.px(22), theme.px(6)
        left = self.rect.centerx - (sum(line.get_width() for line in lines) + 2 * (sign + gap) + 3 * gap) // 2
        made = []
        for line, hollow in zip(lines, (False, True), strict=True):
            arrow = compass.sign(sign, hollow=hollow)
            made.append((arrow, arrow.get_rect(topleft=(left, top + (line.get_height() - arrow.get_height()) // 2))))
            made.append((line, line.get_rect(topleft=(left + sign + gap, top))))
            left += sign + line.get_width() + 4 * gap
        return made
