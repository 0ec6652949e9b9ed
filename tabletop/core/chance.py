"""Dice: every random number of a game comes through one object in hand (C-1, C-2)."""

import hashlib
from collections.abc import Iterable
from typing import Protocol

from tabletop.core.errors import ChanceExhausted

_WORD = 1 << 64


class Chance(Protocol):
    """A source of chance that knows how often it was asked."""

    @property
    def drawn(self) -> int:
        """How many numbers have been taken since the game began."""

    def below(self, sides: int) -> int:
        """A whole number from 0 to ``sides - 1``, each equally likely."""


def d6(chance: Chance) -> int:
    """Roll one six-sided die."""
    return chance.below(6) + 1


def roll(chance: Chance, dice: int) -> tuple[int, ...]:
    """Roll `dice` six-sided dice, in order."""
    return tuple(d6(chance) for _ in range(dice))


class SeededChance:
    """Numbers that depend on the seed and the position alone, on every platform.

    Each draw hashes (seed, position), so a record can go on from any position
    without replaying the draws before it.
    """

    def __init__(self, seed: str, drawn: int = 0) -> None:
        self.seed = seed
        self._drawn = drawn

    @property
    def drawn(self) -> int:
        """How many numbers have been taken, counted from the seed."""
        return self._drawn

    def below(self, sides: int) -> int:
        """A whole number from 0 to ``sides - 1``; words in the uneven tail are drawn again."""
        limit = _WORD - _WORD % sides
        attempt = 0
        while (word := self._word(attempt)) >= limit:
            attempt += 1
        self._drawn += 1
        return word % sides

    def _word(self, attempt: int) -> int:
        text = f"{self.seed}/{self._drawn}/{attempt}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


class ScriptedChance:
    """Dice dictated by a test, a case file or a record; faces count from 1."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = tuple(faces)
        self._drawn = 0

    @property
    def drawn(self) -> int:
        """How many of the scripted dice have been used."""
        return self._drawn

    @property
    def left(self) -> tuple[int, ...]:
        """The dice that have not been asked for yet."""
        return self._faces[self._drawn :]

    def below(self, sides: int) -> int:
        """The next scripted face, less one; refuses when none is left or it does not fit the die."""
        if not self.left:
            raise ChanceExhausted(f"the script of {len(self._faces)} dice ran out")
        face = self.left[0]
        if not 1 <= face <= sides:
            raise ChanceExhausted(f"die {self._drawn + 1} of the script shows {face}, which a d{sides} cannot")
        self._drawn += 1
        return face - 1
