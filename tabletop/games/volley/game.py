"""Volley as one object: what the match, the table and the tests hold in hand."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from tabletop.cards.events import SEEN, as_seen
from tabletop.core.chance import Chance
from tabletop.core.decision import Decision
from tabletop.core.errors import Refused
from tabletop.core.game import Game, Meta, Switch
from tabletop.core.game import Side as Seat
from tabletop.games.volley import asking, options, rules, scenario, state, words
from tabletop.games.volley.commands import Command
from tabletop.games.volley.events import (
    CardsDealt,
    CardsDiscarded,
    CounterPlayed,
    DefencePlayed,
    Event,
    MeldPlayed,
    PileShuffled,
)
from tabletop.games.volley.evolve import evolve
from tabletop.games.volley.state import State

if TYPE_CHECKING:
    from pydantic import BaseModel

META = Meta(
    id="volley",
    title="Volley",
    subtitle="fifty-two cards",
    players="2 players",
    length="20 to 40 minutes",
    rules_prefix="VOL",
    sides=(Seat("red", "Red"), Seat("blue", "Blue")),
    secrets=True,
)

_REVEALED: dict[type, str] = {
    PileShuffled: "Cards were dealt.",
    CardsDealt: "Cards were dealt.",
    CardsDiscarded: "Cards were shown.",
    MeldPlayed: "Cards were shown.",
    DefencePlayed: "A card was shown.",
    CounterPlayed: "A card was shown.",
}
"""Facts after which somebody knows more than before, and what is said of them."""


class Volley(Game[State, Command, Event]):
    """The game of the registry; holds no state of any match."""

    meta = META
    state_type: Any = State
    command_type: Any = Command
    event_type: Any = Event

    def model(self) -> "type[BaseModel]":
        """The pydantic model of deck files."""
        from tabletop.games.volley.schema import ScenarioData

        return ScenarioData

    def read(self, text: str, source: str) -> Any:
        """The validated scenario; raises ScenarioError with every problem."""
        return scenario.read(text, source)

    def open(self, prepared: Any, options: Mapping[str, Any]) -> State:
        """The opening state; `options` override those of the scenario."""
        return scenario.open_game(prepared, options)

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
        """What a side may know (C-6); of no side, what lies face up."""
        return state.view(whole, side)

    def seen(self, event: Event, side: str) -> Event:
        """A fact as far as a side may know it."""
        return cast(Event, as_seen(SEEN, event, side))

    def decision(self, state: State) -> Decision | None:
        """What the game waits for; None once it is over."""
        return asking.decision(state)

    def choices(self, state: State) -> Iterator[Command]:
        """Some legal commands, found lazily; at least one while the game goes on (C-5)."""
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

    def reveals(self, state: State, events: tuple[Event, ...]) -> str:  # noqa: ARG002
        """Whether cards were dealt or shown, which nobody can forget again."""
        told = [_REVEALED[type(event)] for event in events if type(event) in _REVEALED]
        return told[-1] if told else ""


GAME = Volley()
