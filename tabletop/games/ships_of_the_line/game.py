"""Ships of the Line as one object: what the match, the table and the tests hold in hand."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tabletop.core.chance import Chance
from tabletop.core.decision import Decision
from tabletop.core.errors import Refused
from tabletop.core.game import Game, Meta, Outcome, Switch
from tabletop.core.game import Side as Seat
from tabletop.games.ships_of_the_line import asking, options, rules, scenario, state, words
from tabletop.games.ships_of_the_line.commands import Command
from tabletop.games.ships_of_the_line.events import Event
from tabletop.games.ships_of_the_line.evolve import evolve
from tabletop.games.ships_of_the_line.state import State

if TYPE_CHECKING:
    from pydantic import BaseModel

META = Meta(
    id="ships_of_the_line",
    title="Ships of the Line",
    subtitle="Trafalgar 1805",
    players="2 players",
    length="1 to 6 hours",
    rules_prefix="SOTL",
    sides=(Seat("british", "British"), Seat("allied", "Combined Fleet")),
)


class ShipsOfTheLine(Game[State, Command, Event]):
    """The game of the registry; holds no state of any battle."""

    meta = META
    state_type: Any = State
    command_type: Any = Command
    event_type: Any = Event

    def model(self) -> "type[BaseModel]":
        """The pydantic model of scenario files."""
        from tabletop.games.ships_of_the_line.schema import ScenarioData

        return ScenarioData

    def read(self, text: str, source: str) -> Any:
        """The validated scenario; raises ScenarioError with every problem."""
        return scenario.read(text, source)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of scenario files, for editors."""
        return scenario.schema()

    def open(self, prepared: Any, options: Mapping[str, Any]) -> State:
        """The opening state; `options` override those of the scenario."""
        return scenario.open_battle(prepared, options)

    def switches(self, prepared: Any) -> tuple[Switch, ...]:
        """What can be set otherwise before a battle begins."""
        return options.switches(prepared.opening)

    def check(self, state: State, command: Command) -> Refused | None:
        """Why the command is not allowed now, or None."""
        return rules.check(state, command)

    def decide(self, state: State, command: Command, chance: Chance) -> tuple[Event, ...]:
        """What comes of an allowed command."""
        return rules.decide(state, command, chance)

    def evolve(self, state: State, event: Event) -> State:
        """The state after a fact."""
        return evolve(state, event)

    def view(self, battle: State, side: str) -> State:
        """What a side may know: everything, in this game."""
        return state.view(battle, "british" if side == "british" else "allied")

    def decision(self, state: State) -> Decision | None:
        """What the battle waits for; None once it is over."""
        return asking.decision(state)

    def choices(self, state: State) -> Iterator[Command]:
        """Some legal commands, found lazily; at least one while the battle goes on (C-5)."""
        return asking.choices(state)

    def outcome(self, state: State) -> Outcome | None:
        """How the battle ended, or None while it goes on."""
        return state.outcome

    def narrate(self, state: State, event: Event) -> str:
        """The fact in words, `state` being the one before it; empty for bookkeeping."""
        return words.narrate(state, event)

    def headline(self, state: State) -> str:
        """The moment in a few words, for lists of saved games."""
        return words.headline(state)

    def reveals(self, state: State, events: tuple[Event, ...]) -> str:  # noqa: ARG002
        """Nothing but dice is ever hidden in this game."""
        return ""


GAME = ShipsOfTheLine()
