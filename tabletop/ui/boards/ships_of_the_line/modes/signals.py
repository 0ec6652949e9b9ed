"""The step of signals: a slip for each leader, and the signals that the player has received (14)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from typing_extensions import override

from tabletop.core.phrases import format_count
from tabletop.games.ships_of_the_line.commands import Done
from tabletop.games.ships_of_the_line.model import list_flags
from tabletop.games.ships_of_the_line.survey import leadership, seats
from tabletop.games.ships_of_the_line.survey.leadership import ReceivedSignal, SignalSlip
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.boards.nations import nation_badge
from tabletop.ui.boards.replies import Recompose, Reply, Submit
from tabletop.ui.boards.ships_of_the_line.modes.sea_mode import SeaMode
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay, RingedShip
from tabletop.ui.boards.ships_of_the_line.table_view import SeaTableView
from tabletop.ui.text import BODY, LABEL, SMALL, STRONG
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Segments, TextEntry
from tabletop.ui.widgets.label import Fitted, Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.marks import Sign
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Chosen, Report, Typed
from tabletop.ui.widgets.scroll import Scroll

PANEL_WIDTH = 392
_TEXT_TIP = Tip("Signal", "Prepositions and conjunctions do not count. The enemy sees only the flags.\nRule AMB-170")
_COMMON_TIP = Tip("Common signals", "Click to go through common signals; send them as they are or edit them.")


@dataclass(frozen=True)
class SendSignal(Report):
    """The report that the signal on the slip of `ship` is to be sent."""

    ship: str


@dataclass(frozen=True)
class NextCommonText(Report):
    """The report that the slip of `ship` is to show the next common text."""

    ship: str


class SignalEntry(TextEntry):
    """A text field for a signal; Enter sends it."""

    pressed_by = frozenset({"Enter"})

    def __init__(self, ship: str, text: str) -> None:
        super().__init__(f"signal.text.{ship}", text, longest=leadership.MAX_LETTERS, tip=_TEXT_TIP)
        self.ship = ship

    @override
    def activate(self) -> Report:
        return SendSignal(self.ship)


class SignalMode(SeaMode):
    """The mode of the step of signals, with a slip for each leader who may still signal."""

    def __init__(self, viewer: SeaTableView) -> None:
        super().__init__(viewer)
        self._texts: dict[str, str] = {}
        self._recipients: dict[str, str] = {}

    @override
    def laid(self) -> Iterator[Overlay]:
        """Yield a ring for each ship from which a signal can be made."""
        for slip in leadership.list_signal_slips(self.viewer.state):
            yield RingedShip(slip.ship)

    # --- what is shown

    @override
    def sheet(self) -> Sequence[Widget]:
        state = self.viewer.state
        rows: list[Widget] = [
            one for message in leadership.list_received_signals(state) for one in _build_received_rows(message)
        ]
        for slip in leadership.list_signal_slips(state):
            rows += self._build_slip(slip)
        if not rows:
            return ()
        panel = Panel(Scroll(Column(rows, gap=8), ident="signals.scroll"), "Signals", ident="signals")
        panel.keeps_clear = True
        return (Sized(panel, PANEL_WIDTH),)

    def _build_slip(self, slip: SignalSlip) -> Iterator[Widget]:
        """Yield the rows of one slip: leader, recipient, text, word count and buttons."""
        state, text, to = self.viewer.state, self._texts.get(slip.ship, ""), self._find_recipient(slip)
        sign = Sign(nation_badge(*list_flags(state, slip.ship)), 18)
        aboard = Label(state.cards[slip.ship].name, SMALL.tinted(INKS.muted))
        yield Rule()
        yield Row([sign, Fitted(slip.leader, STRONG), Spacer(grow=1), aboard], gap=8, align="centre")
        readers = Segments(f"signal.to.{slip.ship}", list(slip.readers.items()), to, tip=Tip("Recipients"))
        readers.grow = 1
        yield Row([Label("To", LABEL), readers], gap=8, align="centre")
        yield SignalEntry(slip.ship, text)
        words = leadership.count_words(text)
        ink = INKS.danger if words > leadership.MAX_WORDS else INKS.ink
        counter = Label(
            f"{words} of {format_count(leadership.MAX_WORDS, 'word')}", LABEL.tinted(ink), ident="signal.words"
        )
        usual = Button(
            f"signal.usual.{slip.ship}", "Common", "secondary", tip=_COMMON_TIP, report=NextCommonText(slip.ship)
        )
        make = Button(
            f"signal.make.{slip.ship}",
            "Send the signal",
            "secondary",
            report=SendSignal(slip.ship),
            tip=Tip(
                "Send the signal",
                ("One signal a turn from each leader. It appears on the cards of the ships that receive it."),
            ),
        )
        why = leadership.find_signal_refusal(state, slip.ship, to, text)
        make.disable(why.reason if why else "", why.rule if why else "")
        yield Row([counter, Spacer(grow=1), usual, make], gap=8, align="centre")

    def _find_recipient(self, slip: SignalSlip) -> str:
        """Return the chosen recipient of the slip, or the first possible one."""
        chosen = self._recipients.get(slip.ship, "")
        return chosen if chosen in slip.readers else next(iter(slip.readers))

    @override
    def offer(self) -> PrimaryAction:
        writes = any(leadership.list_signal_slips(self.viewer.state))
        return PrimaryAction("Done: no more signals" if writes else "OK", "crew.done", "Continue.", ends_phase=True)

    @override
    def finish(self) -> Done:
        return seats.build_done(self.viewer.state)

    @override
    def hints(self) -> Sequence[str]:
        return ("primary", "next")

    # --- what is done

    @override
    def act(self, report: Report) -> Reply:
        """Store the typed text or the recipient, or submit the signal."""
        kind, _, ship = str(getattr(report, "id", "")).rpartition(".")
        if isinstance(report, Typed):
            self._texts[ship] = report.text
            return Recompose()
        if isinstance(report, Chosen) and kind == "signal.to":
            self._recipients[ship] = report.value
            return Recompose()
        if isinstance(report, NextCommonText):
            self._texts[report.ship] = _next_common_text(self._texts.get(report.ship, ""))
            return Recompose()
        if isinstance(report, SendSignal):
            return self._submit_signal(report.ship)
        return Submit.single(self.finish()) if getattr(report, "id", "") == "crew.done" else None

    @override
    def back(self) -> bool:
        written, self._texts = any(self._texts.values()), {}
        return written

    def _submit_signal(self, ship: str) -> Reply:
        """Submit the signal on the slip of `ship`; None if there is no such slip."""
        slip = next((one for one in leadership.list_signal_slips(self.viewer.state) if one.ship == ship), None)
        if slip is None:
            return None
        return Submit.single(
            leadership.build_signal(
                self.viewer.state, ship, self._find_recipient(slip), self._texts.get(ship, "").strip()
            )
        )


def _next_common_text(text: str) -> str:
    """Return the common text after `text`; the first one after any other text."""
    usual = leadership.USUAL_TEXTS
    return usual[(usual.index(text) + 1) % len(usual)] if text in usual else usual[0]


def _build_received_rows(message: ReceivedSignal) -> Iterator[Widget]:
    """Yield the rows of one received signal."""
    yield Rule()
    yield Text(f"{message.leader} signals from {message.ship}:", SMALL)
    yield Text(f"“{message.text}”", BODY)
