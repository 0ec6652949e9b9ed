"""Name labels of ships, batteries and divisions: which are shown, and where each is placed."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from statistics import median

import pygame

from tabletop.core.phrases import format_signed
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.model import Coast, Manner, State, list_flags
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.ship import Card
from tabletop.games.ships_of_the_line.survey.leadership import find_aided_ships, find_help_circle, has_signalled
from tabletop.games.ships_of_the_line.survey.summaries import list_signs
from tabletop.ui import text
from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.label_places import Crowd, Labelled, LabelPlace, NameLabel, around, keep_name, place_name
from tabletop.ui.boards.battle.labels import NamePlate, drawn_plate
from tabletop.ui.boards.battle.plates import Asked, Laid, Plates
from tabletop.ui.boards.battle.ship_sprites import Placed, hull_box, rooms
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line import flags, shore_batteries
from tabletop.ui.boards.ships_of_the_line.markers import find_bracket_rects
from tabletop.ui.boards.ships_of_the_line.overlays import (
    BlockedTarget,
    LegalTarget,
    Overlay,
    SelectedBattery,
    SelectedShip,
)
from tabletop.ui.boards.ships_of_the_line.scene import SHOWN_GONE, SeaScene, list_drawn_ships
from tabletop.ui.frame_budget import SHORT_MS, Steps
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme

MOST_MARKS = 3
NAMED = 12
"""Design pixels to a UM below which batteries have no names unless all are asked for."""
DIVISION = "division "
"""Prefix of the keys of division names; names of ships have the ships' keys."""
ABOUT = 20
"""Pixels from a ship to the name of its division."""


def list_plate_marks(state: State, key: str) -> tuple[tuple[str, int], ...]:
    """Return the marks on a ship's plate with their numbers, the most important first."""
    ship, card = state.ships[key], state.cards[key]
    found = [
        ("struck", 0) if ship.status == "struck" else None,
        ("signal", 0) if state.signals and has_signalled(state, key) else None,
        ("fire", ship.fires) if ship.fires else None,
        *((sign, 0) for sign in list_signs(state, key)),
        ("fallen_mast", 0) if ship.fallen or len(ship.masts) < 3 else None,
        ("grapple", 0) if any(grapple.joins(key) for grapple in state.grapples) else None,
        ("fouled", 0) if any(pair.joins(key) for pair in state.foulings or ()) else None,
        ("fatigue", ship.fatigue) if ship.fatigue else None,
        ("flagship", 0) if card.leader else None,
    ]
    return tuple(mark for mark in found if mark)[:MOST_MARKS]


def build_plate(state: State, key: str, selected: bool, aid: tuple[str, bool] = ("", False)) -> NamePlate:
    """Build the plate of a ship; `aid` is the text about a leader, and if he helps the ship."""
    ship, card = state.ships[key], state.cards[key]
    if ship.status in SHOWN_GONE:
        return NamePlate(f"{card.name}, wreck", (card.nation,), (), selected, lost=True)
    told, helped = aid
    return NamePlate(
        card.name, list_flags(state, key), list_plate_marks(state, key), selected, lost=False, aid=told, aided=helped
    )


def _find_aids(state: State, selected: str | None) -> dict[str, tuple[str, bool]]:
    """Return, by ship, the selected ship's leader as text (name, rating or distance), and if he helps."""
    if selected is None or selected not in state.ships or (leader := find_help_circle(state, selected)) is None:
        return {}
    found = {
        key: (format_signed(aid.rating) if aid.is_in_reach else format_um(aid.distance), aid.is_in_reach)
        for key, aid in find_aided_ships(state, selected).items()
    }
    return {**found, selected: (f"{leader.name.split()[-1]} {format_signed(leader.rating)}", True)}


