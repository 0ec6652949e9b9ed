"""The first screen: go on with the last match, load another, read the rules, set what suits, or choose a game."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame

from tabletop.core import record_files
from tabletop.core.errors import RecordError
from tabletop.core.game import Meta
from tabletop.core.phrases import count
from tabletop.ui import keys
from tabletop.ui.input import Input
from tabletop.ui.screen import Push, Quit, Transition
from tabletop.ui.screens.backend import Backend, Saved
from tabletop.ui.screens.load import Load
from tabletop.ui.screens.new_game import NewGame
from tabletop.ui.screens.settings_page import SettingsPage
from tabletop.ui.screens.splash import TITLE
from tabletop.ui.screens.title_art import CALM, HIGH, LOW, title_art
from tabletop.ui.text import NAME, SCREEN_TITLE, SUBTITLE, Style, fitted, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import Backdrop, Picture
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.draw import rounded
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Grid, Pad, Row, Sized, Spacer
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import CONSUMED, Pressed, Report
from tabletop.ui.widgets.ribbon import Hints
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stack import Stack

NUMBERS = (
    "No games", "A game", "Two games", "Three games", "Four games", "Five games", "Six games", "Seven games",
    "Eight games", "Nine games",
)  # fmt: skip
"""How many there are in words; more are told in figures."""
TITLE_SIZES = (76, 64, 52, 44, 34)
CARD_WIDTH, LEAST = 336, 216
"""Of a game on the shelf, design pixels; at least so much."""
PICTURE, LOW_PICTURE = 0.8, 0.72
"""Height of its picture over the width, and in a low window."""
SLIM, SLIM_PICTURE = 270, 104
"""Least width of a game where they stand in several rows, and of its picture then, design pixels."""
OFFERED = "A guided first battle at sea"
GAP = 20
"""Between two games, design pixels."""
CONTINUE, BUTTON = 500, 240
"""Width of the brass button, and of the others at least, design pixels."""
CONTINUE_LOW, BUTTON_LOW = 400, 190
"""The same in a low window, where they stand side by side."""
NARROW = 1000
"""Width below which everything stands in one column, design pixels."""
ROOMY = 940
"""Height from which the what can be done stands below the title instead of beside it, design pixels."""
NOTE, NOTE_INSET = Style("semibold", 14), 24
"""Of the line below a brass button, and how far from its edges it keeps, design pixels."""
_LENGTH = Style("body", 15, INKS.ink_2)


def _counted(number: int) -> str:
    """How many games, in words."""
    return NUMBERS[number] if number < len(NUMBERS) else f"{number} games"


class GameCard(Panel):
    """A game of the shelf: picture, name, size. A click anywhere on it plays."""

    def __init__(self, child: Widget, button: str) -> None:
        """`button` is the id of the one that plays."""
        super().__init__(child, padding=12)
        self.button = button

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A brass ring around the paper."""
        ring = self.rect.inflate(2 * theme.px(6), 2 * theme.px(6))
        surface.blit(rounded(ring.size, theme.px(5), INKS.brass_light), ring)
        inner = self.rect.inflate(2 * theme.px(3), 2 * theme.px(3))
        surface.blit(rounded(inner.size, theme.px(4), INKS.outline), inner)
        super().paint(surface, theme)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Play it."""
        return self.clicked(given) or (CONSUMED if given.kind == "pressed" else None)

    def activate(self) -> Report | None:
        """As its button."""
        return Pressed(self.button)


class Title(Page):
    """The title, with what can be done."""

    def __init__(self, backend: Backend) -> None:
        super().__init__()
        self.backend = backend
        self.saved: tuple[Saved, ...] = ()
        self.presses = {
            "continue": self._continue, "load": lambda: Push(Load(backend)), "quit": Quit,
            "rulebook": self._rulebook, "settings": lambda: Push(SettingsPage()),
            "learn": self._learn, "learn.offer": self._learn, "learn.decline": self._decline,
            "set_up": lambda: Push(backend.set_up()),
            **{f"play.{game}": partial(self._play, game) for game in backend.games()},
        }  # fmt: skip

    # --- widgets

    def compose(self) -> Widget:
        """The title over what can be done, beside it in a low window; the games below, in a small window at once."""
        self.saved = tuple(self.backend.saved())
        roomy = self.size[1] >= self.theme.px(ROOMY)
        side = 88 if self.size[0] >= self.theme.px(1500) else 32
        wide = self._design_width() - 2 * side
        if roomy:
            scenery, body = HIGH if self.size[0] >= self.theme.px(1280) else CALM, self._tall(side, wide)
        elif not self._narrow:
            scenery, body = LOW, self._broad(side, wide)
        else:
            scenery, body = CALM, self._small(side, wide)
        room = Scroll(Pad(body, (side, 64 if roomy else 24, side, 24)), ident="title.scroll", thumb=INKS.bar_edge)
        hints = Hints(self._hint_names(), f"Version {self.backend.version}" if self.backend.version else "")
        return Stack([Backdrop(title_art(scenery)), Column([room, hints], gap=0)])

    def _tall(self, side: float, wide: float) -> Widget:
        deeds = Sized(Grid(self._deeds(), least=BUTTON, gap=12, most=2), CONTINUE)
        done = [*(Sized(one, CONTINUE) for one in self._first(CONTINUE)), deeds]
        parts = [self._head(side), *done, Spacer(grow=1), self._shelf(wide, PICTURE)]
        return Column(parts, gap=20, align="start")

    def _broad(self, side: float, wide: float) -> Widget:
        first = [Sized(one, CONTINUE_LOW) for one in self._first(CONTINUE_LOW)]
        done = Row([*first, Sized(Grid(self._deeds(), least=BUTTON_LOW, gap=8, most=3), grow=1)], gap=16)
        shelf = self._shelf(wide, LOW_PICTURE)
        return Column([self._head(side + CONTINUE), Spacer(grow=1), Sized(done, wide), shelf], gap=16, align="start")

    def _small(self, side: float, wide: float) -> Widget:
        deeds = Sized(Grid(self._deeds(), least=BUTTON, gap=8), wide)
        first = [Sized(one, wide) for one in self._first(wide)]
        return Column([self._name(side), *first, self._shelf(wide, LOW_PICTURE), deeds], gap=12, align="start")

    def _shelf(self, room: float, ratio: float) -> Widget:
        """The games side by side; where they are too many for a row, in rows of slim cards that all are in view."""
        games = [game.meta for game in self.backend.games().values()]
        most = max(1, len(games))
        if most * (LEAST + GAP) <= room + GAP or self._narrow:
            cards = [self._card(meta, ratio) for meta in games]
            return Sized(Grid(cards, least=LEAST, gap=GAP, most=most), min(CARD_WIDTH * most, room))
        columns = max(1, int((room + GAP) // (SLIM + GAP)))
        rows = -(-most // columns)
        return Sized(Grid([self._slim(meta) for meta in games], least=SLIM, gap=GAP, most=-(-most // rows)), room)

    @property
    def _narrow(self) -> bool:
        """Whether the window is too small for two things side by side; it is scrolled then."""
        return self.size[0] < self.theme.px(NARROW)

    def _design_width(self) -> float:
        return self.size[0] * 100 / self.theme.scale

    def _name(self, taken: float) -> Text:
        """The title as large as it fits."""
        room = self.theme.px(self._design_width() - taken - 64)
        fits = (n for n in TITLE_SIZES if size_of(TITLE, SCREEN_TITLE.at(n), self.theme.scale)[0] <= room)
        return Text(TITLE, SCREEN_TITLE.at(next(fits, TITLE_SIZES[-1])), ident="title")

    def _head(self, taken: float) -> Widget:
        name, room = self._name(taken), self._design_width() - taken - 64
        words = f"{_counted(len(self.backend.games()))} of sail and shot, played at one screen"
        subtitle = Style("name", 25 if name.runs[0].style.size > 60 else 18, INKS.brass_light, INKS.outline)
        rule = Column([Rule(INKS.bar_rule, 2), Rule(INKS.bar_rule, 1)], gap=2)
        return Column([name, Text(words, subtitle), Sized(rule, min(670, room))], gap=12, align="start")

    def _first(self, wide: float) -> list[Widget]:
        """What most want who left a match, in a button so wide; to a newcomer a guided battle is offered."""
        latest = self._unfinished()
        if latest is None:
            return self._offered()
        game = self.backend.games()[latest.game].meta.title
        room = self.theme.px(wide - 2 * NOTE_INSET)
        note, _ = fitted(f"{game}: {latest.title}, {latest.now}", NOTE, room, self.theme.scale)
        return [Button("continue", "Continue", "primary", note=note, size=25, height=90, key=keys.key("continue"))]

    def _deeds(self) -> list[Button]:
        """All else that can be done, each with a word of how much there is of it."""
        matches = count(len(self.saved), "match") if self.saved else ""
        books = _counted(len(self.backend.games())).lower()
        minutes, own = self.backend.lesson_minutes(), self.backend.own()
        return [
            self._deed(
                "learn",
                "Learn",
                f"{minutes} minutes" if minutes else "",
                Tip("Learn", "A guided first battle of each game."),
            ),
            self._deed("load", "Load", matches, Tip("Load", "All matches that were begun, each as it was left.")),
            self._deed("rulebook", "Rulebook", books, Tip("The rulebook", "All games in words, with a search.")),
            self._deed(
                "set_up",
                "Set up",
                f"{own} of your own" if own else "",
                Tip("Set up", "Lay out a battle or a deck of your own, or change one."),
            ),
            self._deed("settings", "Settings", "", Tip("Settings", "Size, window, pace, where everything is kept.")),
            self._deed("quit", "Quit", "", Tip("Quit")),
        ]

    def _deed(self, ident: str, words: str, aside: str, tip: Tip) -> Button:
        key = keys.key(ident) if ident in keys.KEYS else ""
        return Button(
            ident, words, height=42, size=18, left=True, aside=aside, key=key, show_key=False, tip=tip, grow=1
        )

    def _offered(self) -> list[Widget]:
        """A guided first battle, until one was done or the player wants none."""
        if not self.backend.offers_lessons():
            return []
        tip = Tip("Learn by playing", "At the table itself, step by step; it can be left at any time.")
        learn = Button("learn.offer", "Learn by playing", note=OFFERED, size=22, height=76, tip=tip, grow=1)
        decline = Button("learn.decline", "", sign="cross", tip=Tip("No, thank you", "Learn stays here."), height=76)
        return [Row([learn, decline], gap=8)]

    def _card(self, meta: Meta, ratio: float) -> Widget:
        facts = [Label(meta.players, Style("semibold", 15, INKS.ink_2)), Label(meta.length, _LENGTH)]
        about: list[Widget] = [
            Picture(lambda size, _: self.backend.cover(meta.id, size), ratio=ratio),
            Pad(Text(meta.title, Style("title", 26 if ratio == PICTURE else 21)), (8, 8, 8, 0)),
            Pad(Text(meta.subtitle, NAME.at(SUBTITLE.size if ratio == PICTURE else 16)), (8, 0, 8, 4)),
            Pad(Rule(), (8, 0, 8, 0)),
            Pad(Row([Column(facts, gap=2), Spacer(grow=1), self._play_button(meta)], align="centre"), (8, 8, 8, 4)),
        ]
        return GameCard(Column(about, gap=4), f"play.{meta.id}")

    def _slim(self, meta: Meta) -> Widget:
        """The same with less: the picture stands beside the words."""
        picture = Picture(lambda size, _: self.backend.cover(meta.id, size), ratio=PICTURE)
        words = [Text(meta.title, Style("title", 19)), Text(meta.subtitle, NAME.at(15)), Text(meta.length, _LENGTH)]
        left = Sized(Column([picture, self._play_button(meta)], gap=8), SLIM_PICTURE)
        return GameCard(Row([left, Column(words, gap=3, grow=1)], gap=12), f"play.{meta.id}")

    def _play_button(self, meta: Meta) -> Button:
        return Button(
            f"play.{meta.id}",
            "Play",
            "primary" if self._foremost() == meta.id else "secondary",
            size=18,
            key=keys.key("new_game" if self._unfinished() else "accept"),
            show_key=False,
        )

    def _hint_names(self) -> Sequence[str]:
        names = ["choose", *(["continue", "new_game"] if self._unfinished() else ["accept"])]
        others = ("learn", "load", "rulebook", "set_up", "settings", "full_screen", "larger", "smaller", "quit")
        return [*names, *others]

    # --- what is done

    def _foremost(self) -> str:
        """The game that is offered in brass, where there is no match to go on with."""
        return "" if self._unfinished() else next(iter(self.backend.games()), "")

    def _unfinished(self) -> Saved | None:
        games = self.backend.games()
        return next((one for one in self.saved if not (one.over or one.problem) and one.game in games), None)

    def _continue(self) -> Transition | None:
        latest = self._unfinished()
        if latest is None:
            return None
        try:
            return Push(self.backend.resume(latest.path))
        except RecordError as error:
            self.say(Toast("This match cannot be opened.", str(error)))
            return None

    def _rulebook(self) -> Transition | None:
        from tabletop.ui.screens.rulebook.page import RulebookPage  # what reads Markdown takes long to import
        from tabletop.ui.screens.rulebook.reader import Reader

        return Push(RulebookPage(Reader(next(iter(self.backend.games()), ""))))

    def dropped(self, file: Path) -> Transition | None:
        """A record comes in, and is shown among the others."""
        try:
            return Push(Load(self.backend, record_files.bring_in(file)))
        except RecordError as error:
            self.say(Toast("That does not go.", str(error)))
            return None

    def _learn(self) -> Transition | None:
        from tabletop.ui.screens.lessons.learn import Learn

        return Push(Learn(self.backend))

    def _decline(self) -> None:
        self.backend.decline_lessons()
        self.rebuild()

    def _play(self, game: str) -> Transition | None:
        return Push(NewGame(self.backend, game))

    def back(self) -> Transition | None:
        """Esc leaves."""
        return Quit()
