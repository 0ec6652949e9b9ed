"""The dice tray: dice tumble, settle on the faces that were rolled, and line up with their words."""

import pygame

from tabletop.ui.boards.contract import Progress, Thrown
from tabletop.ui.screens.table.tumble import STEP, TUMBLE, Frame, Lying, tumbled
from tabletop.ui.text import Style, rendered, size_of, write
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.dice import face
from tabletop.ui.widgets.draw import rounded

LINE_UP = 120
QUEUE = 4
"""Throws that wait their turn; of more, the earlier ones are in the log alone."""
_SIDE, _LEAST = 42, 15
_GAP = 0.24
_WORDS = 132
_TITLE = Style("name", 17, INKS.cream)
_RESULT = Style("bold", 18, INKS.brass_light)
_NOTE = Style("body", 15, INKS.cream)
_HEAD = Style("body", 14, INKS.dim)
_WORD = Style("semibold", 14, INKS.brass_light)


class Tray(Widget):
    """Shows the last throw; before the first, how far the phase has come."""

    text_bearing = True

    def __init__(self, *, grow: float = 0) -> None:
        super().__init__("tray", grow=grow)
        self.thrown: Thrown | None = None
        self.progress: Progress | None = None
        self._waiting: list[Thrown] = []
        self._frames: tuple[Frame, ...] = ()
        self._age = 0
        self._still = False

    def throw(self, thrown: Thrown) -> None:
        """Let these dice roll, after those that roll already."""
        self._waiting = [*self._waiting[1 - QUEUE :], thrown]
        if not self.rolling:
            self._next()

    def settle(self) -> None:
        """Come to rest at once on the last throw."""
        if self._waiting:
            self.thrown = self._waiting[-1]
            self._waiting.clear()
        self._frames, self._age = (), TUMBLE + LINE_UP
        self.touch()

    def clear(self) -> None:
        """Take the dice up: a phase without a throw begins."""
        self.thrown = None
        self._waiting.clear()
        self.settle()

    @property
    def rolling(self) -> bool:
        """Whether dice are on their way."""
        return bool(self._frames) and self._age < TUMBLE + LINE_UP

    def still(self, reduced: bool) -> None:
        """Whether dice lie down at once, for players who want no motion."""
        self._still = reduced

    def tick(self, elapsed: int) -> bool:
        """Let them roll."""
        if not self.rolling:
            return False
        self._age += elapsed
        self.touch()
        if self._waiting and self._age >= TUMBLE + LINE_UP:
            self._next()
        return True

    def adopt(self, old: Widget) -> None:
        """The dice stay where they are when the bar is composed anew."""
        if isinstance(old, Tray):
            self.thrown, self._waiting, self._still = old.thrown, old._waiting, old._still
            self._frames, self._age = old._frames, old._age

    def measure(self, theme: Theme, width: int) -> Size:
        """Room for the words and a row of dice."""
        return theme.px(_WORDS + 200), theme.px(96)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Dice that roll start anew in a tray of another size."""
        if rect.size != self.rect.size and self.rolling and self.thrown:
            self._frames = self._roll(theme, rect, self.thrown)
        super().place(theme, rect)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Words at the left, dice at the right."""
        if self.thrown is None:
            self._paint_progress(surface, theme)
            return
        self._paint_words(surface, theme, self.thrown)
        for number, (pips, word) in enumerate(self.thrown.dice):
            self._paint_die(surface, theme, number, pips, word)

    # --- the throw

    def _next(self) -> None:
        self.thrown = self._waiting.pop(0)
        self._age = 0
        self._frames = self._roll(Theme(), self.rect, self.thrown) if self.rect.w and not self._still else ()
        if not self._frames:
            self._age = TUMBLE + LINE_UP
        self.touch()

    def _roll(self, theme: Theme, rect: pygame.Rect, thrown: Thrown) -> tuple[Frame, ...]:
        felt = self._felt(theme, rect)
        seed = "".join(str(pips) for pips, _ in thrown.dice) + thrown.title
        return tumbled(len(thrown.dice), self._side(felt, len(thrown.dice)), felt.size, seed)

    def _felt(self, theme: Theme, rect: pygame.Rect) -> pygame.Rect:
        words = min(theme.px(_WORDS), rect.w // 2) + theme.px(12)
        return pygame.Rect(rect.x + words, rect.y, rect.w - words, rect.h)

    def _side(self, felt: pygame.Rect, dice: int) -> int:
        return max(_LEAST, min(round(felt.h * 0.45), int(felt.w / max(1, dice) / (1 + _GAP))))

    def _row_place(self, felt: pygame.Rect, number: int, side: int) -> tuple[float, float]:
        return felt.x + side * (0.5 + number * (1 + _GAP)), felt.y + felt.h * 0.42

    def _lying(self, felt: pygame.Rect, number: int, side: int) -> tuple[float, float, float, float]:
        """Place, angle and spin of a die now."""
        x, y = self._row_place(felt, number, side)
        if not self.rolling:
            return x, y, 0.0, 0.0
        index = min(len(self._frames) - 1, int(self._age / 1000 / STEP))
        die: Lying = self._frames[index][number]
        share = max(0.0, (self._age - TUMBLE) / LINE_UP)
        angle = ((die.angle + 45) % 90) - 45 if share else die.angle
        return (
            felt.x + die.x + (x - felt.x - die.x) * share,
            felt.y + die.y + (y - felt.y - die.y) * share,
            angle * (1 - share),
            die.spin,
        )

    # --- painting

    def _paint_die(self, surface: pygame.Surface, theme: Theme, number: int, pips: int, word: str) -> None:
        felt = self._felt(theme, self.rect)
        side = self._side(felt, len(self.thrown.dice) if self.thrown else 1)
        x, y, angle, spin = self._lying(felt, number, side)
        rolling = self.rolling and self._age < TUMBLE
        shown = (pips + self._age // 60 + number) % 6 + 1 if rolling and spin > 2 else pips
        picture = face(shown, side, rolling or bool(word))
        if angle:
            picture = pygame.transform.rotozoom(picture, -angle, 1)
        surface.blit(picture, picture.get_rect(center=(round(x), round(y))))
        if word and not self.rolling and size_of(word, _WORD, theme.scale)[0] <= side * (1 + _GAP) + theme.px(4):
            label = rendered(word, _WORD, theme.scale)
            surface.blit(label, label.get_rect(midtop=(round(x), round(y + side * 0.62))))

    def _paint_words(self, surface: pygame.Surface, theme: Theme, thrown: Thrown) -> None:
        left, top = self.rect.topleft
        room = self._felt(theme, self.rect).x - left - theme.px(6)
        result = "" if self.rolling else thrown.result
        for text, style in ((thrown.title, _TITLE), (result, _RESULT), ("" if self.rolling else thrown.note, _NOTE)):
            if text:
                write(surface, theme, elided(text, style, theme.scale, room), style, (left, top))
            top += size_of(text or " ", style, theme.scale)[1] + theme.px(2)

    def _paint_progress(self, surface: pygame.Surface, theme: Theme) -> None:
        if self.progress is None:
            return
        left, top = self.rect.topleft
        for text, style in ((self.progress.title, _HEAD), (self.progress.words, _RESULT)):
            write(surface, theme, elided(text, style, theme.scale, self.rect.w), style, (left, top))
            top += size_of(text, style, theme.scale)[1] + theme.px(4)
        bar = pygame.Rect(left, top + theme.px(4), min(self.rect.w, theme.px(340)), theme.px(10))
        surface.blit(rounded(bar.size, theme.px(3), INKS.bar_2), bar)
        filled = pygame.Rect(bar.x, bar.y, round(bar.w * self.progress.share), bar.h)
        if filled.w:
            surface.blit(rounded(filled.size, theme.px(3), INKS.brass_light), filled)


def elided(text: str, style: Style, scale: int, room: int) -> str:
    """As much of a line as fits, with an ellipsis where it was cut."""
    if size_of(text, style, scale)[0] <= room:
        return text
    cut = len(text)
    while cut > 1 and size_of(text[:cut].rstrip() + "…", style, scale)[0] > room:
        cut -= 1
    return text[:cut].rstrip() + "…"
