"""Who answers when no person does.

Every module here that has a `PLAYER` is one, known by the name of the module: another player is one file more.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from tabletop.players.player import AnyPlayer


@cache
def registered() -> dict[str, type[AnyPlayer]]:
    """All players by name."""
    modules = {one.name: import_module(f"{__name__}.{one.name}") for one in iter_modules(__path__)}
    return {name: module.PLAYER for name, module in modules.items() if hasattr(module, "PLAYER")}


def find(name: str) -> type[AnyPlayer]:
    """The player of that name; KeyError if there is none."""
    return registered()[name]
