"""The chronicle of a duel: the damage of each attack, and the loss of a ship."""

from tabletop.core.chronicle import Chronicler, Damage, Notice, PieceInfo
from tabletop.games.ship_duel.events import AttackMade, ShipLost
from tabletop.games.ship_duel.model import State


def _notice_attack(state: State, event: AttackMade) -> Notice:  # noqa: ARG001
    harms = (Damage(event.side, event.target, event.before - event.after),) if event.before > event.after else ()
    return Notice(mark=f"{event.stat}_hit" if harms else "", about=(event.target,), harms=harms)


CHRONICLER = Chronicler(
    notices={
        AttackMade: _notice_attack,
        ShipLost: lambda state, event: Notice(mark="sunk", about=(event.side,), lost=(event.side,)),  # noqa: ARG005
    },
    score=lambda state: {side: sum(ship.left.values()) for side, ship in state.ships.items()},
    pieces=lambda state: {side: PieceInfo(ship.name, side) for side, ship in state.ships.items()},
    harm="points",
    points="points left",
)
