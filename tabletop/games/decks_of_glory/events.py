"""Events of a battle with their cards, numbers and rules, and the table of their handlers.

Each handler says how the event changes the state, how it is described and what a side may know of it. No rule is
decided and no card is drawn here.
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
from tabletop.core.events import Event, EventHandler, EventTable, describe_nothing, keep_state
from tabletop.core.phrases import capitalize, format_count, join_words
from tabletop.games.decks_of_glory import corrections, model
from tabletop.games.decks_of_glory.positions import format_row_reference

Purpose = Literal[
    "first_wind", "wind", "initiative", "irons", "cutting_loose", "gunnery", "boarding", "survival", "striking"
]
"""The reason for which a card is drawn."""


class ColoursChosen(Event, frozen=True, kw_only=True):
    """Each side has its colour (DOG-7)."""

    colours: dict[model.Side, Colour]
    rule: str = "DOG-7"


class CardDrawn(Event, frozen=True, kw_only=True):
    """The top card was turned up and discarded (DOG-27). The next event says its effect."""

    card: str
    purpose: Purpose
    ship: str = ""
    """The ship for which the card was drawn, if any."""
    side: model.Side | None = None
    """The side for which the card was drawn, if any."""
    rule: str = "DOG-27"


class CardsCompared(Event, frozen=True, kw_only=True):
    """Each side has drawn a card for the first wind.

    The higher card chooses; equal cards are drawn again (DOG-8).
    """

    cards: dict[model.Side, str]
    winner: model.Side | None
    rule: str = "DOG-8"


class WindSet(Event, frozen=True, kw_only=True):
    """The first wind was chosen (DOG-8)."""

    side: model.Side
    wind: int
    rule: str = "DOG-8"


class TurnBegan(Event, frozen=True, kw_only=True):
    """A turn has begun, and no ship has moved in it."""

    turn: int
    rule: str = "DOG-9"


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase has begun.

    The side `asked` must choose. If `asked` is None, either side may choose, or no choice is needed.
    """

    phase: model.PhaseId
    asked: model.Side | None
    rule: str = ""


class SideAsked(Event, frozen=True, kw_only=True):
    """A side must choose now."""

    side: model.Side
    rule: str = "DOG-11"


class WindChecked(Event, frozen=True, kw_only=True):
    """The wind has turned by a number of points, clockwise, or stayed (DOG-9)."""

    card: str
    turned: int
    wind: int
    """The direction that the wind blows towards now."""
    rule: str = "DOG-9"


class InitiativeDrawn(Event, frozen=True, kw_only=True):
    """The side whose colour was drawn moves first (DOG-11)."""

    card: str
    side: model.Side
    rule: str = "DOG-11"


class SideDone(Event, frozen=True, kw_only=True):
    """A side moves no more ships this turn (DOG-12)."""

    side: model.Side
    rule: str = "DOG-12"


_TURN_WORDS = {
    -1: "backs one point and blows towards",
    0: "still blows towards",
    1: "veers one point and blows towards",
}


def _describe_shuffle(state: model.State, event: PileShuffled) -> str:  # noqa: ARG001
    return "The discards are shuffled to make a new pile." if state.cards.discards else "The deck is shuffled."


def _describe_colours(state: model.State, event: ColoursChosen) -> str:
    return f"{join_words(f'{state.names[side]}: {colour}' for side, colour in event.colours.items())}."


def _describe_comparison(state: model.State, event: CardsCompared) -> str:
    told = ", ".join(f"{state.names[side]} {card_name(card)}" for side, card in event.cards.items())
    verdict = f"{state.names[event.winner]} to choose the wind" if event.winner else "A tie: both draw again"
    return f"For the wind: {told}. {verdict}."


def _describe_wind_set(state: model.State, event: WindSet) -> str:
    return f"{state.names[event.side]}: the wind will blow towards {model.POINTS_OF_COMPASS[event.wind]}."


def _apply_turn_began(state: model.State, event: TurnBegan) -> model.State:
    ships = {
        key: replace(ship, moved=False, parted=()) if ship.moved or ship.parted else ship
        for key, ship in state.ships.items()
    }
    return replace(state, turn=event.turn, phase="wind", ships=ships, initiative=None)


def _apply_phase_began(state: model.State, event: PhaseBegan) -> model.State:
    return replace(state, phase=event.phase, asked=event.asked, orders={})


def _describe_wind_check(state: model.State, event: WindChecked) -> str:  # noqa: ARG001
    towards = model.POINTS_OF_COMPASS[event.wind]
    return f"{capitalize(card_name(event.card))}: the wind {_TURN_WORDS[event.turned]} {towards}."


