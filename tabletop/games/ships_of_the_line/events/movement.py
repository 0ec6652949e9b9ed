"""Moves, boats, anchors, tows, drift, ships that leave (5), and standing orders."""

from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.events import Event, EventHandler
from tabletop.core.phrases import format_count, format_number, join_words
from tabletop.games.ships_of_the_line import model
from tabletop.games.ships_of_the_line.chapters.sailing import ADVANCE, evaluate_plan
from tabletop.games.ships_of_the_line.commands import TURNS, Step
from tabletop.games.ships_of_the_line.hooks import Leg
from tabletop.games.ships_of_the_line.ship import Broadside, Side
from tabletop.games.ships_of_the_line.tables import Modifier
from tabletop.games.ships_of_the_line.words import describe_by, format_distance, list_names, name_of
from tabletop.geometry.pose import Pose


class ShipSailed(model.ShipEvent, frozen=True, kw_only=True):
    """A ship made her whole move (5).

    `plan` is the plan as ordered and `legs` are the steps carried out; `forced` points had to be spent before
    slowing.
    """

    plan: tuple[Step, ...]
    legs: tuple[Leg, ...]
    pose: Pose
    allowance: tuple[Modifier, ...]
    """The steps to the ship's points; the last value is the number that she had."""
    percentage: int
    forced: int
    spent: int
    """Points for advancing and pivoting."""
    slowed: int
    """Points slowed, those left over included (AMB-71)."""
    stopped: bool
    allows_anchor: bool = False
    contact: str = ""
    """The ship or thing that cut the move short, or empty (AMB-126)."""
    ordered: bool = True
    """False if nobody ordered the move: the rules made it for the ship (AMB-89)."""
    towed: str = ""
    towed_pose: Pose | None = None
    rule: str = "SOTL-5-c"


class ShipTurnedByBoats(model.ShipEvent, frozen=True, kw_only=True):
    """Boats turned a ship by 90°; she has moved and is stopped (5.3-a)."""

    pose: Pose
    towards: Broadside
    rule: str = "SOTL-5.3-a"


class AnchorDropped(model.ShipEvent, frozen=True, kw_only=True):
    """A ship lies at anchor; she has moved and is stopped (AMB-77)."""

    rule: str = "SOTL-5.2.5-d"


class AnchorWeighed(model.ShipEvent, frozen=True, kw_only=True):
    """A ship's anchor is up; she has moved and stays stopped until she gets under way (AMB-77)."""

    rule: str = "SOTL-5.2.5-d"


class ShipDrifted(Event, frozen=True, kw_only=True):
    """The wind carried a ship, or ships bound together, to leeward (5.2.4).

    `poses` has the new pose of each; `contact` is the ship or thing that stopped the drift, or empty.
    """

    poses: dict[str, Pose]
    contact: str = ""
    rule: str = "SOTL-5.2.4-c"


class ShipStopped(model.ShipEvent, frozen=True, kw_only=True):
    """A ship has no way on any more, for the given reason (5.2.5-d)."""

    reason: str
    rule: str = "SOTL-5.2.5-d"


class ShipLeft(model.ShipEvent, frozen=True, kw_only=True):
    """A ship left the map for good (AMB-12)."""

    fled: bool
    """True if her own side sailed or towed her off, which costs points."""
    rule: str = "SOTL-8-e"


class TowMadeFast(model.ShipEvent, frozen=True, kw_only=True):
    """The ship takes `towed` in tow (5.6-b)."""

    towed: str
    rule: str = "SOTL-5.6-b"


class TowCastOff(model.ShipEvent, frozen=True, kw_only=True):
    """The tow between the ship and `towed` is let go (5.6-d)."""

    towed: str
    rule: str = "SOTL-5.6-d"


def _apply_move(state: model.State, event: ShipSailed) -> model.State:
    """Place the ship, and a ship in tow, at the end of the move; mark both as moved."""
    state = model.with_ship(
        state,
        event.ship,
        pose=event.pose,
        moved=True,
        move_allows_anchor=event.allows_anchor,
        stopped=event.stopped,
    )
    if event.towed and event.towed_pose:
        state = model.with_ship(state, event.towed, pose=event.towed_pose, moved=True)
    return state


def _apply_drift(state: model.State, event: ShipDrifted) -> model.State:
    """Place each ship of the group at the end of the drift; no other mark changes."""
    for key, pose in event.poses.items():
        state = model.with_ship(state, key, pose=pose)
    return state


def _apply_tow(state: model.State, event: TowMadeFast) -> model.State:
    """Add the tow, remove the grapples between the two, and use up the tower's grapple attempt (AMB-135)."""
    state = model.with_ship(state, event.ship, grapple_used=True)
    grapples = tuple(one for one in state.grapples if not (one.joins(event.ship) and one.joins(event.towed)))
    return replace(state, tows=(*state.tows, model.Tow(event.ship, event.towed)), grapples=grapples)


