"""What the table shows of moves and fields is what the rules allow, in whole random battles and by itself."""

from itertools import product

import pytest

from tabletop.games.decks_of_glory import GAME, gunnery, movement, rules
from tabletop.games.decks_of_glory.commands import BreakIrons, CutLoose, Sail
from tabletop.games.decks_of_glory.model import Aim
from tabletop.games.decks_of_glory.movement import try_plan
from tabletop.games.decks_of_glory.positions import is_entangled, row
from tabletop.games.decks_of_glory.survey import fields, reach
from tests.decks_of_glory.arenas import FILES, played
from tests.decks_of_glory.kit import RED, battle, derelict, gunfire, play, ship

FAR = ship("B9", (-8, 8)), ship("F9", (8, -8))
PLANS = [plan for length in range(3) for plan in product(("ahead", "port", "starboard"), repeat=length)]


def positions_in(path, seed, phase):
    return [move.after for move in played(path, seed).moves if move.after.phase == phase and not move.after.outcome]


def brute_force(state, key):
    """Every end of a legal plan, with the fewest actions; the sides alongside make no difference."""
    found = {}
    for plan in PLANS:
        if rules.check(state, Sail(state.fleet[key].side, key, plan, "port")) is None:
            move = try_plan(state, key, plan)
            place = (move.legs[-1].at if move.legs else move.at, move.facing)
            found.setdefault(place, len(plan))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_dog_12_reach_is_every_end_of_a_legal_plan_at_its_least_cost(path):
    looked_at = 0
    for seed in (0, 3):
        for state in positions_in(path, seed, "movement"):
            for key in movement.list_unmoved(state, state.asked):
                found = reach.find_reach(state, key)
                assert {(one.at, one.facing): one.cost for one in found} == brute_force(state, key)
                assert all(rules.check(state, Sail(state.asked, key, one.plan, "port")) is None for one in found)
                looked_at += 1
    assert looked_at > 30


def test_dog_12_reach_of_a_running_and_of_a_close_hauled_ship():
    running = reach.find_reach(battle(ship("B1", (0, 0)), *FAR), "B1")
    assert len(running) == 11
    close_hauled = reach.find_reach(battle(ship("B1", (0, 0), 2), *FAR), "B1")
    assert [(one.at, one.facing, one.end) for one in close_hauled] == [
        ((0, 0), 2, None), ((1, 0), 2, None), ((0, 0), 1, None), ((0, 0), 3, "in_irons")
    ]  # fmt: skip


def test_dog_13_reach_tells_of_irons_before_the_ship_turns_into_the_wind():
    ends = {one.plan: one.end for one in reach.find_reach(battle(ship("B1", (0, 0), 1), *FAR), "B1")}
    assert ends["starboard", "starboard"] == "in_irons"
    assert ends["starboard",] is None


@pytest.mark.parametrize(("facing", "turn"), [(2, "port"), (4, "starboard")])
def test_dog_13_where_she_lies_she_turns_to_the_hand_that_keeps_her_out_of_irons(facing, turn):
    found = reach.find_move_to(battle(ship("B1", (0, 0), facing), *FAR), "B1", (0, 0))
    assert (found.plan, found.end) == ((turn,), None)


def test_dog_13_after_a_red_card_a_ship_in_irons_may_turn_either_way():
    state = battle(ship("B1", (0, 0), 3), *FAR, pile=[RED])
    assert [one.plan for one in reach.find_reach(state, "B1")] == [()]
    free, _ = play(state, BreakIrons("british", "B1"))
    assert {one.facing for one in reach.find_reach(free, "B1")} == {2, 3, 4}
    assert {one.at for one in reach.find_reach(free, "B1")} == {(0, 0)}


def test_dog_16_an_entangled_ship_reaches_nothing_before_her_card():
    ships = ship("B1", (0, 0)), ship("F1", (0, 0), place=1, since=1)
    state = battle(*ships, *FAR, pile=[RED])
    assert [one.plan for one in reach.find_reach(state, "B1")] == [()]
    freed, _ = play(state, CutLoose("british", "B1"))
    assert len(reach.find_reach(freed, "B1")) > 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_dog_15_alongside_is_how_she_lies_when_she_has_sailed(path):
    for state in positions_in(path, 1, "movement"):
        for key in movement.list_unmoved(state, state.asked):
            for there in reach.find_reach(state, key):
                berths = reach.find_alongside(state, key, there)
                assert bool(berths) == (there.end == "entangled")
                for hand in berths:
                    after, _ = play(state, Sail(state.asked, key, there.plan, hand))
                    assert berths[hand] == reach.Alongside(after.ships[key].facing, row(after, there.at))


def test_dog_14_a_withdrawal_is_part_of_the_reach():
    ends = {one.at: one.end for one in reach.find_reach(battle(ship("B1", (0, -8)), *FAR, on=["leave_map"]), "B1")}
    assert ends[0, -9] == "withdrawn"


