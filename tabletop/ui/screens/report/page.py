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
from tabletop.ui.screens.frame import build_frame
from tabletop.ui.screens.report import panels, web
from tabletop.ui.screens.report.panels import ReportLook
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
"""Widths from which the sheets stand in three or two columns, design pixels."""
LEFT, RIGHT = 600, 616
"""Widths of the outer of three columns, design pixels."""
MOST_PIECES, MOST_DISTANCES = 13, 5
"""The most pieces with their damage, and with their distances."""
ACTIONS = {"play_again": "Play again", "web_page": "Export as web page", "as_table": "Export as spreadsheet"}
HINTS = ("next", "watch", "play_again", "web_page", "as_table", "rulebook", "back")
_SAVED = Tip("Export as web page", "One file for any browser, with a spreadsheet (CSV) beside it.")


class ReportPage(Page):
    """The page of an after-action report.

    Args:
        game: the id of the game, for the rulebook.
        report: the report.
        fates: the outcomes of ships under headings.
        look: how the report is drawn.
        watch: returns the way to the replay from a place.
        deeds: the actions of further buttons.
    """

    keyed = "report"

    def __init__(
        self,
        game: str,
        report: AfterActionReport,
        fates: Sequence[tuple[str, Sequence[ShipOutcome]]],
        look: panels.ReportLook,
        watch: Callable[[int], Transition],
        deeds: Mapping[str, Callable[[], Transition | None]],
    ) -> None:
        super().__init__()
        self.game = game
        self.report = report
        self._fates = fates
        self._watch = watch
        self._look = look
        self.presses = {"back": Pop, "watch": lambda: watch(0), **deeds}
        self.on = hearing(On(RuleAsked, lambda asked: open_rulebook(game, asked.target)))

    def compose(self) -> Widget:
        """Build the sheets in one to three columns."""
        left, middle, right = (list(filter(None, column)) for column in self._build_sheets())
        body: Widget
        if self.size[0] >= self.theme.px(THREE) and len(right) > 1:
            body = Row(
                [
                    Sized(_wrap_scroll(left, "left"), LEFT),
                    _wrap_scroll(middle, "middle", 1),
                    Sized(_wrap_scroll(right, "right"), RIGHT),
                ],
                gap=16,
            )
        else:
            body = Row([_wrap_scroll(left, "left", 1), _wrap_scroll([*middle, *right], "right", 1)], gap=16)
        watch = Button("watch", "Watch the replay", "primary", key=keys.key("watch"), height=46, size=20)
        more = [self._build_action(name, words) for name, words in ACTIONS.items() if name in self.presses]
        if self.size[0] < self.theme.px(TWO):
            body, more = _wrap_scroll([left[0], Panel(Column(more, gap=8)), *left[1:], *middle, *right], "all"), []
        named = [name for name in HINTS if name not in ACTIONS or name in self.presses]
        return build_frame("After-action report", self.report.title, body, named, [*more, watch])

    def _build_action(self, name: str, words: str) -> Button:
        """Build the button of an action; a web page needs an optional package."""
        made = Button(name, words, "dark", key=keys.key(name), show_key=False, height=46)
        return made.disable(web.describe_missing() if name == "web_page" else "")

    def _build_sheets(self) -> tuple[Sequence[Widget | None], ...]:
        """Return the sheets by column; None for a sheet without contents."""
        report, look = self.report, self._look
        left = (
            panels.build_verdict(report),
            panels.build_turning_points(report, look),
            panels.build_distances(report, MOST_DISTANCES),
        )
        middle = (
            panels.build_points(report, look.colours),
            panels.build_harm(report, look.colours, look.badges, MOST_PIECES),
        )
        across = 2 if self.size[0] >= self.theme.px(TWO) and len(self._fates) > 1 else 1
        return left, middle, (panels.build_luck(report, look.colours), panels.build_fates(self._fates, across))

    def act(self, report: Report) -> Transition | None:
        """Return the way to the replay for the button of a turning point."""
        if isinstance(report, Pressed) and report.id.startswith("watch."):
            return self._watch(int(report.id.split(".")[1]))
        return None

    def handle(self, given: Input) -> Transition | None:
        """Handle input; the key of the rulebook opens it at the rule under the pointer, or of the end."""
        if given.kind == "key" and given.key == keys.key("rulebook"):
            rule = self.report.outcome.rule if self.report.outcome else ""
            return open_rulebook(self.game, *self.pointed, rule)
        return super().handle(given)

    def confirm_written(self, path: Path) -> Transition:
        """Say which file was written, and return the way back."""
        self.say(Toast("Exported", f"Saved as {path.name}."))
        return Pop()


def _wrap_scroll(sheets: Sequence[Widget], ident: str, grow: float = 0) -> Widget:
    """Return a scrolling column of sheets."""
    return Scroll(Column(sheets, gap=16), ident=ident, grow=grow)


class ReportData(NamedTuple):
    """A report with the outcomes of ships and its look."""

    report: AfterActionReport
    outcomes: Sequence[tuple[str, Sequence[ShipOutcome]]]
    look: ReportLook


def build_report_data(match: Match) -> ReportData:
    """Return the report of a match as its viewer may know it (C-6)."""
    shown = game_plugins.load_pictures(match.game.meta.id)
    replay = Replay(match, list_viewers(match)[0])
    course = Chronicle(replay.full_match(), replay.side, shown.chronicler)

    def draw(one: TurningPoint, size: Size) -> Steps[pygame.Surface]:
        state = replay.game.view(match.moves[one.place - 1].before, replay.side)
        if shown.close_up:
            return (yield from shown.close_up(state, one.about, size))
        return shown.position(state, size)

    fates = shown.outcomes(replay.game.view(match.state, replay.side))
    look = ReportLook(draw, shown.colours, shown.badges(replay.game.view(match.opening, replay.side)))
    return ReportData(build_report(match, course), fates, look)


def build_report_page(match: Match, further: PageActions, watch: Callable[[int], Transition]) -> ReportPage:
    """Return the page of the report; `watch` returns the way to the replay from a place."""
    of = build_report_data(match)

    def save(kind: str, ending: str, write: Callable[[Path], Path]) -> Transition:
        name = (match.path.stem if match.path else "report") + ending
        return Push(
            SaveFile(
                user_folders.documents_folder(), name, (ending,), lambda path: made.confirm_written(write(path)), kind
            )
        )

    made = ReportPage(
        match.game.meta.id,
        of.report,
        of.outcomes,
        of.look,
        watch,
        {
            "web_page": lambda: save("Export as web page", web.SUFFIX, lambda path: web.write_page(path, *of)),
            "as_table": lambda: save(
                "Export as spreadsheet", web.TABLE_SUFFIX, lambda path: web.write_table(path, of.report)
            ),
        },
    )
    made.presses = {**made.presses, **{name: partial(deed, made) for name, deed in further.items()}}
    return made
