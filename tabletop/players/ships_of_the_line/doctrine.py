"""The weights by which a computer player fights its ships. Fire is weighed in victory points."""

from msgspec import Struct
from msgspec.structs import replace

from tabletop.core.record import STEADY


class Doctrine(Struct, frozen=True):
    """The weights of the choice of moves and orders: a level of skill, adjusted for a temper.

    Attributes:
        risk: weight of the fire taken against the fire dealt.
        approach: victory points for each turn of sailing less between a ship and its target.
        foresees: True to expect that enemies that have not moved make the best of their move.
        foreseen: number of enemy poses to consider, for all enemies together.
        cunning: how surely enemies find a good pose, for each victory point that the pose brings them.
        studied: number of the best moves to value against all that an enemy may do; 0 for none.
        concentrates: True to value hurt ships higher and to share targets by a plan.
        masking: weight of the fire of friends that a ship would block.
        finish: victory points for any hit on a ship in its sinking zone.
        rescue: victory points lost by any hit on an own ship in its sinking zone.
        way: victory points for each point of the next move.
        stopped: victory points lost by lying stopped.
        irons: victory points lost by lying head to wind.
        boards: victory points that boarding must promise to be tried.
        husbands: True to spare the crews, and to draw hurt ships out of the fire.
        salvages: True to bring own ships back that have struck; in the last turn nothing else counts.
        withdraws: share of all strength below which a fleet saves its ships while no side leads on points.
        rallies: key of an own ship that has called for help; "" for none.
        second: number of the best moves among which one is chosen at random.
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
"""The best move for this moment, as if no enemy answered."""
MIDSHIPMAN = replace(GREEDY, risk=0.3, second=4)
"""Bold, inattentive and drawn to the nearest enemy."""
CAPTAIN = Doctrine()
"""The defaults: a sound player."""
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
"""The strongest weights."""

_RISK_FACTORS = {"bold": 0.7, STEADY: 1.0, "cautious": 1.3}
_WITHDRAWAL_FACTORS = {"bold": 0.6, STEADY: 1.0, "cautious": 1.1}


def adjust_for_temper(doctrine: Doctrine, temper: str) -> Doctrine:
    """Return the doctrine as a player of `temper` follows it."""
    return replace(
        doctrine, risk=doctrine.risk * _RISK_FACTORS[temper], withdraws=doctrine.withdraws * _WITHDRAWAL_FACTORS[temper]
    )
