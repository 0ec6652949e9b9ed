"""The admiral: moves all ships together, against the best answer of the other side."""

from functools import partial
from typing import ClassVar

from tabletop.games.decks_of_glory.state import Side, State
from tabletop.players.decks_of_glory.conduct import Conduct
from tabletop.players.decks_of_glory.evaluation import Weights, tempered
from tabletop.players.decks_of_glory.manoeuvring import End, Manoeuvre, company, fleet
from tabletop.players.decks_of_glory.playouts import Playouts
from tabletop.players.player import Proposal
from tabletop.players.sampled_worlds import chances
from tabletop.players.sequential_halving import best

FEW = 2
"""Ships of both sides up to which battles are played out."""


class Admiral(Conduct):
    """Ships together, exact spreads of hits, what may come next, and the other side's answer."""

    title = "Admiral"
    about = "moves its ships together and weighs your best answer"
    has_temper = True
    weights: ClassVar[Weights] = Weights()
    budget: ClassVar[int] = 1500
    """Battles that are played out for a decision."""

    def move(self, view: State, side: Side, able: list[str]) -> Proposal:
        """The ship whose move matters most, of all moves together; of few ships all is played out besides."""
        manoeuvre = Manoeuvre(view, side, company(view, side, able), tempered(self.weights, self.temper))
        chosen = manoeuvre.best()
        options = manoeuvre.alternatives(chosen) if self._few(view) else []
        if len(options) > 1 and options[0] == chosen:
            chosen = options[self._played_out(view, manoeuvre, options)]
        key = max(chosen, key=lambda one: (manoeuvre.gain(chosen, one), one))
        end, reason = chosen[key], why(manoeuvre, chosen, key)
        return self.sailed(view, key, end.plan, alongside=end.entangled, why=reason)

    def _few(self, view: State) -> bool:
        """Whether the light model can play this battle: no more than a few ships, and none beside another."""
        ships = [one for side in view.sides for one in fleet(view, side).values()]
        return len(ships) <= FEW and all(one.free for one in ships)

    def _played_out(self, view: State, manoeuvre: Manoeuvre, options: list[dict[str, End]]) -> int:
        """The option that wins most battles, by its number; the first unless another is surely better."""
        moves = [{key: end.piece for key, end in one.items() if end.piece} for one in options]
        playouts = Playouts(view, (manoeuvre.mine, manoeuvre.foes), chances(self.fancy()))
        return best(len(options), 0, self.budget, partial(playouts.tried, moves)).option


def why(manoeuvre: Manoeuvre, chosen: dict[str, End], key: str) -> str:
    """Why a ship goes where she does, after her name."""
    if chosen[key].piece is None:
        return "leaves the battle, for her points are safe then"
    if chosen[key].entangled:
        return "boards, for she is the stronger"
    given, taken = manoeuvre.exchange(chosen, key)
    if not given and not taken:
        return "takes her place; nobody can reach her yet" if chosen[key].plan else "lies well where she is"
    return f"may hit for {given:.1f} points and be hit for {taken:.1f}"


PLAYER = Admiral
