"""What ships have lost since the phase began: they say so with a figure until it ends, and from beyond the view too."""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import chain, takewhile
from typing import Generic, NamedTuple, TypeVar

import pygame

from tabletop.core.events import Event
from tabletop.ui import text
from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.ship_sprites import BattleScene, Placed
from tabletop.ui.boards.battle.sprite_batch import Placing, box
from tabletop.ui.boards.contract import Badge, Past, PieceLabel
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme, colour
from tabletop.ui.widgets.draw import boxed

S = TypeVar("S")

GROUND, EDGE, WORDS = colour("#5E1812"), colour("#EE9A7C"), colour("#FFF3CF")
FRESH, OLD, FAR = Style("bold", 23, WORDS), Style("bold", 18, WORDS), Style("bold", 14, WORDS)
IN_VAIN = Style("body", 15, INKS.dim)
CLEAR = 240
"""How little shows through a figure, of 255."""
UPON, ASIDE = 4.0, 3
"""A hull so many times as long as a figure is wide bears it upon her; else it stands so many pixels beside her."""


SIGNS = {"mast": "fallen_mast", "officer": "leader", "rudder": "rudder", "fire": "fire", "magazine": "explosion"}
"""The markers of what befalls a ship besides."""


class Toll(NamedTuple):
    """Points of her hull, or her strength, and how they are called; what else befell her, in a word each."""

    points: int = 0
    more: tuple[str, ...] = ()
    called: str = "hull"

    @property
    def spared(self) -> bool:
        """Whether she lost nothing."""
        return not self.points and not self.more


@dataclass(frozen=True)
class Harm:
    """A ship that was fired at, or came to harm otherwise, in this phase.

    Attributes:
        ship: her key, `name` how she is called, and `sign` her badge.
        toll: what she lost.
        fresh: she lost it by what was done last.
    """

    ship: str
    name: str
    sign: Badge | None = field(compare=False)
    toll: Toll
    fresh: bool

    @property
    def words(self) -> str:
        """All of it: ``−3 hull, mast``."""
        lost = [f"−{self.toll.points} {self.toll.called}".rstrip()] if self.toll.points else []
        return ", ".join([*lost, *self.toll.more]) or "no hit"

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """The same in words, each behind the name of its marker, which is empty where there is none."""
        points = ((self.toll.called, f"−{self.toll.points} {self.toll.called}".rstrip()),) if self.toll.points else ()
        return (*points, *((SIGNS.get(one, ""), one) for one in self.toll.more)) or (("", self.words),)

    @property
    def brief(self) -> tuple[tuple[str, str], ...]:
        """The same with points that their marker alone explains."""
        (marker, _), *more = self.parts
        return ((marker, f"−{self.toll.points}"), *more) if self.toll.points else self.parts

    @property
    def quiet(self) -> bool:
        """Whether she lost nothing, so that it is told without stress."""
        return self.toll.spared

    @property
    def tip(self) -> str:
        """What is said beside it of a ship beyond the view."""
        return "She is out of sight."

    @property
    def figure(self) -> str:
        """What stands at her: in brief once something else has been done."""
        brief = f"−{self.toll.points}" if self.toll.points else next(iter(self.toll.more), "")
        return self.words if self.fresh else brief


