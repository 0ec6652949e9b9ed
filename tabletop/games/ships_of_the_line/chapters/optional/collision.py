"""Chapter 10: ships that collide are damaged and foul each other (AMB-90 to 92, AMB-156 to 159, AMB-210)."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated

import msgspec
from annotated_types import MaxLen
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.command_context import FollowUp
from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.document import DataPath
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler, keep_state
from tabletop.core.phrases import did_you_mean
from tabletop.games.ships_of_the_line import hooks, positions
from tabletop.games.ships_of_the_line.chapters import crew_tasks, grappling, victory
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, check_on_map, offer_for_each_ship
from tabletop.games.ships_of_the_line.chapters.sailing import find_tow
from tabletop.games.ships_of_the_line.commands import GrappleShip, MakeFastTow, ShipCommand, Transfer
from tabletop.games.ships_of_the_line.events.combat import ShipExploded, ShipSunk
from tabletop.games.ships_of_the_line.events.movement import ShipLeft
from tabletop.games.ships_of_the_line.hooks import CommandExtension, Entry, Hold, Mark, Motion
from tabletop.games.ships_of_the_line.model import Context, Fouling, ShipEvent, State, is_on_map, side_of, with_ship
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, rules_of
from tabletop.games.ships_of_the_line.ship import ShipClass, Side, Unaided
from tabletop.games.ships_of_the_line.tables import Check, Harm, Modifier
from tabletop.games.ships_of_the_line.words import describe_by, format_throw, list_names, name_of

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.hooks import Scenario
    from tabletop.games.ships_of_the_line.schema import ScenarioData


class CollisionRolled(ShipEvent, frozen=True, kw_only=True):
    """A ship touched an enemy and rolled for a collision (10-d).

    `modifiers` run from the die to the modified result. `distance` is that between the hulls, UM.
    """

    other: str
    distance: float
    die: int
    modifiers: tuple[Modifier, ...]
    collided: bool
    """True if both ships are damaged, and foul each other if both float."""
    rule: str = "SOTL-10-d"


class ShipsFouled(ShipEvent, frozen=True, kw_only=True):
    """Two ships hang fast to each other (10-i)."""

    other: str
    rule: str = "SOTL-10-i"


class ShipsUnfouled(Event, frozen=True, kw_only=True):
    """Two ships that were foul of each other are clear (10-j)."""

    ship: str
    other: str
    rule: str = "SOTL-10-j"


def _apply_ships_fouled(state: State, event: ShipsFouled) -> State:
    """Note the pair as foul of each other and stop both ships."""
    state = replace(state, foulings=(*(state.foulings or ()), Fouling(event.ship, event.other)))
    return with_ship(with_ship(state, event.ship, stopped=True), event.other, stopped=True)


def _apply_ships_unfouled(state: State, event: ShipsUnfouled) -> State:
    """Remove the pair from `foulings`; both ships stay stopped until they get under way."""
    foulings = state.foulings or ()
    return replace(
        state, foulings=tuple(one for one in foulings if {one.first, one.second} != {event.ship, event.other})
    )


def _describe_collision_rolled(state: State, event: CollisionRolled) -> str:
    """Return the log sentence with both ships, the distance, the throw and the outcome."""
    both = f"{name_of(state, event.ship)} meets {name_of(state, event.other)}, {format_um(event.distance)}"
    return f"{both}: {format_throw(event.modifiers)}, {'they collide' if event.collided else 'they scrape past'}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(CollisionRolled, keep_state, _describe_collision_rolled),
    EventHandler(
        ShipsFouled, _apply_ships_fouled, describe_by("{ship} and {other} are fouled, their yards locked together.")
    ),
    EventHandler(ShipsUnfouled, _apply_ships_unfouled, describe_by("{ship} and {other} are clear of each other.")),
)

COLLISION_NEEDED = 3
"""SOTL-10-d: a modified die of at least this is a collision."""

SIZE_CATEGORIES: dict[ShipClass, int] = {"I": 1, "II": 1, "III": 1, "IV": 1, "V": 2, "VI": 3}
"""SOTL-10-g: 1 for ships of the line, 2 for frigates, 3 for corvettes and brigs."""

COLLISION_DAMAGE: dict[int, int] = {0: 2, 1: 3, 2: 4}
"""SOTL-10-e, -f: hull points by the number of categories that a ship is smaller (0).

