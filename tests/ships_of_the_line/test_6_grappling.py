"""Chapter 6: grappling, breaking free and the table for both and for unrigging."""

import pytest

from tabletop.core.chance import ScriptedChance
from tabletop.games.ships_of_the_line import positions, rules, tables
from tabletop.games.ships_of_the_line.chapters import crew_tasks, grappling
from tabletop.games.ships_of_the_line.chapters.orders import list_choices
from tabletop.games.ships_of_the_line.commands import (
    Answer,
    BreakGrapple,
    CastOff,
    ClearRigging,
    FireBroadside,
    GrappleShip,
    MakeFastTow,
    Sail,
    Step,
)
from tabletop.games.ships_of_the_line.events.boarding import (
    BoardingDeclared,
    QuestionAnswered,
    QuestionAsked,
    ShipsGrappled,
    ShipsParted,
)
from tabletop.games.ships_of_the_line.events.crew import FatigueRose, RiggingCleared, TaskRolled
from tabletop.games.ships_of_the_line.model import Context, Grapple, Melee, Question, Tow
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Attempts, FallenMast, find_masked_broadsides
from tests.judging import only
from tests.ships_of_the_line.kit import play, refused, ship
from tests.ships_of_the_line.watch import BRITISH, CONSENT, RESIST, crew, of, to_the_end

THROW = GrappleShip(side="british", ship="B1", target="F1")
HACK = BreakGrapple(side="british", ship="B1", other="F1")
HELD = (Grapple("F1", "B1", 1),)


def abeam(gap=0.05, *more, phase="grapple", own=None, foe=None, **fields):
    """B1 and F1 on one heading, side by side, so far apart."""
    ships = (ship("B1", 0, 0, 0, **(own or {})), ship("F1", 0.3 + gap, 0, 0, **(foe or {})))
    return crew(*ships, *more, phase=phase, **fields)


def held(*more, own=None, foe=None, **fields):
    """The two grappled since last turn, in the step of cutting loose."""
    return abeam(0.05, *more, own=own, foe=foe, **({"phase": "break_free", "grapples": HELD} | fields))


@pytest.mark.parametrize("die", range(1, 7))
def test_sotl_6_a_a_ship_alongside_an_enemy_may_try_to_grapple(die):
    state, events = play(abeam(), THROW, RESIST, dice=[die])
    assert bool(state.grapples) == (die <= 2)
    assert only(events, TaskRolled).success == (die <= 2)


def test_sotl_6_a_only_in_the_crew_phase_and_by_the_side_asked():
    refused(abeam(phase="movement"), THROW, "SOTL-3-e")
    refused(abeam(), GrappleShip(side="allied", ship="F1", target="B1"), "SOTL-6-a")


@pytest.mark.parametrize(("key", "x"), [("B2", -0.4), ("S1", 0.75)])
def test_sotl_6_b_friends_are_grappled_without_a_roll_or_fatigue(key, x):
    side, own = ("british", "B1") if key == "B2" else ("allied", "F1")
    state = abeam(0.05, ship(key, x, 0, 0, fatigue=3), initiative=side, asked=side)
    state, events = play(state, GrappleShip(side=side, ship=key, target=own))
    assert only(events, ShipsGrappled).friendly
    assert not of(events, FatigueRose)
    assert state.grapples[0].friendly


def test_amb_40_friends_must_touch():
    state = abeam(0.05, ship("B2", -0.4, 0, 0), ship("B3", -0.801, 0, 0))
    far = refused(state, GrappleShip(side="british", ship="B3", target="B2"), "AMB-40")
    assert far.by == "0.101 UM apart, friendly hands reach 0.1 UM"
    play(state, GrappleShip(side="british", ship="B2", target="B1"))


