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


def build_switch(choice: Switch, value: Value) -> list[Widget]:
    """Build the control ``option.ID`` of a rule, with its rule id and its notes."""
    first, *more = [*choice.note.splitlines(), *choice.notes.get(value, "").splitlines()] or [""]
    ident, tip = f"option.{choice.id}", Tip(choice.words, f"Rule {choice.rule}")
    if isinstance(value, bool):
        box = Checkbox(ident, choice.words, value, tip=tip).disable(choice.reason, choice.rule)
        return [box, build_ruled_text(first, choice.rule, SMALL), *(Text(line, SMALL) for line in more)]
    segments = Segments(ident, [(str(key), words) for key, words in choice.values], value, tip=tip)
    notes = [Text(line, SMALL) for line in (first, *more) if line]
    return [build_ruled_text(choice.words, choice.rule, BODY), segments.disable(choice.reason, choice.rule), *notes]


def build_ruled_text(words: str, rule: str, style: Style) -> LinkedText:
    """Build words followed by a rule id; a click on the id reports `RuleAsked`."""
    made = LinkedText((*([TextRun(f"{words} ")] if words else []), TextRun(rule, link=rule)), style, leading=1.0)
    made.rule = rule
    return made


def build_preset_list(
    sets: Sequence[Preset], choices: Sequence[Switch], switched: Mapping[str, Value], wanted: str
) -> list[Widget]:
    """Build the list of presets. The preset that holds is marked, `wanted` if several hold."""
    if not sets:
        return []
    now = {choice.id: switched.get(choice.id, choice.value) for choice in choices}
    holding = [one.id for one in sets if one.options.items() <= now.items()]
    chosen = wanted if wanted in holding else next(iter(holding), "")
    rows = [ListEntry(one.id, one.words, tip=Tip(one.words, one.note)) for one in sets]
    return [ListBox("presets", rows, chosen=chosen, row=30)]


def build_seed_rows(now: str) -> list[Widget]:
    """Build the line of the seed, for games in which knowing the seed betrays no cards (C-6)."""
    seed = TextEntry(
        "seed", now, longest=24, width=120, tip=SEED_TIP, allowed=lambda c: c.isalnum() or c in "-_", grow=1
    )
    another = Button("seed.fresh", "New seed", tip=Tip("New seed", "Draws a random seed."))
    return [Label("Dice seed", LABEL), Row([seed, another], gap=8)]


SideNames = Mapping[str, str]
"""The names of the sides by their ids."""


def build_scoring_rows(stakes: VictorySummary, names: SideNames) -> list[Widget]:
    """Build what counts in a match, as shown before its start; [] if nothing does."""
    return [Rule(), Label("How to score", LABEL), *build_point_rows(stakes, "would", names)] if stakes.would else []


def build_score_rows(stakes: VictorySummary, names: SideNames) -> list[Widget]:
    """Build how a match is won, the points so far, and what counts."""
    gave = build_point_rows(stakes, "gave", names) or [Text("No points yet.", BODY)]
    return [
        build_ruled_text(stakes.won, stakes.rule, BODY),
        Rule(),
        Label("Points so far", LABEL),
        *gave,
        Rule(),
        Label("How to score", LABEL),
        *build_point_rows(stakes, "would", names),
    ]


def build_point_rows(stakes: VictorySummary, which: str, names: SideNames) -> list[Widget]:
    """Build the lines of the points `which` ("gave" or "would"), by side.

    Those for either side come first.
    """
    listed: Sequence[PointSource] = getattr(stakes, which)
    sides = [side for side in ("", *names) if any(prize.side == side for prize in listed)]
    found: list[Widget] = []
    for side in sides:
        if len(sides) > 1 or side:
            found.append(Label(f"{names.get(side, 'Either side')}:", LABEL))
        found += [_build_point_row(prize, stakes.rule) for prize in listed if prize.side == side]
    return found


def _build_point_row(prize: PointSource, known: str) -> Widget:
    """Build a line: what counts, its worth, and its rule unless that is `known`."""
    link = [TextRun(prize.rule, link=prize.rule)] if prize.rule not in ("", known) else []
    words = LinkedText((TextRun(f"{prize.words} "), *link), BODY, leading=1.0)
    words.grow = 1
    return Row([words, Spacer(8), Label(prize.worth, LABEL)], gap=4)
