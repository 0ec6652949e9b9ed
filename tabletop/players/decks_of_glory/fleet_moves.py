"""The moves of the ships of a side, chosen together against the best answer of the enemy."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple, get_args

from tabletop.games.decks_of_glory.model import Action, Side, State, enemy_of
from tabletop.games.decks_of_glory.movement import try_plan
from tabletop.games.decks_of_glory.positions import current_wind, is_entangled, list_active
from tabletop.games.decks_of_glory.tables import ACTIONS
from tabletop.geometry.hexgrid import Hex, distance
from tabletop.players.decks_of_glory import evaluation, light_model
from tabletop.players.decks_of_glory.evaluation import Fleet, Weights
from tabletop.players.decks_of_glory.light_model import ModelShip
from tabletop.players.decks_of_glory.two_ships import SIGHT

MAX_JOINT_SHIPS = 3
"""Most ships of which every combination of moves is compared."""
MAX_PASSES = 3
"""Most times that each of more ships may choose its move again."""
MAX_ANSWERED_ENDS = 4
"""Number of ends of each ship that are compared by the enemy's answer."""
MAX_JUDGED_PAIRS = 4
"""Most pairs of ships with which the enemy judges its answer by the whole position."""

MAX_MOVERS = 6
"""Most ships that are moved together."""
MAX_SPACING = 4
"""Distance in hexes from the leading ship within which other ships are moved together with it."""
NEAR = 7
"""Distance in hexes from a moving ship within which other ships are considered."""

_PLANS: tuple[tuple[Action, ...], ...] = tuple(
    plan for length in range(max(ACTIONS) + 1) for plan in product(get_args(Action), repeat=length)
)
_COST_OF_BOARDING_NOBODY = 4.0
_COST_OF_BOARDING = 0.5


class MoveEnd(NamedTuple):
    """The end of a move of a ship.

    Attributes:
        plan: the actions of the move.
        ship: the ship after the move, or None if it has left the map.
        entangled: True if the ship lies alongside another.
        bonus: additional value of the end, in victory points.
    """

    plan: tuple[Action, ...]
    ship: ModelShip | None
    entangled: bool
    bonus: float


def model_ship(state: State, key: str) -> ModelShip:
    """Return a ship of the state as a ship of the model."""
    ship = state.ships[key]
    return ModelShip(ship.at, ship.facing, ship.strength, state.fleet[key].points, not is_entangled(state, key))


def model_fleet(state: State, side: Side) -> dict[str, ModelShip]:
    """Return the active ships of a side by key."""
    return {key: model_ship(state, key) for key in list_active(state, side)}


def list_ends(state: State, key: str, weights: Weights) -> tuple[MoveEnd, ...]:
    """Return every possible end of a move of a ship, each with its shortest plan. To stay is first."""
    found: dict[tuple[Hex, int, str | None], MoveEnd] = {}
    for plan in _PLANS:
        move = try_plan(state, key, plan)
        where = move.at, move.facing, move.end
        if not move.refusal and where not in found:
            found[where] = _build_end(state, key, plan, weights)
    return tuple(found.values())


def _build_end(state: State, key: str, plan: tuple[Action, ...], weights: Weights) -> MoveEnd:
    """Return the end of a plan that the rules allow."""
    move, before = try_plan(state, key, plan), model_ship(state, key)
    if move.end == "withdrawn":
        return MoveEnd(plan, None, entangled=False, bonus=evaluation.withdrawal_value(state, key))
    is_boarding = move.end == "entangled"
    ship = ModelShip(move.at, move.facing, before.strength, before.points, free=not is_boarding)
    bonus = _value_of_boarding(state, key, move.others, weights) if is_boarding else 0.0
    return MoveEnd(plan, ship, is_boarding, bonus)


def _value_of_boarding(state: State, key: str, others: Sequence[str], weights: Weights) -> float:
    """Return the value of a place alongside `others`: positive only against weaker enemies."""
    side = state.fleet[key].side
    strength = sum(state.ships[one].strength for one in others if state.fleet[one].side != side)
    if not strength:
        return -_COST_OF_BOARDING_NOBODY
    return weights.entangled * (state.ships[key].strength - strength) - _COST_OF_BOARDING