def test_sotl_6_c_a_fresh_prize_is_not_cast_off_in_the_crew_phase_in_which_she_was_taken():
    prize = {"status": "captured", "captor": "british"}
    cast_off = CastOff(side="british", ship="B1", other="F1")
    fresh = abeam(foe=prize | {"captured_turn": 2}, grapples=HELD)
    refused(fresh, cast_off, "SOTL-6-c")
    later = abeam(foe=prize | {"captured_turn": 1}, grapples=HELD)
    state, events = play(later, cast_off)
    assert of(events, ShipsParted)
    assert not of(events, TaskRolled)
    assert not state.grapples


def test_sotl_6_d_grappled_ships_neither_fire_nor_move():
    state = abeam(phase="combat", grapples=HELD)
    for broadside in ("port", "starboard"):
        shot = FireBroadside(side="british", ship="B1", broadside=broadside, target="F1")
        refused(state, shot, "SOTL-6-d")
    sail = Sail(side="british", ship="B1", plan=(Step("advance"),))
    refused(abeam(phase="movement", grapples=HELD), sail, "SOTL-6-d")


def test_sotl_6_d_grappled_ships_are_stopped():
    state, _ = play(abeam(), THROW, RESIST, dice=[1])
    assert state.ships["B1"].stopped and state.ships["F1"].stopped


def test_sotl_6_e_table():
    assert tables.TASK == {1: True, 2: True, 3: False, 4: False, 5: False, 6: False}


def rolled(task, die, failures=0, last=1, hindrance=0):
    """Whether B1 succeeds at a task about F1 in turn 2 after some failures, the last in turn `last`."""
    past = {f"{task}:F1": Attempts(failures, last)} if failures else {}
    ships = ship("B1", 0, 0, 0, failures=past), ship("F1", 0.35, 0, 0 if not hindrance else 90)
    state = crew(*ships)
    turn = Context(state, rules_of(state).event_handlers, ScriptedChance([die]))
    return crew_tasks.roll_task(turn, "B1", task, "F1")


@pytest.mark.parametrize("task", ["grapple", "break", "unrig", "extinguish"])
@pytest.mark.parametrize(("failures", "needed"), [(0, 2), (1, 3), (2, 4), (3, 4)])
def test_sotl_6_f_failures_in_a_row_help_up_to_two(task, failures, needed):
    assert [die for die in range(1, 7) if rolled(task, die, failures)] == list(range(1, needed + 1))


@pytest.mark.parametrize(("hindrance", "needed"), [(0, [2, 3, 4, 4]), (1, [1, 2, 3, 3])])
def test_tv_32_chances_by_failures_in_a_row(hindrance, needed):
    successes = [sum(rolled("grapple", die, past, 1, hindrance) for die in range(1, 7)) for past in range(4)]
    assert successes == needed


def test_amb_51_failures_are_counted_per_target_and_lost_by_success_or_a_skipped_turn():
    state, _ = play(abeam(), THROW, RESIST, dice=[6])
    assert state.ships["B1"].failures == {"grapple:F1": Attempts(1, 2)}
    again = abeam(own={"failures": {"grapple:F1": Attempts(1, 1)}})
    state, _ = play(again, THROW, RESIST, dice=[6])
    assert state.ships["B1"].failures == {"grapple:F1": Attempts(2, 2)}
    state, _ = play(again, THROW, RESIST, dice=[3])
    assert state.ships["B1"].failures == {}
    skipped = abeam(own={"failures": {"grapple:F1": Attempts(2, 1)}}, turn=3)
    state, events = play(skipped, THROW, RESIST, dice=[3])
    assert not only(events, TaskRolled).success
    assert state.ships["B1"].failures == {"grapple:F1": Attempts(1, 3)}
    elsewhere = abeam(own={"failures": {"grapple:F9": Attempts(2, 1)}})
    _, events = play(elsewhere, THROW, RESIST, dice=[3])
    assert not only(events, TaskRolled).success


