"""What the table screen asks of every game and what a card game seldom has an answer to of its own."""

from collections.abc import Sequence
from typing import Any, ClassVar

from tabletop.core.deeds import Order
from tabletop.core.facts import Fact
from tabletop.ui.boards.contract import Account, Offer, Passing, Progress, Thrown, Unfinished
from tabletop.ui.widgets.button import Button

HINTS = (
    "choose_card", "card_arrows", "pick_card", "confirm", "drag_card", "hover_card", "discards", "drop_choice", "log",
    "motion", "undo",
)  # fmt: skip
CHOOSING = ("choose_card", "pick_card", "drag_card", "drop_choice", "best_hand")
READING = ("card_arrows", "hover_card")
"""Of these, the ones that do something only while cards can be chosen, and while cards lie face up."""


class Quiet:
    """No dice, no phase that is ended by hand, nothing done without being asked."""

    dice: ClassVar[bool] = False
    ends: ClassVar[bool] = False

    def sit(self, persons: Sequence[str]) -> None:
        """Cards are chosen by whoever looks."""

    def offer(self) -> Offer | None:
        """What the brass button does now."""
        return None

    def extras(self) -> Sequence[Button]:
        """Dark buttons beside the brass one."""
        return ()

    def stale(self) -> bool:
        """What is told does not hang on what is in the air."""
        return False

    def finish(self) -> Order | None:
        """No phase of a card game ends by a command of its own."""
        return None

    def unfinished(self) -> Unfinished | None:
        """Nothing."""
        return None

    def passing(self, state: Any) -> Passing | None:
        """Nothing is done without being asked."""
        return None

    def progress(self) -> Progress | None:
        """Nothing to measure."""
        return None

    def thrown(self, before: Any, event: Fact) -> Thrown | None:
        """No dice."""
        return None

    def account(self, before: Any, event: Fact) -> Account:
        """The rule of a fact."""
        return Account(rule=getattr(event, "rule", ""))

    def summed(self, events: Sequence[Fact]) -> str:
        """Nothing: a card is a deed of its own."""
        return ""

    def moment(self, state: Any) -> str:
        """The turn; before the first one there is only the start."""
        return f"Turn {state.turn}" if state.turn else "Start"
