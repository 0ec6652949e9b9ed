"""The orders of a side, by places in its hand, and what is told of them."""

from collections.abc import Iterator
from itertools import combinations, islice, product

import numpy as np

from tabletop.cards.hands import list_subsets, select_cards
from tabletop.core.phrases import format_count, join_words
from tabletop.games.trafalgar_cards import tally
from tabletop.games.trafalgar_cards.commands import Commit, Deal, Discard
from tabletop.games.trafalgar_cards.deck import OTHER, SIDE_NAMES, USES, Play
from tabletop.games.trafalgar_cards.limits import MOST_DISCARDED, find_limits, list_uses
from tabletop.games.trafalgar_cards.state import State
from tabletop.players.player import Player, Proposal
from tabletop.players.sampled_worlds import places
from tabletop.players.trafalgar_cards.many_hands import Cards, Habits, by_habit, thrown
from tabletop.players.trafalgar_cards.other_hand import turn_of
from tabletop.players.trafalgar_cards.printed import SIDE, UNUSED, Numbers

Taken = tuple[int, ...]
"""Places of cards in a hand."""
Used = tuple[int, ...]
"""As what each card of a hand is used, by number of `USES`; `UNUSED` for nothing."""
MOST_COMMITS = 600
"""Commits of a hand that are looked at."""


class Commander(Player[State]):
    """Whoever discards and commits."""

    def consider(self, view: State) -> Iterator[Proposal]:
        """The deal, a discard or a commit."""
        if view.phase == "strategy":
            yield Proposal(Deal(self.side))
        elif view.phase == "tactics":
            yield from self.discard(view)
        else:
            yield from self.commit(view)

    def stands(self, view: State) -> float:
        """Hands won, against those of the other side."""
        return sum(hands if side == self.side else -hands for side, hands in view.won.items())

    def discard(self, view: State) -> Iterator[Proposal]:
        """Discards, each better than the one before."""
        raise NotImplementedError

    def commit(self, view: State) -> Iterator[Proposal]:
        """Commits, each better than the one before."""
        raise NotImplementedError


def held(view: State, side: str) -> Cards:
    """The hand by numbers, as the only row."""
    return places(view, view.cards.hands[side])[None]


def usual_discard(habits: Habits, view: State, side: str) -> Taken:
    """What is thrown away by habit."""
    gone = thrown(turn_of(view), habits, held(view, side), SIDE[side])
    return tuple(int(place) for place in np.flatnonzero(gone[0]))


def discards(view: State, side: str) -> list[Taken]:
    """Every discard of a hand: what is worth most by habit is not always what is worth keeping."""
    return [*list_subsets(len(view.cards.hands[side]), MOST_DISCARDED)]


def usual_commit(habits: Habits, view: State, side: str) -> Used:
    """What is committed by habit."""
    return tuple(int(use) for use in by_habit(turn_of(view), habits, held(view, side), SIDE[side])[0])


def commits(view: State, side: str) -> list[Used]:
    """Commits to which no card can be added, each once."""
    hand, limit = view.cards.hands[side], find_limits(view.limits, view.turn)
    able = [[USES.index(use) for use in list_uses(view.deck[card], side, limit)] or [UNUSED] for card in hand]
    ways = (way for used in product(*able) for way in _within(used, turn_of(view).room))
    return [*dict.fromkeys(islice(ways, MOST_COMMITS))]


def _within(used: Used, room: Numbers) -> Iterator[Used]:
    """The ways to leave out of each use what is more than may count."""
    rows = [[place for place, one in enumerate(used) if one == use] for use in range(UNUSED)]
    for kept in product(*(combinations(row, min(len(row), int(room[use]))) for use, row in enumerate(rows))):
        counting = {place for row in kept for place in row}
        yield tuple(use if place in counting else UNUSED for place, use in enumerate(used))


def discard(view: State, side: str, taken: Taken) -> Discard:
    """The order to throw away cards of the hand."""
    return Discard(side, select_cards(view.cards.hands[side], taken))


def commit(view: State, side: str, used: Used) -> Commit:
    """The order to commit cards of the hand."""
    plays = zip(view.cards.hands[side], used, strict=True)
    return Commit(side, tuple(Play(card, USES[use]) for card, use in plays if use < UNUSED))


def told(view: State, order: Discard | Commit) -> str:
    """An order in words: ``British: 44 points with Cut Enemy Line and Timing``."""
    name, deck = SIDE_NAMES[order.side], view.deck
    if isinstance(order, Discard):
        gone = join_words(deck[card].name for card in order.cards)
        return f"{name}: {gone} thrown away" if gone else f"{name}: nothing thrown away"
    points = sum(tally.count_own_points(deck, OTHER[OTHER[order.side]], order.plays).values())
    cards = join_words(deck[play.card].name for play in order.plays)
    return f"{name}: {format_count(points, 'point')} with {cards}" if cards else f"{name}: nothing committed"
