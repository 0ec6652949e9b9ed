"""The games; importing this package makes every one of them known to the registry.

A game is a module or a package in here that says `GAME`. They are registered in the order of the title screen.
"""

from importlib import import_module
from pkgutil import iter_modules

from tabletop.core.game import AnyGame, register_game

_found: list[AnyGame] = [import_module(f"{__name__}.{module.name}").GAME for module in iter_modules(__path__)]
for game in sorted(_found, key=lambda game: (game.meta.shelf, game.meta.title)):
    register_game(game)
