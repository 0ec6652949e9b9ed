"""Volley as one object: what the match, the table and the tests hold in hand."""

from operator import attrgetter

from tabletop.cards.game import CardGame, Files, Scenarios
from tabletop.core.game import Meta
from tabletop.core.game import Side as Seat
from tabletop.games.volley import asking, correcting, options, rules
from tabletop.games.volley.events import FACTS
from tabletop.games.volley.phases import PHASES, RULES
from tabletop.games.volley.state import State, called


def _files() -> Files[State]:
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
    Scenarios(_files, options.applied, options.switches),
    PHASES.values(),
    (*rules.DEEDS, *correcting.DEEDS),
    (*FACTS, *correcting.FACTS),
    asked=asking.asked,
    phase=attrgetter("stage"),
    timed=lambda state, command: RULES[type(command)],  # noqa: ARG005
    choices=asking.choices,
    called=called,
    headline=asking.headline,
    agreement=rules.AGREEMENT,
    correctables=correcting.correctables,
)
