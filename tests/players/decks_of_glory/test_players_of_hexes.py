"""Players of Decks of Glory: what any captain sees at once, the same choice again, never an order refused."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

import tabletop.games  # noqa: F401 - makes the games known
from tabletop import players
from tabletop.core import resources
from tabletop.core.game import find
from tabletop.core.match import Match
from tabletop.games.decks_of_glory.commands import CutLoose, Done, OpenFire, Sail
from tabletop.games.decks_of_glory.state import Berth, enemy_of
from tabletop.players.decks_of_glory.evaluation import Weights, value
from tabletop.players.decks_of_glory.gunnery import CLOSE, FAR, RAKE, Piece, assigned, bearing, loss, worth
from tabletop.players.decks_of_glory.manoeuvring import fleet
from tabletop.players.decks_of_glory.many_bearings import moves, reach
from tabletop.players.decks_of_glory.playouts import Playouts
from tabletop.players.decks_of_glory.prospects import prospect
from tabletop.players.sampled_worlds import chances
from tabletop.tournaments.entrant import Entrant
from tabletop.tournaments.fixture import Fixture
from tabletop.tournaments.match_play import play
from tests.sampling import sample

GAME = find("decks_of_glory")
NAMES = ("midshipman", "captain", "admiral", "greedy")


def position(phase="movement", **ships):
    """The duel with both ships somewhere, British asked."""
    path = resources.find_scenario("decks_of_glory", "duel")
    state = GAME.open(GAME.read(path.read_text(encoding="utf-8"), path.name), {})
    lying = {key: replace(state.ships[key], at=one.at, facing=one.facing) for key, one in ships.items()}
    orders = {"allied": ()} if phase == "movement" else {}
    return replace(
        state, ships={**state.ships, **lying}, phase=phase, asked="british", initiative="allied", orders=orders, turn=1
    )


def chosen(name, state, seed="1", temper="steady"):
    player = players.find(name, "decks_of_glory")(GAME, "british", seed, temper)
    (*_, last) = player.consider(GAME.view(state, "british"))
    return last


@pytest.mark.parametrize("name", NAMES)
def test_every_player_fires_at_the_only_target(name):
    state = position("gunnery", B1=Berth((5, 4), 0), F1=Berth((6, 4), 0))
    shots = {chosen(name, state, seed).order.shots for seed in "123456"}
    assert all(order and order[0].target == "F1" for order in shots if order)
    assert any(shots)
    assert isinstance(chosen(name, state).order, OpenFire)


def test_an_admiral_takes_the_stern_rake():
    """Ahead of her lies the enemy's wake: one hex on, and her whole broadside goes along his deck."""
    state = position(B1=Berth((6, 6), 1), F1=Berth((7, 4), 0))
    proposal = chosen("admiral", state)
    assert isinstance(proposal.order, Sail)
    after = GAME.evolve(state, GAME.decide(state, proposal.order, None).events[0])
    lies = after.ships["B1"]
    mine, foe = Piece(lies.at, lies.facing, 8, 8, free=True), Piece((7, 4), 0, 8, 8, free=True)
    assert bearing(mine, foe) == RAKE
    assert "may hit for" in proposal.why


def test_whoever_has_no_ship_left_to_move_says_so():
    state = position()
    moved = replace(state, ships={key: replace(one, moved=True) for key, one in state.ships.items()})
    proposal = chosen("captain", moved)
    assert isinstance(proposal.order, Done)
    assert proposal.why == "Every ship that can has made her move"


def test_nobody_turns_into_irons_without_need():
    state = position(B1=Berth((5, 5), 4), F1=Berth((14, 5), 0))
    for name in ("captain", "admiral"):
        order = chosen(name, state).order
        after = GAME.evolve(state, GAME.decide(state, order, None).events[0])
        assert (after.ships["B1"].facing - state.wind) % 6 != 3


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_chooses_the_same_and_whoever_begins_in_the_middle_too(name):
    state = position(B1=Berth((5, 5), 1), F1=Berth((8, 3), 0))
    assert chosen(name, state) == chosen(name, state)


def test_tempers_weigh_otherwise():
    mine, foe = {"B1": Piece((0, 0), 0, 8, 8, free=True)}, {"F1": Piece((1, 0), 0, 8, 8, free=True)}
    bold, cautious = (Weights(taken=taken) for taken in (0.75, 1.4))
    assert value(mine, foe, 0, bold) > value(mine, foe, 0, cautious)


