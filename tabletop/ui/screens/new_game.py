"""A new match: scenario, sides, rules, seed."""

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby

import pygame
from msgspec.structs import replace

from tabletop.core.errors import RecordError, ScenarioError
from tabletop.core.game import Switch
from tabletop.core.match import Beginning
from tabletop.core.record import Seating
from tabletop.ui import keys
from tabletop.ui.screen import Pop, Push, Transition
from tabletop.ui.screens.backend import Backend, ScenarioEntry
from tabletop.ui.screens.frame import framed
from tabletop.ui.screens.seating import seated, seats
from tabletop.ui.text import BODY, CARD_NAME, LABEL, SMALL, SUBTITLE
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import Picture
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Checkbox, Segments, TextEntry
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.marks import Chip
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Chosen, On, RowOpened, Ticked, Typed, hearing
from tabletop.ui.widgets.scroll import Scroll

WIDE = 1180
"""Width from which list, scenario and rules stand side by side, design pixels."""
LIST, RULES, AROUND = 330, 360, 116
"""Width of the sheets at the sides, and of what stands about the words of the one between them; design pixels."""
SEED_TIP = Tip(
    "Seed", "The same seed with the same orders gives the same dice. Leave it as it is for a battle of its own."
)
SECOND_CLICK = "A second click begins it."


def fresh_seed() -> str:
    """A seed that nobody has used."""
    return secrets.token_hex(4)


