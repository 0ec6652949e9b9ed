"""Trafalgar as one object for the match, the table and the tests."""

from functools import partial

from tabletop.cards import corrections
from tabletop.cards.game import CardGame, ScenarioReader, Scenarios
from tabletop.core.game import Meta
from tabletop.core.game import Side as Seat
from tabletop.games.trafalgar_cards import options, phases, rules
from tabletop.games.trafalgar_cards.deck import SIDE_NAMES
from tabletop.games.trafalgar_cards.events import EVENT_HANDLERS
from tabletop.games.trafalgar_cards.model import State, card_name
from tabletop.games.trafalgar_cards.phases import PHASES


def _load_scenario_reader() -> ScenarioReader[State]:
    """Return the schema and the reader of scenario files.

    Imports them late, because pydantic takes long to import.
    """
    from tabletop.games.trafalgar_cards.scenario import ScenarioData, read  # pydantic is slow to import

    return ScenarioData, read


META = Meta(
    id="trafalgar_cards",
    title="Trafalgar",
    subtitle="The card game",
    players="2 players",
    length="20 to 40 minutes",
    sides=tuple(Seat(side, name) for side, name in SIDE_NAMES.items()),
    secrets=True,
    shelf=3,
)
GAME = CardGame(
    META,
    State,
    Scenarios(_load_scenario_reader, options.apply_options, options.list_switches),
    PHASES.values(),
    rules.COMMAND_HANDLERS,
    EVENT_HANDLERS,
    asked=phases.side_to_move,
    check_turn=rules.check_turn,
    choices=phases.list_choices,
    agreement=rules.AGREEMENT,
    correctables=partial(corrections.list_correctables, card_name),
)
