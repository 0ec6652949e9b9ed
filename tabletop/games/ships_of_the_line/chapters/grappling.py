"""Chapters 4.3, 5.6 and 6: grapples and tows: who is fast to whom, making fast, cutting loose and casting off.

A fight on deck cannot go on without the grapples that join its ships (AMB-46, AMB-138).
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.state_cache import cache_per_object, cache_per_state
from tabletop.games.ships_of_the_line import model, positions, tables
from tabletop.games.ships_of_the_line.chapters import crew_tasks
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, check_fighting, check_on_map
from tabletop.games.ships_of_the_line.chapters.sailing import check_not_moved, find_tow, tower_of
from tabletop.games.ships_of_the_line.commands import BreakGrapple, CastOff, GrappleShip, MakeFastTow
from tabletop.games.ships_of_the_line.events import boarding
from tabletop.games.ships_of_the_line.events.movement import ShipStopped, TowCastOff, TowMadeFast
from tabletop.games.ships_of_the_line.hooks import QuestionKind
from tabletop.games.ships_of_the_line.ship import Side, Unaided
from tabletop.games.ships_of_the_line.tables import Check, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.words import list_names
from tabletop.geometry.measure import heading_difference, overlap_along


def find_grapple(state: model.State, a: str, b: str) -> model.Grapple | None:
    """Return the first grapple between two ships, or None."""
    if b not in find_grappled_ships(state, a):
        return None
    return next((one for one in state.grapples if one.joins(a) and one.other_ship(a) == b), None)


def find_grappled_ships(state: model.State, key: str) -> tuple[str, ...]:
    """Return the ships that a ship is grappled to, in the order of the grapples; () for none.

    Tows do not count.
    """
    return partners(state.grapples).get(key, ()) if state.grapples else ()


@cache_per_object
def partners(bonds: Iterable[model.Grapple | model.Fouling]) -> Mapping[str, tuple[str, ...]]:
    """Return for each bound ship the ships that she is bound to, in the order of `bonds`.

    Others have no entry.
    """
    found: dict[str, tuple[str, ...]] = {}
    for one in bonds:
        for key in (one.first, one.second):
            found[key] = (*found.get(key, ()), one.other_ship(key))
    return found


def is_tow_between(state: model.State, a: str, b: str) -> bool:
    """Return True if one of two ships has the other in tow."""
    return any({tow.tower, tow.towed} == {a, b} for tow in state.tows)


def is_fast_to(state: model.State, a: str, b: str) -> bool:
    """Return True if a grapple or a tow joins two ships."""
    return find_grapple(state, a, b) is not None or is_tow_between(state, a, b)


def are_friends(state: model.State, a: str, b: str) -> bool:
    """Return True if two ships are with the same side and neither has struck (AMB-51)."""
    return model.side_of(state, a) == model.side_of(state, b) and "struck" not in (
        state.ships[a].status,
        state.ships[b].status,
    )


def melee_of(state: model.State, key: str) -> model.Melee | None:
    """Return the fight that a ship is engaged in from an earlier round, as attacker or defender, or None."""
    return _melee_by_ship(state.melees).get(key) if state.melees else None


@cache_per_object
def _melee_by_ship(melees: Iterable[model.Melee]) -> Mapping[str, model.Melee]:
    """Return the first fight of each ship that is in one."""
    fighters = [(key, melee) for melee in melees for key in (*melee.attackers, *melee.defenders)]
    return dict(reversed(fighters))


def find_connected_ships(links: Iterable[tuple[str, str]], start: str) -> set[str]:
    """Return all ships that `links` connect with `start`, directly or not, `start` included."""
    pairs = tuple(links)
    seen, frontier = {start}, [start]
    while frontier:
        near = frontier.pop()
        fresh = {b if a == near else a for a, b in pairs if near in (a, b)} - seen
        seen |= fresh
        frontier += fresh
    return seen


def part_ships(turn: model.Context, key: str, other: str, rule: str) -> None:
    """Emit that two ships part, and take ships that can no longer reach a fight on deck out of that fight."""
    turn.emit(boarding.ShipsParted(ship=key, other=other, rule=rule))
    for melee in turn.state.melees:
        _continue_melee(turn, melee, _ships_joined_to_deck(melee, turn.state.grapples), "SOTL-4.3-a")


def leave_fights(turn: model.Context, key: str) -> None:
    """Take a lost or struck ship out of her fights, and all who fought across her deck (AMB-138).

    Her grapples are not touched.
    """
    held = tuple(one for one in turn.state.grapples if not one.joins(key))
    for melee in turn.state.melees:
        _continue_melee(turn, melee, _ships_joined_to_deck(melee, held) - {key}, "AMB-138")


def ships_cut_off(state: model.State, key: str, other: str) -> tuple[str, ...]:
    """Return the ships that would drop out of a fight if two ships let go of each other, in key order."""
    if not state.melees:
        return ()
    kept = tuple(one for one in state.grapples if not (one.joins(key) and one.joins(other)))
    decks = (
        (melee, _ships_joined_to_deck(melee, kept) if key in fast else fast) for melee, fast in _ships_by_deck(state)
    )
    lost = {one for melee, fast in decks for one in _fighters(melee) - fast}
    return tuple(one for one in state.ships if one in lost) if lost else ()


@cache_per_state
def _ships_by_deck(state: model.State) -> list[tuple[model.Melee, set[str]]]:
    """Return each fight with the ships that grapples join to its deck."""
    return [(melee, _ships_joined_to_deck(melee, state.grapples)) for melee in state.melees]


def _fighters(melee: model.Melee) -> set[str]:
    """Return attackers and defenders of a fight."""
    return {*melee.attackers, *melee.defenders}


def _ships_joined_to_deck(melee: model.Melee, held: tuple[model.Grapple, ...]) -> set[str]:
    """Return the ships that the grapples `held` join, directly or not, to the target of a fight.

    She counts.
    """
    return find_connected_ships([(one.first, one.second) for one in held], melee.target)


def _continue_melee(turn: model.Context, melee: model.Melee, fast: set[str], rule: str) -> None:
    """Emit the fight without the ships not in `fast`, or its end if its target or one side is gone.

    Emit nothing if all fighters are in `fast`.
    """
    if _fighters(melee) <= fast:
        return
    left = replace(
        melee,
        attackers=_keep_chosen(melee.attackers, fast),
        defenders=_keep_chosen(melee.defenders, fast),
        boarders=_keep_chosen(melee.boarders, fast),
        targets=_keep_chosen(melee.targets, fast),
    )
    if melee.target in fast and left.attackers and left.defenders:
        turn.emit(boarding.MeleeBegan(melee=left, rule=rule))
    else:
        turn.emit(boarding.MeleeEnded(target=melee.target, rule=rule))


def _keep_chosen(ships: tuple[str, ...], chosen: set[str]) -> tuple[str, ...]:
    """Return those of `ships` that are in `chosen`, in their order."""
    return tuple(key for key in ships if key in chosen)


def check_grapple(state: model.State, command: GrappleShip) -> Refused | None:
    """Return the refusal of a grapple, or None (6, AMB-135).

    Refused: a ship that may not fight, a second attempt this turn, ships already fast to each other, a target out
    of reach, and an exhausted crew. The last two do not matter for a friend that touches.
    """
    key, target = command.ship, command.target
    refusal = (
        check_commanded(state, command.side, key)
        or check_on_map(state, target)
        or _check_prize(state, key, target)
        or check_fighting(state, command.side, key)
        or _check_pair(state, key, target)
    )
    if refusal:
        return refusal
    if is_automatic(state, key, target):
        return None
    return _check_reach(state, key, target) or crew_tasks.check_effort(state, key)


def _check_prize(state: model.State, key: str, target: str) -> Refused | None:
    """Return the refusal if a prize would throw grapples at a ship of her present side, or None (AMB-206)."""
    if state.ships[key].status == "captured" and model.side_of(state, key) == model.side_of(state, target):
        reason = f"{state.cards[key].name} is a prize and cannot throw grapples; friends can make fast to her."
        return Refused("AMB-206", reason, pieces=(key, target))
    return None


def _check_pair(state: model.State, key: str, target: str) -> Refused | None:
    """Return the refusal for a ship with herself, a used attempt, or ships already fast; else None."""
    names = f"{state.cards[key].name} and {state.cards[target].name}"
    if key == target:
        return Refused("SOTL-6-a", "A ship cannot grapple herself.", pieces=(key,))
    if state.ships[key].grapple_used:
        reason = f"{state.cards[key].name} has already thrown her grapples this turn."
        return Refused("AMB-135", reason, "one grapple a turn", (key,))
    if find_grapple(state, key, target) or is_tow_between(state, key, target):
        return Refused("SOTL-6-a", f"{names} are already fast to each other.", pieces=(key, target))
    return None


def _check_reach(state: model.State, key: str, target: str) -> Refused | None:
    """Return the refusal if the hulls are too far apart, or None; friends must touch."""
    away = positions.distance_between(state, key, target)
    if are_friends(state, key, target):
        reach, rule, what = state.profile.touching, "AMB-40", "friendly hands"
        reason = "Friends can make fast only if their hulls touch."
    else:
        reach, rule, what = state.profile.grapple_distance, "SOTL-4.3-d", "grapples"
        reason = "The grapples do not reach."
    if away <= reach:
        return None
    by = f"{positions.format_um(away, reach)} apart, {what} reach {positions.format_um(reach)}"
    return Refused(rule, reason, by, (key, target))


def is_automatic(state: model.State, key: str, target: str) -> bool:
    """Return True if a grapple needs no roll: the hulls touch and both are with one side (6-b, AMB-137).

    A struck ship counts with the side on her card.
    """
    same = model.side_of(state, key) == model.side_of(state, target)
    return same and positions.distance_between(state, key, target) <= state.profile.touching


def execute_grapple(turn: model.Context, command: GrappleShip) -> None:
    """Make fast to a friend that touches; else ask the other side if both ships could board; else roll."""
    key, target = command.ship, command.target
    if is_automatic(turn.state, key, target):
        turn.emit(boarding.ShipsGrappled(ship=key, target=target, friendly=True, rule="SOTL-6-b"))
    elif _could_consent(turn.state, key) and _could_consent(turn.state, target):
        asked = model.side_of(turn.state, target)
        question = model.Question(kind="grapple", side=asked, ship=key, other=target, leader=command.leader)
        turn.emit(boarding.QuestionAsked(question=question))
    else:
        throw_grapples(turn, key, target, command.leader)


def _could_consent(state: model.State, key: str) -> bool:
    """Return True if a ship could board this turn: in service, not exhausted, in no fight (AMB-133)."""
    return model.is_in_service(state, key) and not crew_tasks.is_exhausted(state, key) and melee_of(state, key) is None


QUESTION = QuestionKind(
    id="grapple",
    prompt="{ship} tries to grapple {other}: accept or resist?",
    asked="{ship} comes alongside {other} with grapples ready.",
    agreed="{other} accepts: both crews will board.",
    refused="{other} resists.",
    yes="Accept: both board",
    no="Resist",
    # both want it: no roll, no fatigue, and both will board (4.3-c)
    accepted=lambda turn, asked: turn.emit(
        boarding.ShipsGrappled(ship=asked.ship, target=asked.other, agreed=True, rule="SOTL-4.3-c")
    ),
    declined=lambda turn, asked: throw_grapples(turn, asked.ship, asked.other, asked.leader),
)


def throw_grapples(turn: model.Context, key: str, target: str, leader: Unaided | UnsetType = UNSET) -> None:
    """Roll for the grapple (6-e), tire the crew (6-k), and emit the grapple if the roll succeeds."""
    success = crew_tasks.roll_task(turn, key, "grapple", target, leader)
    crew_tasks.tire_crew(turn, key, "grappling")
    if success:
        friendly = model.side_of(turn.state, key) == model.side_of(turn.state, target)
        turn.emit(boarding.ShipsGrappled(ship=key, target=target, friendly=friendly))


def grapple_modifier(state: model.State, key: str, target: str) -> int:
    """Return the number added to the die of a grapple: 0 broadside to broadside, else 1 (6-h, AMB-134).

    Broadside to broadside means that the keels are parallel, by the profile's angle, and that the hulls overlap by
    the profile's part of the target's length.
    """
    profile = state.profile
    own, other = state.ships[key].pose, state.ships[target].pose
    crossing = heading_difference(own.heading, other.heading)
    parallel = min(crossing, 180 - crossing) <= profile.parallel_headings
    (length, beam), target_length = positions.hull_size(state, key), positions.hull_size(state, target)[0]
    overlap = overlap_along(own, length, other, target_length, beam)
    abreast = overlap >= profile.parallel_overlap * target_length
    return 0 if parallel and abreast else tables.OVER_BOW_OR_STERN


def _add_hindrance(check: Check, so_far: int) -> Modifier | None:
    """Return the line that makes a grapple over bow or stern harder; None for any other roll."""
    hindered = grapple_modifier(check.state, check.ship, check.about) if check.kind == "grapple" else 0
    return Modifier("over bow or stern", f"+{hindered}", so_far + hindered) if hindered else None


CHECK: tuple[ModifierRule[Check], ...] = (ModifierRule("over bow or stern", "SOTL-6-h", _add_hindrance),)
"""What grapples add to a roll."""


def list_grapples(state: model.State, side: Side, key: str) -> Iterator[GrappleShip]:
    """Yield a command to grapple each ship in reach, friends included, unchecked, in key order.

    None for a ship that is not in service or has used her attempt.
    """
    if model.is_in_service(state, key) and not state.ships[key].grapple_used:
        near = positions.ships_within(state, key, state.profile.grapple_distance)
        yield from (GrappleShip(side=side, ship=key, target=target) for target in near)


def check_break(state: model.State, command: BreakGrapple) -> Refused | None:
    """Return the refusal to cut a grapple, or None (AMB-135).

    Refused: ships not grappled, friends or struck ships, which cast off instead, a grapple agreed to this turn, a
    ship in a fight, a second attempt at this grapple, and an exhausted crew.
    """
    key, other = command.ship, command.other
    refusal = check_commanded(state, command.side, key) or check_on_map(state, other) or _check_hold(state, key, other)
    if refusal:
        return refusal
    if crew_tasks.has_tried(state.ships[key], "break", other):
        reason = f"{state.cards[key].name} has already tried to break free of {state.cards[other].name} this turn."
        return Refused("AMB-135", reason, "one attempt a turn for each grapple", (key, other))
    return crew_tasks.check_effort(state, key)


def _check_hold(state: model.State, key: str, other: str) -> Refused | None:
    """Return the refusal if there is no grapple to cut, or none that may be cut with a roll; else None."""
    hold = find_grapple(state, key, other)
    names = f"{state.cards[key].name} and {state.cards[other].name}"
    if hold is None:
        return Refused("SOTL-6-i", f"{names} are not grappled.", pieces=(key, other))
    if state.ships[other].status == "struck" or are_friends(state, key, other):
        return Refused("AMB-135", f"{names} cast off without an attempt.", pieces=(key, other))
    if hold.agreed and hold.turn == state.turn:
        return Refused("AMB-133", f"{names} agreed to fight it out on deck this turn.", pieces=(key, other))
    if melee_of(state, key):
        return Refused("AMB-46", f"{state.cards[key].name} is in a fight on deck.", pieces=(key,))
    return None


def execute_break(turn: model.Context, command: BreakGrapple) -> None:
    """Ask the other side to part; only if it holds on is there a roll (AMB-133)."""
    other = model.side_of(turn.state, command.other)
    question = model.Question(kind="part", side=other, ship=command.ship, other=command.other, leader=command.leader)
    turn.emit(boarding.QuestionAsked(question=question, rule="SOTL-6-i"))


def roll_to_break_free(turn: model.Context, question: model.Question) -> None:
    """Roll to cut the grapple of the question (6-e), tire the crew (6-k), and part the ships on success."""
    success = crew_tasks.roll_task(turn, question.ship, "break", question.other, question.leader)
    crew_tasks.tire_crew(turn, question.ship, "breaking a grapple")
    if success:
        part_ships(turn, question.ship, question.other, "SOTL-6-i")


PARTING = QuestionKind(
    id="part",
    prompt="{ship} wants to cut loose from {other}: let her go or hold on?",
    asked="{ship} offers to part from {other}.",
    agreed="{other} lets go.",
    refused="{other} holds on.",
    yes="Let her go",
    no="Hold on",
    accepted=lambda turn, asked: part_ships(turn, asked.ship, asked.other, "SOTL-6-i"),
    declined=roll_to_break_free,
)


def list_breaks(state: model.State, side: Side, key: str) -> Iterator[BreakGrapple]:
    """Yield a command to cut each grapple of the ship, friendly ones included, unchecked."""
    return (BreakGrapple(side=side, ship=key, other=other) for other in find_grappled_ships(state, key))


def check_make_fast(state: model.State, command: MakeFastTow) -> Refused | None:
    """Return the refusal to take a ship in tow, or None (AMB-142).

    Both ships must obey the side and touch, neither may be in a tow, and the tower must be able to sail, not
    grappled to an enemy, and her crew not exhausted. The towed ship may not lie at anchor or be grappled to a third
    ship.
    """
    tower, towed = command.ship, command.towed
    return (
        check_commanded(state, command.side, tower)
        or check_commanded(state, command.side, towed)
        or _check_single_tow(state, tower, towed)
        or _check_tower(state, tower)
        or _check_towed(state, tower, towed)
        or _check_touching(state, tower, towed)
        or crew_tasks.check_effort(state, tower)
    )


def execute_make_fast(turn: model.Context, command: MakeFastTow) -> None:
    """Make a tow fast without a roll, tire the tower's crew, and stop both ships (5.6-a, 5.6-b)."""
    turn.emit(TowMadeFast(ship=command.ship, towed=command.towed))
    crew_tasks.tire_crew(turn, command.ship, "taking a ship in tow")
    for key in (command.ship, command.towed):
        if not turn.state.ships[key].stopped:
            turn.emit(ShipStopped(ship=key, reason="A tow is made fast.", rule="SOTL-5.6-a"))


