"""Weighs every discard in hundreds of refills, and what the enemy may answer by exact odds."""

from tabletop.cards.zones import Cards
from tabletop.games.volley.state import Negated, State
from tabletop.games.volley.survey import held
from tabletop.players.volley.choosing import General
from tabletop.players.volley.refills import PATIENT

_WEAPONS: tuple[Negated, ...] = ("infantry_weapon", "cavalry_weapon", "artillery_weapon")


class Admiral(General):
    """As good as luck allows."""

    title = "Admiral"
    about = "weighs every discard in hundreds of refills, and knows what you may hold against an attack"
    worths = PATIENT
    budget = 400

    def risk(self, view: State, meld: Cards) -> float:
        """By the chance that the enemy holds the answer to its weapon; other cards join any meld."""
        printed = [view.deck[card] for card in meld]
        return sum(
            float(held(view, self.own, kind)) * card.force for card in printed for kind in _WEAPONS if kind == card.suit
        )


PLAYER = Admiral
