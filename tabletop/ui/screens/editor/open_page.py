"""The page on which kept drafts, scenarios, or a new scenario are opened in the editor."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from tabletop.authoring import draft as drafts
from tabletop.authoring import draft_files
from tabletop.authoring.draft import Draft
from tabletop.authoring.draft_files import AutoSaver, RecoveredDraft
from tabletop.core import resources, user_folders
from tabletop.core.document import Document
from tabletop.core.errors import ScenarioError
from tabletop.core.game import games_by_id
from tabletop.core.guarded_file import modification_time
from tabletop.core.paths import last_name
from tabletop.core.phrases import escape_controls
from tabletop.core.scenario import load_text
from tabletop.ui import keys
from tabletop.ui.screen import Push, Screen, Transition
from tabletop.ui.screens.frame import build_frame
from tabletop.ui.screens.rulebook import reader_view
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.layout import Column, Row, Sized
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Chosen, On, RowOpened, hearing
from tabletop.ui.widgets.scroll import Scroll

GAMES, ROWS = "set_up.games", "set_up.rows"
WIDE, WIDE_HEIGHT, GAMES_WIDE = 900, 420, 300
"""Width and height from which games and scenarios stand side by side, and width of the games; design pixels."""
DRAFT_PREFIX = "kept."
HINTS = ("next", "accept", "back", "full_screen")


class OpenEditor(Protocol):
    """A function that returns the editor with a draft."""

    def __call__(self, draft: Draft, auto_saver: AutoSaver | None = None) -> Screen:
        """Return the editor with `draft`; `auto_saver` already keeps it on disk, if given."""


class OpenPage(Page):
    """The page on which a scenario or a draft is chosen for the editor."""

    def __init__(self, editor: OpenEditor) -> None:
        super().__init__()
        self._editor = editor
        self.game = next(iter(games_by_id()), "")
        self.chosen = ""
        self.presses = {"back": self.back, "open": self._open, "new": self._open_new}
        self.on = hearing(
            On(Chosen, self._choose_game, GAMES),
            On(Chosen, self._choose_scenario, ROWS),
            On(RowOpened, lambda _: self._open(), ROWS),
        )

    # --- what is shown

    def compose(self) -> Widget:
        """Build the games at the left and their scenarios at the right, or one column in a small window."""
        names = [
            ListEntry(game.meta.id, reader_view.book_title(game.meta.id), tip=Tip(game.meta.title, game.meta.subtitle))
            for game in games_by_id().values()
        ]
        rows = ListBox(ROWS, list(self._list_entries()), chosen=self.chosen, row=30)
        games = ListBox(GAMES, names, chosen=self.game, row=34)
        if self.size[0] >= self.theme.px(WIDE) and self.size[1] >= self.theme.px(WIDE_HEIGHT):
            listed = Panel(Column([rows]), "Scenarios", ident="scenarios", grow=1)
            body: Widget = Row([Sized(Panel(Scroll(games), "Games"), GAMES_WIDE), listed], gap=16)
        else:
            both = Column([Panel(games, "Games", padding=10), Panel(rows, "Scenarios", padding=10)], gap=8)
            body = Scroll(both, ident="set_up.scroll")
        new = Button(
            "new", "New scenario", "secondary", tip=Tip("New scenario", "Starts from the smallest playable scenario.")
        )
        open_ = Button("open", "Edit", "primary", key=keys.key("accept"), show_key=False, tip=Tip("Edit the scenario"))
        if not self.chosen:
            open_.disable("Select a scenario first.")
        return build_frame("Scenario editor", "Create or change a battle or a deck", body, HINTS, [new, open_])

    def _list_entries(self) -> Iterator[ListEntry]:
        """Yield the kept drafts, then scenarios of the player, then those of the program."""
        for number, one in enumerate(self._list_drafts()):
            name = _parse_title(one.content.text) or _format_file_name(last_name(one.content.source))
            tip = Tip("Draft", "Kept when you left the editor without saving.")
            yield ListEntry(
                f"{DRAFT_PREFIX}{number}", name, f"draft, {one.modified:%d %B, %H:%M}", tip=tip, brief="draft"
            )
        for path, title in _sort_by_title(user_folders.list_user_scenarios(self.game)):
            tip = Tip(path.name, "Saving overwrites this file.")
            yield ListEntry(str(path), title, "yours", tip=tip)
        for path, title in _sort_by_title(resources.list_scenarios(self.game)):
            yield ListEntry(str(path), title, tip=Tip(path.name, "Saving makes a copy under a new name."))

    def _list_drafts(self) -> list[RecoveredDraft]:
        """Return the kept drafts of the chosen game."""
        return [one for one in draft_files.list_recoverable() if one.content.game == self.game]

    # --- what is done

    def _choose_game(self, chosen: Chosen) -> None:
        """List the scenarios of a game."""
        self.game, self.chosen = chosen.value, ""
        self.rebuild()

    def _choose_scenario(self, chosen: Chosen) -> None:
        """Choose a row of the list."""
        self.chosen = chosen.value
        self.rebuild()

    def _open(self) -> Transition | None:
        """Open the chosen draft or scenario. Return None if nothing is chosen or it cannot be opened."""
        if self.chosen.startswith(DRAFT_PREFIX):
            kept = self._list_drafts()[int(self.chosen.removeprefix(DRAFT_PREFIX))]
            return self._push_editor(lambda: self._editor(*kept.open()))
        if not self.chosen:
            return None
        listed = (*user_folders.list_user_scenarios(self.game), *resources.list_scenarios(self.game))
        path = next((path for path in listed if str(path) == self.chosen), None)
        if path is None:
            self.say(Toast("This cannot be opened.", "The file is no longer there."))
            self.rebuild()
            return None
        return self._push_editor(lambda: self._editor(draft_files.open_draft(self.game, path)))

    def _open_new(self) -> Transition | None:
        """Open a blank scenario of the chosen game."""
        return self._push_editor(lambda: self._editor(drafts.create_blank(self.game)))

    def _push_editor(self, made: Callable[[], Screen]) -> Transition | None:
        """Return the way to the editor, or say why the file cannot be opened and return None."""
        try:
            return Push(made())
        except ScenarioError as error:
            first = next(iter(error.problems), None)
            self.say(Toast("This cannot be opened.", str(first or "This is not a scenario of this game.")))
            return None


def _sort_by_title(paths: Iterable[Path]) -> list[tuple[Path, str]]:
    """Return files with their titles, sorted by title and then by name."""
    titled = ((path, _read_title(path, modification_time(path))) for path in paths)
    return sorted(titled, key=lambda one: (one[1].casefold(), one[0].name))


@lru_cache(maxsize=256)
def _read_title(path: Path, _changed: datetime) -> str:
    """Return the title of a scenario, or the name of its file if it cannot be read."""
    with suppress(ScenarioError):
        return _parse_title(load_text(path)) or _format_file_name(path.name)
    return _format_file_name(path.name)


def _parse_title(text: str) -> str:
    """Return the title from its line of the text; "" without one. Nothing else is parsed."""
    line = next((one for one in text.splitlines() if one.startswith("title:")), "")
    data = Document(line, "").data
    return str(data.get("title") or "") if isinstance(data, dict) else ""


def _format_file_name(file: str) -> str:
    """Return the name of a scenario's file as a list shows it."""
    return escape_controls(file).removesuffix(".yaml").replace("_", " ").capitalize()
