"""Where the sheets of a lesson lie in a window, and what they leave to the panels of the game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from tabletop.lessons.lesson import LessonStep
from tabletop.lessons.progress import LessonProgress
from tabletop.ui.boards.lesson_hooks import LessonHooks
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.screens.lessons import lesson_card
from tabletop.ui.screens.lessons.spotlight import Spotlight
from tabletop.ui.screens.table.afloat import GAP, Afloat, Dock, between_bars
from tabletop.ui.screens.table.spot import Spot, about_part, around
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stack import Stack


class Shifted(Widget):
    """The panels of a game in what the sheets of a lesson leave of the window.

    Args:
        panels: of the game.
        left, foot: what is taken at the left, and over the lower bar, design pixels.
        head: a sheet under the upper bar, as wide as the window.
    """

    def __init__(self, panels: Sequence[Widget], left: float, foot: float, head: Widget | None = None) -> None:
        super().__init__()
        self.children = list(panels)
        self._left = left
        self._foot = foot
        self._head = head

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Beside and below them; the panels take the lower bar for as high as it would be in a window of that size."""
        self.rect, self.dirty = pygame.Rect(rect), False
        left, foot, area = theme.px(self._left), theme.px(self._foot), between_bars(theme, rect)
        top = (
            self._head.measured(theme, area.w)[1] + area.y - rect.y - WindowLayout(theme, rect.size).top
            if self._head
            else 0
        )
        left_over = pygame.Rect(rect.x + left, rect.y + top, rect.w - left, rect.h - top - foot)
        left_over.h -= WindowLayout(theme, rect.size).bottom - WindowLayout(theme, left_over.size).bottom
        for child in self.shown():
            child.place(theme, left_over)


class AtLeft(Widget):
    """Sheets one below the other at the left, so wide; of several the last has the height that is left."""

    def __init__(self, sheets: Sequence[Widget], width: float) -> None:
        super().__init__()
        self.children = list(sheets)
        self._first = sheets[0]
        self._width = width

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Between the bars."""
        self.rect, self.dirty = pygame.Rect(rect), False
        area = between_bars(theme, rect)
        wide, top, gap = theme.px(self._width), area.y, theme.px(GAP)
        for child in self.children:
            left = area.bottom - top
            last = child is self.children[-1] and child is not self._first
            high = left if last else min(child.measured(theme, wide)[1], left)
            child.place(theme, pygame.Rect(area.x, top, wide, high))
            top += high + gap


def parts(panels: Sequence[Widget]) -> Iterator[pygame.Rect]:
    """Where the parts of a game's panels lie."""
    return (part.rect for panel in panels for part in panel.shown() if part.rect.w)


def ident_of(ring: str) -> str:
    """The id of the widget that a ring is about; empty for what lies on a map."""
    kind, _, of = ring.partition(" ")
    return {"part": of, "card": f"card.{of}"}.get(kind, "")


def part(root: Widget, ident: str) -> Widget | None:
    """The widget with an id, unless it is scrolled out of sight."""
    if root.id == ident:
        return root
    found = next(filter(None, (part(child, ident) for child in root.shown())), None)
    hidden = found and isinstance(root, Scroll) and not root.sight.collidepoint(found.rect.center)
    return None if hidden else found


def spot_of(ring: str, taught: LessonHooks, layers: Sequence[Widget], theme: Theme) -> Spot | None:
    """Where that is seen which a ring is about; None if it is not, or is greyed."""
    kind, _, of = ring.partition(" ")
    if kind == "odds":
        told = taught.odds_rect(of)
        return replace(about_part(told, theme), gives_way=True) if told else None
    if not (ident := ident_of(ring)):
        return around(taught.locate(ring), theme)
    found = part(layers[0], ident) if layers else None
    return about_part(found.rect, theme) if found and found.rect.w and found.enabled else None


def reveal(root: Widget, ident: str) -> Widget | None:
    """The same, scrolled into sight."""
    if root.id == ident:
        return root
    found = next(filter(None, (reveal(child, ident) for child in root.shown())), None)
    if found and isinstance(root, Scroll) and not root.sight.contains(found.rect):
        root.reveal(found.rect)
    return found


