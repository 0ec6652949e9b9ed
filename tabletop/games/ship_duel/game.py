"""Ships of the Line, the card game, as one object: what the match, the table and the tests hold in hand."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from tabletop.cards.events import as_seen
from tabletop.core.chance import Chance
from tabletop.core.decision import Decision
from tabletop.core.errors import Refused
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
    rules_prefix="SLC",
    sides=(Seat("port", "Port"), Seat("starboard", "Starboard")),
    secrets=True,
)


class ShipDuel(Game[State, Command, Event]):
    """The game of the registry; holds no state of any duel."""

    meta = META
    state_type: Any = State
    command_type: Any = Command
    event_type: Any = Event

    def model(self) -> "type[BaseModel]":
        """The pydantic model of scenario files."""
        from tabletop.games.ship_duel.schema import ScenarioData

        return ScenarioData

    def read(self, text: str, source: str) -> Any:
        """The validated scenario; raises ScenarioError with every problem."""
        return scenario.read(text, source)

    def open(self, prepared: Any, options: Mapping[str, Any]) -> State:
        """The opening state."""
        return scenario.open_duel(prepared, options)

    def check(self, state: State, command: Command) -> Refused | None:
        """Why the command is not allowed now, or None."""
        return rules.check(state, command)

    def decide(self, state: State, command: Command, chance: Chance) -> tuple[Event, ...]:
        """What comes of an allowed command."""
        return rules.decide(state, command, chance)

    def evolve(self, state: State, event: Event) -> State:
        """The state after a fact."""
        return evolve(state, event)

    def view(self, duel: State, side: str) -> State:
        """What a side may know; of no side, what everybody may."""
        return state.view(duel, side)

    def seen(self, event: Event, side: str) -> Event:
        """A fact as far as a side may know it."""
        return cast(Event, as_seen(events.SEEN, event, side))

    def decision(self, state: State) -> Decision | None:
        """What the duel waits for; None once it is over."""
        return asking.decision(state)

    def choices(self, state: State) -> Iterator[Command]:
        """Some legal commands; at least one while the duel goes on (C-5)."""
        return asking.choices(state)

    def narrate(self, state: State, event: Event) -> str:
        """The fact in words, `state` being the one before it; empty for bookkeeping."""
        return words.narrate(state, event)

    def name_of(self, state: State, side: str) -> str:
        """The ships of the scenario stand for their sides."""
        return ship(state, side).name

    def headline(self, state: State) -> str:
        """The moment in a few words, for lists of saved games."""
        return words.headline(state)

    def reveals(self, state: State, facts: tuple[Event, ...]) -> str:  # noqa: ARG002
        """What these facts have shown that cannot be unseen."""
        return events.reveals(facts)


GAME = ShipDuel()
