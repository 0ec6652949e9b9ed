"""What has happened: events in the past tense, each with its cards, its numbers and the rule that made it so.

Beside each struct stands how it changes the state, what it says and what a side may know of it; nothing here measures
or draws.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.cards.events import PileShuffled, redact_shuffle
from tabletop.cards.standard import Colour, card_name
from tabletop.core import agreement
from tabletop.core.agreement import DrawOffered, GameEnded
from tabletop.core.events import Event, EventHandler, EventTable, silent, unchanged
from tabletop.core.phrases import capital, count, listed
from tabletop.games.decks_of_glory import corrections
from tabletop.games.decks_of_glory.positions import reckoned
from tabletop.games.decks_of_glory.state import (
    POINTS_OF_COMPASS,
    Action,
    Aims,
    Berth,
    Hand,
    OpenMove,
    PhaseId,
    Place,
    Side,
    State,
    aims_in_words,
    cards_in_words,
    name,
    names,
    placing_unseen,
    secret,
    side_name,
    with_ship,
)

Purpose = Literal[
    "first_wind", "wind", "initiative", "irons", "cutting_loose", "gunnery", "boarding", "survival", "striking"
]
"""What a card is drawn for."""


class ColoursChosen(Event, frozen=True, kw_only=True):
    """Each side has its colour (DOG-7)."""

    colours: dict[Side, Colour]
    rule: str = "DOG-7"


class CardDrawn(Event, frozen=True, kw_only=True):
    """The top card was turned up and discarded (DOG-27); what it did is the next event."""

    card: str
    purpose: Purpose
    ship: str = ""
    """The ship that it was drawn for, if any."""
    side: Side | None = None
    """The side that it was drawn for, if any."""
    rule: str = "DOG-27"


class CardsCompared(Event, frozen=True, kw_only=True):
    """Each side's card for the first wind; the higher chooses, equal ones are drawn again (DOG-8)."""

    cards: dict[Side, str]
    winner: Side | None
    rule: str = "DOG-8"


class WindSet(Event, frozen=True, kw_only=True):
    """The first wind was chosen (DOG-8)."""

    side: Side
    wind: int
    rule: str = "DOG-8"


class TurnBegan(Event, frozen=True, kw_only=True):
    """A new turn; no ship has moved."""

    turn: int
    rule: str = "DOG-9"


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase began; `asked` must choose, or either may, or nobody need."""

    phase: PhaseId
    asked: Side | None
    rule: str = ""


class SideAsked(Event, frozen=True, kw_only=True):
    """It is this side's turn to choose."""

    side: Side
    rule: str = "DOG-11"


class WindChecked(Event, frozen=True, kw_only=True):
    """The wind turned by so many points, clockwise, or stayed (DOG-9)."""

    card: str
    turned: int
    wind: int
    """The direction that it blows towards now."""
    rule: str = "DOG-9"


class InitiativeDrawn(Event, frozen=True, kw_only=True):
    """The side whose colour came up moves first (DOG-11)."""

    card: str
    side: Side
    rule: str = "DOG-11"


class SideDone(Event, frozen=True, kw_only=True):
    """A side moves no more ships this turn (DOG-12)."""

    side: Side
    rule: str = "DOG-12"


_TURNED = {
    -1: "turns a point counter-clockwise and blows towards",
    0: "holds towards",
    1: "turns a point clockwise and blows towards",
}


def _pile_shuffled(state: State, event: PileShuffled) -> str:  # noqa: ARG001
    return "The discards are shuffled and become the pile." if state.cards.discards else "The deck is shuffled."


def _colours_chosen(state: State, event: ColoursChosen) -> str:
    return f"{listed(f'{state.names[side]}: {colour}' for side, colour in event.colours.items())}."


def _cards_compared(state: State, event: CardsCompared) -> str:
    told = ", ".join(f"{state.names[side]} {card_name(card)}" for side, card in event.cards.items())
    verdict = f"{state.names[event.winner]}: the choice of the wind" if event.winner else "Equal: both draw again"
    return f"For the wind: {told}. {verdict}."


