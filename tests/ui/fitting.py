"""Asking a screen whether its text fits, so that nobody has to look at every size."""

from collections.abc import Callable, Iterable
from itertools import combinations

import pygame

from tabletop.ui import text as setting
from tabletop.ui.boards.battle.desk import CARD
from tabletop.ui.theme import LEAST, SCALES, Theme, roomiest_scale
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.scroll import Scroll
from tests import kept_pictures
from tests.sampling import sample

SLACK = 1
"""Pixels that rounding may cost."""
SIZES = ((1280, 720), (1920, 1080), (3840, 2160), LEAST)
WINDOWS = [(size, Theme(scale)) for size in SIZES for scale in SCALES if scale <= roomiest_scale(size)]
"""Every window with every scale for which it has room."""
FEW = 3
"""Of these in a run."""
SMALLEST = 9
"""Pixels of the smallest letters that can be read."""


def windows() -> list[tuple[tuple[int, int], Theme]]:
    """Some windows with a scale each, or all of them where this run leaves nothing out."""
    return sample(WINDOWS, FEW, "windows")


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


def _clipped(widget: Widget, page: Page) -> list[str]:
    wide, high = widget.needs(page.theme)
    if wide <= widget.rect.w + SLACK and high <= widget.rect.h + SLACK:
        return []
    return [f"{_name(widget)} needs {wide}×{high} and has {widget.rect.w}×{widget.rect.h}"]


def _outside(widget: Widget, room: pygame.Rect) -> list[str]:
    inside = room.inflate(2 * SLACK, 2 * SLACK).contains(widget.rect)
    return [] if inside else [f"{_name(widget)} at {tuple(widget.rect)} is outside {tuple(room)}"]


def _gather(widget: Widget, room: pygame.Rect, page: Page, found: list[Widget], told: list[str]) -> None:
    """Collect what bears text, and tell of what is clipped or outside its room."""
    if widget.text_bearing or isinstance(widget, Panel):
        told += _clipped(widget, page)
    if widget.text_bearing:
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
