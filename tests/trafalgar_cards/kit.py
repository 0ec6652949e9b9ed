"""A small language for tests: put cards into hands, give commands, see what came."""

from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.core import resources
from tabletop.core.phrases import to_slug
from tabletop.games.trafalgar_cards import GAME, scenario
from tabletop.games.trafalgar_cards.commands import Commit, Discard
from tabletop.games.trafalgar_cards.deck import SIDES, Play
from tabletop.games.trafalgar_cards.model import State
from tests import judging

BRITISH, ALLIED = SIDES


play = partial(judging.play, GAME)
refused = partial(judging.refused, GAME)


@cache
def opening(name: str = "standard") -> State:
    """The opening of a scenario."""
    path = resources.find_scenario(GAME.meta.id, name)
    return scenario.read(path.read_text(encoding="utf-8"), path.name).opening


def holding(british: str = "", allied: str = "", turn: int = 3, phase: str = "fight", **fields: Any) -> State:
    """A state in which the sides hold these cards, named with commas; the others lie in the pile in their order."""
    state = opening()
    hands = {BRITISH: cards(british), ALLIED: cards(allied)}
    held = {card for hand in hands.values() for card in hand}
    places = zones.Zones(tuple(card for card in state.deck if card not in held), hands)
    mixed = tuple(range(len(state.deck)))
    return replace(state, cards=places, **{"mixed": mixed, "turn": turn, "phase": phase, **fields})


def cards(names: str) -> tuple[str, ...]:
    """Ids of cards named with commas."""
    found = tuple(to_slug(name) for name in names.split(",") if name.strip())
    assert set(found) <= set(opening().deck), names
    return found


def commit(side: str, names: str = "") -> Commit:
    """A commit of cards named with commas, each as what is printed on it, or ``Melee as fighting``."""
    plays = []
    for said in filter(None, (part.strip() for part in names.split(","))):
        name, _, use = said.partition(" as ")
        (card,) = cards(name)
        plays.append(Play(card, use or opening().deck[card].suit))
    return Commit(side, tuple(plays))


def discard(side: str, names: str = "") -> Discard:
    """A discard of cards named with commas."""
    return Discard(side, cards(names))


def fought(british: str, allied: str, turn: int = 3, **fields: Any) -> tuple[State, list[Any]]:
    """Both sides hold just what they commit, and fight."""
    ours, theirs = commit(BRITISH, british), commit(ALLIED, allied)
    hands = (",".join(play.card for play in one.plays) for one in (ours, theirs))
    return play(holding(*hands, turn=turn, **fields), ours, theirs)


def totals(british: str, allied: str, turn: int = 3) -> tuple[int, int]:
    """The battle totals of both sides."""
    state, _ = fought(british, allied, turn)
    return tuple(state.battle.totals[side] for side in SIDES)
