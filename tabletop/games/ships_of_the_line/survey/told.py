"""The events of rule modules that the table shows in ways of its own."""

from tabletop.games.ships_of_the_line.chapters.optional.coastal.events import BatteryFired as BatteryFired
from tabletop.games.ships_of_the_line.chapters.optional.coastal.events import GroundingRolled as GroundingRolled
from tabletop.games.ships_of_the_line.chapters.optional.collision.events import CollisionRolled as CollisionRolled
from tabletop.games.ships_of_the_line.chapters.optional.communications.events import SignalMade as SignalMade
