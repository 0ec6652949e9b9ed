"""What the player did, taken from events alone: positions and held keys are never asked of the system."""

from collections.abc import Callable
from functools import cache
from typing import Literal, NamedTuple

import pygame

from tabletop.ui import mouse, rebinding

Kind = Literal["moved", "pressed", "released", "wheel", "key", "key_up", "text", "left", "dropped"]
Button = Literal["", "left", "middle", "right"]

_BUTTONS: dict[int, mouse.Button] = {1: "left", 2: "middle", 3: "right"}
_NAMES: dict[int, str] = {
    pygame.K_RETURN: "Enter",
    pygame.K_KP_ENTER: "Enter",
    pygame.K_ESCAPE: "Esc",
    pygame.K_BACKSPACE: "Backspace",
    pygame.K_DELETE: "Delete",
    pygame.K_SPACE: "Space",
    pygame.K_TAB: "Tab",
    pygame.K_PAGEUP: "Page up",
    pygame.K_PAGEDOWN: "Page down",
    pygame.K_EQUALS: "+",
    pygame.K_PLUS: "+",
    pygame.K_KP_PLUS: "+",
    pygame.K_MINUS: "-",
    pygame.K_KP_MINUS: "-",
    pygame.K_KP_0: "0",
}
_MODIFIERS = {
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT,
    pygame.K_LMETA, pygame.K_RMETA,
}  # fmt: skip


class Input(NamedTuple):
    """One thing that the player did.

    Attributes:
        kind: what happened; ``left`` means that the pointer left the window.
        pos: where the pointer is, screen pixels.
        button: which was pressed or released; where the player has changed them, that which comes with what it means.
        buttons: the buttons that are held now.
        steps: notches of the wheel, up positive.
        key: the chord that was pressed, e.g. ``Ctrl+Z``, ``Shift+Tab``, ``Enter``, ``A``; where the player has changed
            keys, that which comes with what it means.
        text: what was typed, for ``text``; the path of the file, for ``dropped``.
        shift: whether Shift is held.
        ctrl: whether Ctrl is held.
        clicks: 2 for the second press of a double click, and for a stroke that follows the same key at once.
        alt: whether Alt is held.
        held: True for a key that goes on because it is held down, see `REPEATED`.
        quick: True for a stroke that follows one of the same key, or of the same button nearby, within `DOUBLE_CLICK`.
            Of many quick clicks each but the first is quick, though `clicks` counts them in pairs.
    """

    kind: Kind
    pos: tuple[int, int] = (-1, -1)
    button: Button = ""
    buttons: frozenset[Button] = frozenset()
    steps: int = 0
    key: str = ""
    text: str = ""
    shift: bool = False
    ctrl: bool = False
    clicks: int = 1
    alt: bool = False
    held: bool = False
    quick: bool = False


DOUBLE_CLICK = 400
"""Milliseconds within which a second press of a button or of a key counts as a double one."""
UNSTEADY = 4
"""Pixels that the pointer may stray between the presses of a double click."""
NEARBY = 24
"""Pixels that the pointer may stray between quick clicks, which nobody aims anew."""


REPEATED = frozenset({
    "Up", "Down", "Left", "Right", "Page up", "Page down", "Tab", "Shift+Tab", "Backspace", "Delete",
    "+", "-", "Ctrl++", "Ctrl+-", "W", "A", "D", "Ctrl+A", "Ctrl+D", "N", "Shift+N",
})  # fmt: skip
"""Chords that go on while the key is held; of any other only the first stroke counts, so that nobody fires twice."""


def chord(key: int, mod: int) -> str:
    """The name of a key with its modifiers; empty for a modifier alone."""
    if key in _MODIFIERS:
        return ""
    name = _NAMES.get(key) or pygame.key.name(key).capitalize()
    parts = [word for word, bit in (("Ctrl", pygame.KMOD_CTRL), ("Alt", pygame.KMOD_ALT)) if mod & bit]
    if mod & pygame.KMOD_SHIFT and name != "+":
        parts.append("Shift")
    return "+".join([*parts, name])


@cache
def _struck() -> frozenset[str]:
    """All that keys are called."""
    codes = (code for name, code in vars(pygame).items() if name.startswith("K_") and code not in _MODIFIERS)
    return frozenset(_NAMES.get(code) or pygame.key.name(code).capitalize() for code in codes)


def strikable(name: str) -> bool:
    """Whether there is a key, or a chord, of that name; numbers are told by all of them together."""
    before, _, last = name[:-1].rpartition("+")
    last += name[-1:]
    held = before.split("+") if before else []
    return set(held) <= set(rebinding.HELD) and (len(last) == 1 or last in _struck() or rebinding.NUMBERS in last)


