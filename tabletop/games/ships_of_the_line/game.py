"""Ships of the Line as one object: what the match, the table and the tests hold in hand."""

from collections.abc import Mapping

from tabletop.core.game import Game, Meta, SettledRule
from tabletop.core.game import Side as Seat
from tabletop.games.ships_of_the_line import battle_setup, fleets, rule_modules, rules, words
from tabletop.games.ships_of_the_line.chapters import correcting, victory
from tabletop.games.ships_of_the_line.events import turn
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import SIDE_NAMES


class ShipsOfTheLine(Game[State]):
    """The game as registered: meta data, and the functions that fulfil the interface of a game."""

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
    revisions: Mapping[int, tuple[SettledRule, ...]] = {
        2: (
            SettledRule("AMB-204", "a ship that starts struck or captured has been won", ("opening.scores",)),
            SettledRule("AMB-205", "a ship whose forced spend was all she had may heave to"),
            SettledRule("AMB-206", "a prize throws no lines, also not to friends"),
            SettledRule("AMB-207", "a prize flies the colours of the ship that took her", ("ship_captured.colours",)),
            SettledRule("AMB-208", "a prize neither covers a friend nor counts as an enemy in service"),
            SettledRule("AMB-209", "a ship is attacked by fire and explosions, not by boarders"),
        ),
        3: (SettledRule("AMB-148", "players of one side command their own ships", ("opening.players",)),),
        4: (SettledRule("AMB-156", "of a tow or a drifting group only the hull that touches rolls for a collision"),),
    }
    omitted_choices = (
        "Only straight sailing plans and plans with one turn are offered; "
        "before a battle, only the place where each ship is now."
    )

    model = staticmethod(battle_setup.load_model)
    read = staticmethod(battle_setup.read_scenario)
    open = staticmethod(battle_setup.open_battle)
    switches = staticmethod(battle_setup.list_switches)
    assignment_options = tuple(battle_setup.DEALS)
    seat_of_command = staticmethod(battle_setup.seat_of_command)
    assignable_pieces = staticmethod(battle_setup.list_assignable_ships)
    assign_pieces = staticmethod(battle_setup.deal_ships)
    seats = staticmethod(battle_setup.list_seats)
    presets = staticmethod(battle_setup.list_presets)
    find_unheeded = staticmethod(battle_setup.find_unheeded)
    opening_events = staticmethod(victory.opening_events)
    check = staticmethod(rules.check)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(rule_modules.evolve)
    decision = staticmethod(rules.current_decision)
    choices = staticmethod(rules.list_offers)
    outcome = staticmethod(turn.build_outcome)
    has_secrets = staticmethod(rule_modules.has_secrets)
    view = staticmethod(rule_modules.view)
    redact = staticmethod(rule_modules.redact)
    describe = staticmethod(rule_modules.describe)
    reveals = staticmethod(rule_modules.reveals)
    headline = staticmethod(words.format_headline)
    name_of = staticmethod(fleets.fleet_title)
    starting_pieces = staticmethod(fleets.list_pieces)
    correctables = staticmethod(correcting.list_correctables)


GAME = ShipsOfTheLine()