def test_the_light_model_knows_the_fields_and_the_hits_of_the_rules():
    at = Piece((0, 0), 0, 8, 8, free=True)
    assert bearing(at, Piece((1, -1), 0, 8, 8, free=True)) == CLOSE
    assert bearing(at, Piece((1, 0), 5, 8, 8, free=True)) == RAKE
    assert bearing(at, Piece((2, 0), 2, 8, 8, free=True)) == FAR
    assert bearing(at, Piece((0, -1), 0, 8, 8, free=True)) == ""
    assert bearing(at._replace(free=False), Piece((1, 0), 2, 8, 8, free=True)) == ""
    assert loss(8, 8, ()) == 0
    assert loss(1, 8, (CLOSE,)) == pytest.approx(worth(1, 8))
    assert loss(4, 8, (FAR,)) < loss(4, 8, (CLOSE,)) < loss(4, 8, (RAKE,))


def test_guns_are_laid_where_they_do_most():
    firer = Piece((0, 0), 0, 8, 8, free=True)
    weak, strong = Piece((1, 0), 1, 1, 8, free=True), Piece((1, -1), 0, 8, 8, free=True)
    shots, gained = assigned([firer], {"weak": weak, "strong": strong})
    assert (list(shots), gained > 0) == (["weak"], True)


def test_a_ship_that_may_rake_expects_more_than_one_that_is_raked():
    raking, raked = Piece((0, 0), 1, 8, 8, free=True), Piece((1, -2), 0, 8, 8, free=True)
    assert prospect(raking, raked, 2) > prospect(raked, raking, 2)
    assert ((0, -1), 0) in reach((0, 0), 0, 0)
    assert reach((0, 0), 3, 0) == (((0, 0), 3),)


def test_dog_13_a_ship_in_irons_stays_or_turns_by_one_side_and_whoever_lies_across_her_bow_expects_more():
    assert {tuple(end) for end in moves()[3, 0].tolist()} == {(0, 0, 3), (0, 0, 4), (0, 0, 2)}
    raking, stuck = Piece((0, 0), 1, 8, 8, free=True), Piece((1, -2), 0, 8, 8, free=True)
    assert prospect(raking, stuck, 3) > prospect(raking, stuck, 0)


def test_she_cuts_loose_from_the_stronger_and_stays_beside_the_weaker():
    beside = position(B1=Berth((5, 5), 0), F1=Berth((5, 5), 0))
    stronger = replace(beside, ships={**beside.ships, "F1": replace(beside.ships["F1"], strength=2)})
    assert isinstance(chosen("admiral", beside).order, CutLoose)
    assert not isinstance(chosen("admiral", stronger).order, CutLoose)
    assert enemy_of("british") == "allied"


SCENARIOS = [path.stem for path in resources.scenarios("decks_of_glory")]


def test_no_player_is_ever_refused_and_a_record_verifies(tmp_path):
    for scenario in sample(SCENARIOS, 2, "scenarios of hexes between players"):
        entrants = dict(zip(("british", "allied"), sample(NAMES, 2, f"players of {scenario}"), strict=True))
        fixture = Fixture(0, "decks_of_glory", scenario, "1805", {side: Entrant(one) for side, one in entrants.items()})
        result = play(fixture, tmp_path / f"{scenario}.jsonl", longest=60)
        assert not [(one.refused, one.faults) for one in result.thought.values() if one.refused or one.faults]
        assert Match.load(tmp_path / f"{scenario}.jsonl").moves[-1].why is not None


def test_battles_that_are_played_out_end_as_their_points_say_and_the_same_again():
    """A ship without strength has lost; two alike are even; the same chances end the same."""
    state = position(B1=Berth((6, 6), 1), F1=Berth((7, 4), 0))
    fleets = fleet(state, "british"), fleet(state, "allied")
    gone = {"B1": fleets[0]["B1"]._replace(strength=0)}
    assert not Playouts(state, (gone, fleets[1]), chances(Random(1))).tried([{}], np.array([0]), 8).any()
    runs = [Playouts(state, fleets, chances(Random(1))).tried([{}, {}], np.arange(2), 200) for _ in range(2)]
    assert np.array_equal(runs[0], runs[1])
    assert np.array_equal(runs[0][0], runs[0][1])
    assert 0.2 < runs[0].mean() < 0.9
