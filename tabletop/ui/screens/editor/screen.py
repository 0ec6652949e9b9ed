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
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.input import Input
from tabletop.ui.screen import Transition
from tabletop.ui.screens.editor.bars import TOOL, EditorRoom, build_bottom_bar, build_top_bar
from tabletop.ui.screens.editor.changed_lines import build_changes_dialog
from tabletop.ui.screens.editor.form import Form
from tabletop.ui.screens.editor.inspector import SWITCH_ON, Issue, format_ends, format_gauge, list_issues, select_gauges
from tabletop.ui.screens.editor.pieces_panel import TREE
from tabletop.ui.screens.editor.save_actions import SaveActions, StartTrial, build_menu_dialog
from tabletop.ui.screens.editor.session import TOOLS, EditorSession, Tool
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
    """The part of the editor that shows the draft of one kind of game: a sea, a hex map or a deck."""

    tools: Sequence[str]
    """The tools that are of use here."""
    hints: Sequence[str]
    """The names of the keys that the bottom line shows."""

    def build_background(self) -> Sequence[Widget]:
        """Return the widgets under the bars."""

    def build_panels(self, form: Form, room: WindowLayout) -> Sequence[Widget]:
        """Return the panels over the background, lowest first."""

    def refresh(self) -> None:
        """Show the draft as it is now."""

    def handle_report(self, report: Report) -> bool:
        """Handle a report. Return True if the panels must be rebuilt."""

    def handle_key(self, given: Input) -> bool:
        """Handle a key. Return True if it was a key of the workplace."""

    def go_back(self) -> bool:
        """End a drag, close a form or clear the selection. Return False if nothing was left."""

    def show_pieces(self, pieces: Sequence[str]) -> None:
        """Select the first piece unless it is selected, and bring all pieces into view."""

    def measure_distances(self) -> Sequence[DistanceGauge]:
        """Return the distances that the rulebook demands."""

    def frame_pieces(self, pieces: Sequence[str], zoom: int | None) -> None:
        """Center the view on the pieces at a zoom, for a picture."""

    def handle_tool_change(self) -> None:
        """Adapt to a new tool."""

    def form_for_tool(self, tool: Tool) -> DataPath | None:
        """Return the path of the fields that a tool opens; None for none."""


MAP_WORKPLACES = {"ships_of_the_line": "sea_board", "decks_of_glory": "hex_board"}
"""The modules of games with a map; other games, and drafts that cannot be drawn, use the deck."""


def open_workplace(session: EditorSession) -> Workplace:
    """Import and return the workplace for the game of the draft."""
    draft = session.draft
    name = MAP_WORKPLACES.get(draft.game.meta.id, "deck_table") if draft.state is not None else "deck_table"
    workplace: Workplace = import_module(f"{__package__}.{name}").WORKPLACE(session)
    return workplace


PICTURE_SHIFT = (-0.48, -0.17)
"""Offset by which a column is moved for a picture, UM."""


