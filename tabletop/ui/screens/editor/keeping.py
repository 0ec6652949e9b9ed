"""Saving a draft as a scenario of the player's own, trying it, and leaving it."""

from collections.abc import Callable
from pathlib import Path

from tabletop.authoring import draft_files
from tabletop.authoring.draft_files import UnsavedError
from tabletop.core.errors import ScenarioError
from tabletop.core.match import MatchSetup
from tabletop.ui.screen import Pop, Push, Screen, Transition
from tabletop.ui.screens.editor import dialogs
from tabletop.ui.screens.editor.bench import Bench
from tabletop.ui.widgets.overlay import Toast
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
        self.on: Hearing[Transition | None] = hearing(On(Typed, self._named, dialogs.NAME))

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
        self._show(dialogs.save_dialog(self._name))

    def _show(self, dialog: Stack) -> None:
        """A dialog about the name, with the pen in its line."""
        self._close()
        self._page.open(dialog)
        self._page.give_focus(self._page.find(dialogs.NAME))

    def _named(self, report: Typed) -> None:
        """Another name: what was in the way of the one before is no matter."""
        self._name = report.text
        if self._there is not None:
            self._there, line = None, self._page.find(dialogs.NAME)
            self._show(dialogs.save_dialog(self._name))
            self._page.find(dialogs.NAME).adopt(line)

    def _keep(self) -> None:
        """Save under the name that was given; one that is taken may be given up or written over."""
        try:
            self._saved(draft_files.save(self._bench.draft, self._name))
        except UnsavedError as error:
            self._there = error.existing_file
            asked = dialogs.save_dialog if error.existing_file is None else dialogs.save_over_dialog
            self._show(asked(self._name, str(error)))

    def _keep_over(self) -> None:
        """Write over the file that has the name."""
        assert self._there is not None
        try:
            self._saved(draft_files.overwrite(self._bench.draft, self._there, self._name))
        except UnsavedError as error:
            self._there = None
            self._show(dialogs.save_dialog(self._name, str(error)))

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
            self._page.open(dialogs.sound([fault.message for fault in self._bench.draft.problems[:TOLD]]))
            return None

    def leave(self) -> Transition | None:
        """At once if nothing would be missed."""
        self._close()
        if not self._bench.draft.has_unsaved_changes:
            return self._drop()
        self._page.open(dialogs.leave_dialog(self._bench.draft.title))
        return None

    def _drop(self) -> Transition:
        self._bench.keeper.delete_file()
        return Pop()
