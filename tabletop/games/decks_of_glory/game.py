"""Decks of Glory as one object for the match, the table and the tests."""

from typing import TYPE_CHECKING

from typing_extensions import override

from tabletop.core.game import Game, Meta
from tabletop.core.game import Side as Seat
from tabletop.core.scenario import PreparedScenario
from tabletop.games.decks_of_glory import corrections, options, phases, positions, rules
from tabletop.games.decks_of_glory.events import EVENT_HANDLERS
from tabletop.games.decks_of_glory.model import State, side_name
from tabletop.games.decks_of_glory.model import view as view_state

if TYPE_CHECKING:
    from pydantic import BaseModel


class DecksOfGlory(Game[State]):
    """The game as the registry lists it. An instance holds no state of any battle."""

    meta = Meta(
        id="decks_of_glory",
        title="Decks of Glory",
        subtitle="Fleets on the hex grid",
        players="2 players",
        length="20 to 60 minutes",
        sides=(Seat("british", "British"), Seat("allied", "Combined Fleet")),
        secrets=True,  # the order of the pile decides everything, and a seed would tell it (C-6)
        shelf=2,
    )
    state_type, command_type, event_type = State, rules.COMMAND_HANDLERS.union, EVENT_HANDLERS.union

    open = staticmethod(options.apply_options)
    switches = staticmethod(options.list_switches)
    check = staticmethod(rules.check)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(EVENT_HANDLERS.evolve)
    view = staticmethod(view_state)
    guess = staticmethod(phases.guess_state)
    redact = staticmethod(EVENT_HANDLERS.redact)
    decision = staticmethod(phases.decision)
    choices = staticmethod(phases.list_choices)
    describe = staticmethod(EVENT_HANDLERS.describe)
    headline = staticmethod(phases.format_headline)
    name_of = staticmethod(side_name)
    reveals = staticmethod(EVENT_HANDLERS.reveals)
    starting_pieces = staticmethod(positions.muster)
    correctables = staticmethod(corrections.list_correctables)

    @override
    def model(self) -> "type[BaseModel]":
        from tabletop.games.decks_of_glory.scenario import ScenarioData  # pydantic is slow to import

        return ScenarioData

    @override
    def read(self, text: str, source: str) -> PreparedScenario[State]:
        from tabletop.games.decks_of_glory.scenario import read  # pydantic is slow to import

        return read(text, source)


GAME = DecksOfGlory()
