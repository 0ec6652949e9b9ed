"""The widgets of numbers: the troops of a side as a track, and the force of a meld as it adds up."""

import pygame
from typing_extensions import override

from tabletop.games.volley.model import Side
from tabletop.ui.boards.cards.emblems import medallion
from tabletop.ui.boards.volley.pictures import COLOURS, badge
from tabletop.ui.text import Style, rendered, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import boxed, rounded

BAR, TICK = 20, 10
"""Height of a track in design pixels, and troops between two marks on it."""
SUM, HIGHEST = 132, 250
TURN = "to play"
_COUNT = Style("number", 19, INKS.cream)
_OF, _MOVES = Style("body", 15, INKS.mist), Style("bold", 15, INKS.brass_light)
_HEAD, _PARTS = Style("title", 19, INKS.ink), Style("semibold", 15, INKS.muted)
_NUMBERS = (78, 64, 52, 42, 34)
"""Font sizes of the total, largest first."""


class Troops(Widget):
    """The badge of a side and its number of troops over a bar. Troops that an attack threatens are hatched.

    The name of the side stands in the tooltip and beside its hand.
    """

    interactive = True

    def __init__(
        self,
        side: Side,
        name: str,
        troops_left: int,
        troops_at_start: int,
        *,
        threatened_troops: int = 0,
        is_to_move: bool = False,
    ) -> None:
        told = f"{troops_left} of {troops_at_start} troops" + (
            f", {threatened_troops} of them under attack" if threatened_troops else ""
        )
        super().__init__(f"troops.{side}", tip=Tip(name, told), grow=1)
        self.side, self.name, self.troops_left, self.troops_at_start = side, name, troops_left, troops_at_start
        self.threatened_troops, self.is_to_move = min(threatened_troops, troops_left), is_to_move

    @property
    def text(self) -> str:
        """Return everything that the widget says, for tests and readers."""
        turn = f", {TURN}" if self.is_to_move else ""
        return f"{self.name}: {self.troops_left} of {self.troops_at_start} troops{turn}"

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        return width, theme.px(BAR + 4) + size_of(str(self.troops_left), _COUNT, theme.scale)[1]

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the line of words, then the bar."""
        high = self.rect.h - theme.px(BAR + 4)
        line = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, high)
        self._paint_words(surface, theme, line)
        self._paint_bar(surface, theme, pygame.Rect(self.rect.x, line.bottom, self.rect.w, theme.px(BAR)))

    def _paint_words(self, surface: pygame.Surface, theme: Theme, line: pygame.Rect) -> None:
        sign = badge(self.side)(theme.px(18))
        surface.blit(sign, sign.get_rect(midleft=line.midleft))
        left = line.x + theme.px(25)
        number, of = (rendered(words, style, theme.scale) for words, style in self._numbers())
        right = line.right - of.get_width()
        room = right - number.get_width() - left
        turn = size_of(TURN, _MOVES, theme.scale)[0] + theme.px(12)
        if self.is_to_move and turn <= room:
            told = rendered(TURN, _MOVES, theme.scale)
            surface.blit(told, told.get_rect(midleft=(left, line.centery)))
        surface.blit(of, of.get_rect(midleft=(right, line.centery)))
        surface.blit(number, number.get_rect(midright=(right, line.centery)))

    def _numbers(self) -> tuple[tuple[str, Style], tuple[str, Style]]:
        long = self.rect.w > 260
        return (str(self.troops_left), _COUNT), (
            f" of {self.troops_at_start} troops" if long else f" of {self.troops_at_start}",
            _OF,
        )

    def _paint_bar(self, surface: pygame.Surface, theme: Theme, bar: pygame.Rect) -> None:
        rim = INKS.brass_light if self.is_to_move else INKS.bar_edge
        surface.blit(boxed(bar.size, theme.px(4), INKS.bar, rim, theme.px(1.5)), bar)
        inner = bar.inflate(-2 * theme.px(2.5), -2 * theme.px(2.5))
        filled = round(inner.w * self.troops_left / self.troops_at_start)
        surface.blit(rounded(inner.size, theme.px(2), COLOURS[self.side]), inner, (0, 0, filled, inner.h))
        lost = round(inner.w * self.threatened_troops / self.troops_at_start)
        self._hatch(surface, theme, pygame.Rect(inner.x + filled - lost, inner.y, lost, inner.h))
        for troops in range(TICK, self.troops_at_start, TICK):
            at = inner.x + round(inner.w * troops / self.troops_at_start)
            high = inner.h if troops % (5 * TICK) == 0 else inner.h // 3
            surface.fill(INKS.bar, (at, inner.bottom - high, max(1, theme.px(1)), high))

    def _hatch(self, surface: pygame.Surface, theme: Theme, part: pygame.Rect) -> None:
        """Draw slanting lines over `part` of the bar, for troops under attack."""
        if part.w < 1:
            return
        before = surface.get_clip()
        surface.set_clip(before.clip(part))
        surface.fill(INKS.plate, part)
        for left in range(part.x - part.h, part.right, theme.px(7)):
            ends = (left, part.bottom), (left + part.h, part.y)
            pygame.draw.line(surface, INKS.brass_light, *ends, max(1, theme.px(2)))
        surface.set_clip(before)


class Force(Widget):
    """A sheet of paper with the force of a meld: the total and its summands."""

    interactive = True

    def __init__(self, forces: tuple[int, ...], *, word: str = "") -> None:
        super().__init__("force")
        self.forces, self.total, self.word = forces, sum(forces), word
        total = f"{' + '.join(map(str, forces))} = {self.total}" if len(forces) > 1 else str(self.total)
        self.tip, self.text = (
            Tip("Force", f"{total}\nIt causes this many casualties."),
            f"Force {total} {word}".rstrip(),
        )

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        return theme.px(SUM), theme.px(64)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw heading, total and summands. In a low rectangle only the total is drawn."""
        paper = pygame.Rect(0, 0, self.rect.w, min(self.rect.h, theme.px(HIGHEST)))
        paper.center = self.rect.center
        surface.fill(INKS.paper, paper)
        edge = theme.px(1.5)
        for left in (paper.x, paper.right - edge):
            surface.fill(INKS.bar_rule, (left, paper.y, edge, paper.h))
        said = (("Force", _HEAD), (self._foot_words(theme), _PARTS))
        room = min(self.rect.h, theme.px(HIGHEST)) - theme.px(12)
        words = [rendered(line, style, theme.scale) for line, style in said if line]
        least = theme.px(_NUMBERS[-1])
        while words and room - sum(line.get_height() for line in words) < least:
            words.pop()
        free = room - sum(line.get_height() for line in words)
        side = min(theme.px(_NUMBERS[0]), free, self.rect.w - theme.px(16))
        self._stack(surface, theme, [*words[:1], medallion(str(self.total), max(8, side), True), *words[1:]])

    def _stack(self, surface: pygame.Surface, theme: Theme, pictures: list[pygame.Surface]) -> None:
        high = sum(picture.get_height() for picture in pictures)
        gap = min(theme.px(8), max(0, (self.rect.h - high) // (len(pictures) + 1)))
        top = self.rect.y + (self.rect.h - high - gap * (len(pictures) - 1)) // 2
        for picture in pictures:
            surface.blit(picture, picture.get_rect(midtop=(self.rect.centerx, top)))
            top += picture.get_height() + gap

    def _foot_words(self, theme: Theme) -> str:
        forms = (self.word or " + ".join(map(str, self.forces)), "")
        room = self.rect.w - theme.px(12)
        return next(form for form in forms if size_of(form, _PARTS, theme.scale)[0] <= room)
