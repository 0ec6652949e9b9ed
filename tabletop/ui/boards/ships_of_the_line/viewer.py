"""What the person at the screen has chosen to see: shared by the surface, the stations and the panels."""

from dataclasses import dataclass, field
from typing import Literal

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import asking
from tabletop.games.ships_of_the_line.state import Side, State, side_of
from tabletop.geometry.pose import Point, Pose
from tabletop.ui.boards.ships_of_the_line.presentation import Labels

Arcs = Literal["none", "selected", "hovered", "side"]
ARCS: tuple[Arcs, ...] = ("none", "selected", "hovered", "side")


@dataclass(frozen=True)
class Ruler:
    """A chain of measured places; a place may be tied to a ship."""

    points: tuple[Point, ...]
    ships: tuple[str | None, ...]


@dataclass
class Viewer:
    """The viewer's choices. The state is what is shown, which lags behind the match while events are played.

    Attributes:
        state: what is shown.
        selected: the ship whose card lies open.
        group: more ships that were chosen with Shift, for orders to several.
        hovered: the ship under the pointer, on the sea or in the list.
        noted: ships that an entry of the log speaks of, or a refusal names.
        refusal: the last refusal, until the next order.
        reach: whether it is shown where the selected ship can come; the Movement Phase shows it anyway.
        listed: the side whose list is shown.
        wanted: a ship to bring into view at the next chance.
        supposed: where ships would lie by the plan that is being composed.
        pass_friends: whether steps in which only lines to friends could be thrown are passed over.
        list_open: whether the order of battle is shown whole or as a tab.
        narrow: whether the window is too narrow for the list to start open; None before it has a size.
        fleets: the state of the fleets is shown in place of the list.
        folded: divisions that are folded in the list.
        sum_open: the sum of the selected ship's points is shown beside the compass.
    """

    state: State
    selected: str | None = None
    group: tuple[str, ...] = ()
    hovered: str | None = None
    noted: tuple[str, ...] = ()
    refusal: Refused | None = None
    arcs: Arcs = "none"
    threats: Side | None = None
    reach: bool = False
    labels: Labels = "auto"
    rulers: tuple[Ruler, ...] = ()
    measuring: Ruler | None = None
    listed: Side = "british"
    wanted: str | None = None
    supposed: dict[str, Pose] = field(default_factory=dict)
    pass_friends: bool = True
    list_open: bool = True
    narrow: bool | None = None
    fleets: bool = False
    folded: set[str] = field(default_factory=set)
    sum_open: bool = False

    @property
    def side(self) -> Side:
        """The side that is asked now."""
        return asking.asked(self.state)

    @property
    def own(self) -> str | None:
        """The selected ship, if the side that is asked commands her."""
        key = self.selected
        return key if key and side_of(self.state, key) == self.side else None

    @property
    def chosen(self) -> tuple[str, ...]:
        """The selected ship and her group."""
        first = (self.selected,) if self.selected else ()
        return first + tuple(key for key in self.group if key != self.selected)
