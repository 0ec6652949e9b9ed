"""Exact odds of the next cards, from the discards that everybody sees (C-6). Nothing is simulated or rounded.

Every unseen card is equally likely to come next. When the pile runs out, all 52 cards are shuffled again.
`before` is the number of cards that are drawn before the one in question.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

import msgspec

from tabletop.cards.standard import COLOUR_OF, DECK, SUIT_OF, Colour, Suit
from tabletop.games.decks_of_glory import boarding
from tabletop.games.decks_of_glory.gunnery import compute_hits, count_cards, distribute_hits, find_sight
from tabletop.games.decks_of_glory.model import Aim, Aims, Side, State
from tabletop.games.decks_of_glory.positions import current_wind, is_entangled, is_in_irons, list_in_order
from tabletop.games.decks_of_glory.survey.fields import Shot, list_shots
from tabletop.games.decks_of_glory.tables import BOARDING, GUNNERY, WIND_TURNS
from tabletop.geometry.hexgrid import turn_direction

Spread = dict[int, Fraction]
"""The chance of each possible number; sums to 1."""

Suits = tuple[tuple[Suit, int], ...]
"""Number of cards of each suit that may come."""

_WHOLE: Suits = tuple(Counter(SUIT_OF.values()).items())


class HitOdds(msgspec.Struct, frozen=True):
    """The possible effects of a broadside or of a ship's boarders.

    Attributes:
        cards: number of cards that are drawn.
        hits: chance of each number of hits.
        losses: by ship, the chance of each number of hits that the ship takes.
    """

    cards: int
    hits: Spread
    losses: dict[str, Spread]

    @property
    def expected(self) -> Fraction:
        """The mean number of hits."""
        return mean(self.hits)

    def chance_to_lose(self, ship: str, points: int) -> Fraction:
        """Return the chance that a ship takes at least `points` hits."""
        return sum((chance for hits, chance in self.losses.get(ship, {}).items() if hits >= points), Fraction(0))


def mean(spread: Spread) -> Fraction:
    """Return the mean of a spread."""
    return sum((number * chance for number, chance in spread.items()), Fraction(0))


def list_unseen(state: State) -> tuple[str, ...]:
    """Return the cards that may come next: all but the discards, or all 52 if the pile is empty."""
    if not state.cards.pile:
        return DECK
    gone = frozenset(state.cards.discards)
    return tuple(card for card in DECK if card not in gone)


def chance_of_colour(state: State, wanted: Colour, before: int = 0) -> Fraction:
    """Return the chance that a card has a colour."""
    return _share_of_suits(_count_suits(state, before), lambda suit: _COLOUR_OF_SUIT[suit] == wanted)


def chance_of_red(state: State, before: int = 0) -> Fraction:
    """Return the chance of a red card (DOG-13, DOG-22).

    A red card lets a ship in irons turn, and sinks a ship without points.
    """
    return chance_of_colour(state, "red", before)


def find_wind_chances(state: State) -> dict[int, Fraction]:
    """Return the chance of each direction of the wind after its check (DOG-9)."""
    spread = _spread_of_one(_count_suits(state, 0), _freeze_values(WIND_TURNS))
    return {turn_direction(current_wind(state), points): chance for points, chance in spread.items()}


def find_initiative_chances(state: State) -> dict[Side, Fraction]:
    """Return the chance of each side to move first (DOG-11)."""
    return {side: chance_of_colour(state, state.colours[side]) for side in state.sides}


def chance_to_move(state: State, key: str) -> Fraction:
    """Return the chance that a ship may move at all (DOG-13, DOG-16).

    Each card that the ship must draw first must be red.
    """
    needed = int(is_entangled(state, key)) + int(is_in_irons(state, state.ships[key].facing))
    if state.way and state.way.ship == key:
        return Fraction(1)
    if needed < 2:
        return chance_of_red(state) if needed else Fraction(1)
    values = _freeze_values({suit: int(kind == "red") for suit, kind in _COLOUR_OF_SUIT.items()})
    return _spread_of_cards(state, values, 2, 0).get(2, Fraction(0))


def find_shot_odds(state: State, one: Shot, before: int = 0) -> HitOdds:
    """Return the odds of a broadside that is drawn after `before` other cards."""
    drawn = _spread_of_cards(state, _freeze_values(GUNNERY), one.cards, before)
    hits = _merge_chances((compute_hits(value, one.distance), chance) for value, chance in drawn.items())
    return HitOdds(one.cards, hits, _find_losses(hits, one.takers))


def find_aimed_odds(state: State, one: Shot, aims: Mapping[str, str]) -> HitOdds:
    """Return the odds of a broadside, drawn after all broadsides that are known to come before it.

    Args:
        state: the battle.
        one: the broadside.
        aims: ships that the player is aiming, each with its target. Declared aims of the other side are added.
    """
    declared = (aim for orders in state.orders.values() for aim in orders or ())
    thought_of = (Aim(key, target) for key, target in {**aims, one.ship: one.target}.items())
    return find_shot_odds(state, one, count_cards_before(state, (*declared, *thought_of))[one.ship])


def find_best_target(state: State, key: str) -> str:
    """Return the clear target that is expected to lose most points, less the losses of friends in its hex."""
    able = [one for one in list_shots(state, key) if not one.blockers]
    return max(able, key=lambda one: _rate_harm(state, one)).target


def _rate_harm(state: State, one: Shot) -> Fraction:
    """Return the expected losses of enemies minus those of friends, in points."""
    side, losses = state.fleet[one.ship].side, find_shot_odds(state, one, 0).losses
    return sum(
        (mean(share) * (1 if state.fleet[key].side != side else -1) for key, share in losses.items()), Fraction(0)
    )


class Boarders(msgspec.Struct, frozen=True):
    """A ship with more than one enemy to board, those enemies, and the default target (DOG-20)."""

    ship: str
    enemies: tuple[str, ...]
    weakest: str


def list_boarders(state: State, side: Side) -> tuple[Boarders, ...]:
    """Return the ships of a side whose boarders have a choice."""
    able = boarding.list_choosers(state, side)
    return tuple(Boarders(key, tuple(against), boarding.find_weakest(state, against)) for key, against in able)


def find_boarding_odds(state: State, key: str, first: str | None = None) -> HitOdds | None:
    """Return the odds of a ship's boarders against `first`, by default the weakest; None without an enemy."""
    fights = boarding.find_fights(state)
    fighters = fights.get(state.ships[key].at, [])
    if key not in fighters:
        return None
    against = boarding.order_takers(state, boarding.select_enemies(state, key, fighters), first)
    drawing = {one for together in fights.values() for one in together}
    before = [one for one in list_in_order(state) if one in drawing].index(key)
    hits = _spread_of_cards(state, _freeze_values(BOARDING), 1, before)
    return HitOdds(1, hits, _find_losses(hits, tuple((other, state.ships[other].strength) for other in against)))


