"""Exact odds of the cards to come, from the discards that everybody sees (C-6): nothing is simulated or rounded.

Every unseen card is as likely to come next as any other. Where the pile runs out, all 52 cards are shuffled anew.
`before` is the number of cards that are drawn before the one in question.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

import msgspec

from tabletop.cards.standard import COLOUR_OF, DECK, SUIT_OF, Colour, Suit
from tabletop.games.decks_of_glory import boarding
from tabletop.games.decks_of_glory.gunnery import cards_of, dealt_out, hits_of, sight
from tabletop.games.decks_of_glory.positions import in_irons, in_order, is_entangled, wind_of
from tabletop.games.decks_of_glory.state import Aim, Aims, Side, State
from tabletop.games.decks_of_glory.survey.fields import Shot, shots
from tabletop.games.decks_of_glory.tables import BOARDING, GUNNERY, WIND_TURNS
from tabletop.geometry.hexgrid import turn_direction

Spread = dict[int, Fraction]
"""The chance of each number that can come; sums to 1."""

Suits = tuple[tuple[Suit, int], ...]
"""How many cards of each suit may come."""

_WHOLE: Suits = tuple(Counter(SUIT_OF.values()).items())


class HitOdds(msgspec.Struct, frozen=True):
    """What a broadside, or a ship's boarders, may do.

    Attributes:
        cards: how many are drawn.
        hits: the chance of each number of hits.
        losses: by ship, the chance of each number of hits that she takes.
    """

    cards: int
    hits: Spread
    losses: dict[str, Spread]

    @property
    def expected(self) -> Fraction:
        """Hits on average."""
        return mean(self.hits)

    def loses(self, ship: str, points: int) -> Fraction:
        """The chance that a ship takes so many hits or more."""
        return sum((chance for hits, chance in self.losses.get(ship, {}).items() if hits >= points), Fraction(0))


def mean(spread: Spread) -> Fraction:
    """What comes on average."""
    return sum((number * chance for number, chance in spread.items()), Fraction(0))


def unseen(state: State) -> tuple[str, ...]:
    """The cards that may come next: those that are not among the discards, or all where the pile is empty."""
    if not state.cards.pile:
        return DECK
    gone = frozenset(state.cards.discards)
    return tuple(card for card in DECK if card not in gone)


def colour(state: State, wanted: Colour, before: int = 0) -> Fraction:
    """The chance that a card has a colour."""
    return _sum(_suits(state, before), lambda suit: _COLOUR_OF_SUIT[suit] == wanted)


def red(state: State, before: int = 0) -> Fraction:
    """The chance of a red card: that a ship in irons may turn, or that one without points sinks (DOG-13, DOG-22)."""
    return colour(state, "red", before)


def winds(state: State) -> dict[int, Fraction]:
    """The chance of each direction that the wind may blow towards after its check (DOG-9)."""
    spread = _one(_suits(state, 0), _frozen(WIND_TURNS))
    return {turn_direction(wind_of(state), points): chance for points, chance in spread.items()}


def initiative(state: State) -> dict[Side, Fraction]:
    """The chance of each side to move first (DOG-11)."""
    return {side: colour(state, state.colours[side]) for side in state.sides}


def freedom(state: State, key: str) -> Fraction:
    """The chance that a ship may move at all: red for each card that she has to draw first (DOG-13, DOG-16)."""
    needed = int(is_entangled(state, key)) + int(in_irons(state, state.ships[key].facing))
    if state.way and state.way.ship == key:
        return Fraction(1)
    if needed < 2:
        return red(state) if needed else Fraction(1)
    values = _frozen({suit: int(kind == "red") for suit, kind in _COLOUR_OF_SUIT.items()})
    return _several(state, values, 2, 0).get(2, Fraction(0))


def of_shot(state: State, one: Shot, before: int = 0) -> HitOdds:
    """What a broadside may do, drawn after so many other cards."""
    drawn = _several(state, _frozen(GUNNERY), one.cards, before)
    hits = _merged((hits_of(value, one.distance), chance) for value, chance in drawn.items())
    return HitOdds(one.cards, hits, _losses(hits, one.takers))


def aimed(state: State, one: Shot, aims: Mapping[str, str]) -> HitOdds:
    """What a broadside may do, drawn after those that are known to come before it.

    Args:
        state: the battle.
        one: the broadside.
        aims: ships that are being aimed, each with her target; those that the other side has declared are known.
    """
    declared = (aim for orders in state.orders.values() for aim in orders or ())
    thought_of = (Aim(key, target) for key, target in {**aims, one.ship: one.target}.items())
    return of_shot(state, one, drawn_before(state, (*declared, *thought_of))[one.ship])


def best_target(state: State, key: str) -> str:
    """The enemy at whom a broadside is likely to cost most points, those of friends in the hex taken off."""
    able = [one for one in shots(state, key) if not one.blockers]
    return max(able, key=lambda one: _harm(state, one)).target


def _harm(state: State, one: Shot) -> Fraction:
    side, losses = state.fleet[one.ship].side, of_shot(state, one, 0).losses
    return sum(
        (mean(share) * (1 if state.fleet[key].side != side else -1) for key, share in losses.items()), Fraction(0)
    )


class Boarders(msgspec.Struct, frozen=True):
    """A ship that has more than one enemy to board: the enemies, and whom she goes for if nobody is named (DOG-20)."""

    ship: str
    enemies: tuple[str, ...]
    weakest: str


def boarders(state: State, side: Side) -> tuple[Boarders, ...]:
    """The ships of a side whose boarders have a choice."""
    able = boarding.choosers(state, side)
    return tuple(Boarders(key, tuple(against), boarding.weakest(state, against)) for key, against in able)


def board(state: State, key: str, first: str | None = None) -> HitOdds | None:
    """What a ship's boarders may do who go for one enemy first, or for the weakest; None if she has no enemy there."""
    fights = boarding.fights(state)
    fighters = fights.get(state.ships[key].at, [])
    if key not in fighters:
        return None
    against = boarding.taking(state, boarding.enemies(state, key, fighters), first)
    drawing = {one for together in fights.values() for one in together}
    before = [one for one in in_order(state) if one in drawing].index(key)
    hits = _several(state, _frozen(BOARDING), 1, before)
    return HitOdds(1, hits, _losses(hits, tuple((other, state.ships[other].strength) for other in against)))


