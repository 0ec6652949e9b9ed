"""Moves worth considering: of all the plans of a ship a few, and every other order of the movement phase (C-5)."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product

from tabletop.core.memory import per_state
from tabletop.core.offers import Offers
from tabletop.core.phrases import capital
from tabletop.games.ships_of_the_line import commands
from tabletop.games.ships_of_the_line.chapters import duties, towing
from tabletop.games.ships_of_the_line.chapters.headway import held
from tabletop.games.ships_of_the_line.chapters.orders import awaiting, unwilling
from tabletop.games.ships_of_the_line.chapters.plan import ADVANCE, SLOW, STOP, begin, trial
from tabletop.games.ships_of_the_line.chapters.trial import PlanEvaluation
from tabletop.games.ships_of_the_line.compiled import phase_of, rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State

Plan = tuple[commands.Step, ...]
Planned = Callable[[PlanEvaluation], Plan | None]
"""One way to make a move, from before its first step; None where it is none for that ship."""


def actors(state: State, side: Side) -> Iterator[str]:
    """Ships of a side that can still move, or weigh anchor, in key order."""
    idle = (key for key in awaiting(state, side) if not state.ships[key].moved)
    return (key for key in idle if state.ships[key].anchored or held(state, key) is None)


@per_state
def besides_sailing(state: State, side: Side) -> str:
    """What is left, as it is asked, where no ship is free to sail any more; empty while one is, and in other phases."""
    able = tuple(actors(state, side)) if state.phase == "movement" else ()
    if not able or any(may_sail(state, key) and not duties.bound(state, key) for key in able):
        return ""
    others = {key: {type(order) for order in _others(state, side, key)} for key in able}
    words = [
        words
        for kind, words in _BESIDES.items()
        if any(kind in others[key] and not unwilling(state, key, kind) for key in able)
    ]
    words += ["let ships do their duty"] if any(duties.bound(state, key) for key in able) else []
    return capital(f"{' or '.join(words)}?") if words else phase_of(state).idle


_BESIDES: dict[type[commands.ShipCommand], str] = {
    commands.WeighAnchor: "weigh anchor", commands.TurnByBoats: "turn by boats", commands.DropAnchor: "drop anchor",
    commands.CastOff: "cast off",
}  # fmt: skip


def choices(state: State, side: Side) -> Offers[commands.SideCommand]:
    """What a side could order in the movement phase; of each ship's plans the legal ones of a few."""
    # a ship that has moved may still anchor
    keys = [key for key in awaiting(state, side) if not state.ships[key].moved or state.ships[key].move_allows_anchor]
    each = len(rules_of(state).plans) + 1

    def at(place: int) -> Sequence[commands.SideCommand]:
        ship, which = divmod(place, each)
        if which == each - 1:
            return _others(state, side, keys[ship])
        return sails(state, side, keys[ship], which) if may_sail(state, keys[ship]) else ()

    return Offers(each * len(keys), at)


@per_state
def may_sail(state: State, key: str) -> bool:
    """Whether any plan could be ordered to a ship."""
    return not (state.ships[key].moved or held(state, key) or unwilling(state, key, commands.Sail))


def sails(state: State, side: Side, key: str, which: int) -> Sequence[commands.Sail]:
    """One of the plans that are offered as an order to a ship that may sail, if it is legal."""
    plan = rules_of(state).plans[which](begin(state, key))
    if plan is None or trial(state, key, plan).verdict is not None:
        return ()
    return (commands.Sail(side=side, ship=key, plan=plan),)


def _others(state: State, side: Side, key: str) -> Sequence[commands.SideCommand]:
    """Whatever a ship could be ordered in this phase without a plan."""
    orders: list[commands.SideCommand] = [
        *(commands.TurnByBoats(side=side, ship=key, towards=towards) for towards in BROADSIDES),
        commands.WeighAnchor(side=side, ship=key),
        commands.DropAnchor(side=side, ship=key),
        *(commands.CastOff(side=side, ship=key, other=other) for other in towing.may_cast_off(state, key)),
    ]
    return [order for order in orders if rules_of(state).command_handlers.check(state, order) is None]


def _straight(slowed: int, start: PlanEvaluation) -> Plan | None:
    """Ahead, but for some points at the end that are slowed."""
    given = start.allowance
    if slowed > given.points - given.forced:
        return None
    return (ADVANCE,) * (given.points - slowed) + (SLOW,) * slowed


def _getting_under_way(start: PlanEvaluation) -> Plan | None:
    """The attempt of a stopped ship whom the resistance leaves no point (5.3-b)."""
    return (ADVANCE,) if start.allowance.resisted and not start.allowance.points else None


def _heaving_to(start: PlanEvaluation) -> Plan | None:
    """The forced spend, and stop (AMB-205)."""
    given = start.allowance
    return ((ADVANCE,) * given.points + (STOP,)) if given.points == given.forced else None


def _turning(hand: int, part: int, after: int, start: PlanEvaluation) -> Plan | None:
    """Ahead with all points and one free turn, a whole one or half of it, after so many advances or the last (-1)."""
    points = start.allowance.points
    if points < (2 if after < 0 else 1):
        return None
    turn = commands.Step("turn", hand * (start.room.profile.free_turn // part))
    ahead = (ADVANCE,) * points
    return (*ahead[:after], turn, *ahead[after:]) if after >= 0 else (*ahead, turn)


def _pivoting(hand: int, last: bool, start: PlanEvaluation) -> Plan | None:
    """A whole turn on the spot before or after the advances."""
    points = start.allowance.points
    if points < 1 + last:
        return None
    pivot, ahead = commands.Step("pivot", hand * start.room.profile.pivot), (ADVANCE,) * (points - 1)
    return (*ahead, pivot) if last else (pivot, *ahead)


PLANS: tuple[Planned, ...] = (
    *(partial(_straight, slowed) for slowed in range(6)),
    _getting_under_way,
    _heaving_to,
    *(partial(_turning, *turn) for turn in product((-1, 1), (1, 2), (0, 1, -1))),
    *(partial(_pivoting, *pivot) for pivot in product((-1, 1), (False, True))),
)
"""The plans that are offered, at most so many for a ship: straight on, slowed early or late, one turn, hove to."""
