"""Saving a draft as a scenario of the player, testing it, and leaving it; with their dialogs."""

from collections.abc import Callable, Sequence
from pathlib import Path

from tabletop.authoring import draft_files
from tabletop.authoring.draft_files import UnsavedError
from tabletop.core.errors import ScenarioError
from tabletop.core.match import MatchSetup
from tabletop.ui import rebinding
from tabletop.ui.screen import Pop, Push, Screen, Transition
from tabletop.ui.screens.editor.session import EditorSession
from tabletop.ui.text import BODY, LABEL, SMALL
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.form_controls import TextEntry
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.overlay import Toast, dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Hearing, On, Presses, Typed, hearing
from tabletop.ui.widgets.stack import Stack

StartTrial = Callable[[MatchSetup], Screen]
SEED = "trial"
"""The seed of matches that are only tried: the same dice each time, so that two layouts can be compared."""
MOST_PROBLEMS = 8
"""The most problems that are shown if a draft cannot be tried."""


class SaveActions:
    """The actions that save, test and leave a draft.

    Attributes:
        presses: what the buttons do.
        on: what happens while a name is typed.
    """

    def __init__(self, page: Page, session: EditorSession, trial: StartTrial) -> None:
        """Take the page, the session, and the function that builds the table of a tried match."""
        self._page = page
        self._session = session
        self._start_trial = trial
        self._name = ""
        self._existing_file: Path | None = None
        """The player's own file that would be written over."""
        self.presses: Presses[Transition | None] = {
            "save": self.save,
            "save.as": self._ask_name,
            "save.do": self._save_as_named,
            "save.over": self._overwrite,
            "try": self._test_battle,
            "editor.leave": self.ask_to_leave,
            "leave.keep": Pop,
            "leave.drop": self._discard,
        }
        self.on: Hearing[Transition | None] = hearing(On(Typed, self._change_name, NAME))

    # --- saving

    def save(self) -> None:
        """Save over the player's file, or ask for a name if the draft comes from elsewhere."""
        self._name = ""
        if self._session.draft.save_path is None:
            self._ask_name()
        else:
            self._save_as_named()

    def _ask_name(self) -> None:
        """Open the dialog for a name, with a free name in it."""
        draft = self._session.draft
        self._name = (
            draft.save_path.stem if draft.save_path else draft_files.find_free_name(draft.game.meta.id, draft.title)
        )
        self._show_dialog(build_save_dialog(self._name))

    def _show_dialog(self, dialog: Stack) -> None:
        """Open a dialog about the name and put the focus into its line."""
        self._close_dialog()
        self._page.open(dialog)
        self._page.give_focus(self._page.find(NAME))

    def _change_name(self, report: Typed) -> None:
        """Take the typed name, and replace the dialog that asked about overwriting."""
        self._name = report.text
        if self._existing_file is not None:
            self._existing_file, line = None, self._page.find(NAME)
            self._show_dialog(build_save_dialog(self._name))
            self._page.find(NAME).adopt(line)

    def _save_as_named(self) -> None:
        """Save under the current name; ask to overwrite if the player has a file of that name."""
        try:
            self._confirm_saved(draft_files.save(self._session.draft, self._name))
        except UnsavedError as error:
            self._existing_file = error.existing_file
            asked = build_save_dialog if error.existing_file is None else build_overwrite_dialog
            self._show_dialog(asked(self._name, str(error)))

    def _overwrite(self) -> None:
        """Overwrite the file that has the name."""
        assert self._existing_file is not None
        try:
            self._confirm_saved(draft_files.overwrite(self._session.draft, self._existing_file, self._name))
        except UnsavedError as error:
            self._existing_file = None
            self._show_dialog(build_save_dialog(self._name, str(error)))

    def _confirm_saved(self, path: Path) -> None:
        """Close the dialog and say where the file is."""
        self._existing_file = None
        self._session.end_typing()
        self._close_dialog()
        self._page.rebuild()
        self._page.say(Toast("Saved", f"Saved as {path.name}. It appears under New game."))

    def _close_dialog(self) -> None:
        """Close the dialog, if one is open."""
        if len(self._page.layers) > 1:
            self._page.close()

    # --- trying and leaving

    def _test_battle(self) -> Transition | None:
        """Return the way to a table with the draft, or list its problems and return None."""
        try:
            return Push(self._start_trial(self._session.draft.build_setup(SEED)))
        except ScenarioError:
            self._page.open(
                build_unplayable_dialog([fault.message for fault in self._session.draft.problems[:MOST_PROBLEMS]])
            )
            return None

    def ask_to_leave(self) -> Transition | None:
        """Leave at once without unsaved changes, else ask."""
        self._close_dialog()
        if not self._session.draft.has_unsaved_changes:
            return self._discard()
        self._page.open(build_leave_dialog(self._session.draft.title))
        return None

    def _discard(self) -> Transition:
        """Delete the kept draft and leave."""
        self._session.auto_saver.delete_file()
        return Pop()


NAME = "save.name"
LONGEST = 40


def build_save_dialog(name: str, why: str = "") -> Stack:
    """Build the dialog for a name; `why` says why the name before was refused."""
    return _build_name_dialog(name, why, Button("save.do", "Save", "primary", key="Enter"))


def build_overwrite_dialog(name: str, why: str) -> Stack:
    """Build the dialog that asks whether to overwrite the player's file of that name."""
    return _build_name_dialog(name, why, Button("save.over", "Overwrite", "primary", key="Enter"))


def _build_name_dialog(name: str, why: str, yes: Button) -> Stack:
    """Build a dialog with a line for the name, a reason in red, and the button `yes`."""
    entry = TextEntry(NAME, name, longest=LONGEST, width=300, grow=1, allowed=lambda one: one.isalnum() or one in "_- ")
    rows: list[Widget] = [
        Text("It is saved with your scenarios and appears under New game.", BODY),
        Row([Text("Name", LABEL), entry], gap=12, align="centre"),
    ]
    if why:
        rows.append(Text(why, LABEL.tinted(INKS.danger)))
    return dialog("Save the scenario", Column(rows, gap=12), [closing("Cancel"), yes])


def build_leave_dialog(title: str) -> Stack:
    """Build the dialog about unsaved changes: cancel, discard, or keep the draft and leave."""
    words = (
        f"“{title}” has unsaved changes. You can keep them as a draft in the editor; "
        "it doesn't appear under New game until you save it."
    )
    buttons = [
        closing("Cancel"),
        Button("leave.drop", "Discard"),
        Button("leave.keep", "Keep draft and leave", "primary", key="Enter"),
    ]
    return dialog("Leave the editor?", words, buttons)


def build_menu_dialog() -> Stack:
    """Build the menu of the editor."""
    rows: list[Widget] = [
        Button(
            "save.as", "Save as", tip=Tip("Save as", "Saves under another name; the opened scenario is not changed.")
        ),
        Button("editor.rules", "Rulebook", aside=rebinding.called("rulebook")),
        Button(
            "editor.leave", "Leave the editor", tip=Tip("Leave the editor", "Asks first if there are unsaved changes.")
        ),
    ]
    return dialog(
        "Scenario editor", Column(rows, gap=10), [closing("Back to the editor", "primary")], ident="menu", width=480
    )


def build_unplayable_dialog(lines: Sequence[str]) -> Stack:
    """Build the dialog that lists why the battle cannot be played."""
    return dialog(
        "This battle cannot be played yet",
        Column([Text(one, SMALL) for one in lines], gap=6),
        [closing("Close", "primary")],
    )
