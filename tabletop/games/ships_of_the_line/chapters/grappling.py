"""Chapters 4.3, 5.6 and 6: grapples and tows: who is fast to whom, making fast, cutting loose and casting off.

A fight on deck cannot go on without the grapples that join its ships (AMB-46, AMB-138).
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.memory import per_object, per_state
from tabletop.games.ships_of_the_line import positions, tables
from tabletop.games.ships_of_the_line.chapters import crew_tasks
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, check_fighting, check_on_map
from tabletop.games.ships_of_the_line.chapters.sailing import check_not_moved, towed_by, tower_of
from tabletop.games.ships_of_the_line.commands import BreakGrapple, CastOff, GrappleShip, MakeFastTow
from tabletop.games.ships_of_the_line.events.boarding import (
    MeleeBegan,
    MeleeEnded,
    QuestionAsked,
    ShipsGrappled,
    ShipsParted,
)
from tabletop.games.ships_of_the_line.events.movement import ShipStopped, TowCastOff, TowMadeFast
from tabletop.games.ships_of_the_line.hooks import QuestionKind
from tabletop.games.ships_of_the_line.ship import Side, Unaided
from tabletop.games.ships_of_the_line.state import (
    Context,
    Fouling,
    Grapple,
    Melee,
    Question,
    State,
    Tow,
    in_service,
    side_of,
)
from tabletop.games.ships_of_the_line.tables import Check, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.words import names
from tabletop.geometry.measure import heading_difference, overlap_along


def between(state: State, a: str, b: str) -> Grapple | None:
    """The grapple between two ships, if there is one."""
    if b not in held_by(state, a):
        return None
    return next((one for one in state.grapples if one.joins(a) and one.other(a) == b), None)


def held_by(state: State, key: str) -> tuple[str, ...]:
    """The ships that a ship is grappled with."""
    return partners(state.grapples).get(key, ()) if state.grapples else ()


@per_object
def partners(bonds: Iterable[Grapple | Fouling]) -> Mapping[str, tuple[str, ...]]:
    """Of each ship that hangs fast to others, whom she does, in the order in which it came about."""
    found: dict[str, tuple[str, ...]] = {}
    for one in bonds:
        for key in (one.first, one.second):
            found[key] = (*found.get(key, ()), one.other(key))
    return found


def towing(state: State, a: str, b: str) -> bool:
    """Whether one of two ships has the other in tow."""
    return any({tow.tower, tow.towed} == {a, b} for tow in state.tows)


def fast(state: State, a: str, b: str) -> bool:
    """Whether two ships hang together already, by a grapple or in tow."""
    return between(state, a, b) is not None or towing(state, a, b)


def friends(state: State, a: str, b: str) -> bool:
    """Whether two ships are with the same side and neither has struck (AMB-51)."""
    return side_of(state, a) == side_of(state, b) and "struck" not in (state.ships[a].status, state.ships[b].status)


def melee_of(state: State, key: str) -> Melee | None:
    """The fight on deck that a ship is engaged in, if any (4.3.1-d)."""
    return _fights(state.melees).get(key) if state.melees else None


@per_object
def _fights(melees: Iterable[Melee]) -> Mapping[str, Melee]:
    """The first fight of each ship that is in one."""
    fighters = [(key, melee) for melee in melees for key in (*melee.attackers, *melee.defenders)]
    return dict(reversed(fighters))


def reached(links: Iterable[tuple[str, str]], start: str) -> set[str]:
    """All that hang together with a ship through pairs of ships, herself included."""
    pairs = tuple(links)
    seen, frontier = {start}, [start]
    while frontier:
        near = frontier.pop()
        fresh = {b if a == near else a for a, b in pairs if near in (a, b)} - seen
        seen |= fresh
        frontier += fresh
    return seen


def part(turn: Context, key: str, other: str, rule: str) -> None:
    """Two ships are free of each other; who fought across those lines is out of the fight."""
    turn.emit(ShipsParted(ship=key, other=other, rule=rule))
    for melee in turn.state.melees:
        _go_on(turn, melee, _fast(melee, turn.state.grapples), "SOTL-4.3-a")


def leave_fights(turn: Context, key: str) -> None:
    """A ship that is lost or has struck fights no more, nor does anybody across her deck."""
    held = tuple(one for one in turn.state.grapples if not one.joins(key))
    for melee in turn.state.melees:
        _go_on(turn, melee, _fast(melee, held) - {key}, "AMB-138")


def cut_off(state: State, key: str, other: str) -> tuple[str, ...]:
    """The ships that could not go on fighting if two others let go of each other, in key order."""
    if not state.melees:
        return ()
    kept = tuple(one for one in state.grapples if not (one.joins(key) and one.joins(other)))
    decks = ((melee, _fast(melee, kept) if key in fast else fast) for melee, fast in _decks(state))
    lost = {one for melee, fast in decks for one in _fighters(melee) - fast}
    return tuple(one for one in state.ships if one in lost) if lost else ()


@per_state
def _decks(state: State) -> list[tuple[Melee, set[str]]]:
    """Each fight, with all that grapples join to its deck."""
    return [(melee, _fast(melee, state.grapples)) for melee in state.melees]


def _fighters(melee: Melee) -> set[str]:
    return {*melee.attackers, *melee.defenders}


def _fast(melee: Melee, held: tuple[Grapple, ...]) -> set[str]:
    """The ships that grapples join to the deck on which a fight goes on (4.3-a)."""
    return reached([(one.first, one.second) for one in held], melee.target)


def _go_on(turn: Context, melee: Melee, fast: set[str], rule: str) -> None:
    """The fight goes on among those who can, if its target and both sides are still there."""
    if _fighters(melee) <= fast:
        return
    left = replace(
        melee,
        attackers=_of(melee.attackers, fast),
        defenders=_of(melee.defenders, fast),
        boarders=_of(melee.boarders, fast),
        targets=_of(melee.targets, fast),
    )
    if melee.target in fast and left.attackers and left.defenders:
        turn.emit(MeleeBegan(melee=left, rule=rule))
    else:
        turn.emit(MeleeEnded(target=melee.target, rule=rule))


def _of(ships: tuple[str, ...], chosen: set[str]) -> tuple[str, ...]:
    return tuple(key for key in ships if key in chosen)


def check(state: State, command: GrappleShip) -> Refused | None:
    """A ship in service, one attempt a turn, near enough, and fresh enough if she must throw (6, AMB-135)."""
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
    if automatic(state, key, target):
        return None
    return _check_reach(state, key, target) or crew_tasks.check_effort(state, key)


def _check_prize(state: State, key: str, target: str) -> Refused | None:
    """A prize makes fast to nobody herself; her friends make fast to her (AMB-206)."""
    if state.ships[key].status == "captured" and side_of(state, key) == side_of(state, target):
        reason = f"{state.cards[key].name} is a prize and throws no lines; her friends make fast to her."
        return Refused("AMB-206", reason, pieces=(key, target))
    return None


def _check_pair(state: State, key: str, target: str) -> Refused | None:
    names = f"{state.cards[key].name} and {state.cards[target].name}"
    if key == target:
        return Refused("SOTL-6-a", "A ship cannot grapple herself.", pieces=(key,))
    if state.ships[key].grapple_used:
        reason = f"{state.cards[key].name} has thrown her grapples this turn."
        return Refused("AMB-135", reason, "one grapple a turn", (key,))
    if between(state, key, target) or towing(state, key, target):
        return Refused("SOTL-6-a", f"{names} are fast to each other already.", pieces=(key, target))
    return None


def _check_reach(state: State, key: str, target: str) -> Refused | None:
    away = positions.apart(state, key, target)
    if friends(state, key, target):
        reach, rule, what = state.profile.touching, "AMB-40", "friendly hands"
        reason = "Friends make fast only where their hulls touch."
    else:
        reach, rule, what = state.profile.grapple_distance, "SOTL-4.3-d", "grapples"
        reason = "The grapples do not reach."
    if away <= reach:
        return None
    by = f"{positions.in_um(away, reach)} apart, {what} reach {positions.in_um(reach)}"
    return Refused(rule, reason, by, (key, target))


def automatic(state: State, key: str, target: str) -> bool:
    """Whether hands reach across and no roll is needed: a friend, or a struck ship of one's own (6-b, AMB-137)."""
    same = side_of(state, key) == side_of(state, target)
    return same and positions.apart(state, key, target) <= state.profile.touching


