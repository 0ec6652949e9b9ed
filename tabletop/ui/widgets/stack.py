"""Widgets over each other, and what is left to be seen of what lies below: parts of a window as rectangles."""

from collections.abc import Iterable, Iterator

import pygame

from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import CHANGES, Widget

PIECE = 1 << 14
"""To paint one piece more costs as much as so many pixels."""
LINE = 16
"""Pixels in a line of the processor's cache; rows that begin at another quarter of one take three times as long."""


def aligned(place: pygame.Rect) -> pygame.Rect:
    """A place with the whole of the lines of the cache in which it begins and ends."""
    left = place.left // LINE * LINE
    return pygame.Rect(left, place.top, -(-place.right // LINE) * LINE - left, place.height)


def merged(rects: Iterable[pygame.Rect], within: pygame.Rect) -> list[pygame.Rect]:
    """What lies within a window, so that nothing is painted twice.

    Those that overlap are made one, or cut where that would hold much more than both.
    """
    done: list[pygame.Rect] = []
    waiting = list(rects)
    while waiting:
        rect = waiting.pop().clip(within)
        if not (rect.w and rect.h):
            continue
        hit = rect.collidelist(done)
        if hit < 0:
            done.append(rect)
            continue
        both = rect.union(done[hit])
        if both.w * both.h <= rect.w * rect.h + done[hit].w * done[hit].h + PIECE:
            del done[hit]
            waiting.append(both)
        else:
            waiting += uncovered([rect], [done[hit]])
    return done


def uncovered(rects: list[pygame.Rect], covers: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Rectangles without what others cover, cut into rectangles that do not overlap where they did not before."""
    for cover in covers:
        if cover.collidelist(rects) >= 0:
            rects = [piece for rect in rects for piece in _cut(rect, cover)]
    return rects


def _cut(rect: pygame.Rect, cover: pygame.Rect) -> list[pygame.Rect]:
    """Above, below, at the left and at the right of what is covered."""
    hole = rect.clip(cover)
    if not (hole.w and hole.h):
        return [rect]
    pieces = (
        pygame.Rect(rect.x, rect.y, rect.w, hole.y - rect.y),
        pygame.Rect(rect.x, hole.bottom, rect.w, rect.bottom - hole.bottom),
        pygame.Rect(rect.x, hole.y, hole.x - rect.x, hole.h),
        pygame.Rect(hole.right, hole.y, rect.right - hole.right, hole.h),
    )
    return [piece for piece in pieces if piece.w > 0 and piece.h > 0]


class Stack(Widget):
    """Children over each other, each filling the whole; the last is on top."""

    def __init__(self, children: Iterable[Widget]) -> None:
        super().__init__()
        self.children = list(children)
        self._told = -1
        self._rects: dict[Widget, pygame.Rect] = {}
        """Where each child lay when it was told."""
        self._within: dict[Widget, frozenset[Widget]] = {}
        """All that is in each child; without those that must be asked in every frame."""
        self._reaches: dict[Widget, list[pygame.Rect]] = {}
        """Where each child may paint something."""

    def paint_tree(self, surface: pygame.Surface, theme: Theme) -> None:
        """Each child is told what those above it cover; what lies under one that covers all of it is not painted."""
        if self._told != CHANGES.placed:
            self._tell(theme)
        self._dirty, clip = False, surface.get_clip()
        for child in self.shown():
            if clip.collidelist(self._reaches[child]) < 0:
                continue
            if clip.collidelist(child.covered) < 0 or not any(cover.contains(clip) for cover in child.covered):
                child.paint_tree(surface, theme)

    def _tell(self, theme: Theme) -> None:
        self._told = CHANGES.placed
        self._reaches = {child: _reaches(child, theme) for child in self.children}
        within = ((child, frozenset(_all_in(child))) for child in self.children)
        self._within = {child: parts for child, parts in within if not any(one.restless for one in parts)}
        covers: tuple[pygame.Rect, ...] = ()
        for child in reversed(list(self.shown())):
            if (covers, child.rect) != (child.covered, self._rects.get(child)):
                child.covered, self._rects[child] = covers, child.rect
                largest_first = sorted(covers, key=lambda one: one.w * one.h, reverse=True)  # leaves fewer pieces
                child.seen = uncovered([child.rect], largest_first)
            covers += tuple(child.covers(theme))

    def damage(self, theme: Theme, clip: pygame.Rect) -> list[pygame.Rect]:
        """What its children say; what others cover stays as it is on the screen.

        As long as nothing has been placed, those in which nothing was touched are not asked. The others are asked even
        if all of it is to be painted again: a sheet remembers where its picture no longer holds.
        """
        found: list[tuple[Widget, list[pygame.Rect]]] = []
        fresh = self._told != CHANGES.placed
        if fresh:
            self._tell(theme)
        calm = {} if fresh else self._within
        for child in self.children:
            asked = child.visible and (child not in calm or not calm[child].isdisjoint(CHANGES.touched))
            if asked and (rects := child.damage(theme, clip)):
                found.append((child, rects))
        if self._dirty:
            return super().damage(theme, clip)
        if self._told != CHANGES.placed:
            self._tell(theme)
        seen: list[pygame.Rect] = []
        for child, rects in found:
            if rects == [child.rect] and child.seen:
                seen.append(child.seen[0].unionall(child.seen[1:]))  # many pieces take longer than what covers it
            else:
                seen += uncovered(rects, child.covered)
        return seen


def _reaches(widget: Widget, theme: Theme) -> list[pygame.Rect]:
    """Where a widget may paint something; of one that only holds others, where these may."""
    if (type(widget).paint, type(widget).paint_tree) != (Widget.paint, Widget.paint_tree):
        return [widget.reach(theme)]
    return [reach for child in widget.children for reach in _reaches(child, theme)]


def _all_in(widget: Widget) -> Iterator[Widget]:
    """It and everything in it, also what is not visible."""
    yield widget
    for child in widget.children:
        yield from _all_in(child)