def _describe_initiative(state: model.State, event: InitiativeDrawn) -> str:
    return f"{capitalize(card_name(event.card))}: {state.names[event.side]} to move first."


def _describe_draw_offer(state: model.State, event: DrawOffered) -> str:
    return f"{model.side_name(state, event.side)}: draw offered."


def _describe_game_end(state: model.State, event: GameEnded) -> str:
    outcome = event.outcome
    winner = next((side for side in state.sides if side == outcome.winner), None)
    result = f"{state.names[winner]} victory" if winner else "The battle is a draw"
    points = ", ".join(f"{state.names[side]} {outcome.totals.get(side, 0)}" for side in state.sides)
    return f"{outcome.reason}. {result}. Victory points: {points}."


_TURN_EVENTS: tuple[EventHandler[model.State], ...] = (
    EventHandler(ColoursChosen, lambda state, event: replace(state, colours=event.colours), _describe_colours),
    EventHandler(
        CardDrawn,
        apply=lambda state, event: replace(state, cards=zones.turn_up_card(state.cards)),  # noqa: ARG005
        describe=describe_nothing,
        reveals="Cards were drawn.",
    ),
    EventHandler(
        PileShuffled,
        apply=lambda state, event: replace(state, cards=zones.replace_pile(state.cards, event.order)),
        describe=_describe_shuffle,
        redact=redact_shuffle,
        reveals="The deck was shuffled.",
    ),
    EventHandler(CardsCompared, keep_state, _describe_comparison),
    EventHandler(WindSet, lambda state, event: replace(state, wind=event.wind), _describe_wind_set),
    EventHandler(TurnBegan, _apply_turn_began, lambda state, event: f"Turn {event.turn} of {state.turns}."),
    EventHandler(
        PhaseBegan,
        apply=_apply_phase_began,
        describe=describe_nothing,
        reveals=lambda state, event: "The declared broadsides were shown." if model.is_fire_secret(state) else "",  # noqa: ARG005
    ),
    EventHandler(SideAsked, lambda state, event: replace(state, asked=event.side), describe_nothing),
    EventHandler(WindChecked, lambda state, event: replace(state, wind=event.wind), _describe_wind_check),
    EventHandler(InitiativeDrawn, lambda state, event: replace(state, initiative=event.side), _describe_initiative),
    EventHandler(
        SideDone,
        apply=lambda state, event: replace(state, orders={**state.orders, event.side: ()}),
        describe=lambda state, event: f"{state.names[event.side]}: all moves made.",
    ),
    *agreement.build_event_handlers(_describe_draw_offer, _describe_game_end),
)


class ShipPlaced(Event, frozen=True, kw_only=True):
    """A ship was placed before play. If the placement is secret, the other side learns of no ship."""

    side: model.Side
    ship: str
    """Key of the ship; "" for a viewer who may not know it."""
    berth: model.Berth | None
    """The hex and facing; None for a viewer who may not know them."""
    secret: bool = False
    """The placement is hidden from the other side until both have finished."""
    rule: str = "DOG-6"


class PlacingFinished(Event, frozen=True, kw_only=True):
    """A side places no more ships."""

    side: model.Side
    rule: str = "DOG-6"


class FleetsPlaced(Event, frozen=True, kw_only=True):
    """Both sides have finished, and all ships lie where they were placed."""

    berths: dict[str, model.Berth]
    """The berths of the placed ships, by ship."""
    secret: bool = False
    """Each side sees the other's ships for the first time."""
    rule: str = "DOG-6"


def _apply_ship_placed(state: model.State, event: ShipPlaced) -> model.State:
    if event.berth is None:
        return state
    return replace(state, deployed={**(state.deployed or {}), event.ship: event.berth})


def _apply_fleets_placed(state: model.State, event: FleetsPlaced) -> model.State:
    moved = {key: replace(state.ships[key], at=one.at, facing=one.facing) for key, one in event.berths.items()}
    return replace(state, ships={**state.ships, **moved}, deployed=UNSET)


def _describe_ship_placed(state: model.State, event: ShipPlaced) -> str:
    if event.berth is None:
        return f"{model.side_name(state, event.side)}: a ship is placed."
    return f"{model.ship_name(state, event.ship)} is placed, facing {model.POINTS_OF_COMPASS[event.berth.facing]}."


def _redact_ship_placed(event: ShipPlaced, side: str) -> ShipPlaced:
    return replace(event, ship="", berth=None) if event.secret and side != event.side else event


