"""Volley as one object for the match, the table and the tests."""

from operator import attrgetter

from tabletop.cards.game import CardGame, ScenarioReader, Scenarios
from tabletop.core.game import Meta
from tabletop.core.game import Side as Seat
from tabletop.games.volley import corrections, options, phases, rules
from tabletop.games.volley.events import EVENT_HANDLERS
from tabletop.games.volley.model import State, get_side_name
from tabletop.games.volley.phases import PHASES, RULE_OF_COMMAND


def _load_scenario_reader() -> ScenarioReader[State]:
    """Return the schema and the reader of scenario files.

    Imports them late: pydantic takes long to import.
    """
    from tabletop.games.volley.scenario import ScenarioData, read  # pydantic is slow to import

    return ScenarioData, read


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
GAME = CardGame(
    META,
    State,
    Scenarios(_load_scenario_reader, options.apply_options, options.list_switches),
    PHASES.values(),
    (*rules.COMMAND_HANDLERS, *corrections.COMMAND_HANDLERS),
    (*EVENT_HANDLERS, *corrections.EVENT_HANDLERS),
    asked=phases.side_to_move,
    phase=attrgetter("stage"),
    rule_of_command=lambda state, command: RULE_OF_COMMAND[type(command)],  # noqa: ARG005
    choices=phases.list_choices,
    side_name=get_side_name,
    headline=phases.format_headline,
    agreement=rules.AGREEMENT,
    correctables=corrections.list_correctables,
)
