"""What a player has set, kept from one run of the program to the next in a small file."""

from pathlib import Path
from typing import Annotated

import msgspec

from tabletop.core import places
from tabletop.ui.motion import Pace
from tabletop.ui.theme import SCALES
from tabletop.ui.trouble import report

FILE = "settings.json"


Side = Annotated[int, msgspec.Meta(ge=1, le=32768)]


class Settings(msgspec.Struct, frozen=True):
    """What is kept.

    Attributes:
        scale: of the interface, per cent; None follows the height of the window.
        full_screen: whether the table fills the screen.
        pace: how fast things are played.
        window: its size as it was left, pixels; None for one that suits the desktop.
    """

    scale: Annotated[int, msgspec.Meta(ge=SCALES[0], le=SCALES[-1])] | None = None
    full_screen: bool = False
    pace: Pace = "full"
    window: tuple[Side, Side] | None = None


def path() -> Path:
    """The file."""
    return places.settings() / FILE


def read() -> Settings:
    """What was kept; where there is nothing, or nothing sound, what a first run has."""
    try:
        return msgspec.json.decode(path().read_bytes(), type=Settings)
    except FileNotFoundError:
        return Settings()
    except (OSError, msgspec.DecodeError):
        report("the settings cannot be read")
        return Settings()


def write(settings: Settings) -> None:
    """Keep this; where that cannot be written the game goes on without."""
    fresh = path().with_suffix(".new")
    try:
        fresh.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(settings)))
        fresh.replace(path())
    except OSError:
        report("the settings cannot be written")
