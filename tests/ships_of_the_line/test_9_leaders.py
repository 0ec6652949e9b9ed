"""Chapter 9: leaders, how far they reach, whom they help, where they go and how they are lost (AMB-150 to AMB-155)."""

from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.errors import ScenarioError
from tabletop.core.events import Event
from tabletop.games.ships_of_the_line import GAME, battle_setup, fleets, rules
from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.chapters.optional import leaders
from tabletop.games.ships_of_the_line.chapters.optional.leaders import (
    LeaderJoined,
    LeaderLost,
    LeaderTransferred,
    death_points,
)
from tabletop.games.ships_of_the_line.commands import (
    Board,
    BreakGrapple,
    ClearRigging,
    FightFire,
    GrappleShip,
    Transfer,
)
from tabletop.games.ships_of_the_line.events.boarding import BoardingFought, ShipsGrappled
from tabletop.games.ships_of_the_line.events.combat import CriticalWithoutEffect, OfficerHit
from tabletop.games.ships_of_the_line.events.crew import FatigueRose, SurrenderRolled, TaskRolled
from tabletop.games.ships_of_the_line.model import Grapple, Melee, State, Tow
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Admiral, Attempts, Card, Critical, FallenMast, Leader, Ship, Shot
from tabletop.games.ships_of_the_line.survey import odds, summaries
from tabletop.games.ships_of_the_line.tables import Check
from tests.judging import every, only
from tests.ships_of_the_line.kit import play, refused, ship
from tests.ships_of_the_line.watch import ALLIED, BRITISH, CONSENT, RESIST, crew, to_the_end

ON = {"options": {"leaders": True}}
NELSON = Leader("Nelson", -3, scope="fleet")
COLLINGWOOD = Leader("Collingwood", -2)
VILLENEUVE = Leader("Villeneuve", 0, scope="squadron")
DUMANOIR = Leader("Dumanoir", 1)
CISNEROS = Leader("Cisneros", -2)
HELD = (Grapple("B1", "F1", 1),)
THROW = GrappleShip(side="british", ship="B1", target="F1")


def flag(key: str, x: float, y: float, leader: Leader, kind: str = "III", **marks: Any) -> tuple[Card, Ship]:
    """A ship heading north with a leader aboard."""
    return ship(key, x, y, 0, kind, card_leader=leader, **marks)


def fleet(*ships: tuple[Card, Ship], **fields: Any) -> State:
    """A step of the Crew Phase with leaders."""
    return crew(*ships, **(ON | fields))


def told(state: State, kind: str, key: str = "B1", die: int = 4, **more: Any) -> list[tuple[str, int]]:
    """What is added to a roll, with what it comes to."""
    working = rules_of(state).modifiers.check.working(Check(state, key, kind, die, **more))
    return [(one.source, one.value) for one in working[1:]]


def with_marks(state: State, key: str, **marks: Any) -> State:
    return replace(state, ships={**state.ships, key: replace(state.ships[key], **marks)})


# --- whose rating counts


@pytest.mark.parametrize(("rating", "far"), [(1, 3), (0, 5), (-1, 5), (-2, 10), (-3, 10)])
def test_tv_45_sotl_14_b_amb_151_how_far_a_leader_reaches_to_the_thousandth(rating: int, far: float) -> None:
    for away, reached in ((far, True), (far + 0.001, False)):
        state = fleet(flag("B2", 0, 0, Leader("Any", rating)), ship("B1", 0.3 + away, 0, 0))
        (leader,) = fleets.leaders(state)
        assert leaders.is_in_reach(state, leader, "B1") is reached
        assert bool(leaders.find_helper(state, "B1")) is reached


@pytest.mark.parametrize("kind", sorted(leaders.HELPED_CHECKS))
def test_sotl_9_e_sotl_6_g_what_a_leader_helps_with(kind: str) -> None:
    state = fleet(flag("B1", 0, 0, COLLINGWOOD), ship("F1", 0.4, 0, 0))
    assert told(state, kind, about="F1") == [("Collingwood", 2)]
    assert told(state, kind, about="F1", leader="none") == []
    assert told(replace(state, options={}), kind, about="F1") == []


@pytest.mark.parametrize("kind", ["extinguish", "rudder", "pump"])
def test_sotl_9_e_amb_31_nobody_helps_with_pumps_fires_or_a_rudder(kind: str) -> None:
    assert told(fleet(flag("B1", 0, 0, NELSON)), kind) == []


def test_amb_31_a_fire_is_fought_without_a_leader() -> None:
    state = fleet(flag("B1", 0, 0, NELSON, fires=1), phase="extinguish")
    _, events = play(state, FightFire(side="british", ship="B1"), dice=[3])
    assert not only(events, TaskRolled).success


