"""What is changed in a text line by line, as the foot of the screen shows it."""

from difflib import SequenceMatcher
from typing import Literal

import msgspec


class Line(msgspec.Struct, frozen=True):
    """A line against the text as it was saved: gone (−), come (+), or as it was beside one of these."""

    number: int
    sign: Literal["-", "+", " "]
    text: str


class Changed(msgspec.Struct, frozen=True):
    """The lines that are not as they were; `count` has one that was changed once."""

    lines: tuple[Line, ...]
    count: int


def changed(saved: str, text: str, around: int = 1) -> Changed:
    """What is changed, with so many of the other lines around it."""
    was, now = saved.splitlines(), text.splitlines()
    found = SequenceMatcher(None, was, now, autojunk=False).get_grouped_opcodes(around)
    lines: list[Line] = []
    count = 0
    for tag, a, b, c, d in (block for group in found for block in group):
        if tag == "equal":
            lines += [Line(at + 1, " ", now[at]) for at in range(c, d)]
            continue
        count += max(b - a, d - c)
        lines += [Line(at + 1, "-", was[at]) for at in range(a, b)]
        lines += [Line(at + 1, "+", now[at]) for at in range(c, d)]
    return Changed(tuple(lines), count)
