"""The dice tray: dice tumble on felt, settle on the faces that were rolled, and line up with their words."""

import math
import random
from dataclasses import dataclass

import pygame
import pymunk
from typing_extensions import override

from tabletop.ui.boards.contract import DiceThrow, PhaseProgress
from tabletop.ui.screens.table.dice_layout import HEAD, LOW, RESULT, SIDE, Die, layout_dice
from tabletop.ui.text import elided, size_of, write
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.draw import rounded
from tabletop.ui.widgets.marks import die_face

STEP = 1 / 120
TUMBLE = 450
"""Milliseconds until the dice lie still."""
_KEPT = 0.004
"""Share of its speed that a die keeps for a second on the felt."""
_THROW = (900.0, 1900.0)
_SPIN = 28.0
_ELASTIC = 0.55


@dataclass(frozen=True)
class TumblingDie:
    """A die at one moment: its middle in tray pixels, its angle in degrees, and its spin."""

    x: float
    y: float
    angle: float
    spin: float


Frame = tuple[TumblingDie, ...]


def simulate_throw(dice: int, side: float, tray: tuple[float, float], seed: str) -> tuple[Frame, ...]:
    """Return the frames of a throw, `STEP` seconds apart. The same seed gives the same throw.

    Args:
       dice: number of dice.
       side: side of a die, pixels.
       tray: width and height of the tray, pixels.
       seed: e.g. the faces that were rolled.
    """
    space = pymunk.Space()
    space.damping = _KEPT
    _add_walls(space, tray)
    hand = random.Random(seed)
    bodies = [_add_die(space, hand, side, tray, number) for number in range(dice)]
    frames = []
    for _ in range(round(TUMBLE / 1000 / STEP)):
        space.step(STEP)
        frames.append(
            tuple(TumblingDie(*one.position, math.degrees(one.angle), abs(one.angular_velocity)) for one in bodies)
        )
    return tuple(frames)


def _add_walls(space: pymunk.Space, tray: tuple[float, float]) -> None:
    wide, high = tray
    corners = [(0, 0), (wide, 0), (wide, high), (0, high)]
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        wall = pymunk.Segment(space.static_body, start, end, 2)
        wall.elasticity = _ELASTIC
        space.add(wall)


def _add_die(
    space: pymunk.Space, hand: random.Random, side: float, tray: tuple[float, float], number: int
) -> pymunk.Body:
    body = pymunk.Body(1, pymunk.moment_for_box(1, (side, side)))
    body.position = side + number * side * 0.4, hand.uniform(side, max(side, tray[1] - side))
    body.velocity = hand.uniform(*_THROW), hand.uniform(-_THROW[0], _THROW[0])
    body.angle, body.angular_velocity = hand.uniform(0, math.tau), hand.uniform(-_SPIN, _SPIN)
    shape = pymunk.Poly.create_box(body, (side, side), 2)
    shape.elasticity, shape.friction = _ELASTIC, 0.4
    space.add(body, shape)
    return body


LINE_UP = 120
QUEUE = 4
"""Throws that wait for their turn. Earlier ones are only in the log."""
LEAST_WIDE, LEAST_HIGH = 150, 44
"""Least size of the tray, design pixels."""


