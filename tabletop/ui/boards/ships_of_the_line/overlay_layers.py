"""Sends each overlay to what draws it, below or above the ships."""

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
    BlockedTarget,
    Chip,
    Commanded,
    Covered,
    EscapeRoute,
    FireField,
    Gauged,
    Goal,
    Influence,
    LegalTarget,
    Line,
    Manned,
    Measured,
    Noted,
    OddsChip,
    Overlay,
    PlannedMove,
    Reach,
    Selected,
    Threats,
    UnderFire,
)
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.frame_budget import Steps
from tabletop.ui.theme import Theme

SHARES = (1.0, 0.85, 0.7, 0.55)
"""Of the scale of all other words, that of chips; but they are not drawn smaller than at 100 per cent for it."""
BEYOND = 4000
"""Pixels beyond the picture in which a chip might lie."""
Draw = Callable[[pygame.Surface, Scene, Any], None]
Tint = Callable[[pygame.Surface, Scene, Any, Washes], Steps[None]]
Write = Callable[[Scene, Any, Crowd, Sequence[pygame.Rect]], chips_.Tied]

BELOW: dict[type, Tint] = {
    Threats: fields.threats,
    Covered: fields.covered,
    Reach: fields.reach,
    Influence: fields.influence,
    Commanded: fields.commanded,
    FireField: fields.fire_field,
}
ABOVE: dict[type, Draw] = {
    Line: lines.line,
    EscapeRoute: lines.course,
    Goal: lines.goal,
    Gauged: markers.gauged,
    Noted: markers.noted,
    PlannedMove: markers.planned,
    LegalTarget: markers.legal,
    BlockedTarget: markers.blocked,
    UnderFire: markers.under_fire,
    Manned: markers.manned,
    Measured: markers.measured,
}
WORDED: dict[type, Write] = {Chip: chips_.chip, OddsChip: chips_.odds}


def lying(overlays: Sequence[Overlay]) -> tuple[Overlay, ...]:
    """Those that lie on the sea under the ships; they look alike whatever the ships do."""
    return tuple(one for one in overlays if type(one) in BELOW)


def below(surface: pygame.Surface, scene: Scene, overlays: Sequence[Overlay], washes: Washes) -> Steps[None]:
    """Draw what lies on the sea under the ships, line by line."""
    for one in overlays:
        yield from BELOW[type(one)](surface, scene, one, washes)


def rings(scene: Scene, overlays: Sequence[Overlay]) -> SpriteBatch:
    """The pictures round selected ships, over the ships and under all else."""
    (left, top), chosen = origin(scene.camera), [one for one in overlays if type(one) is Selected]
    found = [placing for one in chosen for placing in markers.selected(scene, one.ship)]
    return SpriteBatch((drawn, (x - left, y - top)) for drawn, (x, y) in found)


def figures(scene: Scene, overlays: Sequence[Overlay]) -> SpriteBatch:
    """What ships say at their hulls that they have lost: over all names and their lines."""
    (left, top), found = origin(scene.camera), [one for one in overlays if type(one) is harm.Harmed]
    return SpriteBatch((drawn, (x - left, y - top)) for drawn, (x, y) in harm.at_ships(scene, found))


def told_at_plates(
    scene: Scene,
    overlays: Sequence[Overlay],
    figures: SpriteBatch,
    plates: Mapping[str, pygame.Rect],
    taken: Sequence[pygame.Rect],
) -> SpriteBatch:
    """The same at their plates, where there is room besides what is taken; all in chart pixels."""
    found, (x, y) = [one for one in overlays if type(one) is harm.Harmed], origin(scene.camera)
    if not found:
        return figures
    covers = [cover.move(-x, -y) for cover in _covered(scene)]
    return SpriteBatch(harm.told_at_plates(scene, found, figures.pictures, plates, [*taken, *covers]))


def bound(scene: Scene, overlays: Sequence[Overlay], batch: SpriteBatch, ship: Placed) -> Iterator[AttachedSprite]:
    """What of these rings goes with a ship."""
    (wide, high), centre = scene.camera.size, scene.camera.centre
    ahead, down = off_bow(ship.heading, scene.length(ship))
    chosen = [one.ship for one in overlays if isinstance(one, Selected)]
    for number in (number for number, key in enumerate(chosen) if key == ship.key):
        yield AttachedSprite(batch, 2 * number, centre, (wide / 2, high / 2))
        yield AttachedSprite(batch, 2 * number + 1, centre, (wide / 2 + ahead, high / 2 + down))


