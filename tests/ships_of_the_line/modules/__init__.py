"""Rule modules that no player has: examples that tests lay among the others."""

from collections.abc import Iterator
from contextlib import contextmanager

from tabletop.core import state_cache
from tabletop.games.ships_of_the_line import rule_modules
from tabletop.games.ships_of_the_line.rule_modules import RuleModule


@contextmanager
def registered(module: RuleModule) -> Iterator[None]:
    """Register a rule module for a test; scenario files do not know its keys."""
    found = rule_modules.load_rule_modules()
    assert isinstance(found, dict)
    found[module.id] = module
    _forget()
    try:
        yield
    finally:
        del found[module.id]
        _forget()


def _forget() -> None:
    rule_modules.compile_rules.cache_clear()
    rule_modules.compile_all_rules.cache_clear()
    state_cache.clear_caches()
