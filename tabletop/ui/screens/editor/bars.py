"""The bars of the editor: tools, undo and saving above; below them the changed lines of the file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from tabletop.core.paths import last_name
from tabletop.core.phrases import format_count
from tabletop.ui import keys
from tabletop.ui.boards.window_layout import BOTTOM, HINTS, TOP, WindowLayout
from tabletop.ui.input import Input
from tabletop.ui.screens.editor.changed_lines import ChangedLines
from tabletop.ui.screens.editor.session import TOOLS, EditorSession
from tabletop.ui.text import LABEL, Style, write_at
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.draw import boxed, draw_focus, gradient, rounded
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Fitted, Label
from tabletop.ui.widgets.layout import Column, Pad, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Bar
from tabletop.ui.widgets.report import Report
from tabletop.ui.widgets.ribbon import Hints

SLIM_HEIGHT = 52
"""Height of the lower bar of one line, design pixels."""
TALL_FROM = 860
"""Height from which there is room for several, design pixels."""


@dataclass(frozen=True)
class EditorRoom(WindowLayout):
    """The room that the bars of the editor leave in a window."""

    @property
    def has_slim_bar(self) -> bool:
        """Return True if the lower bar has room for one line only."""
        return self.is_narrow or self.size[1] < self.theme.px(TALL_FROM)

    @property
    def lower_bar_height(self) -> float:
        """Return the height of the lower bar, design pixels."""
        return SLIM_HEIGHT if self.has_slim_bar else BOTTOM


SIDE = 24
_TITLE, _NAME = Style("title", 26, INKS.cream), Style("name", 18, INKS.brass_light)
_SAVED = Style("body", 15, INKS.dim)
SAVED_WIDTH = 92
"""Width that is reserved for the time of the last save, design pixels."""
TOOL = "editor.tool"
TOOL_LABELS = {
    "select": "Select",
    "place": "Place",
    "column": "Column",
    "measure": "Measure",
    "wind": "Wind",
    "sea": "Sea",
    "zone": "Zones",
}
_TIPS = {
    "select": "Click or drag pieces; Shift and drag selects several.",
    "place": "Click to place the ship selected in the list.",
    "column": "Click to select a whole division; move it by its handles.",
    "measure": "Drag to measure a distance.",
    "wind": "Click where the wind should come from.",
    "sea": "The edges of the sea, and land.",
    "zone": "Where a side may place its ships before the battle.",
}


def build_tool_tip(tool: str) -> Tip:
    """Return the tooltip of a tool: its use and its key."""
    number = next((at for at, one in enumerate(TOOLS, 1) if one == tool), 1)
    return Tip(TOOL_LABELS[tool], _TIPS[tool], str(number))


LEFT_OUT_FIRST = ("kept", "caps", "set up", "words", "name", "tools")
"""Parts that the bar leaves out in a narrow window, in this order."""


def build_top_bar(session: EditorSession, tools: Sequence[str], theme: Theme, width: int) -> Bar:
    """Build the upper bar in the fullest form that fits into `width`, screen pixels."""
    room = width - 2 * theme.px(SIDE)
    forms = (_build_top_row(session, tools, LEFT_OUT_FIRST[:count]) for count in range(len(LEFT_OUT_FIRST) + 1))
    for row in forms:
        if row.measure(theme, room)[0] <= room:
            break
    return Bar(row, "bottom", height=TOP, side=SIDE, ident="top")


def _build_top_row(session: EditorSession, tools: Sequence[str], spared: Sequence[str]) -> Row:
    """Build the upper bar without the parts in `spared`."""
    parts = [
        *_build_names(session, spared),
        Spacer(grow=1),
        *_build_tools(session, tools, spared),
        *_build_undo_buttons(session, spared),
        Spacer(grow=1),
    ]
    return Row([*parts, *_build_right_buttons(spared)], gap=8 if "words" in spared else 14, align="centre")


def _build_names(session: EditorSession, spared: Sequence[str]) -> Iterator[Widget]:
    """Yield the heading, the title of the scenario and the time of the last save."""
    draft = session.draft
    if "set up" not in spared:
        yield Label("Scenario editor", _TITLE)
    if "name" not in spared:
        wide = 90 if "words" in spared else 170
        yield Sized(Fitted(draft.title or "No title", _NAME, tip=Tip(draft.title or "No title", draft.source)), wide)
    if "kept" not in spared:  # room for it is there before it is: no tool moves for it
        when, tip = session.auto_saver.saved_at, Tip("Draft saved", "The draft is saved as you work.")
        yield Sized(Label(f"saved {when:%H:%M}", _SAVED, tip=tip) if when else Spacer(), SAVED_WIDTH)


def _build_tools(session: EditorSession, tools: Sequence[str], spared: Sequence[str]) -> Iterator[Widget]:
    """Yield the tools side by side, or one button for the next tool if "tools" is in `spared`."""
    if not tools:
        return
    if "tools" in spared:
        yield Button("tool.next", TOOL_LABELS[session.tool], "dark", tip=Tip("Tool", "Click for the next tool."))
    else:
        yield ToolSegments(
            TOOL,
            [(one, TOOL_LABELS[one]) for one in TOOLS if one in tools],
            session.tool,
            tip=build_tool_tip(session.tool),
        )


def _build_undo_buttons(session: EditorSession, spared: Sequence[str]) -> Iterator[Widget]:
    """Yield the buttons for undo and redo; a button without a step is disabled."""
    able = {"undo": session.draft.can_undo, "redo": session.draft.can_redo}
    tips = {"undo": Tip("Undo", "Undoes the last change."), "redo": Tip("Redo", "Redoes the last undone change.")}
    for name, words in (("undo", "Undo"), ("redo", "Redo")):
        sign, shown = (name, "") if "words" in spared else ("", words)
        button = Button(name, shown, "dark", sign=sign, key=keys.key(name), show_key=False, tip=tips[name])
        yield (
            button
            if able[name]
            else button.disable("There is nothing to undo." if name == "undo" else "There is nothing to redo.")
        )


def _build_right_buttons(spared: Sequence[str]) -> Iterator[Widget]:
    """Yield the buttons for saving, testing and the menu."""
    cap = "caps" not in spared
    yield Button(
        "save", "Save", "dark", key=keys.key("save"), show_key=cap, tip=Tip("Save", "Saves with your own scenarios.")
    )
    words = "Test" if "words" in spared else "Test the battle"
    yield Button(
        "try",
        words,
        "primary",
        key=keys.key("try"),
        show_key=cap,
        tip=Tip("Test run", "Plays the battle at once, then returns here."),
    )
    yield Button("menu", "", "dark", sign="menu", key=keys.key("menu"), show_key=False, tip=Tip("Menu"))


class ToolSegments(Segments):
    """The tools side by side on the dark bar, with a tooltip for the tool under the pointer."""

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Handle input as all segments do, and set the tooltip to the tool under the pointer."""
        answer = super().handle(given, theme)
        tool = self.options[self.under][0] if self.under >= 0 else self.chosen
        self.tip = build_tool_tip(tool)
        return answer

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the tools; the current tool is brass."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        surface.blit(boxed(self.rect.size, theme.px(4), INKS.bar_2, INKS.bar_edge, theme.px(1)), self.rect)
        for number, (value, words) in enumerate(self.options):
            part = self._part(number)
            if value == self.chosen:
                surface.blit(gradient(part.size, theme.px(4), INKS.brass_top, INKS.brass_bottom), part)
            elif number == self.under:
                inner = part.inflate(-2 * theme.px(1), -2 * theme.px(1))
                surface.blit(rounded(inner.size, theme.px(3), INKS.bar_edge), inner)
            ink = INKS.ink if value == self.chosen else INKS.cream
            write_at(surface, theme, words, LABEL.tinted(ink), center=part.center)


