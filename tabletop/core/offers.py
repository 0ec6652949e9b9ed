"""The commands that `Game.choices` offers: iterate over all of them, or pick one at random."""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from math import prod
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

C = TypeVar("C", covariant=True)
T = TypeVar("T")


_Part = tuple[Callable[[int], Sequence[Any]], tuple[Callable[[Any], Any], ...]]
"""A function that finds the offers at a place, and the functions that transform each offer."""
_Inviting = Callable[[Random], int | None]


class Offers(msgspec.Struct, Generic[C], frozen=True, gc=False):
    """Offers by place, found lazily: each place has none, one or a few.

    Iteration finds all offers. `pick` looks only at as many places as needed, however many there are.
    """

    _places: int
    """Number of places."""
    _at: Callable[[int], Sequence[C]]
    """Finds the offers at a place, counted from 0."""
    _inviting: _Inviting | None = None
    """Draws a place that is to be picked more often than others, or None."""

    def __iter__(self) -> Iterator[C]:
        return (offer for place in range(self._places) for offer in self._at(place))

    def pick(self, fancy: Random) -> C | None:
        """Return a random offer, each place with offers equally likely, or None if there are no offers.

        If there are inviting places, one of them is tried first half of the time.
        """
        if self._inviting and (found := self._find_inviting(self._inviting, fancy)):
            return found[_draw_below(len(found), fancy)]
        left, at = self._places, self._at
        moved: dict[int, int] = {}
        while left:  # a shuffle of all places, no further than it takes
            drawn, left = _draw_below(left, fancy), left - 1
            if found := at(moved.get(drawn, drawn)):
                return found[_draw_below(len(found), fancy)]
            moved[drawn] = moved.get(left, left)
        return None

    def transform(self, how: Callable[[C], T | None]) -> "Offers[T]":
        """Return the offers with `how` applied to each; offers for which `how` returns None are left out."""
        begins, parts = self._list_parts()
        return _build_table(self._places, begins, [(at, (*before, how)) for at, before in parts], self._inviting)

    def _list_parts(self) -> tuple[list[int], list[_Part]]:
        """Return the first place of each part, and the parts."""
        return [0], [(self._at, ())]

    def _find_inviting(self, inviting: _Inviting, fancy: Random) -> Sequence[C]:
        """Return the offers at an inviting place half of the time; () otherwise, or if none is drawn."""
        if fancy.random() < 0.5 or (place := inviting(fancy)) is None:
            return ()
        return self._at(place)


class _Table(Offers[Any], frozen=True, gc=False):
    """Offers of several parts in a row, or transformed offers. Joining and transforming again keeps one flat table."""

    _begins: list[int] = []
    _parts: list[_Part] = []

    def __iter__(self) -> Iterator[Any]:
        for (at, made), begins, ends in zip(self._parts, self._begins, (*self._begins, self._places)[1:], strict=True):
            for place in range(ends - begins):
                yield from _transform_all(at(place), made)

    def _list_parts(self) -> tuple[list[int], list[_Part]]:
        return self._begins, self._parts


def _build_table(places: int, begins: list[int], parts: list[_Part], inviting: _Inviting | None) -> _Table:
    """Return the table of `parts`, whose first places are `begins`, with `places` places in all."""
    return _Table(places, partial(_find_in_table, begins, parts), inviting, begins, parts)


def _find_in_table(begins: list[int], parts: list[_Part], place: int) -> Sequence[Any]:
    """Return the offers of a table at a place."""
    part = bisect(begins, place) - 1
    at, made = parts[part]
    found = at(place - begins[part])
    return _transform_all(found, made) if made and found else found


def _transform_all(found: Sequence[Any], made: Sequence[Callable[[Any], Any]]) -> Sequence[Any]:
    """Return the offers after all functions of `made`, in order, without those that become None."""
    for how in made if found else ():
        found = [one for offer in found if (one := how(offer)) is not None]
    return found


def offer_commands(*commands: T) -> Offers[T]:
    """Return offers of the given commands, each at its own place."""
    return Offers(len(commands), lambda place: commands[place : place + 1])


def join_offers(*parts: Offers[T]) -> Offers[T]:
    """Return all offers of several parts, one part after the other. Inviting places stay inviting."""
    if len(parts) == 1:
        return parts[0]
    *starts, places = 0, *accumulate(part._places for part in parts)

    def inviting(fancy: Random) -> int | None:
        part = bisect(starts, _draw_below(places, fancy)) - 1
        draw = parts[part]._inviting
        place = draw(fancy) if draw else None
        return None if place is None else starts[part] + place

    tables = [part._list_parts() for part in parts]
    begins = [start + begin for start, (each, _) in zip(starts, tables, strict=True) for begin in each]
    flat = [one for _, each in tables for one in each]
    return _build_table(places, begins, flat, inviting if any(one._inviting for one in parts) else None)


def _draw_below(count: int, fancy: Random) -> int:
    """Return the number that `fancy.randrange(count)` would, faster because the argument is not checked."""
    bits = count.bit_length()
    while (drawn := fancy.getrandbits(bits)) >= count:
        pass
    return drawn


def count_combinations(columns: Sequence[Sequence[T]]) -> int:
    """Return the number of ways to take one item from each column."""
    return prod(map(len, columns))


def combination_at(columns: Sequence[Sequence[T | None]], place: int) -> tuple[T, ...]:
    """Return way number `place`, from 0, to take one item from each column; the last column changes fastest.

    None in a column means that nothing is taken from it.
    """
    taken = []
    for column in reversed(columns):
        size = len(column)
        if (one := column[place % size]) is not None:
            taken.append(one)
        place //= size
    return tuple(taken[::-1])
