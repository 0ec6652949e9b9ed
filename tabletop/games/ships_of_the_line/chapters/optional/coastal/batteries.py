"""Chapter 22: where batteries are placed, and how they fire (AMB-108, AMB-194, AMB-195, AMB-216)."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from tabletop.core.errors import Refused
from tabletop.core.offers import Offers
from tabletop.games.ships_of_the_line import positions, tables
from tabletop.games.ships_of_the_line.chapters import damage
from tabletop.games.ships_of_the_line.chapters.aiming import BAND_NAMES, facing_at, plus
from tabletop.games.ships_of_the_line.chapters.fire import hidden
from tabletop.games.ships_of_the_line.chapters.lines_of_fire import band_at
from tabletop.games.ships_of_the_line.chapters.optional.coastal import waters
from tabletop.games.ships_of_the_line.chapters.optional.coastal.events import BatteryFired, BatteryPlaced
from tabletop.games.ships_of_the_line.chapters.orders import awaits, check_on_map
from tabletop.games.ships_of_the_line.chapters.visibility import dimness
from tabletop.games.ships_of_the_line.coast import Battery, Coast, standing
from tabletop.games.ships_of_the_line.commands import BatteryCommand
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.modifiers import Hits, Modifier
from tabletop.games.ships_of_the_line.profile import Profile
from tabletop.games.ships_of_the_line.rule_modules import Actors, Choices
from tabletop.games.ships_of_the_line.shots import Facing
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Band, Context, State, on_map, side_of
from tabletop.geometry import measure
from tabletop.geometry.field import Sight

ATTACKS = 2
"""SOTL-22-e: a turn."""
RED_FOR = 2
"""AMB-195: turns after one with hot shot in which nothing else is fired."""
FARTHER = 2
"""AMB-108: the bands of the fire template are doubled."""


Kind = Literal["round", "red"]
KINDS: tuple[Kind, Kind] = ("round", "red")


class DeployBattery(BatteryCommand, frozen=True):
    """Place a battery on a site before the battle (22-b)."""

    site: str
    """Its name in the scenario."""


class FireBattery(BatteryCommand, frozen=True):
    """Fire a battery at a ship, twice a turn (22-e)."""

    target: str
    shot: Kind = "round"


class Gunlaying(msgspec.Struct, frozen=True):
    """A battery's fire at a ship before any die.

    Attributes:
        ship: the battery, by its key.
        target: the ship that it is aimed at.
        sight: the line of fire and its length, UM.
        facing: which masts fall first.
        dice: how the number of dice comes about; the last value counts.
        needed: a die hits from this number up.
        rake: never (22-e).
    """

    ship: str
    target: str
    sight: Sight
    band: Band
    facing: Facing
    dice: tuple[Modifier, ...]
    needed: int
    rake: None = None

    @property
    def distance(self) -> float:
        """UM, from edge to hull."""
        return self.sight.distance


def check_own(state: State, side: Side, key: str) -> Refused | None:
    """Why a battery takes no orders of this side, or None."""
    battery = state.coast.batteries.get(key) if state.coast else None
    if battery is None:
        return Refused("SOTL-22-a", f"There is no battery {key}.")
    if battery.side != side:
        return Refused("SOTL-2-a", f"{battery.name} does not fight under your flag.", pieces=(key,))
    if battery.hull <= 0:
        return Refused("AMB-196", f"{battery.name} is destroyed.", pieces=(key,))
    return None


def able(choices: Choices) -> Actors:
    """The batteries that have an order among those that could be given."""
    return lambda state, side: {order.battery for order in choices(state, side) if isinstance(order, BatteryCommand)}


def check_deploy(state: State, command: DeployBattery) -> Refused | None:
    """Its place is left to its owner, and the site is free."""
    key, site = command.battery, command.site
    if refusal := check_own(state, command.side, key):
        return refusal
    coast = _coast(state)
    if not coast.batteries[key].movable:
        return Refused("SOTL-22-b", f"{coast.batteries[key].name} has its place.", pieces=(key,))
    if site not in coast.sites:
        return Refused("SOTL-22-b", f"There is no site {site}.")
    holder = next((one for one in coast.batteries.values() if one.place == coast.sites[site]), None)
    if holder and (holder.placed or not holder.movable or holder.side != command.side):
        return Refused("SOTL-22-b", f"The site is taken by {holder.name}.", pieces=(holder.key,))
    return None


def deploy(turn: Context, command: DeployBattery) -> None:
    """It stands there; one that stood there by itself goes where this one did."""
    place = _coast(turn.state).sites[command.site]
    turn.emit(BatteryPlaced(battery=command.battery, site=command.site, place=place))


def to_deploy(state: State, side: Side) -> Offers[DeployBattery]:
    """Every site for each battery that nobody has placed yet."""
    left = [one.key for one in standing(state.coast, side) if one.movable and not one.placed and awaits(state, one.key)]
    orders = [DeployBattery(side, key, site) for key in left for site in _coast(state).sites]
    free = [order for order in orders if check_deploy(state, order) is None]
    return Offers(1, lambda _: free)


def check(state: State, command: FireBattery) -> Refused | None:
    """An enemy within reach, and an attack that is left (AMB-195)."""
    key, target = command.battery, command.target
    if refusal := check_own(state, command.side, key) or check_on_map(state, target):
        return refusal
    battery = _coast(state).batteries[key]
    if attacks(state, battery) >= ATTACKS:
        return Refused("SOTL-22-e", f"{battery.name} has fired twice.", "two attacks a turn", (key,))
    if refusal := _check_shot(state, battery, command.shot):
        return refusal
    if not may_fire_at(state, battery, target):
        struck = state.ships[target].status == "struck"
        rule, reason = ("AMB-66", "has struck; only her former side may fire at her") if struck else (
            "SOTL-4.1.2-c", "is no enemy",
        )  # fmt: skip
        return Refused(rule, f"{state.cards[target].name} {reason}.", pieces=(target,))
    if aim(state, battery, target) is None:
        far, reach = away(state, battery, target), FARTHER * state.profile.long
        if dim := dimness(state, key, target, far):
            return hidden(state, dim, key, target, far)
        by = f"{positions.in_um(far, reach)}, the reach is {positions.in_um(reach)}"
        return Refused("AMB-195", f"{state.cards[target].name} is out of range.", by, (target,))
    return None


def _check_shot(state: State, battery: Battery, kind: str) -> Refused | None:
    """Hot shot where there are kinds of shot; nothing else while the furnaces burn (AMB-195, AMB-216)."""
    if kind == "red" and not has_hot_shot(state):
        return Refused("AMB-123", "Kinds of shot are not part of this battle.")
    until = battery.red_turn + RED_FOR
    if kind == "round" and battery.red_turn and state.turn <= until:
        return Refused(
            "AMB-216", f"{battery.name} fires hot shot alone.", f"until turn {until} is over", (battery.key,)
        )
    return None


def has_hot_shot(state: State) -> bool:
    """Whether kinds of shot are in use (AMB-195)."""
    return "red" in rules_of(state).ammunition


def may_fire_at(state: State, battery: Battery, target: str) -> bool:
    """Enemies, prizes in enemy hands; struck ships only of its own enemies' former crews (AMB-195)."""
    if state.ships[target].status == "struck":
        return state.cards[target].side == battery.side
    return side_of(state, target) != battery.side