def test_sotl_9_d_amb_99_he_helps_ships_of_his_own_division() -> None:
    near = ship("B1", 4, 0, 0, card_division="weather"), ship("B3", 4, 3, 0, card_division="lee")
    state = fleet(flag("B2", 0, 0, COLLINGWOOD, card_division="lee"), *near)
    assert told(state, "unrig", "B3") == [("Collingwood", 2)]
    assert told(state, "unrig", "B1") == []


def test_sotl_9_d_a_leader_aboard_helps_whatever_division_she_is_of() -> None:
    moved = (Admiral("B2", "B1"),)
    ships = flag("B2", 9, 0, COLLINGWOOD, card_division="lee"), ship("B1", 0, 0, 0, card_division="weather")
    assert told(fleet(*ships, leaders=moved), "unrig") == [("Collingwood", 2)]


def test_amb_150_one_modifier_the_lowest_of_aboard_and_division() -> None:
    aboard = flag("B1", 0, 0, Leader("Orde", -1))
    state = fleet(aboard, flag("B2", 2, 0, COLLINGWOOD), flag("B3", -2, 0, NELSON, card_division="weather"))
    assert told(state, "unrig") == [("Collingwood", 2)]


def test_amb_150_a_fleet_leader_only_where_she_has_none_of_her_own_near() -> None:
    own, chief = flag("B2", 5.3, 0, Leader("Orde", 0)), flag("B3", -2, 0, NELSON, card_division="weather")
    state = fleet(ship("B1", 0, 0, 0), own, chief)
    assert told(state, "unrig") == []  # a rating of 0 is near enough, and it is hers
    farther = fleet(ship("B1", -0.001, 0, 0), own, chief)
    assert told(farther, "unrig") == [("Nelson", 1)]


def test_amb_150_amb_220_a_squadron_leader_helps_his_formation_and_of_several_the_lowest() -> None:
    ships = (
        ship("F1", 0, 0, 0, card_division="rear"),
        flag("F2", 2, 0, Leader("Gravina", -2, scope="squadron"), card_division="reserve"),
        flag("F3", -2, 0, Leader("Rosily", -1, scope="squadron"), card_division="centre"),
    )
    apart = fleet(*ships)
    assert told(apart, "unrig", "F1") == []
    joined = replace(apart, matter={"formations": {"combined": ["rear", "centre", "reserve"]}})
    assert told(joined, "unrig", "F1") == [("Gravina", 2)]
    of_two = replace(apart, matter={"formations": {"combined": ["rear", "centre"]}})
    assert told(of_two, "unrig", "F1") == [("Rosily", 3)]


def rear() -> State:
    """A ship of the rear with Dumanoir 2 UM off and Villeneuve 4, all in one formation; a mast lies to port."""
    fouled = {"masts": ("fore", "mizzen"), "fallen": (FallenMast("main", "port"),)}
    return fleet(
        ship("F1", 0, 0, 0, card_division="rear", **fouled),
        flag("F2", 2.3, 0, DUMANOIR, card_division="rear"),
        flag("F3", 4.3, 0, VILLENEUVE, card_division="centre"),
        phase="unrig", asked="allied", initiative="allied", matter={"formations": {"all": ["rear", "centre"]}},
    )  # fmt: skip


@pytest.mark.parametrize(("die", "success"), [(2, True), (3, False)])
def test_tv_47_a_leader_of_plus_one_neither_helps_nor_hinders(die: int, success: bool) -> None:
    _, events = play(rear(), ClearRigging(side="allied", ship="F1", broadside="port"), dice=[die])
    rolled = only(events, TaskRolled)
    assert ([one.source for one in rolled.modifiers], rolled.success) == (["die"], success)


def temeraire(heading: int = 0, failed: int = 0, far: float = 9) -> State:
    """Temeraire alongside of a Frenchman, or across her bow, with Nelson so far off."""
    past = {"grapple:F1": Attempts(failed, 1)} if failed else {}
    x = 0.4 if heading == 0 else 0.75
    return fleet(
        ship("B1", 0, 0, 0, failures=past),
        ship("F1", x, 0, heading),
        flag("B2", -0.3 - far, 0, NELSON),
        phase="grapple",
    )


@pytest.mark.parametrize(
    ("state", "sum_", "success"),
    [
        (temeraire(), 2, True),
        (temeraire(90), 3, False),
        (temeraire(90, failed=1), 2, True),
        (temeraire(far=10.001), 5, False),
    ],
)
def test_tv_46_temeraire_grapples_with_nelson_near(state: State, sum_: int, success: bool) -> None:
    _, events = play(state, THROW, RESIST, dice=[5])
    rolled = only(events, TaskRolled)
    assert (rolled.modifiers[-1].value, rolled.success) == (sum_, success)


