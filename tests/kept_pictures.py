"""All that is kept so as not to be drawn or judged twice; tests let it go where they look at it, or at their memory."""

import sys
from collections.abc import Collection

from tabletop.ui import assets, fonts
from tabletop.ui.picture_cache import PictureCache

FONTS = {fonts.__name__}
WORDLESS = FONTS | {assets.__name__}
"""Fonts, and pictures of files that hold no words."""
MANY = 100
"""Results of one kind above which they take memory that is worth speaking of."""


def forget(stays: Collection[str] = FONTS) -> None:
    """Every picture that is kept, but for those of some modules, so that all else is drawn anew."""
    for name in [name for name in sys.modules if name.startswith("tabletop.ui.") and name not in stays]:
        for kept in vars(sys.modules[name]).values():
            if isinstance(kept, PictureCache):
                kept.clear()
            elif callable(getattr(kept, "cache_clear", None)) and kept.__module__ not in stays:
                kept.cache_clear()


def forget_results() -> None:
    """What the rules have worked out, kind by kind where it is much."""
    for name in [name for name in sys.modules if name.startswith("tabletop.") and "tabletop.ui" not in name]:
        for kept in vars(sys.modules[name]).values():
            if callable(getattr(kept, "cache_info", None)) and kept.cache_info().currsize > MANY:
                kept.cache_clear()