def _describe_move(state: model.State, event: ShipSailed) -> str:
    """Return the sentence for a move: its actions, points and end; shorter for a ship that stays stopped."""
    who = name_of(state, event.ship)
    if state.ships[event.ship].stopped and event.stopped and event.slowed and not event.legs:
        return f"{who} stays stopped."
    begun = who if event.ordered else f"Without orders, {who}"
    deeds = join_words([*_list_actions(event.legs), *_list_slowing(state, event)]) or "stays where she is"
    return f"{begun} {deeds} ({_format_points(event.allowance)}){_format_ending(state, event)}."


def _list_slowing(state: model.State, event: ShipSailed) -> list[str]:
    """Return the slowed points in words, with the ship that she avoided; [] if none were slowed."""
    if not event.slowed:
        return []
    other = _find_ship_avoided(state, event) if event.ordered else ""
    return [f"gives up {format_count(event.slowed, 'point')}{f' for {name_of(state, other)}' if other else ''}"]


def _find_ship_avoided(state: model.State, move: ShipSailed) -> str:
    """Return the ship or thing that the move would have touched if the ship had not slowed (AMB-126).

    "" if nothing, if no point was slowed, or if the move itself was cut.
    """
    if not move.slowed or not move.legs or move.contact:
        return ""
    without = tuple(step for step in move.plan if step.kind != "slow")
    return evaluate_plan(state, move.ship, (*without, *[ADVANCE] * move.slowed)).contact


def _list_actions(legs: tuple[Leg, ...]) -> list[str]:
    """Return the actions of a move in words: distance sailed, each turn, heaving to; [] for none."""
    turns = [_describe_turn(leg) for leg in legs if leg.kind in TURNS and leg.start.heading != leg.end.heading]
    ahead = [(leg.start.point, leg.end.point) for leg in legs if leg.kind == "advance"]
    hove_to = ["heaves to"] if any(leg.kind == "stop" for leg in legs) else []
    return ([f"sails {format_distance(*ahead)}"] if ahead else []) + turns + hove_to


_TURN_VERBS = {"turn": "turns", "pivot": "pivots", "pitch": "pitches"}


def _describe_turn(leg: Leg) -> str:
    """Return a turn in words: ``turns 30° to port``; the shorter way round."""
    degrees = (leg.end.heading - leg.start.heading + 180) % 360 - 180
    hand = "starboard" if degrees >= 0 else "port"
    return f"{_TURN_VERBS[leg.kind]} {abs(degrees)}° to {hand}"


def _format_points(working: tuple[Modifier, ...]) -> str:
    """Return the sum of points in words: ``4 points, wind abeam 50 % = 2``."""
    first, *steps = working
    sums = "".join(f", {step.source.lower()} {step.change} = {format_number(step.value)}" for step in steps)
    return f"{format_count(first.value, 'point')}{sums}"


def _format_ending(state: model.State, event: ShipSailed) -> str:
    """Return the end of a move in words: contact, and if the ship lies stopped or gathers way.

    "" for neither.
    """
    contact = f"; {name_of(state, event.contact)} is in her way" if event.contact else ""
    if event.stopped:
        return contact + "; she lies stopped"
    under_way = state.ships[event.ship].stopped and not event.legs
    return contact + ("; she gathers way" if under_way else "")


def _describe_drift(state: model.State, event: ShipDrifted) -> str:
    """Return the sentence for a drift: the ships, the distance of the first, and what was in the way."""
    key, pose = next(iter(event.poses.items()))
    far = format_distance((state.ships[key].pose.point, pose.point))
    contact = f" until {name_of(state, event.contact)} is in the way" if event.contact else ""
    return (
        f"{list_names(state, event.poses)} {'drift' if len(event.poses) > 1 else 'drifts'} {far} to leeward{contact}."
    )


EndReason = Literal["recalled", "turn", "gunshot", "lost"]
"""Why standing orders end: recalled, their last turn is over, an enemy is near, or none of the ships obeys any more."""


class StandingOrderGiven(Event, frozen=True, kw_only=True):
    """Some ships have a standing order from now on, in place of any before."""

    side: Side
    """The side that gave the order."""
    ships: tuple[str, ...]
    """The ships, the leader first; empty if the order is hidden from the viewer."""
    manner: model.Manner
    """The way in which the ships go; `hold` if the order is hidden from the viewer."""
    stations: dict[str, model.Station]
    """The station of each ship, in manners with stations."""
    last_turn: int | UnsetType = UNSET
    """The last turn in which the order holds; left out, until it is recalled."""
    to_gunshot: bool = False
    """True if the order ends when an enemy is within gunshot."""
    rule: str = "C-6"


class StandingOrdersEnded(Event, frozen=True, kw_only=True):
    """Some ships have no standing order any more."""

    side: Side
    """The side of the ships."""
    ships: tuple[str, ...]
    """The ships; empty if the order was hidden from the viewer."""
    why: EndReason
    """The reason; `recalled` if the order was hidden from the viewer."""
    rule: str = "C-6"