FILE_WIDTH, STEP_WIDTH = 200, 330
"""Widths of the columns beside the changed lines, design pixels."""
_FILE, _WORDS = Style("semibold", 15, INKS.brass_light), Style("body", 15, INKS.mist)
_STEP_TITLE = Style("bold", 16, INKS.brass_light)
_ALL = Tip("All changes", "Shows the changed lines of the file.")


def build_bottom_bar(session: EditorSession, room: EditorRoom, hints: Sequence[str], fixable: bool) -> list[Widget]:
    """Build the lower bar and, unless the window is low, the line of key hints below the bar."""
    row = _build_slim_row(session, fixable) if room.has_slim_bar else _build_tall_row(session, fixable)
    bar = Bar(Pad(row, (0, 8, 0, 8)), "top", height=room.lower_bar_height, side=SIDE, ident="foot")
    return [bar] if room.is_low else [bar, Sized(Hints(hints), 0, HINTS)]


def _format_change_count(session: EditorSession) -> str:
    """Return how many lines changed, such as "3 lines changed"."""
    many = session.draft.line_changes.count
    return f"{format_count(many, 'line')} changed" if many else "Nothing changed"


def _build_slim_row(session: EditorSession, fixable: bool) -> Row:
    """Build the lower bar in one row; a button opens the changed lines."""
    all_ = Button("changes", _format_change_count(session), "dark", sign="right", tip=_ALL)
    return Row(
        [all_, *_build_last_step(session), Spacer(grow=1), *_build_buttons(session, fixable)], gap=12, align="centre"
    )


def _build_tall_row(session: EditorSession, fixable: bool) -> Row:
    """Build the lower bar with the changed lines between the file's name and the last step."""
    lines = (
        f"{_format_change_count(session)}, comments kept"
        if session.draft.line_changes.count
        else _format_change_count(session)
    )
    file = Fitted(last_name(session.draft.source), _FILE, tip=Tip(session.draft.source))
    left = Column(
        [
            file,
            Fitted((lines, _format_change_count(session)), _WORDS),
            Button("changes", "All changes", "dark", tip=_ALL),
        ],
        gap=4,
    )
    right = Column(
        [*_build_last_step(session), Spacer(grow=1), Row(list(_build_buttons(session, fixable)), gap=10)], gap=2
    )
    return Row(
        [Sized(left, FILE_WIDTH), ChangedLines(session.draft.line_changes.lines), Sized(right, STEP_WIDTH)], gap=16
    )


def _build_buttons(session: EditorSession, fixable: bool) -> Iterator[Widget]:
    """Yield the button that fits distances to the rulebook, if `fixable`, and the button that reverts."""
    if fixable:
        yield Button(
            "fit", "Fit to rulebook", "dark", key=keys.key("fit_book"), tip=Tip("Fit the distances to the rulebook")
        )
    yield _build_revert_button(session)


def _build_last_step(session: EditorSession) -> Iterator[Widget]:
    """Yield the title and the detail of the last change; nothing without a change."""
    step = session.draft.last_step
    if step:
        yield Fitted(step.title, _STEP_TITLE, tip=Tip(step.title, step.detail))
        if step.detail:
            yield Fitted(step.detail, _WORDS)


def _build_revert_button(session: EditorSession) -> Button:
    """Build the button that undoes the last change, disabled without a change."""
    back = Button("back_again", "Revert", "dark", tip=Tip("Revert", "Undoes the last change.", keys.key("undo")))
    return back if session.draft.can_undo else back.disable("There is nothing to undo.")