def test_amb_150_help_may_be_forgone_also_through_a_question() -> None:
    alone = replace(THROW, leader="none")
    _, events = play(temeraire(), alone, RESIST, dice=[5])
    assert [one.source for one in only(events, TaskRolled).modifiers] == ["die"]
    fast = replace(temeraire(), phase="break_free", grapples=HELD)
    hack = BreakGrapple(side="british", ship="B1", other="F1")
    for order, success in ((hack, True), (replace(hack, leader="none"), False)):
        _, events = play(fast, order, RESIST, dice=[5])
        assert only(events, TaskRolled).success is success


def test_amb_123_without_the_switch_nobody_is_forgone_and_nobody_helps() -> None:
    basic = replace(temeraire(), options={})
    assert refused(basic, replace(THROW, leader="none"), "AMB-123").reason == "Leaders: not in use in this battle."
    _, events = play(basic, THROW, RESIST, dice=[3])
    assert not only(events, TaskRolled).success


@pytest.mark.parametrize("kind", ["flee"])
def test_amb_165_who_must_be_obeyed_is_aboard_then_the_highest_in_rank_of_her_division(kind: str) -> None:
    high, low = Leader("Villeneuve", 1, rank=1), Leader("Cisneros", -2, rank=5)
    ships = flag("F1", 0, 0, low), flag("F2", 2, 0, high), ship("F3", 1, 3, 0)
    state = fleet(*ships)
    assert told(state, kind, "F1") == [("Cisneros", 2)]
    assert told(state, kind, "F3") == [("Villeneuve", 5)]
    assert told(state, kind, "F3", leader="none") == [("Villeneuve", 5)]
    assert told(replace(state, options={}), kind, "F3") == []


def test_amb_165_amb_220_rank_by_rating_then_key_where_the_scenario_is_silent() -> None:
    ships = flag("F1", 0, 0, Leader("A", -1)), flag("F2", 1, 0, Leader("B", -2)), flag("F4", 2, 0, Leader("C", -2))
    state = fleet(*ships, ship("F3", 1, 3, 0))
    assert told(state, "flee", "F3") == [("B", 2)]
    ranked = fleet(ships[0], ships[1], flag("F4", 2, 0, Leader("C", 1, rank=9)), ship("F3", 1, 2, 0))
    assert told(ranked, "flee", "F3") == [("C", 5)]


# --- when he is silent


@pytest.mark.parametrize(
    ("marks", "one"),
    [
        ({}, Admiral("B2", "B2", fate="dead")),
        ({}, Admiral("B2", "B2", fate="gone")),
        ({}, Admiral("B2", "B2", fights=2)),
        ({"status": "struck"}, Admiral("B2", "B2")),
        ({"status": "captured", "captor": "allied"}, Admiral("B2", "B2")),
        ({"status": "fled"}, Admiral("B2", "B2")),
    ],
)
def test_amb_151_a_leader_is_silent_who_is_dead_beaten_gone_or_fights_on_deck(
    marks: dict[str, Any], one: Admiral
) -> None:
    state = fleet(ship("B1", 0, 0, 0), flag("B2", 1, 0, NELSON, **marks), leaders=(one,))
    assert told(state, "unrig") == []
    assert told(fleet(ship("B1", 0, 0, 0), flag("B2", 1, 0, NELSON)), "unrig") == [("Nelson", 1)]


def test_amb_151_who_fought_last_turn_helps_again() -> None:
    state = fleet(ship("B1", 0, 0, 0), flag("B2", 1, 0, NELSON), leaders=(Admiral("B2", "B2", fights=1),))
    assert told(state, "unrig") == [("Nelson", 1)]


def test_amb_151_he_acts_from_a_prize_that_he_commands_and_helps_her_too() -> None:
    prize = ship("F1", 0, 0, 0, status="captured", captor="british")
    state = fleet(prize, ship("B1", 3, 0, 0), flag("B2", 20, 0, NELSON), leaders=(Admiral("B2", "F1"),))
    assert told(state, "unrig", "F1") == told(state, "unrig", "B1") == [("Nelson", 1)]


def test_amb_155_aboard_a_struck_ship_he_is_silent_and_restored_he_acts_again() -> None:
    struck = flag("B2", 0.35, 0, COLLINGWOOD, status="struck")
    state = fleet(ship("B1", 0, 0, 0), struck, phase="grapple")
    assert told(state, "unrig") == []
    assert told(state, "restore", "B2") == [("Collingwood", 2)]
    state, _ = play(state, GrappleShip(side="british", ship="B1", target="B2"), BRITISH)
    assert state.ships["B2"].status == "in_service"
    assert told(state, "unrig") == [("Collingwood", 2)]


def test_amb_148_a_leader_helps_ships_of_his_allies() -> None:
    state = fleet(ship("F1", 0, 0, 0), flag("S1", 2, 0, CISNEROS))
    assert told(state, "break", "F1") == [("Cisneros", 2)]


# --- from ship to ship


