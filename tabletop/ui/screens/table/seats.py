"""The seats at a screen: the view that is shown, the curtain, and the seats whose commands the screen may give.

 A game without secrets is open to all. With secrets, a person sees the own hand only; between two persons a curtain
hangs until the next one is ready.
"""

from collections.abc import Collection, Iterable

import pygame

from tabletop.core.match import Match
from tabletop.ui import keys
from tabletop.ui.boards.contract import Badge
from tabletop.ui.text import BODY, Style
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import Backdrop, painted
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.layout import Anchored, Column
from tabletop.ui.widgets.marks import Sign
from tabletop.ui.widgets.stack import Stack

NOBODY = ""


class Seats:
    """The seats of a match at one screen.

    Attributes:
       all: every seat by its id.
       persons: the seats that persons hold, of players or of sides.
       computers: the seats of computer players.
       sides: the sides of persons.
       looking: the side whose view is shown; NOBODY for an open table or behind the curtain.
       waiting: the side for which the curtain hangs; NOBODY without a curtain.
       rising: the side that looked last before the curtain was hung, or ().
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        seats, seating = match.game.seats(match.state), match.header.seating
        self.all = {seat.id: seat for seat in seats}
        self._set_computers(seat.id for seat in seats if seating.player(seat.id) or seating.player(seat.side))
        self._covers = seating.curtain
        self._fixed: str | None = None
        self.looking = NOBODY
        self.waiting = NOBODY
        self.rising: tuple[str, ...] = ()
        self._open_to: tuple[str, str] | None = None
        """The seat, and the phase, that the table lay open to when it was last settled."""

    def _set_computers(self, computers: Iterable[str]) -> None:
        taken = frozenset(computers)
        self.computers = tuple(seat for seat in self.all if seat in taken)
        self.persons = tuple(seat for seat in self.all if seat not in taken)
        self.sides = tuple(dict.fromkeys(map(self.side_of, self.persons)))

    def take_over(self, seat: str) -> None:
        """Let a person play on for the computer."""
        self._set_computers(one for one in self.computers if one != seat)
        self.settle()

    def side_of(self, seat: str) -> str:
        """Return the side of a seat."""
        return self.all[seat].side

    def name_of(self, seat: str) -> str:
        """Return the name of a seat's player or side; the id for an unknown seat."""
        return self.all[seat].name if seat in self.all else seat

    def seats_of(self, sides: Collection[str]) -> tuple[str, ...]:
        """Return the seats of some sides that persons hold."""
        return tuple(seat for seat in self.persons if self.side_of(seat) in sides)

    @property
    def active(self) -> tuple[str, ...]:
        """Return the seats for which commands can be given now.

        Behind the curtain there are none; while hands are covered only those of the viewer.
        """
        if self.waiting:
            return ()
        return self.seats_of((self.looking,)) if self._has_curtain and self.looking else self.persons

    @property
    def is_single_player(self) -> bool:
        """Return True if one person plays against the computer."""
        return len(self.persons) == 1

    @property
    def _has_curtain(self) -> bool:
        """Return True if hands are covered now. An undo may lead to a state that hides something."""
        return self._covers and len(self.sides) > 1 and self._match.game.has_secrets(self._match.state)

    @property
    def can_cover(self) -> bool:
        """Return True if the curtain can be hung now."""
        return self._has_curtain

    @property
    def computer_to_move(self) -> str:
        """Return the computer's seat that is to move, or "" if a person is asked."""
        if not self.computers:
            return ""
        decision = self._match.game.decision(self._match.state)
        if decision is None or (decision.either and self.persons):
            return ""
        return decision.seat if decision.seat in self.computers else ""

    def settle(self) -> bool:
        """Update viewer and curtain for the state. Return True if either has changed.

        A player who makes a secret at an open table and is asked again needs no curtain.
        """
        before = (self.looking, self.waiting)
        self._note_riser()
        wanted = self._find_viewer()
        if wanted == NOBODY or not self._has_curtain or wanted == self.looking or self._remains_open:
            self.looking, self.waiting = wanted, NOBODY
        else:
            self.looking, self.waiting = NOBODY, wanted
        self._open_to = None if self.looking or self.waiting else self._asked_seat
        return before != (self.looking, self.waiting)

    @property
    def _remains_open(self) -> bool:
        """Return True if the open table was shown to the seat that is asked, in the same phase."""
        return self._open_to is not None and self._open_to == self._asked_seat

    @property
    def _asked_seat(self) -> tuple[str, str] | None:
        """Return the one seat that is asked and its phase, or None."""
        decision = self._match.game.decision(self._match.state)
        return None if decision is None or decision.either else (decision.seat, decision.phase)

    def uncover(self) -> None:
        """Take the curtain away for the side that waits."""
        self.looking, self.waiting = self.waiting, NOBODY

    def look_as(self, side: str | None) -> None:
        """Look as a side without a curtain; "" for nobody, None for the side that is asked."""
        self._covers = False
        self._fixed = side
        self.settle()

    def cover(self) -> None:
        """Hang the curtain before the viewer."""
        self._note_riser()
        if self._has_curtain and self.looking:
            self.looking, self.waiting = NOBODY, self.looking

    def _note_riser(self) -> None:
        if self.looking:
            self.rising = (self.looking,)

    def _find_viewer(self) -> str:
        if self._fixed is not None:
            return self._fixed
        decision = self._match.game.decision(self._match.state)
        open_to_all = (decision is None or decision.either or decision.open) and len(self.sides) > 1
        if open_to_all or not self._match.game.has_secrets(self._match.state):
            return NOBODY
        if decision is not None and decision.side in self.sides:
            return decision.side
        return self.sides[0] if self.sides else NOBODY


SIDE_NAME = Style("title", 40, INKS.cream)
BADGE = 72
_BACK = Tip("Undo before handing over", "Once the next player is ready, both must agree to undo.")


def _draw_curtain(size: Size) -> pygame.Surface:
    """Draw cloth and flags, the same whatever lies behind."""
    hung = painted("curtain", size)
    if hung is None:
        hung = pygame.Surface(size)
        hung.fill(INKS.bar)
    return hung


def build_curtain(name: str, asked: str, badge: Badge | None, up: str = "") -> Widget:
    """Build the curtain until the side `name` reports ``ready``; `asked` is the prompt.

    `up` is the name of the side that left and may still report ``undo``, or "".
    """
    parts: list[Widget] = [Sign(badge, BADGE)] if badge else []
    parts += [
        Label(name, SIDE_NAME),
        Label(asked, BODY.at(18).tinted(INKS.mist)),
        Label("The table is covered. Take the screen when your opponent is not looking.", BODY.tinted(INKS.dim)),
        Button("ready", "I am ready", "primary", key=keys.key("ready"), height=52, size=23, tip=Tip("Show my hand")),
    ]
    if up:
        parts.append(Button("undo", f"{up}: undo my last order", "dark", key=keys.key("undo"), tip=_BACK))
    return Stack([Backdrop(_draw_curtain), Anchored(Column(parts, gap=20, align="centre"), 0.5, 0.56)])
