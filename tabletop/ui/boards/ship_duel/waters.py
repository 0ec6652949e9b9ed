"""The middle of the table: both ships on the sea, their cards at the sides, the compass between them."""

from collections.abc import Iterable

import pygame

from tabletop.games.ship_duel.state import SIDES, Side
from tabletop.ui.assets import drawn
from tabletop.ui.boards.cards.felt import Felt
from tabletop.ui.boards.cards.places import dashed
from tabletop.ui.boards.ship_duel import models, scenery
from tabletop.ui.boards.ship_duel.berths import berth
from tabletop.ui.boards.ship_duel.gunsmoke import Gunsmoke
from tabletop.ui.boards.ship_duel.scene import Scene
from tabletop.ui.boards.ship_duel.shipcard import ShipCards
from tabletop.ui.boards.ship_duel.windrose import Windrose
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import sea
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.draw import rim, rounded
from tabletop.ui.widgets.marks import Chip

SEA = "sea"
"""Id of the sea as a place on which chosen cards are dropped."""
CARD, NARROWEST = (286, 236), 212
"""Width of a ship's card where there is room and where there is less, and at least; design pixels."""
AMPLE, ROOMY = 1180, 900
"""Width of the sea from which the cards are so wide, design pixels."""
MARGIN = 12
EDGE, LINE = 6, 32
"""Least distance from the edge, and height of a line of what hit a ship; design pixels."""
SLOT = 96
"""A ship is drawn where she has so much width, design pixels."""


