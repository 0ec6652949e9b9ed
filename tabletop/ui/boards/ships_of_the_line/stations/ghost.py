"""A plan drawn on the sea: her path and her ghost, what it costs, what she touches, and the guns from there."""

from collections.abc import Iterator
from itertools import accumulate
from textwrap import wrap

from msgspec.structs import replace

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters.sighting import line_of_fire, sighting
from tabletop.games.ships_of_the_line.chapters.trial import Leg as Made
from tabletop.games.ships_of_the_line.chapters.trial import Trial, points_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside
from tabletop.games.ships_of_the_line.state import State, in_service, side_of
from tabletop.geometry import hull
from tabletop.geometry.pose import Pose
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, Leg, Noted, Overlay, PlannedMove
from tabletop.ui.boards.ships_of_the_line.stations.plans import Draft
from tabletop.ui.boards.ships_of_the_line.survey_overlays import RANGES
from tabletop.ui.camera import Xy

_LINE = 46
"""Letters to a line of the chip."""
_NAMED = 3
"""Ships that a line names before it counts the rest."""
_HANDS = {True: "starboard", False: "port"}


def path(draft: Draft) -> Iterator[Overlay]:
    """The way of her stern, by which moves are measured (5.1-a), her ghost, and a ring round what she touches."""
    tried = draft.trial
    legs = (*_legs(tried), *_beyond(draft))
    yield PlannedMove(tried.ship, legs, tried.pose, draft.verdict is None)
    if tried.contact:
        yield Noted(tried.contact)


def account(state: State, draft: Draft) -> Chip:
    """What the plan costs and leaves, what comes of it or why it cannot be ordered, and the guns from there."""
    tried, verdict = draft.trial, draft.verdict
    name, at = state.cards[tried.ship].name, _middle(state, tried)
    if tried.refusal and not tried.plan:
        return Chip(at, f"{name} cannot move", (tried.refusal.reason,), "refusal")
    sums = f"{name}: {tried.spent} of {points_of(tried.allowance.points)}, {tried.left} left"
    if lapsing := min(tried.left, tried.allowance.optional):
        sums += f", {lapsing} may lapse"
    if tried.forced_left:
        sums += f", {tried.forced_left} must be spent"
    if not tried.plan and not draft.refused:
        return Chip(at, sums, (), "plan")
    why = (f"{verdict.reason} {verdict.by}".strip(),) if verdict else ()
    told = (*why, *_turn(tried), *_slowed(tried), *_ending(state, tried), *_guns(state, tried))
    lines = tuple(part for line in told for part in wrap(line, _LINE, break_on_hyphens=False))
    return Chip(at, sums, lines, "refusal" if draft.refused else "plan")


def _guns(state: State, tried: Trial) -> Iterator[str]:
    """What would bear on what if she lay at the end of the plan and all others as they do: a view, not a ruling."""
    if not tried.legs:
        return
    supposed = _supposed(state, tried)
    ours, theirs = _bears_on(supposed, tried.ship), _under(supposed, tried.ship)
    if ours:
        yield f"From there: would bear on {_listed(ours)}"
    if theirs:
        start = "Under" if ours else "From there: under"
        yield f"{start} the guns of {_listed(theirs)}"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _supposed(state: State, tried: Trial) -> State:
    ship = replace(state.ships[tried.ship], pose=tried.pose)
    return replace(state, ships={**state.ships, tried.ship: ship})


def _bears_on(state: State, key: str) -> list[str]:
    if not in_service(state, key):
        return []
    views = (sighting(state, key, broadside) for broadside in BROADSIDES)
    seen = [one for view in views for target in view.targets if (one := view.find(target))]
    return [f"{state.cards[one.ship].name} ({RANGES[one.band]})" for one in seen]


