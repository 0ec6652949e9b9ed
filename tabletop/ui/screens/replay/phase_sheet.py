"""What comes about in the phase in which a replay stands: what is past, what was done last, and what is to come."""

from collections.abc import Iterator, Mapping

import pygame

from tabletop.core.chronicle import Chronicle, Told
from tabletop.core.phrases import capital, count
from tabletop.ui.boards.contract import GameTable
from tabletop.ui.screens.replay.marks import SIGNS
from tabletop.ui.text import BODY, SMALL
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.panel import Panel, Rule

ROWS = 16
"""That are seen at once, at most."""


class PhaseRows(ListBox):
    """Rows that go along with the replay; where it stands still they stay where they were scrolled to."""

    _goes_on = True

    def adopt(self, old: Widget) -> None:
        """Keep the place in the list, unless the replay has gone on."""
        super().adopt(old)
        self._goes_on = getattr(old, "chosen", "") != self.chosen

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Bring what was done last into sight."""
        super().place(theme, rect)
        if self._goes_on:
            self.reveal(self.chosen)


def sheet(course: Chronicle, place: int, table: GameTable, phase: str, taken_back: str) -> Widget | None:
    """The sheet; None where the phase has nothing of note. A row of ``replay.row`` is called as its place.

    Args:
        course: of the match, as whoever looks may know it.
        place: at which the replay stands.
        table: knows the badges of pieces.
        phase: how it is called.
        taken_back: what was taken back at this place, in words; empty for nothing.
    """
    rows = list(_rows(course, place, table))
    if not rows and not taken_back:
        return None
    last = max((int(row.id) for row in rows if int(row.id) <= place), default=-1)
    parts: list[Widget] = [PhaseRows("replay.row", rows, chosen=str(last), visible=ROWS)]
    if taken_back:
        parts += [Rule(), Row([Text("Taken back here", BODY, grow=1), Label(taken_back, SMALL)], align="centre")]
    return Panel(Column(parts, gap=8), f"Turn {course.when[max(0, place - 1)][0]}, {phase.lower()}", ident="phase")


def _rows(course: Chronicle, place: int, table: GameTable) -> Iterator[ListEntry]:
    """One for each place of the phase at which anything of note came about."""
    when, names = course.when, {key: one.name for key, one in course.pieces.items()}
    now = when[max(0, place - 1)]
    by_place: dict[int, list[Told]] = {}
    for told in course.told:
        if when[told.place - 1] == now:
            by_place.setdefault(told.place, []).append(told)
    for at, among in by_place.items():
        about = next(filter(None, (_about(told, table) for told in among)), ())
        known = [key for key in about if key in names]
        if known:
            tip = Tip("Stand here", " ".join(course.words(told) for told in among))
            text = " at ".join(names[key] for key in known[:2])
            sign = table.plate(known[0]).sign
            yield ListEntry(
                str(at), text, aside=_came(among, names, course.by.measure), sign=sign, acted=at <= place, tip=tip
            )


def _about(told: Told, table: GameTable) -> tuple[str, ...]:
    """Who did it, and to whom."""
    notice = told.notice
    if notice.shot or notice.threw:
        return table.pieces(told.fact)[:2]
    hurt = tuple(one.to for one in notice.harms[:1])
    return notice.about[:1] or tuple(notice.sailed)[:1] or hurt


def _came(among: list[Told], names: Mapping[str, str], measure: str) -> str:
    """What came of it, in a few words."""
    threw = [told.notice.threw for told in among if told.notice.threw]
    hurt = sum(one.points for told in among for one in told.notice.harms if one.to in names)
    sailed = sum(sum(told.notice.sailed.values()) for told in among)
    marks = dict.fromkeys(told.notice.mark for told in among if told.notice.mark)
    hits = sum(one.hits for one in threw)
    said = [(count(hits, "hit") if hits else "no hit")] if threw else []
    said += [f"−{hurt}"] if hurt else []
    said += [SIGNS[mark][0] for mark in marks if mark in SIGNS]
    if sailed and not said:
        said = [f"{sailed:.1f}".rstrip("0").rstrip(".") + f" {measure}"]
    return capital(", ".join(said))
