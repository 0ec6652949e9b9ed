"""Dice, shuffles and coins: all chance of a game comes from one object (C-1, C-2)."""

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
_TAIL_PREFIX = b"\xff" * 4
"""Only words that begin with these bytes may lie in the uneven tail, for any number of cards."""
_FIRST_LABELS = [b"%d/0" % number for number in range(2048)]
"""The labels of the first draws of a match at their first attempt."""


class Chance(Protocol):
    """A source of chance that counts its draws."""

    @property
    def draw_count(self) -> int:
        """Return the number of draws since the game began."""

    def draw_below(self, sides: int) -> int:
        """Draw a whole number from 0 to ``sides - 1``, each equally likely."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the cards in a new order, each order equally likely; the top card is the first."""


def seed_random(chance: Chance) -> Random:
    """Return a new `Random` that is seeded by one draw, for choices that do not belong to the rules."""
    return Random(chance.draw_below(1 << 32))


class SeededChance:
    """Chance that depends only on the seed and the number of the draw, on every platform.

    Each draw hashes (seed, number of the draw), so a record can go on from any draw without repeating the draws
    before.
    """

    def __init__(self, seed: str, draw_count: int = 0) -> None:
        """Go on after `draw_count` draws from the seed."""
        self._seeded = _start_hash(seed)
        self.draw_count = draw_count

    def draw_below(self, sides: int) -> int:
        """Draw a whole number from 0 to ``sides - 1``. Words in the uneven tail are drawn again."""
        found = self._draw_number(self.draw_count, sides)
        self.draw_count += 1
        return found

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the cards shuffled, which takes a draw for each card but one.

        From the last place down, each card swaps with a card at or below its index.
        """
        order, place, first = list(cards), len(cards) - 1, self.draw_count
        words = self._take_words(place)
        if _TAIL_PREFIX not in words:
            others: Iterable[int] = map(mod, unpack(f">{len(words) // 8}Q", words), range(place + 1, 1, -1))
        else:
            others = [self._draw_number(first + place - one, one + 1) for one in range(place, 0, -1)]
        for other in others:
            order[place], order[other] = order[other], order[place]
            place -= 1
        return tuple(order)

    def _take_words(self, draws: int) -> bytes:
        """Take `draws` draws and return their first words, 8 bytes each."""
        begun, words = self._seeded.copy, []
        for label in _draw_labels(self.draw_count, draws):
            drawn = begun()
            drawn.update(label)
            words.append(drawn.digest())
        self.draw_count += len(words)
        return b"".join(words)

    def _draw_number(self, number: int, sides: int) -> int:
        """Return the result of draw `number`, below `sides`. Does not count the draw."""
        for attempt in count():
            drawn = self._seeded.copy()
            drawn.update(b"%d/%d" % (number, attempt))
            word = int.from_bytes(drawn.digest(), "big")
            found = word % sides
            if word - found <= _WORD - sides:
                break
        return found


def _draw_labels(number: int, draws: int) -> Sequence[bytes]:
    """Return the hash labels of `draws` draws from `number` on, at their first attempt."""
    end = number + draws
    return _FIRST_LABELS[number:end] if end <= len(_FIRST_LABELS) else [b"%d/0" % one for one in range(number, end)]


@lru_cache(maxsize=16)
def _start_hash(seed: str) -> blake2b:
    """Return a hash that holds the seed. Callers copy the hash before they add to it."""
    return blake2b(f"{seed}/".encode(), digest_size=8)


class ScriptedChance:
    """Dice and shuffles that a test, a case file or a record dictates; faces count from 1."""

    def __init__(self, faces: Iterable[int] = (), decks: Iterable[Sequence[str]] = ()) -> None:
        """Take the faces of the dice and the orders of the shuffles, each in order of use."""
        self._faces = tuple(faces)
        self._decks = tuple(map(tuple, decks))
        self._rolled = self._shuffled = 0

    @property
    def draw_count(self) -> int:
        """Return the number of scripted dice and shuffles that have been used."""
        return self._rolled + self._shuffled

    @property
    def dice_left(self) -> tuple[int, ...]:
        """Return the dice that have not been used yet."""
        return self._faces[self._rolled :]

    @property
    def decks_left(self) -> tuple[tuple[str, ...], ...]:
        """Return the shuffles that have not been used yet."""
        return self._decks[self._shuffled :]

    def draw_below(self, sides: int) -> int:
        """Use the next scripted face and return it less one.

        Raises:
            ChanceExhausted: if no face is left or the die does not have that face.
        """
        if not self.dice_left:
            raise ChanceExhausted(f"the script of {len(self._faces)} dice ran out")
        face = self.dice_left[0]
        if not 1 <= face <= sides:
            raise ChanceExhausted(f"die {self._rolled + 1} of the script shows {face}, which a d{sides} cannot")
        self._rolled += 1
        return face - 1

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Use the next scripted order and return it. Cards that the script does not name follow in their old order.

        Raises:
            ChanceExhausted: if no order is left, or the script names a card twice or a card that is not there.
        """
        if not self.decks_left:
            raise ChanceExhausted(f"the script of {len(self._decks)} shuffles ran out")
        top = self.decks_left[0]
        strange = next((card for n, card in enumerate(top) if card not in cards or card in top[:n]), None)
        if strange is not None:
            raise ChanceExhausted(f"shuffle {self._shuffled + 1} of the script has '{strange}' where it cannot be")
        self._shuffled += 1
        return (*top, *(card for card in cards if card not in top))
