"""The Movement Phase on the sea: a plan is composed leg by leg and shown as a ghost before it is ordered (chapter 5)."""

from tabletop.ui.boards.ships_of_the_line.stations.station import Station


class MovementStation(Station):
    """Compose a plan for the chosen ship."""
