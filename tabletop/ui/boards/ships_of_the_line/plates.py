"""Where the names of ships and divisions are shown in a view, and how they go with the ships."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

import pygame

from tabletop.games.ships_of_the_line.state import State
from tabletop.ui.boards.battle.label_layout import Label, Places, cleared, viewed
from tabletop.ui.boards.battle.label_places import Crowd, Labelled, beside
from tabletop.ui.boards.battle.presentation import Afloat, Presentation
from tabletop.ui.boards.battle.sprite_batch import AttachedSprite, Placing, SpriteBatch, charted, origin
from tabletop.ui.boards.battle.strokes import tie
from tabletop.ui.boards.ships_of_the_line.markers import corners
from tabletop.ui.boards.ships_of_the_line.overlays import BlockedTarget, LegalTarget, Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.boards.ships_of_the_line.ship_names import Laid, boxes_along, laid
from tabletop.ui.camera import Xy

OPAQUE = 255


@dataclass(frozen=True)
class Asked:
    """What the overlays ask of the plates."""

    selected: str | None = None
    needed: tuple[str, ...] = ()
    """The ships whose plates are never left out: the selected one, and those that are aimed at."""
    aimed: tuple[str, ...] = ()
    """The ships in brackets, on which no plate lies."""
    lines: tuple[tuple[Xy, Xy], ...] = ()
    """The lines of fire, table units, which plates keep clear of where they can."""


def asked(overlays: Sequence[Overlay]) -> Asked:
    """What overlays ask of the plates."""
    needed = [one.ship for one in overlays if isinstance(one, Selected | LegalTarget | BlockedTarget)]
    selected = next((one.ship for one in overlays if isinstance(one, Selected)), None)
    aimed = tuple(one.ship for one in overlays if isinstance(one, LegalTarget | BlockedTarget))
    lines = tuple(_LINES[type(one)](one) for one in overlays if type(one) in _LINES)
    return Asked(selected, tuple(sorted(set(needed), key=lambda key: (key != selected, key))), aimed, lines)


_LINES: dict[type, Callable[[Any], tuple[Xy, Xy]]] = {
    LegalTarget: lambda one: (one.start, one.end),
    BlockedTarget: lambda one: (one.start, one.cross),
}
"""From where to where a line of fire goes."""


class Plates:
    """Keeps the plates where they are until the state or the view changes.

    Where a plate would be half covered by a bar, a panel or a gauge it goes elsewhere or is left out. The plate of a
    moving ship goes with her.
    """

    def __init__(self) -> None:
        self._laid: tuple[tuple[object, ...], State, Laid] | None = None
        self._viewed: tuple[object, ...] = ()
        self._labels: dict[str, Label] = {}
        self._places: Places = {}
        self._shown: tuple[Afloat, ...] = ()
        self._faded: set[str] = set()
        self._left_out: frozenset[str] = frozenset()
        self._number: dict[str, int] = {}
        self._lines: dict[str, Placing] = {}
        self.batch, self.ties = SpriteBatch(), SpriteBatch()
        """The plates that found a place, and below them the lines to their ships."""

    def lay(self, scene: Scene, asked: Asked) -> None:
        """Find the place of each plate that the view has room for."""
        shown = scene.shown
        token = (scene.camera.scale, shown.scale, shown.labels, asked.selected)
        anew = self._laid is None or self._laid[1] is not scene.state or self._laid[0] != token
        if self._laid is None or anew:
            still = replace(scene, camera=charted(scene.camera), shown=shown._replace(afloat=()))
            self._laid = (token, scene.state, laid(still, asked.selected))
            self._places = {}
        view = (shown.insets, shown.gauges, shown.sheets, shown.margin, asked, scene.camera)
        if anew or self._viewed != view:
            if self._viewed[:-1] != view[:-1]:
                self._places = {}
            self._viewed = view
            kept, seen = self._laid[2], viewed(scene.camera, shown)
            chart = charted(scene.camera)
            brackets = corners(replace(scene, camera=chart), asked.aimed)
            gauges = (*seen.gauges, *(box for boxes in brackets.values() for box in boxes))
            lines = tuple(box for line in asked.lines for box in boxes_along(*(chart.to_screen(*end) for end in line)))
            seen = replace(seen, gauges=gauges, lines=lines)
            self._labels = _aimed_at(kept.labels, brackets)
            self._places = cleared(self._labels, asked.needed, kept.clear, seen, self._places)
            self._gather(scene, kept)
        elif self._shown != shown.afloat:
            self.sail(scene, {one.ship for one in (*self._shown, *shown.afloat)})

    def _gather(self, scene: Scene, kept: Laid) -> None:
        """All that found a place; a ship that fades has no plate."""
        self._shown = scene.shown.afloat
        self._faded = _faded(scene)
        hidden = self._faded | self._left_out
        shown = {key: place for key, place in self._places.items() if place and key not in hidden}
        self._number = {key: number for number, key in enumerate(shown)}
        self._lines = dict(_ties(self._labels, shown))
        self.batch = SpriteBatch(self._plate(scene, kept, key) for key in shown)
        self.ties = SpriteBatch(self._line(scene, kept, key) for key in self._lines)

    def sail(self, scene: Scene, keys: Set[str]) -> list[pygame.Rect]:
        """Ships lie elsewhere, and that is all: what their plates covered and cover, chart pixels."""
        if self._laid is None:
            return []
        kept = self._laid[2]
        if _faded(scene) != self._faded:
            before = self._boxes(keys)
            self._gather(scene, kept)
            return before + self._boxes(keys)
        self._shown = scene.shown.afloat
        touched = []
        for key in keys & self._number.keys():
            touched += self.batch.put(self._number[key], [self._plate(scene, kept, key)])
        for number, key in enumerate(self._lines):
            if key in keys:
                touched += self.ties.put(number, [self._line(scene, kept, key)])
        return touched

    def bound(self, key: str) -> Iterator[AttachedSprite]:
        """What goes with a ship."""
        still = self._laid[2].still if self._laid is not None else {}
        if key in self._number:
            yield AttachedSprite(self.batch, self._number[key], still[key])
        if key in self._lines:
            yield AttachedSprite(self.ties, list(self._lines).index(key), still[key])

    def keep_on(self, shown: Presentation) -> None:
        """Ships lie elsewhere, and what goes with them is there already."""
        self._shown = shown.afloat

    def give_way(self, scene: Scene, asked: Asked, covers: list[pygame.Rect]) -> None:
        """Leave out the plates that something on the screen would half cover, but none that is needed."""
        shift = origin(scene.camera)
        boxes = {key: place.move(shift) for key, place in self._places.items() if place and key not in asked.needed}
        left_out = (
            frozenset(key for key, box in boxes.items() if box.collidelist(covers) >= 0) if covers else frozenset()
        )
        if self._laid is not None and left_out != self._left_out:
            self._left_out = left_out
            self._gather(scene, self._laid[2])

    def firm(self, scene: Scene, asked: Asked) -> list[pygame.Rect]:
        """Where the plates are, on the screen, that give way to nothing."""
        shift = origin(scene.camera)
        return [self.batch.boxes[self._number[key]].move(shift) for key in asked.needed if key in self._number]

    def _plate(self, scene: Scene, kept: Laid, key: str) -> Placing:
        place = self._places[key]
        assert place
        return kept.names[key].drawn, _moved(scene, kept, key, place.topleft)

    def _line(self, scene: Scene, kept: Laid, key: str) -> Placing:
        drawn, at = self._lines[key]
        return drawn, _moved(scene, kept, key, at)

    def _boxes(self, keys: Set[str]) -> list[pygame.Rect]:
        lines = [self.ties.boxes[number] for number, key in enumerate(self._lines) if key in keys]
        return lines + [self.batch.boxes[self._number[key]] for key in keys & self._number.keys()]

    def crowd(self, scene: Scene) -> Crowd:
        """Where the plates that were last drawn, and the ships, are on the screen."""
        if self._laid is None:
            return Crowd([], [])
        shift = origin(scene.camera)
        labels = [label.move(shift) for label in self.batch.boxes]
        return Crowd(labels, [clear.move(shift) for clear in self._laid[2].clear])


def _ties(labels: Mapping[str, Label], shown: Mapping[str, pygame.Rect]) -> Iterator[tuple[str, Placing]]:
    """The lines to those that do not plainly stand beside what they name."""
    for key, place in shown.items():
        if line := labels[key].tie(place):
            yield key, tie(line)


def _aimed_at(labels: Mapping[str, Label], brackets: Mapping[str, Sequence[pygame.Rect]]) -> dict[str, Label]:
    """The labels, those of ships in brackets beside these."""
    found = dict(labels)
    for key in brackets.keys() & labels.keys():
        boxes, hull = brackets[key], labels[key].about[0]
        labelled = Labelled(boxes[0].unionall(boxes[1:]), hull.own, hull.others)
        found[key] = Label(beside(labelled.box, labels[key].home.size)[0], (labelled,))
    return found


def _faded(scene: Scene) -> set[str]:
    return {one.ship for one in scene.shown.afloat if one.alpha != OPAQUE}


def _moved(scene: Scene, kept: Laid, key: str, at: tuple[int, int]) -> tuple[int, int]:
    """As far from its place as its ship has come."""
    if key not in scene.moving:
        return at
    (x0, y0), (x1, y1), scale = kept.still[key], scene.placed(key).at, scene.camera.scale
    return at[0] + round((x1 - x0) * scale), at[1] - round((y1 - y0) * scale)
