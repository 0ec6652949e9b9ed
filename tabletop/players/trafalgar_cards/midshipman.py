"""Means to commit the most points, and overlooks some of its cards."""

from collections.abc import Iterator

from tabletop.games.trafalgar_cards.limits import HAND
from tabletop.games.trafalgar_cards.state import State
from tabletop.players.player import Proposal
from tabletop.players.trafalgar_cards import choosing
from tabletop.players.trafalgar_cards.choosing import Commander, told, usual_commit, usual_discard
from tabletop.players.trafalgar_cards.many_hands import GREEDY
from tabletop.players.trafalgar_cards.printed import UNUSED


class Midshipman(Commander):
    """A beginner."""

    title = "Midshipman"
    about = "counts its own points, now and then overlooks a card, and throws away too few"
    overlooked = 0.1
    """The chance that it overlooks a card, for each that it ought to take."""

    def discard(self, view: State) -> Iterator[Proposal]:
        """What it does not mean to commit, as far as it sees it."""
        meant, sees = usual_discard(GREEDY, view, self.side), self._sees()
        order = choosing.discard(view, self.side, tuple(place for place in meant if sees[place]))
        yield Proposal(order, f"{told(view, order)}; that is all it sees.")

    def commit(self, view: State) -> Iterator[Proposal]:
        """The most points, as far as it sees them."""
        meant, sees = usual_commit(GREEDY, view, self.side), self._sees()
        order = choosing.commit(
            view, self.side, tuple(use if sees[place] else UNUSED for place, use in enumerate(meant))
        )
        yield Proposal(order, f"{told(view, order)}; that is all it sees.")

    def _sees(self) -> list[bool]:
        """Whether it sees the card in each place of its hand now."""
        fancy = self.fancy()
        return [fancy.random() >= self.overlooked for _ in range(HAND)]


PLAYER = Midshipman
