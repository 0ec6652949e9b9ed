"""The only thing that makes a new state: one small function an event. It computes no geometry and draws nothing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tabletop.cards import events as cards
from tabletop.cards import zones
from tabletop.cards.events import PileShuffled
from tabletop.core import agreement
from tabletop.core.facts import Fact
from tabletop.games.decks_of_glory.events import (
    BoardersLed,
    BoardingFought,
    BroadsideFired,
    CardDrawn,
    CardsCompared,
    ColoursChosen,
    ColoursStruck,
    CutLooseTried,
    Event,
    FireDeclared,
    HitsMarked,
    InitiativeDrawn,
    IronsTried,
    MoveEnded,
    PhaseBegan,
    ShipDrifted,
    ShipDriftedOff,
    ShipEntangled,
    ShipParted,
    ShipSailed,
    ShipWithdrew,
    SideAsked,
    SideDone,
    SurvivorFound,
    TurnBegan,
    WindChecked,
    WindSet,
)
from tabletop.games.decks_of_glory.state import Ship, State, Way


def _with(state: State, key: str, **marks: Any) -> dict[str, Ship]:
    return {**state.ships, key: replace(state.ships[key], **marks)}


def _turn_began(state: State, event: TurnBegan) -> State:
    ships = {
        key: replace(ship, moved=False, parted=()) if ship.moved or ship.parted else ship
        for key, ship in state.ships.items()
    }
    return replace(state, turn=event.turn, phase="wind", ships=ships, initiative=None)


def _phase_began(state: State, event: PhaseBegan) -> State:
    return replace(state, phase=event.phase, asked=event.asked, orders={})


def _entangled(state: State, event: ShipEntangled) -> State:
    lying = _with(state, event.ship, facing=event.facing, place=event.place, since=event.since)
    return replace(state, ships=lying)


def _parted(state: State, event: ShipParted) -> State:
    gone = state.ships[event.ship]
    ships = {**state.ships, event.ship: replace(gone, parted=(*gone.parted, *event.others), place=0, since=0)}
    for key in event.others:
        ships[key] = replace(ships[key], parted=(*ships[key].parted, event.ship))
    return replace(state, ships=ships)


def _sailed(state: State, event: ShipSailed) -> State:
    return replace(state, way=None, ships=_with(state, event.ship, at=event.at, facing=event.facing, moved=True))


def _withdrew(state: State, event: ShipWithdrew) -> State:
    return replace(state, way=None, ships=_with(state, event.ship, status="withdrawn", moved=True))


def _irons_tried(state: State, event: IronsTried) -> State:
    if event.free:
        way = replace(state.way, actions=1, turns_only=True) if state.way else Way(event.ship, 1, turns_only=True)
        return replace(state, way=way)
    return replace(state, way=None, ships=_with(state, event.ship, moved=True))


def _cut_loose_tried(state: State, event: CutLooseTried) -> State:
    if event.free:
        return replace(state, way=Way(event.ship, event.actions, False, event.others, event.closed))
    return replace(state, ships=_with(state, event.ship, moved=True))


def _marked(state: State, event: HitsMarked) -> State:
    hurt = {key: replace(ship, strength=ship.strength - event.losses[key])
            for key, ship in state.ships.items() if key in event.losses}  # fmt: skip
    return replace(state, ships={**state.ships, **hurt})


def _unchanged(state: State, event: Event) -> State:  # noqa: ARG001
    return state


APPLY: dict[type, Callable[[State, Any], State]] = {
    **agreement.APPLY,
    PileShuffled: cards.APPLY[PileShuffled],
    CardDrawn: lambda state, event: replace(state, cards=zones.turned_up(state.cards)),  # noqa: ARG005
    ColoursChosen: lambda state, event: replace(state, colours=event.colours),
    CardsCompared: _unchanged,
    WindSet: lambda state, event: replace(state, wind=event.wind),
    TurnBegan: _turn_began,
    PhaseBegan: _phase_began,
    SideAsked: lambda state, event: replace(state, asked=event.side),
    WindChecked: lambda state, event: replace(state, wind=event.wind),
    ShipDrifted: lambda state, event: replace(state, ships=_with(state, event.ship, at=event.at)),
    ShipDriftedOff: lambda state, event: replace(state, ships=_with(state, event.ship, status="adrift")),
    ShipEntangled: _entangled,
    ShipParted: _parted,
    InitiativeDrawn: lambda state, event: replace(state, initiative=event.side),
    ShipSailed: _sailed,
    ShipWithdrew: _withdrew,
    IronsTried: _irons_tried,
    CutLooseTried: _cut_loose_tried,
    MoveEnded: lambda state, event: replace(state, way=None, ships=_with(state, event.ship, moved=True)),
    SideDone: lambda state, event: replace(state, orders={**state.orders, event.side: ()}),
    FireDeclared: lambda state, event: replace(state, orders={**state.orders, event.side: event.shots}),
    BroadsideFired: _unchanged,
    HitsMarked: _marked,
    BoardersLed: lambda state, event: replace(state, orders={**state.orders, event.side: event.first}),
    BoardingFought: _unchanged,
    SurvivorFound: lambda state, event: replace(state, ships=_with(state, event.survivor, strength=1)),
    ColoursStruck: lambda state, event: replace(state, ships=_with(state, event.ship, status=event.fate)),
}


def evolve(state: State, event: Fact) -> State:
    """The state after a fact."""
    return APPLY[type(event)](state, event)
