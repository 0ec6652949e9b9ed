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
from tabletop.ui.screens.table.callout import GAP, Callout, Dock, area_between_bars
from tabletop.ui.screens.table.spot import Spot, spot_around, spot_of_rect
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stack import Stack


class ShiftedPanels(Widget):
    """The panels of a game in the part of the window that the sheets of a lesson leave.

    Args:
        panels: the panels of the game.
        left, foot: the room taken at the left and above the lower bar, design pixels.
        head: a sheet under the upper bar, as wide as the window.
    """

    def __init__(self, panels: Sequence[Widget], left: float, foot: float, head: Widget | None = None) -> None:
        super().__init__()
        self.children = list(panels)
        self._left = left
        self._foot = foot
        self._head = head

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the panels in the remaining part, with a lower bar as in a window of that size."""
        self.rect, self.dirty = pygame.Rect(rect), False
        left, foot, area = theme.px(self._left), theme.px(self._foot), area_between_bars(theme, rect)
        top = (
            self._head.measured(theme, area.w)[1] + area.y - rect.y - WindowLayout(theme, rect.size).top
            if self._head
            else 0
        )
        left_over = pygame.Rect(rect.x + left, rect.y + top, rect.w - left, rect.h - top - foot)
        left_over.h -= WindowLayout(theme, rect.size).bottom - WindowLayout(theme, left_over.size).bottom
        for child in self.shown():
            child.place(theme, left_over)


class LeftSheets(Widget):
    """Sheets one below the other at the left; the last of several fills the height."""

    def __init__(self, sheets: Sequence[Widget], width: float) -> None:
        super().__init__()
        self.children = list(sheets)
        self._first = sheets[0]
        self._width = width

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the sheets between the bars."""
        self.rect, self.dirty = pygame.Rect(rect), False
        area = area_between_bars(theme, rect)
        wide, top, gap = theme.px(self._width), area.y, theme.px(GAP)
        for child in self.children:
            left = area.bottom - top
            last = child is self.children[-1] and child is not self._first
            high = left if last else min(child.measured(theme, wide)[1], left)
            child.place(theme, pygame.Rect(area.x, top, wide, high))
            top += high + gap


def list_part_rects(panels: Sequence[Widget]) -> Iterator[pygame.Rect]:
    """Return the places of the parts of a game's panels."""
    return (part.rect for panel in panels for part in panel.shown() if part.rect.w)


def widget_id_of(ring: str) -> str:
    """Return the id of the widget that a ring names, such as "card.B1"; "" for something on a map."""
    kind, _, of = ring.partition(" ")
    return {"part": of, "card": f"card.{of}"}.get(kind, "")


def find_visible(root: Widget, ident: str) -> Widget | None:
    """Return the widget with an id, unless it is scrolled out of sight."""
    if root.id == ident:
        return root
    found = next(filter(None, (find_visible(child, ident) for child in root.shown())), None)
    hidden = found and isinstance(root, Scroll) and not root.sight.collidepoint(found.rect.center)
    return None if hidden else found


def find_spot(ring: str, taught: LessonHooks, layers: Sequence[Widget], theme: Theme) -> Spot | None:
    """Return the spot that a ring names; None if it is not in sight or disabled."""
    kind, _, of = ring.partition(" ")
    if kind == "odds":
        rect = taught.odds_rect(of)
        return replace(spot_of_rect(rect, theme), gives_way=True) if rect else None
    if not (ident := widget_id_of(ring)):
        return spot_around(taught.locate(ring), theme)
    found = find_visible(layers[0], ident) if layers else None
    return spot_of_rect(found.rect, theme) if found and found.rect.w and found.enabled else None


def reveal_widget(root: Widget, ident: str) -> Widget | None:
    """Scroll the widget with an id into sight. Return it, or None."""
    if root.id == ident:
        return root
    found = next(filter(None, (reveal_widget(child, ident) for child in root.shown())), None)
    if found and isinstance(root, Scroll) and not root.sight.contains(found.rect):
        root.reveal(found.rect)
    return found


TALL_FROM, FLOATING_FROM = 960, 1800
"""Height from which the steps stand below the card, and width from which the card floats, design pixels."""
COLUMN_WIDTH = 330
"""Width of the card beside a game that leaves no free place, design pixels."""


