"""What of the lower bar and the panels waits for the next step of a lesson: greyed, and each button says so."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.lessons.progress import LessonProgress
from tabletop.ui.boards.contract import GameTable
from tabletop.ui.screens.table.bottom_bar import Choices
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button


def waiting(choices: Choices, progress: LessonProgress, table: GameTable) -> Choices:
    """What can be done now at a table, as far as the step that is on has a use for it."""
    refused = _bars(progress, table.finish())
    may_end = choices.may_end if choices.may_end is None else choices.may_end or (refused.reason if refused else "")
    offer = choices.offer
    free = progress.is_decided or not offer or offer.reason
    if offer and not free and (why := refused if offer.ends else _bars(progress, table.gives(offer.act))):
        wanted = progress.step is not None and "press primary" in progress.step.look
        offer = offer if wanted else replace(offer, reason=why.reason, rule=why.rule)
    extras = [_greyed(button, progress, table.gives(button.id)) for button in choices.extras]
    return replace(choices, offer=offer, extras=extras, may_end=may_end)


def greyed(panels: Sequence[Widget], progress: LessonProgress, table: GameTable) -> Sequence[Widget]:
    """The panels; grey is what orders something that the step does not allow."""
    for widget in chain.from_iterable(panel.walk() for panel in panels):
        if isinstance(widget, Button) and (order := table.gives(widget.id)):
            _greyed(widget, progress, order)
    return panels


def _greyed(button: Button, progress: LessonProgress, order: Command | None) -> Button:
    why = _bars(progress, order)
    return button.disable(why.reason, why.rule) if why and button.enabled else button


def _bars(progress: LessonProgress, order: Command | None) -> Refused | None:
    """Why the step does not allow what a button orders; of one that composes, why it allows nothing at all."""
    return progress.blanket_refusal or (progress.find_refusal(order) if order else None)
