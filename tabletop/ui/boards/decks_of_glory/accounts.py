"""Events opened up for the log: cards with their values, sums with their sources, the ships concerned."""

from collections.abc import Iterable, Mapping

import msgspec

from tabletop.cards.standard import card_name
from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.games.decks_of_glory.events import (
    BoardersLed,
    BoardingFought,
    BroadsideFired,
    CardsCompared,
    ColoursStruck,
    CutLooseTried,
    FireDeclared,
    HitsMarked,
    InitiativeDrawn,
    IronsTried,
    ShipSailed,
    SurvivorFound,
    WindChecked,
)
from tabletop.games.decks_of_glory.model import POINTS_OF_COMPASS, State, ship_name
from tabletop.ui.boards.contract import Account

_NAMED = ("ship", "target", "first", "survivor")
_SEVERAL = ("others", "shares", "losses")
_AIMS = ("shots", "first")

Lines = Iterable[tuple[str, str]]
_Drawn = WindChecked | InitiativeDrawn | IronsTried | CutLooseTried | ColoursStruck


def account(before: State, event: Event) -> Account:
    """An event opened up: its cards, its numbers, its rule."""
    lines = _LINES.get(type(event))
    return Account(tuple(lines(before, event)) if lines else (), (), getattr(event, "rule", ""))


def pieces(said: Event | Command) -> tuple[str, ...]:
    """The ships that an event, or an order, is about."""
    values = msgspec.structs.asdict(said)
    named = [values[field] for field in _NAMED if values.get(field) and isinstance(values[field], str)]
    several = [key for field in _SEVERAL for key in values.get(field) or ()]
    aims = [aim for field in _AIMS if not isinstance(values.get(field), str) for aim in values.get(field) or ()]
    return tuple(dict.fromkeys([*named, *several, *(key for aim in aims for key in (aim.ship, aim.target))]))


def _card(_state: State, event: _Drawn) -> Lines:
    yield "Card", card_name(event.card)


def _wind(state: State, event: WindChecked) -> Lines:
    yield from _card(state, event)
    yield "Points", {-1: "1 counter-clockwise", 0: "none", 1: "1 clockwise"}[event.turned]
    yield "Blows towards", POINTS_OF_COMPASS[event.wind]


def _compared(state: State, event: CardsCompared) -> Lines:
    for side, card in event.cards.items():
        yield state.names[side], card_name(card)


def _sailed(_state: State, event: ShipSailed) -> Lines:
    yield "Actions", str(event.allowance)
    for number, leg in enumerate(event.path, 1):
        yield f"{number}. {leg.action}", f"hex {leg.at[0]}, {leg.at[1]}, facing {POINTS_OF_COMPASS[leg.facing]}"


def _fired(state: State, event: BroadsideFired) -> Lines:
    yield "Battery, range", f"{event.battery}, {event.distance}"
    if event.rake:
        yield "Rake: a second card", event.rake
    for card, value in zip(event.cards, event.values, strict=True):
        yield card_name(card), f"+{value}"
    if event.modifier:
        yield "Range", f"−{-event.modifier}"
    yield "Hits", str(event.hits)
    yield from _shares(state, event.shares, event.wasted)


def _shares(state: State, shares: Mapping[str, int], wasted: int) -> Lines:
    for key, hits in shares.items():
        yield f"{ship_name(state, key)} takes", str(hits)
    if wasted:
        yield "Lost (no ship left to take them)", str(wasted)


def _boarded(state: State, event: BoardingFought) -> Lines:
    yield card_name(event.card), f"+{event.hits}"
    yield from _shares(state, event.shares, event.wasted)


def _marked(state: State, event: HitsMarked) -> Lines:
    for key, lost in event.losses.items():
        yield ship_name(state, key), f"−{lost}, {state.ships[key].strength - lost} left"


def _survivor(state: State, event: SurvivorFound) -> Lines:
    for draw in event.draws:
        for key, card in draw.items():
            yield ship_name(state, key), card_name(card)


def _declared(state: State, event: FireDeclared) -> Lines:
    for aim in event.shots or ():
        yield ship_name(state, aim.ship), f"at {ship_name(state, aim.target)}"


def _led(state: State, event: BoardersLed) -> Lines:
    for aim in event.first:
        yield ship_name(state, aim.ship), f"{ship_name(state, aim.target)} first"


_LINES: Handlers[State, Lines] = build_handlers(
    KindHandler(WindChecked, _wind),
    KindHandler(CardsCompared, _compared),
    KindHandler(InitiativeDrawn, _card),
    KindHandler(IronsTried, _card),
    KindHandler(CutLooseTried, _card),
    KindHandler(ColoursStruck, _card),
    KindHandler(ShipSailed, _sailed),
    KindHandler(BroadsideFired, _fired),
    KindHandler(BoardingFought, _boarded),
    KindHandler(HitsMarked, _marked),
    KindHandler(SurvivorFound, _survivor),
    KindHandler(FireDeclared, _declared),
    KindHandler(BoardersLed, _led),
)