def test_sotl_6_f_the_roll_shows_its_modifiers():
    state = abeam(own={"failures": {"grapple:F1": Attempts(5, 1)}}, foe={})
    _, events = play(state, THROW, RESIST, dice=[4])
    steps = [(step.source, step.value) for step in only(events, TaskRolled).modifiers]
    assert steps == [("die", 4), ("failed before", 2)]


def lying(x, y, heading):
    """B1 heading north, the target F1 elsewhere."""
    return crew(ship("B1", 0, 0, 0), ship("F1", x, y, heading), phase="grapple")


@pytest.mark.parametrize(
    ("x", "y", "heading", "expected"),
    [
        (0.6, 0, 0, 0),  # abeam on one heading, gap 0.3
        (0.6, 0.75, 0, 0),
        (0.6, 0.76, 0, 1),
        (0, 1.3, 0, 1),  # in file
        (0.95, 0, 90, 1),  # headings 90° apart
    ],
)
def test_tv_42_over_bow_or_stern(x, y, heading, expected):
    state = lying(x, y, heading)
    assert positions.gap_between(state, "B1", "F1").distance == pytest.approx(0.3, abs=0.001)
    assert grappling.grapple_modifier(state, "B1", "F1") == expected


@pytest.mark.parametrize(("heading", "expected"), [(22, 0), (23, 1), (158, 0), (157, 1), (180, 0), (338, 0), (337, 1)])
def test_amb_134_headings_within_22_degrees_count_as_parallel(heading, expected):
    assert grappling.grapple_modifier(lying(0.8, 0, heading), "B1", "F1") == expected


def test_sotl_6_h_over_bow_or_stern_the_grapple_is_harder():
    _, events = play(lying(0.95, 0, 90), THROW, RESIST, dice=[2])
    rolled_ = only(events, TaskRolled)
    assert [(step.source, step.value) for step in rolled_.modifiers] == [("die", 2), ("over bow or stern", 3)]
    assert not rolled_.success


def test_amb_51_breaking_is_not_harder_over_bow_or_stern():
    ships = (ship("B1", 0, 0, 0), ship("F1", 0.95, 0, 90))
    _, events = play(crew(*ships, phase="break_free", grapples=HELD), HACK, RESIST, dice=[2])
    assert only(events, TaskRolled).success


def test_sotl_6_i_grapple_and_break_happen_in_the_same_crew_phase():
    state, _ = play(abeam(), THROW, RESIST, BRITISH, dice=[1])
    assert (state.phase, state.asked) == ("break_free", "british")
    hack = BreakGrapple(side="allied", ship="F1", other="B1")
    state, events = play(state, BRITISH, hack, Answer(side="british", accept=False), dice=[2])
    assert only(events, ShipsParted).ship == "F1"
    assert not state.grapples


def test_amb_52_all_grapples_come_before_any_attempt_to_break():
    refused(abeam(grapples=HELD), HACK, "SOTL-6-a")
    refused(held(), THROW, "SOTL-6-i")


@pytest.mark.parametrize("die", range(1, 7))
def test_sotl_6_i_breaking_needs_one_or_two(die):
    state, _ = play(held(), HACK, RESIST, dice=[die])
    assert bool(state.grapples) == (die > 2)


def test_sotl_6_j_a_fouled_side_stays_fouled_until_the_table_frees_it():
    wreck = {"fallen": (FallenMast("main", "port"), FallenMast("fore", "port"), FallenMast("mizzen", "starboard"))}
    clear = ClearRigging(side="british", ship="B1", broadside="port")
    state = abeam(phase="unrig", own=wreck | {"masts": ()})
    missed, _ = play(state, clear, dice=[3])
    missed, events = to_the_end(missed)
    assert find_masked_broadsides(missed.ships["B1"]) == {"port", "starboard"}
    assert not of(events, RiggingCleared)
    cleared, _ = play(state, clear, dice=[2])
    cleared, events = to_the_end(cleared)
    assert only(events, RiggingCleared).broadside == "port"
    assert find_masked_broadsides(cleared.ships["B1"]) == {"starboard"}


