"""Orders to squadrons: the way of each ship is an ordinary order, and together they come to what was meant."""

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from tabletop.core import resources
from tabletop.core.match import Match, MatchSetup
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters.orders import INTERVAL, station_of
from tabletop.games.ships_of_the_line.commands import Sail, StandingOrder, Step
from tabletop.games.ships_of_the_line.model import Manner, SquadronOrder, State
from tabletop.games.ships_of_the_line.positions import hull_center
from tabletop.games.ships_of_the_line.ship import SIDES
from tabletop.games.ships_of_the_line.survey import fleet_orders
from tabletop.games.ships_of_the_line.survey.fleet_orders import MANNER_WORDS
from tabletop.geometry import measure
from tabletop.players import casual
from tabletop.players.ships_of_the_line import squadrons
from tests.sampling import sample
from tests.ships_of_the_line.helm import ABEAM, QUARTER, at_sea
from tests.ships_of_the_line.kit import play, ship

FOUR = ("B1", "B2", "B3", "B4")


def squadron(**marks: object) -> State:
    """Four ships on one course, none astern of another."""
    places = {"B1": (0, 0), "B2": (-1.5, 2.5), "B3": (-2, -2.5), "B4": (-3.5, 5)}
    ships = [ship(key, *at, QUARTER, **marks) for key, at in places.items()]
    return at_sea(*ships, ship("F1", 40, 0, QUARTER, moved=True))


def order(state: State, manner: str, ships: tuple[str, ...] = FOUR) -> SquadronOrder:
    return squadrons.build_squadron_order(state, "british", ships, manner)  # type: ignore[arg-type]


def carried_out(state: State, given: SquadronOrder, turns: int = 1, lead: tuple[Step, ...] = ()) -> State:
    """So many turns of it, in which all its ways are allowed one after the other, as they were foreseen."""
    for _ in range(turns):
        planned = Sail("british", given.ships[0], lead) if lead else None
        for way in squadrons.plan_moves(state, given, planned):
            assert way.order and way.evaluation, way.why
            state, _ = play(state, way.order)
            assert state.ships[way.ship].pose == way.evaluation.pose
        state = replace(state, ships={key: replace(one, moved=False) for key, one in state.ships.items()})
    return state


def test_line_ahead_comes_to_a_line_behind_the_leader_who_holds_her_course() -> None:
    state = squadron()
    after = carried_out(state, order(state, "line_ahead"), 6)
    line = [after.ships[key].pose for key in squadrons.fleet_orders.sort_into_line(after, FOUR)]
    assert all(abs(one.heading - QUARTER) <= 3 for one in line)
    assert max(abs(one.y) for one in line) < 0.3
    assert all(0.4 < measure.distance(ahead.point, astern.point) - 0.9 < 1.2 for ahead, astern in pairwise(line))


def test_followers_go_where_a_leader_goes_who_is_ordered_by_hand() -> None:
    state = squadron()
    ahead, turn = Step("advance"), Step("turn", 40)
    after = carried_out(state, order(state, "follow"), lead=(ahead, turn, ahead))
    assert after.ships["B1"].pose.heading == QUARTER + 40
    assert after.ships["B1"].pose.point != carried_out(state, order(state, "follow")).ships["B1"].pose.point


def test_ships_abreast_come_to_lie_at_intervals_on_the_hand_of_the_leader_where_they_lay() -> None:
    state = squadron()
    given = order(state, "line_abreast")
    after = carried_out(state, given, 5)
    found = {key: station_of(after, "B1", hull_center(after, key)) for key in FOUR}
    for key, station in given.stations.items():
        assert abs(found[key].ahead) < 0.6
        assert abs(found[key].abeam - station.abeam) < 0.6
    assert INTERVAL < given.stations["B3"].abeam < given.stations["B3"].abeam - given.stations["B4"].abeam


def test_a_formation_is_kept_when_its_leader_turns() -> None:
    state = squadron()
    given = order(state, "formation")
    after = carried_out(state, given, 1, (Step("advance"), Step("turn", 20), Step("advance")))
    after = carried_out(after, given, 5)
    for key, station in given.stations.items():
        found = station_of(after, "B1", hull_center(after, key))
        assert abs(found.ahead - station.ahead) < 0.8
        assert abs(found.abeam - station.abeam) < 0.8


def test_who_holds_her_course_goes_straight_and_who_lies_stopped_stays() -> None:
    state = squadron()
    state = replace(state, ships={**state.ships, "B4": replace(state.ships["B4"], stopped=True)})
    found = {way.ship: way for way in squadrons.plan_moves(state, order(state, "hold"))}
    assert {step.kind for key in FOUR[:3] for step in found[key].order.plan} == {"advance"}  # type: ignore[union-attr]
    assert (found["B4"].order, found["B4"].why) == (None, "B4 lies stopped.")


