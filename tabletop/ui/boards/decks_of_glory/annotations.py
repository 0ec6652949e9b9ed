"""The words in tinted hexes, and chips of words beside hexes: clear of plates, panels and each other."""

from collections.abc import Sequence
from functools import lru_cache

import pygame

from tabletop.geometry.hexgrid import Hex
from tabletop.ui import text
from tabletop.ui.boards.battle import labels
from tabletop.ui.boards.battle.label_layout import Lettered, Name, Names, View
from tabletop.ui.boards.battle.label_places import beside, outward, ranked
from tabletop.ui.boards.battle.labels import PLATE_ALPHA
from tabletop.ui.boards.battle.ship_sprites import rooms
from tabletop.ui.boards.battle.sprite_batch import box
from tabletop.ui.boards.battle.strokes import along
from tabletop.ui.boards.decks_of_glory import marks
from tabletop.ui.boards.decks_of_glory.overlays import Chip, Tint
from tabletop.ui.boards.decks_of_glory.projection import APOTHEM, heading_of, room_in, step
from tabletop.ui.boards.decks_of_glory.scene import Scene
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme

LARGE, SMALL = Style("number", 25, INKS.cream, INKS.outline), Style("semibold", 14, INKS.cream, INKS.outline)
ASIDE = Style("number", 17, INKS.cream)
FULL, LEAST = 56, 30
"""Design pixels to a side of a hex from which words have their full size, and below which small ones are left out."""
SMALLEST = 13
HEAD = 30
"""Pixels that the head of a line keeps for itself."""
NEAREST, MOST = 4, 20
"""How many places in sight are tried for a chip before those farther and farther off, and how many in all."""
AWAY = 0.56
"""Table units from the middle of a hex to its label where a ship lies in it."""
ABOUT = (0, 180, 30, -30, 150, 210)
"""Where else it may go, degrees from there, the best first."""
ABREAST, ASTERN = 1.5, 1.7
"""Table units from one column of hexes to the next, and from one hex of a column to the next."""
WIDEST = 2.0
"""Table units that such a plate is wide at most; the words are left out before the number."""
OWN = (1.4, 1.5)
"""Width and height of what belongs to the words of a hex alone, table units."""
ASIDE_BY = (0.2, 0.4)
"""Table units by which words give way to what lies upon the map; farther off they would seem to be of another hex."""
ABEAM = (270, 330, 30)
"""Where that is for ships that head so or the opposite way: up the map, and each sixth of the circle on."""