A bigger ship counts as equal.
"""

MOVER_DAMAGE = 2
"""SOTL-10-e: additional hull points for the ship that moved."""


class CollisionContact(msgspec.Struct, frozen=True):
    """A ship that touched an enemy by her motion, and the distance between the hulls in UM."""

    mover: str
    other: str
    distance: float


def find_contacts(motion: Motion, after: State) -> list[CollisionContact]:
    """Return the enemies that the ships of a motion newly touched, nearest first, equals in key order.

    Each enemy occurs once: of several moving ships that hang together, the nearest touches her (10-h, AMB-156,
    AMB-159). A ship that blocked the motion counts as touched.
    """
    touched = {key: _find_enemies_touched(motion, after, key) for key in motion.ships if is_on_map(after, key)}
    if motion.cut in touched:
        touched[motion.cut] = (*touched[motion.cut], motion.blocker)
    others = set(chain.from_iterable(touched.values())).difference(motion.ships)
    if not others:
        return []
    found = (
        _nearest_contact(motion, after, other, [key for key in touched if other in touched[key]])
        for other in after.ships
        if other in others
    )
    return sorted((one for one in found if one), key=lambda one: one.distance)


def _nearest_contact(motion: Motion, after: State, other: str, movers: Iterable[str]) -> CollisionContact | None:
    """Return the contact of the nearest of `movers` that newly touches the enemy `other`, or None.

    Newly means: farther than `touching` before the motion.
    """
    touching = after.profile.touching
    struck = [
        CollisionContact(key, other, positions.distance_between(after, key, other))
        for key in movers
        if _can_collide(after, key, other) and positions.distance_between(motion.before, key, other) > touching
    ]
    return min(struck, key=lambda one: one.distance, default=None)


def _find_enemies_touched(motion: Motion, after: State, key: str) -> tuple[str, ...]:
    """Return the ships within `touching` UM of a moving ship that can collide with her."""
    touching, pose = after.profile.touching, after.ships[key].pose
    # nobody else has moved: how the others lay has been plotted already
    close = positions.ships_near_pose(motion.before, key, pose, touching)
    foes = (other for other in close if is_on_map(after, other) and _can_collide(after, key, other))
    return tuple([other for other in foes if positions.is_within(after, key, other, touching)])


def _can_collide(state: State, key: str, other: str) -> bool:
    """Return True for ships of different sides, or if the profile lets friends collide.

    A struck ship counts with her former side.
    """
    return side_of(state, key) != side_of(state, other) or state.profile.collide_with_friends is True


def roll_for_collisions(turn: Context, motion: Motion) -> None:
    """Roll a die for each contact of a motion, nearest first, while both ships are on the map (AMB-156)."""
    for contact in find_contacts(motion, turn.state):
        if is_on_map(turn.state, contact.mover) and is_on_map(turn.state, contact.other):
            _roll_collision(turn, motion, contact)


def build_collision_check(state: State, motion: Motion, contact: CollisionContact, die: int = 1) -> Check:
    """Return the input of the collision roll of the ship that moved, with `die` as it fell."""
    return Check(state, contact.mover, "collision", die, contact.other, motion.leader)


def collision_harm(state: State, motion: Motion, contact: CollisionContact, key: str) -> Harm:
    """Return the harm of a collision to the ship `key` of `contact`, before modifiers (SOTL-10-e, -f).

    A ship of a smaller category loses more; the ship that moved loses `MOVER_DAMAGE` more.
    """
    opponent = contact.other if key == contact.mover else contact.mover
    points = COLLISION_DAMAGE[max(0, _size_category(state, key) - _size_category(state, opponent))]
    if key == contact.mover:
        return Harm(state, key, "collision", points + MOVER_DAMAGE)
    return Harm(state, key, "collision", points, contact.mover, _has_advanced_last(motion))


def _has_advanced_last(motion: Motion) -> bool:
    """Return True if the last step that changed the pose of the ship was an advance; False for a drift."""
    steps = [leg.kind for leg in motion.legs if leg.start != leg.end]
    return steps[-1:] == ["advance"]


def _roll_collision(turn: Context, motion: Motion, contact: CollisionContact) -> None:
    """Roll for one contact and emit the result; if the ships collide, damage both."""
    check = build_collision_check(turn.state, motion, contact, turn.d6())
    modifiers = rules_of(turn.state).modifiers.check.working(check)
    collided = modifiers[-1].value >= COLLISION_NEEDED
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
        _damage_both(turn, motion, contact)


def _damage_both(turn: Context, motion: Motion, contact: CollisionContact) -> None:
    """Damage both ships before either sinks; emit `ShipsFouled` if both still float (AMB-157)."""
    pair = contact.mover, contact.other
    for key in pair:
        victory.lose_hull_points(turn, collision_harm(turn.state, motion, contact, key), "SOTL-10-e")
    lost = [key for key in pair if turn.state.ships[key].hull <= 0]
    for key in lost:
        victory.sink_ship(turn, key, "collision")
    if not lost:
        turn.emit(ShipsFouled(ship=contact.mover, other=contact.other))


def _size_category(state: State, key: str) -> int:
    """Return the size category of a ship: 1 for ships of the line, 2 frigates, 3 smaller."""
    return SIZE_CATEGORIES[state.cards[key].ship_class]


def forecast_collisions(motion: Motion, after: State) -> Iterator[tuple[CollisionContact, Check, int, int]]:
    """Yield (contact, roll, hull points for the mover, hull points for the other) for each contact.

    Points include all modifiers. Nothing is rolled.
    """
    cost = rules_of(after).modifiers.harm.total
    for contact in find_contacts(motion, after):
        own, theirs = (cost(collision_harm(after, motion, contact, key)) for key in (contact.mover, contact.other))
        yield contact, build_collision_check(after, motion, contact), own, theirs


class Unfoul(ShipCommand, frozen=True):
    """Try to come clear of a ship that yours is foul of (10-j)."""

    other: str
    leader: Unaided | UnsetType = UNSET


def ships_foul_of(state: State, key: str) -> tuple[str, ...]:
    """Return the ships that hang fast to the ship `key` after collisions; () if none."""
    return grappling.partners(state.foulings).get(key, ()) if state.foulings else ()


def unfoul_lost_ship(turn: Context, lost: ShipEvent) -> None:
    """Emit `ShipsUnfouled` for a ship that is lost and each ship foul of her (AMB-138)."""
    for other in ships_foul_of(turn.state, lost.ship):
        turn.emit(ShipsUnfouled(ship=lost.ship, other=other, rule="AMB-138"))


def check_unfoul(state: State, command: Unfoul) -> Refused | None:
    """Refuse ships that are not fouled, a second attempt in a turn, and an exhausted crew (AMB-158).

    Also refused: a ship that the side may not command, and an `other` off the map. Returns None if legal.
    """
    key, other = command.ship, command.other
    if refusal := check_commanded(state, command.side, key) or check_on_map(state, other):
        return refusal
    if other not in ships_foul_of(state, key):
        return Refused(
            "SOTL-10-j", f"{list_names(state, (key, other))} are not fouled with each other.", pieces=(key, other)
        )
    if any(task.startswith("unfoul:") for task in state.ships[key].tried):
        reason = f"{state.cards[key].name} has already tried to come clear this turn."
        return Refused("AMB-158", reason, "one attempt a turn for each ship", (key,))
    return crew_tasks.check_effort(state, key)


def execute_unfoul(turn: Context, command: Unfoul) -> None:
    """Roll the task, tire the crew, and emit `ShipsUnfouled` after a success."""
    success = crew_tasks.roll_task(turn, command.ship, "unfoul", command.other, command.leader)
    crew_tasks.tire_crew(turn, command.ship, "coming clear")
    if success:
        turn.emit(ShipsUnfouled(ship=command.ship, other=command.other))


def list_unfouls(state: State, side: Side, key: str) -> Iterator[Unfoul]:
    """Yield an attempt for each ship that the ship `key` is foul of; other conditions are not checked."""
    return (Unfoul(side=side, ship=key, other=other) for other in ships_foul_of(state, key))


def unfoul_chances(state: State, command: Unfoul) -> int:
    """Return the number of faces of a die, 0 to 6, with which the attempt succeeds, modifiers counted."""
    check = Check(state, command.ship, "unfoul", 1, command.other, command.leader)
    return crew_tasks.count_successful_faces(check, crew_tasks.highest_success("unfoul"))


def check_tow_fouled(state: State, command: MakeFastTow) -> Refused | None:
    """Refuse a tow if either ship is foul of another, else None (AMB-210)."""
    fouled = tuple(key for key in (command.ship, command.towed) if ships_foul_of(state, key))
    return _refuse_fouled(state, fouled)


def check_grapple_fouled(state: State, command: GrappleShip) -> Refused | None:
    """Refuse friends who would make fast without a roll if either is foul (AMB-210).

    Grapples that need a roll are allowed.
    """
    fouled = tuple(key for key in (command.ship, command.target) if ships_foul_of(state, key))
    return _refuse_fouled(state, fouled) if grappling.is_automatic(state, command.ship, command.target) else None


def check_transfer_fouled(state: State, command: Transfer) -> Refused | None:
    """Refuse a leader's transfer if either ship is foul, unless both are fast to each other (AMB-210)."""
    pair = command.ship, command.to
    return (
        None
        if grappling.is_fast_to(state, *pair)
        else _refuse_fouled(state, tuple(key for key in pair if ships_foul_of(state, key)))
    )