def test_who_engages_makes_for_the_nearest_enemy_as_the_computer_s_captains_do() -> None:
    state = at_sea(
        ship("B1", 0, 0, ABEAM), ship("F1", 9, 6, 180, moved=True), ship("F2", 30, -30, 180, moved=True),
    )  # fmt: skip
    (way,) = squadrons.plan_moves(state, order(state, "engage", ("B1",)))
    assert way.evaluation
    nearer = [
        measure.distance(pose.point, state.ships["F1"].pose.point)
        for pose in (state.ships["B1"].pose, way.evaluation.pose)
    ]
    assert nearer[1] < nearer[0]


def test_ships_that_have_moved_are_held_or_would_leave_the_map_are_left_alone_and_it_is_said_why() -> None:
    ships = (
        ship("B1", 0, 0, QUARTER, moved=True),
        ship("B2", 4, 9, QUARTER, anchored=True),
        ship("B3", 44.5, 0, QUARTER),
    )
    state = at_sea(*ships, ship("F1", -40, 0, QUARTER))
    found = {way.ship: way for way in squadrons.plan_moves(state, order(state, "hold", FOUR[:3]))}
    assert sorted(found) == ["B2", "B3"]
    assert all(way.order is None for way in found.values())
    assert "anchor" in found["B2"].why
    assert found["B3"].why == "B3 would leave the map."


def test_another_leads_when_the_leader_is_lost_and_stations_are_hers() -> None:
    state = squadron()
    state, _ = play(state, StandingOrder("british", FOUR, "formation"))
    (given,) = state.standing or ()
    lost = replace(state, ships={**state.ships, "B1": replace(state.ships["B1"], status="sunk")})
    after = lost
    for way in squadrons.plan_all_moves(lost, lost.standing or ()):
        assert way.order
        after, _ = play(after, way.order)
    assert [key for key, one in after.ships.items() if one.moved and key != "F1"] == ["B2", "B3", "B4"]
    b4 = station_of(after, "B2", hull_center(after, "B4"))
    assert abs(b4.abeam - (given.stations["B4"].abeam - given.stations["B2"].abeam)) < 0.6


def test_the_foremost_leads_whatever_the_course() -> None:
    state = squadron()
    assert squadrons.find_foremost(state, FOUR) == "B1"
    turned = {
        key: replace(one, pose=replace(one.pose, heading=(QUARTER + 180) % 360)) for key, one in state.ships.items()
    }
    assert squadrons.find_foremost(replace(state, ships=turned), FOUR) == "B4"


@pytest.mark.parametrize("manner", ["follow", "line_ahead", "line_abreast", "formation", "hold", "engage"])
def test_every_way_that_is_shown_may_be_ordered_as_things_stand_when_it_comes(manner: str) -> None:
    state = squadron()
    for way in squadrons.plan_moves(state, order(state, manner)):
        if way.order:
            assert GAME.check(state, way.order) is None
            state, _ = play(state, way.order)


def test_ways_are_ordered_as_they_were_found_in_battles_under_any_rules() -> None:
    for seed in sample(range(40), 1, "battles of squadrons"):
        fancy, given = Random(seed), 0
        path = fancy.choice(
            [one for one in resources.list_scenarios(GAME.meta.id) if one.stem not in ("trafalgar", "gravina")]
        )
        text = path.read_text(encoding="utf-8")
        switches = [one for one in GAME.switches(GAME.read(text, path.name)) if isinstance(one.value, bool)]
        match = Match.new(
            MatchSetup(GAME, text, path.name, str(seed), {one.id: fancy.random() < 0.5 for one in switches})
        )
        for _ in casual.play(match, fancy, 250):
            side = match.state.asked
            if (match.state.phase, match.state.question, match.state.outcome) != ("movement", None, None) or not side:
                continue
            ready = fancy.sample(some := fleet_orders.list_ready_ships(match.state, side), len(some))
            found = (
                squadrons.build_squadron_order(match.state, side, tuple(ready), fancy.choice(list(MANNER_WORDS)))
                if ready
                else None
            )
            for way in squadrons.plan_moves(match.view(side), found) if found else ():
                if way.order and way.evaluation and match.state.question is None:
                    match.submit(way.order)
                    assert match.state.ships[way.ship].pose == way.evaluation.pose
                    given += 1
        assert given


# --- no order makes a ship lose way

APART = 1.6
"""UM from one bow to the next in a column."""
POSITIONS = {
    "leader in the middle": ("B3", "B1", "B2", "B4", "B5"),
    "leader last": ("B5", "B1", "B2", "B3", "B4"),
    "leader foremost": ("B1", "B2", "B3", "B4", "B5"),
    "another way round": ("B3", "B5", "B4", "B2", "B1"),
}
"""The order in which the ships are chosen, the leader first; B1 lies foremost, B5 last."""


def column(across: float = 0.0, apart: float = APART, **marks: object) -> State:
    """Five ships on one course, each `apart` UM astern of the one before and `across` UM abeam of her."""
    ships = [ship(f"B{n + 1}", -apart * n, across * n, QUARTER, **marks) for n in range(5)]
    return at_sea(*ships, ship("F1", 60, 0, QUARTER, moved=True))


