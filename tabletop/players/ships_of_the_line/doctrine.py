"""By what weights ships are fought: a level of skill, tinged by temper. Fire is weighed in victory points."""

from msgspec import Struct
from msgspec.structs import replace

from tabletop.core.record import STEADY


class Doctrine(Struct, frozen=True):
    """What counts for how much in the choice of a move and of a command handler.

    Attributes:
        risk: fire that is taken, against fire that is dealt.
        approach: each turn of sailing that parts a ship from her target.
        foresees: enemies who have not moved are expected to make the best of their move.
        foreseen: so many places that enemies may go to are reckoned with, of all of them together.
        cunning: how surely they find it, for each victory point that it brings them.
        studied: how many of the moves that look best are weighed against all that an enemy may do.
        concentrates: ships that are hurt count for more, and several ships share a target by plan.
        masking: fire of friends that a ship would stand in the way of.
        finish: hitting a ship in her sinking zone at all.
        rescue: being hit at all in her own.
        way: each point of the next move.
        stopped: to lie stopped.
        irons: to lie head to wind.
        boards: what boarding must be worth to be tried, victory points.
        husbands: crews are not tired without need, and hurt ships draw out of the fire.
        salvages: own ships that have struck are brought back, and in the last turn nothing else counts.
        withdraws: part of all strength left, below which a fleet saves its ships while nobody leads on points.
        rallies: key of an own ship that has called for help, if one has.
        second: of so many of the best moves one is made at random.
    """

    risk: float = 0.85
    approach: float = 1.0
    foresees: bool = True
    foreseen: int = 0
    cunning: float = 0.8
    studied: int = 0
    concentrates: bool = True
    masking: float = 0.7
    finish: float = 3.0
    rescue: float = 3.0
    way: float = 0.18
    stopped: float = 0.6
    irons: float = 4.0
    boards: float = 0.5
    husbands: bool = True
    salvages: bool = False
    withdraws: float = 0.0
    rallies: str = ""
    second: int = 1


GREEDY = Doctrine(
    risk=0.6,
    foresees=False,
    concentrates=False,
    masking=0.0,
    finish=0.0,
    rescue=0.0,
    way=0.0,
    stopped=0.0,
    irons=2.0,
    boards=1.0,
    husbands=False,
)
"""The best move for this moment, as if nobody answered it."""
MIDSHIPMAN = replace(GREEDY, risk=0.3, second=4)
"""Bold, not always attentive, and fond of the nearest enemy."""
CAPTAIN = Doctrine()
"""Sound."""
ADMIRAL = replace(
    CAPTAIN,
    approach=0.5,
    foreseen=3000,
    cunning=1.5,
    studied=60,
    way=0.6,
    finish=5.0,
    rescue=4.0,
    salvages=True,
    withdraws=0.3,
)
"""As strong as may be."""

_RISK_FACTORS = {"bold": 0.7, STEADY: 1.0, "cautious": 1.3}
_WITHDRAWAL_FACTORS = {"bold": 0.6, STEADY: 1.0, "cautious": 1.1}


def adjust_for_temper(doctrine: Doctrine, temper: str) -> Doctrine:
    """A doctrine as somebody of that temper follows it."""
    return replace(
        doctrine, risk=doctrine.risk * _RISK_FACTORS[temper], withdraws=doctrine.withdraws * _WITHDRAWAL_FACTORS[temper]
    )
