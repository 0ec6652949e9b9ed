"""The panel of the Crew Phase: commands by ship, the choices for each, fights on deck, odds and costs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

import pygame
from typing_extensions import override

from tabletop.core.commands import Command
from tabletop.core.phrases import format_percent, format_signed, join_words
from tabletop.games.ships_of_the_line import fleets, rules
from tabletop.games.ships_of_the_line.commands import Board, Defend
from tabletop.games.ships_of_the_line.model import State, list_flags
from tabletop.games.ships_of_the_line.ship import ShotKind
from tabletop.games.ships_of_the_line.survey import choices, odds, plans, summaries
from tabletop.games.ships_of_the_line.survey.crew_tasks import FightForecast, FightParty, forecast_fight
from tabletop.games.ships_of_the_line.survey.leadership import find_leader_help
from tabletop.games.ships_of_the_line.survey.plans import PlanDraft
from tabletop.games.ships_of_the_line.survey.summaries import compute_strength
from tabletop.ui.assets import icon
from tabletop.ui.boards.nations import nation_badge
from tabletop.ui.boards.ships_of_the_line import captions, order_words
from tabletop.ui.boards.ships_of_the_line.panels import pictograms
from tabletop.ui.boards.ships_of_the_line.panels.pictograms import paint_star
from tabletop.ui.text import BODY, LABEL, NAME, SMALL, STRONG, Style, size_of, write, write_at
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.draw import boxed, draw_focus, rounded
from tabletop.ui.widgets.form_controls import Checkbox, Segments
from tabletop.ui.widgets.label import Fitted, Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.marks import Drawn, Sign
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Chosen, Report
from tabletop.ui.widgets.scroll import Scroll

TITLE_WIDTH = 72
"""Width of the title before a picker, design pixels."""
_SHOT_NAMES: dict[ShotKind, str] = {
    "round": "Round",
    "red": "Hot",
    "double": "Double",
    "chain": "Chain",
    "grape": "Grape",
}
_CREWS_TIP = Tip("Crews", "How many of the free crews to send. They are not available at the guns.\nRule SOTL-20.1-g")
_LEADER_TIP = (
    "A leader who boards fights on deck, helps no other ship until the phase ends, and is lost with his ship.\nRule "
    "AMB-154"
)
_SHOT_TIP = "The number is its range in UM.\nRule SOTL-19"


def build_picker(state: State, ship: str, order: Command, asked: choices.ParameterChoice, chosen: str) -> Widget:
    """Build the row with the choices for a parameter of `order`; reports `Chosen` with the id of `asked`."""
    if asked.kind == "aid":
        found = find_leader_help(state, order)
        told = f"{found.name} {format_signed(found.rating)}" if found else ""
        return Row([Spacer(TITLE_WIDTH + 6), LeaderHelpChip(asked.id, told, chosen)], gap=0, align="centre")
    if asked.kind == "crews":
        return _build_picker_row(
            "Crews", Segments(asked.id, [(one, one) for one in asked.values], chosen, tip=_CREWS_TIP)
        )
    if asked.kind == "leader":
        one = fleets.leader_aboard(state, ship)
        name = fleets.leader_on_card(state, one).name if one else ""
        words = [(choices.STAYS, "Stays out"), (choices.GOES, "Fights")]
        return _build_picker_row(name.split()[-1], Segments(asked.id, words, chosen, tip=Tip(name, _LEADER_TIP)))
    kinds: list[ShotKind] = [kind for kind in _SHOT_NAMES if kind in asked.values]
    return _build_picker_row(asked.kind.capitalize(), ShotPicker(asked.id, state, kinds, chosen))


class LeaderHelpChip(Widget):
    """A chip with the leader who helps with a roll; a click switches his help off or on."""

    focusable = True
    interactive = True
    glows = True
    HEIGHT = 26

    def __init__(self, ident: str, told: str, chosen: str) -> None:
        tip = (
            "Click to do without his help or to use it again." if chosen == choices.HELPS else "Click to use his help."
        )
        super().__init__(ident, tip=Tip(told, f"{tip}\nRule AMB-150"))
        self.told = told
        self.chosen = chosen
        self.words = told if chosen == choices.HELPS else f"without {told.rpartition(' ')[0]}"

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        return size_of(self.words, LABEL, theme.scale)[0] + theme.px(42), theme.px(self.HEIGHT)

    @override
    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the chip dark with a brass star while the leader helps, else pale."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        helped = self.chosen == choices.HELPS
        fill, edge = (INKS.plate, INKS.bar_rule) if helped else (INKS.paper_2, INKS.edge)
        pen, radius = theme.px(2 if self.hovered else 1), theme.px(self.HEIGHT / 2)
        surface.blit(boxed(self.rect.size, radius, fill, edge, pen), self.rect)
        at = (self.rect.x + theme.px(17), self.rect.centery)
        paint_star(surface, at, theme.px(7.5), INKS.brass if helped else INKS.disabled)
        ink = INKS.brass_light if helped else INKS.muted
        write_at(surface, theme, self.words, LABEL.tinted(ink), midleft=(at[0] + theme.px(13), at[1]))

    @override
    def activate(self) -> Report:
        return Chosen(self.id, choices.WITHOUT if self.chosen == choices.HELPS else choices.HELPS)


def _build_picker_row(title: str, chooser: Segments) -> Widget:
    """Build a row of a title and a chooser that takes the remaining width."""
    words = Label(title, LABEL) if len(title) < len("Starboard") + 1 else Fitted(title, LABEL)
    chooser.grow = 1
    return Row([Sized(words, TITLE_WIDTH), chooser], gap=6, align="centre")


class ShotPicker(Segments):
    """Kinds of shot side by side, each with a picture and its range in UM."""

    HEIGHT, BALL = 46, 20

    def __init__(self, ident: str, state: State, kinds: Sequence[ShotKind], chosen: str) -> None:
        names = ", ".join(f"{_SHOT_NAMES[kind]} {choices.range_of_shot(state, kind):g}" for kind in kinds)
        super().__init__(
            ident, [(kind, _SHOT_NAMES[kind]) for kind in kinds], chosen, tip=Tip("Shot", f"{names}. {_SHOT_TIP}")
        )
        self._reach = {str(kind): f"{choices.range_of_shot(state, kind):g}" for kind in kinds}

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        widest = max(size_of(words, _SHOT_STYLE, theme.scale)[0] for _, words in self.options)
        return (widest + 2 * theme.px(3)) * len(self.options), theme.px(self.HEIGHT)

    @override
    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        if self.focused:
            draw_focus(surface, theme, self.rect)
        surface.blit(boxed(self.rect.size, theme.px(3), INKS.paper_2, INKS.edge, theme.px(1)), self.rect)
        for number, (value, words) in enumerate(self.options):
            part, is_chosen = self._part(number), value == self.chosen
            if is_chosen or number == self.under:
                inner = part.inflate(-2 * theme.px(1), -2 * theme.px(1))
                surface.blit(rounded(inner.size, theme.px(3), INKS.ink if is_chosen else INKS.paper), inner)
            ink = INKS.cream if is_chosen else INKS.ink
            write_at(surface, theme, words, _SHOT_STYLE.tinted(ink), midtop=(part.centerx, part.y + theme.px(3)))
            self._paint_ball(surface, theme, part, value)
            at = (part.centerx + theme.px(6), part.bottom - theme.px(13))
            write_at(surface, theme, self._reach[value], LABEL.tinted(ink), midleft=at)

    def _paint_ball(self, surface: pygame.Surface, theme: Theme, part: pygame.Rect, value: str) -> None:
        middle, side = (part.centerx - theme.px(8), part.bottom - theme.px(13)), theme.px(self.BALL)
        if value == self.chosen:
            pygame.draw.aacircle(surface, INKS.cream, middle, side // 2 + theme.px(1))
        ball = icon(f"shot_{value}", side)
        surface.blit(ball, ball.get_rect(center=middle), special_flags=pygame.BLEND_PREMULTIPLIED)


_SHOT_STYLE = Style("semibold", 14)


_STAGES = ("Not aboard", "On her deck", "Taken")
"""Caption of each round of the boarders' lead."""
_FATIGUE_TIP = Tip("Fatigue", "Every round tires the crews who fight.\nRule SOTL-20.2-e")
_LEAD_TIP = Tip("Lead", "The boarders' lead in rounds. A lead of two takes the ship.\nRule SOTL-20.2-d")
FIGURE, STEP, TRACK = 24, 16, 46
"""Height of a figure, distance between figures, and height of the lead track, design pixels."""


