"""How far a leader reaches, as it is judged: from hull to hull (9-d, 14-b, AMB-151)."""

import msgspec
import shapely

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import positions, roster
from tabletop.games.ships_of_the_line.chapters.optional import leaders
from tabletop.games.ships_of_the_line.chapters.optional.leaders import influence
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.state import State


class Circle(msgspec.Struct, frozen=True):
    """The water in which a leader helps.

    Attributes:
        name: of the leader.
        rating: his; the lower the better.
        reach: UM.
        area: every hull that touches it is in his reach.
    """

    name: str
    rating: int
    reach: float
    area: shapely.Polygon


@per_state
def circle(state: State, key: str) -> Circle | None:
    """Of the leader aboard a ship; None where there is none who helps anybody now."""
    one = roster.aboard(state, key) if leaders.MODULE in rules_of(state).modules else None
    if one is None or not roster.acts(state, one) or state.ships[key].status == "struck":
        return None
    printed, reach = roster.printed(state, one), influence.reach(state, one)
    return Circle(printed.name, printed.rating, reach, positions.outline(state, key).buffer(reach))
