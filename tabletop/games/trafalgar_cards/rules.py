"""What may be ordered, and what comes of it: a table, not a ladder."""

from tabletop.core.agreement import Agreement
from tabletop.core.decision import check_sealed
from tabletop.core.deeds import Deed, Order, allowed
from tabletop.core.errors import Refused
from tabletop.games.trafalgar_cards.chapters import fight, morale, strategy, tactics
from tabletop.games.trafalgar_cards.commands import Commit, Deal, Discard
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.trafalgar_cards.naming import with_article
from tabletop.games.trafalgar_cards.state import State

AGREEMENT: Agreement[State, str] = Agreement(SIDES, lambda state, side: with_article(side), morale.end)  # noqa: ARG005

DEEDS: tuple[Deed[State], ...] = (
    Deed(Deal, allowed, strategy.deal),
    Deed(Discard, tactics.check, tactics.discard),
    Deed(Commit, fight.check, fight.commit),
)
"""Every command: why it is refused in its own phase, and what comes of it."""


def whose(state: State, command: Order) -> Refused | None:
    """Both sides choose, each once (TRA-11)."""
    return check_sealed(command.side, state.chosen, "TRA-11")
