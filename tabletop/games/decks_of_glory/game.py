"""Decks of Glory as one object: what the match, the table and the tests hold in hand."""

from tabletop.core.game import Game, Meta
from tabletop.core.game import Side as Seat
from tabletop.games.decks_of_glory import asking, naming, positions, rules, scenario, state
from tabletop.games.decks_of_glory.chapters import correcting
from tabletop.games.decks_of_glory.events import EVENT_HANDLERS
from tabletop.games.decks_of_glory.state import State


class DecksOfGlory(Game[State]):
    """The game of the registry; holds no state of any battle."""

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

    model = staticmethod(scenario.model)
    read = staticmethod(scenario.read)
    open = staticmethod(scenario.open_battle)
    switches = staticmethod(scenario.switches)
    check = staticmethod(rules.check)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(EVENT_HANDLERS.evolve)
    view = staticmethod(state.view)
    guess = staticmethod(asking.guess)
    seen = staticmethod(EVENT_HANDLERS.redact)
    decision = staticmethod(asking.decision)
    choices = staticmethod(asking.choices)
    narrate = staticmethod(EVENT_HANDLERS.narrate)
    headline = staticmethod(naming.headline)
    name_of = staticmethod(naming.side_name)
    reveals = staticmethod(EVENT_HANDLERS.reveals)
    muster = staticmethod(positions.muster)
    correctables = staticmethod(correcting.correctables)


GAME = DecksOfGlory()
