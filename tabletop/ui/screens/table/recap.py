"""What happened while a side looked away, in the words of its own view."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from tabletop.core.course import Move
from tabletop.core.match import Match
from tabletop.core.record import Entry, Made, TakenBack
from tabletop.ui.boards.contract import GameTable
from tabletop.ui.boards.room import HINTS
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.overlay import Toast

TOLD = 6
"""Sentences at most; the log has all."""
WIDTH, SIDE = 660, 16
"""Width of the words at most, and how far they stand from the edge of the window, design pixels."""
TIME = 15000
"""Milliseconds for which they stay if nothing is done."""
TAKEN_BACK = 2
"""How much it matters that something was taken back, see `contract.Retold`."""


class Recap(Toast):
    """What a side is told; it lies where the last lines of the log are, so that the table and the hand stay free."""

    width = WIDTH

    def __init__(self, sentences: Sequence[str], window: tuple[int, int]) -> None:
        super().__init__("While you looked away", "\n".join(sentences))
        self.left = TIME
        self._window = window

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """In the lower left corner, over the line of keys."""
        low = pygame.Rect(rect)
        low.bottomleft = (theme.px(SIDE), self._window[1] - theme.px(HINTS))
        super().place(theme, low.clamp(pygame.Rect((0, 0), self._window)))


@dataclass(frozen=True)
class _Said:
    """A sentence, and how much it matters."""

    text: str
    weight: int


class Recaps:
    """Remembers for each side how much of the match it has seen."""

    def __init__(self, match: Match, table: GameTable) -> None:
        """Of a match that went on before, each side has seen all before its last order."""
        self._match, self._table = match, table
        self._seen: dict[str, int] = {
            move.command.side: number for number, (entry, move) in enumerate(match.trace) if isinstance(entry, Made)
        }

    def away(self, side: str) -> None:
        """A side looks away; it has seen all before its last order, but not what that led to."""
        self._seen[side] = len(self._match.trace) - 1

    def told(self, side: str, window: tuple[int, int]) -> Recap | None:
        """What came since the side looked away, from the beginning if it never looked, or None if nothing did."""
        since = self._match.trace[self._seen.get(side, 0) :]
        self._seen[side] = len(self._match.trace)
        said = _weighed([one for entry, move in since for one in self._of(entry, move, side)])
        return Recap(said, window) if said else None

    def _of(self, entry: Entry, move: Move, side: str) -> Iterator[_Said]:
        """What an entry of the record says to a side; nothing of a deed that was taken back since."""
        if not isinstance(entry, Made):
            done = "Taken back" if isinstance(entry, TakenBack) else "Done again"
            if move.command.side != side:
                words = (self._match.game.narrate(view, seen) for view, seen in self._match.told(move, side))
                yield _Said(f"{done}: {next(filter(None, words), 'an order.')}", TAKEN_BACK)
        elif any(move is one for one in self._match.moves):
            yield from self._facts(move, side)

    def _facts(self, move: Move, side: str) -> Iterator[_Said]:
        for view, seen in self._match.told(move, side):
            retold = self._table.retold(seen, side)
            text = self._match.game.narrate(view, retold.event) if retold else ""
            if retold and text:
                yield _Said(text, retold.weight)


def _weighed(said: Sequence[_Said]) -> list[str]:
    """In order; those that matter least are left out where they are too many, or where more was known later."""
    worth = [one for number, one in enumerate(said) if one.weight > 1 or all(two.weight == 1 for two in said[number:])]
    kept = sorted(range(len(worth)), key=lambda number: -worth[number].weight)[:TOLD]
    left_out = len(worth) - len(kept)
    after = [f"{left_out} more in the log …"] if left_out > 0 else []
    return [*(worth[number].text for number in sorted(kept)), *after]