class DiceTray(Widget):
    """The widget of the last throw; before the first throw it shows the progress of the phase."""

    def __init__(self) -> None:
        super().__init__("tray")
        self.thrown: DiceThrow | None = None
        self.progress: PhaseProgress | None = None
        self._waiting: list[DiceThrow] = []
        self._frames: tuple[Frame, ...] = ()
        self._age = 0
        self._still = False

    def throw(self, thrown: DiceThrow) -> None:
        """Let dice roll, after those that roll already."""
        self._waiting = [*self._waiting[1 - QUEUE :], thrown]
        if not self.is_rolling:
            self._start_next()

    def settle(self) -> None:
        """Show the last throw at rest."""
        if self._waiting:
            self.thrown = self._waiting[-1]
            self._waiting.clear()
        self._frames, self._age = (), TUMBLE + LINE_UP
        self.touch()

    def clear(self) -> None:
        """Remove the dice."""
        self.thrown = None
        self._waiting.clear()
        self.settle()

    @property
    def is_rolling(self) -> bool:
        """Return True while dice roll."""
        return bool(self._frames) and self._age < TUMBLE + LINE_UP

    def set_still(self, reduced: bool) -> None:
        """Set whether dice come to rest at once, for players who want no motion."""
        self._still = reduced

    def tick(self, elapsed: int) -> bool:
        """Let `elapsed` milliseconds pass. Return True while dice roll."""
        if not self.is_rolling:
            return False
        self._age += elapsed
        self.touch()
        if self._waiting and self._age >= TUMBLE + LINE_UP:
            self._start_next()
        return True

    def adopt(self, old: Widget) -> None:
        """Take over the dice of the tray before a rebuild."""
        if isinstance(old, DiceTray):
            self.thrown, self._waiting, self._still = old.thrown, old._waiting, old._still
            self._frames, self._age = old._frames, old._age

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        return theme.px(LEAST_WIDE), theme.px(LEAST_HIGH)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the tray; rolling dice start again in another size."""
        if rect.size != self.rect.size and self.is_rolling and self.thrown:
            self._frames = self._simulate(theme, rect, self.thrown)
        super().place(theme, rect)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw dice and words of the throw, or the progress of the phase."""
        if self.thrown is None:
            self._paint_progress(surface, theme)
            return
        laid = layout_dice(theme, self.rect, self.thrown)
        for words in laid.words:
            if words.known or not self.is_rolling:
                write(surface, theme, words.text, words.style, words.at)
        for number, die in enumerate(laid.dice):
            self._paint_die(surface, laid.felt, number, die)
        for die in () if self.is_rolling else laid.followers:
            _blit_centered(surface, die_face(die.pips, die.side, bool(die.word)), (die.x, die.y))

    # --- the throw

    def _start_next(self) -> None:
        self.thrown = self._waiting.pop(0)
        self._age = 0
        self._frames = self._simulate(Theme(), self.rect, self.thrown) if self.rect.w and not self._still else ()
        if not self._frames:
            self._age = TUMBLE + LINE_UP
        self.touch()

    def _simulate(self, theme: Theme, rect: pygame.Rect, thrown: DiceThrow) -> tuple[Frame, ...]:
        laid = layout_dice(theme, rect, thrown)
        side = laid.dice[0].side if laid.dice else theme.px(SIDE)
        seed = "".join(str(pips) for pips, _ in thrown.dice) + thrown.title
        return simulate_throw(len(thrown.dice), side, laid.felt.size, seed)

    # --- painting

    def _paint_die(self, surface: pygame.Surface, felt: pygame.Rect, number: int, die: Die) -> None:
        """Draw a die at rest, or on its way."""
        if not self.is_rolling:
            _blit_centered(surface, die_face(die.pips, die.side, bool(die.word)), (die.x, die.y))
            return
        way: TumblingDie = self._frames[min(len(self._frames) - 1, int(self._age / 1000 / STEP))][number]
        share, tumbles = max(0.0, (self._age - TUMBLE) / LINE_UP), self._age < TUMBLE
        within = felt.inflate(-die.side, -die.side)
        x = max(within.left, min(felt.x + way.x, within.right))
        y = max(within.top, min(felt.y + way.y, within.bottom))
        angle = ((way.angle + 45) % 90) - 45 if share else way.angle
        shown = (die.pips + self._age // 60 + number) % 6 + 1 if tumbles and way.spin > 2 else die.pips
        picture = die_face(shown, die.side, tumbles or bool(die.word))
        if angle:
            picture = pygame.transform.rotozoom(picture, -angle * (1 - share), 1)
        _blit_centered(surface, picture, (x + (die.x - x) * share, y + (die.y - y) * share))

    def _paint_progress(self, surface: pygame.Surface, theme: Theme) -> None:
        if self.progress is None:
            return
        (left, top), low = self.rect.topleft, self.rect.h < theme.px(LOW)
        lines = ((self.progress.title, HEAD), (self.progress.words, RESULT))[low:]
        for text, style in lines:
            write(surface, theme, elided(text, style, self.rect.w, theme.scale), style, (left, top))
            top += size_of(text, style, theme.scale)[1] + theme.px(4)
        bar = pygame.Rect(left, top + theme.px(0 if low else 4), min(self.rect.w, theme.px(340)), theme.px(10))
        surface.blit(rounded(bar.size, theme.px(3), INKS.bar_2), bar)
        filled = pygame.Rect(bar.x, bar.y, round(bar.w * self.progress.share), bar.h)
        if filled.w:
            surface.blit(rounded(filled.size, theme.px(3), INKS.brass_light), filled)


def _blit_centered(surface: pygame.Surface, picture: pygame.Surface, middle: tuple[float, float]) -> None:
    surface.blit(picture, picture.get_rect(center=(round(middle[0]), round(middle[1]))))
