"""The card of a lesson's step, and the sheet with all steps."""

import re

import pygame

from tabletop.lessons.lesson import LessonStep
from tabletop.lessons.progress import WATCH_OUTCOME, LessonProgress
from tabletop.rulebook.blocks import TextRun as BookRun
from tabletop.ui import keys, rebinding
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.text import LABEL, SMALL, STRONG, SUBTITLE, Run, Style, size_of, write, write_at
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import CAP, Button, cap_width, draw_cap
from tabletop.ui.widgets.draw import icon, rounded
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Spacer
from tabletop.ui.widgets.overlay import question
from tabletop.ui.widgets.panel import DoubleRule, Panel, Rule
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stack import Stack

WIDTH, SLIM, STRIP = 456, 364, 1100
"""Of the card, in a narrow window, and of the strip in a low one, design pixels."""
DISCS, SLIM_DISCS = 230, 130
"""Room for the discs of the steps, design pixels."""
_TITLE = Style("title", 27)
_STEP = Style("semibold", 15, INKS.brass_dark)
_SAY = Style("body", 17)
_STRESS = Style("bold", 17)
_ANSWER = Style("semibold", 16, INKS.danger)
_OR = Style("body", 15, INKS.ink_2)
FOLDED = 52
"""Height of the strip that is folded away, with what is free around it, design pixels."""
GO_ON, BACK, SKIP, FOLD, OPEN = "lesson.on", "lesson.back", "lesson.skip", "lesson.fold", "lesson.open"
"""The buttons of the card."""
_BARRED = "This is the first step."


