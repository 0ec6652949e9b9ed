"""Moves, boats, anchors, tows, drift, and ships that leave (5)."""

from msgspec.structs import replace

from tabletop.core.events import Event, EventHandler
from tabletop.core.phrases import count, figure, listed
from tabletop.games.ships_of_the_line.chapters.sailing import ADVANCE, evaluate_plan
from tabletop.games.ships_of_the_line.commands import TURNS, Step
from tabletop.games.ships_of_the_line.hooks import Leg
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import ShipEvent, State, Tow, set_marks, with_ship
from tabletop.games.ships_of_the_line.tables import Modifier
from tabletop.games.ships_of_the_line.words import describe_by, format_distance, list_names, name_of
from tabletop.geometry.pose import Pose


class ShipSailed(ShipEvent, frozen=True, kw_only=True):
    """A ship made her move (5)."""

    plan: tuple[Step, ...]
    legs: tuple[Leg, ...]
    pose: Pose
    allowance: tuple[Modifier, ...]
    """How her points came about; the last value is what she had."""
    percentage: int
    forced: int
    spent: int
    """Points for advancing and pivoting."""
    slowed: int
    """Points slowed, those left over included (AMB-71)."""
    stopped: bool
    allows_anchor: bool = False
    contact: str = ""
    """The ship that cut her move, if any (AMB-126)."""
    ordered: bool = True
    """False when the rules made the forced spend for her (AMB-89)."""
    towed: str = ""
    towed_pose: Pose | None = None
    rule: str = "SOTL-5-c"


class ShipTurnedByBoats(ShipEvent, frozen=True, kw_only=True):
    """Boats pulled her round (5.3-a)."""

    pose: Pose
    towards: Broadside
    rule: str = "SOTL-5.3-a"


class AnchorDropped(ShipEvent, frozen=True, kw_only=True):
    """She lies at anchor (AMB-77)."""

    rule: str = "SOTL-5.2.5-d"


class AnchorWeighed(ShipEvent, frozen=True, kw_only=True):
    """Her anchor is up; she starts stopped next turn (AMB-77)."""

    rule: str = "SOTL-5.2.5-d"


class ShipDrifted(Event, frozen=True, kw_only=True):
    """Wind carried a ship, or a locked group, to leeward (5.2.4)."""

    poses: dict[str, Pose]
    contact: str = ""
    rule: str = "SOTL-5.2.4-c"


class ShipStopped(ShipEvent, frozen=True, kw_only=True):
    """She lies dead in the water (5.2.5-d)."""

    reason: str
    rule: str = "SOTL-5.2.5-d"


class ShipLeft(ShipEvent, frozen=True, kw_only=True):
    """She left the map for good (AMB-12)."""

    fled: bool
    """Sailed or towed off by her own side, which costs points."""
    rule: str = "SOTL-8-e"


class TowMadeFast(ShipEvent, frozen=True, kw_only=True):
    """A tow is fast (5.6-b)."""

    towed: str
    rule: str = "SOTL-5.6-b"


class TowCastOff(ShipEvent, frozen=True, kw_only=True):
    """A tow was let go (5.6-d)."""

    towed: str
    rule: str = "SOTL-5.6-d"


def _sailed(state: State, event: ShipSailed) -> State:
    """She lies where the move ended, and the ship in tow astern of her."""
    state = with_ship(
        state,
        event.ship,
        pose=event.pose,
        moved=True,
        move_allows_anchor=event.allows_anchor,
        stopped=event.stopped,
    )
    if event.towed and event.towed_pose:
        state = with_ship(state, event.towed, pose=event.towed_pose, moved=True)
    return state


def _drifted(state: State, event: ShipDrifted) -> State:
    """Each ship of the group lies where the wind left her."""
    for key, pose in event.poses.items():
        state = with_ship(state, key, pose=pose)
    return state


def _tow_made_fast(state: State, event: TowMadeFast) -> State:
    """By a hawser instead of grapples; it was the tower's one grapple of the phase (AMB-135)."""
    state = with_ship(state, event.ship, grapple_used=True)
    grapples = tuple(one for one in state.grapples if not (one.joins(event.ship) and one.joins(event.towed)))
    return replace(state, tows=(*state.tows, Tow(event.ship, event.towed)), grapples=grapples)


def _move_in_words(state: State, event: ShipSailed) -> str:
    """What she did, out of how many points, and how it ended."""
    who = name_of(state, event.ship)
    if state.ships[event.ship].stopped and event.stopped and event.slowed and not event.legs:
        return f"{who} stays stopped."
    begun = who if event.ordered else f"Without orders, {who}"
    deeds = listed([*_deeds(event.legs), *_slowed(state, event)]) or "stays where she is"
    return f"{begun} {deeds} ({_points(event.allowance)}){_ending(state, event)}."