class EditorScreen(Page):
    """The screen of the scenario editor.

    Attributes:
        session: the draft, the selection and the tool.
        workplace: the map or the deck.
    """

    keyed = "editor"

    arrows_start_focus = False

    def __init__(self, draft: Draft, auto_saver: AutoSaver, trial: StartTrial) -> None:
        """Take a draft and the saver that keeps it on disk; `trial` builds the table of a tried match."""
        super().__init__()
        self.session = EditorSession(draft, auto_saver, self.refuse)
        self._form = Form(self.session, self.open)
        self._save_actions = SaveActions(self, self.session, trial)
        self.workplace: Workplace = open_workplace(self.session)
        self._rules = RulebookSheet(self, draft.game.meta.id)
        self._save_error = ""
        """Why the draft could not be kept, as far as that was told."""
        self._revealed_selection: tuple[str, ...] = ()
        """What was chosen when the tree was scrolled to it."""
        self.presses = {
            "undo": self._undo,
            "redo": self._redo,
            "back_again": self._undo,
            "changes": self._show_changes,
            "fit": self._fit_to_book,
            "tool.next": self._choose_next_tool,
            "menu": lambda: self.open(build_menu_dialog()),
            "editor.rules": self._open_rulebook,
            **self._save_actions.presses,
            **self._rules.presses,
        }
        self.on = {
            **hearing(On(Chosen, lambda one: self._choose_tool(one.value), TOOL)),
            **self._save_actions.on,
            **self._rules.on,
        }
        self._key_actions: dict[str, Callable[[], Transition | None]] = {
            keys.key("undo"): self._undo,
            keys.key("redo"): self._redo,
            keys.key("column"): self._choose_column_tool,
            keys.key("fit_book"): self._fit_to_book,
            keys.key("next_problem"): self._go_to_next_problem,
            **{str(number): partial(self._choose_tool, tool) for number, tool in enumerate(TOOLS, 1)},
        }

    @property
    def draft(self) -> Draft:
        """Return the draft."""
        return self.session.draft

    def arrange(self, piece: str, moved: str, zoom: int | None) -> None:
        """Select a piece or a group for a picture; `moved` moves it to the south-west, `zoom` frames it.

        Raises:
            KeyError: if no piece has that name, or `moved` is neither "" nor "moved".
        """
        groups = {group.id: group.pieces for group in self.draft.groups}
        chosen = groups.get(piece) or ((self.draft.find_piece(piece).id,) if piece else ())
        if moved not in ("", "moved"):
            raise KeyError(f"'{moved}' is not a known option.")
        self.session.tool = "column" if piece in groups else "select"
        self.session.select(chosen)
        if moved:
            self.session.apply(MovePieces(chosen, PICTURE_SHIFT))
        self.workplace.frame_pieces(chosen, zoom)

    # --- what is shown

    def compose(self) -> Widget:
        """Build the workplace, the bars over and under it, and its panels."""
        room = EditorRoom(self.theme, self.size)
        bars = Column(
            [
                build_top_bar(self.session, self.workplace.tools, self.theme, self.size[0]),
                Spacer(grow=1),
                *build_bottom_bar(self.session, room, self.workplace.hints, fixable=bool(self._list_unmet_distances())),
            ],
            gap=0,
        )
        return Stack([*self.workplace.build_background(), bars, *self.workplace.build_panels(self._form, room)])

    def rebuild(self) -> None:
        """Refresh the workplace, rebuild the page, and say once if the draft cannot be kept on disk."""
        before = self._save_error
        self.workplace.refresh()
        super().rebuild()
        self._reveal_chosen()
        self._save_error = self.session.auto_saver.error
        if self._save_error and not before:
            self.say(Toast(self._save_error, "Save it, or it will be lost when you quit."))

    def _reveal_chosen(self) -> None:
        """Scroll a new selection into view in the tree; later scrolling is left to the player."""
        chosen = self.session.selection
        tree = self.find(TREE) if chosen != self._revealed_selection and self.has(TREE) else None
        self._revealed_selection = chosen
        if isinstance(tree, ListBox) and chosen:
            tree.reveal(tree.chosen)
            tree.reveal(chosen[0])

    def resize(self, size: tuple[int, int], theme: Theme) -> None:
        """Resize the page and refresh the workplace."""
        super().resize(size, theme)
        self.workplace.refresh()

    # --- what the player does

    def act(self, report: Report) -> Transition | None:
        """Handle a report of a problem, the workplace or a field, and rebuild the page."""
        ident = str(getattr(report, "id", ""))
        if isinstance(report, Pressed) and ident.startswith("problem."):
            self._go_to_problem(int(ident.removeprefix("problem.")))
            return None
        if isinstance(report, Pressed) and ident.startswith(SWITCH_ON):
            self._switch_on(ident.removeprefix(SWITCH_ON))
            return None
        if self.workplace.handle_report(report) or self._form.handle_report(report):
            if len(self.layers) > 1 and isinstance(report, Chosen):
                self.close()
            self.rebuild()
        return None

    def give_focus(self, widget: Widget | None) -> None:
        """Move the focus; a line that loses it shows the value of the file."""
        if isinstance(self.focus, TextEntry) and (widget is None or widget.id != self.focus.id):
            self._form.leave_line(self.focus)
        super().give_focus(widget)

    def handle(self, given: Input) -> Transition | None:
        """Handle input; a released key goes to the workplace."""
        if given.kind == "key" and given.key == keys.key("rulebook"):
            return self._open_rulebook()
        if given.kind == "key_up" and len(self.layers) == 1:
            self.workplace.handle_key(given)
            return None
        return super().handle(given)

    def key_pressed(self, given: Input) -> Transition | None:
        """Handle a key that has no button."""
        if given.key in self._key_actions:
            return self._key_actions[given.key]()
        if given.key == "Enter":
            self.give_focus(None)
        elif self.workplace.handle_key(given):
            self.rebuild()
        return None

    def back(self) -> Transition | None:
        """Leave a text line, else go back in the workplace, else ask to leave the editor."""
        if isinstance(self.focus, TextEntry):
            self.give_focus(None)
            return None
        if self.workplace.go_back():
            self.rebuild()
            return None
        return self._save_actions.ask_to_leave()

    # --- the draft

    def _undo(self) -> Transition | None:
        """Undo the last change."""
        self._form.forget_typed()
        self.session.undo()
        self.rebuild()
        return None

    def _redo(self) -> Transition | None:
        """Redo the change that was undone last."""
        self._form.forget_typed()
        self.session.redo()
        self.rebuild()
        return None

    def _show_changes(self) -> Transition | None:
        """Open the dialog with all changed lines."""
        self.open(build_changes_dialog(self.draft.line_changes.lines))
        return None

    def _list_unmet_distances(self) -> list[DistanceGauge]:
        """Return the distances of the rulebook that are not met, as listed."""
        return [one for one in select_gauges(self.workplace.measure_distances()) if not one.is_met]

    def _fit_to_book(self) -> Transition | None:
        """Move ships so that the distances of the rulebook hold, and name the first that cannot be met."""
        if not self._list_unmet_distances():
            return None
        change = build_book_fit(self.draft, self.session.selection)
        if change:
            self.session.apply(change)
            self.rebuild()
        left = self._list_unmet_distances()
        if left and not (change and build_book_fit(self.draft, self.session.selection)):
            self.say(
                Toast(
                    f"{format_ends(self.draft, left[0])}: the distance cannot be met",
                    f"{format_gauge(left[0])}.",
                    left[0].rule,
                )
            )
        return None

    def _switch_on(self, switch: str) -> None:
        """Switch on the rules that something in the file needs."""
        self._form.forget_typed()
        self.session.apply(CombinedChange(switch_on(self.draft, switch), "Rules switched on"))
        self.rebuild()

    def _go_to_next_problem(self) -> Transition | None:
        """Go to the next issue, or say that there is none."""
        found = self._list_issues()
        if found:
            self._go_to_problem((self.session.last_problem + 1) % len(found))
        else:
            self.say(Toast("No problems", "The scenario can be played."))
        return None

    def _go_to_problem(self, number: int) -> None:
        """Show the pieces of issue `number`, or the fields of its part of the file."""
        found = self._list_issues()
        if number >= len(found):
            return
        issue, self.session.last_problem = found[number], number
        if issue.pieces:
            self.workplace.show_pieces(issue.pieces)
        else:
            self.session.select(())
            self.session.open_form(self.session.find_form(issue.path))
        self.rebuild()

    def _list_issues(self) -> list[Issue]:
        """Return the issues of the draft."""
        return list_issues(self.draft, self.workplace.measure_distances())

    # --- tools

    def _choose_tool(self, tool: str) -> Transition | None:
        """Take a tool and open its fields; ignore a tool that is of no use here."""
        if tool in self.workplace.tools:
            self.session.tool = next(one for one in TOOLS if one == tool)
            self.session.open_form(self.workplace.form_for_tool(self.session.tool))
            self.rebuild()
            self.workplace.handle_tool_change()
        return None

    def _choose_next_tool(self) -> Transition | None:
        """Take the next tool."""
        tools = list(self.workplace.tools)
        return self._choose_tool(tools[(tools.index(self.session.tool) + 1) % len(tools)])

    def _choose_column_tool(self) -> Transition | None:
        """Take the column tool, and extend the selection to its whole division."""
        tool: Tool = "column"
        if self.session.selection and tool in self.workplace.tools:
            self.session.select(self.session.division_of(self.session.selection[0]))
        return self._choose_tool(tool)

    def _open_rulebook(self) -> Transition | None:
        """Open the rulebook sheet at the rule of the message, or of what the pointer is on."""
        if len(self.layers) > 1 and not self.has("rulebook"):
            self.close()
        rules = [self.toast.rule] if self.toast else []
        rules += [find_identifier(words, self.draft.game.meta.id) for words in self.pointed]
        self._rules.open(next(filter(None, rules), ""))
        return None