class StepDiscs(Widget):
    """A disc for each step: those that are done full, the one that is on with a ring, the others hollow."""

    APART = 15
    """From one to the next at most, design pixels; a disc takes two thirds of that."""

    def __init__(self, done: int, of: int, room: float) -> None:
        """So many design pixels are there for all of them."""
        super().__init__("lesson.discs", tip=Tip(f"Step {min(done + 1, of)} of {of}"))
        self.done = done
        self.of = of
        self._apart = min(self.APART, room / of)

    def measure(self, theme: Theme, width: int) -> Size:
        """In a row."""
        return theme.px(self._apart) * self.of, theme.px(self.APART)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """From the left."""
        wide, pen = theme.px(self._apart * 2 / 3), theme.px(2)
        for number in range(self.of):
            at = (self.rect.x + theme.px(self._apart) * number + pen, self.rect.centery - wide // 2)
            shade = INKS.ink if number == self.done else INKS.brass_dark
            surface.blit(rounded((wide, wide), wide // 2, shade), at)
            if number >= self.done:
                inner = wide - 2 * pen
                fill = INKS.brass if number == self.done else INKS.paper
                surface.blit(rounded((inner, inner), inner // 2, fill), (at[0] + pen, at[1] + pen))


class ToDo(Widget):
    """What to do, in bold, and the key that does the same; `close` leaves less room around it."""

    def __init__(self, words: str, key: str, *, close: bool = False) -> None:
        super().__init__("lesson.do")
        self._margin = 4 if close else 9
        self.text = rebinding.told(words)
        self._key = rebinding.cap(key) if key else ""
        self._words = Text([Run(self.text, STRONG.at(17))])

    def _beside(self, theme: Theme) -> int:
        """Room for the key."""
        if not self._key:
            return 0
        return size_of("or", _OR, theme.scale)[0] + cap_width(theme, self._key) + theme.px(24)

    def measure(self, theme: Theme, width: int) -> Size:
        """The words beside the key."""
        high = self._words.measure(theme, width - theme.px(32) - self._beside(theme))[1]
        return width, high + 2 * theme.px(self._margin)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """The words in the middle."""
        super().place(theme, rect)
        inside = rect.inflate(-2 * theme.px(16), 0)
        inside.w -= self._beside(theme)
        high = self._words.measure(theme, inside.w)[1]
        self._words.place(theme, pygame.Rect(inside.x, rect.centery - high // 2, inside.w, high))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A box with a brass bar at its left."""
        surface.fill(INKS.paper_2, self.rect)
        surface.fill(INKS.brass, (self.rect.x, self.rect.y, theme.px(4), self.rect.h))
        self._words.paint(surface, theme)
        if not self._key:
            return
        wide, right = cap_width(theme, self._key), self.rect.right - theme.px(14)
        cap = pygame.Rect(right - wide, self.rect.centery - theme.px(CAP) // 2, wide, theme.px(CAP))
        draw_cap(surface, theme, self._key, cap, INKS.ink, INKS.ink)
        write_at(surface, theme, "or", _OR, midright=(cap.x - theme.px(8), self.rect.centery))


def stressed(words: str) -> list[Run]:
    """Words, of which those between two asterisks each are bold."""
    parts = re.split(r"\*\*", words)
    return [Run(part, _STRESS if number % 2 else _SAY) for number, part in enumerate(parts) if part]


def card(progress: LessonProgress, step: LessonStep, answer: str, *, read: bool, listed: bool, slim: bool) -> Panel:
    """The card of the step that is on.

    Args:
        progress: how far the player has come.
        step: the one that is on.
        answer: what is said to what the player has just tried; empty for nothing.
        read: whether reading is all, or what it waits for is so already: then it is gone on with by a button.
        listed: whether all steps are listed beside it; else a button shows them.
        slim: whether there is no room for buttons and link side by side.
    """
    of = len(progress.lesson.steps)
    more = [] if listed else [Button(OPEN, "", sign="menu", tip=Tip("All steps", "Also restart or leave the lesson."))]
    discs = StepDiscs(progress.step_number, of, SLIM_DISCS if slim else DISCS)
    head = Row([Label(_number(progress), _STEP), Spacer(grow=1), discs, *more], align="centre")
    parts: list[Widget] = [head, Text([Run(step.title, _TITLE)]), DoubleRule(), _words(step)]
    parts.append(_deed(progress, step, read=read))
    if slim:
        feet: list[Widget] = [Row([Spacer(grow=1), *_link(step)]), Row(_ways(progress), gap=12)]
    else:
        feet = [Row([*_ways(progress), Spacer(grow=1), *_link(step)], gap=12, align="centre")]
    return Panel(Column([*parts, *feet, *_answered(answer)], gap=10), ident="lesson.card")


def strip(progress: LessonProgress, step: LessonStep, answer: str, *, read: bool, folded: bool) -> Panel:
    """The same for a low window: beside each other what stands in a column else; folded away but for its head."""
    fold = Button(FOLD, "", sign="expand" if folded else "down", tip=Tip("Show the lesson" if folded else "Collapse"))
    title = Text([Run(f"{_number(progress)}: ", _STEP), Run(step.title, STRONG)], grow=1)
    more = Button(OPEN, "", sign="menu", tip=Tip("All steps", "Also restart or leave the lesson."))
    head = Row([title, *([] if folded else _ways(progress)), more, fold], gap=8, align="centre")
    if folded:
        return Panel(head, ident="lesson.card", padding=6)
    deed = Column([_deed(progress, step, read=read, close=True)], grow=1)
    foot = Row([deed, *_link(step)], gap=12, align="centre")
    return Panel(Column([head, _words(step), foot, *_answered(answer)], gap=4), ident="lesson.card", padding=6)


def _number(progress: LessonProgress) -> str:
    return f"Step {progress.step_number + 1} of {len(progress.lesson.steps)}"


def _words(step: LessonStep) -> Scroll:
    """What the step says."""
    return Scroll(Text(stressed(rebinding.told(step.say)), leading=1.05), ident="lesson.words")


def _answered(answer: str) -> list[Widget]:
    """What is said to what was tried, below all else: no button moves for it."""
    return [Text([Run(answer, _ANSWER)], ident="lesson.answer")] if answer else []


def _deed(progress: LessonProgress, step: LessonStep, *, read: bool, close: bool = False) -> Widget:
    if progress.is_step_done:
        return ToDo(WATCH_OUTCOME, "", close=close)
    if read:
        words = "End the lesson" if progress.is_last_step else "Continue"
        return Button(GO_ON, words, "primary", key=keys.key("lesson_on"), height=34 if close else 44)
    return ToDo(step.do, step.key, close=close)


def _ways(progress: LessonProgress) -> list[Widget]:
    """Back, and on without doing it."""
    back = Button(BACK, "Step back", tip=Tip("Step back", "Undoes the last step.", keys.key("undo")))
    tip = Tip("Skip step", "The lesson plays this step for you.")
    skip = Button(SKIP, "Skip step", key=keys.key("lesson_skip"), show_key=False, tip=tip)
    return [back.disable("" if progress.has_begun else _BARRED), skip]


def _link(step: LessonStep) -> list[Widget]:
    """The words that lead to the rule."""
    return [LinkedText((BookRun(step.link_text, link=step.rule),), LABEL)] if step.rule else []


STEPS_WIDTH = 304
"""Design pixels."""
AGAIN, LEAVE, LEFT = "lesson.again", "lesson.leave", "lesson.left"
_ROW = 36
_DONE, _NOW, _COMING = (Style("body", 16, INKS.muted), Style("bold", 16, INKS.cream), Style("body", 16, INKS.ink))
_NUMBER = Style("semibold", 14, INKS.ink_2)


class StepRow(Widget):
    """A step: ticked, on, or to come."""

    def __init__(self, number: int, title: str, now: int) -> None:
        super().__init__()
        self.text = title
        self._number = number
        self._now = now

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
        Text(lesson.title, SUBTITLE.tinted(INKS.ink)),
        Label(told, SMALL),
        Scroll(rows, ident="lesson.steps"),
        Rule(),
        *(named if sides else ()),
        again,
        leave,
    ]
    return Panel(Column(parts, gap=8), lesson.heading, ident="lesson.sheet")
