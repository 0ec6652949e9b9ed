"""The bar over the editor: what is set up, the tools, undo and redo, keeping and trying it."""

from collections.abc import Iterator, Sequence

import pygame

from tabletop.ui import keys
from tabletop.ui.boards.room import TOP
from tabletop.ui.input import Input
from tabletop.ui.screens.editor.bench import TOOLS, Bench
from tabletop.ui.text import LABEL, Style, write_at
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.draw import boxed, draw_focus, gradient, rounded
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Fitted, Label
from tabletop.ui.widgets.layout import Row, Sized, Spacer
from tabletop.ui.widgets.panel import Bar
from tabletop.ui.widgets.report import Report

SIDE = 24
_TITLE, _NAME = Style("title", 26, INKS.cream), Style("name", 18, INKS.brass_light)
_KEPT = Style("body", 15, INKS.dim)
KEPT = 92
"""Room for when it was kept, design pixels."""
TOOL = "editor.tool"
WORDS = {
    "select": "Select", "place": "Place", "column": "Column", "measure": "Measure", "wind": "Wind", "sea": "Sea",
    "zone": "Zones",
}  # fmt: skip
_TIPS = {
    "select": "Click or drag pieces; Shift and drag selects several.",
    "place": "Click to place the ship selected in the list.",
    "column": "Click to select a whole division; move it by its handles.",
    "measure": "Drag to measure a distance.",
    "wind": "Click where the wind should come from.",
    "sea": "The edges of the sea, and land.",
    "zone": "Where a side may place its ships before the battle.",
}


def told(tool: str) -> Tip:
    """What a tool is for, and its key."""
    number = next((at for at, one in enumerate(TOOLS, 1) if one == tool), 1)
    return Tip(WORDS[tool], _TIPS[tool], str(number))


SPARED = ("kept", "caps", "set up", "words", "name", "tools")
"""What the bar does without where room is short, the first first."""


def top_bar(bench: Bench, tools: Sequence[str], theme: Theme, width: int) -> Bar:
    """The fullest form that fits."""
    room = width - 2 * theme.px(SIDE)
    forms = (_row(bench, tools, SPARED[:count]) for count in range(len(SPARED) + 1))
    for row in forms:
        if row.measure(theme, room)[0] <= room:
            break
    return Bar(row, "bottom", height=TOP, side=SIDE, ident="top")


def _row(bench: Bench, tools: Sequence[str], spared: Sequence[str]) -> Row:
    parts = [
        *_names(bench, spared),
        Spacer(grow=1),
        *_tools(bench, tools, spared),
        *_steps(bench, spared),
        Spacer(grow=1),
    ]
    return Row([*parts, *_ends(spared)], gap=8 if "words" in spared else 14, align="centre")


def _names(bench: Bench, spared: Sequence[str]) -> Iterator[Widget]:
    draft = bench.draft
    if "set up" not in spared:
        yield Label("Scenario editor", _TITLE)
    if "name" not in spared:
        wide = 90 if "words" in spared else 170
        yield Sized(Fitted(draft.title or "No title", _NAME, tip=Tip(draft.title or "No title", draft.source)), wide)
    if "kept" not in spared:  # room for it is there before it is: no tool moves for it
        when, tip = bench.keeper.saved_at, Tip("Draft saved", "The draft is saved as you work.")
        yield Sized(Label(f"saved {when:%H:%M}", _KEPT, tip=tip) if when else Spacer(), KEPT)


def _tools(bench: Bench, tools: Sequence[str], spared: Sequence[str]) -> Iterator[Widget]:
    if not tools:
        return
    if "tools" in spared:
        yield Button("tool.next", WORDS[bench.tool], "dark", tip=Tip("Tool", "Click for the next tool."))
    else:
        yield Tools(TOOL, [(one, WORDS[one]) for one in TOOLS if one in tools], bench.tool, tip=told(bench.tool))


def _steps(bench: Bench, spared: Sequence[str]) -> Iterator[Widget]:
    able = {"undo": bench.draft.can_undo, "redo": bench.draft.can_redo}
    tips = {"undo": Tip("Undo", "Undoes the last change."), "redo": Tip("Redo", "Redoes the last undone change.")}
    for name, words in (("undo", "Undo"), ("redo", "Redo")):
        sign, shown = (name, "") if "words" in spared else ("", words)
        made = Button(name, shown, "dark", sign=sign, key=keys.key(name), show_key=False, tip=tips[name])
        yield (
            made
            if able[name]
            else made.disable("There is nothing to undo." if name == "undo" else "There is nothing to redo.")
        )


def _ends(spared: Sequence[str]) -> Iterator[Widget]:
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


class Tools(Segments):
    """The tools side by side on the dark bar; the tooltip is that of the one under the pointer."""

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """As all segments."""
        answer = super().handle(given, theme)
        tool = self.options[self.under][0] if self.under >= 0 else self.chosen
        self.tip = told(tool)
        return answer

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The one in hand is brass."""
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