class Harms(Generic[S]):
    """Remembers how a phase began; the state alone does not know what was lost in it.

    Args:
        phase: what is the same as long as a phase lasts.
        lost: what each ship has lost from one state to a later one, of those too that were missed.
        plate: how a ship is named.
        put_right: how the phase began, had what was put right by an event in some state been so from the start.
    """

    def __init__(
        self, phase: Callable[[S], Hashable], lost: Callable[[S, S], Mapping[str, Toll]],
        plate: Callable[[str], PieceLabel], put_right: Callable[[S, S, Event], S],
    ) -> None:  # fmt: skip
        self._phase, self._lost, self._plate, self._put_right = phase, lost, plate, put_right
        self._began: S | None = None
        self._before: S | None = None
        self._told: tuple[S | None, tuple[Harm, ...]] = (None, ())

    def recall(self, state: S, past: Past) -> None:
        """The table shows a state; how its phase began is told by what led to it."""
        backwards = chain.from_iterable(reversed(move) for move in past)
        of_phase = list(takewhile(lambda one: self._phase(one[0]) == self._phase(state), backwards))
        began = of_phase[-1][0] if of_phase else state
        for before, event in of_phase:
            began = self._put_right(began, before, event)
        self._began, self._before = began, state

    def note(self, before: S, events: Iterable[Event], after: S) -> None:
        """More has happened."""
        began, self._told = self._began, (None, ())
        if began is None or self._phase(began) != self._phase(before):
            began = before
        righted = reduce(lambda earlier, event: self._put_right(earlier, before, event), events, began)
        self._began, self._before = righted, before if righted is began else after
        if self._phase(after) != self._phase(before):
            self._began = self._before = after

    def of(self, state: S) -> tuple[Harm, ...]:
        """What ships have lost up to a state of the phase; none in another."""
        if self._told[0] is not state:
            self._told = state, tuple(self._harms(state))
        return self._told[1]

    def _harms(self, state: S) -> list[Harm]:
        began, before = self._began, self._before
        if began is None or before is None or self._phase(state) != self._phase(began):
            return []
        earlier, tolls = self._lost(began, before), self._lost(began, state)
        fresh = {key: earlier.get(key) != toll for key, toll in tolls.items()}
        shown = [(key, toll) for key, toll in tolls.items() if fresh[key] or not toll.spared]
        plates = {key: self._plate(key) for key, _ in shown}
        return [Harm(key, plates[key].name, plates[key].sign, toll, fresh[key]) for key, toll in shown]


@lru_cache(maxsize=128)
def figure(words: str, theme: Theme, *, fresh: bool, vain: bool, far: bool) -> pygame.Surface:
    """The figure at a ship with its alpha multiplied in, smaller from `far`; shared, so never draw on it."""
    style = IN_VAIN if vain else FAR if far else FRESH if fresh else OLD
    ground, edge = inks(fresh=fresh, vain=vain)
    (wide, high), pad = text.size_of(words, style, theme.scale), theme.px(7)
    size = wide + 2 * pad, high + theme.px(2)
    drawn = boxed(size, theme.px(3), ground, edge, theme.px(1.5), CLEAR).copy()
    text.write_at(drawn, theme, words, style, center=drawn.get_rect().center)
    return drawn.premul_alpha()


def beside(
    scene: BattleScene[object], figures: Iterable[tuple[Placed, pygame.Surface]], lie: Iterable[Placed]
) -> list[Placing]:
    """Figures at their ships, pixels: upon a hull that has room for it, else abeam, where fewer ships and figures are.

    Args:
        scene: from where it is seen.
        figures: what stands at which ship.
        lie: all ships.
    """
    hulls = {ship.key: _about(scene, ship) for ship in lie}
    found: list[Placing] = []
    for ship, drawn in figures:
        taken = [*(hull for key, hull in hulls.items() if key != ship.key), *map(box, found)]
        places = _places(scene, ship, drawn)
        place = min(places, key=lambda rect: (len(rect.collidelistall(taken)), rect.y))
        found.append((drawn, place.topleft))
    return found


def _about(scene: BattleScene[object], ship: Placed) -> pygame.Rect:
    """A square about the middle of a hull."""
    side = round(scene.length(ship) / 2)
    square = pygame.Rect(0, 0, side, side)
    square.center = _middle(scene, ship)
    return square


def _middle(scene: BattleScene[object], ship: Placed) -> tuple[int, int]:
    x, y = scene.camera.to_screen(*ship.at)
    return round(x), round(y)


def _places(scene: BattleScene[object], ship: Placed, drawn: pygame.Surface) -> list[pygame.Rect]:
    """Upon her, or to starboard and to port."""
    (x, y), long = _middle(scene, ship), scene.length(ship)
    if long >= UPON * drawn.get_width():
        return [drawn.get_rect(center=(x, y))]
    cos, sin = math.cos(math.radians(ship.heading)), math.sin(math.radians(ship.heading))
    away = (long * ship.beam / ship.length + abs(cos) * drawn.get_width() + abs(sin) * drawn.get_height()) / 2 + ASIDE
    return [drawn.get_rect(center=(round(x + out * cos), round(y + out * sin))) for out in (away, -away)]


