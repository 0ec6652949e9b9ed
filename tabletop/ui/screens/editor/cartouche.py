"""The cartouche of the chart on which a battle is set up: what it is called, where and when it is, and the scale."""

from tabletop.authoring.draft import Draft
from tabletop.ui.boards import known
from tabletop.ui.text import SMALL, SUBTITLE
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Sized
from tabletop.ui.widgets.panel import Panel

WIDE = 300
"""Design pixels."""


def of(draft: Draft, place: str, *scale: Widget) -> Widget:
    """It, for a place in words; `scale` is what tells how long things on the chart are."""
    date = str(draft.data.get("date") or "")
    words: list[Widget] = [Text(date, SUBTITLE)] if date else []
    facts = known.pictures(draft.game.meta.id).facts(draft.state)
    words += [Text(". ".join(filter(None, (place, *facts[:1]))) + ".", SMALL)]
    return Sized(Panel(Column([*words, *scale], gap=4), draft.title, ident="cartouche", padding=10), WIDE)
