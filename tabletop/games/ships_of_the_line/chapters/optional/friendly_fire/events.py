"""Chapter 11.1: what comes of it if a ship that has struck is shot at by those she struck to; told and applied here."""

from tabletop.core.events import EventHandler, unchanged
from tabletop.games.ships_of_the_line.modifiers import Modifier
from tabletop.games.ships_of_the_line.state import ShipEvent, State
from tabletop.games.ships_of_the_line.words import name, thrown


class RallyRolled(ShipEvent, frozen=True, kw_only=True):
    """Harmed under her white flag, her crew may return to the fight (AMB-162).

    `modifiers` run from the die to the modified result.
    """

    die: int
    modifiers: tuple[Modifier, ...]
    needed: int
    success: bool
    rule: str = "SOTL-11.1-a"


def _told(state: State, event: RallyRolled) -> str:
    """The die, what was needed, and whether they do."""
    mood = "takes up arms again" if event.success else "bears it"
    crew = f"Fired on under her white flag, the crew of {name(state, event.ship)} {mood}"
    return f"{crew}: {thrown(event.modifiers)}, {event.needed} or less needed."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (EventHandler(RallyRolled, unchanged, _told),)
