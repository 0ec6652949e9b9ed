"""The events of rule modules that the table shows in ways of its own."""

from tabletop.games.ships_of_the_line.chapters.optional.coastal.batteries import BatteryFired as BatteryFired
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import GroundingRolled as GroundingRolled
from tabletop.games.ships_of_the_line.chapters.optional.collision import CollisionRolled as CollisionRolled
from tabletop.games.ships_of_the_line.chapters.optional.communications import SignalMade as SignalMade
