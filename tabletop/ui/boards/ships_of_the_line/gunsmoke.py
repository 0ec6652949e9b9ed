"""Where ships lay when they fired: their smoke stays there when they sail on, until the turn is over."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from tabletop.core.facts import Fact
from tabletop.games.ships_of_the_line.compiled import evolve
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.state import State
from tabletop.ui.boards.battle.presentation import Fired
from tabletop.ui.boards.contract import Past


class Gunsmoke:
    """What the table remembers of the broadsides of a turn; the state knows no more than who fired.

    Attributes:
        fired: each broadside of the turn and of the one before it, which may still be played.
    """

    def __init__(self) -> None:
        self.fired: tuple[Fired, ...] = ()

    def recall(self, state: State, past: Past) -> None:
        """The table shows a state; what is over is told by what led to it."""
        moves = takewhile(lambda move: not move or move[0][0].turn == state.turn, past)
        self.fired = tuple(_broadsides(fact for move in moves for fact in move))

    def note(self, before: State, events: Sequence[Fact]) -> None:
        """More has happened."""
        kept = [one for one in self.fired if one.turn >= before.turn - 1]
        if any(isinstance(event, BroadsideFired) for event in events):
            kept += _broadsides(_told(before, events))
        self.fired = tuple(kept)


def _told(state: State, events: Sequence[Fact]) -> Iterable[tuple[State, Fact]]:
    """Each fact with the state before it."""
    for event in events:
        yield state, event
        state = evolve(state, event)


def _broadsides(facts: Iterable[tuple[State, Fact]]) -> Iterable[Fired]:
    for before, event in facts:
        if isinstance(event, BroadsideFired):
            yield Fired(before.turn, event.ship, event.broadside, before.ships[event.ship].pose)
