"""What the small languages for the rules share: give commands with scripted chance, see what came, or why not."""

from collections.abc import Iterable, Sequence
from typing import Any

from tabletop.core.chance import ScriptedChance
from tabletop.core.errors import Refused
from tabletop.core.game import AnyGame


def play(
    game: AnyGame, state: Any, *commands: Any, dice: Iterable[int] = (), decks: Iterable[Sequence[str]] = ()
) -> tuple[Any, list[Any]]:
    """Give legal commands with scripted dice and shuffles, all of which must come; the state and events that follow."""
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
    """The refusal of a command, which must name the rule."""
    refusal = game.check(state, command)
    assert refusal is not None, f"{command} was allowed"
    assert refusal.rule == rule, str(refusal)
    return refusal


def every(events: Iterable[Any], kind: type) -> list[Any]:
    """All events of a kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def only(events: Iterable[Any], kind: type) -> Any:
    """The one event of a kind."""
    found = every(events, kind)
    assert len(found) == 1, f"{len(found)} events of {kind.__name__}"
    return found[0]