def _list_ends_homeward(state: State, key: str, weights: Weights) -> tuple[MoveEnd, ...]:
    """Return the ends of a ship whose side leaves the battle: each costs the turns from there to the edge."""
    return tuple(
        end._replace(
            bonus=end.bonus
            - evaluation.TURN_TO_EDGE_COST * evaluation.turns_to_edge(state, end.ship.at, end.ship.facing)
        )
        if end.ship
        else end
        for end in list_ends(state, key, weights)
    )


class FleetMove:
    """A choice of moves for some ships of a side.

    Attributes:
        wind: direction of the wind.
        weights: the weights of a position.
        mine: the own ships near to the moving ones, which are included.
        foes: the enemies near to the moving ships, or the nearest one.
        withdraws: True if the side leaves the battle.
        ends: the possible ends of each moving ship, to stay first.
        enemy_answers: True if the enemy moves after this side.
    """

    def __init__(self, state: State, side: Side, movers: Sequence[str], weights: Weights) -> None:
        """Find the ends of the ships `movers` of `side`."""
        self.wind = current_wind(state)
        self.weights = weights
        mine = model_fleet(state, side)
        foes = model_fleet(state, enemy_of(side))
        moving = [mine[key] for key in movers]
        self.mine = _select_near(moving, mine)
        self.foes = _select_near(moving, foes) or _select_nearest(moving, foes)
        self.withdraws = evaluation.should_withdraw(state, side)
        list_for_ship = _list_ends_homeward if self.withdraws else list_ends
        self.ends = {key: list_for_ship(state, key, weights) for key in movers}
        self.enemy_answers = enemy_of(side) not in state.orders

    def choose_ends(self) -> dict[str, MoveEnd]:
        """Return the best end of each moving ship, all together; {} without moving ships."""
        if not self.ends:
            return {}
        if len(self.ends) <= MAX_JOINT_SHIPS and not self.enemy_answers:
            return self._choose_together()
        return self._choose_against_answer(self._choose_in_turn())

    def score(self, chosen: Mapping[str, MoveEnd]) -> float:
        """Return the value of the position after the moves `chosen`, before the enemy answers."""
        after = self._ships_after(chosen)
        return evaluation.value_position(after, self.foes, self.wind, self.weights) + _sum_bonuses(chosen)

    def _ships_after(self, chosen: Mapping[str, MoveEnd]) -> dict[str, ModelShip]:
        """Return the own ships after the moves `chosen`, without those that have left the map."""
        after = {**self.mine, **{key: end.ship for key, end in chosen.items()}}
        return {key: one for key, one in after.items() if one is not None}

    def _choose_together(self) -> dict[str, MoveEnd]:
        """Return the best of all combinations of ends."""
        keys = list(self.ends)
        combinations = (dict(zip(keys, chosen, strict=True)) for chosen in product(*self.ends.values()))
        apart = (one for one in combinations if _are_in_separate_hexes(one))
        return max(apart, key=self.score, default=self._stay())

    def _stay(self) -> dict[str, MoveEnd]:
        return {key: found[0] for key, found in self.ends.items()}

    def _choose_in_turn(self) -> dict[str, MoveEnd]:
        """Let each ship take the best end that the others leave it, until no ship finds a better one."""
        chosen = self._stay()
        for _ in range(MAX_PASSES):
            before = dict(chosen)
            for key in self.ends:
                chosen[key] = self._rank_ends(chosen, key)[0]
            if chosen == before:
                break
        return chosen

    def _rank_ends(self, chosen: Mapping[str, MoveEnd], key: str) -> list[MoveEnd]:
        """Return the ends of a ship, the best first. The other ships end as in `chosen`."""
        able = [end for end in self.ends[key] if _are_in_separate_hexes({**chosen, key: end})] or [self.ends[key][0]]
        return sorted(able, key=lambda end: -self.score({**chosen, key: end}))

    def _choose_against_answer(self, chosen: dict[str, MoveEnd]) -> dict[str, MoveEnd]:
        """Return `chosen` with the few best ends of each ship compared by the enemy's answer, if there is one."""
        if not self.enemy_answers:
            return chosen
        for key in self.ends:
            few = self._rank_ends(chosen, key)[:MAX_ANSWERED_ENDS]
            chosen = max(({**chosen, key: end} for end in few), key=self.score_after_answer)
        return chosen

    def gain(self, chosen: Mapping[str, MoveEnd], key: str) -> float:
        """Return the value that the move of ship `key` adds to the value if the ship stays."""
        return round(self.score(chosen) - self.score({**chosen, key: self.ends[key][0]}), 6)

    def exchange(self, chosen: Mapping[str, MoveEnd], key: str) -> tuple[float, float]:
        """Return the expected losses that ship `key` inflicts and takes after its move, without an answer."""
        mine, one = self._ships_after(chosen), self._ships_after(chosen)[key]
        given = light_model.assign_broadsides([one], dict(self.foes))[1]
        shots, _ = light_model.assign_broadsides(self.foes.values(), mine)
        return given, light_model.expected_loss(one.strength, one.points, shots.get(key, ()))

    def score_after_answer(self, chosen: Mapping[str, MoveEnd]) -> float:
        """Return the value of the position after the moves `chosen` and the predicted answer of the enemy."""
        mine = self._ships_after(chosen)
        foes = _predict_answer(mine, self.foes, self.wind, self.weights)
        return evaluation.value_position(mine, foes, self.wind, self.weights) + _sum_bonuses(chosen)


