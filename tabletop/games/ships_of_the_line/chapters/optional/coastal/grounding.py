"""Chapters 10-c and 22-f: ships that run aground among shoals or over wrecks, and how they float again (AMB-197)."""

from collections.abc import Iterator

import msgspec
from msgspec import UNSET, UnsetType
from shapely.geometry.base import BaseGeometry

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import grappling, losses, tasks, ties
from tabletop.games.ships_of_the_line.chapters.optional import collision
from tabletop.games.ships_of_the_line.chapters.optional.coastal import waters
from tabletop.games.ships_of_the_line.chapters.optional.coastal.events import (
    GroundingRolled,
    ShipGrounded,
    ShipRefloated,
    WreckStays,
)
from tabletop.games.ships_of_the_line.chapters.optional.collision.ramming import COLLIDES_AT_OR_ABOVE
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.commands import GrappleShip, MakeFastTow, ShipCommand, Transfer
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.events.losses import ShipSunk
from tabletop.games.ships_of_the_line.modifiers import Check, Harm
from tabletop.games.ships_of_the_line.rule_modules import Motion
from tabletop.games.ships_of_the_line.ship import Unaided
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State, on_map
from tabletop.games.ships_of_the_line.words import names
from tabletop.geometry.coast import swept

AGROUND: dict[int, int] = {1: 5, 2: 5, 3: 6}
"""AMB-197, `grounding`: by ring, a ship runs aground from this number up."""

DAMAGE = 4
"""SOTL-10-c: hull points."""


class Peril(msgspec.Struct, frozen=True):
    """What a ship sailed over: the battery of the shoals or the wreck, the ring, and from what number she grounds."""

    over: str
    ring: int
    needed: int


def perils(motion: Motion, after: State, key: str) -> Iterator[Peril]:
    """What one of the ships that moved is checked for: wrecks on her way, then the shoals in which she lies."""
    yield from _wrecks(motion, after, key)
    if found := waters.ring(after, key):
        number, battery = found
        yield Peril(battery.key, number, AGROUND[number])


def _wrecks(motion: Motion, after: State, key: str) -> Iterator[Peril]:
    """Wrecks in the harbour that her track passes over, where ships collide; one over which she lay is past."""
    wrecks = after.coast.wrecks if after.coast and collision.MODULE in rules_of(after).modules else ()
    for wreck in wrecks:
        lies = positions.outline(after, wreck)
        if _track(motion, after, key).intersects(lies) and not positions.outline(motion.before, key).intersects(lies):
            yield Peril(wreck, 0, COLLIDES_AT_OR_ABOVE)


def _track(motion: Motion, after: State, key: str) -> BaseGeometry:
    """The water that a hull passed over; of the ship in tow only from where she lay to where she lies."""
    size = positions.size(after, key)
    legs = motion.legs if key == motion.ships[0] else ()
    poses = [motion.before.ships[key].pose, *(leg.end for leg in legs), after.ships[key].pose]
    return swept([positions.shape(pose, size) for pose in poses])


def check_of(state: State, motion: Motion, key: str, peril: Peril, die: int = 1) -> Check:
    """The roll of a ship."""
    return Check(state, key, "ground", die, peril.over, motion.leader)


def ground(turn: Context, motion: Motion) -> None:
    """Each ship that moved is checked once for whatever she sailed over, until she sits fast (AMB-145, AMB-217)."""
    for key in motion.ships:
        if not on_map(turn.state, key):
            continue
        for peril in perils(motion, turn.state, key):
            if not turn.state.ships[key].aground and on_map(turn.state, key):
                _roll(turn, motion, key, peril)


def _roll(turn: Context, motion: Motion, key: str, peril: Peril) -> None:
    check = check_of(turn.state, motion, key, peril, turn.d6())
    modifiers = rules_of(turn.state).sums.check.working(check)
    aground = modifiers[-1].value >= peril.needed
    rule = "AMB-197" if peril.ring else "AMB-198"
    turn.emit(
        GroundingRolled(
            ship=key,
            over=peril.over,
            ring=peril.ring,
            die=check.die,
            modifiers=modifiers,
            needed=peril.needed,
            aground=aground,
            rule=rule,
        )
    )
    if not aground:
        return
    losses.hurt(turn, harm(turn.state, key), rule)
    if turn.state.ships[key].hull <= 0:
        losses.sink(turn, key, "grounding")
    else:
        turn.emit(ShipGrounded(ship=key, rule="SOTL-22-f" if peril.ring else "SOTL-10-c"))


def harm(state: State, key: str) -> Harm:
    """What running aground costs her."""
    return Harm(state, key, "grounding", DAMAGE)


def aground(state: State, key: str) -> bool:
    """Whether a ship sits fast; an empty key does not."""
    return key in state.ships and state.ships[key].aground is True


def stay(turn: Context, sunk: ShipSunk) -> None:
    """Who goes down in the harbour lies there for good (AMB-198)."""
    if waters.in_harbour(turn.state, sunk.ship):
        turn.emit(WreckStays(ship=sunk.ship))


class Refloat(ShipCommand, frozen=True):
    """Try to get a ship off the ground (AMB-197)."""

    leader: Unaided | UnsetType = UNSET


def check(state: State, command: Refloat) -> Refused | None:
    """One attempt of a ship a turn, of a crew that is not exhausted (AMB-158)."""
    key = command.ship
    if refusal := check_commanded(state, command.side, key):
        return refusal
    if not aground(state, key):
        return Refused("AMB-197", f"{state.cards[key].name} is not aground.", pieces=(key,))
    if tasks.tried(state.ships[key], "refloat"):
        reason = f"{state.cards[key].name} has tried to get off this turn."
        return Refused("AMB-158", reason, "one attempt a turn for each ship", (key,))
    return tasks.check_effort(state, key)


def refloat(turn: Context, command: Refloat) -> None:
    """The roll counts at once; it tires the crew."""
    success = tasks.attempt(turn, command.ship, "refloat", "", command.leader)
    tasks.tire(turn, command.ship, "getting off the ground")
    if success:
        turn.emit(ShipRefloated(ship=command.ship))


def choices_of(state: State, side: Side, key: str) -> Iterator[Refloat]:
    """To get off, if she sits fast."""
    if aground(state, key):
        yield Refloat(side=side, ship=key)


def chances(state: State, command: Refloat) -> int:
    """Of how many faces of the die she floats again."""
    return tasks.chances(Check(state, command.ship, "refloat", 1, "", command.leader), tasks.needed("refloat"))


def check_tow(state: State, command: MakeFastTow) -> Refused | None:
    """Nobody takes a ship in tow that sits fast, nor tows when she does herself."""
    return _fast(state, command.ship, command.towed)


def check_make_fast(state: State, command: GrappleShip) -> Refused | None:
    """Friends make fast without a roll only where both float, as when one is foul (AMB-197, AMB-210)."""
    automatic = grappling.automatic(state, command.ship, command.target)
    return _fast(state, command.ship, command.target) if automatic else None


def check_alongside(state: State, command: Transfer) -> Refused | None:
    """A leader goes over where the two are fast already, or both float (AMB-197, AMB-210)."""
    return None if ties.fast(state, command.ship, command.to) else _fast(state, command.ship, command.to)


def _fast(state: State, *keys: str) -> Refused | None:
    held = tuple(key for key in keys if aground(state, key))
    sit = "sits" if len(held) == 1 else "sit"
    return Refused("AMB-197", f"{names(state, held)} {sit} fast on the ground.", pieces=held) if held else None