def taken(scene: Scene) -> list[pygame.Rect]:
    """What words keep clear of: ships, the ship at the end of a plan, what is clicked to steer."""
    overlay = scene.marks.overlay
    lying = [*scene.ships.values(), *([marks.lying(scene, overlay.ghost)] if overlay.ghost else [])]
    found = [room for ship in lying for room in rooms(scene.camera, ship)]
    found += map(box, [*marks.handles(scene), *marks.slots(scene)])
    return [*found, *(pygame.Rect(x - HEAD // 2, y - HEAD // 2, HEAD, HEAD) for x, y in marks.ends(scene))]


def hex_words(scene: Scene) -> Names:
    """The words in tinted hexes; beside the ships on a plate of their own where any lie there.

    There are none where a place alongside is being chosen, nor from so far off that those of neighbours would meet.
    Beside ships, who says more chooses first.
    """
    over = scene.marks.overlay
    asked = {slot.hex for slot in over.choices}
    told = [tint for tint in over.tints if (tint.label or tint.sub) and tint.hex not in asked]
    lying = _lying(scene) if told else {}
    found = {tint.hex: _amid(scene, tint) for tint in told if tint.hex not in lying}
    rooms = {tint.hex: _room(scene, tint.hex) for tint in told}
    for tint in sorted((tint for tint in told if tint.hex in lying), key=lambda tint: not tint.sub):
        near = [room for place, room in rooms.items() if place != tint.hex]
        found[tint.hex] = _aside(scene, tint, *lying[tint.hex], near)
    return {(place, place): name for place, name in found.items() if name.ways}


def _room(scene: Scene, place: Hex) -> pygame.Rect:
    """What of a hex would make words in it seem to be its own."""
    room = pygame.Rect(0, 0, round(OWN[0] * scene.camera.scale), round(OWN[1] * scene.camera.scale))
    room.center = scene.pixel(place)
    return room


def _lying(scene: Scene) -> dict[Hex, tuple[float, float]]:
    """The hexes with ships: how these head, and how far out the last of a row lies, table units."""
    found = {scene.state.ships[key].at: (ship.heading, 0.0) for key, ship in scene.ships.items()}
    for row in scene.lying.rows:
        ship = scene.state.ships[row[0]]
        found[ship.at] = (
            heading_of(ship.facing),
            step(len(row), room_in(ship.at, scene.marks.fanned)) * (len(row) - 1) / 2,
        )
    if ghost := scene.marks.overlay.ghost:
        found.setdefault(ghost.hex, (heading_of(ghost.facing), 0.0))
    return found


def _amid(scene: Scene, tint: Tint) -> Name:
    """In the middle of its hex, or moved a little there, the number over the words; nothing if there is no room."""
    sub, side = tint.sub if scene.side >= LEAST else "", scene.camera.scale
    if not tint.label and not sub:
        return Name(())
    drawn = _stacked(tint.label, sub, _fitted(LARGE, scene.side), scene.shown.scale)
    if scene.far and (drawn.get_width() > ABREAST * side or drawn.get_height() > ASTERN * side):
        return Name(())
    amid = drawn.get_rect(center=scene.pixel(tint.hex))
    steps = [(far * x, far * y) for far in ASIDE_BY for x, y in ((0, 1), (1, 0), (-1, 0), (0, -1))]
    moved = (amid.move(round(x * side), round(y * side)) for x, y in steps)
    return Name(tuple(Lettered(drawn, place) for place in (amid, *moved)), spare=True)


@lru_cache(maxsize=256)
def _stacked(label: str, sub: str, style: Style, scale: int) -> pygame.Surface:
    """A number, words, or both: these so near below it that nothing is between them but what belongs to the letters."""
    rows = [_word(words, one, scale) for words, one in ((label, style), (sub, SMALL)) if words]
    tops = [0, *(row.get_height() * 5 // 6 for row in rows[:-1])]
    wide, high = max(row.get_width() for row in rows), tops[-1] + rows[-1].get_height()
    drawn = pygame.Surface((wide, high), pygame.SRCALPHA)
    for row, top in zip(rows, tops, strict=False):
        drawn.blit(row, row.get_rect(midtop=(wide // 2, top)), special_flags=pygame.BLEND_PREMULTIPLIED)
    return drawn


def _aside(scene: Scene, tint: Tint, heading: float, out: float, near: Sequence[pygame.Rect]) -> Name:
    """On a small plate to the left of a ship or up the map, where no bow or stern is.

    Else where it is plainly hers, if need be upon her. Where there is no room for all of it the number stands alone.
    """
    style, most = _fitted(ASIDE, scene.side), WIDEST * scene.camera.scale
    whole, *short = (
        _plate(" ".join(words), style, scene.shown.scale)
        for words in dict.fromkeys([tuple(filter(None, (tint.label, tint.sub))), (tint.label or tint.sub,)])
    )
    drawn = [whole, *short] if whole.get_width() <= most or not short else short
    return Name(
        tuple(Lettered(one, at) for one in drawn for at in ranked(_beside(scene, tint.hex, one, heading, out), near)),
        spare=scene.far,
    )


def _beside(scene: Scene, place: Hex, drawn: pygame.Surface, heading: float, out: float) -> list[pygame.Rect]:
    """Where such a plate may lie."""
    abeam, middle = ABEAM[round(heading) % 180 // 60], scene.pixel(place)
    away = (AWAY + out) * scene.camera.scale + drawn.get_width() / 2 - scene.theme.px(SMALLEST)
    spots = [along(middle, abeam + turn, away) for turn in ABOUT]
    return [*(drawn.get_rect(center=(round(x), round(y))) for x, y in spots), drawn.get_rect(center=middle)]


def _fitted(style: Style, side: float) -> Style:
    return style.at(max(SMALLEST, style.size * min(1.0, side / FULL)))


@lru_cache(maxsize=256)
def _word(words: str, style: Style, scale: int) -> pygame.Surface:
    return text.rendered(words, style, scale).premul_alpha()


@lru_cache(maxsize=128)
def _plate(words: str, style: Style, scale: int) -> pygame.Surface:
    theme, letters = Theme(scale), text.rendered(words, style, scale)
    drawn = pygame.Surface((letters.get_width() + theme.px(8), letters.get_height() + theme.px(2)), pygame.SRCALPHA)
    drawn.fill((*INKS.plate, PLATE_ALPHA))
    drawn.blit(letters, letters.get_rect(center=drawn.get_rect().center))
    return drawn.premul_alpha()


def chips(scene: Scene, view: View) -> Names:
    """The chips beside their hexes; events for which there is no room are left out, plans and refusals never are."""
    told = _chips(scene)
    ships = taken(scene) if told else []
    return {(number, number): _told(*one, ships, scene, view) for number, one in enumerate(told)}


def _told(chip: Chip, about: pygame.Rect, ships: Sequence[pygame.Rect], scene: Scene, view: View) -> Name:
    """A chip beside what it is about, in sight if that is."""
    drawn = _chip(chip, scene.theme)
    spots = beside(about, drawn.get_size())
    if not view.unseen(about):
        near, far = view.places(spots[0]), outward(about, drawn.get_size())[len(spots) :]
        spots = [*spots, *near[:NEAREST], *far, *near[NEAREST:MOST]]
    return Name(tuple(Lettered(drawn, place) for place in ranked(spots, ships)), spare=chip.kind == "fact")


def _chips(scene: Scene) -> list[tuple[Chip, pygame.Rect]]:
    """Those that are asked for, and the words of places alongside, lines and a plan; each with what it is about."""
    overlay = scene.marks.overlay
    told = list(overlay.chips)
    told += [Chip(line.end, line.words, "refusal" if line.kind == "blocked" else "plan") for line in overlay.lines]
    if overlay.ghost and not overlay.chips:
        told.append(Chip(overlay.ghost.hex, overlay.ghost.words, "plan"))
    slots = zip(overlay.choices, marks.slots(scene), strict=True)
    beside_slots = [(Chip(slot.hex, slot.words, "plan"), box(drawn)) for slot, drawn in slots if slot.words]
    return [*beside_slots, *((chip, _about(scene, chip)) for chip in told if chip.words)]


def _about(scene: Scene, chip: Chip) -> pygame.Rect:
    side = round(scene.camera.scale * APOTHEM * 2)
    about = pygame.Rect(0, 0, side, side)
    about.center = scene.pixel(chip.hex)
    return about


@lru_cache(maxsize=64)
def _chip(chip: Chip, theme: Theme) -> pygame.Surface:
    title, *lines = chip.words.split("\n")
    return labels.worded(title, tuple(lines), chip.kind, theme).premul_alpha()
