"""What both sides have put right (C-9): told and applied here, decided elsewhere."""

from msgspec.structs import replace

from tabletop.core.correction import RULE, SHOWN, said
from tabletop.core.events import Event, EventHandler
from tabletop.core.phrases import listed
from tabletop.games.decks_of_glory.naming import POINTS_OF_COMPASS, name
from tabletop.games.decks_of_glory.state import Place, State


class ShipCorrected(Event, frozen=True, kw_only=True):
    """A ship lies otherwise, or more or less is left of her."""

    ship: str
    at: Place
    facing: int
    strength: int
    rule: str = RULE


def _put_right(state: State, event: ShipCorrected) -> State:
    ship = replace(state.ships[event.ship], at=event.at, facing=event.facing, strength=event.strength)
    return replace(state, ships={**state.ships, event.ship: ship})


def _in_words(state: State, event: ShipCorrected) -> str:
    ship = state.ships[event.ship]
    told = [
        "her hex" if ship.at != event.at else "",
        said("facing", POINTS_OF_COMPASS[ship.facing], POINTS_OF_COMPASS[event.facing]),
        said("strength", ship.strength, event.strength),
    ]
    return f"Both sides agree: {name(state, event.ship)} is put right, {listed(filter(None, told)) or 'as she was'}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (EventHandler(ShipCorrected, _put_right, _in_words, reveals=SHOWN),)
