"""Where the names of ships and divisions are shown in a view, and how they go with the ships."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

import pygame

from tabletop.ui.boards.battle.label_layout import Label, Places, View, cleared, viewed
from tabletop.ui.boards.battle.label_places import Crowd, Labelled, NameLabel, beside, build_boxes_along, free_label
from tabletop.ui.boards.battle.presentation import Afloat, Presentation
from tabletop.ui.boards.battle.ship_sprites import BattleScene
from tabletop.ui.boards.battle.sprite_batch import AttachedSprite, Placing, SpriteBatch, charted, origin
from tabletop.ui.boards.battle.strokes import tie
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.frame_budget import SHORT_MS, Steps, run_to_end

OPAQUE = 255


@dataclass(frozen=True)
class Asked:
    """What else is shown asks of the plates."""

    selected: str | None = None
    needed: tuple[str, ...] = ()
    """The ships whose plates are never left out: the selected one, and those that are aimed at."""
    aimed: tuple[str, ...] = ()
    """The ships in brackets, on which no plate lies."""
    lines: tuple[tuple[Xy, Xy], ...] = ()
    """The lines of fire, table units, which plates keep clear of where they can."""
    of: object = None
    """All else that the names depend on besides the state and how it is shown."""


class Badge(NamedTuple):
    """What tells who a ship is that has no plate, and where it may stand, the best first; chart pixels."""

    drawn: pygame.Surface
    places: list[pygame.Rect]


@dataclass(frozen=True)
class Laid:
    """All names, the lowest first, and what they keep clear of; chart pixels."""

    names: dict[str, NameLabel]
    """By ship; a game may name more than ships."""
    clear: list[pygame.Rect]
    still: dict[str, Xy]
    """Where each ship lies, table units."""
    badges: Mapping[str, Callable[[], Badge]] = field(default_factory=dict)
    """Of the ships that are told by one where there is no room for their names."""

    def was(self, key: str, ship: str, now: Xy, scale: float) -> NameLabel | None:
        """A name as it lay, moved as one of its ships has been since; None where it had no room."""
        if key not in self.names or ship not in self.still or self.names[key].place.spare:
            return None
        (x, y), before = self.still[ship], self.names[key]
        return before.move_by((round((now[0] - x) * scale), round((y - now[1]) * scale)))

    @cached_property
    def labels(self) -> dict[str, Label]:
        """The names as rectangles, with what they stand beside."""
        every = self.names.items()
        return {key: Label(one.place.place, one.about, one.place.spare, one.place.tie) for key, one in every}


Sc = TypeVar("Sc", bound=BattleScene[object])


class Plates(Generic[Sc]):
    """Keeps the plates where they are until the state or the view changes.

    Where a plate would be half covered by a bar, a panel or a gauge it goes elsewhere or is left out. The plate of a
    moving ship goes with her.

    Args:
        names: the names of a scene in chart pixels in which nothing moves, and how they lay before at its scale.
        brackets: what the brackets round ships cover in such a scene.
        highlight: returns the names as they lie while no ship is selected, with the look of one ship's name changed
            to that of the selected one; None if more than its look changes. Without it every selection places all
            names again.
    """

    def __init__(
        self, names: Callable[[Sc, Asked, Laid | None], Steps[Laid]],
        brackets: Callable[[Sc, Iterable[str]], Mapping[str, Sequence[pygame.Rect]]] = lambda _scene, _keys: {},
        highlight: Callable[[Sc, str, Laid], Laid | None] = lambda _scene, _ship, _laid: None,
    ) -> None:  # fmt: skip
        self._names = names
        self._brackets = brackets
        self._highlight = highlight
        self._unselected: tuple[tuple[object, ...], object, Laid] | None = None
        """The names while no ship is selected, with what else they depend on, and the state."""
        self._laid: tuple[tuple[object, ...], object, Laid] | None = None
        self._viewed: tuple[object, ...] = ()
        self._labels: dict[str, Label] = {}
        self._places: Places = {}
        self._badges: dict[str, Placing] = {}
        self._shown: tuple[Afloat, ...] = ()
        self._faded: set[str] = set()
        self._left_out: frozenset[str] = frozenset()
        self._standing: dict[str, Placing] = {}
        """Plates and badges where they are while their ships are at rest."""
        self._number: dict[str, int] = {}
        self._lines: dict[str, Placing] = {}
        self.batch, self.ties = SpriteBatch(), SpriteBatch()
        """The plates that found a place, and below them the lines to their ships."""

    def lay(self, scene: Sc, camera: Camera, asked: Asked, words: tuple[pygame.Rect, ...] = ()) -> None:
        """Find the place of each plate that the view of a camera has room for.

        No plate lies on `words`, which stand where they are, chart pixels.
        """
        run_to_end(self.laying(scene, camera, asked, words))

    def laying(self, scene: Sc, camera: Camera, asked: Asked, words: tuple[pygame.Rect, ...] = ()) -> Steps[None]:
        """The same plate by plate."""
        shown = scene.shown
        token = (camera.scale, shown.scale, shown.labels, asked.selected, asked.of)
        anew = self._laid is None or self._laid[1] is not scene.state or self._laid[0] != token
        if self._laid is None or anew:
            still = replace(scene, camera=charted(camera), shown=shown._replace(afloat=()))
            before = self._laid[2] if self._laid and self._laid[0][:2] == token[:2] else None
            names = yield from self._place_names(still, asked, before)
            self._laid = (token, scene.state, names)
            self._places = {
                key: place
                for key, place in self._places.items()
                if before and key in names.labels and before.labels[key].home == names.labels[key].home
            }
        view = (shown.insets, shown.gauges, shown.sheets, shown.margin, asked, words, camera)
        if anew or self._viewed != view:
            if self._viewed[:-2] != view[:-2]:
                self._places = {}
            self._clear(scene, camera, asked, words)
            yield SHORT_MS
            self._gather(scene, self._laid[2])
            self._viewed = view
        elif self._shown != shown.afloat:
            self._gather(scene, self._laid[2])

    def _place_names(self, still: Sc, asked: Asked, before: Laid | None) -> Steps[Laid]:
        """Return the places of all names; a selection alone changes only the look of one of them where it can."""
        if asked.selected is None:
            return (yield from self._place_unselected(still, asked, before))
        plain = yield from self._place_unselected(still, replace(asked, selected=None), before)
        highlighted = self._highlight(still, asked.selected, plain)
        return highlighted or (yield from self._names(still, asked, before))

    def _place_unselected(self, still: Sc, asked: Asked, before: Laid | None) -> Steps[Laid]:
        needs = (still.camera.scale, still.shown.scale, still.shown.labels, asked.of)
        kept = self._unselected
        if kept is None or kept[0] != needs or kept[1] is not still.state:
            names = yield from self._names(still, asked, before)
            self._unselected = kept = (needs, still.state, names)
        return kept[2]

    def _clear(self, scene: Sc, camera: Camera, asked: Asked, words: tuple[pygame.Rect, ...]) -> None:
        """Find room in a view for the plates, then for the badges of ships whose plates have none."""
        assert self._laid
        chart, seen, kept = charted(camera), viewed(camera, scene.shown), self._laid[2]
        brackets = self._brackets(replace(scene, camera=chart), asked.aimed)
        gauges = (*seen.gauges, *(box for boxes in brackets.values() for box in boxes))
        lines = tuple(
            box for line in asked.lines for box in build_boxes_along(*(chart.to_screen(*end) for end in line))
        )
        seen = replace(seen, gauges=gauges, lines=lines, words=words)
        self._labels = _aimed_at(kept.labels, brackets)
        self._places = cleared(self._labels, asked.needed, kept.clear, seen, self._places)
        self._badges = dict(self._badged(kept, seen))

    def _badged(self, kept: Laid, seen: View) -> Iterator[tuple[str, Placing]]:
        crowd = Crowd([place for place in self._places.values() if place], kept.clear)
        for key, made in kept.badges.items():
            if self._places.get(key):
                continue
            badge = made()
            places = [place for place in badge.places if seen.whole(place) or seen.unseen(place)]
            place = free_label(places, crowd) if places else None
            if place and place.collidelist(crowd.labels) < 0:
                crowd.labels.append(place)
                yield key, (badge.drawn, place.topleft)

    def _gather(self, scene: Sc, kept: Laid) -> None:
        """All that found a place; a ship that fades has no plate."""
        self._shown = scene.shown.afloat
        self._faded = _faded(scene)
        hidden = self._faded | self._left_out
        shown = {key: place for key, place in self._places.items() if place and key not in hidden}
        self._lines = dict(_ties(self._labels, shown))
        self._standing = {key: (kept.names[key].picture, place.topleft) for key, place in shown.items()}
        self._standing |= {key: badge for key, badge in self._badges.items() if key not in hidden}
        self._number = {key: number for number, key in enumerate(self._standing)}
        self.batch = SpriteBatch(self._plate(scene, kept, key) for key in self._standing)
        self.ties = SpriteBatch(self._line(scene, kept, key) for key in self._lines)

    def sail(self, scene: Sc, keys: Set[str]) -> list[pygame.Rect]:
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

    def bound(self, key: str, batch: SpriteBatch, ties: SpriteBatch) -> Iterator[AttachedSprite]:
        """What goes with a ship, of batches of plates and of lines."""
        still = self._laid[2].still if self._laid is not None else {}
        if key in self._number:
            yield AttachedSprite(batch, self._number[key], still[key])
        if key in self._lines:
            yield AttachedSprite(ties, list(self._lines).index(key), still[key])

    def forget(self) -> None:
        """Another looks from now on: no name lies where it does because of what only the one before could see."""
        self._laid = None
        self._unselected = None
        self._places = {}

    def keep_on(self, shown: Presentation) -> None:
        """Ships lie elsewhere, and what goes with them is there already."""
        self._shown = shown.afloat

    def give_way(self, scene: Sc, asked: Asked, covers: list[pygame.Rect]) -> None:
        """Leave out the plates that something on the screen would half cover, but none that is needed."""
        shift = origin(scene.camera)
        boxes = {key: place.move(shift) for key, place in self._places.items() if place and key not in asked.needed}
        left_out = (
            frozenset(key for key, box in boxes.items() if box.collidelist(covers) >= 0) if covers else frozenset()
        )
        if self._laid is not None and left_out != self._left_out:
            self._left_out = left_out
            self._gather(scene, self._laid[2])

    def firm(self, scene: Sc, asked: Asked) -> list[pygame.Rect]:
        """Where the plates are, on the screen, that give way to nothing."""
        shift = origin(scene.camera)
        return [self.batch.boxes[self._number[key]].move(shift) for key in asked.needed if key in self._number]

    def at(self, scene: Sc, pixel: tuple[int, int]) -> str:
        """Whose name is shown at a pixel of the screen; empty if none is."""
        (x, y), (across, down) = pixel, origin(scene.camera)
        boxes = self.batch.boxes
        found = (key for key, number in self._number.items() if boxes[number].collidepoint(x - across, y - down))
        return next(found, "")

    def _plate(self, scene: Sc, kept: Laid, key: str) -> Placing:
        drawn, at = self._standing[key]
        return drawn, _moved(scene, kept, key, at)

    def _line(self, scene: Sc, kept: Laid, key: str) -> Placing:
        drawn, at = self._lines[key]
        return drawn, _moved(scene, kept, key, at)

    def _boxes(self, keys: Set[str]) -> list[pygame.Rect]:
        lines = [self.ties.boxes[number] for number, key in enumerate(self._lines) if key in keys]
        return lines + [self.batch.boxes[self._number[key]] for key in keys & self._number.keys()]

    @property
    def boxes(self) -> dict[str, pygame.Rect]:
        """Where the plates are that were last drawn, chart pixels."""
        return {key: self.batch.boxes[number] for key, number in self._number.items()}

    @property
    def hulls(self) -> list[pygame.Rect]:
        """What names keep clear of along the ships, as these lie at rest; chart pixels."""
        return self._laid[2].clear if self._laid is not None else []

    def crowd(self, scene: Sc) -> Crowd:
        """Where the plates that were last drawn, and the ships, are on the screen."""
        if self._laid is None:
            return Crowd([], [])
        shift = origin(scene.camera)
        labels = [label.move(shift) for label in self.batch.boxes]
        return Crowd(labels, [hull.move(shift) for hull in self.hulls])


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


def _faded(scene: BattleScene[object]) -> set[str]:
    return {one.ship for one in scene.shown.afloat if one.alpha != OPAQUE}


def _moved(scene: BattleScene[object], kept: Laid, key: str, at: tuple[int, int]) -> tuple[int, int]:
    """As far from its place as its ship has come."""
    if key not in scene.moving:
        return at
    (x0, y0), (x1, y1), scale = kept.still[key], scene.placed(key).at, scene.camera.scale
    return at[0] + round((x1 - x0) * scale), at[1] - round((y1 - y0) * scale)
