"""The computer players of Decks of Glory: plain choices, equal choices again, and no refusals."""

import numpy as np
import pytest
from msgspec.structs import replace

import tabletop.games  # noqa: F401 - makes the games known
from tabletop import players
from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match
from tabletop.games.decks_of_glory.commands import CutLoose, Done, OpenFire, Sail
from tabletop.games.decks_of_glory.gunnery import list_clear_targets
from tabletop.games.decks_of_glory.model import Berth, OpenMove, enemy_of
from tabletop.players.decks_of_glory import duels, light_model, two_ships
from tabletop.players.decks_of_glory.evaluation import (
    Weights,
    enemy_strength_ratio,
    should_withdraw,
    turns_to_edge,
    value_position,
)
from tabletop.players.decks_of_glory.fleet_moves import list_ends, model_fleet
from tabletop.players.decks_of_glory.light_model import (
    CLOSE,
    FAR,
    RAKE,
    ModelShip,
    assign_broadsides,
    broadside_kind,
    expected_loss,
    list_reachable,
    ship_value,
)
from tabletop.players.decks_of_glory.two_ships import position_number, prospect
from tabletop.tournaments.fixture import Entrant, Fixture
from tabletop.tournaments.match_play import play_fixture
from tests.sampling import sample

GAME = find_game("decks_of_glory")
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
    player = players.find_player(name, "decks_of_glory")(GAME, "british", seed, temper)
    (*_, last) = player.consider(GAME.view(state, "british"))
    return last


@pytest.mark.parametrize("name", NAMES)
def test_every_player_fires_at_the_only_target(name):
    state = position("gunnery", B1=Berth((5, 4), 0), F1=Berth((6, 4), 0))
    shots = {chosen(name, state, seed).command.shots for seed in "123456"}
    assert all(order and order[0].target == "F1" for order in shots if order)
    assert any(shots)
    assert isinstance(chosen(name, state).command, OpenFire)


def test_an_admiral_takes_the_stern_rake():
    """Ahead of her lies the enemy's wake: one hex on, and her whole broadside goes along his deck."""
    state = position(B1=Berth((6, 6), 1), F1=Berth((7, 4), 0))
    proposal = chosen("admiral", state)
    assert isinstance(proposal.command, Sail)
    after = GAME.evolve(state, GAME.decide(state, proposal.command, None).events[0])
    lies = after.ships["B1"]
    mine, foe = ModelShip(lies.at, lies.facing, 8, 8, free=True), ModelShip((7, 4), 0, 8, 8, free=True)
    assert broadside_kind(mine, foe) == RAKE
    assert "may hit for" in proposal.why


def test_whoever_has_no_ship_left_to_move_says_so():
    state = position()
    moved = replace(state, ships={key: replace(one, moved=True) for key, one in state.ships.items()})
    proposal = chosen("captain", moved)
    assert isinstance(proposal.command, Done)
    assert proposal.why == "Every ship that can move has moved"


def test_nobody_turns_into_irons_without_need():
    state = position(B1=Berth((5, 5), 4), F1=Berth((14, 5), 0))
    for name in ("captain", "admiral"):
        order = chosen(name, state).command
        after = GAME.evolve(state, GAME.decide(state, order, None).events[0])
        assert (after.ships["B1"].facing - state.wind) % 6 != 3


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_chooses_the_same_and_whoever_begins_in_the_middle_too(name):
    state = position(B1=Berth((5, 5), 1), F1=Berth((8, 3), 0))
    assert chosen(name, state) == chosen(name, state)


def chased(leave_map=True):
    """Cornwallis's retreat, the British asked first."""
    path = resources.find_scenario("decks_of_glory", "chase")
    state = GAME.open(GAME.read(path.read_text(encoding="utf-8"), path.name), {"leave_map": leave_map})
    return replace(state, phase="movement", asked="british", initiative="british", turn=1)


