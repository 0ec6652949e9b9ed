"""Chapter 20: crews at guns, pumps and work; fights on deck take two rounds (AMB-104 to 107, AMB-183 to 190)."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core import resources
from tabletop.core.chance import ScriptedChance
from tabletop.core.command_context import FollowUpContext
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters import aiming, victory
from tabletop.games.ships_of_the_line.chapters.boarding import boarding_strength
from tabletop.games.ships_of_the_line.chapters.optional.ammo import CrewsLost
from tabletop.games.ships_of_the_line.chapters.optional.crews import Pump, TransferCrews, call_crews_back
from tabletop.games.ships_of_the_line.chapters.optional.crews.complement import (
    CrewsReturned,
    CrewsSent,
    PrizeManned,
    count_manned_decks,
    crew_tasks,
    crews_aboard,
    free_crews,
)
from tabletop.games.ships_of_the_line.chapters.orders import list_choices
from tabletop.games.ships_of_the_line.commands import (
    Board,
    ClearRigging,
    Defend,
    Done,
    FightFire,
    RollInitiative,
    Sail,
    Step,
)
from tabletop.games.ships_of_the_line.events.boarding import BoardingFought, MeleeBegan, ShipCaptured, ShipRestored
from tabletop.games.ships_of_the_line.events.combat import ColoursStruck
from tabletop.games.ships_of_the_line.events.crew import SinkingRolled, TaskRolled
from tabletop.games.ships_of_the_line.model import Grapple, Melee, State
from tabletop.games.ships_of_the_line.rule_modules import compile_all_rules, compile_rules
from tabletop.games.ships_of_the_line.rules import current_decision
from tabletop.games.ships_of_the_line.ship import Duties, FallenMast, Leader
from tabletop.games.ships_of_the_line.survey import odds
from tests.judging import only
from tests.ships_of_the_line.kit import battle, play, refused, ship
from tests.ships_of_the_line.watch import ALLIED, BRITISH, crew, of

ON = {"options": {"crews": True}}
ADVANCE = Step("advance")


def held(state: State, key: str) -> tuple[int, dict[str, int], int]:
    """How many are aboard, what they are busy with, and how many are prisoners."""
    duties = state.ships[key].duties or Duties()
    return crews_aboard(state, key), duties.tasks, duties.prisoners


def dice(state: State, key: str, band: Any = "point_blank", rake: Any = None) -> int:
    return aiming.dice_for(state, key, band, rake)[-1].value


def crews(aboard: int, tasks: Any = None, prisoners: int = 0) -> dict[str, Any]:
    """Marks of a ship: how many are aboard, and what they are busy with."""
    duties = Duties(tasks or {}, prisoners)
    return {"crews": aboard, "duties": duties if duties != Duties() else UNSET}


def with_crew(kind: str, aboard: int, **tasks: int) -> State:
    return battle(ship("B1", 0, 0, 0, kind, **crews(aboard, tasks)), ship("F1", 9, 9, 0), **ON)


def alongside(own: str = "III", foe: str = "III", own_marks: Any = None, foe_marks: Any = None, **fields: Any) -> State:
    """B1 and F1 grappled, in the step of declaring."""
    ships = (ship("B1", 0, 0, 0, own, **(own_marks or {})), ship("F1", 0.35, 0, 0, foe, **(foe_marks or {})))
    return crew(*ships, **({"phase": "board", "grapples": (Grapple("B1", "F1", 1),)} | ON | fields))


def board(crews: Any = None) -> Board:
    order = Board(side="british", ship="B1", target="F1")
    return order if crews is None else Board(side="british", ship="B1", target="F1", crews=crews)


def defend(crews: int) -> Defend:
    return Defend(side="allied", crews=crews)


def test_sotl_20_1_a_crews_are_those_of_the_card_until_something_changes() -> None:
    state = alongside("I", "VI")
    assert [crews_aboard(state, key) for key in ("B1", "F1")] == [4, 2]
    assert [count_manned_decks(state, key) for key in ("B1", "F1")] == [3, 1]


def test_sotl_20_1_e_tv_22a_each_gun_deck_without_a_crew_costs_a_die() -> None:
    assert [dice(with_crew("four", 5, fight=number), "B1") for number in range(4)] == [7, 6, 5, 4]


def test_tv_22b_amb_104_with_all_gun_decks_empty_one_die_is_left() -> None:
    assert dice(with_crew("four", 5, fight=4), "B1") == 1


@pytest.mark.parametrize(("boarders", "left", "there"), [(1, 5, 1), (2, 4, 2), (3, 1, 3), (4, 1, 4)])
def test_tv_91_tv_22c_sotl_20_2_a_boarders_leave_their_guns(boarders: int, left: int, there: int) -> None:
    state = with_crew("I", 4, fight=boarders)
    assert (dice(state, "B1"), boarding_strength(state, "B1")) == (left, there)


def test_sotl_20_1_h_a_class_of_few_crews_counts_those_missing_from_her_strength() -> None:
    assert [boarding_strength(with_crew("IV", 3, fight=number), "B1") for number in range(4)] == [0, 1, 1, 2]


def test_tv_93_amb_23_crews_leave_a_die_where_there_was_one() -> None:
    state = battle(ship("B1", 0, 0, 0, hull=4, **crews(3, {"fight": 1})), ship("F1", 9, 9, 0), **ON)
    assert dice(state, "B1", "medium") == 1
    assert dice(state, "B1", "long") == 0


def test_tv_93_tv_94_the_windward_lower_battery_comes_after_the_empty_deck() -> None:
    both = {"options": {"crews": True, "weather_gauge": True}, "strength": "heavy", "wind": 180}
    lame = battle(ship("B1", 0, 0, 0, hull=4, **crews(3, {"fight": 1})), ship("F1", 9, 9, 0), **both)
    assert dice(lame, "B1", "medium") == 0
    victory = battle(ship("B1", 0, 0, 0, "I", **crews(4, {"fight": 1})), ship("F1", 9, 9, 0), **both)
    assert dice(victory, "B1", "point_blank", "stern") == 8


def test_amb_183_work_takes_the_crew_at_hand_first_and_fights_take_gunners_first() -> None:
    assert count_manned_decks(with_crew("I", 4, pump=1), "B1") == 3
    assert count_manned_decks(with_crew("I", 4, gang=1, pump=1), "B1") == 2
    assert count_manned_decks(with_crew("I", 4, fight=1), "B1") == 2
    assert count_manned_decks(with_crew("I", 4, fight=3, pump=1), "B1") == 0


def test_sotl_20_1_g_amb_183_crews_are_back_when_the_next_crew_phase_opens() -> None:
    state = battle(ship("B1", 0, 0, 0, **crews(3, {"gang": 2})), ship("F1", 9, 9, 0), phase="movement",
                   asked="allied", **ON)  # fmt: skip
    state, events = play(state, Done(side="allied"), Done(side="british"))
    assert only(events, CrewsReturned).ship == "B1"
    assert free_crews(state, "B1") == 3


def zone(**marks: Any) -> State:
    marks = {"hull": 3, "attacked": True} | crews(4) | marks
    return crew(ship("B1", 0, 0, 0, "I", **marks), phase="flood", **ON)


@pytest.mark.parametrize(
    ("pumping", "thrown", "fate"), [(4, [5, 6], "nothing"), (2, [5, 6], "nothing"), (1, [5, 6], "sunk"),
                                    (4, [1], "struck"), (4, [6, 5], "nothing")],
)  # fmt: skip
def test_tv_95_sotl_20_1_b_amb_185_crews_at_the_pumps_ease_the_second_die(pumping, thrown, fate) -> None:
    state, events = play(zone(), Pump("british", "B1", crews=pumping), BRITISH, dice=thrown)
    rolled = only(events, SinkingRolled)
    assert rolled.result == fate
    if len(thrown) > 1 and pumping > 1:
        assert rolled.working[-1].value == thrown[1] - pumping // 2
    assert state.ships["B1"].fatigue == 1
    assert crew_tasks(state, "B1") == {"pump": pumping}


def test_amb_185_only_ships_in_danger_are_asked_and_once() -> None:
    assert "no danger" in refused(zone(hull=21), Pump("british", "B1", crews=1), "AMB-185").reason
    state, _ = play(zone(), Pump("british", "B1", crews=1))
    assert refused(state, Pump("british", "B1", crews=1), "AMB-185").by == "once a turn"
    assert refused(zone(), Pump("british", "B1", crews=5), "AMB-185").by == "5 ordered, 4 free"
    assert refused(zone(), Pump("british", "B1", crews=0), "AMB-185").by == "0 ordered"
    refused(zone(fatigue=3), Pump("british", "B1", crews=1), "SOTL-7-e")
    assert [order.crews for order in list_choices(zone(), "british")] == [1, 2, 3, 4]


def test_sotl_20_1_c_sotl_20_1_d_amb_184_two_crews_of_a_gang_make_its_roll_easier_by_one() -> None:
    fallen = {"masts": ("fore", "main"), "fallen": (FallenMast("mizzen", "port"),)}
    state = crew(ship("B1", 0, 0, 0, "I", fires=1, **fallen), phase="unrig", **ON)
    cleared, events = play(state, ClearRigging("british", "B1", "port", crews=2), dice=[3])
    assert [only(events, TaskRolled).modifiers[-1].value, only(events, TaskRolled).success] == [2, True]
    assert odds.chance_of_task(state, "B1", "unrig", "port", crews=2) == Fraction(3, 6)
    assert crew_tasks(cleared, "B1") == {"gang": 2}
    put_out, events = play(cleared, BRITISH, FightFire("british", "B1", crews=2), dice=[3])
    assert only(events, TaskRolled).success
    assert (put_out.ships["B1"].fatigue, free_crews(put_out, "B1")) == (2, 0)


def test_amb_184_amb_31_each_fire_may_be_fought_by_a_gang_of_its_own_and_practice_rises_once() -> None:
    state = crew(ship("B1", 0, 0, 0, "I", fires=2, **crews(4)), phase="extinguish", **ON)
    state, events = play(state, *[FightFire("british", "B1", crews=1)] * 2, dice=[6, 6])
    assert [event.crews for event in of(events, CrewsSent)] == [1, 1]
    assert state.ships["B1"].failures["extinguish"].failures == 1
    again = refused(state, FightFire("british", "B1", crews=1), "SOTL-4.2.1-k")
    assert again.by == "2 attempts a turn, one for each fire"


def test_amb_218_a_success_of_one_gang_resets_the_practice_of_another() -> None:
    state = crew(ship("B1", 0, 0, 0, "I", fires=2, **crews(4)), phase="extinguish", **ON)
    state, _ = play(state, *[FightFire("british", "B1", crews=1)] * 2, dice=[1, 6])
    assert "extinguish" not in state.ships["B1"].failures


def fought(state: State, *orders: Any, dice: Any) -> tuple[State, list[Any]]:
    """The declarations, done with; who is boarded resists with all."""
    state, events = play(state, *orders, BRITISH, ALLIED)
    crews = free_crews(state, "F1")
    state, more = play(state, *([defend(crews)] if state.question else []), dice=dice)
    return state, events + more


def test_tv_23_work_and_boarding_cost_a_level_of_fatigue_each() -> None:
    state, events = fought(alongside("I", own_marks={"fires": 1}), board(2), dice=[1, 1, 6, 6])
    assert only(events, BoardingFought).attacker.strength == 2
    assert state.phase == "extinguish"
    state, _ = play(state, FightFire("british", "B1", crews=2), dice=[6])
    assert state.ships["B1"].fatigue == 2


def test_tv_115_a_crew_at_its_limit_after_boarding_fights_no_fire() -> None:
    state, _ = fought(alongside("I", own_marks={"fires": 1, "fatigue": 2}), board(3), dice=[1, 1, 1, 1])
    assert state.ships["B1"].fatigue == 3
    refused(battle_in(state, "extinguish"), FightFire("british", "B1"), "SOTL-7-e")


def battle_in(state: State, phase: str, **fields: Any) -> State:
    """The same ships in another step, with the British asked."""
    fields = {"phase": phase, "asked": "british", "question": None} | fields
    return replace(state, **fields)


def test_sotl_20_2_b_amb_186_who_is_boarded_is_asked_how_many_resist_before_any_throw() -> None:
    state, _ = play(alongside("I", "I"), board(), BRITISH, ALLIED)
    asked = current_decision(state)
    assert asked is not None
    assert (asked.side, asked.commands, asked.actors) == ("allied", ("defend",), ("F1",))
    assert [order.crews for order in GAME.choices(state)] == [4, 3, 2, 1, 0]
    refused(state, defend(5), "AMB-186")
    state, events = play(state, defend(2), dice=[1, 1, 1, 1])
    fight = only(events, BoardingFought)
    assert (fight.attacker.strength, fight.defender.strength) == (4, 2)
    refused(battle_in(state, "board", asked="allied"), defend(1), "SOTL-20.2-b")


def test_amb_186_with_nobody_in_the_fight_a_ship_is_taken_without_a_throw() -> None:
    _, events = play(alongside("I", "I"), board(1), BRITISH, ALLIED, defend(0))
    assert only(events, BoardingFought).attacker.dice == ()
    assert only(events, BoardingFought).result == "captured"


@pytest.mark.parametrize(
    ("attack", "defence", "result"),
    [((1, 1), (1, 1), "engaged"), ((1, 1), (6, 6), "foothold"), ((6, 6), (6, 6), "engaged"),
     ((6, 6), (1, 1), "repulsed")],
)  # fmt: skip
def test_sotl_20_2_c_sotl_20_2_e_amb_187_the_first_round_captures_nothing_and_tires_both(
    attack, defence, result
) -> None:
    state, events = play(alongside(), board(), BRITISH, ALLIED, defend(3), dice=[*attack, *defence])
    assert only(events, BoardingFought).result == result
    assert not of(events, ShipCaptured)
    assert [state.ships[key].fatigue for key in ("B1", "F1")] == [1, 1], "20.2-e: both are tired"
    lead = {"engaged": [UNSET], "foothold": [1], "repulsed": []}
    assert [melee.advantage for melee in state.melees] == lead[result]


def engaged(lead: int, rounds: int = 1, fatigue: int = 0, **fields: Any) -> State:
    """The second round is about to be fought."""
    melee = Melee(("B1",), ("F1",), "F1", rounds, False, boarders=("B1",), targets=("F1",), advantage=lead)
    marks = {"fatigue": fatigue} | crews(3, {"fight": 2})
    return alongside(own_marks=marks, foe_marks=crews(3, {"fight": 3}), melees=(melee,), **fields)


def test_sotl_20_2_d_amb_105_two_rounds_won_take_her() -> None:
    state, events = play(engaged(1), BRITISH, dice=[1, 1, 6, 6])
    assert only(events, BoardingFought).result == "captured"
    assert state.melees == ()


def test_amb_187_who_may_not_capture_keeps_the_foothold() -> None:
    _, events = play(engaged(1, fatigue=3), BRITISH, dice=[1, 1, 6, 6])
    assert only(events, BoardingFought).result == "engaged"
    assert only(events, MeleeBegan).melee.advantage == 1


def next_round(state: State, dice: list[int]) -> tuple[State, BoardingFought]:
    """Pass every step until the next round of the fight; the British have the initiative."""
    chance, events = ScriptedChance([6, 1, *dice]), list[Any]()
    while not of(events, BoardingFought):
        asked = current_decision(state)
        assert asked is not None
        came = GAME.decide(state, (RollInitiative if state.phase == "initiative" else Done)(side=asked.side), chance)
        state, events = came.state, list(came.events)
    return state, only(events, BoardingFought)


def third_round(*, veterans: bool) -> tuple[State, list[BoardingFought]]:
    """Victory boards Redoutable, fatigue 1 and 0, and they fight for three turns: (7, 5), (6, 4), (7, 8)."""
    victory, redoutable = ({"card_veteran": True, "fatigue": fatigue} for fatigue in (1, 0))
    state = alongside("I", "IV", victory, redoutable, options={"crews": True, "veterans": veterans})
    state, events = play(state, board(4), BRITISH, ALLIED, defend(3), dice=[3, 4, 1, 4])
    fights = [only(events, BoardingFought)]
    for dice in ([2, 4, 2, 2], [3, 4, 4, 4]):
        state, fought = next_round(state, dice)
        fights.append(fought)
    return state, fights


def test_tv_97_sotl_20_2_c_sotl_20_2_d_amb_187_veterans_win_the_ship_in_the_third_round() -> None:
    state, fights = third_round(veterans=True)
    assert [(one.attacker.column, one.defender.column) for one in fights] == [("2-1", "1-2")] * 3
    assert [one.result for one in fights] == ["foothold", "engaged", "captured"]
    assert (state.melees, state.ships["B1"].fatigue) == ((), 4)


def test_tv_98_amb_136_without_veterans_an_exhausted_crew_keeps_the_advantage_and_takes_nothing() -> None:
    state, fights = third_round(veterans=False)
    assert [one.result for one in fights] == ["foothold", "engaged", "engaged"]
    assert [melee.advantage for melee in state.melees] == [1]
    assert state.ships["B1"].fatigue == 3


def test_sotl_20_2_d_crews_are_added_in_later_rounds() -> None:
    state, events = play(engaged(0), board(1))
    assert only(events, CrewsSent).crews == 1
    assert boarding_strength(state, "B1") == 3
    assert refused(state, board(1), "AMB-186").by == "1 ordered, 0 free"
    assert {order.crews for order in list_choices(engaged(0), "british") if isinstance(order, Board)} == {UNSET, 1}


def test_amb_218_fighters_stay_in_a_fight_that_goes_on() -> None:
    state = engaged(1)
    state = battle(
        *[(state.cards[key], state.ships[key]) for key in state.ships],
        phase="movement", asked="allied", melees=state.melees, grapples=state.grapples, **ON,
    )  # fmt: skip
    state, _ = play(state, Done(side="allied"), Done(side="british"))
    assert [crew_tasks(state, key) for key in ("B1", "F1")] == [{"fight": 2}, {"fight": 3}]


def taken(own: int) -> tuple[State, list[Any]]:
    """Victory takes a ship that does not resist; the flags have changed."""
    state, events = play(alongside("I", "III", crews(own)), board(1), BRITISH, ALLIED, defend(0))
    while state.phase != "initiative":
        asked = current_decision(state)
        assert asked is not None
        state, more = play(state, Done(side=asked.side))
        events += more
    return state, events


def test_tv_101_amb_188_one_crew_mans_the_prize_and_her_own_are_prisoners() -> None:
    state, events = taken(4)
    assert only(events, PrizeManned).crews == 1
    assert held(state, "F1") == (1, {}, 3)
    assert (crews_aboard(state, "B1"), free_crews(state, "B1")) == (3, 2)
    rested = replace(state, ships={**state.ships, "B1": replace(state.ships["B1"], **crews(3))})
    assert boarding_strength(rested, "B1") == 3


def test_tv_101_amb_190_a_captor_with_one_crew_mans_no_prize_which_drifts() -> None:
    state, events = taken(1)
    assert only(events, PrizeManned).crews == 0
    assert (crews_aboard(state, "B1"), crews_aboard(state, "F1")) == (1, 0)
    adrift = battle_in(state, "movement", grapples=())
    refused(adrift, Sail("british", "F1", (ADVANCE,)), "AMB-190")


def test_tv_101_amb_188_a_ship_that_is_retaken_has_her_own_crews_again() -> None:
    state, _ = taken(4)
    home = (Grapple("F9", "F1", state.turn),)
    near = replace(state.ships["F9"], pose=replace(state.ships["F1"].pose, x=state.ships["F1"].pose.x + 0.35))
    state = battle_in(state, "board", asked="allied", initiative="allied", grapples=home,
                      ships={**state.ships, "F9": near})  # fmt: skip
    state, events = play(state, Board("allied", "F9", target="F1", crews=3), ALLIED, dice=[1, 1, 6, 6])
    assert only(events, BoardingFought).result == "foothold"
    before = held(state, "B1")
    state = replace(state, melees=(replace(state.melees[0], advantage=1),), phase="board", asked="allied",
                    ships={key: replace(one, tried=()) for key, one in state.ships.items()})  # fmt: skip
    state, events = play(state, ALLIED, dice=[1, 1, 6, 6])
    while not of(events, ShipRestored):
        state, events = play(state, Done(side=current_decision(state).side))  # type: ignore[union-attr]
    assert (held(state, "F1"), held(state, "B1")) == ((3, {}, 0), before)


def test_amb_188_a_prize_of_whose_crew_nobody_is_left_is_retaken_with_as_many_as_manned_her() -> None:
    state, _ = taken(4)
    gone = replace(state.ships["F1"], duties=UNSET)
    state = replace(state, ships={**state.ships, "F1": gone})
    turn = FollowUpContext(state, compile_all_rules().event_handlers, ScriptedChance(), compile_all_rules().follow_ups)
    victory.change_hands(turn, "F1", "allied", "F9", "boarding")
    assert (turn.state.ships["F1"].status, held(turn.state, "F1")) == ("in_service", (1, {}, 0))


def test_sotl_20_2_h_dice_are_missing_for_crews_in_the_fight_until_they_are_back() -> None:
    state, _ = play(alongside("I", "I"), board(3), BRITISH, ALLIED, defend(2), dice=[1, 1, 1, 1])
    assert (dice(state, "B1"), dice(state, "F1")) == (1, 4)


def test_amb_183_a_basic_battle_knows_no_crews() -> None:
    state = alongside(options={})
    refused(state, board(2), "AMB-123")
    _, events = play(state, board(), BRITISH, ALLIED, dice=[1, 1, 6, 6])
    assert only(events, BoardingFought).result == "captured"
    assert not of(events, CrewsSent)


NELSON, VILLENEUVE, CISNEROS = Leader("Nelson", -3), Leader("Villeneuve", 0), Leader("Cisneros", -2)


@pytest.mark.parametrize(
    ("foe", "there", "leader", "needed"),
    [("III", 3, VILLENEUVE, (7, 6)), ("four", 5, CISNEROS, (4, 7)), ("III", 3, Leader("Nobody", 1), (7, 6))],
)
def test_tv_99_tv_24_sotl_20_2_f_amb_214_leaders_move_the_columns_by_their_difference(
    foe: Any, there: int, leader: Leader, needed: tuple[int, int]
) -> None:
    on = {"options": {"crews": True, "leaders": True}}
    state = alongside("I", foe, {"card_leader": NELSON}, {"card_leader": leader}, **on)
    order = replace(board(2), leader=True)
    ready, _ = play(state, order, BRITISH)
    ready, _ = play(ready, ALLIED) if ready.question is None else (ready, [])
    _, events = play(ready, defend(there), dice=[1, 1, 1, 1])
    fight = only(events, BoardingFought)
    assert (fight.attacker.needed, fight.defender.needed) == needed


def fast_friends(giver: Any, taker: int, **marks: Any) -> State:
    ships = (ship("B1", 0, 0, 0, "I", **crews(*giver), **marks), ship("B2", 0.35, 0, 0, "III", **crews(taker)))
    return crew(*ships, phase="grapple", grapples=(Grapple("B1", "B2", 1, friendly=True),), **ON)


def send(crews: int) -> TransferCrews:
    return TransferCrews("british", "B1", to="B2", crews=crews)


def test_amb_107_amb_189_sotl_20_1_f_crews_go_over_to_a_friend_and_their_strength_with_them() -> None:
    state, _ = play(fast_friends((4,), 1), send(2))
    assert [crews_aboard(state, key) for key in ("B1", "B2")] == [2, 3]
    assert (free_crews(state, "B2"), state.ships["B1"].fatigue, state.ships["B2"].fatigue) == (1, 1, 0)
    rested = replace(state, ships={key: replace(one, duties=UNSET) for key, one in state.ships.items()})
    assert [boarding_strength(rested, key) for key in ("B1", "B2")] == [2, 3]


def test_amb_189_one_crew_stays_and_there_must_be_room() -> None:
    assert refused(fast_friends((2,), 1), send(2), "AMB-189").by == "2 ordered, 2 aboard"
    assert refused(fast_friends((4,), 2), send(2), "AMB-189").by == "2 ordered, room for 1"
    assert refused(fast_friends((4, {"pump": 3}), 1), send(2), "AMB-189").by == "2 ordered, 1 free"
    refused(fast_friends((4,), 1, fatigue=3), send(1), "SOTL-7-e")
    apart = replace(fast_friends((4,), 1), grapples=())
    assert "not grappled" in refused(apart, send(1), "AMB-189").reason
    assert {order.crews for order in list_choices(fast_friends((4,), 1), "british")
            if isinstance(order, TransferCrews) and order.ship == "B1"} == {1, 2}  # fmt: skip


def test_amb_185_the_pumps_come_after_ships_have_tried_to_come_clear() -> None:
    steps = list(compile_rules(frozenset({"crews", "collision"})).phases)
    assert steps[steps.index("reload") : steps.index("sinking")] == ["reload", "unfoul", "flood"]
    assert "flood" in compile_rules(frozenset({"crews"})).phases


@pytest.mark.parametrize(
    ("busy", "left", "guns"),
    [({}, {}, 3), ({"pump": 1}, {}, 3), ({"pump": 2}, {"pump": 1}, 2), ({"fight": 4}, {"fight": 3}, 0)],
)
def test_amb_181_the_dead_are_missing_at_hand_first_then_at_tasks_then_at_the_guns(
    busy: Any, left: Any, guns: int
) -> None:
    state = with_crew("I", 4, **busy)
    turn = FollowUpContext(state, compile_all_rules().event_handlers, ScriptedChance(), compile_all_rules().follow_ups)
    turn.emit(CrewsLost(ship="B1", lost=1, left=3))
    assert (crew_tasks(turn.state, "B1"), count_manned_decks(turn.state, "B1")) == (left, guns)


def swept(key: str) -> State:
    """B1 leads by a round on the deck of F1; of one of them grapeshot has killed the only crew that fights."""
    marks = crews(2, {"fight": 1})
    fight = Melee(("B1",), ("F1",), "F1", 1, False, boarders=("B1",), targets=("F1",), advantage=1)
    state = alongside(own_marks=marks, foe_marks=marks, melees=(fight,))
    turn = FollowUpContext(state, compile_all_rules().event_handlers, ScriptedChance(), compile_all_rules().follow_ups)
    turn.emit(CrewsLost(ship=key, lost=1, left=1))
    call_crews_back(turn)
    assert held(turn.state, key) == (1, {"fight": 0}, 0)
    return turn.state


def test_amb_181_amb_186_a_ship_whose_last_fighter_is_swept_away_is_taken_unless_others_resist() -> None:
    asked, _ = play(swept("F1"), BRITISH)
    fought = only(play(asked, Defend("allied", 0))[1], BoardingFought)
    assert (fought.attacker.dice, fought.defender.strength, fought.result) == ((), 0, "captured")
    fought = only(play(asked, Defend("allied", 1), dice=[1, 1, 1, 1])[1], BoardingFought)
    assert (fought.defender.dice, fought.result) == ((1, 1), "engaged")


def test_amb_181_amb_186_boarders_of_whom_nobody_is_left_are_thrown_back_unless_others_follow() -> None:
    state, events = play(play(swept("B1"), BRITISH)[0], Defend("allied", 1))
    fought = only(events, BoardingFought)
    assert (fought.attacker.strength, fought.defender.dice, fought.result) == (0, (), "repulsed")
    assert state.melees == ()
    after = FollowUpContext(state, compile_all_rules().event_handlers, ScriptedChance(), compile_all_rules().follow_ups)
    call_crews_back(after)
    assert held(after.state, "B1")[1] == {}
    _, events = play(swept("B1"), board(1), BRITISH, Defend("allied", 1), dice=[1, 1, 1, 1])
    assert only(events, BoardingFought).attacker.dice == (1, 1)


def test_amb_190_a_ship_without_a_crew_strikes_when_the_damage_has_taken_effect() -> None:
    state = battle(ship("B1", 0, 0, 0, crews=0), ship("F1", 9, 9, 0), ship("B2", 20, 20, 0), asked="allied", **ON)
    state, events = play(state, Done(side="allied"))
    assert only(events, ColoursStruck).cause == "no_crew"
    assert state.ships["B1"].status == "struck"


def test_amb_222_prizes_at_the_start_have_one_crew_taken_from_nobody() -> None:
    text = resources.find_scenario("ships_of_the_line", "deck_against_deck").read_text(encoding="utf-8")
    marked = text.replace("at: [1.16, 0.9]", "status: captured, captor: british, at: [1.16, 0.9]")
    state = GAME.open(GAME.read(marked, "mine.yaml"), {})
    assert held(state, "S10") == (1, {}, 3)
    assert [crews_aboard(state, key) for key in ("B1", "B2", "F12", "F15")] == [4, 4, 3, 3]


def test_tv_34_two_crews_at_the_pumps_keep_her_afloat_and_make_no_surrender_likelier() -> None:
    fates: dict[tuple[int, bool], list[str]] = {(number, pumping): [] for number in (1, 2) for pumping in (True, False)}
    for pumping in (True, False):
        ready = play(zone(), Pump("british", "B1", crews=2))[0] if pumping else zone()
        for first in range(1, 7):
            for second in range(1, 7) if first > 4 else (0,):
                thrown = [first, *([second] if second else [])]
                _, events = play(ready, BRITISH, dice=thrown)
                fates[1 + (first > 4), pumping].append(only(events, SinkingRolled).result)
    assert fates[1, True] == fates[1, False]
    assert "sunk" not in fates[2, True]
    assert fates[2, False].count("sunk") == 2


def test_sotl_2_2_g_the_crews_of_a_card_count_for_nothing_without_the_switch() -> None:
    few, many = (battle(ship("B1", 0, 0, 0, "I", card_crews=number), ship("F1", 9, 9, 0)) for number in (1, 4))
    assert (
        (dice(few, "B1"), boarding_strength(few, "B1")) == (dice(many, "B1"), boarding_strength(many, "B1")) == (6, 4)
    )
