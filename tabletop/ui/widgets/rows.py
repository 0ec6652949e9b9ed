"""A list of which only the rows in sight are drawn, so sixty ships cost no more than twenty."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from tabletop.ui.input import Input
from tabletop.ui.text import LABEL, NAME, SMALL, Style, elided, rendered, size_of
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import CONSUMED, Action, Size, Tip, Widget
from tabletop.ui.widgets.draw import draw_focus, rounded
from tabletop.ui.widgets.icons import icon
from tabletop.ui.widgets.marks import ON_INK, ON_PAPER, draw_bar

ROW = 28
SIGN = 18
BAR = (54, 8)
TRACK = 10
SHORTEST = 90
"""A name that is longer than its row is shortened to no less than this; the tooltip has it in full."""


@dataclass(frozen=True)
class Entry:
    """One row. A heading cannot be chosen but folds; `bar` is (share, sinking share, red at or under).

    `pencilled` is the part of the bar that is lost as soon as it is inked. `sign` draws a badge at so many
    pixels, alpha multiplied in, as `ui.assets.icon` gives it.
    """

    id: str
    text: str
    aside: str = ""
    sign: Callable[[int], pygame.Surface] | None = None
    bar: tuple[float, float, float] | None = None
    acted: bool = False
    struck: bool = False
    heading: bool = False
    tip: Tip | None = None
    folded: bool = False
    pencilled: float = 0.0


class Rows(Widget):
    """Choose one: reports ``Action(id, entry id)``; a second click, or Enter, reports ``Action(id + ".open", …)``."""

    focusable = True
    interactive = True
    text_bearing = True

    def __init__(
        self, ident: str, entries: Sequence[Entry], *, chosen: str = "", visible: int = 0, style: Style = NAME,
        row: float = ROW, grow: float = 1,
    ) -> None:  # fmt: skip
        super().__init__(ident, grow=grow)
        self.entries = tuple(entries)
        self.chosen = chosen
        self.under = ""
        self.rows_wanted = visible
        self.style = style
        self.row = row
        self.offset = 0
        self._theme = Theme()
        self._stale: list[pygame.Rect] = []

    def fill(self, entries: Sequence[Entry], chosen: str) -> None:
        """Other rows, keeping the place."""
        if (tuple(entries), chosen) != (self.entries, self.chosen):
            self.entries, self.chosen = tuple(entries), chosen
            self.offset = max(0, min(self.offset, self._most()))
            self.touch()

    # --- layout

    def _width(self, theme: Theme, entry: Entry) -> int:
        return self._beside(theme, entry) + size_of(entry.text, self._style(entry), theme.scale)[0]

    def _beside(self, theme: Theme, entry: Entry) -> int:
        """What a row needs besides its text."""
        aside = size_of(entry.aside, SMALL, theme.scale)[0] + theme.px(10) if entry.aside else 0
        bar = theme.px(BAR[0] + 10) if entry.bar else 0
        mark = theme.px(22) if entry.acted else 0
        sign = theme.px(SIGN + 8) if entry.sign or entry.heading else 0
        return 2 * theme.px(8) + sign + mark + aside + bar

    def _shortened(self, theme: Theme, entry: Entry, width: int) -> str:
        return elided(entry.text, self._style(entry), width - self._beside(theme, entry), theme.scale)

    def _style(self, entry: Entry) -> Style:
        return Style("title", 18) if entry.heading else self.style

    def measure(self, theme: Theme, width: int) -> Size:
        """As wide as the widest row."""
        wide = max((self._width(theme, entry) for entry in self.entries), default=0)
        return wide + theme.px(TRACK), theme.px(self.row) * min(
            len(self.entries), self.rows_wanted or len(self.entries)
        )

    def needs(self, theme: Theme) -> Size:
        """What stands beside a shortened name, and one row's height: the rest scrolls."""
        least = theme.px(SHORTEST)
        rows = ((entry, size_of(entry.text, self._style(entry), theme.scale)[0]) for entry in self.entries)
        wide = max((self._beside(theme, entry) + min(least, text) for entry, text in rows), default=0)
        return wide + theme.px(TRACK), theme.px(self.row)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Keep the offset within bounds."""
        super().place(theme, rect)
        self._theme = theme
        self.offset = max(0, min(self.offset, self._most()))

    def _most(self) -> int:
        return max(0, len(self.entries) * self._theme.px(self.row) - self.rect.h)

    def row_rect(self, number: int) -> pygame.Rect:
        """Where a row is."""
        high = self._theme.px(self.row)
        width = self.rect.w - (self._theme.px(TRACK) if self._most() else 0)
        return pygame.Rect(self.rect.x, self.rect.y + number * high - self.offset, width, high)

    def entry_at(self, pos: tuple[int, int]) -> Entry | None:
        """The row under a point."""
        number = (pos[1] - self.rect.y + self.offset) // max(1, self._theme.px(self.row))
        inside = self.rect.collidepoint(pos) and 0 <= number < len(self.entries)
        return self.entries[number] if inside else None

    def reveal(self, entry_id: str) -> None:
        """Scroll so that a row is in sight."""
        for number, entry in enumerate(self.entries):
            if entry.id == entry_id:
                high = self._theme.px(self.row)
                wanted = max(number * high + high - self.rect.h, min(self.offset, number * high))
                self.offset = max(0, min(wanted, self._most()))
                self.touch()

    # --- painting

    def damage(self, theme: Theme, clip: pygame.Rect) -> list[pygame.Rect]:
        """All of it, or the rows that the pointer came to and left."""
        stale, self._stale = self._stale, []
        return super().damage(theme, clip) if self.dirty else [row.clip(self.rect).clip(clip) for row in stale]

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The rows in sight, and the bar if there are more."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        before = surface.get_clip()
        surface.set_clip(before.clip(self.rect))
        high = theme.px(self.row)
        clip = surface.get_clip()
        for number in range(self.offset // high, min(len(self.entries), (self.offset + self.rect.h) // high + 1)):
            if clip.colliderect(self.row_rect(number)):
                self.paint_row(surface, theme, self.entries[number], self.row_rect(number))
        if self._most():
            length = max(theme.px(24), self.rect.h * self.rect.h // (len(self.entries) * high))
            top = self.rect.y + (self.rect.h - length) * self.offset // self._most()
            surface.blit(rounded((theme.px(4), length), theme.px(2), INKS.foot), (self.rect.right - theme.px(4), top))
        surface.set_clip(before)

    def _ink(self, entry: Entry) -> Colour:
        if entry.id == self.chosen:
            return INKS.cream
        return INKS.muted if entry.acted or entry.struck else INKS.ink

    def paint_row(self, surface: pygame.Surface, theme: Theme, entry: Entry, rect: pygame.Rect) -> None:
        """One row in its state."""
        ink = self._ink(entry)
        self._paint_ground(surface, theme, entry, rect)
        left = rect.x + theme.px(8)
        if entry.sign or entry.heading:
            sign = (
                entry.sign(theme.px(SIGN))
                if entry.sign
                else icon("right" if entry.folded else "down", theme.px(14), ink)
            )
            flag = pygame.BLEND_PREMULTIPLIED if entry.sign else 0
            surface.blit(sign, sign.get_rect(midleft=(left, rect.centery)), special_flags=flag)
            left += theme.px(SIGN + 8)
        text = rendered(self._shortened(theme, entry, rect.w), self._style(entry).tinted(ink), theme.scale)
        surface.blit(text, text.get_rect(midleft=(left, rect.centery)))
        if entry.struck:
            surface.fill(ink, (left, rect.centery + theme.px(1), text.get_width(), theme.px(1)))
        if entry.acted:
            surface.blit(
                icon("tick", theme.px(14), INKS.brass_dark),
                (left + text.get_width() + theme.px(8), rect.centery - theme.px(7)),
            )
        self._paint_right(surface, theme, entry, rect)

    def _paint_ground(self, surface: pygame.Surface, theme: Theme, entry: Entry, rect: pygame.Rect) -> None:
        if entry.id == self.chosen:
            surface.fill(INKS.ink, rect)
            surface.fill(INKS.brass, (rect.x, rect.y, theme.px(4), rect.h))
        elif entry.id == self.under and not entry.heading:
            surface.fill(INKS.paper_2, rect)
        elif entry.heading:
            surface.fill(INKS.rule, (rect.x, rect.bottom - theme.px(1), rect.w, theme.px(1)))

    def _paint_right(self, surface: pygame.Surface, theme: Theme, entry: Entry, rect: pygame.Rect) -> None:
        right = rect.right - theme.px(8)
        if entry.bar:
            bar = pygame.Rect(0, 0, theme.px(BAR[0]), theme.px(BAR[1]))
            bar.midright = (right, rect.centery)
            inks = ON_INK if entry.id == self.chosen else ON_PAPER
            draw_bar(surface, theme, bar, *entry.bar, pencilled=entry.pencilled, inks=inks)
            right = bar.x - theme.px(10)
        if entry.aside:
            style = LABEL.at(14) if entry.heading else SMALL
            ink = INKS.mist if entry.id == self.chosen else INKS.muted
            aside = rendered(entry.aside, style.tinted(ink), theme.scale)
            surface.blit(aside, aside.get_rect(midright=(right, rect.centery)))

    # --- input

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """Pointer, wheel and arrows."""
        answers: dict[str, Callable[[Input], Action | None]] = {
            "moved": self._moved, "left": self._moved, "pressed": self._pressed, "wheel": self._wheel, "key": self._key,
        }  # fmt: skip
        answer = answers.get(given.kind)
        return answer(given) if answer else None

    def _moved(self, given: Input) -> Action | None:
        entry = self.entry_at(given.pos)
        under = entry.id if entry else ""
        if under == self.under:
            return None
        self._stale += [self.row_rect(n) for n, one in enumerate(self.entries) if one.id in (self.under, under)]
        Widget.changes += 1
        self.under = under
        self.tip = self._tip(entry) if entry else None
        return Action(f"{self.id}.under", under)

    def _tip(self, entry: Entry) -> Tip | None:
        whole = self._shortened(self._theme, entry, self.row_rect(0).w) == entry.text
        return entry.tip if whole or entry.tip else Tip(entry.text)

    def _pressed(self, given: Input) -> Action | None:
        entry = self.entry_at(given.pos)
        if entry is None or given.button != "left":
            return None
        if entry.heading:
            return Action(f"{self.id}.fold", entry.id)
        return self._choose(entry.id) if given.clicks == 1 else Action(f"{self.id}.open", entry.id)

    def _choose(self, entry_id: str) -> Action:
        self.chosen = entry_id
        self.touch()
        return Action(self.id, entry_id)

    def _wheel(self, given: Input) -> Action | None:
        before = self.offset
        self.offset = max(0, min(self.offset - given.steps * 2 * self._theme.px(self.row), self._most()))
        self.touch()
        return CONSUMED if self.offset != before else None

    def _key(self, given: Input) -> Action | None:
        steps = {
            "Up": -1,
            "Down": 1,
            "Page up": -10,
            "Page down": 10,
            "Home": -len(self.entries),
            "End": len(self.entries),
        }
        if given.key == "Enter" and self.chosen:
            return Action(f"{self.id}.open", self.chosen)
        if given.key in ("Left", "Right") and (heading := self._heading()):
            return Action(f"{self.id}.{'fold' if given.key == 'Left' else 'unfold'}", heading)
        ids = [entry.id for entry in self.entries if not entry.heading]
        if given.key not in steps or not ids:
            return None
        here = ids.index(self.chosen) if self.chosen in ids else -1
        wanted = ids[max(0, min(len(ids) - 1, here + steps[given.key]))]
        self.reveal(wanted)
        return self._choose(wanted)

    def _heading(self) -> str:
        """The heading over the chosen row; the first one if that row is folded away."""
        over = ""
        for entry in self.entries:
            over = entry.id if entry.heading else over
            if entry.id == self.chosen:
                return over
        return next((entry.id for entry in self.entries if entry.heading), "")

    def adopt(self, old: Widget) -> None:
        """Keep the place in the list."""
        self.offset = int(_of(old, "offset", 0))


def _of(widget: Widget, name: str, default: Any) -> Any:
    return getattr(widget, name, default)
