"""All that the window keeps so as not to draw it twice; tests let it go where they look at it, or at their memory."""

import sys

from tabletop.ui import fonts
from tabletop.ui.picture_cache import PictureCache


def forget() -> None:
    """Every picture that is kept, so that all is drawn anew; the fonts stay."""
    for name in [name for name in sys.modules if name.startswith("tabletop.ui.") and name != fonts.__name__]:
        for kept in vars(sys.modules[name]).values():
            if isinstance(kept, PictureCache):
                kept.clear()
            elif callable(getattr(kept, "cache_clear", None)) and kept.__module__ != fonts.__name__:
                kept.cache_clear()
