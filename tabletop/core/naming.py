"""How the kinds of commands and events are written in files, and what a misspelt name was meant to be."""

import difflib
import re
from collections.abc import Iterable


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
