"""Where the ships of a side go, all of them together, against the other side's best answer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple, get_args

from tabletop.games.decks_of_glory.movement import try_plan
from tabletop.games.decks_of_glory.positions import current_wind, is_entangled, list_active
from tabletop.games.decks_of_glory.state import Action, Side, State, enemy_of
from tabletop.games.decks_of_glory.tables import ACTIONS
from tabletop.geometry.hexgrid import Hex, distance
from tabletop.players.decks_of_glory.evaluation import Fleet, Weights, single, value
from tabletop.players.decks_of_glory.gunnery import Piece, assigned, loss
from tabletop.players.decks_of_glory.many_bearings import reach
from tabletop.players.decks_of_glory.two_ships import REACHED
from tabletop.players.decks_of_glory.withdrawing import HOMEWARD, runs, saved, turns_to_edge

AT_ONCE = 3
"""Ships of a side up to which all ways of moving them are looked at together."""
PASSES = 3
"""How often each ship may think again where they are more."""
FEW = 4
"""Ends of each ship that are weighed against the other side's answer."""

COMPANY = 6
"""Ships at most that are moved together."""
TOGETHER = 4
"""Hexes within which they lie."""
NEAR = 7
"""Hexes from one of them within which a ship matters."""

_PLANS: tuple[tuple[Action, ...], ...] = tuple(
    plan for length in range(max(ACTIONS) + 1) for plan in product(get_args(Action), repeat=length)
)


class End(NamedTuple):
    """What a move of a ship comes to: how she lies then, and what that brings besides."""

    plan: tuple[Action, ...]
    piece: Piece | None
    """None for a ship that has withdrawn."""
    entangled: bool
    bonus: float


def piece(state: State, key: str) -> Piece:
    """A ship as the light model sees her."""
    ship = state.ships[key]
    return Piece(ship.at, ship.facing, ship.strength, state.fleet[key].points, not is_entangled(state, key))


def fleet(state: State, side: Side) -> dict[str, Piece]:
    """The active ships of a side."""
    return {key: piece(state, key) for key in list_active(state, side)}


def ends(state: State, key: str, weights: Weights) -> tuple[End, ...]:
    """All that a move of a ship can come to, each by the shortest plan; to stay first."""
    found: dict[tuple[Hex, int, str | None], End] = {}
    for plan in _PLANS:
        tried = try_plan(state, key, plan)
        where = tried.at, tried.facing, tried.end
        if not tried.refusal and where not in found:
            found[where] = _end(state, key, plan, weights)
    return tuple(found.values())


def _end(state: State, key: str, plan: tuple[Action, ...], weights: Weights) -> End:
    tried, now = try_plan(state, key, plan), piece(state, key)
    if tried.end == "withdrawn":
        return End(plan, None, entangled=False, bonus=saved(state, key))
    lies = Piece(tried.at, tried.facing, now.strength, now.points, free=tried.end != "entangled")
    met = tried.end == "entangled"
    return End(plan, lies, met, _boarding(state, key, tried.others, weights) if met else 0.0)


def _boarding(state: State, key: str, others: Sequence[str], weights: Weights) -> float:
    """What it is worth to lie alongside: something against weaker enemies, nothing among friends and wrecks."""
    side = state.fleet[key].side
    strength = [state.ships[one].strength for one in others if state.fleet[one].side != side]
    if not sum(strength):
        return -4.0
    return weights.entangled * (state.ships[key].strength - sum(strength)) - 0.5


def _homeward(state: State, key: str, weights: Weights) -> tuple[End, ...]:
    """The same for a side that makes for the edge: each end costs what lies between it and there."""
    return tuple(
        end._replace(bonus=end.bonus - HOMEWARD * turns_to_edge(state, end.piece.at, end.piece.facing))
        if end.piece
        else end
        for end in ends(state, key, weights)
    )


