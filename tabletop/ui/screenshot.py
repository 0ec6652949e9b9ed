"""Pictures of the screens without a window: equal matches and requests give equal bytes."""

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
from tabletop.ui.screens.load import LoadPage
from tabletop.ui.screens.new_game import NewGamePage
from tabletop.ui.screens.rulebook.page import RulebookPage
from tabletop.ui.screens.rulebook.reader import Reader
from tabletop.ui.screens.settings_page import SettingsPage
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme

SETTLING_STEPS, STEP = 40, 50
"""The picture is taken after SETTLING_STEPS updates of STEP ms, when every animation has ended."""
FINE = 10
"""Length of an update while an animation is advanced to a moment, ms."""


@dataclass(frozen=True)
class PictureRequest:
    """The wanted content of a picture.

    Attributes:
        screen: a key of `SCREENS`.
        size: of the picture, screen pixels.
        scale: of the interface, per cent.
        select: the selected piece, the rule at which the rulebook is open, the number of a lesson's step, or the
            number of a replay's move; "" for none.
        overlay: an overlay on the playing surface, by a name that the game's table knows; "" for none.
        zoom: step of zoom around the selected piece, in a replay around the piece of the last command;
            None shows everything.
        viewer: the side whose view is shown; "" for the public view, None for the side that is asked.
        played: ms after the last command at which the animation is shown; None for its end.
    """

    screen: str = "table"
    size: tuple[int, int] = (1920, 1080)
    scale: int = 100
    select: str = ""
    overlay: str = ""
    zoom: int | None = None
    viewer: str | None = None
    played: int | None = None


def render_picture(match: Match, wishes: PictureRequest) -> pygame.Surface:
    """Draw a screen as a player would see it.

    Raises:
        KeyError: if there is no such piece or overlay.
        ValueError: if the match has no such screen, e.g. no score before its end, or no command to animate.
    """
    surface = open_hidden_display(wishes.size)
    shown = SCREENS[wishes.screen](match, wishes)
    shown.resize(wishes.size, Theme(wishes.scale))
    shown.draw(surface)
    for _ in range(SETTLING_STEPS):
        shown.update(STEP)
    if wishes.played is not None:
        _advance_playback(match, shown, wishes.played)
    shown.draw(surface)
    return surface


def _advance_playback(match: Match, shown: Screen, milliseconds: int) -> None:
    """Play the last command again and advance its animation by `milliseconds`."""
    if not (isinstance(shown, TableScreen) and match.moves):
        raise ValueError("Only the result of an order at a table can be played.")
    last = match.moves[-1]
    shown.table.play_again(last.before, last.events)
    for _ in range(milliseconds // FINE):
        shown.update(FINE)


def save_picture(surface: pygame.Surface, path: Path) -> None:
    """Write a picture to a file, in the format of its suffix.

    Raises:
        OSError: if the file cannot be written.
    """
    drawn = BytesIO()
    pygame.image.save(surface, drawn, path.name.encode("ascii", "replace").decode())
    path.write_bytes(drawn.getvalue())


def open_hidden_display(size: tuple[int, int]) -> pygame.Surface:
    """Open a display without a window, and return a surface of `size`; afterwards pictures can be drawn."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    return pygame.Surface(size)


def _build_table(match: Match, wishes: PictureRequest) -> Screen:
    screen = local_backend.build_table(match, AbsentEngine)
    screen.look_as(wishes.viewer)
    screen.table.arrange_picture(wishes.select, wishes.overlay, wishes.zoom)
    return screen


def _build_rulebook(match: Match, wishes: PictureRequest) -> Screen:
    reader = Reader(match.game.meta.id)
    if wishes.select and not reader.go_to(wishes.select):
        raise KeyError(f"'{wishes.select}' is not in any rulebook.")
    return RulebookPage(reader)


def _build_editor(match: Match, wishes: PictureRequest) -> Screen:
    draft = Draft(match.game.meta.id, match.header.scenario, match.header.source)
    keeper = AutoSaver(draft)
    draft.change_hook = lambda: None  # a picture keeps nothing, and tells no time of day
    screen = EditorScreen(draft, keeper, lambda _: local_backend.build_title_page())
    screen.arrange(wishes.select, wishes.overlay, wishes.zoom)
    return screen


def _build_lesson(match: Match, wishes: PictureRequest) -> Screen:
    steps = wishes.select or "1"
    if not steps.isdecimal():
        raise KeyError(f"'{steps}' is not the number of a step.")
    return catalogue.build_table_at_step(
        match.game.meta.id, int(steps) - 1, lambda _: local_backend.GoHome(), local_backend.show_result
    )


def _build_replay(match: Match, wishes: PictureRequest) -> Screen:
    place = wishes.select or "0"
    if not place.isdecimal():
        raise KeyError(f"'{place}' is not the number of a move.")
    screen = local_backend.build_replay(match, int(place), wishes.viewer or "")
    table, stood = screen.table, match.moves[: int(place)]
    about = table.pieces_of(stood[-1].events[0]) if stood and stood[-1].events else ()
    if about and wishes.zoom is not None:
        table.arrange_picture(about[0], wishes.overlay, wishes.zoom)
        table.go_back()
    return screen


SCREENS: dict[str, Callable[[Match, PictureRequest], Screen]] = {
    "table": _build_table,
    "curtain": lambda match, wishes: local_backend.build_table(match, AbsentEngine),  # noqa: ARG005
    "title": lambda match, wishes: local_backend.build_title_page(),  # noqa: ARG005
    "new_game": lambda match, wishes: NewGamePage(local_backend.build_backend(), match.game.meta.id),  # noqa: ARG005
    "load": lambda match, wishes: LoadPage(local_backend.build_backend()),  # noqa: ARG005
    "settings": lambda match, wishes: SettingsPage(),  # noqa: ARG005
    "rulebook": _build_rulebook,
    "editor": _build_editor,
    "lesson": _build_lesson,
    "replay": _build_replay,
    "report": lambda match, wishes: local_backend.build_report_page(match, local_backend.rematch_actions(match)),  # noqa: ARG005
    "reckoning": lambda match, wishes: local_backend.build_result_page(match),  # noqa: ARG005
}
"""The screens that can be drawn, by name."""
