"""The first screen: the last match, other matches, rules, settings, and the games on a shelf."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pygame

from tabletop.core import record_files
from tabletop.core.errors import RecordError
from tabletop.core.game import Meta
from tabletop.core.phrases import format_count
from tabletop.ui import keys
from tabletop.ui.input import Input
from tabletop.ui.screen import Push, Quit, Transition
from tabletop.ui.screens.backend import Backend, Saved
from tabletop.ui.screens.load import Load
from tabletop.ui.screens.new_game import NewGame
from tabletop.ui.screens.rulebook import open_rulebook
from tabletop.ui.screens.settings_page import SettingsPage
from tabletop.ui.screens.splash import TITLE
from tabletop.ui.screens.title_art import CALM, HIGH, LOW, Scene, title_art
from tabletop.ui.text import NAME, SCREEN_TITLE, SUBTITLE, Style, elided, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import Backdrop, Picture
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.draw import rounded
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Grid, Pad, Row, Sized, Spacer
from tabletop.ui.widgets.overlay import Toast, question
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import CONSUMED, Pressed, Report
from tabletop.ui.widgets.ribbon import Hints
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stack import Stack

CARD_WIDTH, LOW_CARD_WIDTH, LEAST = 336, 240, 216
"""Of a game on the shelf at most, in a low window, and at least, design pixels."""
PICTURE, LOW_PICTURE = 0.8, 0.72
"""Height of its picture over the width, and in a low window."""
SLIM, SLIM_PICTURES = 270, (104, 72)
"""Least width of a game where they stand in several rows, and of its picture then, design pixels."""
ROW = 250
"""Least width of a game without a picture, design pixels."""
GAP, SLIM_GAP = 20, 12
"""Between two games, and between two with the smallest pictures, design pixels."""
_LENGTH = Style("body", 15, INKS.ink_2)


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


class Shelf:
    """The games, in several forms.

    Args:
        begun: whether there is a match to go on with; without one the first game is offered in brass.
    """

    def __init__(self, backend: Backend, *, begun: bool) -> None:
        self._backend = backend
        self._begun = begun
        self._games = [game.meta for game in backend.games().values()]
        self._foremost = self._games[0].id if self._games and not begun else ""

    def cards(self, room: float, ratio: float) -> Widget:
        """The games side by side; where they are too many for a row, in rows of slim cards that all are in view."""
        most = max(1, len(self._games))
        if most * (LEAST + GAP) <= room + GAP:
            cards = [self._card(meta, ratio) for meta in self._games]
            wide = CARD_WIDTH if ratio == PICTURE else LOW_CARD_WIDTH
            return Sized(Grid(cards, least=LEAST, gap=GAP, most=most), min(wide * most, room))
        return self.slim(room, SLIM_PICTURES[0])

    def slim(self, room: float, picture: float) -> Widget:
        """In even rows, each picture so wide."""
        gap, least = GAP if picture == SLIM_PICTURES[0] else SLIM_GAP, SLIM - SLIM_PICTURES[0] + picture
        columns = max(1, int((room + gap) // (least + gap)))
        rows = max(1, -(-len(self._games) // columns))
        cards = [self._slim(meta, picture) for meta in self._games]
        return Sized(Grid(cards, least=least, gap=gap, most=max(1, -(-len(cards) // rows))), room)

    def rows(self, room: float) -> Widget:
        """The games by their titles alone, and their subtitles where another has the same; not on brass."""
        titles = [meta.title for meta in self._games]
        key = keys.key("new_game" if self._begun else "accept")
        buttons = [
            Button(
                f"play.{meta.id}",
                meta.title,
                "primary" if self._foremost == meta.id else "secondary",
                size=18,
                height=38,
                left=True,
                key=key,
                show_key=False,
                grow=1,
                aside=meta.subtitle if titles.count(meta.title) > 1 and meta.id != self._foremost else "",
                tip=Tip(f"{meta.title}: {meta.subtitle}", f"{meta.players}, {meta.length}."),
            )
            for meta in self._games
        ]
        return Sized(Grid(buttons, least=ROW, gap=6, most=2), room)

    def _card(self, meta: Meta, ratio: float) -> Widget:
        facts = [Label(meta.players, Style("semibold", 15, INKS.ink_2)), Label(meta.length, _LENGTH)]
        about: list[Widget] = [
            Picture(lambda size, _: self._backend.cover(meta.id, size), ratio=ratio),
            Pad(Text(meta.title, Style("title", 26 if ratio == PICTURE else 21)), (8, 8, 8, 0)),
            Pad(Text(meta.subtitle, NAME.at(SUBTITLE.size if ratio == PICTURE else 16)), (8, 0, 8, 4)),
            Pad(Rule(), (8, 0, 8, 0)),
            Pad(Row([Column(facts, gap=2), Spacer(grow=1), self._play_button(meta)], align="centre"), (8, 8, 8, 4)),
        ]
        return GameCard(Column(about, gap=4), f"play.{meta.id}")

    def _slim(self, meta: Meta, wide: float) -> Widget:
        """The same with less: the picture stands beside the words."""
        picture = Picture(lambda size, _: self._backend.cover(meta.id, size), ratio=PICTURE)
        words = [Text(meta.title, Style("title", 19)), Text(meta.subtitle, NAME.at(15)), Text(meta.length, _LENGTH)]
        left = Sized(Column([picture, self._play_button(meta)], gap=8), wide)
        return GameCard(Row([left, Column(words, gap=3, grow=1)], gap=12), f"play.{meta.id}")

    def _play_button(self, meta: Meta) -> Button:
        return Button(
            f"play.{meta.id}",
            "Play",
            "primary" if self._foremost == meta.id else "secondary",
            size=18,
            key=keys.key("new_game" if self._begun else "accept"),
            show_key=False,
        )


NUMBERS = (
    "No games",
    "A game",
    "Two games",
    "Three games",
    "Four games",
    "Five games",
    "Six games",
    "Seven games",
    "Eight games",
    "Nine games",
)
"""How many there are in words; more are told in figures."""
TITLE_SIZES = (76, 64, 52, 44, 34)
DENSE, ABREAST = 150, 740
"""In a small window: least width of a button, and the width from which the brass one stands beside the others, design
pixels."""
WORDY = 600
"""Width that the others need beside it for a word each of how much there is of them, design pixels."""
FIRST_HEIGHT, LOW_HEIGHT = 90, 50
"""Height of the brass button, and in a small window."""
HINTED = 440
"""Height from which there is a line of keys, design pixels."""
OFFERED = "A guided first battle at sea"
QUITTING = "All matches are saved as you left them."
CONTINUE, BUTTON = 500, 240
"""Width of the brass button, and of the others at least, design pixels."""
CONTINUE_LOW, BUTTON_LOW = 400, 190
"""The same in a low window, where they stand side by side."""
NARROW = 1000
"""Width below which everything stands in one column, design pixels."""
ROOMY = 940
"""Height from which the what can be done stands below the title instead of beside it, design pixels."""
NOTE, NOTE_INSET = Style("semibold", 14), 48
"""Of the line below a brass button, and how far from its edges it keeps, design pixels."""


def _counted(number: int) -> str:
    """How many games, in words."""
    return NUMBERS[number] if number < len(NUMBERS) else f"{number} games"


class Title(Page):
    """The title, with what can be done."""

    keyed = "title"

    def __init__(self, backend: Backend) -> None:
        super().__init__()
        self.backend = backend
        self.saved: tuple[Saved, ...] = ()
        self._shelf = Shelf(backend, begun=False)
        self.presses = {
            "continue": self._continue,
            "load": lambda: Push(Load(backend)),
            "exit": Quit,
            "quit": Quit,
            "rulebook": self._rulebook,
            "settings": lambda: Push(SettingsPage()),
            "learn": self._learn,
            "learn.offer": self._learn,
            "learn.decline": self._decline,
            "set_up": lambda: Push(backend.set_up()),
            **{f"play.{game}": partial(self._play, game) for game in backend.games()},
        }

    # --- widgets

    def compose(self) -> Widget:
        """The title, what can be done and the games, in the fullest form that has room; the barest may scroll."""
        self.saved = tuple(self.backend.saved())
        self._shelf = Shelf(self.backend, begun=self._unfinished() is not None)
        line = Hints(self._hint_names(), f"Version {self.backend.version}" if self.backend.version else "")
        hints = [line] if self.size[1] >= self.theme.px(HINTED) else []
        room = self.size[1] - sum(one.measure(self.theme, self.size[0])[1] for one in hints)
        forms = tuple(self._forms())
        fits = (form for form in forms if form[1].measure(self.theme, self.size[0])[1] <= room)
        scenery, body = next(fits, forms[-1])
        shown = Scroll(body, ident="title.scroll", thumb=INKS.bar_edge)
        return Stack([Backdrop(title_art(scenery)), Column([shown, *hints], gap=0)])

    def _forms(self) -> Iterator[tuple[Scene, Widget]]:
        """The fullest first, each with what is seen behind it."""
        side = 88 if self.size[0] >= self.theme.px(1500) else 32
        wide = self._design_width() - 2 * side
        if self.size[1] >= self.theme.px(ROOMY):
            scenery = HIGH if self.size[0] >= self.theme.px(1280) else CALM
            yield scenery, Pad(self._tall(side, wide), (side, 64, side, 24))
        if not self._narrow:
            yield LOW, Pad(self._broad(side, wide), (side, 24, side, 24))
        if wide >= ABREAST:
            for picture, size in zip(SLIM_PICTURES, (44, 34), strict=True):
                shelf = self._shelf.slim(wide, picture)
                yield CALM, Pad(self._dense(wide, shelf, size), (side, 12, side, 12))
        yield CALM, Pad(self._dense(wide, self._shelf.rows(wide), 34), (side, 8, side, 8))

    def _tall(self, side: float, wide: float) -> Widget:
        deeds = Sized(Grid(self._deeds(), least=BUTTON, gap=12, most=2), CONTINUE)
        done = [*(Sized(one, CONTINUE) for one in self._first(CONTINUE)), deeds]
        parts = [self._head(side), *done, Spacer(grow=1), self._shelf.cards(wide, PICTURE)]
        return Column(parts, gap=20, align="start")

    def _broad(self, side: float, wide: float) -> Widget:
        room = min(CONTINUE_LOW, wide - 3 * BUTTON_LOW - 32)
        first = [Sized(one, room) for one in self._first(room)]
        done = Row([*first, Sized(Grid(self._deeds(), least=BUTTON_LOW, gap=8, most=3), grow=1)], gap=16)
        shelf = self._shelf.cards(wide, LOW_PICTURE)
        return Column([self._head(side + CONTINUE), Spacer(grow=1), Sized(done, wide), shelf], gap=16, align="start")

    def _dense(self, wide: float, shelf: Widget, size: float) -> Widget:
        """All in view in a small window, the title so large: what can be done beside or below the brass button."""
        abreast = wide >= ABREAST
        room = wide * 2 // 5 if abreast else wide
        first = [Sized(one, room) for one in self._first(room, LOW_HEIGHT if not abreast else FIRST_HEIGHT)]
        brief = not abreast or (bool(first) and wide - room < WORDY)
        deeds = Grid(self._deeds(brief=brief), least=DENSE, gap=8, most=3)
        done = [Sized(Row([*first, Sized(deeds, grow=1)], gap=16), wide)] if abreast else [*first, Sized(deeds, wide)]
        name = self._name(64, size)
        head = Row([name, self._subtitle(17)], gap=24, align="centre") if abreast else name
        return Column([head, *done, shelf], gap=12 if abreast else 8, align="start")

    @property
    def _narrow(self) -> bool:
        """Whether the window is too small for two things side by side; it is scrolled then."""
        return self.size[0] < self.theme.px(NARROW)

    def _design_width(self) -> float:
        return self.size[0] * 100 / self.theme.scale

    def _name(self, taken: float, most: float = TITLE_SIZES[0]) -> Text:
        """The title as large as it fits, and no larger than that."""
        room = self.theme.px(self._design_width() - taken - 64)
        fits = (n for n in TITLE_SIZES if n <= most and size_of(TITLE, SCREEN_TITLE.at(n), self.theme.scale)[0] <= room)
        return Text(TITLE, SCREEN_TITLE.at(next(fits, TITLE_SIZES[-1])), ident="title")

    def _head(self, taken: float) -> Widget:
        name, room = self._name(taken), self._design_width() - taken - 64
        subtitle = self._subtitle(25 if name.runs[0].style.size > 60 else 18)
        rule = Column([Rule(INKS.bar_rule, 2), Rule(INKS.bar_rule, 1)], gap=2)
        return Column([name, subtitle, Sized(rule, min(670, room))], gap=12, align="start")

    def _subtitle(self, size: float) -> Text:
        words = f"{_counted(len(self.backend.games()))} of sail and shot for one screen"
        return Text(words, Style("name", size, INKS.brass_light, INKS.outline))

    def _first(self, wide: float, high: float = FIRST_HEIGHT) -> list[Widget]:
        """What most want who left a match, in a button so wide; to a newcomer a guided battle is offered."""
        latest = self._unfinished()
        if latest is None:
            return self._offered(high)
        game = self.backend.games()[latest.game].meta.title
        room = self.theme.px(wide - 2 * NOTE_INSET)
        short = f"{latest.title}, {latest.now}"
        told = f"{game}: {short}" if size_of(f"{game}: {short}", NOTE, self.theme.scale)[0] <= room else short
        note = elided(told, NOTE, room, self.theme.scale)
        size, key = 25 if high == FIRST_HEIGHT else 17, keys.key("continue")
        tip = Tip("Continue", ". ".join(f"{seat}: {who}" for seat, who in latest.seats))
        return [Button("continue", "Continue", "primary", note=note, size=size, height=high, key=key, tip=tip)]

    def _deeds(self, *, brief: bool = False) -> list[Button]:
        """All else that can be done, each with a word of how much there is of it where there is room for that."""
        if brief:
            return [self._deed(one.id, one.text, "", one.tip or Tip(one.text), 36) for one in self._deeds()]
        matches = format_count(len(self.saved), "match") if self.saved else ""
        books = _counted(len(self.backend.games())).lower()
        minutes, own = self.backend.lesson_minutes(), self.backend.own()
        return [
            self._deed(
                "learn",
                "Learn to play",
                f"{minutes} min" if minutes else "",
                Tip("Learn to play", "A guided first battle of each game."),
            ),
            self._deed("load", "Load", matches, Tip("Load", "All your matches, as you left them.")),
            self._deed("rulebook", "Rulebook", books, Tip("Rulebook", "The rules of all games, with search.")),
            self._deed(
                "set_up",
                "Scenario editor",
                f"{own} yours" if own else "",
                Tip("Scenario editor", "Create a battle or a deck of your own, or change one."),
            ),
            self._deed(
                "settings",
                "Settings",
                "",
                Tip("Settings", "Interface size, sound, animation, colours, keys and files."),
            ),
            self._deed("exit", "Quit", "", Tip("Quit", key=keys.key("quit"))),
        ]

    def _deed(self, ident: str, words: str, aside: str, tip: Tip, high: float = 42) -> Button:
        key = keys.key(ident) if ident in keys.KEYS else ""
        return Button(
            ident, words, height=high, size=18, left=True, aside=aside, key=key, show_key=False, tip=tip, grow=1
        )

    def _offered(self, high: float) -> list[Widget]:
        """A guided first battle, until one was done or the player wants none."""
        if not self.backend.offers_lessons():
            return []
        tip = Tip("Learn by playing", "At the table, step by step. You can leave at any time.")
        size, high = (22, 76) if high == FIRST_HEIGHT else (17, high)
        learn = Button("learn.offer", "Learn by playing", note=OFFERED, size=size, height=high, tip=tip, grow=1)
        decline = Button(
            "learn.decline",
            "",
            sign="cross",
            tip=Tip("Hide this offer", "Learn to play stays here."),
            height=high,
        )
        return [Row([learn, decline], gap=8)]

    def _hint_names(self) -> Sequence[str]:
        names = ["choose", *(["continue", "new_game"] if self._unfinished() else ["accept"])]
        others = ("learn", "load", "rulebook", "set_up", "settings", "full_screen", "larger", "smaller", "quit")
        return [*names, *others]

    # --- what is done

    def _unfinished(self) -> Saved | None:
        games = self.backend.games()
        return next(
            (one for one in self.saved if not (one.over or one.problem or one.bars) and one.game in games), None
        )

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
        return open_rulebook(next(iter(self.backend.games()), ""))

    def dropped(self, file: Path) -> Transition | None:
        """A record comes in, and is shown among the others."""
        try:
            return Push(Load(self.backend, record_files.import_record(file)))
        except RecordError as error:
            self.say(Toast("This is not possible.", str(error)))
            return None

    def _learn(self) -> Transition | None:
        from tabletop.ui.screens.lessons.lesson_pages import Learn

        return Push(Learn(self.backend))

    def _decline(self) -> None:
        self.backend.decline_lessons()
        self.rebuild()

    def _play(self, game: str) -> Transition | None:
        return Push(NewGame(self.backend, game))

    def back(self) -> None:
        """Esc asks once; it is struck too easily on the way out of another screen."""
        self.open(question("Quit?", QUITTING, ("quit", "Quit")))
