"""Decks of Glory as one object: what the match, the table and the tests hold in hand."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from tabletop.cards.events import PileShuffled, as_seen
from tabletop.core.chance import Chance
from tabletop.core.decision import Decision
from tabletop.core.errors import Refused
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
    subtitle="fleets on the hex grid",
    players="2 players",
    length="20 to 60 minutes",
    rules_prefix="DOG",
    sides=(Seat("british", "British"), Seat("allied", "Combined Fleet")),
    secrets=True,  # the order of the pile decides everything, and a seed would tell it (C-6)
)


class DecksOfGlory(Game[State, Command, Event]):
    """The game of the registry; holds no state of any battle."""

    meta = META
    state_type: Any = State
    command_type: Any = Command
    event_type: Any = Event

    def model(self) -> "type[BaseModel]":
        """The pydantic model of scenario files."""
        from tabletop.games.decks_of_glory.schema import ScenarioData

        return ScenarioData

    def read(self, text: str, source: str) -> Any:
        """The validated scenario; raises ScenarioError with every problem."""
        return scenario.read(text, source)

    def open(self, prepared: Any, chosen: Mapping[str, Any]) -> State:
        """The opening state; `chosen` options override those of the scenario. No chance is used."""
        return options.applied(prepared.opening, chosen)

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

    def view(self, whole: State, side: str) -> State:
        """What a side may know; of no side, what everybody may (C-6)."""
        return state.view(whole, side)

    def seen(self, event: Event, side: str) -> Event:
        """A fact as far as a side may know it (C-6)."""
        return cast(Event, as_seen(SEEN, event, side))

    def decision(self, state: State) -> Decision | None:
        """What the battle waits for; None once it is over."""
        return asking.decision(state)

    def choices(self, state: State) -> Iterator[Command]:
        """Some legal commands, found lazily; at least one while the battle goes on (C-5)."""
        return asking.choices(state)

    def narrate(self, state: State, event: Event) -> str:
        """The fact in words, `state` being the one before it; empty for bookkeeping."""
        return words.narrate(state, event)

    def name_of(self, state: State, side: str) -> str:
        """As the scenario names its sides."""
        return next(name for one, name in state.names.items() if one == side)

    def headline(self, state: State) -> str:
        """The moment in a few words, for lists of saved games."""
        return words.headline(state)

    def reveals(self, before: State, events: tuple[Event, ...]) -> str:
        """Cards that were drawn, a new order of the pile, or secret orders that are secret no more."""
        kinds = {type(event) for event in events}
        if CardDrawn in kinds:
            return "Cards were drawn."
        if PileShuffled in kinds:
            return "The deck was shuffled."
        return "The declared broadsides were shown." if state.secret(before) and PhaseBegan in kinds else ""


GAME = DecksOfGlory()