def _wind_set(state: State, event: WindSet) -> str:
    return f"{state.names[event.side]}: the wind shall blow towards {POINTS_OF_COMPASS[event.wind]}."


def _turn_began(state: State, event: TurnBegan) -> State:
    ships = {
        key: replace(ship, moved=False, parted=()) if ship.moved or ship.parted else ship
        for key, ship in state.ships.items()
    }
    return replace(state, turn=event.turn, phase="wind", ships=ships, initiative=None)


def _phase_began(state: State, event: PhaseBegan) -> State:
    return replace(state, phase=event.phase, asked=event.asked, orders={})


def _wind_checked(state: State, event: WindChecked) -> str:  # noqa: ARG001
    towards = POINTS_OF_COMPASS[event.wind]
    return f"{capital(card_name(event.card))}: the wind {_TURNED[event.turned]} {towards}."


def _initiative_drawn(state: State, event: InitiativeDrawn) -> str:
    return f"{capital(card_name(event.card))}: {state.names[event.side]} first."


def _drawn_on_offer(state: State, event: DrawOffered) -> str:
    return f"{side_name(state, event.side)}: a draw is offered."


def _ended(state: State, event: GameEnded) -> str:
    outcome = event.outcome
    winner = next((side for side in state.sides if side == outcome.winner), None)
    result = f"{state.names[winner]}: the day is won" if winner else "The battle is drawn"
    points = ", ".join(f"{state.names[side]} {outcome.totals.get(side, 0)}" for side in state.sides)
    return f"{outcome.reason}. {result}. Victory points: {points}."


_TURN_EVENTS: tuple[EventHandler[State], ...] = (
    EventHandler(ColoursChosen, lambda state, event: replace(state, colours=event.colours), _colours_chosen),
    EventHandler(
        CardDrawn,
        apply=lambda state, event: replace(state, cards=zones.turn_up_card(state.cards)),  # noqa: ARG005
        describe=silent,
        reveals="Cards were drawn.",
    ),
    EventHandler(
        PileShuffled,
        apply=lambda state, event: replace(state, cards=zones.replace_pile(state.cards, event.order)),
        describe=_pile_shuffled,
        redact=redact_shuffle,
        reveals="The deck was shuffled.",
    ),
    EventHandler(CardsCompared, unchanged, _cards_compared),
    EventHandler(WindSet, lambda state, event: replace(state, wind=event.wind), _wind_set),
    EventHandler(TurnBegan, _turn_began, lambda state, event: f"Turn {event.turn} of {state.turns}."),
    EventHandler(
        PhaseBegan,
        apply=_phase_began,
        describe=silent,
        reveals=lambda state, event: "The declared broadsides were shown." if secret(state) else "",  # noqa: ARG005
    ),
    EventHandler(SideAsked, lambda state, event: replace(state, asked=event.side), silent),
    EventHandler(WindChecked, lambda state, event: replace(state, wind=event.wind), _wind_checked),
    EventHandler(InitiativeDrawn, lambda state, event: replace(state, initiative=event.side), _initiative_drawn),
    EventHandler(
        SideDone,
        apply=lambda state, event: replace(state, orders={**state.orders, event.side: ()}),
        describe=lambda state, event: f"{state.names[event.side]}: all moves are made.",
    ),
    *agreement.event_handlers(_drawn_on_offer, _ended),
)


class ShipPlaced(Event, frozen=True, kw_only=True):
    """A ship was placed before play; the other side, from which that is kept, hears of no ship."""

    side: Side
    ship: str
    """Empty for whom it is kept from."""
    berth: Berth | None
    """Her hex and facing; nothing for whom it is kept from."""
    secret: bool = False
    """It is kept from the other side until both are done."""
    rule: str = "DOG-6"


class PlacingFinished(Event, frozen=True, kw_only=True):
    """A side places no more ships."""

    side: Side
    rule: str = "DOG-6"


class FleetsPlaced(Event, frozen=True, kw_only=True):
    """Both sides are done, and all ships lie where they were placed."""

    berths: dict[str, Berth]
    """By ship, of those that were placed."""
    secret: bool = False
    """They are seen by both for the first time."""
    rule: str = "DOG-6"


