"""The texts of the top bar: phase, side to move, turn, clock and victory points."""

from collections.abc import Sequence

from tabletop.core.game import Score
from tabletop.core.phrases import format_signed
from tabletop.games.ships_of_the_line import fleets, rules
from tabletop.games.ships_of_the_line.game import GAME
from tabletop.games.ships_of_the_line.hooks import Phase
from tabletop.games.ships_of_the_line.model import State, clock
from tabletop.games.ships_of_the_line.ship import SIDES, Side
from tabletop.ui.boards.battle import table
from tabletop.ui.boards.contract import Caption, Tally
from tabletop.ui.boards.nations import nation_badge

_PHASE_TASKS: dict[str, str] = {
    "initiative": "to roll",
    "combat": "to fire",
    "movement": "to move",
    "reload": "to reload",
    "grapple": "to grapple",
    "break_free": "to cut loose",
    "board": "to board",
    "boarding": "to choose",
    "unrig": "to clear wreckage",
    "rudder": "to repair",
    "extinguish": "to fight fires",
}
"""Phase or step to the task of the side to move."""


def build_caption(state: State, ribbon: Sequence[str], phase: Phase) -> Caption:
    """Build the contents of the top bar."""
    side = rules.side_to_choose(state)
    over = state.outcome is not None
    asked = "The battle is over" if over else f"{find_asked_name(state)} {_describe_task(state, phase)}"
    return Caption(
        title=GAME.meta.title,
        subtitle=state.title,
        phases=tuple(ribbon),
        phase=phase.ribbon,
        asked=asked,
        sign=None if over else nation_badge(*fleets.nations(state, side)),
        turn=f"Turn {state.turn} of {state.turns}",
        clock=clock(state, state.turn),
        lasts=f"A turn is {state.minutes_per_turn} minutes. The last one ends at {clock(state, state.turns + 1)}.",
        progress=(state.turn, state.turns),
        tallies=tuple(_build_tally(state, side) for side in SIDES),
    )


def find_asked_name(state: State) -> str:
    """Return the name of the player to move, or of the side if it has one player."""
    decision = rules.current_decision(state)
    return (decision.player if decision else "") or fleets.short_fleet_name(state, rules.side_to_choose(state))


def _build_tally(state: State, side: Side) -> Tally:
    """Build the tally of a side's victory points."""
    sign = nation_badge(*fleets.nations(state, side))
    return Tally(
        f"{fleets.short_fleet_name(state, side)} victory points",
        sign,
        victory_points(state, side),
        format_ledger(state, side),
    )


def victory_points(state: State, side: Side) -> int:
    """Return the victory points of a side so far."""
    return sum(score.points for score in state.scores if score.side == side)


def format_ledger(state: State, side: Side) -> str:
    """Return the victory points of a side, an entry a line, the latest last."""
    mine = [score for score in state.scores if score.side == side]
    return table.ledger(list(map(_format_entry, mine)), "earlier entries")


def _format_entry(score: Score) -> str:
    """Return an entry such as "+10 Mars struck, turn 4 (SOTL-8-a)"."""
    turn = f", turn {score.turn}" if score.turn else ""
    return f"{format_signed(score.points)} {score.reason}{turn} ({score.rule})"


def _describe_task(state: State, phase: Phase) -> str:
    """Return what the player to move does, such as "to fire"."""
    if state.question is not None:
        return "to choose" if state.question.kind == "prize" else "to answer"
    return _PHASE_TASKS.get(phase.id, "to choose")
