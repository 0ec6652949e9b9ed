"""The computer players of Decks of Glory: one decision for each phase."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from typing_extensions import override

from tabletop.core.phrases import format_number
from tabletop.games.decks_of_glory import commands, positions
from tabletop.games.decks_of_glory.gunnery import TargetSight, list_clear_targets, list_gunners
from tabletop.games.decks_of_glory.model import Action, Aim, PhaseId, Side, State, enemy_of
from tabletop.games.decks_of_glory.movement import list_unmoved
from tabletop.games.decks_of_glory.victory import compute_totals
from tabletop.geometry.hexgrid import distance
from tabletop.players.decks_of_glory import deployment, fleet_moves, light_model
from tabletop.players.decks_of_glory.duels import Duel
from tabletop.players.decks_of_glory.evaluation import TEMPER_FACTORS, Fleet, Weights, adjust_for_temper
from tabletop.players.decks_of_glory.fleet_moves import FleetMove, MoveEnd
from tabletop.players.player import AnyPlayer, Player, Proposal

FRIEND_FACTOR = 1.2
"""Factor on the expected loss of a friend; that of an enemy has the factor 1."""
ALONGSIDE_HITS = 1.5
"""Hits that the greedy player expects of a place alongside an enemy."""


class HexPlayer(Player[State]):
    """A computer player that moves by `choose_move` and fires by `choose_targets`."""

    def consider(self, view: State) -> Iterator[Proposal]:
        """Yield one proposal for the current phase.

        In a phase without a real choice it is the first legal command.
        """
        decide = _PHASES.get(view.phase)
        yield decide(self, view, self._typed_side(view)) if decide else Proposal(next(iter(self.game.choices(view))))

    def evaluate_position(self, view: State) -> float:
        """Return the lead in victory points plus half of the lead in strength; negative if the side is behind."""
        mine, points = self._typed_side(view), compute_totals(view)
        active = [
            (view.fleet[key].side == mine, ship.strength)
            for key, ship in view.ships.items()
            if positions.is_active(ship)
        ]
        left = sum(strength if own else -strength for own, strength in active)
        return points[mine] - points[enemy_of(mine)] + left / 2

    def _typed_side(self, view: State) -> Side:
        """Return the own side as a literal of the game's type."""
        return next(side for side in view.sides if side == self.side)

    def _propose_placement(self, view: State, side: Side) -> Proposal:
        if station := deployment.choose_placement(view, side):
            return Proposal(station, f"{_ship_name(view, station.ship)} takes her station facing the enemy")
        return Proposal(commands.FinishPlacing(side), "All ships are in position")

    def _propose_move(self, view: State, side: Side) -> Proposal:
        """Propose a command for a ship that must draw a card first, then a move, then the end of the phase."""
        waiting = list_unmoved(view, side)
        for key in waiting:
            if view.way and view.way.ship == key:
                continue
            if positions.is_entangled(view, key):
                if self.should_cut_loose(view, key):
                    return Proposal(commands.CutLoose(side, key), f"{_ship_name(view, key)} tries to cut loose")
            elif positions.is_in_irons(view, view.ships[key].facing):
                return Proposal(commands.BreakIrons(side, key), f"{_ship_name(view, key)} is in irons")
        able = [key for key in waiting if (view.way and view.way.ship == key) or not positions.is_entangled(view, key)]
        if not able:
            return Proposal(commands.Done(side), "Every ship that can move has moved")
        return self.choose_move(view, side, able)

    def choose_move(self, view: State, side: Side, able: list[str]) -> Proposal:
        """Propose the move of one of the ships `able`, at least one."""
        raise NotImplementedError

    def should_cut_loose(self, view: State, key: str) -> bool:
        """Return True unless the entangled ship and its friends are stronger than the enemies in its hex."""
        side = view.fleet[key].side
        others = positions.find_others_in_hex(view, key)
        foes = [one for one in others if positions.is_active(view.ships[one]) and view.fleet[one].side != side]
        friends = [key, *(one for one in others if view.fleet[one].side == side)]
        against, strength = (sum(view.ships[one].strength for one in ships) for ships in (foes, friends))
        return not foes or against >= strength

    def _propose_fire(self, view: State, side: Side) -> Proposal:
        shots = self.choose_targets(view, side)
        words = ", ".join(f"{_ship_name(view, shot.ship)} at {_ship_name(view, shot.target)}" for shot in shots)
        return Proposal(commands.OpenFire(side, shots), words)

    def choose_targets(self, view: State, side: Side) -> tuple[Aim, ...]:
        """Return a target for each ship: the one at which its broadside adds most to those before it.

        Ships with the fewest targets choose first. A ship that would hurt mostly friends does not fire.
        """
        shots: dict[str, tuple[str, ...]] = {}
        aims = []
        for key in sorted(list_gunners(view, side), key=lambda one: len(list(list_clear_targets(view, one)))):
            kinds = {sight.target: kind_of_broadside(sight) for sight in list_clear_targets(view, key)}
            gains = {
                target: _gain_of_broadside(view, target, shots.get(target, ()), kind) for target, kind in kinds.items()
            }
            best = max(gains, key=lambda one: (gains[one], one))
            if gains[best] > 0:
                shots[best] = tuple(sorted((*shots.get(best, ()), kinds[best])))
                aims.append(Aim(key, best))
        return tuple(aims)

    def propose_sail(self, view: State, key: str, plan: tuple[Action, ...], *, alongside: bool, why: str) -> Proposal:
        """Return the proposal that ship `key` sails `plan`. `why` is a clause after the name of the ship."""
        command = commands.Sail(self._typed_side(view), key, plan, "port" if alongside else None)
        return Proposal(command, f"{_ship_name(view, key)} {why}")


