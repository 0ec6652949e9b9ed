"""Name plates beside the ships, with what is left of their strength."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import pygame

from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.battle.placing import Berth, Crowd, Line, free_label
from tabletop.ui.boards.battle.plate import Plate, drawn_plate
from tabletop.ui.boards.battle.sheaf import Sheaf, box
from tabletop.ui.boards.battle.ties import tie
from tabletop.ui.boards.battle.trains import Bound
from tabletop.ui.boards.decks_of_glory import badges, inscriptions
from tabletop.ui.boards.decks_of_glory.berths import berths
from tabletop.ui.boards.decks_of_glory.moorings import Roads
from tabletop.ui.boards.decks_of_glory.obstacles import covered, edges, free, gauges, taken
from tabletop.ui.boards.decks_of_glory.scene import Scene

OPAQUE = 255


def plate_of(scene: Scene, key: str) -> Plate:
    """The plate of a ship as she is."""
    ship, vessel = scene.state.ships[key], scene.state.fleet[key]
    flown, selected = (vessel.nation,), key == scene.marks.selected
    if ship.status == "derelict":
        return Plate(vessel.name, flown, (("struck", 0),), selected, lost=True, points="derelict")
    points = str(vessel.points) if ship.strength == vessel.points else f"{ship.strength}/{vessel.points}"
    held = ("grapple",) if scene.lying.entangled(key) else ()
    still = ("irons",) if key in scene.lying.in_irons else ()
    return Plate(vessel.name, flown, tuple((one, 0) for one in (*held, *still)), selected, lost=False, points=points)


class Laid(NamedTuple):
    """What stands beside a ship.

    Attributes:
        placing: her plate or badge.
        ship: where she was drawn then.
        tie: the line that leads to it from her, if it stands away from her.
    """

    placing: Placing
    ship: Placed
    tie: Line | None = None


class Plates:
    """Keeps the plates in their places while ships move; that of a moving ship goes with her."""

    def __init__(self) -> None:
        self._roads: tuple[tuple[object, ...], Roads] | None = None
        self._laid: tuple[tuple[object, ...], dict[str, Laid]] | None = None

    def words(self, scene: Scene, origin: tuple[int, int]) -> list[Placing]:
        """The words in hexes, clear of what lies small upon the map; `origin` as in `covered`."""
        return inscriptions.clear_of(scene, self._found(scene).lettering, gauges(scene, origin))

    def placed(self, scene: Scene, origin: tuple[int, int], size: tuple[int, int]) -> list[Placing]:
        """The plates of the ships that are named, one that fades excepted; `origin` and `size` as in `covered`."""
        self._lay(scene, origin, size)
        return [_moved(scene, found.placing, found.ship, ship) for found, ship in self._shown(scene)]

    def ties(self, scene: Scene, origin: tuple[int, int], size: tuple[int, int]) -> list[Placing]:
        """The lines to plates that stand away from ships at rest; `origin` and `size` as in `covered`."""
        self._lay(scene, origin, size)
        afloat = {way.ship for way in scene.shown.afloat}
        return [tie(one.tie) for one, ship in self._shown(scene) if one.tie and ship.key not in afloat]

    def bound(self, scene: Scene, sheaf: Sheaf, key: str) -> Iterator[Bound]:
        """What of a sheaf of these plates goes with a ship."""
        for number, (found, _) in enumerate(self._shown(scene)):
            if found.ship.key == key:
                yield Bound(sheaf, number, found.ship.at)

    def _lay(self, scene: Scene, origin: tuple[int, int], size: tuple[int, int]) -> None:
        """Find the places anew if anything has changed that they depend on."""
        roads = self._found(scene)
        token = (roads, *covered(scene, origin, size))
        if self._laid is None or self._laid[0] != token:
            seen = free(scene, origin, size)
            self._laid = (token, laid(roads, seen, edges(scene, origin, size), gauges(scene, origin)))

    def _found(self, scene: Scene) -> Roads:
        """What does not depend on where the sea is seen from."""
        marked, shown = scene.marks, scene.shown
        chosen = (marked.overlay, marked.selected, marked.fanned)
        token = (*chosen, shown.labels, shown.scale, scene.camera.scale, scene.state)
        if self._roads is None or self._roads[0] != token:
            still = scene if not shown.afloat else replace(scene, ships=berths(scene.state))
            self._roads = (token, roads_of(still))
        return self._roads[1]

    def _shown(self, scene: Scene) -> Iterator[tuple[Laid, Placed]]:
        """What stands beside each ship, and where she is now."""
        for key, found in self._laid[1].items() if self._laid else ():
            if (ship := scene.ships.get(key)) and ship.alpha == OPAQUE:
                yield found, ship


def _moved(scene: Scene, placing: Placing, was: Placed, ship: Placed) -> Placing:
    drawn, (x, y) = placing
    dx, dy = ship.at[0] - was.at[0], was.at[1] - ship.at[1]
    return drawn, (x + round(dx * scene.camera.scale), y + round(dy * scene.camera.scale))


class Sign(NamedTuple):
    """What tells who a ship is, and where it may stand, the best first."""

    drawn: pygame.Surface
    about: list[Berth]
    needed: bool = False
    """It stands somewhere even where no place is free."""


def roads_of(scene: Scene) -> Roads:
    """Where the plates of a scene seek their places."""
    return Roads(scene, taken(scene), inscriptions.labels(scene))


def laid(
    roads: Roads, clear: pygame.Rect, sheets: Sequence[pygame.Rect], small: Sequence[pygame.Rect]
) -> dict[str, Laid]:
    """The plates of the ships that are named and the badges of those seen from far off, and where each ship was.

    They are clear of each other, of words in hexes, of gauges and of ships; that of a ship which does not lie under a
    panel keeps clear of panels too. `clear` is what no panel or bar lies upon; a plate that would be cut at its edge
    goes inside, or is left out if her middle is not seen. Those that can stand where they are plainly hers come first.
    """
    scene, found = roads.scene, dict[str, Laid]()
    labels = [*map(box, inscriptions.clear_of(scene, roads.lettering, small)), *small]
    order = sorted(scene.ships.values(), key=lambda ship: not wanted(scene, ship))
    for signs in (_plainly, _otherwise):
        for ship in [one for one in order if one.key not in found]:
            middle = scene.camera.to_screen(*ship.at)
            hidden, seen = any(sheet.collidepoint(middle) for sheet in sheets), clear.collidepoint(middle)
            crowd = Crowd(labels if hidden else [*labels, *sheets], roads.taken)
            for sign in signs(roads, ship, clear if seen else None):
                berth = _berth(sign, crowd)
                if berth and (seen or not cut(berth.place, clear)):
                    labels.append(berth.place)
                    found[ship.key] = Laid((sign.drawn, berth.place.topleft), ship, berth.tie)
                    break
    return found


def _berth(sign: Sign, crowd: Crowd) -> Berth | None:
    """Where it stands: where it lies on no other words, if it need not be."""
    about = [one for one in sign.about if one.free_of(crowd.labels)]
    if not about:
        return None
    place = free_label([one.place for one in about], crowd)
    free = sign.needed or place.collidelist(crowd.labels) < 0
    return next(one for one in about if one.place == place) if free else None


def _plainly(roads: Roads, ship: Placed, clear: pygame.Rect | None) -> Iterator[Sign]:
    """Her plate where nobody can take it for that of another."""
    if wanted(roads.scene, ship):
        drawn = drawn_plate(plate_of(roads.scene, ship.key), roads.scene.theme)
        yield Sign(drawn, roads.plated(ship, drawn.get_size()).plain(clear))


def _otherwise(roads: Roads, ship: Placed, clear: pygame.Rect | None) -> Iterator[Sign]:
    """Her plate on a line; else that of the chosen ship wherever there is room, and the badge of any other."""
    scene = roads.scene
    named, chosen = wanted(scene, ship), ship.key == scene.marks.selected
    if named:
        drawn = drawn_plate(plate_of(scene, ship.key), scene.theme)
        plated = roads.plated(ship, drawn.get_size())
        yield Sign(drawn, plated.tied)
        if chosen:
            yield Sign(drawn, plated.wherever(clear), needed=True)
    if named or scene.far:
        drawn = badges.badge(scene, ship.key)
        yield Sign(drawn, [Berth(place) for place in badges.about(scene, ship, drawn.get_size())])


def cut(place: pygame.Rect, clear: pygame.Rect) -> bool:
    """Whether only a part of some words is seen."""
    return bool(clear.colliderect(place)) and not clear.contains(place)


def wanted(scene: Scene, ship: Placed) -> bool:
    """Whether a ship is named."""
    if ship.key == scene.marks.selected or scene.shown.labels == "all" or ship.key in scene.marks.overlay.noted:
        return True
    return scene.shown.labels == "auto" and not scene.far
