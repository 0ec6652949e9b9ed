"""The scenario editor: a draft on the table, the tools over it, the lines of its file below."""

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Protocol

from tabletop.authoring.draft import CombinedChange, Draft, switch_on
from tabletop.authoring.draft_files import AutoSaver
from tabletop.authoring.kit import DistanceGauge
from tabletop.authoring.piece_changes import MovePieces, build_book_fit
from tabletop.core.document import DataPath
from tabletop.rulebook.book import find_identifier
from tabletop.ui import keys
from tabletop.ui.boards.room import Room
from tabletop.ui.input import Input
from tabletop.ui.screen import Transition
from tabletop.ui.screens.editor.bars import TOOL, EditorRoom, foot, top_bar
from tabletop.ui.screens.editor.changed_lines import changes_dialog
from tabletop.ui.screens.editor.form import Form
from tabletop.ui.screens.editor.inspector import SWITCH_ON, Issue, ends, gauge_words, issues, telling
from tabletop.ui.screens.editor.pieces_panel import TREE
from tabletop.ui.screens.editor.save_actions import Keeping, Trial, menu_dialog
from tabletop.ui.screens.editor.session import TOOLS, Bench, Tool
from tabletop.ui.screens.rulebook.sheet import RulebookSheet
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.form_controls import TextEntry
from tabletop.ui.widgets.layout import Column, Spacer
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Chosen, On, Pressed, Report, hearing
from tabletop.ui.widgets.stack import Stack


class Workplace(Protocol):
    """What the editor asks of it."""

    tools: Sequence[str]
    """Those that are of use here."""
    hints: Sequence[str]
    """The keys that are told at the foot."""

    def under(self) -> Sequence[Widget]:
        """What lies under the bars."""

    def panels(self, form: Form, room: Room) -> Sequence[Widget]:
        """What lies beside them, the lowest first."""

    def refresh(self) -> None:
        """Show the draft as it is now."""

    def tick(self) -> None:
        """Time has passed."""

    def answer(self, report: Report) -> bool:
        """A report of its own; whether it was one after which the panels are composed anew."""

    def key(self, given: Input) -> bool:
        """A key of its own; whether it was one."""

    def back(self) -> bool:
        """Esc: drop what is held or chosen; whether there was anything."""

    def seek(self, pieces: Sequence[str]) -> None:
        """Choose the first of these, unless she is chosen, and bring all of them into view."""

    def measured(self) -> Sequence[DistanceGauge]:
        """The distances that the book wants."""

    def look_near(self, pieces: Sequence[str], zoom: int | None) -> None:
        """For a picture: begin with these in the middle, so near."""

    def taken(self) -> None:
        """Another tool is in hand."""

    def form_of(self, tool: Tool) -> DataPath | None:
        """The part of the file whose fields a tool opens."""


PLACES = {"ships_of_the_line": "sea_board", "decks_of_glory": "hex_board"}
"""The modules of the games that lie on a map; the others are decks, as is what cannot be drawn."""


def workplace(bench: Bench) -> Workplace:
    """That of the game of the draft; imported when it is needed."""
    draft = bench.draft
    name = PLACES.get(draft.game.meta.id, "deck_table") if draft.state is not None else "deck_table"
    made: Workplace = import_module(f"{__package__}.{name}").PLACE(bench)
    return made


ASIDE = (-0.48, -0.17)
"""By how much a column is moved for a picture, UM."""


