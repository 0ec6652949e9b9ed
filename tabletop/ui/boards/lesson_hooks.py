"""The questions that a lesson asks a game's table."""

from collections.abc import Collection, Sequence
from typing import ClassVar

import pygame

from tabletop.ui.camera import Xy
from tabletop.ui.widgets.base import Widget


class LessonHooks:
    """The base of a table's answers to a lesson: selections, positions, and free space for the lesson's sheet.

    Each method has a default for tables to which the question does not apply.

    Attributes:
        sheet_corner: the part of the surface near which a lesson's sheet lies if it refers to nothing on the surface;
            the name of a pygame.Rect attribute.
    """

    sheet_corner: ClassVar[str] = "midtop"

    def list_looks(self) -> Collection[str]:
        """Return everything selected, pointed at, drafted or measured, in the words of lessons, e.g. ``choose B1``."""
        return ()

    def locate(self, thing: str) -> Sequence[Xy]:
        """Return the screen pixels around `thing`, e.g. bow and stern of ``ship B1``; empty if `thing` is not here."""
        return ()

    def aim_at(self, ship: str) -> None:
        """Aim the selected battery at `ship`, if it may fire at the ship."""

    def odds_rect(self, ship: str) -> pygame.Rect | None:
        """Return the rectangle of the card on the surface with the odds of a shot at `ship`, or None."""
        return None

    def card_rects(self) -> Sequence[pygame.Rect]:
        """Return the rectangles of the cards with words on the surface."""
        return ()

    def control_rects(self, panels: Sequence[Widget]) -> Sequence[pygame.Rect]:
        """Return the rectangles of the controls on `panels`, which no sheet may cover if it fits elsewhere."""
        return [one.rect for panel in panels for one in panel.walk() if one.interactive and one.rect.w]

    def occupied_rects(self, panels: Sequence[Widget] = ()) -> Sequence[pygame.Rect]:
        """Return the rectangles of ships or words on the surface, which a sheet avoids if possible."""
        return ()

    def label_rects(self) -> Sequence[pygame.Rect]:
        """Return the rectangles of labels on the surface; labels make room for a sheet only after `set_sheet`."""
        return ()

    def bring_into_view(self, things: Sequence[str]) -> None:
        """Move the view so that `things`, named in a lesson, are visible."""

    def free_rect(self) -> pygame.Rect | None:
        """Return the part of the surface that no panel covers, now or later; None if the table has no such part."""
        return None

    def set_sheet(self, sheet: pygame.Rect | None) -> None:
        """Keep the labels clear of `sheet`, a rectangle on the surface; None for no sheet."""
