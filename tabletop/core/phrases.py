"""Words, names, numbers and times of day as text, and text from outside made safe to show."""

import difflib
import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache


def format_count(number: int, thing: str) -> str:
    """Return a number with its noun: ``1 card``, ``2 cards``, ``no matches``, ``3 batteries``."""
    return f"{number or 'no'} {thing if number == 1 else _pluralize(thing)}"


def _pluralize(thing: str) -> str:
    """Return the regular plural of a noun."""
    if thing.endswith(("s", "x", "ch", "sh")):
        return f"{thing}es"
    if thing.endswith("y") and thing[-2:-1] not in "aeiou":
        return f"{thing[:-1]}ies"
    return f"{thing}s"


def join_words(parts: Iterable[str]) -> str:
    """Return the parts joined as in a sentence: ``a``, ``a and b``, ``a, b and c``; "" for none."""
    *before, last = list(parts) or [""]
    return f"{', '.join(before)} and {last}" if before else last


def capitalize(text: str) -> str:
    """Return the text with its first letter in upper case; the others stay as they are."""
    return text[:1].upper() + text[1:]


def format_percent(chance: Fraction) -> str:
    """Return a chance in whole per cent, never rounded to 0 or 100 %: ``41 %``, ``< 1 %``, ``> 99 %``."""
    if 0 < chance <= Fraction(1, 200):
        return "< 1 %"
    if Fraction(199, 200) <= chance < 1:
        return "> 99 %"
    return f"{round(chance * 100)} %"


def format_number(number: int) -> str:
    """Return a number with a true minus sign: ``3``, ``−5``."""
    return str(number).replace("-", "−")


@lru_cache(maxsize=256)
def format_signed(number: int) -> str:
    """Return a change with its sign: ``+3``, ``−5``, ``0``."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def to_tag(name: str) -> str:
    """Return the tag of a class name: ``FireBroadside`` gives ``fire_broadside``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def to_slug(name: str) -> str:
    """Return the id for a name in a file: ``Cut Enemy Line`` gives ``cut_enemy_line``."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``, did you mean 'heading'?`` if a known name is close to `word`, else ""."""
    by_lower = {name.lower(): name for name in known}
    near = difflib.get_close_matches(word.lower(), by_lower, n=1)
    return f", did you mean '{by_lower[near[0]]}'?" if near else ""


CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Matches control characters, line separators, marks that change the direction of writing, and lone surrogates."""


def escape_controls(text: str) -> str:
    r"""Return the text with every control character as a JSON escape, e.g. ``\\u001b`` for Escape."""
    return CONTROL_CHARACTERS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


_CLOCK = re.compile(r"([0-9]{1,2}):([0-9]{2})")


def parse_minutes(clock: str) -> int:
    """Return the minutes after midnight of a time of day such as ``11:45``.

    Raises:
        ValueError: if the text is no time of day.
    """
    said = _CLOCK.fullmatch(clock)
    hour, minute = map(int, said.groups()) if said else (24, 0)
    if hour > 23 or minute > 59:
        raise ValueError(f"expected a time of day such as 11:45, not {clock}")
    return 60 * hour + minute


def add_minutes(clock: str, by: int) -> str:
    """Return the time of day `by` minutes after `clock`, e.g. ``00:15``."""
    now = parse_minutes(clock) + by
    return f"{now // 60 % 24:02}:{now % 60:02}"
