"""What threatens a ship at the end of a plan before it is ordered: collisions (10) and the ground (22-f), exactly.

Each is told as the rules would roll for it once those before it had brought nothing about.
"""

from fractions import Fraction
from itertools import chain

import msgspec
from msgspec import UNSET, UnsetType

from tabletop.games.ships_of_the_line.chapters import crew_tasks, movement
from tabletop.games.ships_of_the_line.chapters.optional import collision
from tabletop.games.ships_of_the_line.chapters.optional.coastal import grounding
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.rule_modules import evolve, rules_of
from tabletop.games.ships_of_the_line.ship import Unaided
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.chances import chance_of
from tabletop.games.ships_of_the_line.tables import Check, Modifier


class Ramming(msgspec.Struct, frozen=True):
    """A collision that may come of a plan.

    Attributes:
        mover: who would run into the other: the ship that sails, or the one she tows.
        other: into whom.
        chance: that they collide.
        own: hull points that it would cost the mover.
        theirs: and the other.
        leader: what a leader makes of the roll, if any helps her.
    """

    mover: str
    other: str
    chance: Fraction
    own: int
    theirs: int
    leader: tuple[Modifier, ...] = ()


def rammings(state: State, tried: PlanEvaluation, leader: Unaided | UnsetType = UNSET) -> tuple[Ramming, ...]:
    """The collisions of a plan, in the order in which they would be rolled for; none where ships do not collide."""
    if collision.MODULE not in rules_of(state).modules or tried.gone:
        return ()
    after = evolve(state, movement.build_ship_sailed(tried))
    motion = movement.build_motion(state, tried, leader)
    return tuple(
        Ramming(contact.mover, contact.other, _collides(check), own, theirs, _helped(check))
        for contact, check, own, theirs in collision.forecast_collisions(motion, after)
    )


def ship_cut_short(state: State, tried: PlanEvaluation) -> str:
    """Return the ship that meets `tried.contact`: the ship that sails, or the ship in tow (AMB-159)."""
    return movement.build_motion(state, tried).cut or tried.ship


def _helped(check: Check) -> tuple[Modifier, ...]:
    return rules_of(check.state).sums.check.working(check)[1:]


def _collides(check: Check) -> Fraction:
    return 1 - chance_of(crew_tasks.count_successful_faces(check, collision.COLLISION_NEEDED - 1))


class Grounding(msgspec.Struct, frozen=True):
    """Ground that a ship may strike by a plan.

    Attributes:
        ship: she that sails, or the one she tows.
        over: the battery around which the shoals lie, or a wreck.
        ring: of shoal, 1 to 3; 0 over a wreck.
        chance: that she runs aground, if nothing has befallen her before.
        loss: hull points that it would cost her.
        leader: what a leader makes of the roll, if any helps her.
    """

    ship: str
    over: str
    ring: int
    chance: Fraction
    loss: int
    leader: tuple[Modifier, ...] = ()


def groundings(state: State, tried: PlanEvaluation, leader: Unaided | UnsetType = UNSET) -> tuple[Grounding, ...]:
    """The checks of a plan for shoals and wrecks, in the order in which they would be rolled for."""
    if not state.coast or tried.gone or tried.pose == state.ships[tried.ship].pose:
        return ()
    after = evolve(state, movement.build_ship_sailed(tried))
    motion, cost = movement.build_motion(state, tried, leader), rules_of(state).sums.harm.total
    found = (
        (key, peril, grounding.build_grounding_check(after, motion, key, peril))
        for key in motion.ships
        for peril in grounding.find_grounding_risks(motion, after, key)
    )
    return tuple(
        Grounding(
            key, peril.over, peril.ring, 1 - chance_of(crew_tasks.count_successful_faces(check, peril.needed - 1)),
            cost(grounding.grounding_harm(after, key)), _helped(check),
        )
        for key, peril, check in found
    )  # fmt: skip


def aid(state: State, tried: PlanEvaluation) -> tuple[Modifier, ...]:
    """What leaders would make of the checks that a plan may bring about, each once; none where nobody helps."""
    helped = [*(one.leader for one in rammings(state, tried)), *(one.leader for one in groundings(state, tried))]
    return tuple(dict.fromkeys(chain.from_iterable(helped)))