def grapple(turn: Context, command: GrappleShip) -> None:
    """Make fast to a friend, ask an enemy who could consent, or throw."""
    key, target = command.ship, command.target
    if automatic(turn.state, key, target):
        turn.emit(ShipsGrappled(ship=key, target=target, friendly=True, rule="SOTL-6-b"))
    elif _could_consent(turn.state, key) and _could_consent(turn.state, target):
        asked = side_of(turn.state, target)
        question = Question(kind="grapple", side=asked, ship=key, other=target, leader=command.leader)
        turn.emit(QuestionAsked(question=question))
    else:
        throw(turn, key, target, command.leader)


def _could_consent(state: State, key: str) -> bool:
    """Whether a ship could board this turn: in service, not exhausted, not in another fight (AMB-133, AMB-45)."""
    return in_service(state, key) and not crew_tasks.exhausted(state, key) and melee_of(state, key) is None


QUESTION = QuestionKind(
    id="grapple",
    prompt="{ship} throws grapples at {other}: accept or resist?",
    asked="{ship} comes alongside {other} with grapples ready.",
    agreed="{other} takes up the challenge.",
    refused="{other} will have none of it.",
    yes="Accept: both board",
    no="Resist",
    # both want it: no roll, no fatigue, and both will board (4.3-c)
    accepted=lambda turn, asked: turn.emit(
        ShipsGrappled(ship=asked.ship, target=asked.other, agreed=True, rule="SOTL-4.3-c")
    ),
    declined=lambda turn, asked: throw(turn, asked.ship, asked.other, asked.leader),
)


