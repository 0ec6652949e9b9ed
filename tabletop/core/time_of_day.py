"""Times of day such as 11:45, as scenarios tell them."""

import re

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
