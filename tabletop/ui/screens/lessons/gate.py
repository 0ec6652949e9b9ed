"""What a lesson lets in: the gate of its table, and the buttons that are greyed for a step."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from tabletop.core.commands import Command
from tabletop.core.correction import Correction
from tabletop.core.errors import Refused
from tabletop.core.match import Match
from tabletop.core.phrases import capitalize
from tabletop.lessons.lesson import give_command
from tabletop.lessons.progress import LessonProgress
from tabletop.ui.boards.contract import AutomaticCommand, GameTable, PrimaryAction
from tabletop.ui.boards.replies import Submit
from tabletop.ui.screens.table.automatic import Automatic
from tabletop.ui.screens.table.bottom_bar import Choices
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.screens.table.seats import Seats
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button

_FIRST = Refused("", "This is the first step of the lesson.")
_NOT_AGAIN = Refused("", "To redo this in a lesson, give the order again.")


def answer(progress: LessonProgress, refused: Refused) -> str:
    """What the card says to something that is refused."""
    by = f" {capitalize(refused.by)}." if refused.by else ""
    advice = progress.advice_for(refused)
    return f"{refused.reason}{by}{f' {advice}' if advice else ''}"


class LessonGate(OrderGate):
    """Asks the step as well as the rules; to undo is to step back."""

    def __init__(self, match: Match, seats: Seats, progress: LessonProgress) -> None:
        super().__init__(match, seats)
        self.progress = progress

    def bars(self, orders: Submit) -> Refused | None:
        """As every gate, and why the step does not allow the first of them: so nothing is asked that leads nowhere."""
        first = orders.first_command(self._match.state)
        return super().bars(orders) or (self.progress.find_refusal(first) if first is not None else None)

    def order(self, command: Command) -> None:
        """As every gate; raises what the step says to an order that it does not allow."""
        if refusal := self.closed(self._giver(command)) or self.progress.find_refusal(command):
            raise refusal
        give_command(self._match, command)

    def forbids(self, command: Correction) -> Refused | None:
        """Nothing lies wrong in a lesson: what the step says to an order that it does not allow."""
        return self.progress.find_refusal(command)

    def let(self, command: Command, why: str = "") -> None:
        """As every gate; what was taken back comes about as it did."""
        give_command(self._match, command)

    @property
    def meanwhile(self) -> str:
        """As every gate; the computer's orders are the lesson's, which gives none until its step is done."""
        return super().meanwhile if self.progress.is_step_done else "the lesson is waiting for you."

    @property
    def agreeable(self) -> bool:
        """Nobody need be asked."""
        return False

    @property
    def reconsidered(self) -> bool:
        """Never: there is the step before."""
        return False

    def can_undo(self) -> Refused | None:
        """Why there is no way back, or None."""
        return None if self.progress.has_begun else _FIRST

    def can_redo(self) -> Refused | None:
        """Never."""
        return _NOT_AGAIN


class Unhurried(Automatic):
    """Passes over nobody: a lesson gives every order that the player does not."""

    @property
    def offer(self) -> PrimaryAction | None:
        """Nothing: the card says how it goes on."""
        return None

    def at_once(self) -> AutomaticCommand | None:
        """Nothing."""
        return None


def waiting(choices: Choices, progress: LessonProgress, table: GameTable) -> Choices:
    """What can be done now at a table, as far as the step that is on has a use for it."""
    refused = _bars(progress, table.phase_end_command())
    may_end = choices.may_end if choices.may_end is None else choices.may_end or (refused.reason if refused else "")
    offer = choices.offer
    free = progress.is_decided or not offer or offer.reason
    if (
        offer
        and not free
        and (why := refused if offer.ends_phase else _bars(progress, table.command_of_button(offer.action_id)))
    ):
        wanted = progress.step is not None and "press primary" in progress.step.look
        offer = offer if wanted else replace(offer, reason=why.reason, rule=why.rule)
    extras = [_greyed(button, progress, table.command_of_button(button.id)) for button in choices.extras]
    return replace(choices, offer=offer, extras=extras, may_end=may_end)


def greyed(panels: Sequence[Widget], progress: LessonProgress, table: GameTable) -> Sequence[Widget]:
    """The panels; grey is what orders something that the step does not allow."""
    for widget in chain.from_iterable(panel.walk() for panel in panels):
        if isinstance(widget, Button) and (order := table.command_of_button(widget.id)):
            _greyed(widget, progress, order)
    return panels


def _greyed(button: Button, progress: LessonProgress, order: Command | None) -> Button:
    why = _bars(progress, order)
    return button.disable(why.reason, why.rule) if why and button.enabled else button


def _bars(progress: LessonProgress, order: Command | None) -> Refused | None:
    """Why the step does not allow what a button orders; of one that composes, why it allows nothing at all."""
    return progress.blanket_refusal or (progress.find_refusal(order) if order else None)
