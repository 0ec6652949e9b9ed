"""What a lesson lets in: the gate of its table, and the buttons that a step disables."""

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
from tabletop.ui.screens.table.automatic import AutomaticOrders
from tabletop.ui.screens.table.bottom_bar import BarChoices
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.screens.table.seats import Seats
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button

_FIRST = Refused("", "This is the first step of the lesson.")
_NOT_AGAIN = Refused("", "To redo this in a lesson, give the order again.")


def format_answer(progress: LessonProgress, refused: Refused) -> str:
    """Return what the card says to a refusal."""
    by = f" {capitalize(refused.by)}." if refused.by else ""
    advice = progress.advice_for(refused)
    return f"{refused.reason}{by}{f' {advice}' if advice else ''}"


class LessonGate(OrderGate):
    """The gate of a lesson's table.

    The step must allow an order as well as the rules; undo is a step back.
    """

    def __init__(self, match: Match, seats: Seats, progress: LessonProgress) -> None:
        super().__init__(match, seats)
        self.progress = progress

    def check_orders(self, orders: Submit) -> Refused | None:
        """Return the refusal of the rules, or the refusal of the first order by the step; None if allowed."""
        first = orders.first_command(self._match.state)
        return super().check_orders(orders) or (self.progress.find_refusal(first) if first is not None else None)

    def submit(self, command: Command) -> None:
        """Give a command. Raises the refusal of the rules or of the step."""
        if refusal := self.check_seat(self._seat_of(command)) or self.progress.find_refusal(command):
            raise refusal
        give_command(self._match, command)

    def check_correction(self, command: Correction) -> Refused | None:
        """Return the refusal of the step for a correction."""
        return self.progress.find_refusal(command)

    def submit_automatic(self, command: Command, why: str = "") -> None:
        """Give a command that the script contains."""
        give_command(self._match, command)

    @property
    def waiting_words(self) -> str:
        """Return what the table waits for; until the step is done, that is the player."""
        return super().waiting_words if self.progress.is_step_done else "the lesson is waiting for you."

    @property
    def can_agree_undo(self) -> bool:
        """Return False: nobody needs to be asked."""
        return False

    @property
    def can_reconsider(self) -> bool:
        """Return False: a lesson steps back instead."""
        return False

    def check_undo(self) -> Refused | None:
        """Return the refusal on the first step, else None."""
        return None if self.progress.has_begun else _FIRST

    def check_redo(self) -> Refused | None:
        """Return the refusal: a lesson has no redo."""
        return _NOT_AGAIN


class NoAutomaticTurns(AutomaticOrders):
    """An attendant that passes for nobody: the lesson gives every order that the player does not."""

    @property
    def wait_action(self) -> PrimaryAction | None:
        """Return None: the card leads on."""
        return None

    def take_immediate(self) -> AutomaticCommand | None:
        """Return None."""
        return None


def disable_choices(choices: BarChoices, progress: LessonProgress, table: GameTable) -> BarChoices:
    """Return the choices with those disabled that the step does not allow."""
    refused = _find_refusal(progress, table.phase_end_command())
    may_end = choices.may_end if choices.may_end is None else choices.may_end or (refused.reason if refused else "")
    offer = choices.primary
    free = progress.is_decided or not offer or offer.reason
    if (
        offer
        and not free
        and (why := refused if offer.ends_phase else _find_refusal(progress, table.command_of_button(offer.action_id)))
    ):
        wanted = progress.step is not None and "press primary" in progress.step.look
        offer = offer if wanted else replace(offer, reason=why.reason, rule=why.rule)
    extras = [_disable_button(button, progress, table.command_of_button(button.id)) for button in choices.extras]
    return replace(choices, primary=offer, extras=extras, may_end=may_end)


def disable_buttons(panels: Sequence[Widget], progress: LessonProgress, table: GameTable) -> Sequence[Widget]:
    """Disable the buttons that the step does not allow. Return the panels."""
    for widget in chain.from_iterable(panel.walk() for panel in panels):
        if isinstance(widget, Button) and (order := table.command_of_button(widget.id)):
            _disable_button(widget, progress, order)
    return panels


def _disable_button(button: Button, progress: LessonProgress, order: Command | None) -> Button:
    """Disable a button if the step does not allow its command. Return the button."""
    why = _find_refusal(progress, order)
    return button.disable(why.reason, why.rule) if why and button.enabled else button


def _find_refusal(progress: LessonProgress, order: Command | None) -> Refused | None:
    """Return the refusal of the step for a command; for None, the refusal of everything, if there is one."""
    return progress.blanket_refusal or (progress.find_refusal(order) if order else None)