def test_sotl_6_k_each_attempt_tires_success_or_not():
    for die in (1, 6):
        state, _ = play(abeam(), THROW, RESIST, dice=[die])
        assert state.ships["B1"].fatigue == 1
        assert state.ships["F1"].fatigue == 0
        state, _ = play(held(), HACK, RESIST, dice=[die])
        assert state.ships["B1"].fatigue == 1
        clear = ClearRigging(side="british", ship="B1", broadside="port")
        state = abeam(phase="unrig", own={"fallen": (FallenMast("main", "port"),)})
        state, _ = play(state, clear, dice=[die])
        assert state.ships["B1"].fatigue == 1


def test_amb_133_who_is_named_may_accept_without_roll_or_fatigue():
    state, events = play(abeam(), THROW)
    assert only(events, QuestionAsked).question == Question(kind="grapple", side="allied", ship="B1", other="F1")
    assert rules.side_to_choose(state) == "allied"
    refused(state, BRITISH, "SOTL-6-a")
    state, events = play(state, CONSENT)
    assert only(events, QuestionAnswered).accept
    assert only(events, ShipsGrappled).agreed
    assert state.ships["B1"].fatigue == state.ships["F1"].fatigue == 0


def test_amb_133_an_agreed_pair_may_not_part_this_turn_and_must_board():
    state, _ = play(abeam(), THROW, CONSENT)
    refused(evolved(state, phase="break_free", asked="british"), HACK, "AMB-133")
    later = evolved(state, phase="break_free", asked="british", turn=3)
    assert rules.check(later, HACK) is None
    _, events = to_the_end(state, dice=[6, 5, 6, 5])
    assert [(one.ship, one.target) for one in of(events, BoardingDeclared)] == [("B1", "F1"), ("F1", "B1")]
    _, events = to_the_end(evolved(later, asked="british"))
    assert not of(events, BoardingDeclared)  # the word was given for one turn only


def evolved(state, **fields):
    """The state with some fields set."""
    values = {name: getattr(state, name) for name in state.__struct_fields__}
    return type(state)(**(values | fields))


@pytest.mark.parametrize("foe", [{"fatigue": 3}, {"status": "struck"}, {"status": "captured", "captor": "allied"}])
def test_amb_133_whoever_cannot_agree_to_board_is_not_asked(foe):
    key = "F1" if foe.get("status") != "captured" else "B2"
    state = abeam(0.05, phase="grapple", foe=foe) if key == "F1" else crew(
        ship("B1", 0, 0, 0), ship("B2", 0.35, 0, 0, **foe), phase="grapple"
    )  # fmt: skip
    _, events = play(state, GrappleShip(side="british", ship="B1", target=key), dice=[6])
    assert not of(events, QuestionAsked)
    assert only(events, TaskRolled).about == key


@pytest.mark.parametrize(("attackers", "defenders"), [(("B2",), ("F1",)), (("B1",), ("F2",)), (("F2",), ("B1",))])
def test_amb_133_amb_45_nobody_is_asked_where_either_ship_is_engaged_on_deck(attackers, defenders):
    melee = Melee(attackers, defenders, defenders[0], 1, willing=False, boarders=attackers, targets=defenders)
    ships = ship("B2", -3, 0, 0), ship("F2", -3.35, 0, 0)
    state, events = play(abeam(0.05, *ships, melees=(melee,)), THROW, dice=[6])
    assert (of(events, QuestionAsked), state.question, only(events, TaskRolled).about) == ([], None, "F1")