def laying_names(chart: SeaScene, selected: str | None, before: Laid | None = None) -> Steps[Laid]:
    """Place the names of the whole fleet in chart pixels, step by step.

    Important names choose first, then those whose ships lie where they did in `before`.
    """
    ships = list_drawn_ships(chart)
    hulls = {one.key: rooms(chart.camera, one) for one in ships}
    every = [box for boxes in hulls.values() for box in boxes]
    first = dict(zip(hulls, accumulate(map(len, hulls.values()), initial=0), strict=False))
    crowd = Crowd([], [*every])
    plates: dict[str, NameLabel] = {}
    aids, scale = _find_aids(chart.state, selected), chart.camera.scale

    def turn(one: Placed) -> tuple[object, ...]:
        leaderless, *weight = _sort_weight(chart.card(one))
        moved = before is not None and before.still.get(one.key) != one.at
        return one.key != selected, leaderless, moved, *weight

    for one in sorted(ships, key=turn):
        if _is_name_wanted(chart, one, selected):
            plate = build_plate(chart.state, one.key, one.key == selected, aids.get(one.key, ("", False)))
            drawn = drawn_plate(plate, Theme(chart.shown.scale))
            own, at = hulls[one.key], first[one.key]
            about = (Labelled(hull_box(chart.camera, one), own, (*every[:at], *every[at + len(own) :])),)
            was = before.was(one.key, one.key, one.at, scale) if before else None
            plates[one.key] = keep_name(drawn, about, crowd, was) or place_name(drawn, about, crowd)
            yield SHORT_MS
    plates |= _place_battery_names(chart, selected, crowd)
    far = chart.shown.labels != "none" and chart.names_divisions
    divided = dict[str, NameLabel]()
    for division, name in _place_division_names(chart, ships, hulls, crowd, before) if far else ():
        divided[DIVISION + division] = name
        yield SHORT_MS
    return Laid(
        {**divided, **plates},
        crowd.ships,
        {one.key: one.at for one in ships},
    )


def _place_battery_names(chart: SeaScene, selected: str | None, crowd: Crowd) -> dict[str, NameLabel]:
    """Return the names of batteries, on land if there is room; none covers another battery."""
    found: dict[str, NameLabel] = {}
    coast, scale = chart.state.coast or Coast(), chart.camera.scale * 100 / chart.shown.scale
    pieces = {key: hull_box(chart.camera, chart.placed(key)) for key in coast.batteries}
    crowd.ships.extend(pieces.values())
    crowd.labels.extend(pieces.values())
    for battery in coast.batteries.values():
        chosen = battery.key == selected
        if chosen or chart.shown.labels == "all" or (chart.shown.labels == "auto" and scale >= NAMED):
            others = tuple(box for key, box in pieces.items() if key != battery.key)
            about = Labelled(pieces[battery.key], (pieces[battery.key],), others)
            drawn = shore_batteries.draw_label(battery, chosen, scale, chart.theme)
            dry = (
                place
                for place in around(about.box, drawn.get_size())
                if shore_batteries.is_on_land(chart.camera, coast, place)
            )
            free = (place for place in dry if about.owns(place) and place.collidelist([*crowd.labels, *others]) < 0)
            place = next(free, None)
            crowd.labels.extend([place] if place else [])
            found[battery.key] = (
                NameLabel(drawn, LabelPlace(place), (about,)) if place else place_name(drawn, (about,), crowd)
            )
    return found


def build_plates() -> Plates[SeaScene]:
    """Build the keeper of a fleet's plates."""
    return Plates(
        lambda chart, asked, before: laying_names(chart, asked.selected, before), find_bracket_rects, highlight_plate
    )


def highlight_plate(chart: SeaScene, selected: str, plain: Laid) -> Laid | None:
    """Return `plain` with the plate of the selected ship highlighted in place.

    Returns None if that plate is not right beside its ship, if a battery is selected, or if a leader aboard changes
    other plates.
    """
    if selected not in plain.names or selected not in chart.state.ships or _find_aids(chart.state, selected):
        return None
    name = plain.names[selected]
    if name.place.spare or name.place.tie:
        return None
    drawn = drawn_plate(build_plate(chart.state, selected, True), Theme(chart.shown.scale))
    place = name.place.place
    moved = drawn.get_rect(center=place.center)
    named = replace(name, picture=drawn, place=replace(name.place, place=moved))
    return replace(plain, names={**plain.names, selected: named})


def find_label_requests(overlays: Sequence[Overlay]) -> Asked:
    """Return the selection, the targets and the lines of fire that labels must respect."""
    needed = [one.ship for one in overlays if isinstance(one, SelectedShip | LegalTarget | BlockedTarget)]
    manned = [one.battery for one in overlays if isinstance(one, SelectedBattery)]
    selected = next((one.ship for one in overlays if isinstance(one, SelectedShip)), next(iter(manned), None))
    targets = [one for one in overlays if isinstance(one, LegalTarget | BlockedTarget)]
    aimed = tuple(one.ship for one in targets)
    lines = tuple((one.start, one.end if isinstance(one, LegalTarget) else one.cross) for one in targets)
    return Asked(selected, tuple(sorted({*needed, *manned}, key=lambda key: (key != selected, key))), aimed, lines)


