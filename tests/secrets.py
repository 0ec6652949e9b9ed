"""Other positions that one side cannot tell from the position as it is, to show that nothing leaks (C-6).

The cards that a side does not know change places among themselves: the other hand, the pile, and a sealed choice
of the other side. Whatever that side is shown must stay the same to the last pixel.
"""

from random import Random
from typing import Any

import msgspec

from tabletop.cli.replay import facts, lines

NOBODY = ""


def hidden(state: Any, side: str) -> tuple[str, ...]:
    """The cards that a side does not know: the pile and every hand but its own."""
    hands = (card for one, hand in state.cards.hands.items() if one != side for card in hand)
    return (*state.cards.pile, *hands)


def otherwise(game: Any, state: Any, side: str, fancy: Random) -> Any:
    """A state that differs only in what the side does not know."""
    cards = hidden(state, side)
    changed = dict(zip(cards, fancy.sample(cards, len(cards)), strict=True))
    plain = msgspec.to_builtins(state)
    zones = plain["cards"]
    zones["pile"] = _renamed(zones["pile"], changed)
    zones["hands"] = {one: hand if one == side else _renamed(hand, changed) for one, hand in zones["hands"].items()}
    if "chosen" in plain:
        chosen = plain["chosen"]
        plain["chosen"] = {one: made if one == side else _renamed(made, changed) for one, made in chosen.items()}
    if "orders" in plain:
        seen = game.view(state, side).orders
        plain["orders"] = {one: [] if seen[one] is None else made for one, made in plain["orders"].items()}
    return msgspec.convert(plain, game.state_type)


def possible(state: Any) -> bool:
    """Whether the pile holds nothing but cards of the last shuffle, which everybody knows."""
    mixed = getattr(state, "mixed", range(len(state.deck)))
    return all(card not in state.cards.pile or place in mixed for place, card in enumerate(state.deck))


def strings(part: Any) -> set[str]:
    """Every text in plain data, but for keys."""
    if isinstance(part, str):
        return {part}
    inside = part.values() if isinstance(part, dict) else part if isinstance(part, list | tuple) else ()
    return set().union(*map(strings, inside))


def told_of(game: Any, match: Any, side: str) -> list[Any]:
    """Everything that a side is told of the last move, also once it was taken back and done again."""
    said: list[Any] = []
    for deed in (lambda: None, match.undo, match.redo):
        refusal = match.can_undo()
        deed()
        said += [
            game.view(match.state, side), game.decision(match.state), game.headline(match.state),
            str(refusal), str(match.can_redo()), tuple(lines(match, side)), tuple(facts(match, side)),
        ]  # fmt: skip
    return said


def _renamed(part: Any, changed: dict[str, str]) -> Any:
    if isinstance(part, str):
        return changed.get(part, part)
    if isinstance(part, dict):
        return {key: _renamed(value, changed) for key, value in part.items()}
    return [_renamed(one, changed) for one in part] if isinstance(part, list | tuple) else part
