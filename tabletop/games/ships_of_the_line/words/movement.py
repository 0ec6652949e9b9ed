"""Chapter 5 in words: how ships moved."""

from collections.abc import Callable
from typing import Any

from tabletop.core.phrases import count, figure, listed
from tabletop.games.ships_of_the_line.chapters.movement import slowed_for
from tabletop.games.ships_of_the_line.events import (
    AnchorDropped,
    AnchorWeighed,
    Leg,
    Modifier,
    ShipDrifted,
    ShipLeft,
    ShipSailed,
    ShipStopped,
    ShipTurnedByBoats,
    TowCastOff,
    TowMadeFast,
)
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.words.phrases import name, names
from tabletop.geometry.measure import distance


def ship_sailed(state: State, event: ShipSailed) -> str:
    """What she did, out of how many points, and how it ended."""
    who = name(state, event.ship)
    if state.ships[event.ship].stopped and event.stopped and event.slowed and not event.legs:
        return f"{who} stays stopped."
    begun = who if event.ordered else f"Without orders, {who}"
    deeds = listed([*_deeds(event.legs), *_slowed(state, event)]) or "stays where she is"
    return f"{begun} {deeds} ({_points(event.allowance)}){_ending(state, event)}."


def _slowed(state: State, event: ShipSailed) -> list[str]:
    """How many points, and for whom if she was told to."""
    if not event.slowed:
        return []
    other = slowed_for(state, event) if event.ordered else ""
    return [f"slows {count(event.slowed, 'point')}{f' for {name(state, other)}' if other else ''}"]


def _deeds(legs: tuple[Leg, ...]) -> list[str]:
    ahead = sum(distance(leg.start.point, leg.end.point) for leg in legs if leg.kind == "advance")
    turns = [_turn(leg) for leg in legs if leg.kind in ("turn", "pivot")]
    advanced = any(leg.kind == "advance" for leg in legs)
    hove_to = ["heaves to"] if any(leg.kind == "stop" for leg in legs) else []
    return ([f"sails {ahead:.3g} UM"] if advanced else []) + turns + hove_to


def _turn(leg: Leg) -> str:
    degrees = (leg.end.heading - leg.start.heading + 180) % 360 - 180
    hand = "starboard" if degrees >= 0 else "port"
    return f"{'pivots' if leg.kind == 'pivot' else 'turns'} {abs(degrees)}° to {hand}"


def _points(working: tuple[Modifier, ...]) -> str:
    first, *steps = working
    sums = "".join(f", {step.source.lower()} {step.change} = {figure(step.value)}" for step in steps)
    return f"{count(first.value, 'point')}{sums}"


def _ending(state: State, event: ShipSailed) -> str:
    contact = f"; {name(state, event.contact)} is in her way" if event.contact else ""
    if event.stopped:
        return contact + "; she lies stopped"
    under_way = state.ships[event.ship].stopped and not event.legs
    return contact + ("; she gathers way" if under_way else "")


def ship_turned_by_boats(state: State, event: ShipTurnedByBoats) -> str:
    """Which way."""
    who = name(state, event.ship)
    return f"Her boats pull {who} round by 90° to {event.towards}; she now heads {event.pose.heading:03d}°."


def anchor_dropped(state: State, event: AnchorDropped) -> str:
    """Down."""
    return f"{name(state, event.ship)} lets go her anchor."


def anchor_weighed(state: State, event: AnchorWeighed) -> str:
    """Up."""
    return f"{name(state, event.ship)} weighs her anchor; she has yet to gather way."


def ship_drifted(state: State, event: ShipDrifted) -> str:
    """Who, how far, against whom."""
    key, pose = next(iter(event.poses.items()))
    way = distance(state.ships[key].pose.point, pose.point)
    contact = f" until {name(state, event.contact)} is in the way" if event.contact else ""
    return (
        f"{names(state, event.poses)} {'drift' if len(event.poses) > 1 else 'drifts'} {way:.3g} UM to leeward{contact}."
    )


def ship_stopped(state: State, event: ShipStopped) -> str:
    """Why."""
    return f"{name(state, event.ship)} lies stopped: {event.reason[:1].lower()}{event.reason[1:]}"


def ship_left(state: State, event: ShipLeft) -> str:
    """Whether she fled."""
    fate = "flees from the battle" if event.fled else "is gone from the map"
    return f"{name(state, event.ship)} {fate}."


def tow_made_fast(state: State, event: TowMadeFast) -> str:
    """Who tows whom."""
    return f"{name(state, event.ship)} takes {name(state, event.towed)} in tow."


def tow_cast_off(state: State, event: TowCastOff) -> str:
    """The hawser is let go."""
    return f"The hawser between {name(state, event.ship)} and {name(state, event.towed)} is cast off."


WORDS: dict[type, Callable[[State, Any], str]] = {
    ShipSailed: ship_sailed,
    ShipTurnedByBoats: ship_turned_by_boats,
    AnchorDropped: anchor_dropped,
    AnchorWeighed: anchor_weighed,
    ShipDrifted: ship_drifted,
    ShipStopped: ship_stopped,
    ShipLeft: ship_left,
    TowMadeFast: tow_made_fast,
    TowCastOff: tow_cast_off,
}
