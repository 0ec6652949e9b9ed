"""Drift and movement (DOG-10, DOG-12 to DOG-16)."""

import msgspec
from msgspec.structs import replace

from tabletop.cards.standard import name as card_name
from tabletop.core.events import Event, EventHandler
from tabletop.core.phrases import capital, count
from tabletop.games.decks_of_glory.naming import name, names, reckoned
from tabletop.games.decks_of_glory.state import Action, Hand, OpenMove, Place, State, with_ship


class Leg(msgspec.Struct, frozen=True):
    """One action of a move, and where it led."""

    action: Action
    at: Place
    facing: int


class ShipDrifted(Event, frozen=True, kw_only=True):
    """A derelict was carried one hex downwind (DOG-10)."""

    ship: str
    at: Place
    rule: str = "DOG-10"


class ShipDriftedOff(Event, frozen=True, kw_only=True):
    """A derelict was carried off the map and is removed (DOG-10)."""

    ship: str
    rule: str = "DOG-10"


class ShipEntangled(Event, frozen=True, kw_only=True):
    """A ship lies in a row with the others of her hex (DOG-15, DOG-26)."""

    ship: str
    others: tuple[str, ...]
    hand: Hand | None
    """The side of the others on which she lies; nothing if she is back at her old place."""
    facing: int
    place: int
    since: int
    rule: str = "DOG-15"


class ShipParted(Event, frozen=True, kw_only=True):
    """A ship that had cut loose has left the hex of the others (DOG-16)."""

    ship: str
    others: tuple[str, ...]
    rule: str = "DOG-16"


class ShipSailed(Event, frozen=True, kw_only=True):
    """A ship made her move (DOG-12)."""

    ship: str
    path: tuple[Leg, ...]
    at: Place
    facing: int
    allowance: int
    """Actions that she had."""
    in_irons: bool = False
    """She has turned into the wind (DOG-13)."""
    rule: str = "DOG-12"


class ShipWithdrew(Event, frozen=True, kw_only=True):
    """A ship has left the map by her own move (DOG-14); the path ends at its edge."""

    ship: str
    path: tuple[Leg, ...]
    rule: str = "DOG-14"


class IronsTried(Event, frozen=True, kw_only=True):
    """A card for a ship in irons; on red she may turn one hex side (DOG-13)."""

    ship: str
    card: str
    free: bool
    rule: str = "DOG-13"


class CutLooseTried(Event, frozen=True, kw_only=True):
    """A card for an entangled ship; on red she is free and has her move (DOG-16)."""

    ship: str
    card: str
    free: bool
    others: tuple[str, ...]
    """The ships that she is entangled with."""
    closed: tuple[Hand, ...] = ()
    """The sides on which they lie, to which she may not turn."""
    actions: int = 0
    """Her allowance, if she is free."""
    rule: str = "DOG-16"


class MoveEnded(Event, frozen=True, kw_only=True):
    """A ship that a card had given a move did not use it."""

    ship: str
    rule: str = "DOG-12"


_ACTIONS: dict[Action, str] = {"ahead": "ahead", "port": "turn to port", "starboard": "turn to starboard"}


def _lie_alongside(state: State, event: ShipEntangled) -> State:
    return with_ship(state, event.ship, facing=event.facing, place=event.place, since=event.since)


def _entangled_in_words(state: State, event: ShipEntangled) -> str:
    ship, others = name(state, event.ship), names(state, event.others)
    if event.hand is None:
        return f"{ship} is entangled again with {others}."
    return f"{ship} is entangled with {others}, to {event.hand} of {reckoned(state, event.others)}."


def _part(state: State, event: ShipParted) -> State:
    gone = state.ships[event.ship]
    ships = {**state.ships, event.ship: replace(gone, parted=(*gone.parted, *event.others), place=0, since=0)}
    for key in event.others:
        ships[key] = replace(ships[key], parted=(*ships[key].parted, event.ship))
    return replace(state, ships=ships)


def _sail(state: State, event: ShipSailed) -> State:
    return replace(with_ship(state, event.ship, at=event.at, facing=event.facing, moved=True), way=None)


def _sailed_in_words(state: State, event: ShipSailed) -> str:
    if not event.path:
        return f"{name(state, event.ship)} is left where she is."
    way = ", ".join(_ACTIONS[leg.action] for leg in event.path)
    irons = " She is in irons." if event.in_irons else ""
    return f"{name(state, event.ship)}: {way}; {len(event.path)} of {count(event.allowance, 'action')}.{irons}"


def _turn_through_irons(state: State, event: IronsTried) -> State:
    if event.free:
        way = replace(state.way, actions=1, turns_only=True) if state.way else OpenMove(event.ship, 1, turns_only=True)
        return replace(state, way=way)
    return replace(with_ship(state, event.ship, moved=True), way=None)


def _irons_in_words(state: State, event: IronsTried) -> str:
    verdict = "may turn one hex side" if event.free else "stays in irons"
    return f"{capital(card_name(event.card))}: {name(state, event.ship)} {verdict}."


def _cut_loose(state: State, event: CutLooseTried) -> State:
    if event.free:
        return replace(state, way=OpenMove(event.ship, event.actions, False, event.others, event.closed))
    return with_ship(state, event.ship, moved=True)


def _cut_loose_in_words(state: State, event: CutLooseTried) -> str:
    verdict = "cuts loose from" if event.free else "stays entangled with"
    return f"{capital(card_name(event.card))}: {name(state, event.ship)} {verdict} {names(state, event.others)}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(
        ShipDrifted,
        apply=lambda state, event: with_ship(state, event.ship, at=event.at),
        describe=lambda state, event: f"{name(state, event.ship)} drifts one hex downwind.",
    ),
    EventHandler(
        ShipDriftedOff,
        apply=lambda state, event: with_ship(state, event.ship, status="adrift"),
        describe=lambda state, event: f"{name(state, event.ship)} drifts off the map.",
    ),
    EventHandler(ShipEntangled, _lie_alongside, _entangled_in_words),
    EventHandler(
        ShipParted,
        apply=_part,
        describe=lambda state, event: f"{name(state, event.ship)} is clear of {names(state, event.others)}.",
    ),
    EventHandler(ShipSailed, _sail, _sailed_in_words),
    EventHandler(
        ShipWithdrew,
        apply=lambda state, event: replace(with_ship(state, event.ship, status="withdrawn", moved=True), way=None),
        describe=lambda state, event: f"{name(state, event.ship)} withdraws from the map.",
    ),
    EventHandler(IronsTried, _turn_through_irons, _irons_in_words),
    EventHandler(CutLooseTried, _cut_loose, _cut_loose_in_words),
    EventHandler(
        MoveEnded,
        apply=lambda state, event: replace(with_ship(state, event.ship, moved=True), way=None),
        describe=lambda state, event: f"{name(state, event.ship)} makes no use of her move.",
    ),
)
