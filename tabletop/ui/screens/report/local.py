"""The report of a match of this machine: as a page, and where its files go."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pygame

from tabletop.core import user_folders
from tabletop.core.after_action import AfterActionReport, TurningPoint, build_report
from tabletop.core.chronicle import Chronicle
from tabletop.core.match import Match
from tabletop.core.replay import Replay, list_viewers
from tabletop.ui.boards import known
from tabletop.ui.boards.known import ShipOutcome
from tabletop.ui.frame_budget import Steps
from tabletop.ui.screen import Push, Transition
from tabletop.ui.screens import ways
from tabletop.ui.screens.file_dialog import SaveFile
from tabletop.ui.screens.report import web
from tabletop.ui.screens.report.page import ReportPage
from tabletop.ui.screens.report.panels import Look
from tabletop.ui.widgets.base import Size


class Whole(NamedTuple):
    """A report with all that is drawn of it."""

    told: AfterActionReport
    fates: Sequence[tuple[str, Sequence[ShipOutcome]]]
    look: Look


def whole(match: Match) -> Whole:
    """The report of a match as whoever may watch it may know it (C-6)."""
    shown = known.pictures(match.game.meta.id)
    replay = Replay(match, list_viewers(match)[0])
    course = Chronicle(replay.full_match(), replay.side, shown.chronicler)

    def draw(one: TurningPoint, size: Size) -> Steps[pygame.Surface]:
        state = replay.game.view(match.moves[one.place - 1].before, replay.side)
        if shown.near:
            return (yield from shown.near(state, one.about, size))
        return shown.position(state, size)

    fates = shown.fates(replay.game.view(match.state, replay.side))
    look = Look(draw, shown.colours, shown.badges(replay.game.view(match.opening, replay.side)))
    return Whole(build_report(match, course), fates, look)


def page(match: Match, further: ways.PageActions) -> ReportPage:
    """The report as a page, and what it leads to besides the replay and its files."""
    of = whole(match)

    def save(kind: str, ending: str, write: Callable[[Path], Path]) -> Transition:
        name = (match.path.stem if match.path else "report") + ending
        return Push(
            SaveFile(user_folders.documents_folder(), name, (ending,), lambda path: made.written(write(path)), kind)
        )

    made = ReportPage(
        match.game.meta.id, of.told, of.fates, of.look, lambda place: Push(ways.replay(match, place)),
        {
            "web_page": lambda: save("Export as web page", web.SUFFIX, lambda path: web.write(path, *of)),
            "as_table": lambda: save("Export as spreadsheet", web.TABLE, lambda path: web.write_table(path, of.told)),
        },
    )  # fmt: skip
    made.presses = {**made.presses, **{name: partial(deed, made) for name, deed in further.items()}}
    return made
