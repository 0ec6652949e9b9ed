"""When the computer gives its word that something is put right (C-9), whichever of its players holds the seats."""

from collections.abc import Collection
from itertools import takewhile

from tabletop.core.chance import SeededChance
from tabletop.core.correction import RULE, Correctable, Correction, Values
from tabletop.core.errors import Refused
from tabletop.core.game import Seat
from tabletop.core.match import Match

_AS_BEFORE, _NO_LOSS = "It restores the earlier position.", "The computer loses nothing by it."


def explain_consent(match: Match, order: Correction, one: Correctable, values: Values, seats: Collection[Seat]) -> str:
    """Why the computer, from all of its seats, agrees to put something right so, as a sentence; "" where it has none.

    Raises:
        Refused: if it would be to the loss of one of them, with what that is.
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
    """Whether all lies again as it did before somebody put something right, and nothing has happened since."""
    after = match.game.decide(match.state, order, SeededChance("")).state
    since = takewhile(lambda move: isinstance(move.command, Correction), reversed(match.moves))
    return any(move.before == after for move in since)
