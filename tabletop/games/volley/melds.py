"""Melds (VOL-5, VOL-8): what makes one, what is wrong with a handful of cards, what it comes to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

import msgspec

from tabletop.games.volley.state import UNITS, WEAPONS, Answer, Assault, Card, Negated, Share, Suit, Troop

Deck = Mapping[str, Card]

PLACES: tuple[str, ...] = ("unit", "weapon", "leader", "strategy", "morale")
"""The places of a meld in the order in which it is laid out."""

PLACE: dict[Suit, str] = {
    **dict.fromkeys(UNITS, "unit"),
    **dict.fromkeys(WEAPONS, "weapon"),
    "leader": "leader",
    "strategy": "strategy",
    "morale": "morale",
}
"""Where in a meld a suit belongs; defence cards belong nowhere (VOL-10)."""

TROOP: dict[Suit, Troop] = {**UNITS, **WEAPONS}
"""Troop type of units and weapons."""

SUIT_WORDS: dict[Suit, str] = {
    "infantry_unit": "infantry unit",
    "cavalry_unit": "cavalry unit",
    "artillery_unit": "artillery unit",
    "infantry_weapon": "infantry weapon",
    "cavalry_weapon": "cavalry weapon",
    "artillery_weapon": "artillery weapon",
    "leader": "leader",
    "strategy": "strategy card",
    "morale": "morale card",
    "defence": "defence card",
}

_NAMES = {"unit": "unit", "weapon": "weapon", "leader": "leader", "strategy": "strategy card", "morale": "morale card"}
_ORDER = {place: number for number, place in enumerate(PLACES)}


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a handful of cards, in a sentence, and the cards that it is about."""

    rule: str
    words: str
    cards: tuple[str, ...] = ()


def faults(deck: Deck, cards: Sequence[str]) -> tuple[Fault, ...]:
    """Everything that keeps cards from being a meld, what is missing first; nothing if they are one."""
    by_place: dict[str, list[Card]] = {}
    defences: list[Card] = []
    for card in map(deck.__getitem__, cards):
        place = PLACE.get(card.suit)
        (defences if place is None else by_place.setdefault(place, [])).append(card)
    missing = _missing(by_place.get("unit", []), by_place.get("weapon", []))
    return (*missing, *_too_many(by_place), *map(_no_part, defences))


def _missing(units: Sequence[Card], weapons: Sequence[Card]) -> Iterator[Fault]:
    if not units:
        kind = f"{TROOP[weapons[0].suit]} unit" if weapons else "unit"
        yield Fault("VOL-5", f"{a(kind).capitalize()} is missing.")
    if not weapons and not units:
        yield Fault("VOL-5", "A weapon is missing.")
    if units:
        yield from _unarmed(units, weapons)


def _unarmed(units: Sequence[Card], weapons: Sequence[Card]) -> Iterator[Fault]:
    types = [TROOP[unit.suit] for unit in units]
    strange = [weapon for weapon in weapons if TROOP[weapon.suit] not in types]
    if len(strange) == len(weapons):
        yield Fault("VOL-5", f"{a(f'{types[0]} weapon').capitalize()} for {units[0].name} is missing.", (units[0].id,))
    for weapon in strange:
        words = f"{weapon.name} is {a(SUIT_WORDS[weapon.suit])}, {units[0].name} {a(SUIT_WORDS[units[0].suit])}."
        yield Fault("VOL-5", words, (weapon.id,))


def _too_many(by_place: Mapping[str, Sequence[Card]]) -> Iterator[Fault]:
    for place in PLACES:
        found = by_place.get(place, ())
        if len(found) > 1:
            yield Fault("VOL-5", f"One {_NAMES[place]} at most, not {len(found)}.", tuple(card.id for card in found))


def _no_part(card: Card) -> Fault:
    return Fault("VOL-10", f"{card.name} is a defence card, which is never part of a meld.", (card.id,))


def a(words: str) -> str:
    """The words with their article: ``a unit``, ``an infantry weapon``."""
    return f"{'an' if words[0] in 'aei' else 'a'} {words}"


def laid_out(deck: Deck, cards: Iterable[str]) -> tuple[str, ...]:
    """The cards of a meld from unit to morale."""
    return tuple(sorted(cards, key=lambda card: _ORDER[PLACE[deck[card].suit]]))


