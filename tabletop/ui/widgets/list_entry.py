"""One row of a list: what it tells, how wide it is, and how it is drawn."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import pygame

from tabletop.ui.camera import Xy
from tabletop.ui.text import LABEL, SMALL, Style, fitted, rendered, size_of, write_at
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Tip
from tabletop.ui.widgets.draw import icon
from tabletop.ui.widgets.marks import ON_INK, ON_PAPER, draw_bar

SIGN = 18
BAR = (54, 8)
TICK, TICK_GAP = 14, 4
FLAG, ARROW = 20, 30
"""Height of the small picture after a text; width of the part of a heading by which it folds."""


@dataclass(frozen=True)
class ListEntry:
    """One row.

    Attributes:
        id: of the row in its list.
        text: what it says.
        aside: at the right.
        brief: that in a row where its text would be cut beside the aside.
        sign: draws a badge at so many pixels, alpha multiplied in, as `ui.assets.icon` gives it.
        bar: share, and the share at which it has a notch, and at or under which it is red.
        acted: it has a tick.
        struck: it is struck through.
        heading: it cannot be chosen, but folds.
        tip: tooltip.
        folded: of a heading, whether its rows are hidden.
        pencilled: the share of the bar that is lost as soon as it is inked.
        too: it is chosen besides the chosen one.
        barred: it cannot be used; its tooltip says why.
        gathers: of a heading: a click beside its arrow chooses all that stands under it.
        flag: draws a picture after its text, as its sign does before it.
        note: a second line below its text, small; empty for none.
    """

    id: str
    text: str
    aside: str = ""
    sign: Callable[[int], pygame.Surface] | None = None
    bar: tuple[float, float] | None = None
    acted: bool = False
    struck: bool = False
    heading: bool = False
    tip: Tip | None = None
    folded: bool = False
    pencilled: float = 0.0
    too: bool = False
    barred: bool = False
    brief: str | None = None
    gathers: bool = False
    flag: Callable[[int], pygame.Surface] | None = None
    note: str = ""


class Shown(NamedTuple):
    """How a row is shown now: in which style, whether it is chosen, and whether the pointer is on it."""

    style: Style
    chosen: bool
    under: bool


# --- how wide it is


def width(theme: Theme, entry: ListEntry, style: Style) -> int:
    """What a row needs to be read in full, pixels."""
    return beside(theme, entry) + size_of(entry.text, _style(entry, style), theme.scale)[0]


def shortened(theme: Theme, entry: ListEntry, style: Style, wide: int) -> tuple[str, Style]:
    """As much of its text as a row of so many pixels has room for, and the style: smaller before a name is cut."""
    room, own = wide - beside(theme, fitting(theme, entry, style, wide)), _style(entry, style)
    return fitted(entry.text, own, room, theme.scale)


def fitting(theme: Theme, entry: ListEntry, style: Style, wide: int) -> ListEntry:
    """The row as it is shown in so many pixels: with its brief aside where the other would cut its text."""
    if entry.brief is None:
        return entry
    whole, _ = fitted(entry.text, _style(entry, style), wide - beside(theme, entry), theme.scale)
    return entry if whole == entry.text else replace(entry, aside=entry.brief, brief=None)


def _style(entry: ListEntry, style: Style) -> Style:
    return Style("title", 18) if entry.heading else style


def beside(theme: Theme, entry: ListEntry) -> int:
    """What a row needs besides its text, pixels."""
    aside = size_of(entry.aside, SMALL, theme.scale)[0] + theme.px(10) if entry.aside else 0
    bar = theme.px(BAR[0] + 10) if entry.bar else 0
    mark = theme.px(TICK + TICK_GAP) * (entry.acted + bool(entry.flag))
    sign = theme.px(SIGN + 8) if entry.sign or entry.heading else 0
    return 2 * theme.px(8) + sign + mark + aside + bar


# --- how it is drawn


def paint(surface: pygame.Surface, theme: Theme, entry: ListEntry, rect: pygame.Rect, shown: Shown) -> None:
    """One row in its state."""
    entry = fitting(theme, entry, shown.style, rect.w)
    _paint_ground(surface, theme, entry, rect, shown)
    whole = rect
    if entry.note:
        rect = pygame.Rect(rect.x, rect.y + theme.px(2), rect.w, rect.h // 2)
    ink, left = _ink(entry, shown), rect.x + theme.px(8)
    if entry.sign or entry.heading:
        _paint_sign(surface, theme, entry, (left, rect.centery), ink)
        left += theme.px(SIGN + 8)
    words, style = shortened(theme, entry, shown.style, rect.w)
    text = rendered(words, style.tinted(ink), theme.scale)
    surface.blit(text, text.get_rect(midleft=(left, rect.centery)))
    if entry.note:
        _paint_note(surface, theme, entry, whole, left, INKS.mist if shown.chosen else INKS.muted)
    if entry.struck:
        surface.fill(ink, (left, rect.centery + theme.px(1), text.get_width(), theme.px(1)))
    _paint_marks(surface, theme, entry, (left + text.get_width() + theme.px(TICK_GAP), rect.centery), shown)
    _paint_right(surface, theme, entry, rect, shown)


def _paint_note(
    surface: pygame.Surface, theme: Theme, entry: ListEntry, rect: pygame.Rect, left: int, ink: Colour
) -> None:
    """Paint the second line in the lower half of a row."""
    words, style = fitted(entry.note, SMALL, rect.right - theme.px(8) - left, theme.scale)
    line = rendered(words, style.tinted(ink), theme.scale)
    surface.blit(line, line.get_rect(midleft=(left, rect.bottom - rect.h // 4 - theme.px(2))))


def _ink(entry: ListEntry, shown: Shown) -> Colour:
    if shown.chosen:
        return INKS.mist if entry.barred else INKS.cream
    return INKS.muted if entry.acted or entry.struck or entry.barred else INKS.ink


def _paint_sign(surface: pygame.Surface, theme: Theme, entry: ListEntry, at: tuple[int, int], ink: Colour) -> None:
    """Its badge, or the arrow of a heading, with the middle of its left edge at a point."""
    if entry.sign:
        badge = entry.sign(theme.px(SIGN))
        surface.blit(badge, badge.get_rect(midleft=at), special_flags=pygame.BLEND_PREMULTIPLIED)
        return
    arrow = icon("right" if entry.folded else "down", theme.px(14), ink)
    surface.blit(arrow, arrow.get_rect(midleft=at))


def _paint_ground(surface: pygame.Surface, theme: Theme, entry: ListEntry, rect: pygame.Rect, shown: Shown) -> None:
    if shown.chosen:
        surface.fill(INKS.ink, rect)
        surface.fill(INKS.brass, (rect.x, rect.y, theme.px(4), rect.h))
        return
    if (shown.under or entry.too) and entry.gathers >= entry.heading:
        surface.fill(INKS.paper_2, rect)
        if entry.too:
            surface.fill(INKS.brass, (rect.x, rect.y, theme.px(4), rect.h))
    if entry.heading:
        surface.fill(INKS.rule, (rect.x, rect.bottom - theme.px(1), rect.w, theme.px(1)))


def _paint_marks(surface: pygame.Surface, theme: Theme, entry: ListEntry, at: Xy, shown: Shown) -> None:
    """A tick and a flag, from a point on."""
    left, middle = at
    if entry.acted:
        tick = icon("tick", theme.px(TICK), INKS.brass_light if shown.chosen else INKS.brass_dark)
        surface.blit(tick, (left, middle - theme.px(TICK) // 2))
        left += theme.px(TICK + TICK_GAP)
    if entry.flag:
        flag = entry.flag(theme.px(FLAG))
        surface.blit(flag, flag.get_rect(midleft=(left, middle)), special_flags=pygame.BLEND_PREMULTIPLIED)


def _paint_right(surface: pygame.Surface, theme: Theme, entry: ListEntry, rect: pygame.Rect, shown: Shown) -> None:
    right = rect.right - theme.px(8)
    if entry.bar:
        bar = pygame.Rect(0, 0, theme.px(BAR[0]), theme.px(BAR[1]))
        bar.midright = (right, rect.centery)
        inks = ON_INK if shown.chosen else ON_PAPER
        draw_bar(surface, theme, bar, *entry.bar, pencilled=entry.pencilled, inks=inks)
        right = bar.x - theme.px(10)
    if entry.aside:
        style = LABEL.at(14) if entry.heading else SMALL
        ink = INKS.mist if shown.chosen else INKS.muted
        write_at(surface, theme, entry.aside, style.tinted(ink), midright=(right, rect.centery))
