"""Chapter 10: who runs into whom, the die that is rolled for it, and what it costs both (AMB-156, AMB-157, AMB-159)."""

from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import losses
from tabletop.games.ships_of_the_line.chapters.optional.collision.events import CollisionRolled, ShipsFouled
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.modifiers import Check, Harm
from tabletop.games.ships_of_the_line.rule_modules import Motion
from tabletop.games.ships_of_the_line.ship import ShipClass
from tabletop.games.ships_of_the_line.state import Context, State, on_map, side_of

COLLIDES_AT_OR_ABOVE = 3
"""SOTL-10-d."""

CATEGORIES: dict[ShipClass, int] = {"I": 1, "II": 1, "III": 1, "IV": 1, "V": 2, "VI": 3}
"""SOTL-10-g: ships of the line, frigates, corvettes and brigs."""

DAMAGE: dict[int, int] = {0: 2, 1: 3, 2: 4}
"""SOTL-10-e, -f: hull points, by how many categories a ship is smaller than the other; a bigger one as an equal."""

MOVER = 2
"""SOTL-10-e: more for her who caused it."""


class Contact(msgspec.Struct, frozen=True):
    """A ship that came upon another, and how far apart they lie."""

    mover: str
    other: str
    distance: float


def contacts(motion: Motion, after: State) -> list[Contact]:
    """Return the enemies that the ships of a motion ran into, nearest first, equals in key order (AMB-156).

    Each enemy is named once: of several ships that hang together, the nearest one touches her (10-h, AMB-159).
    """
    touched = {key: _touched_by(motion, after, key) for key in motion.ships if on_map(after, key)}
    if motion.cut in touched:
        touched[motion.cut] = (*touched[motion.cut], motion.blocker)
    others = set(chain.from_iterable(touched.values())).difference(motion.ships)
    if not others:
        return []
    found = (
        _contact(motion, after, other, [key for key in touched if other in touched[key]])
        for other in after.ships
        if other in others
    )
    return sorted((one for one in found if one), key=lambda one: one.distance)


def _contact(motion: Motion, after: State, other: str, movers: Iterable[str]) -> Contact | None:
    """Return the contact of the nearest of `movers` that has run into `other`, or None."""
    touching = after.profile.touching
    struck = [
        Contact(key, other, positions.apart(after, key, other))
        for key in movers
        if _hostile(after, key, other) and positions.apart(motion.before, key, other) > touching
    ]
    return min(struck, key=lambda one: one.distance, default=None)


def _touched_by(motion: Motion, after: State, key: str) -> tuple[str, ...]:
    """Return the enemies within `touching` UM of a ship of the motion."""
    touching, pose = after.profile.touching, after.ships[key].pose
    # nobody else has moved: how the others lay has been plotted already
    close = positions.within_of(motion.before, key, pose, touching)
    foes = (other for other in close if on_map(after, other) and _hostile(after, key, other))
    return tuple([other for other in foes if positions.reaches(after, key, other, touching)])


def _hostile(state: State, key: str, other: str) -> bool:
    """Friends do not collide; a struck ship is one of her former side's."""
    return side_of(state, key) != side_of(state, other) or state.profile.collide_with_friends is True


def collide(turn: Context, motion: Motion) -> None:
    """A die for each that she came upon, as long as she floats."""
    for contact in contacts(motion, turn.state):
        if on_map(turn.state, contact.mover) and on_map(turn.state, contact.other):
            _roll(turn, motion, contact)


def check_of(state: State, motion: Motion, contact: Contact, die: int = 1) -> Check:
    """The roll of the ship that moved."""
    return Check(state, contact.mover, "collision", die, contact.other, motion.leader)


def harm(state: State, motion: Motion, contact: Contact, key: str) -> Harm:
    """What the collision costs one of the two (SOTL-10-e, -f)."""
    opponent = contact.other if key == contact.mover else contact.mover
    points = DAMAGE[max(0, _category(state, key) - _category(state, opponent))]
    if key == contact.mover:
        return Harm(state, key, "collision", points + MOVER)
    return Harm(state, key, "collision", points, contact.mover, _advanced(motion))


def _advanced(motion: Motion) -> bool:
    """Whether the last step that brought her there was an advance; a slowed point brings nobody anywhere."""
    steps = [leg.kind for leg in motion.legs if leg.start != leg.end]
    return steps[-1:] == ["advance"]


def _roll(turn: Context, motion: Motion, contact: Contact) -> None:
    check = check_of(turn.state, motion, contact, turn.d6())
    modifiers = rules_of(turn.state).sums.check.working(check)
    collided = modifiers[-1].value >= COLLIDES_AT_OR_ABOVE
    turn.emit(
        CollisionRolled(
            ship=contact.mover,
            other=contact.other,
            distance=contact.distance,
            die=check.die,
            modifiers=modifiers,
            collided=collided,
        )
    )
    if collided:
        _crash(turn, motion, contact)


def _crash(turn: Context, motion: Motion, contact: Contact) -> None:
    """Both are hurt before either sinks; if both float they hang fast (AMB-157)."""
    pair = contact.mover, contact.other
    for key in pair:
        losses.hurt(turn, harm(turn.state, motion, contact, key), "SOTL-10-e")
    lost = [key for key in pair if turn.state.ships[key].hull <= 0]
    for key in lost:
        losses.sink(turn, key, "collision")
    if not lost:
        turn.emit(ShipsFouled(ship=contact.mover, other=contact.other))


def _category(state: State, key: str) -> int:
    return CATEGORIES[state.cards[key].ship_class]


def foreseen(motion: Motion, after: State) -> Iterator[tuple[Contact, Check, int, int]]:
    """What a motion would bring: each contact with its roll and what it would cost the mover and the other."""
    cost = rules_of(after).sums.harm.total
    for contact in contacts(motion, after):
        own, theirs = (cost(harm(after, motion, contact, key)) for key in (contact.mover, contact.other))
        yield contact, check_of(after, motion, contact), own, theirs
