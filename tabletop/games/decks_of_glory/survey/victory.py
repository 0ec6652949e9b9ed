"""The victory points as things stand (DOG-23)."""

from collections.abc import Iterator

from tabletop.core.game import PointSource, Score, VictorySummary
from tabletop.core.phrases import signed
from tabletop.games.decks_of_glory import victory
from tabletop.games.decks_of_glory.positions import active
from tabletop.games.decks_of_glory.state import Side, State, enemy_of


def ledger(state: State, side: Side) -> tuple[Score, ...]:
    """What a side has won, ship by ship."""
    return tuple(score for score in victory.scores(state) if score.side == side)


WON = (
    "A side without a ship that can fight has lost. After turn {turns}, or where one has withdrawn, most victory "
    "points win: the points of enemies sunk or derelict, and half of that for those that lost half their strength."
)


def stakes(state: State) -> VictorySummary:
    """How it is won, what counts now, and what would."""
    gave = (PointSource(score.reason, signed(score.points), score.rule, score.side) for score in victory.scores(state))
    return VictorySummary(WON.format(turns=state.turns), "DOG-23", tuple(gave), tuple(_open(state)))


def _open(state: State) -> Iterator[PointSource]:
    """Ships that can fight, by what they are worth as a whole and as half."""
    for side in state.sides:
        for key in sorted(active(state, side), key=lambda key: -state.fleet[key].points):
            vessel, left = state.fleet[key], state.ships[key].strength
            half = f"half {signed(vessel.points // 2)}, " if 2 * left > vessel.points else ""
            words = f"{vessel.name}, {left} of {vessel.points} left"
            yield PointSource(words, f"{half}all {signed(vessel.points)}", "DOG-23", enemy_of(side))