def build_fight_rows(state: State, order: Board | Defend) -> list[Widget]:
    """Build the forecast of the fight of `order`, provided that the defender does not board too."""
    known = forecast_fight(state, order)
    parts: list[Widget] = [*_build_party(state, known.ours), *_build_party(state, known.theirs)]
    if known.advantage is not None:
        parts.append(Row([Spacer(grow=1), _build_lead_track(known), Spacer(grow=1)]))
    parts += [_build_throw(state, known.ours, known.theirs), _build_throw(state, known.theirs, known.ours)]
    for party in (known.ours, known.theirs):
        if party.is_boarding and party.tired_ships:
            names = join_words(state.cards[key].name for key in party.tired_ships)
            told = f"{names} will be exhausted: able to hold, not to capture."
            parts.append(Text(told, SMALL.tinted(INKS.danger)))
    return [Column(parts, gap=3)]


def build_leader_effect(state: State, other: Board | Defend, *, joins: bool) -> Widget:
    """Build a line with the chance if the leader's part in the fight were the other one.

    Args:
        state: the battle.
        other: the command with the other choice for the leader.
        joins: True if the leader fights in `other`.
    """
    ours = forecast_fight(state, other).ours
    told = f"{'With' if joins else 'Without'} him {_format_ratio(ours)}: {format_percent(ours.chance)}"
    return Row([Spacer(grow=1), Label(told, SMALL)], gap=0)


