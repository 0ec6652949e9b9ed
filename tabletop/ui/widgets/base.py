"""What every widget is: a rectangle with an id that measures, paints and answers input."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import ClassVar, TypeVar

import pygame

from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.report import CONSUMED, Report

Size = tuple[int, int]
W = TypeVar("W", bound="Widget")
NOWHERE = pygame.Rect(0, 0, 0, 0)


@dataclass(frozen=True)
class Tip:
    """What a tooltip says; the key is shown as a cap."""

    title: str
    body: str = ""
    key: str = ""


class Widget:
    """A part of a screen. Screens find it by `id`, its container places it, the page paints it.

    Attributes:
        id: name within the screen; empty for parts nobody asks for.
        rect: where it is, screen pixels.
        visible: hidden widgets take no room.
        enabled: whether it can be used; `reason` says why not.
        rule: by which it is as it is, or cannot be used.
        tip: tooltip.
        key: chord that activates it from anywhere on the screen.
        grow: share of the spare room of its row or column.
    """

    sharpens: ClassVar[bool] = False
    """Whether it shows pictures that are drawn sharp later, see `ui.picture_cache`."""
    focusable = False
    interactive = False
    glows: ClassVar[bool] = False
    """Whether it looks otherwise under the pointer."""
    pulse = 0
    """Milliseconds after which it must be ticked again although nothing moves; 0 if it need not."""
    takes_text = False
    """Whether what is typed goes into it, so that a click gives it the focus."""
    pressed_by: ClassVar[frozenset[str]] = frozenset({"Enter", "Space"})
    """Keys that press it while it has the focus; where it has no use for one, that goes on to the screen."""
    beyond: ClassVar[float] = 14
    """How far shadow and focus ring go beyond it, design pixels."""
    keeps_clear = False
    """Whether tooltips of its parts lie beside it, not over it."""

    def __init__(self, ident: str = "", *, tip: Tip | None = None, key: str = "", grow: float = 0) -> None:
        self.id = ident
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.visible = True
        self.enabled = True
        self.reason = self.rule = ""
        self.tip = tip
        self.key = key
        self.grow = grow
        self.hovered = self.held = self.focused = False
        self.dirty = True
        self.children: list[Widget] = []
        self._sizes: tuple[int, dict[int, Size]] = (0, {})
        """What it measured by the width that was there, and in which layout."""

    @property
    def dirty(self) -> bool:
        """True if the widget was placed or touched since it was painted last."""
        return self._dirty

    @dirty.setter
    def dirty(self, dirty: bool) -> None:
        self._dirty = dirty
        CHANGES.count += dirty
        CHANGES.placed += dirty

    def disable(self: W, reason: str, rule: str = "") -> W:
        """Grey it out, saying why, and by which rule; an empty reason enables it. Returns the widget."""
        self.enabled, self.reason, self.rule = not reason, reason, rule
        self.touch()
        return self

    def by(self: W, rule: str) -> W:
        """Say by which rule it is as it is. Returns the widget."""
        self.rule = rule
        return self

    def rule_at(self, pos: tuple[int, int]) -> str:
        """The rule of what is seen at a pixel; empty if none is told there."""
        return self.rule

    def touch(self) -> None:
        """Request a repaint: the widget looks different from now on."""
        self._dirty = True
        CHANGES.count += 1

    # --- layout

    def measure(self, theme: Theme, width: int) -> Size:
        """Width and height wanted when `width` is there to be had, screen pixels."""
        sizes = [child.measured(theme, width) for child in self.shown()]
        return max((w for w, _ in sizes), default=0), max((h for _, h in sizes), default=0)

    def measured(self, theme: Theme, width: int) -> Size:
        """As `measure`, but while everything is laid out at once it measures only once for each width."""
        if not CHANGES.layout:
            return self.measure(theme, width)
        if self._sizes[0] != CHANGES.layout:
            self._sizes = (CHANGES.layout, {})
        sizes = self._sizes[1]
        if width not in sizes:
            sizes[width] = self.measure(theme, width)
        return sizes[width]

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Take up a rectangle and place the children in it."""
        self.rect = pygame.Rect(rect)
        self.dirty = True
        for child in self.shown():
            child.place(theme, self.rect)

    def lines_at(self, row: int, theme: Theme) -> Iterator[tuple[int, int]]:
        """Top and bottom of each line that lies across a row of pixels: what scrolls shows it whole or not at all."""
        if not self.children:
            yield self.rect.top, self.rect.bottom
        for child in self.shown():
            if child.rect.top < row < child.rect.bottom:
                yield from child.lines_at(row, theme)

    # --- painting

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the widget without its children."""

    def paint_tree(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the widget and its visible children as far as they lie within the clip."""
        if not surface.get_clip().colliderect(self.reach(theme)):
            return
        self._dirty = False
        if type(self).paint is not Widget.paint:
            self.paint(surface, theme)
        for child in self.shown():
            child.paint_tree(surface, theme)

    def reach(self, theme: Theme) -> pygame.Rect:
        """Return the rectangle that painting may touch, screen pixels."""
        edge = 2 * theme.px(self.beyond)
        return self.rect.inflate(edge, edge)

    def prepare_frame(self, theme: Theme) -> bool:
        """Bring the widget up to date before a frame. Return True if it looks different although nothing touched it.

        Only overrides are called, before anything is painted.
        """
        return False

    # --- input

    def point(self, *, hovered: bool) -> None:
        """The pointer has come upon it, or has left it."""
        self.hovered = hovered
        if self.glows:
            self.touch()

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Answer input, a click as the key if there is one; None lets the container, then the screen, have it."""
        return self.clicked(given) if type(self).activate is not Widget.activate else None

    def clicked(self, given: Input) -> Report | None:
        """What a click comes to where it is meant to do what the key does: pressed, and let go over it."""
        if given.kind == "pressed" and given.button == "left":
            return CONSUMED
        over = given.kind == "released" and given.button == "left" and self.rect.collidepoint(given.pos)
        return self.activate() if over else None

    def stirred(self) -> bool:
        """Whether something else may have come under a pointer that rests on it, so that it must be told once more."""
        return False

    def activate(self) -> Report | None:
        """What pressing its key does."""

    def tick(self, elapsed: int) -> bool:
        """Let milliseconds pass; whether it still moves."""
        moving = [child.tick(elapsed) for child in self.shown()]  # all of them, not only up to the first
        return any(moving)

    def movers(self) -> Iterator["Widget"]:
        """What lets time pass in its own way, for all that is in it."""
        if type(self).tick is not Widget.tick:
            yield self
            return
        for child in self.shown():
            yield from child.movers()

    def path_to(self, pos: tuple[int, int]) -> list["Widget"]:
        """The widgets under a point, outermost first; empty if none answers to the pointer."""
        for child in reversed(self.children):
            if child.visible and (path := child.path_to(pos)):
                return [self, *path]
        return [self] if self.answers(pos) else []

    def answers(self, pos: tuple[int, int]) -> bool:
        """Whether it lies at a point and has something to say to the pointer."""
        return bool(self.interactive or self.tip or self.rule) and self.rect.collidepoint(pos)

    def adopt(self, old: "Widget") -> None:
        """Take over what the player had done to the widget of the same id before the screen was composed anew."""

    # --- the tree

    def shown(self) -> Iterator["Widget"]:
        """Children that are visible."""
        return (child for child in self.children if child.visible)

    def walk(self) -> Iterator["Widget"]:
        """The widget and everything visible in it, depth first."""
        waiting = [self]
        while waiting:
            widget = waiting.pop()
            yield widget
            waiting += [child for child in reversed(widget.children) if child.visible]


@dataclass(slots=True)
class ChangeCount:
    """Counts of what happened to all widgets of the program.

    The counts belong to an object, not to the class of the widgets: a write to a class makes Python forget how to find
    the attributes of all its subclasses.

    Attributes:
        count: number of times a widget was placed or touched. While it stays the same, a window needs no repaint.
        placed: number of times a widget was made or placed.
        layout: number of the layout that is going on; 0 while there is none.
    """

    count: int = 0
    placed: int = 0
    layout: int = 0

    @contextmanager
    def laying_out(self) -> Iterator[None]:
        """Begin a layout and end it: meanwhile each widget measures once for each width."""
        self.layout = next(_layouts)
        try:
            yield
        finally:
            self.layout = 0


_layouts = count(1)
CHANGES = ChangeCount()
