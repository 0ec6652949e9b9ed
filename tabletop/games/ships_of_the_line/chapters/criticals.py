"""Chapter 4.2.1: what each critical hit does to a ship."""

from collections.abc import Callable
from functools import partial

from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.events.combat import (
    CriticalWithoutEffect,
    FireStarted,
    MastFell,
    OfficerHit,
    RudderLost,
)
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import Critical, Facing
from tabletop.games.ships_of_the_line.tables import CRITICALS, EXPLOSION_AT_OR_ABOVE, MASTS_FALL, CriticalEffect

Effect = Callable[[Unfolding, str, Facing, Critical], None]


def blows_up(criticals: tuple[Critical, ...]) -> bool:
    """Whether one of the criticals fires the magazine (4.2.1-l)."""
    return any(one.magazine is not None and one.magazine >= EXPLOSION_AT_OR_ABOVE for one in criticals)


def apply(turn: Unfolding, key: str, facing: Facing, criticals: tuple[Critical, ...]) -> None:
    """Give effect to criticals, each in the order rolled (4.2.1-e)."""
    for critical in criticals:
        _EFFECTS[CRITICALS[critical.die]](turn, key, facing, critical)


def _mast(over: Broadside, turn: Unfolding, key: str, facing: Facing, critical: Critical) -> None:
    standing = turn.state.ships[key].masts
    mast = next((mast for mast in MASTS_FALL[facing] if mast in standing), None)
    if mast is None:
        _nothing(turn, key, critical, "no mast is left to fall", "AMB-27")
    else:
        turn.emit(MastFell(ship=key, mast=mast, over=over, facing=facing))


def _officer(turn: Unfolding, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    ship = turn.state.ships[key]
    if ship.status == "captured":
        _nothing(turn, key, critical, "the prize crew has no captain to lose", "AMB-129")
    elif ship.officer == "dead":
        _nothing(turn, key, critical, "her captain is dead already", "AMB-28")
    else:
        turn.emit(OfficerHit(ship=key, condition="wounded" if ship.officer == "well" else "dead"))


def _rudder(turn: Unfolding, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    if turn.state.ships[key].rudder_lost:
        _nothing(turn, key, critical, "her rudder is gone already", "AMB-30")
    else:
        turn.emit(RudderLost(ship=key))


def _fire(turn: Unfolding, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    turn.emit(FireStarted(ship=key, fires=turn.state.ships[key].fires + 1))


def _ammunition(turn: Unfolding, key: str, facing: Facing, critical: Critical) -> None:  # noqa: ARG001
    if critical.magazine is None:
        _nothing(turn, key, critical, "no fire of an earlier turn burned near the powder", "AMB-32")
    elif not blows_up((critical,)):
        turn.emit(FireStarted(ship=key, fires=turn.state.ships[key].fires + 1, rule="SOTL-4.2.1-l"))


def _nothing(turn: Unfolding, key: str, critical: Critical, reason: str, rule: str) -> None:
    turn.emit(CriticalWithoutEffect(ship=key, die=critical.die, reason=reason, rule=rule))


_EFFECTS: dict[CriticalEffect, Effect] = {
    "mast_port": partial(_mast, "port"),
    "mast_starboard": partial(_mast, "starboard"),
    "officer": _officer,
    "rudder": _rudder,
    "fire": _fire,
    "ammunition": _ammunition,
}