def choose_movers(state: State, side: Side, able: Sequence[str]) -> list[str]:
    """Return the ships of `able` to move together: the one nearest to the enemy, and a few near to it."""
    mine, foes = model_fleet(state, side), model_fleet(state, enemy_of(side))
    lead = min(able, key=lambda key: (min((distance(mine[key].at, foe.at) for foe in foes.values()), default=0), key))
    others = sorted(able, key=lambda key: (distance(mine[key].at, mine[lead].at), key))
    return [key for key in others if distance(mine[key].at, mine[lead].at) <= MAX_SPACING][:MAX_MOVERS]


def _select_near(moving: Iterable[ModelShip], others: Fleet) -> dict[str, ModelShip]:
    """Return the ships of `others` near to any of the moving ships."""
    places = [one.at for one in moving]
    return {key: one for key, one in others.items() if any(distance(one.at, at) <= NEAR for at in places)}


def _select_nearest(moving: Iterable[ModelShip], others: Fleet) -> dict[str, ModelShip]:
    """Return the single ship of `others` nearest to the moving ships, or {} if there is none."""
    places = [one.at for one in moving]
    found = sorted(others, key=lambda key: (min(distance(others[key].at, at) for at in places), key))[:1]
    return {key: others[key] for key in found}


def _sum_bonuses(chosen: Mapping[str, MoveEnd]) -> float:
    return sum(one.bonus for one in chosen.values())


def _are_in_separate_hexes(chosen: Mapping[str, MoveEnd]) -> bool:
    places = [end.ship.at for end in chosen.values() if end.ship]
    return len(set(places)) == len(places)


def _predict_answer(mine: Fleet, foes: Fleet, wind: int, weights: Weights) -> dict[str, ModelShip]:
    """Return the enemy's ships after each in sight has made its best move, one after another."""
    after = dict(foes)
    for key, foe in foes.items():
        if foe.free and _is_in_sight(foe, mine):
            taken = {one.at for one in (*mine.values(), *after.values())} - {foe.at}
            reachable = light_model.list_reachable(foe.at, foe.facing, wind)
            moves = [foe._replace(at=at, facing=faces) for at, faces in reachable if at not in taken]
            after[key] = max(moves, key=_build_judge({**after}, key, mine, wind, weights))
    return after


def _build_judge(after: Fleet, key: str, mine: Fleet, wind: int, weights: Weights) -> Callable[[ModelShip], float]:
    """Return the function by which the enemy values a move of its ship `key`.

    With few ships the enemy values the whole position, otherwise the moved ship alone.
    """
    if len(after) * len(mine) <= MAX_JUDGED_PAIRS:
        return lambda move: evaluation.value_position({**after, key: move}, mine, wind, weights)
    return lambda move: evaluation.value_ship(move, mine, wind, weights)


def _is_in_sight(foe: ModelShip, mine: Fleet) -> bool:
    return any(distance(foe.at, one.at) <= SIGHT for one in mine.values())
