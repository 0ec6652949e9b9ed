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
from tabletop.ui.screens.backend import Backend, SavedMatch
from tabletop.ui.screens.load import LoadPage
from tabletop.ui.screens.new_game import NewGamePage
from tabletop.ui.screens.rulebook import open_rulebook
from tabletop.ui.screens.settings_page import SettingsPage
from tabletop.ui.screens.splash import TITLE
from tabletop.ui.screens.title_art import CALM, HIGH, LOW, TitleScene, title_art
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

CARD_WIDTH, LOW_CARD_WIDTH, LEAST_CARD_WIDTH = 336, 240, 216
"""Width of a game on the shelf: at most, in a low window, and at least, design pixels."""
PICTURE, LOW_PICTURE = 0.8, 0.72
"""Height of a picture as a share of its width, in a usual and in a low window."""
SLIM_WIDTH, SLIM_PICTURES = 270, (104, 72)
"""Least width of a game in several rows, and the widths of its picture, design pixels."""
ROW_WIDTH = 250
"""Least width of a game without a picture, design pixels."""
GAP, SLIM_GAP = 20, 12
"""Gap between two games, and between games with the smallest pictures, design pixels."""
_LENGTH = Style("body", 15, INKS.ink_2)


class GameCard(Panel):
    """A game on the shelf: picture, name and size. A click anywhere plays the game."""

    def __init__(self, child: Widget, button_id: str) -> None:
        """Take the contents and the id of the button that plays the game."""
        super().__init__(child, padding=12)
        self.button_id = button_id

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw a brass ring around the paper."""
        ring = self.rect.inflate(2 * theme.px(6), 2 * theme.px(6))
        surface.blit(rounded(ring.size, theme.px(5), INKS.brass_light), ring)
        inner = self.rect.inflate(2 * theme.px(3), 2 * theme.px(3))
        surface.blit(rounded(inner.size, theme.px(4), INKS.outline), inner)
        super().paint(surface, theme)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Report a click."""
        return self.clicked(given) or (CONSUMED if given.kind == "pressed" else None)

    def activate(self) -> Report | None:
        """Return the report of the button that plays the game."""
        return Pressed(self.button_id)