class Manoeuvre:
    """Ships of a side that may move, what each can do, and whoever is near enough to matter."""

    def __init__(self, state: State, side: Side, movers: Sequence[str], weights: Weights) -> None:
        self.wind, self.weights = current_wind(state), weights
        mine, foes = fleet(state, side), fleet(state, enemy_of(side))
        moving = [mine[key] for key in movers]
        self.mine, self.foes = _about(moving, mine), _about(moving, foes) or _nearest(moving, foes)
        self.runs = runs(state, side)
        found = _homeward if self.runs else ends
        self.ends = {key: found(state, key, weights) for key in movers}
        self.answered = enemy_of(side) not in state.orders

    def best(self) -> dict[str, End]:
        """The end of each ship, all together."""
        if not self.ends:
            return {}
        if len(self.ends) <= AT_ONCE and not self.answered:
            return self._together()
        return self._against(self._in_turn())

    def score(self, chosen: Mapping[str, End]) -> float:
        """What it comes to before anything is answered."""
        return value(self._after(chosen), self.foes, self.wind, self.weights) + sum(
            one.bonus for one in chosen.values()
        )

    def _after(self, chosen: Mapping[str, End]) -> dict[str, Piece]:
        after = {**self.mine, **{key: end.piece for key, end in chosen.items()}}
        return {key: one for key, one in after.items() if one is not None}

    def _together(self) -> dict[str, End]:
        keys = list(self.ends)
        sets = (dict(zip(keys, chosen, strict=True)) for chosen in product(*self.ends.values()))
        return max((one for one in sets if _apart(one)), key=self.score, default=self._staying())

    def _staying(self) -> dict[str, End]:
        return {key: found[0] for key, found in self.ends.items()}

    def _in_turn(self) -> dict[str, End]:
        """Each ship takes the best end that the others leave her, until none finds a better one."""
        chosen = self._staying()
        for _ in range(PASSES):
            before = dict(chosen)
            for key in self.ends:
                chosen[key] = self._ranked(chosen, key)[0]
            if chosen == before:
                break
        return chosen

    def _ranked(self, chosen: Mapping[str, End], key: str) -> list[End]:
        able = [end for end in self.ends[key] if _apart({**chosen, key: end})] or [self.ends[key][0]]
        return sorted(able, key=lambda end: -self.score({**chosen, key: end}))

    def _against(self, chosen: dict[str, End]) -> dict[str, End]:
        """Weigh the best few ends of each ship against the other side's answer, if it has one."""
        if not self.answered:
            return chosen
        for key in self.ends:
            few = self._ranked(chosen, key)[:FEW]
            chosen = max(({**chosen, key: end} for end in few), key=self.answered_score)
        return chosen

    def gain(self, chosen: Mapping[str, End], key: str) -> float:
        """What the move of one of them adds to staying where she lies."""
        return round(self.score(chosen) - self.score({**chosen, key: self.ends[key][0]}), 6)

    def exchange(self, chosen: Mapping[str, End], key: str) -> tuple[float, float]:
        """What one ship may give and take where she goes, before anything is answered."""
        mine, one = self._after(chosen), self._after(chosen)[key]
        given = assigned([one], dict(self.foes))[1]
        shots, _ = assigned(self.foes.values(), mine)
        return given, loss(one.strength, one.points, shots.get(key, ()))

    def answered_score(self, chosen: Mapping[str, End]) -> float:
        """What it comes to after the other side has moved as is best for it."""
        mine = self._after(chosen)
        foes = _answer(mine, self.foes, self.wind, self.weights)
        return value(mine, foes, self.wind, self.weights) + _bonus(chosen)


def company(state: State, side: Side, able: Sequence[str]) -> list[str]:
    """Whom to move together: the ship nearest to the enemy, and the nearest few who may move with her."""
    mine, foes = fleet(state, side), fleet(state, enemy_of(side))
    lead = min(able, key=lambda key: (min((distance(mine[key].at, foe.at) for foe in foes.values()), default=0), key))
    others = sorted(able, key=lambda key: (distance(mine[key].at, mine[lead].at), key))
    return [key for key in others if distance(mine[key].at, mine[lead].at) <= TOGETHER][:COMPANY]


def _about(moving: Iterable[Piece], others: Fleet) -> dict[str, Piece]:
    """Those who are near to any of the ships that move."""
    places = [one.at for one in moving]
    return {key: one for key, one in others.items() if any(distance(one.at, at) <= NEAR for at in places)}


def _nearest(moving: Iterable[Piece], others: Fleet) -> dict[str, Piece]:
    places = [one.at for one in moving]
    found = sorted(others, key=lambda key: (min(distance(others[key].at, at) for at in places), key))[:1]
    return {key: others[key] for key in found}


def _bonus(chosen: Mapping[str, End]) -> float:
    return sum(one.bonus for one in chosen.values())


def _apart(chosen: Mapping[str, End]) -> bool:
    places = [end.piece.at for end in chosen.values() if end.piece]
    return len(set(places)) == len(places)


def _answer(mine: Fleet, foes: Fleet, wind: int, weights: Weights) -> dict[str, Piece]:
    """The enemy's ships after each has moved as is best for it, one after another."""
    after = dict(foes)
    for key, foe in foes.items():
        if foe.free and _near(foe, mine):
            taken = {one.at for one in (*mine.values(), *after.values())} - {foe.at}
            moves = [
                foe._replace(at=at, facing=faces) for at, faces in reach(foe.at, foe.facing, wind) if at not in taken
            ]
            after[key] = max(moves, key=_judge({**after}, key, mine, wind, weights))
    return after


def _judge(after: Fleet, key: str, mine: Fleet, wind: int, weights: Weights) -> Callable[[Piece], float]:
    """How an enemy weighs her moves: with all that is going on where there are few, else by herself."""
    if len(after) * len(mine) <= FEW:
        return lambda move: value({**after, key: move}, mine, wind, weights)
    return lambda move: single(move, mine, wind, weights)


def _near(foe: Piece, mine: Fleet) -> bool:
    return any(distance(foe.at, one.at) <= REACHED for one in mine.values())
