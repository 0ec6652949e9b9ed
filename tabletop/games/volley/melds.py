"""Melds (VOL-5, VOL-8): which cards make one, why cards do not make one, and the force of a meld."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

import msgspec

from tabletop.games.volley.model import UNITS, WEAPONS, Answer, Assault, Card, Negated, Share, Suit, Troop

Deck = Mapping[str, Card]

PLACES: tuple[str, ...] = ("unit", "weapon", "leader", "strategy", "morale")
"""The places of a meld in the order in which it is laid out."""

PLACE_OF_SUIT: dict[Suit, str] = {
    **dict.fromkeys(UNITS, "unit"),
    **dict.fromkeys(WEAPONS, "weapon"),
    "leader": "leader",
    "strategy": "strategy",
    "morale": "morale",
}
"""The place of each suit in a meld. Defence cards have none (VOL-10)."""

TROOP_OF_SUIT: dict[Suit, Troop] = {**UNITS, **WEAPONS}
"""The troop type of units and weapons."""

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

_PLACE_WORDS = {
    "unit": "unit",
    "weapon": "weapon",
    "leader": "leader",
    "strategy": "strategy card",
    "morale": "morale card",
}
_PLACE_ORDER = {place: number for number, place in enumerate(PLACES)}


class MeldFault(msgspec.Struct, frozen=True):
    """One reason why cards are not a meld, as a sentence, with the cards at fault."""

    rule: str
    words: str
    cards: tuple[str, ...] = ()


def find_faults(deck: Deck, cards: Sequence[str]) -> tuple[MeldFault, ...]:
    """Return every reason why `cards` are not a meld, missing cards first; () if they are one."""
    by_place: dict[str, list[Card]] = {}
    defences: list[Card] = []
    for card in map(deck.__getitem__, cards):
        place = PLACE_OF_SUIT.get(card.suit)
        (defences if place is None else by_place.setdefault(place, [])).append(card)
    missing = _find_missing(by_place.get("unit", []), by_place.get("weapon", []))
    return (*missing, *_find_surplus(by_place), *map(_build_defence_fault, defences))


def _find_missing(units: Sequence[Card], weapons: Sequence[Card]) -> Iterator[MeldFault]:
    """Yield the faults of a meld without a unit or without a fitting weapon (VOL-5)."""
    if not units:
        kind = f"{TROOP_OF_SUIT[weapons[0].suit]} unit" if weapons else "unit"
        yield MeldFault("VOL-5", f"{add_article(kind).capitalize()} is missing.")
    if not weapons and not units:
        yield MeldFault("VOL-5", "A weapon is missing.")
    if units:
        yield from _find_wrong_weapons(units, weapons)


def _find_wrong_weapons(units: Sequence[Card], weapons: Sequence[Card]) -> Iterator[MeldFault]:
    """Yield the faults of weapons of another troop type than the units, and of a missing weapon."""
    types = [TROOP_OF_SUIT[unit.suit] for unit in units]
    unfit = [weapon for weapon in weapons if TROOP_OF_SUIT[weapon.suit] not in types]
    if len(unfit) == len(weapons):
        yield MeldFault(
            "VOL-5", f"{add_article(f'{types[0]} weapon').capitalize()} for {units[0].name} is missing.", (units[0].id,)
        )
    for weapon in unfit:
        weapon_suit, unit_suit = (add_article(SUIT_WORDS[card.suit]) for card in (weapon, units[0]))
        words = f"{weapon.name} is {weapon_suit}, {units[0].name} is {unit_suit}."
        yield MeldFault("VOL-5", words, (weapon.id,))


def _find_surplus(by_place: Mapping[str, Sequence[Card]]) -> Iterator[MeldFault]:
    """Yield a fault for each place of a meld with more than one card."""
    for place in PLACES:
        found = by_place.get(place, ())
        if len(found) > 1:
            yield MeldFault(
                "VOL-5", f"At most one {_PLACE_WORDS[place]}, not {len(found)}.", tuple(card.id for card in found)
            )


def _build_defence_fault(card: Card) -> MeldFault:
    return MeldFault("VOL-10", f"{card.name} is a defence card and cannot be part of a meld.", (card.id,))


def add_article(words: str) -> str:
    """Return `words` with the indefinite article: ``a unit``, ``an infantry weapon``."""
    return f"{'an' if words[0] in 'aei' else 'a'} {words}"


def sort_meld(deck: Deck, cards: Iterable[str]) -> tuple[str, ...]:
    """Return the cards of a meld in order, from unit to morale."""
    return tuple(sorted(cards, key=lambda card: _PLACE_ORDER[PLACE_OF_SUIT[deck[card].suit]]))


def sum_printed_force(deck: Deck, cards: Iterable[str]) -> int:
    """Return the sum of the printed forces, without any answer."""
    return sum(deck[card].force for card in cards)


def find_negated(assault: Assault) -> dict[str, Answer]:
    """Return the negated cards of the meld, each with the answer that negates it (VOL-8)."""
    return {answer.target: answer for answer in assault.answers if answer.is_effective}


def compute_shares(deck: Deck, assault: Assault) -> tuple[Share, ...]:
    """Return the casualties that each card of the meld would cause now (VOL-8)."""
    negated = find_negated(assault)
    held = {answer.target: answer.counters[-1] for answer in assault.answers if not answer.is_effective}
    shares = []
    for card in assault.meld:
        printed = deck[card].force
        if card in negated:
            shares.append(Share(card, printed, 0, negated[card].card))
        else:
            shares.append(Share(card, printed, printed, countered_by=held.get(card, "")))
    return tuple(shares)


def compute_force(deck: Deck, assault: Assault) -> int:
    """Return the force of the meld without its negated cards."""
    negated = find_negated(assault)
    return sum([deck[card].force for card in assault.meld if card not in negated])


def find_answers(deck: Deck, assault: Assault, hand: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each defence card of `hand` with each card of the meld that it could negate (VOL-6)."""
    negated = find_negated(assault)
    for card in hand:
        wanted = deck[card].negates
        if wanted is not None and wanted != "defence":
            left = [target for target in assault.meld if target not in negated]
            yield from [(card, target) for target in left if deck[target].suit == wanted]


