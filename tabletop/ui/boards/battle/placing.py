"""Placing ships before a battle: how far a side has come with it, on any map."""

from collections.abc import Collection

from tabletop.ui.boards.contract import Progress


def ships_placed(able: Collection[str], placed: Collection[str]) -> Progress:
    """How many of the ships that may be placed have been; the others stay where they lie."""
    done = sum(key in placed for key in able)
    return Progress("Ships placed", f"{done} of {len(able)} placed", done / (len(able) or 1))