def _slowed(state: State, event: ShipSailed) -> list[str]:
    """How many points, and for whom if she was told to."""
    if not event.slowed:
        return []
    other = _slowed_for(state, event) if event.ordered else ""
    return [f"slows {count(event.slowed, 'point')}{f' for {name_of(state, other)}' if other else ''}"]


def _slowed_for(state: State, move: ShipSailed) -> str:
    """The ship that she would have touched had she spent the slowed points ahead, or an empty key (AMB-126)."""
    if not move.slowed or not move.legs or move.contact:
        return ""
    without = tuple(step for step in move.plan if step.kind != "slow")
    return evaluate_plan(state, move.ship, (*without, *[ADVANCE] * move.slowed)).contact


def _deeds(legs: tuple[Leg, ...]) -> list[str]:
    turns = [_turn(leg) for leg in legs if leg.kind in TURNS and leg.start.heading != leg.end.heading]
    ahead = [(leg.start.point, leg.end.point) for leg in legs if leg.kind == "advance"]
    hove_to = ["heaves to"] if any(leg.kind == "stop" for leg in legs) else []
    return ([f"sails {format_distance(*ahead)}"] if ahead else []) + turns + hove_to


_TURNING = {"turn": "turns", "pivot": "pivots", "pitch": "pitches"}


def _turn(leg: Leg) -> str:
    degrees = (leg.end.heading - leg.start.heading + 180) % 360 - 180
    hand = "starboard" if degrees >= 0 else "port"
    return f"{_TURNING[leg.kind]} {abs(degrees)}° to {hand}"


def _points(working: tuple[Modifier, ...]) -> str:
    first, *steps = working
    sums = "".join(f", {step.source.lower()} {step.change} = {figure(step.value)}" for step in steps)
    return f"{count(first.value, 'point')}{sums}"


def _ending(state: State, event: ShipSailed) -> str:
    contact = f"; {name_of(state, event.contact)} is in her way" if event.contact else ""
    if event.stopped:
        return contact + "; she lies stopped"
    under_way = state.ships[event.ship].stopped and not event.legs
    return contact + ("; she gathers way" if under_way else "")


def _drift_in_words(state: State, event: ShipDrifted) -> str:
    """Who, how far, against whom."""
    key, pose = next(iter(event.poses.items()))
    far = format_distance((state.ships[key].pose.point, pose.point))
    contact = f" until {name_of(state, event.contact)} is in the way" if event.contact else ""
    return (
        f"{list_names(state, event.poses)} {'drift' if len(event.poses) > 1 else 'drifts'} {far} to leeward{contact}."
    )


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(ShipSailed, _sailed, _move_in_words),
    EventHandler(
        ShipTurnedByBoats,
        lambda state, event: with_ship(state, event.ship, pose=event.pose, moved=True, stopped=True),
        describe_by("Her boats pull {ship} round by 90° to {towards}; she now heads {pose.heading:03d}°."),
    ),
    EventHandler(
        AnchorDropped,
        set_marks(anchored=True, moved=True, move_allows_anchor=False, stopped=True),
        describe_by("{ship} lets go her anchor."),
    ),
    EventHandler(
        AnchorWeighed,
        set_marks(anchored=False, moved=True, stopped=True),
        describe_by("{ship} weighs her anchor; she has yet to gather way."),
    ),
    EventHandler(ShipDrifted, _drifted, _drift_in_words),
    EventHandler(
        ShipStopped,
        apply=set_marks(stopped=True),
        describe=lambda state, event: (
            f"{name_of(state, event.ship)} lies stopped: {event.reason[:1].lower()}{event.reason[1:]}"
        ),
    ),
    EventHandler(
        ShipLeft,
        apply=lambda state, event: with_ship(state, event.ship, status="fled" if event.fled else "left", moved=True),
        describe=lambda state, event: (
            f"{name_of(state, event.ship)} {'flees from the battle' if event.fled else 'is gone from the map'}."
        ),
    ),
    EventHandler(TowMadeFast, _tow_made_fast, describe_by("{ship} takes {towed} in tow.")),
    EventHandler(
        TowCastOff,
        lambda state, event: replace(
            state, tows=tuple(one for one in state.tows if one != Tow(event.ship, event.towed))
        ),
        describe_by("The hawser between {ship} and {towed} is cast off."),
    ),
)
