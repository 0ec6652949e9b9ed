"""What the person at the screen has chosen to see of any battle: shared by the surface, the stations and the panels."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.ui.boards.battle.harm import Harm
from tabletop.ui.boards.battle.presentation import LABELS, Labels


class Fleets(Protocol):
    """A state of a battle."""

    @property
    def ships(self) -> Mapping[str, object]:
        """By their keys."""


S = TypeVar("S", bound=Fleets)
C = TypeVar("C")


@dataclass
class BattleViewer(Generic[S, C]):
    """The viewer's choices.

    Attributes:
        state: what the panels speak of.
        persons: the seats that persons hold, of sides or of players.
        noted: ships that an entry of the log speaks of, or a refusal names.
        labels: which ships are named.
        measuring: the corners of the ruler that is out, the last under the pointer; empty without one.
        rulers: those of the rulers that were left lying.
        wanted: a ship to bring into view at the next chance, as near as she can be read.
        clicked: a ship that must not lie out of sight; where she is in sight already, the view does not move.
        list_open: whether the order of battle is shown whole or as a tab.
        narrow: whether the window is too narrow for the list to start open; None before it has a size.
        selected: the ship whose card lies open.
        advised: an order that is drawn because somebody advises it.
        harms: what ships have lost in this phase, as far as it is shown.
    """

    overlays: ClassVar[Collection[str]] = ()
    """What a picture can be asked to show."""

    state: S
    persons: Sequence[str] = ()
    noted: tuple[str, ...] = ()
    labels: Labels = "auto"
    measuring: tuple[C, ...] = ()
    rulers: tuple[tuple[C, ...], ...] = ()
    wanted: str | None = None
    clicked: str | None = None
    list_open: bool = True
    narrow: bool | None = None
    selected: str | None = None
    advised: Command | None = None
    harms: tuple[Harm, ...] = ()

    def on_map(self, key: str) -> bool:
        """Whether there is such a ship on the map."""
        raise NotImplementedError

    def actors(self) -> Sequence[str]:
        """Ships of the side that is asked that can still do something, in key order; none while it has to wait."""
        raise NotImplementedError

    def choose(self, key: str) -> None:
        """Select a ship alone."""
        raise NotImplementedError

    def hover(self, key: str | None) -> None:
        """The pointer is on a ship, or on none."""
        raise NotImplementedError

    def turn_to(self, state: S) -> None:
        """Another part of the turn: whoever is asked goes on with what that side had chosen last."""
        raise NotImplementedError

    def mine(self, key: str) -> bool:
        """Whether the side that is asked commands a ship."""
        raise NotImplementedError

    def lay(self, overlay: str, ship: str) -> None:
        """For a picture: lay one of `overlays` on the map, of a ship if any is named."""
        raise NotImplementedError

    def step(self, actors: Sequence[str], step: int) -> None:
        """Select the next or previous ship that can act, or of the side if none can, and bring her into view.

        It goes by the order of keys from the chosen one, be she one of them or not.
        """
        ships = self.state.ships
        able = actors or [key for key in ships if self.on_map(key) and self.mine(key)]
        if not able:
            return
        order = [key for key in ships if key in able or key == self.selected]
        now = order.index(self.selected) if self.selected in order else (-1 if step > 0 else 0)
        self.wanted = order[(now + step) % len(order)]
        self.choose(self.wanted)

    def arrange(self, ship: str, overlay: str) -> None:
        """For a picture: select a ship, if any is named, and lay something on the map; KeyError for unknown names."""
        if ship and not self.on_map(ship):
            raise KeyError(f"There is no ship {ship} on the map.")
        if overlay and overlay not in self.overlays:
            raise KeyError(f"'{overlay}' is not one of {', '.join(self.overlays)}.")
        self.choose(ship)
        self.lay(overlay, ship)

    def drop(self) -> bool:
        """Drop what is laid over the rest, else the selection; whether there was anything."""
        dropped = bool(self.selected)
        if dropped:
            self.choose("")
        return dropped

    def cycle_labels(self) -> None:
        """Name plates: where there is room, all, none."""
        self.labels = LABELS[(LABELS.index(self.labels) + 1) % len(LABELS)]

    def toggle_list(self) -> None:
        """Open or fold the order of battle."""
        self.list_open = not self.list_open


AnyViewer = BattleViewer[Any, Any]
"""Of whatever battle, with whatever corners."""

M = TypeVar("M", bound=str)


def next_shown(modes: Sequence[M], now: str, can_show: Callable[[M], bool], why_not: Refused) -> M | Refused:
    """What comes after what is shown, of the modes that can be shown now; the first, which is none, always can.

    Where there is nothing but that, it says why not.
    """
    shown = [mode for mode in modes if mode == modes[0] or can_show(mode)]
    if now == modes[0] and len(shown) == 1:
        return why_not
    after = modes.index(now) + 1 if now in modes else 1
    return next((mode for mode in modes[after:] if mode in shown), modes[0])
