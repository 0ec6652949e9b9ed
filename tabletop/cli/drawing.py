"""What the commands draw: how large a picture is, and films and pictures of a record."""

import re
from pathlib import Path

from tabletop.cli.terminal import misused, side_of, tell
from tabletop.core.match import Match
from tabletop.core.match_history import BROKEN
from tabletop.core.paths import is_folder
from tabletop.core.phrases import format_count
from tabletop.core.verify import explain_error

SMALLEST, LARGEST = (1280, 720), (7680, 4320)
"""Of a picture, pixels."""
FILMS = (".mp4", ".gif")


def size_of(words: str) -> tuple[int, int]:
    """A size in words, as numbers.

    Raises:
        typer.BadParameter: if it is none, or no table has room in it.
    """
    found = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", words)
    if not found:
        raise misused(f"'{words}' is no size; write it like 1920x1080.")
    width, height = int(found[1]), int(found[2])
    if not (SMALLEST[0] <= width <= LARGEST[0] and SMALLEST[1] <= height <= LARGEST[1]):
        smallest, largest = "x".join(map(str, SMALLEST)), "x".join(map(str, LARGEST))
        raise misused(f"{words} is out of range: from {smallest} to {largest}.")
    return width, height


def film(record: Path, viewer: str | None, out: tuple[Path | None, Path | None], size: str, speed: str) -> None:
    """Write a film of a record, and pictures of it into a folder, as far as either is named.

    Raises:
        typer.BadParameter: if something is asked for that cannot be.
        RecordError: if the record is not sound, or nothing can be written.
    """
    from tabletop.ui import film  # pygame is slow to import

    video, shots = out
    if video and (video.suffix.lower() not in FILMS or not is_folder(video.parent)):
        raise misused(f"'{video}' does not end as a film does, {' or '.join(FILMS)}, or its folder is not there.")
    if speed not in [name for name, _ in film.SPEEDS]:
        raise misused(f"'{speed}' is none of {', '.join(name for name, _ in film.SPEEDS)}.")
    pixels, match = size_of(size), Match.load(record)
    side = side_of(match.game, viewer)
    try:
        if video:
            many = film.video(*film.page(match, side, pixels, speed), video)
            tell(f"{video}: {format_count(many, 'picture')}")
        if shots:
            drawn = film.shots(*film.page(match, side, pixels, speed), shots)
            tell(f"{shots}: {format_count(len(drawn), 'picture')}")
    except BROKEN as error:
        raise explain_error(record, error) or _meant(error) from error


def _meant(error: Exception) -> Exception:
    """A wish that cannot be met; anything else is the program's fault."""
    return misused(str(error)) if isinstance(error, ValueError) else error
