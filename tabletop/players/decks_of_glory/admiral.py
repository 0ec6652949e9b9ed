"""The admiral: moves all ships together, against the best answer of the other side."""

from typing import ClassVar

from tabletop.games.decks_of_glory.state import Side, State, enemy_of
from tabletop.players.decks_of_glory.conduct import Conduct
from tabletop.players.decks_of_glory.duels import Duel
from tabletop.players.decks_of_glory.evaluation import TEMPERS, Weights, tempered
from tabletop.players.decks_of_glory.manoeuvring import End, Manoeuvre, company, fleet
from tabletop.players.player import Proposal


class Admiral(Conduct):
    """Ships together, exact spreads of hits, what may come next, and the other side's answer."""

    title = "Admiral"
    about = "moves its ships together and weighs your best answer"
    has_temper = True
    weights: ClassVar[Weights] = Weights()

    def move(self, view: State, side: Side, able: list[str]) -> Proposal:
        """The ship whose move matters most, of all moves together; of two ships all is looked through to the end."""
        manoeuvre = Manoeuvre(view, side, company(view, side, able), tempered(self.weights, self.temper))
        chosen = self._fought_out(view, side, manoeuvre) or manoeuvre.best()
        key = max(chosen, key=lambda one: (manoeuvre.gain(chosen, one), one))
        end, reason = chosen[key], why(manoeuvre, chosen, key)
        return self.sailed(view, key, end.plan, alongside=end.entangled, why=reason)

    def _fought_out(self, view: State, side: Side, manoeuvre: Manoeuvre) -> dict[str, End]:
        """The best move of the last ship against the last of the enemy's; of none where it is otherwise."""
        both = [*fleet(view, side).values()], [*fleet(view, enemy_of(side)).values()]
        if [len(ships) for ships in both] != [1, 1] or not all(ship.free for ships in both for ship in ships):
            return {}
        duel = Duel(view, both[0][0], both[1][0], side, TEMPERS[self.temper])
        return {key: max(ends, key=duel.worth) for key, ends in manoeuvre.ends.items()}


def why(manoeuvre: Manoeuvre, chosen: dict[str, End], key: str) -> str:
    """Why a ship goes where she does, after her name."""
    if chosen[key].piece is None:
        return "leaves the battle, for her points are safe then"
    if chosen[key].entangled:
        return "boards, for hand to hand she fares best"
    given, taken = manoeuvre.exchange(chosen, key)
    if not given and not taken:
        return _out_of_reach(manoeuvre, chosen[key])
    return f"may hit for {given:.1f} points and be hit for {taken:.1f}"


def _out_of_reach(manoeuvre: Manoeuvre, end: End) -> str:
    if not end.plan:
        return "lies well where she is"
    if manoeuvre.runs:
        return "makes for the edge of the map, for the enemy is too strong"
    return "takes her place; nobody can reach her yet"


PLAYER = Admiral
