"""Weighs every discard in hundreds of refills, and what the enemy may answer by exact odds."""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from tabletop.cards.holding import Places as Gone
from tabletop.cards.zones import Cards
from tabletop.games.volley.state import Negated, State, other
from tabletop.games.volley.survey import held
from tabletop.players.sampled_worlds import chances
from tabletop.players.sequential_halving import Found, Options, Results, best
from tabletop.players.volley.choosing import General
from tabletop.players.volley.race import wins
from tabletop.players.volley.refills import FORESIGHTED, Forces, Worths, attack_and_rest, refilled, strongest

LEFT = 0.5
"""Troops that an enemy has left at least who is not broken yet, whatever stays in the hand."""
_ANSWERED: tuple[Negated, ...] = (
    "infantry_weapon", "cavalry_weapon", "artillery_weapon", "leader", "strategy", "morale",
)  # fmt: skip
"""Suits that can be negated."""


TEMPERS = {"bold": 0.3, "steady": 1.0, "cautious": 1.7}
"""Times as much as usual what it keeps to stop an attack counts."""


class Admiral(General):
    """As good as luck allows."""

    title = "Admiral"
    about = "weighs every discard in hundreds of refills, by who will break first and by what you may hold"
    has_temper = True
    worths: Worths = FORESIGHTED
    budget = 12_000
    """Discards tried in refills."""

    def tried(self, view: State, ways: Sequence[Gone]) -> Found:
        """The better ones in more refills than the others; a few thousand tell them apart."""
        numbers, worths = chances(self.fancy()), self._tempered()
        own, enemy = view.troops[self.own], view.troops[other(self.own)]

        def judged(best: Forces, worth: Forces, worths: Worths) -> Results:
            left = np.maximum(enemy - attack_and_rest(best, worth, worths), LEFT)
            return np.where(strongest(best) >= enemy, 1.0, 1 - wins(left, own))

        def trial(alive: Options, worlds: int) -> Results:
            return refilled(view, self.own, [ways[way] for way in alive], worths, numbers, worlds, judged)

        return best(len(ways), 0, self.budget, trial, errors=0)

    def told(self, found: Found) -> str:
        """The chance to break the enemy first."""
        return f"it breaks the enemy first in {found.worth:.1%} of races like this one, as it is in {found.usual:.1%}"

    def _tempered(self) -> Worths:
        return replace(self.worths, answer=self.worths.answer * TEMPERS[self.temper])

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
