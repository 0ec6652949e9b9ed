"""Chapters 3-d and 4.2: what hits do, rolled at once and noted in pencil, and how the notes take effect (AMB-128)."""

from collections.abc import Callable
from functools import partial, reduce

import msgspec

from tabletop.games.ships_of_the_line import positions, roster, tables
from tabletop.games.ships_of_the_line.chapters import losses
from tabletop.games.ships_of_the_line.compiled import holds_out, rules_of
from tabletop.games.ships_of_the_line.events.combat import (
    CriticalWithoutEffect,
    DamageInked,
    ExplosionStruck,
    FireStarted,
    HullLost,
    MastFell,
    OfficerHit,
    RudderLost,
)
from tabletop.games.ships_of_the_line.events.crew import SurrenderRolled
from tabletop.games.ships_of_the_line.firing import Ammunition
from tabletop.games.ships_of_the_line.modifiers import Harm, Hits, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside
from tabletop.games.ships_of_the_line.shots import Critical, Facing, Shot
from tabletop.games.ships_of_the_line.state import Context, State, in_service, on_map
from tabletop.games.ships_of_the_line.words import SHOT


class Damage(msgspec.Struct, frozen=True):
    """The damage dice of an attack, how many of them cost hull points, and its criticals in the order rolled."""

    dice: tuple[int, ...]
    hull: int
    criticals: tuple[Critical, ...]


def one_critical(turn: Context, target: str) -> Critical:
    """A critical die; where it finds the ammunition and an old fire burns, its second die follows (AMB-32, AMB-39)."""
    die = turn.d6()
    threatened = tables.CRITICALS[die] == "ammunition" and turn.state.ships[target].old_fires > 0
    return Critical(die, turn.d6() if threatened else None)


ROUND = Ammunition(id="round", words=SHOT["round"], rule="SOTL-19-b", critical=one_critical, six="critical")
"""The shot of the basic game."""


def roll(
    turn: Context,
    target: str,
    hits: int,
    factor: int,
    critical: Callable[[Context, str], Critical] | None = one_critical,
) -> Damage:
    """Roll a damage die for each hit, then the criticals (4.2.1-c, -d).

    Args:
        turn: the command on its way.
        target: who was hit.
        hits: how many dice hit.
        factor: by which critical rolls are multiplied (4.2.3-c, AMB-25).
        critical: how one is rolled; None if there are no critical dice.
    """
    dice = turn.roll(hits)
    struck = [tables.DAMAGE[die] for die in dice]
    sixes = range(factor * struck.count("critical"))
    criticals = tuple(critical(turn, target) for _ in sixes) if critical else ()
    return Damage(dice, struck.count("hull"), criticals)


def on_battery(struck: Hits, shot: Ammunition) -> Hits:
    """What counts of a broadside at a battery: critical dice cost points and do nothing else (22-c, AMB-196)."""
    return msgspec.structs.replace(struck, hull=struck.hull + shot.ashore * struck.sixes)


