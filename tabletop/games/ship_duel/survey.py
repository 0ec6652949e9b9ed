"""Measures that a table may ask for: exact chances by what one side knows, and the effect of its cards.

A side knows its own hand, the discards, and the cards of the last shuffle. Cards of that shuffle that the side has not
seen since are in the pile or in the other hand, each place equally likely. All other unseen cards are in the other
hand. All functions take a view or a whole state and read no more than the view.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

from tabletop.cards import odds
from tabletop.cards.odds import chance_of_at_least
from tabletop.cards.zones import Cards
from tabletop.core.game import PointSource, VictorySummary
from tabletop.games.ship_duel import rules
from tabletop.games.ship_duel.commands import Fire
from tabletop.games.ship_duel.events import AttackMade
from tabletop.games.ship_duel.model import OTHER, Side, State
from tabletop.games.ship_duel.tables import HAND, KINDS, QUIET_TURNS, RELOADED, RETIRED, SHOT, WINDS, Kind, Stat

Counts = tuple[int, ...]
HandTest = Callable[[Counts, Counts], bool]
"""Returns True if the numbers of some kinds in a hand reach the needed numbers."""


def preview_attack(state: State, side: Side, cards: Cards) -> AttackMade | None:
    """Return the attack with these cards of a hand, or None if they cannot be fired together (SLC-8)."""
    shot = cards and not rules.check_fire(state, Fire(side, cards))
    return rules.compute_attack(state, side, cards) if shot else None


def count_unseen(state: State, side: Side) -> dict[Kind, int]:
    """Return the number of cards of each kind in the pile and the other hand together."""
    hidden = odds.find_unseen(state, side)
    return _count_by_kind(state, (*hidden.loose, *hidden.held))


def count_surely_held(state: State, side: Side) -> dict[Kind, int]:
    """Return the number of cards of each kind that are certainly in the other hand.

    These were not in the last shuffle, so the other side must have held them then.
    """
    return _count_by_kind(state, odds.find_unseen(state, side).held)


def count_loose(state: State, side: Side) -> dict[Kind, int]:
    """Return the number of cards of each kind that may be in the pile or in the other hand."""
    return _count_by_kind(state, odds.find_unseen(state, side).loose)


def _count_by_kind(state: State, cards: Iterable[str]) -> dict[Kind, int]:
    found = Counter(state.deck[card] for card in cards)
    return {kind: found[kind] for kind in KINDS}


def find_exchange_chances(state: State, side: Side, cards: int) -> dict[Kind, Fraction] | None:
    """Return the chance of at least one card of each kind if `cards` cards are exchanged (SLC-5).

    Returns None if the pile may run out, as in `find_draw_chances`.
    """
    return find_draw_chances(state, side, cards, others=0 if side == "port" else RELOADED)


def find_load_chances(state: State, side: Side, discards: int) -> dict[Kind, Fraction] | None:
    """Return the chance of at least one card of each kind in the next load (SLC-9, SLC-4).

    `discards` is the number of cards discarded before it.
    Returns None if the pile may run out, as in `find_draw_chances`.
    """
    ours, theirs = (len(state.cards.hands[one]) for one in (side, OTHER[side]))
    return find_draw_chances(state, side, HAND - ours + discards, others=HAND - theirs + RETIRED)


def find_draw_chances(state: State, side: Side, cards: int, others: int) -> dict[Kind, Fraction] | None:
    """Return the chance of at least one card of each kind among the next `cards` cards that a side draws.

    Args:
        state: of the duel.
        side: the side that draws.
        cards: number of cards that it draws.
        others: number of cards that the other side may draw first.

    Returns:
        None if the pile may run out, because the refill depends on the discards of the other side.
    """
    if cards + others > len(state.cards.pile):
        return None
    kinds = count_loose(state, side)
    total = sum(kinds.values())
    return {kind: chance_of_at_least(1, cards, count, total) for kind, count in kinds.items()}


def chance_of_more_winds(state: State, side: Side, shown: int) -> Fraction:
    """Return the chance that the other side can show more than `shown` winds together (SLC-6, SLC-7)."""
    return _chance_opponent_holds(state, side, WINDS, _can_outsail, (shown,))


def chance_of_as_many_winds(state: State, side: Side, shown: int) -> Fraction:
    """Return the chance that the other side can show at least `shown` winds together."""
    return chance_of_more_winds(state, side, shown - 1)


def chance_to_be_lost(state: State, side: Side) -> Fraction:
    """Return the chance that the other hand has enough shot of one kind to sink `side` (SLC-8)."""
    left = state.ships[side].left
    needed = tuple(left[stat] for stat in SHOT)
    return _chance_opponent_holds(state, side, tuple(SHOT.values()), _has_enough_of_any, needed)


def chance_to_lose_stat(state: State, side: Side, stat: Stat) -> Fraction:
    """Return the chance that the other side holds enough shot to reduce `stat` of this side to 0 (SLC-8)."""
    needed = state.ships[side].left[stat]
    return _chance_opponent_holds(state, side, (SHOT[stat],), _has_enough_of_any, (needed,))


def _count_blowing_winds(winds: Sequence[int]) -> int:
    """Return the most winds that can be shown at once.

    `winds` has a number for each kind, in the order of WINDS.
    """
    north, south, east, west = winds
    return max(north, south) + max(east, west)


def _can_outsail(held: Counts, shown: Counts) -> bool:
    """Return True if a hand with these winds can show more than `shown[0]` winds."""
    return _count_blowing_winds(held) > shown[0]


def _has_enough_of_any(held: Counts, needed: Counts) -> bool:
    """Return True if the number of any kind reaches the needed number of that kind."""
    return any(map(int.__ge__, held, needed))


def _chance_opponent_holds(
    state: State, side: Side, kinds: Sequence[Kind], holds: HandTest, needed: Counts
) -> Fraction:
    """Return the chance that the numbers of `kinds` in the other hand pass the test `holds`."""
    there, surely = count_loose(state, side), count_surely_held(state, side)
    size = len(state.cards.hands[OTHER[side]]) - sum(surely.values())
    others = sum(there.values()) - sum(there[kind] for kind in kinds)
    return _share_of_hands(
        tuple(there[kind] for kind in kinds), others, size, tuple(surely[k] for k in kinds), holds, needed
    )


@lru_cache(maxsize=256)
def _share_of_hands(there: Counts, others: int, size: int, surely: Counts, holds: HandTest, needed: Counts) -> Fraction:
    """Return the share of all hands of `size` loose cards that pass the test with the held cards."""
    ways = 0
    for hand, way in _enumerate_hands(there, size):
        if holds(tuple(number + more for number, more in zip(hand, surely, strict=True)), needed):
            ways += way * comb(others, size - sum(hand))
    return Fraction(ways, comb(sum(there) + others, size))


def _enumerate_hands(there: Sequence[int], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the number of each kind in hands of at most `size` cards, and the ways to draw them."""
    if not there:
        yield (), 1
        return
    for count in range(min(there[0], size) + 1):
        for held, way in _enumerate_hands(there[1:], size - count):
            yield (count, *held), way * comb(there[0], count)


def summarize_victory(state: State) -> VictorySummary:
    """Return how the duel is won, the points lost so far, and the points left (SLC-2, SLC-10)."""
    won = f"A ship with no hull, rigging or crew points left loses. {QUIET_TURNS} turns without damage are a draw."
    gave, would = list[PointSource](), list[PointSource]()
    for side, ship in state.ships.items():
        for stat, whole in ship.whole.items():
            left, words = ship.left[stat], f"{ship.name}: {stat}"
            if left < whole:
                gave.append(PointSource(words, f"{left - whole}".replace("-", "−"), "SLC-8", OTHER[side]))
            would.append(PointSource(f"{words}, {left} of {whole} left", "decides", "SLC-2", OTHER[side]))
    return VictorySummary(won, "SLC-2", tuple(gave), tuple(would))
