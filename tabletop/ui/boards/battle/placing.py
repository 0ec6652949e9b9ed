"""Placing ships before a battle: how far a side has come with it, on any map."""

from collections.abc import Collection

from tabletop.ui.boards.contract import PhaseProgress


def ships_placed(able: Collection[str], placed: Collection[str]) -> PhaseProgress:
    """How many of the ships that may be placed have been; the others stay where they lie."""
    done = sum(key in placed for key in able)
    return PhaseProgress("Ships placed", f"{done} of {len(able)} placed", done / (len(able) or 1))