def above(surface: pygame.Surface, scene: Scene, overlays: Sequence[Overlay]) -> None:
    """Draw what lies over the ships and under the plates."""
    for one in overlays:
        if type(one) in ABOVE:
            ABOVE[type(one)](surface, scene, one)


def many(overlays: Sequence[Overlay]) -> bool:
    """Whether there are more marks than are soon drawn again, or such whose places depend on everything else."""
    return any(type(one) in WORDED or type(one) in ABOVE for one in overlays)


def worded(overlays: Sequence[Overlay]) -> bool:
    """Whether there are chips, whose places depend on everything else."""
    return any(type(one) in WORDED for one in overlays)


def chips(scene: Scene, overlays: Sequence[Overlay], crowd: Crowd, firm: Sequence[pygame.Rect]) -> list[chips_.Tied]:
    """The chips, clear of what is crowded, of panels and gauges, of each other, and of labels that give way to none.

    Where there is no room for them as large as all other words they are smaller; where odds would lie on the ships of
    which they speak even so, they are told without the chance of each number of hits.
    """
    worded = [one for one in overlays if type(one) in WORDED]
    covers, found = [*_covered(scene), *firm] if worded else [], list[chips_.Tied]()
    scales = {max(min(100, scene.shown.scale), round(share * scene.shown.scale)) for share in SHARES}
    taken = Crowd([*crowd.labels, *covers], crowd.ships)
    for scale in sorted(scales, reverse=True) if worded else ():
        smaller = replace(scene, shown=scene.shown._replace(scale=scale))
        found = _tied(smaller, worded, taken, firm)
        if _clear(found, covers):
            return found
    in_short = [replace(one, bars=()) if isinstance(one, OddsChip) else one for one in worded]
    short = _tied(smaller, in_short, taken, firm) if in_short != worded else found
    return short if _clear(short, covers) else found


def _tied(scene: Scene, worded: Sequence[Overlay], crowd: Crowd, firm: Sequence[pygame.Rect]) -> list[chips_.Tied]:
    """Each chip clear of firm labels and of those before it."""
    found: list[chips_.Tied] = []
    for one in worded:
        found.append(WORDED[type(one)](scene, one, crowd, [*firm, *(before.place for before in found)]))
    return found


def _clear(tied: list[chips_.Tied], covers: list[pygame.Rect]) -> bool:
    """Whether chips lie neither under anything nor on each other nor on ships of which they speak."""
    places = [one.place for one in tied]
    if any(one.place.collidelist(one.hulls) >= 0 for one in tied):
        return False
    under = any(place.collidelist(covers) >= 0 for place in places)
    return not under and not any(one.colliderect(other) for one, other in combinations(places, 2))


def names(scene: Scene, overlays: Sequence[Overlay]) -> Names:
    """Figures and the words that name bands and regions, and where they may stand."""
    chart, theme = charted(scene.camera), Theme(scene.shown.scale)
    fields_ = [one for one in overlays if isinstance(one, FireField)]
    return {
        **annotations.figures(overlays, chart, theme),
        **annotations.band_names(fields_, chart, theme),
        **annotations.region_names(overlays, chart, theme),
        **annotations.circle_names(overlays, chart, theme),
        **annotations.command_names(overlays, chart, theme),
        **annotations.course_names(overlays, chart, theme),
        **(chart_names.names(scene.state, overlays, chart, theme) if scene.shown.labels != "none" else {}),
    }


def _covered(scene: Scene) -> list[pygame.Rect]:
    """What panels, bars and gauges lie upon, and what is beyond the picture."""
    wide, high = scene.camera.size
    left, top, right, bottom = scene.shown.insets
    return [
        pygame.Rect(-BEYOND, 0, left + BEYOND, high),
        pygame.Rect(wide - right, 0, right + BEYOND, high),
        pygame.Rect(0, -BEYOND, wide, top + BEYOND),
        pygame.Rect(0, high - bottom, wide, bottom + BEYOND),
        *map(pygame.Rect, (*scene.shown.gauges, *scene.shown.sheets)),
    ]
