"""What the wind leaves a ship, and how long she sails, for many poses at once."""

import numpy as np

from tabletop.games.ships_of_the_line.chapters.sailing import RATINGS
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.sailing import compute_wind_shares
from tabletop.players.ships_of_the_line.gunnery import Bools, Floats

_SLOWEST = 0.4
"""UM a turn; whoever can hardly move still drifts round and gets on."""
_IRONS = 1.3
"""Turns lost by a ship that lies without a point to spend."""
_TO_WINDWARD = 0.19
"""Part of her points that a ship makes good straight into the wind."""


class Weather:
    """The wind of a battle."""

    def __init__(self, state: State) -> None:
        self._percent: Floats = np.array(compute_wind_shares(state.wind), float)
        self._rating = RATINGS[state.wind.strength]
        self._resistance = max(0, state.profile.resistance - max(0, self._rating))

    def percent(self, headings: Floats) -> Floats:
        """The part of her points that a ship has on a heading, in hundredths."""
        found: Floats = self._percent[np.round(headings).astype(int) % 360]
        return found

    def points(self, headings: Floats, rig: float, stopped: Bools) -> Floats:
        """The points of a move that begins so."""
        percent = self.percent(headings)
        moving = percent > 0
        found = np.ceil(rig * percent / 100) + np.where(moving, self._rating, 0)
        left: Floats = np.maximum(0, found - np.where(stopped & moving, self._resistance, 0))
        return left

    def turns(self, poses: Floats, places: Floats, rig: float, stopped: Bools) -> Floats:
        """Roughly how many turns a ship sails from each pose to each place."""
        ahead = np.radians(poses[:, 2])
        way = places[None] - (poses[:, :2] + 0.5 * np.stack([np.sin(ahead), np.cos(ahead)], axis=1))[:, None]
        far = np.hypot(way[..., 0], way[..., 1])
        bearing = np.degrees(np.arctan2(way[..., 0], way[..., 1])) % 360
        percent = self.percent(bearing)
        speed = np.where(percent > 0, np.ceil(rig * percent / 100), _TO_WINDWARD * rig)
        speed = np.maximum(speed, _SLOWEST)
        now = self.points(poses[:, 2], rig, stopped)[:, None]
        off = np.abs((bearing - poses[:, 2][:, None] + 180) % 360 - 180)
        # the first turn is sailed with the points of the present heading
        first = np.minimum(far, now * np.maximum(0, np.cos(np.radians(np.minimum(off, 90) * 0.6))))
        later = np.where(far > first, np.minimum(1, far) + (far - first) / speed, far / np.maximum(now, 1))
        found: Floats = np.where(now <= 0, _IRONS, 0) + later + off / 180
        return found
