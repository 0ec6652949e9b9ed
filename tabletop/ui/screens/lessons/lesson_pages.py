"""The pages around lessons: the list of lessons, and the end of a lesson."""

from collections.abc import Callable, Sequence
from functools import partial

from tabletop.core.errors import RecordError
from tabletop.lessons.lesson import Lesson
from tabletop.rulebook.blocks import TextRun as BookRun
from tabletop.ui import keys
from tabletop.ui.screen import Pop, Push, Screen, Transition
from tabletop.ui.screens.backend import Backend, LessonEntry
from tabletop.ui.screens.frame import build_frame
from tabletop.ui.screens.new_game import NewGamePage
from tabletop.ui.screens.rulebook import open_rulebook
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.text import BODY, LABEL, SMALL, Run, Style
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button, Kind
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import On, RuleAsked, hearing
from tabletop.ui.widgets.scroll import Scroll

WIDE = 900
"""Width of the list, design pixels."""
_TITLE = Style("title", 24)


class LearnPage(Page):
    """The page with all lessons."""

    def __init__(self, backend: Backend) -> None:
        super().__init__()
        self.backend = backend
        self.lessons: Sequence[LessonEntry] = backend.list_lessons()
        self.presses = {"back": Pop, **{f"learn.{one.id}": partial(self._open_lesson, one.id) for one in self.lessons}}

    def compose(self) -> Widget:
        """Build a sheet for each lesson."""
        wide = min(WIDE, self.size[0] * 100 / self.theme.scale - 96)
        sheets = [Sized(self._build_sheet(one, foremost=one is self._find_next()), wide) for one in self.lessons]
        body = Scroll(Column(sheets, gap=14, align="centre"), ident="learn.scroll")
        hints = ("next", "choose", "accept", "back", "full_screen")
        return build_frame("Learn to play", "A guided first battle of each game", body, hints)

    def _find_next(self) -> LessonEntry | None:
        """Return the lesson that was begun, else the first that is not done; None once all are."""
        begun = (one for one in self.lessons if one.number)
        return next(begun, next((one for one in self.lessons if not one.done), None))

    def _build_sheet(self, one: LessonEntry, *, foremost: bool) -> Widget:
        """Build the sheet of a lesson; the button of the foremost is primary."""
        words = "Continue" if one.number else "Play again" if one.done else "Begin"
        kind: Kind = "primary" if foremost else "secondary"
        tip, key = Tip(words, one.about), keys.key("accept") if foremost else ""
        button = Button(f"learn.{one.id}", words, kind, height=44, size=18, key=key, show_key=False, tip=tip)
        named = Text([Run(f"{one.heading}  ", _TITLE), Run(one.game, LABEL)])
        about = Column([named, Text(one.about, BODY)], gap=4, grow=1)
        progress = Column([Label(f"{one.minutes} minutes", LABEL), Label(_format_state(one), SMALL)], gap=2)
        head = Row([about, progress, Sized(button, 116)], gap=20, align="centre")
        return Panel(head)

    def _open_lesson(self, ident: str) -> Transition | None:
        """Return the way to a lesson; say why if it cannot be opened."""
        try:
            return Push(self.backend.open_lesson(ident))
        except RecordError as error:
            self.say(Toast("This lesson cannot be opened.", str(error)))
            return None


def _format_state(one: LessonEntry) -> str:
    """Return the progress in a lesson: "Step 2 of 12", "Done" or "12 steps"."""
    if one.number:
        return f"Step {one.number + 1} of {one.steps}"
    return "Done" if one.done else f"{one.steps} steps"


OVER_WIDE = 900
"""Width of both sheets, from which they stand side by side, design pixels."""
NEXT_WIDTH = 340
"""Width of the actions beside what was learned, design pixels."""
BattleAction = tuple[str, Callable[[], Screen]]
"""The action for the battle of the lesson: its label, and the function that returns its screen."""


class LessonOverPage(Page):
    """The page at the end of a lesson."""

    def __init__(self, backend: Backend, lesson: Lesson, battle: BattleAction) -> None:
        super().__init__()
        self.backend = backend
        self.lesson = lesson
        self._battle = battle
        self._next = find_next_lesson(backend.list_lessons(), lesson)
        game = lesson.game.meta.id
        self.presses = {
            "over.next": lambda: self._open(partial(backend.open_lesson, self._next.id if self._next else "")),
            "over.battle": lambda: self._open(battle[1]),
            "over.play": lambda: Push(NewGamePage(backend, game)),
            "over.rulebook": lambda: open_rulebook(game),
            "over.lessons": lambda: Push(LearnPage(backend)),
            "back": Pop,
        }
        self.on = hearing(On(RuleAsked, lambda asked: open_rulebook(game, asked.target)))

    def compose(self) -> Widget:
        """Build what was learned, and the next actions."""
        lines = [
            LinkedText((BookRun(f"{one.say} "), BookRun("Read more", link=one.rule)), BODY, leading=1.1)
            for one in self.lesson.learned_points
        ]
        actions = Sized(Panel(Column(self._build_actions(), gap=10), "What next?"), NEXT_WIDTH)
        wide = min(OVER_WIDE, self.size[0] * 100 / self.theme.scale - 96)
        learned = Panel(Column(lines, gap=10), "What you have learned", grow=1)
        body = Row([learned, actions], gap=16) if wide == OVER_WIDE else Column([actions, learned], gap=16)
        shown = Scroll(Column([Sized(body, wide)], align="centre"), ident="over.scroll")
        return build_frame(
            self.lesson.heading, f"{self.lesson.title}: lesson complete", shown, ("next", "accept", "back")
        )

    def _build_actions(self) -> list[Widget]:
        """Build the buttons; the next lesson is primary, or a battle once all lessons are done."""
        words, _ = self._battle
        title, accept = self.lesson.game.meta.title, keys.key("accept")
        play, tip = "Choose a battle", Tip("Choose a battle", f"A new match of {title}.")
        more = [
            Button("over.rulebook", "Rulebook", tip=Tip("Rulebook", f"The rules of {title}.")),
            Button("over.lessons", "All lessons", tip=Tip("All lessons", "A guided first battle of each game.")),
        ]
        battle = Button("over.battle", words, tip=Tip(words, "From the position at the end of the lesson."))
        if self._next is None:
            return [Button("over.play", play, "primary", key=accept, show_key=False, tip=tip), battle, *more]
        heading, note = self._next.heading, f"{self._next.minutes} minutes"
        on = Button("over.next", heading, "primary", note=note, height=64, key=accept, show_key=False)
        return [on, battle, Button("over.play", play, tip=tip), *more]

    def _open(self, shown: Callable[[], Screen]) -> Transition | None:
        """Return the way to a screen; say why if it cannot be opened."""
        try:
            return Push(shown())
        except RecordError as error:
            self.say(Toast("This cannot be opened.", str(error)))
            return None


def find_next_lesson(lessons: Sequence[LessonEntry], lesson: Lesson) -> LessonEntry | None:
    """Return the next lesson that is not done, first those after `lesson`; None once all are."""
    places = [one.heading for one in lessons]
    here = places.index(lesson.heading) + 1 if lesson.heading in places else 0
    return next(
        (one for one in (*lessons[here:], *lessons[:here]) if not one.done and one.heading != lesson.heading), None
    )
