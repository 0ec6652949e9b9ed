"""What is drawn over the water, from the lowest to the topmost: ships, ropes, marks and words."""

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from tabletop.ui.boards.battle.sprite_batch import Draw, SpriteBatch, piled
from tabletop.ui.boards.ships_of_the_line import chips, effects, overlay_layers
from tabletop.ui.boards.ships_of_the_line.fleet import ABOVE, Seen
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.scene import Scene


class Above(NamedTuple):
    """What is drawn over the ships.

    Attributes:
        overlays: marks that are drawn anew each time; none if all of them are pictures.
        rings: the pictures of marks.
        ropes: under hulls' flags and smoke.
        words: names and plates, the lowest first.
        chips: with their lines, which run under all words.
    """

    overlays: Sequence[Overlay]
    rings: SpriteBatch
    ropes: Sequence[effects.Rope]
    words: Sequence[SpriteBatch]
    chips: Sequence[chips.Tied]


def over_the_water(scene: Scene, seen: Seen, above: Above) -> list[Draw]:
    """What draws ships, ropes, marks and words, from the lowest to the topmost."""

    def tie(target: pygame.Surface, _pieces: object, _shift: object) -> None:
        for rope in above.ropes:
            rope.draw(target)

    def mark(target: pygame.Surface, _pieces: object, _shift: object) -> None:
        overlay_layers.above(target, scene, above.overlays)
        for chip in above.chips:
            chips.lead(target, chip)

    def write(target: pygame.Surface, _pieces: object, _shift: object) -> None:
        for chip in above.chips:
            chips.draw(target, chip)

    return piled(
        (
            (seen.batches[:ABOVE], tie if above.ropes else None),
            ((*seen.batches[ABOVE:], above.rings), mark if above.overlays or above.chips else None),
            (above.words, write if above.chips else None),
        )
    )
