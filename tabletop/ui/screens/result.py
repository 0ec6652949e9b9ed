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
from tabletop.ui.screens.frame import build_frame
from tabletop.ui.screens.report import panels
from tabletop.ui.screens.rule_widgets import build_ruled_text
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
"""Widths from which two or three columns stand side by side, design pixels."""
FATES_WIDTH, MOST_PIECES = 460, 10
"""Width of the outcomes beside the points, design pixels, and the most pieces with their damage."""
FOLLOW_UPS = {"report": "Full report", "watch": "Watch the replay", "play_again": "Play again"}
"""The labels of optional buttons, by the names of their keys."""
TOTAL, HEADING = Style("number", 38), Style("title", 21)


@dataclass(frozen=True)
class ResultStory:
    """What the result page tells beside the outcome.

    Attributes:
        fates: the outcomes of ships, under headings such as sides.
        events: decisive events by turn; the points are the cost of an event, 0 for none.
        score_words: the heading of the points, and the word for one of them.
        report: the after-action report; None for none.
    """

    title: str
    when: str
    fates: Sequence[tuple[str, Sequence[ShipOutcome]]] = ()
    events: Sequence[tuple[str, Sequence[Score]]] = ()
    score_words: tuple[str, str] = ("Victory points", "point")
    report: AfterActionReport | None = None
    colours: Mapping[str, Colour] = field(default_factory=dict)
    """The colours of the sides."""
    badges: Mapping[str, Badge] = field(default_factory=dict)
    """The badges of the pieces."""
    draw_table: Callable[[Size], pygame.Surface] | None = None
    """Draws the table at the end; None for no picture."""


