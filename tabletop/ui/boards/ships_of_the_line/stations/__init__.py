"""What can be done in each part of a turn: a station turns gestures and keys into commands of its phase."""

from tabletop.games.ships_of_the_line.survey import leadership, reach
from tabletop.ui.boards.battle.station import OverStation
from tabletop.ui.boards.ships_of_the_line.stations.combat import CombatStation
from tabletop.ui.boards.ships_of_the_line.stations.crew import CrewStation
from tabletop.ui.boards.ships_of_the_line.stations.placing import PlacingStation
from tabletop.ui.boards.ships_of_the_line.stations.signals import SignalStation
from tabletop.ui.boards.ships_of_the_line.stations.squadron import SquadronStation
from tabletop.ui.boards.ships_of_the_line.stations.station import InitiativeStation, Station
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer

STATIONS: dict[str, type[Station]] = {
    "initiative": InitiativeStation, "combat": CombatStation, "movement": SquadronStation,
}  # fmt: skip
"""Phases with a station of their own; what is ordered in any other step stands in a sheet."""


def station_for(viewer: Viewer) -> Station:
    """The station of the step that is shown."""
    if viewer.state.outcome is not None:
        return OverStation(viewer)
    if viewer.waits:
        return Station(viewer)
    if leadership.is_signal_step(viewer.state):
        return SignalStation(viewer)
    if reach.list_placeable_ships(viewer.state, viewer.side):
        return PlacingStation(viewer)
    return STATIONS.get(viewer.state.phase, CrewStation)(viewer)
