"""Knows what it will be glad of later."""

from tabletop.players.volley.choosing import General
from tabletop.players.volley.refills import PATIENT


class Captain(General):
    """Sound in all that it does."""

    title = "Captain"
    about = "makes its next attack strong, and keeps what it will be glad of later"
    worths = PATIENT
    budget = 100


PLAYER = Captain
