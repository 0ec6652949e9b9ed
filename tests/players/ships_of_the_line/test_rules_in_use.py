"""Players of Ships of the Line and the rules beyond the basic game; what their side cannot know does not move them."""

from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace

from tabletop import players
from tabletop.core import resources
from tabletop.core.agreement import Concede
from tabletop.core.chance import SeededChance
from tabletop.core.game import Score
from tabletop.core.record import ComputerPlayer
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters.optional.communications import SignalTo
from tabletop.games.ships_of_the_line.chapters.optional.deployment import PlaceShip
from tabletop.games.ships_of_the_line.chapters.sailing import evaluate_plan
from tabletop.games.ships_of_the_line.commands import Done, FireBroadside, GrappleShip, Reload, RollInitiative, Transfer
from tabletop.games.ships_of_the_line.model import Grapple, with_ship
from tabletop.games.ships_of_the_line.positions import distance_between
from tabletop.games.ships_of_the_line.ship import Leader
from tabletop.players.engine import LocalEngine
from tabletop.players.ships_of_the_line import assessment, order_values, signals
from tabletop.players.ships_of_the_line.doctrine import ADMIRAL
from tabletop.players.ships_of_the_line.situation import build_situation
from tests.ships_of_the_line.kit import battle, ship

AMMO = {"ammo": True}


def player(name="admiral", side="british", seed="1", temper="steady"):
    return players.find_player(name, GAME.meta.id)(GAME, side, seed, temper)


def chosen(state, side="british", name="admiral", **hired):
    *_, last = player(name, side, **hired).consider(GAME.view(state, side))
    return last


def scenario(name, **options):
    path = resources.find_scenario(GAME.meta.id, name)
    return GAME.open(GAME.read(path.read_text(encoding="utf-8"), path.name), options)


def advised(state, side):
    """What somebody is advised who asks, told by whoever advises at a table."""
    engine = LocalEngine(GAME, side, ComputerPlayer("admiral", "advice"))
    engine.begin(())
    engine.ask(GAME.view(state, side))
    return engine.best


# --- ships that have struck


def test_a_ship_goes_alongside_a_friend_who_has_struck_and_brings_her_back():
    state = battle(
        ship("B1", 0, 0, 90), ship("B2", 4, 0, 0, status="struck", hull=5), ship("F1", 30, 30, 0, moved=True),
        phase="movement", turn=12,
    )  # fmt: skip
    order = chosen(state).command
    end = with_ship(state, "B1", pose=evaluate_plan(state, "B1", order.plan).pose)
    assert distance_between(end, "B1", "B2") <= state.profile.touching
    assert chosen(replace(end, phase="grapple")).command == GrappleShip(side="british", ship="B1", target="B2")


def test_who_is_held_by_an_enemy_is_not_run_after():
    held = (Grapple("B2", "F1", 1),)
    state = battle(
        ship("B1", 0, 0, 90), ship("B2", 4, 0, 0, status="struck"), ship("F1", 4.4, 0, 0), phase="movement",
        grapples=held,
    )  # fmt: skip
    now = build_situation(state, "british", ADMIRAL)
    assert now.plan.friends == []
    assert build_situation(replace(state, grapples=()), "british", ADMIRAL).plan.friends == [now.board.row["B2"]]


# --- kinds of shot (19)


@pytest.mark.parametrize(
    ("how", "fields", "kind"),
    [
        ("an enemy alongside, but many turns to come", {}, "round"),
        ("the last broadside of the battle", {"turn": 23}, "double"),
    ],
)
def test_19_d_double_shot_is_for_the_last_broadside(how, fields, kind):
    state = battle(ship("B1", 0, 0, 0), ship("F1", 0.7, 0, 0), options=AMMO, phase="reload", **fields)
    assert order_values.choose_shot(build_situation(state, "british", ADMIRAL), "B1", "starboard") == kind, how


def test_19_e_chain_is_for_whoever_runs_or_is_run_from():
    ships = [ship("B1", 0, 0, 0, "I", loaded=("port",)), ship("F1", 2.5, 0, 0, "V")]
    state = battle(*ships, options=AMMO, phase="reload")
    order = chosen(state).command
    assert order == Reload(side="british", ship="B1", broadsides=("starboard",), starboard="chain")
    assert (
        order_values.choose_shot(build_situation(replace(state, asked="allied"), "allied", ADMIRAL), "F1", "port")
        == "chain"
    )


def test_19_f_grape_comes_before_boarders_who_may_win():
    state = battle(ship("B1", 0, 0, 0, "I"), ship("F1", 0.8, 0, 0, "III"), options=AMMO, phase="reload")
    assert order_values.choose_shot(build_situation(state, "british", ADMIRAL), "B1", "starboard") == "grape"


def test_11_nobody_fires_past_a_friend_who_would_suffer_as_much():
    ships = [ship("B1", 0, 0, 0), ship("B2", 0.75, 0.8, 0), ship("F1", 0.9, -0.3, 0)]
    state = battle(*ships, options={"friendly_fire": True})
    fire = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")
    assert GAME.check(state, fire) is None
    assert chosen(state).command != fire
    assert chosen(battle(*ships[::2], options={"friendly_fire": True})).command == fire


# --- land, batteries, leaders


def test_22_land_in_the_way_is_seen_before_it_is_met():
    state = scenario("cutting_out_at_puerto_real")
    now = build_situation(state, "british", ADMIRAL)
    coast = now.state.coast
    assert coast
    row = 0
    inland = coast.land[0][0]
    there = now.board.pose[row].copy()
    there[:2] = inland.x, inland.y
    track = [[now.board.pose[row], there]]
    length, beam = now.board.hulls.length[row], now.board.hulls.beam[row]
    found = assessment.find_shore_contacts(state, np.array(track), np.array([[True, True]]), length, beam)
    assert found.tolist() == [[False, True]]