_PHASES: dict[PhaseId, Callable[[HexPlayer, State, Side], Proposal]] = {
    "deployment": HexPlayer._propose_placement,
    "movement": HexPlayer._propose_move,
    "gunnery": HexPlayer._propose_fire,
}


def _gain_of_broadside(view: State, target: str, before: tuple[str, ...], kind: str) -> float:
    """Return the gain of one more broadside of `kind` at `target` after the broadsides `before`.

    Among friends of the firer the hits are shared with them (DOG-19).
    """
    ship, vessel = view.ships[target], view.fleet[target]
    gain = light_model.loss_by_one_more(ship.strength, vessel.points, before, kind)
    others = [
        view.fleet[one].side
        for one in positions.find_others_in_hex(view, target)
        if positions.is_active(view.ships[one])
    ]
    friends = sum(side != vessel.side for side in others)
    return round(gain * (1 - FRIEND_FACTOR * friends) / (1 + friends), 6)


def kind_of_broadside(sight: TargetSight) -> str:
    """Return the kind of the broadside that the ship would fire at the target."""
    if sight.rake:
        return light_model.RAKE
    return light_model.CLOSE if sight.distance == 1 else light_model.FAR


def _ship_name(view: State, key: str) -> str:
    return view.fleet[key].name


class Greedy(HexPlayer):
    """A computer player that moves each ship where it hits most now, then nearer to the enemy."""

    title = "Greedy"
    description = "hits as hard as it can now and never looks ahead"
    overlook_chance: ClassVar[float] = 0.0
    """Chance to overlook each end of a move, but for a ship that stays."""

    def choose_move(self, view: State, side: Side, able: list[str]) -> Proposal:
        """Propose the move of the first ship of `able`."""
        foes, rng = fleet_moves.model_fleet(view, enemy_of(side)), self.make_random()
        noticed = [
            end
            for end in fleet_moves.list_ends(view, able[0], Weights())
            if not end.plan or rng.random() >= self.overlook_chance
        ]
        end = max(noticed, key=lambda one: (_expected_hits(one, foes), -_distance_to_enemy(one, foes), rng.random()))
        hits = _expected_hits(end, foes)
        why = f"goes where she can expect {format_number(round(hits))} hits" if hits > 0 else "closes with the enemy"
        return self.propose_sail(view, able[0], end.plan, alongside=end.entangled, why=why)

    def choose_targets(self, view: State, side: Side) -> tuple[Aim, ...]:
        """Return for each ship the target with the most expected hits, of equal targets the weakest."""
        aims = []
        for key in list_gunners(view, side):
            best = max(
                list_clear_targets(view, key),
                key=lambda sight: (
                    light_model.EXPECTED_HITS[kind_of_broadside(sight)],
                    -view.ships[sight.target].strength,
                ),
            )
            aims.append(Aim(key, best.target))
        return tuple(aims)


