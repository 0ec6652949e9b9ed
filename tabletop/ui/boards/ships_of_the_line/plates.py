"""Name plates with a badge and up to three marks, and the names of divisions when seen from afar."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from tabletop.games.ships_of_the_line.state import Nation, State
from tabletop.ui import text
from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.chart import Placing, charted, origin
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.battle.placing import Crowd, beside, hull_box, placed_label, rooms
from tabletop.ui.boards.battle.plate import Plate, drawn_plate
from tabletop.ui.boards.battle.presentation import Afloat
from tabletop.ui.boards.battle.sheaf import Sheaf
from tabletop.ui.boards.ships_of_the_line.models import NATIONS, placed
from tabletop.ui.boards.ships_of_the_line.scene import FAR, SHOWN_GONE, Scene, afloat
from tabletop.ui.camera import Camera
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme

DIVISION = Style("title", 21, INKS.cream, INKS.outline)
DIVISION_LINE = Style("semibold", 15, INKS.brass_light, INKS.outline)
OPAQUE = 255
MOST_MARKS = 3


def marks(state: State, key: str) -> tuple[tuple[str, int], ...]:
    """The marks of a ship, the weightiest first."""
    ship, card = state.ships[key], state.cards[key]
    found = [
        ("struck", 0) if ship.status == "struck" else None,
        ("fire", ship.fires) if ship.fires else None,
        ("fallen_mast", 0) if ship.fallen or len(ship.masts) < 3 else None,
        ("grapple", 0) if any(grapple.joins(key) for grapple in state.grapples) else None,
        ("fatigue", ship.fatigue) if ship.fatigue else None,
        ("flagship", 0) if card.leader else None,
    ]
    return tuple(mark for mark in found if mark)[:MOST_MARKS]


def plate_of(state: State, key: str, selected: bool) -> Plate:
    """The plate of a ship as she is."""
    ship, card = state.ships[key], state.cards[key]
    if ship.status in SHOWN_GONE:
        return Plate(f"{card.name}, wreck", NATIONS[card.nation], (), selected, lost=True)
    return Plate(card.name, NATIONS[card.nation], marks(state, key), selected, lost=False)


@dataclass(frozen=True)
class Laid:
    """Plates by ship and names of divisions in their places, and what they were to keep clear of; chart pixels."""

    plates: dict[str, Placing]
    divisions: list[Placing]
    clear: list[pygame.Rect]


class Plates:
    """Keeps the plates where they are until the state or the scale changes; that of a moving ship goes with her."""

    def __init__(self) -> None:
        self._laid: tuple[tuple[object, ...], State, Laid] | None = None
        self._shown: tuple[Afloat, ...] = ()
        self._faded: set[str] = set()
        self._keys: list[str] = []
        self._sheaf = Sheaf()

    def lay(self, scene: Scene, selected: str | None) -> None:
        """Find the place of each plate that the view has room for."""
        shown = scene.shown
        token = (scene.camera.scale, shown.scale, shown.labels, selected)
        if self._laid is None or self._laid[1] is not scene.state or self._laid[0] != token:
            still = replace(scene, camera=charted(scene.camera), shown=replace(shown, afloat=()))
            self._laid = (token, scene.state, laid(still, selected))
            self._follow(scene, self._laid[2], anew=True)
        elif self._shown != shown.afloat:
            self._follow(scene, self._laid[2], anew=False)

    def paint(self, surface: pygame.Surface, camera: Camera, pieces: Sequence[pygame.Rect]) -> None:
        """Draw the plates that reach into pieces of the surface."""
        self._sheaf.paint(surface, pieces, origin(camera))

    def _follow(self, scene: Scene, kept: Laid, *, anew: bool) -> None:
        """Move the plates as far as their ships have come; a ship that fades has none."""
        moving = {one.ship: one for one in scene.shown.afloat}
        faded = {key for key, one in moving.items() if one.alpha != OPAQUE}
        if anew or faded != self._faded:
            self._faded, self._keys = faded, [key for key in kept.plates if key not in faded]
            self._sheaf = Sheaf([*kept.divisions, *(kept.plates[key] for key in self._keys)])
        for key in {*moving, *(one.ship for one in self._shown)}.intersection(self._keys):
            drawn, at = kept.plates[key]
            self._sheaf.put(len(kept.divisions) + self._keys.index(key), [(drawn, _moved(scene, key, at, moving))])
        self._shown = scene.shown.afloat

    def boxes(self, camera: Camera, keys: Collection[str]) -> list[pygame.Rect]:
        """Where the plates of these ships are."""
        if self._laid is None:
            return []
        first, shift = len(self._laid[2].divisions), origin(camera)
        return [self._sheaf.boxes[first + self._keys.index(key)].move(shift) for key in keys if key in self._keys]

    def crowd(self, scene: Scene) -> Crowd:
        """Where the plates that were last drawn, and the ships, are on the screen."""
        if self._laid is None:
            return Crowd([], [])
        shift = origin(scene.camera)
        labels = [label.move(shift) for label in self._sheaf.boxes]
        return Crowd(labels, [clear.move(shift) for clear in self._laid[2].clear])


def laid(chart: Scene, selected: str | None) -> Laid:
    """The plates of the whole fleet, placed in chart pixels."""
    theme = Theme(chart.shown.scale)
    ships = afloat(chart)
    clear = [box for one in ships for box in rooms(chart.camera, one)]
    crowd = Crowd([], clear)
    plates: dict[str, Placing] = {}
    for one in sorted(ships, key=lambda one: one.key != selected):
        if not _wanted(chart, one, selected):
            continue
        drawn = drawn_plate(plate_of(chart.state, one.key, one.key == selected), theme)
        place = placed_label(beside(hull_box(chart.camera, one), drawn.get_size()), crowd)
        crowd.labels.append(place)
        plates[one.key] = (drawn, place.topleft)
    far = chart.shown.labels != "none" and chart.camera.scale < FAR
    return Laid(plates, _divisions(chart, ships, crowd) if far else [], clear)


def _moved(scene: Scene, key: str, at: tuple[int, int], moving: dict[str, Afloat]) -> tuple[int, int]:
    if key not in moving:
        return at
    (x0, y0), (x1, y1) = placed(scene.state, key).at, placed(scene.state, key, moving).at
    return at[0] + round((x1 - x0) * scene.camera.scale), at[1] - round((y1 - y0) * scene.camera.scale)


def _wanted(scene: Scene, ship: Placed, selected: str | None) -> bool:
    if ship.key == selected or scene.shown.labels == "all":
        return True
    if scene.shown.labels == "none":
        return False
    return scene.camera.scale >= FAR or bool(scene.card(ship).leader)


def _divisions(chart: Scene, ships: Sequence[Placed], crowd: Crowd) -> list[Placing]:
    """The name of each division, once, beside its ships."""
    theme = Theme(chart.shown.scale)
    named: list[Placing] = []
    for key, name in chart.state.divisions.items():
        mine = [one for one in ships if chart.card(one).division == key]
        if not mine:
            continue
        title, _, chief = name.rstrip(")").partition(" (")
        drawn = _division(title, _command(chart, mine, chief), NATIONS[_nation(chart, mine)], theme)
        ends = [place for one in (mine[len(mine) // 2], mine[0], mine[-1]) for place in _about(chart, one, drawn)]
        place = placed_label(ends, crowd)
        crowd.labels.append(place)
        named.append((drawn, place.topleft))
    return named


def _about(scene: Scene, ship: Placed, drawn: pygame.Surface) -> list[pygame.Rect]:
    return beside(hull_box(scene.camera, ship).inflate(40, 40), drawn.get_size())


def _nation(scene: Scene, ships: Sequence[Placed]) -> Nation:
    nations = [scene.card(one).nation for one in ships]
    return max(sorted(set(nations)), key=nations.count)


def _command(scene: Scene, ships: Sequence[Placed], chief: str) -> str:
    leaders = [leader.name.split()[-1] for one in ships if (leader := scene.card(one).leader)]
    count = f"{len(ships)} ships" if len(ships) > 1 else "1 ship"
    return ", ".join([*([chief] if chief else leaders[:1]), count])


@lru_cache(maxsize=64)
def _division(name: str, line: str, nation: str, theme: Theme) -> pygame.Surface:
    badge = theme.px(20)
    above, below = text.size_of(name, DIVISION, theme.scale), text.size_of(line, DIVISION_LINE, theme.scale)
    drawn = pygame.Surface((badge + theme.px(8) + max(above[0], below[0]), above[1] + below[1]), pygame.SRCALPHA)
    box = icon(f"badge_{nation}", badge)
    drawn.blit(box, box.get_rect(midleft=(0, above[1] // 2)), special_flags=pygame.BLEND_PREMULTIPLIED)
    text.write(drawn, theme, name, DIVISION, (badge + theme.px(8), 0))
    text.write(drawn, theme, line, DIVISION_LINE, (badge + theme.px(8), above[1] - theme.px(4)))
    return drawn.premul_alpha()
