"""What every player of Decks of Glory does alike: the phases in which there is little to choose."""

from collections.abc import Callable, Iterator

from tabletop.games.decks_of_glory.commands import BreakIrons, CutLoose, Done, FinishPlacing, OpenFire, Sail
from tabletop.games.decks_of_glory.gunnery import TargetSight, list_clear_targets, list_gunners
from tabletop.games.decks_of_glory.movement import list_unmoved
from tabletop.games.decks_of_glory.positions import find_others_in_hex, is_active, is_entangled, is_in_irons
from tabletop.games.decks_of_glory.state import Action, Aim, PhaseId, Side, State, enemy_of
from tabletop.games.decks_of_glory.victory import compute_totals
from tabletop.players.decks_of_glory import deploying
from tabletop.players.decks_of_glory.gunnery import CLOSE, FAR, RAKE, loss
from tabletop.players.player import Player, Proposal

FRIENDS = 1.2
"""How much more a point of a friend counts than one of an enemy."""


_MOVED = "Every ship that can has made her move"


class Conduct(Player[State]):
    """Moves by `move` of those who derive from it, and fires by `targets`."""

    def consider(self, view: State) -> Iterator[Proposal]:
        """One order, by the phase; where any is as good as another, the first that is offered."""
        decide = _PHASES.get(view.phase)
        yield decide(self, view, self._asked(view)) if decide else Proposal(next(iter(self.game.choices(view))))

    def stands(self, view: State) -> float:
        """Points as things stand, and half of what is left of the ships' strength, against the other side's."""
        mine, points = self._asked(view), compute_totals(view)
        active = [(view.fleet[key].side == mine, ship.strength) for key, ship in view.ships.items() if is_active(ship)]
        left = sum(strength if own else -strength for own, strength in active)
        return points[mine] - points[enemy_of(mine)] + left / 2

    def _asked(self, view: State) -> Side:
        """Its own side, as the game calls it."""
        return next(side for side in view.sides if side == self.side)

    def _place(self, view: State, side: Side) -> Proposal:
        """The next ship whose place is open."""
        if station := deploying.order(view, side):
            return Proposal(station, f"{_name(view, station.ship)} takes her station before the enemy")
        return Proposal(FinishPlacing(side), "All ships lie in their stations")

    def _sail(self, view: State, side: Side) -> Proposal:
        """Ships that must draw a card first, then those that may move at will."""
        waiting = list_unmoved(view, side)
        for key in waiting:
            if view.way and view.way.ship == key:
                continue
            if is_entangled(view, key):
                if self.cuts_loose(view, key):
                    return Proposal(CutLoose(side, key), f"{_name(view, key)} wants to get clear")
            elif is_in_irons(view, view.ships[key].facing):
                return Proposal(BreakIrons(side, key), f"{_name(view, key)} lies in irons")
        able = [key for key in waiting if (view.way and view.way.ship == key) or not is_entangled(view, key)]
        return self.move(view, side, able) if able else Proposal(Done(side), _MOVED)

    def move(self, view: State, side: Side, able: list[str]) -> Proposal:
        """The move of one of those that may move at will; there is at least one."""
        raise NotImplementedError

    def cuts_loose(self, view: State, key: str) -> bool:
        """Whether an entangled ship tries to get clear: not from enemies who are weaker together."""
        side = view.fleet[key].side
        foes = [
            other
            for other in find_others_in_hex(view, key)
            if is_active(view.ships[other]) and view.fleet[other].side != side
        ]
        friends = [key, *(other for other in find_others_in_hex(view, key) if view.fleet[other].side == side)]
        against, strength = (sum(view.ships[one].strength for one in ships) for ships in (foes, friends))
        return not foes or against >= strength

    def _fire(self, view: State, side: Side) -> Proposal:
        shots = self.targets(view, side)
        told = ", ".join(f"{_name(view, shot.ship)} at {_name(view, shot.target)}" for shot in shots)
        return Proposal(OpenFire(side, shots), told)

    def targets(self, view: State, side: Side) -> tuple[Aim, ...]:
        """At whom each ship fires: where hers does most after those before her; never mostly into friends."""
        shots: dict[str, tuple[str, ...]] = {}
        aims = []
        for key in sorted(list_gunners(view, side), key=lambda one: len(list(list_clear_targets(view, one)))):
            kinds = {seen.target: kind(seen) for seen in list_clear_targets(view, key)}
            gains = {target: _gain(view, target, shots.get(target, ()), what) for target, what in kinds.items()}
            best = max(gains, key=lambda one: (gains[one], one))
            if gains[best] > 0:
                shots[best] = tuple(sorted((*shots.get(best, ()), kinds[best])))
                aims.append(Aim(key, best))
        return tuple(aims)

    def sailed(self, view: State, key: str, plan: tuple[Action, ...], *, alongside: bool, why: str) -> Proposal:
        """The order for a move, and its reason."""
        return Proposal(Sail(self._asked(view), key, plan, "port" if alongside else None), f"{_name(view, key)} {why}")


def _gain(view: State, target: str, before: tuple[str, ...], what: str) -> float:
    """What one more broadside at a ship brings; beside friends of the firer it goes among them too (DOG-19)."""
    ship, vessel = view.ships[target], view.fleet[target]
    together = tuple(sorted((*before, what)))
    gain = loss(ship.strength, vessel.points, together) - loss(ship.strength, vessel.points, before)
    others = [view.fleet[one].side for one in find_others_in_hex(view, target) if is_active(view.ships[one])]
    friends = sum(side != vessel.side for side in others)
    return round(gain * (1 - FRIENDS * friends) / (1 + friends), 6)


def kind(seen: TargetSight) -> str:
    """The kind of broadside that a ship would fire at what she sees."""
    return RAKE if seen.rake else CLOSE if seen.distance == 1 else FAR


def _name(view: State, key: str) -> str:
    return view.fleet[key].name


_PHASES: dict[PhaseId, Callable[[Conduct, State, Side], Proposal]] = {
    "deployment": Conduct._place,
    "movement": Conduct._sail,
    "gunnery": Conduct._fire,
}
