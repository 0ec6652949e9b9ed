"""Turns of phrase that the logs of all games share."""

from collections.abc import Iterable


def count(number: int, thing: str) -> str:
    """A number with its noun: ``1 card``, ``2 cards``, ``no cards``."""
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def listed(parts: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``; empty for nothing."""
    *before, last = list(parts) or [""]
    return f"{', '.join(before)} and {last}" if before else last


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]
