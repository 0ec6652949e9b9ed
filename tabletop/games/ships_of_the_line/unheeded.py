"""What a scenario says for rule modules that are switched off."""

from collections.abc import Iterator

from msgspec import UNSET

from tabletop.core.document import Path
from tabletop.core.game import Unheeded
from tabletop.core.phrases import count
from tabletop.games.ships_of_the_line.compiled import optional
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.scenario import Scenario
from tabletop.games.ships_of_the_line.state import State


def find_unheeded(scenario: Scenario) -> tuple[Unheeded, ...]:
    """Return what the scenario says for rule modules that are off, one entry for each module."""
    state = scenario.opening
    off = (module for module in optional().values() if state.options.get(module.id) is not True)
    found = ((module, list(_things(state, module))) for module in off)
    return tuple(
        Unheeded(
            module.id,
            module.words,
            module.rule,
            things=tuple(words for words, _ in things),
            paths=tuple(path for _, path in things),
            on_map=module.on_map,
        )
        for module, things in found
        if things
    )


def _things(state: State, module: RuleModule) -> Iterator[tuple[str, Path]]:
    """Yield what the scenario says for a module, in words, with the path of the first place that says it."""
    for entry in module.scenario:
        if entry.key in (state.matter or {}):
            yield entry.key, (entry.key,)
    for entry in module.ship:
        values = [getattr(ship, entry.key) for ship in state.ships.values()]
        yield from _on_ships(entry.key, [value not in (entry.default, UNSET) for value in values])
    for key, others in module.printed.items():
        if not any(state.options.get(other) is True for other in others):
            yield from _on_ships(key, [bool(getattr(card, key)) for card in state.cards.values()])


def _on_ships(key: str, said: list[bool]) -> Iterator[tuple[str, Path]]:
    """Yield a key that is said of ships, given for each ship whether it is."""
    if any(said):
        yield f"{key} of {count(sum(said), 'ship')}", ("ships", said.index(True), key)
