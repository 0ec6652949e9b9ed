"""How a frozen state is changed: a copy that shares all the rest."""

from typing import Any

from msgspec.structs import replace

from tabletop.games.ships_of_the_line.state import State


def with_ship(state: State, key: str, **changes: Any) -> State:
    """The state with some marks of one ship changed; key order is kept."""
    return replace(state, ships={**state.ships, key: replace(state.ships[key], **changes)})


def unchanged(state: State, event: Any) -> State:  # noqa: ARG001
    """A fact that is only told: what follows from it comes as facts of its own."""
    return state
