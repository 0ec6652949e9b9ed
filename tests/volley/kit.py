"""A small language for tests: who holds what, commands one after the other, and what came."""

from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tabletop.cards.zones import Zones
from tabletop.games.volley import GAME
from tabletop.games.volley.commands import Attack, Counter, Defend, Discard, Pass
from tabletop.games.volley.model import State
from tests import judging

FOLDER = Path(__file__).parents[2] / "scenarios" / "volley"
GUARD = ("guard_infantry", "volley", "general", "envelopment", "flush_with_victory")
"""The meld of the first worked example, 24."""


play = partial(judging.play, GAME)
refused = partial(judging.refused, GAME)


@cache
def opened(scenario: str = "standard", **options: Any) -> State:
    path = FOLDER / f"{scenario}.yaml"
    return GAME.open(GAME.read(path.read_text(encoding="utf-8"), path.name), options)


def table(red: Iterable[str] = (), blue: Iterable[str] = (), scenario: str = "standard", **fields: Any) -> State:
    """Red's attack phase in turn 1, unless `fields` of State say otherwise; what nobody holds is in the pile."""
    state = opened(scenario, **fields.pop("options", {}))
    hands = {"red": tuple(red), "blue": tuple(blue)}
    discards = tuple(fields.pop("discards", ()))
    held = {*hands["red"], *hands["blue"], *discards}
    pile = tuple(fields.pop("pile", [card for card in state.deck if card not in held]))
    values = {"stage": "attack", "asked": "red", "active": "red", "turn": 1, "mixed": tuple(range(len(state.deck)))}
    return replace(state, cards=Zones(pile, hands, discards), **(values | fields))


def attack(*cards: str, side: str = "red") -> Attack:
    return Attack(side, cards)


def discard(*cards: str, side: str = "red") -> Discard:
    return Discard(side, cards)


def defend(card: str, target: str, side: str = "blue") -> Defend:
    return Defend(side, card, target)


def counter(side: str = "red", card: str = "fog_of_war") -> Counter:
    return Counter(side, card)


def passing(side: str) -> Pass:
    return Pass(side)
