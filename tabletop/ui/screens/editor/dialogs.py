"""What the editor asks and tells over the table: saving under a name, leaving, the menu, all lines that change."""

from collections.abc import Sequence

import pygame

from tabletop.authoring.edits import ChangedLine
from tabletop.ui import rebinding
from tabletop.ui.screens.editor.foot import NUMBER, ROW, SIGN, counterpart, paint_line, paired
from tabletop.ui.text import BODY, LABEL, SMALL
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.form_controls import TextEntry
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.stack import Stack

NAME = "save.name"
LONGEST = 40
WIDE = 1100
"""Of the sheet with all lines that change, design pixels."""


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


def changes_dialog(lines: Sequence[ChangedLine]) -> Stack:
    """Every line that changes."""
    body: Widget = AllChanges(lines) if lines else Text("No changes since the file was opened.", BODY)
    return dialog("All changes", body, [closing("Close", "primary")], width=WIDE)


class AllChanges(Widget):
    """The lines one below the other."""

    def __init__(self, lines: Sequence[ChangedLine]) -> None:
        super().__init__("all_lines")
        self.lines = paired(lines)

    def measure(self, theme: Theme, width: int) -> Size:
        """A row each."""
        return max(width, theme.px(NUMBER + SIGN + 60)), theme.px(ROW) * len(self.lines)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """As at the foot, on the dark ground of the bar."""
        surface.fill(INKS.bar_2, self.rect)
        for number, line in enumerate(self.lines):
            row = pygame.Rect(self.rect.x, self.rect.y + number * theme.px(ROW), self.rect.w, theme.px(ROW))
            if row.colliderect(surface.get_clip()):
                paint_line(surface, theme, line, row, counterpart(self.lines, number))


def sound(lines: Sequence[str]) -> Stack:
    """Why it cannot be tried yet."""
    return dialog(
        "This battle cannot be played yet",
        Column([Text(one, SMALL) for one in lines], gap=6),
        [closing("Close", "primary")],
    )
