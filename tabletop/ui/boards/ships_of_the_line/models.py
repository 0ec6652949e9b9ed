"""Which pictures make up a ship as she is: nation, class, masts, rags, and how her yards are braced."""

import math
from collections.abc import Sequence
from functools import lru_cache

from tabletop.games.ships_of_the_line.ship import Card, Mast, Ship
from tabletop.games.ships_of_the_line.state import State
from tabletop.geometry.hull import centre
from tabletop.ui.assets import Layer, anchors
from tabletop.ui.boards.battle.hulls import Placed, brace
from tabletop.ui.boards.battle.presentation import Afloat
from tabletop.ui.boards.nations import NATIONS


def placed(state: State, key: str, moving: dict[str, Afloat] | None = None) -> Placed:
    """Where a ship is drawn: at her pose, or where she is on her way."""
    shown = moving.get(key) if moving else None
    if shown is not None:
        return on_her_way(state, shown)
    length, beam = state.profile.hulls[state.cards[key].ship_class]
    pose = state.ships[key].pose
    middle = centre(pose, length)
    return Placed(key, (middle.x, middle.y), pose.heading, length, beam)


def on_her_way(state: State, way: Afloat) -> Placed:
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


def canvas(card: Card, ship: Ship) -> str:
    """The state of her sails: furled at anchor, torn once half her hull is gone, else as for battle."""
    if ship.anchored:
        return "bare"
    return "torn" if 2 * ship.hull <= card.hull else "battle"


def layers(card: Card, ship: Ship, wind_from: int, heading: float) -> tuple[Layer, ...]:
    """The files of a ship from the lowest to the topmost."""
    model, nation = model_of(card), NATIONS[card.nation]
    if ship.status in ("sunk", "exploded"):
        return (Layer(f"wreck_{model}_{nation}"),)
    overboard = tuple((mast.mast, mast.over) for mast in ship.fallen)
    return _afloat(model, nation, overboard, tuple(ship.masts), canvas(card, ship), brace(wind_from, heading))


@lru_cache(maxsize=256)
def _afloat(
    model: str, nation: str, overboard: tuple[tuple[Mast, str], ...], masts: tuple[Mast, ...], sails: str, braced: str
) -> tuple[Layer, ...]:
    """The same by all that they depend on; fleets have few that differ, and every new scale asks for each ship."""
    stepped = anchors().models[model].masts
    fell = [fallen(model, mast, over) for mast, over in overboard if mast in stepped]
    standing = [mast for mast in stepped if mast in masts]
    return (Layer(f"hull_{model}_{nation}"), *fell, *_rig(model, standing, sails, braced))


def _rig(model: str, masts: Sequence[str], sails: str, braced: str) -> tuple[Layer, ...]:
    if not masts:
        return ()
    fore_and_aft = {"spanker": masts[-1] == list(anchors().models[model].masts)[-1], "jibs": masts[0] == "fore"}
    names = [f"{name}_{model}_{braced}" for name, carried in fore_and_aft.items() if carried and sails != "bare"]
    names += [f"mast_{model}_{mast}_{sails}_{braced}" for mast in masts]
    return (Layer(f"bowsprit_{model}"), *(Layer(name) for name in names))


def fallen(model: str, mast: str, over: str) -> Layer:
    """The file of a mast that lies over a side."""
    return Layer(f"mast_{model}_{mast}_fallen", mirrored=anchors().fallen[mast] != over)


def under_way(state: State, key: str) -> bool:
    """Whether she makes a wake."""
    ship = state.ships[key]
    held = ship.stopped or ship.anchored or not ship.masts or ship.status != "in_service"
    return not held and not any(grapple.joins(key) for grapple in state.grapples)
