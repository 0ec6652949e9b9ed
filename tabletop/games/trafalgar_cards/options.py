"""What players may set otherwise than the scenario does (TRA-1)."""

from collections.abc import Mapping

from msgspec.structs import replace

from tabletop.core.game import Switch
from tabletop.core.scenario import Prepared, stated, unknown
from tabletop.games.trafalgar_cards.state import MOST_WINS, State

OFFERED = (1, 2, 3, 4, 5, 7)
"""Hands that win the game, as the players may choose them."""


def switches(opening: State) -> tuple[Switch, ...]:
    """The length of the match."""
    lengths = sorted({*OFFERED, opening.wins_needed})
    values = tuple((str(hands), str(hands)) for hands in lengths)
    return (Switch("wins_needed", "Hands that win the game", "TRA-1", values, str(opening.wins_needed)),)


def applied(prepared: Prepared[State], options: Mapping[str, object]) -> State:
    """The opening with some options set otherwise.

    Raises:
        ScenarioError: for an option that is unknown or out of range.
    """
    chosen, opening = stated(options, _wrong), prepared.opening
    return replace(opening, wins_needed=int(str(chosen.get("wins_needed", opening.wins_needed))))


def _wrong(name: str, value: object) -> str:
    if name != "wins_needed":
        return unknown(name, ("wins_needed",))
    whole = isinstance(value, int | str) and not isinstance(value, bool) and str(value).isdecimal()
    fits = whole and 1 <= int(str(value)) <= MOST_WINS
    return "" if fits else f"wins_needed: expected a number of hands from 1 to {MOST_WINS}, not {value!r}"
