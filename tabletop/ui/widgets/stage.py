"""What a screen made of widgets shows: its layers, the focus, tooltip and toast.

A stage composes its widgets from what it shows. `rebuild` composes them anew and carries over focus, scrolling
and text by id; single widgets are changed in place and `touch`ed.
"""

import pygame

from tabletop.core.errors import Refused
from tabletop.ui import picture_cache
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import CHANGES, Tip, Widget
from tabletop.ui.widgets.overlay import TIP_DELAY, Toast, Tooltip, lay_clear, named_by, tip_of
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Report
from tabletop.ui.widgets.scroll import Scroll

_LEFT = Input("left")


class Stage:
    """Widgets in layers, the lowest composed by the screen, dialogs over it."""

    toast_top = 72
    """Where toasts appear, design pixels from the top."""

    def __init__(self) -> None:
        self.theme = Theme()
        self.size = (0, 0)
        self.area = pygame.Rect(0, 0, 0, 0)
        """The whole window."""
        self.layers: list[Widget] = []
        self.focus: Widget | None = None
        self.tooltip: Tooltip | None = None
        self.toast: Toast | None = None
        self.playing = False
        """Whether anything but tooltip and toast moved at the last update."""
        self._path: list[Widget] = []
        self._captured: Widget | None = None
        self._pointer = (-1, -1)
        self._rest, self._acted = 0, False
        self._quiet = 0
        """Milliseconds since the window was laid out."""
        self._repaint = False
        """Whether a dialog, toast or tooltip appeared or vanished, or `repaint` was called, since the last frame."""
        self._painted_count = -1
        """`CHANGES.count` when the window was painted last."""
        self._active: tuple[int, list[Widget], list[Widget], list[Widget]] = (-1, [], [], [])
        """`CHANGES.placed` and the layers for which two lists hold: widgets with a `tick`, with a `prepare_frame`."""

    def compose(self) -> Widget:
        """The widgets of the screen as it is now."""
        raise NotImplementedError

    def leave(self) -> None:
        """As every screen."""

    def open(self, layer: Widget) -> None:
        """Put a dialog over the screen, in place of any message; Esc closes it."""
        self._settle()
        self.hush()
        self.layers.append(layer)
        layer.place(self.theme, self.area)
        self.repaint()

    def close(self) -> None:
        """Take away the uppermost dialog."""
        self._settle()
        self.layers.pop()
        self.repaint()

    def say(self, toast: Toast) -> None:
        """Show a message for a while."""
        self.hush()
        self._lay(toast)
        self.toast, self._repaint = toast, True

    def _lay(self, toast: Toast) -> None:
        """Beside the sheets that are open, if they leave room for it."""
        sheets = [one.rect for layer in self.layers for one in layer.walk() if isinstance(one, Panel)]
        lay_clear(toast, self.theme, self.area, self.theme.px(self.toast_top), [*sheets, *toast.clear()])

    def refuse(self, refused: Refused) -> None:
        """Say why something cannot be done, by how much, and by which rule."""
        self.say(Toast(refused.reason, refused.by, refused.rule))

    def hush(self) -> None:
        """Take the message away."""
        self._repaint |= self.toast is not None
        self.toast = None

    @property
    def pointed(self) -> list[str]:
        """What the widgets under the pointer say and name, the topmost first."""
        return [named_by(one, self._pointer) for one in reversed(self._path)]

    # --- widgets by id

    def find(self, ident: str) -> Widget:
        """The visible widget of that id; KeyError if there is none."""
        for layer in reversed(self.layers):
            for widget in layer.walk():
                if widget.id == ident:
                    return widget
        raise KeyError(ident)

    def has(self, ident: str) -> bool:
        """Whether there is a visible widget of that id."""
        return any(widget.id == ident for layer in self.layers for widget in layer.walk())

    # --- layout and painting

    def resize(self, size: tuple[int, int], theme: Theme) -> None:
        """Lay everything out for a window."""
        self.layers = self.layers if theme.dress == self.theme.dress else []  # of other colours nothing is carried over
        self.size, self.area, self.theme = size, pygame.Rect((0, 0), size), theme
        self.rebuild()
        for layer in self.layers[1:]:
            layer.place(theme, self.area)

    def rebuild(self) -> None:
        """Compose the screen anew."""
        if self.size == (0, 0):
            return
        before = {widget.id: widget for layer in self.layers[:1] for widget in layer.walk() if widget.id}
        focus = self.focus.id if self.focus else ""
        root = self.compose()
        for widget in root.walk():
            if type(before.get(widget.id)) is type(widget):
                widget.adopt(before[widget.id])
        with CHANGES.laying_out():
            root.place(self.theme, self.area)
        self.layers[:1] = [root]
        self._quiet = 0
        picture_cache.forget()
        self._drop_tooltip()
        for widget in self._path[-1:]:
            widget.point(hovered=False)
        self._path, self.focus = [], None
        if self._captured not in list(root.walk()):
            self._captured = None
        if focus and self.has(focus):
            self.give_focus(self.find(focus))
        self._hover(self._pointer)
        if self.toast:
            self._lay(self.toast)
        self.repaint()

    def repaint(self) -> None:
        """Request that the next frame paints the window even if nothing was touched."""
        self._repaint = True

    def draw(self, surface: pygame.Surface) -> bool:
        """Paint the whole window if anything in it has changed. Return True if it was painted."""
        changed = [widget.prepare_frame(self.theme) for widget in self._list_active()[1]]  # all of them
        if not (self._repaint or any(changed) or self._painted_count != CHANGES.count):
            return False
        surface.set_clip(None)
        for layer in self._all():
            layer.paint_tree(surface, self.theme)
        self._repaint, self._painted_count = False, CHANGES.count
        return True

    def _list_active(self) -> tuple[list[Widget], list[Widget]]:
        """Return the widgets with a `tick` and those with a `prepare_frame`; the lists are kept until a layout."""
        if self._active[:2] != (CHANGES.placed, self.layers):
            movers = [one for layer in self.layers for one in layer.movers()]
            prepared = [
                one
                for layer in self.layers
                for one in layer.walk()
                if type(one).prepare_frame is not Widget.prepare_frame
            ]
            self._active = CHANGES.placed, [*self.layers], movers, prepared
        return self._active[2:]

    def _all(self) -> list[Widget]:
        return [*self.layers, *([self.toast] if self.toast else []), *([self.tooltip] if self.tooltip else [])]

    def update(self, elapsed: int) -> bool:
        """Let time pass for widgets, tooltip, toast and pictures that are not sharp yet."""
        moving = [widget.tick(elapsed) for widget in self._list_active()[0]]
        self.playing = any(moving)
        if self.toast:
            self.toast.left -= elapsed
            if self.toast.left <= 0:
                self.hush()
        sharpens = self._sharpens(elapsed)
        return self._tooltip_waits(elapsed) or self.toast is not None or self.playing or sharpens

    def _sharpens(self, elapsed: int) -> bool:
        """Whether a picture is to be drawn as large as it is shown; one at a time, for each takes a while."""
        self._quiet += elapsed
        if not picture_cache.coarse():
            return False
        if self._quiet >= picture_cache.QUIET:
            picture_cache.sharpen()
            for picture in (one for layer in self.layers for one in layer.walk() if one.sharpens):
                picture.touch()
        return True

    @property
    def pulse(self) -> int:
        """Nothing here changes by itself."""
        return 0

    # --- focus

    def _path_of(self, widget: Widget) -> list[Widget]:
        """The widget and what contains it, outermost first."""

        def search(here: Widget) -> list[Widget]:
            if here is widget:
                return [here]
            for child in here.shown():
                if path := search(child):
                    return [here, *path]
            return []

        return next((path for layer in self.layers if (path := search(layer))), [widget])

    def give_focus(self, widget: Widget | None) -> None:
        """Move the focus ring; None takes it away."""
        for one, focused in ((self.focus, False), (widget, True)):
            if one:
                one.focused = focused
                one.touch()
        self.focus = widget
        if widget:
            self._reveal(widget)

    def _reveal(self, widget: Widget) -> None:
        for one in self._path_of(widget):
            if isinstance(one, Scroll):
                one.reveal(widget.rect)

    # --- hover and tooltip

    def _hover(self, pos: tuple[int, int]) -> Report | None:
        """Find what is under a point; what the widget that was there before reports of being left."""
        path = self.layers[-1].path_to(pos) if self.layers else []
        before, after = self._path[-1] if self._path else None, path[-1] if path else None
        self._path = path
        if before is after:
            return None
        if before:
            before.point(hovered=False)
        if after:
            after.point(hovered=True)
        self._drop_tooltip()
        return before.handle(_LEFT, self.theme) if before and before is not self._captured else None

    def _drop_tooltip(self) -> None:
        self._rest = 0
        self._repaint |= self.tooltip is not None
        self.tooltip = None

    def _act(self) -> None:
        """Something is pressed: no tooltip lies over what comes of it until the pointer moves again."""
        self._acted = True
        self._drop_tooltip()

    def _tooltip_waits(self, elapsed: int) -> bool:
        """Whether a tooltip is about to appear."""
        tip = self._innermost_tip()
        if self.tooltip and self.tooltip.says != tip:
            self._drop_tooltip()
        if tip is None or self.tooltip or self._captured or self._acted:
            return False
        self._rest += elapsed
        if self._rest < TIP_DELAY:
            return True
        self.tooltip = Tooltip(tip)
        clear = next((one.rect for one in reversed(self._path) if one.keeps_clear), None)
        self.tooltip.beside(self.theme, self._pointer, self.area, clear)
        self._repaint = True
        return False

    def _innermost_tip(self) -> Tip | None:
        for widget in reversed(self._path):
            if tip := tip_of(widget):
                return tip
        return None

    def _settle(self) -> None:
        """Let go of everything that belonged to the uppermost layer."""
        self.give_focus(None)
        for widget in self._path:
            if widget.hovered or widget.held:
                widget.held = False
                widget.point(hovered=False)
                widget.touch()
        self._path, self._captured = [], None
        self._drop_tooltip()
