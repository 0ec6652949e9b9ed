"""From a deck file to the opening state."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.core.scenario import Prepared, stated
from tabletop.games.volley.options import refuse_option, strengths, with_option
from tabletop.games.volley.state import Card, Side, State, card_id

if TYPE_CHECKING:
    from pydantic import BaseModel

    from tabletop.games.volley.schema import CardData, ScenarioData


Scenario = Prepared[State]


def model() -> "type[BaseModel]":
    """The pydantic model of scenario files."""
    from tabletop.games.volley.schema import ScenarioData

    return ScenarioData


def read(text: str, source: str) -> Scenario:
    """The validated scenario.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    from tabletop.games.volley.scenario_checks import checked  # pydantic is slow to import

    data, cards = checked(text, source)
    return Scenario(data.title, data.date, data.briefing, _opening(data, cards))


def open_game(scenario: Scenario, options: Mapping[str, object]) -> State:
    """The opening state, with some options set otherwise than in the file.

    Raises:
        ScenarioError: for an option that is unknown, or a value that it cannot have.
    """
    state = scenario.opening
    for name, value in stated(options, refuse_option).items():
        state = with_option(state, name, value)
    return state


def deck_of(cards: "tuple[CardData, ...]") -> dict[str, Card]:
    """Every card by its id, in the order of the file; copies are numbered from the second on."""
    deck: dict[str, Card] = {}
    for data in cards:
        for copy in range(data.count):
            card = Card(card_id(data.name, copy), data.name, data.suit, data.force or 0, data.negates)
            deck[card.id] = card
    return deck


def _opening(data: "ScenarioData", cards: "tuple[CardData, ...]") -> State:
    names: dict[Side, str] = {"red": data.sides.red, "blue": data.sides.blue}
    troops = data.options.troops
    each = strengths(troops if isinstance(troops, int) else (troops.red, troops.blue))
    deck = deck_of(cards)
    state = State(data.title, names, each, deck, zones.opened(tuple(deck), tuple(names)), each)
    for name in ("defences_per_attack", "auto_pass"):
        state = with_option(state, name, getattr(data.options, name))
    return replace(state, title=data.title)