def _refuse_fouled(state: State, fouled: tuple[str, ...]) -> Refused | None:
    """Return the refusal that names the ships that `fouled` are foul of, or None if `fouled` is empty."""
    if not fouled:
        return None
    others = tuple(other for key in fouled for other in ships_foul_of(state, key))
    reason = (
        f"{list_names(state, fouled)} {'is' if len(fouled) == 1 else 'are'} fouled with {list_names(state, others)}."
    )
    return Refused("AMB-210", reason, pieces=(*fouled, *others))


_Key = Annotated[str, MaxLen(24)]
FOULED_PAIRS: Entry[tuple[tuple[str, str], ...]] = Entry(
    "fouled",
    Annotated[tuple[tuple[_Key, _Key], ...], MaxLen(60)],
    (),
    "Pairs of ships that are fouled when the battle begins, by key (10).",
)


def _add_foulings(state: State, scenario: "Scenario") -> State:  # noqa: ARG001 - the battle has all that the file says
    """Return the opening state with the pairs under the key `fouled`; `state` itself if there are none."""
    pairs = tuple(Fouling(first, second) for first, second in FOULED_PAIRS.state_value(state))
    return replace(state, foulings=pairs) if pairs else state


def _find_problems(data: "ScenarioData") -> Iterator[tuple[DataPath, str]]:
    """Yield unknown ships, ships paired with themselves, and pairs that occur twice."""
    keys, seen = [ship.key for ship in data.ships], list[frozenset[str]]()
    for place, pair in enumerate(FOULED_PAIRS.file_value(data)):
        for which, key in enumerate(pair):
            if key not in keys:
                yield (FOULED_PAIRS.key, place, which), f"unknown ship '{key}'{did_you_mean(key, keys)}"
        if pair[0] == pair[1]:
            yield (FOULED_PAIRS.key, place), f"{pair[0]} cannot be fouled with herself"
        if frozenset(pair) in seen:
            yield (FOULED_PAIRS.key, place), f"{pair[0]} and {pair[1]} are already fouled with each other"
        seen.append(frozenset(pair))


