"""A part of the turn on the sea, and the one in which there is nothing but a die to roll."""

from collections.abc import Iterable, Sequence
from functools import partial

from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import RollInitiative, SideCommand
from tabletop.games.ships_of_the_line.model import State
from tabletop.ui.boards.battle import station
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.boards.replies import Reply, Submit
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.panels import morale
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.report import Report, pressed

SeaMode = station.Station[Viewer, Iterable[Overlay], Gesture]


class InitiativeMode(SeaMode):
    """One button, and what became of broken lines in the turn before."""

    def sheet(self) -> Sequence[Widget]:
        """The list of those who were tested."""
        found = morale.build_morale_results(self.viewer.state, self.viewer.tested)
        return (found,) if found else ()

    def offer(self) -> PrimaryAction:
        """Roll."""
        return PrimaryAction("Roll for initiative", "roll", "Each side rolls a die; the higher total goes first.")

    def act(self, report: Report) -> Reply:
        """Roll the dice."""
        return pressed(report, {"roll": lambda: Submit.single(RollInitiative(side=self.viewer.side))})


def submit_while_legal(orders: Iterable[SideCommand]) -> Submit:
    """These orders, one after the other, but for those that cannot be given any more by then."""
    return Submit([partial(_keep_if_legal, order) for order in orders])


def _keep_if_legal(order: SideCommand, state: State) -> SideCommand | None:
    return order if GAME.check(state, order) is None else None
