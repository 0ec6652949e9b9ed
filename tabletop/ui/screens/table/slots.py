"""The buttons of the lower bar: each has a place of its own that it keeps, whatever the words on it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.core.errors import Refused
from tabletop.ui import keys
from tabletop.ui.boards.contract import Offer
from tabletop.ui.boards.room import Room
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import HEIGHT, Button
from tabletop.ui.widgets.layout import Sized, Spacer


@dataclass(frozen=True)
class Choices:
    """What can be done now.

    Attributes:
        offer: the brass button, if there is one.
        extras: orders to many.
        undo: why the last order cannot simply be taken back, or None.
        redo: why nothing can be done again, or None.
        may_end: why the phase cannot be ended, empty if it can; None in a game without such a button.
        begun: whether there is an order that could be taken back at all.
    """

    offer: Offer | None
    extras: Sequence[Button]
    undo: Refused | None
    redo: Refused | None
    may_end: str | None
    begun: bool = True


@dataclass(frozen=True)
class Fit:
    """How much room buttons take, by nothing but the room that there is.

    Attributes:
        words: whether undo and redo bear words.
        caps: whether key caps are shown.
        size: of the words on the brass button.
        back, end, brass: widths of undo and redo, of the end of the phase and of the brass button, design pixels.
        tall: height of the last two.
        gap: between one and the next.
    """

    words: bool
    caps: bool
    size: float
    back: float
    end: float
    brass: float
    tall: float
    gap: float


AMPLE = Fit(True, True, 23, 84, 150, 300, 80, 12)
SNUG = Fit(False, True, 18, HEIGHT, 136, 216, 80, 12)
LOW = Fit(False, True, 18, HEIGHT, 136, 230, HEIGHT, 8)
BARE = Fit(False, False, 16, HEIGHT, 98, 164, HEIGHT, 8)
SCANT = Fit(False, False, 16, HEIGHT, 98, 138, HEIGHT, 8)
WIDE, SLIM, LEAN = 1700, 960, 800
"""Design pixels from which the buttons are ample, and below which in a low window they are bare, and scant."""


def fit_for(room: Room) -> Fit:
    """The size of the buttons in a window."""
    if room.low:
        return SCANT if room.wide < LEAN else BARE if room.wide < SLIM else LOW
    return AMPLE if room.wide >= WIDE else SNUG


class Slots:
    """The buttons, made for some room."""

    def __init__(self, choices: Choices, fit: Fit) -> None:
        self._choices, self._fit = choices, fit
        self.gap = fit.gap

    def back(self) -> list[Widget]:
        """Undo and redo."""
        undo = self._step("undo", "Undo", Tip("Take back the last order"))
        redo = self._step("redo", "Redo", Tip("Do again what was taken back"))
        if self._choices.undo is not None and not self._choices.begun:
            undo.disable(self._choices.undo.reason)
        elif self._choices.undo is not None:
            undo.tip = Tip("Ask to take back", self._choices.undo.reason)
        if self._choices.redo is not None:
            redo.disable(self._choices.redo.reason)
        return [undo, redo]

    def _step(self, ident: str, words: str, tip: Tip) -> Button:
        shown, sign = (words, "") if self._fit.words else ("", ident)
        made = Button(ident, shown, "dark", key=keys.key(ident), show_key=False, tip=tip, sign=sign)
        made.fitted = self._fit.back
        return made

    def extras(self) -> list[Widget]:
        """Orders to many."""
        for button in self._choices.extras:
            button.show_key = button.show_key and self._fit.caps
        return list(self._choices.extras)

    def end(self) -> list[Widget]:
        """End the phase, in a game in which players do; where the brass button ends it, that has this place as well."""
        if self._choices.may_end is None or self._ends():
            return []
        tip = Tip("Nothing more in this phase")
        button = Button(
            "end", "End phase", "dark", key=keys.key("end_phase"), height=self._fit.tall, tip=tip,
            show_key=self._fit.caps,
        )  # fmt: skip
        button.fitted = self._fit.end
        return [button.disable(self._choices.may_end)]

    def _ends(self) -> bool:
        return self._choices.offer is not None and self._choices.offer.ends

    def brass(self) -> list[Widget]:
        """What the moment asks for; without it the place stays empty."""
        offer, wide = self._choices.offer, self._fit.brass + self._spare()
        if offer is None:
            return [Sized(Spacer(), wide)]
        button = Button(
            "primary", offer.label, "primary", key=keys.key("primary"), height=self._fit.tall, size=self._fit.size,
            tip=Tip(offer.label, offer.tip), show_key=self._fit.caps,
        )  # fmt: skip
        button.fitted = wide
        return [button.disable(offer.reason, offer.rule)]

    def _spare(self) -> float:
        """The place of "End phase" where the brass button has it too: it ends the phase, or a low bar has no other."""
        never = self._choices.may_end is None and self._fit.tall == HEIGHT
        return self._fit.end + self._fit.gap if never or self._ends() else 0