def throw(turn: Context, key: str, target: str, leader: Unaided | UnsetType = UNSET) -> None:
    """Roll for the grapple (6-e); the attempt tires the crew (6-k)."""
    success = crew_tasks.attempt(turn, key, "grapple", target, leader)
    crew_tasks.tire(turn, key, "grappling")
    if success:
        friendly = side_of(turn.state, key) == side_of(turn.state, target)
        turn.emit(ShipsGrappled(ship=key, target=target, friendly=friendly))


def hindrance(state: State, key: str, target: str) -> int:
    """What is added to the die unless the ships lie broadside to broadside (6-h, AMB-134)."""
    profile = state.profile
    own, other = state.ships[key].pose, state.ships[target].pose
    crossing = heading_difference(own.heading, other.heading)
    parallel = min(crossing, 180 - crossing) <= profile.parallel_headings
    (length, beam), target_length = positions.size(state, key), positions.size(state, target)[0]
    overlap = overlap_along(own, length, other, target_length, beam)
    abreast = overlap >= profile.parallel_overlap * target_length
    return 0 if parallel and abreast else tables.OVER_BOW_OR_STERN


def _hindered(check: Check, so_far: int) -> Modifier | None:
    hindered = hindrance(check.state, check.ship, check.about) if check.kind == "grapple" else 0
    return Modifier("over bow or stern", f"+{hindered}", so_far + hindered) if hindered else None


CHECK: tuple[ModifierRule[Check], ...] = (ModifierRule("over bow or stern", "SOTL-6-h", _hindered),)
"""What grapples add to a roll."""


def to_grapple(state: State, side: Side, key: str) -> Iterator[GrappleShip]:
    """Whatever a ship could throw her grapples at."""
    if in_service(state, key) and not state.ships[key].grapple_used:
        near = positions.neighbours(state, key, state.profile.grapple_distance)
        yield from (GrappleShip(side=side, ship=key, target=target) for target in near)


def check_break(state: State, command: BreakGrapple) -> Refused | None:
    """One attempt a turn for each grapple, not out of a fight, and not where both agreed to it (AMB-135)."""
    key, other = command.ship, command.other
    refusal = check_commanded(state, command.side, key) or check_on_map(state, other) or _check_hold(state, key, other)
    if refusal:
        return refusal
    if crew_tasks.tried(state.ships[key], "break", other):
        reason = f"{state.cards[key].name} has tried to break free of {state.cards[other].name} this turn."
        return Refused("AMB-135", reason, "one attempt a turn for each grapple", (key, other))
    return crew_tasks.check_effort(state, key)


