"""Cards, phases, wind, initiative and the end (DOG-7 to DOG-9, DOG-11, DOG-23, DOG-27)."""

from typing import Literal

from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.cards.events import PileShuffled, shuffled_unseen
from tabletop.cards.standard import Colour
from tabletop.cards.standard import name as card_name
from tabletop.core import agreement
from tabletop.core.agreement import DrawOffered, GameEnded
from tabletop.core.events import Event, EventHandler, silent, unchanged
from tabletop.core.phrases import capital, listed
from tabletop.games.decks_of_glory.naming import POINTS_OF_COMPASS, side_name
from tabletop.games.decks_of_glory.state import PhaseId, Side, State, secret

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


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(ColoursChosen, lambda state, event: replace(state, colours=event.colours), _colours_chosen),
    EventHandler(
        CardDrawn,
        apply=lambda state, event: replace(state, cards=zones.turned_up(state.cards)),  # noqa: ARG005
        describe=silent,
        reveals="Cards were drawn.",
    ),
    EventHandler(
        PileShuffled,
        apply=lambda state, event: replace(state, cards=zones.shuffled(state.cards, event.order)),
        describe=_pile_shuffled,
        redact=shuffled_unseen,
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
