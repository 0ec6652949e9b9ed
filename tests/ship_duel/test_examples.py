"""The worked examples of the rules of the card game."""

from random import Random

from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.core.match import Match, MatchSetup
from tabletop.games.ship_duel import GAME
from tabletop.games.ship_duel.events import AdvantageGained, AttackMade, PhaseBegan, ShipLost, WindsRevealed
from tabletop.players import casual
from tests.ship_duel.kit import Played, choice, duel, points, refused
from tests.ship_duel.test_rules import wounded
from tests.ship_duel.texts import STANDARD


def test_slc_example_1_five_winds_against_four_give_port_the_advantage():
    game = Played(duel("NNEEE", "WWWW"))
    game.both("NNEEE", "WWWW")
    (gained,) = game.kinds(AdvantageGained)
    assert (gained.counts, gained.advantaged) == ({"port": 5, "starboard": 4}, "port")
    assert GAME.decision(game.state).side == "port"
    assert game.state.asked == ("port",)


def test_slc_example_2_north_with_south_is_refused_and_nothing_is_revealed():
    state = duel("NS", "W")
    assert refused(state, choice(state, "port", "NS")).rule == "SLC-6"
    game = Played(state)
    game.give(choice(state, "starboard", "W"))
    assert refused(game.state, choice(state, "port", "NS")).rule == "SLC-6"
    assert not game.kinds(WindsRevealed)
    legal = duel("SW", "")
    assert GAME.check(legal, choice(legal, "port", "SW")) is None


def test_slc_example_3_equals_fire_together():
    game = Played(duel("ggg", "cc"))
    game.both()
    game.both("ggg", "cc")
    told = [(event.target, event.stat, event.before, event.after) for event in game.kinds(AttackMade)]
    assert told == [("starboard", "crew", 7, 4), ("port", "rigging", 7, 5)]
    assert (points(game.state, "starboard"), points(game.state, "port")) == ((7, 7, 4), (7, 5, 7))


def test_slc_example_4_two_kinds_of_shot_in_one_attack_are_refused():
    state = duel("bc", "", "fire", asked=("port",))
    found = refused(state, choice(state, "port", "bc"))
    assert (found.rule, found.reason) == (
        "SLC-8",
        "An attack uses one kind of shot: cannon balls and chain shot cannot be mixed.",
    )


def test_slc_example_5_three_balls_at_two_points_of_hull_sink_her_before_retire():
    game = Played(wounded(duel("bbb", "", "fire", asked=("port",)), "starboard", hull=2))
    game.give(choice(game.state, "port", "bbb"))
    assert points(game.state, "starboard")[0] == 0
    (lost,) = game.kinds(ShipLost)
    assert (lost.ship, lost.stat) == ("Hercule", "hull")
    assert game.state.outcome.winner == "port"
    assert not game.kinds(PhaseBegan)


def test_slc_example_6_two_ships_lost_in_one_fire_phase_are_a_draw():
    state = wounded(wounded(duel("b", "g", "fire"), "starboard", hull=1), "port", crew=1)
    game = Played(state)
    game.both("b", "g")
    assert [(event.side, event.stat) for event in game.kinds(ShipLost)] == [("port", "crew"), ("starboard", "hull")]
    assert game.state.outcome.winner is None


def test_slc_example_7_hands_pile_and_discards_are_always_the_56_cards():
    for seed in range(60):
        match = Match.new(MatchSetup(GAME, STANDARD, "standard.yaml", str(seed)))
        deck = sorted(match.state.deck)
        assert len(deck) == 56
        for _ in casual.play(match, Random(seed), 400):
            assert sorted(zones.list_all_cards(match.state.cards)) == deck
        assert match.state.outcome is not None or len(match.moves) == 400
    assert sorted(zones.list_all_cards(replace(duel("NN", "bb")).cards)) == deck
