"""Scenario files of Volley: the schema with a description of each key for editors, and the opening state.

Problems that the schema cannot express are reported too, all at once and each with its line.
"""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from tabletop.cards import decks, zones
from tabletop.core import scenario as files
from tabletop.core.document import Document
from tabletop.core.scenario import PreparedScenario
from tabletop.core.section import Name, OneLine, Prose, Section
from tabletop.games.volley.model import HAND_SIZE, UNITS, WEAPONS, Card, Negated, Side, State, Suit, build_card_id
from tabletop.games.volley.options import build_strengths, set_option

MAX_CARDS = 200
"""Maximum number of entries of a deck; one entry may stand for several equal cards."""

Troops = Annotated[int, Field(ge=1, le=1000)]

COPIES = range(1, 11)
"""Allowed numbers of copies of one card."""


class CardData(Section):
    """One entry of a deck: one card or several equal cards (VOL-2)."""

    name: Name = Field(min_length=1, max_length=24)
    suit: Suit
    force: int | None = Field(default=None, ge=0, le=20, description="Casualties it adds; not for defence cards.")
    negates: Negated | None = Field(default=None, description="For defence cards: the suit it negates.")
    count: int = Field(default=1, ge=COPIES[0], le=COPIES[-1], description="Number of copies in the deck.")

    @model_validator(mode="after")
    def _check_force(self) -> "CardData":
        if self.suit == "defence" and self.negates is None:
            raise ValueError("a defence card needs a suit to negate")
        if self.suit == "defence" and self.force is not None:
            raise ValueError("a defence card has no force")
        if self.suit != "defence" and self.force is None:
            raise ValueError("a meld card needs a force")
        if self.suit != "defence" and self.negates is not None:
            raise ValueError("only a defence card can negate")
        return self


class SidesData(Section):
    """The names of the sides."""

    red: Name = Field(default="Red", min_length=1, max_length=20)
    blue: Name = Field(default="Blue", min_length=1, max_length=20)


class TroopsData(Section):
    """The troops of each side."""

    red: Troops
    blue: Troops


Strengths = Annotated[
    Annotated[Troops, Tag("")] | Annotated[TroopsData, Tag("dict")],
    Discriminator(lambda value: "dict" if isinstance(value, (dict, TroopsData)) else ""),
]
Deck = Annotated[
    Annotated[OneLine, Tag("str")] | Annotated[tuple[CardData, ...], Field(max_length=MAX_CARDS), Tag("")],
    Discriminator(lambda value: "str" if isinstance(value, str) else ""),
]


class OptionsData(Section):
    """Options that a scenario sets."""

    troops: Strengths = Field(
        default=100, description="Troop points: one number for both sides, or one for each (VOL-1)."
    )
    defences_per_attack: Literal[1, "any"] = Field(
        default=1, description="Defence cards allowed against one attack (VOL-6)."
    )
    auto_pass: Literal["off", "on"] = Field(
        default="off", description="The game passes for a side that holds no answer (VOL-11)."
    )


class ScenarioData(Section):
    """A scenario of Volley."""

    game: Literal["volley"]
    title: OneLine
    date: OneLine = ""
    briefing: Prose = ""
    sides: SidesData = SidesData()
    options: OptionsData = OptionsData()
    cards: Deck = Field(description="The cards of the deck, or the name of a scenario whose deck is used.")


GAME = "volley"


def read(text: str, source: str) -> PreparedScenario[State]:
    """Return the validated scenario; `source` names the file in messages.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    document = Document(text, source)
    document.check_readable()
    data = files.fit(document, ScenarioData)
    cards = decks.load_cards(document, GAME, ScenarioData, _read_own_cards)
    _check_sides(document)
    document.raise_problems()
    assert data is not None
    return PreparedScenario(data.title, data.date, data.briefing, _build_opening(data, build_deck(cards or ())))


def build_deck(cards: Iterable[CardData]) -> dict[str, Card]:
    """Return every card by its id, in the order of the file; copies are numbered from the second on."""
    printed = [
        Card(build_card_id(data.name, copy), data.name, data.suit, data.force or 0, data.negates)
        for data in cards
        for copy in range(data.count)
    ]
    return {card.id: card for card in printed}


def _build_opening(data: ScenarioData, deck: dict[str, Card]) -> State:
    """Return the state before the first deal."""
    names: dict[Side, str] = {"red": data.sides.red, "blue": data.sides.blue}
    troops = data.options.troops
    each = build_strengths(troops if isinstance(troops, int) else (troops.red, troops.blue))
    state = State(data.title, names, each, deck, zones.build_zones(tuple(deck), tuple(names)), each)
    for name in ("defences_per_attack", "auto_pass"):
        state = set_option(state, name, getattr(data.options, name))
    return state


def _read_own_cards(document: Document) -> tuple[CardData, ...]:
    """Return the valid cards that the file itself lists, and report problems with the list as a whole."""
    listed = document.value_at(("cards",))
    if not isinstance(listed, list):
        return ()
    cards = files.fit_each(document, CardData, "cards", MAX_CARDS)
    number = min(len(listed), MAX_CARDS)
    _check_unique(document, number)
    if len(cards) == number:
        _check_playable(document, tuple(cards.values()))
    return tuple(cards.values())


def _check_unique(document: Document, number: int) -> None:
    """Report card names with the same id, as names that differ only in spaces or capitals.

    Cards with errors in other keys are checked as well.
    """
    met: dict[str, str] = {}
    for place in range(number):
        path = ("cards", place, "name")
        name = document.value_at(path)
        if not isinstance(name, str):
            continue
        copies = [build_card_id(name, copy) for copy in range(_read_count(document, place))]
        if not build_card_id(name):
            document.add_problem(path, f"name: '{name}' needs a letter or a digit")
        elif taken := next((met[copy] for copy in copies if copy in met), ""):
            document.add_problem(path, f"name: there is already a card '{taken}'; give a count instead")
        met.update(dict.fromkeys(copies, name) | met)


def _read_count(document: Document, place: int) -> int:
    """Return the number of copies of a card, or 1 if the number is missing or not allowed."""
    count = document.value_at(("cards", place, "count"))
    return count if type(count) is int and count in COPIES else 1


def _check_playable(document: Document, cards: tuple[CardData, ...]) -> None:
    """Report a deck with too few cards for two hands, or without any meld."""
    number = sum(card.count for card in cards)
    if number < 2 * HAND_SIZE:
        document.add_problem(("cards",), f"cards: two hands of {HAND_SIZE} need {2 * HAND_SIZE} cards, found {number}")
    suits = {card.suit for card in cards}
    armed = {UNITS[suit] for suit in suits if suit in UNITS} & {WEAPONS[suit] for suit in suits if suit in WEAPONS}
    if not armed:
        document.add_problem(("cards",), "cards: no meld is possible: no unit has a weapon of its troop type")


def _check_sides(document: Document) -> None:
    names = document.value_at(("sides",))
    if isinstance(names, dict) and names.get("red") and names.get("red") == names.get("blue"):
        document.add_problem(("sides", "blue"), "blue: both sides have the same name")