def _expected_hits(end: MoveEnd, foes: Fleet) -> float:
    """Return the hits that a ship expects at an end of its move; negative for no sensible end."""
    if end.ship is None:
        return -100.0
    ship = end.ship
    if end.entangled:
        return ALONGSIDE_HITS if any(foe.at == ship.at for foe in foes.values()) else -1.0
    kinds = (light_model.broadside_kind(ship, foe) for foe in foes.values())
    return max((light_model.EXPECTED_HITS[kind] for kind in kinds if kind), default=0.0)


def _distance_to_enemy(end: MoveEnd, foes: Fleet) -> int:
    """Return the hexes from an end of a move to the nearest enemy, 0 off the map or without enemies."""
    return min((distance(end.ship.at, foe.at) for foe in foes.values()), default=0) if end.ship else 0


class Midshipman(Greedy):
    """A beginner that plays like `Greedy`, but overlooks moves and does not fire all guns."""

    title = "Midshipman"
    description = "goes where it can hit now, and overlooks things as a beginner does"
    overlook_chance: ClassVar[float] = 0.3
    late_chance: ClassVar[float] = 0.15
    """Chance of each ship not to be ready to fire."""

    @override
    def choose_targets(self, view: State, side: Side) -> tuple[Aim, ...]:
        rng = self.make_random()
        return tuple(aim for aim in super().choose_targets(view, side) if rng.random() >= self.late_chance)


class Captain(HexPlayer):
    """A computer player that moves ship by ship, by the losses that each inflicts and takes."""

    title = "Captain"
    description = "compares the damage each ship deals and takes"
    has_temper = True

    def choose_move(self, view: State, side: Side, able: list[str]) -> Proposal:
        """Propose the move of the first ship of `able`, as if all others stayed in their places."""
        key = able[0]
        move = FleetMove(view, side, [key], adjust_for_temper(Weights(), self.temper))
        end = max(move.ends[key], key=lambda end: move.score({key: end}))
        why = explain_move(move, {key: end}, key)
        return self.propose_sail(view, key, end.plan, alongside=end.entangled, why=why)


class Admiral(HexPlayer):
    """A computer player that moves its ships together against the best answer of the enemy.

    A fight of the last two ships is computed to its end.
    """

    title = "Admiral"
    description = "moves its ships together and considers your best reply"
    has_temper = True
    weights: ClassVar[Weights] = Weights()

    def choose_move(self, view: State, side: Side, able: list[str]) -> Proposal:
        """Propose the move that gains most, of all moves chosen together."""
        movers = fleet_moves.choose_movers(view, side, able)
        move = FleetMove(view, side, movers, adjust_for_temper(self.weights, self.temper))
        chosen = self._choose_in_duel(view, side, move) or move.choose_ends()
        key = max(chosen, key=lambda one: (move.gain(chosen, one), one))
        end, reason = chosen[key], explain_move(move, chosen, key)
        return self.propose_sail(view, key, end.plan, alongside=end.entangled, why=reason)

    def _choose_in_duel(self, view: State, side: Side, move: FleetMove) -> dict[str, MoveEnd]:
        """Return the best move in a fight of the last two ships, both free, or {} in any other battle."""
        own, foes = (list(fleet_moves.model_fleet(view, one).values()) for one in (side, enemy_of(side)))
        if len(own) != 1 or len(foes) != 1 or not own[0].free or not foes[0].free:
            return {}
        duel = Duel(view, own[0], foes[0], side, TEMPER_FACTORS[self.temper])
        return {key: max(ends, key=duel.value) for key, ends in move.ends.items()}


def explain_move(move: FleetMove, chosen: dict[str, MoveEnd], key: str) -> str:
    """Return the reason for the move of a ship, a clause after its name: ``takes position; …``."""
    if chosen[key].ship is None:
        return "leaves the battle to keep her points safe"
    if chosen[key].entangled:
        return "boards, because she does best hand to hand"
    given, taken = move.exchange(chosen, key)
    if not given and not taken:
        return _explain_distant_move(move, chosen[key])
    return f"may hit for {given:.1f} points and be hit for {taken:.1f}"


def _explain_distant_move(move: FleetMove, end: MoveEnd) -> str:
    """Return the reason for a move after which no broadside bears."""
    if not end.plan:
        return "is well placed where she is"
    if move.withdraws:
        return "makes for the edge of the map, because the enemy is too strong"
    return "takes position; no enemy can reach her yet"


PLAYERS: dict[str, type[AnyPlayer]] = {
    "midshipman": Midshipman,
    "captain": Captain,
    "admiral": Admiral,
    "greedy": Greedy,
}
