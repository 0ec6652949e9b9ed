"""A computer player that makes only its next attack strong."""

from tabletop.players.volley.general import General


class Greedy(General):
    """A computer player that values no card for a later turn."""

    title = "Greedy"
    about = "lives for its next attack, and answers whatever it can"


PLAYER = Greedy