def _check_hold(state: State, key: str, other: str) -> Refused | None:
    hold = between(state, key, other)
    names = f"{state.cards[key].name} and {state.cards[other].name}"
    if hold is None:
        return Refused("SOTL-6-i", f"{names} are not grappled.", pieces=(key, other))
    if state.ships[other].status == "struck" or friends(state, key, other):
        return Refused("AMB-135", f"{names} cast off without an attempt.", pieces=(key, other))
    if hold.agreed and hold.turn == state.turn:
        return Refused("AMB-133", f"{names} agreed to fight it out on deck this turn.", pieces=(key, other))
    if melee_of(state, key):
        return Refused("AMB-46", f"{state.cards[key].name} is engaged in a fight on deck.", pieces=(key,))
    return None


def break_free(turn: Context, command: BreakGrapple) -> None:
    """Ask the other side first: ships that both want to part need no roll (AMB-133)."""
    other = side_of(turn.state, command.other)
    question = Question(kind="part", side=other, ship=command.ship, other=command.other, leader=command.leader)
    turn.emit(QuestionAsked(question=question, rule="SOTL-6-i"))


def hold_on(turn: Context, question: Question) -> None:
    """The crew must cut itself loose (6-e); the attempt tires it (6-k)."""
    success = crew_tasks.attempt(turn, question.ship, "break", question.other, question.leader)
    crew_tasks.tire(turn, question.ship, "breaking a grapple")
    if success:
        part(turn, question.ship, question.other, "SOTL-6-i")


PARTING = QuestionKind(
    id="part",
    prompt="{ship} wants to part from {other}: agree or hold on?",
    asked="{ship} offers to part from {other}.",
    agreed="{other} lets go.",
    refused="{other} holds on.",
    yes="Let her go",
    no="Hold on",
    accepted=lambda turn, asked: part(turn, asked.ship, asked.other, "SOTL-6-i"),
    declined=hold_on,
)


def to_break(state: State, side: Side, key: str) -> Iterator[BreakGrapple]:
    """Whatever a ship could cut herself loose from."""
    return (BreakGrapple(side=side, ship=key, other=other) for other in held_by(state, key))


def check_make_fast(state: State, command: MakeFastTow) -> Refused | None:
    """Why she cannot take that ship in tow, or None (AMB-142)."""
    tower, towed = command.ship, command.towed
    return (
        check_commanded(state, command.side, tower)
        or check_commanded(state, command.side, towed)
        or _one_tow(state, tower, towed)
        or _tower_fit(state, tower)
        or _towed_free(state, tower, towed)
        or _touching(state, tower, towed)
        or crew_tasks.check_effort(state, tower)
    )


def make_fast(turn: Context, command: MakeFastTow) -> None:
    """The hawser is fast without a roll; both lie stopped, and the tower's crew has worked (5.6-a, 5.6-b)."""
    turn.emit(TowMadeFast(ship=command.ship, towed=command.towed))
    crew_tasks.tire(turn, command.ship, "taking a ship in tow")
    for key in (command.ship, command.towed):
        if not turn.state.ships[key].stopped:
            turn.emit(ShipStopped(ship=key, reason="A tow is made fast.", rule="SOTL-5.6-a"))


def _one_tow(state: State, tower: str, towed: str) -> Refused | None:
    if tower == towed:
        return Refused("SOTL-5.6-b", "A ship cannot tow herself.", pieces=(tower,))
    busy = {key for tow in state.tows for key in (tow.tower, tow.towed)}
    if taken := busy & {tower, towed}:
        return Refused("SOTL-5.6-b", "Each ship is part of one tow only.", pieces=sorted(taken))
    return None


def _tower_fit(state: State, tower: str) -> Refused | None:
    ship = state.ships[tower]
    if not ship.masts or ship.rudder_lost or ship.anchored:
        return Refused("SOTL-5.6-a", "Only a ship that can sail can tow.", pieces=(tower,))
    if ship.grapple_used:
        return Refused("SOTL-6-k", "She has used her one grapple of this phase.", pieces=(tower,))
    foes = [key for key in held_by(state, tower) if side_of(state, key) != side_of(state, tower)]
    return Refused("SOTL-6-d", "She is grappled to an enemy.", pieces=foes) if foes else None