MANNER_WORDS: dict[model.Manner, str] = {
    "follow": "follow the leader",
    "line_ahead": "line ahead",
    "line_abreast": "line abreast",
    "formation": "keep formation",
    "hold": "hold course",
    "engage": "engage the nearest",
}
"""The manner of a standing order, in words."""
_END_WORDS: dict[EndReason, str] = {
    "recalled": "is recalled",
    "turn": "has run out",
    "gunshot": "ends: an enemy is within gunshot",
    "lost": "has no ship left to carry it out",
}


def describe_term(order: model.SquadronOrder | StandingOrderGiven) -> str:
    """Return how long a standing order holds: ``until turn 5 or until gunshot``, ``until recalled``."""
    turns = f"until turn {order.last_turn}" if order.last_turn else ""
    return " or ".join(filter(None, (turns, "until gunshot" if order.to_gunshot else ""))) or "until recalled"


def name_squadron(state: model.State, ships: tuple[str, ...]) -> str:
    """Return the leader's name and the number of other ships: ``Mars and 2 more ships``."""
    return name_of(state, ships[0]) + (f" and {format_count(len(ships) - 1, 'more ship')}" if len(ships) > 1 else "")


def _apply_standing_order(state: model.State, event: StandingOrderGiven) -> model.State:
    """Add the order, and take its ships out of earlier orders.

    A hidden order only records that some order exists.
    """
    if not event.ships:
        return replace(state, standing=state.standing or ())
    fresh = model.SquadronOrder(
        event.side, event.ships, event.manner, event.stations, event.last_turn, event.to_gunshot
    )
    return replace(state, standing=(*model.drop_ships(state.standing or (), event.ships), fresh))


def _describe_standing_order(state: model.State, event: StandingOrderGiven) -> str:
    """Return the sentence for the order: squadron, manner, term; "" if it is hidden."""
    if not event.ships:
        return ""
    return (
        f"Standing order to {name_squadron(state, event.ships)}: {MANNER_WORDS[event.manner]}, {describe_term(event)}."
    )


def _describe_standing_end(state: model.State, event: StandingOrdersEnded) -> str:
    """Return the sentence for the end of an order and why; "" if it was hidden."""
    return f"The standing order to {name_squadron(state, event.ships)} {_END_WORDS[event.why]}." if event.ships else ""


def _redact_standing_order(event: StandingOrderGiven, side: str) -> StandingOrderGiven:
    """Return the event for its own side, and for others a copy without ships, manner, stations and term."""
    return event if side == event.side else StandingOrderGiven(side=event.side, ships=(), manner="hold", stations={})


def _redact_standing_end(event: StandingOrdersEnded, side: str) -> StandingOrdersEnded:
    """Return the event for its own side, and for others a copy without ships and reason."""
    return event if side == event.side else StandingOrdersEnded(side=event.side, ships=(), why="recalled")


EVENT_HANDLERS: tuple[EventHandler[model.State], ...] = (
    EventHandler(ShipSailed, _apply_move, _describe_move),
    EventHandler(
        ShipTurnedByBoats,
        lambda state, event: model.with_ship(state, event.ship, pose=event.pose, moved=True, stopped=True),
        describe_by("Her boats pull {ship} round by 90° to {towards}; she now heads {pose.heading:03d}°."),
    ),
    EventHandler(
        AnchorDropped,
        model.set_marks(anchored=True, moved=True, move_allows_anchor=False, stopped=True),
        describe_by("{ship} lets go her anchor."),
    ),
    EventHandler(
        AnchorWeighed,
        model.set_marks(anchored=False, moved=True, stopped=True),
        describe_by("{ship} weighs her anchor; she has yet to gather way."),
    ),
    EventHandler(ShipDrifted, _apply_drift, _describe_drift),
    EventHandler(
        ShipStopped,
        apply=model.set_marks(stopped=True),
        describe=lambda state, event: (
            f"{name_of(state, event.ship)} lies stopped: {event.reason[:1].lower()}{event.reason[1:]}"
        ),
    ),
    EventHandler(
        ShipLeft,
        apply=lambda state, event: model.with_ship(
            state, event.ship, status="fled" if event.fled else "left", moved=True
        ),
        describe=lambda state, event: (
            f"{name_of(state, event.ship)} {'flees from the battle' if event.fled else 'has left the map'}."
        ),
    ),
    EventHandler(TowMadeFast, _apply_tow, describe_by("{ship} takes {towed} in tow.")),
    EventHandler(
        TowCastOff,
        lambda state, event: replace(
            state, tows=tuple(one for one in state.tows if one != model.Tow(event.ship, event.towed))
        ),
        describe_by("The hawser between {ship} and {towed} is cast off."),
    ),
    EventHandler(StandingOrderGiven, _apply_standing_order, _describe_standing_order, redact=_redact_standing_order),
    EventHandler(
        StandingOrdersEnded,
        apply=lambda state, event: replace(state, standing=model.drop_ships(state.standing or (), event.ships)),
        describe=_describe_standing_end,
        redact=_redact_standing_end,
    ),
)
