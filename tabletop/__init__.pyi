# What type checkers see: the public names, which the module itself loads when they are first used.
from tabletop.api import *  # noqa: F403 - the names that `tabletop.api.__all__` lists

__version__: str
