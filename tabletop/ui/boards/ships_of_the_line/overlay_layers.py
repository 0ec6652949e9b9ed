"""Dispatches each overlay to the function that draws it, below or above the ships."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pygame

from tabletop.ui.boards.battle.highlight import off_bow
from tabletop.ui.boards.battle.label_layout import Names
from tabletop.ui.boards.battle.label_places import Crowd
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.battle.sprite_batch import AttachedSprite, SpriteBatch, charted, origin
from tabletop.ui.boards.ships_of_the_line import annotations, chart_names, fields, harm, lines, markers
from tabletop.ui.boards.ships_of_the_line import chips as chips_
from tabletop.ui.boards.ships_of_the_line.fields import Washes
from tabletop.ui.boards.ships_of_the_line.overlays import (
    BatteryFireLine,
    BatteryReach,
    BlockedTarget,
    Chip,
    CoveredWater,
    EscapeRoute,
    FireField,
    GaugeMark,
    GoalRing,
    HelpArea,
    LegalTarget,
    LinkMark,
    OddsChip,
    Overlay,
    PlannedMove,
    ReachArea,
    RingedShip,
    RulerLine,
    SelectedBattery,
    SelectedShip,
    Threats,
)
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene
from tabletop.ui.frame_budget import Steps
from tabletop.ui.theme import Theme

SHARES = (1.0, 0.85, 0.7, 0.55)
"""Scales of chips relative to other words, the largest first; never below 100 per cent."""
BEYOND = 4000
"""Pixels beyond the picture in which a chip might lie."""
Draw = Callable[[pygame.Surface, SeaScene, Any], None]
Tint = Callable[[pygame.Surface, SeaScene, Any, Washes], Steps[None]]
Write = Callable[[SeaScene, Any, Crowd, Sequence[pygame.Rect]], chips_.PlacedChip]

BELOW: dict[type, Tint] = {
    Threats: fields.painting_threats,
    CoveredWater: fields.painting_covered_water,
    ReachArea: fields.painting_reach,
    HelpArea: fields.painting_help_area,
    BatteryReach: fields.painting_battery_reach,
    FireField: fields.painting_fire_field,
}
ABOVE: dict[type, Draw] = {
    LinkMark: lines.draw_link_mark,
    EscapeRoute: lines.draw_escape_route,
    GoalRing: lines.draw_goal,
    GaugeMark: markers.draw_gauge,
    RingedShip: markers.draw_ring,
    PlannedMove: markers.draw_plan,
    LegalTarget: markers.draw_target,
    BlockedTarget: markers.draw_blocked_target,
    BatteryFireLine: markers.draw_battery_fire,
    SelectedBattery: markers.draw_selected_battery,
    RulerLine: markers.draw_ruler,
}
WORDED: dict[type, Write] = {Chip: chips_.place_chip, OddsChip: chips_.place_odds}


def list_water_overlays(overlays: Sequence[Overlay]) -> tuple[Overlay, ...]:
    """Return the overlays that lie on the water under the ships."""
    return tuple(one for one in overlays if type(one) in BELOW)


def painting_below(
    surface: pygame.Surface, scene: SeaScene, overlays: Sequence[Overlay], washes: Washes
) -> Steps[None]:
    """Draw the overlays on the water, step by step."""
    for one in overlays:
        yield from BELOW[type(one)](surface, scene, one, washes)


def place_selections(scene: SeaScene, overlays: Sequence[Overlay]) -> SpriteBatch:
    """Return the rings around selected ships, in chart pixels."""
    (left, top), chosen = origin(scene.camera), [one for one in overlays if type(one) is SelectedShip]
    found = [placing for one in chosen for placing in markers.place_selection(scene, one.ship)]
    return SpriteBatch((drawn, (x - left, y - top)) for drawn, (x, y) in found)


def place_harm_figures(scene: SeaScene, overlays: Sequence[Overlay]) -> SpriteBatch:
    """Return the figures of losses at their hulls, in chart pixels."""
    (left, top), found = origin(scene.camera), [one for one in overlays if type(one) is harm.HarmFigure]
    return SpriteBatch((drawn, (x - left, y - top)) for drawn, (x, y) in harm.place_figures(scene, found))


def place_harm_chips(
    scene: SeaScene,
    overlays: Sequence[Overlay],
    figures: SpriteBatch,
    plates: Mapping[str, pygame.Rect],
    taken: Sequence[pygame.Rect],
) -> SpriteBatch:
    """Return the figures of losses as chips at their plates where there is room, in chart pixels."""
    found, (x, y) = [one for one in overlays if type(one) is harm.HarmFigure], origin(scene.camera)
    if not found:
        return figures
    covers = [cover.move(-x, -y) for cover in _find_covered_rects(scene)]
    return SpriteBatch(harm.place_chips(scene, found, figures.pictures, plates, [*taken, *covers]))


def bound(scene: SeaScene, overlays: Sequence[Overlay], batch: SpriteBatch, ship: Placed) -> Iterator[AttachedSprite]:
    """What of these rings goes with a ship."""
    (wide, high), centre = scene.camera.size, scene.camera.centre
    ahead, down = off_bow(ship.heading, scene.length(ship))
    chosen = [one.ship for one in overlays if isinstance(one, SelectedShip)]
    for number in (number for number, key in enumerate(chosen) if key == ship.key):
        yield AttachedSprite(batch, 2 * number, centre, (wide / 2, high / 2))
        yield AttachedSprite(batch, 2 * number + 1, centre, (wide / 2 + ahead, high / 2 + down))


def draw_above(surface: pygame.Surface, scene: SeaScene, overlays: Sequence[Overlay]) -> None:
    """Draw the overlays over the ships and under the plates."""
    for one in overlays:
        if type(one) in ABOVE:
            ABOVE[type(one)](surface, scene, one)


def has_marks(overlays: Sequence[Overlay]) -> bool:
    """Return True if there are marks that are drawn each time, or chips."""
    return any(type(one) in WORDED or type(one) in ABOVE for one in overlays)


def has_chips(overlays: Sequence[Overlay]) -> bool:
    """Return True if there are chips."""
    return any(type(one) in WORDED for one in overlays)


def place_chips(
    scene: SeaScene, overlays: Sequence[Overlay], crowd: Crowd, firm: Sequence[pygame.Rect]
) -> list[chips_.PlacedChip]:
    """Return the chips, clear of panels, ships, firm labels and each other.

    Chips shrink if there is no room. Odds that would cover their own ships lose their distribution.
    """
    worded = [one for one in overlays if type(one) in WORDED]
    covers, found = [*_find_covered_rects(scene), *firm] if worded else [], list[chips_.PlacedChip]()
    scales = {max(min(100, scene.shown.scale), round(share * scene.shown.scale)) for share in SHARES}
    taken = Crowd([*crowd.labels, *covers], crowd.ships)
    for scale in sorted(scales, reverse=True) if worded else ():
        smaller = replace(scene, shown=scene.shown._replace(scale=scale))
        found = _place_in_order(smaller, worded, taken, firm)
        if _is_clear(found, covers):
            return found
    in_short = [replace(one, bars=()) if isinstance(one, OddsChip) else one for one in worded]
    short = _place_in_order(smaller, in_short, taken, firm) if in_short != worded else found
    return short if _is_clear(short, covers) else found


def _place_in_order(
    scene: SeaScene, worded: Sequence[Overlay], crowd: Crowd, firm: Sequence[pygame.Rect]
) -> list[chips_.PlacedChip]:
    """Return the chips, each clear of firm labels and of those before it."""
    found: list[chips_.PlacedChip] = []
    for one in worded:
        found.append(WORDED[type(one)](scene, one, crowd, [*firm, *(before.place for before in found)]))
    return found


def _is_clear(tied: list[chips_.PlacedChip], covers: list[pygame.Rect]) -> bool:
    """Return True if no chip lies under a cover, on another chip or on its own ships."""
    places = [one.place for one in tied]
    if any(one.place.collidelist(one.hulls) >= 0 for one in tied):
        return False
    under = any(place.collidelist(covers) >= 0 for place in places)
    return not under and not any(one.colliderect(other) for one, other in combinations(places, 2))


def build_names(scene: SeaScene, overlays: Sequence[Overlay]) -> Names:
    """Return all words on the sea with their possible places."""
    chart, theme = charted(scene.camera), Theme(scene.shown.scale)
    fields_ = [one for one in overlays if isinstance(one, FireField)]
    return {
        **annotations.build_figures(overlays, chart, theme),
        **annotations.build_band_names(fields_, chart, theme),
        **annotations.build_region_names(overlays, chart, theme),
        **annotations.build_circle_names(overlays, chart, theme),
        **annotations.build_battery_names(overlays, chart, theme),
        **annotations.build_escape_names(overlays, chart, theme),
        **(chart_names.build_names(scene.state, overlays, chart, theme) if scene.shown.labels != "none" else {}),
    }


def _find_covered_rects(scene: SeaScene) -> list[pygame.Rect]:
    """Return the screen rectangles under panels, bars and gauges, and beyond the picture."""
    wide, high = scene.camera.size
    left, top, right, bottom = scene.shown.insets
    return [
        pygame.Rect(-BEYOND, 0, left + BEYOND, high),
        pygame.Rect(wide - right, 0, right + BEYOND, high),
        pygame.Rect(0, -BEYOND, wide, top + BEYOND),
        pygame.Rect(0, high - bottom, wide, bottom + BEYOND),
        *map(pygame.Rect, (*scene.shown.gauges, *scene.shown.sheets)),
    ]
