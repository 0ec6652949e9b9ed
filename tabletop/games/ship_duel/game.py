"""Ships of the Line, the card game, as one object: what the match, the table and the tests hold in hand."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from tabletop.cards.events import as_seen
from tabletop.core.facts import Fact
from tabletop.core.game import Game, Meta
from tabletop.core.game import Side as Seat
from tabletop.games.ship_duel import asking, events, rules, scenario, state, words
from tabletop.games.ship_duel.commands import Command
from tabletop.games.ship_duel.events import Event
from tabletop.games.ship_duel.evolve import evolve
from tabletop.games.ship_duel.state import State, ship

if TYPE_CHECKING:
    from pydantic import BaseModel

META = Meta(
    id=scenario.GAME_ID,
    title="Ships of the Line",
    subtitle="The card game",
    players="2 players",
    length="20 minutes",
    sides=(Seat("port", "Port"), Seat("starboard", "Starboard")),
    secrets=True,
    shelf=4,
)


class ShipDuel(Game[State]):
    """The game of the registry; holds no state of any duel."""

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
        from tabletop.games.ship_duel.schema import ScenarioData

        return ScenarioData

    def open(self, prepared: Any, options: Mapping[str, Any]) -> State:
        """The opening state."""
        return scenario.open_duel(prepared, options)

    def seen(self, event: Fact, side: str) -> Fact:
        """A fact as far as a side may know it."""
        return cast(Fact, as_seen(events.SEEN, event, side))

    def name_of(self, state: State, side: str) -> str:
        """The ships of the scenario stand for their sides."""
        return ship(state, side).name

    def reveals(self, state: State, facts: tuple[Fact, ...]) -> str:  # noqa: ARG002
        """What these facts have shown that cannot be unseen."""
        return events.reveals(facts)


GAME = ShipDuel()