@dataclass(frozen=True)
class LessonLayout:
    """The layout of a step over its table.

    Attributes:
        progress: the player's progress.
        step: the current step.
        answer: the answer to the last attempt; "" for none.
        is_reading: True if the player only has to read.
        is_folded: True if the strip of a low window is folded.
        find_spots: returns the ringed spots.
        list_clear_rects: returns what the card keeps clear of.
        taught: the game's hooks for lessons.
        room: the window.
    """

    progress: LessonProgress
    step: LessonStep
    answer: str
    is_reading: bool
    is_folded: bool
    find_spots: Callable[[], Sequence[Spot]]
    list_clear_rects: Callable[[], Sequence[pygame.Rect]]
    taught: LessonHooks
    room: WindowLayout

    def build_stack(self, under: Sequence[Widget], panels: Sequence[Widget]) -> Stack:
        """Build the lesson over table and bars, with the game's panels in the remaining part."""
        room, floats = self.room, self.taught.free_rect() is not None
        sheet = lesson_card.build_step_sheet(self.progress, sides=floats and room.design_width >= FLOATING_FROM)
        if floats and room.design_width >= FLOATING_FROM:
            plain = lesson_card.build_card(self.progress, self.step, "", read=self.is_reading, listed=True, slim=False)
            afloat = self._build_floating(self._build_card(listed=True), lesson_card.WIDTH, panels, "", plain)
            return self._stack_sheets(
                under,
                panels,
                [LeftSheets([sheet], lesson_card.STEPS_WIDTH), afloat],
                left=lesson_card.STEPS_WIDTH + GAP,
            )
        wide = lesson_card.SLIM_WIDTH if floats else COLUMN_WIDTH
        if not room.is_narrow and room.size[1] >= room.theme.px(TALL_FROM):
            column = LeftSheets([self._build_card(listed=True, slim=True), sheet], wide)
            return self._stack_sheets(under, panels, [column], left=wide + GAP)
        if not room.is_low and (floats or not room.is_narrow):
            column = LeftSheets([self._build_card(listed=False, slim=True)], wide)
            return self._stack_sheets(under, panels, [column], left=wide + GAP)
        strip = lesson_card.build_strip(
            self.progress, self.step, self.answer, read=self.is_reading, folded=self.is_folded
        )
        if room.is_low:
            dock: Dock = "foot" if self.is_folded else "either"
            return self._stack_sheets(
                under,
                panels,
                [self._build_floating(strip, lesson_card.STRIP_WIDTH, panels, dock)],
                foot=lesson_card.FOLDED_HEIGHT,
            )
        return self._stack_sheets(
            under, panels, [self._build_floating(strip, room.size[0], panels, "head")], head=strip
        )

    def _stack_sheets(
        self,
        under: Sequence[Widget],
        panels: Sequence[Widget],
        lesson: list[Widget],
        *,
        left: float = 0,
        foot: float = 0,
        head: Widget | None = None,
    ) -> Stack:
        """Stack table, shifted panels, spotlight and the sheets of the lesson."""
        shifted = ShiftedPanels(panels, left, foot, head)
        return Stack(
            [
                *under,
                shifted,
                Spotlight(self.find_spots, partial(_list_bright_rects, self.taught, under, panels)),
                *lesson,
            ]
        )

    def _build_card(self, *, listed: bool, slim: bool = False) -> Widget:
        """Build the card of the step."""
        return lesson_card.build_card(
            self.progress, self.step, self.answer, read=self.is_reading, listed=listed, slim=slim
        )

    def _build_floating(
        self, shown: Widget, wide: float, panels: Sequence[Widget], dock: Dock, *plain: Widget
    ) -> Callout:
        """Return a card that floats where it covers nothing."""
        return Callout(
            shown, (wide,), self.list_clear_rects, self.taught, partial(list_part_rects, panels), dock, *plain
        )


def _list_bright_rects(taught: LessonHooks, under: Sequence[Widget], panels: Sequence[Widget]) -> Sequence[pygame.Rect]:
    """Return the places that stay bright: bars, sheets and cards, for they hold only words."""
    bars = (one.rect for root in under for one in root.walk() if one.id in ("top", "hint-line"))
    sheets = (one.rect for panel in panels for one in panel.walk() if isinstance(one, Panel))
    return [*bars, *sheets, *taught.card_rects()]
