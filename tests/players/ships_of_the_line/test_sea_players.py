"""Players of Ships of the Line: they know the right move where it is plain, and choose the same again."""

import math

import pytest

from tabletop import players
from tabletop.core import resources
from tabletop.core.chance import SeededChance
from tabletop.core.game import Score
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters.sailing import evaluate_plan
from tabletop.games.ships_of_the_line.commands import Answer, Done, FireBroadside, GrappleShip, Reload, Sail
from tabletop.games.ships_of_the_line.model import Grapple, Question
from tabletop.players.ships_of_the_line.doctrine import ADMIRAL, adjust_for_temper
from tests.sampling import sample
from tests.ships_of_the_line.kit import battle, ship

FLEETS = ("trafalgar", "gravina")
"""Scenarios of sixty ships."""
NAMES = ("greedy", "midshipman", "captain", "admiral")


def player(name, side="british", seed="1", temper="steady"):
    return players.find_player(name, GAME.meta.id)(GAME, side, seed, temper)


def chosen(name, state, side="british", seed="1", temper="steady"):
    *_, last = player(name, side, seed, temper).consider(state)
    return last


@pytest.fixture(scope="module")
def crossing():
    """Victory may pass close under the stern of a Frenchman who has moved; another lies far off."""
    return battle(
        ship("B1", -2.5, -2.2, 90, "I"),
        ship("F1", 0, 0, 0, moved=True),
        ship("F2", 30, 30, 0, moved=True),
        phase="movement",
    )


@pytest.mark.parametrize("name", ["greedy", "captain", "admiral"])
def test_a_captain_crosses_a_stern_that_is_within_reach_and_says_so(name, crossing):
    proposal = chosen(name, crossing)
    end = evaluate_plan(crossing, "B1", proposal.command.plan).pose
    assert isinstance(proposal.command, Sail)
    assert 68 <= end.heading <= 112
    assert end.y < 0
    assert "rakes F1's stern" in proposal.why


@pytest.mark.parametrize(
    ("phase", "moved", "why"),
    [
        ("combat", False, "No loaded gun bears on an enemy."),
        ("movement", True, "Every ship that can move has moved."),
        ("reload", True, "No broadside can be loaded now."),
        ("board", True, "No ship can board now."),
    ],
)
def test_whoever_does_no_more_in_a_phase_says_why(phase, moved, why):
    far = battle(ship("B1", 0, 0, 0, moved=moved), ship("F1", 30, 30, 0, moved=True), phase=phase)
    for name in ("greedy", "admiral"):
        proposal = chosen(name, far)
        assert isinstance(proposal.command, Done)
        assert proposal.why == why


def test_the_same_is_chosen_again_from_the_same_seed_and_by_whoever_begins_anew(crossing):
    first = player("midshipman")
    for event in GAME.decide(
        battle(ship("B1", 0, 0, 0), ship("F1", 2, 0, 0)), Done(side="british"), SeededChance("1")
    ).events:
        first.observe(event)
    anew = player("midshipman")
    anew.events_seen = first.events_seen
    assert list(first.consider(crossing)) == list(anew.consider(crossing))


def test_the_cautious_mind_the_fire_that_they_take_more_than_the_bold():
    bold, steady, cautious = (adjust_for_temper(ADMIRAL, one).risk for one in ("bold", "steady", "cautious"))
    assert bold < steady < cautious


def _distance(state, pose):
    return min(
        math.hypot(pose.x - one.pose.x, pose.y - one.pose.y) for key, one in state.ships.items() if key[0] == "F"
    )


def test_an_admiral_who_is_outgunned_draws_off_and_a_captain_does_not():
    state = battle(
        ship("B1", 0, 0, 90, "V"), ship("F1", -6, 4, 90, "I", moved=True), ship("F2", -6, -4, 90, moved=True),
        phase="movement",
    )  # fmt: skip
    off, on = chosen("admiral", state), chosen("captain", state)
    ends = [evaluate_plan(state, "B1", one.command.plan).pose for one in (off, on)]
    assert _distance(state, ends[0]) > _distance(state, ends[1])
    assert off.why.startswith("B1 keeps clear")