LINES = {
    "column": column(),
    "close column": column(apart=1.1),
    "bearing line": column(across=0.6),
    "abreast": column(across=-1.2, apart=0.0),
    "two columns": at_sea(
        *(ship(f"B{n + 1}", -APART * (n // 2), 1.5 * (n % 2), QUARTER) for n in range(5)),
        ship("F1", 60, 0, QUARTER, moved=True),
    ),
}


@pytest.mark.parametrize("manner", list(MANNER_WORDS))
@pytest.mark.parametrize("chosen", list(POSITIONS))
@pytest.mark.parametrize("line", list(LINES))
def test_no_ship_of_a_squadron_loses_way_by_an_order_to_it(line: str, chosen: str, manner: Manner) -> None:
    state, given = LINES[line], order(LINES[line], manner, POSITIONS[chosen])
    for _ in range(3):
        before = state
        for way in squadrons.plan_moves(state, given):
            assert way.order and not way.loses_way, (way.ship, way.why)
            state, _ = play(state, way.order)
        for key in POSITIONS[chosen]:
            assert not state.ships[key].stopped
            assert state.ships[key].pose.point != before.ships[key].pose.point
        state = replace(state, ships={key: replace(one, moved=key == "F1") for key, one in state.ships.items()})


@pytest.mark.parametrize("line", ["column", "bearing line", "abreast", "two columns"])
@pytest.mark.parametrize("chosen", list(POSITIONS))
def test_a_formation_is_kept_whoever_of_it_leads(chosen: str, line: str) -> None:
    state, ships = LINES[line], POSITIONS[chosen]
    given = order(state, "formation", ships)
    after = carried_out(state, given, 3)
    for key, station in given.stations.items():
        found = station_of(after, ships[0], hull_center(after, key))
        assert abs(found.ahead - station.ahead) < 0.8
        assert abs(found.abeam - station.abeam) < 0.8


def test_who_has_no_free_water_is_told_to_lose_way_and_nobody_else() -> None:
    state = at_sea(
        ship("B1", 0, 0, QUARTER), ship("B2", 4, 5, QUARTER), ship("F1", 0.95, 0, ABEAM, moved=True),
        ship("B3", 0, 0.45, QUARTER, moved=True), ship("B4", 0, -0.45, QUARTER, moved=True),
    )  # fmt: skip
    found = {way.ship: way for way in squadrons.plan_moves(state, order(state, "hold", ("B1", "B2")))}
    assert {key: way.loses_way for key, way in found.items()} == {"B1": True, "B2": False}


def free(state: State, key: str) -> bool:
    """Whether a ship would keep way on her straight ahead if she went first."""
    tried = fleet_orders.plan_straight_run(state, key).best
    return not (tried.was_stopped or tried.verdict or tried.is_stopped or tried.end or tried.departing_ships)


MIXING: tuple[Manner, ...] = ("hold", "engage")
"""Orders that mix up the fleets."""


def trafalgar_under_way(fancy: Random) -> State:
    """The fleets of Trafalgar after up to three turns of orders to squadrons that are chosen at random."""
    path = next(one for one in resources.list_scenarios(GAME.meta.id) if one.stem == "trafalgar")
    state = replace(
        Match.new(MatchSetup(GAME, path.read_text(encoding="utf-8"), path.name, "1")).state, phase="movement"
    )
    for _ in range(fancy.randrange(4)):
        for side in SIDES:
            state = replace(state, asked=side, initiative=side)
            ships = fancy.sample(mine := list(squadrons.list_commanded_ships(state, side)), len(mine))
            for first in range(0, len(ships), 9):
                given = squadrons.build_squadron_order(
                    state, side, tuple(ships[first : first + 9]), fancy.choice(["hold", "engage"])
                )
                for way in squadrons.plan_moves(state, given):
                    if way.order and way.evaluation:
                        state = squadrons.evolve(
                            squadrons.state_after_preludes(state, way.order),
                            squadrons.build_ship_sailed(way.evaluation),
                        )
        state = replace(state, ships={key: replace(one, moved=False) for key, one in state.ships.items()})
    return state


def test_no_ship_of_trafalgar_whose_own_path_is_free_loses_way_by_an_order_to_her_squadron() -> None:
    asked = 0
    for seed in sample(range(150), 4, "squadrons of Trafalgar"):
        fancy = Random(seed)
        state, side = trafalgar_under_way(fancy), fancy.choice(SIDES)
        state = replace(state, asked=side, initiative=side)
        mine = [key for key in squadrons.list_commanded_ships(state, side) if state.ships[key].status == "in_service"]
        near = hull_center(state, fancy.choice(mine))
        mine = sorted(mine, key=lambda key: measure.distance(hull_center(state, key), near))[: fancy.randrange(2, 14)]
        ships = tuple(fancy.sample(mine, len(mine)))
        for manner in MANNER_WORDS:
            for way in squadrons.plan_moves(state, squadrons.build_squadron_order(state, side, ships, manner)):
                if tried := way.evaluation:
                    lost = not tried.was_stopped and (tried.is_stopped or tried.end == "contact")
                    asked += free(state, way.ship)
                    assert not (lost and free(state, way.ship)), (seed, manner, way.ship)
                    assert way.loses_way or not lost
    assert asked
