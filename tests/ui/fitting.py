"""Asking a screen whether its text fits, so that nobody has to look at every size."""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

import pygame

from tabletop.ui import text as setting
from tabletop.ui.boards.battle.desk import CARD
from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.ships_of_the_line.compass import HALF
from tabletop.ui.boards.ships_of_the_line.panels.instruments import Compass
from tabletop.ui.boards.trafalgar_cards.rows import SuitSheet
from tabletop.ui.boards.volley.gauges import _COUNT, Force, Troops
from tabletop.ui.boards.volley.middle import _PLACE, MeldPlace
from tabletop.ui.text import LABEL, PANEL_TITLE, size_of
from tabletop.ui.theme import LEAST, SCALES, Theme, roomiest_scale
from tabletop.ui.widgets import list_entry
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Fitted
from tabletop.ui.widgets.list_box import TRACK, ListBox
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Bar, Panel
from tabletop.ui.widgets.scroll import Scroll
from tests import kept_pictures
from tests.sampling import ALL, SEED, sample

SLACK = 1
"""Pixels that rounding may cost."""
LARGEST = (3840, 2160)
"""Left to the runs that leave nothing out: it takes 200 MB besides what a process of tests has gathered."""
SIZES = ((1280, 720), (1920, 1080), (2560, 1440), LARGEST, LEAST)
WINDOWS = [(size, Theme(scale)) for size in SIZES for scale in SCALES if scale <= roomiest_scale(size)]
"""Every window with every scale for which it has room."""
FEW = 2
"""Of these in a run."""
SMALLEST = 9
"""Pixels of the smallest letters that can be read."""


def windows() -> list[tuple[tuple[int, int], Theme]]:
    """Some windows with a scale each, or all of them where this run leaves nothing out."""
    usual = [window for window in WINDOWS if window[0] != LARGEST]
    return sample(WINDOWS if SEED == ALL else usual, FEW, "windows")


def problems(page: Page, *more: Callable[[], Iterable[str]]) -> list[str]:
    """Everything that is cut, covered, outside or too small to be read, in a sample of windows.

    Args:
        page: the screen.
        more: tell of anything else that is wrong with it.
    """
    found: list[str] = []
    for size, theme in windows():
        page.resize(size, theme)
        found += [*problems_now(page), *(f"{size} at {theme.scale} %: {one}" for asked in more for one in asked())]
    return found


def problems_now(page: Page) -> list[str]:
    """The same in the window in which it is."""
    return [f"{page.size} at {page.theme.scale} %: {told}" for told in (*layout_problems(page), *_too_small(page))]


def _too_small(page: Page) -> list[str]:
    kept_pictures.forget()
    page.repaint()
    page.draw(pygame.Surface(page.size))
    drawn = ((text, Theme(scale).px(style.size)) for text, style, scale in setting._lines_kept)
    return [f"'{text}' is {high} pixels high" for text, high in drawn if high < SMALLEST and text.strip()]


def drawn(page: Page, part: str) -> list[str]:
    """The lines of a screen, drawn anew, in which some letters stand."""
    setting.forget()
    page.resize(page.size, page.theme)
    page.draw(pygame.Surface(page.size))
    return [text for text, _, _ in setting._lines_kept if part in text]


def cut(card: Widget, scale: int) -> list[str]:
    """The lines of a card, in a column so low that it scrolls, that end before their end."""
    theme = Theme(scale)
    card.place(theme, pygame.Rect(0, 0, theme.px(CARD), theme.px(200)))
    setting.forget()
    for one in card.walk():
        one.paint(pygame.Surface((theme.px(CARD), 2000)), theme)
    return [text for text, _, _ in setting._lines_kept if "…" in text]


def _name(widget: Widget) -> str:
    words = getattr(widget, "text", "") or getattr(widget, "title", "")
    return f"{type(widget).__name__} {widget.id or repr(words)}"


SILENT = frozenset({
    "Callout", "Backdrop", "Bar", "BattleSurface", "Dice", "ScoreDiscs", "DoubleRule", "Drawn", "DropTarget",
    "FadingSurface", "FlightLayer", "Fold", "GameCard", "Hand", "HiddenHand", "MarksWidget", "Panel",
    "Passage", "Picture", "Plain",
    "Reader", "Rule", "ScaleBar", "Scrim", "SeaMap", "Sign", "Slot", "Spotlight", "StaticLayer", "SuitRow",
    "TextEntry", "TurnTicks", "Track", "SeaWidget", "Windrose",
})  # fmt: skip
"""Widgets that paint, but no words of their own that must neither be clipped nor covered."""


def bears_text(widget: Widget) -> bool:
    """Whether its own painting holds words that must neither be clipped nor covered: of all that paint but a few."""
    paints = type(widget).paint is not Widget.paint and type(widget).__name__ not in SILENT
    return paints and getattr(widget, "of_use", True)


def _titled(panel: Any, theme: Theme) -> Size:
    title = size_of(panel.title, PANEL_TITLE, theme.scale)[0] if panel.title else 0
    return title + panel._corner_width(theme) + 2 * theme.px(panel.padding), panel._head(theme)


