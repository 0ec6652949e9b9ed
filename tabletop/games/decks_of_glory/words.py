"""The log: every fact in a sentence. Of a view and a fact as seen it tells what that side may know."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tabletop.cards.events import PileShuffled
from tabletop.cards.standard import name as card_name
from tabletop.core.agreement import DrawLapsed, DrawOffered, GameEnded
from tabletop.core.facts import Fact
from tabletop.core.phrases import capital, count, listed
from tabletop.games.decks_of_glory.events import (
    BoardersLed,
    BoardingFought,
    BroadsideFired,
    CardDrawn,
    CardsCompared,
    ColoursChosen,
    ColoursStruck,
    CutLooseTried,
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
from tabletop.games.decks_of_glory.phases import PHASES
from tabletop.games.decks_of_glory.positions import eldest
from tabletop.games.decks_of_glory.state import Action, Aims, State

POINTS_OF_COMPASS: tuple[str, ...] = ("N", "NE", "SE", "S", "SW", "NW")
"""The six directions as the map shows them, up being north."""

_ACTIONS: dict[Action, str] = {"ahead": "ahead", "port": "turn to port", "starboard": "turn to starboard"}
_RAKED = {"bow": "raking her from ahead", "stern": "raking her from astern"}
_TURNED = {
    -1: "turns a point counter-clockwise and blows towards",
    0: "holds towards",
    1: "turns a point clockwise and blows towards",
}


def name(state: State, key: str) -> str:
    """A ship's name."""
    return state.fleet[key].name


def names(state: State, keys: Iterable[str]) -> str:
    """Several ships' names: ``Victory, Neptune and Mars``."""
    return listed(name(state, key) for key in keys)


def reckoned(state: State, keys: Sequence[str]) -> str:
    """Of whom port and starboard are told where ships lie in one hex: ``her``, or of several as one of them heads."""
    return "her" if len(keys) == 1 else f"them as {name(state, eldest(state, keys))} heads"


def cards_in_words(cards: Iterable[str]) -> str:
    """Cards by their names: ``ace of spades and 3 of clubs``."""
    return listed(map(card_name, cards))


def aims_in_words(state: State, aims: Aims) -> str:
    """Who aims at whom."""
    return listed(f"{name(state, aim.ship)} at {name(state, aim.target)}" for aim in aims)


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


def _turn_began(state: State, event: TurnBegan) -> str:
    return f"Turn {event.turn} of {state.turns}."


def _wind_checked(state: State, event: WindChecked) -> str:  # noqa: ARG001
    towards = POINTS_OF_COMPASS[event.wind]
    return f"{capital(card_name(event.card))}: the wind {_TURNED[event.turned]} {towards}."


def _entangled(state: State, event: ShipEntangled) -> str:
    ship, others = name(state, event.ship), names(state, event.others)
    if event.hand is None:
        return f"{ship} is entangled again with {others}."
    return f"{ship} is entangled with {others}, to {event.hand} of {reckoned(state, event.others)}."


def _initiative(state: State, event: InitiativeDrawn) -> str:
    return f"{capital(card_name(event.card))}: {state.names[event.side]} first."


def _sailed(state: State, event: ShipSailed) -> str:
    if not event.path:
        return f"{name(state, event.ship)} is left where she is."
    way = ", ".join(_ACTIONS[leg.action] for leg in event.path)
    irons = " She is in irons." if event.in_irons else ""
    return f"{name(state, event.ship)}: {way}; {len(event.path)} of {count(event.allowance, 'action')}.{irons}"


def _irons_tried(state: State, event: IronsTried) -> str:
    verdict = "may turn one hex side" if event.free else "stays in irons"
    return f"{capital(card_name(event.card))}: {name(state, event.ship)} {verdict}."


def _cut_loose_tried(state: State, event: CutLooseTried) -> str:
    verdict = "cuts loose from" if event.free else "stays entangled with"
    return f"{capital(card_name(event.card))}: {name(state, event.ship)} {verdict} {names(state, event.others)}."


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


def _ended(state: State, event: GameEnded) -> str:
    outcome = event.outcome
    winner = next((side for side in state.sides if side == outcome.winner), None)
    result = f"{state.names[winner]}: the day is won" if winner else "The battle is drawn"
    points = ", ".join(f"{state.names[side]} {outcome.totals.get(side, 0)}" for side in state.sides)
    return f"{outcome.reason}. {result}. Victory points: {points}."


def _drawn_on_offer(state: State, event: DrawOffered) -> str:
    offering = next(side for side in state.sides if side == event.side)
    return f"{state.names[offering]}: a draw is offered."


def _silent(state: State, event: Any) -> str:  # noqa: ARG001
    """Bookkeeping, or a card of which the next fact tells."""
    return ""


WORDS: dict[type, Callable[[State, Any], str]] = {
    ColoursChosen: _colours_chosen,
    PileShuffled: _pile_shuffled,
    CardDrawn: _silent,
    CardsCompared: _cards_compared,
    WindSet: _wind_set,
    TurnBegan: _turn_began,
    PhaseBegan: _silent,
    SideAsked: _silent,
    WindChecked: _wind_checked,
    ShipDrifted: lambda state, event: f"{name(state, event.ship)} drifts one hex downwind.",
    ShipDriftedOff: lambda state, event: f"{name(state, event.ship)} drifts off the map.",
    ShipEntangled: _entangled,
    ShipParted: lambda state, event: f"{name(state, event.ship)} is clear of {names(state, event.others)}.",
    InitiativeDrawn: _initiative,
    ShipSailed: _sailed,
    ShipWithdrew: lambda state, event: f"{name(state, event.ship)} withdraws from the map.",
    IronsTried: _irons_tried,
    CutLooseTried: _cut_loose_tried,
    MoveEnded: lambda state, event: f"{name(state, event.ship)} makes no use of her move.",
    SideDone: lambda state, event: f"{state.names[event.side]}: all moves are made.",
    FireDeclared: _fire_declared,
    BroadsideFired: _fired,
    HitsMarked: _marked,
    BoardersLed: _led,
    BoardingFought: _boarded,
    SurvivorFound: _survivor,
    ColoursStruck: _struck,
    DrawOffered: _drawn_on_offer,
    DrawLapsed: lambda state, event: "The offer of a draw lapses.",  # noqa: ARG005
    GameEnded: _ended,
}


def narrate(state: State, event: Fact) -> str:
    """The fact in words, `state` being the one before it; empty for bookkeeping."""
    return WORDS[type(event)](state, event)


def headline(state: State) -> str:
    """The moment in a few words: ``Turn 3 of 12, movement``."""
    moment = "over" if state.outcome else PHASES[state.phase].ribbon.lower()
    return f"Turn {state.turn} of {state.turns}, {moment}" if state.turn else capital(moment)
