"""Rules as widgets: switches and sets of rules, and how a match is won and scored."""

from collections.abc import Mapping, Sequence

from tabletop.core.game import PointSource, Preset, Switch, VictorySummary
from tabletop.rulebook.blocks import TextRun
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.text import BODY, LABEL, SMALL, Style
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Checkbox, Segments, TextEntry
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Row, Spacer
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.panel import Rule

Value = str | bool
SEED_TIP = Tip("Seed", "The same seed and the same orders give the same dice. A new game draws a new seed.")


def switch(choice: Switch, value: Value) -> list[Widget]:
    """A box to tick, or the values side by side, ``option.ID``, its rule, and what should be known of it."""
    first, *more = [*choice.note.splitlines(), *choice.notes.get(value, "").splitlines()] or [""]
    ident, tip = f"option.{choice.id}", Tip(choice.words, f"Rule {choice.rule}")
    if isinstance(value, bool):
        box = Checkbox(ident, choice.words, value, tip=tip).disable(choice.reason, choice.rule)
        return [box, ruled(first, choice.rule, SMALL), *(Text(line, SMALL) for line in more)]
    segments = Segments(ident, [(str(key), words) for key, words in choice.values], value, tip=tip)
    notes = [Text(line, SMALL) for line in (first, *more) if line]
    return [ruled(choice.words, choice.rule, BODY), segments.disable(choice.reason, choice.rule), *notes]


def ruled(words: str, rule: str, style: Style) -> LinkedText:
    """Words with a rule behind them, a click on which is `RuleAsked`."""
    made = LinkedText((*([TextRun(f"{words} ")] if words else []), TextRun(rule, link=rule)), style, leading=1.0)
    made.rule = rule
    return made


def presets(
    sets: Sequence[Preset], choices: Sequence[Switch], switched: Mapping[str, Value], wanted: str
) -> list[Widget]:
    """Sets of rules, the one that holds marked; of several that do, the one that was asked for."""
    if not sets:
        return []
    now = {choice.id: switched.get(choice.id, choice.value) for choice in choices}
    holding = [one.id for one in sets if one.options.items() <= now.items()]
    chosen = wanted if wanted in holding else next(iter(holding), "")
    rows = [ListEntry(one.id, one.words, tip=Tip(one.words, one.note)) for one in sets]
    return [ListBox("presets", rows, chosen=chosen, row=30)]


def seed_rows(now: str) -> list[Widget]:
    """The seed, where knowing it betrays nobody's cards (C-6)."""
    seed = TextEntry(
        "seed", now, longest=24, width=120, tip=SEED_TIP, allowed=lambda c: c.isalnum() or c in "-_", grow=1
    )
    another = Button("seed.fresh", "New seed", tip=Tip("New seed", "Draws a random seed."))
    return [Label("Dice seed", LABEL), Row([seed, another], gap=8)]


Names = Mapping[str, str]
"""What the sides are called, by their ids."""


def counting(stakes: VictorySummary, names: Names) -> list[Widget]:
    """Before a match: what counts in it."""
    return [Rule(), Label("How to score", LABEL), *prizes(stakes, "would", names)] if stakes.would else []


def told(stakes: VictorySummary, names: Names) -> list[Widget]:
    """During a match: the same, and what has counted so far."""
    gave = prizes(stakes, "gave", names) or [Text("No points yet.", BODY)]
    return [
        ruled(stakes.won, stakes.rule, BODY),
        Rule(),
        Label("Points so far", LABEL),
        *gave,
        Rule(),
        Label("How to score", LABEL),
        *prizes(stakes, "would", names),
    ]


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
