"""The list of the guided battles: one for each game, how long it takes, and how far the player has come."""

from collections.abc import Sequence
from functools import partial

from tabletop.core.errors import RecordError
from tabletop.ui import keys
from tabletop.ui.screen import Pop, Push, Transition
from tabletop.ui.screens.backend import Backend, LessonEntry
from tabletop.ui.screens.frame import framed
from tabletop.ui.text import BODY, LABEL, SMALL, Run, Style
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button, Kind
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.scroll import Scroll

WIDE = 900
"""Of the list, design pixels."""
_TITLE = Style("title", 24)


class Learn(Page):
    """Choose a guided battle and play it."""

    def __init__(self, backend: Backend) -> None:
        super().__init__()
        self.backend = backend
        self.lessons: Sequence[LessonEntry] = backend.lessons()
        self.presses = {"back": Pop, **{f"learn.{one.id}": partial(self._teach, one.id) for one in self.lessons}}

    def compose(self) -> Widget:
        """A sheet for each."""
        wide = min(WIDE, self.size[0] * 100 / self.theme.scale - 96)
        sheets = [Sized(self._sheet(one, foremost=one is self._next()), wide) for one in self.lessons]
        body = Scroll(Column(sheets, gap=14, align="centre"), ident="learn.scroll")
        hints = ("next", "choose", "accept", "back", "full_screen")
        return framed("Learn to play", "A guided first battle of each game", body, hints)

    def _next(self) -> LessonEntry | None:
        """What is offered in brass: the one that was begun, else the first that was not done."""
        begun = (one for one in self.lessons if one.number)
        return next(begun, next((one for one in self.lessons if not one.done), None))

    def _sheet(self, one: LessonEntry, *, foremost: bool) -> Widget:
        words = "Continue" if one.number else "Play again" if one.done else "Begin"
        kind: Kind = "primary" if foremost else "secondary"
        tip, key = Tip(words, one.about), keys.key("accept") if foremost else ""
        button = Button(f"learn.{one.id}", words, kind, height=44, size=18, key=key, show_key=False, tip=tip)
        named = Text([Run(f"{one.heading}  ", _TITLE), Run(one.game, LABEL)])
        about = Column([named, Text(one.about, BODY)], gap=4, grow=1)
        told = Column([Label(f"{one.minutes} minutes", LABEL), Label(_state(one), SMALL)], gap=2)
        head = Row([about, told, Sized(button, 110)], gap=20, align="centre")
        return Panel(head)

    def _teach(self, ident: str) -> Transition | None:
        try:
            return Push(self.backend.teach(ident))
        except RecordError as error:
            self.say(Toast("This lesson cannot be opened.", str(error)))
            return None


def _state(one: LessonEntry) -> str:
    if one.number:
        return f"Step {one.number + 1} of {one.steps}"
    return "Done" if one.done else f"{one.steps} steps"
