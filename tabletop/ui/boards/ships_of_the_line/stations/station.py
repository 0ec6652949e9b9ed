"""What every station can be asked, and the parts of a turn in which little or nothing can be done."""

from collections.abc import Iterable, Sequence

from tabletop.core.deeds import Order
from tabletop.games.ships_of_the_line import asking
from tabletop.games.ships_of_the_line.commands import Done, RollInitiative
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.station import Station as Base
from tabletop.ui.boards.contract import Offer
from tabletop.ui.boards.replies import Reply, Submit
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Report, pressed


class Station(Base[Viewer]):
    """A part of the turn in which nothing special can be done."""

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

    def finish(self) -> Order | None:
        """The command that ends this part of the turn."""
        return Done(side=self.viewer.side)

    def wants(self, gesture: Gesture) -> bool:
        """Whether a drag that begins so is an order, not a look around."""
        return False

    def gesture(self, gesture: Gesture) -> Reply:
        """What the pointer did on the sea, besides selecting and measuring."""
        return None


class WaitingStation(Station):
    """No person is asked now."""

    def actors(self) -> Sequence[str]:
        """Nobody."""
        return ()

    def finish(self) -> Order | None:
        """It is another's to end."""
        return None


class OverStation(Station):
    """Nobody is asked any more."""

    def actors(self) -> Sequence[str]:
        """Nobody."""
        return ()

    def offer(self) -> Offer:
        """The reckoning."""
        return Offer("See the reckoning", "reckoning", "Every victory point, and why.")

    def finish(self) -> Order | None:
        """There is nothing to end."""
        return None

    def hints(self) -> Sequence[str]:
        """The reckoning."""
        return ("primary",)


class InitiativeStation(Station):
    """One button."""

    def offer(self) -> Offer:
        """Roll."""
        return Offer("Roll for initiative", "roll", "A die for each side; the higher total goes first.")

    def finish(self) -> Order | None:
        """Only the dice end it."""
        return None

    def act(self, report: Report) -> Reply:
        """Roll the dice."""
        return pressed(report, {"roll": lambda: Submit.one(RollInitiative(side=self.viewer.side))})