def _results(shot: Hits, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    return Modifier("damage dice", str(shot.hull), shot.hull)


def _rake(shot: Hits, so_far: int) -> Modifier | None:
    factor = tables.RAKE_DAMAGE[shot.rake]
    return Modifier(f"{shot.rake} rake", f"×{factor}", factor * so_far) if factor > 1 else None


HULL_LOSS: tuple[ModifierRule[Hits], ...] = (
    ModifierRule("damage", "SOTL-4.2.1-c", _results),
    ModifierRule("rake", "SOTL-4.2.3-c", _rake),
)
"""Hull points that a broadside costs (AMB-25)."""


Effect = Callable[[Context, str, Facing, Critical], None]


def blows_up(criticals: tuple[Critical, ...]) -> bool:
    """Whether one of the criticals fires the magazine (4.2.1-l)."""
    return any(one.hot is True or (one.magazine or 0) >= tables.EXPLOSION_AT_OR_ABOVE for one in criticals)


def apply(turn: Context, key: str, facing: Facing, criticals: tuple[Critical, ...]) -> None:
    """Give effect to criticals, each in the order rolled (4.2.1-e)."""
    for critical in criticals:
        _EFFECTS[tables.CRITICALS[critical.die]](turn, key, facing, critical)


def fell_mast(over: Broadside, turn: Context, key: str, facing: Facing, critical: Critical) -> None:
    """The next mast of the facing goes over a side (4.2.1-f)."""
    standing = turn.state.ships[key].masts
    mast = next((mast for mast in tables.MASTS_FALL[facing] if mast in standing), None)
    if mast is None:
        _nothing(turn, key, critical, "no mast is left to fall", "AMB-27")
    else:
        turn.emit(MastFell(ship=key, mast=mast, over=falls_over(turn.state, key, over), facing=facing))


def falls_over(state: State, key: str, named: Broadside) -> Broadside:
    """The side over which a mast of a ship goes, by the one that the die names (AMB-19), or the place of the firer."""
    return reduce(lambda over, module: module.falls(state, key, over), rules_of(state).modules, named)


def _officer(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    ship = turn.state.ships[key]
    if ship.status == "captured" and roster.aboard(turn.state, key) is None:
        _nothing(turn, key, critical, "the prize crew has no captain to lose", "AMB-129")
    elif ship.officer == "dead":
        _nothing(turn, key, critical, "her captain is dead already", "AMB-28")
    else:
        turn.emit(OfficerHit(ship=key, condition="wounded" if ship.officer == "well" else "dead"))


def _rudder(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    if turn.state.ships[key].rudder_lost:
        _nothing(turn, key, critical, "her rudder is gone already", "AMB-30")
    else:
        turn.emit(RudderLost(ship=key))


def _fire(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    turn.emit(FireStarted(ship=key, fires=turn.state.ships[key].fires + 1))


def _ammunition(turn: Context, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    if blows_up((critical,)):
        return
    if critical.magazine is None:
        _nothing(turn, key, critical, "no fire of an earlier turn burned near the powder", "AMB-32")
    else:
        turn.emit(FireStarted(ship=key, fires=turn.state.ships[key].fires + 1, rule="SOTL-4.2.1-l"))


def _nothing(turn: Context, key: str, critical: Critical, reason: str, rule: str) -> None:
    turn.emit(CriticalWithoutEffect(ship=key, die=critical.die, reason=reason, rule=rule))


_EFFECTS: dict[tables.CriticalEffect, Effect] = {
    "mast_port": partial(fell_mast, "port"),
    "mast_starboard": partial(fell_mast, "starboard"),
    "officer": _officer,
    "rudder": _rudder,
    "fire": _fire,
    "ammunition": _ammunition,
}


def ink(turn: Context) -> None:
    """Apply every noted shot, remove the lost, let explosions strike, and see what becomes of the others."""
    shots = in_order(turn.state)
    for shot in shots:
        if shot.hull and shot.target in turn.state.ships:
            left = max(0, turn.state.ships[shot.target].hull - shot.hull)
            turn.emit(HullLost(ship=shot.target, points=shot.hull, left=left, cause="gunfire"))
        for effect in rules_of(turn.state).inking:
            effect(turn, shot)
        apply(turn, shot.target, shot.facing, shot.criticals)
    exploding = _remove(turn, {shot.target for shot in shots if blows_up(shot.criticals)})
    while exploding:
        exploding = _remove(turn, _shower(turn, exploding))
    for rule in rules_of(turn.state).inked:
        rule(turn)
    turn.emit(DamageInked())


def in_order(state: State) -> tuple[Shot, ...]:
    """The notes by target, then attacker, in key order, port before starboard; batteries come last (AMB-194)."""
    keys = (*state.ships, *(state.coast.batteries if state.coast else ()))
    place = {key: number for number, key in enumerate(keys)}
    rank = {broadside: number for number, broadside in enumerate(BROADSIDES)}

    def order(shot: Shot) -> tuple[int, int, int]:
        return place[shot.target], place[shot.attacker], rank[shot.broadside] if shot.broadside else 0

    return tuple(sorted(state.shots, key=order))


def _remove(turn: Context, exploding: set[str]) -> list[str]:
    """Take the lost ships off the sea; those that exploded, in key order."""
    exploded = []
    for key, ship in turn.state.ships.items():
        if not on_map(turn.state, key):
            continue
        if key in exploding:
            losses.explode(turn, key)
            exploded.append(key)
        elif ship.hull <= 0:
            losses.sink(turn, key, "hull")
    return exploded


def _shower(turn: Context, exploded: list[str]) -> set[str]:
    """Each explosion strikes its neighbours in key order; the ships that it sets off in turn (4.2.1-m, AMB-33)."""
    reach = turn.state.profile.explosion_reach
    return {
        key
        for source in exploded
        for key, distance in positions.neighbours(turn.state, source, reach).items()
        if _strike(turn, source, key, distance)
    }


def _strike(turn: Context, source: str, key: str, distance: float) -> bool:
    """Twelve dice against one neighbour, at once; whether her magazine goes up too."""
    needed = tables.HITS_FROM["point_blank"]
    rolls = turn.roll(turn.state.profile.explosion_dice)
    hits = sum(die >= needed for die in rolls)
    done = roll(turn, key, hits, 1)
    turn.emit(
        ExplosionStruck(
            exploded=source,
            ship=key,
            distance=distance,
            rolls=rolls,
            needed=needed,
            hits=hits,
            damage=done.dice,
            hull=done.hull,
            criticals=done.criticals,
        )
    )
    if done.hull:
        losses.hurt(turn, Harm(turn.state, key, "explosion", done.hull, source))
    apply(turn, key, "broadside", done.criticals)
    return blows_up(done.criticals)


def wavering(turn: Context) -> None:
    """A crew whose officer is dead may strike each time that she was hit (4.2.1-h, AMB-29)."""
    for key, ship in turn.state.ships.items():
        wavers = in_service(turn.state, key) and ship.officer == "dead" and ship.hit
        if wavers and not holds_out(turn.state, key, "officer"):
            die = turn.d6()
            turn.emit(SurrenderRolled(ship=key, die=die))
            if die <= tables.WAVERING_STRIKES:
                losses.strike(turn, key, "officer")
