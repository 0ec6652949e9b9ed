"""A small language for tests: who holds what, commands one after the other, and what came."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tabletop.cards.zones import Zones
from tabletop.core.chance import ScriptedChance
from tabletop.core.errors import Refused
from tabletop.games.volley import GAME, rules
from tabletop.games.volley.commands import Attack, Command, Counter, Defend, Discard, Pass
from tabletop.games.volley.events import Event
from tabletop.games.volley.evolve import evolve
from tabletop.games.volley.state import State

FOLDER = Path(__file__).parents[2] / "scenarios" / "volley"
GUARD = ("guard_infantry", "volley", "general", "envelopment", "flush_with_victory")
"""The meld of the first worked example, 24."""


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


def play(
    state: State, *commands: Command, dice: Iterable[int] = (), decks: Iterable[Sequence[str]] = ()
) -> tuple[State, list[Event]]:
    """Give legal commands with scripted chance, all of which must be used; the state and events that follow."""
    chance = ScriptedChance(dice, decks)
    events: list[Event] = []
    for command in commands:
        refusal = rules.check(state, command)
        assert refusal is None, f"{command} was refused: {refusal}"
        came = rules.decide(state, command, chance)
        for event in came:
            state = evolve(state, event)
        events += came
    assert not chance.left
    assert not chance.decks_left
    return state, events


def refused(state: State, command: Command, rule: str) -> Refused:
    """The refusal of a command, which must name the rule."""
    refusal = rules.check(state, command)
    assert refusal is not None, f"{command} was allowed"
    assert refusal.rule == rule, str(refusal)
    return refusal


def only(events: Iterable[Event], kind: type) -> Any:
    """The one event of a kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


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
