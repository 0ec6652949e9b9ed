"""Damage of ships in the present phase: hull points, also pencilled ones, and criticals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pygame
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.events import Event
from tabletop.games.ships_of_the_line.events.turn import ShipCorrected
from tabletop.games.ships_of_the_line.model import State, is_on_map
from tabletop.ui.boards.battle.harm import GAP, Harm, Told, Toll, at_plates, beside, chip, figure
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.battle.sprite_batch import Placing
from tabletop.ui.boards.ships_of_the_line.accounts import CRITICALS
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene, list_drawn_ships

NEAR_HULL = 60
"""Length of a hull below which figures are small and plates get no chip, pixels."""


@dataclass(frozen=True)
class HarmFigure:
    """The overlay of the figure at a ship with its losses."""

    harm: Harm


def phase_key(state: State) -> tuple[int, str]:
    """Return a value that stays the same for one phase."""
    return state.turn, state.phase


def find_losses(began: State, state: State) -> dict[str, Toll]:
    """Return the losses of each ship since `began`, pencilled or final, and of ships missed (3-c)."""
    pencilled, criticals, fired_at = Counter[str](), dict[str, list[str]](), set[str]()
    for shot in state.shots[len(began.shots) :]:
        fired_at.add(shot.target)
        pencilled[shot.target] += shot.hull
        criticals.setdefault(shot.target, []).extend(CRITICALS[one.die] for one in shot.criticals)
    inked = {key: began.ships[key].hull - ship.hull for key, ship in state.ships.items() if key in began.ships}
    hurt = [key for key in state.ships if key in fired_at or inked.get(key, 0) > 0]
    return {
        key: Toll(max(inked.get(key, 0), pencilled[key]), tuple(dict.fromkeys(criticals.get(key, ()))))
        for key in hurt
        if is_on_map(state, key)
    }


def correct_start(began: State, before: State, event: Event) -> State:
    """Return the start of the phase as if a corrected hull had been so from the start (C-9)."""
    if not isinstance(event, ShipCorrected) or event.hull is UNSET:
        return began
    ship, by = began.ships[event.ship], event.hull - before.ships[event.ship].hull
    return replace(began, ships={**began.ships, event.ship: replace(ship, hull=ship.hull + by)})


def place_figures(scene: SeaScene, marks: Sequence[HarmFigure]) -> list[Placing]:
    """Return the figures beside their hulls."""
    ships = [(scene.placed(one.harm.ship), one.harm) for one in marks]
    return beside(
        scene,
        [(ship, _draw_figure(scene, ship, harm)) for ship, harm in ships],
        list_drawn_ships(scene) if ships else (),
    )


def place_chips(
    scene: SeaScene,
    marks: Sequence[HarmFigure],
    figures: Sequence[Placing],
    plates: Mapping[str, pygame.Rect],
    taken: Sequence[pygame.Rect],
) -> list[Placing]:
    """Return the figures, replaced by a chip at the ship's plate where there is room; pixels."""
    harms = {one.harm.ship: one.harm for one in marks}
    near = [harm for key, harm in harms.items() if key in plates and scene.length(scene.placed(key)) >= NEAR_HULL]
    chips = {harm.ship: chip(Told(harm.parts, harm.fresh, harm.toll.spared), scene.theme) for harm in near}
    return at_plates(dict(zip(harms, figures, strict=True)), chips, plates, taken, scene.theme.px(GAP))


def _draw_figure(scene: SeaScene, ship: Placed, harm: Harm) -> pygame.Surface:
    """Draw the figure of one ship."""
    far = scene.length(ship) < NEAR_HULL
    return figure(harm.figure, scene.theme, fresh=harm.fresh, vain=harm.toll.spared, far=far)
