"""The animation and the sounds of each event on the hex map, with the times of the style guide."""

import math
from collections.abc import Callable

from tabletop.core.agreement import GameEnded
from tabletop.core.dispatch import KindHandler
from tabletop.core.events import Event
from tabletop.games.decks_of_glory.events import (
    EVENT_HANDLERS,
    BoardingFought,
    BroadsideFired,
    CardDrawn,
    CardsCompared,
    ColoursStruck,
    HitsMarked,
    InitiativeDrawn,
    Leg,
    PhaseBegan,
    ShipDrifted,
    ShipDriftedOff,
    ShipEntangled,
    ShipSailed,
    ShipWithdrew,
    TurnBegan,
    WindChecked,
)
from tabletop.games.decks_of_glory.model import State
from tabletop.games.decks_of_glory.positions import current_wind
from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import SIDES
from tabletop.geometry.pose import Pose
from tabletop.ui.boards.battle import animation
from tabletop.ui.boards.battle.animation import Animation, Flash, SmokePuff, Voyage, beat, downwind, straight
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.decks_of_glory.projection import HEXES, heading_of, placed_ships
from tabletop.ui.boards.decks_of_glory.scene import wind_from
from tabletop.ui.camera import Xy
from tabletop.ui.sound.cues import CueTable, SoundCue, always_cue, bell_cues, build_cue_table

AHEAD, MOVE_APART = 260, 90
ALONGSIDE, VEER = 320, 700
GUNS = 8
STRUCK_HOME, STRIKES = 340, 160
BOARDING, BOARDING_APART, SHOTS = 520, 140, 5
"""Milliseconds of the hexes alone, others are in `battle.animation`; and how many guns and muskets are seen."""


# --- ways


def _sailed(state: State, event: ShipSailed) -> Animation:
    """Hex by hex and turn by turn; ships in the hex where she ends make room for her."""
    lying = placed_ships(EVENT_HANDLERS.evolve(state, event))
    stops = _course(state, event.ship, event.path)
    stops[-1] = (stops[-1][0], _pose(lying[event.ship]))
    return _under_way(state, event, Voyage(event.ship, animation.shortened(stops)))


def _withdrew(state: State, event: ShipWithdrew) -> Animation:
    """She sails on over the edge and is lost to sight."""
    stops = _course(state, event.ship, event.path)
    at, last = stops[-1]
    facing = event.path[-1].facing if event.path else state.ships[event.ship].facing
    x, y = HEXES.point(hexgrid.hex_ahead((0, 0), facing))
    stops.append((at + AHEAD, Pose(last.x + x, last.y + y, last.heading)))
    return _under_way(state, event, Voyage(event.ship, animation.shortened(stops), fades=True))


def _course(state: State, key: str, path: tuple[Leg, ...]) -> list[tuple[float, Pose]]:
    stops = [(0.0, _pose(placed_ships(state)[key]))]
    for leg in path:
        (x, y), takes = HEXES.point(leg.at), AHEAD if leg.action == "ahead" else animation.TURN
        stops.append((stops[-1][0] + takes, Pose(x, y, heading_of(leg.facing))))
    return stops


def _under_way(state: State, event: Event, course: Voyage) -> Animation:
    others = _shifts(state, event, course.length, but=course.ship)
    return Animation(course.length, MOVE_APART, tells=course.length, voyages=(course, *others))


def _shifts(state: State, event: Event, length: float, but: str = "") -> tuple[Voyage, ...]:
    """All ships that lie elsewhere after an event, on their way there."""
    before, after = placed_ships(state), placed_ships(EVENT_HANDLERS.evolve(state, event))
    return tuple(
        straight(key, _pose(before[key]), _pose(ship), length)
        for key, ship in after.items()
        if key != but and key in before and (before[key].at, before[key].heading) != (ship.at, ship.heading)
    )


def _shifted(length: float) -> Callable[[State, Event], Animation]:
    """Ships come to lie elsewhere in so many milliseconds."""

    def act(state: State, event: Event) -> Animation:
        moved = _shifts(state, event, length)
        return Animation(length, MOVE_APART, tells=length, voyages=moved) if moved else Animation()

    return act


def _drifted_off(state: State, event: ShipDriftedOff) -> Animation:
    start, takes = _pose(placed_ships(state)[event.ship]), animation.DRIFT
    x, y = HEXES.point(hexgrid.hex_ahead((0, 0), current_wind(state)))
    gone = straight(event.ship, start, Pose(start.x + x, start.y + y, start.heading), takes, fades=True)
    return Animation(takes, MOVE_APART, tells=takes, voyages=(gone, *_shifts(state, event, takes, but=event.ship)))


def _pose(ship: Placed) -> Pose:
    return Pose(ship.at[0], ship.at[1], round(ship.heading))


# --- the wind


def _veered(state: State, event: WindChecked) -> Animation:
    if not event.turned:
        return Animation()
    return Animation(VEER, tells=VEER, veers=(animation.Veer(wind_from(state.wind), event.turned * 360 / SIDES, VEER),))


# --- fire


