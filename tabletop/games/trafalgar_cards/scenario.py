"""The scenario file: its schema, checks beyond the types of keys, and the opening state.

Each problem is reported with its line.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from tabletop.cards import decks
from tabletop.cards.zones import build_zones
from tabletop.core import scenario as files
from tabletop.core.document import Document
from tabletop.core.phrases import to_slug
from tabletop.core.scenario import PreparedScenario
from tabletop.core.section import Name, OneLine, Prose, Section
from tabletop.games.trafalgar_cards.deck import SIDES, Card, Deck, Side, Suit, Use
from tabletop.games.trafalgar_cards.limits import HAND, STANDARD, Limits
from tabletop.games.trafalgar_cards.model import MOST_WINS, State

MOST_CARDS = 200

Points = Annotated[int, Field(ge=0, le=100)]


class CardData(Section):
    """A card: its print and its notes (TRA-2)."""

    name: Name = Field(min_length=1)
    suit: Use
    points: Points
    side: Side | None = Field(default=None, description="The side that an Admiral serves (TRA-5).")
    also_as: Suit | None = Field(default=None, description="Another suit it can be committed as (TRA-6).")
    negate_strongest: Suit | None = Field(
        default=None, description="It negates the strongest opposing card of this suit (TRA-8)."
    )
    negate_admiral: bool = Field(default=False, description="It negates an opposing Admiral (TRA-8).")
    bonus: dict[Suit, Annotated[int, Field(ge=1, le=100)]] = Field(
        default={}, description="Points gained by each of the side's cards of a suit (TRA-9)."
    )


class LimitsData(Section):
    """The most cards of each suit from a turn on (TRA-4)."""

    from_turn: int = Field(ge=1, le=100)
    strategy: Points = 2
    tactics: Points = 2
    morale: Points = 2
    fighting: Points = 2


class OptionsData(Section):
    """Options that players can set before a match."""

    wins_needed: int = Field(default=3, ge=1, le=MOST_WINS, description="Hands that win the game (TRA-1).")


def _tag_of_deck(value: object) -> str:
    return "name" if isinstance(value, str) else "list"


DeckData = Annotated[
    Annotated[OneLine, Tag("name")] | Annotated[tuple[CardData, ...], Field(max_length=MOST_CARDS), Tag("list")],
    Discriminator(_tag_of_deck),
]
"""Tagged before validation, so that an error in a list is not reported as an error of a name."""


class ScenarioData(Section):
    """A scenario of Trafalgar, the card game: a deck, and how it is played."""

    game: Literal["trafalgar_cards"]
    title: OneLine
    date: OneLine = ""
    briefing: Prose = ""
    options: OptionsData = OptionsData()
    limits: tuple[LimitsData, ...] = Field(
        default=(),
        max_length=100,
        description="Default: three Strategy and Tactics and no Fighting in turns 1 and 2, two of each "
        "to turn 5, then three Fighting (TRA-4).",
    )
    cards: DeckData = Field(
        description="The deck in the order that settles ties (TRA-8), or the name of a scenario whose deck it is."
    )


GAME = "trafalgar_cards"
FEWEST = HAND * len(SIDES)
"""Cards in both full hands."""

Cards = dict[int, CardData]
"""The valid cards of a file by their index in its list."""


def read(text: str, source: str) -> PreparedScenario[State]:
    """Return the validated scenario.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    document = Document(text, source)
    document.check_readable()
    data = files.fit(document, ScenarioData)
    cards = decks.load_cards(document, GAME, ScenarioData, _read_own_cards)
    _check_limits(document)
    document.raise_problems()
    assert data is not None
    deck: Deck = {to_slug(card.name): Card(**card.model_dump()) for card in (cards or {}).values()}
    limits = tuple(Limits(**row.model_dump()) for row in data.limits) or STANDARD
    opening = State(data.title, deck, build_zones(tuple(deck), SIDES), (), limits, data.options.wins_needed)
    return PreparedScenario(data.title, data.date, data.briefing, opening)


def _read_own_cards(document: Document) -> Cards:
    """Return the valid cards that the file lists. Notes every problem in the document."""
    listed = document.value_at(("cards",))
    if not isinstance(listed, list):
        return {}
    if len(listed) < FEWEST:
        document.add_problem(("cards",), f"{len(listed)} cards are too few: two hands need {FEWEST}")
    cards = files.fit_each(document, CardData, "cards", MOST_CARDS)
    _check_unique(document, min(len(listed), MOST_CARDS))
    _check_notes(document, cards)
    return cards


def _check_unique(document: Document, number: int) -> None:
    """Report card names that lead to the same id. Cards with errors in other keys are checked as well."""
    names: dict[str, str] = {}
    for place in range(number):
        name = document.value_at(("cards", place, "name"))
        if not isinstance(name, str):
            continue
        if to_slug(name) in names:
            message = f"duplicate card: {names[to_slug(name)]} is already in the deck"
            document.add_problem(("cards", place, "name"), message)
        names.setdefault(to_slug(name), name)


def _check_notes(document: Document, cards: Cards) -> None:
    for place, card in cards.items():
        for key, message in _find_odd_notes(card):
            document.add_problem(("cards", place, key), f"{card.name}: {message}")


def _find_odd_notes(card: CardData) -> Iterator[tuple[str, str]]:
    """Yield a key and a problem for each entry of a card that contradicts its suit."""
    admiral = card.suit == "admiral"
    if not to_slug(card.name):
        yield "name", "a name needs a letter or a digit"
    if admiral and card.side is None:
        yield "suit", "an Admiral needs a side: british or allied"
    if card.side is not None and not admiral:
        yield "side", "only an Admiral has a side"
    if card.also_as is not None and admiral:
        yield "also_as", "an Admiral has no other use"
    if card.also_as == card.suit:
        yield "also_as", f"it is already a {card.suit} card"


def _check_limits(document: Document) -> None:
    """Report limits that do not begin with turn 1, or that are not in the order of turns."""
    listed = document.value_at(("limits",))
    if not isinstance(listed, list) or not listed:
        return
    rows = [files.fit(document, LimitsData, ("limits", place)) for place in range(len(listed))]
    turns = [row.from_turn for row in rows if row]
    if len(turns) == len(rows) and turns[0] != 1:
        document.add_problem(
            ("limits", 0, "from_turn"), f"from_turn: the first limits hold from turn 1, not {turns[0]}"
        )
    for place in range(1, len(turns)):
        if len(turns) == len(rows) and turns[place] <= turns[place - 1]:
            message = f"from_turn: {turns[place]} does not come after {turns[place - 1]}"
            document.add_problem(("limits", place, "from_turn"), message)
