"""What the player wishes: as it was kept when the program begins, and kept again as it changes and when it ends."""

import os
import re
from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from tabletop.ui import mouse, rebinding, settings
from tabletop.ui.motion import MOTION
from tabletop.ui.palettes import dress
from tabletop.ui.sound.loudness import LOUDNESS
from tabletop.ui.theme import SCALES

SCALE = "TABLETOP_UI_SCALE"
"""Environment variable that asks for a scale."""


class Window(Protocol):
    """What is kept of how the window is shown; of no `scale`, that it follows the height."""

    scale: int | None
    full_screen: bool

    @property
    def window(self) -> tuple[int, int]:
        """Its size while it does not fill the screen, pixels."""


def grant(kept: settings.Settings) -> None:
    """What was set before holds in this run."""
    vars(MOTION).update({wish: getattr(kept, wish) for wish in vars(MOTION)})
    LOUDNESS.muted, LOUDNESS.loud = kept.muted, dict(kept.loud)
    rebinding.bind(kept.keys)
    mouse.hold(kept.mouse)
    dress(kept.dress)


def keep(window: Window) -> None:
    """Write down what the player has set, for the next run; what the environment asked for holds in this one only."""
    asked, kept = asked_scale(), settings.read()
    scale = kept.scale if asked and window.scale == asked else window.scale
    shown = {"scale": scale, "full_screen": window.full_screen, "window": window.window}
    settings.write(replace(kept, **shown, **vars(MOTION), **vars(LOUDNESS)))


def keep_motion() -> None:
    """Write down how things are played, as soon as a player has set it at the table."""
    settings.write(replace(settings.read(), **vars(MOTION)))


def asked_scale(tell: Callable[[str], None] = lambda _: None) -> int | None:
    """The scale that the environment asks for with `TABLETOP_UI_SCALE`, per cent; what is no number is told."""
    asked = os.environ.get(SCALE, "")
    if re.fullmatch("[0-9]{1,6}", asked):
        return max(SCALES[0], min(SCALES[-1], int(asked)))
    if asked:
        tell(f"{SCALE} is '{asked[:12]}', not a percentage such as 125.")
    return None
