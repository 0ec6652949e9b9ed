"""Chapters 3 and 8 in words: turns, phases, points and the end."""

from collections.abc import Callable
from typing import Any

from tabletop.core.game import Outcome
from tabletop.core.phrases import capital, count, figure, signed
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.chapters.ending import silenced
from tabletop.games.ships_of_the_line.compiled import phase_of, rules_of
from tabletop.games.ships_of_the_line.events import (
    DrawLapsed,
    DrawOffered,
    GameEnded,
    InitiativeRolled,
    PhaseBegan,
    PhaseEnded,
    PointsScored,
    SideAsked,
    TurnBegan,
)
from tabletop.games.ships_of_the_line.phases import Ribbon
from tabletop.games.ships_of_the_line.sides import SIDES, Side, enemy_of
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.words.phrases import clock

_TITLES: dict[Ribbon, str] = {
    "Initiative": "",
    "Combat": "Combat: the guns speak.",
    "Movement": "Movement: the fleets make sail.",
    "Crew": "Crew: all hands to their tasks.",
}


def initiative_rolled(state: State, event: InitiativeRolled) -> str:
    """Who has the initiative, by which throws; short enough for the lower bar of a small window."""
    winner, loser = event.winner, enemy_of(event.winner)
    tied = " on a tie" if event.totals[winner] == event.totals[loser] else ""
    return f"Initiative: {fleets.short(state, winner)}{tied}, {_throw(winner, event)} against {_throw(loser, event)}."


def _throw(side: Side, event: InitiativeRolled) -> str:
    die, total = event.dice[side], event.totals[side]
    bonus = f"{signed(total - die)} = {total}" if total != die else ""
    return f"{die}{bonus}".replace("-", "−")


def turn_began(state: State, event: TurnBegan) -> str:
    """The number of the turn and the time of day."""
    return f"Turn {event.turn} of {state.turns}, {clock(state, event.turn)}."


def phase_began(state: State, event: PhaseBegan) -> str:
    """A heading where a phase of the ribbon begins; the steps within it are not worth a line."""
    ribbon = rules_of(state).phases[event.phase].ribbon
    return _TITLES[ribbon] if ribbon != phase_of(state).ribbon else ""


def points_scored(state: State, event: PointsScored) -> str:
    """Who won or lost points, and why."""
    score = event.score
    verb = "gains" if score.points >= 0 else "loses"
    points = count(abs(score.points), "victory point")
    return f"{capital(fleets.fleet(state, score.side))} {verb} {points}: {score.reason}."


def draw_offered(state: State, event: DrawOffered) -> str:
    """An offer."""
    return f"{capital(fleets.fleet(state, event.side))} offers a draw."


def draw_lapsed(state: State, event: DrawLapsed) -> str:  # noqa: ARG001
    """No answer is an answer."""
    return "The offer of a draw lapses."


def game_ended(state: State, event: GameEnded) -> str:
    """Why it is over, who won, and the points."""
    outcome = event.outcome
    result = f"{capital(fleets.fleet(state, outcome.winner))} wins" if outcome.winner else "The battle is drawn"
    points = ", ".join(f"{fleets.short(state, side)} {figure(outcome.totals.get(side, 0))}" for side in SIDES)
    return f"{reason(state, outcome)}. {result}: {points}."


def reason(state: State, outcome: Outcome) -> str:
    """Why the battle ended, a sentence without its full stop; unlike the fact, it calls the fleets by their nations."""
    if outcome.rule == "AMB-140":
        return _without_fighting_ships(state)
    if outcome.rule == "C-9" and outcome.winner:
        loser = next(side for side in SIDES if side != outcome.winner)
        return f"{capital(fleets.fleet(state, loser))} conceded"
    return outcome.reason


def _without_fighting_ships(state: State) -> str:
    silent = silenced(state)
    if len(silent) == len(SIDES):
        return "Neither fleet has fighting ships left"
    return f"{capital(fleets.fleet(state, silent[0]))} has no fighting ships left"


def silent(state: State, event: Any) -> str:  # noqa: ARG001
    """Bookkeeping that the log leaves out."""
    return ""


WORDS: dict[type, Callable[[State, Any], str]] = {
    InitiativeRolled: initiative_rolled,
    TurnBegan: turn_began,
    PhaseBegan: phase_began,
    PhaseEnded: silent,
    SideAsked: silent,
    PointsScored: points_scored,
    DrawOffered: draw_offered,
    DrawLapsed: draw_lapsed,
    GameEnded: game_ended,
}
