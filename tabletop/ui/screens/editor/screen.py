"""The scenario editor: a draft on the table, the tools over it, the lines of its file below."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from tabletop.authoring import filing
from tabletop.authoring.draft import Draft
from tabletop.authoring.filing import Keeper, UnsavedError
from tabletop.core.errors import ScenarioError
from tabletop.core.match import Beginning
from tabletop.ui import keys
from tabletop.ui.boards.room import Room
from tabletop.ui.input import Input
from tabletop.ui.screen import Pop, Push, Screen, Transition
from tabletop.ui.screens.editor import dialogs
from tabletop.ui.screens.editor.bench import TOOLS, Bench, Tool
from tabletop.ui.screens.editor.boards import Workplace, workplace
from tabletop.ui.screens.editor.foot import foot
from tabletop.ui.screens.editor.form import Form
from tabletop.ui.screens.editor.top_bar import TOOL, top_bar
from tabletop.ui.screens.rulebook.sheet import RulebookSheet
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.layout import Column, Spacer
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Chosen, On, Pressed, Report, Typed, hearing
from tabletop.ui.widgets.stack import Stack

HINTS = (
    "place", "column", "add_drag", "copy", "turn_port", "ruler", "fit_book", "next_problem", "undo", "try", "rulebook",
)  # fmt: skip
Trial = Callable[[Beginning], Screen]
SEED = "trial"
"""Of matches that are only tried: the same dice every time, so that two layouts can be compared."""


class EditorScreen(Page):
    """A draft that is being written.

    Attributes:
        bench: the draft, and what is chosen of it.
        place: how it lies on the table.
    """

    arrows_start_focus = False

    def __init__(self, draft: Draft, keeper: Keeper, trial: Trial) -> None:
        """`keeper` keeps the draft on disk, `trial` lays a match on the table that is only tried."""
        super().__init__()
        self.bench, self._keeper = Bench(draft, keeper, self.refuse), keeper
        self._trial, self._name = trial, ""
        self._there: Path | None = None
        """The player's own file that would be written over."""
        self._form = Form(self.bench, self.open)
        self.place: Workplace = workplace(self.bench)
        self._rules = RulebookSheet(self, draft.game.meta.id)
        self.presses = {
            "undo": self._undo, "redo": self._redo, "back_again": self._undo, "changes": self._changes,
            "fit": self._fit,
            "save": self._save, "save.as": self._save_as, "save.do": partial(self._keep, over=False),
            "save.over": partial(self._keep, over=True), "try": self._try, "tool.next": self._next_tool,
            "menu": lambda: self.open(dialogs.menu_dialog()), "editor.leave": self._asked_to_leave, "leave.keep": Pop,
            "leave.drop": self._drop, "editor.rules": self._rulebook,
            **self._rules.presses,
        }  # fmt: skip
        self.on = {
            **hearing(On(Chosen, lambda one: self._take(one.value), TOOL), On(Typed, self._named, dialogs.NAME)),
            **self._rules.on,
        }  # fmt: skip
        self._keyed: dict[str, Callable[[], Transition | None]] = {
            keys.key("undo"): self._undo, keys.key("redo"): self._redo, keys.key("column"): self._columns,
            keys.key("fit_book"): self._fit, keys.key("next_problem"): self._next_problem,
            **{str(number): partial(self._take, tool) for number, tool in enumerate(TOOLS, 1)},
        }  # fmt: skip

    @property
    def draft(self) -> Draft:
        """What is being written."""
        return self.bench.draft

    # --- what is shown

    def compose(self) -> Widget:
        """The table, the bars over and under it, the panels on it."""
        room = Room(self.theme, self.size)
        bars = Column([
            top_bar(self.bench, self.place.tools, self.theme, self.size[0]), Spacer(grow=1),
            *foot(self.bench, room, HINTS, fixable=bool(self.place.fixes())),
        ], gap=0)  # fmt: skip
        return Stack([*self.place.under(), bars, *self.place.panels(self._form, room)])

    def rebuild(self) -> None:
        """As every page; the table shows the draft as it is now."""
        self.place.refresh()
        super().rebuild()

    def resize(self, size: tuple[int, int], theme: Theme) -> None:
        """As every page."""
        super().resize(size, theme)
        self.place.refresh()

    # --- what the player does

    def act(self, report: Report) -> Transition | None:
        """Reports of the table, of the panels and of the fields."""
        ident = str(getattr(report, "id", ""))
        if isinstance(report, Pressed) and ident.startswith("problem."):
            self._go_to(int(ident.removeprefix("problem.")))
            return None
        if self.place.answer(report) or self._form.answer(report):
            if len(self.layers) > 1 and isinstance(report, Chosen):
                self.close()
            self.rebuild()
        return None

    def handle(self, given: Input) -> Transition | None:
        """As every page; the table also hears of keys that are let go."""
        if given.kind == "key" and given.key == keys.key("rulebook"):
            return self._rulebook()
        if given.kind == "key_up" and len(self.layers) == 1:
            self.place.key(given)
            return None
        return super().handle(given)

    def key_pressed(self, given: Input) -> Transition | None:
        """Keys without a button on the screen."""
        if given.key in self._keyed:
            return self._keyed[given.key]()
        if given.key == "Enter":
            self.give_focus(None)
        elif self.place.key(given):
            self.rebuild()
        return None

    def back(self) -> Transition | None:
        """Esc drops what is held, a form, what is chosen; with nothing to drop it asks whether to leave."""
        if self.place.back():
            self.rebuild()
            return None
        return self._asked_to_leave()

    def update(self, elapsed: int) -> bool:
        """As every page."""
        self.place.tick()
        return super().update(elapsed)

    # --- the draft

    def _undo(self) -> Transition | None:
        self._form.forget()
        self.bench.undo()
        self.rebuild()
        return None

    def _redo(self) -> Transition | None:
        self._form.forget()
        self.bench.redo()
        self.rebuild()
        return None

    def _changes(self) -> Transition | None:
        self.open(dialogs.changes_dialog(self.draft.changed.lines))
        return None

    def _fit(self) -> Transition | None:
        """What does not fit the book is moved so that it does."""
        fixes = self.place.fixes()
        if fixes:
            self.bench.do(fixes[0])
            self.rebuild()
        return None

    def _next_problem(self) -> Transition | None:
        if self.draft.problems:
            self._go_to((self.bench.problem + 1) % len(self.draft.problems))
        else:
            self.say(Toast("Nothing is wrong", "tabletop validate would say the same."))
        return None

    def _go_to(self, number: int) -> None:
        """Show the place of a problem: its piece on the table, else the part of the file with its fields."""
        if number >= len(self.draft.problems):
            return
        fault, self.bench.problem = self.draft.problems[number], number
        if fault.piece:
            self.place.seek(fault.piece)
        else:
            self.bench.choose(())
            self.bench.open_form(self.bench.nearest_form(fault.path))
        self.rebuild()

    # --- tools

    def _take(self, tool: str) -> Transition | None:
        """A tool; those of wind and sea open their fields."""
        if tool in self.place.tools:
            self.bench.tool = next(one for one in TOOLS if one == tool)
            self.bench.open_form(self.place.form_of(self.bench.tool))
            self.rebuild()
        return None

    def _next_tool(self) -> Transition | None:
        tools = list(self.place.tools)
        return self._take(tools[(tools.index(self.bench.tool) + 1) % len(tools)])

    def _columns(self) -> Transition | None:
        """The tool for columns; what is chosen grows to its whole division."""
        tool: Tool = "column"
        if self.bench.chosen and tool in self.place.tools:
            self.bench.choose(self.bench.group_of(self.bench.chosen[0]))
        return self._take(tool)

    # --- keeping and trying

    def _save(self) -> Transition | None:
        """Where it came from, if that is the player's own; else it is asked under what name."""
        if self.draft.home is None:
            return self._save_as()
        self._there = self.draft.home
        return self._keep(over=True)

    def _save_as(self) -> Transition | None:
        if len(self.layers) > 1:
            self.close()
        draft = self.draft
        self._name = draft.home.stem if draft.home else filing.free_name(draft.game.meta.id, draft.title)
        self.open(dialogs.save_dialog(self._name))
        self.give_focus(self.find(dialogs.NAME))
        return None

    def _named(self, report: Typed) -> None:
        """Another name: what was in the way of the one before is no matter."""
        self._name, self._there = report.text, None

    def _keep(self, *, over: bool) -> Transition | None:
        """Save under the name that was given, or say what is in the way."""
        try:
            path = (
                filing.replaced(self.draft, self._there)
                if over and self._there
                else filing.save(self.draft, self._name)
            )
        except UnsavedError as error:
            self._again(error)
            return None
        if len(self.layers) > 1:
            self.close()
        self.rebuild()
        self.say(Toast("Saved", f"As {path.name}. It stands in the list of a new game."))
        return None

    def _again(self, error: UnsavedError) -> None:
        """The dialog once more, with what is in the way."""
        if len(self.layers) > 1:
            self.close()
        self._there = error.taken
        self.open(dialogs.save_dialog(self._name, str(error), may_replace=error.taken is not None))
        self.give_focus(self.find(dialogs.NAME))

    def _try(self) -> Transition | None:
        """Play it as it is; what is wrong with it is told first."""
        try:
            return Push(self._trial(self.draft.beginning(SEED)))
        except ScenarioError:
            self.open(dialogs.sound([fault.message for fault in self.draft.problems[:8]]))
            return None

    def _asked_to_leave(self) -> Transition | None:
        """At once if nothing would be missed."""
        if len(self.layers) > 1:
            self.close()
        if not self.draft.dirty:
            self._keeper.forget()
            return Pop()
        self.open(dialogs.leave_dialog(self.draft.title))
        return None

    def _drop(self) -> Transition:
        self._keeper.forget()
        return Pop()

    def _rulebook(self) -> Transition | None:
        if len(self.layers) > 1 and not self.has("rulebook"):
            self.close()
        told = [self.toast.rule] if self.toast else []
        told += [widget.rule for widget in reversed(self._path)]
        self._rules.open(next(filter(None, told), ""))
        return None