def _build_party(state: State, party: FightParty) -> Iterator[Widget]:
    """Yield the rows of one side of the fight: ships, strength, crews and fatigue."""
    first = party.ships[0]
    called = join_words(state.cards[key].name for key in party.ships)
    names = Fitted(called, NAME, tip=Tip(called))
    does = Label("boards" if party.is_boarding else "resists", SMALL.tinted(INKS.muted))
    told = Label(f"Strength {party.strength}", LABEL).by(odds.find_boarding_rule(state, first))
    yield Row([Sign(nation_badge(*list_flags(state, first)), 18), names, does, told], gap=8, align="centre")
    limit = compute_strength(state, first).fatigue_limit
    tired = (
        pictograms.build_numbered_boxes(state.ships[first].fatigue, limit, _FATIGUE_TIP)
        if len(party.ships) == 1
        else Spacer()
    )
    yield Row([Spacer(26), _build_figures(party.crews), Spacer(grow=1), tired], gap=0, align="centre")


def _build_figures(crews: int) -> Drawn:
    """Build a row of `crews` figures."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        figure = icon("crew_boarder", theme.px(FIGURE))
        for number in range(crews):
            at = rect.x + number * theme.px(STEP), rect.y
            surface.blit(figure, at, special_flags=pygame.BLEND_PREMULTIPLIED)

    return Drawn(STEP * crews + 4, FIGURE, pen, Tip("Crews in the fight", "They are not available at the guns."))


def _build_throw(state: State, party: FightParty, against: FightParty) -> Widget:
    """Build the row with the column that `party` rolls on, the needed sum and its chance."""
    sign = Sign(nation_badge(*list_flags(state, party.ships[0])), 16)
    needs = f"{party.needed} or less on two dice" if party.column else "too weak to fight"
    chance = Label(format_percent(party.chance), LABEL)
    row = Row(
        [sign, Label(_format_ratio(party), LABEL), Label(needs, SMALL), Spacer(grow=1), chance], gap=8, align="centre"
    )
    return row.by(odds.find_throw_rule(state, party.ships, against.ships))


def _format_ratio(party: FightParty) -> str:
    """Return the combat column in words, such as "3 to 2", or "–" for none."""
    return party.column.replace("-", " to ") or "–"


def _build_lead_track(known: FightForecast) -> Widget:
    """Build the track of the boarders' lead in rounds: not aboard, on deck, taken."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        radius, y = theme.px(11), rect.y + theme.px(13)
        spots = [(rect.x + rect.w * (2 * number + 1) // 6, y) for number in range(known.wanted + 1)]
        for number, spot in enumerate(spots):
            reached = number <= (known.advantage or 0)
            if number:
                pygame.draw.line(surface, INKS.danger if reached else INKS.rule, spots[number - 1], spot, theme.px(3))
        for number, (spot, words) in enumerate(zip(spots, _STAGES, strict=True)):
            reached = number <= (known.advantage or 0)
            pygame.draw.aacircle(surface, INKS.danger if reached else INKS.edge, spot, radius)
            pygame.draw.aacircle(surface, INKS.danger if reached else INKS.paper, spot, radius - theme.px(2))
            write_at(surface, theme, str(number), LABEL.tinted(INKS.cream if reached else INKS.ink), center=spot)
            high = size_of(words, SMALL, theme.scale)[1]
            write_at(surface, theme, words, SMALL, center=(spot[0], y + radius + theme.px(2) + high // 2))

    return Drawn(318, TRACK, pen, _LEAD_TIP)


LEADER_HELP = "helm.aid"


def build_help_chip(state: State, draft: PlanDraft | None, *, unaided: bool) -> Widget | None:
    """Build the chip of leaders who help in checks of the plan; None if none helps.

    Reports `Chosen` with the id `LEADER_HELP`. `unaided` is True if the player does without the help (10-d).
    """
    tried = draft.evaluation if draft and draft.verdict is None and draft.evaluation.plan else None
    helps = plans.find_leader_modifiers(state, tried) if tried else ()
    if not helps:
        return None
    told = " and ".join(f"{line.source} {line.change}" for line in helps)
    return Row([LeaderHelpChip(LEADER_HELP, told, choices.WITHOUT if unaided else choices.HELPS), Spacer(grow=1)])


@dataclass(frozen=True)
class ShipPressed(Report):
    """The report that the name of a ship in the panel was pressed."""

    ship: str


@dataclass(frozen=True)
class OrderPressed(Report):
    """The report that the button of a command was pressed, by its number from 0."""

    number: int


PANEL_WIDTH, ORDER_WIDTH, NAME_WIDTH = 392, 344, 190
"""Width of the panel, of a command's button and of a ship's name, design pixels."""
TWO_LINES = 52
"""Height of a button whose name needs two lines, design pixels."""
NUMBERED_ORDERS = 9
"""Number of commands that have a number key."""
SKIP_FRIEND_LINES = "crew.pass"
_INSET, _WORDS_WIDTH, _NUMBER_WIDTH = 20, 140, 74
"""Indent of a chance, the left of its bar, and the width of its number, design pixels."""
_SKIP_TIP = Tip("Lines to friends", "Steps in which nothing else is possible are skipped.")


def build_crew_panel(
    state: State, given: Sequence[choices.CommandGroup], picked: Mapping[str, str], passes: bool | None
) -> tuple[Widget, list[Button]]:
    """Build the panel, and return it with the buttons of the commands in their order.

    Args:
        state: the battle.
        given: the possible commands, those of one ship together.
        picked: the picked values by choice id.
        passes: True if steps with only lines to friends are skipped; None to show no checkbox.
    """
    buttons: list[Button] = []
    rows: list[Widget] = _build_question(state) if state.question else []
    for key, group in groupby(given, key=lambda one: one.ship):
        rows += _build_head(state, key)
        for one in group:
            order = one.build_order(picked)
            if not one.is_immediate:
                buttons.append(_build_order_button(state, len(buttons), order))
                rows.append(buttons[-1])
            chosen = one.resolve_choices(picked)
            rows += [build_picker(state, key, order, asked, chosen[asked.id]) for asked in one.choices]
            rows += _build_fight(state, one, picked)
            rows += _build_outcomes(state, key, order)
    if passes is not None:
        rows += [Rule(), Checkbox(SKIP_FRIEND_LINES, "Skip steps with only lines to friends", passes, tip=_SKIP_TIP)]
    title = "Answer" if state.question else order_words.describe_step(state)[0]
    first = given[0].ship if given else ""
    panel = Panel(Scroll(Column(rows, gap=8), ident=f"crew.scroll.{first}"), title, ident="crew")
    panel.keeps_clear = True
    return Sized(panel, PANEL_WIDTH), buttons


def _build_fight(state: State, given: choices.CommandGroup, picked: Mapping[str, str]) -> list[Widget]:
    """Build the forecast of the fight that a boarding command leads to; empty for other commands."""
    order, chosen = given.build_order(picked), given.resolve_choices(picked)
    if not isinstance(order, Board | Defend):
        return []
    offers: list[Widget] = []
    for asked in (one for one in given.choices if one.kind == "leader"):
        other = next(value for value in asked.values if value != chosen[asked.id])
        otherwise = given.build_order({**picked, asked.id: other})
        if isinstance(otherwise, Board | Defend) and otherwise != order:
            offers.append(build_leader_effect(state, otherwise, joins=other == choices.GOES))
    return [*offers, *build_fight_rows(state, order)]


def _build_outcomes(state: State, key: str, order: Command) -> list[Widget]:
    """Build the costs of a command and the chances of its outcomes."""
    ends: list[Widget] = [
        Row([Spacer(_INSET), Label(words, SMALL), Spacer(grow=1), Label(told, SMALL), Spacer(_INSET)], gap=0)
        for words, told in order_words.list_costs(state, key, order)
    ]
    ends += [ChanceBar(*found) for found in order_words.list_boarding_ends(state, order)]
    return [Column(ends, gap=0)] if ends else []


def _build_question(state: State) -> list[Widget]:
    """Build the badge and name of the player who is asked, and the question."""
    sign = Sign(nation_badge(*fleets.nations(state, rules.side_to_choose(state))), 22)
    asked = f"{captions.find_asked_name(state)} player to answer"
    who = Row([sign, Fitted(asked, STRONG, tip=Tip(asked))], gap=8, align="centre")
    return [who, Text(find_prompt(state), BODY)]


def find_prompt(state: State) -> str:
    """Return the question that the game asks now, or ""."""
    decision = rules.current_decision(state)
    return decision.prompt if decision else ""


def _build_head(state: State, key: str) -> list[Widget]:
    """Build the rule and the name of a ship or battery above its commands."""
    title = summaries.find_name(state, key)
    if key not in state.ships:
        return [Rule(), Label(title, STRONG)]
    tip = Tip(title, "Shows her card and moves the view to her.")
    name = Button(f"crew.ship.{key}", title, "secondary", tip=tip, report=ShipPressed(key))
    if size_of(title, name.style, 100)[0] > NAME_WIDTH - 32:
        name.fitted, name.tall = NAME_WIDTH, TWO_LINES
    told = Label(order_words.describe_fatigue(state, key), SMALL.tinted(INKS.muted))
    return [
        Rule(),
        Row([Sign(nation_badge(*list_flags(state, key)), 18), name, Spacer(grow=1), told], gap=8, align="centre"),
    ]


def _build_order_button(state: State, number: int, order: Command) -> Button:
    """Build the button of command `number` (from 0)."""
    key = str(number + 1) if number < NUMBERED_ORDERS else ""
    label, promise, how, rule = order_words.describe_order(state, order)
    return Button(
        f"crew.{number}",
        label,
        "secondary",
        note=promise,
        key=key,
        tip=Tip(order_words.describe_step(state)[0], how),
        left=True,
        report=OrderPressed(number),
        fitted=ORDER_WIDTH,
        tall=TWO_LINES,
    ).by(rule)


class ChanceBar(Widget):
    """A line with the words, bar and per cent of one outcome; it cannot be pressed."""

    def __init__(self, chance: Fraction, words: str, bad: bool, rule: str) -> None:
        super().__init__()
        self.rule = rule
        self.chance = chance
        self.words = words
        self.ink = INKS.danger if bad else INKS.ink

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        return width, theme.px(21)

    @override
    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        style, told = SMALL.tinted(self.ink), format_percent(self.chance)
        wide, high = size_of(told, style, theme.scale)
        top = self.rect.centery - high // 2
        write(surface, theme, self.words, style, (self.rect.x + theme.px(_INSET), top))
        write(surface, theme, told, style, (self.rect.right - theme.px(_INSET) - wide, top))
        left, right = self.rect.x + theme.px(_WORDS_WIDTH), self.rect.right - theme.px(_NUMBER_WIDTH)
        bar = pygame.Rect(left, self.rect.centery - theme.px(3), max(0, right - left), theme.px(6))
        surface.fill(INKS.paper_3, bar)
        surface.fill(self.ink, (bar.topleft, (round(bar.w * self.chance), bar.h)))
