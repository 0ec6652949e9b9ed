"""The fast game: half the turns, each of twice the time, and double loss of hull points (3.1-b, AMB-124, AMB-202)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabletop.core.document import DataPath
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.tables import Harm, Hits, Modifier, ModifierRule, ModifierTable, ModifierTables

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.hooks import Scenario
    from tabletop.games.ships_of_the_line.schema import ScenarioData

FACTOR = 2
"""SOTL-3.1-b: multiplies hull points and minutes a turn, and divides the number of turns."""


def halve_turns(usual: int) -> int:
    """Return half of `usual` turns, rounded up (AMB-202)."""
    return -(-usual // FACTOR)


def _shorten_battle(state: State, scenario: "Scenario") -> State:  # noqa: ARG001 - whatever the file says
    """Return the opening state with half the turns and twice the minutes a turn."""
    return replace(state, turns=halve_turns(state.turns), minutes_per_turn=FACTOR * state.minutes_per_turn)


def _fast_game_modifier(loss: Hits | Harm, so_far: int) -> Modifier | None:  # noqa: ARG001 - whatever costs them
    """Double the hull points of any loss; None if there are none."""
    return Modifier("fast game", f"×{FACTOR}", FACTOR * so_far) if so_far else None


def _find_problems(data: "ScenarioData") -> Iterator[tuple[DataPath, str]]:
    """Yield a start turn that lies after the last turn of the fast game, but within the usual turns."""
    if halve_turns(data.turns) < data.start.turn <= data.turns:
        most = halve_turns(data.turns)
        yield ("start", "turn"), f"turn: {data.start.turn} is out of range: at most {most} in the fast game"


MODULE = RuleModule(
    id="fast_game",
    rule="SOTL-3.1-b",
    title="Fast game",
    note="Half as many turns, each twice as long, and double hull damage.",
    group="Pace",
    build_opening=_shorten_battle,
    find_problems=_find_problems,
    modifiers=ModifierTables(
        hull_loss=ModifierTable(
            (ModifierRule("fast game", "AMB-202", _fast_game_modifier, after=("rake", "British firepower", "leeward")),)
        ),
        harm=ModifierTable((ModifierRule("fast game", "AMB-202", _fast_game_modifier, after=("points", "windward")),)),
    ),
)
