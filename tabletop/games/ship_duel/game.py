"""Ships of the Line, the card game, as one object for the match, the table and the tests."""

from tabletop.cards.game import CardGame, ScenarioReader, Scenarios
from tabletop.core.game import Meta
from tabletop.core.game import Side as Seat
from tabletop.games.ship_duel import corrections, phases, rules
from tabletop.games.ship_duel.events import EVENT_HANDLERS
from tabletop.games.ship_duel.model import State, ship_of
from tabletop.games.ship_duel.phases import PHASES, format_headline


def _load_scenario_reader() -> ScenarioReader[State]:
    """Return the schema and the reader of scenario files.

    Imports them late, because pydantic takes long to import.
    """
    from tabletop.games.ship_duel.scenario import ScenarioData, read  # pydantic is slow to import

    return ScenarioData, read


META = Meta(
    id="ship_duel",
    title="Ships of the Line",
    subtitle="The card game",
    players="2 players",
    length="20 minutes",
    sides=(Seat("port", "Port"), Seat("starboard", "Starboard")),
    secrets=True,
    shelf=4,
)
GAME = CardGame(
    META,
    State,
    Scenarios(_load_scenario_reader),
    PHASES.values(),
    (*rules.COMMAND_HANDLERS, *corrections.COMMAND_HANDLERS),
    (*EVENT_HANDLERS, *corrections.EVENT_HANDLERS),
    asked=phases.side_to_move,
    check_turn=rules.check_turn,
    choices=phases.list_choices,
    seal_choice=rules.seal_choice,
    side_name=lambda state, side: ship_of(state, side).name,
    headline=format_headline,
    correctables=corrections.list_correctables,
)
