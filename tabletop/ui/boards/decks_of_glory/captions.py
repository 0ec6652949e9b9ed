"""Texts about a battle: the top bar, badges, a ship or odds in few words, and events explained for the log."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec

from tabletop.cards.standard import card_name
from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.core.phrases import format_percent
from tabletop.games.decks_of_glory import phases
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
from tabletop.games.decks_of_glory.game import GAME
from tabletop.games.decks_of_glory.model import (
    POINTS_OF_COMPASS,
    PhaseId,
    Side,
    State,
    Status,
    Strength,
    ship_name,
    time_of_day,
    wind_strength,
)
from tabletop.games.decks_of_glory.phases import PHASES, RIBBON
from tabletop.games.decks_of_glory.positions import PointOfSail, current_wind, is_active, is_entangled, point_of_sail
from tabletop.games.decks_of_glory.survey import odds
from tabletop.games.decks_of_glory.survey.odds import HitOdds
from tabletop.games.decks_of_glory.survey.victory import list_side_scores
from tabletop.ui.boards.battle import table
from tabletop.ui.boards.contract import Badge, Caption, EventDetails, Tally
from tabletop.ui.boards.nations import nation_badge, side_badge

RATES: dict[int, str] = {1: "1st rate", 2: "2nd rate", 3: "3rd rate", 4: "4th rate"}
FATES: dict[Status, str] = {
    "sailing": "fighting",
    "derelict": "derelict",
    "sunk": "sunk",
    "adrift": "drifted away",
    "withdrawn": "withdrawn",
}
BLOWS: dict[Strength, str] = {"light": "light airs", "breeze": "", "heavy": "heavy wind"}
SAILS: dict[PointOfSail, str] = {"running": "running", "close_hauled": "close-hauled", "in_irons": "in irons"}


def side_sign(state: State, side: Side) -> Badge:
    """The badge of a side: of its nation, or of both where two fight together."""
    nations = list(dict.fromkeys(vessel.nation for vessel in state.fleet.values() if vessel.side == side))
    return nation_badge(nations[0]) if len(nations) == 1 else side_badge(side)


def sailing(state: State, key: str) -> str:
    """How a ship stands to the wind, or what has become of her."""
    ship = state.ships[key]
    if ship.status != "sailing":
        return FATES[ship.status]
    if not is_active(ship):
        return "beaten, about to strike"
    if state.wind is None:
        return "no wind yet"
    entangled = ", entangled" if is_entangled(state, key) else ""
    return f"{SAILS[point_of_sail(ship.facing, state.wind)]}{entangled}"


_TASKS: dict[PhaseId, str] = {
    "deployment": "to place ships",
    "colours": "to choose a colour",
    "first_wind": "to choose the wind",
    "movement": "to move",
    "gunnery": "to fire",
    "boarding": "to board",
}
_ANYBODY: dict[PhaseId, str] = {
    "shuffle": "Shuffle the deck",
    "wind": "Draw for the wind",
    "initiative": "Draw for initiative",
}
WAITED = tuple(part for part in RIBBON if part != "Striking")
"""The parts of a turn in which somebody is asked; ships strike or sink as soon as the boarding is over."""
RECKONING = "Reckoning"
"""What follows them when the battle is over."""


def caption(state: State) -> Caption:
    """Title, phase, who is asked, turn, points."""
    phase, over = PHASES[state.phase], state.outcome is not None
    personal = state.phase in _TASKS and not over
    part = RECKONING if over else phase.ribbon
    return Caption(
        title=GAME.meta.title,
        subtitle=state.title,
        phases=_ribbon(part),
        phase=part,
        asked="The battle is over" if over else asked_in_words(state),
        sign=side_sign(state, phases.side_to_move(state)) if personal else None,
        turn=f"Turn {state.turn} of {state.turns}" if state.turn else "Before play",
        lasts=f"{_hour(state)}The battle ends after turn {state.turns} at the latest.",
        progress=(state.turn, state.turns),
        tallies=tuple(_tally(state, side) for side in state.sides),
    )


def _hour(state: State) -> str:
    """What it is, and how long a turn lasts, where the scenario tells of that."""
    now = time_of_day(state, state.turn)
    return f"It is {now}, and a turn is {state.weather.minutes_per_turn} minutes. " if state.weather and now else ""


def weather(state: State) -> str:
    """The hour and how hard it blows, as far as the scenario tells of them: ``17:45, light airs``."""
    return ", ".join(filter(None, (time_of_day(state, state.turn), BLOWS[wind_strength(state)])))


def _ribbon(part: str) -> tuple[str, ...]:
    """The parts of a turn, with what is before the first or after the last one where that is on."""
    if part == RECKONING:
        return (*WAITED, part)
    return WAITED if part in WAITED else (part, *WAITED)


def asked_in_words(state: State) -> str:
    """Who is asked, and for what."""
    if state.phase in _TASKS:
        return f"{state.names[phases.side_to_move(state)]} {_TASKS[state.phase]}"
    return _ANYBODY.get(state.phase, PHASES[state.phase].prompt)


def _tally(state: State, side: Side) -> Tally:
    won = list_side_scores(state, side)
    told = table.ledger([f"+{score.points} {score.reason} ({score.rule})" for score in won], "more")
    points = sum(score.points for score in won)
    return Tally(f"{state.names[side]} victory points", side_sign(state, side), points, told)


Rows = Sequence[tuple[str, str]]


def red_odds(state: State) -> str:
    """The chance that the next card is red."""
    return format_percent(odds.chance_of_red(state))


def of_red(state: State) -> str:
    """The same with the cards counted: ``25 of 48 cards are red, 52 %``."""
    cards = len(odds.list_unseen(state))
    return f"{odds.chance_of_red(state) * cards} of {cards} cards are red, {red_odds(state)}"


def wind_odds(state: State) -> Rows:
    """Where the wind will blow to."""
    now, found = current_wind(state), odds.find_wind_chances(state)
    turns = {
        0: "Red: it still blows towards",
        5: "Spade: it backs to blow towards",
        1: "Club: it veers to blow towards",
    }
    return [
        (f"{words} {POINTS_OF_COMPASS[(now + points) % 6]}", format_percent(found.get((now + points) % 6, Fraction(0))))
        for points, words in turns.items()
    ]


def initiative_odds(state: State) -> Rows:
    """Who will move first."""
    return [
        (f"{state.names[side]} ({state.colours[side]})", format_percent(chance))
        for side, chance in odds.find_initiative_chances(state).items()
    ]


def averaged(found: HitOdds) -> str:
    """Hits on average."""
    return f"{float(found.expected):.1f}"


_NAMED = ("ship", "target", "first", "survivor")
_SEVERAL = ("others", "shares", "losses")
_AIMS = ("shots", "first")

Lines = Iterable[tuple[str, str]]
_Drawn = WindChecked | InitiativeDrawn | IronsTried | CutLooseTried | ColoursStruck


def account(before: State, event: Event) -> EventDetails:
    """An event opened up: its cards, its numbers, its rule."""
    lines = _LINES.get(type(event))
    return EventDetails(tuple(lines(before, event)) if lines else (), (), getattr(event, "rule", ""))


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
