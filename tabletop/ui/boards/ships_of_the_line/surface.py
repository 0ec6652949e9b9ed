"""The sea as a widget: the camera, the pointer, and the picture that the board keeps."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import pygame

from tabletop.games.ships_of_the_line.state import State
from tabletop.geometry.pose import Point
from tabletop.ui.boards.ships_of_the_line.board import PLAIN, Board
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.picking import pick
from tabletop.ui.boards.ships_of_the_line.presentation import Presentation
from tabletop.ui.camera import Camera, Glide, Xy, fitted, stepped
from tabletop.ui.input import Button, Input
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import CONSUMED, Action, Widget

SLACK = 5
"""Pixels that a pressed pointer may wander before the press becomes a drag."""
PAN = 14
"""Pixels that an arrow key, or the edge of the window, moves the sea in a frame."""
EDGE = 3
"""Pixels from the edge of the window within which the pointer pushes the sea."""
EDGE_DELAY = 350
READABLE = 3
"""Step of zoom at which a ship that is looked for can be read."""
MARGIN = 160
"""Pixels beyond each edge of the window that are drawn when the sea begins to be moved, and then only shifted."""
SETTLED = 250
"""Milliseconds after which a sea that was moved is drawn anew, with every label in its place."""

GestureKind = Literal["hover", "press", "drag", "drop", "click", "leave"]


@dataclass(frozen=True)
class Gesture:
    """What the pointer did on the sea.

    Attributes:
        kind: `click` is a press that was let go where it was; `drop` ends a drag; with `leave` the pointer is
            over something else, and the places mean nothing. A button that is pressed while another is held is
            only told of with `press`.
        ship: under the pointer now.
        at: where the pointer is, UM.
        start: where the button was pressed, UM.
        from_ship: the ship on which it was pressed.
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


