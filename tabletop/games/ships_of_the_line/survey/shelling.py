"""The prospects of a battery's fire at a ship, exactly (22-e, AMB-195)."""

from collections import defaultdict
from fractions import Fraction

from tabletop.games.ships_of_the_line.chapters.optional.coastal import batteries
from tabletop.games.ships_of_the_line.chapters.optional.coastal.batteries import FireBattery as FireBattery
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.state import Coast, State
from tabletop.games.ships_of_the_line.survey.chances import any_critical, successes, throws, to_hit
from tabletop.games.ships_of_the_line.survey.odds import BroadsideOdds, fates
from tabletop.games.ships_of_the_line.survey.terms import ByRules
from tabletop.games.ships_of_the_line.tables import Hits
from tabletop.games.ships_of_the_line.words import SHOT


def shots(state: State, side: Side, key: str = "") -> tuple[FireBattery, ...]:
    """All that the batteries of a side could fire now, or one of them: each kind of shot, the nearest ship first."""
    works = state.coast.batteries if state.coast else {}
    found = (
        [order for order in batteries.offer_battery_fire(state, side) if key in ("", order.battery)] if works else []
    )
    away = {order: batteries.distance_to_target(state, works[order.battery], order.target) for order in found}
    return tuple(sorted(found, key=lambda order: (list(works).index(order.battery), away[order])))


def odds(state: State, order: FireBattery) -> BroadsideOdds:
    """What a shot that may be fired comes to; what hot shot sets on fire besides is left out."""
    aim = batteries.aim_battery(state, (state.coast or Coast()).batteries[order.battery], order.target)
    if aim is None:
        raise ValueError(f"{order.target} is out of reach of {order.battery}")
    dice, shot, loss = aim.dice[-1].value, rules_of(state).ammunition[order.shot], rules_of(state).sums.hull_loss
    hull: dict[int, Fraction] = defaultdict(Fraction)
    for (hits, points), chance in throws(dice, aim.needed).items():
        struck = Hits(state, order.battery, None, order.target, None, hits, points, shot.id)
        hull[loss.total(struck)] += chance
    spread = tuple(hull[points] for points in range(max(hull) + 1))
    ends = fates(state, order.target, spread)
    return BroadsideOdds(
        aim=aim,
        dice=dice,
        needed=aim.needed,
        hits=successes(dice, to_hit(aim.needed)),
        hull=spread,
        critical=any_critical(dice, aim.needed),
        zone=ends.zone,
        shattered=ends.shattered,
        strikes=ends.strikes,
        sinks=ends.sinks,
        by=ByRules(
            "SOTL-22-e", "SOTL-4.2.1-a", loss.decides(Hits(state, order.battery, None, order.target, None, 1, 1))
        ),
        shot="" if order.shot == "round" else SHOT[order.shot],
    )