def _list_marks(state: State, key: str) -> Iterator[Mark]:
    """Yield a mark that names the ships that this one is foul of, if any."""
    if others := ships_foul_of(state, key):
        meaning = (
            "Fouled ships cannot move, tow or use boats. They may fire, and each may try once a turn to come clear."
        )
        yield Mark("Fouled", f"with {list_names(state, others)}", meaning, "AMB-158")


def _label_unfoul(state: State, order: Unfoul) -> tuple[str, str]:
    """Return title and explanation of the button, with the chance in sixths."""
    odds = f"{unfoul_chances(state, order)} of 6, fatigue +1"
    return f"Come clear of {name_of(state, order.other)}", (
        f"Crews try to cut the two ships apart: {odds}. It takes effect at once."
    )


MODULE = RuleModule(
    id="collision",
    rule="SOTL-10",
    title="Collisions",
    note="A ship that runs into an enemy collides on 3 or more: both are damaged and fouled until one comes clear.",
    group="Ships",
    build_opening=_add_foulings,
    phases=(hooks.UNFOUL,),
    holds=(
        Hold(lambda state, key: bool(ships_foul_of(state, key)), "SOTL-10-i", "She is foul of another ship."),
        Hold(
            lambda state, key: bool(ships_foul_of(state, find_tow(state, key))),
            "AMB-159",
            "The ship in tow is foul of another; she stays, or casts off.",
        ),
    ),
    post_move_rules={"collisions": roll_for_collisions},
    command_handlers=(CommandHandler(Unfoul, check_unfoul, execute_unfoul),),
    extra_commands={hooks.UNFOUL.id: ("unfoul",)},
    labels=build_handlers(KindHandler(Unfoul, _label_unfoul)),
    command_extensions=(
        CommandExtension(MakeFastTow, check=check_tow_fouled),
        CommandExtension(GrappleShip, check=check_grapple_fouled),
        CommandExtension(Transfer, check=check_transfer_fouled),
    ),
    choices={hooks.UNFOUL.id: offer_for_each_ship(list_unfouls)},
    event_handlers=EVENT_HANDLERS,
    follow_ups=tuple(FollowUp(lost, unfoul_lost_ship) for lost in (ShipSunk, ShipExploded, ShipLeft)),
    scenario=(FOULED_PAIRS,),
    find_problems=_find_problems,
    marks=_list_marks,
)