def _check_single_tow(state: model.State, tower: str, towed: str) -> Refused | None:
    """Return the refusal if a ship would tow herself or either ship already tows or is towed; else None."""
    if tower == towed:
        return Refused("SOTL-5.6-b", "A ship cannot tow herself.", pieces=(tower,))
    busy = {key for tow in state.tows for key in (tow.tower, tow.towed)}
    if taken := busy & {tower, towed}:
        return Refused("SOTL-5.6-b", "A ship can be part of only one tow.", pieces=sorted(taken))
    return None


def _check_tower(state: model.State, tower: str) -> Refused | None:
    """Return the refusal for a tower that cannot sail, has used her grapple, or is held by an enemy.

    None if she may tow. Without masts, without a rudder or at anchor she cannot sail.
    """
    ship = state.ships[tower]
    if not ship.masts or ship.rudder_lost or ship.anchored:
        return Refused("SOTL-5.6-a", "Only a ship that can sail can tow.", pieces=(tower,))
    if ship.grapple_used:
        return Refused("SOTL-6-k", "She has already used her one grapple this phase.", pieces=(tower,))
    foes = [
        key for key in find_grappled_ships(state, tower) if model.side_of(state, key) != model.side_of(state, tower)
    ]
    return Refused("SOTL-6-d", "She is grappled to an enemy.", pieces=foes) if foes else None


