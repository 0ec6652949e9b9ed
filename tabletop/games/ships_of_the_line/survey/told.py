"""The facts of rule modules that the table shows in ways of its own."""

from tabletop.games.ships_of_the_line.chapters.optional.coastal.facts import BatteryFired as BatteryFired
from tabletop.games.ships_of_the_line.chapters.optional.coastal.facts import GroundingRolled as GroundingRolled
from tabletop.games.ships_of_the_line.chapters.optional.collision.facts import CollisionRolled as CollisionRolled
from tabletop.games.ships_of_the_line.chapters.optional.communications.facts import SignalMade as SignalMade
