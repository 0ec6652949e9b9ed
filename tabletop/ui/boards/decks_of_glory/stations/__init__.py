"""What can be done in each part of a turn: a station turns clicks and keys into commands of its phase."""

from tabletop.games.decks_of_glory.model import PhaseId
from tabletop.ui.boards.battle.station import OverStation
from tabletop.ui.boards.decks_of_glory.stations.combat import BoardingStation, GunneryStation
from tabletop.ui.boards.decks_of_glory.stations.movement import MovementStation
from tabletop.ui.boards.decks_of_glory.stations.placing import PlacingStation
from tabletop.ui.boards.decks_of_glory.stations.station import ChoiceStation, DrawStation, Station, ending
from tabletop.ui.boards.decks_of_glory.viewer import Viewer

STATIONS: dict[PhaseId, type[Station]] = {
    "deployment": PlacingStation,
    "colours": ChoiceStation,
    "shuffle": DrawStation,
    "first_wind": ChoiceStation,
    "wind": DrawStation,
    "initiative": DrawStation,
    "movement": MovementStation,
    "gunnery": GunneryStation,
    "boarding": BoardingStation,
    "striking": Station,
}
"""Phase: its station."""


def station_for(viewer: Viewer) -> Station:
    """The station of the phase that is shown."""
    if viewer.state.outcome is not None:
        return OverStation(viewer, ending(viewer.state))
    return Station(viewer) if viewer.waits else STATIONS[viewer.state.phase](viewer)
