"""Matches on disk: a list, and a picture of the chosen one as it was left."""

from datetime import datetime

import pygame

from tabletop.core.errors import RecordError
from tabletop.ui import keys
from tabletop.ui.screen import Pop, Push, Transition
from tabletop.ui.screens.backend import Backend, Saved
from tabletop.ui.screens.frame import framed
from tabletop.ui.text import BODY, CARD_NAME, SMALL, SUBTITLE
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import Picture
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Row, Sized
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Chosen, On, RowOpened, hearing
from tabletop.ui.widgets.scroll import Scroll

WIDE = 1000
"""Width from which list and match stand side by side, design pixels."""


def dated(moment: datetime) -> str:
    """A date as people write it."""
    return f"{moment.day} {moment:%B %Y, %H:%M}"


GO_ON = Tip("Go on with it", "A second click opens the match as it was left.")


class Load(Page):
    """Choose a match and go on with it."""

    def __init__(self, backend: Backend) -> None:
        super().__init__()
        self.backend = backend
        self.saved = tuple(backend.saved())
        self.chosen = 0
        self.presses = {"open": self._open, "back": Pop}
        self.on = hearing(On(Chosen, self._choose, "matches"), On(RowOpened, lambda _: self._open(), "matches"))

    def compose(self) -> Widget:
        """The list, the match, the buttons."""
        hints = ("next", "choose", "open_match", "back", "full_screen")
        if not self.saved:
            nothing = Panel(Text("No match has been begun yet."), "Matches")
            return framed("Load", "Every match is kept as it was left", Column([nothing], align="centre"), hints)
        one = self.saved[self.chosen]
        entries = [
            ListEntry(str(n), self._words(one), dated(one.changed), tip=tip, barred=bool(one.problem))
            for n, one in enumerate(self.saved)
            for tip in [Tip(one.title, one.problem) if one.problem else GO_ON]
        ]
        rows = ListBox("matches", entries, chosen=str(self.chosen), row=34)
        wide = self.size[0] >= self.theme.px(WIDE)
        body: Widget
        shown: Widget
        if wide:
            shown = Sized(Panel(Scroll(self._about(one), ident="about"), "The match"), 560)
            body = Row([Panel(rows, "Matches", grow=1), shown], gap=16)
        else:
            shown = Panel(self._about(one), "The match")
            body = Scroll(
                Column([Panel(Sized(rows, 0, min(6, len(entries)) * 34), "Matches"), shown], gap=16), ident="all"
            )
        button = Button(
            "open", "See the end" if one.over else "Go on", "primary", key=keys.key("open_match"), height=46, size=20
        )
        return framed("Load", "Every match is kept as it was left", body, hints, [button.disable(one.problem)])

    def _words(self, saved: Saved) -> str:
        now = "cannot be opened" if saved.problem else saved.now
        return f"{saved.title}, {now}" if now else saved.title

    def _about(self, one: Saved) -> Widget:
        touched = Text(f"Last touched {dated(one.changed)}", SMALL)
        if one.problem:
            trouble = Text(one.problem, BODY.tinted(INKS.danger))
            return Column([Text(one.title, CARD_NAME.at(26)), Rule(), trouble, touched], gap=8)
        games = self.backend.games()
        game = games[one.game].meta.title if one.game in games else one.game
        lines: list[Widget] = [
            Picture(lambda size, _: self._picture(one, size), ratio=0.6),
            Text(one.title, CARD_NAME.at(26)),
            Text(game, SUBTITLE),
            Rule(),
            Text(one.now or "At the beginning", BODY.at(17)),
            touched,
        ]
        if one.over:
            lines.append(Text("This battle is over.", BODY))
        return Column(lines, gap=8)

    def _picture(self, one: Saved, size: Size) -> pygame.Surface:
        try:
            state = self.backend.position(one)
        except RecordError:
            state = None
        return self.backend.picture(one.game, state, size)

    def _choose(self, chosen: Chosen) -> None:
        self.chosen = int(chosen.value)
        self.rebuild()

    def _open(self) -> Transition | None:
        one = self.saved[self.chosen]
        if one.problem:
            self.say(Toast("This match cannot be opened.", one.problem))
            return None
        try:
            return Push(self.backend.resume(one.path))
        except RecordError as error:
            self.say(Toast("This match cannot be opened.", str(error)))
            return None
