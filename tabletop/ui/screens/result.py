"""The end of a game: who won and why, every point with its rule, and what became of everybody."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import pygame

from tabletop.core.after_action import AfterActionReport
from tabletop.core.game import Meta, Outcome, Score
from tabletop.core.phrases import capitalize, format_number, format_signed
from tabletop.ui import keys
from tabletop.ui.boards.contract import Badge
from tabletop.ui.boards.game_plugins import ShipOutcome
from tabletop.ui.input import Input
from tabletop.ui.screen import Pop, Transition
from tabletop.ui.screens.frame import framed
from tabletop.ui.screens.report import panels
from tabletop.ui.screens.rule_widgets import ruled
from tabletop.ui.screens.rulebook import open_rulebook
from tabletop.ui.text import BODY, CARD_NAME, LABEL, SMALL, STRONG, SUBTITLE, Style
from tabletop.ui.theme import INKS, Colour
from tabletop.ui.widgets.backdrop import Picture
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Pad, Row, Sized, Spacer
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import DoubleRule, Panel, Rule
from tabletop.ui.widgets.report import On, RuleAsked, hearing
from tabletop.ui.widgets.scroll import Scroll

WIDE, THREE = 1100, 1500
"""Widths from which points and fates stand side by side, and what lies on the table between them; design pixels."""
FATES, MOST = 460, 10
"""Width of the fates beside the points, design pixels, and how many pieces are told of at most."""
WAYS = {"report": "Full report", "watch": "Watch the replay", "play_again": "Play again"}
"""Buttons that are there where something is to be done at them, by the names of their keys."""
TOTAL, HEADING = Style("number", 38), Style("title", 21)


@dataclass(frozen=True)
class Story:
    """What the reckoning tells besides the outcome.

    Attributes:
        fates: grouped by headings, e.g. sides.
        course: how it came about, grouped by turns; the points are what an event has cost, 0 for nothing.
        scored: what the reckoning counts: the heading, and the word for one of them.
        told: what the report tells of it.
    """

    title: str
    when: str
    fates: Sequence[tuple[str, Sequence[ShipOutcome]]] = ()
    course: Sequence[tuple[str, Sequence[Score]]] = ()
    scored: tuple[str, str] = ("Victory points", "point")
    told: AfterActionReport | None = None
    colours: Mapping[str, Colour] = field(default_factory=dict)
    """Of the sides."""
    badges: Mapping[str, Badge] = field(default_factory=dict)
    """Of the pieces."""
    table: Callable[[Size], pygame.Surface] | None = None
    """A picture of the table at the end."""


class Reckoning(Page):
    """The reckoning of a match. `home` is where the last button leads, and `leave` names its key, which says so."""

    keyed = "report"

    def __init__(
        self, meta: Meta, outcome: Outcome, story: Story, home: Transition | None = None, leave: str = "leave"
    ) -> None:
        super().__init__()
        self.meta = meta
        self.outcome = outcome
        self.story = story
        self.home = home or Pop()
        self.way_home = leave
        self.presses = {"home": lambda: self.home, "back": Pop}
        self.on = hearing(On(RuleAsked, lambda asked: open_rulebook(meta.id, asked.target)))

    def compose(self) -> Widget:
        """The verdict and the points at the left, the fates at the right."""
        told = [self._verdict(), *([self._points()] if self.outcome.reckoning else [])]
        told += [self._course()] if self.story.course else []
        fates = Panel(self._fates(), "Fate of the ships")
        body: Widget
        if self.size[0] >= self.theme.px(THREE) and (middle := self._middle()):
            first, last = [*told[1:], *self._luck()], [fates, *self._harm()]
            columns = [_scrolled(first, "points"), _scrolled(middle, "table"), _scrolled(last, "fates")]
            body = Column([told[0], Row(columns, gap=16, grow=1)], gap=16)
        elif self.size[0] >= self.theme.px(WIDE):
            fates.children[0] = Scroll(fates.children[0], ident="fates")
            left = Scroll(Column(told, gap=16), ident="points")
            body = Row([Pad(left, (0, 0, 0, 0), grow=1), Sized(fates, FATES)], gap=16)
        else:
            ways_on = [Panel(Column(self._ways(), gap=8))] if self._named() else []
            body = Scroll(Column([told[0], *ways_on, *told[1:], fates], gap=16), ident="all")
        way = keys.KEYS[self.way_home]
        home = Button("home", capitalize(way.words), "primary", key=way.chord, height=46, size=20)
        return framed(
            "Result",
            f"{self.story.title}, {self.story.when}",
            body,
            ("next", "back", *self._named(), self.way_home, "full_screen", "rulebook"),
            [*self._ways(), home] if self.size[0] >= self.theme.px(WIDE) else [home],
        )

    def _named(self) -> Sequence[str]:
        """Where it leads besides, by the names of the keys."""
        return [name for name in WAYS if name in self.presses]

    def _ways(self) -> Sequence[Widget]:
        return [
            Button(name, WAYS[name], "dark", key=keys.key(name), show_key=False, height=46) for name in self._named()
        ]

    def handle(self, given: Input) -> Transition | None:
        """As every page; the key of the rulebook opens it at the rule under the pointer, or of the end."""
        if given.kind == "key" and given.key == keys.key("rulebook"):
            return open_rulebook(self.meta.id, *self.pointed, self.outcome.rule)
        return super().handle(given)

    def _middle(self) -> list[Widget]:
        """The table at the end, and how the points went."""
        story, found = self.story, list[Widget | None]()
        if story.table:
            table = story.table
            found.append(Panel(Picture(lambda size, _: table(size), ratio=0.5), "Final position"))
        if story.told:
            found.append(panels.points(story.told, story.colours))
        return list(filter(None, found))

    def _luck(self) -> list[Widget]:
        """How the dice fell."""
        told = self.story.told
        return list(filter(None, [panels.luck(told, self.story.colours)])) if told else []

    def _harm(self) -> list[Widget]:
        """Who hurt whom."""
        told = self.story.told
        return list(filter(None, [panels.harm(told, self.story.colours, self.story.badges, MOST)])) if told else []

    @property
    def _counted(self) -> bool:
        """Whether there is anything to count: points, or what stands for them, such as troops."""
        return bool(self.outcome.totals or self.outcome.reckoning)

    def _verdict(self) -> Widget:
        victor = next((one.name for one in self.meta.sides if one.id == self.outcome.winner), "")
        words = f"{victor} victory" if victor else "The battle is a draw"
        lines: list[Widget] = [
            Text(words, CARD_NAME),
            Text(self.outcome.reason, SUBTITLE),
            ruled("Rule", self.outcome.rule, SMALL),
        ]
        totals: list[Widget] = []
        for side in self.meta.sides if self._counted else ():
            points = self.outcome.totals.get(side.id, 0)
            totals.append(Column([Label(side.name, LABEL), Label(format_number(points), TOTAL)], gap=0, align="centre"))
        told = self.story.told
        numbers = [panels.figures(told)] if told and self.size[0] >= self.theme.px(THREE) else []
        return Panel(Row([Column(lines, gap=6, grow=1), *totals, *numbers], gap=32, align="centre"))

    def _points(self) -> Widget:
        parts: list[Widget] = []
        for side in self.meta.sides:
            scores = [score for score in self.outcome.reckoning if score.side == side.id]
            parts += [*self._account(side.name, scores), Spacer(8)]
        return Panel(Column(parts, gap=6), self.story.scored[0])

    def _course(self) -> Widget:
        parts: list[Widget] = []
        for heading, events in self.story.course:
            parts += _under(heading, map(self._line, events))
        return Panel(Column(parts, gap=6), "How the points were scored")

    def _account(self, name: str, scores: Sequence[Score]) -> list[Widget]:
        total = sum(score.points for score in scores)
        word = self.story.scored[1]
        points = Label(f"{total} {word}{'' if total == 1 else 's'}", STRONG)
        head = Row([Label(name, HEADING), Spacer(grow=1), points], align="end")
        if not scores:
            return [head, DoubleRule(), Text(f"No {word}s.", BODY.tinted(INKS.muted))]
        return [head, DoubleRule(), *(self._line(score) for score in scores)]

    def _line(self, score: Score) -> Widget:
        turn = [Label(f"turn {score.turn}", SMALL.tinted(INKS.muted))] if score.turn else []
        rule = [ruled("", score.rule, SMALL)] if score.rule else []
        counted = format_signed(score.points) if score.points else ""
        points = Sized(Label(counted, STRONG, right=True), 44)
        aside = Sized(Row([Spacer(grow=1), *rule, *turn], gap=8, align="centre"), 190)
        return Row([points, Text(score.reason, BODY, grow=1), aside], gap=12, align="centre")

    def _fates(self) -> Widget:
        parts: list[Widget] = []
        for heading, fates in self.story.fates:
            parts += _under(heading, map(panels.fate, fates))
        return Column(parts or [Text("Nothing to show.")], gap=4)


def _scrolled(sheets: Sequence[Widget], ident: str) -> Widget:
    return Scroll(Column(sheets, gap=16), ident=ident, grow=1)


def _under(heading: str, lines: Iterable[Widget]) -> list[Widget]:
    return [Label(heading, HEADING), Rule(), *lines, Spacer(8)]
