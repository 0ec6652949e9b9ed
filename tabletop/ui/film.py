"""A match as a film or as single pictures, without a window."""

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
from tabletop.ui import screenshot
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.replay.bottom_bar import SPEEDS as SPEEDS
from tabletop.ui.screens.replay.screen import ReplayScreen
from tabletop.ui.theme import Theme

FPS: dict[str, int] = {".mp4": 25, ".gif": 8}
"""Suffix of the file to frames per second."""
END_MS = 2000
"""Duration for which the end of the match is shown, ms."""
_EXTRA = describe_missing_extra("A film", "video")


def open_replay(
    match: Match, viewer: str | None, size: tuple[int, int], speed: str
) -> tuple[ReplayScreen, pygame.Surface]:
    """Open a replay at its beginning, seen by `viewer`, and return it with its surface.

    `viewer` is one of `list_viewers`, or None for the default. If nothing is hidden, every viewer sees everything.

    Raises:
        ValueError: with a sentence, if the match may not be seen by `viewer` (C-6).
    """
    among = list_viewers(match)
    seen = among[0] if viewer is None or among == (ALL,) else viewer
    if seen not in among:
        raise ValueError(f"This match can only be viewed as {' or '.join(one or 'nobody' for one in among)}.")
    surface = screenshot.open_hidden_display(size)
    shown = local_backend.build_replay(match)
    shown.view_as(seen)
    shown.speed = [name for name, _ in SPEEDS].index(speed)
    shown.resize(size, Theme())
    return shown, surface


def render_frames(shown: ReplayScreen, surface: pygame.Surface, fps: int) -> Iterator[pygame.Surface]:
    """Yield the frames of the replay up to its end, then of its end; always the same surface."""
    step = 1000 // fps
    shown.press("Space")
    while shown.is_running:
        shown.update(step)
        shown.draw(surface)
        yield surface
    for _ in range(0, END_MS, step):
        shown.update(step)
        shown.draw(surface)
        yield surface


def write_video(shown: ReplayScreen, surface: pygame.Surface, out: Path) -> int:
    """Write a film in the format of the suffix, completely or not at all. Return the number of frames.

    Raises:
        RecordError: if the video library is missing, or the file cannot be written.
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
            with closing(_open_writer(v2, beside, how)) as writer:  # by itself it stays open when something fails
                for frame in render_frames(shown, surface, fps):
                    writer.append_data(pygame.surfarray.array3d(frame).swapaxes(0, 1))
                    many += 1
            guarded_file.move_over(beside, out)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise RecordError(f"{out.name} cannot be written: {error}.") from error
    return many


def _open_writer(imageio: Any, out: Path, how: Mapping[str, object]) -> Any:
    """Open a video writer. Raises RecordError before the first frame if the format is not supported."""
    try:
        return imageio.get_writer(out, mode="I", **how)
    except (ImportError, ValueError) as error:
        raise RecordError(_EXTRA) from error


def write_screenshots(shown: ReplayScreen, surface: pygame.Surface, folder: Path) -> list[Path]:
    """Write a picture of the end of each turn and of each loss, named by move number. Return the paths.

    Raises:
        OSError: if a picture cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    course, written = shown.chronicle, list[Path]()
    ends = [begun for _, begun in course.turn_starts[1:]]
    for place in sorted({0, *ends, *course.loss_places, course.places}):
        shown.go_to(place)
        for _ in range(screenshot.SETTLING_STEPS):
            shown.update(screenshot.STEP)
        shown.draw(surface)
        turn = course.moments[place][0]
        written.append(folder / f"{place:05}-turn-{turn}.png")
        screenshot.save_picture(surface, written[-1])
    return written
