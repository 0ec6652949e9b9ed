"""Name plates with a badge and up to three marks, and the names of divisions when seen from afar."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import pygame

from tabletop.games.ships_of_the_line.state import Nation, State
from tabletop.ui import text
from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.chart import Placing, charted, origin
from tabletop.ui.boards.battle.clearing import Label, Places, cleared, viewed
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.battle.placing import Crowd, beside, hull_box, placed_label, rooms
from tabletop.ui.boards.battle.plate import Plate, drawn_plate
from tabletop.ui.boards.battle.presentation import Afloat
from tabletop.ui.boards.battle.sheaf import Sheaf, box
from tabletop.ui.boards.ships_of_the_line.models import NATIONS
from tabletop.ui.boards.ships_of_the_line.overlays import BlockedTarget, LegalTarget, Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.scene import FAR, SHOWN_GONE, Scene, afloat
from tabletop.ui.camera import Xy
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
    """Plates by ship and names of divisions where they lie best, and what they keep clear of; chart pixels."""

    plates: dict[str, Placing]
    divisions: list[Placing]
    clear: list[pygame.Rect]
    about: dict[str, tuple[pygame.Rect, ...]]
    """What each stands beside; divisions are told by their number."""
    still: dict[str, Xy]
    """Where each ship lies, table units."""

    @cached_property
    def drawn(self) -> dict[str, pygame.Surface]:
        """Every label, the lowest first."""
        return {key: drawn for key, (drawn, _) in self._all.items()}

    @cached_property
    def labels(self) -> dict[str, Label]:
        """The same as rectangles, with what they stand beside."""
        return {key: Label(box(placing), self.about[key]) for key, placing in self._all.items()}

    @property
    def _all(self) -> dict[str, Placing]:
        return {**{str(number): one for number, one in enumerate(self.divisions)}, **self.plates}


@dataclass(frozen=True)
class Asked:
    """What the overlays ask of the plates."""

    selected: str | None = None
    needed: tuple[str, ...] = ()
    """The ships whose plates are never left out: the selected one, and those that are aimed at."""


def asked(overlays: Sequence[Overlay]) -> Asked:
    """What overlays ask of the plates."""
    needed = [one.ship for one in overlays if isinstance(one, Selected | LegalTarget | BlockedTarget)]
    selected = next((one.ship for one in overlays if isinstance(one, Selected)), None)
    return Asked(selected, tuple(sorted(set(needed), key=lambda key: (key != selected, key))))


class Plates:
    """Keeps the plates where they are until the state or the view changes.

    Where a plate would be half covered by a bar, a panel or a gauge it goes elsewhere or is left out. The plate of a
    moving ship goes with her.
    """

    def __init__(self) -> None:
        self._laid: tuple[tuple[object, ...], State, Laid] | None = None
        self._viewed: tuple[object, ...] = ()
        self._places: Places = {}
        self._shown: tuple[Afloat, ...] = ()
        self._faded: set[str] = set()
        self._number: dict[str, int] = {}
        self.sheaf = Sheaf()
        """The plates that found a place."""

    def lay(self, scene: Scene, asked: Asked) -> None:
        """Find the place of each plate that the view has room for."""
        shown = scene.shown
        token = (scene.camera.scale, shown.scale, shown.labels, asked.selected)
        anew = self._laid is None or self._laid[1] is not scene.state or self._laid[0] != token
        if self._laid is None or anew:
            still = replace(scene, camera=charted(scene.camera), shown=shown._replace(afloat=()))
            self._laid = (token, scene.state, laid(still, asked.selected))
            self._places = {}
        view = (scene.camera, shown.insets, shown.gauges, shown.sheets, shown.margin, asked)
        if anew or self._viewed != view:
            self._viewed = view
            kept, seen = self._laid[2], viewed(scene.camera, shown)
            self._places = cleared(kept.labels, asked.needed, kept.clear, seen, self._places)
            self._gather(scene, kept)
        elif self._shown != shown.afloat:
            self.sail(scene, {one.ship for one in (*self._shown, *shown.afloat)})

    def _gather(self, scene: Scene, kept: Laid) -> None:
        """All that found a place; a ship that fades has no plate."""
        self._shown = scene.shown.afloat
        self._faded = _faded(scene)
        keys = [key for key, place in self._places.items() if place and key not in self._faded]
        self._number = {key: number for number, key in enumerate(keys)}
        self.sheaf = Sheaf((kept.drawn[key], self._where(scene, kept, key)) for key in keys)

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
            touched += self.sheaf.put(self._number[key], [(kept.drawn[key], self._where(scene, kept, key))])
        return touched

    def _where(self, scene: Scene, kept: Laid, key: str) -> tuple[int, int]:
        """Where a plate lies: as far from its place as its ship has come."""
        place = self._places[key]
        assert place
        if key not in scene.moving:
            return place.topleft
        (x0, y0), (x1, y1), scale = kept.still[key], scene.placed(key).at, scene.camera.scale
        return place.x + round((x1 - x0) * scale), place.y - round((y1 - y0) * scale)

    def _boxes(self, keys: Set[str]) -> list[pygame.Rect]:
        return [self.sheaf.boxes[self._number[key]] for key in keys & self._number.keys()]

    def crowd(self, scene: Scene) -> Crowd:
        """Where the plates that were last drawn, and the ships, are on the screen."""
        if self._laid is None:
            return Crowd([], [])
        shift = origin(scene.camera)
        labels = [label.move(shift) for label in self.sheaf.boxes]
        return Crowd(labels, [clear.move(shift) for clear in self._laid[2].clear])


def laid(chart: Scene, selected: str | None) -> Laid:
    """The plates of the whole fleet, placed in chart pixels."""
    theme = Theme(chart.shown.scale)
    ships = afloat(chart)
    clear = [box for one in ships for box in rooms(chart.camera, one)]
    crowd = Crowd([], clear)
    plates: dict[str, Placing] = {}
    about: dict[str, tuple[pygame.Rect, ...]] = {}
    for one in sorted(ships, key=lambda one: one.key != selected):
        if not _wanted(chart, one, selected):
            continue
        drawn = drawn_plate(plate_of(chart.state, one.key, one.key == selected), theme)
        hull = hull_box(chart.camera, one)
        place = placed_label(beside(hull, drawn.get_size()), crowd)
        crowd.labels.append(place)
        plates[one.key], about[one.key] = (drawn, place.topleft), (hull,)
    far = chart.shown.labels != "none" and chart.camera.scale < FAR
    named = _divisions(chart, ships, crowd) if far else []
    about |= {str(number): boxes for number, (_, boxes) in enumerate(named)}
    still = {one.key: one.at for one in ships}
    return Laid(plates, [placing for placing, _ in named], clear, about, still)


def _faded(scene: Scene) -> set[str]:
    return {one.ship for one in scene.shown.afloat if one.alpha != OPAQUE}


def _wanted(scene: Scene, ship: Placed, selected: str | None) -> bool:
    if ship.key == selected or scene.shown.labels == "all":
        return True
    if scene.shown.labels == "none":
        return False
    return scene.camera.scale >= FAR or bool(scene.card(ship).leader)


def _divisions(chart: Scene, ships: Sequence[Placed], crowd: Crowd) -> list[tuple[Placing, tuple[pygame.Rect, ...]]]:
    """The name of each division, once, beside its ships, and the boxes about the ships where it may stand."""
    theme = Theme(chart.shown.scale)
    named: list[tuple[Placing, tuple[pygame.Rect, ...]]] = []
    for key, name in chart.state.divisions.items():
        mine = [one for one in ships if chart.card(one).division == key]
        if not mine:
            continue
        title, _, chief = name.rstrip(")").partition(" (")
        drawn = _division(title, _command(chart, mine, chief), NATIONS[_nation(chart, mine)], theme)
        ends = (mine[len(mine) // 2], mine[0], mine[-1])
        boxes = tuple(hull_box(chart.camera, one).inflate(40, 40) for one in ends)
        place = placed_label([place for about in boxes for place in beside(about, drawn.get_size())], crowd)
        crowd.labels.append(place)
        named.append(((drawn, place.topleft), boxes))
    return named


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
    sign = icon(f"badge_{nation}", badge)
    drawn.blit(sign, sign.get_rect(midleft=(0, above[1] // 2)), special_flags=pygame.BLEND_PREMULTIPLIED)
    text.write(drawn, theme, name, DIVISION, (badge + theme.px(8), 0))
    text.write(drawn, theme, line, DIVISION_LINE, (badge + theme.px(8), above[1] - theme.px(4)))
    return drawn.premul_alpha()
