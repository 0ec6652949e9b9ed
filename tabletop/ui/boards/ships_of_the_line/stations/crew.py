"""The Crew Phase: a panel lists the decisions that exist, ship by ship, with their odds (chapters 4.3 to 7)."""

from tabletop.ui.boards.ships_of_the_line.stations.station import Station


class CrewStation(Station):
    """One step after the other."""
