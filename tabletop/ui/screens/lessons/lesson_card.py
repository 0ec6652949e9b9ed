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

WIDTH, SLIM_WIDTH, STRIP_WIDTH = 456, 364, 1100
"""Widths of the card, of the card in a narrow window, and of the strip in a low one, design pixels."""
DISCS_WIDTH, SLIM_DISCS_WIDTH = 230, 130
"""Width for the discs of the steps, design pixels."""
_TITLE = Style("title", 27)
_STEP = Style("semibold", 15, INKS.brass_dark)
_SAY = Style("body", 17)
_STRESS = Style("bold", 17)
_ANSWER = Style("semibold", 16, INKS.danger)
_OR = Style("body", 15, INKS.ink_2)
FOLDED_HEIGHT = 52
"""Height of the folded strip and the free edge around it, design pixels."""
GO_ON, BACK, SKIP, FOLD, OPEN = "lesson.on", "lesson.back", "lesson.skip", "lesson.fold", "lesson.open"
"""Ids of the buttons of the card."""
_FIRST_STEP = "This is the first step."


class StepDiscs(Widget):
    """A disc for each step: done steps full, the current step ringed, later steps hollow."""

    MOST_APART = 15
    """The most distance between two discs, design pixels; a disc takes two thirds."""

    def __init__(self, done: int, count: int, room: float) -> None:
        """Show that `done` of `count` steps are done, within `room` design pixels."""
        super().__init__("lesson.discs", tip=Tip(f"Step {min(done + 1, count)} of {count}"))
        self.done = done
        self.count = count
        self._apart = min(self.MOST_APART, room / count)

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of the row."""
        return theme.px(self._apart) * self.count, theme.px(self.MOST_APART)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the discs from the left."""
        wide, pen = theme.px(self._apart * 2 / 3), theme.px(2)
        for number in range(self.count):
            at = (self.rect.x + theme.px(self._apart) * number + pen, self.rect.centery - wide // 2)
            shade = INKS.ink if number == self.done else INKS.brass_dark
            surface.blit(rounded((wide, wide), wide // 2, shade), at)
            if number >= self.done:
                inner = wide - 2 * pen
                fill = INKS.brass if number == self.done else INKS.paper
                surface.blit(rounded((inner, inner), inner // 2, fill), (at[0] + pen, at[1] + pen))


class TaskBox(Widget):
    """The task of the step in bold, with the key that does the same; `close` narrows the margins."""

    def __init__(self, words: str, key: str, *, close: bool = False) -> None:
        super().__init__("lesson.do")
        self._margin = 4 if close else 9
        self.text = rebinding.told(words)
        self._key = rebinding.cap(key) if key else ""
        self._words = Text([Run(self.text, STRONG.at(17))])

    def _key_width(self, theme: Theme) -> int:
        """Return the width for the key, screen pixels; 0 without a key."""
        if not self._key:
            return 0
        return size_of("or", _OR, theme.scale)[0] + cap_width(theme, self._key) + theme.px(24)

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of the words and the key."""
        high = self._words.measure(theme, width - theme.px(32) - self._key_width(theme))[1]
        return width, high + 2 * theme.px(self._margin)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the words in the middle."""
        super().place(theme, rect)
        inside = rect.inflate(-2 * theme.px(16), 0)
        inside.w -= self._key_width(theme)
        high = self._words.measure(theme, inside.w)[1]
        self._words.place(theme, pygame.Rect(inside.x, rect.centery - high // 2, inside.w, high))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw a box with a brass bar at its left, the words and the key."""
        surface.fill(INKS.paper_2, self.rect)
        surface.fill(INKS.brass, (self.rect.x, self.rect.y, theme.px(4), self.rect.h))
        self._words.paint(surface, theme)
        if not self._key:
            return
        wide, right = cap_width(theme, self._key), self.rect.right - theme.px(14)
        cap = pygame.Rect(right - wide, self.rect.centery - theme.px(CAP) // 2, wide, theme.px(CAP))
        draw_cap(surface, theme, self._key, cap, INKS.ink, INKS.ink)
        write_at(surface, theme, "or", _OR, midright=(cap.x - theme.px(8), self.rect.centery))


def parse_emphasis(words: str) -> list[Run]:
    """Return text as runs; words between pairs of asterisks are bold."""
    parts = re.split(r"\*\*", words)
    return [Run(part, _STRESS if number % 2 else _SAY) for number, part in enumerate(parts) if part]


def build_card(
    progress: LessonProgress, step: LessonStep, answer: str, *, read: bool, listed: bool, slim: bool
) -> Panel:
    """Build the card of the current step.

    Args:
        progress: the player's progress.
        step: the current step.
        answer: the answer to the last attempt; "" for none.
        read: True if the player only has to read; then a button leads on.
        listed: True if all steps are listed beside the card; else a button shows them.
        slim: True if buttons and link do not fit side by side.
    """
    of = len(progress.lesson.steps)
    more = [] if listed else [Button(OPEN, "", sign="menu", tip=Tip("All steps", "Also restart or leave the lesson."))]
    discs = StepDiscs(progress.step_number, of, SLIM_DISCS_WIDTH if slim else DISCS_WIDTH)
    head = Row([Label(_format_number(progress), _STEP), Spacer(grow=1), discs, *more], align="centre")
    parts: list[Widget] = [head, Text([Run(step.title, _TITLE)]), DoubleRule(), _build_words(step)]
    parts.append(_build_task(progress, step, read=read))
    if slim:
        feet: list[Widget] = [
            Row([Spacer(grow=1), *_build_rule_link(step)]),
            Row(_build_step_buttons(progress), gap=12),
        ]
    else:
        feet = [Row([*_build_step_buttons(progress), Spacer(grow=1), *_build_rule_link(step)], gap=12, align="centre")]
    return Panel(Column([*parts, *feet, *_build_answer(answer)], gap=10), ident="lesson.card")


def build_strip(progress: LessonProgress, step: LessonStep, answer: str, *, read: bool, folded: bool) -> Panel:
    """Build the card as a strip for a low window; `folded` shows its head only."""
    fold = Button(FOLD, "", sign="expand" if folded else "down", tip=Tip("Show the lesson" if folded else "Collapse"))
    title = Text([Run(f"{_format_number(progress)}: ", _STEP), Run(step.title, STRONG)], grow=1)
    more = Button(OPEN, "", sign="menu", tip=Tip("All steps", "Also restart or leave the lesson."))
    head = Row([title, *([] if folded else _build_step_buttons(progress)), more, fold], gap=8, align="centre")
    if folded:
        return Panel(head, ident="lesson.card", padding=6)
    deed = Column([_build_task(progress, step, read=read, close=True)], grow=1)
    foot = Row([deed, *_build_rule_link(step)], gap=12, align="centre")
    return Panel(
        Column([head, _build_words(step), foot, *_build_answer(answer)], gap=4), ident="lesson.card", padding=6
    )


def _format_number(progress: LessonProgress) -> str:
    """Return "Step 2 of 12"."""
    return f"Step {progress.step_number + 1} of {len(progress.lesson.steps)}"


def _build_words(step: LessonStep) -> Scroll:
    """Build the text of the step."""
    return Scroll(Text(parse_emphasis(rebinding.told(step.say)), leading=1.05), ident="lesson.words")


def _build_answer(answer: str) -> list[Widget]:
    """Build the answer below everything else, so that no button moves; [] for none."""
    return [Text([Run(answer, _ANSWER)], ident="lesson.answer")] if answer else []


def _build_task(progress: LessonProgress, step: LessonStep, *, read: bool, close: bool = False) -> Widget:
    """Build the task, the button that leads on, or the note that the outcome is played."""
    if progress.is_step_done:
        return TaskBox(WATCH_OUTCOME, "", close=close)
    if read:
        words = "End the lesson" if progress.is_last_step else "Continue"
        return Button(GO_ON, words, "primary", key=keys.key("lesson_on"), height=34 if close else 44)
    return TaskBox(step.do, step.key, close=close)


def _build_step_buttons(progress: LessonProgress) -> list[Widget]:
    """Build the buttons that step back and skip the step."""
    back = Button(BACK, "Step back", tip=Tip("Step back", "Undoes the last step.", keys.key("undo")))
    tip = Tip("Skip step", "The lesson plays this step for you.")
    skip = Button(SKIP, "Skip step", key=keys.key("lesson_skip"), show_key=False, tip=tip)
    return [back.disable("" if progress.has_begun else _FIRST_STEP), skip]


def _build_rule_link(step: LessonStep) -> list[Widget]:
    """Build the link to the rule; [] without a rule."""
    return [LinkedText((BookRun(step.link_text, link=step.rule),), LABEL)] if step.rule else []


STEPS_WIDTH = 304
"""Width of the sheet with all steps, design pixels."""
AGAIN, LEAVE, LEFT = "lesson.again", "lesson.leave", "lesson.left"
_ROW = 36
_DONE, _NOW, _COMING = (Style("body", 16, INKS.muted), Style("bold", 16, INKS.cream), Style("body", 16, INKS.ink))
_NUMBER = Style("semibold", 14, INKS.ink_2)


class StepRow(Widget):
    """A step in the list: done, current, or to come."""

    def __init__(self, number: int, title: str, now: int) -> None:
        super().__init__()
        self.text = title
        self._number = number
        self._now = now

    @property
    def _style(self) -> Style:
        """Return the style of the title."""
        return _DONE if self._number < self._now else _NOW if self._number == self._now else _COMING

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of title and number."""
        return theme.px(44) + size_of(self.text, self._style, theme.scale)[0], theme.px(_ROW)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the row; the current step has a dark ground."""
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
    """Return the minutes that the remaining steps take."""
    lesson = progress.lesson
    return -(-lesson.minutes * (len(lesson.steps) - progress.step_number) // len(lesson.steps))


def build_leave_question() -> Stack:
    """Build the question whether to leave the lesson; yes reports `LEFT`."""
    kept = "Your progress is saved; you can continue from this step at any time."
    return question("Leave the lesson?", kept, (LEFT, "Leave the lesson"), safe="Cancel")


def build_step_sheet(progress: LessonProgress, *, sides: bool = True) -> Panel:
    """Build the list of the steps with the ways out; `sides` adds who plays whom."""
    lesson, state = progress.lesson, progress.match.state
    rows = Column([StepRow(number, one.title, progress.step_number) for number, one in enumerate(lesson.steps)], gap=0)
    duration = f"About {lesson.minutes} minutes, {minutes_left(progress)} left"
    names = {side.id: lesson.game.name_of(state, side.id) for side in lesson.game.meta.sides}
    others = ", ".join(name for side, name in names.items() if side != lesson.side)
    named = [Label("You play", SMALL), Label(names[lesson.side], LABEL), Label("Against", SMALL), Label(others, LABEL)]
    again = Button(AGAIN, "Restart the lesson", tip=Tip("Restart the lesson", "Goes back to the first step."))
    leave = Button(LEAVE, "Leave the lesson", tip=Tip("Leave the lesson", "Your progress is saved."))
    parts = [
        Text(lesson.title, SUBTITLE.tinted(INKS.ink)),
        Label(duration, SMALL),
        Scroll(rows, ident="lesson.steps"),
        Rule(),
        *(named if sides else ()),
        again,
        leave,
    ]
    return Panel(Column(parts, gap=8), lesson.heading, ident="lesson.sheet")
