"""What a lesson asks of a game's table; a table on which there is nothing to ask of keeps these answers."""

from collections.abc import Collection, Sequence
from typing import ClassVar

import pygame

from tabletop.ui.camera import Xy
from tabletop.ui.widgets.base import Widget


class Taught:
    """Tells what the player looks at and where things lie, and makes room for what is said of them.

    Attributes:
        corner: near which part of the surface a sheet lies that speaks of nothing there, as pygame names it.
    """

    corner: ClassVar[str] = "midtop"

    def looks(self) -> Collection[str]:
        """What is chosen, pointed at, composed or measured, and from where, in the words of lessons: ``choose B1``."""
        return ()

    def spot(self, thing: str) -> Sequence[Xy]:
        """Pixels about which a thing lies, e.g. ``ship B1``: bow and stern, or corners; none for what is not here."""
        return ()

    def aim(self, ship: str) -> None:
        """Aim whatever lies chosen at a ship, if it may fire at her."""

    def odds(self, ship: str) -> pygame.Rect | None:
        """Where a card upon the surface tells the odds of a shot at a ship; None if there is none."""
        return None

    def cards(self) -> Sequence[pygame.Rect]:
        """Where cards with words lie upon the surface."""
        return ()

    def taken(self, panels: Sequence[Widget]) -> Sequence[pygame.Rect]:
        """What no sheet hides that has room elsewhere: whatever of the game's panels can be used."""
        return [one.rect for panel in panels for one in panel.walk() if one.interactive and one.rect.w]

    def lying(self, panels: Sequence[Widget] = ()) -> Sequence[pygame.Rect]:
        """What it does not hide either, if it can help it: ships upon the surface, or words."""
        return ()

    def written(self) -> Sequence[pygame.Rect]:
        """What is written upon the surface, and gives way only to a sheet that it is told of, see `cover`."""
        return ()

    def frame(self, things: Sequence[str]) -> None:
        """Bring things that are spoken of into view."""

    def clear(self) -> pygame.Rect | None:
        """The part of the surface on which no panel lies, or comes to lie; None where there is none to speak of."""
        return None

    def cover(self, sheet: pygame.Rect | None) -> None:
        """A sheet that is laid upon the surface, or none any more: its words keep clear of that."""