def alongside(gap: float = 0.05, own: Any = None, friend: Any = None, **fields: Any) -> State:
    """Victory with Nelson, and Temeraire alongside."""
    ships = flag("B1", 0, 0, NELSON, **(own or {})), ship("B2", 0.3 + gap, 0, 0, **(friend or {}))
    return fleet(*ships, **({"phase": "grapple"} | fields))


OVER = Transfer(side="british", ship="B1", to="B2")
BACK = Transfer(side="british", ship="B2", to="B1")


def test_sotl_9_f_amb_100_amb_152_a_leader_goes_over_without_a_roll_and_the_ships_are_made_fast() -> None:
    state, events = play(alongside(), OVER)
    assert fleets.leaders(state) == (Admiral("B1", "B2", moved=2),)
    assert only(events, ShipsGrappled).ship == "B1"
    assert (state.grapples, state.ships["B1"].grapple_used) == ((Grapple("B1", "B2", 2, friendly=True),), True)
    assert every(events, FatigueRose) == every(events, TaskRolled) == []
    assert GAME.describe(alongside(), only(events, LeaderTransferred)) == "Nelson goes over from B1 to B2."


@pytest.mark.parametrize(
    "bound", [{"grapples": (Grapple("B2", "B1", 1, friendly=True),)}, {"tows": (Tow("B1", "B2"),)}]
)
def test_amb_152_ships_that_are_fast_already_are_not_made_fast_again(bound: dict[str, Any]) -> None:
    state, events = play(alongside(own={"grapple_used": True}, **bound), OVER)
    assert every(events, ShipsGrappled) == []
    assert fleets.leader_aboard(state, "B2")


def test_amb_152_they_must_touch() -> None:
    assert rules.check(alongside(0.1), OVER) is None
    assert refused(alongside(0.101), OVER, "AMB-152").by == "0.101 UM apart, at most 0.1 UM"


def test_amb_152_once_a_turn_and_one_leader_a_ship() -> None:
    state, _ = play(alongside(), OVER)
    assert refused(state, BACK, "AMB-152").by == "once a turn"
    other = fleet(flag("B1", 0, 0, NELSON), flag("B2", 0.35, 0, COLLINGWOOD), phase="grapple")
    assert refused(other, OVER, "AMB-152").by == "one leader a ship"
    refused(alongside(), BACK, "AMB-152")
    refused(alongside(), replace(OVER, to="B1"), "AMB-152")
    refused(alongside(), replace(OVER, leader=False), "AMB-152")


def test_amb_152_never_to_or_from_a_struck_ship_or_one_in_a_melee_or_an_enemy() -> None:
    refused(alongside(friend={"status": "struck"}), OVER, "SOTL-4.4.3-a")
    refused(alongside(own={"status": "struck"}), OVER, "SOTL-4.4.3-a")
    for engaged in ("B1", "B2"):
        melee = Melee((engaged,), ("B9",), "B9", 1, False)
        refused(alongside(melees=(melee,)), OVER, "AMB-152")
    refused(
        fleet(flag("B1", 0, 0, NELSON), ship("F1", 0.35, 0, 0), phase="grapple"), replace(OVER, to="F1"), "SOTL-2-a"
    )


def test_amb_152_making_fast_is_the_one_grapple_of_his_ship() -> None:
    assert refused(alongside(own={"grapple_used": True}), OVER, "AMB-135").by == "one grapple a turn"


def test_amb_213_amb_206_back_from_a_prize_the_other_ship_makes_fast() -> None:
    prize = {"status": "captured", "captor": "british"}
    ships = flag("B1", 0, 0, NELSON), ship("F1", 0.35, 0, 0, **prize)
    state = fleet(*ships, phase="grapple", leaders=(Admiral("B1", "F1"),))
    back = Transfer(side="british", ship="F1", to="B1")
    after, events = play(state, back)
    assert (only(events, ShipsGrappled).ship, fleets.leaders(after)[0].ship) == ("B1", "B1")
    refused(with_marks(state, "B1", grapple_used=True), back, "AMB-135")
    two = fleet(ships[0], ships[1], ship("F2", 0.7, 0, 0, **prize), phase="grapple", leaders=(Admiral("B1", "F1"),))
    refused(two, replace(back, to="F2"), "AMB-206")


def test_amb_153_he_brings_his_wounds_and_leaves_a_well_captain() -> None:
    state, _ = play(alongside(own={"officer": "wounded"}, friend={"officer": "dead"}), OVER)
    assert (state.ships["B1"].officer, state.ships["B2"].officer) == ("well", "wounded")


def inked(state: State, *shots: tuple[str, tuple[int, ...]]) -> State:
    """As the Combat Phase ends with critical results noted for some ships."""
    noted = tuple(
        Shot("F9", "port", key, "broadside", 1, 0, tuple(Critical(die) for die in dice)) for key, dice in shots
    )
    hit = state
    for key, _ in shots:
        hit = with_marks(hit, key, hit=True, attacked=True)
    return replace(hit, phase="combat", asked="allied", initiative="british", shots=noted)


