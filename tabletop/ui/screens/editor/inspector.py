"""The panel at the right: fields of the selection, problems, and the distances of the rulebook."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from tabletop.authoring.draft import Draft
from tabletop.authoring.kit import DistanceGauge
from tabletop.core.document import DataPath
from tabletop.core.phrases import capitalize, format_count
from tabletop.rulebook.blocks import TextRun as BookRun
from tabletop.ui import keys
from tabletop.ui.boards.battle.desk import Fold
from tabletop.ui.screens.editor.form import Form, format_key
from tabletop.ui.screens.editor.session import EditorSession
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.text import BODY, LABEL, PANEL_TITLE, SMALL, Run, Style, flowed, write_at, write_block
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.draw import boxed, draw_focus, icon, rounded
from tabletop.ui.widgets.label import Fitted, Label, Text
from tabletop.ui.widgets.layout import Column, Row, Spacer
from tabletop.ui.widgets.marks import Chip
from tabletop.ui.widgets.panel import DoubleRule, Panel, Rule
from tabletop.ui.widgets.report import Pressed, Report
from tabletop.ui.widgets.scroll import Scroll

SHARED_FROM = 10
"""Distance from which several ships share one distance of the rulebook, UM."""


def select_gauges(gauges: Sequence[DistanceGauge]) -> list[DistanceGauge]:
    """Return the worst gauge of each demand of the rulebook; no gauge of ships that touch as they should."""
    worst: dict[str, DistanceGauge] = {}
    for one in sorted(gauges, key=lambda one: (one.is_met, -abs(one.value - one.target))):
        if one.target or not one.is_met:
            worst.setdefault(one.id if one.target > SHARED_FROM else f"{one.id} {one.first} {one.second}", one)
    return list(worst.values())


def format_gauge(gauge: DistanceGauge) -> str:
    """Return the measured and the wanted distance, such as "2.50 of 3 UM"."""
    if not gauge.target:
        return f"{gauge.value:.2f} UM (rulebook: touching)"
    if gauge.is_met:
        return f"{gauge.value:.2f} of {gauge.target:g} UM"
    return f"{gauge.value:.2f} UM (rulebook: {gauge.target:g})"


MOST_PROBLEMS = 12
"""The most problems that are listed."""
SWITCH_ON = "switch_on."
"""The prefix of the id of a button that switches an option on."""
SIGN, PAD = 18, 8
_NUMBER = Style("body", 15, INKS.ink_2)
_TITLE = Style("semibold", 15, INKS.ink)


@dataclass(frozen=True)
class Issue:
    """An error in the draft, or a note.

    Attributes:
        title: the issue in a few words.
        detail: an explanation, or the line of the file.
        is_error: False for a note.
        rule: the id of the rule; "" for none.
        pieces: ids of the pieces concerned, the piece to move first.
        path: the part of the file, used if there is no piece.
        switch: the option that must be switched on to solve the issue; "" for none.
    """

    title: str
    detail: str
    is_error: bool
    rule: str = ""
    pieces: tuple[str, ...] = ()
    path: DataPath = ()
    switch: str = ""


def list_issues(draft: Draft, measured: Sequence[DistanceGauge]) -> list[Issue]:
    """Return the errors of the file, then unmet distances of the rulebook, then notes."""
    faults = [
        Issue(
            capitalize(one.message),
            f"Line {one.line}",
            True,
            pieces=(one.piece_id,) if one.piece_id else (),
            path=one.path,
        )
        for one in draft.problems
    ]
    off = [
        Issue(format_ends(draft, one), format_gauge(one), True, one.rule, (one.first, one.second))
        for one in select_gauges(measured)
        if not one.is_met
    ]
    notes = [Issue(one.title, one.detail, False, one.rule, one.pieces, one.path, one.switch) for one in draft.hints]
    return [*faults, *off, *notes]


def format_ends(draft: Draft, gauge: DistanceGauge) -> str:
    """Return the names of the two pieces of a distance: "Victory to Neptune"."""
    return " to ".join(draft.find_piece(end).name for end in (gauge.first, gauge.second))


def build_problem_rows(found: Sequence[Issue], at: int) -> Iterator[Widget]:
    """Yield a heading with the number of issues, and a row for each; row `at` is marked."""
    wrong = sum(one.is_error for one in found)
    counts = [format_count(wrong, "error")] if wrong else []
    counts += [format_count(len(found) - wrong, "note")] if len(found) > wrong else []
    chip = Chip(
        ", ".join(counts) or "No problems",
        "loss" if wrong else "fact",
        tip=Tip(
            "Problems",
            "Errors in the file, distances that differ from the rulebook, and notes.",
            keys.key("next_problem"),
        ),
    )
    yield Row([Text("Problems", PANEL_TITLE), Spacer(grow=1), chip], align="centre")
    yield DoubleRule()
    for number, one in enumerate(found[:MOST_PROBLEMS]):
        yield ProblemRow(number, one, chosen=number == at)
        if one.switch:
            tip = Tip("Switch on", "Switches on the rules that this needs.")
            yield Row([Spacer(grow=1), Button(f"{SWITCH_ON}{one.switch}", "Switch on", tip=tip)])
    if len(found) > MOST_PROBLEMS:
        yield Text(f"and {len(found) - MOST_PROBLEMS} more", SMALL)


class ProblemRow(Widget):
    """A row for one issue; a click goes to its place."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, number: int, issue: Issue, *, chosen: bool) -> None:
        super().__init__(f"problem.{number}", tip=Tip("Go to the problem", issue.detail, keys.key("next_problem")))
        self.text = issue.title
        self.rule = issue.rule
        detail = f"\n{issue.detail}" + (f"  {issue.rule}" if issue.rule else "")
        self._runs = (Run(issue.title, _TITLE if issue.rule or not issue.is_error else BODY.at(15)), Run(detail, SMALL))
        self._is_error = issue.is_error
        self._is_chosen = chosen

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of the text beside the sign."""
        block = flowed(self._runs, max(1, width - theme.px(SIGN + 3 * PAD)), theme.scale)
        return width, block.height + theme.px(2 * PAD)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw a cross on red for an error or an i on brass for a note, and the text."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        if self._is_chosen or self.hovered:
            edge = INKS.paper_2 if not self._is_chosen else self._ink
            surface.blit(boxed(self.rect.size, theme.px(3), INKS.paper_2, edge, theme.px(1)), self.rect)
        side = theme.px(SIGN)
        disc = pygame.Rect(self.rect.x + theme.px(PAD), self.rect.y + theme.px(PAD + 2), side, side)
        surface.blit(rounded(disc.size, side // 2, self._ink), disc)
        if self._is_error:
            cross = icon("cross", theme.px(10), INKS.cream)
            surface.blit(cross, cross.get_rect(center=disc.center))
        else:
            write_at(surface, theme, "i", LABEL.tinted(INKS.cream), center=disc.center)
        block = flowed(self._runs, max(1, self.rect.w - theme.px(SIGN + 3 * PAD)), theme.scale)
        write_block(surface, theme, block, (disc.right + theme.px(PAD), self.rect.y + theme.px(PAD)))

    @property
    def _ink(self) -> Colour:
        """Return the colour of the sign."""
        return INKS.danger if self._is_error else INKS.brass_dark

    def activate(self) -> Report | None:
        """Return the report that goes to the place of the issue."""
        return Pressed(self.id)


def build_gauge_rows(draft: Draft, found: Sequence[DistanceGauge]) -> Iterator[Widget]:
    """Yield a heading and a row for each distance of the rulebook; nothing without distances."""
    if not found:
        return
    fits = sum(one.is_met for one in found)
    style = Style("semibold", 15, INKS.ink_2 if fits == len(found) else INKS.danger)
    yield Row([Text("Rulebook distances", LABEL), Spacer(grow=1), Label(f"{fits} of {len(found)} right", style)])
    for number, one in enumerate(found):
        if one.target or not one.is_met:
            yield GaugeRow(number, format_ends(draft, one), one)
    yield LinkedText((BookRun(found[0].rule, link=found[0].rule),), LABEL)


class GaugeRow(Widget):
    """A row for one distance of the rulebook; a click brings both pieces into view."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, number: int, title: str, gauge: DistanceGauge) -> None:
        super().__init__(f"gauge.{number}", tip=Tip(title, format_gauge(gauge)))
        self.text = title
        self._fits = gauge.is_met
        self.rule = gauge.rule
        self._aside = f"{gauge.value:.2f} of {gauge.target:g}"

    def _build_runs(self) -> tuple[Run, ...]:
        """Return the text of the row, red if the distance is not met."""
        ink = INKS.ink if self._fits else INKS.danger
        return (Run(self.text, Style("name", 15.5, ink)), Run(f"  {self._aside}", _NUMBER.tinted(ink)))

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of the text, which may wrap into a second line."""
        block = flowed(self._build_runs(), max(1, width - theme.px(24)), theme.scale)
        return block.width + theme.px(24), max(theme.px(28), block.height + theme.px(4))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw a tick or a cross, and the text."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        if self.hovered:
            surface.fill(INKS.paper_2, self.rect)
        sign = icon("tick" if self._fits else "cross", theme.px(14), INKS.brass_dark if self._fits else INKS.danger)
        surface.blit(sign, sign.get_rect(midleft=(self.rect.x + theme.px(2), self.rect.centery)))
        block = flowed(self._build_runs(), max(1, self.rect.w - theme.px(24)), theme.scale)
        write_block(surface, theme, block, (self.rect.x + theme.px(24), self.rect.centery - block.height // 2))

    def activate(self) -> Report | None:
        """Return the report that shows both pieces."""
        return Pressed(self.id)


WHOLE_TITLE = "The battle"


def build_inspector(
    session: EditorSession,
    form: Form,
    own: Sequence[Widget] | None,
    measured: Sequence[DistanceGauge],
    above: Sequence[Widget] = (),
) -> Widget:
    """Build the inspector: fields above, problems and distances below; each half scrolls.

    `own` replaces the fields unless a form is open. `above` stands over the fields.
    """
    fields = Column([*above, *_build_fields(session, form, own)], gap=8)
    wrong = Column(
        [
            *build_problem_rows(list_issues(session.draft, measured), session.last_problem),
            *build_gauge_rows(session.draft, measured),
        ],
        gap=8,
    )
    halves = SharedHeight(
        Scroll(fields, ident=f"inspector.scroll.{_format_title(session)}"), Scroll(wrong, ident="problems.scroll")
    )
    return Panel(Column([*_build_head(session), halves], gap=8), ident="inspector", padding=14)


def _build_head(session: EditorSession) -> Iterator[Widget]:
    """Yield the title with the button that folds the panel."""
    fold = Fold("inspector.close", "expand", Tip("Collapse the panel"))
    yield Row([Fitted(_format_title(session), PANEL_TITLE, tip=Tip(_format_title(session))), fold], align="centre")
    yield DoubleRule()


def _format_title(session: EditorSession) -> str:
    """Return the title of the visible fields."""
    draft = session.draft
    if session.form_path is not None:
        return _name_part(session, session.form_path)
    if len(session.selection) == 1:
        return draft.find_piece(session.selection[0]).name
    if session.selection:
        whole = (group.title for group in draft.groups if group.pieces and set(group.pieces) == set(session.selection))
        return next(whole, f"{len(session.selection)} ships").partition(" (")[0]
    return WHOLE_TITLE


def _name_part(session: EditorSession, path: DataPath) -> str:
    """Return the name of a part of the file."""
    piece = next((one.name for one in session.draft.pieces if one.path == path), "")
    if piece or not path:
        return piece or WHOLE_TITLE
    last = path[-1]
    return format_key(str(last)) if isinstance(last, str) else f"{format_key(str(path[-2]))} {last + 1}"


def _build_fields(session: EditorSession, form: Form, own: Sequence[Widget] | None) -> Iterator[Widget]:
    """Yield `own`, or the fields of the visible form."""
    if own is not None and session.form_path is None:
        yield from own
        return
    if not session.selection and session.form_path is None:
        yield Text("Nothing selected: settings of the whole battle.", SMALL)
    yield from form.build_rows(session.visible_form)


LEAST_HEIGHT, GAP = 150, 8
"""Least height of the upper part, and the gap between both parts, design pixels."""
LOWER_SHARE = 0.42
"""The most height of the lower part, as a share, if the upper part needs the rest."""


class SharedHeight(Widget):
    """Two scrolling parts one over the other.

    The lower takes what it needs up to its share, the upper the rest.
    """

    def __init__(self, upper: Widget, lower: Widget) -> None:
        super().__init__(grow=1)
        self._upper = upper
        self._lower = lower
        self._rule = Rule()
        self.children = [upper, self._rule, lower]

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the width of the wider part, and a small height, for both parts scroll."""
        wide = max(part.measured(theme, width)[0] for part in (self._upper, self._lower))
        return wide, theme.px(2 * LEAST_HEIGHT)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the upper part at the top and the lower at the bottom."""
        self.rect, self.dirty = pygame.Rect(rect), True
        gap = theme.px(GAP)
        wanted, own = (part.measured(theme, rect.w)[1] for part in (self._lower, self._upper))
        room = rect.h - 2 * gap
        low = min(wanted, max(round(room * LOWER_SHARE), room - own))
        self._upper.place(theme, pygame.Rect(rect.x, rect.y, rect.w, room - low))
        top = rect.bottom - low - gap
        self._rule.place(theme, pygame.Rect(rect.x, top, rect.w, theme.px(1)))
        self._lower.place(theme, pygame.Rect(rect.x, top + gap, rect.w, low))