class SeaSurface(Widget):
    """The playing surface; reports every gesture that does not move the camera as ``Action("sea", Gesture)``.

    Attributes:
        wants: asked when a button goes down; whether the drag that follows belongs to the table, not to the camera.
        playing: told of every tick; whether what is shown still moves.
        scale: of the interface, per cent.
        state, overlays, presented, ringed: what is drawn; set by `look`.
    """

    interactive = True

    def __init__(self, wants: Callable[[Gesture], bool]) -> None:
        super().__init__("sea")
        self.board = Board()
        self.wants = wants
        self.playing: Callable[[int], bool] = lambda _elapsed: False
        self.scale = 100
        self.state: State | None = None
        self.overlays: tuple[Overlay, ...] = ()
        self.presented: Presentation = PLAIN
        self.ringed: str | None = None
        self.camera = Camera((0, 0), 40, (1, 1))
        self.insets = (0, 0, 0, 0)
        self._canvas = self._picture = pygame.Surface((1, 1))
        self._view = self.camera
        self._content: tuple[State, tuple[Overlay, ...], Presentation] | None = None
        self._margin = 0
        self._shift = (0, 0)
        self._rested = 0
        self._drawn = False
        """Whether the picture is up to date for the frame that is being painted."""
        self._glide: Glide | None = None
        self._now = 0
        self._fitted = False
        self._whole: Camera | None = None
        self._near: tuple[str, int] | None = None
        self._press: Gesture | None = None
        self._press_at = (0, 0)
        self._dragging = self._grabbed = False
        self._at_edge = 0
        self._pointer = (-1, -1)

    # --- what is shown

    def look(self, state: State, overlays: Sequence[Overlay], shown: Presentation, ringed: str | None) -> None:
        """Show this from the next frame on."""
        self.state, self.overlays, self.presented, self.ringed = state, tuple(overlays), shown, ringed

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Fill the window."""
        fresh, self._drawn = rect.size != self.rect.size, False
        super().place(theme, rect)
        self.scale = theme.scale
        if fresh:
            self._fitted = self._fitted and self.camera != self._whole
            self.camera = Camera(self.camera.centre, self.camera.scale, rect.size)
            self._begin(self.camera, 0)

    def cover(self, left: int, top: int, right: int, bottom: int) -> None:
        """Panels and bars cover so many pixels at the edges.

        The first time, and in a window of another size if the whole battle was seen, show all of it in the rest.
        """
        self.insets = (left, top, right, bottom)
        if self._fitted or self.state is None:
            return
        self.camera = self._whole = self._fit(self._places(self.state.ships))
        self._fitted = True
        if self._near:
            ship, step = self._near
            self.camera = replace(self.camera, scale=stepped(step))
            self.look_at(self._places([ship])[0])

    def open_near(self, ship: str, step: int) -> None:
        """Begin with this ship in the middle at a step of zoom, instead of the whole battle."""
        self._near = (ship, step)

    def fit(self) -> None:
        """Glide to where the whole battle is seen."""
        if self.state is not None:
            self._whole = self._fit(self._places(self.state.ships))
            self._go(self._whole)

    def centre_on(self, keys: Iterable[str]) -> None:
        """Glide to where these ships are in the middle, if they are not well in view."""
        places = self._places(keys)
        if places and not all(self._well_seen(place) for place in places):
            xs, ys = [x for x, _ in places], [y for _, y in places]
            camera = self.camera.centred((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
            left, top, right, bottom = self.insets
            self._go(camera.panned((left - right) / 2, (top - bottom) / 2))

    def approach(self, key: str) -> None:
        """Glide to a ship that is not well in view, or too far off to be read; never farther off than now."""
        places, now = self._places([key]), self._glide.end if self._glide else self.camera
        near = max(now.scale, stepped(READABLE))
        if not places or (near == now.scale and self._well_seen(places[0])):
            return
        left, top, right, bottom = self.insets
        camera = replace(now, scale=near).centred(*places[0])
        self._go(camera.panned((left - right) / 2, (top - bottom) / 2))

    def follow(self, place: Point) -> None:
        """Glide to a place on the table if it is not well in view."""
        if not self._well_seen((place.x, place.y)):
            left, top, right, bottom = self.insets
            self._go(self.camera.centred(place.x, place.y).panned((left - right) / 2, (top - bottom) / 2))

    def zoom(self, steps: int, at: Xy | None = None) -> None:
        """Nearer or farther about a pixel, the middle of what is not covered if None."""
        self._go((self._glide.end if self._glide else self.camera).zoomed(steps, at or self._middle()))

    def _middle(self) -> Xy:
        left, top, right, bottom = self.insets
        return (left + self.rect.w - right) / 2, (top + self.rect.h - bottom) / 2

    def pan(self, dx: float, dy: float) -> None:
        """Move the sea by pixels, at once."""
        self._glide = None
        self.camera = self.camera.panned(dx, dy)

    def look_at(self, place: Xy) -> None:
        """Bring a place on the table to the middle of what is not covered, at once."""
        self._glide = None
        left, top, right, bottom = self.insets
        self.camera = self.camera.centred(*place).panned((left - right) / 2, (top - bottom) / 2)

    def _places(self, keys: Iterable[str]) -> list[Xy]:
        state = self.state
        if state is None:
            return []
        found = [state.ships[key].pose for key in keys if key in state.ships]
        return [(pose.x, pose.y) for pose in found]

    def _fit(self, places: list[Xy]) -> Camera:
        margin = 1.5
        wide = [(x + dx, y + dy) for x, y in places for dx, dy in ((-margin, -margin), (margin, margin))]
        return fitted(wide or [(-5, -5), (5, 5)], self.rect.size, self.insets, nearest=7)

    def _well_seen(self, place: Xy) -> bool:
        left, top, right, bottom = self.insets
        x, y = self.camera.to_screen(*place)
        return left <= x <= self.rect.w - right and top <= y <= self.rect.h - bottom

    def _go(self, camera: Camera) -> None:
        self._glide = Glide(self.camera, camera, self._now)

    # --- painting

    def damage(self, theme: Theme, clip: pygame.Rect) -> Iterator[pygame.Rect]:
        """What the board has drawn anew."""
        if self.state is None:
            return
        rects, self._drawn = self._draw(self.state), True
        if self.dirty:
            yield self.rect.clip(clip)
        else:
            yield from (rect.clip(clip) for rect in rects)

    def _draw(self, state: State) -> list[pygame.Rect]:
        if self._glide and self._glide.start.scale != self._glide.end.scale:
            self._content, self._shift = None, (0, 0)
            self.board.stretch(self._picture, self.camera.grown(self._margin))
            return [self.rect]
        shift = self._take_view(state)
        margin, before, self._shift = self._margin, self._shift, shift
        insets = [inset + margin for inset in self.presented.insets]
        shown = replace(self.presented, insets=(insets[0], insets[1], insets[2], insets[3]))
        view = self._view.grown(margin)
        rects = self.board.draw(self._picture, state, view, self.overlays, shown, self.ringed)
        if shift != before or any(rect.size == self._picture.get_size() for rect in rects):
            return [self.rect]
        return [rect.move(-margin - shift[0], -margin - shift[1]) for rect in rects]

    def _take_view(self, state: State) -> tuple[int, int]:
        """How far the sea has moved, pixels, since its picture was drawn; a picture that does not serve is begun anew.

        A sea that only moves is drawn once with a margin. Anything else is drawn as the window shows it.
        """
        content = (state, self.overlays, self.presented)
        same = self._content is not None and self._content[0] is state and self._content[1:] == content[1:]
        moving = same and self._view.scale == self.camera.scale
        shift = self._moved_by()
        if moving and max(abs(shift[0]), abs(shift[1])) <= self._margin:
            return shift
        self._begin(self.camera, MARGIN if moving else 0)
        self._content = content
        return 0, 0

    def _begin(self, view: Camera, margin: int) -> None:
        """The picture shows this view from now on, and so much around it."""
        self._view, self._margin, self._rested = view, margin, 0
        size = view.grown(margin).size
        if self._canvas.get_size() != view.grown(MARGIN).size:
            self._canvas = pygame.Surface(view.grown(MARGIN).size).convert()
        if self._picture.get_size() != size or self._picture.get_parent() is not self._canvas:
            self._picture = self._canvas.subsurface(((0, 0), size))
            self.board.forget()

    def _moved_by(self) -> tuple[int, int]:
        """From the view of the picture to what the camera sees, pixels."""
        (x, y), (was_x, was_y), scale = self.camera.centre, self._view.centre, self.camera.scale
        return round((x - was_x) * scale), round((was_y - y) * scale)

    def _settle(self, elapsed: int) -> bool:
        """Once the sea lies still again it is drawn with every label in its place."""
        if self._margin == 0 or self._glide is not None or self._press is not None:
            self._rested = 0
            return False
        self._rested += elapsed
        if self._rested >= SETTLED:
            self._content = None
        return True

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Copy what is needed of the picture, brought up to date where the whole screen was composed anew."""
        if self.state is not None and not self._drawn:
            self._draw(self.state)
        clip = surface.get_clip().clip(self.rect)
        surface.blit(self._picture, clip, clip.move(self._margin + self._shift[0], self._margin + self._shift[1]))

    def reach(self, theme: Theme) -> pygame.Rect:
        """Nothing beyond the window."""
        return self.rect

    def tick(self, elapsed: int) -> bool:
        """Let the camera glide, or be pushed by a pointer at the edge."""
        self._now += elapsed
        moves = self._push(elapsed), self.playing(elapsed), self._settle(elapsed)
        if self._glide is None:
            return any(moves)
        self.camera = self._glide.at(self._now)
        if self._glide.done(self._now):
            self._glide = None
        return True

    def _push(self, elapsed: int) -> bool:
        x, y = self._pointer
        dx = (x <= EDGE and x >= 0) - (x >= self.rect.right - 1 - EDGE)
        dy = (y <= EDGE and y >= 0) - (y >= self.rect.bottom - 1 - EDGE)
        self._at_edge = self._at_edge + elapsed if dx or dy else 0
        if self._at_edge < EDGE_DELAY:
            return bool(dx or dy)
        self.pan(dx * PAN, dy * PAN)
        return True

    # --- the pointer

    def handle(self, given: Input, theme: Theme) -> Action | None:
        """Zoom, pan, or report a gesture."""
        self._pointer = given.pos
        answers: dict[str, Callable[[Input], Action | None]] = {
            "wheel": self._wheel, "moved": self._moved, "pressed": self._pressed, "released": self._released,
            "left": self._left,
        }  # fmt: skip
        answer = answers.get(given.kind)
        return answer(given) if answer else None

    def _gesture(self, kind: GestureKind, given: Input) -> Gesture:
        ship = pick(self.state, self.camera, given.pos) if self.state else None
        press = self._press
        return Gesture(
            kind, ship, Point(*self.camera.to_table(*given.pos)), given.button or (press.button if press else ""),
            press.at if press else None, press.ship if press else None, given.shift, given.ctrl, given.clicks,
        )  # fmt: skip

    def _wheel(self, given: Input) -> Action:
        self.zoom(given.steps, given.pos)
        return CONSUMED

    def _left(self, given: Input) -> Action:
        return Action("sea", Gesture("leave", None, Point(0, 0)))

    def _pressed(self, given: Input) -> Action:
        if self._grabbed and self._press is not None and given.buttons - {given.button}:
            return Action("sea", self._gesture("press", given))
        self._press, self._press_at = None, given.pos
        self._press = self._gesture("press", given)
        self._dragging, self._grabbed = False, self.wants(self._press)
        return Action("sea", self._press)

    def _moved(self, given: Input) -> Action:
        if self._press is None or not given.buttons:
            return Action("sea", self._gesture("hover", given))
        far = abs(given.pos[0] - self._press_at[0]) + abs(given.pos[1] - self._press_at[1]) > SLACK
        self._dragging = self._dragging or far
        if not self._dragging:
            return CONSUMED
        if self._grabbed:
            return Action("sea", self._gesture("drag", given))
        self.pan(given.pos[0] - self._press_at[0], given.pos[1] - self._press_at[1])
        self._press_at = given.pos
        return CONSUMED

    def _released(self, given: Input) -> Action:
        if self._press is None or given.button != self._press.button:
            return CONSUMED
        kind: GestureKind = "drop" if self._dragging else "click"
        gesture = self._gesture(kind, given)
        panned = self._dragging and not self._grabbed
        self._press = None
        return CONSUMED if panned else Action("sea", gesture)
