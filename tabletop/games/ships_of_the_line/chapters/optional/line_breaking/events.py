"""Chapter 12: what can happen to lines of battle and to ships that flee; told and applied here, decided elsewhere."""

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.events import EventHandler, silent
from tabletop.games.ships_of_the_line.lines import Lines
from tabletop.games.ships_of_the_line.modifiers import Modifier
from tabletop.games.ships_of_the_line.ship import Edge
from tabletop.games.ships_of_the_line.state import ShipEvent, State, marking, with_ship
from tabletop.games.ships_of_the_line.words import name, said, thrown

TOWARDS: dict[Edge, str] = {"N": "north", "E": "east", "S": "south", "W": "west"}


class LineCrossed(ShipEvent, frozen=True, kw_only=True):
    """A ship sailed through between two enemies in line (AMB-164)."""

    divisions: tuple[str, ...]
    """Those of the two."""
    rule: str = "SOTL-12-a"


class LineBroken(ShipEvent, frozen=True, kw_only=True):
    """A ship that had crossed the line of a division, `ship`, raked one of that and so broke the line (12-a)."""

    division: str
    rule: str = "SOTL-12-a"


class MoraleRolled(ShipEvent, frozen=True, kw_only=True):
    """A ship of a division whose line was broken was tested (12-b).

    `modifiers` run from the die to what it counts, which must be less than `strength`, her printed boarding strength.
    """

    die: int
    modifiers: tuple[Modifier, ...]
    strength: int
    stands: bool
    rule: str = "SOTL-12-b"


class LinesTested(ShipEvent, frozen=True, kw_only=True):
    """All ships of a broken division have been tested; `ship` is the first of it in key order."""

    division: str
    rule: str = "SOTL-12-b"


class FlightBegan(ShipEvent, frozen=True, kw_only=True):
    """A ship must leave the map by an edge; or the wind has shut one, and she makes for another (12-d)."""

    edge: Edge
    rule: str = "SOTL-12-d"


class FlightEnded(ShipEvent, frozen=True, kw_only=True):
    """She has struck or was taken and flees no more (AMB-166)."""

    rule: str = "AMB-166"


def lines_of(state: State) -> Lines:
    """What has been done to the lines so far."""
    return Lines() if state.lines is UNSET else state.lines


def _crossed(state: State, event: LineCrossed) -> State:
    lines = lines_of(state)
    noted = tuple(dict.fromkeys((*lines.crossings.get(event.ship, ()), *event.divisions)))
    return replace(state, lines=replace(lines, crossings={**lines.crossings, event.ship: noted}))


def _broken(state: State, event: LineBroken) -> State:
    """The note is spent."""
    lines = lines_of(state)
    left = tuple(one for one in lines.crossings.get(event.ship, ()) if one != event.division)
    broken = tuple(dict.fromkeys((*lines.broken, event.division)))
    return replace(state, lines=Lines({**lines.crossings, event.ship: left}, broken))


def _tested(state: State, event: LinesTested) -> State:
    lines = lines_of(state)
    return replace(state, lines=replace(lines, broken=tuple(one for one in lines.broken if one != event.division)))


def _crossing_in_words(state: State, event: LineCrossed) -> str:
    crossed = " and of ".join(state.divisions.get(one, one) for one in event.divisions)
    return f"{name(state, event.ship)} sails through the line of {crossed}."


def _breaking_in_words(state: State, event: LineBroken) -> str:
    return f"{name(state, event.ship)} breaks the line of {state.divisions.get(event.division, event.division)}."


def _morale_in_words(state: State, event: MoraleRolled) -> str:
    end = "she stands" if event.stands else "she has had enough"
    return f"{name(state, event.ship)}'s crew wavers: {thrown(event.modifiers)} against {event.strength}; {end}."


FLIGHT: tuple[EventHandler[State], ...] = (
    EventHandler(
        FlightBegan,
        lambda state, event: with_ship(state, event.ship, fleeing=event.edge),
        lambda state, event: f"{name(state, event.ship)} flees to the {TOWARDS[event.edge]}.",
    ),
    EventHandler(FlightEnded, marking(fleeing=UNSET), said("{ship} flees no more.")),
)
"""Of ships that flee, whatever makes them do so."""

EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(LineCrossed, _crossed, _crossing_in_words),
    EventHandler(LineBroken, _broken, _breaking_in_words),
    EventHandler(MoraleRolled, lambda state, event: state, _morale_in_words),  # noqa: ARG005 - what follows is told
    EventHandler(LinesTested, _tested, silent),
    *FLIGHT,
)
