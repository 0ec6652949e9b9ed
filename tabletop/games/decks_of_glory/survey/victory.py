"""Victory points as things stand, and the points that each ship would still give (DOG-23)."""

from collections.abc import Iterator

from tabletop.core.game import PointSource, Score, VictorySummary
from tabletop.core.phrases import format_signed
from tabletop.games.decks_of_glory import victory
from tabletop.games.decks_of_glory.model import Side, State, enemy_of
from tabletop.games.decks_of_glory.positions import list_active


def list_side_scores(state: State, side: Side) -> tuple[Score, ...]:
    """Return the victory points that a side has won, ship by ship."""
    return tuple(score for score in victory.list_scores(state) if score.side == side)


WON = (
    "A side with no ship that can fight loses. After turn {turns}, or where one has withdrawn, most victory "
    "points win: the points of enemies sunk or derelict, and half of that for those that lost half their strength."
)


def summarize_victory(state: State) -> VictorySummary:
    """Return how the battle is won, the points so far, and the points that are still open."""
    gave = (
        PointSource(score.reason, format_signed(score.points), score.rule, score.side)
        for score in victory.list_scores(state)
    )
    return VictorySummary(WON.format(turns=state.turns), "DOG-23", tuple(gave), tuple(_list_open_points(state)))


def _list_open_points(state: State) -> Iterator[PointSource]:
    """Yield the ships that can fight, each with its points for half and for all of its strength."""
    for side in state.sides:
        for key in sorted(list_active(state, side), key=lambda key: -state.fleet[key].points):
            vessel, left = state.fleet[key], state.ships[key].strength
            half = f"half {format_signed(vessel.points // 2)}, " if 2 * left > vessel.points else ""
            words = f"{vessel.name}, {left} of {vessel.points} left"
            yield PointSource(words, f"{half}all {format_signed(vessel.points)}", "DOG-23", enemy_of(side))
