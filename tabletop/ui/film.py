"""A match as a film and as single pictures, without a window: what a replay shows while it runs."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pygame

from tabletop.core import guarded_file
from tabletop.core.errors import RecordError
from tabletop.core.match import Match
from tabletop.core.replay import ALL, list_viewers
from tabletop.core.resources import describe_missing_extra
from tabletop.ui import shot
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.replay.bottom_bar import SPEEDS as SPEEDS
from tabletop.ui.screens.replay.screen import ReplayScreen
from tabletop.ui.theme import Theme

FPS: dict[str, int] = {".mp4": 25, ".gif": 8}
"""Pictures in a second, by the ending of the name."""
LAST = 2000
"""Milliseconds for which the end is seen."""
_EXTRA = describe_missing_extra("A film", "video")


def page(match: Match, viewer: str | None, size: tuple[int, int], speed: str) -> tuple[ReplayScreen, pygame.Surface]:
    """A replay that stands at its beginning, seen as one of `list_viewers` or as usual, and what it is drawn on.

    Where nothing is hidden each side sees all of it.

    Raises:
        ValueError: in a sentence, if the match may not be seen so (C-6).
    """
    among = list_viewers(match)
    seen = among[0] if viewer is None or among == (ALL,) else viewer
    if seen not in among:
        raise ValueError(f"This match can only be viewed as {' or '.join(one or 'nobody' for one in among)}.")
    surface = shot.stage(size)
    shown = local_backend.replay(match)
    shown.look_like(seen)
    shown.speed = [name for name, _ in SPEEDS].index(speed)
    shown.resize(size, Theme())
    return shown, surface


def frames(shown: ReplayScreen, surface: pygame.Surface, fps: int) -> Iterator[pygame.Surface]:
    """The replay from where it stands to its end, then the end for a while; always the same surface."""
    step = 1000 // fps
    shown.press("Space")
    while shown.runs:
        shown.update(step)
        shown.draw(surface)
        yield surface
    for _ in range(0, LAST, step):
        shown.update(step)
        shown.draw(surface)
        yield surface


def video(shown: ReplayScreen, surface: pygame.Surface, out: Path) -> int:
    """Write a film, whole or not at all; its ending says how. How many pictures it has.

    Raises:
        RecordError: if what writes films is not installed, or the file cannot be written.
    """
    try:
        from imageio import v2
    except ImportError as error:
        raise RecordError(_EXTRA) from error
    fps, many = FPS[out.suffix.lower()], 0
    how = {"fps": fps, "macro_block_size": 2} if out.suffix.lower() == ".mp4" else {"duration": 1000 / fps, "loop": 0}
    try:
        beside = guarded_file.find_free_path(out.with_stem(f".{out.stem}"))
        try:
            with closing(_opened(v2, beside, how)) as writer:  # by itself it stays open when something fails
                for frame in frames(shown, surface, fps):
                    writer.append_data(pygame.surfarray.array3d(frame).swapaxes(0, 1))
                    many += 1
            guarded_file.move_over(beside, out)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise RecordError(f"{out.name} cannot be written: {error}.") from error
    return many


def _opened(imageio: Any, out: Path, how: Mapping[str, object]) -> Any:
    """What writes a film; that nothing here can write such a one is told before the first picture."""
    try:
        return imageio.get_writer(out, mode="I", **how)
    except (ImportError, ValueError) as error:
        raise RecordError(_EXTRA) from error


def shots(shown: ReplayScreen, surface: pygame.Surface, folder: Path) -> list[Path]:
    """A picture of the end of every turn and of everything that is lost, by the numbers of their moves.

    Raises:
        OSError: if they cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    course, written = shown.chronicle, list[Path]()
    ends = [begun for _, begun in course.turn_starts[1:]]
    for place in sorted({0, *ends, *course.loss_places, course.places}):
        shown.go_to(place)
        for _ in range(shot.SETTLED):
            shown.update(shot.STEP)
        shown.draw(surface)
        turn = course.moments[place][0]
        written.append(folder / f"{place:05}-turn-{turn}.png")
        shot.save(surface, written[-1])
    return written
