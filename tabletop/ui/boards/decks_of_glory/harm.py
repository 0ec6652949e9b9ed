"""What ships on the hexes have lost by guns and boarders until ships move again; and the figure at each."""

import pygame
from msgspec.structs import replace

from tabletop.core.events import Event
from tabletop.games.decks_of_glory.corrections import ShipCorrected
from tabletop.games.decks_of_glory.model import ON_MAP, State
from tabletop.ui.boards.battle.harm import Harm, Toll, beside, figure
from tabletop.ui.boards.battle.sprite_batch import Placing
from tabletop.ui.boards.decks_of_glory.scene import Scene


def stretch(state: State) -> tuple[int, bool]:
    """What is the same from the guns of a turn to the initiative of the next, and else as long as a turn lasts."""
    before = state.phase in ("wind", "initiative")
    return state.turn - before, before or state.phase in ("gunnery", "boarding", "striking")


def lost(began: State, state: State) -> dict[str, Toll]:
    """What each ship that is still on the map has lost since."""
    found = {}
    for key, ship in state.ships.items():
        hurt = began.ships[key].strength - ship.strength
        if hurt > 0 and ship.status in ON_MAP:
            found[key] = Toll(hurt, ("derelict",) if ship.status == "derelict" else (), called="")
    return found


def put_right(began: State, before: State, event: Event) -> State:
    """How it began, had strength that was put right been so from the start (C-9)."""
    if not isinstance(event, ShipCorrected) or event.strength == before.ships[event.ship].strength:
        return began
    ship, by = began.ships[event.ship], event.strength - before.ships[event.ship].strength
    return replace(began, ships={**began.ships, event.ship: replace(ship, strength=ship.strength + by)})


def figures(scene: Scene) -> list[Placing]:
    """The figures at the hulls."""
    harms = [one for one in scene.marks.overlay.harms if one.ship in scene.ships]
    return beside(scene, [(scene.ships[one.ship], _drawn(scene, one)) for one in harms], scene.ships.values())


def _drawn(scene: Scene, harm: Harm) -> pygame.Surface:
    small = scene.far or scene.lying.entangled(harm.ship)
    return figure(harm.figure, scene.theme, fresh=harm.fresh and not small, vain=False, far=small)
