"""Ships of the Line, the card game, as one object: what the match, the table and the tests hold in hand."""

from tabletop.cards.game import CardGame, ScenarioReader, Scenarios
from tabletop.core.game import Meta
from tabletop.core.game import Side as Seat
from tabletop.games.ship_duel import corrections, phases, rules
from tabletop.games.ship_duel.events import EVENT_HANDLERS
from tabletop.games.ship_duel.phases import PHASES, headline
from tabletop.games.ship_duel.state import State, ship


def _files() -> ScenarioReader[State]:
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
    Scenarios(_files),
    PHASES.values(),
    (*rules.COMMAND_HANDLERS, *corrections.COMMAND_HANDLERS),
    (*EVENT_HANDLERS, *corrections.EVENT_HANDLERS),
    asked=phases.asked,
    check_turn=rules.whose,
    choices=phases.choices,
    seal_choice=rules.sealed_as,
    side_name=lambda state, side: ship(state, side).name,
    headline=headline,
    correctables=corrections.correctables,
)
