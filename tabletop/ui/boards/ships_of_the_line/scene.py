"""What is drawn and from where, the ships in view, and which pictures make up each of them."""

import math
from dataclasses import dataclass

import pygame

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
    """That of the sea: of the wind, where it counts, and the hour, where there is one."""
    blows, light = state.wind.strength, light_at(clock(state, state.turn) if state.clock_start else "")
    return Mood(blows, light, state.wind.origin if blows else 0)


def place_ship(state: State, key: str, moving: dict[str, Afloat] | None = None) -> Placed:
    """Where a ship is drawn: at her pose, or where she is on her way."""
    shown = moving.get(key) if moving else None
    if shown is not None:
        return place_moving_ship(state, shown)
    length, beam = state.profile.hulls[state.cards[key].ship_class]
    pose = state.ships[key].pose
    middle = centre(pose, length)
    return Placed(key, (middle.x, middle.y), pose.heading, length, beam)


def place_moving_ship(state: State, way: Afloat) -> Placed:
    """Where a ship is drawn that moves."""
    length, beam = state.profile.hulls[state.cards[way.ship].ship_class]
    turned, half = math.radians(way.heading), length / 2
    at = way.x + half * math.sin(turned), way.y + half * math.cos(turned)
    return Placed(way.ship, at, way.heading, length, beam, way.alpha)


def model_of(card: Card) -> str:
    """The name of a ship's model."""
    return anchors().four_decker if card.decks >= 4 else anchors().classes[card.ship_class]


def zoom_of(card: Card, pixels: float) -> float:
    """The magnification at which the model's hull is so many pixels long."""
    return pixels / anchors().models[model_of(card)].hull[0]


def sail_state(card: Card, ship: Ship) -> str:
    """The state of her sails: furled at anchor, torn once half her hull is gone, else as for battle."""
    if ship.anchored:
        return "bare"
    return "torn" if 2 * ship.hull <= card.hull else "battle"


def sprite_layers(card: Card, ship: Ship, wind_from: int, heading: float) -> tuple[SpriteLayer, ...]:
    """The files of a ship from the lowest to the topmost."""
    model, nation = model_of(card), NATIONS[card.nation]
    if ship.status in ("sunk", "exploded"):
        return (SpriteLayer(f"wreck_{model}_{nation}"),)
    stepped = anchors().models[model].masts
    fell = tuple(fallen_mast(model, mast.mast, mast.over) for mast in ship.fallen if mast.mast in stepped)
    standing = tuple(mast for mast in stepped if mast in ship.masts)
    return rigged((model, nation), sail_state(card, ship), brace(wind_from, heading), standing, fell)


def fallen_mast(model: str, mast: str, over: str) -> SpriteLayer:
    """The file of a mast that lies over a side."""
    return SpriteLayer(f"mast_{model}_{mast}_fallen", mirrored=anchors().fallen[mast] != over)


def has_wake(state: State, key: str) -> bool:
    """Whether she makes a wake."""
    ship = state.ships[key]
    held = ship.stopped or ship.anchored or not ship.masts or ship.status != "in_service"
    return not held and not any(grapple.joins(key) for grapple in state.grapples)


FAR = 60
"""Pixels of hull below which a ship is drawn as from afar."""
FEW, FAR_FOR_FEW = 12, 36
"""So few ships have room for their names down to fewer pixels of hull."""
LEAST_HULL = 20.0
"""Pixels that a hull is drawn long at least."""
SHOWN_GONE = ("sunk", "exploded")
"""How a ship ended that may leave a wreck."""


@dataclass(frozen=True)
class SeaScene(BattleScene[State]):
    """What every part of the drawing needs."""

    @property
    def room(self) -> pygame.Rect:
        """The part of the picture that no bar or panel covers."""
        left, top, right, bottom = self.shown.insets
        wide, high = self.camera.size
        return pygame.Rect(left, top, max(1, wide - left - right), max(1, high - top - bottom))

    @property
    def names_divisions(self) -> bool:
        """Whether divisions are named, and of the ships flagships and the selected one alone."""
        return self.camera.scale < (FAR_FOR_FEW if len(self.state.ships) <= FEW else FAR)

    def placed(self, key: str) -> Placed:
        """Where a ship is drawn, or a battery."""
        if key not in self.state.ships:
            return shore_batteries.place_battery(self.state, key, self.camera.scale)
        return place_ship(self.state, key, self.moving)

    def length(self, ship: Placed) -> float:
        """The hull on the screen, pixels; from very far she is drawn longer than she is, to stay a ship."""
        return max(LEAST_HULL, ship.length * self.camera.scale)

    def card(self, ship: Placed) -> Card:
        """Her card."""
        return self.state.cards[ship.key]


def list_visible_ships(scene: SeaScene) -> list[Placed]:
    """The ships and wrecks that reach into the picture, in key order."""
    west, south, east, north = scene.camera.bounds
    return [
        one
        for one in list_drawn_ships(scene)
        if west - 2 * one.length < one.at[0] < east + 2 * one.length
        and south - 2 * one.length < one.at[1] < north + 2 * one.length
    ]


def list_drawn_ships(scene: SeaScene) -> list[Placed]:
    """All ships and wrecks on the map, in key order."""
    return [
        scene.placed(key)
        for key, ship in scene.state.ships.items()
        if ship.status in AFLOAT or (ship.status in SHOWN_GONE and ship.wreck)
    ]
