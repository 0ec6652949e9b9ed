"""Which names a fleet bears on the sea and where each lies best: those of ships, and from afar those of divisions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from statistics import median

import pygame

from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.ship import Card
from tabletop.games.ships_of_the_line.state import State, flown
from tabletop.ui.boards.battle.clearing import Label
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.battle.placing import Berth, Crowd, Mooring, berth, hull_box, rooms
from tabletop.ui.boards.battle.plate import Plate, drawn_plate
from tabletop.ui.boards.ships_of_the_line import divisions
from tabletop.ui.boards.ships_of_the_line.scene import SHOWN_GONE, Scene, afloat
from tabletop.ui.camera import Xy
from tabletop.ui.theme import Theme

MOST_MARKS = 3
ABOUT = 20
"""Pixels from a ship to the name of her division."""
KNOTS = 12
"""Pixels between the boxes that keep words off a line."""


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
        return Plate(f"{card.name}, wreck", (card.nation,), (), selected, lost=True)
    return Plate(card.name, flown(state, key), marks(state, key), selected, lost=False)


@dataclass(frozen=True)
class Named:
    """A name as a picture, where it lies best, and the ships beside which it may stand; chart pixels."""

    drawn: pygame.Surface
    berth: Berth
    about: tuple[Mooring, ...]


@dataclass(frozen=True)
class Laid:
    """All names, the lowest first, and what they keep clear of; chart pixels."""

    names: dict[str, Named]
    """By ship; divisions are told by their number."""
    clear: list[pygame.Rect]
    still: dict[str, Xy]
    """Where each ship lies, table units."""

    @cached_property
    def labels(self) -> dict[str, Label]:
        """The same as rectangles, with what they stand beside."""
        named = self.names.items()
        return {key: Label(one.berth.place, one.about, one.berth.spare, one.berth.tie) for key, one in named}


def laid(chart: Scene, selected: str | None) -> Laid:
    """The names of the whole fleet, placed in chart pixels; those that matter most choose first."""
    ships = afloat(chart)
    hulls = {one.key: rooms(chart.camera, one) for one in ships}
    crowd = Crowd([], [box for boxes in hulls.values() for box in boxes])
    plates: dict[str, Named] = {}
    for one in sorted(ships, key=lambda one: (one.key != selected, *_weight(chart.card(one)))):
        if _wanted(chart, one, selected):
            drawn = drawn_plate(plate_of(chart.state, one.key, one.key == selected), Theme(chart.shown.scale))
            others = [box for key, boxes in hulls.items() if key != one.key for box in boxes]
            about = (Mooring(hull_box(chart.camera, one), tuple(hulls[one.key]), tuple(others)),)
            plates[one.key] = _named(drawn, about, crowd)
    far = chart.shown.labels != "none" and chart.names_divisions
    named = _divisions(chart, ships, hulls, crowd) if far else []
    return Laid(
        {**{str(number): one for number, one in enumerate(named)}, **plates},
        crowd.ships,
        {one.key: one.at for one in ships},
    )


def _weight(card: Card) -> tuple[bool, int, str, int]:
    """What sorts ships by what they matter: flagships by their leaders, then all by rate and guns."""
    rating = card.leader.rating if card.leader else 0
    return card.leader is None, rating, card.ship_class, -card.guns


def _named(drawn: pygame.Surface, about: tuple[Mooring, ...], crowd: Crowd) -> Named:
    """A name in its berth, which is taken from now on."""
    found = berth(about, drawn.get_size(), crowd)
    if not found.spare:
        crowd.labels.append(found.place)
        crowd.labels.extend(_along(found))
    return Named(drawn, found, about)


def _along(found: Berth) -> list[pygame.Rect]:
    """Boxes along the line to what is named."""
    return list(knots(*found.tie)) if found.tie else []


@lru_cache(maxsize=64)
def knots(start: Xy, end: Xy) -> tuple[pygame.Rect, ...]:
    """Boxes along a line that keep words off it, pixels; shared, so never move one."""
    first, last = pygame.Vector2(start), pygame.Vector2(end)
    steps = int(first.distance_to(last) // KNOTS)
    return tuple(pygame.Rect(0, 0, 4, 4).move(first.lerp(last, step / steps)) for step in range(1, steps))


def _wanted(scene: Scene, ship: Placed, selected: str | None) -> bool:
    if ship.key == selected or scene.shown.labels == "all":
        return True
    if scene.shown.labels == "none":
        return False
    return not scene.names_divisions or bool(scene.card(ship).leader)


def _divisions(chart: Scene, ships: Sequence[Placed], hulls: dict[str, list[pygame.Rect]], crowd: Crowd) -> list[Named]:
    """The name of each division, once, beside one of its ships, those in its midst first."""
    named: list[Named] = []
    for key, name in fleets.divisions(chart.state).items():
        mine = [one for one in ships if chart.card(one).division == key]
        if mine:
            keys = {one.key for one in mine}
            others = tuple(box for ship, boxes in hulls.items() if ship not in keys for box in boxes)
            midst = median(one.at[0] for one in mine), median(one.at[1] for one in mine)
            first = sorted(mine, key=lambda one: math.dist(one.at, midst))
            about = tuple(_mooring(chart, one, hulls[one.key], others) for one in first)
            named.append(_named(divisions.drawn(chart, mine, name), about, crowd))
    return named


def _mooring(chart: Scene, ship: Placed, own: Sequence[pygame.Rect], others: tuple[pygame.Rect, ...]) -> Mooring:
    return Mooring(hull_box(chart.camera, ship).inflate(2 * ABOUT, 2 * ABOUT), tuple(own), others)
