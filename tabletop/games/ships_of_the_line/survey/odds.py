"""What a broadside is likely to do (4.1 to 4.4.1), exactly."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from tabletop.games.ships_of_the_line.chapters.aiming import Aim
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.state import State, in_service, sinking_zone
from tabletop.games.ships_of_the_line.sums import Gunfire, Hits, Modifier
from tabletop.games.ships_of_the_line.survey.chances import (
    FACES,
    Spread,
    any_critical,
    at_least,
    chance_of,
    successes,
    throws,
    to_hit,
)
from tabletop.games.ships_of_the_line.tables import SINKING, SINKS_AT_OR_ABOVE

STRIKES = chance_of(sum(result == "struck" for result in SINKING.values()))
"""That the roll of a ship attacked in her sinking zone makes her strike (4.4.1-b)."""

FOUNDERS = chance_of(sum(result == "again" for result in SINKING.values())) * chance_of(
    sum(die >= SINKS_AT_OR_ABOVE for die in FACES)
)
"""That it sinks her (4.4.1-d)."""


class BroadsideOdds(msgspec.Struct, frozen=True):
    """The prospects of one broadside.

    Hull points noted for the target earlier in this Combat Phase count as lost; all else is left out that could
    still happen to her this turn: later shots, criticals and what they bring (an explosion, fires, a dead officer,
    the last mast), boarders, and her crew's own work.

    Attributes:
        aim: the shot.
        dice: rolled.
        needed: a die hits from this number up.
        hits: the chance of each number of hits.
        hull: the chance of each number of hull points lost, a rake included.
        critical: at least one critical.
        zone: her hull ends in the sinking zone or below.
        shattered: no hull point is left, so she is lost when the damage takes effect.
        strikes: she hauls down her colours this turn, by the roll in the sinking zone.
        sinks: she is lost this turn, shattered or foundering by that roll.
        told: how the number to hit and the hull points come about, where rule modules have a part in it.
    """

    aim: Aim
    dice: int
    needed: int
    hits: Spread
    hull: Spread
    critical: Fraction
    zone: Fraction
    shattered: Fraction
    strikes: Fraction
    sinks: Fraction
    told: tuple[Modifier, ...] = ()


def broadside(state: State, aim: Aim) -> BroadsideOdds:
    """The odds of a shot that `fire.aim_at` or the picture offers."""
    dice = aim.dice[-1].value
    hull = _loss(state, aim)
    left = state.ships[aim.target].hull - sum(shot.hull for shot in state.shots if shot.target == aim.target)
    zone, shattered = at_least(hull, left - sinking_zone(state, aim.target)), at_least(hull, left)
    afloat_in_zone = zone - shattered
    return BroadsideOdds(
        aim=aim,
        dice=dice,
        needed=aim.needed,
        hits=successes(dice, to_hit(aim.needed)),
        hull=hull,
        critical=any_critical(dice, aim.needed),
        zone=zone,
        shattered=shattered,
        strikes=afloat_in_zone * STRIKES if in_service(state, aim.target) else Fraction(0),
        sinks=shattered + afloat_in_zone * FOUNDERS,
        told=tuple(_told(state, aim)),
    )


def _told(state: State, aim: Aim) -> Iterator[Modifier]:
    """The lines that rule modules add, for a broadside that hits."""
    sums = rules_of(state).sums
    shot = Gunfire(state, aim.ship, aim.band, aim.rake), Hits(state, aim.ship, aim.target, aim.rake, 1, 1)
    yield from (line for term, line in sums.to_hit.lines(shot[0]) if term.name in sums.to_hit.added)
    yield from (line for term, line in sums.hull_loss.lines(shot[1]) if term.name in sums.hull_loss.added)


def _loss(state: State, aim: Aim) -> Spread:
    """Hull points lost, as the rules of the battle reckon them from every throw there can be."""
    loss = rules_of(state).sums.hull_loss
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for (hits, hull), chance in throws(aim.dice[-1].value, aim.needed).items():
        chances[loss.total(Hits(state, aim.ship, aim.target, aim.rake, hits, hull))] += chance
    return tuple(chances[points] for points in range(max(chances) + 1))
