"""Taking over: who plays on from a place of a replay is asked, then a new match begins there."""

from collections.abc import Callable

from msgspec.structs import replace

from tabletop.core.errors import RecordError, Refused, ScenarioError
from tabletop.core.match import MatchSetup
from tabletop.core.record import Seating
from tabletop.core.replay import Replay
from tabletop.ui.screen import Reset, Screen, Transition
from tabletop.ui.screens import seating
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column
from tabletop.ui.widgets.overlay import Toast, dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Rule
from tabletop.ui.widgets.report import Chosen, Hearing, On, Presses, Ticked, hearing

Begin = Callable[[str, MatchSetup], Screen]
"""A new match at the table, kept under a title."""
_WORDS = "Starts a new match from this position, with new dice. The old match is kept unchanged."
_UNSEEN = " Hidden cards and choices are dealt again."


class TakeOver:
    """Asks, and begins.

    Attributes:
        presses: what its buttons do.
        on: what is done at its choices.
    """

    def __init__(self, page: Page, replay: Replay, begin: Begin) -> None:
        self._page, self._replay, self._begin = page, replay, begin
        game, opening = replay.game, replay.opening
        self._seats, self._seating = game.seats(opening), replay.whole.header.seating
        self.presses: Presses[Transition | None] = {"replay.take_over": self.ask, "take.yes": self._yes}
        chosen = [On(Chosen, self._seat, f"{part}.{seat.id}") for seat in self._seats for part in ("seat", "level")]
        chosen += [On(Chosen, self._temper, f"temper.{seat.id}") for seat in self._seats]
        boxes = [On(Ticked, self._curtain, "curtain"), On(Ticked, self._advice, "advice")]
        self.on: Hearing[Transition | None] = hearing(*chosen, *boxes)

    def ask(self) -> None:
        """Who plays on."""
        if why := self._replay.explain_no_takeover():
            self._page.refuse(Refused("", why))
            return
        self._show()

    def _show(self) -> None:
        whole = self._replay.whole
        hides = whole.game.has_secrets(self._replay.state)
        hidden = seating.Hidden(hides, whole.game.meta.may_hide)
        rows = seating.seats(whole.game.meta.id, self._seats, self._seating, {}, hidden)
        parts: list[Widget] = [Text(_WORDS + (_UNSEEN if hides else "")), Rule(), *rows]
        buttons = [closing("Cancel"), Button("take.yes", "Take over", "primary", key="Enter")]
        self._page.open(dialog("Take over from here?", Column(parts, gap=10), buttons, ident="take", width=560))

    def _seat(self, chosen: Chosen) -> None:
        game = self._replay.whole.game.meta.id
        self._sit(seating.seated(game, self._seating, chosen.id.split(".", 1)[1], chosen.value))

    def _temper(self, chosen: Chosen) -> None:
        self._sit(seating.tempered(self._seating, chosen.id.split(".", 1)[1], chosen.value))

    def _curtain(self, box: Ticked) -> None:
        self._sit(replace(self._seating, curtain=box.ticked))

    def _advice(self, box: Ticked) -> None:
        self._sit(replace(self._seating, advice=box.ticked))

    def _sit(self, anew: Seating) -> None:
        self._seating = anew
        self._page.close()
        self._show()

    def _yes(self) -> Transition | None:
        self._page.close()
        told = self._replay.build_takeover(seating.fresh_seed(), seating.reseeded(self._seating))
        try:
            return Reset(self._begin(self._replay.header.title, told))
        except (ScenarioError, RecordError) as error:
            self._page.say(Toast("The battle cannot begin.", str(error)))
            return None
