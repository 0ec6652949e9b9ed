"""Ships of the Line as one object: what the match, the table and the tests hold in hand."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tabletop.core.game import Game, Meta, Outcome, Switch
from tabletop.core.game import Side as Seat
from tabletop.games.ships_of_the_line import asking, fleets, options, rules, scenario, state, words
from tabletop.games.ships_of_the_line.chapters.victory import opening_facts
from tabletop.games.ships_of_the_line.compiled import everything
from tabletop.games.ships_of_the_line.evolve import evolve
from tabletop.games.ships_of_the_line.revisions import REVISIONS
from tabletop.games.ships_of_the_line.sides import SIDE_NAMES
from tabletop.games.ships_of_the_line.state import State

if TYPE_CHECKING:
    from pydantic import BaseModel

META = Meta(
    id="ships_of_the_line",
    title="Ships of the Line",
    subtitle="Trafalgar 1805",
    players="2 players",
    length="1 to 6 hours",
    sides=tuple(Seat(side, name) for side, name in SIDE_NAMES.items()),
    shelf=1,
)


class ShipsOfTheLine(Game[State]):
    """The game of the registry; holds no state of any battle."""

    meta = META
    state_type: Any = State
    command_type: Any = everything().deeds.union
    event_type: Any = everything().facts.union
    revisions = REVISIONS

    read = staticmethod(scenario.read)
    check = staticmethod(rules.check)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(evolve)
    decision = staticmethod(asking.decision)
    choices = staticmethod(asking.choices)
    left_out = "Of the plans by which a ship sails only straight ones and those of one turn are offered."
    narrate = staticmethod(words.narrate)
    headline = staticmethod(words.headline)
    opening_facts = staticmethod(opening_facts)

    def model(self) -> "type[BaseModel]":
        """The pydantic model of scenario files."""
        from tabletop.games.ships_of_the_line.schema import ScenarioData

        return ScenarioData

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of scenario files, for editors."""
        return scenario.schema()

    def open(self, prepared: Any, options: Mapping[str, object]) -> State:
        """The opening state; `options` override those of the scenario."""
        return scenario.open_battle(prepared, options)

    def switches(self, prepared: Any) -> tuple[Switch, ...]:
        """What can be set otherwise before a battle begins."""
        return options.switches(prepared.opening)

    def name_of(self, state: State, side: str) -> str:
        """By the nations of its ships."""
        return fleets.title(state, side)

    def outcome(self, state: State) -> Outcome | None:
        """How the battle ended; the reason calls the fleets by their nations."""
        over = state.outcome
        return over and replace(over, reason=words.turn.reason(state, over))

    def view(self, battle: State, side: str) -> State:
        """What a side may know: everything, in this game."""
        return state.view(battle, "british" if side == "british" else "allied")


GAME = ShipsOfTheLine()