class InputState:
    """Follows the pointer, its buttons and the modifiers through the events."""

    def __init__(self, clock: Callable[[], int] = pygame.time.get_ticks) -> None:
        self.pos = (-1, -1)
        self.buttons: frozenset[Button] = frozenset()
        self.mod = 0
        self._down: set[int] = set()
        self._meant: dict[int, Button] = {}
        """What the buttons that are held meant when they went down, though they may have been changed since."""
        self._last_stroke = (0, -DOUBLE_CLICK)
        self._clock = clock
        self._last_press: tuple[Button, int, tuple[int, int]] = ("", -DOUBLE_CLICK, (0, 0))
        self._last_click: tuple[Button, int, tuple[int, int]] = ("", -DOUBLE_CLICK, (0, 0))

    def translate(self, event: pygame.Event) -> Input | None:
        """The event in the table's terms; None if it is of no interest."""
        reader = _READERS.get(event.type)
        return reader(self, event) if reader else None

    def _given(
        self, kind: Kind, button: Button = "", steps: int = 0, key: str = "", text: str = "", clicks: int = 1
    ) -> Input:
        shift, ctrl, alt = (bool(self.mod & bit) for bit in (pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT))
        return Input(kind, self.pos, button, self.buttons, steps, key, text, shift, ctrl, clicks, alt)

    def _moved(self, event: pygame.Event) -> Input:
        self.pos = event.pos
        return self._given("moved")

    def _pressed(self, event: pygame.Event) -> Input | None:
        if event.button not in _BUTTONS:
            return None
        button = self._meant[event.button] = mouse.meant(_BUTTONS[event.button])
        self.pos, self.buttons = event.pos, self.buttons | {button}
        now, (last, then, there) = self._clock(), self._last_press
        away = max(abs(self.pos[0] - there[0]), abs(self.pos[1] - there[1]))
        again = last == button and now - then < DOUBLE_CLICK and away <= UNSTEADY
        self._last_press = ("", 0, there) if again else (button, now, self.pos)
        quick = self._is_quick(button, now)
        self._last_click = (button, now, self.pos)
        return self._given("pressed", button, clicks=2 if again else 1)._replace(quick=quick)

    def _is_quick(self, button: Button, now: int) -> bool:
        """Return True if the last press was of the same button, a moment ago and nearby."""
        last, then, (x, y) = self._last_click
        near = max(abs(self.pos[0] - x), abs(self.pos[1] - y)) <= NEARBY
        return last == button and now - then < DOUBLE_CLICK and near

    def _released(self, event: pygame.Event) -> Input | None:
        if event.button not in _BUTTONS:
            return None
        button = self._meant.pop(event.button, mouse.meant(_BUTTONS[event.button]))
        self.pos, self.buttons = event.pos, self.buttons - {button}
        return self._given("released", button)

    def _wheel(self, event: pygame.Event) -> Input:
        return self._given("wheel", steps=event.y)

    def _key(self, event: pygame.Event) -> Input | None:
        self.mod = event.mod | _bit(event.key)
        name, held = rebinding.meant(chord(event.key, event.mod)), event.key in self._down
        self._down.add(event.key)
        if not name or (held and name not in REPEATED):
            return None
        now, (last, then) = self._clock(), self._last_stroke
        self._last_stroke = (event.key, now)
        quick = last == event.key and now - then < DOUBLE_CLICK
        return self._given("key", key=name, clicks=2 if quick else 1)._replace(held=held, quick=quick)

    def _key_up(self, event: pygame.Event) -> Input | None:
        self.mod = event.mod & ~_bit(event.key)
        self._down.discard(event.key)
        name = rebinding.let_go(chord(event.key, 0))
        return self._given("key_up", key=name) if name else None

    def _text(self, event: pygame.Event) -> Input:
        return self._given("text", text=event.text)

    def _dropped(self, event: pygame.Event) -> Input:
        return self._given("dropped", text=event.file)

    def _left(self, _event: pygame.Event) -> Input:
        self.pos, self.buttons = (-1, -1), frozenset()
        return self._given("left")


def _bit(key: int) -> int:
    return {
        pygame.K_LSHIFT: pygame.KMOD_SHIFT, pygame.K_RSHIFT: pygame.KMOD_SHIFT,
        pygame.K_LCTRL: pygame.KMOD_CTRL, pygame.K_RCTRL: pygame.KMOD_CTRL, pygame.K_LALT: pygame.KMOD_ALT,
    }.get(key, 0)  # fmt: skip


_READERS: dict[int, Callable[[InputState, pygame.Event], Input | None]] = {
    pygame.MOUSEMOTION: InputState._moved,
    pygame.MOUSEBUTTONDOWN: InputState._pressed,
    pygame.MOUSEBUTTONUP: InputState._released,
    pygame.MOUSEWHEEL: InputState._wheel,
    pygame.KEYDOWN: InputState._key,
    pygame.KEYUP: InputState._key_up,
    pygame.TEXTINPUT: InputState._text,
    pygame.DROPFILE: InputState._dropped,
    pygame.WINDOWLEAVE: InputState._left,
}