def _under(state: State, key: str) -> list[str]:
    """Enemies of which a broadside would have her for a target."""
    side, far = side_of(state, key), state.profile.long
    near = [one for one in positions.within(state, key, far) if side_of(state, one) != side and in_service(state, one)]
    return [
        state.cards[one].name for one in near if any(_aims_at(state, one, broadside, key) for broadside in BROADSIDES)
    ]


def _aims_at(state: State, one: str, broadside: Broadside, key: str) -> bool:
    """Whether she is the target of a broadside; what else it sees is looked into only if she is in its field."""
    if line_of_fire(state, one, broadside, key) is None:
        return False
    return key in sighting(state, one, broadside).targets


def _legs(tried: Trial) -> list[Leg]:
    """The steps carried out; advances on one heading are one leg."""
    legs: list[Leg] = []
    for made, spent in zip(tried.legs, accumulate(one.points for one in tried.legs), strict=True):
        start, end, heading = _at(made.start), _at(made.end), made.start.heading
        if made.kind in ("turn", "pivot"):
            legs.append(Leg(start, end, _signed(made), heading))
        elif made.kind == "advance" and legs and not legs[-1].turn:
            legs[-1] = Leg(legs[-1].start, end, 0, heading, spent=str(spent))
        elif made.kind == "advance":
            legs.append(Leg(start, end, 0, heading, spent=str(spent)))
    return legs


def _beyond(draft: Draft) -> Iterator[Leg]:
    """What was asked for and does not happen: a step that is refused, or the rest of one that is cut short."""
    pose, step = draft.trial.pose, draft.attempted
    last = draft.trial.legs[-1] if draft.trial.legs else None
    if step and step.degrees:
        yield Leg(_at(pose), _at(pose), step.degrees, pose.heading, legal=False)
    elif step and step.kind == "advance":
        yield _ahead_of(draft.trial, pose.ahead(1))
    elif last and last.cut and last.kind == "advance":
        yield _ahead_of(draft.trial, last.start.ahead(1))


def _ahead_of(tried: Trial, end: Pose) -> Leg:
    """From the bow of the ghost to where her bow would be, clear of her hull."""
    length = tried.room.size[0]
    start, stop = hull.bow(tried.pose, length), hull.bow(end, length)
    return Leg((start.x, start.y), (stop.x, stop.y), 0, end.heading, legal=False)


def _turn(tried: Trial) -> Iterator[str]:
    """What the turn at the end of the plan costs."""
    if tried.legs and tried.legs[-1].kind in ("turn", "pivot"):
        degrees = _signed(tried.legs[-1])
        cost = "on the spot for a point" if tried.legs[-1].points else "free with the advance"
        yield f"{abs(degrees)}° to {_HANDS[degrees > 0]}, {cost}"


def _slowed(tried: Trial) -> Iterator[str]:
    if tried.slowed:
        yield f"{points_of(tried.slowed)} slowed"


def _ending(state: State, tried: Trial) -> Iterator[str]:
    """How the move ends, where that is worth a word."""
    if tried.contact:
        yield f"Her move ends where she touches {state.cards[tried.contact].name}"
    if tried.gone:
        yield f"{_names(state, tried.gone)} would leave the battle for good"
    if tried.end == "resistance":
        yield "The resistance takes her points; she has way on her next turn"
    if tried.end == "wind":
        yield "Head to wind: her move ends, and she lies stopped"
    elif tried.plan and tried.verdict is None and tried.stopped:
        yield "She will lie stopped"


def _names(state: State, keys: tuple[str, ...]) -> str:
    return " and ".join(state.cards[key].name for key in keys)


def _middle(state: State, tried: Trial) -> Xy:
    place = hull.centre(tried.pose, positions.size(state, tried.ship)[0])
    return place.x, place.y


def _at(pose: Pose) -> Xy:
    return pose.x, pose.y


def _signed(made: Made) -> int:
    """Degrees turned, starboard positive."""
    return (made.end.heading - made.start.heading + 180) % 360 - 180
