"""What a table may ask: exact chances from what a side may know, and what its cards would do.

It knows its own hand, the discards, and what was shuffled last.

Cards of the last shuffle that it has not seen since lie in the pile or in the other hand, each as likely as any
other; cards that were not in it and are not seen can only be in the other hand, where they were then.
All functions take a view as well as a whole state, and read no more than the view.
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
from tabletop.games.ship_duel.state import OTHER, Side, State
from tabletop.games.ship_duel.tables import HAND, KINDS, QUIET_TURNS, RELOADED, RETIRED, SHOT, WINDS, Kind, Stat

Counts = tuple[int, ...]
Holds = Callable[[Counts, Counts], bool]
"""Whether numbers of some kinds are as needed."""


def attack(state: State, side: Side, cards: Cards) -> AttackMade | None:
    """What these cards of a side's hand would do; None if they cannot be fired together (SLC-8)."""
    shot = cards and not rules.check_fire(state, Fire(side, cards))
    return rules.attack(state, side, cards) if shot else None


def unseen(state: State, side: Side) -> dict[Kind, int]:
    """How many cards of each kind lie in the pile or in the other hand."""
    hidden = odds.find_unseen(state, side)
    return _by_kind(state, (*hidden.loose, *hidden.held))


def kept(state: State, side: Side) -> dict[Kind, int]:
    """How many cards of each kind are surely in the other hand: those that it held when the pile was last shuffled."""
    return _by_kind(state, odds.find_unseen(state, side).held)


def loose(state: State, side: Side) -> dict[Kind, int]:
    """How many cards of each kind may be in the pile as well as in the other hand."""
    return _by_kind(state, odds.find_unseen(state, side).loose)


def _by_kind(state: State, cards: Iterable[str]) -> dict[Kind, int]:
    found = Counter(state.deck[card] for card in cards)
    return {kind: found[kind] for kind in KINDS}


def exchanged(state: State, side: Side, cards: int) -> dict[Kind, Fraction] | None:
    """The chance of at least one card of each kind when so many cards are exchanged (SLC-5), as `drawn`."""
    return drawn(state, side, cards, others=0 if side == "port" else RELOADED)


def loaded(state: State, side: Side, discards: int) -> dict[Kind, Fraction] | None:
    """The chance of at least one card of each kind in the next load, after so many discards (SLC-9, SLC-4)."""
    ours, theirs = (len(state.cards.hands[one]) for one in (side, OTHER[side]))
    return drawn(state, side, HAND - ours + discards, others=HAND - theirs + RETIRED)


def drawn(state: State, side: Side, cards: int, others: int) -> dict[Kind, Fraction] | None:
    """The chance of at least one card of each kind among so many that are dealt to a side.

    Args:
        state: of the duel.
        side: that is dealt to.
        cards: that it is dealt.
        others: that the other side may be dealt before the last of them.

    Returns:
        None where the pile may run out, for what is shuffled in then depends on what the other side discards.
    """
    if cards + others > len(state.cards.pile):
        return None
    kinds = loose(state, side)
    total = sum(kinds.values())
    return {kind: chance_of_at_least(1, cards, count, total) for kind, count in kinds.items()}


def outsailed(state: State, side: Side, shown: int) -> Fraction:
    """The chance that the other side holds winds enough to show more than `shown` together (SLC-6, SLC-7)."""
    return _holding(state, side, WINDS, _outsail, (shown,))


def matched(state: State, side: Side, shown: int) -> Fraction:
    """The chance that the other side holds winds enough to show at least `shown` together."""
    return outsailed(state, side, shown - 1)


def in_danger(state: State, side: Side) -> Fraction:
    """The chance that the other side holds shot enough of one kind for all that is left of a stat (SLC-8)."""
    left = state.ships[side].left
    needed = tuple(left[stat] for stat in SHOT)
    return _holding(state, side, tuple(SHOT.values()), _any_of, needed)


def threatened(state: State, side: Side, stat: Stat) -> Fraction:
    """The chance that the other side holds shot enough for all that is left of one stat (SLC-8)."""
    needed = state.ships[side].left[stat]
    return _holding(state, side, (SHOT[stat],), _any_of, (needed,))


def _together(winds: Sequence[int]) -> int:
    """Most winds that can be shown at once, of numbers in the order of WINDS."""
    north, south, east, west = winds
    return max(north, south) + max(east, west)


def _outsail(held: Counts, shown: Counts) -> bool:
    """Whether these winds can show more than so many."""
    return _together(held) > shown[0]


def _any_of(held: Counts, needed: Counts) -> bool:
    """Whether there are as many as needed of any kind."""
    return any(map(int.__ge__, held, needed))


def _holding(state: State, side: Side, kinds: Sequence[Kind], holds: Holds, needed: Counts) -> Fraction:
    """The chance that the numbers of these kinds in the other hand are as asked."""
    there, surely = loose(state, side), kept(state, side)
    size = len(state.cards.hands[OTHER[side]]) - sum(surely.values())
    others = sum(there.values()) - sum(there[kind] for kind in kinds)
    return _share(tuple(there[kind] for kind in kinds), others, size, tuple(surely[k] for k in kinds), holds, needed)


@lru_cache(maxsize=256)
def _share(there: Counts, others: int, size: int, surely: Counts, holds: Holds, needed: Counts) -> Fraction:
    """Of all hands of a size the share that holds what is needed together with what is surely held."""
    ways = 0
    for hand, way in _hands(there, size):
        if holds(tuple(number + more for number, more in zip(hand, surely, strict=True)), needed):
            ways += way * comb(others, size - sum(hand))
    return Fraction(ways, comb(sum(there) + others, size))


def _hands(there: Sequence[int], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Numbers of each kind in a hand of at most this size, and in how many ways they can be had."""
    if not there:
        yield (), 1
        return
    for count in range(min(there[0], size) + 1):
        for held, way in _hands(there[1:], size - count):
            yield (count, *held), way * comb(there[0], count)


def stakes(state: State) -> VictorySummary:
    """How the duel is won, what has been lost, and what would decide it (SLC-2, SLC-10)."""
    won = f"A ship without hull, rigging or crew has lost; {QUIET_TURNS} turns without damage end it undecided."
    gave, would = list[PointSource](), list[PointSource]()
    for side, ship in state.ships.items():
        for stat, whole in ship.whole.items():
            left, words = ship.left[stat], f"{ship.name}: {stat}"
            if left < whole:
                gave.append(PointSource(words, f"{left - whole}".replace("-", "−"), "SLC-8", OTHER[side]))
            would.append(PointSource(f"{words}, {left} of {whole} left", "decides", "SLC-2", OTHER[side]))
    return VictorySummary(won, "SLC-2", tuple(gave), tuple(would))