_PLACING_EVENTS: tuple[EventHandler[model.State], ...] = (
    EventHandler(ShipPlaced, _apply_ship_placed, _describe_ship_placed, redact=_redact_ship_placed),
    EventHandler(
        PlacingFinished,
        apply=lambda state, event: replace(state, orders={**state.orders, event.side: ()}),
        describe=lambda state, event: f"{model.side_name(state, event.side)}: all ships placed.",
    ),
    EventHandler(
        FleetsPlaced,
        _apply_fleets_placed,
        lambda state, event: "Both fleets are in place.",  # noqa: ARG005
        reveals=lambda state, event: "The fleets were shown." if model.is_placing_secret(state) else "",  # noqa: ARG005
    ),
)


class Leg(msgspec.Struct, frozen=True):
    """One action of a move, and its result."""

    action: model.Action
    at: model.Place
    facing: int


class ShipDrifted(Event, frozen=True, kw_only=True):
    """A derelict has drifted one hex downwind (DOG-10)."""

    ship: str
    at: model.Place
    rule: str = "DOG-10"


class ShipDriftedOff(Event, frozen=True, kw_only=True):
    """A derelict has drifted off the map and is removed (DOG-10)."""

    ship: str
    rule: str = "DOG-10"


class ShipEntangled(Event, frozen=True, kw_only=True):
    """A ship lies in a row with the others of her hex (DOG-15, DOG-26)."""

    ship: str
    others: tuple[str, ...]
    hand: model.Hand | None
    """The side of the others on which the ship lies; None if the ship is back at its old place."""
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
    """A ship has made its move (DOG-12)."""

    ship: str
    path: tuple[Leg, ...]
    at: model.Place
    facing: int
    allowance: int
    """Actions at the start of the move."""
    in_irons: bool = False
    """The ship has turned into the wind (DOG-13)."""
    rule: str = "DOG-12"


class ShipWithdrew(Event, frozen=True, kw_only=True):
    """A ship has left the map by its own move (DOG-14). The path ends at the edge of the map."""

    ship: str
    path: tuple[Leg, ...]
    rule: str = "DOG-14"


class IronsTried(Event, frozen=True, kw_only=True):
    """A card was drawn for a ship in irons. On red the ship may turn one hex side (DOG-13)."""

    ship: str
    card: str
    free: bool
    rule: str = "DOG-13"


class CutLooseTried(Event, frozen=True, kw_only=True):
    """A card was drawn for an entangled ship. On red the ship is free and may move (DOG-16)."""

    ship: str
    card: str
    free: bool
    others: tuple[str, ...]
    """The ships that the ship is entangled with."""
    closed: tuple[model.Hand, ...] = ()
    """The sides on which those ships lie, to which the ship may not turn."""
    actions: int = 0
    """The actions of the ship, if it is free."""
    rule: str = "DOG-16"


class MoveEnded(Event, frozen=True, kw_only=True):
    """A ship did not use the move that a card had given it."""

    ship: str
    rule: str = "DOG-12"


_ACTION_WORDS: dict[model.Action, str] = {"ahead": "ahead", "port": "turn to port", "starboard": "turn to starboard"}


def _apply_entangled(state: model.State, event: ShipEntangled) -> model.State:
    return model.replace_ship(state, event.ship, facing=event.facing, place=event.place, since=event.since)


def _describe_entangled(state: model.State, event: ShipEntangled) -> str:
    ship, others = model.ship_name(state, event.ship), model.format_names(state, event.others)
    if event.hand is None:
        return f"{ship} is entangled again with {others}."
    return f"{ship} is entangled with {others}, to {event.hand} of {format_row_reference(state, event.others)}."


def _apply_parted(state: model.State, event: ShipParted) -> model.State:
    gone = state.ships[event.ship]
    ships = {**state.ships, event.ship: replace(gone, parted=(*gone.parted, *event.others), place=0, since=0)}
    for key in event.others:
        ships[key] = replace(ships[key], parted=(*ships[key].parted, event.ship))
    return replace(state, ships=ships)


def _apply_sailed(state: model.State, event: ShipSailed) -> model.State:
    return replace(model.replace_ship(state, event.ship, at=event.at, facing=event.facing, moved=True), way=None)


def _describe_sailed(state: model.State, event: ShipSailed) -> str:
    if not event.path:
        return f"{model.ship_name(state, event.ship)} stays where she is."
    way = ", ".join(_ACTION_WORDS[leg.action] for leg in event.path)
    irons = " She is in irons." if event.in_irons else ""
    used = f"{len(event.path)} of {format_count(event.allowance, 'action')}"
    return f"{model.ship_name(state, event.ship)}: {way}; {used}.{irons}"