def _rose(compass: Any, theme: Theme) -> Size:
    """The rose, and at its left the words if it is small."""
    side, words = 2 * compass._rose_theme(theme).px(HALF), (line for lines in compass._side_lines for line in lines)
    widest = max(size_of(text, style, theme.scale)[0] for text, style in words)
    return (side + widest if compass.is_small else max(side, 2 * widest)), side


def _rows(rows: Any, theme: Theme) -> Size:
    """What stands beside a name shortened to ninety pixels, and one row's height: the rest scrolls."""
    words = ((one, list_entry.width(theme, one, rows.style), list_entry.beside(theme, one)) for one in rows.entries)
    wide = max((beside + min(theme.px(90), whole - beside) for _, whole, beside in words), default=0)
    return wide + theme.px(TRACK), theme.px(rows.row)


def _options(segments: Any, theme: Theme) -> Size:
    """The words at least, with little room between them."""
    widest = max((size_of(words, LABEL, theme.scale)[0] for _, words in segments.options), default=0)
    return (widest + 2 * theme.px(3)) * len(segments.options), theme.px(20)


LEAST_ROOM: dict[type[Widget], Callable[[Any, Theme], Size]] = {
    Panel: _titled,
    Bar: lambda bar, theme: bar.measure(theme, bar.rect.w),
    Compass: _rose,
    ListBox: _rows,
    Segments: _options,
    Fitted: lambda line, theme: (theme.px(40), size_of(line.texts[-1], line.style, theme.scale)[1]),
    Card: lambda _, theme: (theme.px(faces.LEAST[0]), theme.px(faces.LEAST[1])),
    SuitSheet: lambda sheet, theme: (sheet.min_width(theme), theme.px(34)),
    MeldPlace: lambda place, theme: size_of(place.name, _PLACE, theme.scale),
    Troops: lambda one, theme: (
        size_of(str(one.troops_left), _COUNT, theme.scale)[0] + theme.px(30),
        one.measure(theme, 0)[1],
    ),
    Force: lambda _, theme: (theme.px(60), theme.px(34)),
}
"""Of widgets that can do with less than they measure: the least room in which no text of their own is clipped."""


def least_room(widget: Widget, theme: Theme) -> Size:
    """The least width and height in which no text of its own is clipped."""
    needs = next((LEAST_ROOM[kind] for kind in type(widget).__mro__ if kind in LEAST_ROOM), None)
    return needs(widget, theme) if needs else widget.measure(theme, widget.rect.w)


def _clipped(widget: Widget, page: Page) -> list[str]:
    wide, high = least_room(widget, page.theme)
    if wide <= widget.rect.w + SLACK and high <= widget.rect.h + SLACK:
        return []
    return [f"{_name(widget)} needs {wide}×{high} and has {widget.rect.w}×{widget.rect.h}"]


def _outside(widget: Widget, room: pygame.Rect) -> list[str]:
    inside = room.inflate(2 * SLACK, 2 * SLACK).contains(widget.rect)
    return [] if inside else [f"{_name(widget)} at {tuple(widget.rect)} is outside {tuple(room)}"]


def _gather(widget: Widget, room: pygame.Rect, page: Page, found: list[Widget], told: list[str]) -> None:
    """Collect what bears text, and tell of what is clipped or outside its room."""
    if bears_text(widget) or isinstance(widget, Panel):
        told += _clipped(widget, page)
    if bears_text(widget):
        found.append(widget)
        told += _outside(widget, room)
    if isinstance(widget, Scroll):
        told += _outside(widget, room)
        room = widget.children[0].rect
    for child in widget.shown():
        _gather(child, room, page, found, told)


def layout_problems(page: Page) -> list[str]:
    """Every text that is clipped, outside the window, or overlaps another; empty if all is well."""
    told: list[str] = []
    for layer in page.layers:
        found: list[Widget] = []
        _gather(layer, page.area, page, found, told)
        for one, other in combinations(found, 2):
            shared = one.rect.clip(other.rect)
            if shared.w > SLACK and shared.h > SLACK and not _covers(layer, one, other):
                told.append(f"{_name(one)} and {_name(other)} overlap by {shared.w}×{shared.h}")
    return told


def _covers(layer: Widget, one: Widget, other: Widget) -> bool:
    """Whether one contains the other, or they scroll in different views, so that they are never drawn together."""
    if any(other is inner for inner in one.walk()):
        return True
    seen = [_seen(layer, widget) for widget in (one, other)]
    shared = seen[0].clip(seen[1])
    return shared.w <= SLACK or shared.h <= SLACK


def _seen(here: Widget, wanted: Widget) -> pygame.Rect:
    """The part of a widget that scrolling leaves in sight; empty if it is not in this tree."""
    if here is wanted:
        return pygame.Rect(here.rect)
    for child in here.shown():
        seen = _seen(child, wanted)
        if seen.size != (0, 0):
            return seen.clip(here.rect) if isinstance(here, Scroll) else seen
    return pygame.Rect(0, 0, 0, 0)
