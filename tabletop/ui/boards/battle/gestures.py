"""What the pointer does on the sea: hovering, presses, drags and clicks made out of single inputs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from tabletop.geometry.pose import Point
from tabletop.ui import keys, mouse
from tabletop.ui.boards.battle.camera_view import CameraView
from tabletop.ui.boards.replies import Recompose, Reply
from tabletop.ui.input import Button, Input
from tabletop.ui.widgets.report import CONSUMED, Report

SLACK = 5
"""Pixels that a pressed pointer may wander before the press becomes a drag."""
STRIDE = 4
"""Pixels across in which the sea is dragged: moved so, its rows stay aligned in memory, and are copied far faster."""

GestureKind = Literal["hover", "press", "drag", "drop", "click", "leave"]


@dataclass(frozen=True)
class Gesture(Report):
    """What the pointer did on the sea.

    Attributes:
        kind: `click` is a press that was let go where it was; `drop` ends a drag; with `leave` the pointer is
            over something else, and the places mean nothing. A button that is pressed while another is held is
            only told of with `press`.
        ship: under the pointer now.
        at: where the pointer is, table units.
        start: where the button was pressed, table units.
        from_ship: the ship on which it was pressed.
        pixel: where the pointer is on the screen.
    """

    kind: GestureKind
    ship: str | None
    at: Point
    button: Button = ""
    start: Point | None = None
    from_ship: str | None = None
    shift: bool = False
    ctrl: bool = False
    clicks: int = 1
    pixel: tuple[int, int] = (-1, -1)
    alt: bool = False


def _nothing() -> tuple[object, ...]:
    return ()


@dataclass(frozen=True)
class Ground:
    """What the pointer acts upon.

    Attributes:
        wants: asked when a button goes down; whether the drag that follows is an order, not a look around.
        ship: the ship at a pixel.
        lies: all that decides what lies under a pixel besides state and camera.
    """

    wants: Callable[["Gesture"], bool]
    ship: Callable[[tuple[int, int]], str | None]
    lies: Callable[[], tuple[object, ...]] = _nothing


class Pointing:
    """Keeps what has been pressed, and tells of every gesture that does not move the sea."""

    def __init__(self, ground: Ground, view: CameraView) -> None:
        self._ground, self._view = ground, view
        self._press: Gesture | None = None
        self._press_at = (0, 0)
        self._dragging = self._grabbed = False
        self._over = self._lies(None)
        """What the pointer was last moved over."""

    @property
    def held(self) -> bool:
        """Whether a button is down."""
        return self._press is not None

    def left(self, _given: Input) -> Report:
        """The pointer is over something else."""
        return Gesture("leave", None, Point(0, 0))

    def pressed(self, given: Input) -> Report:
        """A button goes down."""
        if self._grabbed and self._press is not None and given.buttons - {given.button}:
            return self._gesture("press", given)
        self._press, self._press_at = None, given.pos
        self._press = self._gesture("press", given)
        self._dragging, self._grabbed = False, self._ground.wants(self._press)
        return self._press

    def moved(self, given: Input) -> Report:
        """The pointer hovers, or drags what it took hold of."""
        if self._press is None or not given.buttons:
            return self._gesture("hover", given)
        far = abs(given.pos[0] - self._press_at[0]) + abs(given.pos[1] - self._press_at[1]) > SLACK
        self._dragging = self._dragging or far
        if not self._dragging:
            return CONSUMED
        if self._grabbed:
            return self._gesture("drag", given)
        self._drag(given.pos)
        return CONSUMED

    def _drag(self, to: tuple[int, int]) -> None:
        """Let the sea follow the pointer; what is left over across waits for the next motion."""
        (x, y), (to_x, to_y) = self._press_at, to
        across = round((to_x - x) / STRIDE) * STRIDE
        self._view.pan(across, to_y - y)
        self._press_at = (x + across, to_y)

    def released(self, given: Input) -> Report:
        """A button is let go."""
        if self._press is None or given.button != self._press.button:
            return CONSUMED
        kind: GestureKind = "drop" if self._dragging else "click"
        gesture = self._gesture(kind, given)
        panned = self._dragging and not self._grabbed
        self._press = None
        return CONSUMED if panned else gesture

    def _gesture(self, kind: GestureKind, given: Input) -> Gesture:
        press, ground = self._press, self._ground
        return Gesture(
            kind, ground.ship(given.pos), Point(*self._view.camera.to_table(*given.pos)),
            given.button or (press.button if press else ""), press.at if press else None,
            press.ship if press else None, given.shift, given.ctrl, given.clicks, given.pos, given.alt,
        )  # fmt: skip

    def wheel(self, given: Input) -> Report:
        """The wheel is turned."""
        self._view.zoom(mouse.zoomed(given.steps), given.pos)
        return CONSUMED

    # --- what has come under it by itself

    def come_upon(self, state: object) -> None:
        """It is moved over a state as it lies now."""
        self._over = self._lies(state)

    def stirred(self, state: object) -> bool:
        """Whether something else may have come under it, and all lies still again."""
        if self._view.glide is not None or self.held:
            return False
        return any(now is not before for now, before in zip(self._lies(state), self._over, strict=True))

    def _lies(self, state: object) -> tuple[object, ...]:
        """All that decides what lies under a pixel; the same objects as long as it is the same."""
        return state, self._view.camera, *self._ground.lies()


C = TypeVar("C", covariant=True)
K = TypeVar("K")


class Kept(Protocol[K]):
    """Where rulers are kept, as `BattleViewer` says."""

    measuring: tuple[K, ...]
    rulers: tuple[tuple[K, ...], ...]


class Measuring(Generic[C]):
    """Hold the right button, or what the player has in its place, or the ruler's key, and drag.

    While the ruler is out, a left click or the key adds a corner. Letting go with Shift held leaves the ruler on the
    table; Esc takes all rulers up.

    Args:
        kept: where the rulers are.
        corner: what can be measured from where the pointer is; None where nothing can.
        nowhere: what is said where nothing can.
    """

    def __init__(self, kept: Kept[C], corner: Callable[[Gesture], C | None], nowhere: Reply = None) -> None:
        self._kept, self._corner, self._nowhere = kept, corner, nowhere
        self._held = False
        self._here: C | None = None

    def wants(self, gesture: Gesture) -> bool:
        """A drag with the right button, with the key held, or while the ruler is out; the middle button pans always."""
        return gesture.button == "right" or (gesture.button != "middle" and (self._held or bool(self._kept.measuring)))

    def gesture(self, gesture: Gesture) -> Reply:
        """Measure, if that is what the pointer does."""
        self._here = self._corner(gesture) if gesture.kind != "leave" else None
        if gesture.kind == "press" and self.wants(gesture):
            self._bend()
            return Recompose()
        if not self._kept.measuring or gesture.kind == "leave":
            return None
        if self._here is not None and self._here != self._kept.measuring[-1]:
            self._kept.measuring = (*self._kept.measuring[:-1], self._here)
        if gesture.kind not in ("drop", "click"):
            return None
        if gesture.button == "right":
            self._end(keep=gesture.shift)
        return Recompose()

    def key(self, given: Input) -> Reply:
        """Pressing the key begins at the pointer, or adds a corner; letting it go ends what it began."""
        if given.key != keys.key("ruler"):
            return None
        if given.kind == "key_up":
            ends, self._held = self._held, False
            if not ends:
                return None
            self._end(keep=given.shift)
            return Recompose()
        if self._here is None and not self._kept.measuring:
            return self._nowhere
        self._held = self._held or not self._kept.measuring
        self._bend()
        return Recompose()

    def back(self) -> bool:
        """Take up all rulers."""
        had = bool(self._kept.rulers or self._kept.measuring)
        self._kept.rulers, self._kept.measuring, self._held = (), (), False
        return had

    def _bend(self) -> None:
        """Begin where the pointer is, or add a corner there."""
        now, here = self._kept.measuring, self._here
        if not now and here is not None:
            self._kept.measuring = (here, here)
        elif now and now[-1] != now[-2]:
            self._kept.measuring = (*now, now[-1])

    def _end(self, *, keep: bool) -> None:
        """Take the ruler up, or leave it lying."""
        done, self._kept.measuring = self._kept.measuring, ()
        if keep and len(set(done)) > 1:
            self._kept.rulers = (*self._kept.rulers, done)