def force(deck: Deck, cards: Iterable[str]) -> int:
    """The force of cards before any answer."""
    return sum(deck[card].force for card in cards)


def negated(assault: Assault) -> dict[str, Answer]:
    """Cards of a meld that count for nothing as it stands, each with the answer that does it (VOL-8)."""
    return {answer.target: answer for answer in assault.answers if answer.works}


def shares(deck: Deck, assault: Assault) -> tuple[Share, ...]:
    """What each card of the meld comes to as it stands (VOL-8)."""
    broken = negated(assault)
    held = {answer.target: answer.counters[-1] for answer in assault.answers if not answer.works}
    told = []
    for card in assault.meld:
        printed = deck[card].force
        if card in broken:
            told.append(Share(card, printed, 0, broken[card].card))
        else:
            told.append(Share(card, printed, printed, countered_by=held.get(card, "")))
    return tuple(told)


def total(deck: Deck, assault: Assault) -> int:
    """The force of a meld as it stands."""
    broken = negated(assault)
    return sum([deck[card].force for card in assault.meld if card not in broken])


def answers(deck: Deck, assault: Assault, hand: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Defence cards of a hand, each with a card of the meld that it could negate (VOL-6)."""
    broken = negated(assault)
    for card in hand:
        wanted = deck[card].negates
        if wanted is not None and wanted != "defence":
            left = [target for target in assault.meld if target not in broken]
            yield from [(card, target) for target in left if deck[target].suit == wanted]


def counters(deck: Deck, hand: Iterable[str]) -> Iterator[str]:
    """Cards of a hand that negate a defence card (VOL-7)."""
    return (card for card in hand if deck[card].negates == "defence")


def best(deck: Deck, hand: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """The strongest meld of each troop type that a hand holds, strongest unit and weapon with the best support."""
    finest: dict[Suit, Card] = {}
    for card in map(deck.__getitem__, hand):
        rival = finest.get(card.suit)
        if rival is None or card.force > rival.force:
            finest[card.suit] = card
    support = [finest[suit].id for suit in _SUPPORT if suit in finest]
    for unit, weapon in _PAIRS:
        if unit in finest and weapon in finest:
            yield (finest[unit].id, finest[weapon].id, *support)


def possible(deck: Deck, hand: Iterable[str]) -> list[tuple[str, ...]]:
    """Every meld that a hand holds; of equal cards only the first is in any."""
    held: dict[Suit, dict[str, str]] = {}
    for card in map(deck.__getitem__, hand):
        held.setdefault(card.suit, {}).setdefault(card.name, card.id)
    found: list[tuple[str, ...]] = []
    support = [("", *held[suit].values()) for suit in _SUPPORT if suit in held]
    for unit, weapon in _PAIRS:
        if unit in held and weapon in held:
            ways = product(held[unit].values(), held[weapon].values(), *support)
            found += [tuple(filter(None, cards)) for cards in ways]
    return found


_SUPPORT: tuple[Suit, ...] = ("leader", "strategy", "morale")
_PAIRS: tuple[tuple[Suit, Suit], ...] = (
    ("infantry_unit", "infantry_weapon"),
    ("cavalry_unit", "cavalry_weapon"),
    ("artillery_unit", "artillery_weapon"),
)

_NEGATES: dict[Negated, str] = {
    suit: f"Negates {a(SUIT_WORDS[suit])} of the meld: its force is 0."
    for suit in ("infantry_weapon", "cavalry_weapon", "artillery_weapon", "leader", "strategy", "morale")
}


def card_text(card: Card) -> str:
    """What a card does, as the rules do it."""
    if card.negates == "defence":
        return "Negates the defence card that was played just before it."
    if card.negates is not None:
        return _NEGATES[card.negates]
    return _TEXTS.get(card.suit, f"Joins any meld, one {SUIT_WORDS[card.suit]} at most.")


_TEXTS: dict[str, str] = {
    **{f"{kind}_unit": f"Attacks with {a(kind)} weapon." for kind in ("infantry", "cavalry", "artillery")},
    **{f"{kind}_weapon": f"Arms {a(kind)} unit." for kind in ("infantry", "cavalry", "artillery")},
}
