"""The plan of the chosen ship while it is being composed, action by action or by dragging her (DOG-12 to DOG-16)."""

from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory.chapters.course import Trial, begun, take, trial
from tabletop.games.decks_of_glory.chapters.movement import unable
from tabletop.games.decks_of_glory.state import Action
from tabletop.games.decks_of_glory.survey.reach import Reached
from tabletop.geometry.hexgrid import Hex
from tabletop.ui import keys
from tabletop.ui.boards.decks_of_glory import courses
from tabletop.ui.boards.decks_of_glory.stations import helm
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.boards.replies import Recompose, Refuse, Reply

Plan = tuple[Action, ...]

HELM: dict[str, Action] = {
    keys.key("ahead"): "ahead",
    keys.key("port"): "port",
    keys.key("starboard"): "starboard",
}
"""The keys of the helm."""
BEYOND = Refused("DOG-1", "That is beyond the edge of the map.")


class Planning:
    """Composes a plan.

    Attributes:
        plan: the actions so far.
        denied: the ship that is dragged, where she cannot go (None off the map), and why not.
    """

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self.plan: Plan = ()
        self.denied: tuple[str, Hex | None, Refused] | None = None
        self._for = ""

    def refresh(self) -> None:
        """A plan holds as long as its ship is chosen and it may still be sailed."""
        own, state = self._viewer.own, self._viewer.state
        if self._for != own or not self.ready(self._for) or trial(state, self._for, self.plan).refusal:
            self.plan, self._for = (), own

    def ready(self, key: str) -> bool:
        """Whether a ship can be given a plan or a card."""
        return helm.ready(self._viewer.state, self._viewer.side, key)

    def move(self) -> Trial | None:
        """The plan as it stands, for a ship that may sail; None for any other."""
        self.refresh()
        return trial(self._viewer.state, self._for, self.plan) if self.ready(self._viewer.own) else None

    def take_up(self, plan: Plan) -> Reply:
        """This plan for the chosen ship, in place of any other."""
        self.plan, self._for, self.denied = plan, self._viewer.own, None
        return Recompose()

    def holds(self, plan: Plan) -> bool:
        """Whether this is the plan of the chosen ship already."""
        return plan == self.plan and self._for == self._viewer.own

    def drop(self) -> bool:
        """Plan nothing; whether anything was planned."""
        had, self.plan, self.denied = bool(self.plan), (), None
        return had

    def steer(self, action: Action) -> Reply:
        """One action more for the chosen ship; why not, if she may not make it."""
        own, state = self._viewer.own, self._viewer.state
        if refusal := unable(state, self._viewer.side, own):
            return Refuse(refusal)
        longer = take(state, self.move() or begun(state, own), action)
        return Refuse(longer.refusal) if longer.refusal else self.take_up((*self.plan, action))

    def follow(self, key: str, place: Hex | None) -> Reply:
        """A ship is dragged over a hex or off the map: the plan goes there if she can; else it is said why not."""
        if not self.ready(key):
            return None
        self._viewer.choose(key)
        found = self._towards(key, place)
        home = place == self._viewer.state.ships[key].at
        denied = None if home or isinstance(found, Reached) else (key, place, found)
        plan = found.plan if isinstance(found, Reached) and not home else ()
        if self.holds(plan) and denied == self.denied:
            return None
        reply, self.denied = self.take_up(plan), denied
        return reply

    def let_go(self, key: str, place: Hex | None) -> Reply:
        """She is let go over a hex or off the map: the plan stays, or it is said why she cannot go there."""
        self.denied = None
        if not self.ready(key):
            refusal = unable(self._viewer.state, self._viewer.side, key)
            return Refuse(refusal) if refusal else None
        self._viewer.choose(key)
        if place == self._viewer.state.ships[key].at:
            return self.take_up(())
        found = self._towards(key, place)
        return self.take_up(found.plan) if isinstance(found, Reached) else Refuse(found)

    def _towards(self, key: str, place: Hex | None) -> Reached | Refused:
        """The plan that brings a ship to a hex; why there is none."""
        return BEYOND if place is None else courses.towards(self._viewer.state, key, place)
