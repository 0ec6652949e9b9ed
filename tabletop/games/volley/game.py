"""Volley as one object: what the match, the table and the tests hold in hand."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from tabletop.cards.events import SEEN, as_seen
from tabletop.core.facts import Fact
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
    subtitle="Fifty-two cards",
    players="2 players",
    length="20 to 40 minutes",
    sides=(Seat("red", "Red"), Seat("blue", "Blue")),
    secrets=True,
    shelf=5,
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


class Volley(Game[State]):
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
        """The pydantic model of deck files."""
        from tabletop.games.volley.schema import ScenarioData

        return ScenarioData

    def open(self, prepared: Any, options: Mapping[str, Any]) -> State:
        """The opening state; `options` override those of the scenario."""
        return scenario.open_game(prepared, options)

    def switches(self, prepared: Any) -> tuple[Switch, ...]:
        """What can be set otherwise before a match begins."""
        return options.switches(prepared.opening)

    def seen(self, event: Fact, side: str) -> Fact:
        """A fact as far as a side may know it."""
        return cast(Fact, as_seen(SEEN, event, side))

    def name_of(self, state: State, side: str) -> str:
        """As the scenario names its sides."""
        return next(name for one, name in state.names.items() if one == side)

    def reveals(self, state: State, events: tuple[Fact, ...]) -> str:  # noqa: ARG002
        """Whether cards were dealt or shown, which nobody can forget again."""
        told = [_REVEALED[type(event)] for event in events if type(event) in _REVEALED]
        return told[-1] if told else ""


GAME = Volley()
