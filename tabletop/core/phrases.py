"""Turns of phrase that the logs of all games share."""

import difflib
import re
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


def tag(name: str) -> str:
    """``FireBroadside`` is written ``fire_broadside``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def slug(name: str) -> str:
    """The id of a thing that is named in a file: ``Cut Enemy Line`` is ``cut_enemy_line``."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``, did you mean 'heading'?`` when one of the known names is nearly the word; else nothing."""
    by_lower = {name.lower(): name for name in known}
    near = difflib.get_close_matches(word.lower(), by_lower, n=1)
    return f", did you mean '{by_lower[near[0]]}'?" if near else ""


STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, separators of lines, marks that turn the direction of writing, and halves of characters."""


def visible(text: str) -> str:
    """The text with every steering character written as JSON escapes it: ``\\u001b`` for that of Escape."""
    return STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


_SPOKEN = re.compile(r"([0-9]{1,2}):([0-9]{2})")


def minutes(clock: str) -> int:
    """After midnight.

    Raises:
        ValueError: where that is no time of day.
    """
    said = _SPOKEN.fullmatch(clock)
    hour, minute = map(int, said.groups()) if said else (24, 0)
    if hour > 23 or minute > 59:
        raise ValueError(f"expected a time of day such as 11:45, not {clock}")
    return 60 * hour + minute


def later(clock: str, by: int) -> str:
    """So many minutes after a time of day."""
    now = minutes(clock) + by
    return f"{now // 60 % 24:02}:{now % 60:02}"
