"""What can be done in each part of a turn: a station turns gestures and keys into commands of its phase."""

from tabletop.games.ships_of_the_line.compiled import phase_of
from tabletop.games.ships_of_the_line.survey import signalling
from tabletop.ui.boards.battle.station import OverStation
from tabletop.ui.boards.ships_of_the_line.stations.combat import CombatStation
from tabletop.ui.boards.ships_of_the_line.stations.crew import CrewStation
from tabletop.ui.boards.ships_of_the_line.stations.movement import MovementStation
from tabletop.ui.boards.ships_of_the_line.stations.signals import SignalStation
from tabletop.ui.boards.ships_of_the_line.stations.station import InitiativeStation, Station
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer

STATIONS: dict[str, type[Station]] = {
    "Initiative": InitiativeStation,
    "Combat": CombatStation,
    "Movement": MovementStation,
    "Crew": CrewStation,
}
"""Part of the turn, as on the ribbon: its station."""


def station_for(viewer: Viewer) -> Station:
    """The station of the phase that is shown; what is ordered step by step before the roll stands in a sheet."""
    if viewer.state.outcome is not None:
        return OverStation(viewer)
    if viewer.waits:
        return Station(viewer)
    if signalling.asked(viewer.state):
        return SignalStation(viewer)
    phase = phase_of(viewer.state)
    if phase.ribbon == "Initiative" and phase.asks != "either":
        return CrewStation(viewer)
    return STATIONS[phase.ribbon](viewer)