def _apply_irons_tried(state: model.State, event: IronsTried) -> model.State:
    if event.free:
        way = (
            replace(state.way, actions=1, turns_only=True)
            if state.way
            else model.OpenMove(event.ship, 1, turns_only=True)
        )
        return replace(state, way=way)
    return replace(model.replace_ship(state, event.ship, moved=True), way=None)


def _describe_irons_tried(state: model.State, event: IronsTried) -> str:
    verdict = "may turn one hex side" if event.free else "stays in irons"
    return f"{capitalize(card_name(event.card))}: {model.ship_name(state, event.ship)} {verdict}."


def _apply_cut_loose_tried(state: model.State, event: CutLooseTried) -> model.State:
    if event.free:
        return replace(state, way=model.OpenMove(event.ship, event.actions, False, event.others, event.closed))
    return model.replace_ship(state, event.ship, moved=True)


def _describe_cut_loose_tried(state: model.State, event: CutLooseTried) -> str:
    verdict = "cuts loose from" if event.free else "stays entangled with"
    others = model.format_names(state, event.others)
    return f"{capitalize(card_name(event.card))}: {model.ship_name(state, event.ship)} {verdict} {others}."


_MOVEMENT_EVENTS: tuple[EventHandler[model.State], ...] = (
    EventHandler(
        ShipDrifted,
        apply=lambda state, event: model.replace_ship(state, event.ship, at=event.at),
        describe=lambda state, event: f"{model.ship_name(state, event.ship)} drifts one hex downwind.",
    ),
    EventHandler(
        ShipDriftedOff,
        apply=lambda state, event: model.replace_ship(state, event.ship, status="adrift"),
        describe=lambda state, event: f"{model.ship_name(state, event.ship)} drifts off the map.",
    ),
    EventHandler(ShipEntangled, _apply_entangled, _describe_entangled),
    EventHandler(
        ShipParted,
        apply=_apply_parted,
        describe=lambda state, event: (
            f"{model.ship_name(state, event.ship)} is clear of {model.format_names(state, event.others)}."
        ),
    ),
    EventHandler(ShipSailed, _apply_sailed, _describe_sailed),
    EventHandler(
        ShipWithdrew,
        apply=lambda state, event: replace(
            model.replace_ship(state, event.ship, status="withdrawn", moved=True), way=None
        ),
        describe=lambda state, event: f"{model.ship_name(state, event.ship)} withdraws from the map.",
    ),
    EventHandler(IronsTried, _apply_irons_tried, _describe_irons_tried),
    EventHandler(CutLooseTried, _apply_cut_loose_tried, _describe_cut_loose_tried),
    EventHandler(
        MoveEnded,
        apply=lambda state, event: replace(model.replace_ship(state, event.ship, moved=True), way=None),
        describe=lambda state, event: f"{model.ship_name(state, event.ship)} does not move.",
    ),
)

Rake = Literal["bow", "stern"]
"""The end of a ship that is raked."""


class FireDeclared(Event, frozen=True, kw_only=True):
    """All broadsides of a side (DOG-17)."""

    side: model.Side
    shots: model.Aims | None
    """The shots; None if they are hidden from the viewer."""
    secret: bool = False
    rule: str = "DOG-17"


class BroadsideFired(Event, frozen=True, kw_only=True):
    """A broadside was fired. Its hits are marked when all ships have fired (DOG-17, DOG-18, DOG-19)."""

    ship: str
    target: str
    at: model.Place
    battery: model.Hand
    distance: int
    modifier: int
    """Hits added for the range."""
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
    """Points that each ship lost."""
    rule: str = "DOG-17"


class BoardersLed(Event, frozen=True, kw_only=True):
    """A side has chosen the enemies that its boarders attack first (DOG-20)."""

    side: model.Side
    first: model.Aims
    rule: str = "DOG-20"


class BoardingFought(Event, frozen=True, kw_only=True):
    """The boarders of a ship have fought. Their hits are marked when all have fought (DOG-20)."""

    ship: str
    first: str
    """The enemy that the boarders attack first."""
    card: str
    hits: int
    shares: dict[str, int]
    wasted: int = 0
    rule: str = "DOG-20"


class SurvivorFound(Event, frozen=True, kw_only=True):
    """All ships in a fight lost their last points; the highest card saves one of them (DOG-21)."""

    at: model.Place
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


_RAKE_WORDS = {"bow": "raking her from ahead", "stern": "raking her from astern"}