def test_a_hunted_ship_leaves_a_battle_that_is_lost_already():
    lost = Score("allied", 15, "B2 surrendered", "SOTL-8-b", turn=1, about="B2")
    state = battle(
        ship("B1", 43, 0, 90, "V"), ship("B2", 0, 20, 0, status="struck"), ship("F1", 38, 0, 90, "I", moved=True),
        phase="movement", scores=(lost,),
    )  # fmt: skip
    proposal = chosen("admiral", state)
    assert evaluate_plan(state, "B1", proposal.command.plan).departing_ships == ("B1",)
    assert proposal.why == "B1 leaves a battle that is lost."


def test_the_stern_rake_is_fired_before_anything_else():
    state = battle(
        ship("B1", 0, -1.2, 90), ship("F1", 0, 0, 0), ship("B2", 8, 8, 0), ship("F2", 12, 8, 0), phase="combat"
    )
    assert chosen("captain", state).command == FireBroadside(side="british", ship="B1", broadside="port", target="F1")


def test_nobody_fires_at_a_lost_friend():
    state = battle(ship("B1", 0, 0, 0), ship("B2", 1, 0, 0, status="struck"), ship("F1", 20, 20, 0))
    assert GAME.check(state, FireBroadside(side="british", ship="B1", broadside="starboard", target="B2")) is None
    assert chosen("captain", state).command == Done(side="british")


def test_an_own_ship_that_struck_is_brought_back():
    state = battle(ship("B1", 0, 0, 0), ship("B2", 0.6, 0, 0, status="struck"), ship("F1", 20, 20, 0), phase="grapple")
    assert chosen("captain", state).command == GrappleShip(side="british", ship="B1", target="B2")


def test_boarders_are_welcome_to_the_stronger_crew_alone():
    ships = (ship("B1", 0, 0, 0, "I"), ship("F1", 0.6, 0, 0, "V"))
    strong, weak = (
        battle(*ships, phase="grapple", asked=side, question=Question("grapple", side, ship=one, other=other))
        for side, one, other in (("british", "F1", "B1"), ("allied", "B1", "F1"))
    )
    assert chosen("captain", strong).command == Answer(side="british", accept=True)
    assert chosen("captain", weak, "allied").command == Answer(side="allied", accept=False)


def test_the_broadside_is_loaded_that_faces_the_enemy():
    state = battle(ship("B1", 0, 0, 0, loaded=(), fatigue=3), ship("F1", -3, 0, 0), phase="reload")
    assert chosen("captain", state).command == Reload(side="british", ship="B1", broadsides=("port",))


def test_a_crew_keeps_its_breath_for_the_fire_aboard():
    ships = [ship("F1", -3, 0, 0), ship("F2", 3, 0, 0)]
    calm, burning = (
        battle(ship("B1", 0, 0, 0, loaded=(), fatigue=1, fires=fires), *ships, phase="reload") for fires in (0, 1)
    )
    assert len(chosen("captain", calm).command.broadsides) == 2
    assert len(chosen("captain", burning).command.broadsides) == 1


def test_an_exhausted_crew_whose_ship_burns_rests_rather_than_fire_at_long_range():
    calm, burning = (
        battle(ship("B1", 0, 0, 0, "IV", fatigue=3, fires=fires), ship("F1", 4.5, 0, 0)) for fires in (0, 1)
    )
    assert isinstance(chosen("captain", calm).command, FireBroadside)
    assert chosen("captain", burning).command == Done(side="british")


def test_a_crew_that_would_lose_on_deck_cuts_itself_loose():
    state = battle(
        ship("B1", 0, 0, 0, "VI"), ship("F1", 0.4, 0, 0, "I"), phase="break_free", grapples=(Grapple("F1", "B1", 1),)
    )
    assert chosen("captain", state).command.other == "F1"


@pytest.mark.parametrize("name", NAMES)
def test_no_order_is_refused_whatever_the_rules_in_use(name):
    scenarios = [path for path in resources.list_scenarios(GAME.meta.id) if not path.stem.startswith(FLEETS)]
    for path in sample(scenarios, 1, f"scenarios of {name} at sea"):
        opening = GAME.read(path.read_text(encoding="utf-8"), path.name)
        options = {one.id: one.values[-1][0] for one in GAME.switches(opening) if not one.reason}
        state, chance = GAME.open(opening, options), SeededChance(name)
        seats = {seat.id: player(name, seat.side or seat.id) for seat in GAME.seats(state)}
        for _ in range(25):
            decision = GAME.decision(state)
            if decision is None:
                break
            one = seats[decision.seat]
            *_, proposal = one.consider(GAME.view(state, one.side))
            assert GAME.check(state, proposal.command) is None
            state = GAME.decide(state, proposal.command, chance).state
