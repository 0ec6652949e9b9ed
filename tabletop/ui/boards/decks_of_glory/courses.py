"""The shortest move to where the player points, or the rule that forbids it (DOG-12 to DOG-16)."""

from tabletop.core.errors import Refused
from tabletop.core.phrases import count
from tabletop.games.decks_of_glory.chapters.course import begun, take, trial
from tabletop.games.decks_of_glory.state import State
from tabletop.games.decks_of_glory.survey.reach import Reached, reach
from tabletop.geometry.hexgrid import Hex, ahead, angle, distance, nearer


def open_to(state: State, key: str) -> tuple[Reached, ...]:
    """Everything that she can come to, without where she is."""
    return tuple(one for one in reach(state, key) if one.plan)


def towards(state: State, key: str, place: Hex, facing: int | None = None) -> Reached | Refused:
    """The shortest move to a hex, there facing so if it is said, else as she faces now if she can; or why not."""
    found = [one for one in open_to(state, key) if one.at == place and facing in (None, one.facing)]
    if found:
        now = state.ships[key].facing
        return min(found, key=lambda one: (one.cost, one.facing != now, one.end == "in_irons"))
    return _why_not(state, key, place)


def _why_not(state: State, key: str, place: Hex) -> Refused:
    """The rule that stands in the way of the last step, or simply the distance."""
    start = begun(state, key)
    if start.allowance == 0:
        return take(state, start, "ahead").refusal or Refused("DOG-12", "She has no actions.", pieces=(key,))
    for one in reach(state, key):
        if ahead(one.at, one.facing) == place:
            refusal = take(state, trial(state, key, one.plan), "ahead").refusal
            if refusal and refusal.rule != "DOG-12":
                return refusal
    least = _least(state.ships[key].at, state.ships[key].facing, place)
    if least <= start.allowance:
        return Refused("DOG-12", "Her move would end before she comes there.", pieces=(key,))
    reason = "She cannot come there with the actions that she has."
    return Refused("DOG-12", reason, f"at least {count(least, 'action')}, she has {start.allowance}", (key,))


def _least(at: Hex, facing: int, place: Hex) -> int:
    """Actions that it takes at least, were the sea empty and without wind: hexes ahead, and turns between them."""
    towards = nearer(at, place)
    turns = min((angle(facing, direction) for direction in towards), default=0)
    return distance(at, place) + turns + len(towards) - 1
