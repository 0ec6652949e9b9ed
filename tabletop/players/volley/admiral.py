"""The strongest computer player: it simulates many refills of the hand for each discard and uses exact odds."""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from tabletop.cards.hands import Places as Gone
from tabletop.cards.zones import Cards
from tabletop.games.volley.state import Negated, State, opponent_of
from tabletop.games.volley.survey import chance_opponent_negates
from tabletop.players.sampled_worlds import chances
from tabletop.players.sequential_halving import Found, Options, Results, best
from tabletop.players.volley import hand_values
from tabletop.players.volley.general import General
from tabletop.players.volley.win_chances import chance_to_win

MIN_TROOPS_LEFT = 0.5
"""Lowest number of troops assumed for an enemy that the next attack cannot break."""
_NEGATABLE_SUITS: tuple[Negated, ...] = (
    "infantry_weapon", "cavalry_weapon", "artillery_weapon", "leader", "strategy", "morale",
)  # fmt: skip
"""Suits that a defence card can negate."""


TEMPER_FACTORS = {"bold": 0.3, "steady": 1.0, "cautious": 1.7}
"""Factor on the value of a defence card kept in hand, by temper."""


class Admiral(General):
    """A computer player that chooses the discard with the best chance to break the enemy first."""

    title = "Admiral"
    about = "weighs every discard in hundreds of refills, by who will break first and by what you may hold"
    has_temper = True
    card_values: hand_values.CardValues = hand_values.FORESIGHTED
    budget = 12_000
    """Total number of simulated refills for one decision."""

    def evaluate_discards(self, view: State, discards: Sequence[Gone]) -> Found:
        """Return the best discard by the chance to win. Sequential halving gives promising discards more refills."""
        numbers, values = chances(self.fancy()), self._adjust_for_temper()
        own, enemy = view.troops[self.own_side], view.troops[opponent_of(self.own_side)]

        def valuation(best: hand_values.Forces, value: hand_values.Forces, values: hand_values.CardValues) -> Results:
            left = np.maximum(enemy - hand_values.value_hands(best, value, values), MIN_TROOPS_LEFT)
            return np.where(hand_values.find_strongest_attacks(best) >= enemy, 1.0, 1 - chance_to_win(left, own))

        def trial(alive: Options, worlds: int) -> Results:
            return hand_values.simulate_discards(
                view, self.own_side, [discards[option] for option in alive], values, numbers, worlds, valuation
            )

        return best(len(discards), 0, self.budget, trial, errors=0)

    def explain_discard(self, found: Found) -> str:
        """Return a clause with the chance to win, after the discard and without one."""
        return f"its chance to win is then {found.worth:.1%}, without a discard {found.usual:.1%}"

    def _adjust_for_temper(self) -> hand_values.CardValues:
        return replace(self.card_values, answer=self.card_values.answer * TEMPER_FACTORS[self.temper])

    def estimate_negation(self, view: State, meld: Cards) -> float:
        """Return the force that the enemy is expected to negate by its best answer, or by all where allowed."""
        printed = sorted((view.deck[card] for card in meld), key=lambda card: -card.force)
        expected, unanswered = 0.0, 1.0
        for card in printed:
            for kind in _NEGATABLE_SUITS:
                if kind == card.suit:
                    chance = float(chance_opponent_negates(view, self.own_side, kind))
                    expected += unanswered * chance * card.force
                    unanswered *= 1 if view.defences == "any" else 1 - chance
        return expected


PLAYER = Admiral