class GameShelf:
    """The games on the title page in several forms.

    Args:
        begun: False if no match can be continued; then the first game has the primary button.
    """

    def __init__(self, backend: Backend, *, begun: bool) -> None:
        self._backend = backend
        self._has_unfinished = begun
        self._games = [game.meta for game in backend.games().values()]
        self._foremost = self._games[0].id if self._games and not begun else ""

    def build_cards(self, room: float, ratio: float) -> Widget:
        """Build the games side by side, or slim cards in rows if they do not fit; sizes in design pixels."""
        most = max(1, len(self._games))
        if most * (LEAST_CARD_WIDTH + GAP) <= room + GAP:
            cards = [self._build_card(meta, ratio) for meta in self._games]
            wide = CARD_WIDTH if ratio == PICTURE else LOW_CARD_WIDTH
            return Sized(Grid(cards, least=LEAST_CARD_WIDTH, gap=GAP, most=most), min(wide * most, room))
        return self.build_slim_cards(room, SLIM_PICTURES[0])

    def build_slim_cards(self, room: float, picture: float) -> Widget:
        """Build the games in even rows, each with a picture of a width."""
        gap, least = GAP if picture == SLIM_PICTURES[0] else SLIM_GAP, SLIM_WIDTH - SLIM_PICTURES[0] + picture
        columns = max(1, int((room + gap) // (least + gap)))
        rows = max(1, -(-len(self._games) // columns))
        cards = [self._build_slim_card(meta, picture) for meta in self._games]
        return Sized(Grid(cards, least=least, gap=gap, most=max(1, -(-len(cards) // rows))), room)

    def build_rows(self, room: float) -> Widget:
        """Build the games as buttons with their titles; games of one title also have their subtitles."""
        titles = [meta.title for meta in self._games]
        key = keys.key("new_game" if self._has_unfinished else "accept")
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
        return Sized(Grid(buttons, least=ROW_WIDTH, gap=6, most=2), room)

    def _build_card(self, meta: Meta, ratio: float) -> Widget:
        """Build a card with the picture above the words."""
        facts = [Label(meta.players, Style("semibold", 15, INKS.ink_2)), Label(meta.length, _LENGTH)]
        about: list[Widget] = [
            Picture(lambda size, _: self._backend.draw_cover(meta.id, size), ratio=ratio),
            Pad(Text(meta.title, Style("title", 26 if ratio == PICTURE else 21)), (8, 8, 8, 0)),
            Pad(Text(meta.subtitle, NAME.at(SUBTITLE.size if ratio == PICTURE else 16)), (8, 0, 8, 4)),
            Pad(Rule(), (8, 0, 8, 0)),
            Pad(
                Row([Column(facts, gap=2), Spacer(grow=1), self._build_play_button(meta)], align="centre"), (8, 8, 8, 4)
            ),
        ]
        return GameCard(Column(about, gap=4), f"play.{meta.id}")

    def _build_slim_card(self, meta: Meta, wide: float) -> Widget:
        """Build a card with the picture beside the words."""
        picture = Picture(lambda size, _: self._backend.draw_cover(meta.id, size), ratio=PICTURE)
        words = [Text(meta.title, Style("title", 19)), Text(meta.subtitle, NAME.at(15)), Text(meta.length, _LENGTH)]
        left = Sized(Column([picture, self._build_play_button(meta)], gap=8), wide)
        return GameCard(Row([left, Column(words, gap=3, grow=1)], gap=12), f"play.{meta.id}")

    def _build_play_button(self, meta: Meta) -> Button:
        """Build the button that plays a game."""
        return Button(
            f"play.{meta.id}",
            "Play",
            "primary" if self._foremost == meta.id else "secondary",
            size=18,
            key=keys.key("new_game" if self._has_unfinished else "accept"),
            show_key=False,
        )


GAME_COUNTS = (
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
"""The number of games in words; larger numbers are written in figures."""
TITLE_SIZES = (76, 64, 52, 44, 34)
DENSE_WIDTH, ABREAST_WIDTH = 150, 740
"""In a small window: least width of a button, and width for buttons beside the primary one, design pixels."""
WORDY_WIDTH = 600
"""Width that the buttons need for a word beside each label, design pixels."""
FIRST_HEIGHT, LOW_HEIGHT = 90, 50
"""Height of the primary button, and in a small window."""
HINTS_HEIGHT = 440
"""Height from which there is a line of keys, design pixels."""
LESSON_OFFER = "A guided first battle at sea"
QUIT_NOTE = "All matches are saved as you left them."
CONTINUE, BUTTON = 500, 240
"""Width of the primary button, and least width of the others, design pixels."""
CONTINUE_LOW, BUTTON_LOW = 400, 190
"""Width of the primary button, and least width of the others, in a low window, design pixels."""
NARROW_WIDTH = 1000
"""Width below which everything stands in one column, design pixels."""
ROOMY_HEIGHT = 940
"""Height from which the actions stand below the title instead of beside it, design pixels."""
NOTE, NOTE_INSET = Style("semibold", 14), 48
"""Style of the note on the primary button, and its distance from the edges, design pixels."""


def _format_game_count(number: int) -> str:
    """Return the number of games in words."""
    return GAME_COUNTS[number] if number < len(GAME_COUNTS) else f"{number} games"


class TitlePage(Page):
    """The first screen, with its actions and the games."""

    keyed = "title"

    def __init__(self, backend: Backend) -> None:
        super().__init__()
        self.backend = backend
        self.saved: tuple[SavedMatch, ...] = ()
        self._shelf = GameShelf(backend, begun=False)
        self.presses = {
            "continue": self._continue,
            "load": lambda: Push(LoadPage(backend)),
            "exit": Quit,
            "quit": Quit,
            "rulebook": self._open_rulebook,
            "settings": lambda: Push(SettingsPage()),
            "learn": self._open_lessons,
            "learn.offer": self._open_lessons,
            "learn.decline": self._decline_lessons,
            "set_up": lambda: Push(backend.build_open_page()),
            **{f"play.{game}": partial(self._open_new_game, game) for game in backend.games()},
        }

    # --- widgets

    def compose(self) -> Widget:
        """Build the fullest form that fits into the window; the barest form scrolls."""
        self.saved = tuple(self.backend.list_saved())
        self._shelf = GameShelf(self.backend, begun=self._find_unfinished() is not None)
        line = Hints(self._list_hints(), f"Version {self.backend.version}" if self.backend.version else "")
        hints = [line] if self.size[1] >= self.theme.px(HINTS_HEIGHT) else []
        room = self.size[1] - sum(one.measure(self.theme, self.size[0])[1] for one in hints)
        forms = tuple(self._list_forms())
        fits = (form for form in forms if form[1].measure(self.theme, self.size[0])[1] <= room)
        scenery, body = next(fits, forms[-1])
        shown = Scroll(body, ident="title.scroll", thumb=INKS.bar_edge)
        return Stack([Backdrop(title_art(scenery)), Column([shown, *hints], gap=0)])

    def _list_forms(self) -> Iterator[tuple[TitleScene, Widget]]:
        """Yield the forms that the window allows, fullest first, each with its scenery."""
        side = 88 if self.size[0] >= self.theme.px(1500) else 32
        wide = self._design_width() - 2 * side
        if self.size[1] >= self.theme.px(ROOMY_HEIGHT):
            scenery = HIGH if self.size[0] >= self.theme.px(1280) else CALM
            yield scenery, Pad(self._build_tall(side, wide), (side, 64, side, 24))
        if not self._is_narrow:
            yield LOW, Pad(self._build_broad(side, wide), (side, 24, side, 24))
        if wide >= ABREAST_WIDTH:
            for picture, size in zip(SLIM_PICTURES, (44, 34), strict=True):
                shelf = self._shelf.build_slim_cards(wide, picture)
                yield CALM, Pad(self._build_dense(wide, shelf, size), (side, 12, side, 12))
        yield CALM, Pad(self._build_dense(wide, self._shelf.build_rows(wide), 34), (side, 8, side, 8))

    def _build_tall(self, side: float, wide: float) -> Widget:
        """Build the form of a high window: the actions below the title."""
        actions = Sized(Grid(self._build_actions(), least=BUTTON, gap=12, most=2), CONTINUE)
        done = [*(Sized(one, CONTINUE) for one in self._build_main_button(CONTINUE)), actions]
        parts = [self._build_head(side), *done, Spacer(grow=1), self._shelf.build_cards(wide, PICTURE)]
        return Column(parts, gap=20, align="start")

    def _build_broad(self, side: float, wide: float) -> Widget:
        """Build the form of a low window: all actions in one row."""
        room = min(CONTINUE_LOW, wide - 3 * BUTTON_LOW - 32)
        first = [Sized(one, room) for one in self._build_main_button(room)]
        done = Row([*first, Sized(Grid(self._build_actions(), least=BUTTON_LOW, gap=8, most=3), grow=1)], gap=16)
        shelf = self._shelf.build_cards(wide, LOW_PICTURE)
        return Column(
            [self._build_head(side + CONTINUE), Spacer(grow=1), Sized(done, wide), shelf], gap=16, align="start"
        )

    def _build_dense(self, wide: float, shelf: Widget, size: float) -> Widget:
        """Build the form of a small window, with the title at font size `size`."""
        abreast = wide >= ABREAST_WIDTH
        room = wide * 2 // 5 if abreast else wide
        first = [Sized(one, room) for one in self._build_main_button(room, LOW_HEIGHT if not abreast else FIRST_HEIGHT)]
        brief = not abreast or (bool(first) and wide - room < WORDY_WIDTH)
        actions = Grid(self._build_actions(brief=brief), least=DENSE_WIDTH, gap=8, most=3)
        done = (
            [Sized(Row([*first, Sized(actions, grow=1)], gap=16), wide)] if abreast else [*first, Sized(actions, wide)]
        )
        name = self._build_name(64, size)
        head = Row([name, self._build_subtitle(17)], gap=24, align="centre") if abreast else name
        return Column([head, *done, shelf], gap=12 if abreast else 8, align="start")

    @property
    def _is_narrow(self) -> bool:
        """Return True if the window is too small for two things side by side."""
        return self.size[0] < self.theme.px(NARROW_WIDTH)

    def _design_width(self) -> float:
        """Return the width of the window, design pixels."""
        return self.size[0] * 100 / self.theme.scale

    def _build_name(self, taken: float, most: float = TITLE_SIZES[0]) -> Text:
        """Build the title in the largest size that fits, at most `most`."""
        room = self.theme.px(self._design_width() - taken - 64)
        fits = (n for n in TITLE_SIZES if n <= most and size_of(TITLE, SCREEN_TITLE.at(n), self.theme.scale)[0] <= room)
        return Text(TITLE, SCREEN_TITLE.at(next(fits, TITLE_SIZES[-1])), ident="title")

    def _build_head(self, taken: float) -> Widget:
        """Build the title with its subtitle and a rule."""
        name, room = self._build_name(taken), self._design_width() - taken - 64
        subtitle = self._build_subtitle(25 if name.runs[0].style.size > 60 else 18)
        rule = Column([Rule(INKS.bar_rule, 2), Rule(INKS.bar_rule, 1)], gap=2)
        return Column([name, subtitle, Sized(rule, min(670, room))], gap=12, align="start")

    def _build_subtitle(self, size: float) -> Text:
        """Build the subtitle."""
        words = f"{_format_game_count(len(self.backend.games()))} of sail and shot for one screen"
        return Text(words, Style("name", size, INKS.brass_light, INKS.outline))

    def _build_main_button(self, wide: float, high: float = FIRST_HEIGHT) -> list[Widget]:
        """Build the button that continues the latest match, or the offer of lessons; [] for neither."""
        latest = self._find_unfinished()
        if latest is None:
            return self._build_lesson_offer(high)
        game = self.backend.games()[latest.game].meta.title
        room = self.theme.px(wide - 2 * NOTE_INSET)
        short = f"{latest.title}, {latest.progress}"
        text = f"{game}: {short}" if size_of(f"{game}: {short}", NOTE, self.theme.scale)[0] <= room else short
        note = elided(text, NOTE, room, self.theme.scale)
        size, key = 25 if high == FIRST_HEIGHT else 17, keys.key("continue")
        tip = Tip("Continue", ". ".join(f"{seat}: {who}" for seat, who in latest.seats))
        return [Button("continue", "Continue", "primary", note=note, size=size, height=high, key=key, tip=tip)]

    def _build_actions(self, *, brief: bool = False) -> list[Button]:
        """Build the other actions; unless `brief`, each has a word such as "3 matches"."""
        if brief:
            return [
                self._build_action(one.id, one.text, "", one.tip or Tip(one.text), 36) for one in self._build_actions()
            ]
        matches = format_count(len(self.saved), "match") if self.saved else ""
        books = _format_game_count(len(self.backend.games())).lower()
        minutes, own = self.backend.next_lesson_minutes(), self.backend.count_own_scenarios()
        return [
            self._build_action(
                "learn",
                "Learn to play",
                f"{minutes} min" if minutes else "",
                Tip("Learn to play", "A guided first battle of each game."),
            ),
            self._build_action("load", "Load", matches, Tip("Load", "All your matches, as you left them.")),
            self._build_action("rulebook", "Rulebook", books, Tip("Rulebook", "The rules of all games, with search.")),
            self._build_action(
                "set_up",
                "Scenario editor",
                f"{own} yours" if own else "",
                Tip("Scenario editor", "Create a battle or a deck of your own, or change one."),
            ),
            self._build_action(
                "settings",
                "Settings",
                "",
                Tip("Settings", "Interface size, sound, animation, colours, keys and files."),
            ),
            self._build_action("exit", "Quit", "", Tip("Quit", key=keys.key("quit"))),
        ]

    def _build_action(self, ident: str, words: str, aside: str, tip: Tip, high: float = 42) -> Button:
        """Build the button of an action."""
        key = keys.key(ident) if ident in keys.KEYS else ""
        return Button(
            ident, words, height=high, size=18, left=True, aside=aside, key=key, show_key=False, tip=tip, grow=1
        )

    def _build_lesson_offer(self, high: float) -> list[Widget]:
        """Build the offer of lessons; [] once a lesson is done or the player declined."""
        if not self.backend.are_lessons_offered():
            return []
        tip = Tip("Learn by playing", "At the table, step by step. You can leave at any time.")
        size, high = (22, 76) if high == FIRST_HEIGHT else (17, high)
        learn = Button("learn.offer", "Learn by playing", note=LESSON_OFFER, size=size, height=high, tip=tip, grow=1)
        decline = Button(
            "learn.decline",
            "",
            sign="cross",
            tip=Tip("Hide this offer", "Learn to play stays here."),
            height=high,
        )
        return [Row([learn, decline], gap=8)]

    def _list_hints(self) -> Sequence[str]:
        """Return the names of the keys that the bottom line shows."""
        names = ["choose", *(["continue", "new_game"] if self._find_unfinished() else ["accept"])]
        others = ("learn", "load", "rulebook", "set_up", "settings", "full_screen", "larger", "smaller", "quit")
        return [*names, *others]

    # --- what is done

    def _find_unfinished(self) -> SavedMatch | None:
        """Return the latest match that can be continued; None if there is none."""
        games = self.backend.games()
        return next(
            (one for one in self.saved if not (one.over or one.problem or one.resume_blocker) and one.game in games),
            None,
        )

    def _continue(self) -> Transition | None:
        """Return the way to the latest match; say why if it cannot be opened."""
        latest = self._find_unfinished()
        if latest is None:
            return None
        try:
            return Push(self.backend.resume_match(latest.path))
        except RecordError as error:
            self.say(Toast("This match cannot be opened.", str(error)))
            return None

    def _open_rulebook(self) -> Transition | None:
        """Return the way to the rulebook of the first game."""
        return open_rulebook(next(iter(self.backend.games()), ""))

    def dropped(self, file: Path) -> Transition | None:
        """Import a dropped record, and return the way to the list with it."""
        try:
            return Push(LoadPage(self.backend, record_files.import_record(file)))
        except RecordError as error:
            self.say(Toast("This is not possible.", str(error)))
            return None

    def _open_lessons(self) -> Transition | None:
        """Return the way to the lessons."""
        from tabletop.ui.screens.lessons.lesson_pages import LearnPage

        return Push(LearnPage(self.backend))

    def _decline_lessons(self) -> None:
        """Hide the offer of lessons."""
        self.backend.decline_lessons()
        self.rebuild()

    def _open_new_game(self, game: str) -> Transition | None:
        """Return the way to a new match of a game."""
        return Push(NewGamePage(self.backend, game))

    def back(self) -> None:
        """Ask whether to quit, for Esc is pressed too easily when leaving another screen."""
        self.open(question("Quit?", QUIT_NOTE, ("quit", "Quit")))
