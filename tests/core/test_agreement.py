"""C-9 for every game that takes its agreements from the core."""

from msgspec import Struct

from tabletop.core.agreement import APPLY, AcceptDraw, Agreement, OfferDraw, Order
from tabletop.core.chance import SeededChance
from tabletop.core.game import Outcome
from tabletop.core.unfolding import Unfolding


class Position(Struct, frozen=True):
    draw_offered: str | None = None
    outcome: Outcome | None = None


def played(*orders: Order) -> Position:
    agreement = Agreement(("red", "blue"), lambda state, side: side.capitalize())
    turn = Unfolding(Position(), lambda state, event: APPLY[type(event)](state, event), SeededChance("1"))
    for order in orders:
        assert agreement.checks[type(order)](turn.state, order) is None
        agreement.lapse(turn, order)
        agreement.decisions[type(order)](turn, order)
    return turn.state


def test_c_9_two_offers_are_an_agreement() -> None:
    for answer in (AcceptDraw(side="blue"), OfferDraw(side="blue")):
        outcome = played(OfferDraw(side="red"), answer).outcome
        assert outcome is not None
        assert outcome.winner is None
    assert played(OfferDraw(side="red")).outcome is None