def _sort_weight(card: Card) -> tuple[bool, int, str, int]:
    """Return the sort key of importance: flagships by leader, then rate and guns."""
    rating = card.leader.rating if card.leader else 0
    return card.leader is None, rating, card.ship_class, -card.guns


def _is_name_wanted(scene: SeaScene, ship: Placed, selected: str | None) -> bool:
    """Return True if the name of a ship is shown at this scale."""
    if ship.key == selected or scene.shown.labels == "all":
        return True
    if scene.shown.labels == "none":
        return False
    return not scene.names_divisions or bool(scene.card(ship).leader)


def _place_division_names(
    chart: SeaScene,
    ships: Sequence[Placed],
    hulls: Mapping[str, tuple[pygame.Rect, ...]],
    crowd: Crowd,
    before: Laid | None,
) -> Iterator[tuple[str, NameLabel]]:
    """Yield each division with its name beside one of its ships, those in its middle first."""
    for key, name in fleets.divisions(chart.state).items():
        mine = [one for one in ships if chart.card(one).division == key]
        if mine:
            keys = {one.key for one in mine}
            others = tuple(box for ship, boxes in hulls.items() if ship not in keys for box in boxes)
            midst = median(one.at[0] for one in mine), median(one.at[1] for one in mine)
            first = sorted(mine, key=lambda one: math.dist(one.at, midst))
            boxes = [(hull_box(chart.camera, one).inflate(2 * ABOUT, 2 * ABOUT), hulls[one.key]) for one in first]
            about = tuple(Labelled(box, own, others) for box, own in boxes)
            drawn, mid = draw_division_name(chart, mine, name), first[0]
            was = before.was(DIVISION + key, mid.key, mid.at, chart.camera.scale) if before else None
            yield key, keep_name(drawn, about, crowd, was) or place_name(drawn, about, crowd)


NAME = Style("title", 21, INKS.cream, INKS.outline)
LINE = Style("semibold", 15, INKS.brass_light, INKS.outline)


def draw_division_name(scene: SeaScene, ships: Sequence[Placed], name: str) -> pygame.Surface:
    """Return the picture of a division's name; `name` ends with its chief in brackets, if any."""
    title, _, chief = name.rstrip(")").partition(" (")
    nations = [scene.card(one).nation for one in ships]
    nation = NATIONS[max(sorted(set(nations)), key=nations.count)]
    hoist = flags.find_common_manner(scene.state, [one.key for one in ships])
    return _draw_division(title, _describe_command(scene, ships, chief), nation, hoist, Theme(scene.shown.scale))


def _describe_command(scene: SeaScene, ships: Sequence[Placed], chief: str) -> str:
    """Return the chief and the number of ships, such as "Nelson, 12 ships"."""
    leaders = [leader.name.split()[-1] for one in ships if (leader := scene.card(one).leader)]
    count = f"{len(ships)} ships" if len(ships) > 1 else "1 ship"
    return ", ".join([*([chief] if chief else leaders[:1]), count])


@lru_cache(maxsize=64)
def _draw_division(name: str, line: str, nation: str, hoist: Manner | None, theme: Theme) -> pygame.Surface:
    badge, flag = theme.px(20), theme.px(34) if hoist else 0
    above, below = text.size_of(name, NAME, theme.scale), text.size_of(line, LINE, theme.scale)
    wide = badge + theme.px(8) + max(above[0], below[0])
    picture = pygame.Surface((wide + flag, above[1] + below[1]), pygame.SRCALPHA)
    sign = icon(f"badge_{nation}", badge)
    picture.blit(sign, sign.get_rect(midleft=(0, above[1] // 2)), special_flags=pygame.BLEND_PREMULTIPLIED)
    text.write(picture, theme, name, NAME, (badge + theme.px(8), 0))
    text.write(picture, theme, line, LINE, (badge + theme.px(8), above[1] - theme.px(4)))
    if hoist:
        flags_ = flags.build_hoist(hoist)(flag)
        picture.blit(flags_, flags_.get_rect(midright=(wide + flag, picture.get_height() // 2)))
    return picture.subsurface(picture.get_bounding_rect()).premul_alpha()
