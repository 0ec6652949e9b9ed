"""Moves worth considering: a few legal commands for each ship that has not moved yet (C-5)."""

from collections.abc import Iterator

from tabletop.games.ships_of_the_line.chapters import anchoring, boats, movement, towing
from tabletop.games.ships_of_the_line.chapters.allowance import allowance
from tabletop.games.ships_of_the_line.chapters.headway import held
from tabletop.games.ships_of_the_line.chapters.orders import commanded
from tabletop.games.ships_of_the_line.chapters.plan import ADVANCE, SLOW, STOP
from tabletop.games.ships_of_the_line.commands import (
    CastOff,
    Command,
    DropAnchor,
    Sail,
    Step,
    TurnByBoats,
    WeighAnchor,
)
from tabletop.games.ships_of_the_line.ship import Battery
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State

_HEADINGS: tuple[Battery, Battery] = ("port", "starboard")


def actors(state: State, side: Side) -> list[str]:
    """Ships of a side that can still move, or weigh anchor, in key order."""
    return [key for key in commanded(state, side) if not state.ships[key].moved and _able(state, key)]


def _able(state: State, key: str) -> bool:
    return state.ships[key].anchored or held(state, key) is None


def choices(state: State, side: Side) -> Iterator[Command]:
    """Legal commands of the movement phase, found lazily, ship by ship."""
    for key in commanded(state, side):
        if not state.ships[key].moved:
            yield from _of_ship(state, side, key)
        elif anchoring.check_drop(state, DropAnchor(side=side, ship=key)) is None:
            yield DropAnchor(side=side, ship=key)


def _of_ship(state: State, side: Side, key: str) -> Iterator[Command]:
    if held(state, key) is None:
        for sail in (Sail(side=side, ship=key, plan=plan) for plan in plans(state, key)):
            if movement.check_sail(state, sail) is None:
                yield sail
        for towards in _HEADINGS:
            round_she_goes = TurnByBoats(side=side, ship=key, towards=towards)
            if boats.check(state, round_she_goes) is None:
                yield round_she_goes
    if anchoring.check_weigh(state, WeighAnchor(side=side, ship=key)) is None:
        yield WeighAnchor(side=side, ship=key)
    if anchoring.check_drop(state, DropAnchor(side=side, ship=key)) is None:
        yield DropAnchor(side=side, ship=key)
    yield from (CastOff(side=side, ship=key, other=other) for other in towing.may_cast_off(state, key))


def plans(state: State, key: str) -> Iterator[tuple[Step, ...]]:
    """Plans to try: hold the course, bear away to either hand early or late, turn on the spot, stop (AMB-205)."""
    given = allowance(state, key)
    points, profile = given.points, state.profile
    run = (ADVANCE,) * points
    if given.resisted and not points:
        yield (ADVANCE,)
    if points:
        yield run
        for hand in (-1, 1):
            turn = Step("turn", hand * profile.free_turn)
            yield (turn, *run)
            yield (ADVANCE, turn, *run[1:])
            yield (Step("pivot", hand * profile.pivot), *run[1:])
    yield (ADVANCE,) * given.forced + (SLOW,) * (points - given.forced)
    if points == given.forced:
        yield (*run, STOP)
