"""Pictures of the documents: small WebP files that are written only where they differ visibly."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
WIDEST = 1280
"""Pixels; a wider picture is scaled down."""
QUALITY = 80
LEVELS = 24
"""Of 255, by which a channel of a pixel must differ before a person notices."""
SHARE = 0.0005
"""Of all pixels, that must differ by `LEVELS` before a picture is written again."""


def save_picture(path: Path, image: Image.Image) -> bool:
    """Write `image` to the WebP file `path`. Returns False, and writes nothing, if the file looks the same."""
    content = encode([shrink(image)])
    return write_if_different(path, content)


def save_animation(path: Path, frames: Sequence[Image.Image], milliseconds: int) -> bool:
    """Write `frames`, each shown for `milliseconds`, as one animated WebP, as `save_picture` does."""
    return write_if_different(path, encode(frames, milliseconds))


def write_if_different(path: Path, content: bytes) -> bool:
    """Write `content` to `path` if its picture differs visibly from the picture there. Returns True if it wrote."""
    if path.exists() and not differ_visibly(path.read_bytes(), content):
        return False
    path.write_bytes(content)
    return True


def shrink(image: Image.Image) -> Image.Image:
    """Return `image` without transparency, at most `WIDEST` pixels wide."""
    image = image.convert("RGB")
    if image.width <= WIDEST:
        return image
    return image.resize((WIDEST, round(image.height * WIDEST / image.width)), Image.Resampling.LANCZOS)


def encode(frames: Sequence[Image.Image], milliseconds: int = 0) -> bytes:
    """Return `frames` as the bytes of a WebP file: a still, or an animation that repeats for ever."""
    out = BytesIO()
    if len(frames) == 1:
        frames[0].save(out, "WEBP", quality=QUALITY, method=6)
    else:
        frames[0].save(
            out,
            "WEBP",
            save_all=True,
            append_images=list(frames[1:]),
            duration=milliseconds,
            loop=0,
            quality=QUALITY // 2,
            method=6,
        )
    return out.getvalue()


def differ_visibly(old: bytes, new: bytes) -> bool:
    """Return True if two files differ in size, in their number of frames, or in more than `SHARE` of their pixels."""
    with Image.open(BytesIO(old)) as before, Image.open(BytesIO(new)) as after:
        frames = getattr(before, "n_frames", 1), getattr(after, "n_frames", 1)
        if before.size != after.size or frames[0] != frames[1]:
            return True
        return any(_share_changed(before, after, number) > SHARE for number in range(frames[0]))


def _share_changed(before: Image.Image, after: Image.Image, frame: int) -> float:
    before.seek(frame)
    after.seek(frame)
    old, new = (np.asarray(image.convert("RGB"), dtype=np.int16) for image in (before, after))
    return float((np.abs(old - new).max(axis=2) > LEVELS).mean())