@pytest.mark.parametrize("name", ["captain", "admiral"])
def test_dog_14_who_is_outnumbered_makes_for_the_edge(name):
    """The enemy to the west is half as strong again, and eastward lies the open sea."""
    state = chased()
    proposal = chosen(name, state)
    before, after = (
        each.ships[proposal.command.ship]
        for each in (state, GAME.evolve(state, GAME.decide(state, proposal.command, None).events[0]))
    )
    assert turns_to_edge(state, after.at, after.facing) <= turns_to_edge(state, before.at, before.facing) - 0.5
    assert proposal.why.endswith("makes for the edge of the map, because the enemy is too strong")
    assert not chosen(name, chased(leave_map=False)).why.endswith("the enemy is too strong")


def test_dog_14_a_side_runs_only_from_those_who_are_too_strong():
    state = chased()
    assert enemy_strength_ratio(state, "british") == pytest.approx(68 / 44)
    assert should_withdraw(state, "british")
    assert not should_withdraw(state, "allied")
    assert not should_withdraw(chased(leave_map=False), "british")


def test_dog_14_turns_to_the_edge_are_those_of_sailing_there():
    """Of 32 columns, the first is 0; running she has two actions in a turn, and the last takes her over the edge."""
    state = chased()
    assert turns_to_edge(state, (31, -10), 2) == 0.5
    assert turns_to_edge(state, (28, -5), 2) == 2
    assert turns_to_edge(state, (28, -5), 4) == 3


def test_dog_14_whoever_is_one_hex_from_the_open_sea_leaves_a_battle_that_is_lost():
    state = chased()
    at_the_edge = replace(state.ships["B1"], at=(31, -10), facing=2)
    state = replace(state, ships={**state.ships, "B1": at_the_edge})
    left = replace(state, ships={key: replace(one, moved=key != "B1") for key, one in state.ships.items()})
    assert chosen("admiral", left).why == "Mars leaves the battle to keep her points safe"


def test_tempers_weigh_otherwise():
    mine, foe = {"B1": ModelShip((0, 0), 0, 8, 8, free=True)}, {"F1": ModelShip((1, 0), 0, 8, 8, free=True)}
    bold, cautious = (Weights(taken=taken) for taken in (0.75, 1.4))
    assert value_position(mine, foe, 0, bold) > value_position(mine, foe, 0, cautious)


def test_the_light_model_knows_the_fields_and_the_hits_of_the_rules():
    at = ModelShip((0, 0), 0, 8, 8, free=True)
    assert broadside_kind(at, ModelShip((1, -1), 0, 8, 8, free=True)) == CLOSE
    assert broadside_kind(at, ModelShip((1, 0), 5, 8, 8, free=True)) == RAKE
    assert broadside_kind(at, ModelShip((2, 0), 2, 8, 8, free=True)) == FAR
    assert broadside_kind(at, ModelShip((0, -1), 0, 8, 8, free=True)) == ""
    assert broadside_kind(at._replace(free=False), ModelShip((1, 0), 2, 8, 8, free=True)) == ""
    assert expected_loss(8, 8, ()) == 0
    assert expected_loss(1, 8, (CLOSE,)) == pytest.approx(ship_value(1, 8))
    assert expected_loss(4, 8, (FAR,)) < expected_loss(4, 8, (CLOSE,)) < expected_loss(4, 8, (RAKE,))


def test_guns_are_laid_where_they_do_most():
    firer = ModelShip((0, 0), 0, 8, 8, free=True)
    weak, strong = ModelShip((1, 0), 1, 1, 8, free=True), ModelShip((1, -1), 0, 8, 8, free=True)
    shots, gained = assign_broadsides([firer], {"weak": weak, "strong": strong})
    assert (list(shots), gained > 0) == (["weak"], True)


def test_a_ship_that_may_rake_expects_more_than_one_that_is_raked():
    raking, raked = ModelShip((0, 0), 1, 8, 8, free=True), ModelShip((1, -2), 0, 8, 8, free=True)
    assert prospect(raking, raked, 2) > prospect(raked, raking, 2)
    assert ((0, -1), 0) in list_reachable((0, 0), 0, 0)
    assert list_reachable((0, 0), 3, 0) == (((0, 0), 3),)


def test_dog_13_a_ship_in_irons_stays_or_turns_by_one_side_and_whoever_lies_across_her_bow_expects_more():
    assert {tuple(end) for end in light_model.build_end_array(3, 0).tolist()} == {(0, 0, 3), (0, 0, 4), (0, 0, 2)}
    raking, stuck = ModelShip((0, 0), 1, 8, 8, free=True), ModelShip((1, -2), 0, 8, 8, free=True)
    assert prospect(raking, stuck, 3) > prospect(raking, stuck, 0)


