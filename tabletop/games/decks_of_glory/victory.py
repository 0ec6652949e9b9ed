"""Cards are drawn one at a time and discarded (DOG-7, DOG-27); hits are dealt out in a hex (DOG-19, DOG-20, DOG-22)."""

from collections.abc import Iterator
from typing import Literal

from tabletop.cards.standard import COLOUR_OF, Colour
from tabletop.core.agreement import GameEnded
from tabletop.core.game import Outcome, Score
from tabletop.games.decks_of_glory.draws import draw
from tabletop.games.decks_of_glory.events import ColoursStruck
from tabletop.games.decks_of_glory.positions import active, in_order
from tabletop.games.decks_of_glory.state import Context, Side, State, enemy_of

FATES: dict[Colour, Literal["sunk", "derelict"]] = {"red": "sunk", "black": "derelict"}


def strike(turn: Context) -> None:
    """Each of them draws: on red she sinks, on black she stays afloat as a derelict."""
    ships = turn.state.ships
    for key in in_order(turn.state):
        if ships[key].status == "sailing" and not ships[key].strength:
            card = draw(turn, "striking", ship=key)
            turn.emit(ColoursStruck(ship=key, card=card, fate=FATES[COLOUR_OF[card]]))


_LOST = {"sunk": "sunk", "derelict": "derelict", "adrift": "a derelict that drifted away"}


def at_end_of_turn(turn: Context) -> None:
    """A side without an active ship has lost; after the last turn, or where such a side has withdrawn, points tell."""
    state = turn.state
    beaten = [side for side in state.sides if not active(state, side)]
    withdrawn = {state.fleet[key].side for key, ship in state.ships.items() if ship.status == "withdrawn"}
    if withdrawn.intersection(beaten):
        end(turn, leader(state), "A side that has withdrawn has no ship left that can fight")
    elif beaten:
        winner = enemy_of(beaten[0]) if len(beaten) == 1 else None
        end(turn, winner, "; ".join(f"{state.names[side]}: no ship left that can fight" for side in beaten))
    elif state.turn >= state.turns:
        end(turn, leader(state), f"Turn {state.turns} was the last")


def end(turn: Context, winner: str | None, reason: str, rule: str = "DOG-23") -> None:
    """The battle is over; the points are told in any case."""
    outcome = Outcome(winner, reason, rule, totals(turn.state), tuple(scores(turn.state)))
    turn.emit(GameEnded(outcome=outcome, rule=rule))


def leader(state: State) -> Side | None:
    """The side with more points."""
    points = totals(state)
    first, second = state.sides
    if points[first] == points[second]:
        return None
    return first if points[first] > points[second] else second


def totals(state: State) -> dict[str, int]:
    """Victory points of each side as things stand."""
    return {side: sum(score.points for score in scores(state) if score.side == side) for side in state.sides}


def scores(state: State) -> Iterator[Score]:
    """Victory points ship by ship: the strength of enemies lost, half of that for those half lost."""
    for key, ship in state.ships.items():
        vessel = state.fleet[key]
        if lost := _LOST.get(ship.status):
            yield _score(state, key, vessel.points, lost)
        elif 2 * ship.strength <= vessel.points:
            yield _score(state, key, vessel.points // 2, "half her strength or more lost")


def _score(state: State, key: str, points: int, why: str) -> Score:
    vessel = state.fleet[key]
    return Score(enemy_of(vessel.side), points, f"{vessel.name}, {why}", "DOG-23", state.turn, key)
