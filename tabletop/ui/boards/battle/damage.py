"""Where pictures in layers have changed: what has come, gone or been put elsewhere, and nothing more."""

from collections.abc import Sequence

import pygame

from tabletop.ui.boards.battle.sheaf import Sheaf

MOST = 0.4
"""Share of the picture that is drawn anew in pieces at most; of more all is."""
MANY = 6
"""Rectangles above which they are drawn as the one that holds them."""


def touched(before: Sheaf, after: Sheaf) -> list[pygame.Rect]:
    """Where two layers differ; everywhere if what they have in common lies in another order."""
    old, new = before.pictures, after.pictures
    stayed = set(old).intersection(new)
    if [one for one in old if one in stayed] != [one for one in new if one in stayed]:
        return [*before.boxes, *after.boxes]
    gone = [rect for one, rect in zip(old, before.boxes, strict=True) if one not in stayed]
    return gone + [rect for one, rect in zip(new, after.boxes, strict=True) if one not in stayed]


def joined(rects: Sequence[pygame.Rect], size: tuple[int, int]) -> list[pygame.Rect]:
    """Few rectangles within a picture of this size that hold all of these and do not overlap, or the whole picture."""
    window = pygame.Rect((0, 0), size)
    found: list[pygame.Rect] = []
    for rect in rects:
        clipped = rect.clip(window)
        while (hit := clipped.collidelist(found)) >= 0:
            clipped = clipped.union(found.pop(hit))
        if clipped.w and clipped.h:
            found.append(clipped)
    if len(found) > MANY:
        found = [found[0].unionall(found[1:])]
    area = sum(rect.w * rect.h for rect in found)
    return [window] if area > MOST * window.w * window.h else found