def _towed_free(state: State, tower: str, towed: str) -> Refused | None:
    if state.ships[towed].anchored:
        return Refused("SOTL-5.6-b", "She lies at anchor and cannot be towed.", pieces=(towed,))
    others = [key for key in held_by(state, towed) if key != tower]
    return Refused("SOTL-5.6-b", "She is grappled to another ship.", pieces=others) if others else None


def _touching(state: State, tower: str, towed: str) -> Refused | None:
    apart, reach = positions.apart(state, tower, towed), state.profile.touching
    if apart <= reach:
        return None
    by = f"{positions.in_um(apart, reach)} apart, at most {positions.in_um(reach)}"
    return Refused("SOTL-5.6-a", "The two ships do not touch.", by, (towed,))


def check_cast_off(state: State, command: CastOff) -> Refused | None:
    """Why those two cannot simply let go of each other, or None (5.6-d, AMB-135, AMB-137)."""
    key, other = command.ship, command.other
    if refusal := check_commanded(state, command.side, key):
        return refusal
    if state.phase == "movement" and (moved := check_not_moved(state, key)):
        return moved
    if _tows_between(state, key, other):
        return None
    if between(state, key, other) is None:
        return Refused("SOTL-5.6-d", "Nothing holds these two ships together.", pieces=(other,))
    if state.ships[other].status != "struck" and side_of(state, other) != command.side:
        return Refused("SOTL-6-i", "An enemy's grapples must be cut.", pieces=(other,))
    return _fought_across(state, key, other) or _fresh_prize(state, key) or _fresh_prize(state, other)


def _fought_across(state: State, key: str, other: str) -> Refused | None:
    """Lines that hold a running fight together are not let go, as those to the enemy are not cut (AMB-46)."""
    fighters = cut_off(state, key, other)
    reason = f"{names(state, fighters)} would be cut off from the fight on deck."
    return Refused("AMB-46", reason, pieces=fighters) if fighters else None


def _fresh_prize(state: State, key: str) -> Refused | None:
    """A prize stays fast for the Crew Phase in which she was taken (6-c, AMB-54)."""
    ship = state.ships[key]
    if ship.status == "captured" and ship.captured_turn == state.turn:
        return Refused("SOTL-6-c", f"{state.cards[key].name} was taken only now.", pieces=(key,))
    return None


def cast_off(turn: Context, command: CastOff) -> None:
    """All lines between the two are let go."""
    for tow in _tows_between(turn.state, command.ship, command.other):
        turn.emit(TowCastOff(ship=tow.tower, towed=tow.towed))
    if between(turn.state, command.ship, command.other):
        part(turn, command.ship, command.other, "AMB-135")


def let_go(turn: Context) -> None:
    """A tow ends when one of the two has struck or both are no longer on the same side (AMB-62, AMB-142)."""
    for tow in turn.state.tows:
        struck = "struck" in (turn.state.ships[key].status for key in (tow.tower, tow.towed))
        if struck or side_of(turn.state, tow.tower) != side_of(turn.state, tow.towed):
            turn.emit(TowCastOff(ship=tow.tower, towed=tow.towed, rule="AMB-142"))


def choices_of(state: State, side: Side, key: str) -> Iterator[CastOff | MakeFastTow]:
    """Whatever a ship could take in tow, and lines that she may let go."""
    near = positions.neighbours(state, key, state.profile.touching)
    yield from (MakeFastTow(side=side, ship=key, towed=towed) for towed in near)
    yield from (CastOff(side=side, ship=key, other=other) for other in may_cast_off(state, key))


def may_cast_off(state: State, key: str) -> list[str]:
    """The ships that this one may simply let go, in key order."""
    side = side_of(state, key)
    tied = {*held_by(state, key), tower_of(state, key), towed_by(state, key)}
    orders = (CastOff(side=side, ship=key, other=other) for other in state.ships if other in tied)
    return [order.other for order in orders if check_cast_off(state, order) is None]


def _tows_between(state: State, key: str, other: str) -> list[Tow]:
    return [tow for tow in state.tows if {tow.tower, tow.towed} == {key, other}]
