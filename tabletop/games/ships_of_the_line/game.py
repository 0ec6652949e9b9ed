"""Ships of the Line as one object: what the match, the table and the tests hold in hand."""

from collections.abc import Mapping

from tabletop.core.game import Game, Meta, Settled
from tabletop.core.game import Side as Seat
from tabletop.games.ships_of_the_line import battle_setup, fleets, rule_modules, rules, words
from tabletop.games.ships_of_the_line.chapters import correcting, victory
from tabletop.games.ships_of_the_line.events import turn
from tabletop.games.ships_of_the_line.ship import SIDE_NAMES
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
        may_hide="standing orders to squadrons",
        shared=True,
        shelf=1,
    )
    state_type = State
    command_type, event_type = (
        rule_modules.compile_all_rules().command_handlers.union,
        rule_modules.compile_all_rules().event_handlers.union,
    )
    revisions: Mapping[int, tuple[Settled, ...]] = {
        2: (
            Settled("AMB-204", "a ship that starts struck or captured has been won", ("opening.scores",)),
            Settled("AMB-205", "a ship whose forced spend was all she had may heave to"),
            Settled("AMB-206", "a prize throws no lines, also not to friends"),
            Settled("AMB-207", "a prize flies the colours of the ship that took her", ("ship_captured.colours",)),
            Settled("AMB-208", "a prize neither covers a friend nor counts as an enemy in service"),
            Settled("AMB-209", "a ship is attacked by fire and explosions, not by boarders"),
        ),
        3: (Settled("AMB-148", "players of one side command their own ships", ("opening.players",)),),
        4: (Settled("AMB-156", "of a tow or a drifting group only the hull that touches rolls for a collision"),),
    }
    left_out = (
        "Of the plans by which a ship sails only straight ones and those of one turn are offered, "
        "and of the places before a battle the one where each ship lies."
    )

    model = staticmethod(battle_setup.load_model)
    read = staticmethod(battle_setup.read_scenario)
    open = staticmethod(battle_setup.open_battle)
    switches = staticmethod(battle_setup.list_switches)
    deals = tuple(battle_setup.DEALS)
    giver = staticmethod(battle_setup.seat_of_command)
    dealt = staticmethod(battle_setup.list_assignable_ships)
    deal = staticmethod(battle_setup.deal_ships)
    seats = staticmethod(battle_setup.list_seats)
    presets = staticmethod(battle_setup.list_presets)
    find_unheeded = staticmethod(battle_setup.find_unheeded)
    opening_facts = staticmethod(victory.opening_events)
    check = staticmethod(rules.check)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(rule_modules.evolve)
    decision = staticmethod(rules.current_decision)
    choices = staticmethod(rules.list_offers)
    outcome = staticmethod(turn.build_outcome)
    hides = staticmethod(rule_modules.has_secrets)
    view = staticmethod(rule_modules.view)
    seen = staticmethod(rule_modules.redact)
    narrate = staticmethod(rule_modules.describe)
    reveals = staticmethod(rule_modules.reveals)
    headline = staticmethod(words.format_headline)
    name_of = staticmethod(fleets.fleet_title)
    muster = staticmethod(fleets.list_pieces)
    correctables = staticmethod(correcting.list_correctables)


GAME = ShipsOfTheLine()
