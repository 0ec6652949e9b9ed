"""Who chooses for a side when no person does, as each of them is written."""

from collections.abc import Iterator
from typing import Any, ClassVar, Generic, TypeVar

from tabletop.core.deeds import Order
from tabletop.core.facts import Fact
from tabletop.core.game import Game

S = TypeVar("S")


class Player(Generic[S]):
    """Plays one side of one match, on what this side knows.

    The same seed, facts and views lead to the same choices, in any process: so whoever goes on with a match that was
    left, or taken back, hears all that has happened and plays as if nothing had come between.

    Attributes:
        title: how it is called where players are chosen.
        about: what it is like, in a sentence.
        game: the rules.
        side: the id of its side.
        seed: of all that it does at random.
    """

    title: ClassVar[str]
    about: ClassVar[str]

    def __init__(self, game: Game[S], side: str, seed: str) -> None:
        self.game, self.side, self.seed = game, side, seed

    def observe(self, fact: Fact) -> None:
        """Something has happened, told as far as this side may know it; also of what it ordered itself."""

    def consider(self, view: S) -> Iterator[Order]:
        """Orders for its side, which is asked, each better than the one before; the last is chosen.

        Between two it may be stopped, and the better one of those so far is taken. At least one must come.
        """
        raise NotImplementedError


AnyPlayer = Player[Any]
"""A player of a game of whatever states."""
