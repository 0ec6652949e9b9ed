"""Ships of the Line as one object: what the match, the table and the tests hold in hand."""

from tabletop.core.game import Game, Meta
from tabletop.core.game import Side as Seat
from tabletop.games.ships_of_the_line import asking, compiled, fleets, options, rules, scenario, words
from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.events import turn
from tabletop.games.ships_of_the_line.revisions import REVISIONS
from tabletop.games.ships_of_the_line.sides import SIDE_NAMES
from tabletop.games.ships_of_the_line.state import State


class ShipsOfTheLine(Game[State]):
    """The game of the registry; holds no state of any battle."""

    meta = Meta(
        id="ships_of_the_line",
        title="Ships of the Line",
        subtitle="Trafalgar 1805",
        players="2 to 6 players",
        length="1 to 6 hours",
        sides=tuple(Seat(side, name) for side, name in SIDE_NAMES.items()),
        shared=True,
        shelf=1,
    )
    state_type = State
    command_type, event_type = compiled.everything().deeds.union, compiled.everything().facts.union
    revisions = REVISIONS
    left_out = "Of the plans by which a ship sails only straight ones and those of one turn are offered."

    model = staticmethod(scenario.model)
    read = staticmethod(scenario.read)
    open = staticmethod(scenario.open_battle)
    switches = staticmethod(options.switches)
    opening_facts = staticmethod(victory.opening_facts)
    check = staticmethod(rules.check)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(compiled.evolve)
    decision = staticmethod(asking.decision)
    choices = staticmethod(asking.choices)
    outcome = staticmethod(turn.outcome)
    narrate = staticmethod(compiled.narrate)
    headline = staticmethod(words.headline)
    name_of = staticmethod(fleets.title)


GAME = ShipsOfTheLine()
