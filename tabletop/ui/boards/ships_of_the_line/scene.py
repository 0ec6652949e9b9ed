"""The scene to draw: state, camera and presentation, with the pose and sprites of each ship."""

import math
from dataclasses import dataclass

import pygame
from typing_extensions import override

from tabletop.games.ships_of_the_line.model import State, clock
from tabletop.games.ships_of_the_line.ship import AFLOAT, Card, Ship
from tabletop.geometry.hull import centre
from tabletop.ui.assets import SpriteLayer, anchors
from tabletop.ui.boards.battle.mood import Mood, light_at
from tabletop.ui.boards.battle.presentation import Afloat
from tabletop.ui.boards.battle.ship_sprites import BattleScene, Placed, brace, rigged
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line import shore_batteries


def find_mood(state: State) -> Mood:
    """Return the mood of the sea by wind and hour; defaults where the battle has none."""
    blows, light = state.wind.strength, light_at(clock(state, state.turn) if state.clock_start else "")
    return Mood(blows, light, state.wind.origin if blows else 0)


def place_ship(state: State, key: str, moving: dict[str, Afloat] | None = None) -> Placed:
    """Return where a ship is drawn: on its way if it moves, else at its pose."""
    shown = moving.get(key) if moving else None
    if shown is not None:
        return place_moving_ship(state, shown)
    length, beam = state.profile.hulls[state.cards[key].ship_class]
    pose = state.ships[key].pose
    middle = centre(pose, length)
    return Placed(key, (middle.x, middle.y), pose.heading, length, beam)


def place_moving_ship(state: State, way: Afloat) -> Placed:
    """Return where a moving ship is drawn."""
    length, beam = state.profile.hulls[state.cards[way.ship].ship_class]
    turned, half = math.radians(way.heading), length / 2
    at = way.x + half * math.sin(turned), way.y + half * math.cos(turned)
    return Placed(way.ship, at, way.heading, length, beam, way.alpha)


def model_of(card: Card) -> str:
    """Return the name of a ship's model."""
    return anchors().four_decker if card.decks >= 4 else anchors().classes[card.ship_class]


def zoom_of(card: Card, pixels: float) -> float:
    """Return the magnification at which the model's hull is `pixels` long."""
    return pixels / anchors().models[model_of(card)].hull[0]


def sail_state(card: Card, ship: Ship) -> str:
    """Return the sails: "bare" at anchor, "torn" below half the hull points, else "battle"."""
    if ship.anchored:
        return "bare"
    return "torn" if 2 * ship.hull <= card.hull else "battle"


def sprite_layers(card: Card, ship: Ship, wind_from: int, heading: float) -> tuple[SpriteLayer, ...]:
    """Return the sprite files of a ship from the lowest to the topmost."""
    model, nation = model_of(card), NATIONS[card.nation]
    if ship.status in ("sunk", "exploded"):
        return (SpriteLayer(f"wreck_{model}_{nation}"),)
    stepped = anchors().models[model].masts
    fell = tuple(mast_over_side(model, mast.mast, mast.over) for mast in ship.fallen if mast.mast in stepped)
    standing = tuple(mast for mast in stepped if mast in ship.masts)
    return rigged((model, nation), sail_state(card, ship), brace(wind_from, heading), standing, fell)


def mast_over_side(model: str, mast: str, over: str) -> SpriteLayer:
    """Return the sprite of a mast that lies over a side."""
    return SpriteLayer(f"mast_{model}_{mast}_fallen", mirrored=anchors().fallen[mast] != over)


def has_wake(state: State, key: str) -> bool:
    """Return True if the ship makes way: in service, under sail and not held."""
    ship = state.ships[key]
    held = ship.stopped or ship.anchored or not ship.masts or ship.status != "in_service"
    return not held and not any(grapple.joins(key) for grapple in state.grapples)


FAR = 60
"""Length of a hull below which a ship is drawn as from afar, pixels."""
FEW, FAR_FOR_FEW = 12, 36
"""Number of ships that count as few, and the limit for their names, pixels of hull."""
LEAST_HULL = 20.0
"""Least length of a drawn hull, pixels."""
SHOWN_GONE = ("sunk", "exploded")
"""Statuses of lost ships that may leave a wreck."""


@dataclass(frozen=True)
class SeaScene(BattleScene[State]):
    """The scene of the sea."""

    @property
    def room(self) -> pygame.Rect:
        """Return the part of the picture that no bar or panel covers, screen pixels."""
        left, top, right, bottom = self.shown.insets
        wide, high = self.camera.size
        return pygame.Rect(left, top, max(1, wide - left - right), max(1, high - top - bottom))

    @property
    def names_divisions(self) -> bool:
        """Return True if divisions are named, and of the ships only flagships and the selected one."""
        return self.camera.scale < (FAR_FOR_FEW if len(self.state.ships) <= FEW else FAR)

    @override
    def placed(self, key: str) -> Placed:
        """Return where a ship or a battery is drawn."""
        if key not in self.state.ships:
            return shore_batteries.place_battery(self.state, key, self.camera.scale)
        return place_ship(self.state, key, self.moving)

    @override
    def length(self, ship: Placed) -> float:
        return max(LEAST_HULL, ship.length * self.camera.scale)

    def card(self, ship: Placed) -> Card:
        """Return the printed card of a ship."""
        return self.state.cards[ship.key]


def list_visible_ships(scene: SeaScene) -> list[Placed]:
    """Return the ships and wrecks in the picture, in key order."""
    west, south, east, north = scene.camera.bounds
    return [
        one
        for one in list_drawn_ships(scene)
        if west - 2 * one.length < one.at[0] < east + 2 * one.length
        and south - 2 * one.length < one.at[1] < north + 2 * one.length
    ]


def list_drawn_ships(scene: SeaScene) -> list[Placed]:
    """Return all ships and wrecks on the map, in key order."""
    return [
        scene.placed(key)
        for key, ship in scene.state.ships.items()
        if ship.status in AFLOAT or (ship.status in SHOWN_GONE and ship.wreck)
    ]
