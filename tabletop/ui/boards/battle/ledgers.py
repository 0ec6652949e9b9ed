"""The victory points of a side as a tooltip lists them."""

from collections.abc import Sequence

ENTRIES = 12
"""Entries that are listed before the rest is counted."""


def ledger(entries: Sequence[str], rest: str) -> str:
    """An entry on each line, the latest at the end; `rest` are words for the earlier ones that are only counted."""
    left_out = len(entries) - ENTRIES
    more = [f"and {left_out} {rest}"] if left_out > 0 else []
    return " \n".join([*more, *entries[-ENTRIES:]]) if entries else "None so far."
