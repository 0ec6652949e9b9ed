"""What every station can be asked; each phase overrides what it needs."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from tabletop.games.ships_of_the_line import asking
from tabletop.games.ships_of_the_line.commands import Done
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import Offer, Progress, Reply, Unfinished
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Action, Widget
from tabletop.ui.widgets.button import Button


class Station:
    """A part of the turn in which nothing special can be done."""

    follows_pointer: ClassVar[bool] = False
    """Whether what it shows on the sea depends on the ship under the pointer."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer

    def refresh(self) -> None:
        """The state or the selection has changed: drop what no longer holds."""

    def actors(self) -> Sequence[str]:
        """Ships that can still act, in key order."""
        return tuple(asking.actors(self.viewer.state, self.viewer.side))

    def overlays(self) -> Iterable[Overlay]:
        """What this part of the turn shows on the sea, besides what the viewer asked for."""
        return ()

    def glanced(self) -> bool:
        """Whether what is pointed at in its panel has changed since the last call."""
        return False

    def beside(self, ship: str) -> Sequence[str]:
        """Ships that should be seen together with this one."""
        return ()

    def panel(self) -> Widget | None:
        """A sheet of its own; it is laid beside the order of battle."""
        return None

    def tools(self) -> Sequence[Button]:
        """Small buttons on the sea for what is being composed."""
        return ()

    def offer(self) -> Offer | None:
        """What the brass button does."""
        return None

    def extras(self) -> Sequence[Button]:
        """Orders to many ships at once, as dark buttons beside the brass one."""
        return ()

    def finish(self) -> Any:
        """The command that ends this part of the turn, or None."""
        return Done(side=self.viewer.side)

    def unfinished(self) -> Unfinished | None:
        """What ending it now would leave undone."""
        return None

    def progress(self) -> Progress | None:
        """How far it has come."""
        return None

    def hints(self) -> Sequence[str]:
        """Names of the keys that matter here besides those of the table."""
        return ()

    def wants(self, gesture: Gesture) -> bool:
        """Whether a drag that begins so is an order, not a look around."""
        return False

    def gesture(self, gesture: Gesture) -> Reply:
        """What the pointer did on the sea, besides selecting and measuring."""
        return None

    def act(self, action: Action) -> Reply:
        """A report of its panel, or of the brass button."""
        return None

    def key(self, given: Input) -> Reply:
        """A key."""
        return None

    def back(self) -> bool:
        """Esc: drop what is being composed; whether there was anything."""
        return False
