"""The card game outside its table: the cover, small pictures of duels, and what became of the two ships."""

from tabletop.core.game import Score
from tabletop.games.ship_duel import GAME
from tabletop.games.ship_duel.events import AdvantageGained, AttackMade, FireHeld, ShipLost, WindsRevealed
from tabletop.games.ship_duel.phases import PHASES
from tabletop.games.ship_duel.state import SIDES, Ship, State
from tabletop.games.ship_duel.tables import STATS, Stat
from tabletop.ui.boards.course import Costs, free
from tabletop.ui.boards.course import course as turn_by_turn
from tabletop.ui.boards.known import Fate, Pictures, Told
from tabletop.ui.boards.ship_duel.scene import SIDE_NAMES
from tabletop.ui.boards.ship_duel.sea import LEFT
from tabletop.ui.boards.ship_duel.ship_painting import cover, position

LOST: dict[Stat, str] = {"hull": "none, she sank", "rigging": "none, she lies still", "crew": "none, all hands lost"}


def sides(state: State) -> tuple[tuple[str, str], ...]:
    """The ship of each side with her points."""
    return tuple((SIDE_NAMES[side], f"{state.ships[side].name}: {_points(state.ships[side])}") for side in SIDES)


def _points(ship: Ship) -> str:
    return ", ".join(f"{stat} {ship.whole[stat]}" for stat in STATS)


def facts(state: State) -> tuple[str, ...]:
    """The size of the deck."""
    return (f"{len(state.deck)} cards",)


def fates(state: State) -> tuple[tuple[str, tuple[Fate, ...]], ...]:
    """What is left of each ship."""
    return tuple((state.ships[side].name, tuple(_left(state.ships[side], stat) for stat in STATS)) for side in SIDES)


def _left(ship: Ship, stat: Stat) -> Fate:
    lost = ship.left[stat] <= 0
    return LEFT[stat], LOST[stat] if lost else f"{ship.left[stat]} of {ship.whole[stat]}", lost


def moment(state: State) -> str:
    """The turn and its phase."""
    return f"turn {state.turn}, {PHASES[state.phase].ribbon.lower()}" if state.turn else "before the first turn"


COSTS: Costs = {
    WindsRevealed: free, AdvantageGained: free, FireHeld: free, ShipLost: free,
    AttackMade: lambda event: int(event.before - event.after),
}  # fmt: skip


def course(told: Told) -> tuple[tuple[str, tuple[Score, ...]], ...]:
    """The winds of every round, what was fired by them, and what it cost."""
    return turn_by_turn(told, GAME.narrate, COSTS)


PICTURES = Pictures(cover, position, sides, facts, fates, moment, course)
