"""What is drawn and from where."""

from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from tabletop.ui.assets import Sprites
from tabletop.ui.boards.battle.presentation import Afloat, Presentation
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.theme import Theme

S = TypeVar("S", covariant=True)


@dataclass(frozen=True)
class BattleScene(Generic[S]):
    """What every part of the drawing needs."""

    state: S
    camera: Camera
    shown: Presentation
    sprites: Sprites

    @property
    def theme(self) -> Theme:
        """How large words are."""
        return Theme(self.shown.scale)

    @cached_property
    def moving(self) -> dict[str, Afloat]:
        """The ships that are on their way."""
        return {one.ship: one for one in self.shown.afloat}

    def placed(self, key: str) -> Placed:
        """Where a ship is drawn."""
        raise NotImplementedError

    def length(self, ship: Placed) -> float:
        """The hull on the screen, pixels; from very far she is drawn longer than she is, to stay a ship."""
        raise NotImplementedError

    def point(self, ship: Placed, ahead: float, abeam: float = 0.0) -> Xy:
        """A place on a ship in pixels: hull lengths ahead of her middle, table units to starboard."""
        return self.camera.to_screen(*ship.along(ahead, abeam))