def test_sotl_6_a_sotl_6_i_a_grapple_holds_the_two_ships_that_it_joins_and_no_third():
    ships = ship("F2", -0.35, 0, 0), ship("B2", 0.7, 0, 0)
    state = abeam(0.05, *ships, grapples=HELD)
    assert rules.check(state, GrappleShip(side="british", ship="B1", target="F2")) is None
    refused(state, THROW, "SOTL-6-a")
    loose = evolved(state, phase="break_free")
    assert rules.check(loose, HACK) is None
    refused(loose, BreakGrapple(side="british", ship="B1", other="F2"), "SOTL-6-i")
    refused(loose, BreakGrapple(side="british", ship="B2", other="F1"), "SOTL-6-i")


def test_amb_54_sotl_6_c_a_new_prize_stays_fast_this_turn_and_is_cast_off_in_the_next():
    fresh = {"status": "captured", "captor": "british", "captured_turn": 2}
    state = abeam(0.05, foe=fresh, grapples=(Grapple("B1", "F1", 1, friendly=True),))
    let_go = CastOff(side="british", ship="B1", other="F1")
    refused(state, let_go, "SOTL-6-c")
    refused(state, CastOff(side="british", ship="F1", other="B1"), "SOTL-6-c")
    state, _ = to_the_end(state)
    assert [one.other_ship("B1") for one in state.grapples] == ["F1"]
    freed, _ = play(evolved(state, phase="movement", asked="british"), let_go)
    assert freed.grapples == ()


def test_amb_133_ships_that_both_want_to_part_need_no_roll():
    state, events = play(held(), HACK, CONSENT)
    assert only(events, ShipsParted).ship == "B1"
    assert state.ships["B1"].fatigue == 0
    assert state.ships["B1"].stopped == held().ships["B1"].stopped


def test_amb_135_one_grapple_a_turn_and_any_number_against_her():
    state = abeam(0.05, ship("B2", 0.7, 0, 0))
    state, _ = play(state, THROW, RESIST, dice=[6])
    refused(state, THROW, "AMB-135")
    second = GrappleShip(side="british", ship="B2", target="F1")
    state, _ = play(state, second, RESIST, dice=[2])
    assert [grapple.first for grapple in state.grapples] == ["B2"]


def test_amb_135_a_grapple_of_a_friend_is_the_one_of_the_phase():
    state = abeam(0.05, ship("B2", -0.35, 0, 0))
    state, _ = play(state, GrappleShip(side="british", ship="B1", target="B2"))
    refused(state, THROW, "AMB-135")


def test_amb_135_one_attempt_to_break_for_each_grapple():
    both = (*HELD, Grapple("F2", "B1", 1))
    state = held(ship("F2", -0.35, 0, 0), grapples=both)
    state, _ = play(state, HACK, RESIST, dice=[6])
    refused(state, HACK, "AMB-135")
    other = BreakGrapple(side="british", ship="B1", other="F2")
    state, _ = play(state, other, RESIST, dice=[1])
    assert state.grapples == HELD
    assert state.ships["B1"].fatigue == 2


def test_amb_135_the_former_grappler_may_try_to_break_too():
    hack = BreakGrapple(side="allied", ship="F1", other="B1")
    state, _ = play(held(), BRITISH, hack, Answer(side="british", accept=False), dice=[2])
    assert not state.grapples


def test_amb_206_a_prize_throws_no_lines_and_friends_make_fast_to_her():
    prize = {"status": "captured", "captor": "british"}
    ships = (ship("B1", 0, 0, 0), ship("F1", 0.35, 0, 0, **prize), ship("F2", 0.7, 0, 0))
    state = crew(*ships, phase="grapple")
    refused(state, GrappleShip(side="british", ship="F1", target="B1"), "AMB-206")
    refused(state, GrappleShip(side="british", ship="F1", target="F2"), "SOTL-4.4.2-a")
    assert "F1" not in {one.ship for one in list_choices(state, "british") if isinstance(one, GrappleShip)}
    fast, events = play(state, GrappleShip(side="british", ship="B1", target="F1"))
    assert (only(events, ShipsGrappled).friendly, fast.grapples[0].other_ship("B1")) == (True, "F1")
    towed, _ = play(state, MakeFastTow(side="british", ship="B1", towed="F1"))
    assert towed.tows == (Tow("B1", "F1"),)


