"""The shortest move to where the player points, or the rule that forbids it (DOG-12 to DOG-16)."""

from tabletop.core.errors import Refused
from tabletop.core.phrases import count
from tabletop.games.decks_of_glory.chapters.course import begun, take, trial
from tabletop.games.decks_of_glory.state import State
from tabletop.games.decks_of_glory.survey.reach import Reached, reach
from tabletop.geometry.hexgrid import Hex, ahead, distance


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
    reason, far = "She cannot come there with the actions that she has.", distance(state.ships[key].at, place)
    away = f"{far} {'hex' if far == 1 else 'hexes'} off, she has {count(start.allowance, 'action')}"
    return Refused("DOG-12", reason, away, (key,))