def test_tv_49_tv_27_amb_153_wounded_nelson_goes_to_temeraire_and_is_killed() -> None:
    moved, _ = play(alongside(own={"officer": "wounded"}), OVER)
    state, events = play(inked(moved, ("B2", (3,))), ALLIED, dice=[6])
    assert state.ships["B1"].officer == "well"
    assert (only(events, OfficerHit).condition, only(events, LeaderLost).fate) == ("dead", "dead")
    assert victory.total_points(state) == {"british": -9, "allied": 9}
    assert only(events, SurrenderRolled).ship == "B2"
    words = [GAME.describe(moved, one) for one in events if isinstance(one, OfficerHit | LeaderLost)]
    assert words == ["Nelson of B2 falls dead on her quarterdeck.", "Nelson is dead and can no longer help his ships."]


# --- on deck


def fight(ours: Leader | None = None, theirs: Leader | None = None, **fields: Any) -> State:
    """Victory, strength 4, fast to a Frenchman of 3, each with a leader or none."""
    own = ship("B1", 0, 0, 0, "I", card_leader=ours)
    return fleet(own, ship("F1", 0.35, 0, 0, card_leader=theirs), **({"phase": "board", "grapples": HELD} | fields))


BOARD = Board(side="british", ship="B1", target="F1")
LED = replace(BOARD, leader=True)


def fought(state: State, order: Board, dice: tuple[int, ...]) -> tuple[State, list[Event]]:
    after, events = play(state, order, BRITISH)
    end, more = play(after, ALLIED, dice=dice)
    return end, [*events, *more]


@pytest.mark.parametrize(("dice", "success"), [((4, 4), True), ((4, 5), False), ((6, 6), False)])
def test_sotl_4_3_1_i_amb_43_amb_154_a_leader_who_boards_takes_his_rating_off_the_throw(
    dice: tuple[int, ...], success: bool
) -> None:
    _, events = fought(fight(NELSON), LED, (*dice, 6, 6))
    attack = only(events, BoardingFought).attacker
    assert (attack.column, attack.needed, attack.success) == ("1-1", 5, success)
    assert [(one.source, one.value) for one in attack.working] == [("dice", sum(dice)), ("Nelson", sum(dice) - 3)]
    assert only(events, BoardingFought).defender.working is UNSET


def test_amb_43_sotl_4_3_2_b_a_natural_twelve_fails_whoever_leads() -> None:
    strong = fight(NELSON)
    strong = replace(strong, cards={**strong.cards, "B1": replace(strong.cards["B1"], boarding=15)})
    for dice, success in (((6, 5), True), ((6, 6), False)):
        _, events = fought(strong, LED, (*dice, 6, 6))
        roll = only(events, BoardingFought).attacker
        assert (roll.needed, roll.success) == (9, success)


def test_amb_154_without_being_named_he_stays_out_of_an_assault() -> None:
    for order in (BOARD, replace(BOARD, leader=False)):
        _, events = fought(fight(NELSON), order, (6, 6, 6, 6))
        assert every(events, LeaderJoined) == []
        assert only(events, BoardingFought).attacker.working is UNSET


@pytest.mark.parametrize(("leader", "joins"), [(CISNEROS, True), (VILLENEUVE, False), (DUMANOIR, False)])
def test_amb_154_who_is_boarded_fights_with_her_leader_if_his_rating_helps(leader: Leader, joins: bool) -> None:
    state, events = fought(fight(None, leader), BOARD, (6, 6, 6, 6))
    assert bool(every(events, LeaderJoined)) is joins
    assert [one.fights for one in fleets.leaders(state)] == [2 if joins else 0]
    if joins:
        assert only(events, BoardingFought).defender.working[-1].value == 10
        assert GAME.describe(fight(None, leader), only(events, LeaderJoined)) == "Cisneros draws his sword aboard F1."


@pytest.mark.parametrize(
    ("ours", "theirs", "change"),
    [(NELSON, CISNEROS, (-1, 0)), (COLLINGWOOD, CISNEROS, (0, 0)), (COLLINGWOOD, NELSON, (0, -1)),
     (NELSON, VILLENEUVE, (-3, 0)), (NELSON, DUMANOIR, (-3, 0)), (DUMANOIR, CISNEROS, (0, -2))],
)  # fmt: skip
def test_tv_24_tv_99_amb_154_amb_214_the_better_leader_counts_by_the_difference(
    ours: Leader, theirs: Leader, change: tuple[int, int]
) -> None:
    _, events = fought(fight(ours, theirs), LED, (5, 5, 5, 5))
    rolls = only(events, BoardingFought).attacker, only(events, BoardingFought).defender
    assert tuple(roll.working[-1].value - 10 if roll.working else 0 for roll in rolls) == change


