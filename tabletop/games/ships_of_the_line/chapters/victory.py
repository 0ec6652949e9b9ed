"""Chapters 3-h and 8: the ledger of victory points, how a battle ends, and who has won."""

from collections.abc import Iterable, Mapping

from tabletop.core.agreement import GameEnded
from tabletop.core.events import Event
from tabletop.core.game import Outcome, Score
from tabletop.core.phrases import capital
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.events.turn import PointsScored
from tabletop.games.ships_of_the_line.phases import FIRST
from tabletop.games.ships_of_the_line.ship import Card, Ship
from tabletop.games.ships_of_the_line.sides import FLEETS, SIDES, Side, enemy_of
from tabletop.games.ships_of_the_line.state import Context, State, silenced
from tabletop.games.ships_of_the_line.tables import FLED_POINTS, STRUCK_POINTS, SUNK_POINTS

_FOR_SURRENDER = frozenset({"AMB-204", "SOTL-8-b", "SOTL-8-g"})


def score_strike(turn: Context, key: str) -> None:
    """Points for a ship that struck or was taken, unless they are held already (8-b, AMB-64)."""
    if not award(turn.state, key):
        _of_ship(turn, _foe(turn.state, key), STRUCK_POINTS, key, "surrendered", "SOTL-8-b")


def score_recapture(turn: Context, key: str) -> None:
    """The points held for a ship are lost when she is back with her own side (4.4.2-e, 8-g)."""
    if held := award(turn.state, key):
        _of_ship(turn, _foe(turn.state, key), -held, key, "recaptured", "SOTL-8-g")


def score_sinking(turn: Context, key: str) -> None:
    """Points for a ship that sank or exploded, whoever caused it, besides those for a surrender (8-c, AMB-64)."""
    _of_ship(turn, _foe(turn.state, key), SUNK_POINTS, key, "lost", "SOTL-8-c")


def score_fled(turn: Context, key: str) -> None:
    """Points gained and lost for a ship that her own side took off the map (8-e, AMB-12, AMB-111)."""
    hesitation = turn.state.ships[key].hesitation
    if hesitation and hesitation.state == "withdrawn" and turn.state.profile.withdrawal_scores is False:
        return
    own = turn.state.cards[key].side
    _of_ship(turn, enemy_of(own), FLED_POINTS, key, "fled", "SOTL-8-e")
    _of_ship(turn, own, -FLED_POINTS, key, "fled", "SOTL-8-e")


def won_before(cards: Mapping[str, Card], ships: Iterable[Ship]) -> tuple[Score, ...]:
    """What the ledger opens with: the points for ships that a scenario starts struck or captured (AMB-204)."""
    won = [cards[ship.key] for ship in ships if ship.status in ("struck", "captured")]
    return tuple(
        Score(enemy_of(card.side), STRUCK_POINTS, f"{card.name} won before the battle", "AMB-204", about=card.key)
        for card in won
    )


def opening_facts(state: State) -> tuple[Event, ...]:
    """The ledger of an opening as events, for the log (AMB-204)."""
    return tuple(PointsScored(score=score, ship=score.about, rule=score.rule) for score in state.scores)


def award(state: State, key: str) -> int:
    """The points that the enemy holds now for the surrender of a ship (AMB-64)."""
    return sum(score.points for score in state.scores if score.about == key and score.rule in _FOR_SURRENDER)


def totals(state: State) -> dict[str, int]:
    """The victory points of each side so far."""
    return {side: sum(score.points for score in state.scores if score.side == side) for side in SIDES}


def _foe(state: State, key: str) -> Side:
    return enemy_of(state.cards[key].side)


def _of_ship(turn: Context, side: Side, points: int, key: str, fate: str, rule: str) -> None:
    score(turn, side, points, key, f"{turn.state.cards[key].name} {fate}", rule)


def score(turn: Context, side: Side, points: int, key: str, reason: str, rule: str) -> None:
    """Points for a side, or lost by it, that have to do with a ship."""
    entry = Score(side=side, points=points, reason=reason, rule=rule, turn=turn.state.turn, about=key)
    turn.emit(PointsScored(score=entry, ship=key, rule=rule))


def at_end_of_phase(turn: Context) -> None:
    """A side without fighting ships, or the last turn over, ends the battle (3-h, AMB-115, AMB-140)."""
    if silent := silenced(turn.state):
        fleets = " and ".join(FLEETS[side] for side in silent)
        _by_points(turn, f"{capital(fleets)} has no fighting ships left", "AMB-140")
    elif rules_of(turn.state).next_phase(turn.state.phase) == FIRST and turn.state.turn >= turn.state.turns:
        _by_points(turn, f"Turn {turn.state.turn} was the last", "SOTL-3-h")


def _by_points(turn: Context, reason: str, rule: str) -> None:
    """Most points win; equal points are a draw (8-a, AMB-115)."""
    points = totals(turn.state)
    leaders = [side for side in SIDES if points[side] == max(points.values())]
    end(turn, leaders[0] if len(leaders) == 1 else None, reason, rule)


def end(turn: Context, winner: Side | None, reason: str, rule: str) -> None:
    """The battle is over, and reckoned (8-a)."""
    outcome = Outcome(winner, reason, rule, totals(turn.state), turn.state.scores)
    turn.emit(GameEnded(outcome=outcome, rule="SOTL-8-a"))
