"""A list of which only the rows in sight are drawn, so sixty ships cost no more than twenty."""

from collections.abc import Callable, Iterator, Sequence

import pygame

from tabletop.ui.input import Input
from tabletop.ui.text import NAME, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets import list_entry
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import draw_focus, rounded
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.report import CONSUMED, Chosen, Folded, Gathered, Report, RowAdded, RowOpened, RowPointed

ROW = 28
TRACK = 10
"""Width of what the bar at the right takes, design pixels."""


class ListBox(Widget):
    """Choose one: it is reported as `Chosen`, after a second click or Enter as `RowOpened`.

    Where several can be chosen, a click with Shift reports `RowAdded`, and the chosen one stays; one on the words of a
    heading that gathers `Gathered`, while its arrow, or any click on another heading, reports `Folded`.
    """

    focusable = True
    interactive = True

    def __init__(
        self, ident: str, entries: Sequence[ListEntry], *, chosen: str = "", visible: int = 0, style: Style = NAME,
        row: float = ROW, several: bool = False, grow: float = 1,
    ) -> None:  # fmt: skip
        super().__init__(ident, grow=grow)
        self.entries = tuple(entries)
        self.chosen = chosen
        self.under = ""
        self.rows_wanted = visible
        self.style = style
        self.row = row
        self.several = several
        self.offset = 0
        self._theme = Theme()
        self._pictures: dict[str, tuple[tuple[object, ...], pygame.Surface]] = {}
        """Row id to all that the picture of the row depends on, and the picture."""

    def fill(self, entries: Sequence[ListEntry], chosen: str) -> None:
        """Other rows, keeping the place."""
        if (tuple(entries), chosen) != (self.entries, self.chosen):
            self.entries, self.chosen = tuple(entries), chosen
            self.offset = max(0, min(self.offset, self._most()))
            self.touch()

    # --- layout

    def measure(self, theme: Theme, width: int) -> Size:
        """As wide as the widest row."""
        wide = max((list_entry.width(theme, entry, self.style) for entry in self.entries), default=0)
        rows = min(len(self.entries), self.rows_wanted or len(self.entries))
        return wide + theme.px(TRACK), theme.px(self.row) * rows

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Keep the offset within bounds, at the beginning of a row."""
        super().place(theme, rect)
        self._theme = theme
        self.offset = max(0, min(self.offset // theme.px(self.row) * theme.px(self.row), self._most()))

    def _most(self) -> int:
        return max(0, len(self.entries) * self._theme.px(self.row) - self.sight.h)

    @property
    def sight(self) -> pygame.Rect:
        """Where rows are seen: whole ones only, unless there is no room for one."""
        high = self._theme.px(self.row)
        whole = min(self.rect.h // high, len(self.entries)) * high
        return pygame.Rect(self.rect.topleft, (self.rect.w, whole or self.rect.h))

    def row_rect(self, number: int) -> pygame.Rect:
        """Where a row is."""
        high = self._theme.px(self.row)
        width = self.rect.w - (self._theme.px(TRACK) if self._most() else 0)
        return pygame.Rect(self.rect.x, self.rect.y + number * high - self.offset, width, high)

    def entry_at(self, pos: tuple[int, int]) -> ListEntry | None:
        """The row under a point."""
        number = (pos[1] - self.rect.y + self.offset) // max(1, self._theme.px(self.row))
        inside = self.sight.collidepoint(pos) and 0 <= number < len(self.entries)
        return self.entries[number] if inside else None

    def reveal(self, entry_id: str) -> None:
        """Scroll so that an entry is in sight, with all its rows if there is room."""
        numbers = [number for number, entry in enumerate(self.entries) if entry.id == entry_id]
        if not numbers:
            return
        high = self._theme.px(self.row)
        wanted = min(max(self.offset, (numbers[-1] + 1) * high - self.sight.h), numbers[0] * high)
        self.offset = max(0, min(wanted, self._most()))
        self.touch()

    def lines_at(self, row: int, theme: Theme) -> Iterator[tuple[int, int]]:
        """One of its rows."""
        number = (row - self.rect.y + self.offset) // max(1, theme.px(self.row))
        at = self.row_rect(number)
        if 0 <= number < len(self.entries) and at.top < row < at.bottom:
            yield at.top, at.bottom

    # --- painting

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The rows in sight, and the bar if there are more."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        before = surface.get_clip()
        sight, high = self.sight, theme.px(self.row)
        surface.set_clip(before.clip(sight))
        clip = surface.get_clip()
        for number in range(self.offset // high, min(len(self.entries), (self.offset + sight.h) // high + 1)):
            if clip.colliderect(self.row_rect(number)):
                self.paint_row(surface, theme, self.entries[number], self.row_rect(number))
        if self._most():
            length = max(theme.px(24), sight.h * sight.h // (len(self.entries) * high))
            top = sight.y + (sight.h - length) * self.offset // self._most()
            surface.blit(rounded((theme.px(4), length), theme.px(2), INKS.foot), (self.rect.right - theme.px(4), top))
        surface.set_clip(before)

    def paint_row(self, surface: pygame.Surface, theme: Theme, entry: ListEntry, rect: pygame.Rect) -> None:
        """Paint one row in its state; a row of which nothing has changed is copied from its picture."""
        state = list_entry.Shown(self.style, chosen=entry.id == self.chosen, under=entry.id == self.under)
        needs = (entry, state, theme, tuple(rect))
        kept = self._pictures.get(entry.id)
        if kept is not None and kept[0] == needs:
            surface.blit(kept[1], rect)
            return
        list_entry.paint(surface, theme, entry, rect, state)
        if surface.get_clip().contains(rect):
            self._pictures[entry.id] = needs, surface.subsurface(rect).copy()

    # --- input

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Pointer, wheel and arrows."""
        answers: dict[str, Callable[[Input], Report | None]] = {
            "moved": self._moved, "left": self._moved, "pressed": self._pressed, "wheel": self._wheel, "key": self._key,
        }  # fmt: skip
        answer = answers.get(given.kind)
        return answer(given) if answer else None

    def _moved(self, given: Input) -> Report | None:
        entry = self.entry_at(given.pos)
        under = entry.id if entry else ""
        if under == self.under:
            return None
        self.under = under
        self.touch()
        self.tip = self._tip(entry) if entry else None
        return RowPointed(self.id, under)

    def _tip(self, entry: ListEntry) -> Tip | None:
        whole = list_entry.shortened(self._theme, entry, self.style, self.row_rect(0).w)[0] == entry.text
        return entry.tip if whole or entry.tip else Tip(entry.text)

    def _pressed(self, given: Input) -> Report | None:
        entry = self.entry_at(given.pos)
        if entry is None or given.button != "left":
            return None
        if entry.heading:
            arrow = not entry.gathers or given.pos[0] < self.rect.x + self._theme.px(list_entry.ARROW)
            return Folded(self.id, entry.id, not entry.folded) if arrow else Gathered(self.id, entry.id)
        if given.shift and self.several:
            return RowAdded(self.id, entry.id)
        return self._choose(entry.id) if given.clicks == 1 else RowOpened(self.id, entry.id)

    def _choose(self, entry_id: str) -> Report:
        self.chosen = entry_id
        self.touch()
        return Chosen(self.id, entry_id)

    def _wheel(self, given: Input) -> Report | None:
        before = self.offset
        self.offset = max(0, min(self.offset - given.steps * 2 * self._theme.px(self.row), self._most()))
        self.touch()
        return CONSUMED if self.offset != before else None

    def _key(self, given: Input) -> Report | None:
        count = len(self.entries)
        steps = {"Up": -1, "Down": 1, "Page up": -10, "Page down": 10, "Home": -count, "End": count}
        if given.key == "Enter" and self.chosen:
            return RowOpened(self.id, self.chosen)
        if given.key in ("Left", "Right") and (heading := self._heading()):
            return Folded(self.id, heading, given.key == "Left")
        ids = list(dict.fromkeys(entry.id for entry in self.entries if not entry.heading))
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
        """Keep the place in the list and the pictures of its rows."""
        if isinstance(old, ListBox):
            self.offset = old.offset
            self._pictures = old._pictures
