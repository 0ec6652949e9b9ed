"""A beginner that overlooks some of its cards."""

from msgspec.structs import replace
from typing_extensions import override

from tabletop.games.volley.state import State
from tabletop.players.player import Proposal
from tabletop.players.volley.general import General


class Midshipman(General):
    """A computer player that tries few refills and overlooks some answers and counters."""

    title = "Midshipman"
    about = "hopes for the best when it throws cards away, and overlooks answers"
    budget = 4
    overlook_chance = 0.3
    """Chance to overlook a card of the hand when it could answer or counter."""

    @override
    def choose_answer(self, view: State) -> Proposal:
        return super().choose_answer(self._overlook_cards(view))

    @override
    def choose_counter(self, view: State) -> Proposal:
        return super().choose_counter(self._overlook_cards(view))

    def _overlook_cards(self, view: State) -> State:
        """Return the view without the cards of the own hand that the player overlooks at random."""
        fancy, lying = self.fancy(), view.cards
        hand = tuple(card for card in lying.hands[self.own_side] if fancy.random() >= self.overlook_chance)
        return replace(view, cards=replace(lying, hands={**lying.hands, self.side: hand}))


PLAYER = Midshipman
