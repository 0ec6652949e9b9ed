"""Corrections of the position: chosen on a sheet, carried out once all players agree."""

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
class FieldStepped(Report):
    """The report that a field of the sheet changes by a step."""

    name: str
    step: float


def build_correction_sheet(
    what: str, one: Correctable, pieces: CorrectableField, values: Values, refused: Refused | None, fresh: bool
) -> Stack:
    """Build the sheet of one piece. `fresh` tells whether anything differs, `what` who must agree."""
    rows: list[Widget] = [Text(what, SMALL), _build_row(PIECE, pieces, {PIECE: one.key}), Rule()]
    rows += [_build_row(name, asked, values) for name, asked in one.fields.items()]
    said = f"{refused.reason} {refused.by}".strip() if refused and fresh else ""
    rows += [Rule(), Text(said or " ", BODY.tinted(INKS.danger), ident="correct.refused")]
    propose = Button("correct.propose", "Propose", "primary")
    propose.enabled, propose.reason = fresh and not refused, said or "Nothing has changed."
    foot = [closing("Cancel"), propose]
    return dialog("Correct the position", Column(rows, gap=8), foot, ident="correct", width=640)


def _build_row(name: str, asked: CorrectableField, values: Values) -> Widget:
    """Build the row of a field: title, value, and buttons for steps back and forth."""
    value = values[name]
    shown = NAME if value == asked.value or name == PIECE else NAME.tinted(INKS.danger)
    back = [_build_step(name, -step, asked) for step in reversed(asked.steps)]
    forth = [_build_step(name, step, asked) for step in asked.steps]
    words = Sized(Label(asked.format_value(value), shown, ident=f"correct.{name}"), _VALUE)
    return Row([Sized(Label(asked.title, BODY), _TITLE), words, Spacer(grow=1), *back, *forth], gap=6, align="centre")


def _build_step(name: str, step: float, asked: CorrectableField) -> Widget:
    sign = "‹" if step < 0 else "›"
    words = sign if isinstance(asked, CorrectableChoice) else f"{step:+g}".replace("-", "−")
    return Sized(Button(f"correct.{name}.{step:g}", words, report=FieldStepped(name, step), height=30), _STEP)


class CorrectionSheet:
    """The sheet of corrections and its proposal.

    Attributes:
       presses: the functions of its buttons.
       on: the handlers of its reports.
    """

    def __init__(
        self,
        page: Page,
        match: Match,
        table: GameTable,
        seats: Seats,
        gate: OrderGate,
        carry_out: Callable[[Callable[[], object]], None],
        consent: Consent,
    ) -> None:
        """Create the sheet; `carry_out` runs a change of the match and shows an error or its result."""
        self._page, self._match, self._table, self._seats, self._gate = page, match, table, seats, gate
        self._carry_out, self._consent = carry_out, consent
        self._known: Mapping[str, Correctable] = {}
        self._key = ""
        self._values: Values = {}
        self.presses: Presses[None] = {"menu.correct": self.open, "correct.propose": self._propose}
        self.on: Hearing[None] = hearing(On(FieldStepped, self._step_field))

    def open(self) -> None:
        """Open the sheet for the selected or the first piece that the viewer knows.

        If nothing can be corrected now, a message says so.
        """
        self._page.close()
        if refusal := self._gate.idle_refusal:
            self._page.refuse(refusal)
            return
        looking = self._seats.looking
        known = self._match.game.correctables(self._match.view(looking), looking or self._seats.sides[0])
        self._known = {one.key: one for one in known}
        if not self._known:
            self._page.say(Toast("Nothing can be corrected now."))
            return
        chosen = self._table.selected_piece()
        self._select_piece(chosen if chosen in self._known else next(iter(self._known)))

    def _select_piece(self, key: str) -> None:
        self._key, self._values = key, {name: asked.value for name, asked in self._known[key].fields.items()}
        self._show_sheet()

    def _step_field(self, report: FieldStepped) -> None:
        by_key = self._page.focus is not None
        self._page.close()
        if report.name == PIECE:
            self._select_piece(self._piece_choice().step_value(self._key, report.step))
        else:
            asked, now = self._known[self._key].fields[report.name], self._values[report.name]
            self._values = {**self._values, report.name: asked.step_value(now, report.step)}
            self._show_sheet()
        if by_key:
            self._page.give_focus(self._page.find(f"correct.{report.name}.{report.step:g}"))

    def _piece_choice(self) -> CorrectableChoice:
        return CorrectableChoice("Piece", self._key, {key: one.name for key, one in self._known.items()})

    def _show_sheet(self) -> None:
        one = self._known[self._key]
        fresh = any(self._values[name] != asked.value for name, asked in one.fields.items())
        refused = (
            self._gate.check_correction(self._build_correction()) or self._match.check(self._build_correction())
            if fresh
            else None
        )
        what = _COMPUTER if self._seats.computers else _WHAT
        self._page.open(build_correction_sheet(what, one, self._piece_choice(), self._values, refused, fresh))

    def _build_correction(self) -> Correction:
        sides = tuple(side.id for side in self._match.game.meta.sides)
        return self._known[self._key].build_command(self._values, sides)

    def _propose(self) -> None:
        """Ask the computer where it plays, then all players here."""
        self._page.close()
        order, computers = self._build_correction(), [self._seats.all[seat] for seat in self._seats.computers]
        try:
            why = explain_consent(self._match, order, self._known[self._key], self._values, computers)
        except Refused as dissent:
            self._page.refuse(dissent)
            return
        done = partial(self._carry_out, partial(self._gate.submit_correction, order, why))
        if len(self._gate.voters) > 1:
            self._consent.ask(AgreementRequest("Agree to this correction?", self._describe_changes(), done))
        else:
            done()

    def _describe_changes(self) -> str:
        """Return the sentence on what would change."""
        one = self._known[self._key]
        before: Values = {name: asked.value for name, asked in one.fields.items()}
        told: list[str] = []
        for name, asked in one.fields.items():
            if self._values[name] != asked.value:
                was = f" (was {asked.format_value(before[name])})" if asked.value != NONE else ""
                told.append(f"{asked.title}: {asked.format_value(self._values[name])}{was}")
        return f"{one.name}. {'; '.join(told)}."
