"""The end of a battle (DOG-22, DOG-23): ships that strike or sink, victory points and the winner."""

from collections.abc import Iterator
from typing import Literal

from tabletop.cards.standard import COLOUR_OF, Colour
from tabletop.core.agreement import GameEnded
from tabletop.core.game import Outcome, Score
from tabletop.games.decks_of_glory.draws import draw_card
from tabletop.games.decks_of_glory.events import ColoursStruck
from tabletop.games.decks_of_glory.model import Context, Side, State, enemy_of
from tabletop.games.decks_of_glory.positions import list_active, list_in_order

FATE_OF_COLOUR: dict[Colour, Literal["sunk", "derelict"]] = {"red": "sunk", "black": "derelict"}


def strike_beaten_ships(turn: Context) -> None:
    """Draw for each ship without points: on red the ship sinks, on black it becomes a derelict."""
    ships = turn.state.ships
    for key in list_in_order(turn.state):
        if ships[key].status == "sailing" and not ships[key].strength:
            card = draw_card(turn, "striking", ship=key)
            turn.emit(ColoursStruck(ship=key, card=card, fate=FATE_OF_COLOUR[COLOUR_OF[card]]))


_LOST = {"sunk": "sunk", "derelict": "derelict", "adrift": "a derelict that drifted away"}


def end_if_decided(turn: Context) -> None:
    """End the battle if a side has no active ship or the last turn is over.

    A side without an active ship has lost. Points decide after the last turn, and if a beaten side has withdrawn ships.
    """
    state = turn.state
    beaten = [side for side in state.sides if not list_active(state, side)]
    withdrawn = {state.fleet[key].side for key, ship in state.ships.items() if ship.status == "withdrawn"}
    if withdrawn.intersection(beaten):
        end_battle(turn, find_leader(state), "A side that has withdrawn has no ship left that can fight")
    elif beaten:
        winner = enemy_of(beaten[0]) if len(beaten) == 1 else None
        end_battle(turn, winner, "; ".join(f"{state.names[side]}: no ship left that can fight" for side in beaten))
    elif state.turn >= state.turns:
        end_battle(turn, find_leader(state), f"Turn {state.turns} was the last")


def end_battle(turn: Context, winner: str | None, reason: str, rule: str = "DOG-23") -> None:
    """End the battle, with the victory points of both sides in the outcome."""
    outcome = Outcome(winner, reason, rule, compute_totals(turn.state), tuple(list_scores(turn.state)))
    turn.emit(GameEnded(outcome=outcome, rule=rule))


def find_leader(state: State) -> Side | None:
    """Return the side with more victory points; None if both have as many."""
    points = compute_totals(state)
    first, second = state.sides
    if points[first] == points[second]:
        return None
    return first if points[first] > points[second] else second


def compute_totals(state: State) -> dict[str, int]:
    """Return the victory points of each side now."""
    return {side: sum(score.points for score in list_scores(state) if score.side == side) for side in state.sides}


def list_scores(state: State) -> Iterator[Score]:
    """Yield the victory points for each ship: its strength if lost, half of it if half lost."""
    for key, ship in state.ships.items():
        vessel = state.fleet[key]
        if lost := _LOST.get(ship.status):
            yield _build_score(state, key, vessel.points, lost)
        elif 2 * ship.strength <= vessel.points:
            yield _build_score(state, key, vessel.points // 2, "half her strength or more lost")


def _build_score(state: State, key: str, points: int, why: str) -> Score:
    vessel = state.fleet[key]
    return Score(enemy_of(vessel.side), points, f"{vessel.name}, {why}", "DOG-23", state.turn, key)
