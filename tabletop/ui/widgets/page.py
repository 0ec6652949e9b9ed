"""A screen made of widgets: sends input to them and tells what they report.

What a button does is found by its id in `presses`, what is done at another report by its kind in `on`; the rest goes
to `act`. What comes of it is told to the app.
How a page is laid out and painted is in `stage`.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from tabletop.core.errors import Refused
from tabletop.core.paths import PathError, parse_path
from tabletop.core.phrases import join_words
from tabletop.ui.assets import UNDRAWN
from tabletop.ui.input import Input
from tabletop.ui.screen import Pop, Transition
from tabletop.ui.sound.speaker import SPEAKER
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.focus_order import ARROWS, focusable, following, towards
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.overlay import Open, Toast
from tabletop.ui.widgets.report import Close, Consumed, Hearing, On, Pressed, Presses, Report, hearing
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stage import Stage

_UNDRAWN, MOST = "A picture cannot be shown; its card is plain.", 3
"""What is said of files that cannot be drawn, and how many of them are named."""


class Page(Stage):
    """Base of the screens that consist of widgets; see the module.

    Attributes:
        presses: what each button does, by its id.
        on: what is done at other reports.
    """

    arrows_start_focus = True
    """Whether an arrow key gives the first widget the focus; a table that pans with arrows says no."""

    keyed = "lists"
    """Whose keys are heard on it, see `ui.rebinding`."""

    first_focus = ""
    """Id of the widget to which the first arrow or Tab leads; else it is the first of all."""

    def __init__(self) -> None:
        super().__init__()
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

    def open(self, layer: Widget) -> None:
        """As every stage; a sheet is heard as it is laid open."""
        Stage.open(self, layer)
        SPEAKER.play("paper")

    def refuse(self, refused: Refused) -> None:
        """As every stage; it is remembered which message says why something could not be done."""
        super().refuse(refused)
        self._refusal = self.toast

    def relent(self) -> None:
        """Something was done that is allowed: a refusal is taken away, any other message stays."""
        if self.toast is self._refusal:
            self.hush()
        self._refusal = None

    def update(self, elapsed: int) -> bool:
        """As every stage; a pointer that rests hears what has come under it."""
        moves = super().update(elapsed)
        if self._path and not self._captured and self._path[-1].stirred():
            self._moved(Input("moved", self._pointer))  # pointing leads to no other screen
        if UNDRAWN:
            self.say(Toast(_UNDRAWN, f"Damaged: {join_words(UNDRAWN[:MOST])}{' and more' if UNDRAWN[MOST:] else ''}."))
            UNDRAWN.clear()
        return moves

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
