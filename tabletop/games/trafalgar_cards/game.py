"""Trafalgar as one object: what the match, the table and the tests hold in hand."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled, as_seen
from tabletop.core.chance import Chance
from tabletop.core.decision import Decision
from tabletop.core.errors import Refused
from tabletop.core.game import Game, Meta, Switch
from tabletop.core.game import Side as Seat
from tabletop.games.trafalgar_cards import asking, options, rules, scenario, state, words
from tabletop.games.trafalgar_cards.commands import Command
from tabletop.games.trafalgar_cards.events import SEEN, CommitRevealed, Event
from tabletop.games.trafalgar_cards.evolve import evolve
from tabletop.games.trafalgar_cards.state import State

if TYPE_CHECKING:
    from pydantic import BaseModel

META = Meta(
    id="trafalgar_cards",
    title="Trafalgar",
    subtitle="the card game",
    players="2 players",
    length="20 to 40 minutes",
    rules_prefix="TRA",
    sides=(Seat("british", "British"), Seat("allied", "Combined Fleet")),
    secrets=True,
)


class Trafalgar(Game[State, Command, Event]):
    """The game of the registry; holds no state of any match."""

    meta = META
    state_type: Any = State
    command_type: Any = Command
    event_type: Any = Event

    def model(self) -> "type[BaseModel]":
        """The pydantic model of scenario files."""
        from tabletop.games.trafalgar_cards.schema import ScenarioData

        return ScenarioData

    def read(self, text: str, source: str) -> Any:
        """The validated scenario; raises ScenarioError with every problem."""
        return scenario.read(text, source)

    def open(self, prepared: Any, chosen: Mapping[str, Any]) -> State:
        """The opening state; `chosen` options override those of the scenario. No chance is used."""
        return options.applied(prepared.opening, chosen)

    def switches(self, prepared: Any) -> tuple[Switch, ...]:
        """What can be set otherwise before a match begins."""
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
        """What the game waits for; None once it is over."""
        return asking.decision(state)

    def choices(self, state: State) -> Iterator[Command]:
        """Some legal commands of the side that is asked (C-5)."""
        return asking.choices(state)

    def narrate(self, state: State, event: Event) -> str:
        """The fact in words, `state` being the one before it; empty for bookkeeping."""
        return words.narrate(state, event)

    def headline(self, state: State) -> str:
        """The moment in a few words, for lists of saved games."""
        return words.headline(state)

    def reveals(self, state: State, events: tuple[Event, ...]) -> str:  # noqa: ARG002
        """Cards that were shown or dealt; a sealed choice alone shows nothing."""
        kinds = {type(event) for event in events}
        if CommitRevealed in kinds:
            return "Cards were revealed."
        return "Cards were dealt." if kinds & {CardsDealt, CardsDiscarded, PileShuffled} else ""


GAME = Trafalgar()
