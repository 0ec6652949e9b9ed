"""All that the window keeps so as not to draw it twice; tests let it go where they look at it, or at their memory."""

import sys

from tabletop.ui import assets, fonts
from tabletop.ui.picture_cache import PictureCache

WORDLESS = {fonts.__name__, assets.__name__}
"""Modules whose pictures are few, or drawn from files that hold no words."""


def forget() -> None:
    """Every picture that is kept and may bear words, so that all is drawn anew; the fonts stay."""
    for name in [name for name in sys.modules if name.startswith("tabletop.ui.") and name not in WORDLESS]:
        for kept in vars(sys.modules[name]).values():
            if isinstance(kept, PictureCache):
                kept.clear()
            elif callable(getattr(kept, "cache_clear", None)) and kept.__module__ not in WORDLESS:
                kept.cache_clear()