def drawn_before(state: State, shots: Aims) -> dict[str, int]:
    """For each of some broadsides, the cards that the others draw before hers (DOG-17, DOG-27).

    Args:
        state: the battle.
        shots: all that are known: those that are being thought of, and those that the other side has declared.
    """
    targets = {shot.ship: shot.target for shot in shots}
    count, found = 0, {}
    for key in in_order(state):
        seen = sight(state, key, targets[key]) if key in targets else None
        if seen:
            found[key] = count
            count += cards_of(seen)
    return found


_COLOUR_OF_SUIT: dict[Suit, Colour] = {SUIT_OF[card]: COLOUR_OF[card] for card in DECK}

Values = tuple[tuple[Suit, int], ...]
"""What each suit counts for."""


def _frozen(values: Mapping[Suit, int]) -> Values:
    return tuple(values.items())


def _suits(state: State, before: int) -> Suits:
    """What may come after so many cards: the unseen ones, or all once the pile is gone."""
    return tuple(Counter(SUIT_OF[card] for card in unseen(state)).items()) if before < len(state.cards.pile) else _WHOLE


def _several(state: State, values: Values, cards: int, before: int) -> Spread:
    """The sum of one or two cards."""
    suits = _suits(state, before)
    if cards == 1:
        return _one(suits, values)
    if _shuffles(state, before) == _shuffles(state, before + 1):
        return _two(suits, values)
    first, second = _one(suits, values), _one(_WHOLE, values)
    return _merged((a + b, p * q) for a, p in first.items() for b, q in second.items())


def _shuffles(state: State, before: int) -> int:
    """How often the pile is shuffled anew before a card is drawn."""
    left = len(state.cards.pile)
    return 0 if before < left else 1 + (before - left) // len(DECK)


@lru_cache(maxsize=4096)
def _one(suits: Suits, values: Values) -> Spread:
    worth, total = dict(values), sum(count for _, count in suits)
    return _merged((worth[suit], Fraction(count, total)) for suit, count in suits)


@lru_cache(maxsize=4096)
def _two(suits: Suits, values: Values) -> Spread:
    worth, total = dict(values), sum(count for _, count in suits)
    return _merged(
        (worth[one] + worth[other], Fraction(count * (more - (one == other)), total * (total - 1)))
        for one, count in suits
        for other, more in suits
    )


def _sum(suits: Suits, wanted: Callable[[Suit], bool]) -> Fraction:
    return Fraction(sum(count for suit, count in suits if wanted(suit)), sum(count for _, count in suits))


def _merged(chances: Iterable[tuple[int, Fraction]]) -> Spread:
    found: Spread = {}
    for number, chance in chances:
        if chance:
            found[number] = found.get(number, Fraction(0)) + chance
    return dict(sorted(found.items()))


def _losses(hits: Spread, takers: tuple[tuple[str, int], ...]) -> dict[str, Spread]:
    shares = {number: dealt_out(number, takers)[0] for number in hits}
    return {key: _merged((shares[number].get(key, 0), hits[number]) for number in hits) for key, _ in takers}
