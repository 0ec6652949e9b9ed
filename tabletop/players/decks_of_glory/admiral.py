"""The admiral: moves all ships together, against the best answer of the other side."""

from typing import ClassVar

from tabletop.games.decks_of_glory.state import Side, State
from tabletop.players.decks_of_glory.conduct import Conduct
from tabletop.players.decks_of_glory.evaluation import Weights, tempered
from tabletop.players.decks_of_glory.manoeuvring import End, Manoeuvre, company
from tabletop.players.player import Proposal


class Admiral(Conduct):
    """Ships together, exact spreads of hits, what may come next, and the other side's answer."""

    title = "Admiral"
    about = "moves its ships together and weighs your best answer"
    weights: ClassVar[Weights] = Weights()

    def move(self, view: State, side: Side, able: list[str]) -> Proposal:
        """The ship whose move matters most, of all moves together."""
        manoeuvre = Manoeuvre(view, side, company(view, side, able), tempered(self.weights, self.temper))
        chosen = manoeuvre.best()
        key = max(chosen, key=lambda one: (manoeuvre.gain(chosen, one), one))
        return self.sailed(
            view, key, chosen[key].plan, alongside=chosen[key].entangled, why=why(manoeuvre, chosen, key)
        )


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
