"""The base of all modes of the sea table, and the mode of the initiative roll."""

from collections.abc import Iterable, Sequence
from functools import partial

from typing_extensions import override

from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import RollInitiative, SideCommand
from tabletop.games.ships_of_the_line.model import State
from tabletop.ui.boards.battle import station
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.boards.replies import Reply, Submit
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.panels import morale
from tabletop.ui.boards.ships_of_the_line.table_view import SeaTableView
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.report import Report, pressed

SeaMode = station.Station[SeaTableView, Iterable[Overlay], Gesture]


class InitiativeMode(SeaMode):
    """The mode in which a side rolls for initiative; the panel lists last turn's morale rolls."""

    @override
    def sheet(self) -> Sequence[Widget]:
        found = morale.build_morale_results(self.viewer.state, self.viewer.morale_rolls)
        return (found,) if found else ()

    @override
    def offer(self) -> PrimaryAction:
        return PrimaryAction("Roll for initiative", "roll", "Each side rolls a die; the higher total goes first.")

    @override
    def act(self, report: Report) -> Reply:
        return pressed(report, {"roll": lambda: Submit.single(RollInitiative(side=self.viewer.side))})


def submit_while_legal(orders: Iterable[SideCommand]) -> Submit:
    """Return a reply that submits `orders` one by one and skips those that have become illegal."""
    return Submit([partial(_keep_if_legal, order) for order in orders])


def _keep_if_legal(order: SideCommand, state: State) -> SideCommand | None:
    """Return `order` if it is legal in `state`, else None."""
    return order if GAME.check(state, order) is None else None
