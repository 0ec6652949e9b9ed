"""Turns of phrase that the logs of all games share."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache


def count(number: int, thing: str) -> str:
    """A number with its noun: ``1 card``, ``2 cards``, ``no matches``, ``3 batteries``."""
    return f"{number or 'no'} {thing if number == 1 else _several(thing)}"


def _several(thing: str) -> str:
    """The regular plural of a noun."""
    if thing.endswith(("s", "x", "ch", "sh")):
        return f"{thing}es"
    if thing.endswith("y") and thing[-2:-1] not in "aeiou":
        return f"{thing[:-1]}ies"
    return f"{thing}s"


def listed(parts: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``; empty for nothing."""
    *before, last = list(parts) or [""]
    return f"{', '.join(before)} and {last}" if before else last


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def percent(chance: Fraction) -> str:
    """A chance in whole per cent, but never rounded to certainty or impossibility: ``41 %``, ``< 1 %``."""
    if 0 < chance <= Fraction(1, 200):
        return "< 1 %"
    if Fraction(199, 200) <= chance < 1:
        return "> 99 %"
    return f"{round(chance * 100)} %"


def figure(number: int) -> str:
    """A number as it is printed: ``3``, ``−5``."""
    return str(number).replace("-", "−")


@lru_cache(maxsize=256)
def signed(number: int) -> str:
    """A change with its sign: ``+3``, ``−5``, ``0``."""
    return f"{number:+d}".replace("-", "−") if number else "0"