def find_counters(deck: Deck, hand: Iterable[str]) -> Iterator[str]:
    """Yield the cards of `hand` that negate a defence card (VOL-7)."""
    return (card for card in hand if deck[card].negates == "defence")


def find_strongest_melds(deck: Deck, hand: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield the strongest meld of each troop type that `hand` can form."""
    finest: dict[Suit, Card] = {}
    for card in map(deck.__getitem__, hand):
        rival = finest.get(card.suit)
        if rival is None or card.force > rival.force:
            finest[card.suit] = card
    support = [finest[suit].id for suit in _SUPPORT if suit in finest]
    for unit, weapon in _PAIRS:
        if unit in finest and weapon in finest:
            yield (finest[unit].id, finest[weapon].id, *support)


def list_melds(deck: Deck, hand: Iterable[str]) -> list[tuple[str, ...]]:
    """Return every meld that `hand` can form; of equal cards only the first is used."""
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

_NEGATION_TEXTS: dict[Negated, str] = {
    suit: f"Negates {add_article(SUIT_WORDS[suit])} of the meld: its force becomes 0."
    for suit in ("infantry_weapon", "cavalry_weapon", "artillery_weapon", "leader", "strategy", "morale")
}


def describe_card(card: Card) -> str:
    """Return the sentence that says what a card does."""
    if card.negates == "defence":
        return "Negates the defence card played just before it."
    if card.negates is not None:
        return _NEGATION_TEXTS[card.negates]
    return _SUIT_TEXTS.get(card.suit, f"Joins any meld; at most one {SUIT_WORDS[card.suit]}.")


_SUIT_TEXTS: dict[str, str] = {
    **{f"{kind}_unit": f"Attacks with {add_article(kind)} weapon." for kind in ("infantry", "cavalry", "artillery")},
    **{f"{kind}_weapon": f"Arms {add_article(kind)} unit." for kind in ("infantry", "cavalry", "artillery")},
}
