"""What every part of the drawing of the hex map needs, and which pictures make up a ship."""

from dataclasses import dataclass
from typing import NamedTuple

from tabletop.core.state_cache import cache_per_state
from tabletop.games.decks_of_glory.model import Ship, State, Vessel, time_of_day, wind_strength
from tabletop.games.decks_of_glory.positions import find_occupied_hexes, is_in_irons, row
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.assets import SpriteLayer, anchors
from tabletop.ui.boards.battle.mood import Mood, light_at
from tabletop.ui.boards.battle.ship_sprites import BattleScene, Placed, brace, rigged
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING, Handle, Overlay, Slot
from tabletop.ui.boards.decks_of_glory.projection import MODELS, heading_of, smaller, to_pixel
from tabletop.ui.boards.nations import NATIONS

NEAR = 40
"""Design pixels to a side of a hex from which every ship has a plate."""
SMALL_HULL, SPACED = 60.0, 0.86
"""Pixels of hull below which a ship is drawn shorter, and how much, to show the sea between ships in line."""
LEAST_HULL = 16.0
"""Pixels that a hull is drawn long at least."""


def mood_of(state: State) -> Mood:
    """That of the sea, as far as the scenario tells of it; waves run with the wind as it was set last."""
    blows = wind_strength(state)
    light = light_at(time_of_day(state, state.turn))
    return Mood(None, light) if blows == "breeze" else Mood(blows, light, wind_from(state.wind))


class Marks(NamedTuple):
    """What is shown besides the state.

    Attributes:
        overlay: what lies on the map.
        selected: a ship, or empty.
        fanned: the hex whose row of ships is fanned out, if any is.
        wind: whence it blows, degrees, which need not be that of the state while it turns.
    """

    overlay: Overlay = NOTHING
    selected: str = ""
    fanned: Hex | None = None
    wind: float = 180.0


class Pointed(NamedTuple):
    """What the pointer is on, from the general to the particular.

    Attributes:
        hex: None off the map.
        ship: empty over none.
        handle: an arrow that can be clicked.
        slot: a place alongside that can be clicked.
    """

    hex: Hex | None = None
    ship: str = ""
    handle: Handle | None = None
    slot: Slot | None = None


@dataclass(frozen=True)
class Lying:
    """What a state tells of its ships that much of the drawing asks for.

    Attributes:
        rows: the ships of each hex with several, from port to starboard.
        making_way: the ships that leave a wake.
        in_irons: the ships that face the wind and lie still.
    """

    rows: tuple[tuple[str, ...], ...]
    making_way: frozenset[str]
    in_irons: frozenset[str]

    def entangled(self, key: str) -> bool:
        """Whether a ship lies in a row."""
        return any(key in row for row in self.rows)


@cache_per_state
def lying(state: State) -> Lying:
    """Found out once for each state."""
    held = find_occupied_hexes(state)
    rows = tuple(row(state, place) for place, keys in held.items() if len(keys) > 1)
    alone = (keys[0] for keys in held.values() if len(keys) == 1)
    still = frozenset(key for key in state.ships if _sails(state, key) and is_in_irons(state, state.ships[key].facing))
    return Lying(rows, frozenset(key for key in alone if _sails(state, key)) - still, still)


def _sails(state: State, key: str) -> bool:
    return state.wind is not None and state.ships[key].status == "sailing"


@dataclass(frozen=True)
class Scene(BattleScene[State]):
    """A state in chart pixels: `camera` sees the table's origin in its upper left corner."""

    marks: Marks
    ships: dict[str, Placed]
    """Where each ship is drawn."""
    lying: Lying

    def placed(self, key: str) -> Placed:
        """Where a ship is drawn."""
        return self.ships[key]

    @property
    def side(self) -> float:
        """The side of a hex in design pixels: how much room there is for words."""
        return self.camera.scale * 100 / self.shown.scale

    @property
    def far(self) -> bool:
        """Whether ships are seen from so far off that there is no room for the name of each."""
        return self.side < NEAR

    def pixel(self, place: Hex) -> tuple[int, int]:
        """The middle of a hex."""
        return to_pixel(self.camera, place)

    def length(self, ship: Placed) -> float:
        """The hull in pixels; from far off shorter than she is, but from very far longer, to stay a ship."""
        hull = ship.length * self.camera.scale
        return hull if hull >= SMALL_HULL else max(LEAST_HULL, SPACED * hull)


TORN, CRIPPLED = 0.5, 0.25
"""Shares of her points at or below which her sails are torn, and at or below which the mizzen has gone."""
FALLING = ("mizzen", "main", "fore")


def wind_from(wind: int | None) -> int:
    """Whence the wind blows, degrees; from astern of everybody while it has not been set."""
    return (heading_of(wind or 0) + 180) % 360


def sails(vessel: Vessel, ship: Ship) -> tuple[str, int]:
    """The state of her sails, and how many masts have fallen."""
    share = ship.strength / vessel.points
    if ship.status == "derelict" or not ship.strength:
        return "torn", len(FALLING)
    return "torn" if share <= TORN else "battle", 1 if share <= CRIPPLED else 0


def sprite_layers(vessel: Vessel, ship: Ship, wind: float, towards: float) -> tuple[SpriteLayer, ...]:
    """The files of a ship that heads so, from the lowest to the topmost; `wind` is whence it blows, degrees."""
    state, down = sails(vessel, ship)
    model, fallen = MODELS[vessel.rate], FALLING[:down]
    wrecked = tuple(SpriteLayer(f"mast_{model}_{mast}_fallen") for mast in fallen)
    standing = tuple(mast for mast in anchors().models[model].masts if mast not in fallen)
    return rigged((model, NATIONS[vessel.nation]), state, brace(round(wind), towards), standing, wrecked)


def fanned(state: State, overlay: Overlay, selected: str, pointed: Pointed) -> Hex | None:
    """The hex whose row is fanned out: of what the pointer is on, else of the chosen ship; None for none.

    A row keeps together while a place alongside it is being chosen.
    """
    if not (crowds := _crowds(state)):
        return None
    asked = {slot.hex for slot in overlay.choices}
    places = [_at(state, pointed.ship), pointed.hex, _at(state, selected)]
    return next((place for place in places if place in crowds and place not in asked), None)


def _at(state: State, key: str) -> Hex | None:
    return state.ships[key].at if key in state.ships else None


@cache_per_state
def _crowds(state: State) -> frozenset[Hex]:
    """The hexes in which ships are drawn smaller for want of room."""
    return frozenset(place for place, keys in find_occupied_hexes(state).items() if smaller(len(keys)) < 1)
