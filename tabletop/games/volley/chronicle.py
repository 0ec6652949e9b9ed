"""The chronicle of a match of Volley: troops lost, and the cards that answered an attack."""

from tabletop.core.chronicle import Chronicler, Damage, Notice, PieceInfo
from tabletop.games.volley.events import CasualtiesSuffered, CounterPlayed, DefencePlayed
from tabletop.games.volley.model import SIDES, State


def _notice_casualties(state: State, event: CasualtiesSuffered) -> Notice:  # noqa: ARG001
    """Return the notable facts of an attack: the troops lost and the side that caused the loss."""
    lost = event.before - event.left
    by = next(side for side in SIDES if side != event.side)
    harms = (Damage(by, event.side, lost),) if lost else ()
    return Notice(
        mark="casualties" if lost else "", about=(event.side,), harms=harms, lost=(event.side,) if lost else ()
    )


CHRONICLER = Chronicler(
    notices={
        CasualtiesSuffered: _notice_casualties,
        DefencePlayed: lambda state, event: Notice(mark="card", about=(event.card,)),  # noqa: ARG005
        CounterPlayed: lambda state, event: Notice(mark="card", about=(event.card,)),  # noqa: ARG005
    },
    score=lambda state: state.troops,
    pieces=lambda state: {side: PieceInfo(name, side) for side, name in state.names.items()},
    moment=lambda state: (state.turn, state.stage),
    harm="troops",
    points="troops left",
)
