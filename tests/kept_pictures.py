"""The caches of pictures and results; tests clear them to look at drawing itself, or to save memory."""

import sys
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import Any

from tabletop.ui import assets, fonts
from tabletop.ui.picture_cache import PictureCache
from tabletop.ui.screens import local_backend

WORDLESS = {fonts.__name__, assets.__name__, local_backend.__name__}
"""Modules whose pictures hold no words: fonts, sprites, and the texts of scenarios."""
MANY, FEW = 100, 8
"""Results of one kind above which they take memory worth speaking of, and those that are so large that few are kept."""
LARGE = 1 << 20
"""Bytes of pictures of one kind, likewise."""
FONTS = 24
"""Fonts, likewise: each unpacks its whole file and keeps what it has drawn, 0.2 MB; to open it again takes 0.5 ms."""
REMEMBERING = type(lru_cache(lambda: None))
"""The type of a function with a cache."""


def forget(stays: Collection[str] = WORDLESS) -> None:
    """Clear the caches of all pictures but those of the modules `stays`."""
    for name, _, let_go in _kept():
        if name.startswith("tabletop.ui.") and name not in stays:
            let_go()


def relieve() -> bool:
    """Clear the caches that take much memory; return True if there were any."""
    taking = [let_go for _, large, let_go in _kept() if large]
    for let_go in taking:
        let_go()
    return bool(taking)


def _kept() -> Iterator[tuple[str, bool, Callable[[], Any]]]:
    """Yield each cache: the name of its module, whether it takes much memory, and the function that clears it."""
    for name in [name for name in sys.modules if name.startswith("tabletop.")]:
        for kept in list(vars(sys.modules[name]).values()):
            if type(kept) is PictureCache:
                yield name, kept.currsize > LARGE, kept.clear
            elif type(kept) is REMEMBERING and kept.__module__.startswith("tabletop."):
                yield kept.__module__, _large(kept), kept.cache_clear


def _large(kept: Any) -> bool:
    there, most = kept.cache_info().currsize, kept.cache_parameters()["maxsize"]
    if kept is fonts.font:
        return bool(there > FONTS)
    few = most is not None and there and most <= FEW
    return bool(few) or (there > MANY and "tabletop.ui" not in kept.__module__)
