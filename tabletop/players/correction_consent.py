"""The consent of the computer to a correction by agreement (C-9), for all seats that its players hold."""

from collections.abc import Collection
from itertools import takewhile

from tabletop.core.chance import SeededChance
from tabletop.core.correction import RULE, Correctable, Correction, Values
from tabletop.core.errors import Refused
from tabletop.core.game import Seat
from tabletop.core.match import Match

_AS_BEFORE = "It restores the earlier position."
_NO_LOSS = "The computer loses nothing by it."


def explain_consent(match: Match, order: Correction, one: Correctable, values: Values, seats: Collection[Seat]) -> str:
    """Return the reason why the computer agrees to a correction, as a sentence; "" if it holds no seat.

    Raises:
        Refused: if a seat of the computer would lose by it; the refusal names the loss.
    """
    if not seats:
        return ""
    if _restores_state(match, order):
        return _AS_BEFORE
    for seat in seats:
        if cost := one.describe_loss(values, seat.side):
            raise Refused(RULE, f"{seat.name} does not agree.", f"It would lose by {one.name}: {cost}.")
    return _NO_LOSS


def _restores_state(match: Match, order: Correction) -> bool:
    """Return True if the correction only takes back earlier corrections that nothing has followed."""
    after = match.game.decide(match.state, order, SeededChance("")).state
    since = takewhile(lambda move: isinstance(move.command, Correction), reversed(match.moves))
    return any(move.before == after for move in since)