class EditorScreen(Page):
    """A draft that is being written.

    Attributes:
        bench: the draft, and what is chosen of it.
        place: how it lies on the table.
    """

    keyed = "editor"

    arrows_start_focus = False

    def __init__(self, draft: Draft, keeper: AutoSaver, trial: Trial) -> None:
        """`keeper` keeps the draft on disk, `trial` lays a match on the table that is only tried."""
        super().__init__()
        self.bench = Bench(draft, keeper, self.refuse)
        self._form, self._keeping = Form(self.bench, self.open), Keeping(self, self.bench, trial)
        self.place: Workplace = workplace(self.bench)
        self._rules = RulebookSheet(self, draft.game.meta.id)
        self._trouble = ""
        """Why the draft could not be kept, as far as that was told."""
        self._shown_before: tuple[str, ...] = ()
        """What was chosen when the tree was scrolled to it."""
        self.presses = {
            "undo": self._undo, "redo": self._redo, "back_again": self._undo, "changes": self._changes,
            "fit": self._fit, "tool.next": self._next_tool, "menu": lambda: self.open(menu_dialog()),
            "editor.rules": self._rulebook,
            **self._keeping.presses, **self._rules.presses,
        }  # fmt: skip
        self.on = {
            **hearing(On(Chosen, lambda one: self._take(one.value), TOOL)), **self._keeping.on, **self._rules.on,
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

    def arrange(self, piece: str, moved: str, zoom: int | None) -> None:
        """For a picture: choose a piece or a group, `moved` a little to the south-west, and come so near.

        Raises:
            KeyError: if there is none of that name, or nothing that it may be.
        """
        groups = {group.id: group.pieces for group in self.draft.groups}
        chosen = groups.get(piece) or ((self.draft.find_piece(piece).id,) if piece else ())
        if moved not in ("", "moved"):
            raise KeyError(f"'{moved}' is not a known option.")
        self.bench.tool = "column" if piece in groups else "select"
        self.bench.choose(chosen)
        if moved:
            self.bench.do(MovePieces(chosen, ASIDE))
        self.place.look_near(chosen, zoom)

    # --- what is shown

    def compose(self) -> Widget:
        """The table, the bars over and under it, the panels on it."""
        room = EditorRoom(self.theme, self.size)
        bars = Column([
            top_bar(self.bench, self.place.tools, self.theme, self.size[0]), Spacer(grow=1),
            *foot(self.bench, room, self.place.hints, fixable=bool(self._unfit())),
        ], gap=0)  # fmt: skip
        return Stack([*self.place.under(), bars, *self.place.panels(self._form, room)])

    def rebuild(self) -> None:
        """As every page; the table shows the draft as it is now, and it is told once that it cannot be kept."""
        before = self._trouble
        self.place.refresh()
        super().rebuild()
        self._reveal_chosen()
        self._trouble = self.bench.keeper.error
        if self._trouble and not before:
            self.say(Toast(self._trouble, "Save it, or it will be lost when you quit."))

    def _reveal_chosen(self) -> None:
        """Another choice is brought into view in the tree; the player may scroll on from there."""
        chosen = self.bench.chosen
        tree = self.find(TREE) if chosen != self._shown_before and self.has(TREE) else None
        self._shown_before = chosen
        if isinstance(tree, ListBox) and chosen:
            tree.reveal(tree.chosen)
            tree.reveal(chosen[0])

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
        if isinstance(report, Pressed) and ident.startswith(SWITCH_ON):
            self._switch_on(ident.removeprefix(SWITCH_ON))
            return None
        if self.place.answer(report) or self._form.answer(report):
            if len(self.layers) > 1 and isinstance(report, Chosen):
                self.close()
            self.rebuild()
        return None

    def give_focus(self, widget: Widget | None) -> None:
        """As every page; a line that is left shows what the file says."""
        if isinstance(self.focus, TextEntry) and (widget is None or widget.id != self.focus.id):
            self._form.left(self.focus)
        super().give_focus(widget)

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
        """Esc leaves a line that is written in, drops what is held, a form, what is chosen; else it asks to leave."""
        if isinstance(self.focus, TextEntry):
            self.give_focus(None)
            return None
        if self.place.back():
            self.rebuild()
            return None
        return self._keeping.leave()

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
        self.open(changes_dialog(self.draft.line_changes.lines))
        return None

    def _unfit(self) -> list[DistanceGauge]:
        """Return the distances that do not fit the book, as listed."""
        return [one for one in telling(self.place.measured()) if not one.is_met]

    def _fit(self) -> Transition | None:
        """Move ships so that the distances of the book hold, and name the first that cannot be met."""
        if not self._unfit():
            return None
        change = build_book_fit(self.draft, self.bench.chosen)
        if change:
            self.bench.do(change)
            self.rebuild()
        left = self._unfit()
        if left and not (change and build_book_fit(self.draft, self.bench.chosen)):
            self.say(
                Toast(
                    f"{ends(self.draft, left[0])}: the distance cannot be met", f"{gauge_words(left[0])}.", left[0].rule
                )
            )
        return None

    def _switch_on(self, switch: str) -> None:
        """Switch rules on that something in the file needs."""
        self._form.forget()
        self.bench.do(CombinedChange(switch_on(self.draft, switch), "Rules switched on"))
        self.rebuild()

    def _next_problem(self) -> Transition | None:
        found = self._issues()
        if found:
            self._go_to((self.bench.problem + 1) % len(found))
        else:
            self.say(Toast("No problems", "The scenario can be played."))
        return None

    def _go_to(self, number: int) -> None:
        """Show the place of a problem: its pieces on the table, else the part of the file with its fields."""
        found = self._issues()
        if number >= len(found):
            return
        issue, self.bench.problem = found[number], number
        if issue.pieces:
            self.place.seek(issue.pieces)
        else:
            self.bench.choose(())
            self.bench.open_form(self.bench.nearest_form(issue.path))
        self.rebuild()

    def _issues(self) -> list[Issue]:
        """What is listed as wrong or to be seen."""
        return issues(self.draft, self.place.measured())

    # --- tools

    def _take(self, tool: str) -> Transition | None:
        """A tool; those of wind and sea open their fields, that of zones brings them into view."""
        if tool in self.place.tools:
            self.bench.tool = next(one for one in TOOLS if one == tool)
            self.bench.open_form(self.place.form_of(self.bench.tool))
            self.rebuild()
            self.place.taken()
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

    def _rulebook(self) -> Transition | None:
        if len(self.layers) > 1 and not self.has("rulebook"):
            self.close()
        told = [self.toast.rule] if self.toast else []
        told += [find_identifier(words, self.draft.game.meta.id) for words in self.pointed]
        self._rules.open(next(filter(None, told), ""))
        return None
