"""From a scenario file, which is a deck and what is played with it, to the opening state."""

from typing import TYPE_CHECKING

from tabletop.cards.zones import opened
from tabletop.core.naming import slug
from tabletop.core.scenario import Prepared
from tabletop.games.trafalgar_cards.deck import SIDES, Card, Deck
from tabletop.games.trafalgar_cards.limits import STANDARD, Limits
from tabletop.games.trafalgar_cards.state import State

if TYPE_CHECKING:
    from pydantic import BaseModel

    from tabletop.games.trafalgar_cards.schema import CardData, ScenarioData


Scenario = Prepared[State]


def model() -> "type[BaseModel]":
    """The pydantic model of scenario files."""
    from tabletop.games.trafalgar_cards.schema import ScenarioData

    return ScenarioData


def read(text: str, source: str) -> Scenario:
    """The validated scenario.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    from tabletop.games.trafalgar_cards.scenario_checks import checked  # pydantic is slow to import

    data, cards = checked(text, source)
    deck: Deck = {slug(card.name): _card(card) for card in cards}
    return Scenario(data.title, data.date, data.briefing, _opening(data, deck))


def _opening(data: "ScenarioData", deck: Deck) -> State:
    limits = tuple(Limits(**row.model_dump()) for row in data.limits) or STANDARD
    return State(data.title, deck, opened(tuple(deck), SIDES), (), limits, data.options.wins_needed)


def _card(card: "CardData") -> Card:
    return Card(**card.model_dump())
