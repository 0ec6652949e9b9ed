"""Helpers that the test languages of all games share: submit commands with scripted chance, and check the results."""

from collections.abc import Iterable, Sequence
from typing import Any

from tabletop.core.chance import ScriptedChance
from tabletop.core.errors import Refused
from tabletop.core.game import AnyGame


def play(
    game: AnyGame, state: Any, *commands: Any, dice: Iterable[int] = (), decks: Iterable[Sequence[str]] = ()
) -> tuple[Any, list[Any]]:
    """Submit legal commands with scripted dice and shuffles; return the state and the events.

    Fails if a command is illegal, or if dice or shuffles are left over.
    """
    chance = ScriptedChance(dice, decks)
    events: list[Any] = []
    for command in commands:
        refusal = game.check(state, command)
        assert refusal is None, f"{command} was refused: {refusal}"
        came = game.decide(state, command, chance)
        state = came.state
        events += came.events
    assert not chance.dice_left, f"dice left over: {chance.dice_left}"
    assert not chance.decks_left, f"shuffles left over: {chance.decks_left}"
    return state, events


def refused(game: AnyGame, state: Any, command: Any, rule: str) -> Refused:
    """Return the refusal of a command. Fails unless the refusal names the rule."""
    refusal = game.check(state, command)
    assert refusal is not None, f"{command} was allowed"
    assert refusal.rule == rule, str(refusal)
    return refusal


def every(events: Iterable[Any], kind: type) -> list[Any]:
    """Return all events of a type, in order."""
    return [event for event in events if isinstance(event, kind)]


def only(events: Iterable[Any], kind: type) -> Any:
    """Return the one event of a type. Fails unless there is exactly one."""
    found = every(events, kind)
    assert len(found) == 1, f"{len(found)} events of {kind.__name__}"
    return found[0]
