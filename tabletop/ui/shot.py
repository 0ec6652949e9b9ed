"""Pictures of the screens without a window: the same match and wishes give the same bytes."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pygame

from tabletop.authoring.draft import Draft
from tabletop.authoring.draft_files import AutoSaver
from tabletop.core.match import Match
from tabletop.players.engine import AbsentEngine
from tabletop.ui.screen import Screen
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.editor.screen import EditorScreen
from tabletop.ui.screens.lessons import catalogue
from tabletop.ui.screens.load import Load
from tabletop.ui.screens.new_game import NewGame
from tabletop.ui.screens.rulebook.page import RulebookPage
from tabletop.ui.screens.rulebook.reader import Reader
from tabletop.ui.screens.settings_page import SettingsPage
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme

SETTLED, STEP = 40, 50
"""So many steps of so many milliseconds pass before the picture is taken, so that everything has come to rest."""
FINE = 10
"""Milliseconds of a step in which what is played comes to a moment."""


@dataclass(frozen=True)
class Wishes:
    """What is to be seen.

    Attributes:
        screen: a key of `SCREENS`.
        size: of the picture, pixels.
        scale: of the interface, per cent.
        select: the piece that is selected, the rule at which the rulebook is open, or the number of the step of a
            lesson, or of a move of a replay; empty for none.
        overlay: what is laid on the playing surface, a name that the game's table knows; empty for nothing.
        zoom: step of zoom about the selected piece, in a replay about that of the last order; None shows everything.
        viewer: the side whose view is shown, empty for nobody's; None for whoever is asked.
        played: so many milliseconds after the last order was given; None once all has come to rest.
    """

    screen: str = "table"
    size: tuple[int, int] = (1920, 1080)
    scale: int = 100
    select: str = ""
    overlay: str = ""
    zoom: int | None = None
    viewer: str | None = None
    played: int | None = None


def picture(match: Match, wishes: Wishes) -> pygame.Surface:
    """The screen as a player would see it.

    Raises:
        KeyError: if there is no such piece or overlay.
        ValueError: if the match has no such screen, e.g. no reckoning before its end, or no order to be played.
    """
    surface = stage(wishes.size)
    shown = SCREENS[wishes.screen](match, wishes)
    shown.resize(wishes.size, Theme(wishes.scale))
    shown.draw(surface)
    for _ in range(SETTLED):
        shown.update(STEP)
    if wishes.played is not None:
        _play(match, shown, wishes.played)
    shown.draw(surface)
    return surface


def _play(match: Match, shown: Screen, milliseconds: int) -> None:
    """Come to a moment of what the last order led to."""
    if not (isinstance(shown, TableScreen) and match.moves):
        raise ValueError("Only the result of an order at a table can be played.")
    last = match.moves[-1]
    shown.table.again(last.before, last.events)
    for _ in range(milliseconds // FINE):
        shown.update(FINE)


def save(surface: pygame.Surface, path: Path) -> None:
    """Write a picture; the ending of the name says in which format.

    Raises:
        OSError: if it cannot be written.
    """
    drawn = BytesIO()
    pygame.image.save(surface, drawn, path.name.encode("ascii", "replace").decode())
    path.write_bytes(drawn.getvalue())


def stage(size: tuple[int, int]) -> pygame.Surface:
    """A surface of the display's format, without a window on the screen; pictures can be drawn from then on."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    return pygame.Surface(size)


def _table(match: Match, wishes: Wishes) -> Screen:
    screen = local_backend.at_table(match, AbsentEngine)
    screen.look_as(wishes.viewer)
    screen.table.arrange(wishes.select, wishes.overlay, wishes.zoom)
    return screen


def _rulebook(match: Match, wishes: Wishes) -> Screen:
    reader = Reader(match.game.meta.id)
    if wishes.select and not reader.go(wishes.select):
        raise KeyError(f"'{wishes.select}' is not in any rulebook.")
    return RulebookPage(reader)


def _editor(match: Match, wishes: Wishes) -> Screen:
    draft = Draft(match.game.meta.id, match.header.scenario, match.header.source)
    keeper = AutoSaver(draft)
    draft.change_hook = lambda: None  # a picture keeps nothing, and tells no time of day
    screen = EditorScreen(draft, keeper, lambda _: local_backend.title())
    screen.arrange(wishes.select, wishes.overlay, wishes.zoom)
    return screen


def _lesson(match: Match, wishes: Wishes) -> Screen:
    steps = wishes.select or "1"
    if not steps.isdecimal():
        raise KeyError(f"'{steps}' is not the number of a step.")
    return catalogue.at_step(
        match.game.meta.id, int(steps) - 1, lambda _: local_backend.Homeward(), local_backend.reckoned
    )


def _replay(match: Match, wishes: Wishes) -> Screen:
    place = wishes.select or "0"
    if not place.isdecimal():
        raise KeyError(f"'{place}' is not the number of a move.")
    screen = local_backend.replay(match, int(place), wishes.viewer or "")
    table, stood = screen.table, match.moves[: int(place)]
    about = table.pieces(stood[-1].events[0]) if stood and stood[-1].events else ()
    if about and wishes.zoom is not None:
        table.arrange(about[0], wishes.overlay, wishes.zoom)
        table.back()
    return screen


SCREENS: dict[str, Callable[[Match, Wishes], Screen]] = {
    "table": _table,
    "curtain": lambda match, wishes: local_backend.at_table(match, AbsentEngine),  # noqa: ARG005
    "title": lambda match, wishes: local_backend.title(),  # noqa: ARG005
    "new_game": lambda match, wishes: NewGame(local_backend.backend(), match.game.meta.id),  # noqa: ARG005
    "load": lambda match, wishes: Load(local_backend.backend()),  # noqa: ARG005
    "settings": lambda match, wishes: SettingsPage(),  # noqa: ARG005
    "rulebook": _rulebook,
    "editor": _editor,
    "lesson": _lesson,
    "replay": _replay,
    "report": lambda match, wishes: local_backend.report(match, local_backend.again(match)),  # noqa: ARG005
    "reckoning": lambda match, wishes: local_backend.reckoning(match),  # noqa: ARG005
}
"""Every screen that a picture can be taken of, by name."""
