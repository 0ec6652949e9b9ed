"""The chronicle of the card game: hands won and drawn, and cards negated."""

from tabletop.core.chronicle import Chronicler, Notice, PieceInfo
from tabletop.games.trafalgar_cards.deck import SIDE_NAMES, SIDES
from tabletop.games.trafalgar_cards.events import HandDrawn, HandWon
from tabletop.games.trafalgar_cards.model import State
from tabletop.games.trafalgar_cards.tally import CardNegated


def _notice_hand_won(state: State, event: HandWon) -> Notice:  # noqa: ARG001
    return Notice(mark="hand", about=(event.side,), lost=tuple(side for side in SIDES if side != event.side))


CHRONICLER = Chronicler(
    notices={
        HandWon: _notice_hand_won,
        HandDrawn: lambda state, event: Notice(mark="drawn"),  # noqa: ARG005
        CardNegated: lambda state, event: Notice(mark="card", about=(event.by, event.card)),  # noqa: ARG005
    },
    score=lambda state: state.won,
    pieces=lambda state: {side: PieceInfo(SIDE_NAMES[side], side) for side in SIDES},  # noqa: ARG005
    points="hands won",
)
