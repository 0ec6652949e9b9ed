"""Trafalgar as one object: what the match, the table and the tests hold in hand."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled, as_seen
from tabletop.core.facts import Fact
from tabletop.core.game import Game, Meta, Switch
from tabletop.core.game import Side as Seat
from tabletop.games.trafalgar_cards import asking, options, rules, scenario, state, words
from tabletop.games.trafalgar_cards.commands import Command
from tabletop.games.trafalgar_cards.events import SEEN, CommitRevealed, Event
from tabletop.games.trafalgar_cards.evolve import evolve
from tabletop.games.trafalgar_cards.naming import SIDE_NAMES
from tabletop.games.trafalgar_cards.state import State

if TYPE_CHECKING:
    from pydantic import BaseModel

META = Meta(
    id="trafalgar_cards",
    title="Trafalgar",
    subtitle="The card game",
    players="2 players",
    length="20 to 40 minutes",
    sides=tuple(Seat(side, name) for side, name in SIDE_NAMES.items()),
    secrets=True,
    shelf=3,
)


class Trafalgar(Game[State]):
    """The game of the registry; holds no state of any match."""

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
        from tabletop.games.trafalgar_cards.schema import ScenarioData

        return ScenarioData

    def open(self, prepared: Any, chosen: Mapping[str, Any]) -> State:
        """The opening state; `chosen` options override those of the scenario. No chance is used."""
        return options.applied(prepared.opening, chosen)

    def switches(self, prepared: Any) -> tuple[Switch, ...]:
        """What can be set otherwise before a match begins."""
        return options.switches(prepared.opening)

    def seen(self, event: Fact, side: str) -> Fact:
        """A fact as far as a side may know it (C-6)."""
        return cast(Fact, as_seen(SEEN, event, side))

    def reveals(self, state: State, events: tuple[Fact, ...]) -> str:  # noqa: ARG002
        """Cards that were shown or dealt; a sealed choice alone shows nothing."""
        kinds = {type(event) for event in events}
        if CommitRevealed in kinds:
            return "Cards were revealed."
        return "Cards were dealt." if kinds & {CardsDealt, CardsDiscarded, PileShuffled} else ""


GAME = Trafalgar()