def _check_towed(state: model.State, tower: str, towed: str) -> Refused | None:
    """Return the refusal if the ship to be towed lies at anchor or is grappled to a third ship; else None."""
    if state.ships[towed].anchored:
        return Refused("SOTL-5.6-b", "She lies at anchor and cannot be towed.", pieces=(towed,))
    others = [key for key in find_grappled_ships(state, towed) if key != tower]
    return Refused("SOTL-5.6-b", "She is grappled to another ship.", pieces=others) if others else None


def _check_touching(state: model.State, tower: str, towed: str) -> Refused | None:
    """Return the refusal if the hulls do not touch, with their distance; else None."""
    apart, reach = positions.distance_between(state, tower, towed), state.profile.touching
    if apart <= reach:
        return None
    by = f"{positions.format_um(apart, reach)} apart, at most {positions.format_um(reach)}"
    return Refused("SOTL-5.6-a", "The two ships do not touch.", by, (towed,))


def check_cast_off(state: model.State, command: CastOff) -> Refused | None:
    """Return the refusal to cast two ships off without a roll, or None (5.6-d, AMB-135, AMB-137).

    A tow may always be cast off. A grapple may, to a friend or a struck ship, unless that cuts ships off from a
    fight or one of the two was captured this turn. In the Movement Phase the ship must not have moved.
    """
    key, other = command.ship, command.other
    if refusal := check_commanded(state, command.side, key):
        return refusal
    if state.phase == "movement" and (moved := check_not_moved(state, key)):
        return moved
    if _tows_between(state, key, other):
        return None
    if find_grapple(state, key, other) is None:
        return Refused("SOTL-5.6-d", "Nothing holds these two ships together.", pieces=(other,))
    if state.ships[other].status != "struck" and model.side_of(state, other) != command.side:
        return Refused("SOTL-6-i", "An enemy's grapples must be cut.", pieces=(other,))
    return (
        _check_no_fight_across(state, key, other)
        or _check_not_fresh_prize(state, key)
        or _check_not_fresh_prize(state, other)
    )


