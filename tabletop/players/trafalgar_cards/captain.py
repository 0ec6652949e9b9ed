"""Counts its points, and what its cards undo of the enemy's."""

from tabletop.players.trafalgar_cards.greedy import Greedy
from tabletop.players.trafalgar_cards.many_hands import SOUND


class Captain(Greedy):
    """Sound habits, no thought of what the enemy may hold."""

    title = "Captain"
    about = "counts its points and what its cards undo, without thinking of what you may hold"
    habits = SOUND


PLAYER = Captain
