"""Chapter 4.1: who may fire at whom, and the shot itself."""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import damage, off_target
from tabletop.games.ships_of_the_line.chapters.aiming import Aim, aim
from tabletop.games.ships_of_the_line.chapters.orders import check_fighting
from tabletop.games.ships_of_the_line.chapters.sighting import may_be_fired_at, sighting
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, fouled_broadsides
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State, side_of
from tabletop.games.ships_of_the_line.sums import Gunfire, Hits
from tabletop.games.ships_of_the_line.tables import RAKE_DAMAGE


def check(state: State, command: FireBroadside) -> Refused | None:
    """Why this broadside may not be fired at this target, or None."""
    shot = (state, command.ship, command.broadside)
    return check_fighting(state, command.side, command.ship) or unable(*shot) or off_target.check(*shot, command.target)


def unable(state: State, key: str, broadside: Broadside) -> Refused | None:
    """Why a broadside cannot be fired at anything this phase, or None.

    Damage of this phase is only noted, so the marks are those of its beginning (AMB-20).
    """
    if refusal := check_fighting(state, side_of(state, key), key):
        return refusal
    ship, name = state.ships[key], state.cards[key].name
    held = tuple(grapple.other(key) for grapple in state.grapples if grapple.joins(key))
    if held:
        return Refused(
            "SOTL-6-d", f"{name} is grappled to {off_target.names(state, held)} and cannot fire.", pieces=held
        )
    if broadside not in ship.loaded:
        gone = "has been fired" if broadside in ship.fired else "is not loaded"
        return Refused("SOTL-4.1.3-a", f"The {broadside} broadside of {name} {gone}.", pieces=(key,))
    if broadside in fouled_broadsides(ship):
        return Refused("SOTL-4.2.1-f", f"Fallen rigging masks the {broadside} broadside of {name}.", pieces=(key,))
    return None


def aim_at(state: State, key: str, broadside: Broadside, target: str) -> Aim | None:
    """The broadside as it would be rolled, whether or not it may be fired; None outside field or template."""
    seen = sighting(state, key, broadside).find(target)
    return aim(state, key, broadside, target, seen.sight) if seen else None


def targets(state: State, key: str, broadside: Broadside) -> tuple[str, ...]:
    """The ships that a broadside may be fired at now, at most one but for ties (AMB-15)."""
    near = positions.within(state, key, state.profile.long)
    if unable(state, key, broadside) or not any(may_be_fired_at(state, key, other) for other in near):
        return ()
    return sighting(state, key, broadside).targets


def choices_of(state: State, side: Side, key: str) -> Iterator[FireBroadside]:
    """Every shot that a ship of that side may fire now."""
    for broadside in BROADSIDES:
        for target in targets(state, key, broadside):
            yield FireBroadside(side=side, ship=key, broadside=broadside, target=target)


def actors(state: State, side: Side) -> tuple[str, ...]:
    """The ships of a side that still have something to fire at."""
    return tuple(key for key in state.ships if side_of(state, key) == side and any(choices_of(state, side, key)))


def fire(turn: Unfolding, command: FireBroadside) -> None:
    """Roll to hit, then for damage and criticals, and note the result in pencil (4.2-a, AMB-39)."""
    plan = aim_at(turn.state, command.ship, command.broadside, command.target)
    if plan is None:
        raise ValueError("an unchecked shot was fired")
    rolls = turn.roll(plan.dice[-1].value)
    hits = sum(die >= plan.needed for die in rolls)
    done = damage.roll(turn, command.target, hits, RAKE_DAMAGE[plan.rake])
    sums = rules_of(turn.state).sums
    gunfire = Gunfire(turn.state, plan.ship, plan.band, plan.rake)
    struck = Hits(turn.state, plan.ship, plan.target, plan.rake, hits, done.hull)
    turn.emit(
        BroadsideFired(
            ship=plan.ship,
            broadside=plan.broadside,
            target=plan.target,
            distance=plan.sight.distance,
            band=plan.band,
            sight=(plan.sight.start, plan.sight.end),
            facing=plan.facing,
            bearing=plan.bearing,
            rake=plan.rake,
            dice=plan.dice,
            needed=plan.needed,
            rolls=rolls,
            hits=hits,
            damage=done.dice,
            hull=sums.hull_loss.total(struck),
            criticals=done.criticals,
            to_hit=sums.to_hit.told(gunfire),
            loss=sums.hull_loss.told(struck),
        )
    )
