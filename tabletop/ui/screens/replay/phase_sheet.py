"""What comes about in the phase in which a replay stands, the dice of what was done last, and who knows what of it."""

from collections.abc import Iterator, Mapping, Sequence

import pygame

from tabletop.core.chronicle import Chronicle, NotedEvent
from tabletop.core.phrases import capitalize, format_count
from tabletop.core.replay import Information, Replay, list_information
from tabletop.ui.boards.contract import DiceThrow, EventDetails, GameTable
from tabletop.ui.screens.replay.event_signs import SIGNS
from tabletop.ui.screens.table.log_sheet import numbers
from tabletop.ui.text import BODY, LABEL, SMALL
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import closing
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.marks import Dice
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.panel import Panel, Rule

ROWS, FEWER = 16, 7
"""That are seen at once, at most, without and with dice below them."""
DIE, SMALLER, FITS = 26, 18, 10
"""Sides of dice, design pixels, of the deed and of what followed; how many lie in a row."""


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


def beside(replay: Replay, course: Chronicle, table: GameTable) -> Widget | None:
    """The sheet; None where the phase has nothing of note, and while what was taken back is shown.

    A row of ``replay.row`` is called as its place.

    Args:
        replay: stands at a place.
        course: of the match, as whoever looks may know it.
        table: knows the badges of pieces.
    """
    rows, left_out = list(_rows(course, replay.place, table)), len(replay.undone_branches.get(replay.place, ()))
    if replay.is_comparing or not (rows or left_out):
        return None
    account, last = (
        _account(replay, table),
        max((at for row in rows if (at := int(row.id)) <= replay.place), default=-1),
    )
    parts: list[Widget] = [PhaseRows("replay.row", rows, chosen=str(last), visible=FEWER if account else ROWS)]
    parts += [Rule(), *dice_card(account)] if account else []
    if left_out:
        back = Label(format_count(left_out, "order"), SMALL)
        parts += [Rule(), Row([Text("Undone here", BODY, grow=1), back], align="centre")]
    parts += [
        Rule(),
        Label("Hidden information", LABEL),
        *_knowledge(list_information(replay, course.chronicler.moment)),
    ]
    turn, phase = course.chronicler.moment(replay.moves[-1].before if replay.moves else replay.opening)
    return Panel(Column(parts, gap=8), f"Turn {turn}, {phase.lower()}", ident="phase")


def _account(replay: Replay, table: GameTable) -> EventDetails | None:
    """How what was done last came about: the first throw of it, as far as whoever looks may know it."""
    told = replay.view_events(replay.moves[-1], replay.side) if replay.moves else ()
    return next((one for view, event in told if (one := table.explain_event(view, event)).dice), None)


def dice_card(account: EventDetails) -> list[Widget]:
    """What was rolled, the dice of a command handler in rows and what followed from them, and the terms of the sum."""
    first, *more = account.dice
    rows = [Dice(first.dice[at : at + FITS], DIE, 5) for at in range(0, len(first.dice), FITS)]
    head = Row([Text(first.title, LABEL, grow=1), Label(first.result, LABEL)], gap=8)
    return [Column([head, *rows, *map(_followed, more)], gap=6), Column(numbers(account), gap=2)]


def _followed(thrown: DiceThrow) -> Widget:
    """Dice that came of the first, with what they came to."""
    words = dict.fromkeys(word for _, word in thrown.dice if word)
    told = [Label(thrown.title, SMALL), Dice(thrown.dice[:FITS], SMALLER, 4)]
    return Row([*told, Text(thrown.result or ", ".join(words), SMALL, grow=1)], gap=8, align="centre")


def known_dialog(known: Sequence[Information]) -> Widget:
    """The same where it does not stand beside the table."""
    return dialog("Hidden information", Column(_knowledge(known), gap=8), [closing("Close")], ident="known", width=560)


def _knowledge(known: Sequence[Information]) -> list[Widget]:
    return [
        Row([Text(one.what, SMALL, grow=1), Label(one.who, SMALL.tinted(INKS.brass_dark))], gap=10) for one in known
    ]


def _rows(course: Chronicle, place: int, table: GameTable) -> Iterator[ListEntry]:
    """One for each place of the phase at which anything of note came about."""
    when, names = course.moments, {key: one.name for key, one in course.pieces.items()}
    now = when[max(0, place - 1)]
    by_place: dict[int, list[NotedEvent]] = {}
    for told in course.noted_events:
        if when[told.place - 1] == now:
            by_place.setdefault(told.place, []).append(told)
    for at, among in by_place.items():
        about = next(filter(None, (_about(told, table) for told in among)), ())
        known = [key for key in about if key in names]
        if known:
            tip = Tip("Go to this move", " ".join(course.describe(told) for told in among))
            text = " at ".join(names[key] for key in known[:2])
            sign = table.label_of(known[0]).sign
            yield ListEntry(
                str(at),
                text,
                aside=_came(among, names, course.chronicler.measure),
                sign=sign,
                acted=at <= place,
                tip=tip,
            )


def _about(told: NotedEvent, table: GameTable) -> tuple[str, ...]:
    """Who did it, and to whom."""
    notice = told.notice
    if notice.shot or notice.threw:
        return table.pieces_of(told.event)[:2]
    hurt = tuple(one.to for one in notice.harms[:1])
    return notice.about[:1] or tuple(notice.sailed)[:1] or hurt


def _came(among: list[NotedEvent], names: Mapping[str, str], measure: str) -> str:
    """What came of it, in a few words."""
    threw = [told.notice.threw for told in among if told.notice.threw]
    hurt = sum(one.points for told in among for one in told.notice.harms if one.to in names)
    sailed = sum(sum(told.notice.sailed.values()) for told in among)
    marks = dict.fromkeys(told.notice.mark for told in among if told.notice.mark)
    hits = sum(one.hits for one in threw)
    said = [(format_count(hits, "hit") if hits else "no hit")] if threw else []
    said += [f"−{hurt}"] if hurt else []
    said += [SIGNS[mark][0] for mark in marks if mark in SIGNS]
    if sailed and not said:
        said = [f"{sailed:.1f}".rstrip("0").rstrip(".") + f" {measure}"]
    return capitalize(", ".join(said))
