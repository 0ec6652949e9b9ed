"""Dice, shuffles, coins: all chance of a game comes through one object in hand (C-1, C-2)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import count
from operator import mod
from random import Random
from struct import unpack
from typing import Protocol

from tabletop.core.errors import ChanceExhausted

_WORD = 1 << 64
_NEAR_TAIL = b"\xff" * 4
"""What words begin with that may be in the uneven tail; others never are, however many cards are shuffled."""
_LABELS = [b"%d/0" % number for number in range(2048)]
"""What the first draws of a match hash at their first attempt."""


class Chance(Protocol):
    """A source of chance that knows how often it was asked."""

    @property
    def drawn(self) -> int:
        """How many numbers have been taken since the game began."""

    def below(self, sides: int) -> int:
        """A whole number from 0 to ``sides - 1``, each equally likely."""

    def shuffled(self, cards: Sequence[str]) -> tuple[str, ...]:
        """The cards in a new order, each order equally likely; the top card is the first."""


def fancy(chance: Chance) -> Random:
    """A source of whims that takes a single number of the chance, however often it is asked."""
    return Random(chance.below(1 << 32))


class SeededChance:
    """Numbers that depend on the seed and the position alone, on every platform.

    Each draw hashes (seed, position), so a record can go on from any position
    without replaying the draws before it.
    """

    def __init__(self, seed: str, drawn: int = 0) -> None:
        """`drawn` numbers have been taken already, counted from the seed."""
        self._begun = _begun(seed)
        self.drawn = drawn

    def below(self, sides: int) -> int:
        """A whole number from 0 to ``sides - 1``; words in the uneven tail are drawn again."""
        found = self._even(self.drawn, sides)
        self.drawn += 1
        return found

    def shuffled(self, cards: Sequence[str]) -> tuple[str, ...]:
        """The cards in a new order: from the last place down, each changes place with one not above it."""
        order, place, first = list(cards), len(cards) - 1, self.drawn
        words = self._words(place)
        if _NEAR_TAIL not in words:
            others: Iterable[int] = map(mod, unpack(f">{len(words) // 8}Q", words), range(place + 1, 1, -1))
        else:
            others = [self._even(first + place - one, one + 1) for one in range(place, 0, -1)]
        for other in others:
            order[place], order[other] = order[other], order[place]
            place -= 1
        return tuple(order)

    def _words(self, draws: int) -> bytes:
        """The first words of so many draws one after the other, which are taken."""
        begun, words = self._begun.copy, []
        for label in _labels(self.drawn, draws):
            drawn = begun()
            drawn.update(label)
            words.append(drawn.digest())
        self.drawn += len(words)
        return b"".join(words)

    def _even(self, number: int, sides: int) -> int:
        """What comes of one draw, by its number from the seed."""
        for attempt in count():
            drawn = self._begun.copy()
            drawn.update(b"%d/%d" % (number, attempt))
            word = int.from_bytes(drawn.digest(), "big")
            found = word % sides
            if word - found <= _WORD - sides:
                break
        return found


def _labels(number: int, draws: int) -> Sequence[bytes]:
    """What so many draws from a number on hash at their first attempt."""
    end = number + draws
    return _LABELS[number:end] if end <= len(_LABELS) else [b"%d/0" % one for one in range(number, end)]


@lru_cache(maxsize=16)
def _begun(seed: str) -> blake2b:
    """A hash that has taken in the seed; only copies of it take in more."""
    return blake2b(f"{seed}/".encode(), digest_size=8)


class ScriptedChance:
    """Dice and decks dictated by a test, a case file or a record; faces count from 1."""

    def __init__(self, faces: Iterable[int] = (), decks: Iterable[Sequence[str]] = ()) -> None:
        self._faces = tuple(faces)
        self._decks = tuple(map(tuple, decks))
        self._rolled = self._shuffled = 0

    @property
    def drawn(self) -> int:
        """How many of the scripted dice and decks have been used."""
        return self._rolled + self._shuffled

    @property
    def left(self) -> tuple[int, ...]:
        """The dice that have not been asked for yet."""
        return self._faces[self._rolled :]

    @property
    def decks_left(self) -> tuple[tuple[str, ...], ...]:
        """The orders of cards that have not been asked for yet."""
        return self._decks[self._shuffled :]

    def below(self, sides: int) -> int:
        """The next scripted face, less one; refuses when none is left or it does not fit the die."""
        if not self.left:
            raise ChanceExhausted(f"the script of {len(self._faces)} dice ran out")
        face = self.left[0]
        if not 1 <= face <= sides:
            raise ChanceExhausted(f"die {self._rolled + 1} of the script shows {face}, which a d{sides} cannot")
        self._rolled += 1
        return face - 1

    def shuffled(self, cards: Sequence[str]) -> tuple[str, ...]:
        """The next scripted order; what it does not name lies below it as it was.

        Refuses when none is left, or when it names a card twice or one that is not there.
        """
        if not self.decks_left:
            raise ChanceExhausted(f"the script of {len(self._decks)} shuffles ran out")
        top = self.decks_left[0]
        strange = next((card for n, card in enumerate(top) if card not in cards or card in top[:n]), None)
        if strange is not None:
            raise ChanceExhausted(f"shuffle {self._shuffled + 1} of the script has '{strange}' where it cannot be")
        self._shuffled += 1
        return (*top, *(card for card in cards if card not in top))