def test_9_f_a_leader_leaves_a_ship_that_goes_down_for_one_alongside():
    nelson = Leader("Nelson", -3)
    ships = [ship("B1", 0, 0, 0, "I", hull=2, card_leader=nelson), ship("B2", 0.35, 0, 0), ship("F1", 9, 9, 0)]
    state = battle(*ships, options={"leaders": True}, phase="grapple", grapples=(Grapple("B1", "B2", 1),))
    assert chosen(state).command == Transfer(side="british", ship="B1", to="B2")


# --- where ships are placed


def test_amb_147_ships_are_placed_in_a_line_with_their_broadsides_to_the_enemy():
    state, chance = scenario("off_cape_ortegal"), SeededChance("1")
    hired = {side: player(side=side) for side in ("british", "allied")}
    while (decision := GAME.decision(state)) and state.phase == "prepare":
        *_, last = hired[decision.side].consider(GAME.view(state, decision.side))
        assert isinstance(last.command, PlaceShip | Done)
        state = GAME.decide(state, last.command, chance).state
    for side in "BF":
        line = [one.pose for key, one in state.ships.items() if key[0] == side]
        assert len({one.heading for one in line}) == 1
        assert max(one.x for one in line) - min(one.x for one in line) < 0.1
        norths = sorted(one.y for one in line)
        assert all(1 < north - south < 1.6 for south, north in pairwise(norths))


def test_where_the_enemy_lies_unseen_moves_nobody():
    state, chance = scenario("off_cape_ortegal"), SeededChance("1")
    first = GAME.decision(state)
    assert first
    other = "british" if first.side == "allied" else "allied"
    worlds = []
    for north in (-3.0, 3.0):
        world = state
        key = next(key for key in state.ships if state.cards[key].side == first.side)
        lies = state.ships[key].pose
        order = PlaceShip(first.side, key, lies.x, lies.y + north / 3, lies.heading)
        assert GAME.check(world, order) is None
        world = GAME.decide(world, order, chance).state
        world = GAME.decide(world, Done(side=first.side), chance).state
        worlds.append(world)
    assert worlds[0] != worlds[1]
    assert chosen(worlds[0], other) == chosen(worlds[1], other)
    assert advised(worlds[0], other) == advised(worlds[1], other)


# --- signals (14)


@pytest.fixture(scope="module")
def signalling():
    """The leaders of the Allied squadrons may signal to each other."""
    state, chance = scenario("three_admirals"), SeededChance("1")
    state = GAME.decide(state, RollInitiative(side="british"), chance).state
    while state.phase == "signals" and GAME.decision(state).side == "british":
        state = GAME.decide(state, chosen(state, "british").command, chance).state
    assert state.phase == "signals"
    return state


def test_14_a_leader_says_once_what_is_meant(signalling):
    first = chosen(signalling, "allied").command
    assert isinstance(first, SignalTo)
    after = GAME.decide(signalling, first, SeededChance("1")).state
    assert getattr(chosen(after, "allied").command, "ship", "") != first.ship


@pytest.mark.parametrize(
    ("text", "what"),
    [("Help me at once", "rallies"), ("Engage the enemy more closely", "risk"), ("Withdraw to Cadiz", "withdraws")],
)
def test_14_a_signal_is_heeded_by_whom_it_is_for(signalling, text, what):
    order = chosen(signalling, "allied").command
    heard = GAME.decide(signalling, replace(order, text=text), SeededChance("1")).state
    assert getattr(signals.follow_signal(ADMIRAL, heard, order.to), what) != getattr(ADMIRAL, what)
    assert signals.follow_signal(ADMIRAL, heard, "collingwood") == ADMIRAL


def test_14_the_words_of_an_enemys_signal_move_nobody(signalling):
    order, worlds = chosen(signalling, "allied").command, []
    for text in ("Help me at once", "Withdraw to Cadiz"):
        state = GAME.decide(signalling, replace(order, text=text), SeededChance("1")).state
        worlds.append(replace(state, phase="movement", asked="british", done=()))
    assert worlds[0] != worlds[1]
    for name in ("midshipman", "captain", "admiral"):
        assert chosen(worlds[0], "british", name) == chosen(worlds[1], "british", name)
    assert advised(worlds[0], "british") == advised(worlds[1], "british")


# --- how a battle ends (C-9)


def test_c_9_a_battle_is_given_up_that_cannot_be_won_any_more():
    lost = tuple(Score("allied", 15, f"B{n} surrendered", "SOTL-8-b", turn=1, about=f"B{n}") for n in (2, 3))
    foes = [ship(f"F{n}", 6, 3 * n, 0, "I") for n in range(1, 5)]
    state = battle(ship("B1", 0, 0, 0, "VI", hull=1), *foes, phase="movement", scores=lost)
    assert chosen(state).command == Concede(side="british")
    assert not isinstance(chosen(replace(state, scores=())).command, Concede)


def _outgunned(ours):
    """Frigates with little left, each against two first rates, and far behind in points."""
    lost = tuple(Score("allied", 15, f"B{n} surrendered", "SOTL-8-b", turn=1, about=f"B{n}") for n in range(90, 96))
    mine = [ship(f"B{n}", 0, 3 * n, 0, "V", hull=8) for n in range(1, ours + 1)]
    foes = [ship(f"F{n}", 9, 1.5 * n, 0, "I") for n in range(1, 2 * ours + 1)]
    return battle(*mine, *foes, phase="movement", scores=lost)


def test_c_9_many_give_up_where_one_might_still_be_lucky():
    assert not isinstance(chosen(_outgunned(1)).command, Concede)
    assert chosen(_outgunned(4)).command == Concede(side="british")
