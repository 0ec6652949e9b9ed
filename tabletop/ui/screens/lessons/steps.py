"""The sheet of a lesson at the left: all steps with their ticks, and the ways out."""

import pygame

from tabletop.lessons.progress import LessonProgress
from tabletop.ui.text import LABEL, SMALL, SUBTITLE, Style, size_of, write, write_at
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.draw import icon
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column
from tabletop.ui.widgets.overlay import question
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stack import Stack

WIDTH = 304
"""Design pixels."""
AGAIN, LEAVE, LEFT = "lesson.again", "lesson.leave", "lesson.left"
_ROW = 36
_DONE, _NOW, _COMING = (Style("body", 16, INKS.muted), Style("bold", 16, INKS.cream), Style("body", 16, INKS.ink))
_NUMBER = Style("semibold", 14, INKS.ink_2)


class StepRow(Widget):
    """A step: ticked, on, or to come."""

    def __init__(self, number: int, title: str, now: int) -> None:
        super().__init__()
        self.text, self._number, self._now = title, number, now

    @property
    def _style(self) -> Style:
        return _DONE if self._number < self._now else _NOW if self._number == self._now else _COMING

    def measure(self, theme: Theme, width: int) -> Size:
        """Its title beside its number."""
        return theme.px(44) + size_of(self.text, self._style, theme.scale)[0], theme.px(_ROW)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The one that is on stands on a dark ground."""
        left, middle = self.rect.x, self.rect.centery
        if self._number == self._now:
            surface.fill(INKS.bar, self.rect)
            surface.fill(INKS.brass, (left, self.rect.y, theme.px(3), self.rect.h))
        if self._number < self._now:
            tick = icon("tick", theme.px(16), INKS.muted)
            surface.blit(tick, tick.get_rect(midleft=(left + theme.px(10), middle)))
        else:
            style = _NUMBER.tinted(INKS.cream) if self._number == self._now else _NUMBER
            write_at(surface, theme, str(self._number + 1), style, center=(left + theme.px(18), middle))
        high = size_of(self.text, self._style, theme.scale)[1]
        write(surface, theme, self.text, self._style, (left + theme.px(40), middle - high // 2))


def minutes_left(progress: LessonProgress) -> int:
    """Of the whole lesson, by the steps that are left."""
    lesson = progress.lesson
    return -(-lesson.minutes * (len(lesson.steps) - progress.step_number) // len(lesson.steps))


def leaving() -> Stack:
    """Asks whether the lesson shall be left; yes reports `LEFT`."""
    kept = "Your progress is saved; you can continue from this step at any time."
    return question("Leave the lesson?", kept, (LEFT, "Leave the lesson"), safe="Cancel")


def sheet(progress: LessonProgress, *, sides: bool = True) -> Panel:
    """The steps, and where there is room who plays whom."""
    lesson, state = progress.lesson, progress.match.state
    rows = Column([StepRow(number, one.title, progress.step_number) for number, one in enumerate(lesson.steps)], gap=0)
    told = f"About {lesson.minutes} minutes, {minutes_left(progress)} left"
    names = {side.id: lesson.game.name_of(state, side.id) for side in lesson.game.meta.sides}
    others = ", ".join(name for side, name in names.items() if side != lesson.side)
    named = [Label("You play", SMALL), Label(names[lesson.side], LABEL), Label("Against", SMALL), Label(others, LABEL)]
    again = Button(AGAIN, "Restart the lesson", tip=Tip("Restart the lesson", "Goes back to the first step."))
    leave = Button(LEAVE, "Leave the lesson", tip=Tip("Leave the lesson", "Your progress is saved."))
    parts = [
        Text(lesson.title, SUBTITLE.tinted(INKS.ink)), Label(told, SMALL), Scroll(rows, ident="lesson.steps"), Rule(),
        *(named if sides else ()), again, leave,
    ]  # fmt: skip
    return Panel(Column(parts, gap=8), lesson.heading, ident="lesson.sheet")
