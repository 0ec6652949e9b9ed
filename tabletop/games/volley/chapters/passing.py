"""Passing: no attack, no answer, no counter (VOL-10, VOL-11)."""

from collections.abc import Callable

from tabletop.games.volley.chapters import casualties
from tabletop.games.volley.chapters.unfolding import Unfolding
from tabletop.games.volley.commands import Pass
from tabletop.games.volley.events import Passed
from tabletop.games.volley.state import Stage

_RULES: dict[Stage, str] = {"attack": "VOL-10", "defence": "VOL-6", "counter": "VOL-7"}

_THEN: dict[Stage, Callable[[Unfolding], None]] = {
    "attack": lambda turn: casualties.end_turn(turn, 0),
    "defence": casualties.reckon,
    "counter": casualties.answered,
}
"""What follows when a side passes in a phase."""


def pass_by(turn: Unfolding, command: Pass) -> None:  # noqa: ARG001
    """Nothing is played."""
    stage, side = turn.state.stage, turn.state.asked
    assert side is not None
    turn.emit(Passed(side=side, stage=stage, rule=_RULES[stage]))
    _THEN[stage](turn)