class Waters(Widget):
    """Paints sea and ships; the compass, the cards of the ships and chips are widgets on it."""

    text_bearing = False

    def __init__(self, scene: Scene, felt: Felt, smoke: Gunsmoke, cards: ShipCards) -> None:
        super().__init__(SEA, grow=1)
        self.scene, self.felt, self.smoke = scene, felt, smoke
        self.ships = scene.ships
        self._cards = cards
        self._noted: frozenset[str] = frozenset()
        self._hanging = smoke.age if smoke.busy else None
        """How old the smoke is from which it is composed, so that none is taken for clear air."""
        self._rooms: dict[Side, pygame.Rect] = {}

    @property
    def text(self) -> str:
        """What the compass tells."""
        counts = self.scene.counts
        return f"{counts['port']} winds to {counts['starboard']}. {self.scene.gained}"

    def note(self, sides: Iterable[str]) -> None:
        """Ring the ships of these sides, which are spoken of."""
        noted = frozenset(sides)
        if noted != self._noted:
            self._noted = noted
            self.touch()

    # --- layout

    def measure(self, theme: Theme, width: int) -> Size:
        """All the width; at least the height of the ships' cards with what hit them."""
        return width, max(self._high(theme, side, self._card(theme, width)) for side in SIDES) + 2 * theme.px(EDGE)

    def needs(self, theme: Theme) -> Size:
        """The words of the compass are left out where they find no room."""
        return 0, 0

    def _card(self, theme: Theme, width: int) -> float:
        """Width of a ship's card on a sea of this width, design pixels."""
        design = width * 100 / theme.scale
        if design >= AMPLE:
            return CARD[0]
        return CARD[1] if design >= ROOMY else max(NARROWEST, min(CARD[1], (design - 3 * MARGIN) / 2))

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Cards at both sides, the ships beside them, the compass in the middle."""
        self.rect, self.dirty = pygame.Rect(rect), True
        self.felt.places[SEA] = pygame.Rect(rect)
        self.children = []
        width, margin = self._card(theme, rect.w), theme.px(MARGIN)
        for side in SIDES:
            self._put_card(theme, side, width, margin)
        inner = rect.inflate(-2 * (theme.px(width) + 2 * margin), -2 * theme.px(6))
        self._divide(theme, inner)

    def _sheet(self, theme: Theme, side: Side, width: float) -> tuple[Widget, int]:
        """The card of a ship, and how high it is."""
        scene = self.scene
        return self._cards.get(side, scene.ships[side], scene.whose[side], scene.planned.get(side, {}), width, theme)

    def _high(self, theme: Theme, side: Side, width: float) -> int:
        return self._sheet(theme, side, width)[1] + len(self.scene.fired.get(side, ())) * theme.px(LINE)

    def _put_card(self, theme: Theme, side: Side, width: float, margin: int) -> None:
        """The card half way down, and under it what hit the ship."""
        wide = theme.px(width)
        left = self.rect.x + margin if side == "port" else self.rect.right - margin - wide
        top = self.rect.y + max(theme.px(EDGE), (self.rect.h - self._high(theme, side, width)) // 2)
        card, high = self._sheet(theme, side, width)
        at, below = pygame.Rect(left, top, wide, high), top + high
        if card.rect != at:
            card.place(theme, at)
        self.children.append(card)
        for words, planned in self.scene.fired.get(side, ()):
            chip = Chip(words, "plan" if planned else "loss")
            room = (min(chip.measure(theme, wide)[0], wide), theme.px(26))
            chip.place(theme, pygame.Rect((left, below + theme.px(LINE - 26)), room))
            self.children.append(chip)
            below += theme.px(LINE)

    def _divide(self, theme: Theme, inner: pygame.Rect) -> None:
        """The compass is a third of what is between the cards, the ships have the rest; without room it is all."""
        third = max(inner.w * 34 // 100, min(inner.w, theme.px(150)))
        slot = (inner.w - third) // 2
        roomy = slot >= theme.px(SLOT)
        self._rooms = {}
        if roomy:
            self._rooms["port"] = pygame.Rect(inner.x, inner.y, slot, inner.h)
            self._rooms["starboard"] = pygame.Rect(inner.right - slot, inner.y, slot, inner.h)
        words = theme.px(56)
        side = min(third if roomy else inner.w, inner.h - words, theme.px(300))
        box = pygame.Rect(0, 0, max(0, side), max(0, side))
        box.midtop = (inner.centerx, inner.y + max(0, (inner.h - side - words) // 2))
        self._rose(theme, box)
        for side_, room in self._rooms.items():
            self._land(f"ship.{side_}", room.center, theme)
        self._land("compass", box.center if side > 0 else self.rect.center, theme)
        for one in SIDES:
            self.felt.rects.setdefault(f"ship.{one}", pygame.Rect(self.felt.rects["compass"]))

    def _rose(self, theme: Theme, box: pygame.Rect) -> None:
        """The compass, where it finds room."""
        if box.w >= theme.px(60):
            rose = Windrose(self.scene, self.rect)
            rose.place(theme, box)
            self.children.append(rose)

    def _land(self, ident: str, middle: tuple[int, int], theme: Theme) -> None:
        """Where cards fly to."""
        lies = pygame.Rect(0, 0, theme.px(70), theme.px(98))
        lies.center = middle
        self.felt.rects[ident] = lies

    # --- painting

    def tick(self, elapsed: int) -> bool:
        """Let the smoke drift; nothing else here moves by itself."""
        drifting = self.smoke.tick(elapsed)
        if drifting:
            self.touch()
        return drifting

    def reach(self, theme: Theme) -> pygame.Rect:
        """The sea and its edge."""
        return self.rect.inflate(2, 2)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Sea, ships, and the dashed line where cards may be dropped."""
        before = surface.get_clip()
        surface.set_clip(before.clip(self.rect))
        surface.blit(sea(self.rect.size, drawn("sea_tile_640", 1.0)), self.rect)
        looks = {side: models.look(self.ships[side]) for side in self._rooms}
        lies = {side: berth(side, room, looks[side].model) for side, room in self._rooms.items()}
        for side, seen in looks.items():
            scenery.paint(surface, seen, lies[side])
            if side in self._noted:
                scenery.ring(surface, seen, lies[side])
        for side, seen in looks.items():
            self.smoke.paint(surface, side, seen.model, lies[side])
        rim(surface, INKS.bar_rule, self.rect, theme.px(1.5))
        self._light(surface, theme)
        surface.set_clip(before)

    def _light(self, surface: pygame.Surface, theme: Theme) -> None:
        if self.felt.held is None or self.felt.over != SEA:
            return
        inner = self.rect.inflate(-theme.px(8), -theme.px(8))
        if not self.felt.barred:
            surface.blit(rounded(inner.size, theme.px(4), INKS.brass, 40), inner)
        dashed(surface, inner, theme.px(2), theme.px(9), INKS.dim if self.felt.barred else INKS.target)
