"""Means to attack well, and overlooks some of its cards."""

from msgspec.structs import replace

from tabletop.games.volley.state import State
from tabletop.players.player import Proposal
from tabletop.players.volley.choosing import General


class Midshipman(General):
    """A beginner: it looks at a single refill, and does not always see what it could answer."""

    title = "Midshipman"
    about = "hopes for the best when it throws cards away, and overlooks answers"
    budget = 4
    overlooked = 0.3
    """The chance that it overlooks an answer or a counter, for each of its cards."""

    def defend(self, view: State) -> Proposal:
        """An answer, if it sees one."""
        return super().defend(self._seen(view))

    def counter(self, view: State) -> Proposal:
        """A counter, if it sees one."""
        return super().counter(self._seen(view))

    def _seen(self, view: State) -> State:
        """The view without the cards of its hand that it overlooks."""
        fancy, lying = self.fancy(), view.cards
        hand = tuple(card for card in lying.hands[self.own] if fancy.random() >= self.overlooked)
        return replace(view, cards=replace(lying, hands={**lying.hands, self.side: hand}))


PLAYER = Midshipman
