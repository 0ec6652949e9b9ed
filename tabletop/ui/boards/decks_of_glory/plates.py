"""Name plates beside the ships with what is left of their strength; from far off the badges of their nations."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import pygame

from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.label_places import Crowd, LabelPlace, free_label
from tabletop.ui.boards.battle.labels import NamePlate, drawn_plate
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.battle.sprite_batch import AttachedSprite, Placing, SpriteBatch, box
from tabletop.ui.boards.battle.strokes import Segment, tie
from tabletop.ui.boards.decks_of_glory import annotations
from tabletop.ui.boards.decks_of_glory.plate_places import PlateSearch, covered, edges, free, gauges, taken
from tabletop.ui.boards.decks_of_glory.scene import Scene
from tabletop.ui.boards.decks_of_glory.ship_places import placed_ships
from tabletop.ui.boards.nations import NATIONS

LEAST, MOST = 10, 17
"""Design pixels across."""
SHARE = 0.6
"""What it is at most of the side of a hex."""
ABREAST = (0.0, -0.3, 0.3)
"""Where along the ship it may lie beside her, hull lengths from her middle; the first is the best."""


def badge(scene: Scene, key: str) -> pygame.Surface:
    """The badge, alpha multiplied in."""
    least, most = scene.theme.px(LEAST), scene.theme.px(MOST)
    across = max(least, min(most, round(SHARE * scene.camera.scale)))
    return icon(f"badge_{NATIONS[scene.state.fleet[key].nation]}", across)


def badge_places(scene: Scene, ship: Placed, size: tuple[int, int]) -> list[pygame.Rect]:
    """Where it may lie, the best first: on either beam, in a row at her stern, else upon her."""
    away = ship.beam / 2 + (max(size) / 2 + 2) / scene.camera.scale
    beams = [scene.point(ship, ahead, side) for ahead in ABREAST for side in (away, -away)]
    stern = scene.point(ship, -0.5)
    spots = [stern, *beams] if scene.lying.entangled(ship.key) else [*beams, stern]
    places = []
    for x, y in spots:
        place = pygame.Rect((0, 0), size)
        place.center = (round(x), round(y))
        places.append(place)
    return places


OPAQUE = 255


def plate_of(scene: Scene, key: str) -> NamePlate:
    """The plate of a ship as she is."""
    ship, vessel = scene.state.ships[key], scene.state.fleet[key]
    flown, selected = (vessel.nation,), key == scene.marks.selected
    if ship.status == "derelict":
        return NamePlate(vessel.name, flown, (("struck", 0),), selected, lost=True, points="derelict")
    points = str(vessel.points) if ship.strength == vessel.points else f"{ship.strength}/{vessel.points}"
    held = ("grapple",) if scene.lying.entangled(key) else ()
    still = ("irons",) if key in scene.lying.in_irons else ()
    return NamePlate(
        vessel.name, flown, tuple((one, 0) for one in (*held, *still)), selected, lost=False, points=points
    )


class Laid(NamedTuple):
    """What stands beside a ship.

    Attributes:
        placing: her plate or badge.
        ship: where she was drawn then.
        tie: the line that leads to it from her, if it stands away from her.
    """

    placing: Placing
    ship: Placed
    tie: Segment | None = None


class Plates:
    """Keeps the plates in their places while ships move; that of a moving ship goes with her."""

    def __init__(self) -> None:
        self._search: tuple[tuple[object, ...], PlateSearch] | None = None
        self._laid: tuple[tuple[object, ...], dict[str, Laid]] | None = None

    def words(self, scene: Scene, origin: tuple[int, int]) -> list[Placing]:
        """The words in hexes, clear of what lies small upon the map; `origin` as in `covered`."""
        return annotations.clear_of(scene, self._found(scene).lettering, gauges(scene, origin))

    def placed(self, scene: Scene, origin: tuple[int, int], size: tuple[int, int]) -> list[Placing]:
        """The plates of the ships that are named, one that fades excepted; `origin` and `size` as in `covered`."""
        self._lay(scene, origin, size)
        return [_moved(scene, found.placing, found.ship, ship) for found, ship in self._shown(scene)]

    def ties(self, scene: Scene, origin: tuple[int, int], size: tuple[int, int]) -> list[Placing]:
        """The lines to plates that stand away from ships at rest; `origin` and `size` as in `covered`."""
        self._lay(scene, origin, size)
        afloat = {way.ship for way in scene.shown.afloat}
        return [tie(one.tie) for one, ship in self._shown(scene) if one.tie and ship.key not in afloat]

    def bound(self, scene: Scene, batch: SpriteBatch, key: str) -> Iterator[AttachedSprite]:
        """What of a batch of these plates goes with a ship."""
        for number, (found, _) in enumerate(self._shown(scene)):
            if found.ship.key == key:
                yield AttachedSprite(batch, number, found.ship.at)

    def _lay(self, scene: Scene, origin: tuple[int, int], size: tuple[int, int]) -> None:
        """Find the places anew if anything has changed that they depend on."""
        search = self._found(scene)
        token = (search, *covered(scene, origin, size))
        if self._laid is None or self._laid[0] != token:
            seen = free(scene, origin, size)
            self._laid = (token, laid(search, seen, edges(scene, origin, size), gauges(scene, origin)))

    def _found(self, scene: Scene) -> PlateSearch:
        """What does not depend on where the sea is seen from."""
        marked, shown = scene.marks, scene.shown
        chosen = (marked.overlay, marked.selected, marked.fanned)
        token = (*chosen, shown.labels, shown.scale, scene.camera.scale, scene.state)
        if self._search is None or self._search[0] != token:
            still = scene if not shown.afloat else replace(scene, ships=placed_ships(scene.state))
            self._search = (token, search_of(still))
        return self._search[1]

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
    about: list[LabelPlace]
    needed: bool = False
    """It stands somewhere even where no place is free."""


def search_of(scene: Scene) -> PlateSearch:
    """Where the plates of a scene seek their places."""
    return PlateSearch(scene, taken(scene), annotations.hex_words(scene))


def laid(
    search: PlateSearch, clear: pygame.Rect, sheets: Sequence[pygame.Rect], small: Sequence[pygame.Rect]
) -> dict[str, Laid]:
    """The plates of the ships that are named and the badges of those seen from far off, and where each ship was.

    They are clear of each other, of words in hexes, of gauges and of ships; that of a ship which does not lie under a
    panel keeps clear of panels too. `clear` is what no panel or bar lies upon; a plate that would be cut at its edge
    goes inside, or is left out if her middle is not seen. Those that can stand where they are plainly hers come first.
    """
    scene, found = search.scene, dict[str, Laid]()
    labels = [*map(box, annotations.clear_of(scene, search.lettering, small)), *small]
    order = sorted(scene.ships.values(), key=lambda ship: not wanted(scene, ship))
    for signs in (_plainly, _otherwise):
        for ship in [one for one in order if one.key not in found]:
            middle = scene.camera.to_screen(*ship.at)
            hidden, seen = any(sheet.collidepoint(middle) for sheet in sheets), clear.collidepoint(middle)
            crowd = Crowd(labels if hidden else [*labels, *sheets], search.taken)
            for sign in signs(search, ship, clear if seen else None):
                spot = _best(sign, crowd)
                if spot and (seen or not cut(spot.place, clear)):
                    labels.append(spot.place)
                    found[ship.key] = Laid((sign.drawn, spot.place.topleft), ship, spot.tie)
                    break
    return found


def _best(sign: Sign, crowd: Crowd) -> LabelPlace | None:
    """Where it stands: where it lies on no other words, if it need not be."""
    about = [one for one in sign.about if one.free_of(crowd.labels)]
    if not about:
        return None
    place = free_label([one.place for one in about], crowd)
    free = sign.needed or place.collidelist(crowd.labels) < 0
    return next(one for one in about if one.place == place) if free else None


def _plainly(search: PlateSearch, ship: Placed, clear: pygame.Rect | None) -> Iterator[Sign]:
    """Her plate where nobody can take it for that of another."""
    if wanted(search.scene, ship):
        drawn = drawn_plate(plate_of(search.scene, ship.key), search.scene.theme)
        yield Sign(drawn, search.plated(ship, drawn.get_size()).plain(clear))


def _otherwise(search: PlateSearch, ship: Placed, clear: pygame.Rect | None) -> Iterator[Sign]:
    """Her plate on a line; else that of the chosen ship wherever there is room, and the badge of any other."""
    scene = search.scene
    named, chosen = wanted(scene, ship), ship.key == scene.marks.selected
    if named:
        drawn = drawn_plate(plate_of(scene, ship.key), scene.theme)
        plated = search.plated(ship, drawn.get_size())
        yield Sign(drawn, plated.tied)
        if chosen:
            yield Sign(drawn, plated.wherever(clear), needed=True)
    if named or scene.far:
        drawn = badge(scene, ship.key)
        yield Sign(drawn, [LabelPlace(place) for place in badge_places(scene, ship, drawn.get_size())])


def cut(place: pygame.Rect, clear: pygame.Rect) -> bool:
    """Whether only a part of some words is seen."""
    return bool(clear.colliderect(place)) and not clear.contains(place)


def wanted(scene: Scene, ship: Placed) -> bool:
    """Whether a ship is named."""
    if ship.key == scene.marks.selected or scene.shown.labels == "all" or ship.key in scene.marks.overlay.noted:
        return True
    return scene.shown.labels == "auto" and not scene.far