def test_amb_154_each_side_counts_its_best_leader() -> None:
    ships = (
        flag("B1", 0, 0, COLLINGWOOD), flag("B2", 0.7, 0, NELSON), ship("F1", 0.35, 0, 0),
    )  # fmt: skip
    state = fleet(*ships, phase="board", grapples=(*HELD, Grapple("B2", "F1", 1)))
    both = LED, Board(side="british", ship="B2", target="F1", leader=True)
    after, _ = play(state, *both, BRITISH)
    _, events = play(after, ALLIED, dice=(5, 5, 6, 6))
    assert [(one.source, one.value) for one in only(events, BoardingFought).attacker.working[1:]] == [("Nelson", 7)]


def test_amb_42_amb_154_too_weak_to_fight_is_judged_before_any_leader() -> None:
    state = fight(None, NELSON)
    state = replace(state, cards={**state.cards, "B1": replace(state.cards["B1"], boarding=16)})
    _, events = fought(state, BOARD, ())
    assert only(events, BoardingFought).result == "captured"
    assert every(events, BoardingFought)[0].attacker.dice == ()


def test_amb_154_no_leader_aboard_no_leader_boards() -> None:
    assert refused(fight(), LED, "AMB-154").reason == "No leader is aboard B1."
    refused(replace(fight(NELSON), options={}), LED, "AMB-123")


def test_amb_151_who_fights_on_deck_helps_nobody_for_the_rest_of_the_phase() -> None:
    wreck = {"masts": ("fore", "mizzen"), "fallen": (FallenMast("main", "port"),)}
    near = ship("B2", -1, 0, 0, **wreck)
    state = fleet(flag("B1", 0, 0, NELSON, "I"), ship("F1", 0.35, 0, 0), near, phase="board", grapples=HELD)
    clear = ClearRigging(side="british", ship="B2", broadside="port")
    state, _ = play(state, LED, BRITISH, ALLIED, dice=(6, 6, 6, 6))
    _, events = play(state, clear, dice=[3])
    assert not only(events, TaskRolled).success


def test_amb_133_amb_154_where_both_agreed_to_fight_leaders_that_help_go_along() -> None:
    state = replace(fight(NELSON, CISNEROS), phase="grapple", grapples=())
    state, _ = play(state, THROW, CONSENT)
    _, events = to_the_end(state, dice=(5, 5, 5, 5))
    assert {one.ship for one in every(events, LeaderJoined)} == {"B1", "F1"}
    assert only(events, BoardingFought).attacker.working[-1].value == 9


def test_amb_154_in_later_rounds_the_same_leaders_fight() -> None:
    melee = Melee(("B1",), ("F1",), "F1", 1, False, boarders=("B1",), targets=("F1",))
    for fights, named in ((1, {"B1", "F1"}), (0, {"F1"})):
        state = fight(
            NELSON, CISNEROS, melees=(melee,), leaders=(Admiral("B1", "B1", fights=fights), Admiral("F1", "F1"))
        )
        _, events = to_the_end(state, dice=(6, 6, 6, 6))
        assert {one.ship for one in every(events, LeaderJoined)} == named


def test_amb_49_amb_106_amb_154_taken_with_his_ship_he_dies_and_repulsed_he_lives() -> None:
    state, events = fought(fight(NELSON, CISNEROS), LED, (2, 2, 6, 6))
    assert only(events, BoardingFought).result == "captured"
    state, more = to_the_end(state)
    assert [(one.leader, one.fate) for one in every([*events, *more], LeaderLost)] == [("F1", "dead")]
    assert victory.total_points(state) == {"british": 21, "allied": -6}
    state, events = fought(fight(NELSON), LED, (6, 6, 1, 1))
    assert only(events, BoardingFought).result == "repulsed"
    state, more = to_the_end(state)
    assert every([*events, *more], LeaderLost) == []


def test_sotl_20_2_g_amb_213_in_the_basic_fight_the_winning_leader_stays_aboard_his_ship() -> None:
    state, _ = fought(fight(NELSON), LED, (2, 2, 6, 6))
    state, _ = to_the_end(state)
    assert state.ships["F1"].status == "captured"
    assert fleets.leaders(state)[0].ship == "B1"


# --- lost


@pytest.mark.parametrize(("rating", "worth"), [(-3, 9), (-2, 6), (-1, 3), (0, 3), (1, 3)])
def test_sotl_8_d_tv_27_amb_116_amb_155_what_the_death_of_a_leader_is_worth(rating: int, worth: int) -> None:
    state = fleet(flag("B1", 0, 0, Leader("Any", rating), officer="wounded"))
    assert death_points(state, fleets.leaders(state)[0]) == worth
    after, _ = play(inked(state, ("B1", (3,))), ALLIED, dice=[6])
    assert victory.total_points(after) == {"british": -worth, "allied": worth}
    assert {score.rule for score in after.scores} == {"SOTL-8-d"}