class NewGame(Page):
    """Set up a match and begin it."""

    def __init__(self, backend: Backend, game: str) -> None:
        super().__init__()
        self.backend = backend
        self.game = game
        self.scenarios = tuple(backend.scenarios(game))
        self.chosen = 0
        self._as_switched: ScenarioEntry | None = None
        """The chosen scenario with the rules that are switched, if any is."""
        self.seed = fresh_seed()
        self.seating = Seating()
        self.switched: dict[str, str | bool] = {}
        self.preset = ""
        """The set of rules that was asked for last."""
        self._remember()
        self.presses = {"begin": self._begin, "seed.fresh": self._fresh, "back": Pop}
        self.on = hearing(
            On(Chosen, self._choose, "scenarios"),
            On(RowOpened, lambda _: self._begin(), "scenarios"),
            On(Chosen, self._set, "presets"),
            On(Typed, self._seed, "seed"),
            On(Ticked, self._curtain, "curtain"),
            *(On(Chosen, partial(self._seat, side.id), f"seat.{side.id}") for side in backend.games()[game].meta.sides),
        )

    @property
    def scenario(self) -> ScenarioEntry:
        """The chosen scenario, as it begins with the rules as they are switched."""
        return self._as_switched or self.scenarios[self.chosen]

    def compose(self) -> Widget:
        """Three sheets side by side, or one below the other in a narrow window."""
        title = self.backend.games()[self.game].meta.title
        hints = ("next", "choose", "begin", "back", "full_screen")
        if not self.scenarios:
            nothing = Panel(Text("There are no scenarios for this game."), "Scenarios")
            return framed("New game", title, Column([nothing], align="centre"), hints)
        rows = ListBox(
            "scenarios",
            [
                ListEntry(str(n), c.title, tip=Tip(c.title, c.problem or SECOND_CLICK), barred=bool(c.problem))
                for n, c in enumerate(self.scenarios)
            ],
            chosen=str(self.chosen),
            row=34,
        )
        begin = Button("begin", "Begin", "primary", key=keys.key("begin"), height=46, size=22)
        sheets = [Panel(rows, "Scenarios"), Panel(self._about(), "The battle"), Panel(self._rules(), "Sides and rules")]
        return framed("New game", title, self._laid(sheets, rows), hints, [begin.disable(self.scenario.problem)])

    def _laid(self, sheets: list[Panel], rows: ListBox) -> Widget:
        if self.size[0] < self.theme.px(WIDE):
            rows.rows_wanted = 6
            return Scroll(Column(sheets, gap=20), ident="all")
        for sheet in sheets[1:]:
            sheet.children[0] = Scroll(sheet.children[0], ident=f"{sheet.title}.scroll")
        sheets[1].grow = 1
        return Row([Sized(sheets[0], LIST), sheets[1], Sized(sheets[2], RULES)], gap=16)

    def _about(self) -> Widget:
        scenario = self.scenario
        if scenario.problem:
            return Column(
                [Text(scenario.title, CARD_NAME.at(26)), Text(scenario.problem, BODY.tinted(INKS.danger))], gap=8
            )
        sides = Row([Chip(f"{name}: {has}") for name, has in scenario.sides], gap=8)
        facts = Text(" · ".join(scenario.facts), SMALL)
        lines: list[Widget] = [
            Picture(lambda size, _: self._picture(size), ratio=0.42, widest=1200),
            Text(scenario.title, CARD_NAME.at(28)),
            *([Text(scenario.date, SUBTITLE)] if scenario.date else []),
            Rule(),
            Text(scenario.briefing, BODY.at(17), leading=1.06, widest=760),
            sides if self._fits(sides) else Column(list(sides.children), gap=8, align="start"),
            facts,
        ]
        return Column(lines, gap=10, align="stretch")

    def _fits(self, row: Row) -> bool:
        """Whether this finds room in one line of the sheet about the battle."""
        beside = LIST + RULES if self.size[0] >= self.theme.px(WIDE) else 0
        return row.measure(self.theme, self.size[0])[0] <= self.size[0] - self.theme.px(beside + AROUND)

    def _rules(self) -> Widget:
        meta = self.backend.games()[self.game].meta
        parts = [*seats(meta, self._names(), self.seating, hides=self._hides()), Rule(), *self._switches()]
        return Column(parts if meta.secrets else [*parts, Rule(), *self._seed_rows()], gap=10)

    def _hides(self) -> bool:
        """Whether anything is hidden in the battle as it would begin."""
        game, opening = self.backend.games()[self.game], self.scenario.opening
        return game.meta.secrets if opening is None else game.hides(opening)

    def _names(self) -> dict[str, str]:
        """What the sides are called in the chosen scenario."""
        game, opening = self.backend.games()[self.game], self.scenario.opening
        sides = game.meta.sides
        return {side.id: side.name if opening is None else game.name_of(opening, side.id) for side in sides}

    def _seed_rows(self) -> list[Widget]:
        """The seed, where knowing it betrays nobody's cards (C-6)."""
        seed = TextEntry(
            "seed", self.seed, longest=24, width=120, tip=SEED_TIP, allowed=lambda c: c.isalnum() or c in "-_", grow=1
        )
        another = Button("seed.fresh", "Another", tip=Tip("Another seed", "Draw a new one."))
        return [Label("Seed of the dice", LABEL), Row([seed, another], gap=8)]

    def _switches(self) -> list[Widget]:
        choices = [] if self.scenario.problem else self.backend.choices(self.game, self.scenario)
        if not choices:
            return [
                Label("Rules", LABEL),
                Text("The basic game, as the scenario has it. There is nothing to switch.", SMALL),
            ]
        boxes: list[Widget] = self._presets(choices)
        for group, among in groupby(choices, lambda choice: choice.group):
            boxes += [Label(group, LABEL)] if group else []
            for choice in among:
                boxes += self._switch(choice, self.switched.get(choice.id, choice.value))
        return [Label("Rules", LABEL), *boxes]

    def _presets(self, choices: Sequence[Switch]) -> list[Widget]:
        """Sets of rules, the one that holds marked; of several that do, the one that was asked for."""
        presets = self.backend.presets(self.game, self.scenario)
        if not presets:
            return []
        now = {choice.id: self.switched.get(choice.id, choice.value) for choice in choices}
        holding = [one.id for one in presets if one.options.items() <= now.items()]
        chosen = self.preset if self.preset in holding else next(iter(holding), "")
        rows = [ListEntry(one.id, one.words, tip=Tip(one.words, one.note)) for one in presets]
        return [ListBox("presets", rows, chosen=chosen, row=30)]

    def _switch(self, choice: Switch, value: str | bool) -> list[Widget]:
        """A box to tick, or the values side by side, and what should be known of it."""
        told = (choice.note, choice.notes.get(value, ""))
        note: list[Widget] = [Text(line, SMALL) for words in told for line in words.splitlines()]
        ident, tip = f"option.{choice.id}", Tip(choice.words, f"Rule {choice.rule}")
        if isinstance(value, bool):
            self.on |= hearing(On(Ticked, lambda box: self._turn(choice.id, box.ticked), ident))
            box = Checkbox(ident, f"{choice.words} ({choice.rule})", value, tip=tip)
            return [box.disable(choice.reason), *note]
        self.on |= hearing(On(Chosen, lambda one: self._turn(choice.id, one.value), ident))
        segments = Segments(ident, [(str(key), words) for key, words in choice.values], value, tip=tip)
        return [Text(f"{choice.words} ({choice.rule})"), segments.disable(choice.reason), *note]

    def _picture(self, size: Size) -> pygame.Surface:
        return self.backend.picture(self.game, self.scenario.opening, size)

    # --- what is done

    def _seat(self, side: str, player: Chosen) -> None:
        """Somebody else plays a side."""
        self.seating = seated(self.seating, side, player.value)
        self.rebuild()

    def _curtain(self, box: Ticked) -> None:
        """It is hung, or taken down."""
        self.seating = replace(self.seating, curtain=box.ticked)
        self.rebuild()

    def _turn(self, rule: str, value: str | bool) -> None:
        """A rule is switched."""
        self._switch_over({rule: value})
        self.rebuild()

    def _set(self, chosen: Chosen) -> None:
        """A set of rules is asked for."""
        self.preset = chosen.value
        presets = {one.id: one for one in self.backend.presets(self.game, self.scenario)}
        self._switch_over(presets[self.preset].options)
        self.rebuild()

    def _switch_over(self, values: Mapping[str, str | bool]) -> None:
        self.switched |= values
        self._as_switched = self.backend.switched(self.game, self.scenarios[self.chosen], self.switched)

    def _choose(self, chosen: Chosen) -> None:
        self.chosen = int(chosen.value)
        self._remember()
        self.rebuild()

    def _remember(self) -> None:
        """Switch the rules as they were when the chosen scenario was begun last, as far as there still are such."""
        self.switched, self._as_switched, self.preset = {}, None, ""
        if not self.scenarios or self.scenario.problem:
            return
        kept = self.backend.remembered(self.game, self.scenario)
        choices = self.backend.choices(self.game, self.scenario) if kept else ()
        if still := {one.id: kept[one.id] for one in choices if kept.get(one.id) in dict(one.values)}:
            self._switch_over(still)

    def _seed(self, typed: Typed) -> None:
        self.seed = typed.text

    def _fresh(self) -> None:
        self.seed = fresh_seed()
        self.rebuild()

    def _begin(self) -> Transition | None:
        if self.scenario.problem:
            self.say(Toast("The battle cannot begin.", self.scenario.problem))
            return None
        players = {side: replace(one, seed=fresh_seed()) for side, one in self.seating.players.items()}
        game, seating = self.backend.games()[self.game], replace(self.seating, players=players)
        seed = self.seed or fresh_seed()
        told = Beginning(game, self.scenario.text, self.scenario.source, seed, dict(self.switched), seating)
        self.backend.remember(self.game, self.scenario, self.switched)
        try:
            return Push(self.backend.begin(self.scenario.title, told))
        except (ScenarioError, RecordError) as error:
            self.say(Toast("The battle cannot begin.", str(error)))
            return None
