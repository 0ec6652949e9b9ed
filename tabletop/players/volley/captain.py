"""A sound computer player that keeps cards for later attacks."""

from tabletop.players.volley.general import General
from tabletop.players.volley.hand_values import PATIENT


class Captain(General):
    """A computer player that weighs the next attack against the cards it keeps."""

    title = "Captain"
    about = "makes its next attack strong, and keeps what it will be glad of later"
    card_values = PATIENT
    budget = 100


PLAYER = Captain
