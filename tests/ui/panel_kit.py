"""A small fleet before a player, for the tests of the panels."""

from typing import Any

from tabletop.games.ships_of_the_line.model import State
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.tables import Watch, begun

WIDE, NARROW = (1920, 1080), (1280, 720)
DIVISIONS = {"weather": "Weather Column (Nelson)", "allied": "Centre"}


def fleet(**fields: Any) -> State:
    """Four British ships of one division in line, and two of the enemy."""
    british = [ship(f"B{n}", -2.0 * n, 0, 90, card_division="weather", card_name=f"British {n}") for n in range(1, 5)]
    return battle(
        *british, ship("F1", 1, 2, 0, card_name="Bucentaure"), ship("F2", 1, 0, 0), divisions=DIVISIONS, **fields
    )


def watched(state: State, size: tuple[int, int] = WIDE) -> Watch:
    return Watch(begun(state), size)


def rows_of(watch: Watch) -> ListBox:
    rows = watch.screen.find("order.rows")
    assert isinstance(rows, ListBox)
    return rows


def row(watch: Watch, key: str) -> ListEntry:
    return next(entry for entry in rows_of(watch).entries if entry.id == key)


def at_row(watch: Watch, key: str) -> tuple[int, int]:
    rows = rows_of(watch)
    return rows.row_rect([entry.id for entry in rows.entries].index(key)).center


def told(watch: Watch, ident: str) -> str:
    """All words under a widget."""
    found = watch.screen.find(ident).walk()
    texts = (_words(one) for one in found)
    return " | ".join(text for text in texts if text)


def _words(widget: Widget) -> str:
    if isinstance(widget, Text):
        return "".join(run.text for run in widget.runs)
    return getattr(widget, "text", "") or getattr(widget, "texts", ("",))[0]
