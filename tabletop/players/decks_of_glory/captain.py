"""The captain: each ship by herself, fire given against fire taken; what the other side answers is left to chance."""

from tabletop.games.decks_of_glory.state import Side, State
from tabletop.players.decks_of_glory.admiral import why
from tabletop.players.decks_of_glory.conduct import Conduct
from tabletop.players.decks_of_glory.evaluation import Weights, tempered
from tabletop.players.decks_of_glory.manoeuvring import Manoeuvre
from tabletop.players.player import Proposal


class Captain(Conduct):
    """Ship by ship."""

    title = "Captain"
    about = "weighs for each ship what she gives against what she takes"
    has_temper = True

    def move(self, view: State, side: Side, able: list[str]) -> Proposal:
        """The first ship of the list, as if the others stayed where they are."""
        key = able[0]
        manoeuvre = Manoeuvre(view, side, [key], tempered(Weights(), self.temper))
        chosen = {key: max(manoeuvre.ends[key], key=lambda end: manoeuvre.score({key: end}))}
        return self.sailed(
            view, key, chosen[key].plan, alongside=chosen[key].entangled, why=why(manoeuvre, chosen, key)
        )


PLAYER = Captain
