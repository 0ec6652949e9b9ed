"""At the edges of what is seen of a battle: what befell ships beyond it, and who is nearest; a click looks there."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

import pygame

from tabletop.ui.boards.battle import harm, strokes
from tabletop.ui.boards.battle.harm import EDGE, Harm
from tabletop.ui.boards.battle.sprite_batch import origin
from tabletop.ui.boards.battle.surface import AnySurface
from tabletop.ui.boards.contract import Badge
from tabletop.ui.camera import Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import NOWHERE, Size, Tip, Widget
from tabletop.ui.widgets.draw import boxed, draw_focus
from tabletop.ui.widgets.report import Report

MOST = 8
"""So many at most: what was done last comes first."""
HIGH, SIGN, ARROW, PAD, GAP = 32, 17, 12, 9, 8
"""Height of one, its badge, its arrow and the room beside each; from the edges and from each other; design pixels."""
_WORDS = Style("bold", 15, INKS.cream)
_TIP = "Click to look there."

P = TypeVar("P")
"""A place on the map."""


@dataclass(frozen=True)
class Foe:
    """An enemy.

    Attributes:
        ship: her key, `name` how she is called, and `sign` her badge.
        words: how far she is, from `of`.
    """

    ship: str
    name: str
    sign: Badge | None = field(compare=False)
    words: str
    of: str
    fresh: ClassVar[bool] = False
    quiet: ClassVar[bool] = True

    @property
    def brief(self) -> tuple[tuple[str, str], ...]:
        """No marker goes with it."""
        return (("", self.words),)

    @property
    def tip(self) -> str:
        """What is said beside it."""
        return f"The nearest enemy is out of sight, {self.words} from {self.of}."


def nearest(
    mine: Mapping[str, P], foes: Mapping[str, P], apart: Callable[[P, P], float]
) -> tuple[str, str, float] | None:
    """Who of some ships has an enemy nearest to her, who that is, and how far they are apart; None if there is none."""
    pairs = ((apart(here, there), one, other) for one, here in mine.items() for other, there in foes.items())
    far, one, other = min(pairs, default=(0.0, "", ""))
    return (one, other, far) if one else None


@dataclass(frozen=True)
class Looked(Report):
    """What lies beyond the view shall be seen."""

    piece: str


class Pointer(Widget):
    """One of them; `towards` is where her arrow points, degrees from upwards."""

    interactive = True
    glows = True

    def __init__(self, of: Harm | Foe) -> None:
        self.words = f"{of.name} {of.words}"
        self._parts = (("", of.name), *of.brief)
        super().__init__(f"beyond.{of.ship}", tip=Tip(self.words, f"{of.tip} {_TIP}"))
        self._of, self.towards = of, 0.0

    def measure(self, theme: Theme, width: int) -> Size:
        """Badge, words, arrow."""
        wide = harm.width(self._parts, _WORDS, theme)
        return wide + theme.px(SIGN) + theme.px(ARROW) + 4 * theme.px(PAD), theme.px(HIGH)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A dark plate."""
        rect, pad = self.rect, theme.px(PAD)
        if self.focused:
            draw_focus(surface, theme, rect)
        edge = INKS.bar_rule if self._of.quiet else EDGE
        surface.blit(boxed(rect.size, theme.px(3), INKS.tooltip if self.hovered else INKS.plate, edge, 2), rect)
        left = rect.x + pad
        if self._of.sign:
            badge = self._of.sign(theme.px(SIGN))
            surface.blit(badge, badge.get_rect(midleft=(left, rect.centery)), special_flags=pygame.BLEND_PREMULTIPLIED)
        harm.write(surface, theme, self._parts, _WORDS, (left + theme.px(SIGN) + pad, rect.centery))
        at = rect.right - pad - theme.px(ARROW) / 2, float(rect.centery)
        tip = strokes.along(at, self.towards, theme.px(ARROW) / 2)
        strokes.arrow_head(surface, tip, self.towards, theme.px(ARROW), INKS.brass_light)

    def activate(self) -> Report:
        """Look there."""
        return Looked(self._of.ship)