TALL, AMPLE = 960, 1800
"""The height from which steps stand below the card, the width from which it lies upon the surface, design pixels."""
COLUMN = 330
"""Width of the card where it has no place but beside the game, design pixels."""


@dataclass(frozen=True)
class Arrangement:
    """What is shown of a step.

    Attributes:
        progress: how far the player has come.
        step: the one that is on.
        answer: what is said to what the player has just tried.
        read: whether reading is all, or what it waits for is so already.
        folded: whether the strip of a low window is folded away.
        ringed: what is spoken of, wherever it is seen now.
        about: what the card keeps clear of.
        taught: the game's table.
        room: the window.
    """

    progress: LessonProgress
    step: LessonStep
    answer: str
    read: bool
    folded: bool
    ringed: Callable[[], Sequence[Spot]]
    about: Callable[[], Sequence[pygame.Rect]]
    taught: LessonHooks
    room: WindowLayout

    def over(self, under: Sequence[Widget], panels: Sequence[Widget]) -> Stack:
        """The lesson over surface and bars, with the panels of the game in what it leaves of the window."""
        room, upon = self.room, self.taught.free_rect() is not None
        sheet = lesson_card.sheet(self.progress, sides=upon and room.design_width >= AMPLE)
        if upon and room.design_width >= AMPLE:
            plain = lesson_card.card(self.progress, self.step, "", read=self.read, listed=True, slim=False)
            afloat = self._afloat(self._card(listed=True), lesson_card.WIDTH, panels, "", plain)
            return self._laid(
                under, panels, [AtLeft([sheet], lesson_card.STEPS_WIDTH), afloat], left=lesson_card.STEPS_WIDTH + GAP
            )
        wide = lesson_card.SLIM if upon else COLUMN
        if not room.is_narrow and room.size[1] >= room.theme.px(TALL):
            column = AtLeft([self._card(listed=True, slim=True), sheet], wide)
            return self._laid(under, panels, [column], left=wide + GAP)
        if not room.is_low and (upon or not room.is_narrow):
            column = AtLeft([self._card(listed=False, slim=True)], wide)
            return self._laid(under, panels, [column], left=wide + GAP)
        strip = lesson_card.strip(self.progress, self.step, self.answer, read=self.read, folded=self.folded)
        if room.is_low:
            dock: Dock = "foot" if self.folded else "either"
            return self._laid(
                under, panels, [self._afloat(strip, lesson_card.STRIP, panels, dock)], foot=lesson_card.FOLDED
            )
        return self._laid(under, panels, [self._afloat(strip, room.size[0], panels, "head")], head=strip)

    def _laid(
        self,
        under: Sequence[Widget],
        panels: Sequence[Widget],
        lesson: list[Widget],
        *,
        left: float = 0,
        foot: float = 0,
        head: Widget | None = None,
    ) -> Stack:
        """The sheets of the lesson over what they leave to the game."""
        shifted = Shifted(panels, left, foot, head)
        return Stack([*under, shifted, Spotlight(self.ringed, partial(_worded, self.taught, under, panels)), *lesson])

    def _card(self, *, listed: bool, slim: bool = False) -> Widget:
        return lesson_card.card(self.progress, self.step, self.answer, read=self.read, listed=listed, slim=slim)

    def _afloat(self, shown: Widget, wide: float, panels: Sequence[Widget], dock: Dock, *plain: Widget) -> Afloat:
        return Afloat(shown, (wide,), self.about, self.taught, partial(parts, panels), dock, *plain)


def _worded(taught: LessonHooks, under: Sequence[Widget], panels: Sequence[Widget]) -> Sequence[pygame.Rect]:
    """Where nothing but words is: the upper bar, the line of keys, sheets and cards of the game. They stay bright."""
    bars = (one.rect for root in under for one in root.walk() if one.id in ("top", "hint-line"))
    sheets = (one.rect for panel in panels for one in panel.walk() if isinstance(one, Panel))
    return [*bars, *sheets, *taught.card_rects()]
