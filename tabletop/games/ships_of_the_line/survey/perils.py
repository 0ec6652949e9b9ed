"""What threatens a ship at the end of a plan before it is ordered: collisions (10), exactly.

Each is told as the rules would roll for it once those before it had brought nothing about.
"""

from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

from tabletop.games.ships_of_the_line.chapters import movement, tasks
from tabletop.games.ships_of_the_line.chapters.optional import collision
from tabletop.games.ships_of_the_line.chapters.optional.collision import ramming
from tabletop.games.ships_of_the_line.chapters.trial import Trial
from tabletop.games.ships_of_the_line.compiled import evolve, rules_of
from tabletop.games.ships_of_the_line.ship import Unaided
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.sums import Check
from tabletop.games.ships_of_the_line.survey.odds import chance_of


class Ramming(msgspec.Struct, frozen=True):
    """A collision that may come of a plan.

    Attributes:
        mover: who would run into the other: the ship that sails, or the one she tows.
        other: into whom.
        chance: that they collide.
        own: hull points that it would cost the mover.
        theirs: and the other.
    """

    mover: str
    other: str
    chance: Fraction
    own: int
    theirs: int


def rammings(state: State, tried: Trial, leader: Unaided | UnsetType = UNSET) -> tuple[Ramming, ...]:
    """The collisions of a plan, in the order in which they would be rolled for; none where ships do not collide."""
    if collision.MODULE not in rules_of(state).modules or tried.gone:
        return ()
    after = evolve(state, movement.sailed(tried))
    motion = movement.motion(state, tried, leader)
    return tuple(
        Ramming(contact.mover, contact.other, _collides(check), own, theirs)
        for contact, check, own, theirs in ramming.foreseen(motion, after)
    )


def _collides(check: Check) -> Fraction:
    return 1 - chance_of(tasks.chances(check, ramming.COLLIDES_AT_OR_ABOVE - 1))
