"""The notable events of the current phase of a replay, the dice of the last move, and who knows what."""

from collections.abc import Iterator, Mapping, Sequence

import pygame

from tabletop.core.chronicle import Chronicle, NotedEvent
from tabletop.core.phrases import capitalize, format_count
from tabletop.core.replay import Information, Replay, list_information
from tabletop.ui.boards.contract import DiceThrow, EventDetails, GameTable
from tabletop.ui.screens.replay.event_signs import SIGNS
from tabletop.ui.screens.table.log_sheet import build_numbers
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

MOST_ROWS, ROWS_WITH_DICE = 16, 7
"""The most rows in sight, without and with dice below."""
DIE_SIDE, SMALL_DIE_SIDE, DICE_PER_ROW = 26, 18, 10
"""Sides of the dice of the command and of follow-ups, design pixels, and the most dice in a row."""


class PhaseRows(ListBox):
    """The list of events of a phase. It follows the replay, but not while the replay stands still."""

    _goes_on = True

    def adopt(self, old: Widget) -> None:
        """Keep the scroll position of `old`, unless the replay has moved."""
        super().adopt(old)
        self._goes_on = getattr(old, "chosen", "") != self.chosen

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the list, and bring the last event into sight if the replay has moved."""
        super().place(theme, rect)
        if self._goes_on:
            self.reveal(self.chosen)


def build_phase_sheet(replay: Replay, course: Chronicle, table: GameTable) -> Widget | None:
    """Build the sheet; None if the phase has nothing notable or undone orders are compared.

    A row of ``replay.row`` has the number of its place as id.

    Args:
        replay: the replay.
        course: the course of the match as the viewer may know it.
        table: the table, which knows the badges of pieces.
    """
    rows, left_out = list(_list_rows(course, replay.place, table)), len(replay.undone_branches.get(replay.place, ()))
    if replay.is_comparing or not (rows or left_out):
        return None
    account, last = (
        _find_details(replay, table),
        max((at for row in rows if (at := int(row.id)) <= replay.place), default=-1),
    )
    parts: list[Widget] = [
        PhaseRows("replay.row", rows, chosen=str(last), visible=ROWS_WITH_DICE if account else MOST_ROWS)
    ]
    parts += [Rule(), *build_dice_card(account)] if account else []
    if left_out:
        back = Label(format_count(left_out, "order"), SMALL)
        parts += [Rule(), Row([Text("Undone here", BODY, grow=1), back], align="centre")]
    parts += [
        Rule(),
        Label("Hidden information", LABEL),
        *_build_information_rows(list_information(replay, course.chronicler.moment)),
    ]
    turn, phase = course.chronicler.moment(replay.moves[-1].before if replay.moves else replay.opening)
    return Panel(Column(parts, gap=8), f"Turn {turn}, {phase.lower()}", ident="phase")


def _find_details(replay: Replay, table: GameTable) -> EventDetails | None:
    """Return the details of the first throw of the last move; None without dice."""
    events = replay.view_events(replay.moves[-1], replay.side) if replay.moves else ()
    return next((one for view, event in events if (one := table.explain_event(view, event)).dice), None)


def build_dice_card(account: EventDetails) -> list[Widget]:
    """Build the dice in rows, the dice that followed, and the terms of the sum."""
    first, *more = account.dice
    rows = [Dice(first.dice[at : at + DICE_PER_ROW], DIE_SIDE, 5) for at in range(0, len(first.dice), DICE_PER_ROW)]
    head = Row([Text(first.title, LABEL, grow=1), Label(first.result, LABEL)], gap=8)
    return [Column([head, *rows, *map(_build_follow_up_dice, more)], gap=6), Column(build_numbers(account), gap=2)]


def _build_follow_up_dice(thrown: DiceThrow) -> Widget:
    """Build dice that followed from the first, with their result."""
    words = dict.fromkeys(word for _, word in thrown.dice if word)
    widgets = [Label(thrown.title, SMALL), Dice(thrown.dice[:DICE_PER_ROW], SMALL_DIE_SIDE, 4)]
    return Row([*widgets, Text(thrown.result or ", ".join(words), SMALL, grow=1)], gap=8, align="centre")


def build_information_dialog(known: Sequence[Information]) -> Widget:
    """Build the dialog that says who knows what."""
    return dialog(
        "Hidden information",
        Column(_build_information_rows(known), gap=8),
        [closing("Close")],
        ident="known",
        width=560,
    )


def _build_information_rows(known: Sequence[Information]) -> list[Widget]:
    """Build a row for each piece of hidden information, with who knows it."""
    return [
        Row([Text(one.what, SMALL, grow=1), Label(one.who, SMALL.tinted(INKS.brass_dark))], gap=10) for one in known
    ]


def _list_rows(course: Chronicle, place: int, table: GameTable) -> Iterator[ListEntry]:
    """Yield a row for each place of the current phase with a notable event."""
    when, names = course.moments, {key: one.name for key, one in course.pieces.items()}
    now = when[max(0, place - 1)]
    by_place: dict[int, list[NotedEvent]] = {}
    for event in course.noted_events:
        if when[event.place - 1] == now:
            by_place.setdefault(event.place, []).append(event)
    for at, among in by_place.items():
        about = next(filter(None, (_find_pieces(event, table) for event in among)), ())
        known = [key for key in about if key in names]
        if known:
            tip = Tip("Go to this move", " ".join(course.describe(event) for event in among))
            text = " at ".join(names[key] for key in known[:2])
            sign = table.label_of(known[0]).sign
            yield ListEntry(
                str(at),
                text,
                aside=_summarize_events(among, names, course.chronicler.measure),
                sign=sign,
                acted=at <= place,
                tip=tip,
            )


def _find_pieces(noted: NotedEvent, table: GameTable) -> tuple[str, ...]:
    """Return the pieces of an event, first the piece that acts."""
    notice = noted.notice
    if notice.shot or notice.threw:
        return table.pieces_of(noted.event)[:2]
    hurt = tuple(one.to for one in notice.harms[:1])
    return notice.about[:1] or tuple(notice.sailed)[:1] or hurt


def _summarize_events(among: list[NotedEvent], names: Mapping[str, str], measure: str) -> str:
    """Return the result of some events in a few words, such as "2 hits, −3"."""
    throws = [event.notice.threw for event in among if event.notice.threw]
    hurt = sum(one.points for event in among for one in event.notice.harms if one.to in names)
    sailed = sum(sum(event.notice.sailed.values()) for event in among)
    marks = dict.fromkeys(event.notice.mark for event in among if event.notice.mark)
    hits = sum(one.hits for one in throws)
    parts = [(format_count(hits, "hit") if hits else "no hit")] if throws else []
    parts += [f"−{hurt}"] if hurt else []
    parts += [SIGNS[mark][0] for mark in marks if mark in SIGNS]
    if sailed and not parts:
        parts = [f"{sailed:.1f}".rstrip("0").rstrip(".") + f" {measure}"]
    return capitalize(", ".join(parts))