def _placed(state: State, event: ShipPlaced) -> State:
    if event.berth is None:
        return state
    return replace(state, deployed={**(state.deployed or {}), event.ship: event.berth})


def _shown(state: State, event: FleetsPlaced) -> State:
    moved = {key: replace(state.ships[key], at=one.at, facing=one.facing) for key, one in event.berths.items()}
    return replace(state, ships={**state.ships, **moved}, deployed=UNSET)


def _in_words(state: State, event: ShipPlaced) -> str:
    if event.berth is None:
        return f"{side_name(state, event.side)}: a ship takes her place."
    return f"{name(state, event.ship)} takes her place, facing {POINTS_OF_COMPASS[event.berth.facing]}."


def _told(event: ShipPlaced, side: str) -> ShipPlaced:
    return replace(event, ship="", berth=None) if event.secret and side != event.side else event


_PLACING_EVENTS: tuple[EventHandler[State], ...] = (
    EventHandler(ShipPlaced, _placed, _in_words, redact=_told),
    EventHandler(
        PlacingFinished,
        apply=lambda state, event: replace(state, orders={**state.orders, event.side: ()}),
        describe=lambda state, event: f"{side_name(state, event.side)}: all ships are in their places.",
    ),
    EventHandler(
        FleetsPlaced,
        _shown,
        lambda state, event: "Both fleets lie in their places.",  # noqa: ARG005
        reveals=lambda state, event: "The fleets were shown." if placing_unseen(state) else "",  # noqa: ARG005
    ),
)


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


