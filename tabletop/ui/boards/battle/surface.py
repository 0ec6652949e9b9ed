"""A battle as a widget: what is shown of it, and the picture that is kept."""

from collections.abc import Callable, Sequence
from operator import is_
from typing import Any, Generic, TypeVar

import pygame
from typing_extensions import override

from tabletop.ui.boards.battle.ahead import Ahead, Around
from tabletop.ui.boards.battle.camera_view import CLOSEST, CameraView, Chart
from tabletop.ui.boards.battle.canvas import MARGIN, Canvas
from tabletop.ui.boards.battle.gestures import Ground, Pointing
from tabletop.ui.boards.battle.presentation import Presentation, widened
from tabletop.ui.boards.battle.renderer import PLAIN, Renderer
from tabletop.ui.camera import Camera
from tabletop.ui.frame_budget import FRAME_BUDGET
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.report import Report

SETTLED = 250
"""Milliseconds until a sea that was moved, or is seen at another scale, is drawn anew with all labels in place."""

S = TypeVar("S")


class BattleSurface(Widget, Generic[S]):
    """The playing surface; reports every gesture that does not move the camera as a `Gesture`.

    Args:
        renderer: draws the state.
        chart: where the ships of the state lie.
        ground: what the pointer acts upon, but for the camera.
        closest: step of zoom to which a whole battle is shown at most.

    Attributes:
        state: what is shown.
        view: from where it is seen.
        playing: told of every tick; whether what is shown still moves.
        placed: told when it has got its place.
        scale: of the interface, per cent.
        overlays, presented, ringed: what is drawn of the state; set by `look`.
    """

    interactive = True
    beyond = 0

    def __init__(self, renderer: Renderer[S], chart: Chart, ground: Ground, closest: int = CLOSEST) -> None:
        super().__init__("sea")
        self.renderer, self.view, self.ground = renderer, CameraView(chart, closest), ground
        self.state: S | None = None
        self.playing: Callable[[int], bool] = lambda _elapsed: False
        self.placed: Callable[[], None] = lambda: None
        self.scale, self._dress = 100, "printed"
        self.overlays: tuple[object, ...] = ()
        self.presented: Presentation = PLAIN
        self.ringed: object = None
        self._pointing = Pointing(ground, self.view)
        self._answers: dict[str, Callable[[Input], Report | None]] = {
            "wheel": self._pointing.wheel, "moved": self._pointing.moved, "pressed": self._pointing.pressed,
            "released": self._pointing.released, "left": self._pointing.left,
        }  # fmt: skip
        self._canvas = Canvas(self.view.camera)
        self._content: tuple[S, tuple[object, ...], Presentation] | None = None
        self._ahead, self._around = Ahead(renderer), Around(renderer)
        self._blank = True
        """Whether nothing has been drawn yet; what was in the window before stays until then."""
        self._kept = False
        """Whether the picture holds what is shown; else the renderer draws straight on the window."""
        self._put_off: tuple[object, ...] | None = None
        """What is to be drawn once the sea has settled, empty until it is known, while it is seen at another scale."""
        self._rested = 0
        self._moves = self._drawn = False
        """Whether the picture is up to date for the frame that is being painted."""

    # --- what is shown

    def look(self, state: S, overlays: Sequence[object], shown: Presentation, ringed: object) -> None:
        """Show this from the next frame on."""
        self.state, self.ringed = state, ringed
        marks = tuple(overlays)
        if marks != self.overlays:
            self.overlays = marks
        if shown != self.presented:
            self.presented = shown

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Fill the window; at another scale it stays as it is for a while, for all its names must be laid anew."""
        fresh, self._drawn = rect.size != self.rect.size, False
        if self.scale != theme.scale:
            self._put_off, self._rested = None if fresh or self._canvas.margin or self._content is None else (), 0
        super().place(theme, rect)
        self.scale = theme.scale
        if theme.dress != self._dress:
            self._dress, self.renderer, self._content = theme.dress, type(self.renderer)(), None
            self._ahead, self._around = Ahead(self.renderer), Around(self.renderer)
        if fresh:
            self.view.resize(rect)
            self._begin(self.view.camera, 0)
        self.placed()

    # --- painting

    @override
    def prepare_frame(self, theme: Theme) -> bool:
        if self.state is None:
            return False
        rects, self._drawn = self._draw(self.state), True
        return bool(rects)

    def _draw(self, state: S) -> list[pygame.Rect]:
        """Bring up to date what is shown; where the window has to be painted anew."""
        if self.view.glide and self.view.glide.start.scale != self.view.glide.end.scale:
            likeness = self._stretch()
            coming = state, self.view.glide.end, self.overlays, self.presented
            if FRAME_BUDGET.milliseconds is not None and self._ahead.begin(coming):  # the frame in which a glide begins
                self._ahead.go_on(coming)  # has enough to do
            return likeness
        if self._ahead.late((state, self.view.camera, self.overlays, self.presented)):
            return self._stretch() if self.view.camera is not self._canvas.view else []
        if self._waits(state) or self._comes_later(state):
            return []
        shift = self._take_view(state)
        margin, before, self._canvas.shift = self._canvas.margin, self._canvas.shift, shift
        shown = widened(self.presented, margin) if margin else self.presented
        self._blank = False
        self._canvas.settle()
        rects = self.renderer.changed(state, self._canvas.wide, self.overlays, shown)
        whole = bool(rects) and pygame.Rect((0, 0), self._canvas.wide.size) in rects
        if whole:
            self._kept = margin > 0 or self.renderer.elaborate
        if self._kept:
            self._keep(rects)
        rects += self.renderer.ringed(None if self.view.glide else self.ringed)
        if whole or shift != before:
            return [self.rect]
        left, top = margin + shift[0], margin + shift[1]
        return [rect.move(-left, -top) for rect in rects] if left or top else rects

    def _comes_later(self, state: S) -> bool:
        """Whether it is left to the frames that follow: what else is seen at rest is made ready in as many as it takes.

        What has changed amid a movement is put off from one that has had enough to do.
        """
        shown = self._content is None or all(map(is_, self._content, (state, self.overlays, self.presented)))
        if FRAME_BUDGET.milliseconds is None or (shown and not self._blank):
            return False
        if self._blank:
            now = state, self.view.camera, self.overlays, self.presented
            return not (self._ahead.dropped or self._ahead.go_on(now))
        if self._moves or self._canvas.margin or self.view.camera is not self._canvas.view:
            return FRAME_BUDGET.is_spent and self._ahead.put_off()
        if self._ahead.dropped or (self._flickers(state) and not FRAME_BUDGET.is_spent):
            return False
        self._keep_all()
        return not self._ahead.go_on((state, self.view.camera, self.overlays, self.presented))

    def _flickers(self, state: S) -> bool:
        """Whether only how it is shown has changed."""
        return self._content is not None and all(map(is_, self._content[:2], (state, self.overlays)))

    def _waits(self, state: S) -> bool:
        """Whether it stays as it was at another scale: nothing else has changed since."""
        if self._put_off is not None:
            content = state, self.overlays, self.presented
            unchanged = self.view.camera is self._canvas.view and all(map(is_, self._put_off, content))
            self._put_off = content if unchanged else None
        return self._put_off is not None

    def _keep(self, rects: Sequence[pygame.Rect]) -> None:
        picture = self._canvas.picture
        for rect in rects:
            picture.set_clip(rect)
            self.renderer.paint(picture, [rect])
        picture.set_clip(None)

    def _keep_all(self) -> None:
        if not self._kept:
            self._keep([pygame.Rect((0, 0), self._canvas.wide.size)])
        self._kept = True

    def _stretch(self) -> list[pygame.Rect]:
        """Show a likeness from where the camera is now; where the window has to be painted anew."""
        if self._blank:
            return []
        self._keep_all()
        self._content, self._canvas.shift = None, (0, 0)
        if not self._canvas.stretch(self.view.camera):
            return []
        self.renderer.leave()
        return [self.rect]

    def _take_view(self, state: S) -> tuple[int, int]:
        """How far the sea has moved, pixels, since its picture was drawn; a picture that does not serve is begun anew.

        A sea that only moves is drawn once with a margin. Anything else is drawn as the window shows it.
        """
        content = (state, self.overlays, self.presented)
        same = self._content is not None and all(map(is_, self._content, content))
        if same and self.view.camera is self._canvas.view:
            return 0, 0
        moving = same and self._canvas.view.scale == self.view.camera.scale
        if moving and max(map(abs, shift := self._canvas.moved_by(self.view.camera))) <= self._canvas.margin:
            return shift
        if moving or self._canvas.margin or self._canvas.view != self.view.camera:
            self._begin(self.view.camera, MARGIN if moving or self.view.glide else 0)
        self._content, self._canvas.view = content, self.view.camera
        self._ahead.taken()
        self._around.anew()
        return 0, 0

    def _begin(self, view: Camera, margin: int) -> None:
        """The picture shows this view from now on, and so much around it."""
        size, self._rested = view.size, 0
        if size != self._canvas.view.size:
            self._content = None
        if self._canvas.begin(view, margin):
            self.renderer.forget()

    def _settle(self, elapsed: int) -> bool:
        """Once the sea lies still again it is drawn with every label in its place."""
        due = self._canvas.margin or self._put_off is not None
        if not due or self.view.glide is not None or self._pointing.held:
            self._rested = 0
            return False
        self._rested += elapsed
        if self._rested >= SETTLED:
            self._content = self._put_off = None
        return True

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw what is seen of it, from the kept picture if there is one."""
        if self.state is not None and not self._drawn:
            self._draw(self.state)
        if self._blank:
            return
        clip = surface.get_clip().clip(self.rect)
        left, top = self._canvas.place((0, 0))
        if self._kept:
            surface.blit(self._canvas.picture, clip, clip.move(left, top))
        else:
            self.renderer.paint(surface, [clip])
        self.renderer.paint_ring(surface, (-left, -top))

    def rule_at(self, pos: tuple[int, int]) -> str:
        """That of the words which lie there."""
        return self.renderer.rule_at(self._canvas.place(pos)) or super().rule_at(pos)

    def division_at(self, pos: tuple[int, int]) -> str:
        """The division whose name is written there."""
        return self.renderer.division_at(self._canvas.place(pos))

    def odds_of(self, key: str) -> pygame.Rect | None:
        """Where the odds of a shot at a ship are told upon the map; None if they are not."""
        left, top = self._canvas.place((0, 0))
        told = self.renderer.odds_of(key)
        return told.move(-left, -top) if told else None

    def cards(self) -> list[pygame.Rect]:
        """Where cards with words lie upon the map."""
        left, top = self._canvas.place((0, 0))
        return [place.move(-left, -top) for place in self.renderer.cards()]

    def tick(self, elapsed: int) -> bool:
        """Let the camera move, and what is played go on."""
        self._moves = self.playing(elapsed)
        moves = any([self.view.tick(elapsed), self._moves, self._settle(elapsed), self._ahead.pending])
        if not moves and not self._pointing.held:
            self._around.go_on(elapsed)
        return moves

    # --- the pointer

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Zoom, pan, or report a gesture."""
        self.view.pointer = given.pos
        if given.kind == "moved" and not given.buttons:
            self._pointing.come_upon(self.state)
        answer = self._answers.get(given.kind)
        return answer(given) if answer else None

    def stirred(self) -> bool:
        """Whether the sea lies still again after something else may have come under the pointer."""
        return self._pointing.stirred(self.state)


AnySurface = BattleSurface[Any]
"""Of whatever battle."""
