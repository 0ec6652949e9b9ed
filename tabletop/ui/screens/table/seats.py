"""Who looks at the table: whose view is shown, when the curtain hangs, and whose orders the screen may give.

A game without secrets lies open to all. With secrets, a person sees the own hand only; between two persons a
curtain hangs from the moment at which the table passes on until the next one is ready.
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
    """The persons at one screen.

    Attributes:
        all: every seat at the table, by its id.
        persons: the seats that persons hold: those of players where a side has several, else of sides.
        computers: the others, from which the computer gives the orders.
        sides: the sides of persons.
        looking: the side whose view is shown; NOBODY while both may look, or the curtain hangs.
        waiting: the side for which the curtain hangs; NOBODY if it does not.
        rising: the side that looked last before the curtain was hung, whose player gets up.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        seats, seating = match.game.seats(match.state), match.header.seating
        self.all = {seat.id: seat for seat in seats}
        self._sit(seat.id for seat in seats if seating.player(seat.id) or seating.player(seat.side))
        self._covers = seating.curtain
        self._fixed: str | None = None
        self.looking = NOBODY
        self.waiting = NOBODY
        self.rising: tuple[str, ...] = ()
        self._open_to: tuple[str, str] | None = None
        """The seat, and the phase, that the table lay open to when it was last settled."""

    def _sit(self, computers: Iterable[str]) -> None:
        taken = frozenset(computers)
        self.computers = tuple(seat for seat in self.all if seat in taken)
        self.persons = tuple(seat for seat in self.all if seat not in taken)
        self.sides = tuple(dict.fromkeys(map(self.side, self.persons)))

    def take(self, seat: str) -> None:
        """A person plays on for the computer."""
        self._sit(one for one in self.computers if one != seat)
        self.settle()

    def side(self, seat: str) -> str:
        """The side of a seat."""
        return self.all[seat].side

    def name(self, seat: str) -> str:
        """What the player of a seat, or the side, is called; one that nobody has, as in a made-up record, by its id."""
        return self.all[seat].name if seat in self.all else seat

    def of(self, sides: Collection[str]) -> tuple[str, ...]:
        """The seats of some sides that persons hold."""
        return tuple(seat for seat in self.persons if self.side(seat) in sides)

    @property
    def held(self) -> tuple[str, ...]:
        """The seats that persons hold at this moment: from no other can anything be ordered.

        Behind the curtain that is nobody's, and before a hand that is covered from the other only its owner's.
        """
        if self.waiting:
            return ()
        return self.of((self.looking,)) if self._curtain and self.looking else self.persons

    @property
    def alone(self) -> bool:
        """Whether one person plays against the computer."""
        return len(self.persons) == 1

    @property
    def _curtain(self) -> bool:
        """Whether hands are covered now; who takes a step back in the match may come to one that hides something."""
        return self._covers and len(self.sides) > 1 and self._match.game.has_secrets(self._match.state)

    @property
    def secret(self) -> bool:
        """Whether hands can be covered at all."""
        return self._curtain

    @property
    def computer(self) -> str:
        """The seat from which the computer is to move now; empty if a person is asked."""
        if not self.computers:
            return ""
        decision = self._match.game.decision(self._match.state)
        if decision is None or (decision.either and self.persons):
            return ""
        return decision.seat if decision.seat in self.computers else ""

    def settle(self) -> bool:
        """Look as the state demands; whether anything about it has changed.

        Whoever makes a secret at an open table, and is asked on, sits there already: no curtain hangs for it.
        """
        before = (self.looking, self.waiting)
        self._rise()
        wanted = self._wanted()
        if wanted == NOBODY or not self._curtain or wanted == self.looking or self._stays:
            self.looking, self.waiting = wanted, NOBODY
        else:
            self.looking, self.waiting = NOBODY, wanted
        self._open_to = None if self.looking or self.waiting else self._asked
        return before != (self.looking, self.waiting)

    @property
    def _stays(self) -> bool:
        """Whether the table lay open to the very seat that is asked now, in the same phase."""
        return self._open_to is not None and self._open_to == self._asked

    @property
    def _asked(self) -> tuple[str, str] | None:
        """The one seat that is asked now, and in which phase."""
        decision = self._match.game.decision(self._match.state)
        return None if decision is None or decision.either else (decision.seat, decision.phase)

    def ready(self) -> None:
        """The side for which the curtain hangs looks at the table."""
        self.looking, self.waiting = self.waiting, NOBODY

    def look_as(self, side: str | None) -> None:
        """Without a curtain, look as a side, as nobody for ``""``, or for None as whoever is asked."""
        self._covers = False
        self._fixed = side
        self.settle()

    def cover(self) -> None:
        """Hang the curtain before the side that looks, which wants to get up."""
        self._rise()
        if self._curtain and self.looking:
            self.looking, self.waiting = NOBODY, self.looking

    def _rise(self) -> None:
        if self.looking:
            self.rising = (self.looking,)

    def _wanted(self) -> str:
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


def _hung(size: Size) -> pygame.Surface:
    """The same cloth and flags whatever lies behind."""
    hung = painted("curtain", size)
    if hung is None:
        hung = pygame.Surface(size)
        hung.fill(INKS.bar)
    return hung


def curtain(name: str, asked: str, badge: Badge | None, up: str = "") -> Widget:
    """A screen that hides everything until the side of this name reports ``ready``; `asked` says for what.

    `up` is who has got up and may still change its mind, which reports ``undo``; nobody if empty.
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
    return Stack([Backdrop(_hung), Anchored(Column(parts, gap=20, align="centre"), 0.5, 0.56)])