def inks(*, fresh: bool, vain: bool) -> tuple[Colour, Colour]:
    """Ground and edge of what tells it."""
    if vain:
        return INKS.plate, INKS.bar_rule
    return GROUND, INKS.cream if fresh else EDGE


LOST = Style("bold", 15, WORDS)
HIGH, SIGN, PAD, GAP = 25, 18, 6, 3
"""Height of a chip, of the signs on it, room about these, and between chip and plate, design pixels."""


Parts = Sequence[tuple[str, str]]
"""Words, each behind the name of its marker, which is empty where there is none."""


class Told(NamedTuple):
    """What is told in a chip: words behind their markers, whether it was done last, and whether it was nothing."""

    parts: tuple[tuple[str, str], ...]
    fresh: bool
    vain: bool


@lru_cache(maxsize=128)
def chip(told: Told, theme: Theme) -> pygame.Surface:
    """With its alpha multiplied in; shared, so never draw on it."""
    style, pad = IN_VAIN if told.vain else LOST, theme.px(PAD)
    size = width(told.parts, style, theme) + 2 * pad, theme.px(HIGH)
    drawn = boxed(size, theme.px(3), *inks(fresh=told.fresh, vain=told.vain), theme.px(1.5), CLEAR).copy()
    write(drawn, theme, told.parts, style, (pad, size[1] // 2))
    return drawn.premul_alpha()


def width(parts: Parts, style: Style, theme: Theme) -> int:
    """Pixels that words with their markers take."""
    words = sum(text.size_of(words, style, theme.scale)[0] for _, words in parts)
    signs = sum(theme.px(SIGN) + theme.px(PAD) // 2 for marker, _ in parts if marker)
    return words + signs + (len(parts) - 1) * theme.px(PAD)


def write(surface: pygame.Surface, theme: Theme, parts: Parts, style: Style, at: tuple[int, int]) -> None:
    """Words behind their markers, from the middle of their left edge on."""
    (left, middle), sign, pad = at, theme.px(SIGN), theme.px(PAD)
    for marker, words in parts:
        if marker:
            picture = icon(f"marker_{marker}", sign)
            surface.blit(picture, picture.get_rect(midleft=(left, middle)), special_flags=pygame.BLEND_PREMULTIPLIED)
            left += sign + pad // 2
        text.write_at(surface, theme, words, style, midleft=(left, middle))
        left += text.size_of(words, style, theme.scale)[0] + pad


def at_plates(
    figures: Mapping[str, Placing], chips: Mapping[str, pygame.Surface], plates: Mapping[str, pygame.Rect],
    taken: Sequence[pygame.Rect], gap: int,
) -> list[Placing]:  # fmt: skip
    """Each chip beside the plate of its ship; where there is no room the figure stays at her hull.

    Args:
        figures: at the hulls, by ship, pixels.
        chips: of those ships that may be told of at their plates.
        plates: that are shown, by ship, pixels.
        taken: what chips keep clear of.
        gap: pixels between plate and chip.
    """
    found, lie = dict(figures), {ship: box(figure) for ship, figure in figures.items()}
    for ship in (ship for ship in figures if ship in chips and ship in plates):
        off = [*taken, *(place for other, place in lie.items() if other != ship)]
        places = _label_about(plates[ship], chips[ship].get_size(), gap)
        if place := next((place for place in places if place.collidelist(off) < 0), None):
            found[ship], lie[ship] = (chips[ship], place.topleft), place
    return list(found.values())


def _label_about(plate: pygame.Rect, size: tuple[int, int], gap: int) -> Iterator[pygame.Rect]:
    """Where a chip plainly belongs to a plate, the best first."""
    place = pygame.Rect((0, 0), size)
    place.topleft = plate.left, plate.bottom + gap
    yield place.copy()
    place.topright = plate.right, plate.bottom + gap
    yield place.copy()
    place.bottomleft = plate.left, plate.top - gap
    yield place.copy()
    place.bottomright = plate.right, plate.top - gap
    yield place.copy()
    place.midleft = plate.right + gap, plate.centery
    yield place.copy()
    place.midright = plate.left - gap, plate.centery
    yield place
