"""Draw the tables of the card games and the curtain from their sketches: `make tables`.

Drawing a sketch takes a tenth of a second, reading its picture a twentieth of that. A table with a second sketch, of
things on it, has a second picture for windows with room beside the cards.
"""

import sys
from pathlib import Path

import numpy as np
import pygame

from tabletop.core import resources
from tabletop.ui.widgets.backdrop import LAID, PAINTED, TABLES

SIZE = (1920, 1080)
THINGS = "_things"
SMALL, CELLS, APART = (480, 270), (48, 27), 6
"""Size in which a sketch is compared with its picture, part by part, and by how much one may differ, out of 255."""


def list_sketches() -> dict[str, tuple[Path, ...]]:
    """Return the sketch files of each picture, the lowest first, by the name of the picture."""
    folder = resources.sprite_folder() / TABLES
    plain = {path.stem: (path,) for path in sorted(folder.glob("*.svg")) if not path.stem.endswith(THINGS)}
    laid = {f"{name}{LAID}": (path, folder / f"{name}{THINGS}.svg") for name, (path,) in plain.items()}
    return plain | {name: paths for name, paths in laid.items() if paths[1].exists()}


def draw_sketches(paths: tuple[Path, ...], size: tuple[int, int] = SIZE) -> pygame.Surface:
    """Return the sketches drawn over each other."""
    made = pygame.Surface(size, depth=24)
    for path in paths:
        made.blit(pygame.image.load_sized_svg(path, size), (0, 0))
    return made


def find_stale() -> list[str]:
    """Return a line for each picture that is missing or differs from its sketches."""
    files = {name: resources.sprite_folder() / TABLES / f"{name}{PAINTED}" for name in list_sketches()}
    old = [
        file.name
        for name, file in files.items()
        if not file.exists() or measure_difference(file, list_sketches()[name]) > APART
    ]
    return [f"{name} is not as it is sketched: make tables" for name in old]


def measure_difference(file: Path, paths: tuple[Path, ...]) -> float:
    """Return the largest difference of a cell between a picture and its sketches, from 0 to 255."""
    seen = [pygame.transform.smoothscale(one, CELLS) for one in (pygame.image.load(file), draw_sketches(paths, SMALL))]
    kept, fresh = (pygame.surfarray.array3d(one).astype(float) for one in seen)
    return float(np.abs(kept - fresh).max())


def main() -> int:
    """Write all pictures."""
    for name, paths in list_sketches().items():
        pygame.image.save(draw_sketches(paths), resources.sprite_folder() / TABLES / f"{name}{PAINTED}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