def test_sotl_9_b_a_wound_alone_changes_nothing() -> None:
    state = fleet(flag("B1", 0, 0, NELSON))
    after, events = play(inked(state, ("B1", (3,))), ALLIED)
    assert only(events, OfficerHit).condition == "wounded"
    assert told(after, "unrig") == [("Nelson", 1)]
    assert after.leaders is UNSET


def test_sotl_4_4_1_d_amb_155_sunk_or_exploded_he_goes_down_with_her_also_under_the_white_flag() -> None:
    for status in ("in_service", "struck"):
        state = fleet(flag("B1", 0, 0, NELSON, hull=0, status=status))
        after, events = play(replace(inked(state), asked="allied"), ALLIED)
        assert only(events, LeaderLost).fate == "dead"
        assert victory.total_points(after) == {"british": -9, "allied": 19}
    burning = fleet(flag("B1", 0, 0, NELSON, old_fires=1, fires=1))
    noted = inked(burning, ("B1", ()))
    noted = replace(noted, shots=(replace(noted.shots[0], criticals=(Critical(6, 6),)),))
    _, events = play(noted, ALLIED)
    assert only(events, LeaderLost).fate == "dead"


def test_amb_139_amb_155_taken_in_hand_he_is_a_prisoner_without_points() -> None:
    struck = flag("F1", 0.35, 0, CISNEROS, status="struck")
    state = fleet(ship("B1", 0, 0, 0), struck, phase="grapple", grapples=HELD)
    after, events = play(state, BRITISH)
    assert (only(events, LeaderLost).fate, after.ships["F1"].status) == ("gone", "captured")
    assert GAME.describe(state, only(events, LeaderLost)) == "Cisneros is a prisoner and can no longer help his ships."
    assert {score.rule for score in after.scores} <= {"SOTL-8-b"}


def test_amb_63_amb_139_a_retaken_ship_has_no_leader() -> None:
    prize = flag("F1", 0.35, 0, CISNEROS, status="captured", captor="british")
    gone = (Admiral("F1", "F1", fate="gone"),)
    ships = ship("B1", -9, 0, 0), prize, ship("F2", 0.7, 0, 0)
    state = fleet(
        *ships, phase="board", grapples=(Grapple("F2", "F1", 1),), leaders=gone, initiative="allied", asked="allied"
    )
    state, _ = play(state, Board(side="allied", ship="F2", target="F1"), ALLIED, dice=(2, 2, 6, 6))
    state, _ = to_the_end(state)
    assert state.ships["F1"].status == "in_service"
    assert told(state, "unrig", "F1") == []


def test_amb_213_a_leader_who_commands_a_prize_is_wounded_then_killed_without_a_surrender_roll() -> None:
    prize = ship("F1", 0, 0, 0, status="captured", captor="british")
    state = fleet(flag("B1", 9, 0, NELSON), prize, leaders=(Admiral("B1", "F1"),))
    after, events = play(inked(state, ("F1", (3, 3))), ALLIED)
    assert [one.condition for one in every(events, OfficerHit)] == ["wounded", "dead"]
    assert every(events, SurrenderRolled) == []
    assert victory.total_points(after) == {"british": -9, "allied": 9}
    empty = replace(state, leaders=UNSET)
    _, events = play(inked(empty, ("F1", (3,))), ALLIED)
    assert only(events, CriticalWithoutEffect).rule == "AMB-129"


def test_amb_213_a_leader_aboard_a_prize_that_is_retaken_dies() -> None:
    prize = ship("F1", 0.35, 0, 0, status="captured", captor="british")
    ships = flag("B1", 9, 0, NELSON), prize, ship("F2", 0.7, 0, 0)
    state = fleet(
        *ships, phase="board", grapples=(Grapple("F2", "F1", 1),), leaders=(Admiral("B1", "F1"),),
        initiative="allied", asked="allied",
    )  # fmt: skip
    _, events = play(state, Board(side="allied", ship="F2", target="F1"), ALLIED, dice=(1, 2, 6, 6))
    assert only(events, LeaderLost).fate == "dead"


def test_amb_123_amb_155_without_the_switch_nobody_is_lost_and_there_are_no_points() -> None:
    state = replace(fleet(flag("B1", 0, 0, NELSON, officer="wounded")), options={})
    after, events = play(inked(state, ("B1", (3,))), ALLIED, dice=[6])
    assert every(events, LeaderLost) == []
    assert (victory.total_points(after), after.leaders) == ({"british": 0, "allied": 0}, UNSET)


# --- what is told before