def _redact_fire_declared(event: FireDeclared, side: str) -> FireDeclared:
    return replace(event, shots=None) if event.secret and side != event.side else event


def _describe_fire_declared(state: model.State, event: FireDeclared) -> str:
    side = state.names[event.side]
    if event.shots is None:
        return f"{side}: broadsides declared in secret."
    return f"{side}: {model.format_aims(state, event.shots) or 'no ship fires'}."


def _describe_broadside(state: model.State, event: BroadsideFired) -> str:
    rake = f", {_RAKE_WORDS[event.rake]}" if event.rake else ""
    distance = f"at range {event.distance}{rake}"
    less = f"−{-event.modifier}" if event.modifier else ""
    sum_of = f"{'+'.join(map(str, event.values))}{less} = " if event.modifier or event.rake else ""
    hits = f"{sum_of}{format_count(event.hits, 'hit')}{_format_shares(state, event.shares, event.wasted)}"
    return (
        f"{model.ship_name(state, event.ship)} fires her {event.battery} broadside at "
        f"{model.ship_name(state, event.target)} {distance}: "
        f"{model.format_cards(event.cards)}, {hits}."
    )


def _format_shares(state: model.State, shares: Mapping[str, int], wasted: int) -> str:
    told = [f"{model.ship_name(state, key)} {hits}" for key, hits in shares.items()]
    told += [f"{wasted} lost"] if wasted else []
    return f": {', '.join(told)}" if len(told) > 1 else ""


def _apply_hits_marked(state: model.State, event: HitsMarked) -> model.State:
    hurt = {
        key: replace(ship, strength=ship.strength - event.losses[key])
        for key, ship in state.ships.items()
        if key in event.losses
    }
    return replace(state, ships={**state.ships, **hurt})


def _describe_hits_marked(state: model.State, event: HitsMarked) -> str:
    told = (
        f"{model.ship_name(state, key)} loses {lost}, {state.ships[key].strength - lost} left"
        for key, lost in event.losses.items()
        if lost
    )
    return f"{'; '.join(told)}."


def _describe_boarders_led(state: model.State, event: BoardersLed) -> str:
    told = join_words(
        f"{model.ship_name(state, aim.ship)} boards {model.ship_name(state, aim.target)} first" for aim in event.first
    )
    return f"{state.names[event.side]}: {told or 'each ship boards the weakest enemy first'}."


def _describe_boarding(state: model.State, event: BoardingFought) -> str:
    verdict = (
        f"{card_name(event.card)}, {format_count(event.hits, 'hit')}{_format_shares(state, event.shares, event.wasted)}"
    )
    return f"{model.ship_name(state, event.ship)} boards {model.ship_name(state, event.first)}: {verdict}."


def _describe_survivor(state: model.State, event: SurvivorFound) -> str:
    told = (
        ", ".join(f"{model.ship_name(state, key)} {card_name(card)}" for key, card in draw.items())
        for draw in event.draws
    )
    return f"Last stand: {'; again: '.join(told)}. {model.ship_name(state, event.survivor)} survives with 1 point."


def _describe_strike(state: model.State, event: ColoursStruck) -> str:
    fate = "sinks" if event.fate == "sunk" else "strikes her colours and becomes a derelict"
    return f"{capitalize(card_name(event.card))}: {model.ship_name(state, event.ship)} {fate}."


_COMBAT_EVENTS: tuple[EventHandler[model.State], ...] = (
    EventHandler(
        FireDeclared,
        apply=lambda state, event: replace(state, orders={**state.orders, event.side: event.shots}),
        describe=_describe_fire_declared,
        redact=_redact_fire_declared,
    ),
    EventHandler(BroadsideFired, keep_state, _describe_broadside),
    EventHandler(HitsMarked, _apply_hits_marked, _describe_hits_marked),
    EventHandler(
        BoardersLed,
        apply=lambda state, event: replace(state, orders={**state.orders, event.side: event.first}),
        describe=_describe_boarders_led,
    ),
    EventHandler(BoardingFought, keep_state, _describe_boarding),
    EventHandler(
        SurvivorFound, lambda state, event: model.replace_ship(state, event.survivor, strength=1), _describe_survivor
    ),
    EventHandler(
        ColoursStruck, lambda state, event: model.replace_ship(state, event.ship, status=event.fate), _describe_strike
    ),
)

EVENT_HANDLERS: EventTable[model.State] = EventTable(
    _TURN_EVENTS,
    _PLACING_EVENTS,
    _MOVEMENT_EVENTS,
    _COMBAT_EVENTS,
    corrections.EVENT_HANDLERS,
)