def attacks(state: State, battery: Battery) -> int:
    """How often it has attacked in this turn."""
    turn, number = battery.fired
    return number if turn == state.turn else 0


def aim(state: State, battery: Battery, target: str) -> Gunlaying | None:
    """Return the fire of a battery at a ship, all round; None beyond its reach, or if it does not see her."""
    hull, far = positions.outline(state, target), away(state, battery, target)
    band = band_at(doubled(state.profile), far)
    dice = dice_for(battery, band) if band else ()
    if band is None or not dice[-1].value or dimness(state, battery.key, target, far):
        return None
    gap = measure.gap(waters.work(battery.place), hull)
    facing = facing_at(state.profile, positions.bearing_from(state, target, battery.place))
    sight = Sight(far, gap.start, gap.end)
    return Gunlaying(battery.key, target, sight, band, facing, dice, tables.HITS_FROM[band])


def doubled(profile: Profile) -> Profile:
    """The fire template as batteries have it."""
    limits = {band: FARTHER * getattr(profile, band) for band in ("point_blank", "medium", "long")}
    return msgspec.structs.replace(profile, **limits)


def dice_for(battery: Battery, band: Band) -> tuple[Modifier, ...]:
    """How many dice it rolls at a range: 4, 3, 2 (AMB-108)."""
    strength = Modifier("guns of the battery", str(battery.dice), battery.dice)
    lost = tables.RANGE[band]
    return (strength, plus(battery.dice, BAND_NAMES[band], lost)) if lost else (strength,)


def fire(turn: Context, command: FireBattery) -> None:
    """Roll to hit, then for damage and criticals, and note the result in pencil; no rake (22-e)."""
    state, battery = turn.state, _coast(turn.state).batteries[command.battery]
    laid = aim(state, battery, command.target)
    if laid is None:
        raise ValueError("an unchecked shot was fired")
    rolls = turn.roll(laid.dice[-1].value)
    hits = sum(die >= laid.needed for die in rolls)
    shot = rules_of(state).ammunition[command.shot]
    done = damage.roll(turn, command.target, hits, 1, shot.critical)
    loss = rules_of(state).sums.hull_loss
    struck = Hits(state, battery.key, None, command.target, None, hits, done.hull, shot.id)
    turn.emit(
        BatteryFired(
            battery=battery.key,
            target=command.target,
            distance=laid.distance,
            band=laid.band,
            sight=(laid.sight.start, laid.sight.end),
            facing=laid.facing,
            dice=laid.dice,
            needed=laid.needed,
            rolls=rolls,
            hits=hits,
            damage=done.dice,
            hull=loss.total(struck),
            criticals=done.criticals,
            loss=loss.told(struck),
            attack=2 if attacks(state, battery) else 1,
            shot=shot.id,
            special=shot.special(struck),
        )
    )


def to_fire(state: State, side: Side) -> Offers[FireBattery]:
    """Every enemy that a battery of the side may still fire at."""
    ready = [one for one in standing(state.coast, side) if attacks(state, one) < ATTACKS and awaits(state, one.key)]
    return Offers(len(ready), lambda at: list(_targets(state, ready[at])))


def _targets(state: State, battery: Battery) -> Iterator[FireBattery]:
    for key in state.ships:
        if on_map(state, key) and may_fire_at(state, battery, key) and aim(state, battery, key):
            for kind in KINDS:
                if _check_shot(state, battery, kind) is None:
                    yield FireBattery(battery.side, battery.key, key, kind)


def away(state: State, battery: Battery, target: str) -> float:
    """From the edge of a battery to a hull, UM."""
    return waters.from_edge(positions.outline(state, target), battery.place)


def _coast(state: State) -> Coast:
    return state.coast or Coast()
