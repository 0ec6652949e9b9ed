"""What the top bar tells of a battle; badges of sides and ships; a ship and exact odds in a few words."""

from collections.abc import Sequence
from fractions import Fraction

from tabletop.core.phrases import format_percent
from tabletop.games.decks_of_glory import phases
from tabletop.games.decks_of_glory.game import GAME
from tabletop.games.decks_of_glory.model import (
    POINTS_OF_COMPASS,
    PhaseId,
    Side,
    State,
    Status,
    Strength,
    time_of_day,
    wind_strength,
)
from tabletop.games.decks_of_glory.phases import PHASES, RIBBON
from tabletop.games.decks_of_glory.positions import PointOfSail, current_wind, is_active, is_entangled, point_of_sail
from tabletop.games.decks_of_glory.survey import odds
from tabletop.games.decks_of_glory.survey.odds import HitOdds
from tabletop.games.decks_of_glory.survey.victory import list_side_scores
from tabletop.ui.boards.battle import table
from tabletop.ui.boards.contract import Badge, Caption, Tally
from tabletop.ui.boards.nations import badge, side_badge

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
    return badge(nations[0]) if len(nations) == 1 else side_badge(side)


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