class ResultPage(Page):
    """The result of a match.

    `home` is where its last button leads; the words of key `leave` label the button.
    """

    keyed = "report"

    def __init__(
        self, meta: Meta, outcome: Outcome, story: ResultStory, home: Transition | None = None, leave: str = "leave"
    ) -> None:
        super().__init__()
        self.meta = meta
        self.outcome = outcome
        self.story = story
        self.home = home or Pop()
        self.home_key = leave
        self.presses = {"home": lambda: self.home, "back": Pop}
        self.on = hearing(On(RuleAsked, lambda asked: open_rulebook(meta.id, asked.target)))

    def compose(self) -> Widget:
        """Build the verdict, the points, and the outcomes of the ships in one to three columns."""
        sheets = [self._build_verdict(), *([self._build_points()] if self.outcome.reckoning else [])]
        sheets += [self._build_events()] if self.story.events else []
        fates = Panel(self._build_fates(), "Fate of the ships")
        body: Widget
        if self.size[0] >= self.theme.px(THREE) and (middle := self._build_center()):
            first, last = [*sheets[1:], *self._build_luck()], [fates, *self._build_harm()]
            columns = [_wrap_scroll(first, "points"), _wrap_scroll(middle, "table"), _wrap_scroll(last, "fates")]
            body = Column([sheets[0], Row(columns, gap=16, grow=1)], gap=16)
        elif self.size[0] >= self.theme.px(WIDE):
            fates.children[0] = Scroll(fates.children[0], ident="fates")
            left = Scroll(Column(sheets, gap=16), ident="points")
            body = Row([Pad(left, (0, 0, 0, 0), grow=1), Sized(fates, FATES_WIDTH)], gap=16)
        else:
            ways_on = [Panel(Column(self._build_follow_ups(), gap=8))] if self._follow_up_names() else []
            body = Scroll(Column([sheets[0], *ways_on, *sheets[1:], fates], gap=16), ident="all")
        way = keys.KEYS[self.home_key]
        home = Button("home", capitalize(way.words), "primary", key=way.chord, height=46, size=20)
        return build_frame(
            "Result",
            f"{self.story.title}, {self.story.when}",
            body,
            ("next", "back", *self._follow_up_names(), self.home_key, "full_screen", "rulebook"),
            [*self._build_follow_ups(), home] if self.size[0] >= self.theme.px(WIDE) else [home],
        )

    def _follow_up_names(self) -> Sequence[str]:
        """Return the names of the follow-up actions that this page has."""
        return [name for name in FOLLOW_UPS if name in self.presses]

    def _build_follow_ups(self) -> Sequence[Widget]:
        """Build the buttons of the follow-up actions."""
        return [
            Button(name, FOLLOW_UPS[name], "dark", key=keys.key(name), show_key=False, height=46)
            for name in self._follow_up_names()
        ]

    def handle(self, given: Input) -> Transition | None:
        """Handle input; the key of the rulebook opens it at the rule under the pointer, or of the end."""
        if given.kind == "key" and given.key == keys.key("rulebook"):
            return open_rulebook(self.meta.id, *self.pointed, self.outcome.rule)
        return super().handle(given)

    def _build_center(self) -> list[Widget]:
        """Build the picture of the table and the chart of the points."""
        story, found = self.story, list[Widget | None]()
        if story.draw_table:
            table = story.draw_table
            found.append(Panel(Picture(lambda size, _: table(size), ratio=0.5), "Final position"))
        if story.report:
            found.append(panels.build_points(story.report, story.colours))
        return list(filter(None, found))

    def _build_luck(self) -> list[Widget]:
        """Build the sheet about the dice; [] without a report."""
        report = self.story.report
        return list(filter(None, [panels.build_luck(report, self.story.colours)])) if report else []

    def _build_harm(self) -> list[Widget]:
        """Build the sheet about damage; [] without a report."""
        report = self.story.report
        return (
            list(filter(None, [panels.build_harm(report, self.story.colours, self.story.badges, MOST_PIECES)]))
            if report
            else []
        )

    @property
    def _has_points(self) -> bool:
        """Return True if the outcome has points, or something like points, such as troops."""
        return bool(self.outcome.totals or self.outcome.reckoning)

    def _build_verdict(self) -> Widget:
        """Build the winner, the reason with its rule, and the totals."""
        victor = next((one.name for one in self.meta.sides if one.id == self.outcome.winner), "")
        words = f"{victor} victory" if victor else "The battle is a draw"
        lines: list[Widget] = [
            Text(words, CARD_NAME),
            Text(self.outcome.reason, SUBTITLE),
            build_ruled_text("Rule", self.outcome.rule, SMALL),
        ]
        totals: list[Widget] = []
        for side in self.meta.sides if self._has_points else ():
            points = self.outcome.totals.get(side.id, 0)
            totals.append(Column([Label(side.name, LABEL), Label(format_number(points), TOTAL)], gap=0, align="centre"))
        report = self.story.report
        numbers = [panels.build_figures(report)] if report and self.size[0] >= self.theme.px(THREE) else []
        return Panel(Row([Column(lines, gap=6, grow=1), *totals, *numbers], gap=32, align="centre"))

    def _build_points(self) -> Widget:
        """Build the points of each side line by line."""
        parts: list[Widget] = []
        for side in self.meta.sides:
            scores = [score for score in self.outcome.reckoning if score.side == side.id]
            parts += [*self._build_account(side.name, scores), Spacer(8)]
        return Panel(Column(parts, gap=6), self.story.score_words[0])

    def _build_events(self) -> Widget:
        """Build the decisive events by turn."""
        parts: list[Widget] = []
        for heading, events in self.story.events:
            parts += _build_section(heading, map(self._build_line, events))
        return Panel(Column(parts, gap=6), "How the points were scored")

    def _build_account(self, name: str, scores: Sequence[Score]) -> list[Widget]:
        """Build the points of one side, with their sum in the heading."""
        total = sum(score.points for score in scores)
        word = self.story.score_words[1]
        points = Label(f"{total} {word}{'' if total == 1 else 's'}", STRONG)
        head = Row([Label(name, HEADING), Spacer(grow=1), points], align="end")
        if not scores:
            return [head, DoubleRule(), Text(f"No {word}s.", BODY.tinted(INKS.muted))]
        return [head, DoubleRule(), *(self._build_line(score) for score in scores)]

    def _build_line(self, score: Score) -> Widget:
        """Build one line: points, reason, rule and turn."""
        turn = [Label(f"turn {score.turn}", SMALL.tinted(INKS.muted))] if score.turn else []
        rule = [build_ruled_text("", score.rule, SMALL)] if score.rule else []
        counted = format_signed(score.points) if score.points else ""
        points = Sized(Label(counted, STRONG, right=True), 44)
        aside = Sized(Row([Spacer(grow=1), *rule, *turn], gap=8, align="centre"), 190)
        return Row([points, Text(score.reason, BODY, grow=1), aside], gap=12, align="centre")

    def _build_fates(self) -> Widget:
        """Build the outcomes of the ships under their headings."""
        parts: list[Widget] = []
        for heading, fates in self.story.fates:
            parts += _build_section(heading, map(panels.build_fate, fates))
        return Column(parts or [Text("Nothing to show.")], gap=4)


def _wrap_scroll(sheets: Sequence[Widget], ident: str) -> Widget:
    """Return a scrolling column of sheets."""
    return Scroll(Column(sheets, gap=16), ident=ident, grow=1)


def _build_section(heading: str, lines: Iterable[Widget]) -> list[Widget]:
    """Return lines under a heading."""
    return [Label(heading, HEADING), Rule(), *lines, Spacer(8)]
