"""What both sides have put right (C-9): told and applied here, decided elsewhere."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.correction import RULE, SHOWN, said
from tabletop.core.events import Event, EventHandler
from tabletop.core.phrases import listed
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.words import name_of
from tabletop.geometry.pose import Pose


class ShipCorrected(Event, frozen=True, kw_only=True):
    """A ship lies otherwise, or her card is marked otherwise; what is left out stays."""

    ship: str
    pose: Pose | UnsetType = UNSET
    carried: bool = False
    """The middle of her hull lies elsewhere too; she was not only turned about it."""
    hull: int | UnsetType = UNSET
    """Points left."""
    fatigue: int | UnsetType = UNSET
    fires: int | UnsetType = UNSET
    loaded: tuple[Broadside, ...] | UnsetType = UNSET
    """Her loaded broadsides."""
    rule: str = RULE


_FIELDS = ("pose", "hull", "fatigue", "fires", "loaded")


def _put_right(state: State, event: ShipCorrected) -> State:
    fresh = {one: value for one in _FIELDS if (value := getattr(event, one)) is not UNSET}
    ship = replace(state.ships[event.ship], **fresh)
    if ship.old_fires > ship.fires:
        ship = replace(ship, old_fires=ship.fires)
    return replace(state, ships={**state.ships, event.ship: ship})


def _in_words(state: State, event: ShipCorrected) -> str:
    before, after = state.ships[event.ship], _put_right(state, event).ships[event.ship]
    told = [
        "her place" if event.carried else "",
        said("heading", f"{before.pose.heading}°", f"{after.pose.heading}°"),
        *(said(what, getattr(before, what), getattr(after, what)) for what in ("hull", "fatigue", "fires")),
        said("loaded", listed(before.loaded) or "nothing", listed(after.loaded) or "nothing"),
    ]
    return f"Both sides agree: {name_of(state, event.ship)} is put right, {listed(filter(None, told)) or 'as she was'}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (EventHandler(ShipCorrected, _put_right, _in_words, reveals=SHOWN),)
