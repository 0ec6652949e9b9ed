"""Decks of Glory as one object: what the match, the table and the tests hold in hand."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from tabletop.cards.events import PileShuffled, as_seen
from tabletop.core.facts import Fact
from tabletop.core.game import Game, Meta, Switch
from tabletop.core.game import Side as Seat
from tabletop.games.decks_of_glory import asking, options, rules, scenario, state, words
from tabletop.games.decks_of_glory.commands import Command
from tabletop.games.decks_of_glory.events import SEEN, CardDrawn, Event, PhaseBegan
from tabletop.games.decks_of_glory.evolve import evolve
from tabletop.games.decks_of_glory.state import State

if TYPE_CHECKING:
    from pydantic import BaseModel

META = Meta(
    id="decks_of_glory",
    title="Decks of Glory",
    subtitle="Fleets on the hex grid",
    players="2 players",
    length="20 to 60 minutes",
    sides=(Seat("british", "British"), Seat("allied", "Combined Fleet")),
    secrets=True,  # the order of the pile decides everything, and a seed would tell it (C-6)
    shelf=2,
)


class DecksOfGlory(Game[State]):
    """The game of the registry; holds no state of any battle."""

    meta = META
    state_type: Any = State
    command_type: Any = Command
    event_type: Any = Event

    read = staticmethod(scenario.read)
    check = staticmethod(rules.check)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(evolve)
    view = staticmethod(state.view)
    decision = staticmethod(asking.decision)
    choices = staticmethod(asking.choices)
    guess = staticmethod(asking.guess)
    narrate = staticmethod(words.narrate)
    headline = staticmethod(words.headline)

    def model(self) -> "type[BaseModel]":
        """The pydantic model of scenario files."""
        from tabletop.games.decks_of_glory.schema import ScenarioData

        return ScenarioData

    def open(self, prepared: Any, chosen: Mapping[str, Any]) -> State:
        """The opening state; `chosen` options override those of the scenario. No chance is used."""
        return options.applied(prepared.opening, chosen)

    def switches(self, prepared: Any) -> tuple[Switch, ...]:
        """What can be set otherwise before a battle begins."""
        return options.switches(prepared.opening)

    def seen(self, event: Fact, side: str) -> Fact:
        """A fact as far as a side may know it (C-6)."""
        return cast(Fact, as_seen(SEEN, event, side))

    def name_of(self, state: State, side: str) -> str:
        """As the scenario names its sides."""
        return next(name for one, name in state.names.items() if one == side)

    def reveals(self, before: State, events: tuple[Fact, ...]) -> str:
        """Cards that were drawn, a new order of the pile, or secret orders that are secret no more."""
        kinds = {type(event) for event in events}
        if CardDrawn in kinds:
            return "Cards were drawn."
        if PileShuffled in kinds:
            return "The deck was shuffled."
        return "The declared broadsides were shown." if state.secret(before) and PhaseBegan in kinds else ""


GAME = DecksOfGlory()
