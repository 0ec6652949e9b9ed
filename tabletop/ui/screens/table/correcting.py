"""Putting right what lies on the table otherwise than it should: chosen on a sheet, done once all who play agree."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from tabletop.core.correction import NONE, Correctable, CorrectableChoice, CorrectableField, Correction, Values
from tabletop.core.errors import Refused
from tabletop.core.match import Match
from tabletop.players.correction_consent import explain_consent
from tabletop.ui.boards.contract import GameTable
from tabletop.ui.screens.table.consent import AgreementRequest, Consent
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.screens.table.seats import Seats
from tabletop.ui.text import BODY, NAME, SMALL
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.overlay import Toast, dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Rule
from tabletop.ui.widgets.report import Hearing, On, Presses, Report, hearing
from tabletop.ui.widgets.stack import Stack

PIECE = "piece"
"""Stands for what is put right itself, among what is stepped through."""
_TITLE, _VALUE, _STEP = 142, 116, 62
"""Widths of a row's parts, design pixels."""
_WHAT = "Both sides must agree. The log notes the correction. It stays the same player's turn."
_COMPUTER = "The computer agrees if it loses nothing. The log notes the correction. It stays the same player's turn."


@dataclass(frozen=True)
class Stepped(Report):
    """One of the things asked is another now, by a step."""

    name: str
    step: float


def sheet(
    what: str, one: Correctable, pieces: CorrectableField, values: Values, refused: Refused | None, fresh: bool
) -> Stack:
    """What can be put right of one piece, as it would be; `fresh` says whether anything differs, `what` who agrees."""
    rows: list[Widget] = [Text(what, SMALL), _row(PIECE, pieces, {PIECE: one.key}), Rule()]
    rows += [_row(name, asked, values) for name, asked in one.fields.items()]
    said = f"{refused.reason} {refused.by}".strip() if refused and fresh else ""
    rows += [Rule(), Text(said or " ", BODY.tinted(INKS.danger), ident="correct.refused")]
    propose = Button("correct.propose", "Propose", "primary")
    propose.enabled, propose.reason = fresh and not refused, said or "Nothing has changed."
    foot = [closing("Cancel"), propose]
    return dialog("Correct the position", Column(rows, gap=8), foot, ident="correct", width=640)


def _row(name: str, asked: CorrectableField, values: Values) -> Widget:
    """What it is called, what it is, and steps back and forth."""
    value = values[name]
    shown = NAME if value == asked.value or name == PIECE else NAME.tinted(INKS.danger)
    back = [_step(name, -step, asked) for step in reversed(asked.steps)]
    forth = [_step(name, step, asked) for step in asked.steps]
    words = Sized(Label(asked.format_value(value), shown, ident=f"correct.{name}"), _VALUE)
    return Row([Sized(Label(asked.title, BODY), _TITLE), words, Spacer(grow=1), *back, *forth], gap=6, align="centre")


def _step(name: str, step: float, asked: CorrectableField) -> Widget:
    sign = "‹" if step < 0 else "›"
    words = sign if isinstance(asked, CorrectableChoice) else f"{step:+g}".replace("-", "−")
    return Sized(Button(f"correct.{name}.{step:g}", words, report=Stepped(name, step), height=30), _STEP)


class Correcting:
    """The sheet, and what comes of it.

    Attributes:
        presses: what its buttons do.
        on: what is done at its steps.
    """

    def __init__(
        self, page: Page, match: Match, table: GameTable, seats: Seats, gate: OrderGate,
        carry_out: Callable[[Callable[[], object]], None], consent: Consent,
    ) -> None:  # fmt: skip
        """`carry_out` does something to the match, says so if it cannot be written down, and shows what came of it."""
        self._page, self._match, self._table, self._seats, self._gate = page, match, table, seats, gate
        self._carry_out, self._consent = carry_out, consent
        self._known: Mapping[str, Correctable] = {}
        self._key = ""
        self._values: Values = {}
        self.presses: Presses[None] = {"menu.correct": self.open, "correct.propose": self._propose}
        self.on: Hearing[None] = hearing(On(Stepped, self._step))

    def open(self) -> None:
        """Choose what is put right, of what whoever looks may know; first what is chosen at the table.

        It is said if nothing can be now.
        """
        self._page.close()
        if refusal := self._gate.idle:
            self._page.refuse(refusal)
            return
        looking = self._seats.looking
        known = self._match.game.correctables(self._match.view(looking), looking or self._seats.sides[0])
        self._known = {one.key: one for one in known}
        if not self._known:
            self._page.say(Toast("Nothing can be corrected now."))
            return
        chosen = self._table.selected_piece()
        self._take(chosen if chosen in self._known else next(iter(self._known)))

    def _take(self, key: str) -> None:
        self._key, self._values = key, {name: asked.value for name, asked in self._known[key].fields.items()}
        self._show()

    def _step(self, report: Stepped) -> None:
        by_key = self._page.focus is not None
        self._page.close()
        if report.name == PIECE:
            self._take(self._pieces().step_value(self._key, report.step))
        else:
            asked, now = self._known[self._key].fields[report.name], self._values[report.name]
            self._values = {**self._values, report.name: asked.step_value(now, report.step)}
            self._show()
        if by_key:
            self._page.give_focus(self._page.find(f"correct.{report.name}.{report.step:g}"))

    def _pieces(self) -> CorrectableChoice:
        return CorrectableChoice("Piece", self._key, {key: one.name for key, one in self._known.items()})

    def _show(self) -> None:
        one = self._known[self._key]
        fresh = any(self._values[name] != asked.value for name, asked in one.fields.items())
        refused = self._gate.forbids(self._order()) or self._match.check(self._order()) if fresh else None
        what = _COMPUTER if self._seats.computers else _WHAT
        self._page.open(sheet(what, one, self._pieces(), self._values, refused, fresh))

    def _order(self) -> Correction:
        sides = tuple(side.id for side in self._match.game.meta.sides)
        return self._known[self._key].build_command(self._values, sides)

    def _propose(self) -> None:
        """The computer is asked, where it plays, then all who sit here."""
        self._page.close()
        order, computers = self._order(), [self._seats.all[seat] for seat in self._seats.computers]
        try:
            why = explain_consent(self._match, order, self._known[self._key], self._values, computers)
        except Refused as dissent:
            self._page.refuse(dissent)
            return
        done = partial(self._carry_out, partial(self._gate.correct, order, why))
        if len(self._gate.voices) > 1:
            self._consent.ask(AgreementRequest("Agree to this correction?", self._told(), done))
        else:
            done()

    def _told(self) -> str:
        """What would be otherwise, in words."""
        one = self._known[self._key]
        before: Values = {name: asked.value for name, asked in one.fields.items()}
        told: list[str] = []
        for name, asked in one.fields.items():
            if self._values[name] != asked.value:
                was = f" (was {asked.format_value(before[name])})" if asked.value != NONE else ""
                told.append(f"{asked.title}: {asked.format_value(self._values[name])}{was}")
        return f"{one.name}. {'; '.join(told)}."
