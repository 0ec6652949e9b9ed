"""A new match: scenario, sides, rules, seed."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from itertools import groupby

import pygame
from msgspec.structs import replace

from tabletop.core.errors import RecordError, Refused, ScenarioError
from tabletop.core.game import Assignable, Seat, Switch
from tabletop.core.match import MatchSetup
from tabletop.core.record import Seating
from tabletop.ui import keys, settings
from tabletop.ui.boards import game_plugins
from tabletop.ui.input import Input
from tabletop.ui.screen import Pop, Push, Transition
from tabletop.ui.screens.backend import Backend, ScenarioEntry
from tabletop.ui.screens.frame import framed
from tabletop.ui.screens.rule_widgets import counting, presets, ruled, seed_rows, switch
from tabletop.ui.screens.rulebook import open_rulebook
from tabletop.ui.screens.seating import (
    Dealing,
    Hidden,
    as_kept,
    fresh_seed,
    seated,
    seated_again,
    seated_anew,
    seats,
    tempered,
)
from tabletop.ui.text import BODY, CARD_NAME, LABEL, SMALL, SUBTITLE
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import Picture
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.marks import Chip
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Chosen, On, Pressed, Report, RowOpened, RuleAsked, Ticked, Typed, hearing
from tabletop.ui.widgets.scroll import Scroll

WIDE = 1180
"""Width from which list, scenario and rules stand side by side, design pixels."""
LIST, RULES, AROUND = 330, 360, 116
"""Width of the sheets at the sides, and of what stands about the words of the one between them; design pixels."""
SECOND_CLICK = "Double-click to begin."


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
        self.seating = Seating(curtain=settings.read().curtain)
        self._dealing = Dealing(self, self._dealt, self._deal)
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
            On(Ticked, lambda box: self._ticked(curtain=box.ticked), "curtain"),
            On(Ticked, lambda box: self._ticked(advice=box.ticked), "advice"),
            On(RuleAsked, lambda asked: open_rulebook(self.game, asked.target)),
        )

    @property
    def scenario(self) -> ScenarioEntry:
        """The chosen scenario, as it begins with the rules as they are switched."""
        return self._as_switched or self.scenarios[self.chosen]

    def compose(self) -> Widget:
        """Three sheets side by side, or one below the other in a narrow window."""
        title = self.backend.games()[self.game].meta.title
        hints = ("next", "choose", "begin", "back", "full_screen", "rulebook")
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
        stakes = game_plugins.summarize_victory(self.game, scenario.opening)
        sides = Row([Chip(f"{name}: {has}") for name, has in scenario.sides], gap=8)
        facts = Text(" · ".join(scenario.facts), SMALL)
        lines: list[Widget] = [
            Picture(lambda size, _: self._picture(size), ratio=0.33, widest=1200),
            Text(scenario.title, CARD_NAME.at(28)),
            *([Text(scenario.date, SUBTITLE)] if scenario.date else []),
            *([ruled(stakes.won, stakes.rule, LABEL)] if stakes.won else []),
            Rule(),
            Text(scenario.briefing, BODY.at(17), leading=1.06, widest=760),
            sides if self._fits(sides) else Column(list(sides.children), gap=8, align="start"),
            facts,
            *counting(stakes, self._named()),
        ]
        return Column(lines, gap=10, align="stretch")

    def _named(self) -> Mapping[str, str]:
        """What the sides are called in the chosen scenario."""
        game, opening = self.backend.games()[self.game], self.scenario.opening
        return {side.id: side.name if opening is None else game.name_of(opening, side.id) for side in game.meta.sides}

    def _fits(self, row: Row) -> bool:
        """Whether this finds room in one line of the sheet about the battle."""
        beside = LIST + RULES if self.size[0] >= self.theme.px(WIDE) else 0
        return row.measure(self.theme, self.size[0])[0] <= self.size[0] - self.theme.px(beside + AROUND)

    def _rules(self) -> Widget:
        meta = self.backend.games()[self.game].meta
        shared = {choice.side: switch(choice, self._value(choice)) for choice in self._choices() if choice.side}
        parts = [*seats(self.game, self._seats(), self.seating, shared, self._hidden()), Rule(), *self._switches()]
        return Column(parts if meta.secrets else [*parts, Rule(), *seed_rows(self.seed)], gap=10)

    def _hidden(self) -> Hidden:
        """What is hidden in the battle as it would begin, and may be later."""
        game, opening = self.backend.games()[self.game], self.scenario.opening
        return Hidden(game.meta.secrets if opening is None else game.has_secrets(opening), game.meta.may_hide)

    def _seats(self) -> Sequence[Seat]:
        """Who sits at the table in the chosen scenario."""
        game, opening = self.backend.games()[self.game], self.scenario.opening
        if opening is None:
            return [Seat(side.id, side.name, side.id) for side in game.meta.sides]
        return game.seats(opening)

    def _choices(self) -> Sequence[Switch]:
        return [] if self.scenario.problem else self.backend.choices(self.game, self.scenario)

    def _value(self, choice: Switch) -> str | bool:
        return self.switched.get(choice.id, choice.value)

    def _switches(self) -> list[Widget]:
        choices = [choice for choice in self._choices() if not choice.side]
        if not choices:
            return [
                Label("Rules", LABEL),
                Text("This scenario has no options.", SMALL),
            ]
        boxes = presets(self.backend.presets(self.game, self.scenario), choices, self.switched, self.preset)
        for group, among in groupby(choices, lambda choice: choice.group):
            boxes += [Label(group, LABEL)] if group else []
            boxes += [line for choice in among for line in switch(choice, self._value(choice))]
        return [Label("Rules", LABEL), *boxes]

    def _picture(self, size: Size) -> pygame.Surface:
        return self.backend.picture(self.game, self.scenario.opening, size)

    # --- what is done

    def act(self, report: Report) -> None:
        """A seat is taken, a rule switched, or the pieces of a side are to be dealt."""
        what, _, which = str(getattr(report, "id", "")).partition(".")
        if what == "option" and isinstance(report, Ticked | Chosen):
            self._turn(which, report.ticked if isinstance(report, Ticked) else report.value)
        elif what in ("seat", "level") and isinstance(report, Chosen):
            self.seating = seated(self.game, self.seating, which, report.value)
            self.rebuild()
        elif what == "temper" and isinstance(report, Chosen):
            self.seating = tempered(self.seating, which, report.value)
            self.rebuild()
        elif what == "deal" and isinstance(report, Pressed):
            self.on |= self._dealing.lay(which)

    def _deal(self, pieces: Collection[str], seat: str) -> Refused | None:
        """Pieces obey another seat of their side."""
        options = self.backend.games()[self.game].assign_pieces(self.scenario.opening, pieces, seat)
        if isinstance(options, Refused):
            return options
        self._switch_over(options)
        return None

    def _dealt(self) -> tuple[Sequence[Assignable], Sequence[Seat]]:
        return self.backend.games()[self.game].assignable_pieces(self.scenario.opening), self._seats()

    def _ticked(self, **changed: bool) -> None:
        """The curtain is hung or taken down, advice is allowed or not."""
        self.seating = replace(self.seating, **changed)
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
        """Set these; what was dealt goes back to who has it as a rule where it does not fit to them."""
        wanted, before = {**self.switched, **values}, self._seats()
        ids = {choice.id for choice in self._choices()}
        for options in (wanted, {one: value for one, value in wanted.items() if one in ids}):
            with suppress(ScenarioError):
                self._as_switched = self.backend.switched(self.game, self.scenarios[self.chosen], options)
                self.switched = options
                break
        self.seating = seated_anew(self.seating, before, self._seats())

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
        choices = self._choices() if kept else ()
        dealt = self.backend.games()[self.game].assignment_options if self.scenario.opening else ()
        still = {one.id: kept[one.id] for one in choices if kept.get(one.id) in dict(one.values)}
        if still := still | {one: kept[one] for one in dealt if one in kept}:
            self._switch_over(still)
        self._sit()

    def _sit(self) -> None:
        """Seat who sat there when the chosen scenario was begun last; for the first time who sits there now."""
        sat, seats = self.backend.seated(self.game, self.scenario), {seat.id for seat in self._seats()}
        again = as_kept(self.seating) if sat is None else sat
        self.seating = seated_again(self.game, self.seating, {one: told for one, told in again.items() if one in seats})

    def close(self) -> None:
        """As every page; what was dealt is told anew."""
        super().close()
        self.rebuild()

    def handle(self, given: Input) -> Transition | None:
        """As every page; the key of the rulebook opens it at the rule that is pointed at, or has the focus."""
        if given.kind == "key" and given.key == keys.key("rulebook"):
            said = self.toast.rule if self.toast else ""
            return open_rulebook(self.game, said, *self.pointed, self.focus.rule if self.focus else "")
        return super().handle(given)

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
        told = MatchSetup(game, self.scenario.text, self.scenario.source, seed, dict(self.switched), seating)
        self.backend.remember(self.game, self.scenario, self.switched)
        self.backend.seat(self.game, self.scenario, as_kept(seating))
        try:
            return Push(self.backend.begin(self.scenario.title, told))
        except (ScenarioError, RecordError) as error:
            self.say(Toast("The battle cannot begin.", str(error)))
            return None
