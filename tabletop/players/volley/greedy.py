"""Makes the next attack as strong as it can."""

from tabletop.players.volley.choosing import General


class Greedy(General):
    """Looks no further than the next attack."""

    title = "Greedy"
    about = "lives for its next attack, and answers whatever it can"


PLAYER = Greedy
