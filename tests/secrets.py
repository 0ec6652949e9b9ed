"""Positions that one side cannot tell from the present one, to show that nothing leaks (C-6).

The cards unknown to the side are exchanged: the other hand, the pile, and a sealed choice of the other side. Everything
that the side is shown must stay the same, to the last pixel.
"""

from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from tabletop.cli.replay import describe_match, encode_entries

NOBODY = ""


def hidden(state: Any, side: str) -> tuple[str, ...]:
    """Return the cards unknown to `side`: the pile and every other hand."""
    hands = (card for one, hand in state.cards.hands.items() if one != side for card in hand)
    return (*state.cards.pile, *hands)


def otherwise(game: Any, state: Any, side: str, fancy: Random) -> Any:
    """Return a state that differs only in what `side` does not know."""
    cards = hidden(state, side)
    places = list(cards)
    fancy.shuffle(places)
    changed = dict(zip(cards, places, strict=True))
    pile, hands = state.cards.pile, state.cards.hands
    hands = {one: hand if one == side else tuple(map(changed.__getitem__, hand)) for one, hand in hands.items()}
    fields = {"cards": replace(state.cards, pile=tuple(map(changed.__getitem__, pile)), hands=hands)}
    if hasattr(state, "chosen"):
        chosen = state.chosen.items()
        fields["chosen"] = {one: made if one == side else _renamed(made, changed) for one, made in chosen}
    if hasattr(state, "orders"):
        seen = game.view(state, side).orders
        fields["orders"] = {one: () if seen[one] is None else made for one, made in state.orders.items()}
    return replace(state, **fields)


def possible(state: Any) -> bool:
    """Return True if the pile holds only cards of the last shuffle, which everybody knows."""
    mixed = getattr(state, "mixed", range(len(state.deck)))
    return all(card not in state.cards.pile or place in mixed for place, card in enumerate(state.deck))


def strings(part: Any) -> set[str]:
    """Return every text in plain data, without keys."""
    if isinstance(part, str):
        return {part}
    inside = part.values() if isinstance(part, dict) else part if isinstance(part, list | tuple) else ()
    return set().union(*map(strings, inside))


def told_of(game: Any, match: Any, side: str) -> list[Any]:
    """Return everything that `side` is told of the last move, also after it was undone and redone."""
    said: list[Any] = []
    for deed in (lambda: None, match.undo, match.redo):
        refusal = match.check_undo()
        deed()
        said += [
            game.view(match.state, side),
            game.decision(match.state),
            game.headline(match.state),
            str(refusal),
            str(match.check_redo()),
            tuple(describe_match(match, side)),
            tuple(encode_entries(match, side)),
        ]
    return said


def _renamed(choice: Any, changed: dict[str, str]) -> Any:
    """Return a secret choice with its cards replaced by `changed`."""

    def exchanged(part: Any) -> Any:
        if isinstance(part, str):
            return changed.get(part, part)
        if isinstance(part, dict):
            return {key: exchanged(value) for key, value in part.items()}
        return [exchanged(one) for one in part] if isinstance(part, list | tuple) else part

    return msgspec.convert(exchanged(msgspec.to_builtins(choice)), type(choice))
