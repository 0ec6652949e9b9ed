"""The sails that a ship may set before her move, and what her card tells of rule modules (15, 16)."""

from collections.abc import Iterator

from tabletop.games.ships_of_the_line.chapters.headway import held
from tabletop.games.ships_of_the_line.chapters.optional.sail_states import MODULE, with_sail
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.rule_modules import Mark
from tabletop.games.ships_of_the_line.ship import SAIL_STATES, SailState
from tabletop.games.ships_of_the_line.state import State

__all__ = ["marks", "sails", "with_sail"]


def sails(state: State, key: str) -> tuple[SailState, ...]:
    """Those that she may make or shorten to with her move now; none where no ship sets sail."""
    able = MODULE in rules_of(state).modules and not state.ships[key].moved and held(state, key) is None
    return SAIL_STATES if able else ()


def marks(state: State, key: str) -> Iterator[Mark]:
    """What the rule modules in use tell of a ship."""
    for module in rules_of(state).modules:
        yield from module.marks(state, key)
