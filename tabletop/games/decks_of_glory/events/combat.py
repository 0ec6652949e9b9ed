"""Gunnery, boarding and striking (DOG-17 to DOG-22)."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from tabletop.cards.standard import name as card_name
from tabletop.core.events import Event, EventHandler, unchanged
from tabletop.core.phrases import capital, count, listed
from tabletop.games.decks_of_glory.naming import aims_in_words, cards_in_words, name
from tabletop.games.decks_of_glory.state import Aims, Hand, Place, Side, State, with_ship

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


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
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
