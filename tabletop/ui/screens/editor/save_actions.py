"""Saving a draft as a scenario of the player, testing it, and leaving it; with their dialogs."""

from collections.abc import Callable, Sequence
from pathlib import Path

from tabletop.authoring import draft_files
from tabletop.authoring.draft_files import UnsavedError
from tabletop.core.errors import ScenarioError
from tabletop.core.match import MatchSetup
from tabletop.ui import rebinding
from tabletop.ui.screen import Pop, Push, Screen, Transition
from tabletop.ui.screens.editor.session import Bench
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

Trial = Callable[[MatchSetup], Screen]
SEED = "trial"
"""Of matches that are only tried: the same dice every time, so that two layouts can be compared."""
TOLD = 8
"""Problems that are told where a draft cannot be tried."""


class Keeping:
    """What becomes of a draft.

    Attributes:
        presses: what its buttons do.
        on: what is done while a name is typed.
    """

    def __init__(self, page: Page, bench: Bench, trial: Trial) -> None:
        """`trial` lays a match on the table that is only tried."""
        self._page, self._bench, self._trial = page, bench, trial
        self._name = ""
        self._there: Path | None = None
        """The player's own file that would be written over."""
        self.presses: Presses[Transition | None] = {
            "save": self.save, "save.as": self._ask, "save.do": self._keep, "save.over": self._keep_over,
            "try": self._try, "editor.leave": self.leave, "leave.keep": Pop, "leave.drop": self._drop,
        }  # fmt: skip
        self.on: Hearing[Transition | None] = hearing(On(Typed, self._named, NAME))

    # --- saving

    def save(self) -> None:
        """Where it came from, if that is the player's own; else it is asked under what name."""
        self._name = ""
        if self._bench.draft.save_path is None:
            self._ask()
        else:
            self._keep()

    def _ask(self) -> None:
        draft = self._bench.draft
        self._name = (
            draft.save_path.stem if draft.save_path else draft_files.find_free_name(draft.game.meta.id, draft.title)
        )
        self._show(save_dialog(self._name))

    def _show(self, dialog: Stack) -> None:
        """A dialog about the name, with the pen in its line."""
        self._close()
        self._page.open(dialog)
        self._page.give_focus(self._page.find(NAME))

    def _named(self, report: Typed) -> None:
        """Another name: what was in the way of the one before is no matter."""
        self._name = report.text
        if self._there is not None:
            self._there, line = None, self._page.find(NAME)
            self._show(save_dialog(self._name))
            self._page.find(NAME).adopt(line)

    def _keep(self) -> None:
        """Save under the name that was given; one that is taken may be given up or written over."""
        try:
            self._saved(draft_files.save(self._bench.draft, self._name))
        except UnsavedError as error:
            self._there = error.existing_file
            asked = save_dialog if error.existing_file is None else save_over_dialog
            self._show(asked(self._name, str(error)))

    def _keep_over(self) -> None:
        """Write over the file that has the name."""
        assert self._there is not None
        try:
            self._saved(draft_files.overwrite(self._bench.draft, self._there, self._name))
        except UnsavedError as error:
            self._there = None
            self._show(save_dialog(self._name, str(error)))

    def _saved(self, path: Path) -> None:
        """Tell where it is now."""
        self._there = None
        self._bench.end_typing()
        self._close()
        self._page.rebuild()
        self._page.say(Toast("Saved", f"Saved as {path.name}. It appears under New game."))

    def _close(self) -> None:
        if len(self._page.layers) > 1:
            self._page.close()

    # --- trying and leaving

    def _try(self) -> Transition | None:
        """Play it as it is; what is wrong with it is told first."""
        try:
            return Push(self._trial(self._bench.draft.build_setup(SEED)))
        except ScenarioError:
            self._page.open(unplayable_dialog([fault.message for fault in self._bench.draft.problems[:TOLD]]))
            return None

    def leave(self) -> Transition | None:
        """At once if nothing would be missed."""
        self._close()
        if not self._bench.draft.has_unsaved_changes:
            return self._drop()
        self._page.open(leave_dialog(self._bench.draft.title))
        return None

    def _drop(self) -> Transition:
        self._bench.keeper.delete_file()
        return Pop()


NAME = "save.name"
LONGEST = 40


def save_dialog(name: str, why: str = "") -> Stack:
    """Under what name; `why` says why not under the one that stands there."""
    return _under_a_name(name, why, Button("save.do", "Save", "primary", key="Enter"))


def save_over_dialog(name: str, why: str) -> Stack:
    """Whether the player's own file of that name is given up for this."""
    return _under_a_name(name, why, Button("save.over", "Overwrite", "primary", key="Enter"))


def _under_a_name(name: str, why: str, yes: Button) -> Stack:
    entry = TextEntry(NAME, name, longest=LONGEST, width=300, grow=1, allowed=lambda one: one.isalnum() or one in "_- ")
    rows: list[Widget] = [
        Text("It is saved with your scenarios and appears under New game.", BODY),
        Row([Text("Name", LABEL), entry], gap=12, align="centre"),
    ]
    if why:
        rows.append(Text(why, LABEL.tinted(INKS.danger)))
    return dialog("Save the scenario", Column(rows, gap=12), [closing("Cancel"), yes])


def leave_dialog(title: str) -> Stack:
    """Unsaved changes: back to them, save them, or leave them."""
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


def menu_dialog() -> Stack:
    """What else can be done."""
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


def unplayable_dialog(lines: Sequence[str]) -> Stack:
    """Why it cannot be tried yet."""
    return dialog(
        "This battle cannot be played yet",
        Column([Text(one, SMALL) for one in lines], gap=6),
        [closing("Close", "primary")],
    )
