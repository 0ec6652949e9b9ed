"""Where a draft of each game is worked on: the sea, the hexes, or its deck as a table."""

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from tabletop.authoring.kit import DistanceGauge
from tabletop.core.document import DataPath
from tabletop.ui.boards.room import Room
from tabletop.ui.input import Input
from tabletop.ui.screens.editor.bench import Bench, Tool
from tabletop.ui.screens.editor.form import Form
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.report import Report


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


PLACES = {"ships_of_the_line": "sea", "decks_of_glory": "hexes"}
"""The modules of the games that lie on a map; the others are decks, as is what cannot be drawn."""


def workplace(bench: Bench) -> Workplace:
    """That of the game of the draft; imported when it is needed."""
    draft = bench.draft
    name = PLACES.get(draft.game.meta.id, "deck") if draft.state is not None else "deck"
    made: Workplace = import_module(f"{__package__}.{name}").PLACE(bench)
    return made
