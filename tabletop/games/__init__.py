"""The games; importing this package makes every one of them known to the registry."""

from tabletop.core.game import register
from tabletop.games import ships_of_the_line

register(ships_of_the_line.GAME)