def _broadside(state: State, event: BroadsideFired) -> Animation:
    """Gun after gun from the bow aft; the smoke goes down the wind, and splinters fly where shot strikes home."""
    lying = placed_ships(state)
    ship, side = lying[event.ship], 1 if event.battery == "starboard" else -1
    smoke, flashes = [], []
    for gun in range(GUNS):
        ahead, born = 0.36 - 0.76 * gun / (GUNS - 1), float(gun * animation.GUN_APART)
        flashes.append(Flash(born, animation.FLASH, ship.along(ahead, side * (ship.beam / 2 + 0.1)), 0.42))
        smoke += [_puff(state, ship, ahead, side, born, layer) for layer in (0, 1)]
    struck = [spot for key, hits in event.shares.items() if hits and key in lying for spot in _spots(lying[key], hits)]
    flashes += [Flash(born, STRIKES, at, 0.8) for born, at in struck]
    smoke += [
        SmokePuff(born + 40, 700, at, _faint(downwind(wind_from(state.wind))), (0.4, 1.0), 250) for born, at in struck
    ]
    return Animation(animation.BROADSIDE, animation.BROADSIDE_APART, smoke=tuple(smoke), flashes=tuple(flashes))


def _puff(state: State, ship: Placed, ahead: float, side: int, born: float, layer: int) -> SmokePuff:
    far = (0.3, 0.72)[layer] + 0.1 * ((round(born) // animation.GUN_APART * 5 + layer * 3) % 4)
    out, wind = math.radians(ship.heading + 90 * side), downwind(wind_from(state.wind))
    drift = (far * math.sin(out) + 0.55 * wind[0], far * math.cos(out) + 0.55 * wind[1])
    muzzle = ship.along(ahead, side * (ship.beam / 2 + 0.04))
    life = animation.SMOKE_LIFE * (0.86 + 0.05 * ((round(born) // animation.GUN_APART * 3 + layer) % 4))
    return SmokePuff(born + 30, life, muzzle, drift, (0.3, (1.0, 1.35)[layer]), 255)


def _spots(ship: Placed, hits: int) -> list[tuple[float, Xy]]:
    """When and where shot strikes along a hull, the more the harder she is hit."""
    return [
        (STRUCK_HOME + 40.0 * number, ship.along(-0.32 + 0.64 * (number * 0.618 % 1), 0.12 * (-1) ** number))
        for number in range(min(8, 1 + 2 * hits))
    ]


def _boarding(state: State, event: BoardingFought) -> Animation:
    """Muskets and pistols from rail to rail."""
    lying = placed_ships(state)
    ship, other = lying[event.ship], lying.get(event.first, lying[event.ship])
    smoke, flashes = [], []
    for shot in range(SHOTS):
        born, share = 70.0 * shot, 0.3 + 0.1 * (shot * 2 % 5)
        (x0, y0), (x1, y1) = (one.along(-0.3 + 0.15 * shot, 0.0) for one in (ship, other))
        at = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
        flashes.append(Flash(born, animation.FLASH, at, 0.24))
        smoke.append(SmokePuff(born + 20, 700, at, _faint(downwind(wind_from(state.wind))), (0.14, 0.6), 220))
    return Animation(BOARDING, BOARDING_APART, smoke=tuple(smoke), flashes=tuple(flashes))


def _faint(wind: Xy) -> Xy:
    return wind[0] * 0.3, wind[1] * 0.3


# --- fates


def _colours_struck(state: State, event: ColoursStruck) -> Animation:
    if event.fate == "derelict":
        return beat(state, event)
    others = _shifts(state, event, animation.SINKING, but=event.ship)
    return animation.going_down(event.ship, _pose(placed_ships(state)[event.ship]), others)


animated: Callable[[State, Event], Animation] = animation.staged(
    KindHandler(ShipSailed, _sailed),
    KindHandler(ShipWithdrew, _withdrew),
    KindHandler(ShipDrifted, _shifted(animation.DRIFT)),
    KindHandler(ShipDriftedOff, _drifted_off),
    KindHandler(ShipEntangled, _shifted(ALONGSIDE)),
    KindHandler(WindChecked, _veered),
    KindHandler(BroadsideFired, _broadside),
    KindHandler(HitsMarked, beat),
    KindHandler(BoardingFought, _boarding),
    KindHandler(ColoursStruck, _colours_struck),
)


PHASES = {"gunnery": "drum", "movement": "pipe"}
"""The hands are called to the guns, and to the braces."""
FATES = {"sunk": "going_under", "derelict": "mast"}

SOUNDS: CueTable = build_cue_table(
    KindHandler(
        BroadsideFired,
        lambda _, event: [
            SoundCue("broadside", event.ship),
            *(SoundCue("splinters", key, STRUCK_HOME) for key, hits in event.shares.items() if hits),
        ],
    ),
    KindHandler(BoardingFought, lambda _, event: [SoundCue("musketry", event.ship)]),
    KindHandler(ColoursStruck, lambda _, event: [SoundCue(FATES[event.fate], event.ship)]),
    KindHandler(ShipEntangled, lambda _, event: [SoundCue("grappled", event.ship)]),
    KindHandler(CardDrawn, always_cue("card_turned")),
    KindHandler(CardsCompared, always_cue("card_turned")),
    KindHandler(WindChecked, always_cue("card_turned")),
    KindHandler(InitiativeDrawn, always_cue("card_turned")),
    KindHandler(TurnBegan, lambda _, event: bell_cues(event.turn)),
    KindHandler(PhaseBegan, lambda _, event: [SoundCue(PHASES[event.phase])] if event.phase in PHASES else []),
    KindHandler(GameEnded, always_cue("ruffle")),
)
