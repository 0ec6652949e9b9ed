"""The sheets of a lesson over its table: which of them there are in a window, and where."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from tabletop.lessons.lesson import LessonStep
from tabletop.lessons.progress import LessonProgress
from tabletop.ui.boards.room import Room
from tabletop.ui.boards.taught import Taught
from tabletop.ui.screens.lessons import card, steps
from tabletop.ui.screens.lessons.layout import AtLeft, Shifted, parts
from tabletop.ui.screens.lessons.spotlight import Spotlight
from tabletop.ui.screens.table.afloat import GAP, Afloat, Dock
from tabletop.ui.screens.table.spot import Spot
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.stack import Stack

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
    taught: Taught
    room: Room

    def over(self, under: Sequence[Widget], panels: Sequence[Widget]) -> Stack:
        """The lesson over surface and bars, with the panels of the game in what it leaves of the window."""
        room, upon = self.room, self.taught.clear() is not None
        sheet = steps.sheet(self.progress, sides=upon and room.wide >= AMPLE)
        if upon and room.wide >= AMPLE:
            plain = card.card(self.progress, self.step, "", read=self.read, listed=True, slim=False)
            afloat = self._afloat(self._card(listed=True), card.WIDTH, panels, "", plain)
            return self._laid(under, panels, [AtLeft([sheet], steps.WIDTH), afloat], left=steps.WIDTH + GAP)
        wide = card.SLIM if upon else COLUMN
        if not room.narrow and room.size[1] >= room.theme.px(TALL):
            column = AtLeft([self._card(listed=True, slim=True), sheet], wide)
            return self._laid(under, panels, [column], left=wide + GAP)
        if not room.low and (upon or not room.narrow):
            column = AtLeft([self._card(listed=False, slim=True)], wide)
            return self._laid(under, panels, [column], left=wide + GAP)
        strip = card.strip(self.progress, self.step, self.answer, read=self.read, folded=self.folded)
        if room.low:
            dock: Dock = "foot" if self.folded else "either"
            return self._laid(under, panels, [self._afloat(strip, card.STRIP, panels, dock)], foot=card.FOLDED)
        return self._laid(under, panels, [self._afloat(strip, room.size[0], panels, "head")], head=strip)

    def _laid(
        self, under: Sequence[Widget], panels: Sequence[Widget], lesson: list[Widget], *, left: float = 0,
        foot: float = 0, head: Widget | None = None,
    ) -> Stack:  # fmt: skip
        """The sheets of the lesson over what they leave to the game."""
        shifted = Shifted(panels, left, foot, head)
        return Stack([*under, shifted, Spotlight(self.ringed, partial(_worded, self.taught, under, panels)), *lesson])

    def _card(self, *, listed: bool, slim: bool = False) -> Widget:
        return card.card(self.progress, self.step, self.answer, read=self.read, listed=listed, slim=slim)

    def _afloat(self, shown: Widget, wide: float, panels: Sequence[Widget], dock: Dock, *plain: Widget) -> Afloat:
        return Afloat(shown, (wide,), self.about, self.taught, partial(parts, panels), dock, *plain)


def _worded(taught: Taught, under: Sequence[Widget], panels: Sequence[Widget]) -> Sequence[pygame.Rect]:
    """Where nothing but words is: the upper bar, the line of keys, sheets and cards of the game. They stay bright."""
    bars = (one.rect for root in under for one in root.walk() if one.id in ("top", "hint-line"))
    sheets = (one.rect for panel in panels for one in panel.walk() if isinstance(one, Panel))
    return [*bars, *sheets, *taught.cards()]
