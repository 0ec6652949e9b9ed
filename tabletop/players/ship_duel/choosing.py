"""What a side could choose, as numbers of each kind of card, and the orders that these are."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from tabletop.cards.zones import Cards
from tabletop.games.ship_duel.commands import Choice, Deal, Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.state import OTHER, State, format_amounts
from tabletop.games.ship_duel.tables import KINDS, RELOADED, RETIRED, STATS
from tabletop.players.player import Player, Proposal
from tabletop.players.ship_duel.habits import SHOTS, WIND_PAIRS, Habits, Numbers
from tabletop.players.ship_duel.many_duels import BY_HABIT

Counts = tuple[int, ...]
"""Cards of each kind, in the order of the rules."""

_ORDERS: dict[str, type[Choice]] = {"reload": Reload, "sail": Sail, "fire": Fire, "retire": Retire}
_MOST = {"reload": RELOADED, "retire": RETIRED}
_WORDS = {"reload": "exchanges", "sail": "shows", "fire": "fires", "retire": "throws away"}
_NOTHING = {
    "reload": "keeps all cards", "sail": "shows no wind", "fire": "holds its fire", "retire": "keeps all cards",
}  # fmt: skip


class Duellist(Player[State]):
    """Whoever chooses cards by their kinds."""

    def consider(self, view: State) -> Iterator[Proposal]:
        """The deal, or whatever it thinks of."""
        if view.phase == "setup":
            yield Proposal(Deal(self.side))
        else:
            yield from self.ponder(view)

    def stands(self, view: State) -> float:
        """Points of all stats that are left, against those of the other ship."""
        return float(points(view, self.side).sum() - points(view, OTHER[self.side]).sum())

    def ponder(self, view: State) -> Iterator[Proposal]:
        """Choices of cards, each better than the one before."""
        raise NotImplementedError


def by_habit(habits: Habits, view: State, side: str) -> Counts:
    """What somebody of such habits chooses."""
    chosen = BY_HABIT[view.phase](habits, held(view, side)[:, None], points(view, OTHER[side])[:, None])
    return tuple(int(number) for number in chosen[:, 0])


def held(view: State, side: str) -> Numbers:
    """The own hand by kinds."""
    return numbers(view, view.cards.hands[side])


def numbers(view: State, cards: Cards) -> Numbers:
    """Cards as numbers of each kind."""
    kinds = [view.deck[card] for card in cards]
    return np.array([kinds.count(kind) for kind in KINDS], np.int16)


def points(view: State, side: str) -> Numbers:
    """What is left of a ship, by stat."""
    return np.array([view.ships[OTHER[OTHER[side]]].left[stat] for stat in STATS], np.int16)


def options(view: State, side: str) -> list[Counts]:
    """All that could be chosen; none is first."""
    hand = tuple(int(number) for number in held(view, side))
    if view.phase in _MOST:
        most = _MOST[view.phase]
        ways = product(*(range(min(number, most) + 1) for number in hand))
        return [way for way in ways if sum(way) <= most]
    return list(_winds(hand) if view.phase == "sail" else _shots(hand))


def _winds(hand: Counts) -> Iterator[Counts]:
    pairs = [[(0, 0), *_either(hand[one], hand[other])] for one, other in WIND_PAIRS]
    for north_south, east_west in product(*pairs):
        yield (*north_south, *east_west, *(0 for _ in SHOTS))


def _either(one: int, other: int) -> Iterator[tuple[int, int]]:
    yield from ((number, 0) for number in range(1, one + 1))
    yield from ((0, number) for number in range(1, other + 1))


def _shots(hand: Counts) -> Iterator[Counts]:
    yield (0,) * len(hand)
    for shot in SHOTS:
        for number in range(1, hand[shot] + 1):
            yield tuple(number if kind == shot else 0 for kind in range(len(hand)))


def order(view: State, side: str, chosen: Counts) -> Choice:
    """Of equal cards the first in the hand go."""
    left, cards = dict(zip(KINDS, chosen, strict=True)), []
    for card in view.cards.hands[side]:
        kind = view.deck[card]
        if left[kind]:
            left[kind] -= 1
            cards.append(card)
    return _ORDERS[view.phase](side, tuple(cards))


def told(view: State, order: Choice) -> str:
    """An order in words: ``Mars fires 3 grape shot``."""
    ship = view.ships[OTHER[OTHER[order.side]]].name
    return (
        f"{ship} {_WORDS[view.phase]} {format_amounts(view, order.cards)}"
        if order.cards
        else f"{ship} {_NOTHING[view.phase]}"
    )