_MOVEMENT_EVENTS: tuple[EventHandler[State], ...] = (
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

Rake = Literal["bow", "stern"]
"""The end of a ship that is raked."""


class FireDeclared(Event, frozen=True, kw_only=True):
    """All broadsides of a side (DOG-17)."""

    side: Side
    shots: Aims | None
    """Nothing where they are hidden from the viewer."""
    secret: bool = False
    rule: str = "DOG-17"


class BroadsideFired(Event, frozen=True, kw_only=True):
    """A broadside and its hits, which are marked when all have fired (DOG-17, DOG-18, DOG-19)."""

    ship: str
    target: str
    at: Place
    battery: Hand
    distance: int
    modifier: int
    """Added to the hits for the range."""
    rake: Rake | None
    """The end of the target that is raked (DOG-5)."""
    cards: tuple[str, ...]
    values: tuple[int, ...]
    """Hits of each card."""
    hits: int
    shares: dict[str, int]
    """Hits that each ship in the hex takes."""
    wasted: int = 0
    """Hits that no ship could take."""
    rule: str = "DOG-18"


class HitsMarked(Event, frozen=True, kw_only=True):
    """All hits of a phase were marked together (DOG-17, DOG-20)."""

    losses: dict[str, int]
    """Points that each ship really lost."""
    rule: str = "DOG-17"


class BoardersLed(Event, frozen=True, kw_only=True):
    """A side has said whom its boarders go for first (DOG-20)."""

    side: Side
    first: Aims
    rule: str = "DOG-20"


class BoardingFought(Event, frozen=True, kw_only=True):
    """A ship's boarders and their hits, which are marked when all have fought (DOG-20)."""

    ship: str
    first: str
    """The enemy that they go for first."""
    card: str
    hits: int
    shares: dict[str, int]
    wasted: int = 0
    rule: str = "DOG-20"


class SurvivorFound(Event, frozen=True, kw_only=True):
    """All ships in a fight lost their last points; the highest card saves one of them (DOG-21)."""

    at: Place
    draws: tuple[dict[str, str], ...]
    """Ship and card of each round; those that tied for the highest drew again."""
    survivor: str
    rule: str = "DOG-21"


class ColoursStruck(Event, frozen=True, kw_only=True):
    """A ship that lost her last point sank on red, or is a derelict on black (DOG-22)."""

    ship: str
    card: str
    fate: Literal["sunk", "derelict"]
    rule: str = "DOG-22"


_RAKED = {"bow": "raking her from ahead", "stern": "raking her from astern"}


def _declared_in_secret(event: FireDeclared, side: str) -> FireDeclared:
    return replace(event, shots=None) if event.secret and side != event.side else event


def _fire_declared(state: State, event: FireDeclared) -> str:
    side = state.names[event.side]
    if event.shots is None:
        return f"{side}: broadsides declared in secret."
    return f"{side}: {aims_in_words(state, event.shots) or 'no ship fires'}."


def _fired(state: State, event: BroadsideFired) -> str:
    rake = f", {_RAKED[event.rake]}" if event.rake else ""
    distance = f"at range {event.distance}{rake}"
    less = f"−{-event.modifier}" if event.modifier else ""
    sum_of = f"{'+'.join(map(str, event.values))}{less} = " if event.modifier or event.rake else ""
    hits = f"{sum_of}{count(event.hits, 'hit')}{_dealt(state, event.shares, event.wasted)}"
    return (
        f"{name(state, event.ship)} fires her {event.battery} broadside at {name(state, event.target)} {distance}: "
        f"{cards_in_words(event.cards)}, {hits}."
    )


def _dealt(state: State, shares: Mapping[str, int], wasted: int) -> str:
    told = [f"{name(state, key)} {hits}" for key, hits in shares.items()]
    told += [f"{wasted} lost"] if wasted else []
    return f": {', '.join(told)}" if len(told) > 1 else ""


def _mark(state: State, event: HitsMarked) -> State:
    hurt = {key: replace(ship, strength=ship.strength - event.losses[key])
            for key, ship in state.ships.items() if key in event.losses}  # fmt: skip
    return replace(state, ships={**state.ships, **hurt})


def _marked(state: State, event: HitsMarked) -> str:
    told = (
        f"{name(state, key)} loses {lost}, {state.ships[key].strength - lost} left"
        for key, lost in event.losses.items()
        if lost
    )
    return f"{'; '.join(told)}."


def _led(state: State, event: BoardersLed) -> str:
    told = listed(f"{name(state, aim.ship)} boards {name(state, aim.target)} first" for aim in event.first)
    return f"{state.names[event.side]}: {told or 'the weakest are boarded first'}."


def _boarded(state: State, event: BoardingFought) -> str:
    verdict = f"{card_name(event.card)}, {count(event.hits, 'hit')}{_dealt(state, event.shares, event.wasted)}"
    return f"{name(state, event.ship)} boards {name(state, event.first)}: {verdict}."


def _survivor(state: State, event: SurvivorFound) -> str:
    told = (", ".join(f"{name(state, key)} {card_name(card)}" for key, card in draw.items()) for draw in event.draws)
    return f"Last stand: {'; again: '.join(told)}. {name(state, event.survivor)} survives with 1 point."


def _struck(state: State, event: ColoursStruck) -> str:
    fate = "sinks" if event.fate == "sunk" else "strikes her colours and is a derelict"
    return f"{capital(card_name(event.card))}: {name(state, event.ship)} {fate}."


_COMBAT_EVENTS: tuple[EventHandler[State], ...] = (
    EventHandler(
        FireDeclared,
        apply=lambda state, event: replace(state, orders={**state.orders, event.side: event.shots}),
        describe=_fire_declared,
        redact=_declared_in_secret,
    ),
    EventHandler(BroadsideFired, unchanged, _fired),
    EventHandler(HitsMarked, _mark, _marked),
    EventHandler(
        BoardersLed,
        apply=lambda state, event: replace(state, orders={**state.orders, event.side: event.first}),
        describe=_led,
    ),
    EventHandler(BoardingFought, unchanged, _boarded),
    EventHandler(SurvivorFound, lambda state, event: with_ship(state, event.survivor, strength=1), _survivor),
    EventHandler(ColoursStruck, lambda state, event: with_ship(state, event.ship, status=event.fate), _struck),
)

EVENT_HANDLERS: EventTable[State] = EventTable(
    _TURN_EVENTS,
    _PLACING_EVENTS,
    _MOVEMENT_EVENTS,
    _COMBAT_EVENTS,
    corrections.EVENT_HANDLERS,
)
