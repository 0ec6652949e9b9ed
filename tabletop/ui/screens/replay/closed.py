"""What keeps a replay from being played: a gate that lets nothing in, and nobody who orders anything by himself."""

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.ui.boards.contract import Passing
from tabletop.ui.boards.replies import Submit
from tabletop.ui.screens.table.automatic import Automatic
from tabletop.ui.screens.table.order_gate import OrderGate

_NO_ORDERS = Refused("", "This is a replay.", "To give orders from here on, use Take over.")


class WatchingGate(OrderGate):
    """Lets in nothing."""

    @property
    def idle(self) -> Refused | None:
        """Always: it is only watched."""
        return _NO_ORDERS

    def bars(self, orders: Submit) -> Refused | None:
        """All of them."""
        return _NO_ORDERS

    def order(self, command: Command) -> None:
        """Raises Refused."""
        raise _NO_ORDERS


class Nobody(Automatic):
    """Gives nothing by itself."""

    pulse = 0

    def due(self, elapsed: int) -> Passing | None:
        """Nothing."""
        return None
