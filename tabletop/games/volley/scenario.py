"""From a deck file to the opening state.

What must hold beyond the types of the keys is told at once, each problem at its line.
"""

from collections.abc import Iterable

from tabletop.cards import decks, zones
from tabletop.core import scenario as files
from tabletop.core.document import Document
from tabletop.core.scenario import Prepared
from tabletop.games.volley.options import strengths, with_option
from tabletop.games.volley.schema import COPIES, MOST_CARDS, CardData, ScenarioData
from tabletop.games.volley.state import HAND, UNITS, WEAPONS, Card, Side, State, card_id

GAME = "volley"


def read(text: str, source: str) -> Prepared[State]:
    """The validated scenario.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    document = Document(text, source)
    document.readable()
    data = files.fit(document, ScenarioData)
    named = document.at(("cards",))
    borrowed = isinstance(named, str)
    cards = decks.borrowed(document, GAME, named, ScenarioData, _own) if borrowed else _own(document)
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
    cards = files.fit_each(document, CardData, "cards", MOST_CARDS)
    number = min(len(listed), MOST_CARDS) if isinstance(listed, list) else 0
    _check_unique(document, number)
    if len(cards) == number and isinstance(listed, list):
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