# --- fields of fire


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_dog_3_the_outlook_has_every_target_that_the_rules_allow_and_no_other(path):
    looked_at = 0
    for seed in (1, 2, 5):
        for state in positions_in(path, seed, "gunnery"):
            for key, vessel in state.fleet.items():
                seen = fields.find_outlook(state, key)
                targets = {one.target: one for part in seen.hexes for one in part.targets}
                for other in state.fleet:
                    refusal = gunnery.check_shot(state, vessel.side, Aim(key, other))
                    clear = other in targets and not targets[other].blockers and seen.unable is None
                    assert (refusal is None) == clear
                    looked_at += clear
    assert looked_at or path.stem == "duel"


def test_dog_3_dog_18_each_hex_has_its_range_and_modifier_and_lies_on_the_map():
    state = gunfire(ship("B1", (0, -8)), ship("F1", (1, -8), 5))
    seen = fields.find_outlook(state, "B1")
    assert all(state.sea.holds(one.at) for one in seen.hexes)
    assert {(one.distance, one.modifier) for one in seen.hexes} == {(1, 0), (2, -1), (3, -1)}
    assert [one.distance for one in seen.hexes] == sorted(one.distance for one in seen.hexes)


def test_dog_5_raked_hexes_are_marked():
    state = gunfire(ship("B1", (0, 0)), ship("F1", (1, 0), 2), ship("F2", (-1, 0), 0))
    marked = {one.at: one.rake for one in fields.find_outlook(state, "B1").hexes if one.targets}
    assert marked == {(1, 0): "stern", (-1, 0): None}


def test_dog_17_a_ship_that_cannot_fire_says_why():
    state = gunfire(ship("B1", (0, 0)), derelict("F1", (0, 0), place=1, since=1), ship("F2", (1, 0)))
    assert is_entangled(state, "B1")
    assert fields.find_outlook(state, "B1").unable.rule == "DOG-17"


def test_dog_3_a_ghost_has_the_outlook_of_the_place_where_it_is_thought_to_lie():
    state = gunfire(ship("B1", (0, 0)), ship("F1", (5, 0)))
    assert not any(one.targets for one in fields.find_outlook(state, "B1").hexes)
    ghost = fields.suppose_move(state, "B1", (3, 0), 0)
    assert [one.at for one in fields.find_outlook(ghost, "B1").hexes if one.targets] == [(5, 0)]


@pytest.mark.parametrize(("at", "facing"), [((0, -1), 0), ((0, 0), 5)])
def test_dog_17_dog_16_the_ghost_of_a_freed_ship_beside_others_is_entangled(at, facing):
    ships = ship("B1", (0, 0)), ship("F1", (0, 0), place=1, since=1), ship("F2", (0, -1)), ship("F3", (-2, 0))
    state, _ = play(battle(*ships, pile=[RED]), CutLoose("british", "B1"))
    assert fields.find_outlook(fields.suppose_move(state, "B1", at, facing), "B1").unable.rule == "DOG-17"


def test_dog_3_dangers_are_the_enemies_who_could_fire_at_her():
    lying = ship("F1", (1, 0)), ship("F2", (0, 3), 0), derelict("F3", (-1, 0)), ship("F4", (-2, 0), 0)
    state = gunfire(ship("B1", (0, 0)), *lying)
    assert [(one.ship, one.rake) for one in fields.list_dangers(state, "B1")] == [("F1", None), ("F4", None)]
    state = gunfire(ship("B1", (0, 0), 2), ship("F1", (1, 0)))
    assert [one.rake for one in fields.list_dangers(state, "B1")] == ["bow"]


def test_dog_4_who_is_blocked_is_no_danger():
    ships = ship("B1", (0, 0)), ship("B2", (1, 0)), ship("F1", (2, 0))
    assert [one.ship for one in fields.list_dangers(gunfire(*ships), "B1")] == ["F1"]
    assert fields.list_dangers(gunfire(*ships, on=["blocking"]), "B1") == ()


def test_dog_18_dog_19_a_broadside_tells_cards_modifier_and_who_takes_the_hits():
    lying = ship("F1", (1, 0), 2, strength=3), ship("B2", (1, 0), 5, place=1, since=1)
    told = fields.find_shot(gunfire(ship("B1", (0, 0)), *lying), "B1", "F1")
    assert (told.cards, told.modifier, told.takers) == (2, 0, (("F1", 3), ("B2", 8)))
    assert fields.find_shot(gunfire(ship("B1", (0, 0)), ship("F1", (0, 1))), "B1", "F1") is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_c_6_the_survey_is_the_same_on_a_view(path):
    for state in positions_in(path, 2, "movement")[::7]:
        view = GAME.view(state, state.asked)
        for key in list(movement.list_unmoved(state, state.asked))[:3]:
            assert reach.find_reach(view, key) == reach.find_reach(state, key)
            assert fields.find_outlook(view, key).hexes == fields.find_outlook(state, key).hexes
