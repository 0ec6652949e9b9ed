"""A screen made of widgets: sends input to them, paints what has changed, tells what they report.

A page composes its widgets from what it shows. `rebuild` composes them anew and carries over focus, scrolling
and text by id; single widgets are changed in place and `touch`ed. Reports of widgets (`Action`) go to the
handlers in `on`, by id; what a handler returns goes to the app.
"""

from collections.abc import Callable

import pygame

from tabletop.core.errors import Refused
from tabletop.ui.input import Input
from tabletop.ui.screen import Transition
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import CONSUMED, Action, Widget
from tabletop.ui.widgets.focus import ARROWS, focusable, following, towards
from tabletop.ui.widgets.overlay import TIP_DELAY, Toast, Tooltip, refusal, tip_of
from tabletop.ui.widgets.scroll import Scroll

Handler = Callable[[Action], Transition | None]


class Page:
    """Base of the screens that consist of widgets; see the module."""

    arrows_start_focus = True
    """Whether an arrow key gives the first widget the focus; a table that pans with arrows says no."""
    toast_top = 72
    """Where toasts appear, design pixels from the top."""

    def __init__(self) -> None:
        self.theme = Theme()
        self.size = (0, 0)
        self.layers: list[Widget] = []
        self.backs: list[str] = []
        self.on: dict[str, Handler] = {}
        self.focus: Widget | None = None
        self.tooltip: Tooltip | None = None
        self.toast: Toast | None = None
        self._path: list[Widget] = []
        self._captured: Widget | None = None
        self._pointer = (-1, -1)
        self._rest = 0
        self._damage: list[pygame.Rect] = []

    # --- for the screens that derive from it

    def compose(self) -> Widget:
        """The widgets of the screen as it is now."""
        raise NotImplementedError

    def act(self, action: Action) -> Transition | None:
        """A report for which there is no handler in `on`."""

    def key_pressed(self, given: Input) -> Transition | None:
        """A key that no widget wanted."""

    def back(self) -> Transition | None:
        """Esc with no dialog open."""

    def open(self, layer: Widget, back: str = "") -> None:
        """Put a dialog over the screen; Esc closes it and reports `back`."""
        self._settle()
        self.layers.append(layer)
        self.backs.append(back)
        layer.place(self.theme, self.area)
        self.repaint()

    def close(self) -> None:
        """Take away the uppermost dialog."""
        self._settle()
        self.layers.pop()
        self.backs.pop()
        self.repaint()

    def say(self, toast: Toast) -> None:
        """Show a message for a while."""
        self.hush()
        wide, high = toast.measure(self.theme, self.size[0])
        toast.place(self.theme, pygame.Rect((self.size[0] - wide) // 2, self.theme.px(self.toast_top), wide, high))
        self.toast = toast
        self._damage.append(toast.reach(self.theme))

    def refuse(self, refused: Refused) -> None:
        """Say why something cannot be done, by how much, and by which rule."""
        self.say(refusal(refused))

    def hush(self) -> None:
        """Take the message away."""
        if self.toast:
            self._damage.append(self.toast.reach(self.theme))
        self.toast = None

    @property
    def area(self) -> pygame.Rect:
        """The whole window."""
        return pygame.Rect((0, 0), self.size)

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

    # --- layout and painting

    def resize(self, size: tuple[int, int], theme: Theme) -> None:
        """Lay everything out for a window."""
        self.size, self.theme = size, theme
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
        root.place(self.theme, self.area)
        self.layers[:1] = [root]
        self.backs = self.backs or [""]
        self._drop_tooltip()
        self._path, self._captured, self.focus = [], None, None
        if focus and self.has(focus):
            self.give_focus(self.find(focus))
        self._hover(self._pointer)
        self.repaint()

    def repaint(self) -> None:
        """Draw the whole window at the next frame."""
        self._damage = [self.area]

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw what has changed."""
        found = [*self._damage, *self._found()]
        self._damage = []
        rects = merged([clipped for rect in found if (clipped := rect.clip(self.area))])
        for rect in rects:
            surface.set_clip(rect)
            for layer in self._all():
                layer.paint_tree(surface, self.theme)
        surface.set_clip(None)
        return rects

    def _found(self) -> list[pygame.Rect]:
        return [rect for layer in self._all() for rect in layer.damage(self.theme, self.area)]

    def _all(self) -> list[Widget]:
        return [*self.layers, *([self.toast] if self.toast else []), *([self.tooltip] if self.tooltip else [])]

    def update(self, elapsed: int) -> bool:
        """Let time pass for widgets, tooltip and toast."""
        moving = [layer.tick(elapsed) for layer in self.layers]
        if self.toast:
            self.toast.left -= elapsed
            if self.toast.left <= 0:
                self.hush()
        return self._tooltip_waits(elapsed) or self.toast is not None or any(moving)

    # --- input

    def handle(self, given: Input) -> Transition | None:
        """Send input where it belongs."""
        routes: dict[str, Callable[[Input], Transition | None]] = {
            "moved": self._moved, "left": self._moved, "pressed": self._pressed, "released": self._released,
            "wheel": self._wheel, "key": self._key, "text": self._text,
        }  # fmt: skip
        route = routes.get(given.kind)
        return route(given) if route else None

    def _told(self, action: Action | None) -> Transition | None:
        if action is None or action is CONSUMED:
            return None
        own: dict[str, Handler] = {
            "page.drop": self._drop,
            "page.dropped": self._dropped,
            "dialog.back": self._dialog_back,
        }
        return {**self.on, **own}.get(action.id, self.act)(action)

    def _drop(self, action: Action) -> None:
        self.open(action.value)
        self.focus = action.value

    def _dropped(self, action: Action) -> Transition | None:
        owner, value = action.value
        self.close()
        self.give_focus(owner)
        return self._told(owner.choose(value)) if value else None

    def _dialog_back(self, action: Action) -> Transition | None:
        return self._escape()

    def _moved(self, given: Input) -> Transition | None:
        self._pointer = given.pos
        self._hover(given.pos)
        if self._captured:
            return self._told(self._captured.handle(given, self.theme))
        return self._told(self._bubble(self._path, given))

    def _pressed(self, given: Input) -> Transition | None:
        self._drop_tooltip()
        if self.toast and self.toast.rect.collidepoint(given.pos):
            self.hush()
            return None
        self._pointer = given.pos
        self._hover(given.pos)
        target = self._path[-1] if self._path else None
        if target is None:
            return None
        if not target.enabled:
            self.say(Toast(target.reason or "That cannot be done now."))
            return None
        self._captured, target.held = target, True
        target.touch()
        self.give_focus(target if getattr(target, "takes_text", False) else None)
        return self._told(self._bubble(self._path, given))

    def _released(self, given: Input) -> Transition | None:
        target, self._captured = self._captured, None
        if target is None:
            return None
        target.held = False
        target.touch()
        return self._told(self._bubble(self._path if target in self._path else [target], given))

    def _wheel(self, given: Input) -> Transition | None:
        self._drop_tooltip()
        action = self._bubble(self._path, given)
        self._hover(given.pos)
        return self._told(action)

    def _text(self, given: Input) -> Transition | None:
        return self._told(self.focus.handle(given, self.theme)) if self.focus else None

    def _bubble(self, path: list[Widget], given: Input) -> Action | None:
        """The innermost widget first, then what contains it."""
        for widget in reversed(path):
            if widget.enabled and (action := widget.handle(given, self.theme)) is not None:
                return action
        return None

    # --- keys

    def _key(self, given: Input) -> Transition | None:
        self._drop_tooltip()
        if self.focus and (self.focus.enabled or given.key not in ("Enter", "Space")):
            action = self._bubble(self._path_of(self.focus), given)
            if action is not None:
                return self._told(action)
        if self.focus and given.key in ("Enter", "Space"):
            return self._press_key(self.focus)
        for widget in self.layers[-1].walk():
            if widget.key == given.key and given.key:
                return self._press_key(widget)
        return self._own_key(given)

    def _press_key(self, widget: Widget) -> Transition | None:
        if widget.enabled:
            return self._told(widget.activate())
        self.say(Toast(widget.reason or "That cannot be done now."))
        return None

    def _own_key(self, given: Input) -> Transition | None:
        order = focusable(self.layers[-1])
        if given.key in ("Tab", "Shift+Tab"):
            self.give_focus(following(order, self.focus, 1 if given.key == "Tab" else -1))
            return None
        if given.key in ARROWS and (self.focus or self.arrows_start_focus):
            now = self.focus
            self.give_focus((towards(order, now, ARROWS[given.key]) or now) if now else following(order, None, 1))
            return None
        if given.key == "Esc":
            return self._escape()
        for scroll in self.layers[-1].walk():
            if isinstance(scroll, Scroll) and scroll.handle(given, self.theme):
                return None
        return self.key_pressed(given)

    def _escape(self) -> Transition | None:
        if self.toast:
            self.hush()
            return None
        if len(self.layers) > 1:
            back = self.backs[-1]
            self.close()
            return self._told(Action(back)) if back else None
        return self.back()

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

    def _hover(self, pos: tuple[int, int]) -> None:
        path = self.layers[-1].path_to(pos) if self.layers else []
        before, after = (one[-1] if one else None for one in (self._path, path))
        self._path = path
        if before is after:
            return
        for one, hovered in ((before, False), (after, True)):
            if one:
                one.hovered = hovered
                if one.interactive and one.text_bearing:
                    one.touch()
        if before and before is not self._captured:
            before.handle(Input("left"), self.theme)
        self._drop_tooltip()

    def _drop_tooltip(self) -> None:
        self._rest = 0
        if self.tooltip:
            self._damage.append(self.tooltip.reach(self.theme))
        self.tooltip = None

    def _tooltip_waits(self, elapsed: int) -> bool:
        """Whether a tooltip is about to appear."""
        tip = next((tip for widget in reversed(self._path) if (tip := tip_of(widget))), None)
        if self.tooltip and self.tooltip.says != tip:
            self._drop_tooltip()
        if tip is None or self.tooltip or self._captured:
            return False
        self._rest += elapsed
        if self._rest < TIP_DELAY:
            return True
        self.tooltip = Tooltip(tip)
        self.tooltip.beside(self.theme, self._pointer, self.area)
        self._damage.append(self.tooltip.reach(self.theme))
        return False

    def _settle(self) -> None:
        """Let go of everything that belonged to the uppermost layer."""
        self.give_focus(None)
        for widget in self._path:
            widget.hovered = widget.held = False
        self._path, self._captured = [], None
        self._drop_tooltip()


def merged(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """Rectangles with those that overlap made one, so that nothing is painted twice."""
    done: list[pygame.Rect] = []
    for rect in rects:
        whole = pygame.Rect(rect)
        while (hit := whole.collidelist(done)) >= 0:
            whole.union_ip(done.pop(hit))
        done.append(whole)
    return done
