"""Passing: where a side may do so, and when the table does it for a side that holds nothing."""

from tabletop.games.volley import asking, melds
from tabletop.games.volley.commands import Pass
from tabletop.games.volley.state import QUIET, Side, Stage, State
from tabletop.ui.boards.contract import Passing
from tabletop.ui.boards.replies import Ask, Reply, Submit

PAUSE = 1500
"""Milliseconds before the table passes for a side, the same whatever is held (VOL-11)."""
PASSES: dict[Stage, tuple[str, str]] = {
    "attack": ("No attack", "The turn passes to the other side."),
    "defence": ("No answer", "The meld counts as it lies."),
    "counter": ("No counter", "The answer stands."),
}
"""Where a side may pass: what the button says, and what follows."""


def passed(state: State, side: Side) -> Reply:
    """To pass; where that would end the battle it is asked before (VOL-12)."""
    order = Submit.one(Pass(side))
    if state.stage != "attack" or state.quiet < QUIET - 1:
        return order
    told = f"This would be turn {QUIET} in a row without a casualty: the battle would end at once, in a draw (VOL-12)."
    return Ask("End the battle in a draw?", told, "No attack", order, grave=True)


def passing(state: State) -> Passing | None:
    """With `auto_pass`, no answer is given where none is held; the pause comes whatever is held (VOL-11)."""
    if not state.auto_pass or state.outcome is not None or state.assault is None:
        return None
    side = asking.asked(state)
    hand = state.cards.hands[side]
    held = melds.counters(state.deck, hand)
    if state.stage == "defence":
        held = (card for card, _ in melds.answers(state.deck, state.assault, hand))
    if any(True for _ in held):
        return Passing(None, after=PAUSE)
    title = f"{state.names[side]}: {PASSES[state.stage][0].lower()}"
    return Passing(Pass(side), title, "Nothing could be played, so the table passed.", PAUSE)