def test_amb_135_friends_are_cast_off_not_broken():
    state = abeam(0.05, ship("B2", -0.35, 0, 0), phase="break_free", grapples=(Grapple("B1", "B2", 1, friendly=True),))
    refused(state, BreakGrapple(side="british", ship="B1", other="B2"), "AMB-135")
    refused(abeam(phase="break_free"), HACK, "SOTL-6-i")


def test_amb_46_no_attempt_to_break_while_engaged():
    melee = Melee(("F1",), ("B1",), "B1", 1, False, boarders=("F1",), targets=("B1",))
    refused(held(melees=(melee,)), HACK, "AMB-46")


def test_amb_129_a_prize_may_break_a_grapple_but_not_throw_one():
    prize = {"status": "captured", "captor": "british"}
    state = crew(
        ship("B1", 5, 0, 0), ship("F1", 0, 0, 0, **prize), ship("F2", 0.35, 0, 0),
        phase="break_free", grapples=(Grapple("F2", "F1", 1),),
    )  # fmt: skip
    hack = BreakGrapple(side="british", ship="F1", other="F2")
    after, _ = play(state, hack, RESIST, dice=[2])
    assert not after.grapples
    throw = GrappleShip(side="british", ship="F1", target="F2")
    refused(evolved(state, phase="grapple", grapples=()), throw, "SOTL-4.4.2-a")


def test_amb_137_her_own_side_makes_fast_to_a_struck_ship_by_hand_only_where_hulls_touch():
    beaten = {"status": "struck"}
    near = crew(ship("B1", 0, 0, 0), ship("B2", 0.4, 0, 0, **beaten), phase="grapple")
    throw = GrappleShip(side="british", ship="B1", target="B2")
    _, events = play(near, throw)
    assert not of(events, TaskRolled)
    apart = crew(ship("B1", 0, 0, 0), ship("B2", 0.5, 0, 0, **beaten), phase="grapple")
    state, events = play(apart, throw, dice=[3])
    assert not state.grapples
    assert only(events, FatigueRose).ship == "B1"


def test_amb_137_a_holder_may_let_a_struck_ship_go():
    state = abeam(foe={"status": "struck"}, grapples=HELD)
    state, _ = play(state, CastOff(side="british", ship="B1", other="F1"))
    assert not state.grapples
    refused(held(foe={"status": "struck"}), HACK, "AMB-135")


def test_amb_131_the_choices_are_what_check_allows():
    state = abeam(0.05, ship("B2", 0.85, 0, 0), ship("B3", 4, 0, 0))
    for side, throws in {"british": {("B1", "F1"), ("B2", "F1")}, "allied": {("F1", "B1"), ("F1", "B2")}}.items():
        found = [one for one in list_choices(state, side) if isinstance(one, GrappleShip)]
        assert {(one.ship, one.target) for one in found} == throws
    assert list(list_choices(held(), "british")) == [HACK]


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (GrappleShip(side="british", ship="B1", target="B1"), "SOTL-6-a"),
        (GrappleShip(side="british", ship="F1", target="B1"), "SOTL-2-a"),
        (GrappleShip(side="british", ship="B1", target="X1"), "SOTL-2.2-a"),
        (GrappleShip(side="british", ship="B1", target="F2"), "SOTL-2.2-h"),
    ],
)
def test_sotl_6_a_senseless_grapples_are_refused(command, rule):
    refused(abeam(0.05, ship("F2", -0.35, 0, 0, status="sunk")), command, rule)


def test_sotl_6_a_ships_already_fast_are_not_grappled_again():
    refused(abeam(grapples=HELD), THROW, "SOTL-6-a")


def test_amb_132_an_answer_without_a_question_is_refused():
    refused(abeam(), Answer(side="british", accept=True), "AMB-133")
