"""What a match is about, as widgets: how it is won, what gave points, what would; each line leads to its rule."""

from collections.abc import Mapping, Sequence

from tabletop.core.game import PointSource, VictorySummary
from tabletop.rulebook.blocks import TextRun
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.screens.switching import ruled
from tabletop.ui.text import BODY, LABEL
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Row, Spacer
from tabletop.ui.widgets.panel import Rule

Names = Mapping[str, str]
"""What the sides are called, by their ids."""


def counting(stakes: VictorySummary, names: Names) -> list[Widget]:
    """Before a match: what counts in it."""
    return [Rule(), Label("How to score", LABEL), *prizes(stakes, "would", names)] if stakes.would else []


def told(stakes: VictorySummary, names: Names) -> list[Widget]:
    """During a match: the same, and what has counted so far."""
    gave = prizes(stakes, "gave", names) or [Text("No points yet.", BODY)]
    return [
        ruled(stakes.won, stakes.rule, BODY), Rule(), Label("Points so far", LABEL), *gave,
        Rule(), Label("How to score", LABEL), *prizes(stakes, "would", names),
    ]  # fmt: skip


def prizes(stakes: VictorySummary, which: str, names: Names) -> list[Widget]:
    """Lines under each side to whom they go, those for either side first."""
    listed: Sequence[PointSource] = getattr(stakes, which)
    sides = [side for side in ("", *names) if any(prize.side == side for prize in listed)]
    found: list[Widget] = []
    for side in sides:
        if len(sides) > 1 or side:
            found.append(Label(f"{names.get(side, 'Either side')}:", LABEL))
        found += [_line(prize, stakes.rule) for prize in listed if prize.side == side]
    return found


def _line(prize: PointSource, known: str) -> Widget:
    """What it is, what it gives, and its rule but where that was named above."""
    link = [TextRun(prize.rule, link=prize.rule)] if prize.rule not in ("", known) else []
    words = LinkedText((TextRun(f"{prize.words} "), *link), BODY, leading=1.0)
    words.grow = 1
    return Row([words, Spacer(8), Label(prize.worth, LABEL)], gap=4)