def _check_no_fight_across(state: model.State, key: str, other: str) -> Refused | None:
    """Return the refusal if casting off would cut ships off from a running fight, or None (AMB-46)."""
    fighters = ships_cut_off(state, key, other)
    reason = f"{list_names(state, fighters)} would be separated from the fight on deck."
    return Refused("AMB-46", reason, pieces=fighters) if fighters else None


def _check_not_fresh_prize(state: model.State, key: str) -> Refused | None:
    """Return the refusal for a prize in the Crew Phase in which she was taken, or None (6-c, AMB-54)."""
    ship = state.ships[key]
    if ship.status == "captured" and ship.captured_turn == state.turn:
        return Refused("SOTL-6-c", f"{state.cards[key].name} was only just taken.", pieces=(key,))
    return None


def execute_cast_off(turn: model.Context, command: CastOff) -> None:
    """Emit the end of all tows between two ships, and part them if they are grappled."""
    for tow in _tows_between(turn.state, command.ship, command.other):
        turn.emit(TowCastOff(ship=tow.tower, towed=tow.towed))
    if find_grapple(turn.state, command.ship, command.other):
        part_ships(turn, command.ship, command.other, "AMB-135")


def cast_off_ended_tows(turn: model.Context) -> None:
    """End each tow of which one ship has struck or whose ships are on different sides (AMB-62, AMB-142)."""
    for tow in turn.state.tows:
        struck = "struck" in (turn.state.ships[key].status for key in (tow.tower, tow.towed))
        if struck or model.side_of(turn.state, tow.tower) != model.side_of(turn.state, tow.towed):
            turn.emit(TowCastOff(ship=tow.tower, towed=tow.towed, rule="AMB-142"))


def list_line_commands(state: model.State, side: Side, key: str) -> Iterator[CastOff | MakeFastTow]:
    """Yield commands to take each touching ship in tow, unchecked, and to cast off what may be cast off."""
    near = positions.ships_within(state, key, state.profile.touching)
    yield from (MakeFastTow(side=side, ship=key, towed=towed) for towed in near)
    yield from (CastOff(side=side, ship=key, other=other) for other in ships_to_cast_off(state, key))


def ships_to_cast_off(state: model.State, key: str) -> list[str]:
    """Return the ships, grappled or in tow, that a ship may cast off without a roll, in key order."""
    side = model.side_of(state, key)
    tied = {*find_grappled_ships(state, key), tower_of(state, key), find_tow(state, key)}
    orders = (CastOff(side=side, ship=key, other=other) for other in state.ships if other in tied)
    return [order.other for order in orders if check_cast_off(state, order) is None]


def _tows_between(state: model.State, key: str, other: str) -> list[model.Tow]:
    """Return the tows in which one of two ships has the other in tow."""
    return [tow for tow in state.tows if {tow.tower, tow.towed} == {key, other}]
