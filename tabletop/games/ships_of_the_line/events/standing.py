"""Standing orders given and ended; told and applied here, decided elsewhere. The other side hears of no ship."""

from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.events import Event, EventHandler
from tabletop.core.phrases import count
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.state import Manner, SquadronOrder, State, Station, without_ships
from tabletop.games.ships_of_the_line.words import name_of

Ended = Literal["recalled", "turn", "gunshot", "lost"]
"""Why standing orders end: recalled, their last turn is over, an enemy is near, or none of the ships obeys any more."""


class StandingOrderGiven(Event, frozen=True, kw_only=True):
    """Some ships have a standing order from now on."""

    side: Side
    """Who gave it."""
    ships: tuple[str, ...]
    """The first leads; none for whom it is kept from."""
    manner: Manner
    """To hold course for whom it is kept from."""
    stations: dict[str, Station]
    """By ship, where each has one."""
    last_turn: int | UnsetType = UNSET
    """The last in which it holds."""
    to_gunshot: bool = False
    """It holds only until an enemy is within gunshot."""
    rule: str = "C-6"


class StandingOrdersEnded(Event, frozen=True, kw_only=True):
    """Some ships have no standing order any more."""

    side: Side
    """Whose ships they are."""
    ships: tuple[str, ...]
    """None for whom it is kept from."""
    why: Ended
    """Recalled, for whom it is kept from."""
    rule: str = "C-6"


MANNERS: dict[Manner, str] = {
    "follow": "follow the leader", "line_ahead": "line ahead", "line_abreast": "line abreast",
    "formation": "keep formation", "hold": "hold course", "engage": "engage the nearest",
}  # fmt: skip
"""What a standing order says."""
_ENDED: dict[Ended, str] = {
    "recalled": "is recalled", "turn": "has run its turns", "gunshot": "ends: an enemy is within gunshot",
    "lost": "has nobody left to obey it",
}  # fmt: skip


def term(order: SquadronOrder | StandingOrderGiven) -> str:
    """How long an order holds, in words."""
    turns = f"until turn {order.last_turn}" if order.last_turn else ""
    return " or ".join(filter(None, (turns, "until gunshot" if order.to_gunshot else ""))) or "until recalled"


def whom(state: State, ships: tuple[str, ...]) -> str:
    """The leader, and how many more."""
    return name_of(state, ships[0]) + (f" and {count(len(ships) - 1, 'more ship')}" if len(ships) > 1 else "")


def _given(state: State, event: StandingOrderGiven) -> State:
    if not event.ships:
        return replace(state, standing=state.standing or ())
    fresh = SquadronOrder(event.side, event.ships, event.manner, event.stations, event.last_turn, event.to_gunshot)
    return replace(state, standing=(*without_ships(state.standing or (), event.ships), fresh))


def _in_words(state: State, event: StandingOrderGiven) -> str:
    if not event.ships:
        return ""
    return f"Standing order to {whom(state, event.ships)}: {MANNERS[event.manner]}, {term(event)}."


def _end_in_words(state: State, event: StandingOrdersEnded) -> str:
    return f"The standing order to {whom(state, event.ships)} {_ENDED[event.why]}." if event.ships else ""


def _kept(event: StandingOrderGiven, side: str) -> StandingOrderGiven:
    return event if side == event.side else StandingOrderGiven(side=event.side, ships=(), manner="hold", stations={})


def _end_kept(event: StandingOrdersEnded, side: str) -> StandingOrdersEnded:
    return event if side == event.side else StandingOrdersEnded(side=event.side, ships=(), why="recalled")


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(StandingOrderGiven, _given, _in_words, redact=_kept),
    EventHandler(
        StandingOrdersEnded,
        apply=lambda state, event: replace(state, standing=without_ships(state.standing or (), event.ships)),
        describe=_end_in_words,
        redact=_end_kept,
    ),
)