@pytest.mark.parametrize(
    ("ours", "theirs", "order"), [(NELSON, CISNEROS, LED), (None, CISNEROS, BOARD), (NELSON, None, LED)]
)
def test_amb_43_the_odds_of_boarding_count_the_leaders(
    ours: Leader | None, theirs: Leader | None, order: Board
) -> None:
    state = fight(ours, theirs)
    ready, _ = play(state, order, BRITISH)
    found: dict[str, Fraction] = {}
    for dice in product(range(1, 7), repeat=4):
        _, events = play(ready, ALLIED, dice=dice)
        result = only(events, BoardingFought).result
        found[result] = found.get(result, Fraction(0)) + Fraction(1, 6**4)
    assert odds.compute_boarding_odds(state, order, False) == found


def test_sotl_6_g_the_odds_of_tasks_count_the_leader_and_tell_him() -> None:
    state = temeraire()
    assert odds.chance_to_grapple(state, "B1", "F1") == Fraction(5, 6)
    assert odds.chance_to_grapple(state, "B1", "F1", "none") == Fraction(2, 6)
    assert [one.source for one in odds.list_task_modifiers(state, "B1", "grapple", "F1")] == ["Nelson"]


def test_sotl_9_c_amb_144_the_card_tells_the_leader_and_a_battle_without_one_says_so() -> None:
    state = fleet(flag("B1", 0, 0, NELSON))
    (mark,) = summaries.list_marks(state, "B1")
    assert (mark.value, mark.meaning) == ("−3", "Nelson helps ships of his fleet within 10 UM.")
    assert list(summaries.list_marks(state, "B9")) == []
    notes = {one.id: one.inert for one in rules_of(state).modules}
    assert notes["leaders"](state) == ""
    assert notes["leaders"](fleet(ship("B1", 0, 0, 0))) == "No leader is aboard any ship in this battle."


def test_sotl_9_f_amb_154_transfers_and_boarders_with_a_leader_are_offered() -> None:
    assert OVER in list(GAME.choices(alongside()))
    label, how = summaries.describe_module_order(alongside(), OVER)
    assert label == "Nelson goes over to B2"
    assert how.endswith("once a turn.")
    assert {BOARD, LED} <= set(GAME.choices(fight(NELSON)))
    assert LED not in list(GAME.choices(fight(VILLENEUVE)))


# --- scenarios


SHIPS = """
game: ships_of_the_line
title: Test
wind: {{from: NW}}
divisions: {{van: Van, rear: Rear}}
{more}
ships:
  - {{key: F1, nation: france, number: 1, name: One, class: III, guns: 74, division: van, at: [0, 0], heading: 0{f1}}}
  - {{key: F2, nation: france, number: 2, name: Two, class: III, guns: 74, division: rear, at: [1, 0], heading: 0}}
  - {{key: B1, nation: britain, number: 1, name: Orion, class: III, guns: 74, at: [5, 0], heading: 0}}
"""


def written(more: str = "", f1: str = "") -> State:
    return battle_setup.read_scenario(SHIPS.format(more=more, f1=f1), "test.yaml").opening


def test_amb_220_rank_and_scope_stand_in_the_scenario() -> None:
    found = written(f1=", leader: {name: Gravina, rating: -2, rank: 2, scope: squadron}").cards["F1"].leader
    assert found == Leader("Gravina", -2, rank=2, scope="squadron")
    assert msgspec.json.encode(Leader("Magon", -1)) == b'{"name":"Magon","rating":-1}'


@pytest.mark.parametrize(
    ("marks", "fate"),
    [("officer: dead", "dead"), ("status: captured, captor: british", "gone"), ("status: struck", "well")],
)
def test_amb_28_amb_139_leaders_that_a_scenario_begins_without(marks: str, fate: str) -> None:
    state = written(f1=f", leader: {{name: Magon, rating: -1}}, {marks}")
    assert [one.fate for one in fleets.leaders(state)] == [fate]
    assert (state.leaders is UNSET) == (fate == "well")


def test_amb_163_formations_are_of_divisions_that_there_are_each_in_one() -> None:
    assert leaders.formation_of(written("formations: {all: [van, rear]}"), "rear") == "all"
    assert leaders.formation_of(written(), "rear") == "rear"
    with pytest.raises(ScenarioError) as error:
        written("formations: {all: [van, raer], more: [van]}")
    assert [str(problem) for problem in error.value.problems] == [
        "test.yaml:6:25: unknown division 'raer', did you mean 'rear'?",
        "test.yaml:6:39: division 'van' is already in formation 'all'",
    ]


def test_amb_154_amb_191_leader_and_gauge_both_come_off_the_throw_and_a_natural_twelve_fails() -> None:
    both = {"options": {"leaders": True, "weather_gauge": True}, "wind": 180}
    for dice, success in (((4, 5), True), ((6, 6), False)):
        _, events = fought(fight(NELSON, **both), LED, (*dice, 6, 6))
        roll = only(events, BoardingFought).attacker
        total = sum(dice)
        assert [one.value for one in roll.working] == [total, total - 3, total - 4]
        assert roll.success is success
