"""The modes of the sea table: each turns gestures and keys in one phase into commands."""

from tabletop.games.ships_of_the_line.survey import leadership, reach
from tabletop.ui.boards.battle.station import OverStation
from tabletop.ui.boards.ships_of_the_line.modes.combat import CombatMode
from tabletop.ui.boards.ships_of_the_line.modes.crew import CrewMode
from tabletop.ui.boards.ships_of_the_line.modes.placing import PlacingMode
from tabletop.ui.boards.ships_of_the_line.modes.sea_mode import InitiativeMode, SeaMode
from tabletop.ui.boards.ships_of_the_line.modes.signals import SignalMode
from tabletop.ui.boards.ships_of_the_line.modes.squadron import SquadronMode
from tabletop.ui.boards.ships_of_the_line.table_view import SeaTableView

MODES: dict[str, type[SeaMode]] = {
    "initiative": InitiativeMode,
    "combat": CombatMode,
    "movement": SquadronMode,
}
"""Phase id to the mode of that phase; every other step uses `CrewMode`."""


def build_mode(viewer: SeaTableView) -> SeaMode:
    """Return a new mode for the step that `viewer` shows."""
    if viewer.state.outcome is not None:
        return OverStation(viewer)
    if viewer.is_waiting:
        return SeaMode(viewer)
    if leadership.is_signal_step(viewer.state):
        return SignalMode(viewer)
    if reach.list_placeable_ships(viewer.state, viewer.side):
        return PlacingMode(viewer)
    return MODES.get(viewer.state.phase, CrewMode)(viewer)
