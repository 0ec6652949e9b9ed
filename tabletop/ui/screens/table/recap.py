"""The recap: what happened while a side looked away, as the side may know it."""

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
"""Most sentences; the log has all."""
TITLE = "While you were away"
TIME = 15000
"""Milliseconds for which the recap stays."""
TAKEN_BACK = 2
"""Weight of an undo, see `contract.RecapEntry`."""
OVER = (8, 5)
"""How far the recap reaches over the edges of the last lines of the log, design pixels."""
INSET, PAD = 24, 3
"""Distances of the words from the left and the upper edge, design pixels."""


@dataclass(frozen=True)
class _RecapLine:
    """A sentence and its weight."""

    text: str
    weight: int


class Recap(Toast):
    """The message of a recap. It hides only the last lines of the log, so that table and hand stay free."""

    def __init__(self, said: Sequence[_RecapLine], log: Callable[[], pygame.Rect]) -> None:
        """Create the recap; `log` returns the rectangle of the last lines of the log."""
        super().__init__(TITLE, "\n".join(_choose_lines(said, TOLD)))
        self.left = TIME
        self._said, self._log = said, log

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of the part that it hides."""
        return self._covered_rect(theme).size

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the recap over the last lines of the log."""
        super().place(theme, self._covered_rect(theme))

    def _covered_rect(self, theme: Theme) -> pygame.Rect:
        return self._log().inflate(2 * theme.px(OVER[0]), 2 * theme.px(OVER[1]))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw an opaque dark box with as many sentences as fit."""
        surface.blit(boxed(self.rect.size, theme.px(3), INKS.tooltip, INKS.bar_rule, theme.px(1), 255), self.rect)
        surface.fill(INKS.brass, (self.rect.x, self.rect.y, theme.px(6), self.rect.h))
        write_block(
            surface, theme, self.build_text(theme), (self.rect.x + theme.px(INSET), self.rect.y + theme.px(PAD))
        )

    def build_text(self, theme: Theme) -> Block:
        """Return the sentences line by line, or run together with the lightest left out if there is little room."""
        width, height = self.rect.w - 2 * theme.px(INSET), self.rect.h - 2 * theme.px(PAD)
        blocks = [flowed(runs, width, theme.scale) for runs in self._list_forms()]
        return next((block for block in blocks if block.height <= height), blocks[-1])

    def _list_forms(self) -> Iterator[tuple[Run, ...]]:
        yield Run(self.title, TIP_TITLE), Run(f"\n{self.body}", TIP_BODY)
        for most in range(TOLD, 0, -1):
            yield Run(f"{self.title}: ", TIP_TITLE), Run(" ".join(_choose_lines(self._said, most)), TIP_BODY)


class Recaps:
    """The place in the match up to which each side has looked."""

    def __init__(self, match: Match, table: GameTable) -> None:
        """Create the places. In a continued match each side has seen all before its last command."""
        self._match, self._table = match, table
        ordered = {
            move.command.side: number
            for number, (entry, move) in enumerate(match.trace)
            if isinstance(entry, CommandEntry)
        }
        self._seen = {side: match.timeline(number) for side, number in ordered.items()}

    def look_away(self, side: str) -> None:
        """Note that a side looks away; it has not seen the result of its last command."""
        self._seen[side] = self._match.timeline(max(0, len(self._match.trace) - 1))

    def build_recap(self, side: str, log: Callable[[], pygame.Rect]) -> Recap | None:
        """Return what came since the side looked away, or None if nothing did.

        Args:
           side: the side that looks now.
           log: returns the rectangle of the last lines of the log.
        """
        since = self._seen.setdefault(side, self._match.timeline())
        said = _drop_sealed([one for entry, move in since.advance() for one in self._list_lines(entry, move, side)])
        return Recap(said, log) if said else None

    def _list_lines(self, entry: Entry, move: Move, side: str) -> Iterator[_RecapLine]:
        """Yield the sentences of an entry of the record for a side; none for an undone command."""
        if not isinstance(entry, CommandEntry):
            done = "Undone" if isinstance(entry, UndoEntry) else "Redone"
            if move.command.side != side:
                words = (self._match.game.describe(view, seen) for view, seen in self._match.view_events(move, side))
                yield _RecapLine(f"{done}: {next(filter(None, words), 'an order.')}", TAKEN_BACK)
        elif any(move is one for one in self._match.moves):
            yield from self._list_event_lines(move, side)

    def _list_event_lines(self, move: Move, side: str) -> Iterator[_RecapLine]:
        for view, seen in self._match.view_events(move, side):
            retold = self._table.recap_event(seen, side)
            text = self._match.game.describe(view, retold.event) if retold else ""
            if retold and text:
                yield _RecapLine(text, retold.weight)


def _drop_sealed(said: Sequence[_RecapLine]) -> list[_RecapLine]:
    """Return the lines without sealed choices that later lines reveal."""
    return [one for number, one in enumerate(said) if one.weight > 1 or all(two.weight == 1 for two in said[number:])]


def _choose_lines(said: Sequence[_RecapLine], most: int) -> list[str]:
    """Return the `most` weightiest sentences in order, and the number of those left out."""
    kept = sorted(range(len(said)), key=lambda number: (-said[number].weight, -number))[:most]
    left_out = len(said) - len(kept)
    after = [f"{left_out} more in the log …"] if left_out > 0 else []
    return [*(said[number].text for number in sorted(kept)), *after]
