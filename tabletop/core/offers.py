"""What could be ordered now, as `Game.choices` offers it: all of it in turn, or one of it at random."""

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
"""What finds the offers at each of some places, and what each of them is made into."""
_Inviting = Callable[[Random], int | None]


class Offers(msgspec.Struct, Generic[C], frozen=True, gc=False):
    """Offers by their places, found when they are asked for: at each place one, or none, or a few.

    To go through them finds all. To pick one looks only at as many places as it takes, however many there are.
    """

    _places: int
    """How many there are."""
    _at: Callable[[int], Sequence[C]]
    """Finds what is offered at a place from 0 to one less."""
    _inviting: _Inviting | None = None
    """Draws a place that shall come up more often than others, or none."""

    def __iter__(self) -> Iterator[C]:
        return (offer for place in range(self._places) for offer in self._at(place))

    def pick(self, fancy: Random) -> C | None:
        """One of them, each place that has any as likely as the others; None if there is none.

        Half of the time an inviting place is tried first, if there are some.
        """
        if self._inviting and (found := self._at_inviting(self._inviting, fancy)):
            return found[_below(len(found), fancy)]
        left, at = self._places, self._at
        moved: dict[int, int] = {}
        while left:  # a shuffle of all places, no further than it takes
            drawn, left = _below(left, fancy), left - 1
            if found := at(moved.get(drawn, drawn)):
                return found[_below(len(found), fancy)]
            moved[drawn] = moved.get(left, left)
        return None

    def made(self, how: Callable[[C], T | None]) -> "Offers[T]":
        """The offers, each made into another, or left out where that comes to none."""
        begins, parts = self._table()
        return _tabled(self._places, begins, [(at, (*before, how)) for at, before in parts], self._inviting)

    def _table(self) -> tuple[list[int], list[_Part]]:
        """Where each part of them begins, and the parts."""
        return [0], [(self._at, ())]

    def _at_inviting(self, inviting: _Inviting, fancy: Random) -> Sequence[C]:
        if fancy.random() < 0.5 or (place := inviting(fancy)) is None:
            return ()
        return self._at(place)


class _Table(Offers[Any], frozen=True, gc=False):
    """Offers of several parts, one after the other, or made into others; however often, it stays one table."""

    _begins: list[int] = []
    _parts: list[_Part] = []

    def __iter__(self) -> Iterator[Any]:
        for (at, made), begins, ends in zip(self._parts, self._begins, (*self._begins, self._places)[1:], strict=True):
            for place in range(ends - begins):
                yield from _made(at(place), made)

    def _table(self) -> tuple[list[int], list[_Part]]:
        return self._begins, self._parts


def _tabled(places: int, begins: list[int], parts: list[_Part], inviting: _Inviting | None) -> _Table:
    return _Table(places, partial(_found, begins, parts), inviting, begins, parts)


def _found(begins: list[int], parts: list[_Part], place: int) -> Sequence[Any]:
    """What a table has at a place."""
    part = bisect(begins, place) - 1
    at, made = parts[part]
    found = at(place - begins[part])
    return _made(found, made) if made and found else found


def _made(found: Sequence[Any], made: Sequence[Callable[[Any], Any]]) -> Sequence[Any]:
    for how in made if found else ():
        found = [one for offer in found if (one := how(offer)) is not None]
    return found


def offered(*commands: T) -> Offers[T]:
    """A few offers that are known already."""
    return Offers(len(commands), lambda place: commands[place : place + 1])


def joined(*parts: Offers[T]) -> Offers[T]:
    """All offers of several parts, one part after the other; what invites in a part does so in the whole."""
    if len(parts) == 1:
        return parts[0]
    *starts, places = 0, *accumulate(part._places for part in parts)

    def inviting(fancy: Random) -> int | None:
        part = bisect(starts, _below(places, fancy)) - 1
        draw = parts[part]._inviting
        place = draw(fancy) if draw else None
        return None if place is None else starts[part] + place

    tables = [part._table() for part in parts]
    begins = [start + begin for start, (each, _) in zip(starts, tables, strict=True) for begin in each]
    flat = [one for _, each in tables for one in each]
    return _tabled(places, begins, flat, inviting if any(one._inviting for one in parts) else None)


def _below(count: int, fancy: Random) -> int:
    """The whole number below the count that `randrange` draws, which first looks into what it is given."""
    bits = count.bit_length()
    while (drawn := fancy.getrandbits(bits)) >= count:
        pass
    return drawn


def combinations(columns: Sequence[Sequence[T]]) -> int:
    """In how many ways one can be taken from each of the columns."""
    return prod(map(len, columns))


def combination(columns: Sequence[Sequence[T | None]], place: int) -> tuple[T, ...]:
    """One from each of the columns; the ways to do so are numbered from 0, the last column changing fastest.

    None stands for taking nothing from a column.
    """
    taken = []
    for column in reversed(columns):
        size = len(column)
        if (one := column[place % size]) is not None:
            taken.append(one)
        place //= size
    return tuple(taken[::-1])
