"""The page of a new match: scenario, sides, rules, seed."""

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
from tabletop.ui.screens.frame import build_frame
from tabletop.ui.screens.rule_widgets import (
    build_preset_list,
    build_ruled_text,
    build_scoring_rows,
    build_seed_rows,
    build_switch,
)
from tabletop.ui.screens.rulebook import open_rulebook
from tabletop.ui.screens.seating import (
    HiddenInformation,
    PieceDealing,
    build_seat_rows,
    draw_seed,
    format_computers,
    with_new_seats,
    with_player,
    with_remembered,
    with_temper,
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
LIST_WIDTH, RULES_WIDTH, TEXT_MARGIN = 330, 360, 116
"""Widths of the outer sheets, and the margins around the text between them; design pixels."""
SECOND_CLICK = "Double-click to begin."


class NewGamePage(Page):
    """The page on which a match is set up."""

    def __init__(self, backend: Backend, game: str) -> None:
        super().__init__()
        self.backend = backend
        self.game = game
        self.scenarios = tuple(backend.list_scenarios(game))
        self.selected = 0
        self._adjusted_scenario: ScenarioEntry | None = None
        """The chosen scenario with the rules that are switched, if any is."""
        self.seed = draw_seed()
        self.seating = Seating(curtain=settings.read().curtain)
        self._piece_dealing = PieceDealing(self, self._list_assignable, self._assign_pieces)
        self.options: dict[str, str | bool] = {}
        self.last_preset = ""
        """The set of rules that was asked for last."""
        self._restore_options()
        self.presses = {"begin": self._start, "seed.fresh": self._draw_seed, "back": Pop}
        self.on = hearing(
            On(Chosen, self._choose, "scenarios"),
            On(RowOpened, lambda _: self._start(), "scenarios"),
            On(Chosen, self._choose_preset, "presets"),
            On(Typed, self._set_seed, "seed"),
            On(Ticked, lambda box: self._change_seating(curtain=box.ticked), "curtain"),
            On(Ticked, lambda box: self._change_seating(advice=box.ticked), "advice"),
            On(RuleAsked, lambda asked: open_rulebook(self.game, asked.target)),
        )

    @property
    def scenario(self) -> ScenarioEntry:
        """Return the selected scenario as it begins with the current options."""
        return self._adjusted_scenario or self.scenarios[self.selected]

    def compose(self) -> Widget:
        """Build the three sheets side by side, or one below the other in a narrow window."""
        title = self.backend.games()[self.game].meta.title
        hints = ("next", "choose", "begin", "back", "full_screen", "rulebook")
        if not self.scenarios:
            nothing = Panel(Text("There are no scenarios for this game."), "Scenarios")
            return build_frame("New game", title, Column([nothing], align="centre"), hints)
        rows = ListBox(
            "scenarios",
            [
                ListEntry(str(n), c.title, tip=Tip(c.title, c.problem or SECOND_CLICK), barred=bool(c.problem))
                for n, c in enumerate(self.scenarios)
            ],
            chosen=str(self.selected),
            row=34,
        )
        begin = Button("begin", "Begin", "primary", key=keys.key("begin"), height=46, size=22)
        sheets = [
            Panel(rows, "Scenarios"),
            Panel(self._build_about(), "The battle"),
            Panel(self._build_rules(), "Sides and rules"),
        ]
        return build_frame(
            "New game", title, self._arrange_sheets(sheets, rows), hints, [begin.disable(self.scenario.problem)]
        )

    def _arrange_sheets(self, sheets: list[Panel], rows: ListBox) -> Widget:
        """Arrange the sheets in a row with their own scrolling, or in one scrolling column."""
        if self.size[0] < self.theme.px(WIDE):
            rows.rows_wanted = 6
            return Scroll(Column(sheets, gap=20), ident="all")
        for sheet in sheets[1:]:
            sheet.children[0] = Scroll(sheet.children[0], ident=f"{sheet.title}.scroll")
        sheets[1].grow = 1
        return Row([Sized(sheets[0], LIST_WIDTH), sheets[1], Sized(sheets[2], RULES_WIDTH)], gap=16)

    def _build_about(self) -> Widget:
        """Build picture, briefing, sides and scoring of the scenario, or its problem."""
        scenario = self.scenario
        if scenario.problem:
            return Column(
                [Text(scenario.title, CARD_NAME.at(26)), Text(scenario.problem, BODY.tinted(INKS.danger))], gap=8
            )
        stakes = game_plugins.summarize_victory(self.game, scenario.opening)
        sides = Row([Chip(f"{name}: {has}") for name, has in scenario.sides], gap=8)
        facts = Text(" · ".join(scenario.facts), SMALL)
        lines: list[Widget] = [
            Picture(lambda size, _: self._draw_picture(size), ratio=0.33, widest=1200),
            Text(scenario.title, CARD_NAME.at(28)),
            *([Text(scenario.date, SUBTITLE)] if scenario.date else []),
            *([build_ruled_text(stakes.won, stakes.rule, LABEL)] if stakes.won else []),
            Rule(),
            Text(scenario.briefing, BODY.at(17), leading=1.06, widest=760),
            sides if self._fits(sides) else Column(list(sides.children), gap=8, align="start"),
            facts,
            *build_scoring_rows(stakes, self._side_names()),
        ]
        return Column(lines, gap=10, align="stretch")

    def _side_names(self) -> Mapping[str, str]:
        """Return the names of the sides in the selected scenario."""
        game, opening = self.backend.games()[self.game], self.scenario.opening
        return {side.id: side.name if opening is None else game.name_of(opening, side.id) for side in game.meta.sides}

    def _fits(self, row: Row) -> bool:
        """Return True if a row fits into the width of the middle sheet."""
        taken = LIST_WIDTH + RULES_WIDTH if self.size[0] >= self.theme.px(WIDE) else 0
        return row.measure(self.theme, self.size[0])[0] <= self.size[0] - self.theme.px(taken + TEXT_MARGIN)

    def _build_rules(self) -> Widget:
        """Build the seats, the rules and the seed; no seed for a game with secrets."""
        meta = self.backend.games()[self.game].meta
        shared = {
            choice.side: build_switch(choice, self._value_of(choice)) for choice in self._list_switches() if choice.side
        }
        parts = [
            *build_seat_rows(self.game, self._list_seats(), self.seating, shared, self._hidden_information()),
            Rule(),
            *self._build_switches(),
        ]
        return Column(parts if meta.secrets else [*parts, Rule(), *build_seed_rows(self.seed)], gap=10)

    def _hidden_information(self) -> HiddenInformation:
        """Return what is hidden at the start, and what may be hidden later."""
        game, opening = self.backend.games()[self.game], self.scenario.opening
        return HiddenInformation(
            game.meta.secrets if opening is None else game.has_secrets(opening), game.meta.may_hide
        )

    def _list_seats(self) -> Sequence[Seat]:
        """Return the seats of the selected scenario."""
        game, opening = self.backend.games()[self.game], self.scenario.opening
        if opening is None:
            return [Seat(side.id, side.name, side.id) for side in game.meta.sides]
        return game.seats(opening)

    def _list_switches(self) -> Sequence[Switch]:
        """Return the switches of the scenario; [] if it has a problem."""
        return [] if self.scenario.problem else self.backend.list_switches(self.game, self.scenario)

    def _value_of(self, choice: Switch) -> str | bool:
        """Return the current value of a switch."""
        return self.options.get(choice.id, choice.value)

    def _build_switches(self) -> list[Widget]:
        """Build the presets and the switches by group."""
        choices = [choice for choice in self._list_switches() if not choice.side]
        if not choices:
            return [
                Label("Rules", LABEL),
                Text("This scenario has no options.", SMALL),
            ]
        boxes = build_preset_list(
            self.backend.list_presets(self.game, self.scenario), choices, self.options, self.last_preset
        )
        for group, among in groupby(choices, lambda choice: choice.group):
            boxes += [Label(group, LABEL)] if group else []
            boxes += [line for choice in among for line in build_switch(choice, self._value_of(choice))]
        return [Label("Rules", LABEL), *boxes]

    def _draw_picture(self, size: Size) -> pygame.Surface:
        """Draw the opening of the scenario."""
        return self.backend.draw_position(self.game, self.scenario.opening, size)

    # --- what is done

    def act(self, report: Report) -> None:
        """Handle a choice of a seat, a rule, a level or a temper, or open the dialog that divides the ships."""
        what, _, which = str(getattr(report, "id", "")).partition(".")
        if what == "option" and isinstance(report, Ticked | Chosen):
            self._switch_rule(which, report.ticked if isinstance(report, Ticked) else report.value)
        elif what in ("seat", "level") and isinstance(report, Chosen):
            self.seating = with_player(self.game, self.seating, which, report.value)
            self.rebuild()
        elif what == "temper" and isinstance(report, Chosen):
            self.seating = with_temper(self.seating, which, report.value)
            self.rebuild()
        elif what == "deal" and isinstance(report, Pressed):
            self.on |= self._piece_dealing.open_dialog(which)

    def _assign_pieces(self, pieces: Collection[str], seat: str) -> Refused | None:
        """Give pieces to another seat of their side. Return the refusal, or None."""
        options = self.backend.games()[self.game].assign_pieces(self.scenario.opening, pieces, seat)
        if isinstance(options, Refused):
            return options
        self._apply_options(options)
        return None

    def _list_assignable(self) -> tuple[Sequence[Assignable], Sequence[Seat]]:
        """Return the pieces that can be assigned, and the seats."""
        return self.backend.games()[self.game].assignable_pieces(self.scenario.opening), self._list_seats()

    def _change_seating(self, **changed: bool) -> None:
        """Set the curtain or the advice."""
        self.seating = replace(self.seating, **changed)
        self.rebuild()

    def _switch_rule(self, rule: str, value: str | bool) -> None:
        """Set a rule."""
        self._apply_options({rule: value})
        self.rebuild()

    def _choose_preset(self, chosen: Chosen) -> None:
        """Apply a set of rules."""
        self.last_preset = chosen.value
        presets = {one.id: one for one in self.backend.list_presets(self.game, self.scenario)}
        self._apply_options(presets[self.last_preset].options)
        self.rebuild()

    def _apply_options(self, values: Mapping[str, str | bool]) -> None:
        """Apply options; assignments of pieces that no longer fit are dropped. Unknown seats are filled."""
        wanted, before = {**self.options, **values}, self._list_seats()
        ids = {choice.id for choice in self._list_switches()}
        for options in (wanted, {one: value for one, value in wanted.items() if one in ids}):
            with suppress(ScenarioError):
                self._adjusted_scenario = self.backend.scenario_with_options(
                    self.game, self.scenarios[self.selected], options
                )
                self.options = options
                break
        self.seating = with_new_seats(self.seating, before, self._list_seats())

    def _choose(self, chosen: Chosen) -> None:
        """Select a scenario."""
        self.selected = int(chosen.value)
        self._restore_options()
        self.rebuild()

    def _restore_options(self) -> None:
        """Restore the options of the last start, as far as the scenario still has them, and the seats."""
        self.options, self._adjusted_scenario, self.last_preset = {}, None, ""
        if not self.scenarios or self.scenario.problem:
            return
        kept = self.backend.remembered_options(self.game, self.scenario)
        choices = self._list_switches() if kept else ()
        dealt = self.backend.games()[self.game].assignment_options if self.scenario.opening else ()
        still = {one.id: kept[one.id] for one in choices if kept.get(one.id) in dict(one.values)}
        if still := still | {one: kept[one] for one in dealt if one in kept}:
            self._apply_options(still)
        self._restore_seats()

    def _restore_seats(self) -> None:
        """Restore the computer players of the last start, or keep the current ones if there was none."""
        sat, seats = self.backend.remembered_seats(self.game, self.scenario), {seat.id for seat in self._list_seats()}
        again = format_computers(self.seating) if sat is None else sat
        self.seating = with_remembered(
            self.game, self.seating, {one: player for one, player in again.items() if one in seats}
        )

    def close(self) -> None:
        """Close a dialog and rebuild the page with the new assignments."""
        super().close()
        self.rebuild()

    def handle(self, given: Input) -> Transition | None:
        """Handle input; the key of the rulebook opens it at the rule under the pointer or with the focus."""
        if given.kind == "key" and given.key == keys.key("rulebook"):
            rule = self.toast.rule if self.toast else ""
            return open_rulebook(self.game, rule, *self.pointed, self.focus.rule if self.focus else "")
        return super().handle(given)

    def _set_seed(self, typed: Typed) -> None:
        """Take the typed seed."""
        self.seed = typed.text

    def _draw_seed(self) -> None:
        """Draw a random seed."""
        self.seed = draw_seed()
        self.rebuild()

    def _start(self) -> Transition | None:
        """Remember options and seats, and return the way to the new match; say why if it cannot begin."""
        if self.scenario.problem:
            self.say(Toast("The battle cannot begin.", self.scenario.problem))
            return None
        players = {side: replace(one, seed=draw_seed()) for side, one in self.seating.players.items()}
        game, seating = self.backend.games()[self.game], replace(self.seating, players=players)
        seed = self.seed or draw_seed()
        setup = MatchSetup(game, self.scenario.text, self.scenario.source, seed, dict(self.options), seating)
        self.backend.remember_options(self.game, self.scenario, self.options)
        self.backend.remember_seats(self.game, self.scenario, format_computers(seating))
        try:
            return Push(self.backend.start_match(self.scenario.title, setup))
        except (ScenarioError, RecordError) as error:
            self.say(Toast("The battle cannot begin.", str(error)))
            return None
