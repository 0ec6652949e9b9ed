"""The games of the registry that are played with a deck: each is tried at the table by the same tests."""

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core.game import games_by_id

CARD_GAMES = [
    name for name, game in games_by_id().items() if {"deck", "cards"} <= set(game.state_type.__struct_fields__)
]
"""Their ids."""
