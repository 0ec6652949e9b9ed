"""The base of the screens: a page shows layers of widgets, sends input to the widgets, and handles their reports.

A page composes its widgets from its content. `rebuild` composes them again and keeps focus, scroll positions and
text by id; single widgets are changed in place and touched.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from tabletop.core.errors import Refused
from tabletop.core.paths import PathError, parse_path
from tabletop.core.phrases import join_words
from tabletop.ui import picture_cache
from tabletop.ui.assets import UNDRAWN
from tabletop.ui.input import Input
from tabletop.ui.screen import Pop, Transition
from tabletop.ui.sound.speaker import SPEAKER
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import CHANGES, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.overlay import TIP_DELAY, Open, Toast, Tooltip, lay_clear, named_by, tip_of
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Close, Consumed, Hearing, On, Pressed, Presses, Report, hearing
from tabletop.ui.widgets.scroll import Scroll

_LEFT = Input("left")
_UNDRAWN, MOST = "A picture cannot be shown; its card is plain.", 3
"""What is said of files that cannot be drawn, and how many of them are named."""
ARROWS: dict[str, tuple[int, int]] = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class Page:
    """Widgets in layers, the lowest composed by the screen, dialogs over it."""

    toast_top = 72
    """Where toasts appear, design pixels from the top."""

    arrows_start_focus = True
    """Whether an arrow key gives the first widget the focus; a table that pans with arrows says no."""

    keyed = "lists"
    """Whose keys are heard on it, see `ui.rebinding`."""

    first_focus = ""
    """Id of the widget to which the first arrow or Tab leads; else it is the first of all."""

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
        self.presses: Presses[Transition | None] = {}
        self.on: Hearing[Transition | None] = {}
        self._refusal: Toast | None = None
        self._own: Hearing[Transition | None] = hearing(
            On(Open, self._opened), On(Close, self._closed), On(Consumed, lambda _: None)
        )
        self._routes: dict[str, Callable[[Input], Transition | None]] = {
            "moved": self._moved, "left": self._moved, "pressed": self._pressed, "released": self._released,
            "wheel": self._wheel, "key": self._key, "text": self._text, "dropped": self._dropped,
        }  # fmt: skip

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
        SPEAKER.play("paper")

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
        self._refusal = self.toast

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
        moves = self._tooltip_waits(elapsed) or self.toast is not None or self.playing or sharpens
        if self._path and not self._captured and self._path[-1].stirred():
            self._moved(Input("moved", self._pointer))  # pointing leads to no other screen
        if UNDRAWN:
            self.say(Toast(_UNDRAWN, f"Damaged: {join_words(UNDRAWN[:MOST])}{' and more' if UNDRAWN[MOST:] else ''}."))
            UNDRAWN.clear()
        return moves

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

    # --- for the screens that derive from it

    @property
    def typing(self) -> bool:
        """As every screen."""
        return self.focus is not None and self.focus.takes_text

    def act(self, report: Report) -> Transition | None:
        """A report that is neither in `presses` nor in `on`."""

    def close_all(self) -> None:
        """Take away every dialog."""
        while len(self.layers) > 1:
            self.close()

    def key_pressed(self, given: Input) -> Transition | None:
        """A key that no widget wanted, while no dialog is open."""

    def dropped(self, file: Path) -> Transition | None:
        """A file was dropped on the window, while no dialog is open."""

    def back(self) -> Transition | None:
        """Esc with no dialog open: to the screen beneath."""
        return Pop()

    def relent(self) -> None:
        """Something was done that is allowed: a refusal is taken away, any other message stays."""
        if self.toast is self._refusal:
            self.hush()
        self._refusal = None

    # --- as a player would

    def click(self, ident: str) -> Transition | None:
        """Press and let go the left button on a widget, as a player would."""
        widget = self.find(ident)
        self._reveal(widget)
        at = widget.rect.center
        self.handle(Input("moved", at))
        first = self.handle(Input("pressed", at, "left", frozenset({"left"})))
        return self.handle(Input("released", at, "left")) or first

    def press(self, chord: str) -> Transition | None:
        """Press a key."""
        return self.handle(Input("key", self._pointer, key=chord, shift="Shift+" in chord, ctrl="Ctrl+" in chord))

    def type(self, text: str) -> Transition | None:
        """Type text."""
        return self.handle(Input("text", self._pointer, text=text))

    # --- input

    def handle(self, given: Input) -> Transition | None:
        """Send input where it belongs; where nothing could be composed, Esc alone is heard."""
        if not self.layers:
            return self.back() if given.key == "Esc" else None
        route = self._routes.get(given.kind)
        return route(given) if route else None

    def hear(self, report: Report | None) -> Transition | None:
        """Do what a report of a widget asks for."""
        if report is None:
            return None
        if isinstance(report, Pressed) and report.id in self.presses:
            return self.presses[report.id]()
        return (self._own.get(report.key) or self.on.get(report.key, self.act))(report)

    def _opened(self, report: Open) -> None:
        layer = report.make()
        self.open(layer)
        self.focus = layer

    def _closed(self, _report: Close) -> Transition | None:
        """The safe choice of a dialog closes it, also while a message is shown."""
        self.hush()
        return self._escape()

    def _moved(self, given: Input) -> Transition | None:
        self._pointer, self._acted = given.pos, False
        left = self._hover(given.pos)
        if left is not None:
            self.hear(left)
        if self._captured:
            return self.hear(self._captured.handle(given, self.theme))
        return self.hear(self._bubble(self._path, given))

    def _pressed(self, given: Input) -> Transition | None:
        self._act()
        if self.toast and self.toast.rect.collidepoint(given.pos):
            self.toast.put_away = True
            asked = self.toast.handle(given, self.theme)
            if asked is None or asked.key not in self.on:
                self.hush()
                return None
            return self.hear(asked)
        self._pointer = given.pos
        self._hover(given.pos)
        target = self._path[-1] if self._path else None
        if target is None:
            return None
        if not target.enabled:
            self._barred(target)
            return None
        self._captured, target.held = target, True
        target.touch()
        self.give_focus(target if target.takes_text else None)
        return self.hear(self._bubble(self._path, given))

    def _released(self, given: Input) -> Transition | None:
        target = self._captured
        if target is None:
            return None
        if not given.buttons:
            self._captured = None
        target.held = bool(given.buttons)
        target.touch()
        return self.hear(self._bubble(self._path if target in self._path else [target], given))

    def _wheel(self, given: Input) -> Transition | None:
        self._drop_tooltip()
        action = self._bubble(self._path, given)
        if not self._captured:
            self._moved(given._replace(kind="moved", steps=0))  # something else may lie under the pointer now
        return self.hear(action)

    def _text(self, given: Input) -> Transition | None:
        return self.hear(self.focus.handle(given, self.theme)) if self.focus else None

    def _dropped(self, given: Input) -> Transition | None:
        if len(self.layers) > 1:
            return None
        try:
            return self.dropped(parse_path(given.text))
        except PathError as error:
            self.say(Toast("This cannot be opened.", str(error)))
            return None

    def _bubble(self, path: list[Widget], given: Input) -> Report | None:
        """The innermost widget first, then what contains it."""
        for widget in reversed(path):
            if widget.enabled and (action := widget.handle(given, self.theme)) is not None:
                return action
        return None

    # --- keys

    def _key(self, given: Input) -> Transition | None:
        self._act()
        presses = self.focus is not None and given.key in self.focus.pressed_by
        if self.focus and (self.focus.enabled or not presses):
            action = self._bubble(self._path_of(self.focus), given)
            if action is not None:
                return self.hear(action)
        if self.focus and presses:
            return self._press_key(self.focus)
        for widget in self.layers[-1].walk():
            if widget.key == given.key and given.key:
                return self._press_key(widget)
        return self._own_key(given)

    def _press_key(self, widget: Widget) -> Transition | None:
        if widget.enabled:
            return self.hear(widget.activate())
        self._barred(widget)
        return None

    def _barred(self, widget: Widget) -> None:
        """Say why a widget cannot be used."""
        self.refuse(Refused(widget.rule, widget.reason or "This is not possible now."))

    def _own_key(self, given: Input) -> Transition | None:
        order = focusable(self.layers[-1])
        step = -1 if given.key == "Shift+Tab" else 1
        if given.key in ("Tab", "Shift+Tab"):
            self.give_focus(following(order, self.focus, step) if self.focus or step < 0 else self._focus_start(order))
            return None
        if given.key in ARROWS and self.focus:
            self.give_focus(towards(order, self.focus, ARROWS[given.key]) or self.focus)
            return None
        if given.key in ARROWS and self.arrows_start_focus:
            return self._start_focus(self._focus_start(order), given)
        if given.key == "Esc":
            return self._escape()
        if given.key == "Enter" and (brass := self._brass()):
            return self._press_key(brass)
        for scroll in self.layers[-1].walk():
            if isinstance(scroll, Scroll) and scroll.handle(given, self.theme):
                return None
        return self.key_pressed(given) if len(self.layers) == 1 else None

    def _brass(self) -> Widget | None:
        """The brass choice of a dialog, which Enter takes whatever its own key is."""
        asked = self.layers[-1].walk() if len(self.layers) > 1 else ()
        return next((one for one in asked if isinstance(one, Button) and one.kind == "primary"), None)

    def _focus_start(self, order: Sequence[Widget]) -> Widget | None:
        """Where the focus begins."""
        wanted = (one for one in order if self.first_focus and one.id == self.first_focus)
        return next(wanted, None) or following(order, None, 1)

    def _start_focus(self, first: Widget | None, given: Input) -> Transition | None:
        """The first arrow gives the focus; in a list it moves as well."""
        self.give_focus(first)
        return self.hear(first.handle(given, self.theme)) if isinstance(first, ListBox) else None

    def _escape(self) -> Transition | None:
        if self.toast:
            self.toast.put_away = True
            self.hush()
            return None
        if len(self.layers) > 1:
            self.close()
            return None
        return self.back()


def focusable(root: Widget) -> list[Widget]:
    """What can have the focus, in the order of Tab."""
    return [widget for widget in root.walk() if widget.focusable and widget.rect.w > 0]


def following(order: Sequence[Widget], now: Widget | None, step: int) -> Widget | None:
    """The next one in a ring."""
    if not order:
        return None
    if now not in order:
        return order[0] if step > 0 else order[-1]
    return order[(order.index(now) + step) % len(order)]


def _distance(start: pygame.Rect, end: pygame.Rect, way: tuple[int, int]) -> float | None:
    """How far a rectangle lies in a direction; None if it does not lie there."""
    across, down = end.centerx - start.centerx, end.centery - start.centery
    ahead = across * way[0] + down * way[1]
    beside = abs(across * way[1]) + abs(down * way[0])
    gap = (end.x - start.right, start.x - end.right, end.y - start.bottom, start.y - end.bottom)
    clear = {(1, 0): gap[0], (-1, 0): gap[1], (0, 1): gap[2], (0, -1): gap[3]}[way]
    return ahead + 2 * beside if clear >= -2 and ahead > 0 else None


def towards(order: Sequence[Widget], now: Widget, way: tuple[int, int]) -> Widget | None:
    """The nearest one in the direction of an arrow; where there is none, the next or previous in the order of Tab."""
    found = [
        (far, number) for number, one in enumerate(order) if (far := _distance(now.rect, one.rect, way)) is not None
    ]
    return order[min(found)[1]] if found else following(order, now, sum(way))