def test_she_cuts_loose_from_the_stronger_and_stays_beside_the_weaker():
    beside = position(B1=Berth((5, 5), 0), F1=Berth((5, 5), 0))
    stronger = replace(beside, ships={**beside.ships, "F1": replace(beside.ships["F1"], strength=2)})
    assert isinstance(chosen("admiral", beside).command, CutLoose)
    assert not isinstance(chosen("admiral", stronger).command, CutLoose)
    assert enemy_of("british") == "allied"


SCENARIOS = [path.stem for path in resources.list_scenarios("decks_of_glory")]


def test_no_player_is_ever_refused_and_a_record_verifies(tmp_path):
    for scenario in sample(SCENARIOS, 2, "scenarios of hexes between players"):
        entrants = dict(zip(("british", "allied"), sample(NAMES, 2, f"players of {scenario}"), strict=False))
        fixture = Fixture(0, "decks_of_glory", scenario, "1805", {side: Entrant(one) for side, one in entrants.items()})
        result = play_fixture(fixture, tmp_path / f"{scenario}.jsonl", longest=60)
        assert not [(one.refused, one.faults) for one in result.thought.values() if one.refused or one.faults]
        assert Match.load(tmp_path / f"{scenario}.jsonl").moves[-1].why is not None


def test_two_ships_see_each_other_alike_and_come_to_lie_as_the_rules_let_them():
    """The light model's ends are those of the rules, on an open sea and round the enemy (DOG-12, DOG-13, DOG-15)."""
    assert np.array_equal(
        two_ships.mirror_positions()[two_ships.mirror_positions()], np.arange(two_ships.POSITION_COUNT + 2)
    )
    for at, facing in (((8, 3), 1), ((8, 3), 5), ((7, 4), 2), ((7, 5), 0)):
        state = position(B1=Berth((7, 6), 0), F1=Berth(at, facing))
        for wind in range(6):
            freed = OpenMove("B1", 1, turns_only=True) if wind == 3 else None
            blown = replace(state, wind=wind, way=freed)
            one, foe = (model_fleet(blown, side)[key] for side, key in (("british", "B1"), ("allied", "F1")))
            ended = {position_number(end.ship, foe, wind) for end in list_ends(blown, "B1", Weights())}
            assert ended == set(two_ships.own_moves().ends[position_number(one, foe, wind)])


def test_dog_20_who_is_stronger_hand_to_hand_fares_better_and_equals_are_even():
    found = duels.value_of_boarding((8, 6), 1.0)
    assert [round(float(found[one, one]), 5) for one in range(1, 7)] == [0.0] * 6
    assert 0 < found[5, 4] < found[6, 4] < found[8, 4] < 1 == found[8, 0]


def test_dog_23_in_the_last_turn_who_leads_keeps_clear_and_who_is_behind_fires():
    state = position(B1=Berth((6, 6), 1), F1=Berth((8, 4), 4))
    for hurt, firer, fires in (("F1", "F1", False), ("B1", "B1", True)):
        ships = {**state.ships, hurt: replace(state.ships[hurt], strength=4)}
        last = replace(state, ships=ships, turn=state.turns)
        order = chosen("admiral", last).command
        after = GAME.evolve(last, GAME.decide(last, order, None).events[0])
        assert any(list_clear_targets(after, firer)) == fires


def test_what_two_ships_may_reach_is_worth_what_comes_of_it():
    """A ship that may rake is better off than the one raked; a defeat counts more for the cautious."""
    state = position(B1=Berth((6, 6), 1), F1=Berth((7, 4), 0))
    one, foe = model_fleet(state, "british")["B1"], model_fleet(state, "allied")["F1"]
    duel, dreaded = (duels.Duel(state, one, foe, "british", dread) for dread in (1.0, 1.4))
    worth = {end: duel.value(end) for end in list_ends(state, "B1", Weights())}
    best = max(worth, key=worth.__getitem__)
    assert broadside_kind(best.ship, foe) == RAKE
    assert 0 < dreaded.value(best) < worth[best] < 1
    assert min(worth.values()) > -1