class Pointers(Widget):
    """All of them, in the free part of a window between the panels.

    Args:
        surface: what shows the battle.
        foe: the nearest enemy, to whom one points quietly; None if there is none.
        find_targets: returns what a player may click on the map; no pointer ever covers it. Pixels of the window.
    """

    def __init__(
        self,
        surface: AnySurface,
        foe: Callable[[], Foe | None],
        find_targets: Callable[[], Sequence[pygame.Rect]] = tuple,
    ) -> None:
        super().__init__("beyond")
        self._find_targets = find_targets
        self._surface, self._view, self._foe, self._theme = surface, surface.view, foe, Theme()
        self._told: tuple[object, ...] = ()
        self._off: list[pygame.Rect] = []
        """The words and ships from which they keep clear."""

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Where each lies is found at the next tick: the view knows what of the window is free."""
        self._theme, self._told = theme, (rect.size,)
        self.dirty = True

    def tell(self, harms: Sequence[Harm]) -> bool:
        """Point to those of these that are out of sight; whether anything is otherwise than before."""
        view, foe = self._view, self._foe()
        of: list[Harm | Foe] = [*harms]
        if foe and all(foe.ship != harm.ship for harm in harms):
            of.append(foe)
        targets = [*self._find_targets()]
        told = (tuple(of), view.camera, view.insets, view.gauges, view.lying, self._named(of), targets) if of else ()
        drawn = self._drawn() if of else []
        stays = told == self._told and (drawn == self._off or self._clear(drawn))
        if view.glide or stays:
            return False
        self._told, self._off, before = told, drawn, [one.rect for one in self.children]
        self.children = list(self._laid(of, drawn, targets))
        if before or self.children:
            self.rect = (
                self.children[0].rect.unionall([one.rect for one in self.children]) if self.children else NOWHERE
            )
            self.dirty = True
        return bool(before or self.children)

    def _clear(self, drawn: list[pygame.Rect]) -> bool:
        return all(one.rect.collidelist(drawn) < 0 for one in self.children)

    def _drawn(self) -> list[pygame.Rect]:
        """What is written on the map, and all ships from bow to stern."""
        renderer, camera = self._surface.renderer, self._view.camera
        hulls = (hull.move(origin(camera)) for hull in renderer.plates.hulls)
        return [*renderer.words(camera), *self._surface.cards(), *hulls]

    def _named(self, of: Sequence[Harm | Foe]) -> frozenset[str]:
        """Those of whom the name is shown, and nothing lies upon it."""
        view, plates = self._view, self._surface.renderer.plates.boxes
        taken, shift = [*map(pygame.Rect, (*view.gauges, *view.lying))], origin(view.camera)
        shown = (one.ship for one in of if one.ship in plates)
        return frozenset(ship for ship in shown if plates[ship].move(shift).collidelist(taken) < 0)

    def _laid(
        self, of: Sequence[Harm | Foe], drawn: Sequence[pygame.Rect], targets: Sequence[pygame.Rect]
    ) -> Iterator[Widget]:
        """Each on the edge that lies nearest to her, beside those before it, off what is drawn and off all targets.

        Where there is no room so, it lies upon what is drawn; without room there it stays away. None points at a ship
        that lies under something if her name is to be seen.
        """
        (left, top, right, bottom), gap, view = self._view.insets, self._theme.px(GAP), self._view
        free = pygame.Rect(left, top, view.rect.w - left - right, view.rect.h - top - bottom).inflate(-gap, -gap)
        taken, lie = [*map(pygame.Rect, (*view.gauges, *view.lying))], list[pygame.Rect]()
        named = self._named(of)
        for one in sorted(of, key=lambda one: not one.fresh):
            places = view.chart.places([one.ship])
            if len(lie) >= MOST or not places or _seen(at := view.camera.to_screen(*places[0]), free, taken):
                continue
            if free.collidepoint(at) and one.ship in named:
                continue
            pointer = Pointer(one)
            size = pointer.measure(self._theme, free.w)
            barred = [*taken, *lie, *targets]
            if place := _room(free, at, size, [*barred, *drawn], gap) or _room(free, at, size, barred, gap):
                lie.append(place)
                pointer.towards = _towards(free if not free.collidepoint(at) else place, at)
                pointer.place(self._theme, place)
                yield pointer

    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        """What lies between them answers for itself."""
        path = next((one.path_to(pos) for one in self.children if one.rect.collidepoint(pos)), [])
        return [self, *path] if path else []


def _seen(at: Xy, free: pygame.Rect, taken: Sequence[pygame.Rect]) -> bool:
    """Whether a pixel lies in a rectangle, and under nothing that lies there."""
    return free.collidepoint(at) and not any(one.collidepoint(at) for one in taken)


def _towards(free: pygame.Rect, at: Xy) -> float:
    """Upwards, to the right, downwards or to the left: the way out of a rectangle that leads nearest to a pixel."""
    beyond = {0.0: free.top - at[1], 90.0: at[0] - free.right, 180.0: at[1] - free.bottom, 270.0: free.left - at[0]}
    return max(beyond, key=lambda way: beyond[way])


def _room(
    free: pygame.Rect, at: Xy, size: Size, taken: Sequence[pygame.Rect], gap: int
) -> pygame.Rect | None:  # fmt: skip
    """Where one of a size may lie, as near to a pixel as may be."""
    first = pygame.Rect((0, 0), size)
    first.center = round(at[0]), round(at[1])
    first.clamp_ip(free)
    return next((one for one in _beside(first, free, gap) if free.contains(one) and one.collidelist(taken) < 0), None)


def _beside(first: pygame.Rect, free: pygame.Rect, gap: int) -> Iterable[pygame.Rect]:
    """A place, then those along its edge, nearest first."""
    upright = first.left in (free.left,) or first.right in (free.right,)
    step = first.h + gap if upright else first.w // 2 + gap
    for number in range(1, 2 + 2 * (free.h if upright else free.w) // step):
        far = (number // 2) * step * (1 if number % 2 else -1)
        yield first.move(0, far) if upright else first.move(far, 0)
