"""The end of a lesson: what was learned, each with its place in the rulebook, and where to go from there."""

from collections.abc import Callable, Sequence
from functools import partial

from tabletop.core.errors import RecordError
from tabletop.lessons.lesson import Lesson
from tabletop.rulebook.blocks import TextRun as BookRun
from tabletop.ui import keys
from tabletop.ui.screen import Pop, Push, Screen, Transition
from tabletop.ui.screens import ways
from tabletop.ui.screens.backend import Backend, LessonEntry
from tabletop.ui.screens.frame import framed
from tabletop.ui.screens.lessons.learn import Learn
from tabletop.ui.screens.new_game import NewGame
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.text import BODY
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.layout import Column, Row, Sized
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import On, RuleAsked, hearing
from tabletop.ui.widgets.scroll import Scroll

WIDE = 900
"""Of both sheets together, and the width from which they stand side by side; design pixels."""
COMMAND_HANDLERS = 340
"""Width of what can be done beside what was learned."""
Battle = tuple[str, Callable[[], Screen]]
"""What can be done with the battle of the lesson, in words, and the screen to which that leads."""


class LessonOver(Page):
    """Somebody has come to the end of a lesson."""

    def __init__(self, backend: Backend, lesson: Lesson, battle: Battle) -> None:
        super().__init__()
        self.backend, self.lesson, self._battle = backend, lesson, battle
        self._next = following(backend.lessons(), lesson)
        game = lesson.game.meta.id
        self.presses = {
            "over.next": lambda: self._open(partial(backend.teach, self._next.id if self._next else "")),
            "over.battle": lambda: self._open(battle[1]),
            "over.play": lambda: Push(NewGame(backend, game)),
            "over.rulebook": lambda: ways.rulebook(game), "over.lessons": lambda: Push(Learn(backend)),
            "back": Pop,
        }  # fmt: skip
        self.on = hearing(On(RuleAsked, lambda asked: ways.rulebook(game, asked.target)))

    def compose(self) -> Widget:
        """What was learned, and what comes next."""
        said = [
            LinkedText((BookRun(f"{one.say} "), BookRun("Read more", link=one.rule)), BODY, leading=1.1)
            for one in self.lesson.learned_points
        ]
        deeds = Sized(Panel(Column(self._deeds(), gap=10), "What next?"), COMMAND_HANDLERS)
        wide = min(WIDE, self.size[0] * 100 / self.theme.scale - 96)
        learned = Panel(Column(said, gap=10), "What you have learned", grow=1)
        body = Row([learned, deeds], gap=16) if wide == WIDE else Column([deeds, learned], gap=16)
        shown = Scroll(Column([Sized(body, wide)], align="centre"), ident="over.scroll")
        return framed(self.lesson.heading, f"{self.lesson.title}: lesson complete", shown, ("next", "accept", "back"))

    def _deeds(self) -> list[Widget]:
        """The next lesson in brass; once all are done, a battle."""
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
        try:
            return Push(shown())
        except RecordError as error:
            self.say(Toast("This cannot be opened.", str(error)))
            return None


def following(lessons: Sequence[LessonEntry], lesson: Lesson) -> LessonEntry | None:
    """The next lesson that is not done, those after this one first; None once all are."""
    places = [one.heading for one in lessons]
    here = places.index(lesson.heading) + 1 if lesson.heading in places else 0
    return next(
        (one for one in (*lessons[here:], *lessons[:here]) if not one.done and one.heading != lesson.heading), None
    )
