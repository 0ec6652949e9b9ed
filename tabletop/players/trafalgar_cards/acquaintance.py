"""What a side has seen of how the other plays: what it threw away this turn, and what it has made of its hands."""

import msgspec
import numpy as np

from tabletop.cards.events import CardsDiscarded
from tabletop.cards.zones import Cards
from tabletop.core.events import Event
from tabletop.games.trafalgar_cards.deck import USES, Plays
from tabletop.games.trafalgar_cards.events import CommitRevealed, TacticsBegan, TurnBegan
from tabletop.games.trafalgar_cards.limits import find_limits
from tabletop.games.trafalgar_cards.state import State
from tabletop.players.sampled_worlds import places
from tabletop.players.trafalgar_cards.many_hands import Habits, Turn, by_habit, worth_of
from tabletop.players.trafalgar_cards.printed import SIDE, UNUSED, printed, room

ODDS = 6.0
"""How many times likelier a commit is that is the best by somebody's habits."""


class Shown(msgspec.Struct, frozen=True):
    """A hand that the other side has played: the turn, what it committed, and what it left out."""

    turn: int
    plays: Plays
    rest: Cards


class Acquaintance:
    """Of one side with the other, from the events that it has seen.

    Attributes:
        laid: what the other side has thrown away this turn; None while that is not known.
        shown: the hands that it has played.
    """

    def __init__(self, other: str) -> None:
        """`other` is the side that is watched."""
        self.laid: Cards | None = None
        self.shown: list[Shown] = []
        self._other, self._turn = other, 1
        self._revealed: Plays | None = None

    def see(self, event: Event) -> None:
        """Something has happened."""
        match event:
            case TurnBegan(turn=turn):
                self._turn = turn
            case TacticsBegan():
                self.laid = None
            case CommitRevealed(side=side, plays=plays) if side == self._other:
                self._revealed = plays
            case CardsDiscarded(side=side, cards=cards) if side == self._other:
                self._discarded(cards)

    def _discarded(self, cards: Cards) -> None:
        """Before the fight what is thrown away, after it what was left out of the commit."""
        if self._revealed is None:
            self.laid = cards
            return
        self.shown.append(Shown(self._turn, self._revealed, cards))
        self._revealed = None

    def chances(self, view: State, known: tuple[Habits, ...]) -> tuple[float, ...]:
        """How likely each of some habits is the other side's."""
        odds = [ODDS ** sum(self._fits(view, habits, hand) for hand in self.shown) for habits in known]
        return tuple(one / sum(odds) for one in odds)

    def _fits(self, view: State, habits: Habits, shown: Shown) -> bool:
        """Whether a commit is worth as much by habit as any of that hand."""
        turn = Turn(printed(view.deck), room(find_limits(view.limits, shown.turn)))
        hand = places(view, (*(play.card for play in shown.plays), *shown.rest))[None]
        used = np.array([[*(USES.index(play.use) for play in shown.plays), *(UNUSED for _ in shown.rest)]], np.int32)
        best = by_habit(turn, habits, hand, SIDE[self._other])
        return bool(worth_of(turn, habits, hand, used) >= worth_of(turn, habits, hand, best))
