"""The games of the registry as tests see them: what a parameter is about, and what is new here."""

import re
from pathlib import Path
from typing import Any

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core.game import games_by_id

COMPLETE = ("ships_of_the_line", "decks_of_glory", "trafalgar_cards", "ship_duel", "volley")
"""The games that bring everything optional: a rulebook, notes for newcomers, sounds, promised bounds."""
SAMPLED = {*COMPLETE, "tiny", "prize_money"}
"""The games, and the two examples, of whose long walks a run takes a sample; those of any other game run whole."""


def games_of(*parts: Any) -> set[str]:
    """Return the ids of the registered games that parameters of a test are about.

    A part is a game, its id, a name or path that has the id in it, or a tuple or list of parts; anything else is
    about no game.
    """
    known = games_by_id().keys()
    found: set[str] = set()
    for part in parts:
        if isinstance(part, str | Path):
            found |= known & set(re.split(r"[^\w-]+", str(part)))
        elif isinstance(part, tuple | list):
            found |= games_of(*part)
        elif hasattr(part, "meta") and hasattr(part, "state_type"):
            found |= known & {part.meta.id}
    return found


def is_new(*parts: Any) -> bool:
    """Return True if parameters are about a game that is not in `SAMPLED`."""
    return bool(games_of(*parts) - SAMPLED)
