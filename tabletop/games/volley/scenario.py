"""What a scenario file may say, every key with its type, its limits and a sentence for editors; and what it opens with.

What must hold beyond the types of the keys is told at once, each problem at its line.
"""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from tabletop.cards import decks, zones
from tabletop.core import scenario as files
from tabletop.core.document import Document
from tabletop.core.scenario import Prepared
from tabletop.core.section import Line, Name, Prose, Section
from tabletop.games.volley.options import strengths, with_option
from tabletop.games.volley.state import HAND, UNITS, WEAPONS, Card, Negated, Side, State, Suit, card_id

MOST_CARDS = 200
"""Entries of a deck, each of one card or of several that are alike."""

Troops = Annotated[int, Field(ge=1, le=1000)]

COPIES = range(1, 11)
"""How many of a card may be in the deck."""


class CardData(Section):
    """One card, or several that are alike (VOL-2)."""

    name: Name = Field(min_length=1, max_length=24)
    suit: Suit
    force: int | None = Field(default=None, ge=0, le=20, description="Casualties that it adds; not on defence cards.")
    negates: Negated | None = Field(default=None, description="On defence cards: the suit that it negates.")
    count: int = Field(default=1, ge=COPIES[0], le=COPIES[-1], description="How many copies are in the deck.")

    @model_validator(mode="after")
    def _whole(self) -> "CardData":
        if self.suit == "defence" and self.negates is None:
            raise ValueError("a defence card says what it negates")
        if self.suit == "defence" and self.force is not None:
            raise ValueError("a defence card has no force")
        if self.suit != "defence" and self.force is None:
            raise ValueError("a card of a meld has a force")
        if self.suit != "defence" and self.negates is not None:
            raise ValueError("only a defence card negates anything")
        return self


class SidesData(Section):
    """How the sides are called."""

    red: Name = Field(default="Red", min_length=1, max_length=20)
    blue: Name = Field(default="Blue", min_length=1, max_length=20)


class TroopsData(Section):
    """Troop points of each side."""

    red: Troops
    blue: Troops


Strengths = Annotated[
    Annotated[Troops, Tag("")] | Annotated[TroopsData, Tag("dict")],
    Discriminator(lambda value: "dict" if isinstance(value, (dict, TroopsData)) else ""),
]
Deck = Annotated[
    Annotated[Line, Tag("str")] | Annotated[tuple[CardData, ...], Field(max_length=MOST_CARDS), Tag("")],
    Discriminator(lambda value: "str" if isinstance(value, str) else ""),
]


class OptionsData(Section):
    """Rules that may be played either way."""

    troops: Strengths = Field(default=100, description="Troop points of both sides, or of each (VOL-1).")
    defences_per_attack: Literal[1, "any"] = Field(default=1, description="Defence cards on one attack (VOL-6).")
    auto_pass: Literal["off", "on"] = Field(
        default="off", description="The table passes for a side that holds no answer (VOL-11)."
    )


class ScenarioData(Section):
    """A scenario of Volley."""

    game: Literal["volley"]
    title: Line
    date: Line = ""
    briefing: Prose = ""
    sides: SidesData = SidesData()
    options: OptionsData = OptionsData()
    cards: Deck = Field(description="The cards of the deck, or the name of a scenario that has them.")


GAME = "volley"


def read(text: str, source: str) -> Prepared[State]:
    """The validated scenario.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    document = Document(text, source)
    document.readable()
    data = files.fit(document, ScenarioData)
    cards = decks.cards(document, GAME, ScenarioData, _own)
    _check_sides(document)
    document.finish()
    assert data is not None
    return Prepared(data.title, data.date, data.briefing, _opening(data, deck_of(cards or ())))


def deck_of(cards: Iterable[CardData]) -> dict[str, Card]:
    """Every card by its id, in the order of the file; copies are numbered from the second on."""
    printed = [
        Card(card_id(data.name, copy), data.name, data.suit, data.force or 0, data.negates)
        for data in cards
        for copy in range(data.count)
    ]
    return {card.id: card for card in printed}


def _opening(data: ScenarioData, deck: dict[str, Card]) -> State:
    names: dict[Side, str] = {"red": data.sides.red, "blue": data.sides.blue}
    troops = data.options.troops
    each = strengths(troops if isinstance(troops, int) else (troops.red, troops.blue))
    state = State(data.title, names, each, deck, zones.opened(tuple(deck), tuple(names)), each)
    for name in ("defences_per_attack", "auto_pass"):
        state = with_option(state, name, getattr(data.options, name))
    return state


def _own(document: Document) -> tuple[CardData, ...]:
    """The cards that are written out, as far as they are sound."""
    listed = document.at(("cards",))
    if not isinstance(listed, list):
        return ()
    cards = files.fit_each(document, CardData, "cards", MOST_CARDS)
    number = min(len(listed), MOST_CARDS)
    _check_unique(document, number)
    if len(cards) == number:
        _check_playable(document, tuple(cards.values()))
    return tuple(cards.values())


def _check_unique(document: Document, number: int) -> None:
    """Cards of one name would be one card; so would names that differ only in spaces or capitals.

    Also among cards that have errors elsewhere.
    """
    met: dict[str, str] = {}
    for place in range(number):
        path = ("cards", place, "name")
        name = document.at(path)
        if not isinstance(name, str):
            continue
        copies = [card_id(name, copy) for copy in range(_copies(document, place))]
        if not card_id(name):
            document.problem(path, f"name: '{name}' has no letter or digit")
        elif taken := next((met[copy] for copy in copies if copy in met), ""):
            document.problem(path, f"name: there is a card '{taken}' already; give a count")
        met.update(dict.fromkeys(copies, name) | met)


def _copies(document: Document, place: int) -> int:
    """How many there are of a card; one where that is not said, or wrong."""
    count = document.at(("cards", place, "count"))
    return count if type(count) is int and count in COPIES else 1


def _check_playable(document: Document, cards: tuple[CardData, ...]) -> None:
    number = sum(card.count for card in cards)
    if number < 2 * HAND:
        document.problem(("cards",), f"cards: two hands of {HAND} need {2 * HAND} cards, here are {number}")
    suits = {card.suit for card in cards}
    armed = {UNITS[suit] for suit in suits if suit in UNITS} & {WEAPONS[suit] for suit in suits if suit in WEAPONS}
    if not armed:
        document.problem(("cards",), "cards: no meld can be made, for no unit has a weapon of its troop type")


def _check_sides(document: Document) -> None:
    names = document.at(("sides",))
    if isinstance(names, dict) and names.get("red") and names.get("red") == names.get("blue"):
        document.problem(("sides", "blue"), "blue: both sides have the same name")
