"""Weighs every discard in hundreds of refills, and what the enemy may answer by exact odds."""

from collections.abc import Sequence

from tabletop.cards.holding import Places as Gone
from tabletop.cards.zones import Cards
from tabletop.games.volley.state import Negated, State
from tabletop.games.volley.survey import held
from tabletop.players.sampled_worlds import chances
from tabletop.players.sequential_halving import Found, Options, Results, best
from tabletop.players.volley.choosing import General
from tabletop.players.volley.refills import PATIENT, refilled

_ANSWERED: tuple[Negated, ...] = (
    "infantry_weapon", "cavalry_weapon", "artillery_weapon", "leader", "strategy", "morale",
)  # fmt: skip
"""Suits that can be negated."""


class Admiral(General):
    """As good as luck allows."""

    title = "Admiral"
    about = "weighs every discard in hundreds of refills, and knows what you may hold against an attack"
    worths = PATIENT
    budget = 40_000
    """Discards tried in refills."""

    def tried(self, view: State, ways: Sequence[Gone]) -> Found:
        """The better ones in more refills than the others; a few thousand tell them apart."""
        numbers = chances(self.fancy())

        def trial(alive: Options, worlds: int) -> Results:
            return refilled(view, self.own, [ways[way] for way in alive], self.worths, numbers, worlds)

        return best(len(ways), 0, self.budget, trial, errors=0)

    def risk(self, view: State, meld: Cards) -> float:
        """The force that the enemy negates by the best answer that it holds, or by all of them where it may."""
        printed = sorted((view.deck[card] for card in meld), key=lambda card: -card.force)
        lost, free = 0.0, 1.0
        for card in printed:
            for kind in _ANSWERED:
                if kind == card.suit:
                    chance = float(held(view, self.own, kind))
                    lost += free * chance * card.force
                    free *= 1 if view.defences == "any" else 1 - chance
        return lost


PLAYER = Admiral
