"""C-9 for every game that takes its agreements from the core."""

from msgspec import Struct

from tabletop.core.agreement import AcceptDraw, Agreement, OfferDraw, build_event_handlers
from tabletop.core.chance import SeededChance
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import Command, CommandTable
from tabletop.core.events import EventTable, describe_nothing
from tabletop.core.game import Outcome


class Position(Struct, frozen=True):
    draw_offered: str | None = None
    outcome: Outcome | None = None


def played(*orders: Command) -> Position:
    agreement = Agreement(("red", "blue"), lambda state, side: side.capitalize())
    deeds = CommandTable[Position](agreement.command_handlers)
    turn = CommandContext(
        Position(), EventTable[Position](build_event_handlers(describe_nothing, describe_nothing)), SeededChance("1")
    )
    for order in orders:
        assert deeds.check(turn.state, order) is None
        agreement.lapse_offer(turn, order)
        deeds.execute(turn, order)
    return turn.state


def test_c_9_two_offers_are_an_agreement() -> None:
    for answer in (AcceptDraw(side="blue"), OfferDraw(side="blue")):
        outcome = played(OfferDraw(side="red"), answer).outcome
        assert outcome is not None
        assert outcome.winner is None
    assert played(OfferDraw(side="red")).outcome is None
