"""The after-action report of a match as a page, and where its files go."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pygame

from tabletop.core import user_folders
from tabletop.core.after_action import AfterActionReport, TurningPoint, build_report
from tabletop.core.chronicle import Chronicle
from tabletop.core.match import Match
from tabletop.core.replay import Replay, list_viewers
from tabletop.ui import keys
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.game_plugins import ShipOutcome
from tabletop.ui.frame_budget import Steps
from tabletop.ui.input import Input
from tabletop.ui.screen import Pop, Push, Transition
from tabletop.ui.screens.backend import PageActions
from tabletop.ui.screens.file_dialog import SaveFile
from tabletop.ui.screens.frame import framed
from tabletop.ui.screens.report import panels, web
from tabletop.ui.screens.report.panels import Look
from tabletop.ui.screens.rulebook import open_rulebook
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.layout import Column, Row, Sized
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import On, Pressed, Report, RuleAsked, hearing
from tabletop.ui.widgets.scroll import Scroll

THREE, TWO = 1600, 1000
"""Widths from which the sheets stand in so many columns, design pixels."""
LEFT, RIGHT = 600, 616
"""Widths of the outer of three columns, design pixels."""
MOST, FARTHEST = 13, 5
"""Pieces whose harm is told, and whose ways are."""
WAYS = {"play_again": "Play again", "web_page": "Export as web page", "as_table": "Export as spreadsheet"}
HINTS = ("next", "watch", "play_again", "web_page", "as_table", "rulebook", "back")
_SAVED = Tip("Export as web page", "One file for any browser, with a spreadsheet (CSV) beside it.")


class ReportPage(Page):
    """All of an after-action report.

    Args:
        game: its id, for the rulebook.
        told: the report.
        fates: what became of everybody, under headings.
        look: how it is drawn.
        deeds: what is done by `watch` from a place, and by the names of the buttons.
    """

    keyed = "report"

    def __init__(
        self,
        game: str,
        told: AfterActionReport,
        fates: Sequence[tuple[str, Sequence[ShipOutcome]]],
        look: panels.Look,
        watch: Callable[[int], Transition],
        deeds: Mapping[str, Callable[[], Transition | None]],
    ) -> None:
        super().__init__()
        self.game = game
        self.told = told
        self._fates = fates
        self._watch = watch
        self._look = look
        self.presses = {"back": Pop, "watch": lambda: watch(0), **deeds}
        self.on = hearing(On(RuleAsked, lambda asked: open_rulebook(game, asked.target)))

    def compose(self) -> Widget:
        """The sheets in as many columns as there is room for."""
        left, middle, right = (list(filter(None, column)) for column in self._sheets())
        body: Widget
        if self.size[0] >= self.theme.px(THREE) and len(right) > 1:
            body = Row(
                [
                    Sized(_scrolled(left, "left"), LEFT),
                    _scrolled(middle, "middle", 1),
                    Sized(_scrolled(right, "right"), RIGHT),
                ],
                gap=16,
            )
        else:
            body = Row([_scrolled(left, "left", 1), _scrolled([*middle, *right], "right", 1)], gap=16)
        watch = Button("watch", "Watch the replay", "primary", key=keys.key("watch"), height=46, size=20)
        more = [self._way(name, words) for name, words in WAYS.items() if name in self.presses]
        if self.size[0] < self.theme.px(TWO):
            body, more = _scrolled([left[0], Panel(Column(more, gap=8)), *left[1:], *middle, *right], "all"), []
        named = [name for name in HINTS if name not in WAYS or name in self.presses]
        return framed("After-action report", self.told.title, body, named, [*more, watch])

    def _way(self, name: str, words: str) -> Button:
        made = Button(name, words, "dark", key=keys.key(name), show_key=False, height=46)
        return made.disable(web.missing() if name == "web_page" else "")

    def _sheets(self) -> tuple[Sequence[Widget | None], ...]:
        told, look = self.told, self._look
        left = (panels.verdict(told), panels.turning(told, look), panels.distances(told, FARTHEST))
        middle = (panels.points(told, look.colours), panels.harm(told, look.colours, look.badges, MOST))
        across = 2 if self.size[0] >= self.theme.px(TWO) and len(self._fates) > 1 else 1
        return left, middle, (panels.luck(told, look.colours), panels.fates(self._fates, across))

    def act(self, report: Report) -> Transition | None:
        """The button at a turning point goes there."""
        if isinstance(report, Pressed) and report.id.startswith("watch."):
            return self._watch(int(report.id.split(".")[1]))
        return None

    def handle(self, given: Input) -> Transition | None:
        """As every page; the key of the rulebook opens it at the rule of the end."""
        if given.kind == "key" and given.key == keys.key("rulebook"):
            rule = self.told.outcome.rule if self.told.outcome else ""
            return open_rulebook(self.game, *self.pointed, rule)
        return super().handle(given)

    def written(self, path: Path) -> Transition:
        """A file was written."""
        self.say(Toast("Exported", f"Saved as {path.name}."))
        return Pop()


def _scrolled(sheets: Sequence[Widget], ident: str, grow: float = 0) -> Widget:
    return Scroll(Column(sheets, gap=16), ident=ident, grow=grow)


class Whole(NamedTuple):
    """A report with all that is drawn of it."""

    told: AfterActionReport
    fates: Sequence[tuple[str, Sequence[ShipOutcome]]]
    look: Look


def whole(match: Match) -> Whole:
    """The report of a match as whoever may watch it may know it (C-6)."""
    shown = game_plugins.load_pictures(match.game.meta.id)
    replay = Replay(match, list_viewers(match)[0])
    course = Chronicle(replay.full_match(), replay.side, shown.chronicler)

    def draw(one: TurningPoint, size: Size) -> Steps[pygame.Surface]:
        state = replay.game.view(match.moves[one.place - 1].before, replay.side)
        if shown.close_up:
            return (yield from shown.close_up(state, one.about, size))
        return shown.position(state, size)

    fates = shown.outcomes(replay.game.view(match.state, replay.side))
    look = Look(draw, shown.colours, shown.badges(replay.game.view(match.opening, replay.side)))
    return Whole(build_report(match, course), fates, look)


def page(match: Match, further: PageActions, watch: Callable[[int], Transition]) -> ReportPage:
    """The report as a page, and what it leads to besides the replay and its files."""
    of = whole(match)

    def save(kind: str, ending: str, write: Callable[[Path], Path]) -> Transition:
        name = (match.path.stem if match.path else "report") + ending
        return Push(
            SaveFile(user_folders.documents_folder(), name, (ending,), lambda path: made.written(write(path)), kind)
        )

    made = ReportPage(
        match.game.meta.id,
        of.told,
        of.fates,
        of.look,
        watch,
        {
            "web_page": lambda: save("Export as web page", web.SUFFIX, lambda path: web.write(path, *of)),
            "as_table": lambda: save("Export as spreadsheet", web.TABLE, lambda path: web.write_table(path, of.told)),
        },
    )
    made.presses = {**made.presses, **{name: partial(deed, made) for name, deed in further.items()}}
    return made
