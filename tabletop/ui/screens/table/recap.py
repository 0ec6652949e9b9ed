"""What happened while a side looked away, in the words of its own view."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from tabletop.core.match import Match
from tabletop.core.match_history import Move
from tabletop.core.record import CommandEntry, Entry, UndoEntry
from tabletop.ui.boards.contract import GameTable
from tabletop.ui.text import TIP_BODY, TIP_TITLE, Block, Run, flowed, write_block
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size
from tabletop.ui.widgets.draw import boxed
from tabletop.ui.widgets.overlay import Toast

TOLD = 6
"""Sentences at most; the log has all."""
TITLE = "While you were away"
TIME = 15000
"""Milliseconds for which they stay if nothing is done."""
TAKEN_BACK = 2
"""How much it matters that something was taken back, see `contract.Retold`."""
OVER = (8, 5)
"""How far it reaches over the edges of the last lines of the log, so that nothing of them is seen; design pixels."""
INSET, PAD = 24, 3
"""From its left edge, and from its upper one, to the words; design pixels."""


@dataclass(frozen=True)
class _Said:
    """A sentence, and how much it matters."""

    text: str
    weight: int


class Recap(Toast):
    """What a side is told; it hides the last lines of the log, and no more, so that table and hand stay free."""

    def __init__(self, said: Sequence[_Said], log: Callable[[], pygame.Rect]) -> None:
        """`log` tells where the last lines of the log lie."""
        super().__init__(TITLE, "\n".join(_most(said, TOLD)))
        self.left = TIME
        self._said, self._log = said, log

    def measure(self, theme: Theme, width: int) -> Size:
        """As large as what it hides."""
        return self._lies(theme).size

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Over the last lines of the log, wherever there is room."""
        super().place(theme, self._lies(theme))

    def _lies(self, theme: Theme) -> pygame.Rect:
        return self._log().inflate(2 * theme.px(OVER[0]), 2 * theme.px(OVER[1]))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A dark box that lets nothing through, and as many sentences as it holds."""
        surface.blit(boxed(self.rect.size, theme.px(3), INKS.tooltip, INKS.bar_rule, theme.px(1), 255), self.rect)
        surface.fill(INKS.brass, (self.rect.x, self.rect.y, theme.px(6), self.rect.h))
        write_block(surface, theme, self.told(theme), (self.rect.x + theme.px(INSET), self.rect.y + theme.px(PAD)))

    def told(self, theme: Theme) -> Block:
        """Line by line where there is room; else one after the other, and those that matter least are left out."""
        width, height = self.rect.w - 2 * theme.px(INSET), self.rect.h - 2 * theme.px(PAD)
        blocks = [flowed(runs, width, theme.scale) for runs in self._forms()]
        return next((block for block in blocks if block.height <= height), blocks[-1])

    def _forms(self) -> Iterator[tuple[Run, ...]]:
        yield Run(self.title, TIP_TITLE), Run(f"\n{self.body}", TIP_BODY)
        for most in range(TOLD, 0, -1):
            yield Run(f"{self.title}: ", TIP_TITLE), Run(" ".join(_most(self._said, most)), TIP_BODY)


class Recaps:
    """Remembers for each side up to where it has seen the match."""

    def __init__(self, match: Match, table: GameTable) -> None:
        """Of a match that went on before, each side has seen all before its last order."""
        self._match, self._table = match, table
        ordered = {
            move.command.side: number
            for number, (entry, move) in enumerate(match.trace)
            if isinstance(entry, CommandEntry)
        }
        self._seen = {side: match.timeline(number) for side, number in ordered.items()}

    def away(self, side: str) -> None:
        """A side looks away; it has seen all before its last order, but not what that led to."""
        self._seen[side] = self._match.timeline(max(0, len(self._match.trace) - 1))

    def told(self, side: str, log: Callable[[], pygame.Rect]) -> Recap | None:
        """What came since the side looked away, from the beginning if it never looked, or None if nothing did.

        Args:
            side: who looks now.
            log: tells where the last lines of the log lie, over which it is told.
        """
        since = self._seen.setdefault(side, self._match.timeline())
        said = _worth([one for entry, move in since.advance() for one in self._of(entry, move, side)])
        return Recap(said, log) if said else None

    def _of(self, entry: Entry, move: Move, side: str) -> Iterator[_Said]:
        """What an entry of the record says to a side; nothing of a command handler that was taken back since."""
        if not isinstance(entry, CommandEntry):
            done = "Undone" if isinstance(entry, UndoEntry) else "Redone"
            if move.command.side != side:
                words = (self._match.game.describe(view, seen) for view, seen in self._match.view_events(move, side))
                yield _Said(f"{done}: {next(filter(None, words), 'an order.')}", TAKEN_BACK)
        elif any(move is one for one in self._match.moves):
            yield from self._facts(move, side)

    def _facts(self, move: Move, side: str) -> Iterator[_Said]:
        for view, seen in self._match.view_events(move, side):
            retold = self._table.recap_event(seen, side)
            text = self._match.game.describe(view, retold.event) if retold else ""
            if retold and text:
                yield _Said(text, retold.weight)


def _worth(said: Sequence[_Said]) -> list[_Said]:
    """Without what is sealed where more was known later."""
    return [one for number, one in enumerate(said) if one.weight > 1 or all(two.weight == 1 for two in said[number:])]


def _most(said: Sequence[_Said], most: int) -> list[str]:
    """So many in order; those that matter least are left out, the oldest first, and counted."""
    kept = sorted(range(len(said)), key=lambda number: (-said[number].weight, -number))[:most]
    left_out = len(said) - len(kept)
    after = [f"{left_out} more in the log …"] if left_out > 0 else []
    return [*(said[number].text for number in sorted(kept)), *after]