def count_cards_before(state: State, shots: Aims) -> dict[str, int]:
    """Return, for each broadside, the number of cards that the others draw before it (DOG-17, DOG-27).

    Args:
        state: the battle.
        shots: all known broadsides: those that are considered, and those that the other side has declared.
    """
    targets = {shot.ship: shot.target for shot in shots}
    count, found = 0, {}
    for key in list_in_order(state):
        seen = find_sight(state, key, targets[key]) if key in targets else None
        if seen:
            found[key] = count
            count += count_cards(seen)
    return found


_COLOUR_OF_SUIT: dict[Suit, Colour] = {SUIT_OF[card]: COLOUR_OF[card] for card in DECK}

Values = tuple[tuple[Suit, int], ...]
"""The value of each suit."""


def _freeze_values(values: Mapping[Suit, int]) -> Values:
    return tuple(values.items())


def _count_suits(state: State, before: int) -> Suits:
    """Return the number of cards of each suit that may come after `before` cards.

    They are the unseen cards, or all cards if the pile is empty then.
    """
    return (
        tuple(Counter(SUIT_OF[card] for card in list_unseen(state)).items())
        if before < len(state.cards.pile)
        else _WHOLE
    )


def _spread_of_cards(state: State, values: Values, cards: int, before: int) -> Spread:
    """Return the spread of the sum of one or two cards."""
    suits = _count_suits(state, before)
    if cards == 1:
        return _spread_of_one(suits, values)
    if _count_shuffles(state, before) == _count_shuffles(state, before + 1):
        return _spread_of_two(suits, values)
    first, second = _spread_of_one(suits, values), _spread_of_one(_WHOLE, values)
    return _merge_chances((a + b, p * q) for a, p in first.items() for b, q in second.items())


def _count_shuffles(state: State, before: int) -> int:
    """Return the number of shuffles before a card is drawn."""
    left = len(state.cards.pile)
    return 0 if before < left else 1 + (before - left) // len(DECK)


@lru_cache(maxsize=4096)
def _spread_of_one(suits: Suits, values: Values) -> Spread:
    worth, total = dict(values), sum(count for _, count in suits)
    return _merge_chances((worth[suit], Fraction(count, total)) for suit, count in suits)


@lru_cache(maxsize=4096)
def _spread_of_two(suits: Suits, values: Values) -> Spread:
    """Return the chance of each sum of the values of two cards."""
    worth, total = dict(values), sum(count for _, count in suits)
    return _merge_chances(
        (worth[one] + worth[other], Fraction(count * (more - (one == other)), total * (total - 1)))
        for one, count in suits
        for other, more in suits
    )


def _share_of_suits(suits: Suits, wanted: Callable[[Suit], bool]) -> Fraction:
    return Fraction(sum(count for suit, count in suits if wanted(suit)), sum(count for _, count in suits))


def _merge_chances(chances: Iterable[tuple[int, Fraction]]) -> Spread:
    """Return the chance of each number, with equal numbers added up."""
    found: Spread = {}
    for number, chance in chances:
        if chance:
            found[number] = found.get(number, Fraction(0)) + chance
    return dict(sorted(found.items()))


def _find_losses(hits: Spread, takers: tuple[tuple[str, int], ...]) -> dict[str, Spread]:
    shares = {number: distribute_hits(number, takers)[0] for number in hits}
    return {key: _merge_chances((shares[number].get(key, 0), hits[number]) for number in hits) for key, _ in takers}
